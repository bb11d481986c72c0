//! The program: arguments to [`hunkwise`], an exit code back.

use std::process::ExitCode;

fn main() -> ExitCode {
    hunkwise::cli::run(std::env::args_os())
}
