//! What one sentence, or a row of a table, asks of the lines of a file.

use bstr::{BStr, ByteSlice};

use super::ask::{Ask, Lead, is_path, substitution};
use super::asked_words::{
    AUXILIARIES, BECOMING, COLUMNS, CONDITIONS, KINDS_OF_CODE, MEANS, TURNING, Verb, verb,
};
use super::done::shares_words;
use super::prose;
use super::sentence::{self, Token};
use crate::dialect::name::cited::cut_place;
use crate::text::Trim;

/// The most words between a verb and the code it is about.
pub(super) const NEAR: usize = 8;

/// Words by which a sentence sets itself against the one before it, and is about the same file.
const CONTRASTING: &[&str] = &["though", "however", "but", "only", "just", "there"];

/// Reads a change of lines by the verb at `at`: `change A to B in FILE`, `add A to FILE`, `delete line 5 of FILE`.
pub(super) fn change<'a>(
    tokens: &[Token<'a>],
    lead: &Lead<'a>,
    at: usize,
    verb: Verb,
    is_claim: bool,
) -> Option<Ask<'a>> {
    let word = |at: usize| tokens.get(at).and_then(Token::word);
    let is_code = |code_at: usize| {
        let token = tokens.get(code_at)?;
        // A number is a value only as what something changes to: `add 2 tests`, `on line 5`.
        let code = token.code().filter(|_| !token.is_number())?;
        let may_be = !prose::is_run(code) || is_object(tokens, at, code_at);
        (!is_path(code) && may_be).then_some(code)
    };
    let only = only_file(tokens, lead).map(|file| {
        // `a.c: nothing to change. Remove x though.`
        let before = match lead.before[..] {
            [path] if verb == Verb::Delete => Some(path),
            _ => None,
        };
        let sets_apart =
            |token: &Token<'_>| token.word().is_some_and(|it| CONTRASTING.contains(&it));
        file.or(before.filter(|_| tokens.iter().any(sets_apart)))
    });
    // `Move f from a.py to b.py` takes it from the first.
    let first_file = || {
        tokens
            .iter()
            .filter_map(Token::name)
            .find(|name| is_path(name))
    };
    let file = match verb {
        Verb::Move => only.unwrap_or_else(first_file),
        Verb::Delete | Verb::Copy | Verb::Make | Verb::Change | Verb::Line | Verb::Shape => only?,
    };
    let is_line = |pair: &[Token<'_>]| {
        matches!(pair[0].word(), Some("line" | "lines")) && pair[1].is_number()
    };
    let line = tokens.windows(2).any(is_line);
    // `In a try/except` says how.
    let is_noun = |at: usize| matches!(word(at - 1), Some("a" | "the" | "in" | "with"));
    let is_condition = |at: usize| {
        word(at).is_some_and(|it| CONDITIONS.contains(&it) && !(it == "try" && is_noun(at)))
    };
    let first = (at + 1..at + 1 + NEAR).find(|at| is_code(*at).is_some());
    if (at + 1..tokens.len()).any(is_condition) {
        return None;
    }
    let value = |at: usize| {
        let code = tokens.get(at)?.code();
        // Behind what is old, a command is the new text. Alone, it is how the change is made.
        code.filter(|code| !is_path(code) && (first.is_some() || !prose::is_run(code)))
    };
    let becomes = |at: &usize| matches!(word(*at), Some("to" | "with" | "by" | "into"));
    let value_behind = |from: usize| {
        let words = (from + 1..from + 2 * NEAR).filter(becomes);
        words.map(|at| at + 1).find_map(value)
    };
    let target = || first.and_then(value_behind).or_else(|| value_behind(at));
    let first_code = first.and_then(is_code);
    // `Set DEBUG = False` and `set timeout: 60` say all in one.
    let assigns = |code: &&BStr| code.contains(&b'=') || code.contains_str(": ");
    let setting = || first_code.filter(|code| word(at) == Some("set") && assigns(code));
    // `The change on line 5` is spoken of, and `as follows` points to a block.
    let points = ["follows", "following", "below", "this"];
    let is_noun = || {
        (at..tokens.len()).any(|at| word(at).is_some_and(|word| points.contains(&word)))
            || at
                .checked_sub(1)
                .is_some_and(|at| matches!(word(at), Some("the" | "a" | "this" | "that")))
    };
    let (old, new) = match verb {
        // What is told as moved is what the edits are about.
        Verb::Move if only.is_none() => (Some(first_code.filter(|_| !is_claim)?), None),
        // `Move f to a new file g.py` brings it there.
        Verb::Move
            if file.is_some()
                && !is_claim
                && target().is_none()
                && goes_to_file(tokens, first?) =>
        {
            (None, first_code)
        }
        Verb::Shape => (file.is_some() && !is_claim && !is_noun()).then_some((None, None))?,
        Verb::Change | Verb::Move => match target().or_else(setting) {
            Some(new) if setting().is_some() => (None, Some(new)),
            Some(new) => (first_code, Some(new)),
            None => {
                let orders = (at..tokens.len()).any(|at| word(at) == Some("order"));
                let is_asked = verb == Verb::Change && (line || orders) && file.is_some();
                (is_asked && !is_claim && !is_noun()).then_some((None, None))?
            }
        },
        Verb::Make => (None, Some(first_code?)),
        Verb::Delete if line => (first_code, None),
        Verb::Delete => (Some(first_code?), None),
        Verb::Line => {
            let is_said = line || first_code.is_some();
            (is_said && file.is_some() && !is_noun()).then_some((None, None))?
        }
        Verb::Copy => return None,
    };
    // Without a file, a sentence is a request only where it gives old and new, or deletes code whose kind it names. Other
    // sentences describe the patch.
    let is_explicit = !is_claim
        && match (old, new) {
            // `Set X to Y` may be about an environment variable.
            (Some(_), Some(_)) => word(at) != Some("set") || names_file_in_words(tokens),
            (Some(_), None) => verb == Verb::Delete && names_kind(tokens, first),
            (None, _) => false,
        };
    if file.is_none() && !line && !lead.is_alone && !is_explicit {
        return None;
    }
    Some(Ask::Changed {
        file,
        old,
        new,
        is_claim,
    })
}

/// Returns whether a path to which the code at `at` goes is behind it.
fn goes_to_file(tokens: &[Token<'_>], at: usize) -> bool {
    let goes = |token: &Token<'_>| matches!(token.word(), Some("to" | "into"));
    let mut behind = tokens[at + 1..].iter();
    behind.next().is_some_and(goes) && behind.find_map(Token::name).is_some_and(is_path)
}

/// Returns whether the code at `code_at` is what the verb at `verb_at` is about: `add X`. Behind a word such as `with` it is
/// how that is done, and after `make sure` it is only spoken of.
fn is_object(tokens: &[Token<'_>], verb_at: usize, code_at: usize) -> bool {
    let is_means = |token: &Token<'_>| token.word().is_some_and(|word| MEANS.contains(&word));
    let between = tokens.get(verb_at + 1..code_at);
    between.is_some_and(|between| !between.iter().any(is_means))
}

/// Returns whether a file without an extension is named as a plain word: `in the Makefile`.
fn names_file_in_words(tokens: &[Token<'_>]) -> bool {
    let word = |token: &Token<'_>, is: &dyn Fn(&str) -> bool| token.word().is_some_and(is);
    tokens.windows(3).any(|row| {
        let is_name = |word: &str| word.ends_with("file") && word != "file";
        word(&row[0], &|word| matches!(word, "in" | "of"))
            && word(&row[1], &|word| word == "the" || word == "your")
            && word(&row[2], &is_name)
    })
}

/// Returns whether a word beside the code at `first` says what kind of code it is.
fn names_kind(tokens: &[Token<'_>], first: Option<usize>) -> bool {
    let is_kind = |at: usize| {
        let word = tokens.get(at).and_then(Token::word);
        word.is_some_and(|word| KINDS_OF_CODE.contains(&word))
    };
    first.is_some_and(|at| is_kind(at + 1) || at > 0 && is_kind(at - 1))
}

/// Reads `A must become B` and `A -> B`, where a file is named for it.
pub(super) fn becomes<'a>(tokens: &[Token<'a>], lead: &Lead<'a>) -> Option<Ask<'a>> {
    let is_value = |token: &Token<'a>| token.code().is_some_and(|code| !is_path(code));
    let is_named = |token: &Token<'_>| is_value_of(token) && !token.is_number();
    let word =
        |token: &Token<'_>, words: &[&str]| token.word().is_some_and(|word| words.contains(&word));
    let file = only_file(tokens, lead)??;
    let is_condition = tokens.iter().any(|token| word(token, CONDITIONS));
    if let Some(new) = becomes_of_line(tokens).filter(|_| !is_condition) {
        return Some(Ask::Changed {
            file: Some(file),
            old: None,
            new: Some(new),
            is_claim: false,
        });
    }
    let first = tokens
        .iter()
        .position(|token| is_value(token) && is_named(token))?;
    let second = tokens[first + 1..].iter().position(is_value)? + first + 1;
    if is_told_of_others(&tokens[..first]) {
        return None;
    }
    let between = &tokens[first + 1..second];
    let is_plain = between.iter().all(|token| match token {
        Token::Word(word) => BECOMING.contains(&&**word),
        Token::Name(name) => is_path(name),
        Token::Value(_) => false,
        Token::Break => true,
    });
    let is_to_be =
        |pair: &[Token<'_>]| word(&pair[0], &["should", "must"]) && word(&pair[1], &["be"]);
    let turns =
        between.iter().any(|token| word(token, TURNING)) || between.windows(2).any(is_to_be);
    (is_plain && turns && !is_condition).then_some(Ask::Changed {
        file: Some(file),
        old: tokens[first].code(),
        new: tokens[second].code(),
        is_claim: false,
    })
}

/// Reads a line that is a place in a file, and a change of it from old to new: `FILE:13 A -> B`. Both are in backticks, or have
/// words in common; a chain of places has none.
pub(super) fn at_place(line: &BStr) -> Option<Ask<'_>> {
    const ARROWS: [&str; 3] = [" -> ", " => ", " → "];
    let end = line.find_byteset(b" \t")?;
    let named = line[..end].trim_with(|c| matches!(c, '`' | '*' | ':'));
    let (path, place) = cut_place(named);
    let file = path.as_bstr();
    let arrow = ARROWS.iter().find(|arrow| line.contains_str(arrow))?;
    let (old, new) = line[end..].split_once_str(arrow)?;
    let is_quoted = |text: &[u8]| text.starts_with(b"`") && text.ends_with(b"`");
    let (old, new) = (old.trim_with(|c| " :-".contains(c)), new.trim());
    let are_quoted = is_quoted(old) && is_quoted(new);
    let bare = |text: &'_ [u8]| text.trim_with(|c| c == '`' || c == ' ').is_empty();
    let is_one = ARROWS.iter().all(|arrow| !new.contains_str(arrow));
    // What is measured is no code: `120 ns -> 80 ns`.
    let is_measured = old.first().is_some_and(u8::is_ascii_digit);
    let is_change = !bare(old) && !bare(new) && is_one && old != new && !is_measured;
    (place.is_some() && is_path(file) && is_change && (are_quoted || shares_words(old, new)))
        .then_some(Ask::Changed {
            file: Some(file),
            old: Some(old.as_bstr()),
            new: Some(new.as_bstr()),
            is_claim: false,
        })
}

/// Returns whether the words before a value tell that somebody changed it: `upstream changed the limit from`. A change that the
/// reply claims for itself is read by its verb.
fn is_told_of_others(before: &[Token<'_>]) -> bool {
    let word = |at: usize| before.get(at).and_then(Token::word);
    let tells = |at: &usize| matches!(word(*at).and_then(verb), Some((_, true)));
    let Some(at) = (0..before.len()).rev().find(tells) else {
        return false;
    };
    let near = at.saturating_sub(2)..at;
    let is_passive = near
        .filter_map(word)
        .any(|word| AUXILIARIES.contains(&word));
    let has_object = !matches!(word(at + 1), Some("from" | "to" | "into"));
    at > 0 && !is_passive && has_object
}

/// Reads substitutions as `sed` writes them, where a file is named for them: `s/old/new/` in FILE.
pub(super) fn substituted<'a>(tokens: &[Token<'a>], lead: &Lead<'a>) -> Vec<Ask<'a>> {
    let is_condition =
        |token: &Token<'_>| token.word().is_some_and(|word| CONDITIONS.contains(&word));
    let before = match lead.before[..] {
        [path] => Some(path),
        _ => None,
    };
    let file = only_file(tokens, lead).and_then(|file| file.or(before));
    let may_be_asked = |file: &&BStr| !file.ends_with(b"/") && !tokens.iter().any(is_condition);
    let Some(file) = file.filter(may_be_asked) else {
        return Vec::new();
    };
    let pairs = tokens
        .iter()
        .filter_map(Token::name)
        .filter_map(substitution);
    let ask = |(old, new): (&'a BStr, &'a BStr)| Ask::Changed {
        file: Some(file),
        old: Some(old),
        new: Some(new).filter(|new| !new.is_empty()),
        is_claim: false,
    };
    pairs.map(ask).collect()
}

/// Reads what a sentence says of one place whose old text it does not give: `line 4 of FILE should be CODE`, `FILE line 4: CODE`,
/// `the version in FILE becomes CODE`.
fn becomes_of_line<'a>(tokens: &[Token<'a>]) -> Option<&'a BStr> {
    let is_code =
        |token: &&Token<'a>| token.code().is_some_and(|code| !is_path(code)) && !token.is_number();
    let mut codes = tokens.iter().filter(is_code);
    let new = codes.next().filter(|_| codes.next().is_none())?;
    let at = tokens.iter().position(|token| std::ptr::eq(token, new))?;
    let word = |nth: usize| at.checked_sub(nth).and_then(|at| tokens[at].word());
    let names_line = tokens
        .windows(2)
        .any(|pair| matches!(pair[0].word(), Some("line")) && pair[1].is_number());
    let is_to_be = matches!(word(2), Some("should" | "must"))
        && matches!(word(1), Some("be" | "read" | "say" | "become"));
    let is_labelled = at > 0 && tokens[at - 1] == Token::Break;
    let is_end = tokens[at + 1..].iter().all(|token| *token == Token::Break);
    let says_so = is_to_be || word(1) == Some("becomes") || names_line && is_labelled;
    new.code().filter(|_| says_so && is_end)
}

/// Reads `Old: A`, `New: B` below the name of a file.
pub(super) fn labelled<'a>(tokens: &[Token<'a>], lead: &Lead<'a>) -> Option<Ask<'a>> {
    let file = only_file(tokens, lead)??;
    let [_, old, new] = COLUMNS;
    let value = |labels: &[&str]| {
        tokens.windows(3).find_map(|three| {
            let is_label = three[0].word().is_some_and(|word| labels.contains(&word));
            let code = three[2].code().filter(|code| !is_path(code));
            code.filter(|_| is_label && three[1] == Token::Break)
        })
    };
    Some(Ask::Changed {
        file: Some(file),
        old: Some(value(old)?),
        new: Some(value(new)?),
        is_claim: false,
    })
}

fn is_value_of(token: &Token<'_>) -> bool {
    token.code().is_some()
}

/// Returns the file that a sentence is about; `None` where it names several.
fn only_file<'a>(tokens: &[Token<'a>], lead: &Lead<'a>) -> Option<Option<&'a BStr>> {
    let names = tokens.iter().filter_map(Token::name);
    let mut files = names.filter(|name| is_path(name));
    let file = files.next().or(lead.file);
    files.next().is_none().then_some(file)
}

/// The columns of a table that lists changes of lines.
#[derive(Debug, Clone, Copy)]
pub(super) struct Columns<'a> {
    file: FileOfRow<'a>,
    /// The numbers of the columns that hold what is old, and what is new.
    old: usize,
    new: usize,
}

/// Where a row has its file.
#[derive(Debug, Clone, Copy)]
enum FileOfRow<'a> {
    /// In the column of this number.
    Column(usize),
    /// The lines above the table name it for all rows.
    Above(&'a BStr),
}

impl<'a> Columns<'a> {
    /// Reads the head of a table below `lead`; `None` for one that lists something else.
    pub(super) fn of(row: &'a BStr, lead: &Lead<'a>) -> Option<Columns<'a>> {
        let cells = cells(row);
        let path = |token: &Token<'a>| token.name().filter(|name| is_path(name));
        // A cell of the head may name the file of all rows, with what it holds of that or without. What it says in brackets is
        // an aside.
        let place = |names: &[&str]| {
            let is_name =
                |token: &Token<'_>| token.word().is_some_and(|word| names.contains(&word));
            let is_one = |cell: &Vec<Token<'a>>| {
                let said = cell.iter().take_while(|token| **token != Token::Break);
                let mut others = said.filter(|token| path(token).is_none());
                others.next().is_some_and(is_name) && others.next().is_none()
            };
            cells.iter().position(is_one)
        };
        let is_path_alone =
            |cell: &Vec<Token<'a>>| matches!(&cell[..], [token] if path(token).is_some());
        let [files, old, new] = COLUMNS;
        let in_column = place(files).map(FileOfRow::Column);
        let in_head = cells.iter().flatten().find_map(path);
        Some(Columns {
            file: in_column.or(in_head.or(lead.file).map(FileOfRow::Above))?,
            old: place(old).or_else(|| cells.iter().position(is_path_alone))?,
            new: place(new)?,
        })
    }

    /// Returns what a row of such a table asks for.
    pub(super) fn read(self, row: &'a BStr) -> Option<Ask<'a>> {
        let cells = cells(row);
        let code = |nth: usize| cells.get(nth)?.iter().find_map(Token::code);
        let file = match self.file {
            FileOfRow::Column(nth) => code(nth)?,
            FileOfRow::Above(file) => file,
        };
        is_path(file).then_some(Ask::Changed {
            file: Some(file),
            old: Some(code(self.old)?),
            new: Some(code(self.new)?),
            is_claim: false,
        })
    }
}

/// Returns the words of the cells of a row; a bar in backticks parts none.
fn cells(row: &BStr) -> Vec<Vec<Token<'_>>> {
    let row = row.trimmed();
    let row = row.strip_prefix(b"|").unwrap_or(row);
    let row = row.strip_suffix(b"|").unwrap_or(row);
    let mut is_code = false;
    let cells = row.split(|byte| {
        is_code ^= *byte == b'`';
        *byte == b'|' && !is_code
    });
    let tokens = cells.map(|cell| {
        let mut sentences = Vec::new();
        sentence::read(cell.as_bstr(), &mut sentences);
        sentences.into_iter().flat_map(|said| said.tokens).collect()
    });
    tokens.collect()
}
