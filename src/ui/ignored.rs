//! Signals that whoever started the program had it ignore, as `nohup` does and shells do for what they start behind them.

use signal_hook::consts::{
    SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU,
};

/// Those that end a program which does not heed them, and are sent by people and systems: none may end it amid a write.
pub(crate) const ENDING: [i32; 9] = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGXCPU,
];

/// Returns those of `signals` that may be heeded: one that was ignored from the start stays ignored. Where the system does
/// not say which are, all may be.
pub(crate) fn heeded(signals: &[i32]) -> Vec<i32> {
    // The call that asks is no safe one, and no kept crate wraps it.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = ignored(&status);
    let is_heeded = |signal: &&i32| ignored & (1 << (**signal - 1)) == 0;
    signals.iter().filter(is_heeded).copied().collect()
}

/// Returns the set that Linux tells, the lowest bit for signal 1.
fn ignored(status: &str) -> u64 {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_set_is_read_as_linux_tells_it() {
        let status = "Name:\tx\nSigBlk:\tffffffffffffffff\nSigIgn:\t0000000000001001\nSigCgt:\t0\n";
        assert_eq!(ignored(status), 1 | 1 << 12);
        assert_eq!(ignored(""), 0);
    }
}
