//! Where the path of a block stands: in its fence's info string, in its first lines, in the lines above; and what those say
//! of it.

use std::cell::OnceCell;

use bstr::{BStr, BString, ByteSlice};

use super::cited::Cited;
use super::spelling::{self, Spelt};
use crate::dialect::walk::fence::{Fence, Language};
use crate::dialect::walk::line::Line;
use crate::dialect::words::aside;
use crate::dialect::words::prose;
use crate::dialect::words::purpose::Purpose;
use crate::dialect::words::subject::{self, Subject};
use crate::dialect::words::together;
use crate::dialect::words::tongue;
use crate::text::Trim;

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

/// What stands around a block and says which file it is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::dialect) struct Lead {
    /// The path, where one is named.
    pub(in crate::dialect) naming: Option<Naming>,
    /// What the words say of the block.
    pub(in crate::dialect) purpose: Purpose,
    /// Whether they only announce what the reply changes, above a path that stands alone: the file may be a new one.
    pub(in crate::dialect) is_announced: bool,
}

/// The path that names the file of a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::dialect) struct Naming {
    pub(in crate::dialect) path: BString,
    /// Index of the line where it stands.
    pub(in crate::dialect) line: usize,
    pub(in crate::dialect) how: How,
    /// The place in the file that is named with it: then the block shows code, and is no new content.
    pub(in crate::dialect) cited: Option<Cited>,
    /// Whether other files are named with it, as much as this one.
    pub(in crate::dialect) is_one_of_several: bool,
    /// Another file that a sentence between the path and the block may mean.
    pub(in crate::dialect) rival: Option<BString>,
}

/// Where a path stands that names the file of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum How {
    /// In the info string of the fence.
    Info,
    /// In the first line of the block, with a label: `// filepath: a.rs`.
    Label,
    /// In the first line of the block, as a comment of its own: `// a.rs`.
    Comment,
    /// Alone in a line above.
    Alone,
    /// Amid a sentence above.
    Amid,
}

/// How many lines with text above a block are searched for a path that stands alone.
const REACH: usize = 8;

/// How many lines above a heading are searched for the one that it belongs to.
const REACH_OF_CHAPTER: usize = 40;

/// How many lines with text above a block are searched for a sentence that holds a path.
const REACH_OF_SENTENCES: usize = 3;

/// Which names count as paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Names {
    /// Whatever is spelt as a path: the block says by itself that it is an edit.
    Any,
    /// Only what is plainly a file.
    OfFiles,
    /// The same, and whatever stands alone with its folder: the block is a program, which may have no ending.
    OfPrograms,
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
        let above = |from: usize, start: usize| above(self.lines, from, start, Names::Any).naming;
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
    let above = above(lines, from.min(fence.opened), fence.opened, names);
    let inside = in_first_lines(lines, fence.opened + 1)
        .filter(|inside| !is_line_of_content(lines, fence, inside, above.naming.as_ref()));
    let naming = in_info(fence).or(inside).or(above.naming);
    let is_run = above.purpose == Purpose::Runs && matches!(fence.language(), Language::Shell(_));
    let stands_alone = |naming: &Naming| {
        matches!(naming.how, How::Alone | How::Comment) && naming.cited.is_none() && !is_run
    };
    let purpose = match naming.as_ref().filter(|it| stands_alone(it)) {
        Some(naming) => of_remark(lines, naming, fence.opened, from).unwrap_or(above.purpose),
        None if naming
            .as_ref()
            .is_some_and(|naming| is_compared(lines, naming))
            && above.purpose == Purpose::Silent =>
        {
            Purpose::Remarks
        }
        // A log that a sentence names is what a program wrote there.
        None if above.purpose == Purpose::Silent
            && naming.as_ref().is_some_and(|naming| {
                naming.how == How::Amid && naming.path.ends_with(b".log")
            }) =>
        {
            Purpose::Outputs
        }
        None => above.purpose,
    };
    Lead {
        naming,
        purpose,
        is_announced: above.is_announced,
    }
}

/// Returns whether the sentence that names a file only holds something against it: `Similar to a.rs:`.
fn is_compared(lines: &[Line<'_>], naming: &Naming) -> bool {
    let subject = || subject::of(lines[naming.line].body, naming.path.as_bstr());
    naming.how == How::Amid && naming.cited.is_none() && subject() == Subject::Compared
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

/// Returns whether the words right above a fence ask for a change of what may be a file, though its name does not look like
/// one; text above line `from` belongs to something else.
pub(in crate::dialect) fn may_be_named(lines: &[Line<'_>], fence: Fence<'_>, from: usize) -> bool {
    let above = above(lines, from.min(fence.opened), fence.opened, Names::Any);
    above.purpose.asks_for_a_change() && above.naming.is_some()
}

/// Returns whether the words right above a fence ask to make what may be a file, though its name does not look like one; text
/// above line `from` belongs to something else.
pub(in crate::dialect) fn may_be_new(lines: &[Line<'_>], fence: Fence<'_>, from: usize) -> bool {
    let above = above(lines, from.min(fence.opened), fence.opened, Names::Any);
    above.purpose == Purpose::Creates && above.naming.is_some()
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
    let is_plain = inside.how == How::Label && !spelling::is_comment(line);
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
        let (spelt, how) =
            labelled.or_else(|| spelling::comment(line).map(|spelt| (spelt, How::Comment)))?;
        Some(naming(spelt, at, how))
    };
    named(first).or_else(|| named(below?))
}

fn naming(spelt: Spelt, line: usize, how: How) -> Naming {
    Naming {
        path: spelt.path,
        line,
        how,
        cited: spelt.cited,
        is_one_of_several: spelt.is_one_of_several,
        rival: None,
    }
}

/// Reads the lines `from..start`, the nearest first. A request that names a path goes first, then a line that is only a
/// path, then a sentence that holds one.
fn above(lines: &[Line<'_>], from: usize, start: usize, names: Names) -> Lead {
    let near = near(lines, from, start);
    let body = |at: usize| lines[at].body;
    let counts = |spelt: &Spelt| names == Names::Any || spelt.is_of_file();
    let is_program = |spelt: &Spelt| {
        let is_meant = names == Names::OfPrograms || spelt.remark == Purpose::Creates;
        is_meant && spelt.path.contains(&b'/')
    };
    let alone = |at: usize| {
        let spelt = spelling::alone(body(at)).filter(|spelt| counts(spelt) || is_program(spelt))?;
        (!is_listed(lines, from, at)).then_some(spelt)
    };
    let alone = OncePerLine::new(&near, alone);
    let alone = |at: usize| alone.of(at);
    let amid = |at: usize| {
        let is_other = prose::is_command(body(at)) || is_listed(lines, from, at);
        let changed = || {
            let several = spelling::several(body(at));
            let mut changed = several
                .into_iter()
                .filter(|it| subject::of(body(at), it.path.as_bstr()) == Subject::Changed);
            changed.next().filter(|_| changed.next().is_none())
        };
        let together = || {
            let (first, said) = together::first_of_several(body(at))?;
            let counts = said == Subject::Changed || names == Names::Any;
            spelling::one_of_several(first).filter(|_| counts)
        };
        let spelt = spelling::amid(body(at))
            .or_else(together)
            .or_else(changed)
            .or_else(|| last_made(body(at)))
            .or_else(|| aside::main_file(body(at)));
        let may_be_program = |spelt: &Spelt| {
            names == Names::OfPrograms && is_below_folder(&spelt.path) && spelt.cited.is_none()
        };
        spelt.filter(|spelt| (counts(spelt) || may_be_program(spelt)) && !is_other)
    };
    let amid = OncePerLine::new(&near, amid);
    let amid = |at: usize| amid.of(at);
    let Some(lead_in) = near.first().copied() else {
        return Lead {
            naming: None,
            purpose: Purpose::Silent,
            is_announced: false,
        };
    };
    let is_new = || {
        let named = amid(lead_in).filter(|_| prose::leads_on(body(lead_in)));
        named.is_some_and(|spelt| {
            let is_made = || last_made(body(lead_in)).as_ref() == Some(&spelt);
            subject::is_new(body(lead_in), spelt.path.as_bstr()) || is_made()
        })
    };
    let is_run = || {
        let named = amid(lead_in);
        named.is_some_and(|spelt| subject::is_run(body(lead_in), spelt.path.as_bstr()))
    };
    let said = purpose(lines, &near, &alone);
    let may_be_new = matches!(said, Purpose::Silent | Purpose::Changes);
    // `After starting a.rs:` has the word by which a changed block is led over to.
    let may_be_run = match said {
        Purpose::Changes => body(lead_in).trimmed_end().ends_with(b"`:"),
        Purpose::Silent => true,
        Purpose::Creates
        | Purpose::Cites
        | Purpose::Quotes
        | Purpose::Shows
        | Purpose::Runs
        | Purpose::Outputs
        | Purpose::Doubtful
        | Purpose::Remarks
        | Purpose::Describes => false,
    };
    // A word of talk elsewhere in the sentence: the file shows what is meant.
    let is_given = || {
        let is_talk = matches!(said, Purpose::Shows | Purpose::Outputs | Purpose::Runs);
        let named = amid(lead_in).filter(|_| is_talk);
        named.is_some_and(|spelt| subject::is_given(body(lead_in), spelt.path.as_bstr()))
    };
    let is_handed_over = || {
        let is_talk = matches!(said, Purpose::Outputs | Purpose::Runs);
        let named = amid(lead_in).filter(|_| is_talk);
        named.is_some_and(|spelt| subject::is_handed_over(body(lead_in), spelt.path.as_bstr()))
    };
    // `## New file `a.py`` counts for the block below it, also with a sentence between that says what it is for.
    let is_headed = || {
        let mut near = near.iter().copied().take(REACH_OF_SENTENCES);
        let heading = near.find(|at| is_heading(body(*at)));
        heading.is_some_and(|at| {
            tongue::purpose_above(body(at)) == Purpose::Creates && amid(at).is_some()
        })
    };
    let purpose = if may_be_new && is_new() || said == Purpose::Silent && is_headed() {
        Purpose::Creates
    } else if is_handed_over() {
        Purpose::Changes
    } else if is_given() {
        Purpose::Doubtful
    } else if may_be_run && is_run() {
        Purpose::Outputs
    } else {
        said
    };
    // Whoever asks for a program or a hook may give it a name without an ending.
    let is_made = |spelt: &Spelt| {
        let is_hook = spelt.path.starts_with(b".") && purpose == Purpose::Creates;
        let is_program = names == Names::OfPrograms && purpose.asks_for_a_change();
        (is_hook || is_program) && is_below_folder(&spelt.path)
    };
    let made =
        || spelling::amid(body(lead_in)).filter(|spelt| names != Names::Any && is_made(spelt));
    let requested = || {
        let spelt = amid(lead_in).filter(|_| purpose.asks_for_a_change());
        let spelt = spelt.or_else(made)?;
        // A new file that is named without its folder lies in the one that the sentence says.
        let is_bare = purpose == Purpose::Creates && !spelt.path.contains(&b'/');
        let folder = is_bare.then(|| spelling::folder_of(body(lead_in), &spelt.path));
        let path = match folder.flatten() {
            Some(folder) => [&folder[..], b"/", &spelt.path].concat().into(),
            None => spelt.path,
        };
        Some(naming(Spelt { path, ..spelt }, lead_in, How::Amid))
    };
    let standing = || {
        // A command's name is no file's, however it is spelt.
        let at = near.iter().copied().find(|at| alone(*at).is_some())?;
        let is_run = prose::is_command(body(at)) && at == lead_in;
        let naming = naming(alone(at)?, at, How::Alone);
        let is_one_of_several = together::adds_file(body(at));
        let naming = Naming {
            is_one_of_several,
            ..naming
        };
        Some(naming).filter(|_| !is_run)
    };
    let spoken = || {
        let mut sentences = near.iter().copied().take(REACH_OF_SENTENCES);
        sentences.find_map(|at| Some(naming(amid(at)?, at, How::Amid)))
    };
    let is_alone = alone(lead_in).is_some();
    let requested = requested().filter(|_| !is_alone);
    // A sentence that only speaks of another file takes no block away from the one that stands above it.
    let headed = || {
        let named = requested.as_ref()?;
        let said = subject::of(body(lead_in), named.path.as_bstr());
        let standing = standing().filter(|it| it.path != named.path)?;
        let rival = (said == Subject::Unclear).then(|| named.path.clone());
        (said != Subject::Changed).then_some(Naming { rival, ..standing })
    };
    // `In b.rs:` below a heading leads over to that file, though it asks for nothing.
    let led = || {
        let spelt = amid(lead_in).filter(|_| !is_alone && prose::leads_on(body(lead_in)))?;
        let standing = standing().filter(|it| it.path != spelt.path)?;
        match subject::of(body(lead_in), spelt.path.as_bstr()) {
            Subject::Changed => Some(naming(spelt, lead_in, How::Amid)),
            Subject::Unclear => Some(Naming {
                rival: Some(spelt.path),
                ..standing
            }),
            Subject::Compared => None,
        }
    };
    // `### a.rs` and then "`b.rs` needs it too:", with no block of the first between: both are meant.
    let shared = |naming: &Naming| {
        let is_led = naming.how == How::Amid && naming.line == lead_in;
        let is_shared = || together::shares(body(lead_in), naming.path.as_bstr());
        is_led && is_shared() && standing().is_some_and(|it| it.path != naming.path)
    };
    let naming = headed()
        .or(requested)
        .or_else(led)
        .or_else(standing)
        .or_else(spoken)
        .map(|naming| Naming {
            is_one_of_several: naming.is_one_of_several || shared(&naming),
            ..naming
        });
    let words = near.get(1).filter(|at| is_alone && alone(**at).is_none());
    let is_announced = words.is_some_and(|at| prose::announces(prose::last_sentence(body(*at))));
    Lead {
        naming,
        purpose,
        is_announced,
    }
}

/// Reads the last of several files that a sentence names, where it leads over to that one by asking to make it: `Delete a.rs
/// and create b.rs:`.
fn last_made(line: &BStr) -> Option<Spelt> {
    let last = spelling::several(line).pop()?;
    let begin = line.rfind(&last.path)?;
    let joints = [", ", "; ", " and "].iter();
    let joint = joints.filter_map(|joint| Some(line[..begin].rfind(joint)? + joint.len()));
    let clause = line[joint.max()?..].as_bstr();
    let behind = &line[begin + last.path.len()..];
    let is_end = !behind.iter().any(u8::is_ascii_alphanumeric);
    let makes = || tongue::purpose_above(clause) == Purpose::Creates;
    (is_end && prose::leads_on(line) && makes()).then_some(last)
}

/// Returns whether a path leads from the root through a folder.
fn is_below_folder(path: &[u8]) -> bool {
    path.contains(&b'/') && !path.starts_with(b"/") && !path.ends_with(b"/")
}

/// What is read in some lines, each of which is asked about several times.
struct OncePerLine<'l, F> {
    lines: &'l [usize],
    read: F,
    known: Vec<OnceCell<Option<Spelt>>>,
}

impl<'l, F: Fn(usize) -> Option<Spelt>> OncePerLine<'l, F> {
    fn new(lines: &'l [usize], read: F) -> OncePerLine<'l, F> {
        OncePerLine {
            lines,
            read,
            known: vec![OnceCell::new(); lines.len()],
        }
    }

    fn of(&self, line: usize) -> Option<Spelt> {
        let nth = self.lines.iter().position(|other| *other == line);
        let known = &self.known[nth.expect("only these lines are asked about")];
        known.get_or_init(|| (self.read)(line)).clone()
    }
}

/// Returns the lines with text above line `start`, the nearest first: no further than a fence, or than a heading that names
/// no file.
fn near(lines: &[Line<'_>], from: usize, start: usize) -> Vec<usize> {
    let mut near = Vec::new();
    let with_text = (from..start).rev().filter(|at| !lines[*at].is_blank());
    for at in with_text.take(REACH) {
        let body = lines[at].body;
        if Fence::open(body, 0).is_some() {
            break;
        }
        near.push(at);
        if is_heading(body) {
            near.extend(chapter(lines, from, at));
            break;
        }
    }
    near
}

/// Returns the heading that the one at line `at` belongs to, where it is a path: `## src/a.rs` above `### The loop`.
fn chapter(lines: &[Line<'_>], from: usize, at: usize) -> Option<usize> {
    let level = |at: usize| {
        lines[at]
            .body
            .iter()
            .take_while(|byte| **byte == b'#')
            .count()
    };
    if spelling::alone(lines[at].body).is_some_and(|spelt| spelt.is_of_file()) {
        return None;
    }
    let above = (from..at).rev().take(REACH_OF_CHAPTER);
    let mut above = above.take_while(|above| Fence::open(lines[*above].body, 0).is_none());
    let above = above.find(|above| is_heading(lines[*above].body) && level(*above) < level(at))?;
    let named = spelling::alone(lines[above].body);
    named.filter(Spelt::is_of_file).map(|_| above)
}

/// Returns whether a line is a heading of Markdown.
pub(in crate::dialect) fn is_heading(line: &BStr) -> bool {
    line.starts_with(b"# ") || line.starts_with(b"##")
}

/// Returns whether a path is one of several in a list, which names the files of no block.
fn is_listed(lines: &[Line<'_>], from: usize, at: usize) -> bool {
    // Asked of nearly every line above a block: what is told by its first letters goes first.
    let may_be_path = |at: &usize| {
        lines.get(*at).is_some_and(|line| {
            let text = line.body.trimmed();
            !text.is_empty() && !text.starts_with(b"```") && Fence::open(line.body, *at).is_none()
        })
    };
    let above = at.checked_sub(1).filter(|above| *above >= from);
    let beside = above.into_iter().chain([at + 1]);
    let mut beside = beside.filter(may_be_path).peekable();
    if beside.peek().is_none() || !may_be_path(&at) {
        return false;
    }
    let entry = |at: usize| spelling::alone(lines[at].body).map(|spelt| spelt.path);
    entry(at).is_some_and(|own| beside.any(|at| entry(at).is_some_and(|path| path != own)))
}

/// Returns what the words above a block say of it: the sentence that leads over to it, the remark beside its path, or the
/// heading above, where that says that the block is only talk.
fn purpose(lines: &[Line<'_>], near: &[usize], alone: &impl Fn(usize) -> Option<Spelt>) -> Purpose {
    let body = |at: usize| lines[at].body;
    let mut words = near.iter().copied().filter(|at| alone(*at).is_none());
    let remark = near
        .first()
        .and_then(|at| alone(*at))
        .map_or(Purpose::Silent, |spelt| spelt.remark);
    if remark != Purpose::Silent {
        return remark;
    }
    let is_led = |at: usize| {
        let follows_path = near.first() != Some(&at);
        let text = body(at).trimmed_end();
        !follows_path || text.ends_with(b":") || text.ends_with("：".as_bytes())
    };
    let said = words
        .next()
        .filter(|at| is_led(*at))
        .map_or(Purpose::Silent, |at| {
            let said = tongue::purpose_above(prose::last_sentence(body(at)));
            let is_apart = near.first() != Some(&at);
            if is_apart && said == Purpose::Shows {
                Purpose::Doubtful
            } else {
                said
            }
        });
    if said != Purpose::Silent {
        return said;
    }
    let heading = near.iter().copied().find(|at| is_heading(body(*at)));
    heading
        .filter(|at| alone(*at).is_none())
        .map(|at| tongue::purpose_above(body(at)))
        .filter(|purpose| purpose.is_talk())
        .unwrap_or(Purpose::Silent)
}
