//! One review, kept from request to request.

use std::sync::{Mutex, PoisonError};

use clap::Parser;

use crate::dialect::write::{self, Form};
use crate::matcher::Endless;
use crate::plan::Scope;
use crate::report::feedback::{Ending, Feedback};
use crate::report::json::ReportValue;
use crate::report::{self, Exit, Hidden, Outcome, Report};
use crate::session::{Decisions, Session};
use crate::text::display::display_line;
use crate::text::{Digest, RelPath, Snapshot};
use crate::ui::Progress;
use crate::workspace::{ReplySource, Watch, WatchMode, Workspace, read_reply};

use super::super::args::{Cli, Command, HeadlessArgs, RootArgs};
use super::super::open::{matched, workspace};
use super::super::{code, decide};
use super::answer::{Answer, Event, Line, Preview, PreviewedFile, Refusal, Told};
use super::request::{Open, Wanted};
use super::say;

/// One review, kept from request to request.
pub(super) struct Review {
    pub(super) session: Session,
    pub(super) workspace: Workspace,
    hidden: Hidden,
    limit: u64,
}

impl Review {
    pub(super) fn open(root: &RootArgs, open: &Open) -> Result<Review, Refusal> {
        let args = headless(root, &open.args)?;
        let read = &args.reading;
        let reply = match (&open.text, &open.file) {
            (Some(text), None) => read_reply(ReplySource::Given(text.as_bytes()), read.limit)
                .map_err(Refusal::of_workspace)?,
            (None, Some(file)) => read_reply(ReplySource::RegularFile(file), read.limit)
                .map_err(Refusal::of_workspace)?,
            (Some(_), Some(_)) | (None, None) => {
                return Err(Refusal::new("bad_request", "give either `text` or `file`"));
            }
        };
        let workspace = workspace(read).map_err(Refusal::of_any)?;
        let decisions =
            decide::decisions(read, ReplySource::RegularFile).map_err(Refusal::of_any)?;
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
        })
    }

    fn exit(&self, scope: Scope) -> Exit {
        let findings = report::findings(&self.session);
        let unseen = findings.into_iter().filter(|finding| {
            let seen = finding
                .hunk
                .is_some_and(|hunk| self.session.is_confirmed(hunk));
            !seen
        });
        report::exit_code(
            &self.session,
            scope,
            &unseen.collect::<Vec<_>>(),
            self.hidden,
        )
    }

    fn told(&self, exit: Exit) -> Feedback {
        let ending = Ending {
            hidden: self.hidden,
            exit: Some(exit),
        };
        Feedback::of(&self.session, &report::findings(&self.session), ending)
    }

    pub(super) fn report(&self, command: &'static str, applied: Option<(Exit, u64)>) -> Answer {
        let exit = applied.map_or_else(|| self.exit(Scope::Everything), |(exit, _)| exit);
        let feedback = self.told(exit);
        let root = self.workspace.root().as_os_str().as_encoded_bytes();
        let mut value = ReportValue::of(&Report {
            command,
            session: &self.session,
            scope: Scope::Everything,
            root: &display_line(root),
            findings: &report::findings(&self.session),
            outcome: Outcome::NotWritten,
            exit,
            feedback: Some(&feedback),
            apply_id: applied.map(|(_, id)| id),
        });
        value.set_written(applied.is_some());
        Answer::Report(value)
    }

    pub(super) fn feedback(&self) -> Answer {
        let feedback = self.told(self.exit(Scope::Everything));
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
        Ok(self.report("check", None))
    }

    pub(super) fn preview(&self, wanted: Wanted) -> Result<Answer, Refusal> {
        let changes = self.session.changes(wanted.scope());
        let changes = changes.map_err(|stuck| self.stuck(&stuck))?;
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

    fn stuck(&self, hunks: &[crate::patch::HunkId]) -> Refusal {
        let names: Vec<String> = hunks.iter().map(|hunk| self.session.label(*hunk)).collect();
        Refusal::new("needs_person", format!("still open: {}", names.join(", ")))
    }

    pub(super) fn apply(&mut self, wanted: Wanted) -> Result<Answer, Refusal> {
        let scope = wanted.scope();
        let exit = self.exit(scope);
        let open = self.session.plan().stuck(scope);
        if !exit.writes() && !open.is_empty() {
            return Err(self.stuck(&open));
        }
        if !exit.writes() {
            let code = code(exit);
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
        self.session = self.session.after(scope, &changes);
        Ok(self.report("apply", Some((exit, applied.id))))
    }

    fn snapshots(&self) -> Vec<Snapshot> {
        let known = self.session.snapshots().keys();
        known.map(|path| self.workspace.snapshot(path)).collect()
    }

    pub(super) fn refresh(&mut self) {
        let snapshots = self.snapshots();
        self.session.refresh(snapshots, &Endless);
    }

    /// Takes note that an apply was taken back: the review's own last one, or another.
    pub(super) fn undone(&mut self) {
        let snapshots = self.snapshots();
        if self.session.n_applies() > 0 {
            self.session.note_unapplied(snapshots, &Endless);
        } else {
            self.session.refresh(snapshots, &Endless);
        }
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
    if let Some(root) = &root.root {
        line.extend(["--root".into(), root.clone().into_os_string()]);
    }
    line.extend(flags.iter().map(std::ffi::OsString::from));
    let usage = |fault: clap::Error| Refusal::new("usage", fault.render());
    match Cli::try_parse_from(line).map_err(usage)?.command {
        Some(Command::Check(args)) => {
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
