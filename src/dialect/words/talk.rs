//! The words of a reply aside from its code, kept with the files that it gives whole or in parts: of a line that only goes, they may
//! say why, and of parts that change nothing, that something goes.

use std::collections::BTreeSet;
use std::sync::Arc;

use bstr::{BStr, BString};

use super::lexicon::{self, Cue, Kind, Unit};
use super::{removed, sentence};
use crate::dialect::walk::fence::Fence;
use crate::dialect::walk::scan::Scan;
use crate::patch::talk::words_of;
use crate::patch::{FileOp, FilePatch, Talk};

/// The most bytes of talk that are read.
const N_BYTES: usize = 64 << 10;

/// How words begin that put code in another form: lines of it go, and what they did stays.
const RESHAPING: &[&str] = &[
    "simplif", "inlin", "refactor", "clean", "consolidat", "merg", "collaps", "extract", "dedup",
    "rewrit", "rewrote", "streamlin", "mov", "replac", "renam", "split", "convert", "restructur",
    "reorgani", "redund", "unused", "no_longer", "instead", "without", "unnecessar",
];

/// Gives each section with the content of its file what the reply says.
pub(in crate::dialect) fn find(scan: &mut Scan<'_>) {
    let is_whole = |file: &FilePatch| matches!(file.op, FileOp::Replace | FileOp::Create);
    if !scan.files.iter().any(is_whole) {
        return;
    }
    let talk = Arc::new(of(scan));
    for file in scan.files.iter_mut().filter(|file| is_whole(file)) {
        file.talk = Some(Arc::clone(&talk));
    }
}

fn of(scan: &Scan<'_>) -> Talk {
    let lines = lines(scan);
    let words: BTreeSet<BString> = lines.iter().flat_map(|line| words_of(line)).collect();
    Talk {
        words,
        says_less: lines.iter().any(|line| says_less(line)),
        removed: removed::names(lines.iter().copied(), true, &|_| false).removed,
    }
}

/// Returns the lines outside of edits and fences.
fn lines<'a>(scan: &Scan<'a>) -> Vec<&'a BStr> {
    let mut is_read = vec![false; scan.lines.len()];
    for span in &scan.edits {
        is_read[span.start..span.end.min(scan.lines.len())].fill(true);
    }
    let mut n_bytes = 0;
    let mut fence: Option<Fence<'a>> = None;
    let mut lines = Vec::new();
    for (at, line) in scan.lines.iter().enumerate() {
        if is_read[at] {
            continue;
        }
        match fence {
            Some(open) if open.closed_by(line.body) => fence = None,
            Some(_) => {}
            None => fence = Fence::open(line.body, at),
        }
        n_bytes += line.body.len();
        if fence.is_none() && n_bytes <= N_BYTES {
            lines.push(line.body);
        }
    }
    lines
}

/// Returns whether a line says that something goes, or is put in another form.
fn says_less(line: &BStr) -> bool {
    let mut sentences = Vec::new();
    sentence::read(line, &mut sentences);
    let mut sentences = sentences.iter().filter(|it| !it.is_question);
    sentences.any(|sentence| {
        let (_, units) = lexicon::read(&sentence.tokens);
        let mut clauses = units.split(|unit| unit.kind == Kind::Break);
        clauses.any(|clause| {
            let reshapes =
                |unit: &Unit<'_>| RESHAPING.iter().any(|start| unit.word.starts_with(start));
            let denies = |unit: &&Unit<'_>| unit.has_any(&[Cue::Not, Cue::Zero]);
            let is_denied = clause.iter().filter(denies).count() % 2 == 1;
            let has = |words: &[&str]| clause.iter().any(|unit| words.contains(&&*unit.word));
            let keeps = clause.iter().any(|unit| unit.has(Cue::Keep))
                || has(&["stay", "stays", "remain", "remains"]);
            let keeps_one = keeps && has(&["only", "just"]);
            let goes = keeps_one
                || clause
                    .iter()
                    .any(|unit| unit.has(Cue::Delete) || reshapes(unit));
            goes && !is_denied || clause.iter().any(|unit| unit.word == "no_longer")
        })
    })
}
