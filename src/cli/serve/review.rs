//! One review, kept from request to request.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use clap::Parser;

use crate::dialect::write::{self, Form};
use crate::matcher::Never;
use crate::patch::HunkId;
use crate::plan::{Decision, Scope};
use crate::report::feedback::{Ending, Feedback, Stage};
use crate::report::json::ReportValue;
use crate::report::{self, Exit, Failure, Hidden, Outcome, Report};
use crate::session::{Decisions, Session};
use crate::text::display::display_path;
use crate::text::{Digest, RelPath, Snapshot};
use crate::ui::Progress;
use crate::workspace::{ReplySource, Watch, WatchMode, Workspace, read_reply};

use super::super::args::{Cli, Command, HeadlessArgs, RootArgs};
use super::super::open::{matched, workspace};
use super::super::{decide, exit_of, failure, look, signals};
use super::answer::{Answer, Event, Line, Preview, PreviewedFile, Refusal, Told};
use super::request::{Open, Wanted};
use super::{Reach, say};

/// One review, kept from request to request.
pub(super) struct Review {
    pub(super) session: Session,
    pub(super) workspace: Workspace,
    hidden: Hidden,
    limit: u64,
    /// Hunks that were accepted, and that a change of their file made undecided.
    reopened: BTreeSet<HunkId>,
}

impl Review {
    pub(super) fn open(root: &RootArgs, reach: Reach, open: &Open) -> Result<Review, Refusal> {
        let args = headless(root, &open.args)?;
        let read = &args.reading;
        if open.text.is_some() == open.file.is_some() {
            return Err(Refusal::new("bad_request", "give either `text` or `file`"));
        }
        let workspace = workspace(read).map_err(Refusal::of_any)?;
        let workspace =
            signals::heeding(workspace).map_err(|fault| Refusal::of_any(fault.into()))?;
        let read_named = |path: &Path| match reach {
            Reach::Disk => read_reply(ReplySource::RegularFile(path), read.limit),
            Reach::Root => workspace.reply_within(path),
        };
        let reply = match (&open.text, &open.file) {
            (Some(text), _) => read_reply(ReplySource::Given(text.as_bytes()), read.limit),
            (None, file) => read_named(file.as_deref().unwrap_or(Path::new(""))),
        };
        let reply = reply.map_err(Refusal::of_workspace)?;
        let decisions = decide::decisions(read, &read_named).map_err(Refusal::of_any)?;
        let mut session = matched(reply, read, &workspace).map_err(Refusal::of_any)?;
        let snapshot = |path: &RelPath| workspace.snapshot(path);
        let progress = Progress::default();
        decide::follow(&mut session, &decisions, snapshot, &progress)
            .map_err(|fault| Refusal::new("usage", fault))?;
        session.supply_baselines(|path| workspace.baseline(path));
        Ok(Review {
            session,
            workspace,
            hidden: read.hidden(),
            limit: read.limit,
            reopened: BTreeSet::new(),
        })
    }

    /// Returns the exit code that `check` would give, and what would stop the write where no hunk does.
    fn exit(&self, scope: Scope) -> (Exit, Option<Failure>) {
        let findings = report::findings(&self.session);
        let exit = report::exit_code(&self.session, scope, &findings, self.hidden);
        if !exit.writes() {
            return (exit, None);
        }
        if !self.unsettled(scope).is_empty() {
            return (Exit::NeedsPerson, None);
        }
        if look::may_collide(&self.session) && self.session.changes(scope).is_err() {
            return (Exit::NeedsPerson, None);
        }
        match look::look(&self.workspace, &self.session, scope) {
            Ok(()) => (exit, None),
            Err(error) => {
                let error = error.into();
                let exit = exit_of(&error);
                (exit, Some(failure(&error, exit)))
            }
        }
    }

    /// Returns the hunks that a person has to settle before `scope` can be written: those too that were accepted in a file as it was.
    fn unsettled(&self, scope: Scope) -> Vec<HunkId> {
        let mut open = self.session.plan().stuck(scope);
        let is_undecided = |id: &&HunkId| {
            let hunks = self.session.plan().files.get(id.file);
            let hunk = hunks.and_then(|file| file.hunks.get(id.hunk));
            hunk.is_some_and(|hunk| hunk.decision == Decision::Undecided)
        };
        if scope != Scope::Accepted {
            open.extend(self.reopened.iter().filter(is_undecided));
        }
        open.sort_unstable();
        open.dedup();
        open
    }

    fn told(&self, session: &Session, exit: Exit, failure: Option<&Failure>) -> Feedback {
        let ending = Ending {
            hidden: self.hidden,
            exit: Some(exit),
            stage: Stage::Planned,
            failure,
        };
        Feedback::of(session, &report::findings(session), ending)
    }

    pub(super) fn report(&self) -> Answer {
        let (exit, failure) = self.exit(Scope::Everything);
        let feedback = self.told(&self.session, exit, failure.as_ref());
        let root = display_path(self.workspace.root());
        let findings = report::findings(&self.session);
        Answer::Report(ReportValue::of(&Report {
            feedback: Some(&feedback),
            failure: failure.as_ref(),
            ..Report::looked("check", &self.session, &root, &findings, exit)
        }))
    }

    /// Reports on what was just written of the review, which was `exit` as it was planned; `after` is what is left of it.
    fn applied(&self, scope: Scope, exit: Exit, id: u64, after: &Session) -> Answer {
        let feedback = self.told(after, exit, None);
        let root = display_path(self.workspace.root());
        let findings = report::findings(&self.session);
        Answer::Report(ReportValue::of(&Report {
            scope,
            outcome: Outcome::Written(scope),
            after: Some(after),
            feedback: Some(&feedback),
            apply_id: Some(id),
            ..Report::looked("apply", &self.session, &root, &findings, exit)
        }))
    }

    pub(super) fn feedback(&self) -> Answer {
        let (exit, failure) = self.exit(Scope::Everything);
        let feedback = self.told(&self.session, exit, failure.as_ref());
        let markdown = feedback.to_markdown();
        Answer::Feedback(Told { feedback, markdown })
    }

    /// Carries decisions out on a copy first: of several, all are made or none.
    pub(super) fn settle(&mut self, decisions: &Decisions) -> Result<Answer, Refusal> {
        let mut settled = self.session.clone();
        let read = |path: &RelPath| self.workspace.snapshot(path);
        decide::follow(&mut settled, decisions, read, &Progress::default())
            .map_err(|fault| Refusal::new("cannot_settle", fault))?;
        settled.supply_baselines(|path| self.workspace.baseline(path));
        self.session = settled;
        Ok(self.report())
    }

    pub(super) fn preview(&self, wanted: Wanted) -> Result<Answer, Refusal> {
        let changes = self.session.changes(wanted.scope());
        let changes = changes.map_err(|stuck| self.stuck(&stuck))?;
        look::look(&self.workspace, &self.session, wanted.scope())
            .map_err(Refusal::of_workspace)?;
        let sides = report::sides(&self.session, &changes);
        let written: Vec<_> = sides.iter().map(report::Sides::change).collect();
        let written = write::write(&written, Form::Unified);
        let files = sides.iter().map(|side| {
            let change = side.change();
            PreviewedFile {
                path: change.path.to_text(),
                new_text: String::from_utf8_lossy(change.new.as_bytes()).into_owned(),
            }
        });
        Ok(Answer::Preview(Preview {
            diff: written.text.to_string(),
            files: files.collect(),
        }))
    }

    fn stuck(&self, hunks: &[HunkId]) -> Refusal {
        let names: Vec<String> = hunks.iter().map(|hunk| self.session.label(*hunk)).collect();
        Refusal::new("needs_person", format!("still open: {}", names.join(", ")))
    }

    pub(super) fn apply(&mut self, wanted: Wanted) -> Result<Answer, Refusal> {
        let scope = wanted.scope();
        let findings = report::findings(&self.session);
        let exit = report::exit_code(&self.session, scope, &findings, self.hidden);
        let unsettled = self.unsettled(scope);
        if !unsettled.is_empty() {
            return Err(self.stuck(&unsettled));
        }
        if !exit.writes() {
            let code = exit.name();
            return Err(Refusal::new(
                code,
                "nothing is written; the report says why",
            ));
        }
        let changes = self.session.changes(scope);
        let changes = changes.map_err(|stuck| self.stuck(&stuck))?;
        if changes.is_empty() {
            return Err(Refusal::new(
                "nothing_to_write",
                "there is nothing to write",
            ));
        }
        let applied = self
            .workspace
            .apply(&changes, Digest::of(self.session.reply()));
        let applied = applied.map_err(Refusal::of_workspace)?;
        let after = self.session.after(scope, &changes);
        let answer = self.applied(scope, exit, applied.id, &after);
        self.session = after;
        Ok(answer)
    }

    fn snapshots(&self) -> Vec<Snapshot> {
        let known = self.session.snapshots().keys();
        known.map(|path| self.workspace.snapshot(path)).collect()
    }

    pub(super) fn refresh(&mut self) {
        let snapshots = self.snapshots();
        self.take_in(|session| drop(session.refresh(snapshots, &Never)));
    }

    /// Takes note that an apply was taken back: the review's own last one, or another.
    pub(super) fn undone(&mut self) {
        if self.session.n_applies() > 0 {
            let snapshots = self.snapshots();
            self.take_in(|session| session.note_unapplied(snapshots, &Never));
        } else {
            self.refresh();
        }
    }

    /// Has the session take in what files are now, and keeps which hunks are not accepted any more.
    fn take_in(&mut self, take: impl FnOnce(&mut Session)) {
        let accepted = |session: &Session| -> BTreeSet<HunkId> {
            let hunks = session.plan().hunks();
            let accepted = hunks.filter(|hunk| hunk.decision.is_accepted());
            accepted.map(|hunk| hunk.id).collect()
        };
        let before = accepted(&self.session);
        take(&mut self.session);
        self.reopened.extend(&before - &accepted(&self.session));
    }

    pub(super) fn watched(&self) -> Watch {
        let paths: Vec<RelPath> = self.session.snapshots().keys().cloned().collect();
        let known: Vec<Snapshot> = self.session.snapshots().values().cloned().collect();
        let known = Mutex::new(known);
        let root = self.workspace.root().to_path_buf();
        let limit = self.limit;
        self.workspace
            .watch(&paths, WatchMode::Auto, move |touched| {
                let Ok(workspace) = Workspace::open(Some(&root)) else {
                    return;
                };
                let workspace = workspace.with_limit(limit);
                let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
                let mut changed = Vec::new();
                for path in touched {
                    let now = workspace.snapshot(&path);
                    if let Some(then) = known.iter_mut().find(|then| then.path == path)
                        && then.content != now.content
                    {
                        *then = now;
                        changed.push(path.to_text());
                    }
                }
                if !changed.is_empty() {
                    // Whoever asks again learns that nobody hears.
                    let _ = say(&Line::Event(Event::Changed { paths: changed }));
                }
            })
    }
}

/// Reads flags as `check` does.
fn headless(root: &RootArgs, flags: &[String]) -> Result<HeadlessArgs, Refusal> {
    let mut line: Vec<std::ffi::OsString> = vec!["hunkwise".into(), "check".into()];
    line.extend(flags.iter().map(std::ffi::OsString::from));
    let usage = |fault: clap::Error| Refusal::new("usage", fault.render());
    match Cli::try_parse_from(line).map_err(usage)?.command {
        Some(Command::Check(mut args)) => {
            // Whoever started the program says where it works, and by no other root does a request get out of that.
            if args.headless.reading.root.root.is_some() {
                return Err(Refusal::new(
                    "usage",
                    "--root is given when the program is started, not in a request",
                ));
            }
            args.headless.reading.root.root.clone_from(&root.root);
            let HeadlessArgs {
                patches,
                reading,
                feedback,
                ..
            } = &args.headless;
            if !patches.patches.is_empty() {
                return Err(Refusal::new("usage", "the patch is `text` or `file`"));
            }
            if feedback.feedback.is_some() || reading.log.is_some() {
                return Err(Refusal::new("usage", "no report is written to a file"));
            }
            Ok(args.headless)
        }
        _ => Err(Refusal::new("usage", "only flags of `check` can be given")),
    }
}
