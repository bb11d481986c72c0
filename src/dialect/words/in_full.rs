//! Names without a folder that are those of files named in full elsewhere in the reply: `src/app/config.py` first, then
//! `config.py`.

use std::collections::{BTreeMap, BTreeSet};

use bstr::{BStr, ByteSlice};

use super::long_line;
use super::sentence::{self, Token};
use crate::dialect::name::spelling;
use crate::dialect::walk::scan::Scan;
use crate::patch::{FileOp, FilePatch};
use crate::text::RelPath;

/// Gives each section that names its file without a folder the only path in full that the reply has for that name. Where a
/// file lies under the name as it is, that is meant all the same.
pub(in crate::dialect) fn find(scan: &mut Scan<'_>) {
    let is_bare = |file: &FilePatch| {
        let path = file.path.named().filter(|_| file.op == FileOp::Modify);
        path.is_some_and(|path| !path.as_bytes().contains(&b'/'))
    };
    if !scan.files.iter().any(is_bare) {
        return;
    }
    let known = known(scan);
    for file in scan.files.iter_mut().filter(|file| is_bare(file)) {
        let paths = file
            .path
            .named()
            .and_then(|path| known.get(path.as_bytes()));
        if let Some(path) = paths
            .filter(|paths| paths.len() == 1)
            .and_then(BTreeSet::first)
        {
            file.in_full = Some(path.clone());
        }
    }
}

/// Returns the paths with a folder that the reply names, by their names.
fn known(scan: &Scan<'_>) -> BTreeMap<Vec<u8>, BTreeSet<RelPath>> {
    let sections = scan
        .files
        .iter()
        .filter_map(|file| file.path.named().cloned());
    let mut read = sections.collect::<BTreeSet<RelPath>>();
    let mut is_read = vec![false; scan.lines.len()];
    for span in &scan.edits {
        is_read[span.start..span.end.min(scan.lines.len())].fill(true);
    }
    let unread = scan
        .lines
        .iter()
        .zip(is_read)
        .filter(|(_, is_read)| !is_read);
    let mut tokens = Vec::new();
    for part in unread.flat_map(|(line, _)| long_line::parts(line.body)) {
        tokens.clear();
        sentence::read(part, &mut tokens);
        let names = tokens.iter().flat_map(|sentence| &sentence.tokens);
        let paths = names.filter_map(Token::name).filter(|name| is_full(name));
        let path = |name: &BStr| scan.options().root.relative(name).ok();
        read.extend(paths.filter_map(path));
    }
    let mut known: BTreeMap<Vec<u8>, BTreeSet<RelPath>> = BTreeMap::new();
    for path in read {
        if let Some(at) = path.as_bytes().rfind_byte(b'/') {
            let name = path.as_bytes()[at + 1..].to_vec();
            known.entry(name).or_default().insert(path);
        }
    }
    known
}

fn is_full(name: &BStr) -> bool {
    name.contains(&b'/') && !name.contains(&b' ') && spelling::is_name_of_file(name)
}
