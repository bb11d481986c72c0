//! The program: arguments to [`hunkwise`], an exit code back.

fn main() {}
