//! How a file is named so that it is read back: a path that does not look like one, or that begins like a prefix, gets
//! another spelling.

use bstr::{BStr, BString, ByteSlice};

use crate::dialect::ParseOptions;
use crate::dialect::Verdict;
use crate::dialect::parse;
use crate::patch::PatchPath;
use crate::patch::write::quoted;
use crate::text::RelPath;

/// Returns the spellings of a path for a header, the plainest first.
pub(in crate::dialect) fn for_header(path: &BStr) -> Vec<BString> {
    let dotted = || [b"./", path.as_bytes()].concat();
    vec![
        path.into(),
        quoted(path.to_vec()),
        dotted().into(),
        quoted(dotted()),
    ]
}

/// Returns the spellings of a path for a line of its own.
pub(in crate::dialect) fn for_line(path: &BStr) -> Vec<BString> {
    let escaped = path.replace("\\", "\\\\").replace("\"", "\\\"");
    let labelled = [b"File: \"", &escaped[..], b"\""].concat();
    vec![path.into(), labelled.into()]
}

/// Returns the first of the spellings with which `render` makes a patch that is read as one of the file at `path`; `None`
/// where there is none.
pub(in crate::dialect) fn read_back(
    path: &RelPath,
    spellings: Vec<BString>,
    render: impl Fn(&BStr) -> BString,
) -> Option<BString> {
    spellings.into_iter().find(|spelling| {
        let again = parse(render(spelling.as_bstr()), &ParseOptions::default());
        let is_read = again.parts.iter().all(|part| match part.verdict {
            Verdict::Edit | Verdict::NotAnEdit(_) => true,
            Verdict::Unread { .. } => false,
        });
        let [file] = &again.patch.files[..] else {
            return false;
        };
        // Where its backslashes may part folders, it may be taken for another file.
        let is_only = file.other_name.is_none() || !path.as_bytes().contains(&b'\\');
        is_read && is_only && matches!(&file.path, PatchPath::Named(named) if named == path)
    })
}
