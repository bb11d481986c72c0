//! Files of patches that a reply has saved only to apply them: the edit is what they hold, not the file.

use std::ops::Range;

use bstr::{BStr, ByteSlice};

use super::apply_command::{self, ApplyCommand, Effect, words};
use super::run::UNDOING;
use crate::dialect::name::shape;
use crate::dialect::walk::fence::{Fence, Language};
use crate::dialect::walk::heredoc;
use crate::dialect::walk::line::Line;
use crate::dialect::words::lexicon::List;
use crate::dialect::words::sentence::{self, Sentence, Token};
use crate::text::Trim;

/// What becomes of a block that is to be saved as a file of patches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum PatchFileUse {
    /// It is a file like any other.
    Kept,
    /// A plain command beside it applies it here, forward and as a whole.
    Applied,
    /// Something beside it speaks of applying, and it is not known what is meant.
    Unclear,
}

/// Where a line beside such a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineContext {
    /// Among sentences.
    Words,
    /// Among commands.
    Script,
    /// In what a file holds, or a program prints, or among commands of which the line above says more than to run them.
    Content,
}

/// A block that is to be saved as a file of patches.
#[derive(Debug, Clone)]
pub(in crate::dialect) struct SavedBlock<'a> {
    /// Indexes of its lines among those of the reply.
    pub(in crate::dialect) block: Range<usize>,
    /// Whether it is a part of a script in a fence.
    pub(in crate::dialect) is_in_script: bool,
    /// The file that it is saved as.
    pub(in crate::dialect) path: &'a [u8],
}

/// Returns what becomes of a block that is to be saved. All lines are those of the reply.
pub(in crate::dialect) fn used(lines: &[Line<'_>], saved: &SavedBlock<'_>) -> PatchFileUse {
    let name = saved.path.strip_prefix(b"/tmp/").unwrap_or(saved.path);
    // In a folder, patches are kept.
    if !shape::is_of_patches(saved.path) || name.contains(&b'/') {
        return PatchFileUse::Kept;
    }
    let block = &lines[saved.block.clone()];
    let has_folders = block.iter().any(|line| line.body.starts_with(b"--- a/"));
    let patch = PatchFile { name, has_folders };
    let near = near(lines, saved, &patch);
    let takes_back = |line: &BStr| UNDOING.iter().any(|it| line.contains_str(it));
    let said = |(place, line): &(LineContext, &BStr)| match takes_back(line) {
        true => Instruction::Nothing,
        false => patch.said(*place, line),
    };
    let is_elsewhere = |line: &BStr| words(line).any(|word| GOING.contains(&word));
    // The line that opens a here-document may go somewhere first; what the patch holds goes nowhere.
    let opens = block.first().map(|line| line.body);
    let mut around = near.iter().map(|(_, line)| *line).chain(opens);
    match near.iter().map(said).max() {
        None | Some(Instruction::Nothing) => PatchFileUse::Kept,
        Some(Instruction::Applied) if !around.any(is_elsewhere) => PatchFileUse::Applied,
        Some(Instruction::Applied | Instruction::Unclear) => PatchFileUse::Unclear,
    }
}

/// Commands that go somewhere else.
const GOING: &[&[u8]] = &[b"cd", b"pushd", b"ssh"];

/// Returns the lines beside a block, and where each is.
fn near<'a>(
    lines: &[Line<'a>],
    saved: &SavedBlock<'_>,
    patch: &PatchFile<'_>,
) -> Vec<(LineContext, &'a BStr)> {
    /// How many lines above the block, and below it, are looked at.
    const REACH: (usize, usize) = (6, 30);
    let block = &saved.block;
    let mut near = Vec::new();
    let mut fence = saved.is_in_script.then_some(LineContext::Script);
    for line in lines[block.start.saturating_sub(REACH.0)..block.start]
        .iter()
        .rev()
    {
        if Fence::open(line.body, 0).is_some() {
            // What is in a fence above was there before the patch.
            fence = fence.is_none().then_some(LineContext::Content);
        } else {
            near.push((fence.unwrap_or(LineContext::Words), line.body));
        }
    }
    let mut fence = saved.is_in_script.then_some(LineContext::Script);
    let mut end: Option<&BStr> = None;
    let mut lead: Option<&BStr> = None;
    for line in lines[block.end.min(lines.len())..].iter().take(REACH.1) {
        if let Some(open) = Fence::open(line.body, 0) {
            fence = match fence {
                None if lead.is_some_and(|lead| !patch.is_plain_order(lead)) => {
                    Some(LineContext::Content)
                }
                None => Some(of_fence(open)),
                Some(_) => None,
            };
            (end, lead) = (None, None);
        } else if let Some(end_line) = end {
            near.push((LineContext::Content, line.body));
            end = end.filter(|_| line.trimmed() != end_line);
        } else {
            near.push((fence.unwrap_or(LineContext::Words), line.body));
            let says = fence.is_none() && !line.is_blank();
            lead = if says { Some(line.body) } else { lead };
            end = heredoc::read(line.body).map(|heredoc| heredoc.end);
        }
    }
    near
}

fn of_fence(fence: Fence<'_>) -> LineContext {
    match fence.language() {
        Language::Shell(_) | Language::Console | Language::Text => LineContext::Script,
        Language::Patch | Language::Output | Language::Aside | Language::Code => {
            LineContext::Content
        }
    }
}

/// What a line says of the patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Instruction {
    Nothing,
    /// To apply it, in a command or an order that says nothing else.
    Applied,
    Unclear,
}

/// The file of patches.
struct PatchFile<'a> {
    name: &'a [u8],
    /// Whether the paths in it begin with `a/` and `b/`.
    has_folders: bool,
}

impl PatchFile<'_> {
    fn said(&self, place: LineContext, line: &BStr) -> Instruction {
        let command = line.trimmed();
        let command = command.strip_prefix(b"$ ").unwrap_or(command).as_bstr();
        let is_script = place == LineContext::Script || apply_command::begun(command).is_some();
        if is_script && !command.starts_with(b"#") {
            return if !self.is_spoken_of(command) {
                Instruction::Nothing
            } else if place != LineContext::Content && self.is_run(command) {
                Instruction::Applied
            } else {
                Instruction::Unclear
            };
        }
        // `Here is a patch; apply it with git apply` says two things.
        let parts = command.trim_start_with(|c| c == '#').split_str(";");
        let said = parts.flat_map(|part| {
            let mut sentences = Vec::new();
            sentence::read(part.as_bstr(), &mut sentences);
            sentences
        });
        let said = said.map(|sentence| self.said_in(&sentence)).max();
        match said.unwrap_or(Instruction::Nothing) {
            // A comment is no command, whatever is in it.
            Instruction::Applied if place != LineContext::Words => Instruction::Unclear,
            said @ (Instruction::Nothing | Instruction::Applied | Instruction::Unclear) => said,
        }
    }

    /// Returns whether a command applies patches, or hands this one to a program.
    fn is_spoken_of(&self, command: &BStr) -> bool {
        names_program(command)
            || command.contains_str(self.name) && words(command).any(|word| word == b"patch")
    }

    /// Returns whether a line of a script applies the patch, forward and to the files of the root, and no part of it does anything
    /// else with one.
    fn is_run(&self, line: &BStr) -> bool {
        let mut parts = line.split_str("&&").map(ByteSlice::as_bstr);
        parts.all(|part| !self.is_spoken_of(part) || self.applies(part))
    }

    /// Returns whether a command applies the patch and does nothing else.
    fn applies(&self, command: &BStr) -> bool {
        let read = apply_command::of_line(command);
        read.is_some_and(|it| self.is_plain_command(&it) && !it.files.is_empty())
    }

    /// Returns whether a command does nothing but to apply the patch here, or one that it does not name.
    fn is_plain_command(&self, command: &ApplyCommand<'_>) -> bool {
        let is_of_root = match command.strip {
            None | Some(b"1") => true,
            Some(b"0") => !self.has_folders,
            Some(_) => false,
        };
        let is_named = |word: &&[u8]| self.is_named(word);
        command.effect == Effect::Applies && is_of_root && command.files.iter().all(is_named)
    }

    fn is_named(&self, word: &[u8]) -> bool {
        let word = word.trim_with(|c| matches!(c, '"' | '\''));
        let word = word
            .strip_prefix(b"./")
            .or(word.strip_prefix(b"/tmp/"))
            .unwrap_or(word);
        word == self.name
    }

    /// Returns whether a line of words orders to apply the patch, or to run what is below it, and says nothing else.
    fn is_plain_order(&self, line: &BStr) -> bool {
        let mut sentences = Vec::new();
        sentence::read(line, &mut sentences);
        let mut said = sentences.iter().filter(|it| !it.tokens.is_empty());
        said.all(|it| !it.is_question && it.tokens.iter().all(|token| self.is_plain(token)))
    }

    /// Returns whether a word may be part of an order that says nothing else.
    fn is_plain(&self, token: &Token<'_>) -> bool {
        match token {
            Token::Word(word) => List::SavePatch.has(word),
            Token::Name(code) => {
                let read = apply_command::of_line(code);
                self.is_named(code) || read.is_some_and(|it| self.is_plain_command(&it))
            }
            Token::Value(code) => self.is_named(code) || **code == *b"-p1",
            Token::Break => true,
        }
    }

    /// Reads what a sentence says of the patch. Only an order that says nothing else has it applied: all its words are known.
    fn said_in(&self, sentence: &Sentence<'_>) -> Instruction {
        let tokens = &sentence.tokens[..];
        let names_file = |token: &Token<'_>| token.code().is_some_and(|code| self.is_named(code));
        let is_command = |token: &Token<'_>| token.name().is_some_and(names_program);
        let applies = |token: &Token<'_>| {
            let word = token.word().unwrap_or_default();
            APPLYING.contains(&word) || word == "am"
        };
        let means_patch = |token: &Token<'_>| {
            let word = token.word().unwrap_or_default();
            matches!(word, "it" | "this" | "that" | "patch" | "diff") || names_file(token)
        };
        let is_command_of_words = |pair: &[Token<'_>]| {
            let word = pair[0].word().unwrap_or_default();
            word == "git" && pair[1].word() == Some("apply")
                || word == "patch" && names_file(&pair[1])
        };
        let speaks_of_it = |at: usize| {
            let end = tokens.len().min(at + 4);
            applies(&tokens[at]) && tokens[at + 1..end].iter().any(means_patch)
        };
        let has_command =
            tokens.iter().any(is_command) || tokens.windows(2).any(is_command_of_words);
        let is_about_it = tokens.iter().any(names_file) && tokens.iter().any(applies);
        if !has_command && !is_about_it && !(0..tokens.len()).any(speaks_of_it) {
            return Instruction::Nothing;
        }
        let is_ordered = !sentence.is_question && tokens.iter().all(|token| self.is_plain(token));
        match (is_ordered, has_command) {
            (true, true) => Instruction::Applied,
            // `Then apply it:` has the command below it.
            (true, false) if sentence.leads_on => Instruction::Nothing,
            (true | false, _) => Instruction::Unclear,
        }
    }
}

/// Returns whether a command that applies patches is in a text.
fn names_program(text: &BStr) -> bool {
    *text == *b"patch" || apply_command::named_in(text).next().is_some()
}

const APPLYING: &[&str] = &["apply", "applied", "applies", "applying"];
