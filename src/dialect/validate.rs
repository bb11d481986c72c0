//! What a section must not say: rules that hold in every dialect. A dialect's own stand in its file.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use super::Strictness;
use super::note::{Note, NoteCode};
use super::spec::DialectSpec;
use super::walk::section::Section;
use crate::patch::complete::elision;
use crate::patch::{CountCheck, FileOp, FilePatch, HintSource, Hunk, HunkLine, LineKind, Unsure};
use crate::patch::{escape, gutter, left_out};
use crate::text::{Eol, OneOf, RelPath, Text};

/// Checks every section of `reply`, mends what has one meaning only, and marks the rest as invalid; `dialects` is the table.
pub(super) fn check(
    files: &mut [FilePatch],
    notes: &mut Vec<Note>,
    strictness: Strictness,
    (reply, dialects): (&Text, &[DialectSpec]),
) {
    let mut joined = BTreeSet::new();
    let has_line_feeds =
        LazyCell::new(|| (0..reply.n_lines()).any(|at| reply.ending(at) == Eol::Lf));
    for (index, file) in files.iter_mut().enumerate() {
        let n_hunks = file.hunks.len();
        let dialect = dialects.iter().find(|spec| spec.name == file.dialect);
        let mut section = Section {
            file,
            index,
            notes,
            strictness,
        };
        swapped(&mut section);
        new_file(&mut section);
        deletion(&mut section);
        replacement(&mut section);
        if section.file.hunks.len() < n_hunks {
            joined.insert(index);
        }
        line_ends(&mut section, || *has_line_feeds);
        left_out(&mut section);
        cut(&mut section);
        numbers_copied(&mut section);
        entities_shown(&mut section);
        for rule in dialect.map_or(&[][..], |spec| spec.manners.rules) {
            rule(&mut section);
        }
    }
    if strictness == Strictness::Specification {
        forbid_repaired(files, notes);
    }
    // All notes of hunks that were joined are now about the only one. They are walked over once for all files: a reply may
    // have as many files as notes.
    for id in notes.iter_mut().filter_map(|note| note.hunk.as_mut()) {
        if joined.contains(&id.file) {
            id.hunk = 0;
        }
    }
}

/// A new file that only loses lines, or a deleted one that only gains them, has its two names swapped.
fn swapped(section: &mut Section<'_>) {
    let (gains, loses) = (section.has(LineKind::Insert), section.has(LineKind::Delete));
    let op = match section.file.op {
        FileOp::Create if loses && !gains => FileOp::Delete,
        FileOp::Delete if gains && !loses && !section.has(LineKind::Context) => FileOp::Create,
        FileOp::Create
        | FileOp::Delete
        | FileOp::Modify
        | FileOp::Replace
        | FileOp::Rename { .. }
        | FileOp::Copy { .. } => return,
    };
    section.tell_of_all(
        NoteCode::NamesSwapped,
        "`/dev/null` on the wrong side; used the lines",
    );
    // So is the prefix: a tool's sign for the old side is no folder on the other.
    let prefix = if op == FileOp::Delete {
        &b"a/"[..]
    } else {
        b"b/"
    };
    let bare = |path: &RelPath| RelPath::new(path.as_bytes().strip_prefix(prefix)?).ok();
    let bare = section.file.path.named().and_then(bare);
    section.file.other_name = section.file.other_name.take().or(bare);
    section.file.op = op;
}

/// No dialect's specification knows lines without their mark or with two, nor markers that are missing or damaged.
fn forbid_repaired(files: &mut [FilePatch], notes: &[Note]) {
    for note in notes {
        let is_repair = matches!(
            note.code,
            NoteCode::ContextMarkerMissing
                | NoteCode::ContextMarkerDoubled
                | NoteCode::MarkerMissing
                | NoteCode::MarkerRepaired
        );
        let hunk = note.hunk.filter(|_| is_repair);
        let hunk = hunk.and_then(|id| files.get_mut(id.file)?.hunks.get_mut(id.hunk));
        if let Some(hunk) = hunk {
            hunk.invalid
                .get_or_insert_with(|| note.text.as_str().into());
        }
    }
}

/// A new file is one hunk of insertions: context in it is content that lost its `+`, deletions have no meaning.
fn new_file(section: &mut Section<'_>) {
    let is_whole = section.file.op.is_content();
    if !is_whole || section.file.hunks.is_empty() {
        return;
    }
    if section.has(LineKind::Delete) {
        let message =
            "a file cannot be created and changed at once: a new file has no lines to delete";
        section.tell_of_all(NoteCode::MixedOperations, message);
        let invalid = &mut section.file.invalid;
        invalid.get_or_insert_with(|| message.to_string());
        return;
    }
    let counts_old_lines = |hunk: &Hunk| {
        let counts = hunk.hint.map(|hint| hint.source);
        counts == Some(HintSource::Header(CountCheck::Right))
            && hunk.n_lines_of(LineKind::Context) > 0
    };
    if section.file.hunks.iter().any(counts_old_lines) {
        let message =
            "a file cannot be created and changed at once: its hunk counts lines that are there";
        section.tell_of_all(NoteCode::MixedOperations, message);
        let invalid = &mut section.file.invalid;
        invalid.get_or_insert_with(|| message.to_string());
        return;
    }
    if section.has(LineKind::Context) {
        section.tell_of_all(
            NoteCode::MarkerRepaired,
            "lines of a new file without `+` are read as content",
        );
    }
    let file = &mut *section.file;
    let mut whole = Hunk {
        hint: None,
        ..file.hunks[0].clone()
    };
    whole.lines = file
        .lines()
        .map(|line| HunkLine::new(LineKind::Insert, line.body.clone()))
        .collect();
    for hunk in file.hunks.drain(..) {
        whole.origin.end = whole.origin.end.max(hunk.origin.end);
        whole.final_newline = hunk.final_newline;
        whole.unsure = whole.unsure.or(hunk.unsure);
    }
    file.hunks.push(whole);
}

/// Where only some lines of a reply end with a carriage return, those of a section that quotes no line of its file were meant
/// to: the file may be new, or empty. A reply that came through a chat or an editor may have it everywhere, and says nothing
/// by it.
fn line_ends(section: &mut Section<'_>, reply_has_line_feeds: impl Fn() -> bool) {
    let has_own = section.has(LineKind::Context) || section.has(LineKind::Delete);
    if !has_own
        && section.file.lines().any(|line| line.body.is_before_cr())
        && reply_has_line_feeds()
    {
        section.tell_of_all(
            NoteCode::LineEndsDropped,
            "its lines end with CR LF in the reply; a new file gets line feeds, another keeps its own",
        );
    }
}

fn deletion(section: &mut Section<'_>) {
    if section.file.op == FileOp::Delete && section.has(LineKind::Insert) {
        let message = "a file cannot be deleted and changed at once: its lines would be lost";
        section.tell_of_all(NoteCode::MixedOperations, message);
        let invalid = &mut section.file.invalid;
        invalid.get_or_insert_with(|| message.to_string());
    }
}

/// A hunk that takes every line from the top on, and one that puts lines where nothing is, replace the whole file: without
/// the first, the second has no place.
fn replacement(section: &mut Section<'_>) {
    let file = &mut *section.file;
    let starts_file = |hunk: &Hunk| hunk.hint.is_some_and(|hint| hint.line_index == 0);
    let all = |hunk: &Hunk, kind| hunk.lines.iter().all(|line| line.kind == kind);
    let [old, new] = &file.hunks[..] else { return };
    let replaces = file.op == FileOp::Modify
        && starts_file(old)
        && starts_file(new)
        && all(old, LineKind::Delete)
        && all(new, LineKind::Insert);
    if !replaces {
        return;
    }
    let mut whole = old.clone();
    whole.lines = old.lines.iter().chain(new.lines.iter()).cloned().collect();
    whole.origin.end = new.origin.end;
    whole.final_newline = new.final_newline;
    file.hunks = vec![whole];
    section.tell(
        0,
        NoteCode::HunksJoined,
        "one hunk removes all lines and the next adds new ones: read as one",
    );
}

/// Numbers in front of new lines alone were copied from where the model saw the file.
fn numbers_copied(section: &mut Section<'_>) {
    for hunk in &mut section.file.hunks {
        if hunk.unsure.is_none() && gutter::is_in_new_text_alone(hunk) {
            hunk.unsure = Some(Unsure::NumbersCopied);
        }
    }
}

/// Entities in the new lines of a file that is no markup, where no line has the signs that they stand for, were put there by
/// what showed the reply.
fn entities_shown(section: &mut Section<'_>) {
    /// Endings of files in which entities are text like any other.
    const MARKUP: &[&str] = &[
        ".html", ".htm", ".xhtml", ".xml", ".svg", ".md", ".markdown", ".mdx", ".vue", ".svelte",
        ".jsx", ".tsx", ".astro", ".erb", ".ejs", ".hbs", ".jinja", ".j2", ".njk", ".liquid",
        ".php", ".xaml", ".plist", ".rss", ".txt",
    ];
    let named = section.file.path.named();
    let is_markup = named.is_none_or(|path| path.as_bytes().ends_with_one_of(MARKUP));
    let lines = || section.file.lines();
    let has_signs = |line: &HunkLine| {
        line.body
            .iter()
            .any(|byte| matches!(byte, b'<' | b'>' | b'"'))
    };
    if is_markup || lines().any(has_signs) {
        return;
    }
    let has_entities = |line: &HunkLine| escape::has_entities(&line.body);
    // Where the old lines have them too, the file says what is meant.
    if lines().any(|line| line.in_preimage() && has_entities(line)) {
        return;
    }
    let is_escaped = |line: &HunkLine| line.is_insert() && has_entities(line);
    for hunk in &mut section.file.hunks {
        if hunk.unsure.is_none() && hunk.lines.iter().any(is_escaped) {
            hunk.unsure = Some(Unsure::EntitiesShown);
        }
    }
}

/// What ends in a line that says that the rest is missing was cut off, whatever closes behind it.
fn cut(section: &mut Section<'_>) {
    let Some(last) = section.file.hunks.len().checked_sub(1) else {
        return;
    };
    let hunk = &mut section.file.hunks[last];
    if hunk.unsure != Some(Unsure::CutOff) && left_out::ends_cut(hunk) {
        let why = Unsure::CutOff;
        hunk.unsure = Some(why);
        section.tell(last, NoteCode::Truncated, why.words());
    }
}

/// New text with a line that stands for others would lose them where it takes their place.
fn left_out(section: &mut Section<'_>) {
    if section.file.op != FileOp::Modify {
        return;
    }
    for index in 0..section.file.hunks.len() {
        let hunk = &section.file.hunks[index];
        if left_out::may_leave_out(hunk)
            && (elision::is_in_new_text_alone(hunk)
                || left_out::replaces_code(hunk)
                || left_out::hides_text(hunk, section.file.path.named())
                || left_out::comes_alone(hunk))
        {
            let why = Unsure::LinesLeftOut;
            section.file.hunks[index].unsure = Some(why);
            section.tell(index, NoteCode::LinesLeftOut, why.words());
        }
    }
}
