//! Whether a patch that a command writes makes just the changes that it was written for.

use crate::dialect::write::{self, Change, Form, Written};
use crate::report::read_back::{ReadBack, read_back};
use crate::session::Options;
use crate::text::{RelPath, Snapshot};

/// The most lines of files that a patch is read back beside.
const MOST_LINES: usize = 100_000;

/// Warns where `apply` would not make just `changes` of what was written for them, and nothing was said of it yet. `read`
/// returns the files as they are.
pub(super) fn warn(
    written: &mut Written,
    changes: &[Change<'_>],
    form: Form,
    read: impl Fn(&RelPath) -> Snapshot,
) {
    let n_lines = changes.iter().map(|change| change.old.n_lines());
    let is_long = n_lines.sum::<usize>() > MOST_LINES;
    let changes_nothing = written.text.is_empty() && changes.iter().all(Change::is_none);
    if !written.warnings.is_empty() || is_long || changes_nothing {
        return;
    }
    let comes_to = |text: &[u8]| read_back(text, changes, Options::default(), &read);
    let made = comes_to(&written.text);
    let what = match &made {
        ReadBack::Same => return,
        ReadBack::Waits(why) => format!("ask before it writes this ({why})"),
        ReadBack::Refused => "refuse its hidden text without `--allow-hidden`".to_string(),
        ReadBack::OtherEnds => "end some lines otherwise".to_string(),
        ReadBack::Other => "make other bytes of this".to_string(),
    };
    let in_unified = || comes_to(&write::write(changes, Form::Unified).text);
    let is_better = form != Form::Unified && in_unified() == ReadBack::Same;
    let advice = if is_better { "; use `unified`" } else { "" };
    let of = match changes {
        [change] => format!("{}: ", change.path.to_text()),
        _ => String::new(),
    };
    let warning = format!("{of}`hunkwise apply` would {what}{advice}");
    match made {
        ReadBack::Same | ReadBack::Waits(_) | ReadBack::Refused => written.warnings.push(warning),
        ReadBack::OtherEnds | ReadBack::Other => written.lose(warning),
    }
}
