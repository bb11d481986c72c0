use super::*;

/// Stops an apply of two files before its commit, and has somebody write into the first of them.
fn written_since(renames: Renames) -> TempDir {
    let dir = folder(&[("a", "1"), ("b", "1")]);
    let ws = open(&dir).with_renames(renames).with_observer(|step| {
        if step == Step::AllChanged {
            Next::Stop
        } else {
            Next::Go
        }
    });
    let both = ChangeSet::new(vec![modify("a", "1", "2"), modify("b", "1", "2")]);
    ws.apply(&both, reply()).expect_err("stopped");
    fs::write(dir.path().join("a"), "theirs").expect("written");
    dir
}

/// Breaks the recovery at a step; the next one must still know what the first had moved away.
#[track_caller]
fn check_kept(at: Step, renames: Renames, next: impl Fn() -> Next + Send + Sync + 'static) {
    let dir = written_since(renames);
    let ws = open(&dir).with_observer(move |step| if step == at { next() } else { Next::Go });
    ws.recover().expect_err("broken on purpose");
    let recovered = open(&dir).recover().expect("recovered");
    assert_eq!(tree(dir.path()), "a 644 \"theirs\"\nb 644 \"1\"");
    let [left] = &recovered.left[..] else {
        panic!("{at:?}: told of {:?}", recovered.left);
    };
    assert_eq!(left.why, LeftWhy::WrittenSince);
    assert_eq!(fs::read(&left.kept_at).expect("kept"), b"1", "{at:?}");
}

#[test]
fn what_a_rollback_moved_away_outlives_the_next_one() {
    for renames in [Renames::Exchange, Renames::Plain] {
        for at in [Step::PutBack(0), Step::PutBack(1), Step::AllPutBack] {
            check_kept(at, renames, || Next::Stop);
            check_kept(at, renames, || Next::Fail(std::io::Error::other("broken")));
        }
    }
}
