//! Edits that the words around them take back, warn of, or offer as one of several: they wait for a person.

use std::collections::BTreeSet;
use std::ops::Range;

use bstr::{BStr, ByteSlice};

use super::choice_words::{
    BETTER, CHOICE, DECIDED, FALLBACK, PROPOSED, REJECTED, RETRACTING, SUPERSEDING, WAYS,
};
use super::dismiss;
use super::edit_words::ORDINALS;
use super::example;
use super::meant_words;
use super::offer::{self, Label};
use super::offer_words::DISMISSING;
use super::only_shown;
use super::prose;
use super::refers;
use super::sentence::{self, Sentence, Token};
use super::spoken::{Paragraph, paragraphs, spoken};
use super::take_back::{self, Meant};
use super::tongue;
use super::warn;
use crate::dialect::walk::line::Line;
use crate::patch::{FileOp, FilePatch, Hunk, LineKind, Unsure};

/// An edit, and where it stands in the reply.
struct Place {
    lines: Range<usize>,
    file: usize,
    hunk: Option<usize>,
}

/// What the words between two edits say.
#[derive(Default)]
struct Said {
    /// They take back the edit above them.
    corrects: bool,
    /// They take back one of the edits above by its number.
    counts: bool,
    /// The words by which they take back edits above them that change lines with those.
    references: Vec<Vec<String>>,
    /// They do, where the edit below replaces the same lines.
    turns: bool,
    /// They put the edit below in the place of the one above.
    supersedes: bool,
    /// The same, unless the edit below gives the same file as a whole: that is what it comes to.
    improves: bool,
    /// They say that only one of the edits of the reply is meant.
    chooses: bool,
    /// They say so of those below.
    names_ways: bool,
    /// They warn of the edit below.
    warns: bool,
    /// A heading among them warns of all edits below it.
    warns_section: bool,
    /// They make the edit below one of several.
    offers: bool,
    /// They say that it could be made: it is one of several where there are others.
    proposes: bool,
    /// They make the one above one of several, too.
    offers_above: bool,
    /// A heading begins another section.
    is_section: bool,
    /// They say anything at all: the edits on both sides of them are two.
    speaks: bool,
    /// The last heading, and the sentence that leads over to the edit below, where they are labels.
    title: Option<Label>,
    lead: Option<Label>,
    /// A thought ends whose beginning is not marked.
    ends_thought: bool,
}

/// Makes those edits of `files` wait that the words around them do not plainly ask for; `lines` are those of the reply.
pub(in crate::dialect) fn weigh(lines: &[Line<'_>], files: &mut [FilePatch]) {
    let places = places(files);
    let mut doubts: Vec<Option<Unsure>> = vec![None; places.len()];
    let mut labels: Vec<Labelled> = Vec::new();
    let mut title = None;
    let (mut is_offered, mut is_warned) = (false, false);
    let (mut from, mut group) = (0, 0);
    let (mut n_groups, mut proposed) = (1, Vec::new());
    let mut references: Vec<(usize, Vec<String>)> = Vec::new();
    let (mut is_choice, mut ways_from) = (false, places.len());
    for (at, place) in places.iter().enumerate() {
        let start = place.lines.start.min(lines.len());
        if from < start {
            let said = between(&lines[from..start], at > 0);
            is_offered = said.offers || is_offered && !said.is_section;
            is_warned = said.warns_section || is_warned && !said.is_section;
            is_choice |= said.chooses;
            if said.names_ways {
                ways_from = ways_from.min(at);
            }
            let corrects = |above: &usize| {
                let above = &places[*above];
                (said.corrects || said.supersedes) && !rests_on(files, above, place)
                    || said.turns && same_lines(files, above, place)
            };
            references.extend(said.references.into_iter().map(|words| (at, words)));
            if said.ends_thought || said.corrects && said.counts {
                doubts[..at].fill(Some(Unsure::TakenBack));
            }
            let is_improved = |above: &usize| !gives_whole(files, &places[*above], place);
            // A reply of thousands of edits without a word between them would be gone through for each.
            let first = if said.corrects || said.supersedes || said.turns || said.improves {
                group
            } else {
                at
            };
            for above in (first..at).filter(corrects) {
                doubts[above] = Some(Unsure::TakenBack);
            }
            if said.improves {
                for above in (first..at).filter(is_improved) {
                    doubts[above] = doubts[above].or(Some(Unsure::Offered));
                }
            }
            if let Some(above) = at.checked_sub(1).filter(|_| said.offers_above) {
                doubts[above] = doubts[above].or(Some(Unsure::Offered));
            }
            if said.warns {
                doubts[at] = Some(Unsure::TakenBack);
            }
            if said.speaks {
                n_groups += usize::from(at > 0);
                group = at;
            }
            if said.proposes {
                proposed.push(at);
            }
            if said.is_section {
                title = said.title.map(|label| {
                    labels.push(Labelled {
                        label,
                        n_above: n_groups,
                        places: Vec::new(),
                    });
                    labels.len() - 1
                });
            }
            if let Some(label) = said.lead {
                labels.push(Labelled {
                    label,
                    n_above: n_groups,
                    places: vec![at],
                });
            }
        }
        if let Some(title) = title {
            labels[title].places.push(at);
        }
        if is_warned {
            doubts[at] = Some(Unsure::TakenBack);
        }
        if is_offered {
            doubts[at] = doubts[at].or(Some(Unsure::Offered));
        }
        from = from.max(place.lines.end);
    }
    if from < lines.len() {
        let said = between(&lines[from..], true);
        is_choice |= said.chooses;
        if said.corrects {
            let first = if said.counts { 0 } else { group };
            doubts[first..].fill(Some(Unsure::TakenBack));
        }
        references.extend(
            said.references
                .into_iter()
                .map(|words| (places.len(), words)),
        );
    }
    for (n_above, words) in references.iter().take(refers::N_REFERENCES) {
        for at in 0..*n_above {
            if refers::is_about(&files[places[at].file], places[at].hunk, words) {
                doubts[at] = Some(Unsure::TakenBack);
            }
        }
    }
    let several_from = if is_choice { 0 } else { ways_from };
    if n_blocks(lines, &places[several_from..]) > 1 {
        for doubt in &mut doubts[several_from..] {
            *doubt = doubt.or(Some(Unsure::Offered));
        }
    }
    let is_one_of_several = |_: &usize| n_groups > 1;
    let proposed = proposed.into_iter().filter(is_one_of_several);
    for at in chosen(&labels).into_iter().chain(proposed) {
        doubts[at] = doubts[at].or(Some(Unsure::Offered));
    }
    for (place, doubt) in places.iter().zip(doubts) {
        let Some(why) = doubt else { continue };
        match place.hunk {
            Some(hunk) => {
                let hunk: &mut Hunk = &mut files[place.file].hunks[hunk];
                hunk.unsure = hunk.unsure.or(Some(why));
            }
            None => example::wait(&mut files[place.file..=place.file], why),
        }
    }
}

/// A label that may be one of a choice, and the edits below it.
struct Labelled {
    label: Label,
    /// How many runs of words between edits are above it.
    n_above: usize,
    places: Vec<usize>,
}

/// How far above one, in runs of words between edits, a label may belong to the same choice.
const N_CHOICES: usize = 4;

/// Returns the edits below labels that make them a choice.
fn chosen(labels: &[Labelled]) -> BTreeSet<usize> {
    let mut chosen = BTreeSet::new();
    for (at, one) in labels.iter().enumerate() {
        let above = labels[..at].iter().rev();
        let near = above.take_while(|other| one.n_above - other.n_above <= N_CHOICES);
        for other in near.filter(|other| offer::is_choice(&other.label, &one.label)) {
            chosen.extend(one.places.iter().chain(&other.places));
        }
    }
    chosen
}

/// Returns whether the edit at `place` removes a line that the one `above` adds, and so builds on it.
fn rests_on(files: &[FilePatch], above: &Place, place: &Place) -> bool {
    let lines = |place: &Place, kinds: &'static [LineKind]| {
        let hunk = place.hunk.map(|hunk| &files[place.file].hunks[hunk]);
        let lines = hunk.into_iter().flat_map(|hunk| hunk.lines.iter());
        let wanted = lines.filter(move |line| kinds.contains(&line.kind));
        wanted.map(|line| line.body.as_bstr())
    };
    let added: BTreeSet<&BStr> = lines(above, &[LineKind::Insert]).collect();
    let says_something = |line: &&BStr| line.iter().any(u8::is_ascii_alphanumeric);
    let mut old = lines(place, &[LineKind::Delete]).filter(says_something);
    files[above.file].path.named() == files[place.file].path.named()
        && old.any(|line| added.contains(line))
}

/// Returns whether the edit at `place` gives the file of the one `above` as a whole.
fn gives_whole(files: &[FilePatch], above: &Place, place: &Place) -> bool {
    let (above, file) = (&files[above.file], &files[place.file]);
    let is_whole = file.shown.is_some() || matches!(file.op, FileOp::Create | FileOp::Replace);
    is_whole && above.path.named() == file.path.named()
}

/// Returns how many blocks edits stand in: some text, or a fence, parts two.
fn n_blocks(lines: &[Line<'_>], places: &[Place]) -> usize {
    let is_parted = |pair: &[Place]| {
        let (end, start) = (pair[0].lines.end, pair[1].lines.start.min(lines.len()));
        end < start && lines[end..start].iter().any(|line| !line.is_blank())
    };
    places.windows(2).filter(|pair| is_parted(pair)).count() + usize::from(!places.is_empty())
}

/// Returns whether two edits replace the same lines of a file, or give two files the same content.
fn same_lines(files: &[FilePatch], one: &Place, other: &Place) -> bool {
    let of_kind = |place: &Place, kind: LineKind| {
        let lines = &files[place.file].hunks[place.hunk?].lines;
        let lines = lines.iter().filter(|line| line.kind == kind);
        Some(lines.map(|line| line.body.clone()).collect::<Vec<_>>())
    };
    let old = |place| of_kind(place, LineKind::Delete);
    let new = |place| of_kind(place, LineKind::Insert);
    let path = |place: &Place| files[place.file].path.named();
    let is_content = old(one).is_some_and(|old| old.is_empty());
    old(one) == old(other) && (path(one) == path(other) || is_content && new(one) == new(other))
}

/// Returns the edits from the top of the reply on.
fn places(files: &[FilePatch]) -> Vec<Place> {
    let mut places = Vec::new();
    for (at, file) in files.iter().enumerate() {
        let origin = file.origin;
        if file.hunks.is_empty() {
            places.push(Place {
                lines: origin.start..origin.end,
                file: at,
                hunk: None,
            });
        }
        for (nth, hunk) in file.hunks.iter().enumerate() {
            // The words that name a file shown whole are those above it.
            let start = match nth {
                0 if file.shown.is_none() => hunk.origin.start.min(origin.start),
                _ => hunk.origin.start,
            };
            places.push(Place {
                lines: start..hunk.origin.end.max(start),
                file: at,
                hunk: Some(nth),
            });
        }
    }
    places.sort_by_key(|place| place.lines.start);
    places
}

/// How many lines above an edit may forbid it.
const NEAR: usize = 3;

/// Reads the words of `lines`, which stand between two edits; `is_below` where there is one above.
fn between(lines: &[Line<'_>], is_below: bool) -> Said {
    let mut said = Said::default();
    let spoken = spoken(lines, is_below);
    for (at, (line, _)) in spoken.iter().enumerate() {
        let is_near = at + NEAR >= spoken.len();
        let mut rest = *line;
        while !rest.is_empty() {
            let sentence = first_sentence(rest);
            let words = meant_words::of(sentence);
            said.corrects |= is_below && meant_words::runs_backwards(sentence);
            said.turns |= is_below && meant_words::turns(&words);
            said.warns |= is_near && forbids_below(sentence);
            rest = rest[sentence.len()..].trim_start().as_bstr();
        }
        said.ends_thought |= is_below && line.trim() == b"</think>";
    }
    let paragraphs = paragraphs(&spoken);
    for (nth, paragraph) in paragraphs.iter().enumerate() {
        choose_by(paragraph, &mut said);
        if is_below {
            take_back_by(paragraph, &mut said);
        }
        if is_below && nth + 1 == paragraphs.len() {
            supersede_by(paragraph, &mut said);
        }
        if paragraph.is_title() {
            let words = meant_words::of(paragraph.lines[0]);
            said.is_section = true;
            said.title = paragraph.label();
            said.offers_above = meant_words::is_other(&words);
            said.offers = said.offers_above || meant_words::numbers_choice(&words);
            said.warns_section = meant_words::warns(paragraph.lines[0], &words, true)
                || paragraph.sentences.last().is_some_and(|title| {
                    warns(&Sentence {
                        leads_on: true,
                        ..title.clone()
                    })
                });
        }
    }
    said.speaks = !paragraphs.is_empty();
    if let Some(last) = paragraphs.last().filter(|last| !last.is_title()) {
        let lead = prose::last_sentence(last.lines[last.lines.len() - 1]);
        let words = meant_words::of(lead);
        // A sentence that ends speaks of what is above it, or of nothing here.
        let leads_on = !lead.ends_with(b".") && !lead.ends_with("。".as_bytes());
        said.warns |= meant_words::warns(lead, &words, leads_on)
            || leads_on && last.sentences.last().is_some_and(warns);
        let dismisses = words
            .iter()
            .any(|word| DISMISSING.iter().any(|it| word == it));
        let is_end = lead.ends_with(b".") && (dismisses || !meant_words::is_other(&words));
        said.offers_above = !is_end && meant_words::is_other(&words)
            || leads_on && is_below && last.sentences.last().is_some_and(offer::is_other);
        said.offers |= said.offers_above || !is_end && meant_words::offers(&words);
        said.proposes = !is_end && meant_words::proposes(&words);
        said.lead = last.label().filter(|_| leads_on);
        said.offers |= said.lead.as_ref().is_some_and(offer::is_conditional);
        if let Some(lead) = last.sentences.last() {
            let is_proposed = lead.is_question && PROPOSED.are_in(&lead.tokens);
            said.offers_above |= is_proposed;
            said.offers |= is_proposed;
            said.warns |= leads_on && REJECTED.are_in(&lead.tokens);
        }
    }
    said
}

fn warns(sentence: &Sentence<'_>) -> bool {
    warn::warns(sentence) || dismiss::dismisses(sentence) || tongue::warns(sentence)
}

/// Returns whether a sentence near an edit forbids to apply what is below it.
fn forbids_below(text: &BStr) -> bool {
    let mut sentences = Vec::new();
    sentence::read(text, &mut sentences);
    let forbids = |it: &Sentence<'_>| take_back::forbids(it).is_some_and(|how| how != Meant::Above);
    sentences.iter().any(forbids)
}

/// Reads whether a paragraph says that only one of several edits is meant.
fn choose_by(paragraph: &Paragraph<'_>, said: &mut Said) {
    for sentence in &paragraph.sentences {
        let tokens = &sentence.tokens;
        said.chooses |= CHOICE.are_in(tokens) || tongue::chooses(sentence);
        let names_code = || tokens.iter().any(|token| token.code().is_some());
        said.names_ways |= WAYS.are_in(tokens) && !DECIDED.are_in(tokens) && !names_code();
    }
}

/// Reads whether the last paragraph above an edit puts it in the place of those above, or offers it in case they do not do.
fn supersede_by(paragraph: &Paragraph<'_>, said: &mut Said) {
    let Some(last) = paragraph.sentences.last() else {
        return;
    };
    let is_told = |sentence: &Sentence<'_>| SUPERSEDING.are_in(&sentence.tokens);
    said.supersedes |= paragraph.sentences.iter().any(is_told);
    let leads_on = last.leads_on || paragraph.is_title();
    said.improves |= leads_on && (BETTER.are_in(&last.tokens) || tongue::improves(last));
    said.offers |= last.leads_on && FALLBACK.are_in(&last.tokens);
}

/// Reads what a paragraph takes back of the edits above it; one of another section does so only where it points up.
fn take_back_by(paragraph: &Paragraph<'_>, said: &mut Said) {
    let mut place = take_back::Place::BehindEdit;
    for sentence in &paragraph.sentences {
        let has = |words: &[&str]| {
            let mut tokens = sentence.tokens.iter();
            tokens.any(|token| take_back::is_in(token, words))
        };
        let is_heading = paragraph.lines[0].starts_with(b"#");
        let may = has(&["above", "previous", "earlier"]) || !said.is_section && !is_heading;
        let takes_back = take_back::takes_back(sentence, place)
            || tongue::takes_back(sentence)
            || RETRACTING.are_in(&sentence.tokens);
        if may && takes_back {
            said.corrects = true;
            said.counts |= has(ORDINALS);
        }
        let is_only_shown = place != take_back::Place::Amid
            && (only_shown::only_shows(sentence) || tongue::only_shows(sentence));
        said.corrects |= may && is_only_shown;
        let words = refers::named(sentence, place);
        if !words.is_empty() {
            said.references.push(words);
        }
        // What regrets says nothing yet.
        let words = sentence.tokens.iter().filter_map(Token::word);
        place = match words.count() {
            0..=2 if take_back::begins_with_regret(&sentence.tokens) => take_back::Place::Regretted,
            0..=2 => place,
            _ => take_back::Place::Amid,
        };
    }
}

fn first_sentence(text: &BStr) -> &BStr {
    let is_end = |pair: &[u8]| matches!(pair, [b'.' | b'!' | b'?' | b';', b' ']);
    let end = text.windows(2).position(is_end);
    text[..end.map_or(text.len(), |end| end + 1)].as_bstr()
}
