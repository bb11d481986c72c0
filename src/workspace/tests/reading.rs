//! What is read: targets, replies, names, and changes as they happen.

use super::*;
use crate::matcher::Never;

#[test]
fn snapshots_tell_text_binary_and_nothing_apart() {
    let dir = folder(&[("a", "1\n"), ("b", "\0")]);
    let ws = open(&dir);
    assert_eq!(ws.snapshot(&path("a")).digest(), Some(Digest::of(b"1\n")));
    assert_eq!(ws.snapshot(&path("b")).content, Content::Binary);
    assert_eq!(ws.snapshot(&path("c")).content, Content::Absent);
    assert_eq!(ws.snapshot(&path("c/d")).content, Content::Absent);
}

#[test]
fn known_paths_leave_out_what_nobody_means() {
    let dir = folder(&[
        (".gitignore", "/dist/\n*.log\n# note\n"),
        (".git/HEAD", ""),
        (".github/x.yml", ""),
        ("dist/out", ""),
        ("target/debug/x", ""),
        ("src/a.rs", ""),
    ]);
    let paths: Vec<_> = open(&dir)
        .known_paths(&Never)
        .iter()
        .map(RelPath::to_text)
        .collect();
    assert_eq!(paths, [".github/x.yml", ".gitignore", "src/a.rs"]);
}

#[test]
fn replies_are_read_from_files_and_nothing_strange() {
    let dir = folder(&[("reply", "text")]);
    let file = dir.path().join("reply");
    let read = |path: &Path, limit| read_reply(ReplySource::File(path), limit);
    assert_eq!(read(&file, 4).expect("read"), b"text");
    for (path, limit, words) in [
        (file.as_path(), 3, "larger than 3 bytes"),
        (dir.path(), 9, "it is a folder"),
        (Path::new("/dev/zero"), 9, "it is a device"),
        (Path::new("/no/such"), 9, "no such file"),
    ] {
        let fault = read(path, limit).expect_err("refused");
        assert_eq!(fault.exit(), Exit::Unreadable);
        assert!(fault.to_string().contains(words), "{fault}");
    }
}

#[test]
fn a_watch_tells_of_all_files_once_and_then_of_those_that_were_written() {
    for mode in [WatchMode::Auto, WatchMode::Poll] {
        let dir = folder(&[("a", "1"), ("b", "1")]);
        let (tell, told) = std::sync::mpsc::channel();
        let watch = open(&dir).watch(&["a", "b", "c"].map(path), mode, move |paths| {
            tell.send(paths).expect("the test waits");
        });
        let next = || told.recv_timeout(std::time::Duration::from_secs(20));
        assert_eq!(next().expect("told"), ["a", "b", "c"].map(path), "{mode:?}");
        // Bytes that were there before are told as well: who is told may have read those between.
        for bytes in ["2", "1"] {
            fs::write(dir.path().join("new"), bytes).expect("written");
            fs::rename(dir.path().join("new"), dir.path().join("a")).expect("replaced");
            assert_eq!(next().expect("told"), [path("a")], "{mode:?}");
        }
        drop(watch);
    }
}
