//! What the lines that hunks add hide: looked at as the file's encoding reads them, beside what its lines hide already.

use std::cell::OnceCell;
use std::collections::HashMap;

use crate::patch::{Encoding, FilePatch, HunkLine, LineKind, Patch, of_kind};
use crate::plan::{FilePlan, HunkPlan};
use crate::text::hidden::{self, HiddenCode, HiddenText, Names, Writing, is_common};
use crate::text::{BOM, LineSpan, Piece};

/// The lines that the hunks of one file add, and the names that words in them may pass for.
pub(super) struct Lines<'a> {
    patch: &'a Patch,
    file: &'a FilePlan,
    writing: Writing,
    /// Taken when a line is not UTF-8.
    encoding: OnceCell<Encoding>,
    /// Taken when a word could be one of them, as are those of the file.
    in_patch: &'a OnceCell<Names>,
    in_file: OnceCell<Names>,
    icons: OnceCell<bool>,
}

/// Something hidden, and which of the lines that the hunk adds it is in, 1-based; `None` in a name.
pub(super) type Located = (HiddenText, Option<usize>);

impl<'a> Lines<'a> {
    /// Begins with the section of `file`. `in_patch` is shared by all files of the patch.
    pub(super) fn of(patch: &'a Patch, file: &'a FilePlan, in_patch: &'a OnceCell<Names>) -> Self {
        let path = file.target.as_ref();
        Lines {
            patch,
            file,
            writing: path.map_or(Writing::Code, |path| Writing::of_file(path.file_name())),
            encoding: OnceCell::new(),
            in_patch,
            in_file: OnceCell::new(),
            icons: OnceCell::new(),
        }
    }
    /// Returns what the hunk hides in the lines it adds, but for what lines it deletes had in the same text, one by one. What it
    /// leaves out, of the changed lines in `left`, hides nothing.
    pub(super) fn hidden_in(&mut self, plan: &HunkPlan, left: &[HunkLine]) -> Vec<Located> {
        let hunk = self.patch.hunk(plan.id);
        let mut inserted = hunk.lines.iter().filter(|line| line.is_insert());
        if !inserted.any(|line| hidden::may_hide(&line.body)) {
            return Vec::new();
        }
        let is_whole_file = self.patch.files[plan.id.file].op.is_content();
        let mut found: Vec<Located> = Vec::new();
        let mut n_left = HashMap::<&[u8], usize>::new();
        for line in left.iter().filter(|line| line.is_insert()) {
            *n_left.entry(&line.body).or_default() += 1;
        }
        let mut is_left = |line: &HunkLine| match n_left.get_mut(&*line.body as &[u8]) {
            Some(n_left) if *n_left > 0 => {
                *n_left -= 1;
                true
            }
            Some(_) | None => false,
        };
        let inserted: Vec<(usize, &HunkLine)> = of_kind(&hunk.lines, LineKind::Insert)
            .enumerate()
            .filter(|(_, line)| !is_left(line))
            .collect();
        for (index, line) in inserted.iter().copied() {
            // A byte order mark begins files of some systems.
            let is_first = index == 0 && is_whole_file;
            let mark = is_first.then(|| line.body.strip_prefix(BOM));
            let body = mark.flatten().unwrap_or(&line.body);
            let hidden = self.hidden_in_line(plan, body).into_iter();
            found.extend(hidden.map(|hidden| (hidden, Some(index + 1))));
        }
        found.retain(|(hidden, _)| match (&hidden.resembles, hidden.code) {
            (Some(name), _) => self.has(name, &hidden.text),
            (None, HiddenCode::Icon) => !self.has_icons(),
            (None, _) => true,
        });
        let bodies = inserted.iter().map(|(_, line)| -> &[u8] { &line.body });
        let turns = hidden::turns_at_ends(bodies).map(|nth| inserted[nth].0);
        found.extend(turns.map(|index| (HiddenText::at_ends(), Some(index + 1))));
        if !found.is_empty() {
            let mut known: HashMap<HiddenText, usize> = HashMap::new();
            let deleted = self.deleted(plan);
            let lines = deleted.iter().map(|line| -> &[u8] { line });
            if hidden::turns_at_ends(lines).is_some() {
                known.insert(HiddenText::at_ends(), 1);
            }
            for line in &deleted {
                for hidden in self.hidden_in_line(plan, line) {
                    *known.entry(hidden).or_default() += 1;
                }
            }
            found.retain(|(hidden, _)| match known.get_mut(hidden) {
                Some(n_left) if *n_left > 0 => {
                    *n_left -= 1;
                    false
                }
                Some(_) | None => true,
            });
        }
        found
    }

    /// Returns what a line hides by what the encoding of the file makes of its bytes.
    fn hidden_in_line(&self, plan: &HunkPlan, line: &[u8]) -> Vec<HiddenText> {
        if line.is_ascii() {
            return hidden::findings(line, self.writing);
        }
        let encoding = self.encoding.get_or_init(|| {
            let text = self.file.text();
            let there = text.filter(|text| !text.as_bytes().is_ascii());
            let there = there.map(|text| Encoding::of(text.lines().map(|line| -> &[u8] { line })));
            if let Some(known @ (Encoding::Windows | Encoding::Other)) = there {
                return known;
            }
            let added = self.patch.files[plan.id.file].lines_of(LineKind::Insert);
            let added = Encoding::of_added(added.map(|line| -> &[u8] { &line.body }));
            // Letters that are not known here prove nothing of a file that has known ones.
            match (there, added) {
                (Some(latin), Encoding::Other) => latin,
                (_, added) => added,
            }
        });
        hidden::findings(&encoding.read(line), self.writing)
    }

    /// Returns the lines that the hunk deletes: those of the file where it has a place, as what it shows may be like them only
    /// for one who does not see what is hidden.
    fn deleted(&self, plan: &HunkPlan) -> Vec<Piece> {
        let text = self.file.text();
        let (Some(text), Some(placed)) = (text, &plan.placement) else {
            let deleted = of_kind(&self.patch.hunk(plan.id).lines, LineKind::Delete);
            return deleted.map(|line| line.body.clone()).collect();
        };
        let shown = &self.patch.hunk(plan.id).lines;
        let mut claimed: Vec<&[u8]> = of_kind(shown, LineKind::Delete)
            .map(|line| -> &[u8] { &line.body })
            .collect();
        placed.candidate.for_once(|place| {
            let lines: Vec<_> = place.variant.lines.iter().zip(place.targets()).collect();
            // A line deleted and added again is read as one that stays: it was there, too.
            let of_kind = |kind| lines.iter().filter(move |(line, _)| line.kind == kind);
            let mut there = Vec::new();
            for (line, target) in of_kind(LineKind::Delete).chain(of_kind(LineKind::Context)) {
                let claim = claimed.iter().position(|body| **body == *line.body);
                claim.map(|at| claimed.swap_remove(at));
                if claim.is_some() || line.is_delete() {
                    there.extend(target);
                }
            }
            let line = |at| text.pieces(LineSpan::new(at, at + 1)).next();
            there.into_iter().filter_map(line).collect()
        })
    }

    /// Returns whether the file has characters of private use: its readers know what their fonts show for them.
    fn has_icons(&self) -> bool {
        let text = self.file.text();
        *self.icons.get_or_init(|| {
            let chunks = text
                .into_iter()
                .flat_map(|text| text.as_bytes().utf8_chunks());
            chunks
                .into_iter()
                .any(|chunk| chunk.valid().contains(hidden::is_unassigned))
        })
    }

    /// Returns whether `name` is one that the file, the patch or languages have, but as it is spelled in `text`.
    fn has(&self, name: &str, text: &str) -> bool {
        let lines = || {
            let all = self.patch.files.iter().flat_map(FilePatch::lines);
            all.map(|line| -> &[u8] { &line.body })
        };
        let lines_there = self.file.text();
        let in_file = || Names::of(lines_there.iter().map(|text| text.as_bytes()));
        let in_patch = self.in_patch.get_or_init(|| Names::of(lines()));
        is_common(name)
            || in_patch.holds(name, text)
            || self.in_file.get_or_init(in_file).holds(name, text)
    }
}
