//! Laws of reading and writing patches.
#![allow(clippy::unwrap_used)]

use bstr::{BString, ByteSlice};
use hunkwise::dialect::write::{self, Change, Form};
use hunkwise::dialect::{self, DIALECTS, ParseOptions, Strictness};
use hunkwise::patch::{FileMode, FileOp, Hunk, HunkLine, LineKind, Marks, escape};
use hunkwise::text::{Edit, Edits, FinalNewline, LineSpan, RelPath, Text};
use proptest::prelude::*;

/// Lines that mean something to a dialect, to be mixed at random.
const VOCABULARY: &str = include_str!("dialects/vocabulary");

fn reply() -> impl Strategy<Value = Vec<u8>> {
    let known: Vec<&[u8]> = VOCABULARY.lines().map(str::as_bytes).collect();
    let line = prop_oneof![
        8 => prop::sample::select(known).prop_map(<[u8]>::to_vec),
        1 => prop::collection::vec(any::<u8>(), 0..12),
    ];
    let eol = prop::sample::select(vec![&b"\n"[..], b"\r\n"]);
    (prop::collection::vec(line, 0..40), eol).prop_map(|(lines, eol)| lines.join(eol))
}

#[track_caller]
fn check_spans(reply: &[u8], strictness: Strictness) {
    let n_lines = Text::new(reply).n_lines();
    let options = ParseOptions {
        strictness,
        ..ParseOptions::default()
    };
    let parsed = dialect::parse(reply, &options);
    let shown = reply.as_bstr();
    let inside = |span: LineSpan| span.start <= span.end && span.end <= n_lines;
    let files = &parsed.patch.files;
    for file in files {
        assert!(
            inside(file.origin),
            "{:?} of {n_lines} in {shown}",
            file.origin
        );
        for hunk in &file.hunks {
            assert!(
                inside(hunk.origin),
                "{:?} of {n_lines} in {shown}",
                hunk.origin
            );
        }
    }
    for note in &parsed.notes {
        assert!(inside(note.span), "{note:?} of {n_lines} in {shown}");
        let exists = |id: hunkwise::patch::HunkId| {
            files
                .get(id.file)
                .is_some_and(|file| id.hunk < file.hunks.len())
        };
        assert!(note.hunk.is_none_or(exists), "{note:?} in {shown}");
    }
    assert!(!files.is_empty() || !parsed.notes.is_empty());
    check_parts(reply, &parsed.parts);
}

/// The parts of a reply lie one behind the other.
#[track_caller]
fn check_parts(reply: &[u8], parts: &[dialect::Part]) {
    let n_lines = Text::new(reply).n_lines();
    let shown = reply.as_bstr();
    for pair in parts.windows(2) {
        let in_order = pair[0].span.end <= pair[1].span.start;
        assert!(in_order, "{pair:?} in {shown}");
    }
    let inside = |part: &dialect::Part| !part.span.is_empty() && part.span.end <= n_lines;
    assert!(parts.iter().all(inside), "{parts:?} in {shown}");
}

/// Each of the lines `fenced` (0-based) belongs to exactly one part of the reply.
#[track_caller]
fn check_accounted(reply: &str, fenced: &[usize]) {
    let parsed = dialect::parse(reply.as_bytes(), &ParseOptions::default());
    check_parts(reply.as_bytes(), &parsed.parts);
    for line in fenced {
        let parts = parsed.parts.iter();
        let n_parts = parts.filter(|part| part.span.contains(*line)).count();
        assert_eq!(n_parts, 1, "line {} of\n{reply}", line + 1);
    }
}

#[test]
fn an_edit_outside_a_fence_ends_above_the_next_one() {
    // The end of a here-document in a fence is that fence's.
    let heredoc = "cat > src/c.rs <<'EOF'\n\n```\nEOF\n```\n\n```\nstruct C;\n```\n";
    check_accounted(heredoc, &[2, 3, 4, 6, 7, 8]);
    // A fence in a list is indented like context.
    let diff = "diff --git a/x b/x\n\n- a point\n\n   ```\n   *** Begin Patch\n   *** Update File: a\n   @@\n   -a\n   +b\n   *** End Patch\n   ```\n";
    check_accounted(diff, &[4, 5, 6, 7, 8, 9, 10, 11]);
    // A tag that is left open in a fence ends with it.
    let tag = "   ```\n   <edit>\n   ```\n\n~~~sh\n<edit>\n<path>a</path>\n<old_text>a</old_text>\n<new_text>b</new_text>\n</edit>\n~~~\n\n   ```\n   -a\n   +b\n   ```\n";
    check_accounted(tag, &[0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15]);
    let block = "An example of the format:\n\n   ```\n   [[[FILE_PATCH file_path=\"a\"]]]\n   @@\n   ```\n\n   ```\n   [[[FILE_PATCH file_path=\"b\"]]]\n   @@\n   -a\n   +b\n   [[[/FILE_PATCH]]]\n   ```\n";
    check_accounted(block, &[2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13]);
}

/// Pieces of replies: talk, and fences with whatever may stand in one.
fn pieces() -> impl Strategy<Value = Vec<(String, bool)>> {
    let talk = [
        "Some words.",
        "Create `src/b.rs`:",
        "### src/a.rs",
        "`src/a.rs:12`",
        "Usage:",
        "with",
        "- a point",
        "> quoted words",
        "Replace the body of `f` with:",
        "src/a.rs",
        "./run.sh",
        "Then delete `src/old.rs`, and rename `src/a.rs` to `src/b.rs`.",
        "In `src/a.rs`, change `one` to `two`.",
        "Files to delete:",
        "- `src/old.rs`",
        "| `src/a.rs` | deleted |",
        "An example of the format:",
        "Run `rm src/a.rs` first.",
        "It prints:",
        "1. Then, in `a.rs`:",
        "to",
        "In `src/a.rs`, change",
        "<thinking>",
        "</thinking>",
        "{\"note\": 1}",
        "cat > src/c.rs <<'EOF'",
        "EOF",
        "On Monday somebody wrote:",
        "Subject: [PATCH] change a",
        "diff --git a/x b/x",
        "*** End Patch",
    ];
    let infos = [
        "", "rust", "diff", "sh", "text", "1:2:src/a.rs", "js title=\"x.js\"", "json",
    ];
    // Every dialect takes part, and those that are only named.
    let examples = DIALECTS.iter().map(|spec| spec.example.trim_end());
    // A fence within would close the one around it.
    let examples = examples.filter(|example| !example.contains("```"));
    let own = [
        "fn f() {}",
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b",
        "-a\n+b",
        "@@ -1 +1 @@",
        "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE",
        "<<<<<<< SEARCH\na",
        ">>>>>>> REPLACE",
        "*** Begin Patch\n*** Update File: a\n@@\n-a\n+b\n*** End Patch",
        "*** Update File: a",
        "// ... existing code ...\nlet a = 1;",
        "make test",
        "sed -i 's/a/b/' x",
        "",
        "{\"path\": \"a\", \"old_str\": \"a\", \"new_str\": \"b\"}",
        "{\"path\": \"a\", \"old_str\":",
        "<edit>\n<path>a</path>\n<old_text>a</old_text>\n<new_text>b</new_text>\n</edit>",
        "<edit>",
        "// src/c.rs\nstruct C;",
        "one\n\ntwo",
        "3c3\n< a\n---\n> b",
        "cat > x <<'EOF'\na\nEOF",
        "diff --git a/x b/x",
        "--- a/x\n+++ b/x",
        "path/to/file\n<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE",
        "<write_to_file>\n<path>path/to/file</path>\n<content>\na\n</content>\n</write_to_file>",
        "{\"command\": \"rm src/a.rs\"}",
        "\u{1b}[31m-a\u{1b}[0m\n\u{1b}[32m+b\u{1b}[0m",
        "GIT binary patch\nliteral 3\nKc$x",
        "Binary files a/x and b/x differ",
        "*** Delete File: src/a.rs",
        "src/a.rs\n├── b.rs\n└── c.rs",
        "$ git diff\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b",
        "> quoted\n> <<<<<<< SEARCH",
        "- item\n  - a\n  + b",
        "&lt;&lt;&lt;&lt;&lt;&lt;&lt; SEARCH\na\n=======\nb\n&gt;&gt;&gt;&gt;&gt;&gt;&gt; REPLACE",
        "[[[FILE_PATCH file_path=\"a\"]]]\n@@",
        "\"--- a/x\\n+++ b/x\\n@@ -1 +1 @@\\n-a\\n+b\"",
        "EOF",
    ];
    let bodies: Vec<&str> = own.into_iter().chain(examples).collect();
    let fence = (
        prop::sample::select(infos.to_vec()),
        prop::sample::select(bodies),
        prop::sample::select(vec!["```", "````", "~~~", "`````"]),
        prop::sample::select(vec!["", "   ", "> "]),
    )
        .prop_map(|(info, body, run, indent)| {
            let lines = [format!("{run}{info}"), body.to_string(), run.to_string()].join("\n");
            let lines = lines.lines().map(|line| format!("{indent}{line}"));
            // What is quoted is talk, unless nothing else is a patch.
            (
                lines.collect::<Vec<_>>().join("\n"),
                !indent.starts_with('>'),
            )
        });
    let talk = prop::sample::select(talk.to_vec()).prop_map(|text| (text.to_string(), false));
    prop::collection::vec(prop_oneof![talk, fence], 0..8)
}

/// Two versions of a text: some lines of the first are dropped, added or changed.
fn versions() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    let words = prop::sample::select(vec![
        "a", "b", "}", "", "  x", "\tif y {", "-- z", "++ z", "@@ q", "\\@@ q", "\\\\--- r", "```",
        "\\w", "=======", "<<<<<<< SEARCH", ">>>>>>> REPLACE", ":start_line:3", "-------",
        "*** End Patch", "~",
    ]);
    let ends = prop::bool::weighted(0.8);
    let lines = prop::collection::vec((words.clone(), 0..12u8, words), 0..30);
    (lines, ends, ends).prop_map(|(lines, old_ends, new_ends)| {
        let (mut old, mut new) = (Vec::new(), Vec::new());
        for (line, change, other) in lines {
            if change != 1 {
                old.push(line);
            }
            if change != 0 {
                new.push(if change == 2 { other } else { line });
            }
        }
        (joined(&old, old_ends), joined(&new, new_ends))
    })
}

fn joined(lines: &[&str], ends: bool) -> Vec<u8> {
    let mut text = lines.join("\n");
    if ends && !lines.is_empty() {
        text.push('\n');
    }
    text.into_bytes()
}

/// Makes the edits that hunks ask for at their own places.
fn applied(hunks: &[Hunk], old: &Text) -> Vec<u8> {
    let mut edits: Vec<Edit> = Vec::new();
    let mut newline = FinalNewline::Keep;
    for hunk in hunks {
        let mut at = hunk.hint.unwrap().line_index;
        let mut in_run = false;
        for HunkLine { kind, body } in hunk.lines.iter() {
            if *kind != LineKind::Context && !in_run {
                edits.push(Edit {
                    span: LineSpan::new(at, at),
                    lines: Vec::new(),
                });
            }
            in_run = *kind != LineKind::Context;
            match kind {
                LineKind::Context => at += 1,
                LineKind::Insert => edits.last_mut().unwrap().lines.push(body.clone()),
                LineKind::Delete => {
                    at += 1;
                    edits.last_mut().unwrap().span.end = at;
                }
            }
        }
        if hunk.final_newline != FinalNewline::Keep {
            newline = hunk.final_newline;
        }
    }
    Edits::new(edits, newline).unwrap().apply(old)
}

fn sides(hunk: &Hunk, form: Form) -> (Vec<BString>, Vec<BString>) {
    let hunk = match form {
        // Where the old side has no escape, the reader has dropped those of the new one.
        Form::Fudiff if escape::is_in_preimage(hunk) => Hunk {
            lines: escape::dropped(&hunk.lines).into(),
            ..hunk.clone()
        },
        Form::Unified | Form::Fudiff | Form::SearchReplace | Form::ApplyPatch | Form::ToolJson => {
            hunk.clone()
        }
    };
    let before = hunk.preimage().map(BString::from).collect();
    let after = hunk.postimage().map(BString::from).collect();
    (before, after)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    /// Each line of a fence that is not blank belongs to exactly one part of the reply.
    #[test]
    fn every_fence_is_accounted_for(pieces in pieces()) {
        let mut reply = String::new();
        let mut fenced: Vec<usize> = Vec::new();
        for (piece, is_fence) in &pieces {
            let first = reply.lines().count();
            if *is_fence {
                let with_text = piece.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
                fenced.extend(with_text.map(|(at, _)| first + at));
            }
            reply += piece;
            reply += "\n\n";
        }
        check_accounted(&reply, &fenced);
    }

    #[test]
    fn any_reply_is_read_and_every_span_lies_inside(reply in reply()) {
        check_spans(&reply, Strictness::Lenient);
        check_spans(&reply, Strictness::Specification);
    }

    #[test]
    fn any_bytes_are_read(reply in prop::collection::vec(any::<u8>(), 0..400)) {
        check_spans(&reply, Strictness::Lenient);
    }

    #[test]
    fn what_is_written_is_read_back((old, new) in versions()) {
        let path = RelPath::new("src/some.rs").unwrap();
        let (old, new) = (Text::new(old), Text::new(new));
        let change = Change {
            path: &path,
            op: FileOp::Modify,
            old: &old,
            new: &new,
            old_mode: FileMode::Plain,
            new_mode: FileMode::Plain,
        };
        for form in Form::ALL.iter().copied() {
            let section = write::section(&change, form);
            let text = write::write(std::slice::from_ref(&change), form).text;
            let files = dialect::parse(text.clone(), &ParseOptions::default()).patch.files;
            if section.hunks.is_empty() {
                continue;
            }
            prop_assert_eq!(files.len(), 1, "{}", text);
            let read = &files[0];
            prop_assert_eq!((&read.path, &read.op, read.dialect), (&section.path, &section.op, form.name()), "{}", text);
            let all = |hunks: &[Hunk]| hunks.iter().map(|hunk| sides(hunk, form)).collect::<Vec<_>>();
            // The escape of FUDiff is for the reader to see both ways.
            let expected: Vec<_> = section.hunks.iter().map(|hunk| sides(hunk, Form::Unified)).collect();
            prop_assert_eq!(all(&read.hunks), expected, "{}", text);
            if form == Form::Unified {
                for (read, hunk) in read.hunks.iter().zip(&section.hunks) {
                    let whole = Hunk { origin: LineSpan::default(), headings: Box::default(), marks: Marks::None, ..read.clone() };
                    prop_assert_eq!(&whole, hunk, "{}", text);
                }
            }
        }
    }

    #[test]
    fn fudiff_says_the_newline_at_the_end((old, new) in versions()) {
        let path = RelPath::new("x").unwrap();
        let (old, new) = (Text::new(old), Text::new(new));
        prop_assume!(old.n_lines() > 0 && new.n_lines() > 0);
        let change = Change {
            path: &path,
            op: FileOp::Modify,
            old: &old,
            new: &new,
            old_mode: FileMode::Plain,
            new_mode: FileMode::Plain,
        };
        let text = write::write(std::slice::from_ref(&change), Form::Fudiff).text;
        let expected = match (old.has_final_newline(), new.has_final_newline()) {
            (true, false) => FinalNewline::Remove,
            (false, true) => FinalNewline::Add,
            (true, true) | (false, false) => FinalNewline::Keep,
        };
        let files = dialect::parse(text.clone(), &ParseOptions::default()).patch.files;
        let said = files.first().and_then(|file| Some(file.completed(&old).hunks.last()?.final_newline));
        prop_assert_eq!(said.unwrap_or_default(), expected, "{}", text);
    }

    #[test]
    fn a_difference_applied_gives_the_second_text((old, new) in versions(), crlf in any::<bool>()) {
        // A text of one line without its ending does not say how lines end.
        prop_assume!(old.contains(&b'\n') && !new.is_empty());
        let eol = if crlf { "\r\n" } else { "\n" };
        let (old, new) = (old.replace("\n", eol), new.replace("\n", eol));
        let path = RelPath::new("x").unwrap();
        let (old, after) = (Text::new(old), Text::new(new.clone()));
        let change = Change {
            path: &path,
            op: FileOp::Modify,
            old: &old,
            new: &after,
            old_mode: FileMode::Plain,
            new_mode: FileMode::Plain,
        };
        let ends_alike = old.has_final_newline() == after.has_final_newline();
        for form in Form::ALL.iter().copied() {
            // FUDiff speaks of the last newline by a line of its own; the numbered form counts a `\r` as part of its line.
            if (form == Form::Unified) == crlf || (form != Form::Unified && !ends_alike) {
                continue;
            }
            let section = write::section(&change, form);
            let got = applied(&section.hunks, &old);
            prop_assert_eq!(got.as_bstr(), new.as_bstr());
        }
    }
}
