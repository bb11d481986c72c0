//! What the words between two edits say of them.

use std::cell::OnceCell;
use std::ops::Range;
use std::sync::Arc;

use bstr::{BStr, ByteSlice};

use crate::dialect::walk::line::Line;
use crate::dialect::walk::thought;
use crate::dialect::words::binding;
use crate::dialect::words::consent::Between;
use crate::dialect::words::considered;
use crate::dialect::words::correction;
use crate::dialect::words::elsewhere;
use crate::dialect::words::label::Label;
use crate::dialect::words::leave::About;
use crate::dialect::words::reading::{Offer, Ordinal, Reading};
use crate::dialect::words::refers;
use crate::dialect::words::scope;
use crate::dialect::words::spoken::{
    Heard, Hears, Paragraph, Spoken, Topic, paragraphs, spoken, tells_way_back,
};
use crate::dialect::words::verdict::Side;
use crate::patch::Quote;

/// What the words between two edits say.
#[derive(Default)]
pub(super) struct Said<'a> {
    /// A thought ends whose beginning is not marked.
    pub(super) ends_thought: bool,
    /// One begins whose end is not marked.
    pub(super) begins_thought: bool,
    /// They take back the edits above them, since words were said last.
    pub(super) takes_back: Heard,
    /// They take back one of the edits above by its number.
    pub(super) counts: bool,
    /// The words by which they take back edits above them that change lines with those.
    pub(super) references: Vec<(Vec<String>, Arc<Quote>)>,
    /// The code of which they say that nothing of it is to change.
    pub(super) spared: Vec<(String, Arc<Quote>)>,
    /// They do, where the edit below replaces the same lines.
    pub(super) turns: Heard,
    /// They leave the edits above them to the reader.
    pub(super) leaves_above: Heard,
    /// They put the edit below in the place of those above.
    pub(super) replaces: Heard,
    /// The same, unless the edit below gives the same file as a whole: that is what it comes to.
    pub(super) improves: Heard,
    /// They put it in their place by a second thought, which leaves open what of those is meant.
    pub(super) corrects: Heard,
    /// They say that only one of the edits of the reply is meant.
    pub(super) chooses: Heard,
    /// They say so of those below.
    pub(super) counts_ways: Heard,
    /// They leave some edits of the reply to the reader, by their numbers.
    pub(super) optional: Vec<(Ordinal, Arc<Quote>)>,
    /// They warn of the edit below.
    pub(super) warns: Heard,
    /// They do, unless it only removes lines: they reject something that was named.
    pub(super) rejects_thing: Heard,
    /// A heading among them warns of all edits below it.
    pub(super) warns_section: Heard,
    /// They mean the edit below for another place, reader or time; a heading among them means all below it so.
    pub(super) elsewhere: Heard,
    pub(super) elsewhere_section: Heard,
    /// They may speak of another time: an edit below of lines that one above writes is not certain.
    pub(super) may_be_later: Heard,
    /// They say that a program makes the file below.
    pub(super) generates: Heard,
    /// How they offer the edit below.
    pub(super) offer: Option<Offered>,
    /// How a heading among them offers all edits below it.
    pub(super) offer_of_section: Option<Offered>,
    /// A heading begins another section.
    pub(super) is_section: bool,
    /// A heading among them is no more than the name of a file.
    pub(super) names_other: bool,
    /// What the last heading names, where it is only a name.
    pub(super) topic: Option<Topic>,
    /// They say anything at all: the edits on both sides of them are two.
    pub(super) speaks: bool,
    /// They say more than the path of the edit below.
    pub(super) says_more: bool,
    /// What was said since the edit above, for a question about that edit.
    pub(super) between: Between,
    /// They say more than that and the number of a step.
    pub(super) explains: bool,
    /// The last heading, and the sentence that leads over to the edit below, where they are labels.
    pub(super) title: Option<LabelLine<'a>>,
    pub(super) lead: Option<LabelLine<'a>>,
    /// Labels of ways with no edit below them, and the one that the words right above the edit begin with.
    pub(super) ways: Vec<LabelLine<'a>>,
    pub(super) way_of_lead: Option<LabelLine<'a>>,
    /// A second item begins among them.
    pub(super) begins_second: bool,
    /// The last paragraph is an item of a list, and does not introduce an edit.
    pub(super) ends_list: bool,
    /// They say that a choice was made.
    pub(super) is_decided: bool,
    /// A remark behind the name of a way says that this is the one.
    pub(super) marks_choice: bool,
}

/// How an edit is offered, and by which words.
pub(super) type Offered = (Offer, Arc<Quote>);

/// A label, with its line of the reply.
#[derive(Clone)]
pub(super) struct LabelLine<'a> {
    pub(super) label: Label,
    /// 0-based.
    at: usize,
    line: &'a BStr,
}

impl<'a> LabelLine<'a> {
    fn of(label: Label, paragraph: &Paragraph<'a>) -> LabelLine<'a> {
        let (at, line) = paragraph.first_line();
        LabelLine { label, at, line }
    }

    pub(super) fn quote(&self) -> Arc<Quote> {
        Arc::new(Quote::of(self.at, &[self.line]))
    }
}

/// Notes by which words something is said, where none were noted yet.
fn hear(heard: &mut Heard, said: impl FnOnce() -> Heard) {
    if heard.is_none() {
        *heard = said();
    }
}

/// How many lines above an edit may forbid it.
const NEAR: usize = 3;

/// Reads the words of `lines`, which are between two edits: below one where `is_below`, above one where `is_above`.
pub(super) fn between<'a>(lines: &[Line<'a>], is_below: bool, is_above: bool) -> Said<'a> {
    let spoken = spoken(lines, is_below);
    let (ends_thought, begins_thought) = thoughts(lines);
    let mut hearing = Hearing {
        lines,
        spoken: &spoken,
        is_below,
        is_above,
        is_way_back: false,
        last_close: spoken.iter().rposition(|it| thought::closes(it.line)),
        last_above_block: spoken.iter().rposition(|it| it.is_above_block),
        last_of_edit: OnceCell::new(),
        asked: None,
        said: Said {
            ends_thought,
            begins_thought,
            speaks: !spoken.is_empty(),
            ..Said::default()
        },
    };
    let mut begin = 0;
    for group in paragraphs(&spoken) {
        hearing.paragraph(group, begin..begin + group.len());
        begin += group.len();
    }
    hearing.said
}

/// The paragraphs between two edits, read in turn.
struct Hearing<'l, 'a> {
    lines: &'l [Line<'a>],
    spoken: &'l [Spoken<'a>],
    is_below: bool,
    is_above: bool,
    /// Whether the paragraphs are of a section about undoing the edits.
    is_way_back: bool,
    /// The last of the lines that ends a thought, and the last one above a block that is no edit.
    last_close: Option<usize>,
    last_above_block: Option<usize>,
    last_of_edit: OnceCell<usize>,
    /// What asks about the edit below.
    asked: Heard,
    said: Said<'a>,
}

impl<'a> Hearing<'_, 'a> {
    /// Reads a paragraph, which is these of the lines that speak.
    fn paragraph(&mut self, group: &[Spoken<'a>], range: Range<usize>) {
        let n_behind = self.spoken.len() - range.end;
        let hears = match n_behind < NEAR {
            true => Hears::All,
            false => Hears::OfEdits,
        };
        let paragraph = &Paragraph::of(group, hears);
        let is_last = n_behind == 0 && !paragraph.is_above_block;
        self.is_way_back = paragraph.title().map_or(self.is_way_back, tells_way_back);
        // `Fine as is` above a list is about what that names.
        let heads_list = paragraph.is_title() && n_behind > 0 && paragraph.calls_good();
        // What is said of the edits above is about them, also in a section about undoing them.
        let is_of_edits = !self.is_way_back || paragraph.points_up();
        if self.is_below && is_of_edits && !heads_list {
            take_back_by(paragraph, self.is_above && is_last, &mut self.said);
        }
        self.hear_ways(paragraph, is_last);
        let mut speak = paragraph.readings.iter().filter(|it| it.says_more());
        self.said.says_more |= speak.clone().next().is_some();
        self.said.explains |= speak.any(|reading| !reading.counts_step());
        if self.explains_problem(paragraph, range.end) {
            self.said.is_section = true;
            (self.said.warns_section, self.said.elsewhere_section) = (None, None);
            (self.said.offer_of_section, self.said.title) = (None, None);
            return;
        }
        if self.is_above && self.is_near(&range) && (is_last || !self.is_below) {
            self.hear_warning(paragraph);
        }
        if self.is_above && (is_last || paragraph.is_title()) {
            lead_by(paragraph, &mut self.said);
        }
        self.hear_question(paragraph, is_last);
        if self.is_above && self.is_below && is_last && self.said.offer.is_none() {
            let last = paragraph.readings.last();
            let improves = paragraph.leads_on() && last.is_some_and(Reading::improves);
            self.said.improves = improves.then(|| paragraph.quote_last());
            self.said.replaces = paragraph.first(Reading::replaces);
            let corrects = paragraph.leads_on() && correction::replaces(&paragraph.readings);
            self.said.corrects = corrects.then(|| paragraph.quote_all());
        }
    }

    /// Notes what a paragraph says of several ways, and of the choice between them.
    fn hear_ways(&mut self, paragraph: &Paragraph<'a>, is_last: bool) {
        let (said, readings) = (&mut self.said, &paragraph.readings);
        said.ends_list = is_last && paragraph.is_item();
        let way = Label::of_way(readings);
        said.marks_choice |= way.is_some() && readings.iter().any(Reading::marks_choice);
        let way = way.map(|way| LabelLine::of(way, paragraph));
        match self.is_above && is_last && !paragraph.is_title() {
            true => said.way_of_lead = way,
            false => said.ways.extend(way),
        }
        said.begins_second |= paragraph.begins_second();
        said.is_decided |= readings.iter().any(Reading::is_decided);
        hear(&mut said.chooses, || paragraph.first(Reading::chooses));
        hear(&mut said.counts_ways, || {
            paragraph.first(Reading::counts_ways)
        });
        let optional = readings.iter().enumerate();
        let optional =
            optional.filter_map(|(nth, it)| Some((it.optional()?, paragraph.quote(nth))));
        said.optional.extend(optional);
    }

    /// Returns whether a paragraph is right above the edit, with no other block and no end of a thought between them.
    fn is_near(&self, range: &Range<usize>) -> bool {
        let is_thought = self.last_close.is_some_and(|at| at >= range.end);
        let is_below_block = self.last_above_block.is_none_or(|at| at < range.start);
        self.spoken.len() - range.end < NEAR && !is_thought && is_below_block
    }

    /// Returns whether a paragraph, which ends at `end`, is a title that asks for a cause: what explains the problem is between it
    /// and the edit.
    fn explains_problem(&self, paragraph: &Paragraph<'a>, end: usize) -> bool {
        let readings = &paragraph.readings;
        let last_of_edit = || *self.last_of_edit.get_or_init(|| end_of_edits(self.spoken));
        paragraph.is_title()
            && self.is_above
            && !self.is_below
            && end < self.spoken.len()
            && !readings.is_empty()
            && readings.iter().all(Reading::asks_for_cause)
            && last_of_edit() <= end
    }

    fn hear_warning(&mut self, paragraph: &Paragraph<'a>) {
        let rejects = |it: &Reading<'_>| it.rejects(Side::Above).this;
        hear(&mut self.said.rejects_thing, || {
            paragraph.first(|it| it.rejects_thing() && rejects(it))
        });
        hear(&mut self.said.warns, || {
            paragraph.first(|it| !it.rejects_thing() && rejects(it))
        });
    }

    /// Notes a question about the edit below. Above the first edit it can only be about that.
    fn hear_question(&mut self, paragraph: &Paragraph<'a>, is_last: bool) {
        let asks = paragraph.left.asks && !self.is_below || asks_reader(paragraph, self.lines);
        if asks && !paragraph.is_above_block {
            self.asked = Some(paragraph.quote_all());
        } else if paragraph.readings.iter().any(Reading::says_more) {
            self.asked = None;
        }
        if self.is_above
            && is_last
            && let Some(by) = self.asked.take()
        {
            self.said.offer.get_or_insert((Offer::Below, by));
        }
    }
}

/// Returns whether a paragraph asks the reader whether something is to be changed, and is no title or quotation in which the reader
/// asks. What asks so of the very edit above it is about that one.
fn asks_reader(paragraph: &Paragraph<'_>, lines: &[Line<'_>]) -> bool {
    const QUOTING: &[&str] = &["\"", "“", "„", "«", "「"];
    let Some(about) = paragraph.left.question.filter(|_| !paragraph.left.asks) else {
        return false;
    };
    let (at, line) = paragraph.first_line();
    let is_quoted = || {
        let own = lines.iter().find(|line| line.at == at);
        own.is_some_and(|line| line.body.trim_start().starts_with(b">"))
            || QUOTING.iter().any(|sign| line.starts_with(sign.as_bytes()))
    };
    (about == About::Reader || !paragraph.is_title()) && !is_quoted()
}

/// Returns the end of the last paragraph that speaks of edits, and neither is a title nor leads over to what follows; 0 without.
fn end_of_edits(spoken: &[Spoken<'_>]) -> usize {
    let (mut end, mut last) = (0, 0);
    for group in paragraphs(spoken) {
        end += group.len();
        let paragraph = Paragraph::of(group, Hears::All);
        let is_plain = !paragraph.is_title() && !paragraph.leads_on();
        if is_plain && paragraph.readings.iter().any(Reading::speaks_of_edit) {
            last = end;
        }
    }
    last
}

/// Returns whether a thought ends among `lines` that did not begin there, and whether one begins that does not end.
fn thoughts(lines: &[Line<'_>]) -> (bool, bool) {
    let (mut ends, mut is_open) = (false, false);
    for line in lines {
        if thought::opens(line.body) {
            is_open = true;
        } else if thought::closes(line.body) {
            ends |= !is_open;
            is_open = false;
        }
    }
    (ends, is_open)
}

/// Reads what a title, or the last paragraph above an edit, says of it.
fn lead_by<'a>(paragraph: &Paragraph<'a>, said: &mut Said<'a>) {
    let is_title = paragraph.is_title();
    let lead = paragraph.readings.last().filter(|_| paragraph.leads_on());
    let lead = lead.filter(|lead| !lead.ends_in_command());
    let quote = || paragraph.quote_last();
    let rejects = |lead: &Reading<'_>| lead.rejects(Side::Leads).this;
    let is_not_own = |lead: &Reading<'_>| {
        elsewhere::leads_there(lead)
            || scope::leads_there(lead)
            || binding::leads_there(lead)
            || considered::leads_there(lead)
    };
    let rejecting = lead.filter(|lead| rejects(lead));
    let is_considered = lead.is_some_and(considered::only_considers);
    let is_rejected = rejecting.is_some_and(|lead| !lead.rejects_thing());
    let warns = paragraph.is_marked() || is_considered || is_rejected;
    let is_elsewhere = !warns && lead.is_some_and(is_not_own);
    said.may_be_later = lead.filter(|it| scope::may_be_later(it)).map(|_| quote());
    let generates = lead.filter(|it| elsewhere::is_generated(it));
    hear(&mut said.generates, || generates.map(|_| quote()));
    let unreal = lead.filter(|lead| binding::is_hypothetical(lead));
    let offer = lead
        .and_then(Reading::offers)
        .or(unreal.map(|_| Offer::Below));
    let offer = offer.map(|offer| (offer, quote()));
    let label = paragraph.label().filter(|_| paragraph.leads_on());
    let label = label.map(|label| LabelLine::of(label, paragraph));
    let is_elsewhere = is_elsewhere.then(quote);
    if is_title {
        said.is_section = true;
        let warns = (warns || rejecting.is_some()).then(quote);
        (said.warns_section, said.offer_of_section, said.title) = (warns, offer, label);
        said.elsewhere_section = is_elsewhere;
    } else {
        hear(&mut said.warns, || warns.then(quote));
        let rejects_thing = rejecting.filter(|it| it.rejects_thing());
        hear(&mut said.rejects_thing, || rejects_thing.map(|_| quote()));
        hear(&mut said.elsewhere, || is_elsewhere);
        (said.offer, said.lead) = (offer, label);
    }
}

/// Reads what a paragraph takes back of the edits above it; one of another section does so only where it points up. The last
/// sentence of the paragraph may lead over to an edit.
fn take_back_by(paragraph: &Paragraph<'_>, is_last: bool, said: &mut Said<'_>) {
    // `but that is for another day` in a paragraph of its own ends a sentence about something else.
    let begins_amid = said.says_more
        && [&b"but "[..], b"and "]
            .iter()
            .any(|it| paragraph.lines[0].starts_with(it));
    let mut side = if begins_amid {
        Side::Amid
    } else {
        Side::Behind
    };
    let is_apart = said.is_section || said.names_other || paragraph.lines[0].starts_with(b"#");
    said.names_other |= paragraph.names_file();
    if paragraph.is_title() {
        said.topic = paragraph.topic();
    }
    let topic = paragraph.file_above().or_else(|| said.topic.clone());
    let left = paragraph.left;
    let is_left = !is_apart && left.this >= Some(said.between);
    let takes_back = is_left || paragraph.runs_backwards();
    hear(&mut said.takes_back, || {
        takes_back.then(|| paragraph.quote_all())
    });
    said.counts |= !is_apart && left.all >= Some(said.between);
    said.between = said.between.max(left.between);
    let mut is_answer = false;
    for (nth, reading) in paragraph.readings.iter().enumerate() {
        let is_end = nth + 1 == paragraph.readings.len();
        let leads = is_end && is_last && paragraph.leads_on() || reading.leads_on;
        let own = if leads { Side::Leads } else { side };
        // `Just to illustrate.` above a block that is no edit is about that block.
        if is_end && paragraph.is_above_block && reading.only_aims() {
            continue;
        }
        // `Does it break X? It does not, so no` answers.
        is_answer |= reading.is_question;
        if is_answer && reading.ends_in_no() {
            continue;
        }
        let rejected = reading.rejects(own);
        // `No change is needed` below a name is about what that names; `Actually, no change is needed` may be about the edit.
        if let Some(topic) = topic
            .clone()
            .filter(|_| rejected.this && reading.only_spares())
        {
            match topic {
                Topic::File(path) => said.references.push((vec![path], paragraph.quote(nth))),
                Topic::Code(name) => said.spared.push((name, paragraph.quote(nth))),
            }
            if !reading.regrets() {
                side = reading.side_behind(side);
                continue;
            }
        }
        let takes_back = rejected.above || rejected.this && !leads && !is_apart;
        hear(&mut said.takes_back, || {
            takes_back.then(|| paragraph.quote(nth))
        });
        said.counts |= (rejected.this || rejected.above) && reading.counts();
        let leaves_above = !leads && !is_apart && reading.leaves_above();
        hear(&mut said.turns, || {
            reading.turns().then(|| paragraph.quote(nth))
        });
        hear(&mut said.leaves_above, || {
            leaves_above.then(|| paragraph.quote(nth))
        });
        let words = refers::named(reading, own);
        if !words.is_empty() {
            said.references.push((words, paragraph.quote(nth)));
        }
        let spared = reading.all_spared().into_iter().filter(|_| !leads);
        said.spared
            .extend(spared.map(|name| (name, paragraph.quote(nth))));
        side = reading.side_behind(side);
    }
}
