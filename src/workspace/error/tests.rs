use super::super::recover::LeftWhy;
use super::*;

fn path() -> RelPath {
    RelPath::new("a").expect("plain")
}

fn system() -> io::Error {
    io::Error::from_raw_os_error(13)
}

/// One fault of each variant; those of the system are of its reason 13.
fn every() -> Vec<WorkspaceError> {
    let failed = || WorkspaceError::failed("open", "/r/a")(system());
    let (file, id) = (|| PathBuf::from("/r/a"), 7);
    let stuck = || vec![StuckFile::blocked(&file(), &Blocked::Missing)];
    vec![
        WorkspaceError::Root {
            path: file(),
            fault: system(),
        },
        WorkspaceError::Moved { path: file() },
        WorkspaceError::Reply {
            path: file(),
            fault: system(),
        },
        WorkspaceError::ReplyRefused {
            path: file(),
            what: "a folder".to_string(),
            next: "name a file",
        },
        WorkspaceError::Refused {
            path: path(),
            what: "it is a link".to_string(),
        },
        WorkspaceError::Drift {
            paths: vec![path()],
        },
        WorkspaceError::UndoDrift {
            id,
            paths: vec![path()],
            gone: vec![path()],
        },
        WorkspaceError::Locked { lock: file() },
        WorkspaceError::Staged { path: file() },
        WorkspaceError::NoSuchApply { id },
        WorkspaceError::NotInEffect {
            id,
            became: "undone already",
        },
        WorkspaceError::NoPatch {
            path: path(),
            what: "line ends".to_string(),
            kept_at: file(),
        },
        WorkspaceError::NothingToUndo {
            undo: None,
            foreign: None,
            elsewhere: vec![file()],
        },
        WorkspaceError::Journal {
            path: file(),
            what: "it is damaged".to_string(),
        },
        failed(),
        WorkspaceError::TooLarge { n_files: 2 },
        WorkspaceError::Foreign { id, path: file() },
        WorkspaceError::ForeignApply { id, path: file() },
        WorkspaceError::OtherRoot { id, root: file() },
        WorkspaceError::Unfinished {
            id,
            cause: Box::new(failed()),
            stuck: stuck(),
        },
        WorkspaceError::LeftBehind {
            id,
            cause: Box::new(failed()),
            left: vec![LeftFile {
                path: path(),
                kept_at: file(),
                why: LeftWhy::WrittenSince,
            }],
        },
        WorkspaceError::RollbackFailed {
            id,
            cause: Box::new(WorkspaceError::TooLarge { n_files: 2 }),
            rollback: Box::new(failed()),
            changed: vec![path()],
        },
        WorkspaceError::StillInterrupted { id, stuck: stuck() },
        WorkspaceError::Unrecovered {
            id,
            fault: Box::new(failed()),
        },
        WorkspaceError::Stopped,
    ]
}

#[test]
fn what_the_system_said_is_printed_once_however_a_fault_is_printed() {
    for fault in every() {
        let words = fault.to_string();
        assert!(words.matches("os error").count() <= 1, "{words}");
        // Whoever prints the sources behind a fault would say it again.
        assert!(std::error::Error::source(&fault).is_none(), "{words}");
    }
}

#[test]
fn no_fault_within_another_says_that_nothing_was_changed() {
    for fault in every() {
        let within = fault.what_failed();
        assert!(!within.contains("nothing was"), "{within}");
        let is_torn = fault.may_have_changed();
        assert!(
            !(is_torn && fault.to_string().contains("nothing was")),
            "{fault}"
        );
    }
}

#[test]
fn what_failed_amid_a_recovery_does_not_say_that_nothing_was_changed() {
    let failed = WorkspaceError::failed("put back", "/r/a")(io::Error::other("no"));
    assert_eq!(
        failed.to_string(),
        "could not put back `/r/a`: no; nothing was changed"
    );
    let amid = failed.amid_recovery(7);
    assert_eq!(
        amid.to_string(),
        "could not put back `/r/a`: no; apply 7 was interrupted, and its files are put in order in part only: \
         run `hunkwise recover` again"
    );
    assert_eq!(amid.exit(), Exit::RolledBack);
    let drift = WorkspaceError::Drift {
        paths: vec![RelPath::new("a").expect("plain")],
    };
    assert!(drift.to_string().contains("nothing was written"));
    assert_eq!(
        drift.what_failed(),
        "`a` changed since the patch was matched"
    );
    let refused = WorkspaceError::Refused {
        path: RelPath::new("a").expect("plain"),
        what: "it is a link".to_string(),
    };
    assert_eq!(refused.what_failed(), "will not change `a`: it is a link");
    let other = WorkspaceError::NoSuchApply { id: 1 };
    assert!(matches!(
        other.amid_recovery(7),
        WorkspaceError::NoSuchApply { id: 1 }
    ));
}
