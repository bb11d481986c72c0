//! Exit codes: one table, and the one function that says which of them a review has earned.

use crate::dialect::NoteCode;
use crate::patch::{FileOp, Given};
use crate::plan::{FilePlan, FileState, HunkPlan, Scope, State};
use crate::session::Session;

use super::finding::{Finding, Hidden, refusing};

/// How the program ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Exit {
    /// Everything asked for is on disk, or would be.
    Done,
    /// Written in part, or not at all, by decision.
    InPart,
    /// The input cannot be read or makes no sense.
    Unreadable,
    /// A person must settle something.
    NeedsPerson,
    /// Refused for safety.
    Refused,
    /// A file changed meanwhile, or another hunkwise writes.
    Drifted,
    /// The write failed and was rolled back.
    RolledBack,
    /// The terminal went away.
    HungUp,
    /// Interrupted from the terminal.
    Interrupted,
    /// Told to end.
    Terminated,
}

/// One row of [`EXITS`].
#[derive(Debug)]
pub struct ExitSpec {
    /// The way to end.
    pub exit: Exit,
    /// The stable name in JSON.
    pub name: &'static str,
    /// The code the shell sees.
    pub code: u8,
    /// What it means, for help and README.
    pub meaning: &'static str,
}

/// Every exit code. Help, README and man page are made from this table.
pub static EXITS: &[ExitSpec] = &[
    ExitSpec {
        exit: Exit::Done,
        name: "done",
        code: 0,
        meaning: "everything the patch asks for is on disk (now, or was already)",
    },
    ExitSpec {
        exit: Exit::InPart,
        name: "in_part",
        code: 1,
        meaning: "written in part, or not at all, by decision: some hunks or lines were rejected or left, a part \
                  of the reply was not read, a binary file was skipped with a warning, or the reviewer quit; or all is written, but a report asked for beside it \
                  is not, or a printed patch would not make all of a change",
    },
    ExitSpec {
        exit: Exit::Unreadable,
        name: "unreadable",
        code: 2,
        meaning: "usage, unreadable or unparsable input, or no patch in it; nothing written",
    },
    ExitSpec {
        exit: Exit::NeedsPerson,
        name: "needs_person",
        code: 3,
        meaning: "needs a person: ambiguous, no match, conflict, needs review, target missing or of another kind, a part \
                  of the reply not read; nothing written (`--partial` writes the settled ones and exits 1)",
    },
    ExitSpec {
        exit: Exit::Refused,
        name: "refused",
        code: 4,
        meaning: "refused: unsafe path, link, hidden characters, a limit; nothing written",
    },
    ExitSpec {
        exit: Exit::Drifted,
        name: "drifted",
        code: 5,
        meaning: "a file changed since it was matched, or another hunkwise is writing; nothing written",
    },
    ExitSpec {
        exit: Exit::RolledBack,
        name: "rolled_back",
        code: 6,
        meaning: "the write failed and was rolled back; nothing changed",
    },
    ExitSpec {
        exit: Exit::HungUp,
        name: "hung_up",
        code: 129,
        meaning: "the terminal went away; the session was saved first",
    },
    ExitSpec {
        exit: Exit::Interrupted,
        name: "interrupted",
        code: 130,
        meaning: "interrupted; the session was saved first",
    },
    ExitSpec {
        exit: Exit::Terminated,
        name: "terminated",
        code: 143,
        meaning: "terminated; the session was saved first",
    },
];

impl Exit {
    /// Returns the code the shell sees.
    pub fn code(self) -> u8 {
        self.spec().code
    }

    /// Returns the stable name in JSON.
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    fn spec(self) -> &'static ExitSpec {
        let row = EXITS.iter().find(|row| row.exit == self);
        row.expect("every way to end has its row")
    }

    /// Returns whether a headless run that ends so has written what its scope takes.
    pub fn writes(self) -> bool {
        matches!(self, Exit::Done | Exit::InPart)
    }
}

/// What keeps one hunk from being done; the gravest of a patch gives the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Severity {
    Done,
    Left,
    NeedsPerson,
    Unreadable,
    Drifted,
    Refused,
}

/// Returns the exit code that writing `scope` gives, the write itself going well. `check`, `--dry-run` and `apply` all
/// ask here.
pub fn exit_code(session: &Session, scope: Scope, findings: &[Finding], hidden: Hidden) -> Exit {
    let files = &session.plan().files;
    let skips_part = session
        .notes()
        .iter()
        .any(|note| note.code == NoteCode::BinarySkipped);
    let mut sections = session.patch().files.iter().zip(files);
    let asks_nothing = sections.all(|(patch, plan)| {
        let is_no_op = |hunk: &HunkPlan| hunk.state == State::NoOp;
        let changes_lines = patch.op == FileOp::Modify && patch.given == Given::Hunks;
        patch.shown.is_some() && changes_lines && plan.hunks.iter().all(is_no_op)
    });
    if asks_nothing && !skips_part {
        return Exit::Unreadable;
    }
    let mut refusing = refusing(session, scope, findings);
    if hidden == Hidden::Refuse && refusing.next().is_some() {
        return Exit::Refused;
    }
    let standings = files.iter().flat_map(|file| {
        let hunks = file.hunks.iter();
        hunks.map(|hunk| severity(session, file, hunk, scope))
    });
    let unread = session.unread().next().map(|_| of_unread(scope));
    let standings: Vec<Severity> = standings.collect();
    let mut each = standings.iter();
    let nothing_readable = each.all(|standing| *standing == Severity::Unreadable);
    let gravest = standings.into_iter().chain(unread).max();
    let gravest = gravest.unwrap_or(Severity::Left);
    let writes_something = files
        .iter()
        .any(|file| file.written(scope).next().is_some());
    let leaves_some = Severity::Left < gravest && gravest < Severity::Refused;
    if scope == Scope::Settled && writes_something && leaves_some {
        return Exit::InPart;
    }
    match gravest {
        Severity::Refused => Exit::Refused,
        Severity::Drifted => Exit::Drifted,
        // Beside hunks that can be read, it holds the apply as an unread part does.
        Severity::Unreadable if nothing_readable => Exit::Unreadable,
        Severity::Unreadable | Severity::NeedsPerson => Exit::NeedsPerson,
        Severity::Left => Exit::InPart,
        Severity::Done if skips_part => Exit::InPart,
        Severity::Done => Exit::Done,
    }
}

/// A part of the reply that could not be read holds what is written unasked; on the screen it was told, and left.
fn of_unread(scope: Scope) -> Severity {
    match scope {
        Scope::Everything | Scope::Settled => Severity::NeedsPerson,
        Scope::Accepted => Severity::Left,
    }
}

fn severity(session: &Session, file: &FilePlan, hunk: &HunkPlan, scope: Scope) -> Severity {
    if hunk.decision.is_rejected() || (scope == Scope::Accepted && !hunk.is_in(scope)) {
        return Severity::Left;
    }
    match &hunk.state {
        State::Placed | State::AlreadyApplied if session.in_part(hunk.id).is_some() => {
            Severity::Left
        }
        State::Placed | State::AlreadyApplied | State::NoOp => Severity::Done,
        State::Ambiguous
        | State::TooWeak
        | State::NoMatch
        | State::Overlap(_)
        | State::DeletedLineNotFound
        | State::ContextGone
        | State::Dependent(_)
        | State::Unresolved(_) => Severity::NeedsPerson,
        State::Skipped => Severity::Left,
        State::Drifted => Severity::Drifted,
        State::Invalid(_) => Severity::Unreadable,
        State::FileStuck => match &file.state {
            FileState::Ready
            | FileState::NoPath
            | FileState::TwoNames
            | FileState::NoTarget
            | FileState::NotAFile(_)
            | FileState::Exists
            | FileState::Unresolved(_)
            | FileState::Unsearched => Severity::NeedsPerson,
            FileState::Binary => Severity::Left,
            FileState::Refused(_) => Severity::Refused,
            FileState::Unreadable(_) | FileState::Invalid(_) => Severity::Unreadable,
        },
    }
}
