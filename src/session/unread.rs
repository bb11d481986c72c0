//! What the targets say of parts of the reply: code that could not be read as an edit may only quote what is there, and a
//! new file may have the name of another.

use std::cell::{LazyCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use bstr::ByteSlice;

use super::Session;
use super::bounds::Bounds;
use super::indexed::{Depth, Indexed};
use super::quoted::{Known, holds_in_order, skips_code};
use crate::dialect::{Bond, Part, Quotation, Rewriting, RewritingForm, Touch, Touching, Verdict};
use crate::matcher::{self, Never};
use crate::patch::{FileOp, FilePatch};
use crate::plan::{FileState, Scope, State};
use crate::text::{Content, Piece, RelPath, Snapshot, Text, setting};

/// The most patterns of one command that are held against the paths of the tree; one with more may mean any.
const N_PATTERNS: usize = 50;

/// What sections make of their files, by their index.
pub(super) type Results = BTreeMap<usize, Option<Text>>;

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
        let named: BTreeSet<&[u8]> = self.named_paths().collect();
        let known = RefCell::new(Known::new());
        let texts = LazyCell::new(|| Indexed::all(self.texts()));
        let is_quoted = |lines: &[Piece], depth| texts.iter().any(|text| text.holds(lines, depth));
        let made = LazyCell::new(|| self.made_texts());
        let made_lines = LazyCell::new(|| Indexed::all(made.iter().map(|(_, text)| text)));
        // A part of a line of code is enough in the file that is named.
        let is_there = |pair: &Rewriting, lines: &[Piece]| {
            let path = pair.path.as_ref().filter(|_| is_part_of_line(lines));
            let text = path.and_then(|path| self.snapshots.get(path)?.text());
            is_quoted(lines, Depth::Any) || text.is_some_and(|text| has_part(text, lines))
        };
        let stays = |pair: &Rewriting| {
            let path = pair.path.as_ref().filter(|_| is_part_of_line(&pair.old));
            let mut named = made.iter().filter(|(of, _)| Some(*of) == path);
            made_lines
                .iter()
                .any(|text| text.holds(&pair.old, Depth::Any))
                || named.any(|(_, text)| has_part(text, &pair.old))
        };
        let misquotes = |part: &usize| {
            let quotes = self.parts[*part].quotes.as_ref();
            quotes.is_some_and(|quotes| self.misquotes(quotes, &mut known.borrow_mut()))
        };
        // The words around a change may be in no list: that its old code stands in a file says what they are.
        let rewrites = |part: &usize| {
            let mut rewrites = self.parts[*part].rewrites.iter();
            rewrites.any(|it| match it.form {
                RewritingForm::Blocks => {
                    is_quoted(&it.old, Depth::Any) && !is_quoted(&it.new, Depth::Own)
                }
                // Where no edit leaves the old code, another says what becomes of it.
                RewritingForm::Pair => {
                    let is_new = it.only_removes() || !is_there(it, &it.new);
                    is_there(it, &it.old) && is_new && stays(it)
                }
            })
        };
        let is_unread = |part: &usize| match &self.parts[*part].verdict {
            Verdict::Unread { .. } | Verdict::NotAnEdit(_) if self.parts[*part].like.is_some() => {
                true
            }
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
                !is_quoted(lines, depth) && self.are_touched(touches, &named) || misquotes(part)
            }
            Verdict::NotAnEdit(_) => misquotes(part) || rewrites(part),
            Verdict::Edit => false,
        };
        let mut unread: Vec<usize> = (0..self.parts.len()).filter(is_unread).collect();
        // Code may show how a file looks when the rest of the reply is made. Before anything is read, nothing is planned.
        for file in 0..self.plan.files.len() {
            if unread.is_empty() {
                break;
            }
            let result = self.result(file, Scope::Everything).map(Text::new);
            let lines = result.as_ref().map(Indexed::of);
            let holds = |part: &usize| {
                let part = &self.parts[*part];
                let quotes = part.quotes.as_ref();
                let shows = |result: &Text, quotes: &Quotation| match quotes.bond {
                    Bond::Beside { .. } => holds_in_order(result, part.lines()),
                    Bond::Shows | Bond::Names | Bond::Fits => {
                        holds_in_order(result, &quotes.lines) && !skips_code(result, &quotes.lines)
                    }
                };
                let is_removal =
                    |it: &Rewriting| it.form == RewritingForm::Pair && it.only_removes();
                let removes = part.rewrites.iter().any(is_removal);
                let is_shown = |result| quotes.is_some_and(|quotes| shows(result, quotes));
                result.as_ref().is_some_and(is_shown)
                    || !removes
                        && lines
                            .as_ref()
                            .is_some_and(|it| it.holds(part.lines(), Depth::Own))
            };
            unread.retain(|part| !holds(part));
        }
        self.unread = unread;
    }

    /// Returns the paths of the sections that make a file.
    fn named_paths(&self) -> impl Iterator<Item = &[u8]> {
        let makes = |file: &&FilePatch| matches!(file.op, FileOp::Create | FileOp::Replace);
        let files = self.patch.files.iter().filter(makes);
        files.filter_map(|file| file.path.named().map(RelPath::as_bytes))
    }

    /// Returns whether a part may change the tree: one that is no command may, and one that touches a file of it.
    fn are_touched(&self, touches: &[Touch], named: &BTreeSet<&[u8]>) -> bool {
        let known = &self.known_paths;
        // Names stand side by side with what lies below them; patterns are held against every path, so not too many are.
        let is_pattern = |touch: &Touch| touch.path.iter().any(|byte| matches!(byte, b'*' | b'?'));
        let n_patterns = touches.iter().filter(|touch| is_pattern(touch)).count();
        let is_there = |touch: &Touch| {
            if is_pattern(touch) {
                let made = || named.iter().any(|path| names(&touch.path, path));
                return n_patterns > N_PATTERNS
                    || known.iter().any(|path| names(&touch.path, path.as_bytes()))
                    || made();
            }
            // What the patch makes is there as well.
            if named.contains(&touch.path[..]) {
                return true;
            }
            let below = [&touch.path[..], b"/"].concat();
            let is_at = |wanted: &[u8]| {
                let at = known.partition_point(|path| path.as_bytes() < wanted);
                known.get(at).map(|path| path.as_bytes())
            };
            touch.path.is_empty()
                || is_at(&touch.path) == Some(&touch.path[..])
                || is_at(&below).is_some_and(|path| path.starts_with(&below))
        };
        let is_file = |touch: &Touch| {
            let at = known.binary_search_by(|path| path.as_bytes().cmp(&touch.path[..]));
            named.contains(&touch.path[..]) || at.is_ok()
        };
        // Before the paths are known, none is left out.
        let is_touched = |touch: &Touch| match touch.how {
            Touching::Writes => true,
            Touching::Changes => known.is_empty() || is_there(touch),
            Touching::Marks => {
                known.is_empty() || is_there(touch) && !named.contains(&touch.path[..])
            }
            Touching::Fills => known.is_empty() || is_file(touch),
            Touching::Makes => known.is_empty() || !is_there(touch),
            Touching::Takes => self.is_only_quoted(&touch.path),
            Touching::Holds => {
                let mut texts = self.snapshots.values().filter_map(Snapshot::text);
                texts.any(|text| holds_code(text, &touch.path))
            }
            Touching::Sets => {
                let mut texts = self.snapshots.values().filter_map(Snapshot::text);
                texts.any(|text| text.lines().any(|line| setting::sets(line, &touch.path)))
            }
        };
        touches.is_empty() || touches.iter().any(is_touched)
    }

    /// Returns whether a block that only words make the content of the file at `path` says nothing but what is there. After an apply
    /// of this reply it may be the result.
    fn is_only_quoted(&self, path: &[u8]) -> bool {
        let is_of = |file: &usize| {
            let section = &self.patch.files[*file];
            let named = section.path.named().map(RelPath::as_bytes);
            named == Some(path) && (section.shown.is_some() || section.is_quotation())
        };
        let changes_nothing = |file: usize| {
            let is_applied = self
                .target(file)
                .is_some_and(|it| self.before.contains_key(it));
            let mut hunks = self.plan.files[file].hunks.iter();
            !is_applied && hunks.all(|hunk| hunk.state == State::NoOp)
        };
        let mut files = (0..self.plan.files.len()).filter(is_of);
        files.any(changes_nothing)
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

    /// Returns whether a section would make a file that only the words around it call so.
    pub(super) fn makes_shown_file(&self, file: usize) -> bool {
        self.patch.files[file].shown.is_some() && self.names_absent(file)
    }

    /// Returns whether a section deletes a file that is not there, and that no apply of this reply deleted.
    pub(super) fn deletes_nothing(&self, file: usize) -> bool {
        let is_deleted = |path| self.before.contains_key(path);
        self.patch.files[file].op == FileOp::Delete
            && self.names_absent(file)
            && !self.target(file).is_some_and(is_deleted)
    }

    fn names_absent(&self, file: usize) -> bool {
        let read = self.target(file).and_then(|path| self.snapshots.get(path));
        read.is_some_and(|read| read.content == Content::Absent)
    }

    /// Returns whether another section asks something of the same file.
    pub(super) fn is_named_again(&self, file: usize) -> bool {
        let section = &self.patch.files[file];
        let n_named = section.path.named().and_then(|path| self.n_named.get(path));
        let n_own = usize::from(!section.is_quotation());
        section.shown.is_some() && n_named.is_some_and(|n_named| *n_named > n_own)
    }

    /// Plans the sections anew that only words make the content of their files: what they are follows from other sections
    /// and from the names that are known.
    pub(super) fn replan_shown(&mut self) {
        self.n_named.clear();
        self.plain.clear();
        // Nothing of it is asked of a reply that shows no file.
        let n_files = self.patch.files.len();
        let follows =
            |file: usize| self.patch.files[file].shown.is_some() || self.deletes_nothing(file);
        if !(0..n_files).any(follows) {
            return self.renumber();
        }
        for (file, section) in self.patch.files.iter().enumerate() {
            let named = section.path.named().filter(|_| !section.is_quotation());
            let Some(path) = named else { continue };
            *self.n_named.entry(path.clone()).or_default() += 1;
            if section.shown.is_none() {
                self.plain.entry(path.clone()).or_default().push(file);
            }
        }
        let mut bounds = Bounds::new();
        let mut results = Results::new();
        for file in 0..self.patch.files.len() {
            if self.shows_the_result(file, &mut results) || self.shows_what_was(file) {
                self.rematch(file, &Never, &mut bounds);
            } else if self.patch.files[file].shown.is_some() || self.deletes_nothing(file) {
                self.plan_file(file, &Never);
            }
        }
        self.note_bounds(bounds);
        self.renumber();
    }

    /// Returns the file that may be meant by the name of one that is not there. A person who names a file means it.
    pub(super) fn namesake(&self, file: usize) -> Option<&RelPath> {
        if self.settled.targets.contains_key(&file) {
            return None;
        }
        if self.deletes_nothing(file) {
            let path = self.target(file)?;
            // A file that git has in its last commit was there, and is gone.
            if self.is_committed(path) {
                return None;
            }
            let is_shown = self.patch.files[file].asks_for_lines();
            // What the reply itself writes there is no file that it means to delete.
            let is_named = |path: &RelPath| {
                let files = self.patch.files.iter();
                files
                    .flat_map(|section| section.paths())
                    .any(|named| named == path)
            };
            let of_its_name = || {
                matcher::target::namesake(path, &self.known_paths).filter(|path| !is_named(path))
            };
            return matcher::target::meant_by_deletion(path, &self.known_paths)
                .or_else(|| if is_shown { None } else { of_its_name() })
                .or_else(|| self.holders.like.get(&file));
        }
        if !self.makes_shown_file(file) {
            return None;
        }
        matcher::target::namesake(self.target(file)?, &self.known_paths)
            .or_else(|| self.holders.like.get(&file))
    }

    /// Returns whether a new file would lie in a top folder that is not there and is spelt as an import's short name for
    /// another: `@app/a.ts`, `~/a.ts`. A person who names a file means it.
    pub(super) fn is_in_alias(&self, file: usize) -> bool {
        let Some(path) = self.target(file).filter(|_| self.makes_shown_file(file)) else {
            return false;
        };
        let top = |path: &RelPath| path.components().next().map(<[u8]>::to_vec);
        let is_spelt_so = |top: &Vec<u8>| matches!(top[0], b'@' | b'#' | b'$' | b'~');
        let alias = top(path).filter(|top| is_spelt_so(top) && path.components().count() > 1);
        !self.settled.targets.contains_key(&file)
            && alias.is_some()
            && !self.known_paths.iter().any(|known| top(known) == alias)
    }

    /// Takes a section that only words make the content of its file for a quotation of the result, if an earlier section makes
    /// those lines, or the only other section, below it, makes exactly them. Returns whether it is one; `results` keeps what
    /// sections make, for others below them.
    pub(super) fn shows_the_result(&mut self, file: usize, results: &mut Results) -> bool {
        let section = &self.patch.files[file];
        if section.is_quotation() || !self.is_named_again(file) {
            return false;
        }
        let plain = section.path.named().and_then(|path| self.plain.get(path));
        let plain = plain.map_or(&[][..], |plain| plain);
        let (above, below) = plain.split_at(plain.partition_point(|other| *other < file));
        let other = match (above, below) {
            ([.., earlier], _) => Some(*earlier),
            // `Or as a diff:` says the same once more.
            ([], [later]) => Some(*later),
            ([], _) => None,
        };
        let target = self.target(file);
        let is_same = |other: &usize| target.is_some() && self.target(*other) == target;
        let read = self.incomplete.get(&file).unwrap_or(section);
        let quoting = other.filter(is_same).and_then(|other| {
            let made = || self.result(other, Scope::Everything).map(Text::new);
            let result = results.entry(other).or_insert_with(made);
            let result = result.as_ref()?;
            let mut given = read.hunks.iter().flat_map(|hunk| hunk.postimage());
            let mut is_all = || result.lines().all(|line| given.next() == Some(line));
            read.repeating(result).filter(|_| other < file || is_all())
        });
        let is_shown = quoting.is_some();
        if let Some(quoting) = quoting {
            self.patch.files[file] = quoting;
        }
        is_shown
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

    /// Returns the texts of the targets, and what they were before an apply of this reply.
    pub(super) fn texts(&self) -> impl Iterator<Item = &Text> {
        let texts = self.snapshots.values().filter_map(Snapshot::text);
        let texts = texts.map(|text| &**text);
        texts.chain(self.before.values())
    }
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

/// Returns whether `pattern` names `path`, or a folder that it lies in; behind `**/`, from any folder on.
fn names(pattern: &[u8], path: &[u8]) -> bool {
    let below = pattern.strip_prefix(b"**/");
    if let Some(pattern) = below.filter(|pattern| !pattern.is_empty()) {
        let folders = memchr::memchr_iter(b'/', path).map(|at| &path[at + 1..]);
        return std::iter::once(path)
            .chain(folders)
            .any(|end| names(pattern, end));
    }
    let mut parts = path.split_str("/");
    let mut wanted = pattern.split_str("/");
    pattern.is_empty()
        || wanted.all(|wanted| parts.next().is_some_and(|part| is_like(wanted, part)))
}

/// Returns whether a name is one that `*` for any text and `?` for a letter make it. Only the last `*` is ever tried again, so
/// that it takes no more steps than both are long, one times the other.
fn is_like(wanted: &[u8], name: &[u8]) -> bool {
    let (mut at, mut in_name) = (0, 0);
    let mut last_star = None;
    while in_name < name.len() {
        match wanted.get(at) {
            Some(b'*') => {
                last_star = Some((at, in_name));
                at += 1;
            }
            Some(byte) if *byte == b'?' || *byte == name[in_name] => {
                at += 1;
                in_name += 1;
            }
            Some(_) | None => {
                let Some((star, from)) = last_star else {
                    return false;
                };
                last_star = Some((star, from + 1));
                (at, in_name) = (star + 1, from + 1);
            }
        }
    }
    wanted[at..].iter().all(|byte| *byte == b'*')
}

/// Returns whether a line of `text` holds `code`, not as a part of a longer word.
fn holds_code(text: &Text, code: &[u8]) -> bool {
    let is_word =
        |byte: Option<&u8>| byte.is_some_and(|it| it.is_ascii_alphanumeric() || *it == b'_');
    let (first, last) = (code.first(), code.last());
    text.lines().any(|line| {
        line.find_iter(code).any(|at| {
            let before = at.checked_sub(1).and_then(|at| line.get(at));
            let behind = line.get(at + code.len());
            !(is_word(before) && is_word(first) || is_word(last) && is_word(behind))
        })
    })
}
