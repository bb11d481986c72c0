//! What is told of one hunk: why, where it may go, and what may be sent instead.

use super::super::finding::Finding;
use super::super::unmarked::{Known, with_added};
use super::super::{file_name, replaced, searched, shown};
use super::{
    Excerpt, N_AROUND, N_OFFERS, Offer, Remark, Spent, Standing, Told, advice, cut_off, excerpt,
    merged, moved_to, offer,
};
use crate::matcher::{self, Candidate, Doubt};
use crate::patch::{FileOp, FilePatch, Given, Hunk, HunkId, HunkLine, LineKind, Unsure};
use crate::plan::conflict::Message;
use crate::plan::{Decision, HunkPlan, State};
use crate::text::Edit;

impl Told<'_> {
    /// Returns all that is told of a hunk.
    pub(super) fn remark(&self, plan: &HunkPlan, spent: &mut Spent) -> Remark {
        let session = self.session;
        let hunk = session.patch().hunk(plan.id);
        let section = &session.patch().files[plan.id.file];
        let standing = self.standing(plan);
        let places = self.places_told(plan, standing, spent);
        let suggestions = self.suggestions(plan, standing);
        let part = session.in_part(plan.id);
        let verdict = advice::verdict(session, plan, standing);
        // What it ends with is not said again.
        let reason = self.reason(plan, standing);
        let reason = reason.filter(|reason| !verdict.ends_with(&**reason));
        Remark {
            id: session.label(plan.id),
            path: file_name(session, plan.id.file),
            to: moved_to(session, plan),
            dialect: section.dialect,
            standing,
            verdict,
            searched: searched(session, plan.id).filter(|_| standing == Standing::Open),
            reason,
            comment: self.comment(plan),
            hunk: signed(&hunk.lines),
            left_out: part
                .as_ref()
                .map_or_else(Vec::new, |part| signed(&part.left)),
            absent: part.map_or_else(Vec::new, |part| signed(&part.absent)),
            // Without any line of the file, marks around them would ask for a new one.
            quoted: if matches!(plan.state, State::Unresolved(_)) {
                hunk.lines.iter().map(|line| shown(&line.body)).collect()
            } else {
                offer::quoted(hunk, self.form)
            },
            title: match session.is_edited_by_hand(plan.id) {
                true => "Your hunk, as the reviewer edited it",
                false => title(section.given, hunk.unsure, &plan.state),
            },
            advice: self.advice_on(plan, standing, &places, suggestions.first()),
            merged: self.merged(plan, standing, spent),
            at_number: self.at_number(plan, &places, spent),
            places,
            suggestions,
        }
    }

    /// Returns the places of a hunk that the model is to see.
    fn places_told(&self, plan: &HunkPlan, standing: Standing, spent: &mut Spent) -> Vec<Excerpt> {
        match standing {
            Standing::Open => self.places(plan, spent),
            Standing::OnDisk | Standing::Held if self.unmarked.contains_key(&plan.id) => {
                self.with_forgotten(plan, spent).into_iter().collect()
            }
            Standing::OnDisk | Standing::Held => {
                let part = self.session.in_part(plan.id);
                let lacks = part.is_some_and(|part| !part.absent.is_empty());
                let there = lacks.then(|| self.as_it_is(plan)).flatten();
                there.into_iter().collect()
            }
            Standing::Refused | Standing::Rejected | Standing::LeftOut => Vec::new(),
        }
    }

    /// Returns what the file has at the place of a hunk, written or not.
    fn as_it_is(&self, plan: &HunkPlan) -> Option<Excerpt> {
        let session = self.session;
        let snapshot = session.plan().files[plan.id.file].snapshot.as_ref()?;
        let placed = plan.placement.as_ref();
        let (span, changed) = match placed {
            Some(placed) => {
                let changed = session.change_line(plan.id, &placed.candidate);
                (placed.candidate.lines(), changed)
            }
            None => {
                let span = session.applied_span(plan.id)?;
                (span, span.start)
            }
        };
        Some(excerpt(snapshot.text()?, span, changed, N_AROUND))
    }

    /// Returns why a hunk is told of.
    fn reason(&self, plan: &HunkPlan, standing: Standing) -> Option<String> {
        let it = |finding: &&Finding| format!("it {}", finding.text);
        let text = match standing {
            Standing::Open => {
                let why = self.session.message_parts(plan.id).map(for_the_model);
                why.map(|why| self.with_findings(plan.id, why))
            }
            Standing::Refused => self.refused.get(&plan.id).map(it),
            Standing::OnDisk | Standing::Held => {
                let cut_off = || cut_off(self.session, plan.id).map(str::to_string);
                let replaced = || Some(format!("it {}", replaced::told(self.session, plan.id)?));
                let unmarked = self.unmarked.get(&plan.id).map(it);
                unmarked.or_else(cut_off).or_else(replaced)
            }
            Standing::Rejected => {
                let won = self.session.lost_to(plan.id);
                won.map(|won| {
                    format!(
                        "it conflicts with {}, which is kept",
                        self.session.name(won)
                    )
                })
            }
            Standing::LeftOut => None,
        };
        text.map(|text| shown(text.as_bytes()))
    }

    /// Returns what the person said of a hunk; that another was kept instead is no word of theirs.
    fn comment(&self, plan: &HunkPlan) -> Option<String> {
        let lost = self.session.lost_to(plan.id).is_some();
        let text = match &plan.decision {
            Decision::Rejected { why: Some(why) } if !lost => Some(why.as_str()),
            Decision::Rejected { .. }
            | Decision::Undecided
            | Decision::Accepted
            | Decision::Lines(_) => self.session.comment(plan.id),
        };
        let lines = text?.lines().map(|line| shown(line.as_bytes()));
        Some(lines.collect::<Vec<_>>().join("\n"))
    }

    /// Returns the files that a hunk without a place may be meant for, the likeliest first.
    fn suggestions(&self, plan: &HunkPlan, standing: Standing) -> Vec<String> {
        let session = self.session;
        let paths = match standing {
            Standing::Open if advice::names_no_file(session, plan) => {
                session.close_paths(plan.id.file)
            }
            Standing::Open => session.holders_of(plan.id.file).to_vec(),
            Standing::Refused
            | Standing::OnDisk
            | Standing::Held
            | Standing::Rejected
            | Standing::LeftOut => Vec::new(),
        };
        paths.iter().map(|path| shown(path.as_bytes())).collect()
    }

    /// Returns an open hunk and those that it overlaps as one that can be sent.
    fn merged(&self, plan: &HunkPlan, standing: Standing, spent: &mut Spent) -> Option<Offer> {
        if standing != Standing::Open || spent.n_offers >= N_OFFERS {
            return None;
        }
        let edits = merged::with_others(self.session, plan.id)?;
        let offer = offer::of_edits(self.session, plan.id, edits, self.form)?;
        spent.n_offers += 1;
        Some(offer)
    }

    /// Returns how to say a hunk better, in one sentence.
    fn advice_on(
        &self,
        plan: &HunkPlan,
        standing: Standing,
        places: &[Excerpt],
        suggestion: Option<&String>,
    ) -> Option<String> {
        match standing {
            Standing::OnDisk | Standing::Held => {
                let is_unmarked = self.unmarked.contains_key(&plan.id) && places.is_empty();
                let mend = match cut_off(self.session, plan.id) {
                    _ if is_unmarked => Some(
                        "If it is to be added, send it again as a new line, with context around it.",
                    ),
                    Some(_) if standing == Standing::OnDisk => {
                        Some("Send what is missing as a hunk against the file as it is now.")
                    }
                    Some(_) => Some("Send it again, whole."),
                    None => None,
                };
                mend.map(str::to_string)
            }
            Standing::Open | Standing::Refused | Standing::Rejected | Standing::LeftOut => {
                let rival = || self.beside_rival(plan, places);
                let rival = (standing == Standing::Open).then(rival).flatten();
                let mend = rival
                    .or_else(|| advice::advice(self.session, plan, standing, places, suggestion));
                let hides = standing == Standing::Open && self.refused.contains_key(&plan.id);
                let hidden = hides.then(|| advice::WITHOUT_HIDDEN.to_string());
                mend.into_iter()
                    .chain(hidden)
                    .reduce(|mend, hidden| mend + " " + &hidden)
            }
        }
    }

    /// Returns why a hunk waits, with what would be lost by it, and what it hides.
    fn with_findings(&self, id: HunkId, mut why: String) -> String {
        let lost = self.losses.get(&id).into_iter().flatten();
        for finding in lost.chain(self.refused.get(&id)) {
            // A hunk may wait for this very finding.
            let ends = |(at, found): (usize, &str)| {
                let rest = &why[at + found.len()..];
                rest.is_empty() || rest.starts_with([',', ';'])
            };
            if !why.match_indices(&finding.text[..]).any(ends) {
                why += &format!("; it {}", finding.text);
            }
        }
        why
    }

    /// Returns the place of a hunk that shows lines as context which the file lacks, with these added: to all that it is to
    /// write, or to what it wrote.
    fn with_forgotten(&self, plan: &HunkPlan, spent: &mut Spent) -> Option<Excerpt> {
        let session = self.session;
        let section = &session.patch().files[plan.id.file];
        let snapshot = session.plan().files[plan.id.file].snapshot.as_ref()?;
        let text = snapshot.text().filter(|_| spent.n_offers < N_OFFERS)?;
        let place = match &plan.placement {
            Some(placement) => placement.candidate.for_once(Candidate::clone),
            None => {
                let mut written =
                    FilePatch::new(section.path.clone(), FileOp::Modify, section.dialect);
                written.hunks = vec![as_context(session.patch().hunk(plan.id))];
                let mut found = matcher::find(&written, text, session.limits());
                let found = found.pop().filter(|found| found.tied().len() == 1)?;
                found.candidates.first().cloned()?
            }
        };
        let known = Known::new(text, section);
        let unmarked = known.unmarked(&place);
        let edits = session.edits_at(plan.id, &with_added(&place, &unmarked));
        let offer = offer::of_edits(session, plan.id, edits, self.form)?;
        spent.n_offers += 1;
        let body = |index: &usize| shown(&place.variant.lines[*index].body);
        Some(Excerpt {
            unmarked: unmarked.iter().map(body).collect(),
            send_with_unmarked: Some(offer),
            id: session.place_id(plan.id, place.span),
            change_line: session.change_line(plan.id, &place) + 1,
            ..excerpt(text, place.span, place.first_changed(), N_AROUND)
        })
    }

    /// Returns the hunk for one of its places, where nothing but the place is in question.
    pub(super) fn send(&self, plan: &HunkPlan, place: &Candidate) -> Option<Offer> {
        let hunk = self.session.patch().hunk(plan.id);
        // Where lines are left out and the file does not have them, it is unknown what belongs there.
        let is_whole = hunk.unsure.is_none() && place.n_removals_missing() == 0;
        let is_apart = !matches!(
            plan.state,
            State::Overlap(_) | State::Dependent(_) | State::Unresolved(_) | State::Invalid(_)
        );
        // New lines alone are like nothing; they go where one says.
        let is_lost = place.is_no_match() && hunk.preimage().next().is_some();
        // What is meant for a block that the file lacks would spoil another.
        let is_of_another = place.doubts().any(|doubt| doubt == Doubt::DefinitionLost);
        if !is_whole || !is_apart || is_lost || is_of_another {
            return None;
        }
        // It would be sent together with those that fit.
        if self.rival(plan, place).is_some() {
            return None;
        }
        let edits = self.session.edits_at(plan.id, place);
        offer::of_edits(self.session, plan.id, edits, self.form)
    }

    /// Returns a hunk that fits and changes lines which this one would change at `place`.
    fn rival(&self, plan: &HunkPlan, place: &Candidate) -> Option<HunkId> {
        let own = self.session.edits_at(plan.id, place);
        let others = self.session.plan().files[plan.id.file].hunks.iter();
        let mut fitting = others.filter(|other| {
            other.id != plan.id && other.state == State::Placed && !other.decision.is_rejected()
        });
        let rival = fitting.find(|other| {
            let edits = self.session.placed_edits(other.id);
            let collides = |edit: &Edit| own.iter().any(|own| own.span.collides(edit.span));
            edits.iter().any(collides)
        });
        Some(rival?.id)
    }

    /// Returns what to do about a hunk whose likeliest place another hunk changes, where no place can be offered.
    fn beside_rival(&self, plan: &HunkPlan, places: &[Excerpt]) -> Option<String> {
        let is_lost = matches!(
            plan.state,
            State::Ambiguous | State::TooWeak | State::NoMatch | State::DeletedLineNotFound
        );
        let has_offer = places.iter().any(|place| place.send.is_some());
        let found = self
            .session
            .found(plan.id)
            .filter(|_| is_lost && !has_offer)?;
        let best = found
            .candidates
            .first()
            .filter(|place| !place.is_no_match())?;
        let rival = self.session.label(self.rival(plan, best)?);
        Some(format!(
            "Make one hunk of this and {rival}: they change the same lines."
        ))
    }
}

fn signed(lines: &[HunkLine]) -> Vec<String> {
    let signed = |line: &HunkLine| format!("{}{}", line.kind.sign(), shown(&line.body));
    lines.iter().map(signed).collect()
}

/// Returns the heading above the lines of a hunk.
fn title(given: Given, unsure: Option<Unsure>, state: &State) -> &'static str {
    match (given, unsure) {
        _ if matches!(state, State::Invalid(_)) => "Your hunk, as far as it could be read",
        _ if matches!(state, State::Unresolved(_)) => "Your lines that have no place",
        (Given::Hunks, _) => "Your hunk",
        (_, Some(why)) if why.is_of_edge() => {
            "What your lines would change in the file if they belong there"
        }
        (_, _) => "What your lines change in the file",
    }
}

/// Returns a hunk that asks for all that another leaves, and changes nothing.
fn as_context(hunk: &Hunk) -> Hunk {
    let left = hunk.lines.iter().filter(|line| line.in_postimage());
    let lines = left.map(|line| HunkLine::new(LineKind::Context, line.body.clone()));
    Hunk {
        lines: lines.collect(),
        hint: hunk.hint,
        ..Hunk::default()
    }
}

/// Returns why a hunk waits, without what only a person at the review can do; what is yours to a person is the user's.
fn for_the_model(message: Message) -> String {
    let why = message
        .why
        .replace("your own change", "the user's own change");
    let said = Message {
        why,
        next: None,
        ..message
    };
    said.whole()
}
