//! Whatever a reply asks of whatever files: what is applied and then undone leaves the folder as it was.
#![no_main]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use hunkwise::plan::Scope;
use hunkwise::session::{Options, Session};
use hunkwise::text::Digest;
use hunkwise::workspace::Workspace;
use libfuzzer_sys::fuzz_target;

const NAMES: [&str; 3] = ["a", "b.txt", "src/c"];

fn tree(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![dir.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("listed") {
            let path = entry.expect("an entry").path();
            if path.ends_with(".hunkwise") {
                continue;
            }
            let name = path.display().to_string();
            if path.is_dir() {
                found.insert(name, Vec::new());
                folders.push(path);
            } else {
                found.insert(name, fs::read(&path).expect("read"));
            }
        }
    }
    found
}

/// A diff that takes out every line of `before` and puts in every line of `after`.
fn whole(name: &str, before: &[u8], after: &[u8]) -> Vec<u8> {
    let mut diff = format!("--- a/{name}\n+++ b/{name}\n@@ -1 +1 @@\n").into_bytes();
    for (sign, text) in [(b'-', before), (b'+', after)] {
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            diff.push(sign);
            diff.extend_from_slice(line);
            if !line.ends_with(b"\n") {
                diff.extend_from_slice(b"\n\\ No newline at end of file\n");
            }
        }
    }
    diff
}

fuzz_target!(|input: (bool, [&[u8]; 3], &[u8])| {
    let (is_raw, contents, rest) = input;
    let reply = if is_raw {
        rest.to_vec()
    } else {
        [
            whole("a", contents[0], rest),
            b"diff --git a/b.txt b/new/b\nsimilarity index 100%\nrename from b.txt\nrename to new/b\n".to_vec(),
            whole("src/c", contents[2], contents[0]),
        ]
        .concat()
    };
    let dir = tempfile::tempdir_in("/dev/shm").expect("a folder");
    fs::create_dir(dir.path().join("src")).expect("made");
    for (name, content) in NAMES.iter().zip(contents) {
        fs::write(dir.path().join(name), content).expect("written");
    }
    let ws = Workspace::open(Some(dir.path())).expect("opened");
    let mut session = Session::open(reply.clone(), Options::default());
    loop {
        let wanted = session.wanted();
        if wanted.is_empty() {
            break;
        }
        session.supply(wanted.iter().map(|path| ws.snapshot(path)).collect());
    }
    let before = tree(dir.path());
    let Ok(changes) = session.changes(Scope::Settled) else {
        return;
    };
    match ws.apply(&changes, Digest::of(&reply)) {
        Ok(applied) if applied.id != 0 => {
            ws.undo(None).expect("what was just applied can be undone");
        }
        Ok(_) | Err(_) => {}
    }
    assert_eq!(tree(dir.path()), before);
});
