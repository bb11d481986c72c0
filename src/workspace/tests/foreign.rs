//! Records that came with a tree, honest ones too.

use super::*;

/// A tree whose write was stopped after `step`, as it is after a copy.
fn copied(step: Step) -> (TempDir, String) {
    let dir = folder(&[("a", "1"), ("b", "1")]);
    let before = tree(dir.path());
    let ws = open(&dir).with_observer(move |it| if it == step { Next::Stop } else { Next::Go });
    let changes = vec![modify("a", "1", "2"), modify("b", "1", "2")];
    let stopped = ws.apply(&ChangeSet::new(changes), reply());
    assert_eq!(stopped.is_err(), step != Step::PutBack(9));
    let copy = folder(&[]);
    copy_folder(dir.path(), copy.path());
    (copy, before)
}

fn copy_folder(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("listed") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.file_type().expect("known").is_dir() {
            fs::create_dir(&target).expect("made");
            copy_folder(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), &target).expect("copied");
        }
    }
    let mode = fs::metadata(from).expect("there").permissions();
    fs::set_permissions(to, mode).expect("set");
}

#[test]
fn an_interrupted_apply_that_came_with_a_tree_is_followed_only_when_asked_for() {
    for step in [
        Step::Recorded,
        Step::AllStaged,
        Step::Changed(0),
        Step::Committed,
    ] {
        let (copy, before) = copied(step);
        let (now, ws) = (tree(copy.path()), open(&copy));
        let changes = ChangeSet::new(vec![create("n", "2")]);
        for fault in [
            ws.apply(&changes, reply())
                .expect_err("foreign")
                .to_string(),
            ws.undo(None).expect_err("foreign").to_string(),
            ws.recover().expect("looked").refused.remove(0).to_string(),
        ] {
            assert!(fault.contains("recover --trust-state"), "{fault}");
        }
        assert_eq!(tree(copy.path()), now, "{step:?}");
        assert!(ws.pending_recovery(&[]).expect("looked"));
        let recovered = ws
            .with_trust(Trust::AllRecords)
            .recover()
            .expect("recovered");
        assert!(recovered.refused.is_empty() && recovered.stuck.is_empty());
        if step == Step::Committed {
            assert_eq!(tree(copy.path()), before.replace("\"1\"", "\"2\""));
        } else {
            assert_eq!(tree(copy.path()), before, "{step:?}");
        }
    }
}

#[test]
fn an_apply_that_came_with_a_tree_is_undone_only_when_asked_for() {
    let (copy, before) = copied(Step::PutBack(9));
    let now = tree(copy.path());
    let fault = open(&copy).undo(None).expect_err("foreign");
    assert!(
        fault.to_string().contains("undo 1 --trust-state"),
        "{fault}"
    );
    let fault = open(&copy).undo(Some(1)).expect_err("foreign");
    assert_eq!(fault.exit(), Exit::Refused);
    assert!(
        fault.to_string().contains("undo 1 --trust-state"),
        "{fault}"
    );
    assert_eq!(tree(copy.path()), now);
    let standing = |ws: &Workspace| ws.log().expect("log").entries[0].status;
    assert_eq!(standing(&open(&copy)), UndoStatus::Foreign);
    // What is written here since is our own, and stays so.
    open(&copy)
        .apply(&ChangeSet::new(vec![create("n", "1")]), reply())
        .expect("a finished record is in nobody's way");
    assert_eq!(open(&copy).undo(None).expect("undone").undid, 2);
    let trusting = open(&copy).with_trust(Trust::AllRecords);
    assert_eq!(trusting.undo(Some(1)).expect("undone").undid, 1);
    assert_eq!(tree(copy.path()), before);
}

#[test]
fn a_tree_that_was_renamed_keeps_its_records() {
    let dir = folder(&[("q/a", "1")]);
    let ws = open_at(&dir.path().join("q"));
    ws.apply(&ChangeSet::new(vec![modify("a", "1", "2")]), reply())
        .expect("applied");
    fs::rename(dir.path().join("q"), dir.path().join("r")).expect("renamed");
    open_at(&dir.path().join("r")).undo(None).expect("undone");
}

#[test]
fn without_a_home_the_secret_lies_beside_the_records_and_is_told() {
    let homeless = |dir: &TempDir| Workspace {
        secrets: SecretPlace::in_folder(None),
        ..open(dir)
    };
    let dir = folder(&[("a", "1")]);
    let changes = ChangeSet::new(vec![modify("a", "1", "2")]);
    let applied = homeless(&dir).apply(&changes, reply()).expect("applied");
    assert!(
        applied.notes.iter().any(|note| note.contains("home")),
        "{:?}",
        applied.notes
    );
    // The secret comes with a copy, and does not speak for it.
    let copy = folder(&[]);
    copy_folder(dir.path(), copy.path());
    assert!(copy.path().join(".hunkwise/secret").is_file());
    homeless(&copy).undo(Some(1)).expect_err("foreign");
    homeless(&dir).undo(Some(1)).expect("undone");
}

#[test]
fn numbers_that_no_apply_has_are_passed_over() {
    let dir = folder(&[
        ("a", "1"),
        (".hunkwise/ops/18446744073709551615/kept.json", "{}"),
        (".hunkwise/ops/1000000000/staged.json", "{}"),
    ]);
    fs::set_permissions(
        dir.path().join(".hunkwise"),
        fs::Permissions::from_mode(0o700),
    )
    .expect("set");
    let applied = open(&dir).apply(&ChangeSet::new(vec![modify("a", "1", "2")]), reply());
    assert_eq!(applied.expect("applied").id, 1);
    let last = folder(&[("a", "1"), (".hunkwise/ops/999999999/kept.json", "{}")]);
    let applied = open(&last).apply(&ChangeSet::new(vec![modify("a", "1", "2")]), reply());
    assert_eq!(applied.expect("applied").id, 1);
}

#[test]
fn one_record_that_cannot_be_read_is_in_nobodys_way() {
    let dir = folder(&[("a", "1")]);
    let ws = open(&dir);
    let changes = ChangeSet::new(vec![modify("a", "1", "2")]);
    ws.apply(&changes, reply()).expect("applied");
    fs::create_dir(dir.path().join(".hunkwise/ops/000000")).expect("made");
    fs::write(dir.path().join(".hunkwise/ops/000000/kept.json"), "{").expect("written");
    let log = ws.log().expect("log");
    assert_eq!((log.entries.len(), log.unread.len()), (1, 1));
    ws.undo(None).expect("undone");
    // One in flight stops writers, as nobody knows what it did; others are recovered all the same.
    let crashed = open(&dir).with_observer(|step| {
        if step == Step::Changed(0) {
            Next::Stop
        } else {
            Next::Go
        }
    });
    crashed.apply(&changes, reply()).expect_err("stopped");
    fs::write(dir.path().join(".hunkwise/ops/000000/plan.json"), "{").expect("written");
    let recovered = ws.recover().expect("recovered");
    assert_eq!(
        (recovered.rolled_back, recovered.refused.len()),
        (vec![3], 1)
    );
    check_fails(&dir, vec![modify("a", "1", "2")], Exit::Refused, "damaged");
}

/// Returns a record with another seal than its own, where it has one of that name.
fn without_seal(text: String, name: &str) -> String {
    let name = format!("\"{name}\":\"");
    let Some((head, rest)) = text.split_once(&name) else {
        return text;
    };
    let (digit, rest) = rest.split_at(1);
    let digit = if digit == "0" { "1" } else { "0" };
    format!("{head}{name}{digit}{rest}")
}

#[test]
fn records_are_followed_where_the_disk_numbers_its_files_anew() {
    let stop = |step| {
        if step == Step::Changed(0) {
            Next::Stop
        } else {
            Next::Go
        }
    };
    for is_killed in [false, true] {
        let dir = folder(&[("a", "1"), ("b", "1")]);
        let both = ChangeSet::new(vec![modify("a", "1", "2"), modify("b", "1", "2")]);
        let (ws, phase) = match is_killed {
            true => (open(&dir).with_observer(stop), "staged"),
            false => (open(&dir), "kept"),
        };
        assert_eq!(ws.apply(&both, reply()).is_err(), is_killed);
        let op = dir.path().join(".hunkwise/ops/000001");
        let record = op.join(format!("{phase}.json"));
        let text = fs::read_to_string(&record).expect("a record");
        if !text.contains("\"lasting\"") {
            return; // The disk does not keep when a folder was made.
        }
        fs::write(&record, without_seal(text, "seal")).expect("written");
        // The inodes that it noted are others' by now.
        let stages = fs::read_to_string(op.join("stages")).expect("a list");
        let other = |line: &str| {
            let mut numbers: Vec<String> = line.split(' ').map(str::to_string).collect();
            (numbers[1], numbers[2]) = ("7".to_string(), "8".to_string());
            numbers.join(" ") + "\n"
        };
        fs::write(
            op.join("stages"),
            stages.lines().map(other).collect::<String>(),
        )
        .expect("written");
        match is_killed {
            true => drop(open(&dir).recover().expect("recovered")),
            false => drop(open(&dir).undo(None).expect("undone")),
        }
        assert_eq!(tree(dir.path()), "a 644 \"1\"\nb 644 \"1\"");
    }
}

#[test]
fn an_undo_tells_of_later_applies_that_it_passed_over() {
    // Where files cannot be exchanged by name, there is a note of that, too.
    fn is_of_a_later_apply(note: &&String) -> bool {
        note.contains("is later, and")
    }
    #[track_caller]
    fn check(spoilt: u64, spoil: fn(String) -> String, told: &[&str]) {
        let dir = folder(&[("a", "1"), ("b", "1")]);
        let ws = open(&dir);
        for name in ["a", "b"] {
            let changes = ChangeSet::new(vec![modify(name, "1", "2")]);
            ws.apply(&changes, reply()).expect("applied");
        }
        let record = dir
            .path()
            .join(format!(".hunkwise/ops/{spoilt:06}/kept.json"));
        let text = fs::read_to_string(&record).expect("a record");
        fs::write(&record, spoil(text)).expect("written");
        assert_eq!(
            ws.reversals(None).expect("chosen").passed_over.len(),
            told.len()
        );
        let undone = ws.undo(None).expect("undone");
        let notes: Vec<&String> = undone.notes.iter().filter(is_of_a_later_apply).collect();
        assert_eq!(notes.len(), told.len(), "{:?}", undone.notes);
        for (note, told) in notes.iter().zip(told) {
            assert!(note.contains(told), "{note}");
        }
    }
    let cut = |text: String| text[..text.len() / 2].to_string();
    check(2, cut, &["apply 2 is later, and was passed over"]);
    check(2, |_| String::new(), &["damaged"]);
    check(2, |text| text.replace("\"b\"", "\"c\""), &["checksum"]);
    let other_seals = |text| without_seal(without_seal(text, "seal"), "lasting");
    check(2, other_seals, &["apply 2 is later, and from outside"]);
    check(1, cut, &[]);
    // One that is named is the one that is meant.
    let dir = folder(&[("a", "1")]);
    let ws = open(&dir);
    let changes = ChangeSet::new(vec![modify("a", "1", "2")]);
    ws.apply(&changes, reply()).expect("applied");
    fs::create_dir(dir.path().join(".hunkwise/ops/000002")).expect("made");
    fs::write(dir.path().join(".hunkwise/ops/000002/kept.json"), "{").expect("written");
    let undone = ws.undo(Some(1)).expect("undone");
    assert!(!undone.notes.iter().any(|note| is_of_a_later_apply(&note)));
}

/// Plants something under a number, as it may have come with the tree.
type Plant = fn(&Path, &Path);

#[test]
fn no_planted_number_stops_an_apply_or_comes_before_one() {
    let (record, _) = copied(Step::PutBack(9));
    let record = record.path().join(".hunkwise/ops/000001");
    let empty: Plant = |path, _| fs::create_dir(path).expect("made");
    let full: Plant = |path, _| fs::create_dir_all(path.join("a/b")).expect("made");
    let file: Plant = |path, _| fs::write(path, "1").expect("written");
    let link: Plant = |path, _| symlink("/nonexistent", path).expect("linked");
    let honest: Plant = |path, record| {
        fs::create_dir(path).expect("made");
        copy_folder(record, path);
        let id = path.file_name().expect("a name").to_string_lossy();
        let id = id.trim_start_matches('0');
        let kept = path.join("kept.json");
        let text = fs::read_to_string(&kept).expect("a record");
        let text = text.replace("\"id\":1,", &format!("\"id\":{id},"));
        fs::write(kept, text).expect("written");
    };
    for names in [
        &["999999999"][..],
        &["999999998", "999999999"],
        &["499999999", "500000000", "500000001"],
        &["000001", "000002", "000004"],
        &["18446744073709551615"],
        &["18446744073709551616"],
        &["00000000000000000001"],
        &["4294967295", "999999999"],
    ] {
        for plant in [empty, full, file, link, honest] {
            let dir = folder(&[("a", "0"), (".hunkwise/ops/", "")]);
            for name in names {
                plant(&dir.path().join(".hunkwise/ops").join(name), &record);
            }
            for turn in 0..4 {
                let change = modify("a", &turn.to_string(), &(turn + 1).to_string());
                let applied = open(&dir).apply(&ChangeSet::new(vec![change]), reply());
                applied.unwrap_or_else(|fault| panic!("{names:?}: {fault}"));
            }
            // The later ones have the larger numbers: they are taken back first.
            for turn in (0..4).rev() {
                open(&dir).undo(None).expect("undone");
                assert_eq!(tree(dir.path()), format!("a 644 \"{turn}\""), "{names:?}");
            }
        }
    }
}
