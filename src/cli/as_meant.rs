//! Whether a patch that a command writes makes just the changes that it was written for.

use crate::dialect::write::{self, Change, Form, Written};
use crate::report::read_back::{ReadBack, read_back};
use crate::session::Options;
use crate::text::{RelPath, Snapshot};

/// The most lines of files that a patch is read back beside.
const MOST_LINES: usize = 100_000;

/// Returns what to warn of where `apply` would not make just `changes` of what was written for them, and nothing was said of
/// it yet. `read` returns the files as they are.
pub(super) fn warning(
    changes: &[Change<'_>],
    form: Form,
    written: &Written,
    read: impl Fn(&RelPath) -> Snapshot,
) -> Option<String> {
    let n_lines = changes.iter().map(|change| change.old.n_lines());
    let is_long = n_lines.sum::<usize>() > MOST_LINES;
    let changes_nothing = written.text.is_empty() && changes.iter().all(Change::is_none);
    if !written.warnings.is_empty() || is_long || changes_nothing {
        return None;
    }
    let comes_to = |text: &[u8]| read_back(text, changes, Options::default(), &read);
    let what = match comes_to(&written.text) {
        ReadBack::Same => return None,
        ReadBack::Waits => "ask before it writes this",
        ReadBack::Other => "make other bytes of this",
    };
    let in_unified = || comes_to(&write::write(changes, Form::Unified).text);
    let is_better = form != Form::Unified && in_unified() == ReadBack::Same;
    let advice = if is_better { "; use `unified`" } else { "" };
    let of = match changes {
        [change] => format!("{}: ", change.path.to_text()),
        _ => String::new(),
    };
    Some(format!("{of}`hunkwise apply` would {what}{advice}"))
}
