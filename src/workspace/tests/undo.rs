//! Taking applies back.

use super::*;

#[test]
fn undo_goes_further_back_each_time_and_refuses_what_changed_since() {
    let dir = folder(&[("a", "0")]);
    let ws = open(&dir);
    for (before, after) in [("0", "1"), ("1", "2"), ("2", "3")] {
        let changes = ChangeSet::new(vec![modify("a", before, after)]);
        ws.apply(&changes, reply()).expect("applied");
    }
    assert_eq!(ws.undo(None).expect("undone").undid, 3);
    assert_eq!(ws.undo(None).expect("undone").undid, 2);
    assert_eq!(tree(dir.path()), "a 644 \"1\"");
    let standings: Vec<_> = ws
        .log()
        .expect("log")
        .entries
        .iter()
        .map(|it| it.status)
        .collect();
    use UndoStatus::{Applied, Undone};
    assert_eq!(standings, [Applied, Undone, Undone, Applied, Applied]);
    assert_eq!(ws.undo(Some(5)).expect("undo undone").undid, 5);
    assert_eq!(tree(dir.path()), "a 644 \"2\"");
    fs::write(dir.path().join("a"), "mine").expect("written");
    let fault = ws.undo(None).expect_err("changed since");
    assert_eq!(fault.exit(), Exit::Drifted);
    assert!(fault.to_string().contains("cannot undo apply 2"), "{fault}");
    assert_eq!(tree(dir.path()), "a 644 \"mine\"");
    let fault = ws.undo(Some(77)).expect_err("no such");
    assert_eq!(fault.exit(), Exit::Unreadable);
}

#[test]
fn what_an_apply_did_is_known_after_the_files_changed() {
    let dir = folder(&[("a", "1"), ("b", "1")]);
    let ws = open(&dir);
    let changes = vec![modify("a", "1", "2"), create("n", "2"), delete("b", "1")];
    ws.apply(&ChangeSet::new(changes), reply())
        .expect("applied");
    fs::write(dir.path().join("a"), "mine").expect("written");
    let side = |text: &str| {
        Some(Side {
            bytes: text.into(),
            mode: FileMode::Plain,
        })
    };
    let known = |name: &str, before, after| Reversal {
        path: path(name),
        before,
        after,
        kept_at: Default::default(),
    };
    let known_now = |id| {
        let mut known = ws.reversals(id).expect("known").files;
        known
            .iter_mut()
            .for_each(|it| it.kept_at = Default::default());
        known
    };
    let expected = [
        known("a", side("1"), side("2")),
        known("n", None, side("2")),
        known("b", side("1"), None),
    ];
    assert_eq!(known_now(None), expected);
    assert_eq!(known_now(Some(1)), expected);
    fs::write(dir.path().join(".hunkwise/ops/000001/0.new"), "torn").expect("written");
    let fault = ws.reversals(None).expect_err("torn");
    assert!(fault.to_string().contains("could not be kept"), "{fault}");
    assert!(ws.reversals(Some(2)).is_err());
}

#[test]
fn only_the_latest_applies_can_be_undone() {
    let dir = folder(&[("a", "0")]);
    let few = Retention {
        n_applies: 2,
        n_bytes: u64::MAX,
    };
    let small = Retention {
        n_applies: 50,
        n_bytes: 1,
    };
    for (before, after, retention, kept) in [
        ("0", "1", few, &[1][..]),
        ("1", "2", few, &[1, 2]),
        ("2", "3", few, &[2, 3]),
        ("3", "4", small, &[4]),
    ] {
        let ws = open(&dir).with_retention(retention);
        let changes = ChangeSet::new(vec![modify("a", before, after)]);
        ws.apply(&changes, reply()).expect("applied");
        let ids: Vec<_> = ws
            .log()
            .expect("log")
            .entries
            .iter()
            .map(|it| it.id)
            .collect();
        assert_eq!(ids, kept);
    }
}

#[test]
fn an_undo_pushes_out_no_apply() {
    let dir = folder(&[("a", "0")]);
    let few = Retention {
        n_applies: 4,
        n_bytes: u64::MAX,
    };
    let ws = open(&dir).with_retention(few);
    let text = |n: u32| n.to_string();
    for n in 0..6 {
        let change = modify("a", &text(n), &text(n + 1));
        ws.apply(&ChangeSet::new(vec![change]), reply())
            .expect("applied");
    }
    // To and fro with the last, more often than applies are kept.
    for id in 6..16 {
        ws.undo(Some(id)).expect("undone");
    }
    for left in [5, 4, 3, 2] {
        ws.undo(None).expect("undone");
        assert_eq!(tree(dir.path()), format!("a 644 \"{left}\""));
    }
    assert!(ws.undo(None).is_err());
    // But not without end.
    for _ in 0..25 {
        let last = ws.log().expect("log").entries.pop().expect("an undo");
        ws.undo(Some(last.id)).expect("undone");
    }
    let n_records = ws.log().expect("log").entries.len();
    assert!(n_records <= 40, "{n_records}");
}

#[test]
fn an_apply_that_is_undone_is_said_to_be() {
    let dir = folder(&[("a", "1")]);
    let ws = open(&dir);
    let change = ChangeSet::new(vec![modify("a", "1", "2")]);
    ws.apply(&change, reply()).expect("applied");
    ws.undo(None).expect("undone");
    let fault = ws.undo(Some(1)).expect_err("undone");
    assert!(fault.to_string().contains("undone already"), "{fault}");
    assert_eq!(fault.exit(), Exit::Unreadable);
}

/// Applies `a` to `2`, and then to `3` until `step`, where it stops as if killed.
fn stopped_second(at: Step) -> TempDir {
    let dir = folder(&[("a", "1")]);
    let first = ChangeSet::new(vec![modify("a", "1", "2")]);
    open(&dir).apply(&first, reply()).expect("applied");
    let ws = open(&dir).with_observer(move |step| if step == at { Next::Stop } else { Next::Go });
    let second = ChangeSet::new(vec![modify("a", "2", "3")]);
    ws.apply(&second, reply()).expect_err("stopped");
    dir
}

#[test]
fn an_apply_that_was_rolled_back_is_undone_and_none_before_it() {
    for at in [Step::AllStaged, Step::Changed(0), Step::AllChanged] {
        let dir = stopped_second(at);
        let fault = open(&dir).undo(None).expect_err("rolled back");
        assert!(
            matches!(fault, WorkspaceError::RolledBack { id: 2 }),
            "{fault}"
        );
        assert_eq!(tree(dir.path()), "a 644 \"2\"");
        assert_eq!(open(&dir).undo(None).expect("undone").undid, 1);
        assert_eq!(tree(dir.path()), "a 644 \"1\"");
        let dir = stopped_second(at);
        let undone = open(&dir).undo(Some(1)).expect("named");
        assert_eq!(
            (undone.undid, tree(dir.path())),
            (1, "a 644 \"1\"".to_string())
        );
        let dir = stopped_second(at);
        let recovered = open(&dir).recover().expect("recovered");
        let fault = open(&dir).undo_after(recovered, None);
        let fault = fault.expect_err("rolled back just now");
        assert!(
            matches!(fault, WorkspaceError::RolledBack { id: 2 }),
            "{fault}"
        );
    }
}

#[test]
fn what_was_committed_or_an_undo_that_was_rolled_back_is_still_undone() {
    let dir = stopped_second(Step::Committed);
    assert_eq!(open(&dir).undo(None).expect("undone").undid, 2);
    assert_eq!(tree(dir.path()), "a 644 \"2\"");
    let at = Step::Changed(0);
    let ws = open(&dir).with_observer(move |step| if step == at { Next::Stop } else { Next::Go });
    ws.undo(None).expect_err("stopped");
    assert_eq!(open(&dir).undo(None).expect("undone").undid, 1);
    assert_eq!(tree(dir.path()), "a 644 \"1\"");
}

#[test]
fn an_apply_that_is_being_filed_is_no_record_to_move_away() {
    let dir = stopped_second(Step::Committed);
    let fault = open(&dir).reversals(Some(2)).expect_err("not filed");
    assert_eq!(fault.exit(), Exit::Drifted, "{fault}");
    let fault = fault.to_string();
    assert!(
        fault.contains("hunkwise recover") && !fault.contains("move it away"),
        "{fault}"
    );
    open(&dir).recover().expect("recovered");
    open(&dir).reversals(Some(2)).expect("filed");
}
