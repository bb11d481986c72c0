//! The colours of the language, found by a worker so that the first paint never waits. A file is coloured as it is and as
//! it would be; what comes too late for the rows on the screen is dropped.

use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};

use bstr::{BString, ByteSlice};
use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxReference, SyntaxSet};

use super::doc::{Doc, Reading};
use super::theme::Role;
use crate::text::Text;

/// A file of more lines or bytes stays plain.
const MOST_LINES: usize = 20_000;
const MOST_BYTES: usize = 1 << 20;

/// A longer line stays plain.
const LONGEST: usize = 2_000;

/// The pieces of one line that have a colour, by its bytes.
pub type Runs = Vec<(Range<usize>, Role)>;

/// The colours of a file.
#[derive(Debug, Clone, Default)]
pub struct Colouring {
    /// Which rows they are for.
    pub generation: u64,
    /// The text that `old` is for.
    pub text: Option<Arc<Text>>,
    /// By line of the file as it is.
    pub old: Vec<Runs>,
    /// By line of the file as it would be.
    pub new: Vec<Runs>,
}

/// What is to be coloured.
#[derive(Debug, Clone)]
pub struct Request {
    generation: u64,
    file_name: String,
    text: Arc<Text>,
    result: Vec<BString>,
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
            file_name,
            text: text.clone(),
            result: cells.map(|cell| cell.body.to_owned()).collect(),
        })
    }
}

/// The languages known, and the names of their parts.
pub struct Languages {
    syntaxes: SyntaxSet,
    roles: Vec<(Scope, Role)>,
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
        }
    }

    /// Finds the colours; `None` when `stop` says that nobody wants them any more.
    pub fn colour(&self, request: &Request, stop: &dyn Fn() -> bool) -> Option<Colouring> {
        let Some(syntax) = self.syntax_of(request) else {
            return Some(Colouring {
                generation: request.generation,
                ..Colouring::default()
            });
        };
        let old = request.text.lines();
        let old = self.runs(syntax, old.map(|line| line.as_bytes()), stop)?;
        let new = request.result.iter().map(|line| line.as_bytes());
        Some(Colouring {
            generation: request.generation,
            text: Some(request.text.clone()),
            old,
            new: self.runs(syntax, new, stop)?,
        })
    }

    fn syntax_of(&self, request: &Request) -> Option<&SyntaxReference> {
        let name = &request.file_name;
        let extension = name.rsplit('.').next().unwrap_or(name);
        let by_name = self.syntaxes.find_syntax_by_extension(name);
        by_name.or_else(|| self.syntaxes.find_syntax_by_extension(extension))
    }

    fn runs<'a>(
        &self,
        syntax: &SyntaxReference,
        lines: impl Iterator<Item = &'a [u8]>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<Runs>> {
        let mut state = ParseState::new(syntax);
        let mut stack = ScopeStack::new();
        let mut all = Vec::new();
        for (index, line) in lines.enumerate() {
            if index % 64 == 0 && stop() {
                return None;
            }
            all.push(self.runs_of_line(line, &mut state, &mut stack));
        }
        Some(all)
    }

    fn runs_of_line(&self, line: &[u8], state: &mut ParseState, stack: &mut ScopeStack) -> Runs {
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
        let fits = |scope: &Scope| {
            let role = self
                .roles
                .iter()
                .find(|(name, _)| name.is_prefix_of(*scope));
            role.map(|(_, role)| *role)
        };
        let role = stack.scopes.iter().rev().find_map(fits);
        if let Some(role) = role.filter(|role| *role != Role::Text && !range.is_empty()) {
            runs.push((range, role));
        }
    }
}

/// Colours what is asked for until nobody asks any more, the latest first; what is asked for meanwhile ends the work on
/// what was asked before.
pub fn work(requests: &Receiver<Request>, done: impl Fn(Colouring)) {
    let languages = Languages::load();
    let mut next = requests.recv().ok();
    while let Some(request) = next.take() {
        let newer = std::cell::RefCell::new(None);
        let stop = || match requests.try_recv() {
            Ok(request) => {
                newer.replace(Some(request));
                true
            }
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => false,
        };
        if let Some(colouring) = languages.colour(&request, &stop) {
            done(colouring);
        }
        next = newer.take().or_else(|| requests.recv().ok());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patch::{Hunk, HunkId, HunkLine, LineKind};

    #[test]
    fn the_parts_of_a_line_get_their_roles() {
        let hunk = Hunk {
            lines: vec![HunkLine::new(
                LineKind::Context,
                "fn one() -> u8 { 1 } // one",
            )]
            .into(),
            ..Hunk::default()
        };
        let doc = Doc::of_patch(&hunk, HunkId { file: 0, hunk: 0 });
        let request = Request::new(&doc, "a.rs".to_string(), 7).expect("a small file");
        let colouring = Languages::load()
            .colour(&request, &|| false)
            .expect("nobody stops it");
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
}
