//! Whatever a record holds, reading it neither fails badly nor changes a file, unless the record is whole.
#![no_main]

use std::fs;
use std::os::unix::fs::PermissionsExt;

use hunkwise::workspace::Workspace;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &[u8])| {
    let (phase, record) = input;
    let names = ["plan.json", "staged.json", "done.json", "kept.json", "left.json"];
    let name = names[usize::from(phase) % names.len()];
    let dir = tempfile::tempdir_in("/dev/shm").expect("a folder");
    let op = dir.path().join(".hunkwise/ops/000001");
    fs::create_dir_all(&op).expect("made");
    for folder in [".hunkwise", ".hunkwise/ops"] {
        let private = fs::Permissions::from_mode(0o700);
        fs::set_permissions(dir.path().join(folder), private).expect("set");
    }
    fs::write(op.join(name), record).expect("written");
    fs::write(dir.path().join("a"), "untouched").expect("written");
    let ws = Workspace::open(Some(dir.path())).expect("opened");
    let read = ws.log();
    let recovered = ws.recover();
    if read.is_err() && !matches!(name, "kept.json" | "left.json") {
        assert!(recovered.is_err());
    }
    assert_eq!(fs::read(dir.path().join("a")).expect("there"), b"untouched");
});
