//! Edits that a reply asks for in plain words, or tells as done, and that no patch in it makes: `Then delete src/old.py`.
//! Words are never carried out; what is only said is told as not read.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use bstr::{BStr, BString, ByteSlice};

use super::alike;
use super::amended;
use super::ask::{Ask, Lead, is_path};
use super::asked_lines::{self, Columns};
use super::asked_of;
use super::asked_words;
use super::done::{Done, endings};
use super::further::{self, Held};
use super::long_line::{self, MAX_BYTES};
use super::prose;
use super::purpose::Purpose;
use super::quoted_lines;
use super::request::{self, Stance};
use super::sentence::{self, Sentence, Token};
use super::tongue;
use crate::dialect::commands::command::{self, Touch, Touching};
use crate::dialect::commands::run::{Form, Run};
use crate::dialect::name::spelling;
use crate::dialect::walk::fence::Fence;
use crate::dialect::walk::scan::Scan;
use crate::patch::FilePatch;
use crate::text::Trim;
use crate::text::item::begins_item;

/// Why a sentence is unread that asks for a file to go, move or be made.
const FILE_IN_WORDS: &str =
    "it asks for a file to be deleted, moved or made, and no patch here does that";

/// Why a sentence is unread that asks for a change of lines.
const CHANGE_IN_WORDS: &str = "it asks for a change in words, and no patch here makes it";

/// Why a sentence is unread with which the reply ends, and an edit was to follow.
const ENDS: &str = "the reply ends where an edit was to follow";

/// Adds to `runs`, by their lines, the sentences that ask for what nothing else in the reply does.
pub(in crate::dialect) fn find(scan: &Scan<'_>, is_read: &[bool], runs: &mut BTreeMap<usize, Run>) {
    let mut finder = Finder {
        scan,
        is_read,
        done: None,
        lead: Lead::of(scan.files.is_empty()),
        heading: Above::default(),
        led: Above::default(),
        lists_gone: false,
        is_above_edit: false,
        is_answered: false,
        shown_below: None,
        block_above: None,
        is_below_edit: false,
        is_opened: false,
        is_right_below: false,
        table: None,
        shown: OnceCell::new(),
        found: BTreeMap::new(),
    };
    finder.walk(runs);
    finder.end();
    let found = finder.found;
    // What a command would do as well is told with the command.
    let run: Vec<Touch> = runs.values().flat_map(|run| run.touches.clone()).collect();
    let whole: BTreeSet<&[u8]> = run.iter().map(|touch| bare(&touch.path)).collect();
    let ends: BTreeSet<&[u8]> = whole.iter().flat_map(|path| endings(path)).collect();
    let is_run = |touch: &Touch| {
        let path = bare(&touch.path);
        ends.contains(path) || endings(path).any(|end| whole.contains(end))
    };
    for (at, run) in found {
        if run.touches.is_empty() || !run.touches.iter().all(is_run) {
            runs.entry(at).or_insert(run);
        }
    }
}

struct Finder<'s, 'a> {
    scan: &'s Scan<'a>,
    is_read: &'s [bool],
    /// What the patches of the reply do, once it is asked for.
    done: Option<Done<'s>>,
    lead: Lead<'a>,
    /// What the heading says of its section, and the sentence that leads over of its list.
    heading: Above<'a>,
    led: Above<'a>,
    /// Whether the items of a list name files that go.
    lists_gone: bool,
    /// Whether the paragraph stands right above an edit, and whether the sentence leads over to that.
    is_above_edit: bool,
    is_answered: bool,
    /// The file that only words make one of the block right below.
    shown_below: Option<&'s FilePatch>,
    /// The last line of the block right above.
    block_above: Option<usize>,
    /// Whether an edit is above, and whether a sentence of the paragraph opens a correction.
    is_below_edit: bool,
    is_opened: bool,
    /// Whether nothing is between the edit and the sentence.
    is_right_below: bool,
    /// The columns of the table that is read, where it lists changes.
    table: Option<Columns<'a>>,
    /// The section of each line, where only words make that the content of its file; looked up once for all paragraphs.
    shown: OnceCell<Vec<Option<u32>>>,
    found: BTreeMap<usize, Run>,
}

/// What is said above some lines.
#[derive(Clone, Copy, Default)]
struct Above<'a> {
    /// Whether they are no request.
    is_talk: bool,
    /// The file they speak of.
    file: Option<&'a BStr>,
}

impl<'s, 'a> Finder<'s, 'a> {
    fn walk(&mut self, runs: &BTreeMap<usize, Run>) {
        let lines = self.scan.lines;
        let mut at = 0;
        while at < lines.len() {
            let line = lines[at].body;
            if self.is_read[at] {
                (self.is_below_edit, self.is_right_below) = (true, true);
                self.block_above = Some(at);
                at += 1;
            } else if let Some(run) = runs.get(&at) {
                at = run.end.max(at + 1);
            } else if let Some(fence) = Fence::open(line, at) {
                let closes =
                    |index: &usize| !self.is_read[*index] && fence.closed_by(lines[*index].body);
                let end = (at + 1..lines.len())
                    .find(closes)
                    .map_or(lines.len(), |close| close + 1);
                self.is_right_below = self.is_read[at..end].contains(&true);
                self.block_above = None;
                self.is_below_edit |= self.is_right_below;
                at = end;
            } else if !is_prose(line) {
                at += 1;
            } else {
                let mut n_bytes = line.len();
                let goes_on = |index: &usize| {
                    let line = lines[*index].body;
                    n_bytes += line.len();
                    n_bytes <= MAX_BYTES
                        && !self.is_read[*index]
                        && is_prose(line)
                        && !begins_paragraph(line)
                        && Fence::open(line, *index).is_none()
                        && !runs.contains_key(index)
                };
                let is_single = is_heading(line) || line.trimmed_start().starts_with(b"|");
                let end = (at + 1..lines.len())
                    .take_while(goes_on)
                    .last()
                    .map_or(at + 1, |last| last + 1);
                let end = if is_single { at + 1 } else { end };
                self.paragraph(at..end);
                self.is_right_below = false;
                at = end;
            }
        }
    }

    /// Tells a last sentence that leads over to an edit: the reply may have been cut off there.
    fn end(&mut self) {
        let lines = self.scan.lines;
        let Some(last) = lines.iter().rposition(|line| !line.is_blank()) else {
            return;
        };
        let line = lines[last].body;
        let text = line.trim_end_with(|c| c.is_whitespace() || c == '*');
        let sentence = prose::last_sentence(text.as_bstr());
        let asks = |sentence: &BStr| {
            let said = tongue::purpose_above(sentence);
            let names_file = || spelling::amid(sentence).is_some_and(|spelt| spelt.is_of_file());
            said.asks_for_a_change() || said == Purpose::Silent && names_file()
        };
        let leads_on = (text.ends_with(b":") || text.ends_with("：".as_bytes())) && asks(sentence);
        // A heading that names a file has its edit below it.
        let heads = || {
            let named = spelling::alone(line).filter(|spelt| spelt.is_of_file());
            let is_title = is_heading(line) || line.trimmed().starts_with(b"**");
            let files = &self.scan.files;
            let done = named
                .as_ref()
                .map(|spelt| Done::of(files).is_there(&spelt.path));
            is_title && !files.is_empty() && done == Some(false)
        };
        if (leads_on || heads())
            && !self.is_read[last]
            && is_prose(line)
            && self.scan.fence.is_none()
        {
            self.found.entry(last).or_insert(Run {
                end: last + 1,
                touches: Vec::new(),
                why: ENDS,
                form: Form::Words,
            });
        }
    }

    /// Reads a paragraph, a heading, or an item of a list.
    fn paragraph(&mut self, range: Range<usize>) {
        let lines = self.scan.lines;
        let first = lines[range.start].body;
        let is_item = begins_paragraph(first) && !is_heading(first);
        if is_heading(first) {
            self.heading = Above {
                is_talk: is_talk(first),
                file: None,
            };
        }
        self.lead.file = self.led.file.or(self.heading.file);
        if !is_item {
            self.led = Above::default();
            self.lists_gone = false;
        }
        self.lead.before.clear();
        if self.is_talk_alone(range.clone()) {
            self.table = None;
            return;
        }
        let is_talk = self.heading.is_talk || self.led.is_talk;
        for at in range.clone().filter(|_| !is_talk) {
            if let Some(ask) = asked_lines::at_place(without_marker(lines[at].body)) {
                self.ask(&ask, at);
            }
            let corrects = || amended::substituted(without_marker(lines[at].body));
            if let Some(ask) = (self.is_below_edit).then(corrects).flatten() {
                self.ask(&ask, at);
            }
        }
        if let Some(ask) = self.read_table(first) {
            return self.ask(&ask, range.start);
        }
        let mut below = range.end..lines.len();
        let is_said = |at: &usize| {
            let line = lines[*at].body;
            !lines[*at].is_blank() && Fence::open(line, *at).is_none()
        };
        let below = below.find(is_said);
        self.is_above_edit = below.is_some_and(|at| self.is_read[at]);
        self.shown_below = below.and_then(|at| self.shown_at(at));
        self.is_opened = false;
        let last = self.read_sentences(range, is_item);
        self.lead_on(last.as_ref(), first);
    }

    /// Reads a row of a table, or ends the table above any other line. Returns what the row asks for.
    fn read_table(&mut self, first: &'a BStr) -> Option<Ask<'a>> {
        if !first.trimmed_start().starts_with(b"|") {
            self.table = None;
            return None;
        }
        if let Some(columns) = self.table {
            return columns.read(first);
        }
        self.table = Columns::of(first, &self.lead);
        if let Some(path) = only_path(without_marker(first)) {
            self.led.file = Some(path);
        }
        None
    }

    /// Reads the sentences of a paragraph, and returns the last one with words.
    fn read_sentences(&mut self, range: Range<usize>, is_item: bool) -> Option<Sentence<'a>> {
        let lines = self.scan.lines;
        // Read each part and drop it before the next: the words of a line take about fifty times its bytes.
        let parts = |at: usize| {
            let parts = long_line::parts(without_marker(lines[at].body));
            parts.map(move |part| (at, part))
        };
        let mut parts = range.flat_map(parts).peekable();
        let (mut sentences, mut begins) = (Vec::new(), Vec::new());
        let mut last = None;
        while let Some((at, part)) = parts.next() {
            sentence::read(part, &mut sentences);
            begins.resize(sentences.len(), at);
            let is_end = parts.peek().is_none();
            // The last may be continued in the next part.
            let n_whole = sentences.len() - usize::from(!is_end);
            let whole = sentences.drain(..n_whole).zip(begins.drain(..n_whole));
            for (nth, (sentence, at)) in whole.enumerate() {
                self.said(&sentence, at, is_item);
                if is_end && nth + 1 == n_whole && asks_for_lines(&sentence) {
                    self.take_quoted(self.shown_below, at);
                }
                if !sentence.tokens.is_empty() {
                    last = Some(sentence);
                }
            }
        }
        last
    }

    /// Reads a sentence of a paragraph, the first of which may say what becomes of the block right above.
    fn said(&mut self, sentence: &Sentence<'a>, at: usize, is_item: bool) {
        let is_first = self.is_right_below;
        self.sentence(sentence, at, is_item);
        self.is_right_below &= sentence.tokens.is_empty();
        if is_first && quoted_lines::instructs(sentence) {
            // What names the block says what becomes of all of it.
            let names = |file: &&FilePatch| {
                let path = file.path.named().map(|path| path.as_bytes());
                let mut names = sentence.tokens.iter().filter_map(Token::name);
                names.any(|name| Some(name.as_bytes()) == path)
            };
            let shown = self.block_above.and_then(|at| self.shown_at(at));
            let shown = shown.filter(|file| !names(file));
            self.take_quoted(shown, at);
        }
    }

    /// Returns whether a paragraph can ask for nothing, by its letters alone, and leads over to nothing.
    fn is_talk_alone(&self, range: Range<usize>) -> bool {
        let lines = &self.scan.lines[range];
        let is_apart = |line: &BStr| is_heading(line) || line.trimmed_start().starts_with(b"|");
        !asked_of::can_ask(&self.lead)
            && !is_apart(lines[0].body)
            && !lines.iter().any(|line| {
                sentence::leads_on(line.body)
                    || sentence::may_name(line.body)
                    || asked_words::may_delete(line.body)
                    || self.is_below_edit && amended::may_say(line.body)
            })
    }

    fn sentence(&mut self, sentence: &Sentence<'a>, at: usize, is_item: bool) {
        let names: Vec<&'a BStr> = sentence.tokens.iter().filter_map(Token::name).collect();
        let paths: Vec<&'a BStr> = names.into_iter().filter(|name| is_path(name)).collect();
        let is_talk = self.heading.is_talk || self.led.is_talk;
        let mut asks = match is_talk {
            true => Vec::new(),
            false => asked_of::read(sentence, &self.lead),
        };
        if asks.is_empty() && !is_talk {
            asks = tongue::asks(sentence);
        }
        if asks.is_empty() && !is_talk {
            asks.extend(self.requests(sentence, is_item).map(Ask::Touched));
        }
        if let (true, true, [path]) = (is_item, self.lists_gone, &paths[..]) {
            asks.push(Ask::Gone(path));
        }
        // A sentence that does not lead over to the edit below may correct the one above.
        if !is_talk && self.is_below_edit && self.is_above_edit && !sentence.leads_on {
            let amends = amended::read(sentence, self.is_opened);
            self.is_opened = amended::opens(sentence);
            let corrects = |ask: &Ask<'_>| matches!(ask, Ask::Corrected { .. });
            asks.extend(amends.filter(corrects));
        }
        if !is_talk && self.is_below_edit && !self.is_above_edit {
            let amends = amended::read(sentence, self.is_opened)
                .or_else(|| alike::read(sentence, self.is_right_below));
            self.is_opened = amended::opens(sentence);
            if let Some(ask) = amends {
                asks = vec![ask];
            }
            let further = further::read(sentence, self.is_right_below);
            asks.extend(further.map(Ask::Further));
        }
        if !is_talk {
            asks.extend(asked_of::gone_by_word(sentence, &self.lead));
        }
        self.is_answered = self.is_above_edit && sentence.leads_on;
        for ask in asks {
            self.ask(&ask, at);
        }
        self.is_answered = false;
        self.lead.before = paths;
    }

    /// Returns the files that no section touches, and that a sentence asks to change.
    fn requests(
        &mut self,
        sentence: &Sentence<'a>,
        is_item: bool,
    ) -> impl Iterator<Item = &'a BStr> + use<'a> {
        let stance = Stance {
            is_item,
            is_below_edit: self.is_below_edit || self.lead.is_alone,
        };
        let mut open = request::files(sentence);
        if !open.is_empty() {
            let files = &self.scan.files;
            let done = self.done.get_or_insert_with(|| Done::of(files));
            open.retain(|path| !done.is_there_in_short(path));
        }
        request::read(sentence, &open, stance).into_iter()
    }

    /// Returns the section of line `at`, where only words make that the content of its file.
    fn shown_at(&self, at: usize) -> Option<&'s FilePatch> {
        let scan = self.scan;
        let shown = self.shown.get_or_init(|| shown_in(scan));
        Some(&scan.files[shown.get(at).copied().flatten()? as usize])
    }

    /// Reads what the last sentence above a block asks to do with the lines that it quotes, or the first one below it.
    fn take_quoted(&mut self, shown: Option<&FilePatch>, at: usize) {
        let path = shown.and_then(|file| file.path.named());
        if let Some(path) = path {
            self.hold(
                at,
                vec![Touch {
                    path: path.as_bytes().into(),
                    how: Touching::Takes,
                }],
                CHANGE_IN_WORDS,
            );
        }
    }

    /// Takes over what the last sentence of a paragraph says of the lines below.
    fn lead_on(&mut self, last: Option<&Sentence<'a>>, line: &'a BStr) {
        let Some(last) = last else { return };
        let file = match self.lead.before[..] {
            [path] => Some(path),
            _ => None,
        };
        if is_heading(line) {
            self.heading.file = file;
        } else if last.leads_on {
            self.led = Above {
                is_talk: is_talk(line) || asked_of::is_conditional(last),
                file,
            };
        }
    }

    fn ask(&mut self, ask: &Ask<'a>, at: usize) {
        let files = &self.scan.files;
        let done = self.done.get_or_insert_with(|| Done::of(files));
        let (path, how, why) = match ask {
            Ask::GoneBelow => {
                self.lists_gone = true;
                return;
            }
            Ask::GoneByWord(word) => {
                if !done.is_gone_by_word(word) {
                    let path = word.as_bytes().into();
                    let how = Touching::Named;
                    self.hold(at, vec![Touch { path, how }], FILE_IN_WORDS);
                }
                return;
            }
            Ask::Gone(path) if done.is_gone(path) => return,
            Ask::Moved(path) if done.is_gone(path) => return,
            Ask::Made(path) if done.is_there(path) => return,
            Ask::Touched(path)
                if self.is_answered || done.is_there_in_short(path) && !done.is_only_made(path) =>
            {
                return;
            }
            Ask::Corrected { codes, is_marked } => {
                if done.is_corrected(codes, *is_marked) {
                    return;
                }
                (None, Touching::Changes, CHANGE_IN_WORDS)
            }
            Ask::Repeated(names) => {
                let mut is_known = |name: &BStr| {
                    let is_file =
                        is_path(name) && done.is_there_in_short(name) && !done.is_only_made(name);
                    is_file || done.inserts(name) || done.changes_any(Some(name), None)
                };
                if !names.is_empty() && names.iter().all(|name| is_known(name)) {
                    return;
                }
                (None, Touching::Changes, CHANGE_IN_WORDS)
            }
            Ask::Further(asked) => match further::lacks(*asked, done) {
                None => return,
                Some(Held::Anything) => (None, Touching::Changes, CHANGE_IN_WORDS),
                Some(Held::Code(code)) => {
                    let path = code.into();
                    let how = Touching::Holds;
                    return self.hold(at, vec![Touch { path, how }], CHANGE_IN_WORDS);
                }
                Some(Held::Setting(code)) => {
                    let path = code.into();
                    let how = Touching::Sets;
                    return self.hold(at, vec![Touch { path, how }], CHANGE_IN_WORDS);
                }
            },
            Ask::Touched(path) => (Some(*path), Touching::Changes, CHANGE_IN_WORDS),
            Ask::Runnable(path) if done.changes_mode(path) => return,
            Ask::Runnable(path) => (Some(*path), Touching::Changes, CHANGE_IN_WORDS),
            Ask::Gone(path) | Ask::Moved(path) => (Some(*path), Touching::Changes, FILE_IN_WORDS),
            Ask::Made(path) => (Some(*path), Touching::Makes, FILE_IN_WORDS),
            Ask::Changed {
                file,
                old,
                new,
                is_claim,
            } => {
                let is_made = match file {
                    // The block below is what such a sentence asks for, unless it says otherwise from old to new.
                    Some(file) if done.is_there(file) => {
                        let is_answered = self.is_answered && (old.is_none() || new.is_none());
                        *is_claim || is_answered || done.changes(file, *old, *new)
                    }
                    Some(_) => false,
                    None => {
                        let is_answered = self.is_answered && !self.lead.is_alone;
                        *is_claim
                            || is_answered
                            || done.changes_any(*old, *new)
                            || old.is_some_and(|old| new.is_some() && done.inserts(old))
                    }
                };
                if is_made {
                    return;
                }
                // A path in full that is not there is not that of another tree: the reply is wrong about its name.
                let is_in_full = file.is_some_and(|file| file.contains(&b'/'));
                let how = match is_in_full && (old.is_some() || new.is_some()) {
                    true => Touching::Writes,
                    false => Touching::Changes,
                };
                (*file, how, CHANGE_IN_WORDS)
            }
        };
        let touch = path.map(|path| self.touch(path, how));
        // A file outside the root is none of ours.
        if touch == Some(None) {
            return;
        }
        self.hold(at, touch.flatten().into_iter().collect(), why);
    }

    /// Takes the sentence in line `at` for one that no patch fulfils. Where one of its requests names nothing that has to be
    /// there, it is unread whatever the others name.
    fn hold(&mut self, at: usize, touches: Vec<Touch>, why: &'static str) {
        let is_bare = touches.is_empty();
        let run = self.found.entry(at).or_insert_with(|| Run {
            end: at + 1,
            touches: touches.clone(),
            why,
            form: Form::Words,
        });
        match is_bare || run.touches.is_empty() {
            true => run.touches.clear(),
            false => run.touches.extend(touches),
        }
    }

    fn touch(&self, path: &BStr, how: Touching) -> Option<Touch> {
        let path: BString = if path.starts_with(b"/") {
            let known = self.scan.options().root.relative(path).ok()?;
            known.as_bytes().into()
        } else {
            command::joined(BStr::new(""), path)?
        };
        // A name, and a path that leaves folders out, is that of a file in any folder.
        let path = match how {
            Touching::Changes => [b"**/", &path[..]].concat().into(),
            Touching::Marks
            | Touching::Fills
            | Touching::Makes
            | Touching::Writes
            | Touching::Takes
            | Touching::Holds
            | Touching::Named
            | Touching::Sets => path,
        };
        Some(Touch { path, how })
    }
}

/// Returns for each line the first section that holds it and that only words make the content of a file; empty if no section is
/// one.
fn shown_in(scan: &Scan<'_>) -> Vec<Option<u32>> {
    let files = scan.files.iter().zip(0..);
    let mut shown = files.filter(|(file, _)| file.shown.is_some()).peekable();
    if shown.peek().is_none() {
        return Vec::new();
    }
    let mut of_lines = vec![None; scan.lines.len()];
    for (file, nth) in shown {
        for section in of_lines
            .iter_mut()
            .take(file.origin.end)
            .skip(file.origin.start)
        {
            section.get_or_insert(nth);
        }
    }
    of_lines
}

fn is_heading(line: &BStr) -> bool {
    line.starts_with(b"#")
}

/// Returns whether a sentence right above a block asks to do something with the lines that it quotes.
fn asks_for_lines(sentence: &Sentence<'_>) -> bool {
    amended::takes(sentence) || request::takes(sentence) || quoted_lines::changes_quoted(sentence)
}

/// Returns the path of a row with one cell: it names the file of the rows below.
fn only_path(row: &BStr) -> Option<&BStr> {
    let mut sentences = Vec::new();
    sentence::read(long_line::parts(row).next()?, &mut sentences);
    let tokens = sentences.first()?.tokens.iter();
    let mut cells = tokens.filter(|token| **token != Token::Break);
    match (cells.next(), cells.next()) {
        (Some(Token::Name(path)), None) if is_path(path) => Some(path),
        _ => None,
    }
}

/// Returns whether what follows a heading or a sentence that leads over is no request.
fn is_talk(line: &BStr) -> bool {
    matches!(prose::purpose(line), Purpose::Shows | Purpose::Doubtful)
        || prose::words(line)
            .iter()
            .any(|word| word == "reproduce" || word == "later")
}

/// Returns whether a line is one of sentences: quotations, tags, JSON and lines of patches are not.
fn is_prose(line: &BStr) -> bool {
    // `⏺ Update(src/a.rs)` says what an agent did.
    let call = line.trimmed_start().strip_prefix("⏺".as_bytes());
    if call.is_some_and(|call| call.contains(&b'(') && call.ends_with(b")")) {
        return false;
    }
    match line.trimmed_start().first() {
        None | Some(b'>' | b'<' | b'{' | b'}' | b'"' | b'+' | b'@' | b'\\') => false,
        Some(_) => !line.starts_with(b"    ") || begins_paragraph(line),
    }
}

/// Returns whether a line begins an item of a list, a heading or a row of a table.
fn begins_paragraph(line: &BStr) -> bool {
    begins_item(line) || matches!(line.trimmed_start().first(), Some(b'|' | b'#'))
}

fn without_marker(line: &BStr) -> &BStr {
    let text = line.trimmed_start();
    let n_digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let text = match text.get(n_digits) {
        Some(b'.' | b')') if n_digits > 0 => &text[n_digits + 1..],
        Some(_) | None => text,
    };
    let text = text.trim_start_with(|c| matches!(c, '-' | '*' | '•' | '#' | ' '));
    let is_box = ["[ ] ", "[x] ", "[X] "]
        .iter()
        .any(|mark| text.starts_with(mark.as_bytes()));
    if is_box {
        text[4..].as_bstr()
    } else {
        text.as_bstr()
    }
}

/// Returns the path of a touch without a placeholder for a folder.
fn bare(path: &[u8]) -> &[u8] {
    path.strip_prefix(b"**/").unwrap_or(path)
}
