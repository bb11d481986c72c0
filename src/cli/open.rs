//! From arguments to an open review: the reply read, its targets read, everything matched.

use std::io::IsTerminal;
use std::path::Path;

use crate::dialect::Strictness;
use crate::plan::FileState;
use crate::session::{Command, Session};
use crate::text::Digest;
use crate::workspace::{ReplySource, Workspace, read_reply};

use super::UsageError;
use super::args::ReplyArgs;

/// A review with the files it is about.
#[derive(Debug)]
pub(crate) struct Opened {
    /// The review, matched.
    pub(crate) session: Session,
    /// The files.
    pub(crate) workspace: Workspace,
    /// Digest of the reply, for the log.
    pub(crate) reply: Digest,
}

/// Reads the reply and its targets.
pub(crate) fn open(args: &ReplyArgs, strictness: Strictness) -> anyhow::Result<Opened> {
    let workspace = Workspace::open(args.root.as_deref())?.with_limit(args.limit);
    let reply = read(args)?;
    let mut session = Session::open(&reply, args.options(strictness));
    load(&mut session, &workspace);
    Ok(Opened {
        session,
        workspace,
        reply: Digest::of(&reply),
    })
}

/// Reads the replies one after the other, as if they were one.
fn read(args: &ReplyArgs) -> anyhow::Result<Vec<u8>> {
    if args.patches.is_empty() && std::io::stdin().is_terminal() {
        return Err(UsageError("name a file with a patch, or pipe one in".to_string()).into());
    }
    let stdin = [Path::new("-").to_path_buf()];
    let patches = if args.patches.is_empty() {
        &stdin[..]
    } else {
        &args.patches
    };
    let mut reply = Vec::new();
    for patch in patches {
        let source = match patch.as_os_str().as_encoded_bytes() {
            b"-" => ReplySource::Stdin,
            _ => ReplySource::File(patch),
        };
        if !reply.is_empty() && !reply.ends_with(b"\n") {
            reply.push(b'\n');
        }
        reply.extend(read_reply(source, args.limit)?);
    }
    Ok(reply)
}

/// Supplies what the session wants; the folder is listed only where a close name may help.
fn load(session: &mut Session, workspace: &Workspace) {
    loop {
        let wanted = session.wanted();
        if wanted.is_empty() {
            break;
        }
        session.supply(wanted.iter().map(|path| workspace.snapshot(path)).collect());
    }
    let files = &session.plan().files;
    if files.iter().any(|file| file.state == FileState::NoTarget) {
        session.set_known_paths(workspace.known_paths());
    }
    // Nobody is asked about a binary file: it is skipped with a warning.
    let binary = |file: &usize| session.plan().files[*file].state == FileState::Binary;
    let skipped: Vec<usize> = (0..session.plan().files.len()).filter(binary).collect();
    for file in skipped {
        session.run(Command::RejectRest { file });
    }
}
