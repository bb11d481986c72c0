//! The colours of the language, found by a worker so that the first paint never waits. A file is coloured as it is and as
//! it would be; what comes too late for the rows on the screen is dropped.

mod known;

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

use bstr::{BString, ByteSlice};
use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxReference, SyntaxSet};

use super::doc::{Doc, Reading};
use super::theme::Role;
use crate::text::Text;
pub use known::Known;
use known::{Parsed, State};

/// A file of more lines or bytes stays plain.
const MOST_LINES: usize = 20_000;
const MOST_BYTES: usize = 1 << 20;

/// A longer line stays plain. A syntax may take time that grows with the cube of a line's length: blanks alone take some
/// milliseconds here in the syntax of `.ini` files, and a quarter of a minute in four times as many.
const LONGEST: usize = 500;

/// How long one side of a file may take; what is left of it then stays plain.
const MOST_TIME: Duration = Duration::from_secs(1);

/// How long a frame waits for its colours.
pub const PATIENCE: Duration = Duration::from_millis(20);

/// The pieces of one line that have a colour, by its bytes.
pub type Runs = Vec<(Range<usize>, Role)>;

/// The colours of a file.
#[derive(Debug, Clone, Default)]
pub struct Colouring {
    /// Which rows they are for.
    pub generation: u64,
    /// The file of all that would be written, by index; `None` for the file under review.
    pub written: Option<usize>,
    /// The text that `old` is for.
    pub text: Option<Arc<Text>>,
    /// By line of the file as it is.
    pub old: Vec<Runs>,
    /// By line of the file as it would be.
    pub new: Vec<Runs>,
}

/// What is asked for of the colours, line by line while they are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// To be found.
    All,
    /// To be left out from here on: they take too long.
    NoMore,
    /// Nothing: nobody wants them any more.
    None,
}

/// What is to be coloured.
#[derive(Debug, Clone)]
pub struct Request {
    generation: u64,
    written: Option<usize>,
    file_name: String,
    text: Arc<Text>,
    result: Vec<BString>,
    /// Texts with the names of their files that are likely to be asked for next.
    ahead: Vec<(String, Arc<Text>)>,
}

impl Request {
    /// Asks for the colours of a document; `None` when it is too large or its text is not that of a file.
    pub fn new(doc: &Doc, file_name: String, generation: u64) -> Option<Request> {
        let n_rows = doc.n_rows(Reading::Result);
        let text = doc.text();
        if n_rows.max(text.n_lines()) > MOST_LINES || text.as_bytes().len() > MOST_BYTES {
            return None;
        }
        let rows = doc.rows(Reading::Result, 0, n_rows);
        let cells = rows.into_iter().filter_map(|row| row.left);
        Some(Request {
            generation,
            written: None,
            file_name,
            text: text.clone(),
            result: cells.map(|cell| cell.body.to_owned()).collect(),
            ahead: Vec::new(),
        })
    }

    /// Has these texts coloured as well once nothing else is asked for, so that the first frame of each has its colours.
    pub fn with_ahead(mut self, texts: impl Iterator<Item = (String, Arc<Text>)>) -> Request {
        let is_small =
            |text: &Text| text.n_lines() <= MOST_LINES && text.as_bytes().len() <= MOST_BYTES;
        self.ahead = texts.filter(|(_, text)| is_small(text)).collect();
        self
    }

    /// Asks for the colours of file `nth` of all that would be written, as it is and as it would be; those of one that is too
    /// large are none.
    pub fn of_written(
        nth: usize,
        file_name: String,
        (before, after): (Arc<Text>, &[u8]),
        generation: u64,
    ) -> Request {
        let lines: Vec<BString> = after.lines().map(BString::from).collect();
        let n_bytes = before.as_bytes().len().max(after.len());
        let is_large = before.n_lines().max(lines.len()) > MOST_LINES || n_bytes > MOST_BYTES;
        let (text, result) = match is_large {
            true => (Arc::new(Text::new("")), Vec::new()),
            false => (before, lines),
        };
        Request {
            generation,
            written: Some(nth),
            file_name,
            text,
            result,
            ahead: Vec::new(),
        }
    }
}

/// The languages known, and the names of their parts.
pub struct Languages {
    syntaxes: SyntaxSet,
    roles: Vec<(Scope, Role)>,
    /// Which role each part of a language has, as far as that was asked: there are few, and each line asks again.
    known: RefCell<HashMap<Scope, Option<Role>>>,
}

impl std::fmt::Debug for Languages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Languages").finish_non_exhaustive()
    }
}

/// Parts of a language by the beginning of their names; the first that fits holds.
const ROLES: [(&str, Role); 15] = [
    ("comment", Role::Comment),
    ("string", Role::Literal),
    ("constant.character", Role::Literal),
    ("constant", Role::Number),
    ("keyword.operator", Role::Text),
    ("keyword", Role::Keyword),
    ("storage.type.function", Role::Keyword),
    ("storage", Role::Keyword),
    ("entity.name.function", Role::Function),
    ("support.function", Role::Function),
    ("variable.function", Role::Function),
    ("entity.name", Role::TypeName),
    ("support.type", Role::TypeName),
    ("support.class", Role::TypeName),
    ("variable.language", Role::Keyword),
];

impl Languages {
    /// Loads all languages; takes some milliseconds.
    pub fn load() -> Languages {
        let roles = ROLES
            .iter()
            .filter_map(|(name, role)| Some((Scope::new(name).ok()?, *role)));
        Languages {
            syntaxes: two_face::syntax::extra_newlines(),
            roles: roles.collect(),
            known: RefCell::default(),
        }
    }

    /// Finds the colours; `None` when nobody wants them any more. `wish` is asked before each line that is not known, and told
    /// how long this side of the file has taken.
    pub fn colour(
        &self,
        request: &Request,
        known: &mut Known,
        wish: &dyn Fn(Duration) -> Wish,
    ) -> Option<Colouring> {
        let Some(syntax) = self.syntax_of(&request.file_name) else {
            return Some(Colouring {
                generation: request.generation,
                written: request.written,
                ..Colouring::default()
            });
        };
        let mut runs = |lines: &mut dyn Iterator<Item = &[u8]>| {
            self.runs(&request.file_name, syntax, lines, known, wish)
        };
        let old = runs(&mut request.text.lines().map(|line| line.as_bytes()))?;
        let new = runs(&mut request.result.iter().map(|line| line.as_bytes()))?;
        Some(Colouring {
            generation: request.generation,
            written: request.written,
            text: Some(request.text.clone()),
            old,
            new,
        })
    }

    /// Notes the colours of what is likely to be asked for next, until something else is.
    fn look_ahead(&self, request: &Request, known: &mut Known, wish: &dyn Fn(Duration) -> Wish) {
        for (name, text) in &request.ahead {
            let mut lines = text.lines().map(|line| line.as_bytes());
            let Some(syntax) = self.syntax_of(name) else {
                continue;
            };
            if self.runs(name, syntax, &mut lines, known, wish).is_none() {
                return;
            }
        }
    }

    fn runs(
        &self,
        file_name: &str,
        syntax: &SyntaxReference,
        lines: &mut dyn Iterator<Item = &[u8]>,
        known: &mut Known,
        wish: &dyn Fn(Duration) -> Wish,
    ) -> Option<Vec<Runs>> {
        let start = (ParseState::new(syntax), ScopeStack::new());
        let since = Instant::now();
        known.colour(file_name, lines, start, |line, state| {
            match wish(since.elapsed()) {
                Wish::All => Some(Parsed::Runs(self.runs_of_line(line, state))),
                Wish::NoMore => Some(Parsed::LeftOut),
                Wish::None => None,
            }
        })
    }

    fn syntax_of(&self, name: &str) -> Option<&SyntaxReference> {
        let extension = name.rsplit('.').next().unwrap_or(name);
        let by_name = self.syntaxes.find_syntax_by_extension(name);
        by_name.or_else(|| self.syntaxes.find_syntax_by_extension(extension))
    }

    fn runs_of_line(&self, line: &[u8], (state, stack): &mut State) -> Runs {
        // A line that is not text, or too long, is left plain; the state goes on from the line before.
        let (Ok(text), true) = (line.to_str(), line.len() <= LONGEST) else {
            return Runs::new();
        };
        let Ok(ops) = state.parse_line(&format!("{text}\n"), &self.syntaxes) else {
            return Runs::new();
        };
        let mut runs = Runs::new();
        let mut from = 0;
        for (at, op) in ops {
            let at = at.min(text.len());
            self.push_run(&mut runs, from..at, stack);
            from = at;
            if stack.apply(&op).is_err() {
                return Runs::new();
            }
        }
        self.push_run(&mut runs, from..text.len(), stack);
        runs
    }

    fn push_run(&self, runs: &mut Runs, range: Range<usize>, stack: &ScopeStack) {
        if range.is_empty() {
            return;
        }
        let role = (stack.scopes.iter().rev()).find_map(|scope| self.role_of(*scope));
        if let Some(role) = role.filter(|role| *role != Role::Text) {
            runs.push((range, role));
        }
    }

    fn role_of(&self, scope: Scope) -> Option<Role> {
        let mut known = self.known.borrow_mut();
        *known.entry(scope).or_insert_with(|| {
            let mut roles = self.roles.iter();
            let role = roles.find(|(name, _)| name.is_prefix_of(scope));
            role.map(|(_, role)| *role)
        })
    }
}

/// Colours what is asked for until nobody asks any more, the latest first; what is asked for meanwhile ends the work on
/// what was asked before.
pub fn work(requests: &Receiver<Request>, done: impl Fn(Colouring)) {
    let languages = Languages::load();
    let mut known = Known::default();
    let mut next = requests.recv().ok();
    while let Some(request) = next.take() {
        let newer = std::cell::RefCell::new(None);
        let wish = |taken: Duration| match requests.try_recv() {
            Ok(request) => {
                newer.replace(Some(request));
                Wish::None
            }
            Err(TryRecvError::Disconnected) => Wish::None,
            Err(TryRecvError::Empty) if taken > MOST_TIME => Wish::NoMore,
            Err(TryRecvError::Empty) => Wish::All,
        };
        if let Some(colouring) = languages.colour(&request, &mut known, &wish) {
            done(colouring);
            languages.look_ahead(&request, &mut known, &wish);
        }
        next = newer.take().or_else(|| requests.recv().ok());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patch::{Hunk, HunkId, HunkLine, LineKind};

    /// Asks for the colours of a patch of these lines, as a file of that name.
    fn request(lines: &[&str], file_name: &str) -> Request {
        let lines = lines.iter();
        let lines = lines.map(|line| HunkLine::new(LineKind::Context, *line));
        let hunk = Hunk {
            lines: lines.collect(),
            ..Hunk::default()
        };
        let doc = Doc::of_patch(&hunk, HunkId { file: 0, hunk: 0 });
        Request::new(&doc, file_name.to_string(), 7).expect("a small file")
    }

    #[test]
    fn what_takes_too_long_or_is_too_long_stays_plain() {
        let blanks = " ".repeat(100_000);
        let file = request(&["; a", &blanks, "; b", "; c"], "a.ini");
        let n_asked = std::cell::Cell::new(0);
        let wish = |_| {
            n_asked.set(n_asked.get() + 1);
            let is_last = n_asked.get() % 4 == 0;
            if is_last { Wish::NoMore } else { Wish::All }
        };
        let colouring = Languages::load().colour(&file, &mut Known::default(), &wish);
        let colouring = colouring.expect("somebody wants it");
        let is_plain = |runs: &Runs| runs.is_empty();
        let plain: Vec<bool> = colouring.new.iter().map(is_plain).collect();
        assert_eq!(plain, [false, true, false, true]);
        let nobody = Languages::load().colour(&file, &mut Known::default(), &|_| Wish::None);
        assert!(nobody.is_none());
    }

    #[test]
    fn the_parts_of_a_line_get_their_roles() {
        let request = request(&["fn one() -> u8 { 1 } // one"], "a.rs");
        let colouring = Languages::load()
            .colour(&request, &mut Known::default(), &|_| Wish::All)
            .expect("it is not cancelled");
        let line = "fn one() -> u8 { 1 } // one";
        let shown: Vec<(&str, Role)> = colouring.new[0]
            .iter()
            .map(|(range, role)| (line[range.clone()].trim(), *role))
            .filter(|(text, _)| !text.is_empty())
            .collect();
        for part in [
            ("fn", Role::Keyword),
            ("one", Role::Function),
            ("1", Role::Number),
        ] {
            assert!(shown.contains(&part), "{part:?} in {shown:?}");
        }
        assert!(
            shown.iter().any(|(_, role)| *role == Role::Comment),
            "{shown:?}"
        );
        assert_eq!(colouring.generation, 7);
    }

    #[test]
    fn what_is_likely_to_be_asked_for_next_is_known_by_then() {
        let languages = Languages::load();
        let text = Arc::new(Text::new("fn two() {}\nfn three() {}\n"));
        let ahead = std::iter::once(("b.rs".to_string(), text));
        let first = request(&["fn one() {}"], "a.rs").with_ahead(ahead);
        let mut known = Known::default();
        let n_parsed = std::cell::Cell::new(0);
        let count = |_| {
            n_parsed.set(n_parsed.get() + 1);
            Wish::All
        };
        languages.look_ahead(&first, &mut known, &count);
        assert_eq!(n_parsed.get(), 2);
        let next = request(&["fn two() {}", "fn three() {}"], "b.rs");
        let coloured = languages.colour(&next, &mut known, &count).expect("wanted");
        assert_eq!(n_parsed.get(), 2, "nothing is looked at again");
        assert!(coloured.new.iter().all(|runs| !runs.is_empty()));
        // What is asked for meanwhile goes first.
        let mut known = Known::default();
        languages.look_ahead(&first, &mut known, &|_| Wish::None);
        languages.colour(&next, &mut known, &count).expect("wanted");
        assert_eq!(n_parsed.get(), 4);
    }

    /// Whatever is known, a text gets the colours that it gets alone; and what is known is not looked at again.
    #[test]
    fn what_is_known_is_coloured_alike_and_once() {
        let languages = Languages::load();
        let line = |n: usize| match n % 40 {
            7 => "/* begins".to_string(),
            9 => "ends */ let x = \"a\";".to_string(),
            _ => format!("fn f{n}() -> u8 {{ {n} }} // it"),
        };
        let base: Vec<String> = (0..400).map(line).collect();
        let mut texts = vec![base.clone()];
        for (at, n_gone, new) in [
            (0, 0, vec!["use a;"]),
            (200, 1, vec![]),
            (399, 1, vec!["/* open"]),
            (31, 3, vec!["let x = 1;", "let y = 2;"]),
            (100, 0, vec!["/* all that follows"]),
            (0, 400, vec![]),
            (0, 0, vec![]),
        ] {
            let mut text = base.clone();
            text.splice(at..at + n_gone, new.into_iter().map(String::from));
            texts.push(text);
        }
        let mut known = Known::default();
        for (nth, text) in texts.iter().enumerate() {
            let lines: Vec<&str> = text.iter().map(String::as_str).collect();
            let n_parsed = std::cell::Cell::new(0);
            let file = request(&lines, "a.rs");
            let count = |_| {
                n_parsed.set(n_parsed.get() + 1);
                Wish::All
            };
            let colouring = languages.colour(&file, &mut known, &count).expect("wanted");
            let alone = languages.colour(&file, &mut Known::default(), &|_| Wish::All);
            assert_eq!(colouring.new, alone.expect("wanted").new, "{nth}");
            let most = match nth {
                0 => 400,
                5 => 340,
                _ => 80,
            };
            assert!(n_parsed.get() <= most, "{nth}: {}", n_parsed.get());
        }
        // What was left out for its time is looked at again.
        let file = request(&["fn late() {}"], "a.rs");
        let late = languages.colour(&file, &mut known, &|_| Wish::NoMore);
        assert!(late.expect("wanted").new[0].is_empty());
        let again = languages.colour(&file, &mut known, &|_| Wish::All);
        assert!(!again.expect("wanted").new[0].is_empty());
    }
}
