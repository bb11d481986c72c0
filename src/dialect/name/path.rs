//! Where the path of a block stands: in its fence's info string, in its first lines, or in the lines above.

use bstr::{BStr, BString, ByteSlice};

use super::above::{self, Names, is_heading};
use super::naming::{How, Lead, Naming, naming};
use super::spelling;
use crate::dialect::walk::fence::{Fence, Language};
use crate::dialect::walk::line::Line;
use crate::dialect::words::bearing::{self, Bearing};
use crate::dialect::words::prose;
use crate::dialect::words::purpose::Purpose;
use crate::dialect::words::subject::{self, Subject};
use crate::text::{Trim, comment};

/// A path found in the text, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::dialect) struct Found {
    /// The path as written, without its decoration.
    pub(in crate::dialect) path: BString,
    /// Index of its line in the walk; `None` when a wrapper around the walk names it.
    pub(in crate::dialect) line: Option<usize>,
    /// What the words around it say of the file.
    pub(in crate::dialect) subject: Subject,
    /// Whether other files are named with it, as much as this one.
    pub(in crate::dialect) is_one_of_several: bool,
    /// Another file that a sentence between the path and the block may mean.
    pub(in crate::dialect) rival: Option<BString>,
}

/// What a part stands in.
#[derive(Debug, Clone, Copy)]
pub(in crate::dialect) struct Surroundings<'a> {
    /// The lines around it, its own among them.
    pub(in crate::dialect) lines: &'a [Line<'a>],
    /// The fence that it stands in.
    pub(in crate::dialect) fence: Option<Fence<'a>>,
    /// Index of the first line that does not belong to the part before.
    pub(in crate::dialect) from: usize,
    /// The path that a wrapper around all the lines names.
    pub(in crate::dialect) wrapper: Option<&'a BString>,
}

impl Surroundings<'_> {
    /// Looks for the path of the part that starts at line `start`: first inside its fence, then in the fence's info string,
    /// then in the lines above, then in the wrapper.
    pub(in crate::dialect) fn named(&self, start: usize) -> Option<Found> {
        let inside = self.fence.map_or(self.from, |fence| fence.opened + 1);
        let above =
            |from: usize, start: usize| above::lead(self.lines, from, start, Names::Any).naming;
        let own = above(inside.max(self.from), start);
        let found = |naming: Naming| Found {
            subject: match naming.how {
                How::Amid => subject::of(self.lines[naming.line].body, naming.path.as_bstr()),
                How::Info | How::Label | How::Comment | How::Alone => Subject::Changed,
            },
            path: naming.path,
            line: Some(naming.line),
            is_one_of_several: naming.is_one_of_several,
            rival: naming.rival,
        };
        let of_fence = |fence: Fence<'_>| {
            let above = || above(self.from.min(fence.opened), fence.opened);
            let naming = in_info(fence).or_else(above);
            naming.map(found).or_else(|| self.fenced(fence.opened))
        };
        let of_wrapper = || {
            let path = self.wrapper?.clone();
            Some(Found {
                path,
                line: None,
                subject: Subject::Changed,
                is_one_of_several: false,
                rival: None,
            })
        };
        own.map(found)
            .or_else(|| self.fence.and_then(of_fence))
            .or_else(of_wrapper)
    }

    /// Reads a path that stands alone in a fence of its own, right above the fence that opens at line `opened`.
    fn fenced(&self, opened: usize) -> Option<Found> {
        let at = opened.checked_sub(3)?;
        let is_fence = |index: usize| Fence::open(self.lines[index].body, index).is_some();
        let path = spelling::alone(self.lines[at + 1].body)?.path;
        (at >= self.from && is_fence(at) && is_fence(at + 2)).then_some(Found {
            path,
            line: Some(at + 1),
            subject: Subject::Changed,
            is_one_of_several: false,
            rival: None,
        })
    }
}

/// Returns what names the file of the fence that opens at line `fence.opened` of `lines`, and what is said of it; text above
/// line `from` belongs to something else.
pub(in crate::dialect) fn of_fence(lines: &[Line<'_>], fence: Fence<'_>, from: usize) -> Lead {
    let first = lines.get(fence.opened + 1);
    let names = if first.is_some_and(|line| line.body.starts_with(b"#!")) {
        Names::OfPrograms
    } else {
        Names::OfFiles
    };
    let above = above::lead(lines, from.min(fence.opened), fence.opened, names);
    let above = without_denied(lines, fence, above);
    let inside = inside(lines, fence, &above);
    let naming = in_info(fence).or(inside).or(above.naming);
    let purpose = purpose(lines, fence, from, (naming.as_ref(), above.purpose));
    Lead {
        naming,
        purpose,
        ..above
    }
}

/// Returns what is above a fence without the name of a file that stays as it is. That lends its name to no block: what is asked for
/// below that is of another.
fn without_denied(lines: &[Line<'_>], fence: Fence<'_>, above: Lead) -> Lead {
    let Some(naming) = &above.naming else {
        return above;
    };
    let Some(is_last) = denial(lines, naming) else {
        return above;
    };
    let mut below = lines[naming.line + 1..fence.opened].iter();
    let is_lead_in = below.all(|line| line.is_blank());
    // The very words that would ask for a change are denied, and those of what is there today deny it.
    let is_own = !above.purpose.is_talk() || above.purpose == Purpose::Cites;
    Lead {
        purpose: match is_last && is_lead_in && is_own {
            true => Purpose::Silent,
            false => above.purpose,
        },
        kept: above.naming.map(|naming| naming.path),
        naming: None,
        is_announced: above.is_announced,
    }
}

/// Returns the name in the first lines of a fence, and what it says of a name above that.
fn inside(lines: &[Line<'_>], fence: Fence<'_>, above: &Lead) -> Option<Naming> {
    let inside = in_first_lines(lines, fence.opened + 1)?;
    let Some(other) = &above.naming else {
        let is_content = is_line_of_content(lines, fence, &inside, None);
        return (!is_content).then_some(inside);
    };
    let is_other = other.path != inside.path && other.cited.is_none();
    // `// a.c` below the name `src/a.c` is the first line of that file.
    let is_title =
        inside.how == How::Comment && is_other && spelling::is_end_of(&inside.path, &other.path);
    if is_title
        || is_comment_of_content(lines, fence, &inside, other)
        || is_line_of_content(lines, fence, &inside, Some(other))
    {
        return None;
    }
    let is_said = || {
        let said = || subject::of(lines[other.line].body, other.path.as_bstr());
        let asks = above.purpose.asks_for_a_change() && !other.is_one_of_several;
        other.how == How::Alone || other.how == How::Amid && asks && said() == Subject::Changed
    };
    let mut between = lines[other.line + 1..fence.opened].iter();
    let is_headed = is_other
        && between.all(|line| line.is_blank())
        && !spelling::is_same_end(&other.path, &inside.path)
        && is_said();
    Some(Naming {
        is_headed,
        above: is_other.then(|| other.path.clone()),
        ..inside
    })
}

/// Returns what a fence is for, by its name and by the words `above` it.
fn purpose(
    lines: &[Line<'_>],
    fence: Fence<'_>,
    from: usize,
    (naming, above): (Option<&Naming>, Purpose),
) -> Purpose {
    let Some(naming) = naming else {
        return above;
    };
    let is_silent = above == Purpose::Silent;
    let is_run = above == Purpose::Runs && matches!(fence.language(), Language::Shell(_));
    let stands_alone =
        matches!(naming.how, How::Alone | How::Comment) && naming.cited.is_none() && !is_run;
    // A log that a sentence names is what a program wrote there, and one outside of all projects as well.
    let is_log = || match stands_alone {
        true => is_log_outside(&naming.path),
        false => naming.how == How::Amid && naming.path.ends_with(b".log"),
    };
    if stands_alone && !(is_silent && is_log()) {
        return of_remark(lines, naming, fence.opened, from).unwrap_or(above);
    }
    match is_silent {
        true if !stands_alone && only_mentions(lines, naming) => Purpose::Remarks,
        true if is_log() => Purpose::Outputs,
        true | false => above,
    }
}

fn is_log_outside(path: &BString) -> bool {
    path.starts_with(b"/") && path.ends_with(b".log")
}

/// Returns whether the sentence that names a file gives it no block: it only holds something against it (`Similar to a.rs:`), or has
/// ended and asked for nothing.
fn only_mentions(lines: &[Line<'_>], naming: &Naming) -> bool {
    let (line, path) = (lines[naming.line].body, naming.path.as_bstr());
    let is_plain = naming.how == How::Amid && naming.cited.is_none();
    is_plain
        && match (subject::of(line, path), bearing::of(line, path)) {
            (Subject::Compared, _) => true,
            (Subject::Unclear, Bearing::Ended | Bearing::Denied { .. }) => true,
            (Subject::Unclear, Bearing::Open) | (Subject::Changed, _) => false,
        }
}

/// Returns whether the sentence that names a file is the last of its line, where it has ended and says that the file stays as it is.
fn denial(lines: &[Line<'_>], naming: &Naming) -> Option<bool> {
    let (line, path) = (lines[naming.line].body, naming.path.as_bstr());
    match bearing::of(line, path) {
        Bearing::Denied { is_last } if naming.how == How::Amid => Some(is_last),
        Bearing::Denied { .. } | Bearing::Ended | Bearing::Open => None,
    }
}

/// Returns what a sentence says that stands between the path of a block and the block, or above a block that begins with its
/// path, where its words are those of talk but do not lead over to it.
fn of_remark(lines: &[Line<'_>], naming: &Naming, opened: usize, from: usize) -> Option<Purpose> {
    let first = match naming.how {
        How::Alone => naming.line + 1,
        How::Info | How::Label | How::Comment | How::Amid => from.min(opened),
    };
    let last = (first..opened).rev().find(|at| !lines[*at].is_blank())?;
    let body = lines[last].body;
    let is_other = Fence::open(body, 0).is_some() || is_heading(body);
    let sentence = prose::last_sentence(body);
    if is_other || prose::leads_on(sentence) || !prose::purpose(sentence).is_talk() {
        return None;
    }
    Some(match prose::points_to_block(sentence) {
        true => Purpose::Describes,
        false => Purpose::Remarks,
    })
}

/// Returns what names a file in the last line with text above line `start`; text above line `from` belongs to something else.
pub(in crate::dialect) fn right_above(
    lines: &[Line<'_>],
    from: usize,
    start: usize,
) -> Option<Naming> {
    let mut above = (from.min(start)..start).rev();
    let last = above.find(|at| !lines[*at].is_blank())?;
    // Above a file of JSON that is in no fence there may be the sentence alone.
    above::lead(lines, last, last + 1, Names::OfFiles).naming
}

/// Returns whether the words right above a fence ask for a change of what may be a file, though its name does not look like
/// one; text above line `from` belongs to something else.
pub(in crate::dialect) fn may_be_named(lines: &[Line<'_>], fence: Fence<'_>, from: usize) -> bool {
    let above = above::lead(lines, from.min(fence.opened), fence.opened, Names::Any);
    above.purpose.asks_for_a_change() && above.naming.is_some()
}

/// Returns whether the words right above a fence ask to make what may be a file, though its name does not look like one; text
/// above line `from` belongs to something else.
pub(in crate::dialect) fn may_be_new(lines: &[Line<'_>], fence: Fence<'_>, from: usize) -> bool {
    let above = above::lead(lines, from.min(fence.opened), fence.opened, Names::Any);
    above.purpose == Purpose::Creates && above.naming.is_some()
}

/// Returns whether the comment in a fence that names a file is content of the file named `above`: its sign is rare, or is no
/// comment in the file that it names, or the fence's language fits only the file above.
fn is_comment_of_content(
    lines: &[Line<'_>],
    fence: Fence<'_>,
    inside: &Naming,
    above: &Naming,
) -> bool {
    let line = lines[inside.line].body;
    let (path, other) = (inside.path.as_bstr(), above.path.as_bstr());
    let is_other = !spelling::is_same_end(path, other) && above.cited.is_none();
    let is_foreign = || {
        let is_of_above = fence.may_be_part_of(other) && !fence.may_be_part_of(path);
        !spelling::is_comment_of(line, path) || above.how == How::Alone && is_of_above
    };
    inside.how == How::Comment && (spelling::has_rare_sign(line) || is_other && is_foreign())
}

/// Returns whether a label within a fence is a line of its content, as `path: tls.key` is in YAML: one that is no comment, and
/// is indented, written in the language of the fence, in a fence of other code, or below another name of the file.
fn is_line_of_content(
    lines: &[Line<'_>],
    fence: Fence<'_>,
    inside: &Naming,
    above: Option<&Naming>,
) -> bool {
    let line = lines[inside.line].body;
    let is_plain = inside.how == How::Label && !comment::is_plain(line.trimmed());
    let is_indented = || line.starts_with(b" ") || line.starts_with(b"\t");
    let is_of_other = || above.is_some_and(|above| above.path != inside.path);
    let is_other_code =
        || fence.language() == Language::Code && !fence.is_code_of(inside.path.as_bstr());
    let is_syntax = || fence.is_code_of(BStr::new("a.yaml"));
    is_plain && (is_indented() || is_of_other() || is_other_code() || is_syntax())
}

fn in_info(fence: Fence<'_>) -> Option<Naming> {
    spelling::in_info(fence.info).map(|spelt| naming(spelt, fence.opened, How::Info))
}

/// Reads the path in the first line of a block, or below what must stand above all else in a file.
fn in_first_lines(lines: &[Line<'_>], first: usize) -> Option<Naming> {
    /// How many such lines a file may have.
    const N_LINES: usize = 3;
    let is_fixed = |at: &usize| spelling::stands_first(lines[*at].body);
    let below = (first..lines.len()).take(N_LINES).find(|at| !is_fixed(at));
    let named = |at: usize| {
        let line = lines.get(at)?.body;
        let labelled = spelling::labelled(line).map(|spelt| (spelt, How::Label));
        let (spelt, how) = labelled
            .or_else(|| spelling::path_in_comment(line).map(|spelt| (spelt, How::Comment)))?;
        Some(naming(spelt, at, how))
    };
    named(first).or_else(|| named(below?))
}
