//! What was put into a tree so that a writer harms its own user: records, and names of ours that lead to the user's files;
//! and what others do to it between two steps.

use super::*;

/// Plants the folder of an apply that says it is finished, with a file of `n_bytes` bytes.
fn plant(dir: &Path, id: u64, n_bytes: u64) {
    let op = dir.join(format!(".hunkwise/ops/{id:06}"));
    fs::create_dir_all(&op).expect("made");
    fs::write(op.join("kept.json"), "{}").expect("written");
    let file = fs::File::create(op.join("0.old")).expect("made");
    file.set_len(n_bytes).expect("sparse");
    for folder in [".hunkwise", ".hunkwise/ops"] {
        let private = fs::Permissions::from_mode(0o700);
        fs::set_permissions(dir.join(folder), private).expect("set");
    }
}

#[test]
fn planted_records_push_out_none_of_ones_own() {
    let many: Vec<(u64, u64)> = (999_999_940..=999_999_999).map(|id| (id, 1)).collect();
    let low: Vec<(u64, u64)> = (1..=60).map(|id| (id, 1)).collect();
    for planted in [
        many,
        low,
        vec![(999_999_999, 300 << 20)],
        vec![(3, 300 << 20)],
    ] {
        let dir = folder(&[("a", "1")]);
        for (id, n_bytes) in &planted {
            plant(dir.path(), *id, *n_bytes);
        }
        let before = tree(dir.path());
        for after in ["2", "3"] {
            let now = fs::read_to_string(dir.path().join("a")).expect("there");
            let changes = ChangeSet::new(vec![modify("a", &now, after)]);
            open(&dir).apply(&changes, reply()).expect("applied");
        }
        // Not only the one just made: the one before it is ours as well.
        open(&dir).undo(None).expect("the second is kept");
        open(&dir).undo(None).expect("the first is kept");
        assert_eq!(tree(dir.path()), before);
        let n_left = planted
            .iter()
            .filter(|(id, _)| dir.path().join(format!(".hunkwise/ops/{id:06}")).exists());
        assert_eq!(n_left.count(), planted.len(), "what is not ours stays");
    }
}

#[test]
fn the_apply_just_made_is_kept_whatever_the_limits_are() {
    let dir = folder(&[("a", "1")]);
    let none = Retention {
        n_applies: 0,
        n_bytes: 0,
    };
    for (before, after) in [("1", "2"), ("2", "3")] {
        let changes = ChangeSet::new(vec![modify("a", before, after)]);
        let ws = open(&dir).with_retention(none);
        ws.apply(&changes, reply()).expect("applied");
    }
    let log = open(&dir).log().expect("log");
    assert_eq!(log.entries.len(), 1);
    open(&dir).undo(None).expect("undone");
    assert_eq!(
        fs::read_to_string(dir.path().join("a")).expect("there"),
        "2"
    );
}

#[test]
fn a_torn_folder_is_not_written_into_from_above() {
    // Ours and damaged; sound and from elsewhere.
    for is_damaged in [true, false] {
        let dir = folder(&[("q/sub/a", "1"), ("q/sub/b", "1")]);
        let inner = dir.path().join("q/sub");
        let ws = open_at(&inner).with_observer(|step| {
            if step == Step::Changed(0) {
                Next::Stop
            } else {
                Next::Go
            }
        });
        let ws = if is_damaged {
            ws
        } else {
            Workspace {
                secrets: SecretPlace::in_folder(None),
                ..ws
            }
        };
        let changes = vec![modify("a", "1", "2"), modify("b", "1", "2")];
        ws.apply(&ChangeSet::new(changes), reply())
            .expect_err("stopped");
        if is_damaged {
            fs::write(inner.join(".hunkwise/ops/000001/staged.json"), "").expect("written");
        } else {
            fs::remove_file(inner.join(".hunkwise/secret")).expect("removed");
        }
        let torn = tree(&inner);
        let into = |name: &str, before: &str| ChangeSet::new(vec![modify(name, before, "3")]);
        for (root, name) in [
            ("q/sub", "a"),
            ("q", "sub/a"),
            ("", "q/sub/a"),
            ("q", "sub/b"),
        ] {
            let before = if name.ends_with('a') { "2" } else { "1" };
            let fault = open_at(&dir.path().join(root)).apply(&into(name, before), reply());
            assert_eq!(fault.expect_err("held").exit(), Exit::Refused, "{root}");
            assert_eq!(tree(&inner), torn, "{root}");
        }
    }
}

/// What a second writer meets that shares no record with the first: it came by a bind mount, or is another user.
#[test]
fn files_beside_which_somebody_elses_stages_lie_are_not_written() {
    for renames in [Renames::Exchange, Renames::Plain, Renames::Bare] {
        for step in [
            Step::AllStaged,
            Step::Changed(0),
            Step::AllChanged,
            Step::Committed,
        ] {
            let dir = folder(&[("q/sub/a", "1"), ("q/sub/b", "1"), ("q/c", "1")]);
            let outer = dir.path().join("q");
            let first = open_at(&outer).with_renames(renames);
            let first = first.with_observer(move |it| match it == step {
                true => Next::Stop,
                false => Next::Go,
            });
            let changes = vec![modify("sub/a", "1", "2"), modify("sub/b", "1", "2")];
            first
                .apply(&ChangeSet::new(changes), reply())
                .expect_err("stopped");
            let unseen = dir.path().join("unseen");
            fs::rename(outer.join(".hunkwise"), &unseen).expect("moved");
            let torn = tree(&outer.join("sub"));
            for name in ["a", "b", "n"] {
                let now = fs::read_to_string(outer.join("sub").join(name));
                let change = match &now {
                    Ok(now) => modify(name, now, "3"),
                    Err(_) => create(name, "3"),
                };
                let second = open_at(&outer.join("sub"));
                let fault = second.apply(&ChangeSet::new(vec![change]), reply());
                let fault = fault.expect_err("somebody is writing there");
                assert_eq!(fault.exit(), Exit::Drifted, "{fault}");
                assert!(fault.to_string().contains("hunkwise recover"), "{fault}");
                assert_eq!(tree(&outer.join("sub")), torn, "{step:?} {name}");
            }
            // Files of other folders are not held.
            let other = ChangeSet::new(vec![modify("c", "1", "3")]);
            open_at(&outer).apply(&other, reply()).expect("applied");
            fs::remove_dir_all(outer.join(".hunkwise")).expect("removed");
            fs::rename(&unseen, outer.join(".hunkwise")).expect("moved");
            open_at(&outer).recover().expect("recovered");
            let last = if step == Step::Committed { "2" } else { "1" };
            let change = ChangeSet::new(vec![modify("a", last, "3")]);
            open_at(&outer.join("sub"))
                .apply(&change, reply())
                .expect("applied");
        }
    }
}

#[test]
fn a_mode_set_between_the_look_and_the_exchange_stays() {
    let changes = |change: &FileChange| ChangeSet::new(vec![change.clone(), modify("z", "1", "2")]);
    for renames in [Renames::Exchange, Renames::Plain, Renames::Bare] {
        for change in [
            modify("a", "1", "2"),
            delete("a", "1"),
            rename("a", "b", "1", "2"),
        ] {
            for when in [Step::Looked(0), Step::Recorded, Step::AllStaged] {
                let dir = folder(&[("a", "1"), ("z", "1")]);
                let file = dir.path().join("a");
                let ws = open(&dir).with_renames(renames).with_observer(move |step| {
                    if step == when {
                        let private = fs::Permissions::from_mode(0o600);
                        fs::set_permissions(&file, private).expect("set");
                    }
                    Next::Go
                });
                let before = tree(dir.path()).replace("a 644", "a 600");
                let fault = ws.apply(&changes(&change), reply()).expect_err("drifted");
                assert_eq!(fault.exit(), Exit::Drifted, "{fault}");
                assert_eq!(tree(dir.path()), before, "{change:?} {when:?}");
                open(&dir)
                    .apply(&changes(&change), reply())
                    .expect("applied");
            }
        }
    }
}

#[test]
fn a_mode_set_by_descriptor_on_a_displaced_file_is_noticed() {
    let dir = folder(&[("a", "1"), ("b", "1")]);
    let held = fs::File::open(dir.path().join("a")).expect("opened");
    let ws = open(&dir).with_observer(move |step| {
        if step == Step::Changed(1) {
            // Its time of change has the clock's tick, so the change is made until it shows.
            let before = held.metadata().expect("there");
            let is_same = |now: &fs::Metadata| {
                (now.ctime(), now.ctime_nsec()) == (before.ctime(), before.ctime_nsec())
            };
            while is_same(&held.metadata().expect("there")) {
                held.set_permissions(fs::Permissions::from_mode(0o600))
                    .expect("set");
            }
        }
        Next::Go
    });
    let changes = vec![modify("a", "1", "2"), modify("b", "1", "2")];
    let fault = ws
        .apply(&ChangeSet::new(changes), reply())
        .expect_err("drifted");
    assert_eq!(fault.exit(), Exit::Drifted, "{fault}");
    assert!(tree(dir.path()).starts_with("a 600 \"1\"\nb 644 \"1\""));
}

#[test]
fn a_second_name_under_one_of_ours_leads_to_no_harm() {
    let facts = |file: &Path| {
        let facts = fs::metadata(file).expect("there");
        (fs::read(file).ok(), facts.mode() & 0o7777)
    };
    // What is made anew only takes the name away; what is kept open must be ours alone.
    let dir = folder(&[("a", "1"), ("precious", "work")]);
    let precious = dir.path().join("precious");
    plant(dir.path(), 1, 1);
    let read_only = fs::Permissions::from_mode(0o444);
    fs::set_permissions(&precious, read_only).expect("set");
    fs::hard_link(&precious, dir.path().join(".hunkwise/lock")).expect("linked");
    let before = facts(&precious);
    // Whoever may open it for writing only locks it.
    match open(&dir).apply(&ChangeSet::new(vec![modify("a", "1", "2")]), reply()) {
        Ok(_) => assert!(rustix::process::geteuid().is_root()),
        Err(fault) => assert_eq!(fault.exit(), Exit::Refused, "{fault}"),
    }
    assert_eq!(facts(&precious), before);

    fs::remove_file(dir.path().join(".hunkwise/lock")).expect("removed");
    let fd = std::os::fd::OwnedFd::from(fs::File::open(dir.path()).expect("opened"));
    fs::hard_link(&precious, dir.path().join("ours")).expect("linked");
    let made = crate::workspace::state::make_private_file(&fd, b"ours").expect("made");
    rustix::io::write(&made, b"ours").expect("written");
    assert_eq!(facts(&precious), before);
    assert_eq!(
        facts(&dir.path().join("ours")),
        (Some(b"ours".to_vec()), 0o600)
    );
}

#[test]
fn a_new_lock_without_its_mode_stops_nobody() {
    let dir = folder(&[("a", "1")]);
    plant(dir.path(), 1, 1);
    let lock = dir.path().join(".hunkwise/lock");
    fs::write(&lock, "").expect("written");
    fs::set_permissions(&lock, fs::Permissions::from_mode(0o000)).expect("set");
    let changes = ChangeSet::new(vec![modify("a", "1", "2")]);
    open(&dir).apply(&changes, reply()).expect("applied");
}

#[test]
fn records_are_of_the_folder_that_was_made_when_they_were() {
    let dir = folder(&[("a", "1")]);
    let secret = |byte| secret::Secret::of_bytes([byte; 32]);
    let birth = |dir: &TempDir| {
        let fd = std::os::fd::OwnedFd::from(fs::File::open(dir.path()).expect("opened"));
        secret::Birth::of(&fd).expect("looked")
    };
    let here = birth(&dir);
    if let Some(later) = here.made_later() {
        // A copy on another disk may have the inode, and not the time.
        let seal = secret(1).seal(&later, b"r");
        assert!(!secret(1).has_sealed(seal, &here, b"r"));
        // One that was made while the time was not to be had is this folder's.
        let seal = secret(1).seal(&here.without_time(), b"r");
        assert!(secret(1).has_sealed(seal, &here, b"r"));
        assert!(!secret(2).has_sealed(seal, &here, b"r"));
    }
    assert_eq!(
        secret(1).seal(&here, b"r"),
        secret(1).seal(&birth(&dir), b"r")
    );
    // A disk that numbers its files anew keeps the time.
    let mut renumbered = here;
    renumbered.inode += 1;
    let seal = secret(1).lasting_seal(&here, b"r");
    assert_eq!(secret(1).lasting_seal(&renumbered, b"r"), seal);
    assert_eq!(secret(1).lasting_seal(&here.without_time(), b"r"), None);
    if let Some(later) = here.made_later() {
        assert_ne!(secret(1).lasting_seal(&later, b"r"), seal);
        assert_ne!(secret(2).lasting_seal(&here, b"r"), seal);
        assert_ne!(secret(1).lasting_seal(&here, b"s"), seal);
    }
    assert_ne!(secret(1).seal(&here, b"r"), secret(2).seal(&here, b"r"));
}

#[test]
fn a_backup_by_hard_links_stops_nobody() {
    let dir = folder(&[("a", "1")]);
    let ws = open(&dir);
    let change = ChangeSet::new(vec![modify("a", "1", "2")]);
    ws.apply(&change, reply()).expect("applied");
    let backup = folder(&[]);
    for name in ["lock", "ops/000001/kept.json", "ops/000001/0.old"] {
        let file = dir.path().join(".hunkwise").join(name);
        let name = name.replace('/', "-");
        fs::hard_link(file, backup.path().join(name)).expect("linked");
    }
    open(&dir).undo(None).expect("undone");
    assert_eq!(tree(dir.path()), "a 644 \"1\"");
}
