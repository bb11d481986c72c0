//! How plainly a block is said to be the content of its file.

use bstr::{BStr, ByteSlice};

use super::WholeFile;
use crate::dialect::name::naming::{How, Naming};
use crate::dialect::name::shape;
use crate::dialect::name::spelling;
use crate::dialect::walk::fence::Fence;
use crate::dialect::walk::scan::Scan;
use crate::dialect::words::purpose::Purpose;
use crate::patch::Shown;

/// Returns how plainly a block is said to be the content of its file, where that may lie in another folder.
pub(super) fn of(scan: &Scan<'_>, file: &WholeFile) -> Shown {
    let shown = shown(file.naming.how, file.purpose, file.is_announced);
    let is_made = matches!(shown, Shown::Requested | Shown::Named);
    if is_made && is_elsewhere(scan, &file.naming) {
        Shown::Elsewhere
    } else if shown == Shown::Named && may_be_no_file(scan, file) {
        Shown::Mentioned
    } else {
        shown
    }
}

/// Returns whether the name alone above a block may be that of something in code, `console.log`, or an address: it makes no
/// file then. Code of a program is not what a file of such an ending holds, and neither are lines that use the name.
fn may_be_no_file(scan: &Scan<'_>, file: &WholeFile) -> bool {
    let path = file.naming.path.as_bstr();
    if !matches!(file.naming.how, How::Alone | How::Comment) {
        return false;
    }
    let lines = || scan.lines[file.content.clone()].iter();
    let mut with_text = lines().filter(|line| !line.is_blank());
    let first = with_text.next();
    let last = with_text.next_back().or(first);
    let opens = first.is_some_and(|line| matches!(line.trimmed().first(), Some(b'{' | b'[')));
    let closes = last.is_some_and(|line| matches!(line.trimmed().last(), Some(b'}' | b']')));
    let is_data = opens && closes;
    let fence = Fence::open(scan.lines[scan.at].body, scan.at);
    let is_program = fence.is_some_and(|fence| fence.is_of_program());
    let is_used = || lines().any(|line| line.body.contains_str(path));
    let name_alone = path.rsplit_str("/").next().unwrap_or(path);
    let is_called = || lines().any(|line| uses_as_code(line.body, name_alone));
    let is_named_alone = file.naming.how == How::Alone;
    // `Array/prototype.map` above code that is in no such file.
    let name = path.rsplit_once_str("/").map(|(_, name)| name);
    let is_other_code = is_program && fence.is_some_and(|fence| !fence.may_be_part_of(path));
    is_named_alone && is_other_code && !is_data && is_called()
        || name.is_some_and(shape::may_be_member) && !is_data && is_other_code
        || is_named_alone && shape::may_be_member(path) && !is_data && (is_program || is_used())
        || shape::may_be_address(path)
}

/// Returns whether a line of code calls what `name` stands for, or takes a part of it: `db.sql(x)`, `items.list[0]`.
fn uses_as_code(line: &BStr, name: &[u8]) -> bool {
    let is_of_path = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-/.".contains(byte);
    let is_use = |at: usize| {
        let behind = &line[at + name.len()..];
        let takes_part = behind.strip_prefix(b".").and_then(<[u8]>::first);
        let begins = !line[..at].last().is_some_and(is_of_path);
        begins
            && (behind.starts_with(b"(")
                || behind.starts_with(b"[")
                || takes_part.is_some_and(u8::is_ascii_alphabetic))
    };
    line.find_iter(name).any(is_use)
}

/// Returns whether a file is named without a folder, and the words beside its name or right above them say one, or may do so.
fn is_elsewhere(scan: &Scan<'_>, naming: &Naming) -> bool {
    /// How many lines with text above the name are looked at.
    const N_LINES: usize = 2;
    let above = (scan.read_to.min(naming.line)..naming.line).rev();
    let above = above.filter(|at| !scan.lines[*at].is_blank()).take(N_LINES);
    let bodies = above.chain([naming.line]).map(|at| scan.lines[at].body);
    let name = naming.path.rsplit_str("/").next().unwrap_or_default();
    let own = scan.lines[naming.line].body;
    match naming.path.contains(&b'/') {
        false => {
            bodies.into_iter().any(spelling::says_folder) || spelling::may_say_folder(own, name)
        }
        // The folder was read from the sentence.
        true => spelling::folder_of(own, name).is_some_and(|folder| !folder.is_plain),
    }
}

/// Returns how plainly a block is said to be the content of its file.
fn shown(how: How, purpose: Purpose, is_announced: bool) -> Shown {
    match (how, purpose) {
        (How::Alone, Purpose::Changes) if is_announced => Shown::Named,
        (_, Purpose::Creates) => Shown::Requested,
        (How::Alone | How::Comment | How::Amid, Purpose::Remarks | Purpose::Describes) => {
            Shown::Remarked
        }
        (How::Info | How::Label | How::Comment, _) | (How::Alone, Purpose::Silent) => Shown::Named,
        (How::Amid, _)
        | (
            How::Alone,
            Purpose::Changes
            | Purpose::Doubtful
            | Purpose::Cites
            | Purpose::Quotes
            | Purpose::Shows
            | Purpose::Runs
            | Purpose::Outputs,
        ) => Shown::Mentioned,
    }
}
