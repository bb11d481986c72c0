//! Diffs that a command printed: a reply that shows `$ git diff` above its output may tell what was done already.

use std::ops::Range;

use bstr::{BStr, BString, ByteSlice};

use crate::dialect::commands::apply_command::{self, Effect};
use crate::dialect::commands::shell_words;
use crate::dialect::note::NoteCode;
use crate::dialect::walk::fence::Fence;
use crate::dialect::walk::heredoc;
use crate::dialect::walk::scan::{Mark, Scan};
use crate::dialect::words::example;
use crate::dialect::words::prose;
use crate::dialect::words::purpose::Purpose;
use crate::patch::{FilePatch, Unsure};

/// Makes the edits read since `before` wait, where the part they were read from was printed: by a command among the lines
/// `above` it, or with the part before, in the same fence.
pub(in crate::dialect) fn mark(scan: &mut Scan<'_>, above: Range<usize>, before: &Mark) {
    if scan.files.len() == scan.first_since(before) {
        return;
    }
    let opened = scan.fence.map(|fence| fence.opened);
    let goes_on = opened.is_some_and(|opened| opened < above.start);
    let is_printed = |file: &FilePatch| {
        file.hunks
            .iter()
            .any(|hunk| hunk.unsure == Some(Unsure::Printed))
    };
    if let Some(why) = why_not_applied(scan, above.clone()) {
        return example::wait_since(scan, before, why);
    }
    let command = command_above(scan, above);
    if command.is_none()
        && !(goes_on && scan.files[..before.n_files].last().is_some_and(is_printed))
    {
        return;
    }
    example::wait_since(scan, before, Unsure::Printed);
    if let Some(at) = command {
        scan.note(NoteCode::Printed, at..at + 1, Unsure::Printed.words());
    }
}

/// Returns why the here-document that begins in the lines `above` is no edit of the files that it names: its command changes
/// nothing, `git apply --check <<EOF`, or files elsewhere, `patch -d sub <<EOF`.
fn why_not_applied(scan: &Scan<'_>, above: Range<usize>) -> Option<Unsure> {
    let mut above = above.rev().map(|at| scan.lines[at].body);
    let command = above.find(|line| heredoc::read(line).is_some());
    let command = command.filter(|_| scan.heredoc.is_some())?;
    let commands = shell_words::split(&[command]);
    let effects = commands.iter().filter_map(|command| {
        let words: Vec<&[u8]> = shell_words::program(&command.words)
            .iter()
            .map(|word| &word[..])
            .collect();
        Some(apply_command::read(&words)?.effect)
    });
    match effects.max()? {
        Effect::OnlyTries => Some(Unsure::TriedOnly),
        Effect::Elsewhere => Some(Unsure::OtherFiles),
        Effect::Applies | Effect::Unknown | Effect::Reverses => None,
    }
}

/// Returns the line of the command that printed the text below the lines `above`: in its fence, or right above that.
fn command_above(scan: &Scan<'_>, above: Range<usize>) -> Option<usize> {
    /// How many lines with text are looked at in the fence.
    const REACH: usize = 40;
    let opened = scan.fence.map_or(above.end, |fence| fence.opened);
    let is_printing = |at: &usize| prints_diff(scan.lines[*at].body);
    let runs = |at: &usize| {
        let body = scan.lines[*at].body;
        is_printing(at) || names_command(body) || begins_commit(body)
    };
    let with_text = |at: &usize| !scan.lines[*at].is_blank();
    let inside = (opened.saturating_add(1).max(above.start)..above.end).rev();
    let in_fence = inside.filter(with_text).take(REACH).find(runs);
    in_fence.or_else(|| {
        let first = scan.lines.get(above.end);
        if first.is_some_and(|line| is_answer_on_screen(line.body)) {
            return Some(above.end);
        }
        let last = (above.start..opened).rev().find(with_text)?;
        let body = scan.lines[last].body;
        if is_call_on_screen(body) || is_answer_on_screen(body) {
            return Some(last);
        }
        if Fence::open(body, last).is_some() {
            // The command may stand in a fence of its own.
            let command = last.checked_sub(1)?;
            return Some(command).filter(|at| *at >= above.start && is_printing(at));
        }
        (prints_diff(body) || tells_of_output(body)).then_some(last)
    })
}

/// Returns whether a line is the first that git prints of a commit: `commit 8c1d2e9f`.
pub(in crate::dialect) fn begins_commit(line: &BStr) -> bool {
    /// The fewest letters to which git shortens the name of one.
    const N_LETTERS: usize = 7;
    let name = line.strip_prefix(b"commit ");
    let name = name
        .and_then(|rest| rest.fields().next())
        .unwrap_or_default();
    name.len() >= N_LETTERS && name.iter().all(u8::is_ascii_hexdigit)
}

/// Returns whether a line is a command that prints a diff. One that begins with `diff` is a line of a patch, unless it stands
/// behind a prompt.
fn prints_diff(line: &BStr) -> bool {
    let text = line.trim_with(|c| matches!(c, '`' | '*' | ' ' | '\t' | ':'));
    let command = text
        .strip_prefix(b"$ ")
        .or_else(|| text.strip_prefix(b"% "));
    let script = command.unwrap_or(text);
    let shows: fn(&[BString]) -> bool = match script.fields().next().unwrap_or_default() {
        b"git" => |rest| {
            let verb = rest
                .iter()
                .find(|word| word.iter().all(u8::is_ascii_lowercase));
            verb.is_some_and(|verb| matches!(&verb[..], b"diff" | b"show" | b"log" | b"stash"))
        },
        b"svn" | b"hg" | b"jj" => |rest| rest.first().is_some_and(|word| word == "diff"),
        b"diff" if command.is_some() => |_| true,
        b"cat" | b"less" | b"type" => |rest| {
            let shows_file = |word: &BString| word.ends_with(b".diff") || word.ends_with(b".patch");
            rest.iter().any(shows_file)
        },
        _ => return false,
    };
    // A line may be megabytes of prose: its words are read only where it begins as a command does.
    let commands = shell_words::split(&[script.as_bstr()]);
    let first = commands.first().and_then(|it| it.words.split_first());
    first.is_some_and(|(_, rest)| shows(rest))
}

/// Returns whether a line amid what was printed names such a command, whatever prompt or mark is before it:
/// `Run git diff --exit-code`, `➜  shop git:(main) git diff`.
fn names_command(line: &BStr) -> bool {
    let names = |(word, next): (&[u8], &[u8])| {
        word == b"git" && matches!(next, b"diff" | b"show" | b"log" | b"stash")
    };
    !line.starts_with(b"diff ") && line.fields().zip(line.fields().skip(1)).any(names)
}

/// Returns whether an agent's screen shows a call of a shell in a line: `⏺ Bash(git diff)`.
fn is_call_on_screen(line: &BStr) -> bool {
    let text = line.trim();
    let mut marks = ["⏺", "●", "•"].iter();
    let call = marks.find_map(|mark| text.strip_prefix(mark.as_bytes()));
    call.is_some_and(|call| call.trim_start().starts_with(b"Bash("))
}

/// Returns whether an agent's screen shows what a tool answered from this line on.
fn is_answer_on_screen(line: &BStr) -> bool {
    line.trim_start().starts_with("⎿".as_bytes())
}

/// Returns whether a sentence names such a command, and says that what follows is what it printed.
fn tells_of_output(line: &BStr) -> bool {
    let spans: Vec<BString> = line
        .split_str("`")
        .skip(1)
        .step_by(2)
        .map(BString::from)
        .collect();
    let says = matches!(
        prose::purpose(prose::last_sentence(line)),
        Purpose::Outputs | Purpose::Runs | Purpose::Cites | Purpose::Quotes | Purpose::Shows
    );
    says && spans.iter().any(|span| prints_diff(span.as_bstr()))
}
