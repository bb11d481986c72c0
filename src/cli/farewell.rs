//! What is said on the terminal once the screen has closed: what was written and how it is taken back, or what is saved.

use std::path::{Path, PathBuf};

use crate::text::display::display_line;
use crate::text::words::counted;
use crate::ui::{Ending, Outcome};

/// Returns the lines; empty where nothing was written and nothing decided. `command` is the one that began the review.
pub(crate) fn words(
    outcome: &Outcome,
    command: &str,
    root: Option<&Path>,
    patches: &[PathBuf],
) -> String {
    let tally = outcome.session.tally();
    let n_decided = tally.n_hunks - tally.n_undecided;
    let n_left = tally.n_undecided + tally.n_stuck.min(n_decided);
    let again = again(command, root, patches);
    let goes_on = match &again {
        Some(command) => format!("continue with `{command}`."),
        None => "open the same reply again to continue.".to_string(),
    };
    if !outcome.applied.is_empty() {
        let n_files = outcome.applied.iter().map(|it| it.n_files).sum();
        let lines = outcome.applied.iter().map(|it| it.n_lines);
        let (come, go) = lines.fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
        let undo = match &outcome.not_undone {
            None => "`hunkwise undo` undoes it.".to_string(),
            Some(why) => {
                format!(
                    "Undo refused: {why}. `hunkwise undo --as-patch` prints the undo as a patch."
                )
            }
        };
        let files = counted(n_files, "file");
        let wrote = format!("Wrote {files}, +{come} -{go}. {undo}\n");
        let left = match n_left {
            0 => String::new(),
            n => format!("{} left: {goes_on}\n", counted(n, "hunk")),
        };
        let unread = match outcome.session.unread().count() {
            0 => String::new(),
            n => format!("{} of the reply not read.\n", counted(n, "part")),
        };
        return wrote + &left + &unread;
    }
    let nothing = match outcome.session.has_unapplied() {
        true => "All writes undone",
        false => "Nothing written",
    };
    let has_steps = !outcome.session.resolutions().steps().is_empty();
    match outcome.ending {
        Ending::Forgotten if has_steps => format!("{nothing}, the review is forgotten.\n"),
        Ending::Quit | Ending::Signal(_) if has_steps => {
            let of = tally.n_hunks;
            let n_decided = of - n_left;
            format!("{nothing}. {n_decided} of {of} decided, saved: {goes_on}\n")
        }
        Ending::Quit | Ending::Signal(_) | Ending::Forgotten | Ending::Demo => String::new(),
    }
}

/// Returns the command that opens the review again, under the root that was named; `None` where the reply came through a pipe
/// or was pasted.
fn again(command: &str, root: Option<&Path>, patches: &[PathBuf]) -> Option<String> {
    if patches.is_empty() || patches == [Path::new("-")] {
        return None;
    }
    let quoted = |path: &Path| -> Option<String> {
        let name = path.to_str()?;
        let quoted = shlex::try_quote(name).ok()?;
        Some(display_line(quoted.as_bytes()))
    };
    let names: Option<Vec<String>> = patches.iter().map(|path| quoted(path)).collect();
    // A review is one of a root: without it another one would open.
    let root = match root {
        Some(root) => format!("--root {} ", quoted(root)?),
        None => String::new(),
    };
    Some(format!("{command} {root}{}", names?.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Options, Session};
    use crate::ui::Applied;

    #[test]
    fn an_undo_that_was_refused_is_not_promised() {
        let check = |not_undone: Option<&str>, expected: &str| {
            let outcome = Outcome {
                session: Session::open(&b""[..], Options::default()),
                ending: Ending::Quit,
                n_applies: 1,
                applied: vec![Applied {
                    n_files: 2,
                    n_lines: (3, 2),
                    name: String::new(),
                }],
                not_undone: not_undone.map(str::to_string),
            };
            assert_eq!(words(&outcome, "hunkwise", None, &[]), expected);
        };
        check(None, "Wrote 2 files, +3 -2. `hunkwise undo` undoes it.\n");
        check(
            Some("`a.py` changed since"),
            "Wrote 2 files, +3 -2. Undo refused: `a.py` changed since. `hunkwise undo --as-patch` prints the undo as a patch.\n",
        );
    }

    #[test]
    fn a_review_is_continued_under_its_root() {
        let check = |root: Option<&str>, patches: &[&str], expected: Option<&str>| {
            let patches: Vec<PathBuf> = patches.iter().map(PathBuf::from).collect();
            let again = again("hunkwise", root.map(Path::new), &patches);
            assert_eq!(again.as_deref(), expected);
        };
        check(None, &["a.md", "b c.md"], Some("hunkwise a.md 'b c.md'"));
        check(
            Some("my app"),
            &["a.md"],
            Some("hunkwise --root 'my app' a.md"),
        );
        check(Some("app"), &["-"], None);
    }
}
