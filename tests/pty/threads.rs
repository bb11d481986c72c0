//! The system has no thread left, at once or after a few (T13): the screen goes on without, or ends with an error in words.

use std::io::Write as _;
use std::os::unix::fs::{MetadataExt, PermissionsExt};

use portable_pty::CommandBuilder;

use super::terminal::{Terminal, program};
use super::{PATCH, folder};

#[test]
fn no_thread_left_is_no_panic() {
    let is_root = std::fs::metadata("/proc/self").is_ok_and(|facts| facts.uid() == 0);
    if !is_root {
        // Past the harness, which would keep it to itself.
        let words = b"SKIPPED: only root can give another user a limit of processes\n";
        std::io::stderr().write_all(words).unwrap();
        return;
    }
    let folder = folder();
    let path = folder.path();
    std::fs::write(path.join("fix.patch"), PATCH).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o777)).unwrap();
    let copy = path.join("hunkwise");
    std::fs::copy(program(), &copy).unwrap();
    let mut n_shown = 0;
    for n_processes in 1..=9 {
        let mut command = CommandBuilder::new("prlimit");
        command.arg(format!("--nproc={n_processes}"));
        command.args([
            "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
        ]);
        command.arg(&copy);
        command.args(["--fresh", "fix.patch"]);
        let mut terminal = Terminal::start(Terminal::set_up(command, path));
        let is_shown = |terminal: &Terminal| terminal.text().contains("fits 2 places");
        terminal.wait_until(|terminal| {
            is_shown(terminal) || terminal.text().contains("Resource temporarily unavailable")
        });
        let expected = if is_shown(&terminal) {
            n_shown += 1;
            terminal.press("2\r");
            terminal.expect("all decided");
            terminal.press("\x03");
            130
        } else {
            2
        };
        assert_eq!(terminal.end(), expected, "{n_processes} processes");
    }
    assert!((1..9).contains(&n_shown), "{n_shown} screens");
}
