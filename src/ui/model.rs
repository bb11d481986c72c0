//! What the screen shows and where the person is in it. `update` alone changes it, `draw` only reads it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::matcher::Candidate;
use crate::patch::HunkId;
use crate::plan::{Block, BlockDecision, By, Decision, HunkPlan, State};
use crate::report::{self, FindingCode};
use crate::session::{Command, Session};

use super::doc::{Doc, Reading};
use super::drift::Drift;
use super::highlight::Colouring;
use super::keymap::{Action, Context, Side};
use super::keys::Keys;
use super::mark::Symbols;
use super::names::Names;
use super::opening::PendingReview;
use super::overlap::{Kinship, conflicts_at, kin, knots};
use super::survey::{Survey, is_exact};
use super::telling::{Telling, telling};
use super::theme::Theme;
use super::world::{Applied, WatchBackend};

mod facts;
mod listed;
mod marks;
mod viewed;

use self::marks::Marks;

/// The most rows at the top of the diff that definitions scrolled away may cover.
pub const STICKY: usize = 2;

/// The most places of a hunk that are listed.
pub const LISTED: usize = 50;

pub use super::mode::{
    ApplyView, Checked, Clipboard, Columns, DiffOptions, Extent, Filter, HelpView, HiddenText,
    JobProgress, LeftOut, LinesView, ListRow, ListShown, Mode, Offer, OverlapView, Page, Picker,
    PlaceView, Preview, Purpose, Saved, Scroll, Scrolled, Shown, StartView, Toast, Twin, UnlikeAct,
    UnlikeView, View, WayOut, WrittenView,
};

/// The whole state of the screen.
#[derive(Debug, Clone)]
pub struct Model {
    /// The review.
    pub session: Session,
    /// What the patch is called.
    pub title: String,
    /// The files that the reply was read from, where there are several: name and number of lines.
    pub replies: Vec<(String, usize)>,
    /// How things look.
    pub theme: Theme,
    /// How else they could.
    pub themes: Vec<Theme>,
    /// What keys do.
    pub keys: Keys,
    /// Which characters marks are drawn with.
    pub symbols: Symbols,
    /// The terminal's size in columns and rows.
    pub size: (u16, u16),
    /// What the person is doing.
    pub mode: Mode,
    /// The hunk under review; meaningless while the session has no files.
    pub hunk: HunkId,
    /// The block under review of a hunk that was split; 0 for any other.
    pub block: usize,
    /// The places the person asked to see, by index, for every hunk they did so.
    pub looked: BTreeMap<HunkId, usize>,
    /// What hunks add that a reader would not see.
    pub hidden_texts: BTreeMap<HunkId, Vec<HiddenText>>,
    /// What else is found in the hunk under review as it is decided on, such as a definition that goes, in a sentence each.
    pub told: Vec<String>,
    /// The rows of the hunk's file.
    pub doc: Doc,
    /// Counts how often `doc` was made anew.
    pub generation: u64,
    /// The colours of the language, as far as they are known.
    pub colouring: Colouring,
    /// Which part of `doc` is on the screen.
    pub view: View,
    /// Where the wheel moved the other panes.
    pub scrolled: Scrolled,
    /// How the diff is laid out.
    pub diff_options: DiffOptions,
    /// Which hunks the list shows.
    pub filter: Filter,
    /// The rows of the list.
    pub list: Vec<ListRow>,
    /// The mark of each hunk, in the patch's order.
    pub(super) marks: Marks,
    /// What the rows call their hunks.
    pub(super) names: Names,
    /// What tells the place on the screen from those it ties with.
    pub telling: Option<Telling>,
    /// The place that stands beside the one on the screen, of a hunk that fits several.
    pub twin: Option<Twin>,
    /// The files whose hunks the list leaves out.
    pub folded: BTreeSet<usize>,
    /// The first hunk of each conflict, by the hunks that are in it.
    pub(super) knots: BTreeMap<HunkId, HunkId>,
    /// The hunks that the one under review shares lines with though they do not fight.
    pub(super) kin: Vec<(HunkId, Kinship)>,
    /// The settled hunk that it would conflict with at each of its places, by their indexes; empty while none is to be chosen.
    pub(super) conflicts_at: Vec<Option<HunkId>>,
    /// The overlap under review, when the hunk is in one.
    pub overlap: Option<OverlapView>,
    /// What becomes of lines that do not match, while that is asked.
    pub unlike: Option<UnlikeView>,
    /// The places of the hunk under review where the screen lists others than the search found; else empty.
    pub(super) listed: Vec<Candidate>,
    /// What the status line says.
    pub toast: Option<Toast>,
    /// How many places the hunk under review is made at, when it was accepted at all of its places; else 0.
    pub n_places_made: usize,
    /// Whether the card of the first start is on the screen.
    pub card: Shown,
    /// Whether a key began a command of the view, and the next says which.
    pub viewing: Shown,
    /// What the last key asked for that takes a second one to say yes.
    pub asked: Option<Action>,
    /// A work that has lasted long enough to be told.
    pub working: Option<JobProgress>,
    /// What is known of the review that the screen was opened for, until that is ready.
    pub pending: Option<PendingReview>,
    /// What is different on disk, and not taken in yet.
    pub drift: Drift,
    /// All that would be written, by file, as it was when it was asked for.
    pub survey: Option<Arc<Survey>>,
    /// The colours of what would be written, by file, as far as they are known.
    pub survey_colours: Vec<Colouring>,
    /// How files are watched, if they are.
    pub watched: Option<WatchBackend>,
    /// What was searched last.
    pub searched: String,
    /// The applies of this review that were not undone, the last one last.
    pub applied: Vec<Applied>,
    /// Why the last of them could not be undone; `None` where it was not tried since.
    pub not_undone: Option<String>,
    /// Where a copy can go.
    pub clipboard: Clipboard,
    /// Whether the person has an editor that a hunk can be edited in.
    pub editor: Shown,
    /// Where originals are kept by an apply.
    pub kept_in: String,
    /// The folder whose files are reviewed.
    pub root: String,
    /// The command that takes an apply back from a shell, where there is one.
    pub undo_command: Option<String>,
    /// The saved reviews that the screen without a patch offers.
    pub saved: Vec<Saved>,
}

impl Model {
    /// Makes the screen's state for a review, at its first hunk that needs a person.
    pub fn new(session: Session, theme: Theme, size: (u16, u16)) -> Model {
        let nothing = HunkId { file: 0, hunk: 0 };
        let mode = if session.patch().files.is_empty() {
            Mode::Start(StartView::default())
        } else {
            Mode::Review
        };
        let mut model = Model {
            session,
            title: String::new(),
            replies: Vec::new(),
            theme,
            themes: Vec::new(),
            keys: Keys::default(),
            symbols: Symbols::Unicode,
            size,
            mode,
            hunk: nothing,
            block: 0,
            looked: BTreeMap::new(),
            hidden_texts: BTreeMap::new(),
            told: Vec::new(),
            doc: Doc::of_patch(&crate::patch::Hunk::default(), nothing),
            generation: 0,
            colouring: Colouring::default(),
            view: View::default(),
            scrolled: Scrolled::default(),
            diff_options: DiffOptions::default(),
            filter: Filter::All,
            list: Vec::new(),
            marks: Marks::default(),
            names: Names::default(),
            telling: None,
            twin: None,
            folded: BTreeSet::new(),
            knots: BTreeMap::new(),
            kin: Vec::new(),
            conflicts_at: Vec::new(),
            overlap: None,
            unlike: None,
            listed: Vec::new(),
            toast: None,
            n_places_made: 0,
            card: Shown::No,
            viewing: Shown::No,
            asked: None,
            working: None,
            pending: None,
            drift: Drift::default(),
            survey: None,
            survey_colours: Vec::new(),
            watched: None,
            searched: String::new(),
            applied: Vec::new(),
            not_undone: None,
            clipboard: Clipboard::default(),
            editor: Shown::No,
            kept_in: String::new(),
            root: String::new(),
            undo_command: None,
            saved: Vec::new(),
        };
        model.renew_findings();
        model.renew_list();
        let first = model.needing_you().next();
        let first = first.or_else(|| model.session.undecided_from(nothing));
        model.go_to(first.unwrap_or(nothing));
        model
    }

    /// Looks for hidden text anew, after the lines of a hunk or the files changed.
    pub fn renew_findings(&mut self) {
        self.hidden_texts.clear();
        for finding in report::refusals_of_all(&self.session) {
            let files = &self.session.plan().files;
            let named = files.iter().position(|file| file.target == finding.path);
            let first = HunkId {
                file: named.unwrap_or(0),
                hunk: 0,
            };
            let found = HiddenText {
                what: finding.what,
                added: finding.added,
            };
            let hunk = finding.hunk.unwrap_or(first);
            self.hidden_texts.entry(hunk).or_default().push(found);
        }
        self.renew_marks();
    }

    /// Takes this review as it has become, and returns what it was. A file may have other hunks now.
    pub fn exchange(&mut self, mut session: Session) -> Session {
        session.take_drafts(&self.session);
        let files = &session.plan().files;
        let n_hunks = files.get(self.hunk.file).map_or(0, |file| file.hunks.len());
        self.hunk.hunk = self.hunk.hunk.min(n_hunks.saturating_sub(1));
        std::mem::replace(&mut self.session, session)
    }

    /// Takes another review in the place of this one.
    pub fn take_session(&mut self, session: Session, title: String) {
        let fresh = Model::new(session, self.theme.clone(), self.size);
        let old = std::mem::replace(self, fresh);
        self.title = title;
        self.keys = old.keys;
        self.clipboard = old.clipboard;
        self.diff_options = old.diff_options;
        self.bring_into_view();
        self.symbols = old.symbols;
        self.themes = old.themes;
        self.card = old.card;
        self.watched = old.watched;
        self.kept_in = old.kept_in;
        self.editor = old.editor;
        self.root = old.root;
        self.undo_command = old.undo_command;
    }

    /// Returns what keys mean now.
    pub fn context(&self) -> Context {
        match &self.mode {
            Mode::Review if self.viewing == Shown::Yes => Context::View,
            Mode::Review | Mode::Place(_) if self.asked == Some(Action::Replace) => Context::Unlike,
            Mode::Review if self.overlap.is_some() => Context::Overlap,
            Mode::Review => Context::Review,
            Mode::Lines(_) => Context::Lines,
            Mode::Place(_) => Context::Place,
            Mode::Apply(_) => Context::Apply,
            Mode::Target(_) => Context::Target,
            Mode::Comments(_) => Context::Comments,
            Mode::Palette(_) => Context::Palette,
            Mode::Help(_) => Context::Help,
            Mode::Page(..) => Context::Page,
            Mode::Input(..) => Context::Input,
            Mode::Written(_) => Context::Written,
            Mode::Start(_) => Context::Start,
        }
    }

    /// Opens a page over what is on the screen.
    pub fn open_page(&mut self, page: Page) {
        let from = std::mem::replace(&mut self.mode, Mode::Review);
        self.mode = Mode::Page(page, Scroll::default(), Box::new(from));
    }

    /// Returns whether it is asked what becomes of lines that do not match, also below the keys opened over that.
    pub fn asks_unlike(&self) -> bool {
        self.asked == Some(Action::Replace) && self.viewing == Shown::No
    }

    /// Makes `hunk` the one under review and brings it into view.
    pub fn go_to(&mut self, hunk: HunkId) {
        // A look at another place of a hunk that has its own ends with the look at the hunk.
        let left = self.hunk;
        let plan = self.session.plan();
        let of_file = plan.files.get(left.file);
        let left_plan = of_file.and_then(|file| file.hunks.get(left.hunk));
        if left != hunk && left_plan.is_some_and(|plan| plan.placement.is_some()) {
            self.looked.remove(&left);
        }
        self.hunk = hunk;
        self.asked = None;
        self.view.left = 0;
        self.scrolled = Scrolled::default();
        let open = |block: &Block| block.decision == BlockDecision::Undecided;
        self.block = self.split().iter().position(open).unwrap_or(0);
        self.renew();
        self.bring_into_view();
    }

    /// Puts other rows on the screen, such as those of a hunk with all its lines.
    pub fn show_doc(&mut self, doc: Doc) {
        self.generation += 1;
        self.doc = doc;
    }

    /// Makes anew what is derived from session, hunk and place. Where the hunk's lines are others than those that were on the
    /// screen, they are brought into view: a title and a key never mean a place that is not shown.
    pub fn renew(&mut self) {
        if self.session.patch().files.is_empty() {
            return;
        }
        let lines_of = |doc: &Doc, hunk| (doc.focus, doc.rows_of_hunk(Reading::Unified, hunk));
        let before = lines_of(&self.doc, self.hunk);
        self.listed = self.find_listed();
        self.block = self.block.min(self.split().len().saturating_sub(1));
        let doc = match self.diff_options.result {
            Shown::Yes if !self.split().is_empty() => Doc::of_wanted(&self.session, self.hunk),
            Shown::Yes | Shown::No => Doc::new(&self.session, self.hunk, self.other_place()),
        };
        self.show_doc(doc);
        let shown = self.shown_place();
        let is_found = !self.has_changed_place();
        let found = shown.filter(|_| is_found);
        self.telling = found.and_then(|index| telling(&self.session, self.hunk, index));
        self.twin = self.find_twin();
        self.kin = kin(&self.session, self.hunk, self.other_place());
        let chooses = !self.current_is_settled() || self.other_place().is_some();
        let places = self.places();
        let n_listed = if chooses { places.len().min(LISTED) } else { 0 };
        self.conflicts_at = conflicts_at(&self.session, self.hunk, &places[..n_listed]);
        self.told = self.find_told();
        self.n_places_made = self.session.places_made(self.hunk).len();
        let asked = self.overlap.take();
        self.overlap = self.find_overlap();
        // A side chosen is an answer to this question, and to no other.
        let is_same = |old: &OverlapView, new: &OverlapView| old.hunks == new.hunks;
        let same = asked.zip(self.overlap.as_ref());
        let same = same.filter(|(old, new)| is_same(old, new));
        match same.and_then(|(old, _)| old.asked()) {
            Some(side) => self.show_side(side),
            None => self.offer_side(),
        }
        if lines_of(&self.doc, self.hunk) != before {
            self.bring_into_view();
        }
    }

    /// Returns what the hunk loses, or leaves broken; of one that may replace other lines, too, as it is at the place on the screen.
    fn find_told(&self) -> Vec<String> {
        let are_readings = |place: &Candidate| place.variant.kind.is_other_reach();
        match self.other_place() {
            Some(place) if self.places().iter().any(are_readings) => {
                let mut tried = self.session.clone();
                tried.run(self.replacing(self.hunk, place));
                told_in(&tried, self.hunk)
            }
            Some(_) | None => told_in(&self.session, self.hunk),
        }
    }

    /// Returns the place beside the one on the screen, in pairs from the first on, and at an odd end the one before.
    fn find_twin(&self) -> Option<Twin> {
        let (shown, n_tied) = (self.shown_place()?, self.n_tied());
        let index = if shown ^ 1 < n_tied {
            shown ^ 1
        } else {
            shown.checked_sub(1)?
        };
        let is_tied = shown < n_tied && n_tied > 1;
        let place = is_tied.then(|| self.places().get(index)).flatten()?;
        let doc = Doc::new(&self.session, self.hunk, Some(place));
        let telling = telling(&self.session, self.hunk, index);
        Some(Twin {
            index,
            doc,
            telling,
        })
    }

    /// Another place that is looked at is shown in place of the overlap that it may leave.
    fn find_overlap(&self) -> Option<OverlapView> {
        let is_overlap = matches!(self.current().state, State::Overlap(_));
        let looks_elsewhere = self.looked.contains_key(&self.hunk) && self.other_place().is_some();
        (is_overlap && !looks_elsewhere).then(|| OverlapView::new(&self.session, self.hunk))
    }

    /// Shows the first way to settle the overlap under review before one is asked for.
    fn offer_side(&mut self) {
        self.show_side(Side::Only(0));
        if let Some(overlap) = &mut self.overlap {
            overlap.chosen = Shown::No;
        }
    }

    /// Shows one way to settle the overlap under review, where it is one.
    pub fn show_side(&mut self, side: Side) {
        if let Some(overlap) = &mut self.overlap
            && overlap.ways.contains(&side)
        {
            let preview = overlap.preview(&self.session, side);
            overlap.side = Some((side, preview));
            overlap.chosen = Shown::Yes;
        }
    }

    /// Asks what becomes of the lines at the place on the screen that the hunk does not name: both answers are tried on a copy of
    /// the review, so that what is shown is what would be written.
    pub fn ask_unlike(&mut self) {
        let Some(place) = self.place_asked() else {
            return;
        };
        let (hunk, span) = (self.hunk, place.span);
        let tried = |command: Command| {
            let mut tried = self.session.clone();
            tried.run(command);
            Doc::to_write(&tried, hunk, None)
        };
        let lines = &self.session.patch().hunk(hunk).lines;
        let inserts = lines.iter().any(|line| line.is_insert());
        let view = UnlikeView {
            replaced: tried(self.replacing(hunk, place)),
            inserted: inserts.then(|| tried(Command::InsertAt { hunk, span })),
        };
        self.unlike = Some(view);
        self.asked = Some(Action::Replace);
    }

    /// Notes what is different on disk.
    pub(super) fn take_drift(&mut self, drift: Drift) {
        self.drift = drift;
        self.renew_marks();
    }

    /// Returns whether the filter of the list lets a hunk through.
    fn passes(&self, hunk: &HunkPlan) -> bool {
        match self.filter {
            Filter::All => true,
            Filter::Undecided => hunk.decision == Decision::Undecided,
            Filter::NeedYou => self.needs_you(hunk),
            Filter::NotExact => hunk
                .placement
                .as_ref()
                .is_some_and(|placed| placed.by == By::Person || !is_exact(placed)),
        }
    }

    /// Returns the hunks of the list, those of folded files with them.
    pub(super) fn filtered(&self) -> impl Iterator<Item = HunkId> {
        let hunks = self.session.plan().hunks();
        hunks.filter(|hunk| self.passes(hunk)).map(|hunk| hunk.id)
    }

    /// Makes the rows of the list anew, after a decision or another filter.
    pub fn renew_list(&mut self) {
        self.renew_changed_marks();
        self.knots = knots(&self.session);
        let mut list = Vec::new();
        for (index, file) in self.session.plan().files.iter().enumerate() {
            let mut hunks = file
                .hunks
                .iter()
                .filter(|hunk| self.passes(hunk))
                .peekable();
            if hunks.peek().is_some() {
                list.push(ListRow::File(index));
                if self.folded.contains(&index) {
                    continue;
                }
                list.extend(hunks.map(|hunk| ListRow::Hunk(hunk.id)));
            }
        }
        if list.is_empty() && self.filter != Filter::All {
            // The last one was decided on: a list of nothing helps no one.
            self.filter = Filter::All;
            return self.renew_list();
        }
        let n_unread = self.session.unread().count();
        list.extend((0..n_unread).map(ListRow::Unread));
        self.list = list;
    }
}

/// Returns what a hunk loses, or leaves broken, as it is decided on in `session`, in a sentence each.
pub(super) fn told_in(session: &Session, id: HunkId) -> Vec<String> {
    let told = report::told_of(session, id).into_iter();
    // What goes at a place that a person chose was asked before it was accepted.
    let by_hand = session.is_edited_by_hand(id);
    let told = told.filter(|it| by_hand || it.code != FindingCode::OtherRemoval);
    told.map(|finding| finding.text).collect()
}
