//! A program in a pseudo-terminal: keys in, a screen out.

use std::io::{Read, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// How long anything may take before it counts as never.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program in a terminal.
pub(crate) struct Terminal {
    pub(crate) master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    pub(crate) child: Box<dyn Child + Send + Sync>,
    output: Receiver<Vec<u8>>,
    pub(crate) screen: vt100::Parser,
    /// All that was ever sent.
    pub(crate) sent: Vec<u8>,
}

impl Terminal {
    pub(crate) fn start(command: CommandBuilder) -> Terminal {
        let size = PtySize {
            rows: 24,
            cols: 80,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system().openpty(size).unwrap();
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n) = reader.read(&mut bytes) {
                if n == 0 || sender.send(bytes[..n].to_vec()).is_err() {
                    return;
                }
            }
        });
        Terminal {
            keys: pair.master.take_writer().unwrap(),
            master: pair.master,
            child,
            output,
            screen: vt100::Parser::new(n(24), n(80), 0),
            sent: Vec::new(),
        }
    }

    /// Starts `hunkwise` on `arguments` in `folder`.
    pub(crate) fn hunkwise(folder: &Path, arguments: &[&str]) -> Terminal {
        Terminal::start(Terminal::command(folder, arguments))
    }

    /// Returns the command that [`Terminal::hunkwise`] starts.
    pub(crate) fn command(folder: &Path, arguments: &[&str]) -> CommandBuilder {
        let mut command = CommandBuilder::new(program());
        command.args(arguments);
        Terminal::set_up(command, folder)
    }

    /// Gives a command its folder and its surroundings.
    pub(crate) fn set_up(mut command: CommandBuilder, folder: &Path) -> CommandBuilder {
        command.cwd(folder);
        command.env("XDG_STATE_HOME", folder.join("state"));
        command.env("XDG_CONFIG_HOME", folder.join("config"));
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        command.env("COLORTERM", "truecolor");
        command.env_remove("NO_COLOR");
        command
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    pub(crate) fn take(&mut self, bytes: &[u8]) {
        self.screen.process(bytes);
        self.sent.extend_from_slice(bytes);
    }

    pub(crate) fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// Waits until the screen holds `wanted`.
    #[track_caller]
    pub(crate) fn expect(&mut self, wanted: &str) {
        let end = Instant::now() + PATIENCE;
        while !self.text().contains(wanted) {
            let left = end.saturating_duration_since(Instant::now());
            let bytes = self.output.recv_timeout(left);
            let Ok(bytes) = bytes else {
                panic!("{wanted:?} never came:\n{}", self.text());
            };
            self.take(&bytes);
        }
    }

    /// Waits until `holds` does, which is asked after each thing that the program sends.
    #[track_caller]
    pub(crate) fn wait_until(&mut self, holds: impl Fn(&Terminal) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !holds(self) {
            let left = end.saturating_duration_since(Instant::now());
            let bytes = self.output.recv_timeout(left);
            let bytes = bytes.unwrap_or_else(|_| panic!("it never held:\n{}", self.text()));
            self.take(&bytes);
        }
    }

    /// Waits until the program has sent `wanted`.
    #[track_caller]
    pub(crate) fn expect_bytes(&mut self, wanted: &[u8]) {
        let end = Instant::now() + PATIENCE;
        while !self.sent.windows(wanted.len()).any(|bytes| bytes == wanted) {
            let left = end.saturating_duration_since(Instant::now());
            let bytes = self.output.recv_timeout(left);
            let bytes = bytes.unwrap_or_else(|_| panic!("{wanted:?} never came:\n{}", self.text()));
            self.take(&bytes);
        }
    }

    /// Waits until the program ends, and returns its exit code.
    #[track_caller]
    pub(crate) fn end(&mut self) -> u32 {
        let end = Instant::now() + PATIENCE;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.take(&bytes),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    self.child.kill().unwrap();
                    panic!("it never ended:\n{}", self.text());
                }
            }
        }
        self.child.wait().unwrap().exit_code()
    }

    /// Asserts that the terminal is as it was: the first screen, a cursor, no mouse, no bracketed paste.
    #[track_caller]
    pub(crate) fn assert_given_back(&self) {
        let screen = self.screen.screen();
        assert!(!screen.alternate_screen());
        assert!(!screen.hide_cursor());
        assert!(!screen.bracketed_paste());
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    }
}

/// Waits until `holds` does of something that the screen does not show.
#[track_caller]
pub(crate) fn wait_behind_the_screen(holds: impl Fn() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < end, "it never held");
        std::thread::yield_now();
    }
}

pub(crate) fn n(number: u16) -> NonZero<u16> {
    NonZero::new(number).unwrap()
}

/// Returns the program to test: the one that `HUNKWISE_PROGRAM` names, such as a release build, else the tests' own build.
pub(crate) fn program() -> String {
    std::env::var("HUNKWISE_PROGRAM").unwrap_or_else(|_| env!("CARGO_BIN_EXE_hunkwise").to_string())
}
