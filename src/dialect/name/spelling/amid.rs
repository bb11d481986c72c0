//! A path amid a sentence, and the folder that the sentence names for it.

use bstr::{BStr, BString, ByteSlice};

use super::info::is_one_name;
use super::looks::unmarked;
use super::{Spelt, is_name_of_file, located, one_of, undecorated};
use crate::dialect::name::cited::cited_in_words;
use crate::dialect::name::shape::{self, looks_like_path};
use crate::dialect::words::prose;
use crate::dialect::words::purpose::Purpose;
use crate::text::Trim;

/// Reads the one path that a sentence names: in backticks or in bold, else as a plain word that can be nothing else. A
/// sentence that names several says nothing of which is meant.
pub(in crate::dialect) fn amid(line: &BStr) -> Option<Spelt> {
    // A path to be filled in: whether it is one is for a person to say.
    let behind = line.trimmed().strip_prefix(b"{{");
    if let Some(inside) = behind.and_then(|behind| behind.strip_suffix(b"}}")) {
        return located(inside.trimmed()).filter(Spelt::is_of_file);
    }
    let line = &*unmarked(line);
    let in_quotes = |quote: &str| {
        let parts: Vec<&[u8]> = line.split_str(quote).collect();
        // What stands behind a sign without its partner is not in quotes.
        let inside = parts.iter().skip(1).step_by(2).take((parts.len() - 1) / 2);
        let spaced = |part: &[u8]| {
            (quote == "`" && part.contains(&b' ') && is_one_name(part)).then(|| Spelt::plain(part))
        };
        one_of(inside.filter_map(|part| located(undecorated(part)).or_else(|| spaced(part))))
    };
    // An address in backticks is no name of a file, where another word is.
    let quoted: Vec<Spelt> = ["`", "**"].into_iter().filter_map(in_quotes).collect();
    let is_file = quoted.iter().position(Spelt::is_of_file).unwrap_or(0);
    let quoted = quoted.into_iter().nth(is_file).or_else(|| {
        let words = line.fields().map(|word| {
            word.trim_with(|c| "()[]\"'*:".contains(c))
                .trim_end_with(|c| ".,;!?：，。、；".contains(c))
        });
        let plain = words.filter_map(|word| located(undecorated(word)));
        one_of(plain.filter(Spelt::is_of_file))
    })?;
    let cited = quoted.cited.or_else(|| cited_in_words(line));
    Some(Spelt { cited, ..quoted })
}

/// Reads the one word of a sentence that is in backticks, and may be the name of a file without an ending: "And `gradlew`:".
pub(in crate::dialect) fn as_code(line: &BStr) -> Option<Spelt> {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let mut parts = line.split_str("`");
    let (_, word, _) = (parts.next()?, parts.next()?, parts.next()?);
    let is_word = !word.is_empty() && word.iter().all(is_part) && parts.next().is_none();
    is_word.then(|| Spelt::plain(word))
}

/// Returns whether the words before a name may belong to it: `docs/My Notes.md` without backticks names no `Notes.md`.
fn is_end_of_spaced(before: &[&[u8]]) -> bool {
    let ends_plainly = |word: &[u8]| word.last().is_some_and(u8::is_ascii_alphanumeric);
    let is_part = |word: &&[u8]| word.contains(&b'/') || word[0].is_ascii_uppercase();
    let mut parts = before.iter().rev().copied();
    let begins = parts
        .by_ref()
        .take_while(|word| is_part(word) && ends_plainly(word))
        .find(|word| word.contains(&b'/'));
    begins.is_some_and(|word| !is_name_of_file(word) && looks_like_path(word))
}

/// Returns whether the name without backticks in a sentence may begin with the words before it: that of a document, where between
/// a word that asks for a file and the name are only words in capitals, or numbers, and no article: `Create My Notes.md`. Names of
/// code have no blanks: `Create API routes.py`.
pub(in crate::dialect::name) fn may_begin_earlier(line: &BStr, name: &BStr) -> bool {
    const CALLING: &[&[u8]] = &[b"file", b"called", b"named", b"titled", b"as"];
    let words: Vec<&[u8]> = line.fields().collect();
    let bare = |word: &'_ [u8]| undecorated(word.trim_end_with(|c| ".,;!?".contains(c))).to_vec();
    let Some(at) = words.iter().position(|word| bare(word) == name.as_bytes()) else {
        return false;
    };
    let is_part = |word: &&&[u8]| {
        let ends_plainly = word.last().is_some_and(u8::is_ascii_alphanumeric);
        let begins = word[0].is_ascii_uppercase() || word[0].is_ascii_digit();
        ends_plainly && (begins || word.contains(&b'/')) && !asks_for_file(word)
    };
    fn asks_for_file(word: &[u8]) -> bool {
        let is_calling = CALLING.iter().any(|it| word.eq_ignore_ascii_case(it));
        is_calling || prose::purpose(word.as_bstr()) == Purpose::Creates
    }
    let n_parts = words[..at].iter().rev().take_while(is_part).count();
    let lead = words[..at - n_parts].last();
    shape::is_document(name)
        && n_parts > 0
        && !words[at].contains(&b'`')
        && lead.is_some_and(|lead| asks_for_file(lead))
}

/// Reads the one word of a sentence that is spelt as a path with a folder, though files do not end so, with those that may
/// belong to it: "Create bin/tool:", "In docs/My Notes.md:".
pub(in crate::dialect) fn in_folder(line: &BStr) -> Option<Spelt> {
    let bare = |word: &'_ [u8]| {
        word.trim_end_with(|c| matches!(c, ':' | '.' | ','))
            .to_vec()
    };
    let words: Vec<&[u8]> = line.fields().collect();
    let mut found = (0..words.len()).filter(|at| words[*at].contains(&b'/'));
    let at = found.next().filter(|_| found.next().is_none())?;
    let ends =
        |end: &usize| is_name_of_file(&bare(words[*end])) && is_end_of_spaced(&words[..*end]);
    let end = (at + 1..words.len()).find(ends).unwrap_or(at);
    let spelt = located(&bare(words[at])).filter(|spelt| spelt.cited.is_none())?;
    Some(match end > at {
        true => Spelt::plain(&bare(&words[at..=end].join(&b' '))),
        false => spelt,
    })
}

/// A folder that a sentence puts a file into.
pub(in crate::dialect) struct Folder {
    pub(in crate::dialect) path: BString,
    /// Whether a word, or the sign at its end, says that it is one; else only one that is there is meant for sure.
    pub(in crate::dialect) is_plain: bool,
}

/// Words that lead to the folder which something is in.
const LEADING: &[&str] = &["in", "into", "inside", "under", "within"];
/// What may be between such a word and the folder.
const BETWEEN: &[&str] = &["the", "your", "our", "a", "new"];
/// What folders are called.
const FOLDERS: &[&str] = &["folder", "directory", "dir", "subfolder", "package"];
/// Folders in which what is named alone lies.
const ROOTS: &[&str] = &[
    "root", "project", "repository", "repo", "top", "top-level", "current", "working", "base",
    "main", "this",
];

/// Returns the words of a line as they are written, and without signs, in small letters.
fn words_of(line: &BStr) -> (Vec<&[u8]>, Vec<String>) {
    let is_sign = |c| matches!(c, '`' | '*' | '#' | '.' | ',' | ':' | '：' | '(' | ')');
    let written: Vec<&[u8]> = line.fields().collect();
    let bare = written.iter().map(|word| {
        let bare = word
            .trim_end_with(is_sign)
            .trim_start_with(|c| c != '.' && is_sign(c));
        bare.to_str_lossy().to_lowercase()
    });
    let bare = bare.collect();
    (written, bare)
}

/// Returns whether a word may be the path of a folder: it leads through one, and has no ending of a file.
fn may_be_folder(word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '@');
    let last = word.rsplit('/').next().unwrap_or(word);
    let begins = word.starts_with(char::is_alphanumeric);
    begins && word.contains('/') && word.chars().all(is_part) && !last.contains('.')
}

/// Reads the folder that a sentence puts the file with this `name` into, right behind the name or at its beginning: "Create
/// `a.rs` in `src/lib/`", "In the `src/lib` folder, create `a.rs`".
pub(in crate::dialect) fn folder_of(line: &BStr, name: &[u8]) -> Option<Folder> {
    /// A folder that is named first has no more words before it.
    const N_WORDS_BEFORE: usize = 2;
    let (written, words) = words_of(line);
    let is_of = |at: usize, set: &[&str]| words.get(at).is_some_and(|word| set.contains(&&**word));
    let at_name = at_name(&words, name)?;
    let folder = |lead: usize| {
        let at = (lead + 1..words.len()).find(|at| !is_of(*at, BETWEEN))?;
        let is_sign = |c| matches!(c, '`' | '*' | '.' | ',' | ':' | '(' | ')');
        let word = written[at].trim_with(is_sign);
        let path = word.strip_suffix(b"/").unwrap_or(word);
        // A package may lie anywhere.
        let is_noun = is_of(at + 1, FOLDERS) && !is_of(at + 1, &["package"]);
        let is_noun = is_noun && written[at].starts_with(b"`");
        let is_plain = word.ends_with(b"/") || is_noun;
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-./@".contains(byte);
        let is_path = path.iter().all(is_part)
            && path.first().is_some_and(u8::is_ascii_alphanumeric)
            && !path.contains_str("..");
        let is_code = written[at].starts_with(b"`") && !path.contains(&b'.');
        let is_folder = is_plain || is_code || path.to_str().is_ok_and(may_be_folder);
        (is_folder && is_path).then(|| Folder {
            path: BString::from(path),
            is_plain,
        })
    };
    let is_lead = |at: &usize| is_of(*at, LEADING);
    let adds = |at: &usize| is_lead(at) || is_of(*at, &["to"]);
    let behind = Some(at_name + 1).filter(adds);
    let first = (0..at_name.min(N_WORDS_BEFORE + 1)).find(is_lead);
    behind.or(first).and_then(folder)
}

fn at_name(words: &[String], name: &[u8]) -> Option<usize> {
    let name = name.to_str_lossy().to_lowercase();
    words.iter().position(|word| *word == name)
}

/// Returns whether a line may say in which folder the file lies that it names without one: "Create `a.rs` in the same directory",
/// "alongside `b.rs`", "Create a package `src/lib` with `a.rs`".
pub(in crate::dialect) fn may_say_folder(line: &BStr, name: &[u8]) -> bool {
    /// The most words between one that leads to a folder and what that is called.
    const N_BETWEEN: usize = 4;
    /// A folder that is named first has no more words before it.
    const N_WORDS_BEFORE: usize = 2;
    const BESIDE: &[&str] = &["alongside", "beside", "near"];
    let (written, words) = words_of(line);
    let is_of = |at: usize, set: &[&str]| words.get(at).is_some_and(|word| set.contains(&&**word));
    let Some(at_name) = at_name(&words, name) else {
        return false;
    };
    let is_called = |lead: usize| {
        let mut behind = lead + 1..words.len().min(lead + 2 + N_BETWEEN);
        let Some(noun) = behind.rfind(|at| is_of(*at, FOLDERS)) else {
            return false;
        };
        let mut described = (lead + 1..noun).filter(|at| !is_of(*at, BETWEEN));
        let is_root = |at: usize| ROOTS.iter().any(|root| words[at].starts_with(root));
        let first = described.next();
        first.is_some_and(|at| !is_root(at)) && !described.any(is_root)
    };
    let is_lead = |at: &usize| is_of(*at, LEADING) || is_of(*at, &["to"]) && *at == at_name + 1;
    let mut leads = (0..at_name.min(N_WORDS_BEFORE + 1)).chain([at_name + 1]);
    let is_beside = |at: usize| {
        let is_next = is_of(at, &["to"]) && at > 0 && is_of(at - 1, &["next"]);
        let file =
            (at + 1..words.len()).find(|at| !is_of(*at, BETWEEN) && !is_of(*at, &["existing"]));
        let is_file = file.is_some_and(|at| is_name_of_file(words[at].as_bytes()));
        (is_next || is_of(at, BESIDE)) && is_file
    };
    let is_before = |at: usize| {
        let is_code = written[at].contains(&b'`');
        is_code && may_be_folder(words[at].trim_end_matches('/'))
    };
    // `a.rs (new, in src/lib)`.
    let is_remark = |at: usize| {
        let opens = written[..at].iter().any(|word| word.starts_with(b"("));
        opens && is_of(at - 1, LEADING) && may_be_folder(&words[at])
    };
    leads.any(|at| is_lead(&at) && is_called(at))
        || (1..words.len()).any(is_remark)
        || (0..words.len()).any(is_beside)
        || (0..at_name).any(is_before)
}

/// Returns whether a line says in which folder something lies: "In `src/lib/`:", "`a.rs`, next to `src/b.rs`"; or is one.
pub(in crate::dialect) fn says_folder(line: &BStr) -> bool {
    const LEADING: &[&str] = &[
        "in", "into", "inside", "under", "within", "im", "unter", "dans", "sous", "en", "dentro",
        "bajo", "nel", "sotto", "в", "在", "于",
    ];
    const BESIDE: &[&str] = &["alongside", "beside", "near", "neben"];
    const BETWEEN: &[&str] = &[
        "the", "your", "our", "a", "new", "to", "le", "la", "el", "de", "den", "der", "dem",
    ];
    let bare = |word: &[u8]| {
        let word =
            word.trim_with(|c| matches!(c, '`' | '*' | '#' | '.' | ',' | ':' | '：' | '(' | ')'));
        word.to_str_lossy().to_lowercase()
    };
    let words: Vec<String> = line
        .fields()
        .map(bare)
        .filter(|word| !word.is_empty())
        .collect();
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '@');
    let is_path = |word: &str| {
        word.starts_with(char::is_alphanumeric) && word.chars().all(is_part) && word.contains('/')
    };
    let is_led = |at: usize| {
        let mut before = words[..at].iter().rev();
        let led = before.find(|word| !BETWEEN.contains(&&***word));
        let is_next_to = |word: &String| word == "next" && words[at - 1] == "to";
        let is_beside = |word: &String| BESIDE.contains(&&**word) || is_next_to(word);
        led.is_some_and(|word| match words[at].ends_with('/') {
            true => LEADING.contains(&&**word) || is_beside(word),
            false => is_beside(word),
        })
    };
    // `All of these are in src/lib` is said of the files below it.
    const OF_ALL: &[&str] = &["these", "all", "files", "paths", "following", "everything"];
    let is_of_all = words.iter().any(|word| OF_ALL.contains(&&**word));
    let is_marked = line.starts_with(b"#") || line.starts_with(b"`") || line.starts_with(b"**");
    let is_alone = |at: usize| {
        let is_folder = words[at].ends_with('/') || is_marked && may_be_folder(&words[at]);
        words.len() == 1 && is_folder
    };
    let is_below = |at: usize| {
        let is_led = at > 0 && (LEADING.contains(&&*words[at - 1]) || words[at - 1] == "to");
        is_led && is_of_all && may_be_folder(&words[at])
    };
    (0..words.len()).any(|at| is_path(&words[at]) && (is_alone(at) || is_led(at) || is_below(at)))
}
