//! The file headers of diffs: `diff --git` with its extended lines, `---` and `+++`.

use bstr::{BStr, BString, ByteSlice};

use super::file_name::{
    self, Name, ends_in_blanks, git_names, has_pair, is_of_no_file, named, named_by_git,
    says_nonexistent, stripped, unquoted,
};
use super::hunk_header;
use crate::dialect::note::NoteCode;
use crate::dialect::walk::scan::Scan;
use crate::patch::{FileMode, FileOp, FilePatch, PatchPath, Special};
use crate::text::display::display_line;
use crate::text::{RelPath, Trim};

/// What the lines of one file header say.
#[derive(Debug, Default)]
pub(in crate::dialect) struct Header<'a> {
    /// Index of the first line after it.
    pub(in crate::dialect) end: usize,
    old: Option<Name>,
    new: Option<Name>,
    git_line: Option<&'a BStr>,
    index_line: Option<&'a BStr>,
    rename_from: Option<BString>,
    rename_to: Option<BString>,
    copy_from: Option<BString>,
    copy_to: Option<BString>,
    base_blob: Option<String>,
    created: bool,
    deleted: bool,
    /// Whether a line of git's own says that the file is made or goes: then it may have no lines to show.
    says_so: bool,
    /// Whether a line of git's own says that the content is another one.
    changes_content: Option<bool>,
    binary: bool,
    /// A line about its mode that cannot be read.
    unread_mode: Option<&'a BStr>,
    /// What its mode says it is to be.
    mode: Option<FileMode>,
}

/// Reads the header that begins at line `start`, if one does.
pub(in crate::dialect) fn read<'a>(scan: &Scan<'a>, start: usize) -> Option<Header<'a>> {
    let mut header = Header::default();
    let mut at = start;
    let whole = |index: usize| scan.lines.get(index).map(|line| line.body);
    let line = |index: usize| whole(index).map(|body| body.trimmed_end().as_bstr());
    let above = whole(at).and_then(|body| body.strip_prefix(b"diff --git "));
    if let Some(rest) = line(at)?.strip_prefix(b"diff --git ") {
        header.git_line = Some(rest.as_bstr());
        at += 1;
        while let Some(body) = line(at)
            && header.extended(body, whole(at)?, above?.as_bstr())
        {
            at += 1;
        }
    } else if let Some(names) = line(at)?
        .strip_prefix(b"diff ")
        .and_then(|rest| rest.strip_suffix(b"(rejected hunks)"))
    {
        // Git's reject files.
        header.git_line = Some(names.trim().as_bstr());
        at += 1;
    } else if line(at)?.starts_with(b"Index: ") || line(at)?.starts_with(b"diff -") {
        header.index_line = line(at)?.strip_prefix(b"Index: ").map(BStr::new);
        at += 1;
        at += usize::from(line(at).is_some_and(|body| body.starts_with(b"=====")));
    }
    let by_git = |index: usize, marker: &[u8]| named_by_git(above.and(whole(index))?, marker);
    let old = line(at).and_then(|body| by_git(at, b"---").or_else(|| named(body, b"---")));
    let new_at = at + usize::from(old.is_some());
    let new = line(new_at);
    let new = new.and_then(|body| by_git(new_at, b"+++").or_else(|| named(body, b"+++")));
    let has_blanks = |name: &Option<Name>| match name {
        Some(Name::Path(path)) => above.is_some_and(|above| ends_in_blanks(path, above.as_bstr())),
        Some(Name::DevNull) | None => false,
    };
    if has_blanks(&old) || has_blanks(&new) {
        header.git_line = above.map(BStr::new);
    }
    match (&old, &new) {
        (Some(_), Some(_)) => at += 2,
        (Some(_), None) | (None, Some(_))
            if header.git_line.is_some()
                || is_hunk_next(scan, new_at + usize::from(new.is_some())) =>
        {
            at += 1
        }
        (None, None) if header.git_line.is_some() => {}
        (Some(_), None) | (None, Some(_)) | (None, None) => return None,
    }
    let is_of_no_file = |index: usize| line(index).is_some_and(is_of_no_file);
    if old.is_some() && new.is_some() {
        let ranges = scan
            .lines
            .get(at)
            .and_then(|it| hunk_header::read(it.body)?.ranges);
        let is_nonexistent = |index: usize| line(index).is_some_and(says_nonexistent);
        header.created |= is_of_no_file(at - 2) && ranges.is_some_and(|it| it.n_old == Some(0))
            || is_nonexistent(at - 2);
        header.deleted |= is_of_no_file(at - 1) && ranges.is_some_and(|it| it.n_new == Some(0))
            || is_nonexistent(at - 1);
    }
    // A name of git's has no label behind it.
    let is_by_git = old.is_some() && by_git(new_at - 1, b"---").is_some()
        || new.is_some() && by_git(new_at, b"+++").is_some();
    (header.old, header.new) = match is_by_git {
        true => (old, new),
        false => file_name::unlabelled(old, new),
    };
    while let Some(body) = line(at)
        && header.binary(body)
    {
        at += 1;
    }
    header.end = at;
    Some(header)
}

fn is_hunk_next(scan: &Scan<'_>, at: usize) -> bool {
    scan.lines
        .get(at)
        .is_some_and(|line| hunk_header::is_one(line.body))
}

fn is_octal(byte: &u8) -> bool {
    (b'0'..=b'7').contains(byte)
}

/// Returns what a mode in one of git's extended header lines says a file is to be. That of a file that stays or goes says
/// only whether it is one that is never touched.
fn mode(body: &BStr) -> Option<FileMode> {
    let is_set = body.starts_with(b"new ");
    let is_mode = [
        &b"new file mode "[..],
        b"new mode ",
        b"old mode ",
        b"deleted file mode ",
        b"index ",
    ]
    .iter()
    .any(|start| body.starts_with(start));
    let digits = body.rsplit(|byte| *byte == b' ').next()?;
    match digits {
        _ if !is_mode || digits.len() != 6 || !digits.iter().all(is_octal) => None,
        [b'1', b'2', ..] => Some(FileMode::Special(Special::Link)),
        [b'1', b'6', ..] => Some(FileMode::Special(Special::Submodule)),
        [b'1', b'0', b'0', ..] if !is_set => None,
        [b'1', b'0', b'0', owner, ..] if (owner - b'0') % 2 == 1 => Some(FileMode::Executable),
        [b'1', b'0', b'0', ..] => Some(FileMode::Plain),
        [b'1', b'0', ..] => Some(FileMode::Special(Special::SetId)),
        _ => None,
    }
}

impl<'a> Header<'a> {
    /// Takes one of git's extended header lines, which ends in no blanks in `body`; returns whether it was one. The line `above`
    /// says which names are the files' own to the byte.
    fn extended(&mut self, body: &'a BStr, whole: &'a BStr, above: &'a BStr) -> bool {
        if !matches!(self.mode, Some(FileMode::Special(_))) {
            self.mode = mode(body).or(self.mode);
        }
        let is_of_mode = [&b"old mode"[..], b"new mode", b"new file mode"]
            .iter()
            .filter_map(|start| body.strip_prefix(*start))
            .any(|rest| rest.is_empty() || rest.starts_with(b" "));
        let digits = body.rsplit(|byte| *byte == b' ').next().unwrap_or_default();
        let is_read = digits.len() == 6 && digits.starts_with(b"1") && digits.iter().all(is_octal);
        if is_of_mode && !is_read {
            self.unread_mode = Some(body);
        }
        if body.starts_with(b"new file mode") {
            (self.created, self.says_so) = (true, is_read);
        } else if body.starts_with(b"deleted file mode") {
            (self.deleted, self.says_so) = (true, is_read);
        } else if let Some(rest) = body.strip_prefix(b"rename from ") {
            self.rename_from = Some(self.moved(rest, whole, above));
        } else if let Some(rest) = body.strip_prefix(b"rename to ") {
            self.rename_to = Some(self.moved(rest, whole, above));
        } else if let Some(rest) = body.strip_prefix(b"copy from ") {
            self.copy_from = Some(self.moved(rest, whole, above));
        } else if let Some(rest) = body.strip_prefix(b"copy to ") {
            self.copy_to = Some(self.moved(rest, whole, above));
        } else if let Some(rest) = body.strip_prefix(b"index ") {
            self.base_blob = blob(rest.as_bstr());
            self.changes_content = Some(changes_content(rest));
        } else if let Some(rest) = body.strip_prefix(b"similarity index ") {
            self.changes_content = Some(rest != b"100%");
        } else {
            return is_of_mode || body.starts_with(b"dissimilarity index ");
        }
        true
    }

    /// Returns the name that a line of a move ends in.
    fn moved(&mut self, name: &[u8], whole: &'a BStr, above: &'a BStr) -> BString {
        let exact = &whole[whole.trimmed_end().len() - name.len()..];
        if ends_in_blanks(exact, above) {
            self.git_line = Some(above);
            return exact.into();
        }
        let is_marked = name.starts_with(b"`") || name.starts_with(b"*");
        match is_marked && above.contains_str([b"/", name].concat()) {
            true => name.into(),
            false => unquoted(name),
        }
    }

    /// Takes a line that says the change is binary; returns whether it was one.
    fn binary(&mut self, body: &BStr) -> bool {
        let is_binary = body == "GIT binary patch"
            || (body.starts_with(b"Binary files ") || body.starts_with(b"Files "))
                && body.ends_with(b" differ");
        self.binary |= is_binary;
        is_binary
    }

    /// Returns whether it names no file, but only calls the sides of a change.
    pub(in crate::dialect) fn only_calls_sides(&self) -> bool {
        let is_above = self.git_line.is_some() || self.index_line.is_some();
        !is_above && file_name::are_sides(&self.old, &self.new)
    }

    /// Returns whether lines must follow it: it says that the content changes, or that a file is made or goes without git's own
    /// line for that. A deletion with that line may leave out what goes, as `git diff -D` does.
    pub(in crate::dialect) fn announces_lines(&self) -> bool {
        let is_none = |name: &Option<Name>| *name == Some(Name::DevNull);
        let makes_or_removes =
            self.created || self.deleted || is_none(&self.old) || is_none(&self.new);
        let is_stated_deletion = self.deleted && self.says_so;
        let otherwise = makes_or_removes && !self.says_so;
        !self.binary && !is_stated_deletion && self.changes_content.unwrap_or(otherwise)
    }

    /// Returns whether it deletes a file by git's own line and lacks the id of its content, which git always writes below that line.
    pub(in crate::dialect) fn deletes_unproven(&self) -> bool {
        self.deleted && self.says_so && self.base_blob.is_none()
    }

    /// Makes the file section of this header, which stands at line `start`.
    pub(in crate::dialect) fn into_file(
        self,
        scan: &mut Scan<'_>,
        start: usize,
        dialect: &'static str,
    ) -> FilePatch {
        let end = self.end;
        let origin = scan.span(start, end);
        let mut file = FilePatch {
            origin,
            base_blob: self.base_blob.clone(),
            ..FilePatch::new(PatchPath::Missing, FileOp::Modify, dialect)
        };
        if let (Some(from), Some(to)) = (&self.rename_from, &self.rename_to) {
            goes(&mut file, scan, (from, to), |to| FileOp::Rename { to });
        } else if let (Some(from), Some(to)) = (&self.copy_from, &self.copy_to) {
            goes(&mut file, scan, (from, to), |to| FileOp::Copy { to });
        } else {
            self.stays(&mut file, scan, start);
        }
        if let Some(refused) = self.refused(scan, scan.options().strip) {
            file.path = refused;
            file.other_name = None;
        } else if let Some(why) = self.contradiction() {
            scan.note(NoteCode::MixedOperations, start..end, why);
            file.invalid = Some(why.to_string());
        }
        if let Some(line) = self.unread_mode {
            let line = display_line(line);
            scan.note(
                NoteCode::HeaderIncomplete,
                start..end,
                format!("`{line}` cannot be read: no mode is set"),
            );
        }
        if self.binary {
            scan.note(
                NoteCode::BinarySkipped,
                start..end,
                "a binary change: it is left out",
            );
            file.is_binary = true;
        }
        file.mode = self.mode;
        file
    }

    /// Returns why not all lines of this header can be meant; `None` where they can.
    fn contradiction(&self) -> Option<&'static str> {
        let is_renamed = self.rename_from.is_some() || self.rename_to.is_some();
        let is_copied = self.copy_from.is_some() || self.copy_to.is_some();
        let is_moved = is_renamed || is_copied;
        let ends = [self.created, self.deleted, is_renamed, is_copied];
        if ends.iter().filter(|says| **says).count() > 1 {
            return Some("its header says two things that cannot both be");
        }
        // A rename, a mode or an empty file needs no more than git's own lines. Behind them may stand the section of another
        // file that lost its `diff --git`, and what one says must not be done to the other's file.
        let is_of = |name: &Option<Name>| *name == Some(Name::DevNull);
        let has_none = is_of(&self.old) || is_of(&self.new);
        let does_something =
            is_moved || self.created || self.deleted || self.mode.is_some() || has_none;
        let names_others = || self.git_line.is_some() && !self.agrees();
        if is_moved && !self.moves_what_git_names() {
            return Some("its `diff --git` line names other files than the lines below it");
        }
        (does_something && (is_moved && has_none || names_others()))
            .then_some("its `---` and `+++` lines name another file than the lines above them")
    }

    /// Returns whether `---` and `+++` name the files that the lines above them name.
    fn agrees(&self) -> bool {
        let (git_old, git_new) = self.above();
        let (old, new) = without_prefixes(self.old.clone(), self.new.clone(), None);
        let is = |name: &Option<Name>, above: &Option<Name>| match (name, above) {
            (Some(Name::Path(name)), Some(Name::Path(above))) => {
                is_one_file(name.as_bstr(), above.as_bstr())
            }
            (Some(Name::DevNull) | None, _) | (_, Some(Name::DevNull) | None) => true,
        };
        is(&new, &git_new) && (is(&old, &git_old) || is(&old, &git_new))
    }

    /// Returns whether the names of a move are those of the `diff --git` line above it. A blank in that line may part its names
    /// or belong to one.
    fn moves_what_git_names(&self) -> bool {
        let Some(line) = self.git_line else {
            return true;
        };
        let from = self.rename_from.as_ref().or(self.copy_from.as_ref());
        let to = self.rename_to.as_ref().or(self.copy_to.as_ref());
        let is = |name: &BStr, stated: Option<&BString>| {
            stated.is_none_or(|stated| is_one_file(name, stated.as_bstr()))
        };
        let mut blanks = memchr::memchr_iter(b' ', line).peekable();
        let names_none = blanks.peek().is_none();
        let is_said =
            |at: usize| is(line[..at].as_bstr(), from) && is(line[at + 1..].as_bstr(), to);
        let is_quoted = || match git_names(line) {
            (Some(Name::Path(old)), Some(Name::Path(new))) => {
                is(old.as_bstr(), from) && is(new.as_bstr(), to)
            }
            (Some(Name::DevNull) | None, _) | (_, Some(Name::DevNull) | None) => false,
        };
        names_none || blanks.any(is_said) || is_quoted()
    }

    /// Returns the names that stand above `---` and `+++`.
    fn above(&self) -> (Option<Name>, Option<Name>) {
        let named = self.git_line.map_or((None, None), git_names);
        let (git_old, git_new) = without_prefixes(named.0, named.1, None);
        let index = || Some(Name::Path(unquoted(self.index_line?.trim())));
        let stated = |one: &Option<BString>, other: &Option<BString>| {
            one.clone().or_else(|| other.clone()).map(Name::Path)
        };
        (
            stated(&self.rename_from, &self.copy_from).or(git_old),
            stated(&self.rename_to, &self.copy_to)
                .or(git_new)
                .or_else(index),
        )
    }

    /// Names a file that keeps its name, or is made or removed.
    fn stays(&self, file: &mut FilePatch, scan: &mut Scan<'_>, start: usize) {
        let header = start..self.end;
        let (old, new) = self.names(scan.options().strip);
        let creates = self.created || old == Some(Name::DevNull);
        let deletes = self.deleted || new == Some(Name::DevNull);
        match (old, new) {
            (Some(Name::Path(old)), Some(Name::Path(new))) => {
                if old != new && !creates && !deletes {
                    scan.note(
                        NoteCode::NamesDiffer,
                        header,
                        "the two names differ, and no rename is stated: the file is looked for under both",
                    );
                    file.other_name = scan.destination(&old);
                } else if !self.agrees()
                    && self.contradiction().is_none()
                    && let (_, Some(Name::Path(above))) = self.above()
                {
                    scan.note(
                        NoteCode::NamesDiffer,
                        header,
                        "the line above names another file: the file is looked for under both names",
                    );
                    file.other_name = scan.destination(&above);
                }
                file.path = scan.path(new);
            }
            (Some(Name::Path(only)), other) | (other, Some(Name::Path(only))) => {
                if other.is_none() {
                    scan.note(
                        NoteCode::HeaderIncomplete,
                        header,
                        "one of the two header lines is missing",
                    );
                }
                file.path = scan.path(only);
            }
            (Some(Name::DevNull) | None, Some(Name::DevNull) | None) => {}
        }
        scan.note_header_spelling(start..self.end, &file.path);
        if creates {
            file.op = FileOp::Create;
        } else if deletes {
            file.op = FileOp::Delete;
        }
    }

    /// Returns the old and the new name without the prefixes that a tool put before them.
    fn names(&self, strip: Option<usize>) -> (Option<Name>, Option<Name>) {
        let (old, new) = match (&self.old, &self.new, self.git_line) {
            (None, None, Some(line)) => git_names(line),
            (old, new, _) => (old.clone(), new.clone()),
        };
        without_prefixes(old, new, strip)
    }

    /// Returns the first of all its names that must not be used. The section is refused for it: whoever writes one such
    /// name may mean it, and another name beside it proves nothing (`--- a/../../x` over `+++ b/f`).
    fn refused(&self, scan: &Scan<'_>, strip: Option<usize>) -> Option<PatchPath> {
        let (git_old, git_new) = self.git_line.map_or((None, None), git_names);
        let index = self
            .index_line
            .map(|name| Name::Path(unquoted(name.trim())));
        let pairs = [
            without_prefixes(self.old.clone(), self.new.clone(), strip),
            without_prefixes(git_old, git_new, strip),
            (index, None),
        ];
        let in_pairs = pairs.into_iter().flat_map(|(old, new)| [old, new]);
        // Most headers say one name four times.
        let mut named: Vec<BString> = Vec::new();
        for name in in_pairs.flatten() {
            match name {
                Name::Path(path) if !named.contains(&path) => named.push(path),
                Name::Path(_) | Name::DevNull => {}
            }
        }
        let stated = [
            &self.rename_from, &self.rename_to, &self.copy_from, &self.copy_to,
        ];
        named
            .into_iter()
            .chain(stated.into_iter().flatten().cloned())
            .map(|path| scan.path(&path))
            .find(|path| matches!(path, PatchPath::Refused { .. }))
    }
}

/// Returns both names without the first `strip` parts, or without the prefixes that a tool put before them.
fn without_prefixes(
    old: Option<Name>,
    new: Option<Name>,
    strip: Option<usize>,
) -> (Option<Name>, Option<Name>) {
    let n_parts = strip.unwrap_or(usize::from(has_pair(&old, &new)));
    (stripped(old, n_parts), stripped(new, n_parts))
}

/// Returns whether two names differ in leading folders at most.
fn is_one_file(one: &BStr, other: &BStr) -> bool {
    let ends = |long: &BStr, short: &BStr| {
        long.strip_suffix(short.as_bytes())
            .is_some_and(|rest| rest.is_empty() || rest.ends_with(b"/"))
    };
    ends(one, other) || ends(other, one)
}

/// Names a file that goes, or is copied, from one name to another; where the second must not be used, it alone is named.
fn goes(
    file: &mut FilePatch,
    scan: &Scan<'_>,
    (from, to): (&BString, &BString),
    op: impl FnOnce(RelPath) -> FileOp,
) {
    // Git writes these names without a prefix, and counts it among the parts to strip all the same.
    let n_parts = scan.options().strip.map_or(0, |n| n.saturating_sub(1));
    let bare = |name: &BString| match stripped(Some(Name::Path(name.clone())), n_parts) {
        Some(Name::Path(bare)) => bare,
        Some(Name::DevNull) | None => name.clone(),
    };
    let (from, to) = (bare(from), bare(to));
    file.path = scan.path(&from);
    match scan.destination(&to) {
        Some(to) => file.op = op(to),
        None => file.path = scan.path(&to),
    }
}

fn blob(rest: &BStr) -> Option<String> {
    let old = rest.split_once_str("..")?.0;
    let is_id = old.len() >= 4
        && old.iter().all(u8::is_ascii_hexdigit)
        && old.iter().any(|byte| *byte != b'0');
    is_id.then(|| old.to_str_lossy().to_ascii_lowercase())
}

/// Returns whether the two ids in an `index` line are of different contents: no file has none, and so has an empty one. A line
/// without two ids announces another content, too.
fn changes_content(ids: &[u8]) -> bool {
    /// What git calls the content of an empty file, by either of its digests.
    const EMPTY: [&[u8]; 2] = [
        b"e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
        b"473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
    ];
    /// The fewest digits by which an id is known as that of an empty file.
    const N_DIGITS: usize = 4;
    let Some((old, new)) = ids.split_once_str("..") else {
        return true;
    };
    let new = new.fields().next().unwrap_or_default();
    let is_of_nothing = |id: &[u8]| {
        let is_empty = EMPTY.iter().any(|empty| empty.starts_with(id));
        id.len() >= N_DIGITS && (id.iter().all(|byte| *byte == b'0') || is_empty)
    };
    old != new && !(is_of_nothing(old) && is_of_nothing(new))
}

/// Reads the two name lines of a diff that marks them otherwise than `---` and `+++`: whatever the first three bytes are.
pub(in crate::dialect) fn pair(scan: &Scan<'_>, old: &BStr, new: &BStr) -> (PatchPath, FileOp) {
    let header = Header {
        old: named(old, &old[..3.min(old.len())]),
        new: named(new, &new[..3.min(new.len())]),
        ..Header::default()
    };
    let strip = scan.options().strip;
    if let Some(refused) = header.refused(scan, strip) {
        return (refused, FileOp::Modify);
    }
    let path = |name| scan.path(name);
    match header.names(strip) {
        (Some(Name::DevNull), Some(Name::Path(new))) => (path(new), FileOp::Create),
        (Some(Name::Path(old)), Some(Name::DevNull)) => (path(old), FileOp::Delete),
        (_, Some(Name::Path(name))) | (Some(Name::Path(name)), None) => {
            (path(name), FileOp::Modify)
        }
        (Some(Name::DevNull) | None, Some(Name::DevNull) | None) => {
            (PatchPath::Missing, FileOp::Modify)
        }
    }
}
