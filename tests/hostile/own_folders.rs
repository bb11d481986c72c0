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
