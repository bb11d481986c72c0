//! Lines that stand for lines left out: `// ... existing code ...`.

use bstr::{BStr, ByteSlice};

use super::left_out::{self, IN_PLACE_OF_SIGNS};
use super::{Hunk, HunkLine, LineKind};
use crate::text::{OneOf, Sign, Trim, comment};

/// What stands around the words of a comment.
const AROUND: &[char] = &[
    ' ', '\t', '/', '#', '*', '-', ';', '%', '{', '}', '<', '>', '!', '(', ')', '[', ']', '.', '…',
    ':', '"', ',', '@', '\'',
];

/// Returns whether a line of code stands for lines that are left out: a comment, or nothing, around an ellipsis and a
/// word that says so.
pub fn is_placeholder(line: &BStr) -> bool {
    // Nearly every line has none.
    if !has_ellipsis(line) {
        return false;
    }
    let text = line.trimmed();
    let is_comment =
        comment::is_comment(text) || text.starts_with(b"...") || text.starts_with("…".as_bytes());
    let words = [
        "existing", "rest of", "unchanged", "same as", "keep", "remain", "previous code",
        "following code", "other code",
    ];
    let lower = text.to_ascii_lowercase();
    is_comment && !is_spread(text) && text.len() < 120 && lower.has_one_of(&words)
}

/// A line of a file that stands for others, and what it shows beside them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Gap<'a> {
    /// What the lines left out stand in: `fn f() {`.
    pub head: Option<&'a [u8]>,
    /// What closes it, as deep as the line: `}`.
    pub tail: Option<Vec<u8>>,
    /// Whether it is three dots alone, which are code in some languages.
    pub may_be_code: bool,
    pub says: Says,
}

/// How surely a line leaves others out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Says {
    /// It says nothing else.
    That,
    /// It has words of its own between dots: `// ... the routes ...`. Where no line is left out, it is a comment of the file.
    More,
    /// It speaks of what the file names: `# total unchanged`. Only where lines are left out it is no comment of the file.
    OfNames,
    /// It says in brackets that anything stays: `# (public methods unchanged)`. The same holds for it, and new lines may be beside it.
    Aside,
}

/// Returns what a line leaves out that its file does not have: all of it is a comment that says so, or the body that it shows
/// in short. `is_name` knows the words of the file in lower case.
pub(super) fn gap_in<'a>(line: &'a BStr, is_name: &impl Fn(&str) -> bool) -> Option<Gap<'a>> {
    if says_removed(line) {
        return None;
    }
    let has_dots = has_ellipsis(line);
    let plain = without_emphasis(line);
    let says = match has_dots && is_placeholder(plain) {
        true => Some(Says::That),
        false => comment_of_a_gap(plain),
    };
    let is_of_names =
        || left_out::says_so_of(line, is_name) || left_out::names_what_is_there(bare(line));
    let says = match says {
        Some(Says::That) if plain != line => Some(Says::Aside),
        Some(Says::More) if is_of_names() => Some(Says::That),
        None if is_aside(line) => Some(Says::Aside),
        None => is_of_names().then_some(Says::OfNames),
        Some(_) => says,
    };
    if let Some(says) = says {
        return Some(Gap {
            head: None,
            tail: None,
            may_be_code: line.trimmed() == b"...",
            says,
        });
    }
    if !has_dots {
        return None;
    }
    let end = line.trimmed_end();
    if let Some(close) = end.rfind_byte(b'}')
        && let Some(open) = end[..close].rfind_byte(b'{')
        && end[close + 1..].iter().all(|byte| b";,)".contains(byte))
        && is_ellipsis(end[open + 1..close].as_bstr())
    {
        let lead = crate::text::indent::leading(line);
        return Some(Gap {
            head: Some(&end[..=open]),
            tail: Some([lead.as_bytes(), &end[close..]].concat()),
            may_be_code: false,
            says: Says::That,
        });
    }
    // A colon opens a body in some languages.
    let colon = end.rfind_byte(b':')?;
    let opens = end[..colon].ends_with(b")") || end[..colon].trimmed_start().starts_with(b"class ");
    (opens && is_ellipsis(end[colon + 1..].as_bstr())).then(|| Gap {
        head: Some(&end[..=colon]),
        tail: None,
        may_be_code: end[colon + 1..].trim_ascii() == b"...",
        says: Says::That,
    })
}

/// Returns a line without the signs that set it in italics or bold, as Markdown has them: `*(rest unchanged)*`.
fn without_emphasis(line: &BStr) -> &BStr {
    let text = line.trimmed();
    let sign = text.first().filter(|sign| b"*_".contains(sign));
    let n_signs = text.iter().take_while(|byte| Some(*byte) == sign).count();
    let signs = &text[..n_signs];
    let inner = text
        .strip_suffix(signs)
        .and_then(|text| text.get(n_signs..));
    let inner = inner
        .filter(|inner| n_signs > 0 && inner.starts_with_str("(") || inner.starts_with_str("["));
    inner.map_or(line, |inner| inner.as_bstr())
}

/// Returns what a comment says, without its signs; nothing for a line that is none.
fn bare(line: &BStr) -> &str {
    const SIGNS: &[char] = &[
        ' ', '\t', '/', '#', '*', '-', ';', '%', '!', '<', '>', '{', '}',
    ];
    let text = line.trimmed();
    let is_short = comment::is_comment(text) && text.len() < 120;
    let text = std::str::from_utf8(text).ok().filter(|_| is_short);
    text.map_or("", |text| text.trim_matches(SIGNS).trim_end_matches('.'))
}

/// Returns whether a line is a remark in brackets that says of anything that it stays, and nothing of what does not.
fn is_aside(line: &BStr) -> bool {
    const OTHER: &[&str] = &[
        "except", "but", "without", "otherwise", "now", "only", "apart", "than", "unlike", "must",
        "should", "has", "have", "needs", "need", "if", "when", "so", "because", "that", "which",
        "unless", "until", "never", "always", "was", "were", "renamed", "replaced", "added", "new",
        "changed", "updated", "not", "no", "order", "result",
    ];
    let text = bare(line);
    let is_in = |open: char, close: char| text.starts_with(open) && text.ends_with(close);
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    (is_in('(', ')') || is_in('[', ']'))
        && ends_in_staying(text.trim_matches(AROUND))
        && !says_gone(text)
        && !words.any(|word| OTHER.iter().any(|other| word.eq_ignore_ascii_case(other)))
}

/// Returns whether a line says of what it is in the place of that it goes: `# ... rest removed ...`.
fn says_removed(line: &BStr) -> bool {
    has_ellipsis(line) && line.to_str().is_ok_and(says_gone)
}

fn says_gone(text: &str) -> bool {
    const GONE: &[&str] = &[
        "removed", "deleted", "dropped", "gone", "obsolete", "moved", "entfernt", "gelöscht",
        "supprimé", "retiré", "eliminad", "borrad", "removid", "rimoss", "verwijderd", "удален",
        "удалён", "usunięt", "删除", "削除",
    ];
    const NO_LONGER: &[&str] = &["no longer needed", "no longer used", "not needed any"];
    let text = text.to_lowercase();
    let mut words = text.split(|c: char| !c.is_alphabetic());
    let begins = |word: &str| GONE.iter().any(|gone| word.starts_with(gone));
    words.any(begins) || NO_LONGER.iter().any(|it| text.contains(it))
}

/// Returns whether the body that a line opens by a colon is three dots, whatever comment is behind: `def f() -> int: ...  # later`.
pub(super) fn ends_in_dots(line: &[u8]) -> bool {
    let mut colons = line.find_iter(b":").map(|at| line[at + 1..].trim_ascii());
    has_ellipsis(line)
        && colons.any(|body| {
            let rest = body.strip_prefix(b"...").map(<[u8]>::trim_ascii_start);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(b"#"))
        })
}

/// Returns whether an ellipsis stands in a line, of dots or as one sign.
pub fn has_ellipsis(line: &[u8]) -> bool {
    const SIGN: &[u8] = "…".as_bytes();
    const LONG: usize = 128;
    if line.len() > LONG {
        return Sign::Ellipsis.is_in(line);
    }
    // Both are of three bytes, so one of every third is among them.
    let may_be_of_one = |at: &usize| line[*at] == b'.' || !line[*at].is_ascii();
    let mut thirds = (2..line.len()).step_by(3).filter(may_be_of_one);
    thirds.any(|at| {
        let around = &line[at - 2..line.len().min(at + 3)];
        around
            .windows(3)
            .any(|three| three == b"..." || three == SIGN)
    })
}

/// Returns whether text takes in what a name stands for, as `...rest` does in some languages.
fn is_spread(text: &[u8]) -> bool {
    let Some(name) = text.strip_prefix(b"...") else {
        return false;
    };
    let is_name =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'[' | b'(');
    name.first().is_some_and(is_name)
        && (!name.contains(&b' ') || name.contains(&b',') || name.contains(&b')'))
}

/// Returns whether text is an ellipsis, and comment signs and words around it.
fn is_ellipsis(text: &BStr) -> bool {
    let inner = text.trimmed();
    has_ellipsis(text) && (is_comment_of_a_gap(inner.as_bstr()) || is_placeholder(inner.as_bstr()))
}

/// Returns whether a line is a comment with nothing but an ellipsis in it, with words between two, or with words that say that
/// all stays as it is.
fn is_comment_of_a_gap(line: &BStr) -> bool {
    comment_of_a_gap(line).is_some()
}

/// Returns what such a comment says; `None` for any other line.
fn comment_of_a_gap(line: &BStr) -> Option<Says> {
    let text = line.trimmed();
    let replaces_sign = |sign: &&str| text.starts_with(sign.as_bytes());
    let may_be = comment::is_comment(text)
        || text.starts_with(b"\"")
        || IN_PLACE_OF_SIGNS.iter().any(replaces_sign);
    if !may_be || text.len() >= 120 || is_spread(text) {
        return None;
    }
    let text = std::str::from_utf8(text).ok()?;
    let words = text.strip_prefix("REM ").unwrap_or(text);
    let words = words.trim_matches(AROUND).to_ascii_lowercase();
    let has_ellipsis = text.contains("...") || text.contains('…');
    if words.is_empty() {
        return has_ellipsis.then_some(Says::That);
    }
    let begins = |word: &str| words.starts_with(word);
    let stays = ends_in_staying(&words);
    let names_rest = [
        "rest of", "the rest of", "remaining ", "remainder of", "other ", "existing ",
    ];
    let names_rest = names_rest.iter().any(|name| begins(name)) || begins("everything");
    let is_plain = names_rest && (stays || has_ellipsis && !begins("everything"))
        || has_ellipsis && (stays || begins("same "))
        || left_out::says_so(text.as_bytes());
    match is_plain {
        true => Some(Says::That),
        false => is_between_dots(text).then_some(Says::More),
    }
}

/// Returns whether words end by saying that something stays as it is.
fn ends_in_staying(words: &str) -> bool {
    const STAYS: [&str; 9] = [
        "unchanged", "the same", "same as before", "as before", "as is", "stays", "remains",
        "no change", "no changes",
    ];
    let words = words.to_ascii_lowercase();
    STAYS.iter().any(|end| words.ends_with(end))
}

/// Returns whether a comment has dots at both ends of its words: `// ... the routes ...`.
fn is_between_dots(text: &str) -> bool {
    let around = |c: char| c != '.' && c != '…' && AROUND.contains(&c);
    let words = text.trim_matches(around);
    let has_both = |dots: &str| words.starts_with(dots) && words.ends_with(dots);
    let is_comment = !text.starts_with(['.', '…', '"', '[', '(']);
    is_comment && (has_both("...") || has_both("…"))
}

/// Returns whether the new text of a hunk has such a line that the old one lacks, while lines go: those would be lost.
pub fn is_in_new_text(hunk: &Hunk) -> bool {
    let is_new = |line: &HunkLine| {
        line.is_insert()
            && is_placeholder(line.body.as_bstr())
            && !hunk
                .preimage()
                .any(|old| old.trimmed() == line.body.trimmed())
    };
    hunk.lines.iter().any(is_new) && hunk.n_lines_of(LineKind::Delete) > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: bool) {
        assert_eq!(is_placeholder(line.into()), expected, "{line}");
    }

    #[test]
    fn what_the_file_does_not_have_may_stand_for_others() {
        let check = |line: &str, expected: Option<(Option<&str>, Option<&str>)>| {
            let gap = gap_in(line.into(), &|_| false);
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let gap = gap.map(|gap| (gap.head.map(text), gap.tail.as_deref().map(text)));
            let owned = |text: Option<&str>| text.map(str::to_string);
            let expected = expected.map(|(head, tail)| (owned(head), owned(tail)));
            assert_eq!(gap, expected, "{line}");
        };
        let all = Some((None, None));
        check("    // ...", all);
        check("# …", all);
        check("...", all);
        check(".. ... existing code ...", all);
        check(".. note:: ...", None);
        check("{/* ... */}", all);
        check("<!-- unchanged -->", all);
        check("-- rest of the file stays the same", all);
        check("{# ... the head of the page ... #}", all);
        check("<%# ... existing code ... %>", all);
        check("{{!-- ... --}}", all);
        check("@* unchanged *@", all);
        check("! ... existing code ...", all);
        check("' rest of the file stays the same", all);
        check("REM ... existing code ...", all);
        check("'...existing...',", None);
        check("!... existing", None);
        check("{{ title }} ...", None);
        check("REM ... and so it goes on", None);
        check("# The rest of the class remains unchanged.", all);
        check("// everything else stays the same", all);
        check("# (no changes here)", all);
        check("/* rest unchanged */", all);
        check("// code above unchanged", all);
        check("-- existing code here", all);
        check("# other functions stay as they are", all);
        check("// ... the routes of the shop ...", all);
        check("# ... and so it goes on", None);
        check("# same price as in the shop", None);
        check("// other methods remain unchanged", all);
        check("// ... other methods ...", all);
        check("// see the rest of the file", None);
        check("x = y[...]", None);
        check("fn f() { ... }", Some((Some("fn f() {"), Some("}"))));
        check(
            "  go() { /* ... */ },",
            Some((Some("  go() {"), Some("  },"))),
        );
        check(
            "function f() { // ... }",
            Some((Some("function f() {"), Some("}"))),
        );
        check("def f(x): ...", Some((Some("def f(x):"), None)));
        check("let s = `${x}...`;", None);
        check("f({ ...rest })", None);
        check("    ...existing,", None);
        check("  ...keep(x, y),", None);
        check("...existing code...", all);
    }

    #[test]
    fn a_remark_in_brackets_says_only_that_something_stays() {
        let check = |line: &str, expected: Option<Says>| {
            let gap = gap_in(line.into(), &|_| false);
            assert_eq!(gap.map(|gap| gap.says), expected, "{line}");
        };
        for line in [
            "    # (public methods unchanged)",
            "-- [tables as before]",
            "// (stages build, test and web stay the same)",
            "*(rest of the file unchanged)*",
            "_[the rest as is]_",
        ] {
            check(line, Some(Says::Aside));
        }
        check("<!-- existing rows -->", Some(Says::OfNames));
        for line in [
            "# (totals removed, rest as before)",
            "# (all except totals as before)",
            "# (must stay the same)",
            "# public methods unchanged",
            "# existing rows first",
            "print(\"(x unchanged)\")",
            "*(a + b)*",
            "**kwargs",
        ] {
            check(line, None);
        }
    }

    #[test]
    fn an_ellipsis_and_a_word_in_a_comment_stand_for_lines_left_out() {
        check("// ... existing code ...", true);
        check("  # ... (unchanged)", true);
        check("<!-- … rest of the page … -->", true);
        check("... keep the rest ...", true);
        check("let rest = f(...existing);", false);
        check("// see the existing code", false);
        check("...", false);
    }
}
