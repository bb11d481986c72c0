//! `convert`: a patch in any dialect in, the same change as a patch against the present files out.

use anyhow::Context;

use crate::dialect::Strictness;
use crate::dialect::write::{self, Change};
use crate::patch::{FileMode, FileOp};
use crate::plan::{ChangeSet, FileChange, Scope};
use crate::report::{self, Exit};
use crate::session::Session;
use crate::text::{RelPath, Text};

use super::args::ConvertArgs;
use super::open::{Purpose, open};
use super::output;

/// Prints the change that a patch makes, in another dialect. Nothing is written to the files.
pub(crate) fn run(args: &ConvertArgs) -> anyhow::Result<Exit> {
    let patches = std::slice::from_ref(&args.patch);
    let opened = open(patches, &args.reading, Strictness::Lenient, Purpose::Look)?;
    let session = &opened.session;
    let scope = if args.partial {
        Scope::Settled
    } else {
        Scope::Everything
    };
    let findings = report::findings(session);
    let exit = report::exit_code(session, scope, &findings, args.reading.hidden());
    let Ok(changes) = session.changes(scope) else {
        let stuck = session.needing_person().filter_map(|hunk| {
            let message = session.message(hunk.id)?;
            Some(format!("{}: {message}", session.label(hunk.id)))
        });
        output::warn(&stuck.collect::<Vec<_>>());
        if !args.partial {
            let way_out = "nothing is converted; `--partial` converts the hunks that are settled";
            output::warn(&[way_out.to_string()]);
        }
        return Ok(exit);
    };
    if session.patch().files.is_empty() {
        output::warn(
            &session
                .notes()
                .iter()
                .map(|note| note.text.clone())
                .collect::<Vec<_>>(),
        );
        return Ok(exit);
    }
    let sides = sides(session, &changes);
    let written = write::write(
        &sides.iter().map(Sides::change).collect::<Vec<_>>(),
        args.to,
    );
    output::warn(&written.warnings);
    output::print(&written.text).context("printing the patch")?;
    Ok(exit)
}

/// Both contents of one file.
struct Sides {
    path: RelPath,
    op: FileOp,
    old: Text,
    new: Text,
    old_mode: FileMode,
    new_mode: FileMode,
}

impl Sides {
    fn change(&self) -> Change<'_> {
        Change {
            path: &self.path,
            op: self.op.clone(),
            old: &self.old,
            new: &self.new,
            old_mode: self.old_mode,
            new_mode: self.new_mode,
        }
    }
}

fn sides(session: &Session, changes: &ChangeSet) -> Vec<Sides> {
    let one = |change: &FileChange| {
        let path = change.path();
        let snapshot = session.snapshots().get(path);
        let present = || {
            let text = snapshot.and_then(|snapshot| snapshot.text());
            text.map_or_else(|| Text::new(""), |text| Text::clone(text))
        };
        let (op, old, new) = match change {
            FileChange::Modify { after, .. } => {
                (FileOp::Modify, present(), Text::new(after.clone()))
            }
            FileChange::Mode { .. } => (FileOp::Modify, present(), present()),
            FileChange::Create { after, .. } => {
                (FileOp::Create, Text::new(""), Text::new(after.clone()))
            }
            FileChange::Delete { .. } => (FileOp::Delete, present(), Text::new("")),
            FileChange::Rename { to, after, .. } => {
                let op = FileOp::Rename { to: to.clone() };
                (op, present(), Text::new(after.clone()))
            }
            FileChange::Copy { to, after, .. } => {
                let op = FileOp::Copy { to: to.clone() };
                (op, present(), Text::new(after.clone()))
            }
        };
        let old_mode = snapshot.map_or(FileMode::Plain, FileMode::of);
        Sides {
            path: path.clone(),
            op,
            old,
            new,
            old_mode,
            new_mode: change.mode().unwrap_or(old_mode),
        }
    };
    changes.changes().iter().map(one).collect()
}
