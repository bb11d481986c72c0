//! One change as two fences with words between them: "change … to …", "before: … after: …"; as one fence in which comments
//! say so; or as one fence of lines that the words above it want gone. Words that order the change ("replace … with …") make it
//! one like a block of SEARCH and REPLACE; where sentences or labels (`Before:`, `After:`) only call one fence the old code and one
//! the new, it is an edit if the old code is in one place of the file, to the letter: else the pair may compare what is done. What
//! only could be changed, or is to go, waits for a person.

use std::ops::Range;

use bstr::{BStr, BString, ByteSlice};

use super::name::beside;
use super::name::naming::{How, Lead};
use super::name::path;
use super::name::shape;
use super::note::NoteCode;
use super::owner;
use super::spec::{DialectSpec, Manners, Takes};
use super::walk::fence::{Fence, Language};
use super::walk::scan::Scan;
use super::words::gone::{self, Object};
use super::words::purpose::Purpose;
use super::words::subject::{self, Subject};
use super::words::{pairs, prose};
use crate::patch::{FileOp, FilePatch, Hunk, Unsure};
use crate::text::{Piece, Trim, comment, indent};

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "before-after",
    title: "two fences, code as it is and as it shall be, with words between: change … to …",
    example: "In `src/greet.rs`, change\n\n```rust\n    hello();\n```\n\nto\n\n```rust\n    goodbye();\n```\n",
    advice: &[],
    starts,
    read,
    manners: Manners {
        takes: Takes::Fence(lines),
        ..Manners::PLAIN
    },
};

/// The most lines with text between the two fences, and words in them.
const N_LINES: usize = 2;
const N_WORDS: usize = 8;

/// Words above the first fence by which it shows what is there.
const OLD: &[&str] = &[
    "from", "before", "old", "current", "currently", "original", "originally", "existing", "find",
    "locate", "this", "these", "line", "lines", "today", "instead", "look",
];

/// Words with which the text between the fences begins, where the second shows what is to be.
const NEW: &[&str] = &[
    "to", "with", "by", "into", "becomes", "become", "after", "afterwards", "new", "should",
    "must", "now", "use", "replacement", "updated", "fixed", "for", "like", "instead", "better",
    "needs", "could", "would", "corrected", "improved", "refactored", "reads",
];

/// Signs that stand between the fences for such words.
const ARROWS: &[&str] = &["->", "=>", "→", "⇒", "↓", "⬇"];

/// The words of a comment that says which side of a change the lines below it are.
const LABELS: &[(Side, &[&str])] = &[
    (
        Side::Old,
        &["before", "old", "original", "current", "existing", "bad"],
    ),
    (
        Side::New,
        &["after", "new", "updated", "fixed", "changed", "good"],
    ),
];

/// Words that may stand beside these.
const BESIDE_LABEL: &[&str] = &["code", "version", "the", "change", "fix", "implementation"];

/// A side of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Old,
    New,
}

/// Words that may stand before these: "and replace it with", "it should be".
const BEFORE_NEW: &[&str] = &[
    "and", "then", "it", "this", "that", "which", "replace", "replaced", "change", "changed",
    "the", "code", "version", "line", "lines", "them", "as", "follows", "be", "do", "a", "so", "i",
    "you", "try", "write", "make",
];

/// The two fences.
struct Pair {
    /// The first line of it: a label above the first fence belongs to the change.
    start: usize,
    old: Range<usize>,
    new: Range<usize>,
    /// Index behind the second fence.
    end: usize,
    /// What names the file.
    named: Option<(BString, usize)>,
    /// Why it may be none.
    unsure: Option<Unsure>,
    /// Whether they name several files together.
    is_one_of_several: bool,
}

fn starts(scan: &Scan<'_>) -> bool {
    find(scan).is_some()
}

/// Returns the lines from the first fence to the second: where another dialect begins among them, it goes first.
fn lines(scan: &Scan<'_>) -> Option<Range<usize>> {
    find(scan).map(|pair| pair.old.start..pair.new.end)
}

fn find(scan: &Scan<'_>) -> Option<Pair> {
    let first = Fence::open(scan.peek(0)?.body, scan.at).filter(|_| scan.fence.is_none())?;
    if !may_be_side(first) {
        return None;
    }
    let (old, behind) = content(scan, first)?;
    if let Some((old, new)) = labelled(scan, old.clone()) {
        return Some(Pair {
            start: old.start,
            old,
            new,
            end: behind,
            named: named(&scan.lead(first)),
            unsure: Some(Unsure::Labelled),
            is_one_of_several: is_one_of_several(&scan.lead(first)),
        });
    }
    let lead = scan.lead(first);
    joined(scan, first, (old.clone(), behind), &lead).or_else(|| {
        let object = ordered_gone(scan, first.opened)?;
        let named = named(&lead);
        // Without a name it is of the file that a part before is of, where the words are about the block and nothing else.
        let is_carried = || object == Object::BlockAlone && is_code(first) && scan.carries_path();
        (named.is_some() || is_carried()).then(|| Pair {
            start: old.start,
            new: old.end..old.end,
            old,
            end: behind,
            named,
            unsure: Some(Unsure::Paired),
            is_one_of_several: is_one_of_several(&lead),
        })
    })
}

/// Returns whether a change begins with the fence where the walk is: one in an item of a list is deeper than the words around it,
/// and is read with these.
pub(super) fn begins_with_fence(scan: &Scan<'_>) -> bool {
    let is_read = scan.options().dialect.is_none_or(|it| it == SPEC.name);
    let pair = Some(scan).filter(|_| is_read).and_then(find);
    pair.is_some_and(|pair| !owner::wraps_other(scan, scan.at, pair.old))
}

fn is_one_of_several(lead: &Lead) -> bool {
    let naming = lead.naming.as_ref();
    naming.is_some_and(|naming| naming.is_one_of_several)
}

/// Returns the change that a fence and the next one are, by the words above both; `old` are its lines and the index behind it.
fn joined(
    scan: &Scan<'_>,
    first: Fence<'_>,
    (old, behind): (Range<usize>, usize),
    lead: &Lead,
) -> Option<Pair> {
    let second = scan.find_ahead(behind, |at| {
        let body = scan.lines[at].body;
        Fence::open(body, at).is_some()
    })?;
    let between = (behind..second).filter(|at| !scan.lines[*at].is_blank());
    let between: Vec<&BStr> = between.map(|at| scan.lines[at].body).collect();
    let second = Fence::open(scan.lines[second].body, second)?;
    let are_alike = second.language() == first.language() || is_code(first) && is_code(second);
    let label = label_above(scan, first.opened, &between).filter(|_| named(lead).is_some());
    let are_labelled = label.is_some();
    let are_joined = !between.is_empty()
        && between.len() <= N_LINES
        && (are_labelled || shows_old(scan, first.opened) && leads_to_new(&between));
    if !may_be_side(second) || !are_alike || !are_joined {
        return None;
    }
    let (new, end) = content(scan, second)?;
    // A patch of its own is no side of another, and neither is what a program prints.
    let led = path::of_fence(scan.lines, second, behind);
    if owner::wraps_other(scan, second.opened, new.clone())
        || matches!(lead.purpose, Purpose::Outputs | Purpose::Runs)
        || matches!(
            led.purpose,
            Purpose::Shows | Purpose::Outputs | Purpose::Runs
        )
    {
        return None;
    }
    let (own, other) = (named(lead), named(&led));
    let other = other.or_else(|| {
        let below = beside::goes_on_below(scan.lines, end).filter(|_| own.is_none())?;
        Some((below.path, below.line))
    });
    let are_two = own
        .as_ref()
        .zip(other.as_ref())
        .is_some_and(|(own, other)| own.0 != other.0);
    let named = own.or(other);
    let is_ordered = is_only_link(&between) && orders(scan, first.opened, orders_between(&between));
    let unsure = if named.is_none() {
        Some(Unsure::Paired)
    } else if is_ordered {
        None
    } else if is_compared(scan, lead) {
        Some(Unsure::Paired)
    } else if are_labelled || is_plain(scan, first.opened, &between) {
        Some(Unsure::Labelled)
    } else {
        Some(Unsure::Paired)
    };
    (!are_two).then(|| Pair {
        start: label.unwrap_or(old.start),
        old: below_label(lead, old),
        new: below_label(&led, new),
        end,
        unsure,
        is_one_of_several: is_one_of_several(lead),
        named,
    })
}

/// Returns the lines of a fence below the comment that names their file, where one begins them.
fn below_label(lead: &Lead, lines: Range<usize>) -> Range<usize> {
    let naming = lead.naming.as_ref();
    let label = naming.filter(|it| matches!(it.how, How::Comment | How::Label));
    match label.filter(|it| it.line == lines.start && lines.len() > 1) {
        Some(label) => label.line + 1..lines.end,
        None => lines,
    }
}

/// Returns whether the sentence that names the file only holds something against it: `As a.rs shows, it changed.`
fn is_compared(scan: &Scan<'_>, lead: &Lead) -> bool {
    let amid = lead.naming.as_ref().filter(|it| it.how == How::Amid);
    amid.is_some_and(|it| {
        subject::of(scan.lines[it.line].body, it.path.as_bstr()) == Subject::Compared
    })
}

/// Returns whether the words above both fences say that the second takes the place of the first, and not that it only could.
fn is_plain(scan: &Scan<'_>, opened: usize, between: &[&BStr]) -> bool {
    const PLAIN: &[&str] = &[
        "becomes", "become", "after", "new", "should", "must", "now", "updated", "fixed",
        "corrected", "replacement", "needs",
    ];
    const MAY: &[&str] = &[
        "could", "would", "might", "may", "can", "if", "maybe", "perhaps", "example", "some",
        "prefer", "better", "try", "d", "like", "instead",
    ];
    let above = (scan.read_to.min(opened)..opened).rev();
    let above = above
        .map(|at| scan.lines[at].body)
        .find(|line| !line.trim().is_empty());
    let above = above.map(prose::last_sentence);
    let is_foreign = above.is_some_and(pairs::shows_old);
    let said: Vec<&BStr> = above.into_iter().chain(between.iter().copied()).collect();
    let may = |line: &&BStr| {
        let words = prose::words(line);
        words.iter().any(|word| is_one_of(word, MAY)) || pairs::may(line) || line.ends_with(b"?")
    };
    let leads = |line: &&BStr| {
        let words = prose::words(line);
        let mut rest = words.iter().skip_while(|word| is_one_of(word, BEFORE_NEW));
        rest.next().is_some_and(|word| is_one_of(word, PLAIN))
            || is_foreign && pairs::leads_to_new(line)
    };
    !said.iter().any(may) && between.iter().any(leads)
}

fn is_code(fence: Fence<'_>) -> bool {
    matches!(fence.language(), Language::Code | Language::Text)
}

/// Returns whether a fence may be a side of a change: one of a script may be of the file that holds it.
fn may_be_side(fence: Fence<'_>) -> bool {
    is_code(fence) || matches!(fence.language(), Language::Shell(_))
}

/// Splits the lines of one fence at comments that call them the old and the new ones; `None` where there are no two such.
fn labelled(scan: &Scan<'_>, lines: Range<usize>) -> Option<(Range<usize>, Range<usize>)> {
    let side = |at: &usize| label(scan.lines[*at].body);
    let first = lines.clone().find(|at| !scan.lines[*at].is_blank())?;
    // Nearly no fence begins so, and every one is asked.
    let is_old = |at: &usize| side(at) == Some(Side::Old);
    let first = Some(first).filter(is_old)?;
    let second = (first + 1..lines.end).find(|at| side(at).is_some())?;
    let is_pair = side(&second) == Some(Side::New);
    let (old, new) = (first + 1..second, second + 1..lines.end);
    let is_one = is_pair && !new.clone().any(|at| side(&at).is_some());
    let (old, new) = (with_text(scan, old)?, with_text(scan, new)?);
    is_one.then_some((old, new))
}

/// Returns the lines without the blank ones at both ends; `None` where all are blank.
fn with_text(scan: &Scan<'_>, lines: Range<usize>) -> Option<Range<usize>> {
    let is_text = |at: &usize| !scan.lines[*at].is_blank();
    let first = lines.clone().find(is_text)?;
    let last = lines.rev().find(is_text)?;
    Some(first..last + 1)
}

/// Returns which side the lines below a comment are that says nothing else.
fn label(line: &BStr) -> Option<Side> {
    if !comment::is_plain(line.trimmed()) {
        return None;
    }
    let words = prose::words(line);
    let side = |word: &BString| {
        let row = LABELS.iter().find(|(_, labels)| is_one_of(word, labels));
        row.map(|(side, _)| *side)
    };
    let mut sides = words.iter().filter_map(side);
    let only = sides.next().filter(|_| sides.next().is_none())?;
    let is_known = |word: &BString| side(word).is_some() || is_one_of(word, BESIDE_LABEL);
    words.iter().all(is_known).then_some(only)
}

/// Returns the lines in a fence, and the index behind it; `None` for one that is empty or never closed, and for what was typed
/// into an interpreter.
fn content(scan: &Scan<'_>, fence: Fence<'_>) -> Option<(Range<usize>, usize)> {
    let first = fence.opened + 1;
    let close = scan.find_ahead(first, |at| fence.closed_by(scan.lines[at].body))?;
    let text = (first..close).find(|at| !scan.lines[*at].is_blank())?;
    let is_typed = scan.lines[text].trimmed().starts_with(b">>> ");
    (!is_typed).then_some((first..close, close + 1))
}

fn named(lead: &Lead) -> Option<(BString, usize)> {
    let naming = lead.naming.as_ref()?;
    (!shape::is_placeholder(&naming.path)).then(|| (naming.path.clone(), naming.line))
}

/// Returns whether the words above line `opened` say that the code below is what is there, or is to be changed: they end
/// neither with what it becomes.
fn shows_old(scan: &Scan<'_>, opened: usize) -> bool {
    /// How many lines with text are looked at: a path may stand below the words.
    const REACH: usize = 2;
    let above = (scan.read_to.min(opened)..opened).rev();
    let above = above.filter(|at| !scan.lines[*at].is_blank()).take(REACH);
    let bodies = above.map(|at| scan.lines[at].body);
    let mut sentences = bodies
        .take_while(|body| Fence::open(body, 0).is_none())
        .map(prose::last_sentence);
    sentences.any(|sentence| {
        let words = prose::words(sentence);
        let says_old = words
            .iter()
            .any(|word| is_one_of(word, OLD) || prose::asks_to_change(word));
        let ends = words
            .last()
            .is_some_and(|word| is_one_of(word, &["to", "with", "by", "into", "becomes"]));
        (says_old || pairs::shows_old(sentence)) && !ends
    })
}

/// Returns the line above line `opened`, where it and the one between the fences are labels of the code before and after.
fn label_above(scan: &Scan<'_>, opened: usize, between: &[&BStr]) -> Option<usize> {
    let [new] = between else { return None };
    let mut above = (scan.read_to.min(opened)..opened).rev();
    let old = above.find(|at| !scan.lines[*at].is_blank())?;
    pairs::are_labels(scan.lines[old].body, new).then_some(old)
}

/// Returns whether the sentence above line `opened` orders a change of the code below: "In `a.py`, replace this:".
/// `orders_next` says whether the words below that code do, so that these need only lead to it.
fn orders(scan: &Scan<'_>, opened: usize, orders_next: bool) -> bool {
    let mut above = (scan.read_to.min(opened)..opened).rev();
    let lead = above.find(|at| !scan.lines[*at].is_blank());
    let sentence = lead.map(|at| prose::last_sentence(scan.lines[at].body));
    let is_ended = |it: &BStr| it.ends_with(b".") || it.ends_with(b"?") || it.ends_with(b"!");
    let sentence = sentence.filter(|it| Fence::open(it, 0).is_none() && !is_ended(it));
    sentence.is_some_and(|it| {
        prose::orders_a_change(it) || pairs::orders(it) || orders_next && finds(it)
    })
}

/// Returns whether a sentence only sends its reader to lines of a file: "Open `a.py` and find:". A label (`Find:`) sends no
/// one, and any other word may say why nothing is to be changed.
fn finds(sentence: &BStr) -> bool {
    const FIND: &[&str] = &["find", "locate"];
    const BESIDE: &[&str] = &[
        "open", "go", "to", "in", "the", "file", "and", "then", "now", "next", "first", "this",
        "these", "line", "lines", "block", "code", "following", "step",
    ];
    let words = prose::words(sentence);
    let is_number = |word: &BString| word.iter().all(u8::is_ascii_digit);
    let is_known =
        |word: &BString| is_one_of(word, FIND) || is_one_of(word, BESIDE) || is_number(word);
    let has = |set: &[&str]| words.iter().any(|word| is_one_of(word, set));
    has(FIND) && has(&["open", "go", "in"]) && words.iter().all(is_known)
}

/// Returns whether the line between the fences orders the change by its own verb: "Replace it with:".
fn orders_between(between: &[&BStr]) -> bool {
    let [line] = between else { return false };
    let words = prose::words(line);
    let mut verbs = words
        .iter()
        .filter(|word| !is_one_of(word, &["and", "then"]));
    verbs
        .next()
        .is_some_and(|word| is_one_of(word, &["replace", "change"]))
}

/// Returns whether the lines between the fences hold nothing but the word that leads from one to the other: `with:`.
fn is_only_link(between: &[&BStr]) -> bool {
    const LINKS: &[&str] = &[
        "to", "with", "by", "into", "and", "then", "this", "the", "following", "replace", "it",
        "change",
    ];
    let [line] = between else { return false };
    let words = prose::words(line);
    let links = !words.is_empty() && words.iter().all(|word| is_one_of(word, LINKS));
    let leads = words.iter().any(|word| is_one_of(word, &LINKS[..4]));
    links && leads || pairs::is_link(line)
}

/// Returns what the last words above line `opened` order to go, or say to have gone, where that is the lines below: "Remove these lines from `a.py`:".
fn ordered_gone(scan: &Scan<'_>, opened: usize) -> Option<Object> {
    let mut above = (scan.read_to.min(opened)..opened).rev();
    let lead = above.find(|at| !scan.lines[*at].is_blank());
    let sentence = lead.map(|at| prose::last_sentence(scan.lines[at].body));
    let sentence = sentence.filter(|it| Fence::open(it, 0).is_none())?;
    let is_said = || gone::is_said_of_block(sentence).then_some(Object::Block);
    gone::ordered(sentence).or_else(is_said)
}

fn leads_to_new(between: &[&BStr]) -> bool {
    let words: Vec<BString> = between.iter().flat_map(|line| prose::words(line)).collect();
    let mut rest = words.iter().skip_while(|word| is_one_of(word, BEFORE_NEW));
    let asks = words.iter().any(prose::asks_to_change);
    // `Write:`, `Make it:`.
    let writes = || words.iter().any(|word| is_one_of(word, &["write", "make"]));
    let ends = words
        .last()
        .is_some_and(|word| is_one_of(word, &["as", "to", "with", "this", "by"]));
    let is_arrow = |line: &&BStr| {
        ARROWS
            .iter()
            .any(|arrow| line.trim().starts_with(arrow.as_bytes()))
    };
    let is_short = words.len() <= N_WORDS;
    is_short
        && (asks && ends
            || rest.next().map_or_else(writes, |word| is_one_of(word, NEW))
            || between.iter().any(is_arrow)
            || between.iter().any(|line| pairs::leads_to_new(line)))
}

fn is_one_of(word: &BString, words: &[&str]) -> bool {
    words.iter().any(|other| word == other.as_bytes())
}

/// Returns whether an edit above makes the same change of the file that the pair names, if it names one: a reply often ends
/// with what it was, before and after, and without the indentation.
fn is_recap(scan: &Scan<'_>, pair: &Pair) -> bool {
    let side = |lines: &Range<usize>| -> Vec<&[u8]> {
        let lines = with_text(scan, lines.clone()).unwrap_or_default();
        lines.map(|at| scan.lines[at].body.trim()).collect()
    };
    let (old, new) = (side(&pair.old), side(&pair.new));
    let holds = |all: Vec<&[u8]>, part: &[&[u8]]| all.windows(part.len()).any(|it| it == part);
    let makes = |hunk: &Hunk| {
        let before = hunk.preimage().map(|line| line.trim()).collect();
        let after: Vec<&[u8]> = hunk.postimage().map(|line| line.trim()).collect();
        let is_made = match new.is_empty() {
            true => !holds(after, &old),
            false => holds(after, &new),
        };
        holds(before, &old) && is_made
    };
    let path = pair.named.as_ref().map(|(path, _)| scan.path(path.clone()));
    let files = scan.files.iter();
    let mut files = files.filter(|file| path.as_ref().is_none_or(|path| file.path == *path));
    !old.is_empty() && files.any(|file| file.hunks.iter().any(makes))
}

/// Returns how deep the fence around some lines is in an item of a list: they are as much deeper than their file's.
fn depth_of(scan: &Scan<'_>, lines: &Range<usize>) -> usize {
    let mut above = (0..lines.start).rev();
    let fence = above.find_map(|at| Fence::open(scan.lines[at].body, at));
    fence.map_or(0, |fence| fence.indent)
}

fn read(scan: &mut Scan<'_>) {
    let Some(pair) = find(scan) else { return };
    let (start, since) = (scan.at, scan.notes.len());
    if is_recap(scan, &pair) {
        scan.at = pair.end;
        scan.count_as_example(start);
        return;
    }
    let mut file = match pair.named {
        Some((path, line)) => {
            let text = if pair.new.is_empty() {
                "the lines in the fence are to be deleted from the file named here"
            } else {
                "the two fences are read as one change of the file named here"
            };
            scan.note(NoteCode::PathGuessed, line..line + 1, text);
            FilePatch::new(scan.path(path), FileOp::Modify, SPEC.name)
        }
        None => scan.carried_file(SPEC.name, start),
    };
    file.origin = scan.span(start, pair.end);
    scan.push_file(file);
    let side = |lines: Range<usize>| -> Vec<Piece> {
        let depth = depth_of(scan, &lines);
        let outdented = scan.lines[lines].iter().map(|line| {
            let n_leading = indent::leading(line.body).len();
            line.body[depth.min(n_leading)..].as_bstr()
        });
        outdented.map(|line| scan.piece(line)).collect()
    };
    let hunk = Hunk {
        unsure: pair.unsure,
        origin: scan.span(pair.start, pair.end),
        ..Hunk::from_sides(&side(pair.old), &side(pair.new))
    };
    scan.is_one_of_several = pair.is_one_of_several;
    scan.push_hunk(hunk, since);
    scan.at = pair.end;
    scan.read_to = pair.end;
}
