//! Edits that the words around them take back, warn of, or offer as one of several: they wait for a person.

mod said;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use self::said::{LabelLine, Offered, Said, between};
use super::example;
use super::label;
use super::place::Place;
use super::reading::{Offer, Ordinal};
use super::refers;
use super::spoken::{Heard, Hears, Paragraph, paragraphs, spoken};
use super::verdict::Side;
use super::way_back;
use crate::dialect::walk::line::Line;
use crate::patch::{FileOp, FilePatch, LineKind, Quote, Unsure};

/// Makes those edits of `files` wait that the words around them do not plainly ask for; `lines` are those of the reply.
pub(in crate::dialect) fn weigh(lines: &[Line<'_>], files: &mut [FilePatch]) {
    let places = places(files);
    let doubts = Weighing::of(lines, files, &places).doubts;
    for (place, doubt) in places.iter().zip(doubts) {
        let Some(Doubt { why, by }) = doubt else {
            continue;
        };
        let held = match place.hunk {
            Some(hunk) => hunk..hunk + 1,
            None => 0..files[place.file].hunks.len().max(1),
        };
        if place.hunk.is_none() {
            example::wait(&mut files[place.file..=place.file], why);
        }
        for hunk in &mut files[place.file].hunks[held] {
            if *hunk.unsure.get_or_insert(why) == why {
                hunk.quote.clone_from(&by);
            }
        }
    }
}

/// Why an edit waits, and by which words.
#[derive(Clone)]
struct Doubt {
    why: Unsure,
    by: Heard,
}

/// The edits of a reply, and what is said of them from its top on.
struct Weighing<'a> {
    files: &'a [FilePatch],
    places: &'a [Place],
    doubts: Vec<Option<Doubt>>,
    labels: Vec<Labelled<'a>>,
    /// Which label the heading of this section is.
    title: Option<usize>,
    /// Whether that heading warns of what is below it, and whether it offers that.
    warned: Heard,
    offered: Option<Offered>,
    elsewhere: Heard,
    /// Whether a thought began above that has not ended.
    is_thought: bool,
    /// The first edit since words were said last, and how many such runs of edits there are.
    group: usize,
    n_groups: usize,
    /// The edits that are one of several where there are others.
    proposed: Vec<(usize, Arc<Quote>)>,
    /// Words that name edits above the one with this number.
    references: Vec<(usize, Vec<String>, Arc<Quote>)>,
    /// How many edits are above a sentence, and the code that it says stays.
    spared: Vec<(usize, String, Arc<Quote>)>,
    /// The first edit of those that are a choice.
    choice_from: usize,
    choice: Heard,
    /// Whether an item below the first of them has no edit, and whether a choice was made.
    is_choice_listed: bool,
    is_decided: bool,
    /// Which edits are left to the reader.
    optional: Vec<(Ordinal, Arc<Quote>)>,
    /// How often words above each say more than its path.
    runs: Vec<usize>,
    n_said: usize,
    /// Whether words anywhere say more than paths and the numbers of steps.
    is_explained: bool,
}

impl<'a> Weighing<'a> {
    fn of(lines: &[Line<'a>], files: &'a [FilePatch], places: &'a [Place]) -> Weighing<'a> {
        let mut weighing = Weighing {
            files,
            places,
            doubts: vec![None; places.len()],
            labels: Vec::new(),
            title: None,
            warned: None,
            offered: None,
            elsewhere: None,
            is_thought: false,
            group: 0,
            n_groups: 1,
            proposed: Vec::new(),
            references: Vec::new(),
            spared: Vec::new(),
            choice_from: places.len(),
            choice: None,
            is_choice_listed: false,
            is_decided: false,
            optional: Vec::new(),
            runs: Vec::new(),
            n_said: 0,
            is_explained: false,
        };
        let mut from = 0;
        for (at, place) in places.iter().enumerate() {
            let start = place.lines.start.min(lines.len());
            if from < start {
                weighing.hear(between(&lines[from..start], at > 0, true), at);
            }
            weighing.section(at);
            weighing.runs.push(weighing.n_said);
            from = from.max(place.lines.end);
        }
        if from < lines.len() {
            weighing.hear(between(&lines[from..], true, false), places.len());
        }
        weighing.refer();
        weighing.choose(lines);
        weighing.hold_ways_back();
        weighing
    }

    /// Makes the edits `which` wait, for `why` unless they do so already; what is taken back goes before what is offered.
    fn hold(&mut self, which: impl IntoIterator<Item = usize>, why: Unsure, by: &Heard) {
        for at in which {
            let doubt = &mut self.doubts[at];
            let is_held = |held: &Doubt| rank(held.why) >= rank(why);
            if !doubt.as_ref().is_some_and(is_held) {
                let by = by.clone();
                *doubt = Some(Doubt { why, by });
            }
        }
    }

    /// Takes over what is said above the edit `at`.
    fn hear(&mut self, mut said: Said<'a>, at: usize) {
        if said.ends_thought && !self.is_thought {
            self.hold(0..at, Unsure::TakenBack, &None);
        }
        self.is_thought = said.begins_thought || self.is_thought && !said.ends_thought;
        self.is_explained |= said.explains;
        let is_of_list = self.hear_choice(&mut said, at);
        if is_of_list {
            said.offer = None;
        }
        self.hear_section(&mut said);
        let references = said.references.drain(..);
        self.references
            .extend(references.map(|(words, by)| (at, words, by)));
        let spared = said.spared.drain(..);
        self.spared.extend(spared.map(|(name, by)| (at, name, by)));
        self.hear_of_above(&said, at);
        if at < self.places.len() {
            self.hear_of_edit(&said, at);
            self.hear_titles(said, at, is_of_list);
        }
    }

    /// Takes over what is said of several ways and of the choice between them. Returns whether the last of a list of ways is right
    /// above the edit, which is of the one that was chosen.
    fn hear_choice(&mut self, said: &mut Said<'a>, at: usize) -> bool {
        if said.chooses.is_some() {
            self.choice_from = 0;
            self.choice.clone_from(&said.chooses);
        }
        self.is_choice_listed |= said.begins_second && self.choice_from < at;
        if said.counts_ways.is_some() {
            self.choice_from = self.choice_from.min(at);
            self.choice = self.choice.take().or(said.counts_ways.take());
        }
        let ends_ways = said.ends_list && !said.ways.is_empty();
        // Elsewhere the way that is marked may be another than that of the edit.
        self.is_decided |= said.is_decided || said.marks_choice && ends_ways;
        for way in said.ways.drain(..) {
            self.label(way, Vec::new());
        }
        // There are few numbers, and may be many sentences.
        for (which, by) in said.optional.drain(..) {
            if self.optional.iter().all(|(other, _)| *other != which) {
                self.optional.push((which, by));
            }
        }
        self.is_decided && ends_ways
    }

    /// Takes over what headings say of all edits below them, up to the next heading.
    fn hear_section(&mut self, said: &mut Said<'a>) {
        let offered = self.offered.take().filter(|_| !said.is_section);
        self.offered = said.offer_of_section.clone().or(offered);
        let is_same = |_: &Arc<Quote>| !said.is_section;
        self.warned = (said.warns_section.take()).or(self.warned.take().filter(is_same));
        self.elsewhere = (said.elsewhere_section.take()).or(self.elsewhere.take().filter(is_same));
    }

    /// Takes over what is said of the edits above.
    fn hear_of_above(&mut self, said: &Said<'a>, at: usize) {
        let (files, places) = (self.files, self.places);
        let takes_back = said.takes_back.is_some();
        let is_taken_back = |above: &usize| match places.get(at) {
            Some(place) => {
                let above = &places[*above];
                (takes_back || said.replaces.is_some()) && !way_back::rests_on(files, above, place)
                    || said.turns.is_some() && same_lines(files, above, place)
            }
            None => takes_back,
        };
        let back = said.takes_back.as_ref();
        let back = back.or(said.replaces.as_ref()).or(said.turns.as_ref());
        let back = back.cloned();
        // A reply of thousands of edits without a word between them would be gone through for each.
        let above = if back.is_some() {
            self.first_meant(said)..at
        } else {
            at..at
        };
        // A reply that takes back its edits again and again would be gone through each time.
        let is_held = |above: &usize| {
            let held = self.doubts[*above].as_ref();
            held.is_some_and(|held| held.why == Unsure::TakenBack)
        };
        let n_held = above.clone().take_while(is_held).count();
        let taken_back = above.skip(n_held).filter(|above| !is_held(above));
        let taken_back: Vec<usize> = taken_back.filter(is_taken_back).collect();
        self.hold(taken_back, Unsure::TakenBack, &back);
        if said.leaves_above.is_some() {
            self.hold(self.group..at, Unsure::Optional, &said.leaves_above);
        }
    }

    /// Returns the first of the edits above that words mean.
    fn first_meant(&self, said: &Said<'a>) -> usize {
        match said.takes_back.is_some() && said.counts {
            true => 0,
            false => self.group,
        }
    }

    /// Takes over what is said of the edit below, and of those above because of it.
    fn hear_of_edit(&mut self, said: &Said<'a>, at: usize) {
        let (files, places) = (self.files, self.places);
        if said.improves.is_some() {
            let is_improved = |above: &usize| !gives_whole(files, &places[*above], &places[at]);
            let improved: Vec<usize> = (self.first_meant(said)..at).filter(is_improved).collect();
            self.hold(improved, Unsure::Offered, &said.improves);
        }
        if said.corrects.is_some() {
            let is_corrected = |above: &usize| {
                let above = &places[*above];
                !gives_whole(files, above, &places[at])
                    && !way_back::rests_on(files, above, &places[at])
            };
            let mut corrected: Vec<usize> = (self.group..at).filter(is_corrected).collect();
            if !corrected.is_empty() {
                corrected.push(at);
            }
            self.hold(corrected, Unsure::Offered, &said.corrects);
        }
        let offered = said.offer.as_ref().or(said.offer_of_section.as_ref());
        if let Some((Offer::Both, by)) = offered {
            self.hold(at.checked_sub(1), Unsure::Offered, &Some(by.clone()));
        }
        let rejects_thing = said.rejects_thing.as_ref();
        let rejects_thing = rejects_thing.filter(|_| !only_removes(files, &places[at]));
        let may_be_later = said.may_be_later.as_ref().filter(|_| self.rewrites(at));
        let is_whole = is_whole(&files[places[at].file]);
        let doubts = [
            (Unsure::TakenBack, said.warns.as_ref().or(rejects_thing)),
            (Unsure::Elsewhere, said.elsewhere.as_ref().or(may_be_later)),
            (Unsure::Shown, said.generates.as_ref().filter(|_| is_whole)),
        ];
        for (why, by) in doubts {
            if by.is_some() {
                self.hold([at], why, &by.cloned());
            }
        }
        match &said.offer {
            Some((offer @ (Offer::Both | Offer::Below), by)) => {
                self.hold([at], why_of(*offer), &Some(by.clone()));
            }
            Some((Offer::BesideOthers, by)) => self.proposed.push((at, by.clone())),
            None => {}
        }
    }

    /// Takes over whether anything is said above the edit below, and the labels of its way.
    fn hear_titles(&mut self, said: Said<'a>, at: usize, is_of_list: bool) {
        self.n_said += usize::from(said.says_more);
        if said.speaks {
            self.n_groups += usize::from(at > 0);
            self.group = at;
        }
        if said.is_section {
            self.title = said.title.map(|label| self.label(label, Vec::new()));
        }
        if let Some(label) = said.lead.or(said.way_of_lead) {
            let places = if is_of_list { Vec::new() } else { vec![at] };
            self.label(label, places);
        }
    }

    /// Returns whether the edit `at` removes lines that one of those right above it adds.
    fn rewrites(&self, at: usize) -> bool {
        const N_LOOKS: usize = 20;
        let above = &self.places[at.saturating_sub(N_LOOKS)..at];
        let mut above = above.iter();
        above.any(|above| way_back::rests_on(self.files, above, &self.places[at]))
    }

    fn label(&mut self, label: LabelLine<'a>, places: Vec<usize>) -> usize {
        self.labels.push(Labelled {
            label,
            n_above: self.n_groups,
            places,
        });
        self.labels.len() - 1
    }

    /// Holds the edit `at` to what the heading of its section says.
    fn section(&mut self, at: usize) {
        if let Some(title) = self.title {
            self.labels[title].places.push(at);
        }
        if self.warned.is_some() || self.is_thought {
            let by = self.warned.clone();
            self.hold([at], Unsure::TakenBack, &by);
        }
        if let Some(by) = self.elsewhere.clone() {
            self.hold([at], Unsure::Elsewhere, &Some(by));
        }
        if let Some((offer, by)) = self.offered.clone() {
            self.hold([at], why_of(offer), &Some(by));
        }
    }

    /// Holds the edits that are taken back by what they change.
    fn refer(&mut self) {
        let references = std::mem::take(&mut self.references);
        for (n_above, words, by) in references.into_iter().take(refers::N_REFERENCES) {
            let is_about = |at: &usize| {
                let place = &self.places[*at];
                refers::is_about(&self.files[place.file], place.hunk, &words)
            };
            let meant: Vec<usize> = (0..n_above).filter(is_about).collect();
            self.hold(meant, Unsure::TakenBack, &Some(by));
        }
        let spared = std::mem::take(&mut self.spared);
        for (n_above, name, by) in spared.into_iter().take(refers::N_REFERENCES) {
            let is_within = |at: &usize| {
                let place = &self.places[*at];
                let hunk = place.hunk.map(|hunk| &self.files[place.file].hunks[hunk]);
                hunk.is_some_and(|hunk| refers::is_within(hunk, &name))
            };
            let meant: Vec<usize> = (0..n_above).filter(is_within).collect();
            self.hold(meant, Unsure::TakenBack, &Some(by));
        }
    }

    /// Holds the edits that undo one above the words before them: they offer the way back. Where only steps are counted, they are
    /// made one after the other.
    fn hold_ways_back(&mut self) {
        if self.is_explained && self.runs.first() != self.runs.last() {
            let back = way_back::find(self.files, self.places, &self.runs);
            self.hold(back, Unsure::Offered, &None);
        }
    }

    /// Holds the edits that are a choice.
    fn choose(&mut self, lines: &[Line<'_>]) {
        let n_blocks = n_blocks(lines, &self.places[self.choice_from..]);
        if n_blocks > 1 || n_blocks > 0 && self.is_choice_listed && !self.is_decided {
            let by = self.choice.clone();
            self.hold(self.choice_from..self.places.len(), Unsure::Offered, &by);
            // That one of them is meant says more than the label of each.
            let offered = self.doubts[self.choice_from..].iter_mut().flatten();
            for doubt in offered.filter(|doubt| doubt.why == Unsure::Offered && by.is_some()) {
                doubt.by.clone_from(&by);
            }
        }
        for (which, by) in std::mem::take(&mut self.optional) {
            let optional = block(lines, self.places, which);
            self.hold(optional.into_iter().flatten(), Unsure::Optional, &Some(by));
        }
        if self.n_groups > 1 {
            for (at, by) in std::mem::take(&mut self.proposed) {
                self.hold([at], Unsure::Offered, &Some(by));
            }
        }
        if self.is_decided {
            self.labels.retain(|label| !label.places.is_empty());
        }
        for (at, label) in chosen(&self.labels) {
            let by = Some(self.labels[label].label.quote());
            self.hold([at], Unsure::Offered, &by);
        }
    }
}

/// A label that may be one of a choice, and the edits below it.
struct Labelled<'a> {
    label: LabelLine<'a>,
    /// How many runs of words between edits are above it.
    n_above: usize,
    places: Vec<usize>,
}

/// How far above one, in runs of words between edits, a label may belong to the same choice.
const N_CHOICES: usize = 4;

/// Returns which of two reasons to wait is reported: that of the greater number.
fn rank(why: Unsure) -> usize {
    let ranked = [
        Unsure::Elsewhere,
        Unsure::Optional,
        Unsure::Offered,
        Unsure::TakenBack,
    ];
    ranked.iter().position(|it| *it == why).unwrap_or_default()
}

/// Returns why an edit waits that is offered so.
fn why_of(offer: Offer) -> Unsure {
    match offer {
        Offer::Below => Unsure::Optional,
        Offer::Both | Offer::BesideOthers => Unsure::Offered,
    }
}

/// Returns the edits below labels that make them a choice, each with the first of its labels.
fn chosen(labels: &[Labelled<'_>]) -> BTreeMap<usize, usize> {
    let mut chosen = BTreeMap::new();
    for (at, one) in labels.iter().enumerate() {
        let above = labels[..at].iter().rev();
        let near = above.take_while(|other| one.n_above - other.n_above <= N_CHOICES);
        let near = near.enumerate().map(|(nth, other)| (at - 1 - nth, other));
        let is_choice = |it: &Labelled<'_>| label::is_choice(&it.label.label, &one.label.label);
        for (above, other) in near.filter(|(_, other)| is_choice(other)) {
            for (label, places) in [(at, &one.places), (above, &other.places)] {
                for place in places {
                    chosen.entry(*place).or_insert(label);
                }
            }
        }
    }
    chosen
}

/// Returns whether the edit at `place` gives the file of the one `above` as a whole.
fn gives_whole(files: &[FilePatch], above: &Place, place: &Place) -> bool {
    let (above, file) = (&files[above.file], &files[place.file]);
    is_whole(file) && above.path.named() == file.path.named()
}

/// Returns whether the edit at `place` removes lines, and adds none.
fn only_removes(files: &[FilePatch], place: &Place) -> bool {
    let hunk = place.hunk.map(|nth| &files[place.file].hunks[nth]);
    let has = |kind| hunk.is_some_and(|hunk| hunk.lines.iter().any(|line| line.kind == kind));
    has(LineKind::Delete) && !has(LineKind::Insert)
}

/// Returns whether an edit gives its file as a whole.
fn is_whole(file: &FilePatch) -> bool {
    file.shown.is_some() || matches!(file.op, FileOp::Create | FileOp::Replace)
}

/// Returns how many blocks edits stand in: some text, or a fence, parts two.
fn n_blocks(lines: &[Line<'_>], places: &[Place]) -> usize {
    let is_parted = |pair: &[Place]| is_parted(lines, &pair[0], &pair[1]);
    places.windows(2).filter(|pair| is_parted(pair)).count() + usize::from(!places.is_empty())
}

/// Returns the edits of one of several blocks, by its number; `None` where there is no such block, or no other.
fn block(lines: &[Line<'_>], places: &[Place], which: Ordinal) -> Option<Range<usize>> {
    let begins = |at: &usize| *at == 0 || is_parted(lines, &places[at - 1], &places[*at]);
    let starts: Vec<usize> = (0..places.len()).filter(begins).collect();
    let nth = match which {
        Ordinal::Nth(nth) => nth,
        Ordinal::Last => starts.len().checked_sub(1)?,
    };
    let start = *starts.get(nth).filter(|_| starts.len() > 1)?;
    Some(start..starts.get(nth + 1).copied().unwrap_or(places.len()))
}

fn is_parted(lines: &[Line<'_>], above: &Place, below: &Place) -> bool {
    let (end, start) = (above.lines.end, below.lines.start.min(lines.len()));
    end < start && lines[end..start].iter().any(|line| !line.is_blank())
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
    let n_places = files.iter().map(|file| file.hunks.len().max(1)).sum();
    let mut places = Vec::with_capacity(n_places);
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

/// Returns whether the words of `lines` warn of the block below them, or only offer it.
pub(in crate::dialect) fn is_unwanted(lines: &[Line<'_>]) -> bool {
    let said = between(lines, true, true);
    let warns = [
        &said.warns,
        &said.rejects_thing,
        &said.warns_section,
        &said.elsewhere,
        &said.elsewhere_section,
    ];
    let is_offered = said.offer.is_some() || said.offer_of_section.is_some();
    is_offered || warns.into_iter().any(Option::is_some)
}

/// Returns whether the last sentence of `lines` says that the block below them is not to be done. What one before it rejects
/// may be another way than the block's.
pub(in crate::dialect) fn is_rejected(lines: &[Line<'_>]) -> bool {
    let spoken = spoken(lines, false);
    let Some(group) = paragraphs(&spoken).last() else {
        return false;
    };
    let paragraph = Paragraph::of(group, Hears::All);
    let lead = paragraph.readings.last().filter(|_| paragraph.leads_on());
    let rejects = |side| lead.is_some_and(|lead| lead.rejects(side).this);
    rejects(Side::Leads) || rejects(Side::Above)
}
