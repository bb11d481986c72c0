//! The named fields of one edit, as a tool call gives them in JSON or XML; [`super::role`] says what each is for.

use bstr::{BString, ByteSlice};

use super::field::FieldText;
use super::role::{self, Role, role};
use super::verb;
use crate::dialect::name::shape;
use crate::dialect::walk::line;
use crate::patch::{Hunk, HunkLine, LineKind};
use crate::text::{LineSpan, Piece};

/// The fields of one edit.
#[derive(Debug, Clone, Default)]
pub(in crate::dialect) struct Call {
    /// What the tool or its command is called, in lower case; empty when nothing says.
    pub(in crate::dialect) verb: String,
    /// All that it says of what it does: the name of its tool, and of what that is told to do.
    pub(in crate::dialect) verbs: Vec<String>,
    pub(in crate::dialect) fields: Vec<(String, FieldText)>,
    /// The part of the file that its new text takes the place of, where that is given by lines and columns.
    pub(in crate::dialect) range: Option<TextRange>,
    pub(in crate::dialect) origin: LineSpan,
    /// Whether it is one of several edits of one call.
    pub(in crate::dialect) is_one_of: bool,
    /// Whether it names files in a list of which an item cannot be read.
    pub(in crate::dialect) is_unclear: bool,
}

/// A part of a file as editors name it: lines and columns from 0 on, its end excluded; columns count units of UTF-16.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) struct TextRange {
    pub(in crate::dialect) start: (usize, usize),
    pub(in crate::dialect) end: (usize, usize),
}

impl Call {
    /// Returns the text of the first field with the role `wanted`.
    pub(in crate::dialect) fn get(&self, wanted: Role) -> Option<&FieldText> {
        self.fields
            .iter()
            .find(|(name, _)| role(name) == Some(wanted))
            .map(|(_, text)| text)
    }

    /// Returns the texts of all fields with the role `wanted`, but for numbers.
    pub(in crate::dialect) fn all(&self, wanted: Role) -> impl Iterator<Item = &FieldText> {
        let is_wanted =
            move |name: &str| role(name) == Some(wanted) && role::number(name).is_none();
        let fields = self.fields.iter().filter(move |(name, _)| is_wanted(name));
        let texts = fields.map(|(_, text)| text);
        texts.filter(|text| line::number(&text.one_line()).is_none())
    }

    /// Returns whether it gives more than one text of a role: only one of them could be taken.
    fn gives_several(&self, wanted: Role) -> bool {
        let mut texts = self.all(wanted).map(|text| &text.lines);
        let Some(first) = texts.next() else {
            return false;
        };
        let bodies = |lines: &[(Piece, usize)]| -> Vec<Piece> {
            lines.iter().map(|(body, _)| body.clone()).collect()
        };
        let first = bodies(first);
        texts.any(|other| bodies(other) != first)
    }

    /// Returns the text of the field called `name` exactly.
    pub(in crate::dialect) fn named(&self, name: &str) -> Option<&FieldText> {
        self.fields
            .iter()
            .find(|(other, _)| other == name)
            .map(|(_, text)| text)
    }

    /// Returns the number in the first field with the role `wanted`.
    pub(in crate::dialect) fn number(&self, wanted: Role) -> Option<usize> {
        line::number(&self.get(wanted)?.one_line())
    }

    /// Returns whether it has a field that nobody knows what it is for.
    pub(in crate::dialect) fn has_unknown(&self) -> bool {
        self.fields.iter().any(|(name, _)| role(name).is_none())
    }

    /// Returns whether it names a file, no tool, and more that is not known: among edits, that is likely to be one.
    pub(in crate::dialect) fn may_be_edit(&self) -> bool {
        let has_more = || self.has_unknown() || self.get(Role::Patch).is_some();
        self.verb.is_empty() && self.get(Role::Path).is_some() && has_more()
    }

    /// Returns whether what it is called holds one of `words`.
    pub(in crate::dialect) fn verb_has(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.verb.contains(word))
    }

    /// Returns whether one of the words that it is called by is one of `words`; a name that is not parted may hold it anywhere.
    fn has_word(&self, words: &[&str]) -> bool {
        let is_sign = |sign: char| !sign.is_ascii_alphanumeric();
        let is = |part: &str, word: &str| part == word || part.strip_suffix('s') == Some(word);
        match self.verb.contains(is_sign) {
            true => self
                .verb
                .split(is_sign)
                .any(|part| words.iter().any(|word| is(part, word))),
            false => self.verb_has(words),
        }
    }

    /// Returns whether what it is called says that it is about a file as a whole.
    pub(in crate::dialect) fn says_file(&self) -> bool {
        self.has_word(&["file"])
    }

    /// Returns whether it only reads: the tool does, or its command, where it has several.
    pub(in crate::dialect) fn only_reads(&self) -> bool {
        let command = |(name, text): &(String, FieldText)| {
            role(name) == Some(Role::Verb)
                && role::only_reads(&text.one_line().to_str_lossy().to_lowercase())
        };
        role::only_reads(&self.verb) || self.fields.iter().any(command)
    }

    /// Returns whether what it is called says that something goes.
    pub(in crate::dialect) fn deletes(&self) -> bool {
        self.verb_has(&["delete", "remove"])
    }

    /// Takes a name of the tool or its command, unless it says less than the one that is known.
    pub(in crate::dialect) fn set_verb(&mut self, name: &str) {
        let name = verb::own(name);
        self.verbs.push(name.clone());
        if self.verb.is_empty() || !is_of_every_call(&name) {
            self.verb = name;
        }
    }

    /// Begins its content with an empty line where a field of its own asks for one, and drops the field.
    pub(in crate::dialect) fn lead_with_newline(&mut self) {
        let asks = |(name, _): &(String, FieldText)| name.eq_ignore_ascii_case("leading_newline");
        let value = |at: usize| self.fields[at].1.one_line().to_ascii_lowercase();
        let Some(at) = self.fields.iter().position(asks) else {
            return;
        };
        let is_content = |(name, _): &(String, FieldText)| role(name) == Some(Role::Whole);
        let content = self.fields.iter().position(is_content);
        match (&value(at)[..], content) {
            (b"true", Some(content)) => {
                let text = &mut self.fields[content].1;
                let line = text.lines.first().map_or(self.origin.start, |(_, at)| *at);
                text.lines.insert(0, (Piece::from(""), line));
            }
            (b"false", _) => {}
            _ => return,
        }
        self.fields.remove(at);
    }

    /// Returns `text` as lines to be inserted.
    pub(in crate::dialect) fn insertions(&self, text: &FieldText) -> Hunk {
        let lines = text.lines.iter();
        Hunk {
            lines: lines
                .map(|(body, _)| HunkLine::new(LineKind::Insert, body.clone()))
                .collect(),
            origin: self.origin,
            ..Hunk::default()
        }
    }

    /// Returns the calls that its numbered fields make, each with the fields that have no number; none where none has one.
    pub(in crate::dialect) fn numbered(&self) -> Vec<Call> {
        let number = |name: &str| role::number(name).map(str::to_string);
        let mut numbers: Vec<String> = Vec::new();
        for found in self.fields.iter().filter_map(|(name, _)| number(name)) {
            if !numbers.contains(&found) {
                numbers.push(found);
            }
        }
        let call = |wanted: String| {
            let belongs = |name: &str| number(name).is_none_or(|number| number == wanted);
            let fields = self.fields.iter().filter(|(name, _)| belongs(name));
            let suffix = format!("_{wanted}");
            let unnumbered = |name: &str| name.strip_suffix(&suffix).unwrap_or(name).to_string();
            Call {
                fields: fields
                    .map(|(name, text)| (unnumbered(name), text.clone()))
                    .collect(),
                is_one_of: true,
                ..self.clone()
            }
        };
        numbers.into_iter().map(call).collect()
    }

    /// Returns whether it is about a part of its file, whatever it does to it.
    pub(in crate::dialect) fn names_a_part(&self) -> bool {
        let roles = [Role::StartLine, Role::EndLine, Role::InsertLine];
        self.says_part() || roles.iter().any(|role| self.get(*role).is_some())
    }

    /// Returns whether its name, or a field that names no line, says that it is about a part of its file.
    pub(in crate::dialect) fn says_part(&self) -> bool {
        const PARTS: &[&str] = &[
            "line", "symbol", "block", "cell", "key", "comment", "import", "function", "section",
            "range", "class", "method", "variable", "field", "member", "property", "interface",
            "struct", "constant", "parameter", "argument", "snippet", "selection", "identifier",
        ];
        /// These may also say where the tool is: `text_editor_move_file`.
        const PLACES: &[&str] = &["text", "code", "string"];
        let is_called_so = self.has_word(PARTS) || self.has_word(PLACES) && !self.says_file();
        is_called_so || self.get(Role::Symbol).is_some()
    }

    /// Returns whether it is about a symbol in its file: it names one, or gives a text for one.
    fn names_symbol(&self) -> bool {
        const SYMBOLS: &[&str] = &[
            "symbol", "function", "method", "class", "variable", "struct",
        ];
        let lines = [Role::StartLine, Role::InsertLine, Role::Old, Role::Anchor];
        let gives_text = self.get(Role::New).or(self.get(Role::Whole)).is_some();
        let has_place = || lines.iter().any(|role| self.get(*role).is_some());
        let is_said = || self.verb_has(SYMBOLS) && !is_of_every_call(&self.verb);
        self.get(Role::Symbol).is_some() || gives_text && is_said() && !has_place()
    }

    /// Returns the paths that it gives to the file which it changes. Those that are numbered are of several edits.
    pub(in crate::dialect) fn paths(&self) -> impl Iterator<Item = BString> {
        let is_path = |name: &str| role(name) == Some(Role::Path) && role::number(name).is_none();
        let paths = self.fields.iter().filter(move |(name, _)| is_path(name));
        paths.map(|(_, text)| text.one_line())
    }

    /// Returns whether it has two paths, and not one of them twice, as from the root and from the folder one stands in.
    fn names_two_files(&self) -> bool {
        let mut paths = self.paths();
        let Some(first) = paths.next() else {
            return false;
        };
        let first = components(&first);
        paths.any(|path| {
            let other = components(&path);
            let is_same = first.ends_with(&other) || other.ends_with(&first);
            !is_same && shape::looks_like_path(&path)
        })
    }

    /// Returns why it cannot be read although it is an edit; `None` where nothing stands in the way.
    pub(in crate::dialect) fn fault(&self) -> Option<&'static str> {
        let says = |wanted, words: &[&str]| {
            let text = self.get(wanted).map(FieldText::one_line);
            text.is_some_and(|text| words.iter().any(|word| text == *word))
        };
        let is_path = |text: &FieldText| shape::looks_like_path(&text.one_line());
        let old = self.get(Role::Old).is_some();
        let new = self.get(Role::New).or(self.get(Role::Whole)).is_some();
        if says(Role::Encoding, &["base64"]) && new {
            Some("its content is encoded as base64")
        } else if old && (says(Role::Pattern, &["true"]) || says(Role::Mode, &["regex"])) {
            Some("its old text is a pattern")
        } else if self.names_two_files() {
            Some("it names two files")
        } else if self.gives_several(Role::Old) || self.gives_several(Role::New) {
            Some("it gives two texts where one is asked for")
        } else if old && new && self.get(Role::NewPath).is_some_and(is_path) {
            Some("it also gives the file a new path")
        } else if self.names_symbol() && !(old && new) && self.range.is_none() {
            Some("it names its place by a symbol, not by lines")
        } else if self.deletes() && new && !old && self.get(Role::EndLine).is_none() {
            Some("it does not say whether it deletes its text or its file")
        } else if !new && (self.named("old_string").is_some() || self.named("oldString").is_some())
        {
            Some("it has no new text")
        } else if !new && old && self.has_unknown() {
            // That may be the new text; without it the old one would be deleted.
            Some("none of its fields is known to be its new text")
        } else {
            None
        }
    }
}

/// Returns whether `verb` says only that something is a call, or a message of the model.
pub(in crate::dialect) fn is_of_every_call(verb: &str) -> bool {
    let plain = verb.replace(['_', '-'], "");
    matches!(
        &plain[..],
        "function"
            | "tool"
            | "tooluse"
            | "toolcall"
            | "toolinvocation"
            | "functioncall"
            | "customtoolcall"
            | "assistant"
            | "gemini"
            | "model"
            | "ai"
            | "aimessagechunk"
            | "mcpcall"
            | "mcptool"
            | "usemcptool"
            | "callmcptool"
            | "parallel"
    )
}

/// Returns the parts of a path that say where it leads.
fn components(path: &[u8]) -> Vec<&[u8]> {
    let parts = path.split(|byte| matches!(byte, b'/' | b'\\'));
    parts
        .filter(|part| !matches!(*part, b"" | b"." | b".."))
        .collect()
}
