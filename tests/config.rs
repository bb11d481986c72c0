//! The person's own defaults: what they change, what goes before them, and how their faults are told.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

const TWINS: &str = "def one():\n    total = 0\n    total += count()\n    return total\n\ndef two():\n    total = 0\n    total += count()\n    return total\n";
const FIX: &str = "--- a/twins.py\n+++ b/twins.py\n@@ ... @@\n     total = 0\n-    total += count()\n+    total += 2 * count()\n     return total\n";

/// A folder with a patch that meets a tie, and a configuration folder beside it.
struct Home(TempDir);

/// What one run did.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Home {
    fn new(config: &str) -> Home {
        let home = Home(tempfile::tempdir().expect("a temporary folder"));
        home.write("tree/twins.py", TWINS);
        home.write("tree/fix.patch", FIX);
        home.write("config/hunkwise/config.toml", config);
        home
    }

    fn write(&self, path: &str, content: &str) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().expect("below the folder")).expect("made");
        fs::write(path, content).expect("written");
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hunkwise"));
        command.args(args).current_dir(self.0.path().join("tree"));
        command.env("XDG_CONFIG_HOME", self.0.path().join("config"));
        command.env("XDG_STATE_HOME", self.0.path().join("state"));
        command
    }

    fn run(&self, args: &[&str]) -> Ran {
        ran(&mut self.command(args))
    }
}

fn ran(command: &mut Command) -> Ran {
    let done = command.output().expect("the program runs");
    Ran {
        code: done.status.code().unwrap_or(-1),
        out: String::from_utf8(done.stdout).expect("UTF-8"),
        err: String::from_utf8(done.stderr).expect("UTF-8"),
    }
}

/// Asserts how `hunkwise check` ends under `config`: a tie that nobody settles ends with 3.
#[track_caller]
fn check(config: &str, args: &[&str], code: i32) {
    let home = Home::new(config);
    let ran = home.run(&[&["check", "--root", ".", "fix.patch"], args].concat());
    assert_eq!(ran.code, code, "{}{}", ran.out, ran.err);
}

/// Asserts that a fault of the file is told: where, and what is meant.
#[track_caller]
fn check_fault(config: &str, expected: &str) {
    let ran = Home::new(config).run(&["check", "fix.patch"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains(expected), "{}", ran.err);
}

#[test]
fn a_flag_goes_before_the_file_and_the_file_before_the_default() {
    check("", &[], 3);
    check("policy = 'nearest'", &[], 0);
    check("policy = 'nearest'", &["--policy", "ask"], 3);
    check("policy = 'nearest'\naccept-from = 'strict'", &[], 0);
    check("dialect = 'context'", &[], 2);
}

#[test]
fn a_flag_that_is_set_can_be_taken_back() {
    let home = Home::new("json = true");
    let args = ["check", "--root", ".", "fix.patch"];
    assert!(home.run(&args).out.starts_with('{'));
    let plain = home.run(&[&args[..], &["--json=false"]].concat());
    assert!(plain.out.starts_with("twins.py"), "{}", plain.out);
}

#[test]
fn faults_are_told_with_file_line_and_the_nearest_name() {
    check_fault(
        "\nthme = 'dark'",
        "config.toml:2: there is no setting `thme`; the nearest is `theme`",
    );
    check_fault(
        "policy = 'perhaps'",
        "config.toml:1: invalid value 'perhaps'",
    );
    check_fault(
        "[keys]\nrejct = 'D'",
        "config.toml:2: there is no command `rejct`; the nearest is `reject`",
    );
    check_fault(
        "[keys]\nreject = 'n'",
        "config.toml:2: `n` is the key of `search-next` too",
    );
    check_fault("= 3", "config.toml:1: ");
    check_fault(
        "\ntheme = 'drak'",
        "config.toml:2: there is no theme `drak`; the nearest is `dark`",
    );
}

#[test]
fn what_heeds_no_setting_works_beside_a_broken_file() {
    let home = Home::new("= 3");
    for command in ["log", "recover", "dialects"] {
        assert_eq!(home.run(&[command]).code, 0, "{command}");
    }
}

#[test]
fn the_reviewed_tree_says_nothing() {
    let home = Home::new("");
    for path in [
        "config.toml",
        ".hunkwise.toml",
        "hunkwise/config.toml",
        ".config/hunkwise/config.toml",
    ] {
        home.write(&format!("tree/{path}"), "policy = 'nearest'");
    }
    // A folder named by a path that depends on where one stands would be of the tree.
    for (config, home_folder) in [(".", "/nonexistent"), ("", "."), ("", "")] {
        let mut command = home.command(&["check", "--root", ".", "fix.patch"]);
        command.env("XDG_CONFIG_HOME", config);
        let done = ran(command.env("HOME", home_folder));
        assert_eq!(done.code, 3, "{config} {home_folder} {}", done.err);
    }
}

#[test]
fn without_a_home_everything_is_as_it_comes() {
    let home = Home::new("policy = 'nearest'");
    let mut command = home.command(&["check", "--root", ".", "fix.patch"]);
    let done = ran(command.env_clear().env("HOME", "/nonexistent"));
    assert_eq!(done.code, 3, "{}", done.err);
}

#[test]
fn keys_and_themes_list_the_persons_own() {
    let home = Home::new("[keys]\nreject = ['D', 'delete']\n");
    home.write(
        "config/hunkwise/themes/mine.toml",
        "base = 'dark'\n[roles]\n",
    );
    let keys = home.run(&["keys"]).out;
    let row = keys.lines().find(|row| row.contains(" reject "));
    assert!(
        row.is_some_and(|row| row.starts_with("  D delete ")),
        "{keys}"
    );
    assert!(home.run(&["themes"]).out.ends_with("mono\nmine\n"));
}

#[test]
fn the_readme_lists_just_the_flags_that_can_be_set() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = fs::read_to_string(readme).expect("there is a README");
    let list = readme.split("These can be set: ").nth(1).expect("a list");
    let list = list.split(';').next().expect("its end");
    let listed: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
    let home = Home::new("");
    let help = ["check", "apply", "review"].map(|command| home.run(&[command, "--help"]).out);
    let words = help.iter().flat_map(|help| help.split_whitespace());
    let mut flags: Vec<&str> = words.filter_map(|word| word.strip_prefix("--")).collect();
    flags.retain(|flag| flag.chars().all(|c| c.is_ascii_lowercase() || c == '-'));
    assert!(listed.iter().all(|flag| flags.contains(flag)), "{listed:?}");
    for flag in flags {
        // A list is no value of any: what can be set says so, and the others are no settings.
        let ran = Home::new(&format!("{flag} = []")).run(&["check", "fix.patch"]);
        let is_set = ran.err.contains("is a text, a number");
        assert_eq!(is_set, listed.contains(&flag), "{flag}: {}", ran.err);
    }
}

#[test]
fn what_the_readme_shows_is_read() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = fs::read_to_string(readme).expect("there is a README");
    let (_, rest) = readme
        .split_once("```toml\n")
        .expect("it shows a config.toml");
    let (config, _) = rest.split_once("```").expect("closed");
    let ran = Home::new(config).run(&["keys"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
}
