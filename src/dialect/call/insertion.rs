//! Where the new text of a call goes that takes the place of nothing: to an end of the file, or to one side of a line or of a
//! text. What does not say so in full is not read: the rest of the call would be a file as a whole, or a replacement.

use bstr::ByteSlice;

use super::arguments::Call;
use super::field::{FieldText, LastLine, TagBreaks};
use super::role::{Role, role};
use crate::dialect::blocks::block;
use crate::dialect::walk::line;
use crate::patch::{HintSource, Hunk, HunkLine, LineHint, LineKind, Unsure};

/// The side of a line, or of a text, on which new lines go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Above,
    Below,
}

/// What a call says of where its text goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stated {
    Side(Side),
    Start,
    End,
    /// A word that is not known.
    Unclear,
}

/// Words of fields and of tools for each place.
const WORDS: &[(Stated, &[&str])] = &[
    (
        Stated::Side(Side::Below),
        &["after", "below", "behind", "following"],
    ),
    (
        Stated::Side(Side::Above),
        &["before", "above", "in_front", "preceding"],
    ),
    (
        Stated::Start,
        &[
            "start", "top", "beginning", "begin", "head", "prepend", "bof",
        ],
    ),
    (Stated::End, &["end", "bottom", "tail", "append", "eof"]),
];

/// Ways to open a file whose end the content goes to.
const APPENDING_MODES: &[&str] = &["a", "a+", "at", "ab", "as", "ax"];

/// Ways to open a file, or to read an old text, that leave the meaning of a call as it is.
const PLAIN_MODES: &[&str] = &[
    "w", "w+", "wt", "wb", "wx", "x", "full", "whole", "complete", "new", "write", "overwrite",
    "rewrite", "create", "replace", "update", "edit", "text", "literal", "exact", "normal",
    "default", "utf-8",
];

/// Names of fields that hold the text, or the number of the line, below or above which the content goes.
const SIDE_FIELDS: &[(Side, &[&str])] = &[
    (
        Side::Below,
        &[
            "after", "insert_after", "insertAfter", "after_text", "afterText",
        ],
    ),
    (
        Side::Above,
        &[
            "before", "insert_before", "insertBefore", "before_text", "beforeText",
        ],
    ),
];

/// Why a call is left out that does not say what it needs to.
const NO_PLACE: &str = "it does not say where its text goes";
const NO_SIDE: &str = "it does not say on which side of the old text the new one goes";

/// Returns the hunk of a call that only adds lines, or why it cannot be read; `None` for calls that do something else, and for
/// those that name a line and nothing beside it.
pub(super) fn hunk(call: &Call) -> Option<Result<Hunk, &'static str>> {
    let names_side = matches!(position(call), Some(Stated::Side(_)));
    let inserts = names_side
        || call.verb_has(&["insert", "prepend", "append"])
        || call.verb.starts_with("add_");
    let beside = side_field(call).filter(|(_, name, _)| inserts || name.contains("insert"));
    let own = beside.map(|(_, name, _)| name);
    let text = texts(call, own);
    let has_old = call.get(Role::Old).is_some() && own != Some("before");
    let replaces = has_old && call.get(Role::New).is_some() && own != Some("after");
    let stated = stated(call, inserts);
    let Some(text) = text else {
        return (inserts && beside.is_some()).then_some(Err("it has no new text"));
    };
    if let Some((side, _, place)) = beside {
        return Some(match line::number(&place.one_line()) {
            Some(number) => at_line(call, number, side, text),
            None => beside_text(call, place, side, text),
        });
    }
    let anchor = call.get(Role::Anchor);
    let anchor = anchor.or(call.get(Role::Old).filter(|old| !old.lines.is_empty()));
    if let Some(anchor) = anchor.filter(|_| inserts) {
        return match stated {
            Some(Stated::Side(side)) => Some(beside_text(call, anchor, side, text)),
            // The new text may hold the old one: then it says itself on which side the rest goes.
            None if replaces && holds(text, anchor) => None,
            Some(Stated::Start | Stated::End | Stated::Unclear) | None => Some(Err(NO_SIDE)),
        };
    }
    if replaces || has_old && !inserts {
        return None;
    }
    let first = call
        .number(Role::InsertLine)
        .or(call.number(Role::StartLine));
    match (stated, first) {
        (Some(Stated::Side(side)), Some(first)) => {
            let last = call.number(Role::EndLine).filter(|_| side == Side::Below);
            Some(at_line(call, last.unwrap_or(first), side, text))
        }
        (Some(Stated::Side(_)), None) => Some(Err(NO_PLACE)),
        (Some(Stated::Unclear), _) | (Some(Stated::Start | Stated::End), Some(_)) => {
            Some(Err(NO_PLACE))
        }
        (Some(Stated::Start), None) => Some(Ok(Hunk {
            hint: Some(LineHint {
                line_index: 0,
                source: HintSource::Insertion,
            }),
            ..call.insertions(text)
        })),
        (Some(Stated::End), None) => Some(Ok(Hunk {
            at_eof: true,
            ..call.insertions(text)
        })),
        // Models that are told to insert an edit into a file send the lines around it, too.
        (None, None) if call.verb_has(&["insert"]) && !call.verb_has(&["edit"]) => {
            Some(Err(NO_PLACE))
        }
        (None, _) => None,
    }
}

/// Returns a hunk that inserts `text` with the empty line that the text begins with where it is its own. The break behind its tag
/// is that of the markup only if one before the end tag is, too; then it is not clear.
pub(super) fn below_break(mut hunk: Hunk, text: Option<&FieldText>) -> Hunk {
    match text.map(|text| text.breaks).unwrap_or_default() {
        TagBreaks::None | TagBreaks::Last => {}
        TagBreaks::Both => hunk.unsure = hunk.unsure.or(Some(Unsure::BreakUnclear)),
        TagBreaks::First => {
            let mut lines = hunk.lines.to_vec();
            let first = lines.iter().position(|line| line.kind == LineKind::Insert);
            lines.insert(first.unwrap_or(0), HunkLine::new(LineKind::Insert, ""));
            hunk.lines = lines.into();
        }
    }
    hunk
}

/// Returns the one field that names by itself the side of what it holds; `None` where there are two, which are an old and a
/// new text.
fn side_field(call: &Call) -> Option<(Side, &str, &FieldText)> {
    let side = |name: &str| {
        let row = SIDE_FIELDS.iter().find(|(_, names)| names.contains(&name));
        row.map(|(side, _)| *side)
    };
    let fields = call.fields.iter();
    let mut found = fields.filter_map(|(name, text)| Some((side(name)?, &name[..], text)));
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// Returns the new text of a call; the field called `own` says where it goes.
fn texts<'c>(call: &'c Call, own: Option<&str>) -> Option<&'c FieldText> {
    let text = |wanted: Role| {
        let is_wanted =
            |(name, _): &&(String, FieldText)| role(name) == Some(wanted) && own != Some(&name[..]);
        call.fields.iter().find(is_wanted).map(|(_, text)| text)
    };
    text(Role::New).or_else(|| text(Role::Whole))
}

/// Returns what the fields of a call, or else its name, say of where its text goes; a flag of the file's mode counts only where
/// the call has no old text.
fn stated(call: &Call, inserts: bool) -> Option<Stated> {
    if let Some(stated) = position(call) {
        return Some(stated);
    }
    if let Some(word) = word(call, Role::Mode) {
        if APPENDING_MODES.contains(&&word[..]) {
            return Some(Stated::End);
        } else if !is_plain_mode(&word) {
            return Some(known(&word).unwrap_or(Stated::Unclear));
        }
    }
    if word(call, Role::Appends).is_some_and(|word| matches!(&word[..], "true" | "1" | "yes")) {
        return Some(Stated::End);
    }
    let is_said = |words: &[&str]| inserts && call.verb_has(words);
    if is_said(&["after", "below"]) {
        Some(Stated::Side(Side::Below))
    } else if is_said(&["before", "above"]) {
        Some(Stated::Side(Side::Above))
    } else if is_said(&["prepend"]) {
        Some(Stated::Start)
    } else if is_said(&["append"]) {
        Some(Stated::End)
    } else {
        None
    }
}

/// Returns whether it is known what a mode says.
pub(super) fn is_known_mode(text: &FieldText) -> bool {
    let word = text.one_line().to_str_lossy().trim().to_ascii_lowercase();
    is_plain_mode(&word) || APPENDING_MODES.contains(&&word[..]) || known(&word).is_some()
}

/// Returns whether a mode leaves the meaning of a call as it is; one of a file's own, in octal, does.
fn is_plain_mode(word: &str) -> bool {
    let is_octal = || word.trim_start_matches("0o").parse::<u32>().is_ok();
    PLAIN_MODES.contains(&word) || word == "regex" || is_octal()
}

/// Returns what the field for it says of where the text of a call goes.
fn position(call: &Call) -> Option<Stated> {
    word(call, Role::Position).map(|word| known(&word).unwrap_or(Stated::Unclear))
}

fn word(call: &Call, role: Role) -> Option<String> {
    let text = call.get(role)?.one_line();
    Some(text.to_str_lossy().trim().to_ascii_lowercase()).filter(|word| !word.is_empty())
}

fn known(word: &str) -> Option<Stated> {
    let row = WORDS.iter().find(|(_, words)| words.contains(&word));
    row.map(|(stated, _)| *stated)
}

/// Returns whether the lines of `old` follow one another in `text`.
fn holds(text: &FieldText, old: &FieldText) -> bool {
    let lines = |text: &FieldText| -> Vec<Vec<u8>> {
        let lines = text.lines.iter();
        lines.map(|(line, _)| line.trim_ascii().to_vec()).collect()
    };
    let (text, old) = (lines(text), lines(old));
    !old.is_empty() && text.windows(old.len()).any(|lines| lines == old)
}

/// Inserts on one side of the line with this number.
fn at_line(call: &Call, number: usize, side: Side, text: &FieldText) -> Result<Hunk, &'static str> {
    let line_index = match side {
        Side::Below => number,
        Side::Above => number.checked_sub(1).ok_or(NO_PLACE)?,
    };
    let source = match call.is_one_of {
        true => HintSource::Position,
        false => HintSource::Insertion,
    };
    Ok(Hunk {
        hint: Some(LineHint { line_index, source }),
        ..call.insertions(text)
    })
}

/// Inserts on one side of whole lines.
fn beside_text(
    call: &Call,
    anchor: &FieldText,
    side: Side,
    text: &FieldText,
) -> Result<Hunk, &'static str> {
    if anchor.lines.iter().all(|(line, _)| line.trim().is_empty()) {
        return Err(NO_PLACE);
    }
    let (old, new) = (anchor.bodies(), text.bodies());
    let repeats = match side {
        Side::Below => new.starts_with(&old),
        Side::Above => new.ends_with(&old),
    };
    if repeats {
        return Err("its new text repeats the lines that it goes beside");
    }
    let line = |kind| move |body| HunkLine::new(kind, body);
    let context = old.into_iter().map(line(LineKind::Context));
    let new = new.into_iter().map(line(LineKind::Insert));
    // A break that the text begins with may be the one that ends the line above it, or an empty line.
    let begins_empty = text.lines.first().is_some_and(|(line, _)| line.is_empty());
    let may_be_break = side == Side::Below && begins_empty && anchor.last_line == LastLine::Open;
    // Then the new lines may be indented as the file is, or as far as they are deeper than the old one.
    let is_indented = |text: &FieldText| {
        let first = text.lines.iter().find(|(line, _)| !line.trim().is_empty());
        first.is_some_and(|(line, _)| line.starts_with(b" ") || line.starts_with(b"\t"))
    };
    let unsure = if may_be_break {
        Some(Unsure::Glued)
    } else {
        (is_indented(text) && !is_indented(anchor)).then_some(Unsure::IndentUnclear)
    };
    Ok(Hunk {
        lines: match side {
            Side::Below => context.chain(new).collect(),
            Side::Above => new.chain(context).collect(),
        },
        hint: call.number(Role::StartLine).map(block::start_line),
        unsure,
        ..call.insertions(text)
    })
}
