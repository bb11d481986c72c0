//! Files whose content the reply gives: what they were when it was compared with them, and where its hunks go in what they
//! are now. Three texts (then, now, proposed) tell what is the reply's change and what is somebody else's.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Arc, OnceLock};

use bstr::BStr;

use super::drift::Moves;
use super::{Session, add_hunk};
use crate::patch::compare;
use crate::patch::{
    CountCheck, FilePatch, Given, HintSource, Hunk, HunkId, HunkLine, LineHint, LineKind, Unsure,
};
use crate::text::{LineSpan, RelPath, Snapshot, Text};

/// Lines of context around a change.
const CONTEXT_LINES: usize = 3;

/// Lines of targets that are compared with sections for whose file an earlier one gives the content: so many take about a
/// second. Honest replies have a few such sections; a model that repeats itself may have thousands.
const N_COMPARED: usize = 1_000_000;

/// Returns, for each section that may give the content of a file that an earlier one gives, how many such are above it.
pub(super) fn given_again(incomplete: &BTreeMap<usize, FilePatch>) -> BTreeMap<usize, usize> {
    let mut paths = HashSet::new();
    let giving = incomplete
        .iter()
        .filter(|(_, file)| file.may_give_content());
    let again = giving.filter(|(_, file)| !paths.insert(file.path.named()));
    let again = again.map(|(file, _)| *file);
    again.zip(0..).collect()
}

/// What files were when they were first read, for each section that gives their content.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Bases {
    /// `None` where no file was.
    texts: BTreeMap<(usize, RelPath), Option<Text>>,
    /// Which file each section was read for last.
    paths: BTreeMap<usize, RelPath>,
}

impl Bases {
    /// Returns the file that a section was read for last, and what that was.
    pub(super) fn of(&self, file: usize) -> Option<(&RelPath, Option<&Text>)> {
        let path = self.paths.get(&file)?;
        let text = self.texts.get(&(file, path.clone()))?;
        Some((path, text.as_ref()))
    }

    /// Takes what a file was that a section is for.
    pub(super) fn insert(&mut self, file: usize, path: RelPath, text: Option<Text>) {
        self.paths.insert(file, path.clone());
        self.texts.insert((file, path), text);
    }
}

impl Session {
    /// Reads a section beside its target, which holds `text` now, where it can only be read so. One that gives the content of
    /// its file is compared with what that was first: what changed there since is not the reply's doing.
    pub(super) fn read_beside(&mut self, file: usize, text: Option<&Text>) {
        if !self.incomplete.contains_key(&file) {
            return;
        }
        if self.passes_over(file, text) {
            self.patch.files[file] = self.incomplete[&file].uncompared();
            self.take_edits(file);
            self.labels = OnceLock::new();
            return;
        }
        let read = &self.incomplete[&file];
        let before = self.target(file).and_then(|path| self.before.get(path));
        let quoting = before.filter(|_| text.is_some());
        if let Some(quoting) = quoting.and_then(|before| read.quoting(before)) {
            self.patch.files[file] = quoting;
            self.take_edits(file);
            self.labels = OnceLock::new();
            return;
        }
        let may_give_content = read.may_give_content();
        let path = self.target(file).filter(|_| may_give_content).cloned();
        self.patch.files[file] = match path {
            Some(path) => self.compared(file, path, text),
            None => match text {
                Some(text) => read.completed(text),
                None => return,
            },
        };
        if !self.shows_the_result(file, &mut BTreeMap::new()) {
            self.shows_what_was(file);
        }
        self.take_edits(file);
        self.labels = OnceLock::new();
    }

    /// Returns whether a section is not to be compared with `text`, as those above it have used up what is compared of files
    /// that are given again. Where that is news, all that was said of its hunks is void: they are others.
    fn passes_over(&mut self, file: usize, text: Option<&Text>) -> bool {
        let n_above = self.again.get(&file).copied().unwrap_or(0);
        let n_lines = text.map_or(0, Text::n_lines);
        // Which file a person says is looked at.
        let is_chosen = self.settled.targets.contains_key(&file);
        let is_over = !is_chosen && n_above.saturating_mul(n_lines) > N_COMPARED;
        if is_over != self.uncompared.contains(&file) {
            self.forget_hunks(file);
            if is_over {
                self.uncompared.insert(file);
            } else {
                self.uncompared.remove(&file);
            }
        }
        is_over
    }

    /// Returns a section as what `path` was makes it, its hunks where their lines stand in `text`, what it holds now. Where the
    /// file is another, or came or went by somebody's doing, all that was said of the hunks is void.
    fn compared(&mut self, file: usize, path: RelPath, text: Option<&Text>) -> FilePatch {
        let known = self.bases.texts.get(&(file, path.clone()));
        let is_written = self.is_written(HunkId { file, hunk: 0 });
        let (base, is_kept) = match (known, text) {
            // It came, or was made by ourselves.
            (Some(None), Some(text)) if !is_written => (Some(text.clone()), false),
            (Some(Some(_)), None) => (None, false),
            (Some(known), _) => (known.clone(), true),
            (None, _) => (self.before.get(&path).or(text).cloned(), true),
        };
        if self.bases.of(file).is_some_and(|(last, _)| *last != path) || !is_kept {
            self.forget_hunks(file);
        }
        let read = &self.incomplete[&file];
        let mut section = match &base {
            Some(base) => read.completed(base),
            None => read.clone(),
        };
        add_hunk(&mut section);
        let as_compared = match (&base, text) {
            (Some(base), Some(text)) => moved(&mut section, base, text),
            (_, _) => Vec::new(),
        };
        for (hunk, lines) in as_compared {
            self.as_read.insert(HunkId { file, hunk }, lines);
        }
        self.bases.insert(file, path, base);
        section
    }

    /// Returns whether a section asks for nothing, as its file was what it gives when they were compared, and the file is
    /// another now: what was changed there since stays.
    pub fn keeps_newer_lines(&self, file: usize) -> bool {
        let section = &self.patch.files[file];
        let base = self.bases.of(file).and_then(|(_, base)| base);
        let now = self.target_read(file).and_then(Snapshot::text);
        let is_other = || base.zip(now).is_some_and(|(base, now)| *base != **now);
        section.given != Given::Hunks && section.asks_nothing() && is_other()
    }

    /// Returns the lines of a file (0-based, empty where lines went) that changed since the reply's whole content of it was compared
    /// with it, and that stay: the content lacks them. Where the review wrote into the file its own lines are among those, so that
    /// none is returned.
    pub fn newer_lines(&self, file: usize) -> Vec<LineSpan> {
        let base = self.bases.of(file).and_then(|(_, base)| base);
        let now = self.target_read(file).and_then(Snapshot::text);
        let hunks = &self.plan.files[file].hunks;
        let is_written = hunks.iter().any(|hunk| self.is_written(hunk.id));
        let is_whole = self.patch.files[file].given == Given::Whole && !is_written;
        match base
            .zip(now)
            .filter(|(base, now)| is_whole && **base != ***now)
        {
            Some((base, now)) => compare::changed(base, now),
            None => Vec::new(),
        }
    }

    /// Drops all that is known of the hunks of a file: there are others now.
    pub(super) fn forget_hunks(&mut self, file: usize) {
        self.as_read.retain(|id, _| id.file != file);
        self.drafts.retain(|id, _| id.file != file);
        self.stands.retain(|id, _| id.file != file);
        self.resolutions.forget_hunks(file);
        self.settled
            .renew(&BTreeSet::from([file]), &self.resolutions);
    }
}

/// Moves the hunks of a section, which are those of a comparison with `base`, to where their lines stand in `now`, and
/// returns the lines that those had whose context is another now. Those whose own lines changed are looked for, and wait.
fn moved(section: &mut FilePatch, base: &Text, now: &Text) -> Vec<(usize, Arc<[HunkLine]>)> {
    if section.given == Given::Hunks || base.as_bytes() == now.as_bytes() {
        return Vec::new();
    }
    if let Some(starts) = made_of(section, base, now) {
        for (hunk, start) in section.hunks.iter_mut().zip(starts) {
            hunk.instead = None;
            hunk.hint = hunk.hint.map(|hint| LineHint {
                line_index: start,
                ..hint
            });
        }
        return Vec::new();
    }
    let moves = Moves::of(base, now);
    let mut as_compared = Vec::new();
    for (at, hunk) in section.hunks.iter_mut().enumerate() {
        follow_other(hunk, &moves);
        let lines = Arc::clone(&hunk.lines);
        if follow(hunk, &moves, now) {
            as_compared.push((at, lines));
        }
    }
    as_compared
}

/// Returns where the results of the hunks begin in `now`, where that is what they make of `base`, all of them together; `None`
/// where it is anything else. To compare the two texts anew may pair their lines otherwise, where blocks change places.
fn made_of(section: &FilePatch, base: &Text, now: &Text) -> Option<Vec<usize>> {
    let mut starts = Vec::with_capacity(section.hunks.len());
    // How far the lines of both are the same, hunks aside.
    let (mut in_base, mut in_now) = (0, 0);
    let is_kept = |old: usize, new: usize, n_lines: usize| {
        let fits = old + n_lines <= base.n_lines() && new + n_lines <= now.n_lines();
        fits && (0..n_lines).all(|at| base.line(old + at) == now.line(new + at))
    };
    for hunk in &section.hunks {
        let hint = hunk.hint.filter(|it| it.source == HintSource::Compared)?;
        let n_between = hint.line_index.checked_sub(in_base)?;
        if !is_kept(in_base, in_now, n_between) {
            return None;
        }
        in_now += n_between;
        starts.push(in_now);
        for line in hunk.postimage() {
            if in_now >= now.n_lines() || line != now.line(in_now) {
                return None;
            }
            in_now += 1;
        }
        in_base = hint.line_index + hunk.preimage().count();
    }
    let n_left = base.n_lines().checked_sub(in_base)?;
    let is_end = now.n_lines().checked_sub(in_now) == Some(n_left);
    (is_end && is_kept(in_base, in_now, n_left)).then_some(starts)
}

/// Moves the other reading of a hunk, as a place that a person chose is moved: it is gone where one of its lines is.
fn follow_other(hunk: &mut Hunk, moves: &Moves) {
    if let Some(other) = &mut hunk.instead {
        let n_lines = other.lines.iter().filter(|line| line.in_preimage()).count();
        let span = LineSpan::new(other.line_index, other.line_index + n_lines);
        match moves.moved(span) {
            Some(moved) => other.line_index = moved.start,
            None => hunk.instead = None,
        }
    }
}

/// Moves one hunk; returns whether its context is another now.
fn follow(hunk: &mut Hunk, moves: &Moves, now: &Text) -> bool {
    let Some(hint) = hunk.hint.filter(|hint| hint.source == HintSource::Compared) else {
        return false;
    };
    if let Some(Unsure::MayReplace(line)) = hunk.unsure {
        let line = line as usize;
        let moved = moves.moved(LineSpan::new(line, line + 1));
        let is_moved = |span: LineSpan| Unsure::MayReplace(span.start as u32);
        hunk.unsure = Some(moved.map_or(Unsure::EdgeChanged, is_moved));
    }
    let first = hunk.lines.iter().position(HunkLine::is_change);
    let last = hunk.lines.iter().rposition(HunkLine::is_change);
    let Some((first, last)) = first.zip(last) else {
        return false;
    };
    let changed = &hunk.lines[first..=last];
    let own = own_lines(hunk, hint.line_index, first, moves, now);
    // Between the lines beside it there is what it asks for, or what it makes: all else is somebody's change of the same lines.
    let is_there = |own: &LineSpan| {
        let holds = |wanted: fn(&HunkLine) -> bool| {
            let wanted = changed.iter().filter(|line| wanted(line));
            let there = (own.start..own.end).map(|at| now.line(at));
            wanted.map(|line| -> &BStr { &line.body }).eq(there)
        };
        holds(HunkLine::in_preimage) || holds(HunkLine::in_postimage)
    };
    let Some(own) = own.filter(is_there) else {
        hunk.unsure = hunk.unsure.or(Some(Unsure::Drifted));
        hunk.hint = Some(LineHint {
            source: HintSource::Header(CountCheck::Right),
            ..hint
        });
        return false;
    };
    let start = own.start.saturating_sub(CONTEXT_LINES);
    let end = (own.end + CONTEXT_LINES).min(now.n_lines());
    let context = |span| {
        let lines = now.pieces(span);
        lines.map(|line| HunkLine::new(LineKind::Context, line))
    };
    let lines = context(LineSpan::new(start, own.start))
        .chain(changed.iter().cloned())
        .chain(context(LineSpan::new(own.end, end)));
    let lines: Arc<[HunkLine]> = lines.collect();
    let is_other = lines != hunk.lines;
    if let Some(span) = hunk.replaces.as_deref_mut() {
        let moved = |line: usize| (line + start).saturating_sub(hint.line_index);
        *span = LineSpan::new(moved(span.start), moved(span.end));
    }
    hunk.lines = lines;
    hunk.hint = Some(LineHint {
        line_index: start,
        ..hint
    });
    is_other
}

/// Returns the lines of `now` between the line above the first change of a hunk, which began at line `start`, and the one
/// below its last; `None` where one of these is another now.
fn own_lines(
    hunk: &Hunk,
    start: usize,
    first: usize,
    moves: &Moves,
    now: &Text,
) -> Option<LineSpan> {
    let moved = |line: usize| Some(moves.moved(LineSpan::new(line, line + 1))?.start);
    let below = hunk.lines.iter().rev();
    let below = below.take_while(|line| line.is_context()).count();
    let above = start + first;
    let own_end = start + hunk.preimage().count() - below;
    let from = match first {
        0 => 0,
        _ => moved(above - 1)? + 1,
    };
    let to = match below {
        0 => now.n_lines(),
        _ => moved(own_end)?,
    };
    (from <= to).then(|| LineSpan::new(from, to))
}

#[cfg(test)]
mod tests {
    use crate::matcher::Never;
    use crate::patch::HunkId;
    use crate::plan::{Decision, Scope, State};
    use crate::session::{Command, Options, Session};
    use crate::text::{Content, RelPath, Snapshot};

    const THEN: &str = "one\ntwo\nthree\n\nfour\nfive\nsix\n\nseven\neight\nnine\n\nten\n";
    const WHOLE: &str =
        "f.txt\n```\none\nTWO\nthree\n\nfour\nfive\nsix\n\nseven\neight\nNINE\n\nten\n```\n";

    fn read(text: &str) -> Vec<Snapshot> {
        let path = RelPath::new("f.txt").expect("a plain path");
        vec![Snapshot::new(path, Content::of_bytes(text.into()))]
    }

    fn accepted(then: &str) -> Session {
        let mut session = Session::open(WHOLE.as_bytes(), Options::default());
        session.supply(read(then));
        let hunks: Vec<HunkId> = session.plan().hunks().map(|hunk| hunk.id).collect();
        session.run(Command::AcceptEach { hunks });
        session
    }

    /// Accepts all of a whole file, has the file changed on disk, and checks which hunks are still settled and what the file
    /// becomes of those; the same review taken up later must say the same.
    #[track_caller]
    fn check(now: &str, settled: &[bool], expected: &str) {
        let mut session = accepted(THEN);
        let record = session.record();
        session.refresh(read(now), &Never);
        let mut resumed = Session::open(WHOLE.as_bytes(), Options::default());
        resumed.supply(read(now));
        assert_eq!(resumed.replay(record), Ok(()));
        for session in [&session, &resumed] {
            let hunks = session.plan().hunks();
            let is_settled: Vec<bool> = hunks.map(|hunk| hunk.state.is_settled()).collect();
            assert_eq!(is_settled, settled);
            let after = session.result(0, Scope::Settled).expect("it has text");
            assert_eq!(String::from_utf8(after).expect("it is UTF-8"), expected);
        }
    }

    #[test]
    fn what_others_change_meanwhile_stays() {
        let now = THEN.replace("five", "FIVE").replace("one", "zero\none");
        let after = now.replace("two", "TWO").replace("nine", "NINE");
        check(&now, &[true, true], &after);
        // Beside a change, too.
        let now = THEN.replace("four", "mine\nfour").replace("eight", "8");
        check(&now, &[true, false], &now.replace("two", "TWO"));
        let now = format!("{THEN}eleven\n");
        let after = now.replace("two", "TWO").replace("nine", "NINE");
        check(&now, &[true, true], &after);
    }

    #[test]
    fn what_touches_a_change_reopens_it() {
        let now = THEN.replace("two", "two and mine");
        check(&now, &[false, true], &now.replace("nine", "NINE"));
        // The lines stand elsewhere: that is no place for them.
        let block = "one\ntwo\nthree\n\nfour\n";
        let now = format!("{}{block}", THEN.replace("two", "2"));
        check(&now, &[false, true], &now.replace("nine", "NINE"));
    }

    #[test]
    fn what_others_made_already_is_made() {
        let now = THEN.replace("two", "TWO");
        check(&now, &[true, true], &now.replace("nine", "NINE"));
        let now = now.replace("nine", "NINE");
        check(&now, &[true, true], &now);
    }

    #[test]
    fn hunks_keep_their_names_and_another_file_has_others() {
        let mut session = accepted(THEN);
        let labels = session.record().hunks().to_vec();
        session.refresh(read(&THEN.replace("four", "mine\nfour")), &Never);
        assert_eq!(session.record().hunks(), labels);
        let path = RelPath::new("g.txt").expect("a plain path");
        session.run(Command::Retarget {
            files: vec![0],
            path: path.clone(),
        });
        let other = THEN.replace("six", "6");
        let content = Content::of_bytes(other.into());
        session.supply(vec![Snapshot::new(path, content)]);
        let decisions = session.plan().hunks().map(|hunk| hunk.decision.clone());
        let decisions: Vec<Decision> = decisions.collect();
        assert_eq!(
            decisions,
            vec![Decision::Undecided; 1],
            "one hunk joins them"
        );
        session.run(Command::Undo);
        assert_eq!(session.plan().files[0].hunks.len(), 2);
    }

    #[test]
    fn what_an_apply_made_stays_made() {
        let mut session = accepted(THEN);
        let after = session.result(0, Scope::Accepted).expect("it has text");
        let after = String::from_utf8(after).expect("it is UTF-8");
        session.note_applied(read(&after), &Never);
        let mut resumed = Session::open(WHOLE.as_bytes(), Options::default());
        resumed.supply(read(&after));
        assert_eq!(resumed.replay(session.record()), Ok(()));
        for session in [&session, &resumed] {
            let hunks = session.plan().hunks();
            let states: Vec<&State> = hunks.map(|hunk| &hunk.state).collect();
            assert_eq!(states, [&State::AlreadyApplied, &State::AlreadyApplied]);
        }
    }

    #[test]
    fn a_file_that_goes_and_comes_is_looked_at_anew() {
        let mut session = accepted(THEN);
        let path = RelPath::new("f.txt").expect("a plain path");
        session.refresh(vec![Snapshot::new(path, Content::Absent)], &Never);
        let hunks: Vec<_> = session.plan().hunks().collect();
        assert_eq!(hunks.len(), 1);
        assert_eq!(hunks[0].decision, Decision::Undecided);
        session.refresh(read(THEN), &Never);
        assert_eq!(session.plan().files[0].hunks.len(), 2);
        let is_open = |id: usize| session.plan().files[0].hunks[id].state == State::Placed;
        assert!(is_open(0) && is_open(1));
    }
}
