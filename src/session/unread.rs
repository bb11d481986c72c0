//! What the targets say of parts of the reply: code that could not be read as an edit may only quote what is there.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;

use bstr::ByteSlice;

use super::Session;
use super::indexed::{Depth, Indexed};
use super::quoted::{Known, holds_in_order, skips_code};
use crate::dialect::{Bond, Part, Quotation, Rewriting, RewritingForm, Verdict};
use crate::plan::{FileState, Scope};
use crate::text::{Piece, RelPath, Snapshot, Text, indent};

impl Session {
    /// Returns what became of each fence, tool call and patch of the reply, in its order.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Returns the parts that look like edits and could not be read. One whose lines are those of a target only quotes it.
    pub fn unread(&self) -> impl Iterator<Item = &Part> {
        self.unread.iter().map(|part| &self.parts[*part])
    }

    /// Looks again which parts are unread, now that other targets are known.
    pub(super) fn renew_unread(&mut self) {
        let made = OnceCell::new();
        let seen = Seen::new(self, &made);
        let is_unread = |part: &usize| seen.leaves_unread(&self.parts[*part]);
        let mut unread: Vec<usize> = (0..self.parts.len()).filter(is_unread).collect();
        // Code may show how a file looks when the rest of the reply is made. Before anything is read, nothing is planned.
        for file in 0..self.plan.files.len() {
            if unread.is_empty() {
                break;
            }
            if let Some(result) = self.result(file, Scope::Everything).map(Text::new) {
                let lines = Indexed::of(&result);
                let shows = |part: &Part| is_in_result(part, &result, &lines);
                unread.retain(|part| {
                    let part = &self.parts[*part];
                    seen.is_to_go(part) || !shows(part)
                });
            }
        }
        self.unread = unread;
    }

    /// Returns whether the paths under the root must be known: a name may stand for another, or be meant as a new one, and a
    /// command may change what is there.
    pub fn wants_known_paths(&self) -> bool {
        let touches = |part: &Part| match &part.verdict {
            Verdict::Unread { touches, .. } => !touches.is_empty(),
            Verdict::Edit | Verdict::NotAnEdit(_) => false,
        };
        if self.parts.iter().any(touches) || self.has_blocks_apart() {
            return true;
        }
        let files = &self.plan.files;
        (0..files.len()).any(|file| {
            let is_missing = matches!(
                files[file].state,
                FileState::NoTarget | FileState::Refused(_)
            );
            is_missing
                || self.is_lost(file)
                || self.makes_shown_file(file)
                || self.deletes_nothing(file)
        })
    }

    /// Returns the files that were read, as all edits of the reply leave them.
    pub(super) fn made_texts(&self) -> Vec<(&RelPath, Text)> {
        let made = (0..self.plan.files.len()).filter_map(|file| {
            let text = self.result(file, Scope::Everything)?;
            Some((self.target(file)?, Text::new(text)))
        });
        let mut texts: Vec<(&RelPath, Text)> = made.collect();
        let targets: BTreeSet<&RelPath> = texts.iter().map(|(path, _)| *path).collect();
        let read = self.snapshots.iter();
        let others = read.filter(|(path, _)| !targets.contains(path));
        let others = others.filter_map(|(path, read)| Some((path, Text::clone(read.text()?))));
        let others: Vec<(&RelPath, Text)> = others.collect();
        texts.extend(others);
        texts
    }

    /// Returns what the targets were before an apply of this reply: the texts that they have, where there was none.
    fn texts_before(&self) -> impl Iterator<Item = &Text> {
        self.snapshots.iter().filter_map(|(path, snapshot)| {
            let now = || snapshot.text().map(|text| &**text);
            self.before.get(path).or_else(now)
        })
    }

    /// Returns the texts of the targets, and what they were before an apply of this reply.
    pub(super) fn texts(&self) -> impl Iterator<Item = &Text> {
        let texts = self.snapshots.values().filter_map(Snapshot::text);
        let texts = texts.map(|text| &**text);
        texts.chain(self.before.values())
    }
}

/// What the targets say of parts, as they are and as the edits leave them. Each is read once for all parts, and only if one asks.
struct Seen<'s, 'm> {
    session: &'s Session,
    /// The paths of the sections that make a file.
    named: BTreeSet<&'s [u8]>,
    known: RefCell<Known<'s>>,
    texts: OnceCell<Vec<Indexed<'s>>>,
    made: &'m OnceCell<Vec<(&'s RelPath, Text)>>,
    made_lines: OnceCell<Vec<Indexed<'m>>>,
}

impl<'s, 'm> Seen<'s, 'm> {
    fn new(session: &'s Session, made: &'m OnceCell<Vec<(&'s RelPath, Text)>>) -> Seen<'s, 'm> {
        Seen {
            session,
            named: session.named_paths().collect(),
            known: RefCell::new(Known::new()),
            texts: OnceCell::new(),
            made,
            made_lines: OnceCell::new(),
        }
    }

    /// Returns whether a part may be an edit for all that the targets say.
    fn leaves_unread(&self, part: &Part) -> bool {
        match &part.verdict {
            Verdict::Unread { .. } | Verdict::NotAnEdit(_) if part.like.is_some() => true,
            Verdict::Unread {
                lines,
                touches,
                is_asked,
                ..
            } => {
                let depth = match is_asked {
                    true => Depth::Own,
                    false => Depth::Any,
                };
                !self.is_quoted(lines, depth) && self.session.may_change_tree(touches, &self.named)
                    || self.misquotes(part)
                    || self.may_rewrite_any(part)
            }
            Verdict::NotAnEdit(_) => self.misquotes(part) || self.may_rewrite_any(part),
            Verdict::Edit => false,
        }
    }

    fn misquotes(&self, part: &Part) -> bool {
        let quotes = part.quotes.as_ref();
        quotes.is_some_and(|it| self.session.misquotes(it, &mut self.known.borrow_mut()))
    }

    /// Returns whether lines of the targets are said to go, and the edits leave them.
    fn is_to_go(&self, part: &Part) -> bool {
        let mut rewrites = part.rewrites.iter();
        rewrites.any(|it| it.form == RewritingForm::Removal && self.may_rewrite(it))
    }

    fn may_rewrite_any(&self, part: &Part) -> bool {
        part.rewrites.iter().any(|it| self.may_rewrite(it))
    }

    /// Returns whether the targets have the old code of a change, and not the new one. The words around it may be in no list: that
    /// its old code is in a file says what they are.
    fn may_rewrite(&self, change: &Rewriting) -> bool {
        match change.form {
            RewritingForm::Blocks => {
                self.is_quoted(&change.old, Depth::Any) && !self.is_quoted(&change.new, Depth::Own)
            }
            // Where no edit leaves the old code, another says what becomes of it.
            RewritingForm::Pair => {
                let is_new = change.only_removes() || !self.is_there(change, &change.new);
                self.is_there(change, &change.old) && is_new && self.stays(change)
            }
            // What is there only since an apply of this reply shows what the edits make.
            RewritingForm::Removal => self.was_there(&change.old) && self.stays(change),
        }
    }

    fn is_quoted(&self, lines: &[Piece], depth: Depth) -> bool {
        let texts = self
            .texts
            .get_or_init(|| Indexed::all(self.session.texts()));
        texts.iter().any(|text| text.holds(lines, depth))
    }

    /// Returns whether the targets had lines before any apply of this reply, and have them still.
    fn was_there(&self, lines: &[Piece]) -> bool {
        let mut before = self.session.texts_before();
        self.is_quoted(lines, Depth::Any)
            && before.any(|text| Indexed::of(text).holds(lines, Depth::Any))
    }

    /// Returns whether the targets have lines of a change. A part of a line of code is enough in the file that is named.
    fn is_there(&self, change: &Rewriting, lines: &[Piece]) -> bool {
        let path = change.path.as_ref().filter(|_| is_part_of_line(lines));
        let text = path.and_then(|path| self.session.snapshots.get(path)?.text());
        self.is_quoted(lines, Depth::Any) || text.is_some_and(|text| has_part(text, lines))
    }

    /// Returns whether the edits leave the old code of a change.
    fn stays(&self, change: &Rewriting) -> bool {
        let made = self.made.get_or_init(|| self.session.made_texts());
        let lines = self
            .made_lines
            .get_or_init(|| Indexed::all(made.iter().map(|(_, text)| text)));
        let path = change
            .path
            .as_ref()
            .filter(|_| is_part_of_line(&change.old));
        let mut named = made.iter().filter(|(of, _)| Some(*of) == path);
        lines.iter().any(|text| text.holds(&change.old, Depth::Any))
            || named.any(|(_, text)| has_part(text, &change.old))
    }
}

/// Returns whether what the edits make of a file, with these lines, is what a part shows.
fn is_in_result(part: &Part, result: &Text, lines: &Indexed<'_>) -> bool {
    let shows = |quotes: &Quotation| match quotes.bond {
        Bond::Beside { .. } => holds_in_order(result, part.lines()),
        Bond::At { .. } => lines.holds(&with_text(&quotes.lines), Depth::Any),
        Bond::Shows | Bond::Names | Bond::Fits => {
            holds_in_order(result, &quotes.lines) && !skips_code(result, &quotes.lines)
        }
    };
    let is_removal = |it: &Rewriting| it.form == RewritingForm::Pair && it.only_removes();
    part.quotes.as_ref().is_some_and(|quotes| shows(quotes))
        || !part.rewrites.iter().any(is_removal) && lines.holds(part.lines(), Depth::Own)
}

fn with_text(lines: &[Piece]) -> Vec<Piece> {
    let with_text = lines.iter().filter(|line| !indent::is_blank(line));
    with_text.cloned().collect()
}

/// Returns whether `lines` are one line with more than one word, and a sign between them: a word alone is in many lines.
fn is_part_of_line(lines: &[Piece]) -> bool {
    let [line] = lines else {
        return false;
    };
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80;
    let words = line.split(|byte| !is_of_word(byte));
    let is_sign = |byte: &u8| !is_of_word(byte) && *byte != b' ';
    words.filter(|word| !word.is_empty()).count() > 1 && line.iter().any(is_sign)
}

/// Returns whether a text has the one line of `lines` as a part of one.
fn has_part(text: &Text, lines: &[Piece]) -> bool {
    text.as_bytes().contains_str(lines[0].trim())
}
