//! Files of which a reply gives parts only: a line such as `// ... existing code ...` stands for the file's own text between
//! what is shown. Each part replaces the stretch of the file that it fits best (`place`); everything else stays.

mod added;
mod align;
mod block;
mod body;
mod chain;
mod cost;
mod doubled;
mod edge;
mod end;
mod exact;
mod omitted;
mod outline;
mod pinned;
mod place;
mod possible;
mod readings;
mod remarks;
mod rival;
mod same;
mod twin;
mod unquoted;

use std::cell::OnceCell;
use std::ops::Range;

use bstr::ByteSlice;

use doubled::Hidden;
use pinned::Pinned;
use place::{Doubt, Nowhere, Place, places};
use unquoted::{deleted, drops_definition, indented_otherwise};
pub(super) use unquoted::{exchanges_block, turned};

use super::complete::Whole;
use super::{Extent, FileOp, FilePatch, Given, Hunk, HunkLine, LineKind, Unsure, content};
use super::{lazy, left_out};
use crate::text::{LineSpan, Piece, RelPath, Text, Trim, heading, indent};

/// Lines shown in a row, and how they are bounded.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    lines: Vec<Piece>,
    /// The gap above; `None` where no gap is.
    gap_above: Option<GapBeside>,
    /// The gap below.
    gap_below: Option<GapBeside>,
}

/// A line beside a part that stands for others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct GapBeside {
    /// How many blank lines stand between it and the part.
    n_blank: usize,
    /// How deep it is: what it leaves out is no less so.
    width: usize,
    /// Whether it may be a line of the file where it stands for none: three dots alone, words without any, or words of
    /// its own between dots above a new line.
    may_stand_for_itself: bool,
    /// Whether it may be a line of the file: three dots alone, where others are comments.
    may_be_text: bool,
    /// Whether it may be a remark on the code: it says of names, or of anything in brackets, that it stays.
    may_be_remark: bool,
}

/// What a part is the end of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ends {
    /// Nothing: lines are left out below it.
    Anywhere,
    /// The file.
    File,
}

/// Returns the section, whose one hunk is content with lines that stand for others, with the hunks that it makes of `text`;
/// `None` where no line of it stands for others there. Parts that have no place are hunks that wait.
pub(super) fn read(file: &FilePatch, text: &Text) -> Option<FilePatch> {
    let [hunk] = &file.hunks[..] else {
        return None;
    };
    let whole = Whole::new(text);
    let (parts, asking) = parts(hunk, &whole)?;
    let is_asked_for = file.elided || file.shown.is_some();
    let mut hunks = laid(hunk, &parts, &whole);
    // The end of a fence within a document may end the one around it.
    let ends_at_once = parts.is_empty() && is_document(file);
    hunks.extend(ends_at_once.then(|| changing_nothing(hunk, Unsure::EndsEarly)));
    hunks.extend(asking.into_iter().map(|marker| asking_more(hunk, marker)));
    // What says that something goes, and shows only what is there, may mean all that it leaves out.
    if hunks.is_empty() && file.talk.as_ref().is_some_and(|talk| talk.says_less) {
        hunks.push(changing_nothing(hunk, Unsure::GapUnclear));
    }
    for hunk in &mut hunks {
        let unsure = Some(Unsure::LinesLeftOut).filter(|_| !is_asked_for);
        hunk.unsure = hunk.unsure.or(unsure);
    }
    Some(section(file, hunks))
}

/// Returns the section with `runs`, lines of `hunk` that are parts of its file without any line that stands for others, in their
/// places; `None` where these are not found. What it deletes was left out without a word, so it waits.
pub(super) fn read_snippet(
    file: &FilePatch,
    (hunk, runs): (&Hunk, Vec<Vec<Piece>>),
    text: &Text,
) -> Option<FilePatch> {
    let gap = GapBeside {
        n_blank: 0,
        width: 0,
        may_stand_for_itself: false,
        may_be_text: false,
        may_be_remark: false,
    };
    let parts = runs.into_iter().map(|run| Part {
        lines: trimmed(run).0,
        gap_above: Some(gap),
        gap_below: Some(gap),
    });
    let parts: Vec<Part> = parts.collect();
    let whole = Whole::new(text);
    let is_of_file = |line: &Piece| !indent::is_blank(line) && !whole.lines_like(line).is_empty();
    if !parts.iter().all(|part| part.lines.iter().any(is_of_file)) {
        return None;
    }
    let mut hunks = laid(hunk, &parts, &whole);
    if hunks.iter().any(|hunk| hunk.invalid.is_some()) {
        return None;
    }
    for hunk in &mut hunks {
        let replaces = deleted(hunk, |_, n_gone| n_gone > 0);
        hunk.replaces = hunk.replaces.take().or(replaces);
        // New lines at an end of the snippet may be where those of the file end, and not where its shown part does.
        let is_new_end = parts.iter().any(|part| ends_new(hunk, &part.lines));
        hunk.unsure = hunk.unsure.or(is_new_end.then_some(Unsure::EdgeChanged));
    }
    Some(section(file, hunks))
}

/// Returns whether the first of `lines`, or the last, is one that a hunk inserts, and that the file has nowhere.
fn ends_new(hunk: &Hunk, lines: &[Piece]) -> bool {
    let is_new = |end: Option<&Piece>| {
        let same = |line: &&HunkLine| end.is_some_and(|end| line.body.trimmed() == end.trimmed());
        let mut same = hunk.lines.iter().filter(same).peekable();
        same.peek().is_some() && same.all(|line| line.kind == LineKind::Insert)
    };
    is_new(lines.first()) || is_new(lines.last())
}

fn is_document(file: &FilePatch) -> bool {
    let ending = file.path.named().and_then(RelPath::extension);
    matches!(ending, Some(b"md" | b"markdown" | b"mdx"))
}

fn section(file: &FilePatch, mut hunks: Vec<Hunk>) -> FilePatch {
    let is_asked = || {
        file.talk
            .as_ref()
            .is_some_and(|talk| talk.asks_for_remarks())
    };
    if remarks::are_all(&hunks) && !is_asked() {
        for hunk in &mut hunks {
            hunk.unsure = hunk.unsure.or(Some(Unsure::OnlyRemarks));
        }
    }
    if hunks.is_empty() {
        hunks.push(Hunk {
            lines: [].into(),
            ..file.hunks[0].clone()
        });
    }
    FilePatch {
        hunks,
        op: FileOp::Modify,
        given: Given::Parts,
        elided: false,
        invalid: None,
        ..file.clone()
    }
}

/// The most lines around a comment that are read to say what block it is in.
const N_ABOVE: usize = 32;

/// Splits content at the lines that stand for others; `None` where none does. A line that the file has stands for itself. Returns
/// with the parts the lines that also ask for a change in what they stand for.
fn parts(hunk: &Hunk, whole: &Whole<'_>) -> Option<(Vec<Part>, Vec<Piece>)> {
    let mut split = Split::default();
    let lines = without_signs(content::pieces(hunk), whole);
    let names = OnceCell::new();
    let is_name = |word: &str| {
        let names = names.get_or_init(|| left_out::names_in(whole.text()));
        names.contains(word.as_bytes())
    };
    let gaps = lines.iter().map(|line| lazy::gap_in(line, &is_name));
    let gaps: Vec<Option<lazy::Gap<'_>>> = gaps.collect();
    if gaps.iter().all(Option::is_none) {
        return None;
    }
    let has_comments = gaps.iter().flatten().any(|gap| !gap.may_be_code);
    let with_text = |line: &&Piece| !indent::is_blank(line);
    let mut n_gaps = 0;
    let mut asking = Vec::new();
    // How deep the gap right above is, below a line of the file.
    let mut below_gap: Option<&[u8]> = None;
    for (at, (line, gap)) in lines.iter().zip(gaps).enumerate() {
        let above_is_gap = below_gap.take();
        // The statement that Python requires in a body of comments is a part of the gap: the body that stays needs none.
        if above_is_gap == Some(indent::leading(line)) && line.trimmed() == b"pass" {
            continue;
        }
        let is_gap = |gap: &lazy::Gap<'_>| {
            let hides = || hides_lines(&lines, (at, gap.says), whole, &is_name);
            let leaves_out = match gap.says {
                lazy::Says::That => true,
                lazy::Says::More => hides() != Some(false),
                lazy::Says::OfNames | lazy::Says::Aside => hides() == Some(true),
            };
            leaves_out
                && !stands_for_itself(&lines, at, whole)
                && !is_code(gap, split.lines.last(), whole.text())
                && !may_empty_block(&lines, at, whole)
        };
        let Some(mut gap) = gap.filter(is_gap) else {
            if !split.is_within_body || !indent::is_blank(line) {
                split.is_within_body = false;
                split.lines.push(line.clone());
            }
            continue;
        };
        n_gaps += 1;
        let words = line[gap.head.map_or(0, <[u8]>::len)..].to_str_lossy();
        asking.extend(left_out::asks(&words, &is_name).then(|| line.clone()));
        // In some languages, braces that the file has nowhere are the signs of a comment.
        let is_bare = |line: &[u8]| body::closes(line) || line.trimmed() == b"{";
        let is_in_signs = gap
            .head
            .zip(gap.tail.as_deref())
            .is_some_and(|(head, tail)| {
                is_bare(head) && is_bare(tail) && whole.lines_like(head).is_empty()
            });
        if is_in_signs {
            (gap.head, gap.tail) = (None, None);
        }
        let is_of_file = |line: &Piece| !whole.lines_like(line).is_empty();
        let is_below_file = split.lines.iter().rfind(with_text).is_some_and(is_of_file);
        below_gap = is_below_file.then(|| indent::leading(line));
        let is_above_new = || {
            let next = lines[at + 1..].iter().find(with_text);
            next.is_some_and(|next| !is_of_file(next))
        };
        let width = indent::leading(line).len() + usize::from(gap.head.is_some());
        split
            .lines
            .extend(gap.head.map(|head| line.of_same_text(head)));
        let tail = gap.tail.map(Piece::from);
        let head = split.lines.iter().rfind(with_text);
        let mut below = tail
            .iter()
            .chain(&lines[at + 1..])
            .filter(|line| with_text(line));
        let close = below.next();
        // A line of the file behind the body says itself where it is, and a gap may leave out more than the body above it.
        let is_new = |next: &Piece| !body::closes(next) && whole.lines_like(next).is_empty();
        let body = head.zip(close);
        let body = body.filter(|_| below.next().is_some_and(is_new));
        let body = body.and_then(|(head, close)| body::left_out(head, close, width, whole));
        if let Some(body) = body {
            split.add_body(LineSpan::new(body.start, body.end), whole.text());
        } else {
            split.close(Some(GapBeside {
                n_blank: 0,
                width,
                may_stand_for_itself: gap.may_be_code
                    || !lazy::has_ellipsis(line)
                    || gap.says == lazy::Says::More && is_above_new(),
                may_be_text: gap.may_be_code && has_comments || is_in_signs,
                may_be_remark: matches!(gap.says, lazy::Says::OfNames | lazy::Says::Aside),
            }));
        }
        split.is_within_body &= tail.is_none();
        split.lines.extend(tail);
    }
    split.close(None);
    (n_gaps > 0).then_some((split.parts, asking))
}

/// Returns lines without those that only hold the signs around a comment, above and below a line of it that represents others.
fn without_signs(mut lines: Vec<Piece>, whole: &Whole<'_>) -> Vec<Piece> {
    let is_sign =
        |line: &Piece, signs: [&str; 3]| signs.iter().any(|sign| line.trimmed() == sign.as_bytes());
    let mut at = 1;
    while at + 1 < lines.len() {
        let line = &lines[at];
        let is_amid = is_sign(&lines[at - 1], ["/*", "/**", "<!--"])
            && is_sign(&lines[at + 1], ["*/", "**/", "-->"])
            && whole.lines_like(line).is_empty()
            && (lazy::has_ellipsis(line) || left_out::says_so(line))
            && lazy::gap_in(line, &|_| false).is_some();
        if is_amid {
            let lead: &[u8] = indent::leading(&lines[at - 1]);
            let line = Piece::from([lead, line.trimmed()].concat());
            lines.splice(at - 1..at + 2, [line]);
        }
        at += 1;
    }
    lines
}

/// Content that is split at its gaps, as far as it was read.
#[derive(Default)]
struct Split {
    parts: Vec<Part>,
    /// The lines of the part that is read.
    lines: Vec<Piece>,
    gap_above: Option<GapBeside>,
    /// Whether the lines of a body were just added: the blank ones beside its gap belong to that.
    is_within_body: bool,
}

impl Split {
    /// Ends a part at a gap, or at the end of the content.
    fn close(&mut self, gap_below: Option<GapBeside>) {
        let (lines, first, last) = trimmed(std::mem::take(&mut self.lines));
        let beside = |gap, n_blank| GapBeside { n_blank, ..gap };
        let gap_above = self.gap_above.map(|gap| beside(gap, first));
        if !lines.is_empty() {
            self.parts.push(Part {
                lines,
                gap_above,
                gap_below: gap_below.map(|gap| beside(gap, last)),
            });
        }
        self.gap_above = gap_below;
        self.is_within_body = false;
    }

    /// Puts lines of the file in the place of a gap.
    fn add_body(&mut self, body: LineSpan, text: &Text) {
        let is_blank = |line: &Piece| indent::is_blank(line);
        let n_blank = self.lines.iter().rev().take_while(|line| is_blank(line));
        let n_blank = n_blank.count();
        self.lines.truncate(self.lines.len() - n_blank);
        self.lines.extend(text.pieces(body));
        self.is_within_body = true;
    }
}

/// Returns whether a line that looks like a gap is one of the file: there, too, it stands beside the line above or below.
fn stands_for_itself(lines: &[Piece], at: usize, whole: &Whole<'_>) -> bool {
    let text = whole.text();
    let places = whole.lines_like(&lines[at]);
    let with_text = |line: &&[u8]| !indent::is_blank(line);
    let shown = |line: &Piece| -> Vec<u8> { line.trimmed().to_vec() };
    let above = lines[..at].iter().rfind(|line| !indent::is_blank(line));
    let below = lines[at + 1..].iter().find(|line| !indent::is_blank(line));
    let (above, below) = (above.map(shown), below.map(shown));
    let is_beside = |place: &usize| {
        let mut lines = (0..*place).rev().map(|line| text.line(line).trimmed());
        let there_above = lines.find(with_text);
        let mut lines = (place + 1..text.n_lines()).map(|line| text.line(line).trimmed());
        let there_below = lines.find(with_text);
        let is = |shown: &Option<Vec<u8>>, there: Option<&[u8]>| {
            shown.is_some() && shown.as_deref() == there
        };
        is(&above, there_above) || is(&below, there_below)
    };
    places.iter().any(is_beside)
}

/// Returns whether the file has lines between those that are shown above and below a line, beside comments that look like it;
/// `None` where it does not have both of these, one below the other, or cannot say which of several.
fn hides_lines(
    lines: &[Piece],
    (at, says): (usize, lazy::Says),
    whole: &Whole<'_>,
    is_name: &impl Fn(&str) -> bool,
) -> Option<bool> {
    let text = whole.text();
    // Beside a remark in brackets, there may be new lines.
    let is_shown = |line: &&Piece| {
        let is_new = || whole.lines_like(line).is_empty() && lazy::gap_in(line, is_name).is_none();
        !(indent::is_blank(line) || says == lazy::Says::Aside && is_new())
    };
    let above = lines[..at].iter().rfind(is_shown);
    let below = lines[at + 1..].iter().find(is_shown);
    let mut begins: Vec<usize> = match above {
        Some(above) => whole
            .lines_like(above)
            .iter()
            .map(|line| line + 1)
            .collect(),
        None => vec![0],
    };
    // A bracket closes the block of a line above it.
    let of_block = above.filter(|above| body::closes(above)).and_then(|above| {
        let mut shown = lines[..at].iter().rev();
        let line = shown.find(|line| {
            indent::width(line) > indent::width(above) && whole.lines_like(line).len() == 1
                || lazy::gap_in(line, is_name).is_some()
        })?;
        whole.lines_like(line).first().copied()
    });
    if let Some(within) = of_block {
        begins.retain(|begin| *begin > within);
        begins.truncate(1);
    }
    let mut ends: Vec<usize> = match below {
        Some(below) => whole.lines_like(below).to_vec(),
        None => vec![text.n_lines()],
    };
    let says_something = |line: usize| {
        let line = text.line(line);
        !indent::is_blank(line) && lazy::gap_in(line, is_name).is_none()
    };
    // A line that the file has once says where the comment is, unless it is a bracket: one closes every block.
    let is_place = |line: Option<&Piece>, places: &[usize]| {
        places.len() == 1 && line.is_some_and(|line| !body::closes(line))
    };
    let is_below_placed = is_place(below, &ends);
    let is_one = begins.len() == 1 && ends.len() == 1;
    let is_placed = is_below_placed || is_one || is_place(above, &begins);
    if is_below_placed {
        let last = begins.partition_point(|begin| *begin <= ends[0]);
        begins.drain(..last.saturating_sub(1));
    } else if is_placed {
        ends.drain(..ends.partition_point(|end| *end < begins[0]));
        ends.truncate(1);
    }
    let between = begins.iter().filter_map(|begin| {
        let end = ends.iter().find(|end| *end >= begin)?;
        Some((*begin..*end).any(says_something))
    });
    let hides_all = between.reduce(|one, other| one && other)?;
    (hides_all || is_placed).then_some(hides_all)
}

/// Returns whether the three dots of a body are the body, as in Python: below a definition that the file does not have, or has
/// with dots itself. `above` is the line above them.
fn is_code(gap: &lazy::Gap<'_>, above: Option<&Piece>, text: &Text) -> bool {
    let head = gap.head.or(above.map(|above| -> &[u8] { above }));
    let Some(head) = head.filter(|head| gap.may_be_code && head.trim_ascii_end().ends_with(b":"))
    else {
        return false;
    };
    let Some(name) = heading::defined(head) else {
        return false;
    };
    let mut same = text
        .lines()
        .filter(|line| heading::defined(line).as_ref() == Some(&name));
    !same.any(|line| !lazy::has_ellipsis(line))
}

/// Returns whether a comment that looks like a gap, with `pass` below it, may be all that a block of the file is to hold:
/// `except KeyError:`, `# leave it unchanged`, `pass`. A comment in place of the body of a definition says that this stays.
fn may_empty_block(lines: &[Piece], at: usize, whole: &Whole<'_>) -> bool {
    let width = indent::leading(&lines[at]).len();
    let has_pass = lines
        .get(at + 1)
        .is_some_and(|next| next.trimmed() == b"pass" && indent::leading(next).len() == width);
    if !has_pass {
        return false;
    }
    let above = lines[..at].iter().rev();
    let above = above.filter(|line| !indent::is_blank(line)).take(N_ABOVE);
    let above: Vec<&Piece> = above.collect();
    let is_head = |line: &&Piece| indent::leading(line).len() < width;
    if let Some(n_between) = above.iter().position(is_head) {
        let between = &above[..n_between];
        let is_text = |line: &&&Piece| line.trimmed().starts_with(b"\"\"\"");
        let is_documented = between.is_empty() || between.last().filter(is_text).is_some();
        let is_ended = between
            .first()
            .is_none_or(|last| last.trimmed().ends_with(b"\"\"\""));
        if is_documented && is_ended && heading::defined(above[n_between]).is_some() {
            return false;
        }
    }
    // Where the block has its `pass` already, nothing is emptied.
    let is_code = |line: &&[u8]| !line.is_empty() && !line.starts_with(b"#");
    let has_other = |place: &usize| {
        let below = place + 1..whole.text().n_lines();
        let below = below
            .take(N_ABOVE)
            .map(|line| whole.text().line(line).trimmed());
        below.into_iter().find(is_code) != Some(b"pass")
    };
    above
        .first()
        .is_some_and(|line| whole.lines_like(line).iter().any(has_other))
}

/// Returns lines without the blank ones at both ends, and how many those were.
fn trimmed(mut lines: Vec<Piece>) -> (Vec<Piece>, usize, usize) {
    let is_blank = |line: &Piece| indent::is_blank(line);
    let last = lines.iter().rev().take_while(|line| is_blank(line)).count();
    lines.truncate(lines.len() - last);
    let first = lines.iter().take_while(|line| is_blank(line)).count();
    lines.drain(..first);
    (lines, first, last)
}

/// Returns the hunks that the parts make of the file, from the top, and one that waits for each without a place.
fn laid(hunk: &Hunk, parts: &[Part], whole: &Whole<'_>) -> Vec<Hunk> {
    let text = whole.text();
    let mut placed: Vec<(&Part, Place)> = Vec::new();
    let mut doubtful: Vec<(Doubt, Ends)> = Vec::new();
    let mut lost: Vec<Hunk> = Vec::new();
    let mut shown: Vec<Range<usize>> = Vec::new();
    let mut kept = 0;
    for ((at, part), place) in parts.iter().enumerate().zip(places(parts, whole)) {
        let place = match place {
            Ok(place) => place,
            Err(why) => {
                lost.push(without_place(hunk, part, why, whole));
                continue;
            }
        };
        // What stands for no line may be a line of the file. No hunk shows it, so all hunks wait.
        let may_be_line = |gap: Option<GapBeside>| gap.is_some_and(|gap| gap.may_stand_for_itself);
        let is_empty =
            |mut lines: Range<usize>| lines.all(|line| indent::is_blank(text.line(line)));
        // Where the file has nothing there but a line that looks like a gap itself, that one may be meant, changed.
        let is_gap = |lines: Range<usize>| {
            let mut with_text = lines.filter(|line| !indent::is_blank(text.line(*line)));
            let is_gap = |line| lazy::gap_in(text.line(line), &|_| false).is_some();
            with_text.next().is_some_and(is_gap) && with_text.all(is_gap)
        };
        let is_last = at + 1 == parts.len();
        let drops_line = may_be_line(part.gap_above) && is_empty(kept..place.span.start)
            || is_last && may_be_line(part.gap_below) && is_empty(place.span.end..text.n_lines())
            || part.gap_above.is_some() && is_gap(kept..place.span.start);
        let drops_line = drops_line.then(|| Doubt {
            lines: 0..text.n_lines(),
            why: Unsure::GapUnclear,
        });
        kept = place.span.end;
        shown.push(place.span.clone());
        // What ends the content ends the file.
        let ends = match part.gap_below {
            Some(_) => Ends::Anywhere,
            None => Ends::File,
        };
        let mut gaps = [part.gap_above, part.gap_below].into_iter().flatten();
        let unclear = gaps.any(|gap| gap.may_be_text).then(|| Doubt {
            lines: place.span.clone(),
            why: Unsure::GapUnclear,
        });
        let doubts = unclear.into_iter().chain(drops_line);
        let doubts = doubts.chain(place.doubts.iter().cloned());
        doubtful.extend(doubts.map(|doubt| (doubt, ends)));
        placed.push((part, place));
    }
    let with_blanks = filled(&placed, text, |place| place.with_blanks(text));
    let mut hunks = content::hunks(hunk, text, &with_blanks);
    // Where only blank lines go, that is what the reply is for.
    if hunks.is_empty() && placed.iter().any(|(_, place)| !place.blanks.is_empty()) {
        let as_shown = filled(&placed, text, |place| place.lines.clone());
        hunks = content::hunks(hunk, text, &as_shown);
    }
    let pinned = OnceCell::new();
    let is_pinned = |hunk: &Hunk, changed: &Range<usize>| {
        let pinned = pinned.get_or_init(|| Pinned::of(parts, &placed, whole));
        pinned.hold(hunk, changed)
    };
    doubted(&mut hunks, &doubtful, &shown, text, is_pinned);
    readings::offer(&mut hunks, &placed, whole);
    hunks.extend(lost);
    if hunks.is_empty()
        && let Some(why) = why_empty(parts, kept, text)
    {
        hunks.push(changing_nothing(hunk, why));
    }
    hunks
}

fn changing_nothing(hunk: &Hunk, why: Unsure) -> Hunk {
    Hunk {
        lines: [].into(),
        unsure: hunk.unsure.or(Some(why)),
        ..hunk.clone()
    }
}

/// Returns why a reply waits that changes nothing: it ends early, or all that it adds is a remark that was read as a gap.
fn why_empty(parts: &[Part], kept: usize, text: &Text) -> Option<Unsure> {
    let is_remark = |gap: Option<GapBeside>| gap.is_some_and(|gap| gap.may_be_remark);
    let mut remarks = parts
        .iter()
        .filter(|part| is_remark(part.gap_above) || is_remark(part.gap_below));
    match ends_early(parts, kept, text) {
        true => Some(Unsure::EndsEarly),
        false => remarks.next().map(|_| Unsure::GapUnclear),
    }
}

/// Returns whether the file has more text below `end`, where the last part ends, and no comment stands for the rest.
fn ends_early(parts: &[Part], end: usize, text: &Text) -> bool {
    let mut behind = end..text.n_lines();
    parts.last().is_some_and(|last| last.gap_below.is_none())
        && behind.any(|line| !indent::is_blank(text.line(line)))
}

/// Returns the lines of the file with the parts in their places, each of which is written as `lines` says.
fn filled(
    placed: &[(&Part, Place)],
    text: &Text,
    lines: impl Fn(&Place) -> Vec<Piece>,
) -> Vec<Piece> {
    let mut new: Vec<Piece> = Vec::new();
    let mut kept = 0;
    for (_, place) in placed {
        new.extend(text.pieces(LineSpan::new(kept, place.span.start)));
        new.extend(lines(place));
        kept = place.span.end;
    }
    new.extend(text.pieces(LineSpan::new(kept, text.n_lines())));
    new
}

/// Makes those hunks wait that a doubt touches, and those that delete or add what the reply may not mean. The parts show the
/// lines of the file in the ranges `shown`, and `is_pinned` says of a change whether it is between lines that show where it is.
fn doubted(
    hunks: &mut [Hunk],
    doubtful: &[(Doubt, Ends)],
    shown: &[Range<usize>],
    text: &Text,
    is_pinned: impl Fn(&Hunk, &Range<usize>) -> bool,
) {
    let hidden = OnceCell::new();
    for hunk in hunks {
        // What goes while less comes in its place, the reply left out without a word.
        hunk.replaces = deleted(hunk, |n_come, n_gone| n_gone > n_come);
        let start = hunk.hint.map_or(0, |hint| hint.line_index);
        let changed = changed(hunk, start);
        let touches =
            |lines: &Range<usize>| lines.start <= changed.end && changed.start <= lines.end;
        let concerns = |doubt: &Doubt| {
            touches(&doubt.lines) && !(doubt.why.is_of_edge() && is_pinned(hunk, &changed))
        };
        let why = doubtful.iter().find(|(doubt, _)| concerns(doubt));
        let hidden = hidden.get_or_init(|| Hidden::of(text, shown));
        let reason = |is_so: bool, why: Unsure| is_so.then_some(why);
        hunk.unsure = hunk
            .unsure
            .or_else(|| indented_otherwise(hunk))
            .or(why.map(|(doubt, _)| doubt.why))
            .or_else(|| reason(hidden.has_name_added_by(hunk, start), Unsure::NameLeftOut))
            .or_else(|| reason(drops_definition(hunk), Unsure::DefinitionGone))
            .or_else(|| reason(shows_stub(hunk, text), Unsure::GapUnclear))
            .or_else(|| reason(left_out::leaves_a_task(hunk), Unsure::LinesLeftOut))
            .or_else(|| reason(exchanges_block(hunk), Unsure::ReachUnclear))
            .or_else(|| reason(hidden.has_lines_added_by(hunk), Unsure::AnchorsRepeat));
        if let Some((doubt, Ends::Anywhere)) = why
            && doubt.why == Unsure::AnchorsRepeat
        {
            look_for(hunk, start, &doubt.lines);
        }
    }
}

/// Returns whether a hunk adds the head of a definition with dots for a body, and the file has that with a body: the dots may be
/// code, or say that the body stays. Above the definition itself, it is one of the forms in which that may be called.
fn shows_stub(hunk: &Hunk, text: &Text) -> bool {
    let new = || hunk.lines.iter().filter(|line| line.in_postimage());
    let mut stubs =
        new().filter(|line| line.kind == LineKind::Insert && lazy::ends_in_dots(&line.body));
    stubs.any(|stub| {
        let name = heading::defined(&stub.body);
        let has_body = |line: &[u8]| !lazy::has_ellipsis(line) && heading::defined(line) == name;
        name.is_some()
            && text.lines().any(|line| has_body(line))
            && !new().any(|line| has_body(&line.body))
    })
}

/// Returns the lines of the file from the first change of a hunk, which begins at line `start`, to its last.
fn changed(hunk: &Hunk, start: usize) -> Range<usize> {
    let mut at = start;
    let mut changed: Option<Range<usize>> = None;
    for line in hunk.lines.iter() {
        let end = at + usize::from(line.in_preimage());
        if line.kind != LineKind::Context {
            changed = Some(changed.map_or(at, |changed| changed.start)..end);
        }
        at = end;
    }
    changed.unwrap_or(start..start)
}

/// Makes a hunk at line `start`, of a part whose lines stand elsewhere, too, one that is looked for like any other: it has a
/// place for each of them, and none until a person chooses. What lies outside of `span`, the part's lines, was not shown.
fn look_for(hunk: &mut Hunk, start: usize, span: &Range<usize>) {
    let mut at = start;
    let mut lines: Vec<HunkLine> = Vec::new();
    for line in hunk.lines.iter() {
        let is_shown = line.kind != LineKind::Context || span.contains(&at);
        at += usize::from(line.in_preimage());
        lines.extend(is_shown.then(|| line.clone()));
    }
    if lines.iter().any(HunkLine::in_preimage) {
        hunk.lines = lines.into();
        hunk.hint = None;
    }
}

/// Returns a hunk for a line that stands for others and asks for a change in them, which nothing shows.
fn asking_more(hunk: &Hunk, marker: Piece) -> Hunk {
    let shown = crate::text::display::display_line(marker.trimmed());
    Hunk {
        invalid: Some(format!("`{shown}` asks for a change in lines that are not shown").into()),
        lines: [HunkLine::new(LineKind::Insert, marker)].into(),
        extent: Extent::Elided,
        ..hunk.clone()
    }
}

fn without_place(hunk: &Hunk, part: &Part, why: Nowhere, whole: &Whole<'_>) -> Hunk {
    let (first, last) = (part.lines.first(), part.lines.last());
    let is_in_file = |line: &&Piece| !indent::is_blank(line) && !whole.lines_like(line).is_empty();
    let shown = |line: Option<&Piece>| {
        let line: &[u8] = line.map_or(b"", |line| line.trimmed());
        crate::text::display::display_line(line)
    };
    let why = match (why, part.lines.len()) {
        (Nowhere::NotLookedThrough, _) => format!(
            "the file is too long to look for the lines from `{}` to `{}`",
            shown(first),
            shown(last)
        ),
        (Nowhere::Absent, 1) => format!(
            "beside `{}` lines are left out, but the file has no such line",
            shown(first)
        ),
        (Nowhere::Absent, _) => format!(
            "no place found for the lines from `{}` to `{}`",
            shown(first),
            shown(last)
        ),
        (Nowhere::OutOfOrder, _) => format!(
            "`{}` is in the file, but not below the part before it",
            shown(part.lines.iter().find(is_in_file))
        ),
    };
    let lines = part.lines.iter().cloned();
    Hunk {
        lines: lines
            .map(|line| HunkLine::new(LineKind::Insert, line))
            .collect(),
        extent: Extent::Elided,
        invalid: Some(why.into()),
        ..hunk.clone()
    }
}

/// Returns whether a line is there but for blanks at its end.
fn is_same(line: &Piece, there: &[u8]) -> bool {
    line.trimmed_end() == there.trimmed_end() && !indent::is_blank(line)
}

/// Returns whether two lines have the same text, blanks around it aside.
fn is_same_text(line: &[u8], there: &[u8]) -> bool {
    line.trimmed() == there.trimmed()
}

#[cfg(test)]
mod tests;
