//! One test per reply under `tests/dialects/<dialect>/`: what is read of it, as text.
#![allow(clippy::unwrap_used)]

use std::fmt::Write;
use std::path::{Path, PathBuf};

use hunkwise::dialect::{self, DIALECTS, ParseOptions, Parsed, Verdict};
use hunkwise::patch::{FilePatch, Hunk, Occurrences, PatchPath};
use hunkwise::text::FinalNewline;
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dialects");
    let mut trials: Vec<Trial> = replies(&root)
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(&root).unwrap().with_extension("");
            Trial::test(name.display().to_string(), move || check(&path))
        })
        .collect();
    trials.push(Trial::test("every dialect has a reply", {
        let root = root.clone();
        move || {
            let bare = |spec: &&dialect::DialectSpec| !root.join(spec.name).is_dir();
            match DIALECTS.iter().find(bare) {
                Some(spec) => Err(Failed::from(format!("none for {}", spec.name))),
                None => Ok(()),
            }
        }
    }));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn replies(root: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .flat_map(|folder| std::fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .collect();
    paths.sort();
    paths
}

fn check(path: &Path) -> Result<(), Failed> {
    let reply = std::fs::read(path)?;
    let parsed = dialect::parse(reply.as_slice(), &ParseOptions::default());
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(path.parent().unwrap());
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let name = path.file_stem().unwrap().to_string_lossy();
    settings.bind(|| insta::assert_snapshot!(name.as_ref(), shown(&parsed)));
    Ok(())
}

fn shown(parsed: &Parsed) -> String {
    let mut out = String::new();
    for file in &parsed.patch.files {
        show_file(&mut out, file);
    }
    show_parts(&mut out, parsed);
    for note in &parsed.notes {
        let (first, last) = note.span.line_numbers();
        let hunk = note.hunk.map_or(String::new(), |id| {
            format!(" (file {}, hunk {})", id.file + 1, id.hunk + 1)
        });
        writeln!(
            out,
            "note {first}-{last} {}{hunk}: {}",
            note.code.as_str(),
            note.text
        )
        .unwrap();
    }
    out
}

/// Shows what of the reply became no edit.
fn show_parts(out: &mut String, parsed: &Parsed) {
    for part in &parsed.parts {
        let (first, last) = part.span.line_numbers();
        match &part.verdict {
            Verdict::Edit => {}
            Verdict::NotAnEdit(kind) => {
                writeln!(out, "{first}-{last} is {}", kind.words()).unwrap()
            }
            Verdict::Unread { why, .. } => {
                writeln!(out, "{first}-{last} is unread: {why}").unwrap()
            }
        }
    }
}

fn show_file(out: &mut String, file: &FilePatch) {
    let path = match &file.path {
        PatchPath::Named(path) => path.to_text(),
        PatchPath::Missing => "no path".to_string(),
        PatchPath::Refused { text, fault } => format!("refused {text} ({fault})"),
    };
    write!(out, "{path}: {:?} [{}]", file.op, file.dialect).unwrap();
    for (name, value) in [
        ("base", file.base_blob.clone()),
        ("or", file.other_name.as_ref().map(|path| path.to_text())),
        ("mode", file.mode.map(|mode| mode.name().to_string())),
        ("binary", file.is_binary.then(|| "left out".to_string())),
        ("invalid", file.invalid.clone()),
    ] {
        if let Some(value) = value {
            write!(out, " {name}: {value}").unwrap();
        }
    }
    out.push('\n');
    for hunk in &file.hunks {
        show_hunk(out, hunk);
    }
}

fn show_hunk(out: &mut String, hunk: &Hunk) {
    let (first, last) = hunk.origin.line_numbers();
    write!(out, "  hunk of lines {first}-{last}").unwrap();
    if let Some(hint) = hunk.hint {
        write!(out, ", at {} by {:?}", hint.line_index + 1, hint.source).unwrap();
    }
    for heading in &hunk.headings {
        write!(out, ", under `{heading}`").unwrap();
    }
    for (holds, text) in [
        (hunk.at_eof, "at the end of the file".to_string()),
        (
            hunk.occurrences == Occurrences::All,
            "everywhere".to_string(),
        ),
        (
            hunk.final_newline != FinalNewline::Keep,
            format!("final newline: {:?}", hunk.final_newline),
        ),
        (
            hunk.replaces.is_some(),
            format!(
                "replaces {:?}",
                hunk.replaces.as_ref().map(|span| span.line_numbers())
            ),
        ),
        (
            hunk.invalid.is_some(),
            format!("invalid: {:?}", hunk.invalid),
        ),
    ] {
        if holds {
            write!(out, ", {text}").unwrap();
        }
    }
    out.push('\n');
    for line in hunk.lines.iter() {
        writeln!(
            out,
            "  |{}{}",
            line.kind.sign(),
            line.body
                .escape_ascii()
                .to_string()
                .replace("\\'", "'")
                .replace("\\\"", "\"")
        )
        .unwrap();
    }
}
