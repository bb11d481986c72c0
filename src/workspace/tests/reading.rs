//! What is read: targets, replies, names, and changes as they happen.

use super::*;

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
        .known_paths()
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
        (Path::new("/no/such"), 9, "No such file"),
    ] {
        let fault = read(path, limit).expect_err("refused");
        assert_eq!(fault.exit(), Exit::Unreadable);
        assert!(fault.to_string().contains(words), "{fault}");
    }
}

#[test]
fn a_watch_tells_changed_bytes_and_only_those() {
    for mode in [WatchMode::Auto, WatchMode::Poll] {
        let dir = folder(&[("a", "1"), ("b", "1")]);
        let files = ["a", "b"].map(|name| (path(name), Some(Digest::of(b"1"))));
        let (told, drifts) = std::sync::mpsc::channel();
        let watch = open(&dir).watch(&files, mode, move |drift| {
            told.send(drift).expect("the test waits");
        });
        fs::write(dir.path().join("b"), "1").expect("same bytes");
        fs::write(dir.path().join("a"), "2").expect("other bytes");
        let drift = drifts.recv_timeout(std::time::Duration::from_secs(20));
        assert_eq!(drift.expect("told").paths, [path("a")], "{mode:?}");
        drop(watch);
    }
}
