//! The walk over a reply that all dialects share: the lines, how far they are read, and what came of it.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use bstr::BString;

use super::budget::Budget;
use super::fence::Fence;
use super::heredoc;
use super::line::{self, Line};
use crate::dialect::ParseOptions;
use crate::dialect::diff::gutter;
use crate::dialect::name::naming::Lead;
use crate::dialect::name::path;
use crate::dialect::name::shape;
use crate::dialect::note::{Note, NoteCode};
use crate::patch::{FileOp, FilePatch, Hunk, HunkId, HunkLine, LineKind, PatchPath, Unsure};
use crate::text::display::display_line;
use crate::text::{LineSpan, Piece, RelPath};

/// Whether lines quoted with `>` are read. A quoted patch beside others may be an earlier message that they answer, so it is
/// read only where the reply holds nothing else; beside others, the account tells it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum Quotes {
    /// They are talk.
    Pass,
    /// They may hold the patch.
    Read,
}

/// How far a walk had come, to take back what it read since.
#[derive(Debug, Clone, Copy)]
pub(in crate::dialect) struct Mark {
    pub(in crate::dialect) n_files: usize,
    /// How many hunks the last section had: a part about the same file adds to it.
    pub(in crate::dialect) n_hunks: usize,
    pub(in crate::dialect) n_notes: usize,
    n_edits: usize,
    n_scripts: usize,
}

/// What all walks over one reply have in common.
#[derive(Clone, Copy)]
pub(in crate::dialect) struct Aims<'a> {
    /// What the caller wants.
    pub(in crate::dialect) options: &'a ParseOptions,
    /// How much more may be looked ahead.
    pub(in crate::dialect) budget: &'a Budget,
    /// Whether the reply ends without a newline.
    pub(in crate::dialect) ends_within_line: bool,
    /// Walks over the lines of a scan: what is peeled out of a wrapper is read like the reply itself.
    pub(in crate::dialect) walk: fn(&mut Scan<'_>),
}

/// One walk. A dialect reads from `at`, moves it behind what it read, and hands files and notes over.
pub(in crate::dialect) struct Scan<'a> {
    /// The lines that are read.
    pub(in crate::dialect) lines: &'a [Line<'a>],
    /// A piece of the text that most of them are slices of.
    source: &'a Piece,
    /// Index into `lines` of the next line to read.
    pub(in crate::dialect) at: usize,
    /// The fence that is open here.
    pub(in crate::dialect) fence: Option<Fence<'a>>,
    /// The here-document that is open here.
    pub(in crate::dialect) heredoc: Option<heredoc::Open<'a>>,
    /// The path that a wrapper around these lines names.
    pub(in crate::dialect) named: Option<BString>,
    /// The folder that paths are meant from, where a command goes to one or a call names it.
    pub(in crate::dialect) folder: Option<BString>,
    /// The tool to which a message goes that is read.
    pub(in crate::dialect) tool: Option<String>,
    /// The path of the section before the wrapper around these lines.
    pub(super) before: Option<PatchPath>,
    /// Another file that the words around the part which is read may mean.
    pub(in crate::dialect) rival: Option<RelPath>,
    /// Whether those words name several files together, of which the part is read as one's.
    pub(in crate::dialect) is_one_of_several: bool,
    /// The calls that failed, and those that did not, by a field of the transcript.
    pub(in crate::dialect) failed: Vec<LineSpan>,
    pub(in crate::dialect) succeeded: Vec<LineSpan>,
    /// Index into `lines` up to which a tool or the user may speak: edits before that wait.
    pub(in crate::dialect) others_to: usize,
    /// The end of a thought that does not follow from here on.
    pub(in crate::dialect) thought_without_end: Option<&'static str>,
    /// The paths under the root that were written in full, and so are meant from nowhere else.
    pub(super) written_in_full: RefCell<BTreeSet<RelPath>>,
    /// Whether quoted lines are read.
    pub(in crate::dialect) quotes: Quotes,
    /// How many wrappers were peeled to get here.
    pub(in crate::dialect) depth: usize,
    /// Index into `lines` up to which no wrapper is to be looked for again.
    pub(in crate::dialect) peeled_to: usize,
    /// The fence that was asked about last, by its opening line, and the line that closes it: several dialects ask.
    pub(in crate::dialect) closing: Cell<Option<(usize, Option<usize>)>>,
    /// What names the fence that was asked about last, by its opening line and where text above it begins: several dialects
    /// ask.
    lead: RefCell<Option<((usize, usize), Lead)>>,
    /// How many calls so far name a file themselves.
    pub(in crate::dialect) n_calls: u32,
    /// The one of them that the last edit is of.
    pub(in crate::dialect) call_of_last: u32,
    /// What it has in common with the other walks.
    aims: Aims<'a>,
    /// The files read so far.
    pub(in crate::dialect) files: Vec<FilePatch>,
    /// The notes made so far.
    pub(in crate::dialect) notes: Vec<Note>,
    /// Index into `lines` behind the last part that was read: text before it names no path for what follows.
    pub(in crate::dialect) read_to: usize,
    /// How much had been read where the calls begin that were answered last, and where their answers begin.
    answered: [(usize, usize); 2],
    /// How many of their answers came so far.
    n_answers: usize,
    /// The lines of the reply that became part of a file section.
    pub(in crate::dialect) edits: Vec<LineSpan>,
    /// The lines of the reply that only show in which form an edit is written.
    pub(in crate::dialect) examples: Vec<LineSpan>,
    /// Commands among calls of which others became sections, with their lines of the reply.
    pub(in crate::dialect) scripts: Vec<(LineSpan, BString)>,
    /// Where a part ends on the line on which another may begin: the index into `lines`, and the column between the two.
    breaks: Vec<(usize, usize)>,
    /// The same for where the last of those parts ends: up to there nothing is parted any more.
    parted_to: (usize, usize),
}

impl<'a> Scan<'a> {
    /// Starts a walk.
    pub(in crate::dialect) fn new(
        lines: &'a [Line<'a>],
        source: &'a Piece,
        aims: Aims<'a>,
    ) -> Scan<'a> {
        Scan {
            lines,
            source,
            at: 0,
            fence: None,
            heredoc: None,
            named: None,
            folder: None,
            tool: None,
            before: None,
            rival: None,
            is_one_of_several: false,
            failed: Vec::new(),
            succeeded: Vec::new(),
            others_to: 0,
            thought_without_end: None,
            written_in_full: RefCell::default(),
            quotes: Quotes::Pass,
            depth: 0,
            peeled_to: 0,
            closing: Cell::new(None),
            lead: RefCell::new(None),
            n_calls: 0,
            call_of_last: 0,
            aims,
            files: Vec::new(),
            notes: Vec::new(),
            read_to: 0,
            edits: Vec::new(),
            examples: Vec::new(),
            scripts: Vec::new(),
            answered: [(0, 0); 2],
            n_answers: 0,
            breaks: Vec::new(),
            parted_to: (0, 0),
        }
    }

    /// Starts another walk with the same aims over `lines`, slices of the same text for the most part.
    pub(in crate::dialect) fn within<'b>(&'b self, lines: &'b [Line<'b>]) -> Scan<'b> {
        Scan::new(lines, self.source, self.aims)
    }

    /// Returns the sections in lines that are no part of what this walk reads.
    pub(in crate::dialect) fn sections_of(&self, lines: &[Line<'_>]) -> Vec<FilePatch> {
        let mut inner = self.within(lines);
        inner.depth = self.depth + 1;
        (self.aims.walk)(&mut inner);
        inner.files
    }

    /// Returns what the caller wants.
    pub(in crate::dialect) fn options(&self) -> &'a ParseOptions {
        self.aims.options
    }

    /// Returns how much more may be looked ahead.
    pub(in crate::dialect) fn budget(&self) -> &'a Budget {
        self.aims.budget
    }

    /// Returns whether the lines before `at` end the reply itself, and the last of them has no newline.
    pub(in crate::dialect) fn ends_within_line(&self) -> bool {
        let last = self.at.checked_sub(1).map(|last| self.lines[last].body);
        let is_remark = last.is_some_and(|last| last.starts_with(b"\\ "));
        self.at == self.lines.len() && self.lacks_last_newline() && !is_remark
    }

    /// Returns whether these lines are the reply's own, and the last of them has no newline.
    pub(in crate::dialect) fn lacks_last_newline(&self) -> bool {
        self.depth == 0 && self.aims.ends_within_line
    }

    /// Returns what names the file of a fence of this walk, and what is said of it.
    pub(in crate::dialect) fn lead(&self, fence: Fence<'_>) -> Lead {
        let asked = (fence.opened, self.read_to);
        let known = self.lead.borrow();
        if let Some((_, lead)) = known.as_ref().filter(|(of, _)| *of == asked) {
            return lead.clone();
        }
        drop(known);
        let lead = path::of_fence(self.lines, fence, self.read_to);
        self.lead.replace(Some((asked, lead.clone())));
        lead
    }

    /// Returns `body`, a slice of a line of this walk, as a piece.
    pub(in crate::dialect) fn piece(&self, body: &[u8]) -> Piece {
        self.source.of_same_text(body)
    }

    /// Makes a line of a hunk of `body`, a slice of a line of this walk.
    pub(in crate::dialect) fn hunk_line(&self, kind: LineKind, body: &[u8]) -> HunkLine {
        HunkLine::new(kind, self.piece(body))
    }

    /// Returns the line `ahead` of the next one.
    pub(in crate::dialect) fn peek(&self, ahead: usize) -> Option<Line<'a>> {
        self.lines.get(self.at + ahead).copied()
    }

    /// Returns the first line from `from` on for which `wanted` holds, if one is near enough to be looked for.
    pub(in crate::dialect) fn find_ahead(
        &self,
        from: usize,
        wanted: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        (from..self.lines.len())
            .take_while(|_| self.budget().spend(1))
            .find(|index| wanted(*index))
    }

    /// Reads lines that were peeled out of a wrapper, for which `named` is the path if they name none. Returns whether a
    /// file section came of it; without one, nothing is kept.
    pub(in crate::dialect) fn nested(
        &mut self,
        lines: &[Line<'_>],
        named: Option<BString>,
    ) -> bool {
        self.nested_from(lines, 0, named)
    }

    /// Does the same from line `first` on: the lines above only say what it is for.
    pub(in crate::dialect) fn nested_from(
        &mut self,
        lines: &[Line<'_>],
        first: usize,
        named: Option<BString>,
    ) -> bool {
        self.nested_walk(lines, first, self.source, named)
    }

    /// Does the same for slices of another text, of which `source` is a piece.
    pub(in crate::dialect) fn nested_of(
        &mut self,
        lines: &[Line<'_>],
        source: &Piece,
        named: Option<BString>,
    ) -> bool {
        self.nested_walk(lines, 0, source, named)
    }

    fn nested_walk(
        &mut self,
        lines: &[Line<'_>],
        first: usize,
        source: &Piece,
        named: Option<BString>,
    ) -> bool {
        /// How deep wrappers are peeled: a mail that quotes a list item with a JSON string in it.
        const DEEPEST: usize = 4;
        if self.depth >= DEEPEST {
            return false;
        }
        let mut lines = Cow::Borrowed(lines);
        let mut n_walks = 0;
        let inner = loop {
            let mut inner = Scan::new(&lines, source, self.aims);
            inner.at = first;
            inner.named.clone_from(&named);
            inner.folder.clone_from(&self.folder);
            inner.tool.clone_from(&self.tool);
            inner.before = self.path_before();
            inner.quotes = self.quotes;
            inner.depth = self.depth + 1;
            (self.aims.walk)(&mut inner);
            n_walks += 1;
            match inner.take_breaks(n_walks) {
                Some(breaks) => line::part(lines.to_mut(), &breaks),
                None => break inner,
            }
        };
        let (files, notes, edits) = (inner.files, inner.notes, inner.edits);
        let scripts = inner.scripts;
        self.examples.extend(inner.examples);
        if files.is_empty() {
            return false;
        }
        self.adopt(files, notes);
        self.edits.extend(edits);
        self.scripts.extend(scripts);
        true
    }

    /// Notes that a part ends at `column` of the line at `index`, and another may begin there. Returns whether it is for this one to
    /// say: what is within a part that was found before is its own.
    pub(in crate::dialect) fn note_break(&mut self, index: usize, column: usize) -> bool {
        let place = (index, column);
        let is_new = place >= self.parted_to;
        if is_new {
            self.breaks.push(place);
            self.parted_to = place;
        }
        is_new
    }

    /// Notes that a part which begins within a line reaches to `end`, the index of a line and a column.
    pub(in crate::dialect) fn note_parted_to(&mut self, end: (usize, usize)) {
        self.parted_to = self.parted_to.max(end);
    }

    /// Returns where lines are to be parted, for the walk to be made once more: then what begins within a line begins one.
    /// `None` where there is nothing to be gained by it. After `n_walks` too many, what is left within lines is told as not read.
    pub(in crate::dialect) fn take_breaks(
        &mut self,
        n_walks: usize,
    ) -> Option<Vec<(usize, usize)>> {
        const MOST: usize = 8;
        let breaks = std::mem::take(&mut self.breaks);
        if n_walks <= MOST {
            return (!breaks.is_empty()).then_some(breaks);
        }
        for (index, _) in breaks {
            let why = "more calls follow on the line of this one; they are not read";
            self.note(NoteCode::CallUnread, index..index + 1, why);
        }
        None
    }

    /// Returns how much has been read: it grows when a part becomes a section, or a hunk of one.
    pub(in crate::dialect) fn n_read(&self) -> (usize, usize) {
        let n_hunks = self.files.last().map_or(0, |file| file.hunks.len());
        (self.files.len(), n_hunks)
    }

    /// Returns how much had been read before the calls that this answer is for: all those since the last answer to others. `None`
    /// where there are none, or as many answers as edits came before this one: then it is for a call that edits nothing.
    pub(in crate::dialect) fn calls_before_answer(&mut self) -> Option<(usize, usize)> {
        let read = self.n_read();
        let [_, last] = self.answered;
        if read != last {
            self.answered = [last, read];
            self.n_answers = 0;
        }
        let before = self.answered[0];
        let nth = self.n_answers;
        self.n_answers += 1;
        (nth < self.n_edits_since(before)).then_some(before)
    }

    /// Returns how many edits have been read since so much was.
    fn n_edits_since(&self, (n_files, n_hunks): (usize, usize)) -> usize {
        let before = n_files.checked_sub(1).map(|last| &self.files[last]);
        let more = before.map_or(0, |file| file.hunks.len().saturating_sub(n_hunks));
        let files = self.files[n_files..].iter();
        more + files.map(|file| file.hunks.len().max(1)).sum::<usize>()
    }

    /// Returns how far the walk has come.
    pub(in crate::dialect) fn mark(&self) -> Mark {
        let (n_files, n_hunks) = self.n_read();
        Mark {
            n_files,
            n_hunks,
            n_notes: self.notes.len(),
            n_edits: self.edits.len(),
            n_scripts: self.scripts.len(),
        }
    }

    /// Returns whether the last section at `mark` has more hunks since then.
    fn has_grown(&self, mark: &Mark) -> bool {
        let last = mark.n_files.checked_sub(1).map(|last| &self.files[last]);
        last.is_some_and(|file| file.hunks.len() > mark.n_hunks)
    }

    /// Returns the index of the first section of which something was read since `mark`.
    pub(in crate::dialect) fn first_since(&self, mark: &Mark) -> usize {
        mark.n_files - usize::from(self.has_grown(mark))
    }

    /// Returns the sections that were read since `mark`.
    pub(in crate::dialect) fn files_since(&self, mark: &Mark) -> impl Iterator<Item = &FilePatch> {
        self.files[mark.n_files..].iter()
    }

    /// Takes back the sections that were read since `mark`, with all that was said of them.
    pub(in crate::dialect) fn take_back(&mut self, mark: &Mark) {
        self.files.truncate(mark.n_files);
        if let Some(last) = self.files.last_mut() {
            last.hunks.truncate(mark.n_hunks);
        }
        self.notes.truncate(mark.n_notes);
        self.edits.truncate(mark.n_edits);
        self.scripts.truncate(mark.n_scripts);
    }

    /// Removes a hunk with what was noted of it, and its section where that has no other.
    pub(in crate::dialect) fn remove_hunk(&mut self, gone: HunkId) {
        self.files[gone.file].hunks.remove(gone.hunk);
        let is_empty = self.files[gone.file].hunks.is_empty();
        if is_empty {
            self.files.remove(gone.file);
        }
        self.notes.retain(|note| note.hunk != Some(gone));
        let ids = self.notes.iter_mut().filter_map(|note| note.hunk.as_mut());
        for id in ids {
            if id.file == gone.file && id.hunk > gone.hunk {
                id.hunk -= 1;
            } else if is_empty && id.file > gone.file {
                id.file -= 1;
            }
        }
    }

    /// Counts the lines of the walk from `start` on as an example.
    pub(in crate::dialect) fn count_as_example(&mut self, start: usize) {
        let span = self.span(start, self.at.min(self.lines.len()));
        self.examples.push(span);
    }

    /// Counts the lines of the walk from `start` on as read.
    pub(in crate::dialect) fn count_as_read(&mut self, start: usize) {
        let span = self.span(start, self.at.min(self.lines.len()));
        match self.edits.last_mut() {
            Some(last) if last.end == span.start => last.end = span.end,
            Some(_) | None => self.edits.push(span),
        }
    }

    /// Adds what another walk found.
    pub(in crate::dialect) fn adopt(&mut self, files: Vec<FilePatch>, notes: Vec<Note>) {
        let n_files = self.files.len();
        self.notes.extend(notes.into_iter().map(|note| Note {
            hunk: note.hunk.map(|id| HunkId {
                file: id.file + n_files,
                ..id
            }),
            ..note
        }));
        self.files.extend(files);
    }

    /// Returns the span of the reply that lines `start..end` of the walk come from.
    pub(in crate::dialect) fn span(&self, start: usize, end: usize) -> LineSpan {
        let otherwise = self.lines.get(start).map_or(0, |line| line.at);
        line::span(&self.lines[start..end.max(start)], otherwise)
    }

    /// Notes something about lines `start..end` of the walk.
    pub(in crate::dialect) fn note(
        &mut self,
        code: NoteCode,
        lines: std::ops::Range<usize>,
        text: impl Into<String>,
    ) {
        let span = self.span(lines.start, lines.end);
        self.note_at(code, span, text);
    }

    /// Notes something about lines of the reply, given as such: a part that was decoded has no lines in the walk.
    pub(in crate::dialect) fn note_at(
        &mut self,
        code: NoteCode,
        span: LineSpan,
        text: impl Into<String>,
    ) {
        self.notes.push(Note {
            code,
            span,
            text: text.into(),
            hunk: None,
        });
    }

    /// Gives the notes made since `since` to the hunk that is pushed next into the last file.
    pub(in crate::dialect) fn give_notes(&mut self, since: usize, id: HunkId) {
        for note in &mut self.notes[since..] {
            note.hunk = Some(id);
        }
    }

    /// Adds a hunk to the last file; the notes made since `since` are about it.
    pub(in crate::dialect) fn push_hunk(&mut self, mut hunk: Hunk, since: usize) {
        hunk.hint = hunk.hint.or_else(|| gutter::hint(hunk.preimage()));
        hunk.rival = self.rival.clone().map(Box::new);
        if self.is_one_of_several {
            hunk.unsure = hunk.unsure.or(Some(Unsure::NamesSeveral));
        }
        let file = self.files.len() - 1;
        if self.files[file].op == FileOp::Modify && hunk.lines.is_empty() && hunk.asks_for_nothing()
        {
            // It may be cut short, or mean a file without lines: as no change it would succeed in silence.
            let text = "an edit without lines";
            self.note_at(NoteCode::EmptyHunk, hunk.origin, text);
            hunk.invalid = Some(text.into());
        }
        let id = HunkId {
            file,
            hunk: self.files[file].hunks.len(),
        };
        self.give_notes(since, id);
        let whole = &mut self.files[file].origin;
        whole.start = whole.start.min(hunk.origin.start);
        whole.end = whole.end.max(hunk.origin.end);
        self.files[file].hunks.push(hunk);
    }

    /// Adds a file, in whose name backslashes may part folders, and notes what is wrong with its path.
    pub(in crate::dialect) fn push_file(&mut self, mut file: FilePatch) {
        self.part_folders(&mut file);
        self.push_named_file(file);
    }

    /// Does the same for a file that lines of a header name. Git quotes names with a backslash, which are what they say then.
    pub(in crate::dialect) fn push_file_of_header(
        &mut self,
        header: std::ops::Range<usize>,
        file: FilePatch,
    ) {
        match self.lines[header]
            .iter()
            .any(|line| line.body.contains(&b'"'))
        {
            true => self.push_named_file(file),
            false => self.push_file(file),
        }
    }

    /// Does the same for a file whose names are what they say.
    pub(in crate::dialect) fn push_named_file(&mut self, mut file: FilePatch) {
        if file.other_name.is_none() {
            file.other_name = self.meant_as_well(&file);
        }
        let remark = match &file.path {
            PatchPath::Named(path) if shape::is_placeholder(path.as_bytes()) => {
                placeholder(path.as_bytes())
            }
            PatchPath::Refused { text, .. } if shape::is_placeholder(text) => placeholder(text),
            PatchPath::Named(_) => None,
            PatchPath::Missing => Some((NoteCode::PathMissing, "no path is named".to_string())),
            PatchPath::Refused { text, fault } => Some((
                NoteCode::PathRefused,
                format!("{}: {fault}", display_line(text)),
            )),
        };
        if let Some((code, text)) = remark {
            // What stands for another path makes no file, and leaves the root only as an example does.
            if code == NoteCode::PathPlaceholder && file.op != FileOp::Modify
                || matches!(&file.path, PatchPath::Refused { .. } if code == NoteCode::PathPlaceholder)
            {
                file.path = PatchPath::Missing;
            }
            self.note_at(code, file.origin, text);
        }
        self.files.push(file);
    }
}

/// Returns the note on a path that stands for another.
fn placeholder(path: &[u8]) -> Option<(NoteCode, String)> {
    let text = format!("{} looks like a placeholder", display_line(path));
    Some((NoteCode::PathPlaceholder, text))
}
