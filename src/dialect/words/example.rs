//! Parts that show in which form an edit is written: a reply that explains a format asks for nothing by its examples.

use std::ops::Range;

use bstr::{BString, ByteSlice};

use super::prose;
use super::purpose::Purpose;
use crate::dialect::call::{element, json, open_tag, role};
use crate::dialect::name::spelling;
use crate::dialect::note::NoteCode;
use crate::dialect::spec::DialectSpec;
use crate::dialect::walk::fence::Language;
use crate::dialect::walk::scan::{Mark, Scan};
use crate::patch::{FilePatch, Hunk, Unsure};

/// Words that speak of how something is written, not of what.
const FORMS: &[&str] = &[
    "format", "formats", "form", "syntax", "shape", "template", "schema", "notation",
    "placeholder", "placeholders", "skeleton", "structure",
];

/// Words that speak of the way edits are written, whatever the program is about.
const NOTATIONS: &[&str] = &["format", "formats", "syntax", "notation", "shape"];

/// Words for one use of a tool: what is an example of that is asked of nobody.
const CALLS: &[&str] = &["call", "calls", "tool", "invocation"];

/// Words that announce something to look at.
const SAMPLES: &[&str] = &["example", "examples", "sample", "illustration", "reference"];

/// Words before the name of a form that say how the edits are given: `the changes in this format`.
const MANNERS: &[&str] = &["in", "as", "using", "with", "via", "by", "per", "following"];

/// Verbs that ask the reader to write something: `send edits in this format`.
const ASKING: &[&str] = &[
    "send", "use", "reply", "answer", "respond", "provide", "return", "write",
];

/// Words that point to what follows.
const FOLLOWING: &[&str] = &["this", "follows", "following", "below", "here"];

/// Words of which one, or any, is meant: `an edit looks like this`.
const ANY: &[&str] = &["a", "an", "any", "each", "every", "such"];

/// The most words of a label, such as `For reference:`.
const N_LABEL: usize = 4;

/// Words in a row that are names of forms.
const NAMES: &[[&str; 2]] = &[["apply", "patch"], ["search", "replace"]];

/// Takes back what was read since `before`, where it only shows a form; the lines `above` the part say so. Returns whether it
/// did. What may be an example waits for a person.
pub(in crate::dialect) fn drop_shown(
    scan: &mut Scan<'_>,
    before: &Mark,
    above: Range<usize>,
) -> bool {
    let n_new = scan.files.len() - scan.first_since(before);
    if n_new == 0 {
        return false;
    }
    let Some((purpose, words)) = lead(scan, above) else {
        return false;
    };
    let tells_form = has(&words, FORMS) || looks_like(&words);
    let n_placeholders = scan.notes[before.n_notes..]
        .iter()
        .filter(|note| note.code == NoteCode::PathPlaceholder)
        .count();
    let is_shown = matches!(purpose, Purpose::Shows | Purpose::Cites | Purpose::Quotes);
    let is_form = if n_placeholders == n_new {
        tells_form || is_shown
    } else {
        // A path that may be one of the tree's is believed, unless all of the words speak of the form.
        has(&words, FORMS) && purpose == Purpose::Shows && !prose::speaks_of_change(&words)
    };
    let is_call = scan.files[before.n_files..]
        .iter()
        .any(|file| DialectSpec::named(file.dialect).is_some_and(|spec| spec.manners.is_call));
    // A call outside of a fence is sent to a tool: words may not drop it unless it only shows where names go.
    if is_form && (!is_call || scan.fence.is_some() || n_placeholders == n_new) {
        scan.take_back(before);
    } else if is_form || may_be_example(&words) || prose::is_from_elsewhere(&words) {
        wait_since(scan, before, Unsure::Shown);
        return false;
    }
    is_form
}

/// How the keys of an object are those of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::dialect) enum Keys {
    /// All of them may be.
    OfCall,
    /// Some are of no call.
    Other,
    /// Both values, as in a log entry: `old`, `new`.
    OfRecord,
    /// Both texts, under names that only tools use.
    OfTool,
}

/// Words for what a program writes down or tells others, which an edit hardly is.
const LOGGED: &[&str] = &[
    "log", "logs", "logged", "prints", "printed", "sends", "sent", "receives", "webhook", "event",
    "events", "record", "records", "audit",
];

/// Verbs for what a program does with a record.
const WRITES_DOWN: &[&str] = &[
    "show", "shows", "print", "prints", "printed", "writes", "contain", "contains", "sends",
    "receives", "emits", "logs",
];

/// Words for what the writer of the reply gives, as well as a program.
const GIVEN: &[&str] = &[
    "answer", "output", "outputs", "response", "result", "results", "error", "body", "payload",
];

/// Words for what programs send each other, and for what they write: none is the reader's own file.
const MESSAGES: &[&str] = &[
    "request", "requests", "response", "responses", "answer", "answers", "payload", "payloads",
    "body", "bodies", "api", "endpoint", "webhook", "event", "events", "hit", "hits", "record",
    "records", "returns", "sends", "receives",
];

/// Takes back what was read since `before` from an object that names no tool, where the sentence `above` it speaks of what a
/// program sends or answers. Returns whether it did. Where that sentence asks for nothing, the object waits for a person.
pub(in crate::dialect) fn drop_answer(
    scan: &mut Scan<'_>,
    before: &Mark,
    above: Range<usize>,
    keys: Keys,
) -> bool {
    let Some((purpose, words)) = lead(scan, above) else {
        return false;
    };
    let asks = purpose.asks_for_a_change();
    if matches!(keys, Keys::OfRecord | Keys::OfTool) {
        let is_told = !asks
            && match keys {
                Keys::OfTool => has(&words, LOGGED),
                Keys::OfRecord | Keys::OfCall | Keys::Other => {
                    purpose == Purpose::Outputs || has(&words, MESSAGES)
                }
            };
        let speaks_of_edit = prose::speaks_of_change(&words);
        // `Enable the debug log:` has such a word as well, and is above an edit.
        let is_logged = keys == Keys::OfRecord
            && is_told
            && has(&words, WRITES_DOWN)
            && !speaks_of_edit
            && !has(&words, GIVEN);
        if is_logged {
            scan.take_back(before);
        } else if is_told && !speaks_of_edit {
            wait_since(scan, before, Unsure::Shown);
        }
        return is_logged;
    }
    let is_message = !asks && (has(&words, MESSAGES) || keys == Keys::Other && purpose.is_talk());
    if is_message {
        scan.take_back(before);
    } else if !asks && !prose::speaks_of_change(&words) || keys == Keys::Other {
        wait_since(scan, before, Unsure::Shown);
    }
    is_message
}

/// Words for what a program is sent.
const SENT: &[&str] = &["takes", "accepts", "expects", "sent", "send", "posts"];

/// Returns whether what is below the lines `above` is what programs send each other, by the sentence there, or as it is in a
/// fence of requests.
pub(in crate::dialect) fn is_sent(scan: &Scan<'_>, above: Range<usize>) -> bool {
    let is_request = scan
        .fence
        .is_some_and(|fence| fence.language() == Language::Aside);
    is_request
        || lead(scan, above).is_some_and(|(purpose, words)| {
            let is_told = has(&words, SENT) || has(&words, MESSAGES);
            !purpose.asks_for_a_change() && (is_told || purpose == Purpose::Outputs)
        })
}

/// Makes all hunks of `files` wait, and all that the files do without one.
pub(in crate::dialect) fn wait(files: &mut [FilePatch], why: Unsure) {
    for file in files {
        if file.hunks.is_empty() {
            file.hunks.push(Hunk {
                origin: file.origin,
                ..Hunk::default()
            });
        }
        for hunk in &mut file.hunks {
            hunk.unsure = hunk.unsure.or(Some(why));
        }
    }
}

/// Makes all edits wait that were read since `mark`, unless they do already.
pub(in crate::dialect) fn wait_since(scan: &mut Scan<'_>, mark: &Mark, why: Unsure) {
    wait(&mut scan.files[mark.n_files..], why);
    let last = mark
        .n_files
        .checked_sub(1)
        .map(|last| &mut scan.files[last]);
    let hunks = last.into_iter().flat_map(|file| file.hunks.iter_mut());
    for hunk in hunks.skip(mark.n_hunks) {
        hunk.unsure = hunk.unsure.or(Some(why));
    }
}

/// Returns whether a sentence may announce an example, by its words: what it speaks of is a form, or any edit.
fn may_be_example(words: &[BString]) -> bool {
    let names = |at: usize| {
        let is_pair = |from: usize| {
            let pair = words.get(from..from + 2);
            pair.is_some_and(|pair| NAMES.iter().any(|name| pair == name))
        };
        is_pair(at) || at.checked_sub(1).is_some_and(is_pair)
    };
    // Without an article, `edits` are any.
    let is_bare = |at: usize, before: usize| {
        words[at].ends_with(b"s")
            && MANNERS
                .iter()
                .chain(["for"].iter())
                .any(|it| words[before] == it.as_bytes())
    };
    let is_any = |at: usize| {
        let before = at.checked_sub(1);
        before.is_some_and(|before| is_of(&words[before], ANY) || is_bare(at, before))
    };
    // The edits that the reply is about: not the name of a form, and not any edit.
    let mut edits = words.iter().enumerate().filter(|(at, word)| {
        let singular = word.strip_suffix(b"s").unwrap_or(word);
        let word = [(*word).clone(), BString::from(singular)];
        let names_form = is_notation(words, at + 1);
        prose::speaks_of_change(&word) && !names_form && !names(*at) && !is_any(*at)
    });
    let form = (0..words.len()).find(|at| is_notation(words, *at));
    let is_asked = words.iter().any(|word| is_of(word, ASKING));
    match form {
        Some(_) if is_asked => true,
        Some(at) => edits.next().is_none() && !words[..at].iter().any(|it| is_of(it, MANNERS)),
        // `Your code would look like this` is about the code, `an edit looks like this` about any.
        None => {
            let is_form = looks_like(words) && has(words, ANY);
            let is_label = words.len() <= N_LABEL && has(words, SAMPLES);
            let is_instance = words.first().is_some_and(|it| it == "for")
                && words
                    .get(1)
                    .is_some_and(|it| it == "example" || it == "instance");
            // `Example call of the edit tool`: what is an example is named first.
            let is_named_first = words.first().is_some_and(|first| is_of(first, SAMPLES));
            is_named_first && has(words, CALLS)
                || (is_form || is_label || is_named_first || is_instance) && edits.next().is_none()
        }
    }
}

/// Returns whether the word at `at` speaks of how edits are written; a `form` may be one that people fill in.
fn is_notation(words: &[BString], at: usize) -> bool {
    let Some(word) = words.get(at) else {
        return false;
    };
    let before = words[..at].iter().rev().take(2);
    let is_general = || {
        before
            .into_iter()
            .any(|it| is_of(it, &["general", "has", "takes"]))
    };
    is_of(word, NOTATIONS) || word == "form" && is_general()
}

fn is_of(word: &BString, wanted: &[&str]) -> bool {
    wanted.iter().any(|it| word == it.as_bytes())
}

fn has(words: &[BString], wanted: &[&str]) -> bool {
    words.iter().any(|word| is_of(word, wanted))
}

fn looks_like(words: &[BString]) -> bool {
    words
        .windows(2)
        .any(|pair| pair[0].starts_with(b"look") && pair[1] == "like")
}

/// Returns what the sentence above a part says, and its words. A line that holds only a path says nothing.
fn lead(scan: &Scan<'_>, above: Range<usize>) -> Option<(Purpose, Vec<BString>)> {
    let opened = scan.fence.map_or(above.end, |fence| fence.opened);
    let speaks = |at: &usize| {
        let body = scan.lines[*at].body;
        !scan.lines[*at].is_blank() && spelling::alone(body).is_none()
    };
    let last = (above.start..opened.min(above.end)).rev().find(speaks)?;
    // What a tool is given, and what it answers, says nothing of the next call.
    if scan.fence.is_none() && is_of_transcript(scan, last) {
        return None;
    }
    let sentence = prose::last_sentence(scan.lines[last].body);
    let words = prose::words(sentence);
    // A sentence that ends speaks of what follows only where it says so.
    let leads_on = !sentence.ends_with(b".") || has(&words, FOLLOWING);
    leads_on.then(|| (prose::purpose(sentence), words))
}

/// Returns whether a line is a record of a transcript: a value in JSON, or a field of a call in tags.
fn is_of_transcript(scan: &Scan<'_>, at: usize) -> bool {
    let line = scan.lines[at].body;
    let text = line.trim_start();
    match text.first() {
        Some(b'{') => json::read(&scan.lines[at..], scan.budget()).is_some(),
        Some(b'<') => open_tag::begins(line).is_some_and(|name| {
            name == "parameter" || role::is_command(name) || element::holds_others(name)
        }),
        Some(_) | None => false,
    }
}
