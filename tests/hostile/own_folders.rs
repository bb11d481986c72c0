//! The user's own folders of hunkwise, where the root holds them: what lies in them says what a patch may do (T03, T11).

use std::os::unix::fs::symlink;
use std::path::PathBuf;

use super::*;

/// A home folder that is the root of a review.
struct Home {
    dir: TempDir,
}

impl Home {
    fn new() -> Home {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("f"), "x\n").unwrap();
        Home { dir }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Runs a command at home; returns its exit code and all it said.
    fn run(&self, args: &[&str], reply: &str) -> (Option<i32>, String) {
        fs::write(self.path("reply"), reply).unwrap();
        let done = Command::new(env!("CARGO_BIN_EXE_hunkwise"))
            .env("HOME", self.dir.path())
            .env_remove("XDG_CONFIG_HOME")
            .env_remove("XDG_STATE_HOME")
            .current_dir(self.dir.path())
            .args(args)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8([done.stdout, done.stderr].concat()).unwrap();
        (done.status.code(), said)
    }
}

const EDIT: &str = "*** Begin Patch\n*** Update File: f\n-x\n+y\n*** End Patch\n";

fn add(path: &str) -> String {
    format!("*** Begin Patch\n*** Add File: {path}\n+allow-hidden = true\n*** End Patch\n")
}

#[test]
fn t03_a_patch_neither_makes_nor_changes_ones_own_settings_and_state() {
    for exists in [false, true] {
        let home = Home::new();
        if exists {
            fs::create_dir_all(home.path(".config/hunkwise/themes")).unwrap();
            assert_eq!(home.run(&["apply", "reply"], EDIT).0, Some(0));
        }
        for path in [
            ".config/hunkwise/config.toml",
            ".config/hunkwise/themes/x.toml",
            ".local/state/hunkwise/secret",
            ".local/state/hunkwise/sessions/x.json",
            ".local/state/hunkwise/new/deeper/x",
        ] {
            let before = fs::read(home.path(path)).ok();
            let delete = format!("*** Begin Patch\n*** Delete File: {path}\n*** End Patch\n");
            for reply in [add(path), delete] {
                for command in ["check", "apply"] {
                    let (code, said) = home.run(&[command, "reply"], &reply);
                    assert_eq!(code, Some(4), "{command} {path}: {said}");
                    assert!(said.contains("hunkwise settings or state"), "{said}");
                }
                assert_eq!(fs::read(home.path(path)).ok(), before, "{path}");
            }
        }
        // Other files of the same home are like any.
        let (code, said) = home.run(&["apply", "reply"], &add(".config/hunkwise-x/config.toml"));
        assert_eq!(code, Some(0), "{said}");
    }
}

#[test]
fn t03_ones_own_settings_are_known_by_another_name_and_from_inside() {
    // The settings are kept among other dot files, and lead there by a link.
    let home = Home::new();
    fs::create_dir_all(home.path("dots/hw")).unwrap();
    fs::create_dir_all(home.path(".config")).unwrap();
    symlink("../dots/hw", home.path(".config/hunkwise")).unwrap();
    for (root, path) in [
        (".", "dots/hw/config.toml"),
        ("dots", "hw/config.toml"),
        ("dots/hw", "config.toml"),
    ] {
        let (code, said) = home.run(&["apply", "reply", "--root", root], &add(path));
        assert_eq!(code, Some(4), "{root}: {said}");
        assert!(!home.path("dots/hw/config.toml").exists());
    }
}

#[test]
fn t03_no_report_goes_over_ones_own_settings_and_state() {
    let home = Home::new();
    fs::create_dir_all(home.path(".config/hunkwise")).unwrap();
    fs::write(home.path(".config/hunkwise/config.toml"), "").unwrap();
    assert_eq!(home.run(&["apply", "reply"], EDIT).0, Some(0));
    symlink(".local/state/hunkwise", home.path("near")).unwrap();
    for flag in ["--feedback", "--rejects", "--log"] {
        for name in [
            ".local/state/hunkwise/secret",
            ".config/hunkwise/config.toml",
            ".config/hunkwise/new",
            "near/secret",
        ] {
            let before = fs::read(home.path(name)).ok();
            let full_path = home.path(name);
            let full_path = full_path.to_str().unwrap();
            let (code, said) = home.run(&["apply", "reply", flag, full_path, "--root", "."], EDIT);
            assert_eq!(code, Some(4), "{flag} {name}: {said}");
            assert_eq!(fs::read(home.path(name)).ok(), before, "{flag} {name}");
        }
    }
}

/// What stands in the way of a folder or file of one's own.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Obstacle {
    File,
    Pipe,
    Dangling,
    Loop,
    Folder,
}

impl Obstacle {
    fn put(self, path: &Path) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        match self {
            Obstacle::File => fs::write(path, "theirs").unwrap(),
            Obstacle::Pipe => assert!(Command::new("mkfifo").arg(path).status().unwrap().success()),
            Obstacle::Dangling => symlink("nowhere", path).unwrap(),
            Obstacle::Loop => symlink(path, path).unwrap(),
            Obstacle::Folder => fs::create_dir(path).unwrap(),
        }
    }
}

#[test]
fn t13_what_stands_where_settings_should_is_named_and_nothing_hangs() {
    use Obstacle::{Dangling, File, Folder, Loop, Pipe};
    let obstacles = [".config", ".config/hunkwise"]
        .into_iter()
        .flat_map(|name| [File, Pipe, Dangling, Loop].map(|obstacle| (name, obstacle)))
        .chain([Pipe, Dangling, Loop, Folder].map(|it| (".config/hunkwise/config.toml", it)));
    for (name, obstacle) in obstacles {
        let home = Home::new();
        obstacle.put(&home.path(name));
        for line in [
            "check reply", "apply reply", "explain reply", "undo", "keys", "themes",
        ] {
            let args: Vec<&str> = line.split(' ').collect();
            let (code, said) = home.run(&args, EDIT);
            assert_eq!(code, Some(2), "{obstacle:?} at {name}, {line}: {said}");
            assert!(
                said.starts_with("hunkwise: reading your settings: `"),
                "{said}"
            );
            assert!(said.lines().count() == 1 && said.contains(name), "{said}");
        }
        assert_eq!(fs::read_to_string(home.path("f")).unwrap(), "x\n");
        // Those without settings are not concerned.
        assert_eq!(home.run(&["log"], EDIT).0, Some(0));
    }
}

#[test]
fn t13_what_stands_where_state_should_is_named_and_costs_no_undo() {
    use Obstacle::{Dangling, File, Folder, Loop, Pipe};
    let obstacles = [".local/state", ".local/state/hunkwise"]
        .into_iter()
        .flat_map(|name| [File, Pipe, Dangling, Loop].map(|obstacle| (name, obstacle)))
        .chain([Pipe, Dangling, Folder].map(|it| (".local/state/hunkwise/secret", it)));
    for (name, obstacle) in obstacles {
        let home = Home::new();
        obstacle.put(&home.path(name));
        let named = |said: &str| {
            let first = said.lines().next().unwrap_or_default();
            assert!(first.contains(name), "{obstacle:?} at {name}: {said}");
        };
        // What decides whose records are whose lies beside them then.
        for line in ["check reply", "apply reply", "log", "recover", "undo"] {
            let args: Vec<&str> = line.split(' ').collect();
            let (code, said) = home.run(&args, EDIT);
            assert_eq!(code, Some(0), "{obstacle:?} at {name}, {line}: {said}");
            named(said.split_once("note: ").expect(&said).1);
        }
        assert_eq!(fs::read_to_string(home.path("f")).unwrap(), "x\n");
        let (code, said) = home.run(&["sessions"], EDIT);
        if name.ends_with("secret") {
            assert_eq!(code, Some(0), "{said}");
        } else {
            assert_eq!(code, Some(2), "{said}");
            named(&said);
        }
    }
    // A device is a way to say that there is nothing.
    let home = Home::new();
    symlink("/dev/null", home.path(".local")).unwrap();
    symlink("/dev/null", home.path(".config")).unwrap();
    for line in ["check reply", "apply reply", "undo", "sessions", "keys"] {
        let args: Vec<&str> = line.split(' ').collect();
        let (code, said) = home.run(&args, EDIT);
        assert_eq!(code, Some(0), "{line}: {said}");
    }
}

#[test]
fn t13_pipes_among_saved_reviews_and_proposals_hang_nothing() {
    let home = Home::new();
    Obstacle::Pipe.put(&home.path(".local/state/hunkwise/sessions/a.json"));
    Obstacle::Pipe.put(&home.path(".config/hunkwise/themes/mine.toml"));
    let (code, said) = home.run(&["sessions"], EDIT);
    assert!(
        code == Some(0) && said.contains("no review is saved"),
        "{said}"
    );
    let (code, said) = home.run(&["review", "--plain", "--theme", "mine", "reply"], EDIT);
    assert!(
        code == Some(2) && said.contains("is a named pipe"),
        "{said}"
    );
}
