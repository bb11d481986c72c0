//! What the hunks read so far make, and where: the running text that the next one is read against.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use bstr::BString;
use foldhash::fast::RandomState;

use super::N_JOINED;
use super::adjacent::Adjacent;
use crate::matcher::line_key::{self, LineKey};
use crate::patch::{Hunk, HunkId};
use crate::plan::compose::Running;
use crate::plan::file::FileInput;
use crate::plan::hunk::edits_at;
use crate::plan::{HunkPlan, State};
use crate::text::{Edit, FinalNewline, LineSpan, Piece, Text};

/// What the hunks read so far make. Of many hunks nearly all mean the file as it is: that is found out without a look at
/// every hunk for every other.
pub(super) struct SoFar<'a> {
    pub(super) input: &'a FileInput<'a>,
    /// The file as it was read.
    pub(super) text: &'a Text,
    /// The lines of each edit, and whose it is; those that another's hold are its.
    pub(super) spans: BTreeMap<LineSpan, usize>,
    /// The keys of the first lines that were made, and the hunks that made them.
    pub(super) keys: HashMap<LineKey, Vec<usize>>,
    /// All lines that were made.
    pub(super) lines: Vec<Made>,
    /// How many of these are in `keys`: nearly always none ever is asked for.
    pub(super) n_keyed: usize,
    /// The last of them for each tail: it costs a tenth of a key to see that a line is none of them.
    pub(super) tails: HashMap<u64, u32, RandomState>,
    /// All edits that were made, each with the first of `lines` that it makes.
    pub(super) edits: Vec<(LineSpan, u32)>,
    /// Which lines these leave side by side.
    pub(super) adjacent: Adjacent,
    /// All lines that were made, one after the other; where a hunk of the file is a string, that may begin amid a line.
    pub(super) made: Option<BString>,
    /// What they come to, made when it is asked for.
    pub(super) running: Option<Running>,
    /// What they leave at its end, as their tools do: the file itself may keep its newline.
    pub(super) end: FinalNewline,
    /// The call that the hunk before belongs to, and the text that this one's numbers are lines of; `None` for the file.
    pub(super) call: (u32, Option<Running>),
    /// Work left, in lines.
    pub(super) n_steps_left: u64,
    /// Whether something was left out as that ended.
    pub(super) is_spent: bool,
    /// Whether a hunk builds on as many others as one may.
    pub(super) is_full: bool,
}

/// A line that an earlier hunk makes.
pub(super) struct Made {
    pub(super) maker: u32,
    /// The line made before it that has its tail, or [`Made::NONE`].
    pub(super) above: u32,
    pub(super) line: Piece,
}

impl Made {
    pub(super) const NONE: u32 = u32::MAX;
}

impl<'a> SoFar<'a> {
    pub(super) fn new(input: &'a FileInput<'a>, text: &'a Text) -> SoFar<'a> {
        SoFar {
            input,
            text,
            spans: BTreeMap::new(),
            keys: HashMap::new(),
            lines: Vec::new(),
            n_keyed: 0,
            tails: HashMap::default(),
            edits: Vec::new(),
            adjacent: Adjacent::default(),
            made: input.as_read.map(|_| BString::default()),
            running: None,
            end: FinalNewline::Keep,
            call: (0, None),
            n_steps_left: input.limits.n_steps,
            is_spent: false,
            is_full: false,
        }
    }

    /// Adds what the hunk makes, unless an earlier one changes the same lines.
    pub(super) fn add(&mut self, hunk: &HunkPlan, edits: Vec<Edit>) {
        if hunk.state != State::Placed {
            return;
        }
        let builds_on = hunk
            .placement
            .as_ref()
            .map(|placement| &placement.builds_on[..]);
        let is_held = |maker: usize| builds_on.is_some_and(|all| all.contains(&maker));
        if edits
            .iter()
            .any(|edit| self.met(edit.span).any(|maker| !is_held(maker)))
        {
            return;
        }
        // One that builds on others was read beside what they make.
        if builds_on.is_none_or(|all| all.is_empty()) {
            self.end_as(&self.input.file.hunks[hunk.id.hunk]);
        }
        self.is_full |= builds_on.is_some_and(|all| all.len() >= N_JOINED);
        if builds_on.is_some_and(|all| !all.is_empty()) {
            self.spans.retain(|_, maker| !is_held(*maker));
        }
        for edit in edits {
            self.spans.insert(edit.span, hunk.id.hunk);
            self.edits.push((edit.span, self.lines.len() as u32));
            for line in edit.lines {
                if let Some(made) = &mut self.made {
                    made.extend_from_slice(&line);
                    made.push(b'\n');
                }
                let nth = self.lines.len() as u32;
                let above = self.tails.insert(tail(&line), nth);
                self.lines.push(Made {
                    maker: hunk.id.hunk as u32,
                    above: above.unwrap_or(Made::NONE),
                    line,
                });
            }
        }
        self.running = None;
    }

    /// Takes what a hunk, as it is read, makes of the end of the text.
    pub(super) fn end_as(&mut self, hunk: &Hunk) {
        self.end = match hunk.final_newline {
            FinalNewline::Keep if hunk.drops_final_newline => FinalNewline::Remove,
            FinalNewline::Keep => self.end,
            FinalNewline::Add | FinalNewline::Remove => hunk.final_newline,
        };
    }

    /// Returns all that the hunk would write, whatever is decided on it.
    pub(super) fn edits_of(&self, hunk: &HunkPlan) -> Vec<Edit> {
        let file = self.input.file;
        let place = hunk.placement.as_ref();
        place.map_or_else(Vec::new, |place| {
            edits_at(
                file,
                &file.hunks[hunk.id.hunk],
                &place.candidate,
                self.text,
                None,
            )
        })
    }

    /// Returns the hunks that change lines of `span` of the file, or where it begins.
    pub(super) fn met(&self, span: LineSpan) -> impl Iterator<Item = usize> {
        met_in(&self.spans, span).map(|(_, maker)| *maker)
    }

    /// Makes the running text, where it is not made yet; returns whether there is work left for that.
    pub(super) fn make(&mut self, earlier: &[HunkPlan]) -> bool {
        if self.running.is_some() {
            return self.spend(self.spans.len());
        }
        if !self.spend(self.text.n_lines() + self.spans.len()) {
            return false;
        }
        let makers: BTreeSet<usize> = self.spans.values().copied().collect();
        let of_maker = |maker: usize| {
            let edits = self.edits_of(&earlier[maker]).into_iter();
            edits.map(move |edit| (maker, edit))
        };
        let edits = makers.into_iter().flat_map(of_maker).collect();
        self.running = Running::new(self.text, edits, self.end);
        self.running.is_some()
    }

    /// Returns whether a hunk after this may mean more than was looked at.
    pub(super) fn left_something_out(&self) -> bool {
        self.is_spent || self.is_full
    }

    pub(super) fn spend(&mut self, n_steps: usize) -> bool {
        let left = self.n_steps_left.checked_sub(n_steps as u64);
        self.n_steps_left = left.unwrap_or(0);
        self.is_spent |= left.is_none();
        left.is_some()
    }

    /// Where a call begins, its numbers are lines of the text that the calls before leave.
    pub(super) fn begin_call(&mut self, call: u32, earlier: &[HunkPlan]) {
        if call != self.call.0 {
            let base = if self.make_for_numbers(earlier) {
                self.running.clone()
            } else {
                None
            };
            self.call = (call, base);
        }
    }

    pub(super) fn make_for_numbers(&mut self, earlier: &[HunkPlan]) -> bool {
        let has_numbers = self.input.file.hunks.iter().any(|hunk| hunk.hint.is_some());
        has_numbers && !self.spans.is_empty() && self.make(earlier)
    }

    /// Returns the hunk as the reply has it, where it can only be read beside its target.
    pub(super) fn as_read(&self, id: HunkId) -> Option<&'a Hunk> {
        let is_edited = self.input.settled.edited.contains_key(&id);
        let read = self.input.as_read.filter(|_| !is_edited)?;
        read.hunks.get(id.hunk)
    }
}

/// Returns those of the edits, and whose they are, that change lines of `span`, or where it begins.
pub(super) fn met_in(
    spans: &BTreeMap<LineSpan, usize>,
    span: LineSpan,
) -> impl Iterator<Item = (&LineSpan, &usize)> {
    let end = LineSpan::new(span.end.max(span.start + 1), usize::MAX);
    // Edits are apart: the last that begins above is the only one there that can reach into the span.
    let begin = LineSpan::new(span.start, span.start);
    let above = spans.range(..begin).next_back();
    let within = spans.range(begin..end);
    let met = above.into_iter().chain(within);
    met.filter(move |(edit, _)| edit.collides(span))
}

/// Returns the tail of a line; one that no line can have for those that have none.
pub(super) fn tail(line: &[u8]) -> u64 {
    line_key::tail(line).unwrap_or(u64::MAX)
}
