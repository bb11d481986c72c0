//! Parts of an object of settings with the braces of all of it around them: `{ "scripts": { … } }` of a `package.json`,
//! `module.exports = { … };`. The keys that are not shown stay.

use std::ops::Range;

use bstr::ByteSlice;

use crate::text::{LineSpan, Piece, Text, Trim, indent};

/// A key of an object, with the lines that it takes up to the next key.
struct Entry<'l> {
    key: &'l [u8],
    start: usize,
    /// The last of its lines that is not blank.
    last: usize,
}

impl Entry<'_> {
    fn lines(&self) -> Range<usize> {
        self.start..self.last + 1
    }
}

/// Returns the entries of `lines` in runs, one for each stretch of the object in `text`, with the file's commas. `None` unless `lines` is
/// that object with some keys left out.
pub(super) fn entries_within(lines: &[Piece], text: &Text) -> Option<Vec<Vec<Piece>>> {
    let there: Vec<Piece> = text.pieces(LineSpan::new(0, text.n_lines())).collect();
    let (own, all) = (entries_of_all(lines)?, entries_of_all(&there)?);
    let ends = |lines: &[Piece]| {
        let mut with_text = lines.iter().filter(|line| !indent::is_blank(line));
        let first = with_text.next().map(|line| line.trimmed().to_vec());
        (
            first,
            with_text.next_back().map(|line| line.trimmed().to_vec()),
        )
    };
    if ends(lines) != ends(&there) {
        return None;
    }
    let mut runs: Vec<Vec<Piece>> = Vec::new();
    let mut next = 0;
    for entry in &own {
        let place = all[next..]
            .iter()
            .position(|other| other.key == entry.key)?;
        if place > 0 || runs.is_empty() {
            runs.push(Vec::new());
        }
        let old = &there[all[next + place].lines()];
        next += place + 1;
        runs.last_mut()?
            .extend(replaced(&lines[entry.lines()], old));
    }
    (own.len() < all.len()).then_some(runs)
}

/// Returns a key with its value as it is to be, in the place of `old`, whose comma it has. Of an object of which no entry is shown
/// as it is, those that are not shown stay.
fn replaced(new: &[Piece], old: &[Piece]) -> Vec<Piece> {
    let merged = merged(new, old).unwrap_or_else(|| new.to_vec());
    let has_comma = old.last().is_some_and(ends_with_comma);
    with_comma(merged, has_comma)
}

/// Returns the object `old`, a key and its value, with the entries of `new` changed or added. `None` where `new` is to be all of it: one
/// entry is shown as it is, it is indented otherwise, either is no object of several lines, or a comment may end `old`.
fn merged(new: &[Piece], old: &[Piece]) -> Option<Vec<Piece>> {
    let (head, close) = (old.first()?, old.last()?);
    let opens = |lines: &[Piece]| lines.first().map(|head| head.trimmed().ends_with(b"{"));
    let is_object = opens(new)? && opens(old)? && head.trimmed() == new[0].trimmed();
    if !is_object {
        return None;
    }
    let (own, all) = (entries(new)?, entries(old)?);
    let depth = |lines: &[Piece], entry: &Entry<'_>| indent::leading(&lines[entry.start]).to_vec();
    let is_as_deep = depth(new, &own[0]) == depth(old, &all[0]);
    let of_key = |key: &[u8]| own.iter().find(|entry| entry.key == key);
    let is_shown = |other: &Entry<'_>| {
        let bare = |lines: &[Piece]| with_comma(lines.to_vec(), false);
        let own = of_key(other.key);
        own.is_some_and(|own| bare(&new[own.lines()]) == bare(&old[other.lines()]))
    };
    if !is_as_deep || all.iter().any(is_shown) {
        return None;
    }
    let added = own
        .iter()
        .filter(|entry| all.iter().all(|other| other.key != entry.key));
    let added: Vec<&Entry<'_>> = added.collect();
    let last = all.last()?;
    // Behind a comment, a comma would be a part of it.
    let end = &old[last.last];
    if !added.is_empty() && !ends_with_comma(end) && may_end_in_comment(end) {
        return None;
    }
    let mut lines = vec![head.clone()];
    let mut from = 1;
    for other in &all {
        lines.extend_from_slice(&old[from..other.start]);
        from = other.last + 1;
        let there = &old[other.lines()];
        let entry = match of_key(other.key) {
            Some(own) => replaced(&new[own.lines()], there),
            None => there.to_vec(),
        };
        let is_above_new = other.start == last.start && !added.is_empty();
        lines.extend(match is_above_new {
            true => with_comma(entry, true),
            false => entry,
        });
    }
    let has_comma = ends_with_comma(&old[last.last]);
    for (nth, entry) in added.iter().enumerate() {
        let is_last = nth + 1 == added.len();
        lines.extend(with_comma(
            new[entry.lines()].to_vec(),
            !is_last || has_comma,
        ));
    }
    lines.extend_from_slice(&old[from..old.len() - 1]);
    lines.push(close.clone());
    Some(lines)
}

fn ends_with_comma(line: &Piece) -> bool {
    line.trimmed().ends_with(b",")
}

/// Returns whether a line has a slash outside of strings: a URL begins no comment.
fn may_end_in_comment(line: &[u8]) -> bool {
    let mut quote = None;
    let mut bytes = line.iter();
    while let Some(&byte) = bytes.next() {
        match quote {
            Some(_) if byte == b'\\' => {
                bytes.next();
            }
            Some(open) if byte == open => quote = None,
            Some(_) => {}
            None if byte == b'/' => return true,
            None => quote = b"\"'`".contains(&byte).then_some(byte),
        }
    }
    // A string that a line above begins may end at what looks like its start.
    quote.is_some() && line.contains(&b'/')
}

/// Returns lines of an entry with a comma behind the last, or without.
fn with_comma(mut lines: Vec<Piece>, has_comma: bool) -> Vec<Piece> {
    if let Some(last) = lines.last_mut()
        && ends_with_comma(last) != has_comma
    {
        let line = last.trimmed_end();
        *last = match has_comma {
            true => Piece::from([line, b","].concat()),
            false => Piece::from(line[..line.len() - 1].to_vec()),
        };
    }
    lines
}

/// Returns the entries of an object whose braces are the first and the last line with text.
fn entries_of_all(lines: &[Piece]) -> Option<Vec<Entry<'_>>> {
    let with_text = |at: &usize| !indent::is_blank(&lines[*at]);
    let first = (0..lines.len()).find(with_text)?;
    let last = (0..lines.len()).rfind(with_text)?;
    let is_object = first < last
        && lines[first].trimmed().ends_with(b"{")
        && lines[last].trimmed().starts_with(b"}");
    let mut entries = is_object.then(|| entries(&lines[first..=last]))??;
    for entry in &mut entries {
        entry.start += first;
        entry.last += first;
    }
    Some(entries)
}

/// Returns the entries right within braces that end the first line, and begin the last; `None` where there is none, or they are not
/// all on lines of their own.
fn entries(lines: &[Piece]) -> Option<Vec<Entry<'_>>> {
    let mut entries: Vec<Entry<'_>> = Vec::new();
    let mut depth = None;
    let within = 1..lines.len().saturating_sub(1);
    for at in within.filter(|at| !indent::is_blank(&lines[*at])) {
        let width = indent::leading(&lines[at]).len();
        let line = lines[at].trimmed();
        match (entry_key(line), *depth.get_or_insert(width) == width) {
            (Some(key), true) => entries.push(Entry {
                key,
                start: at,
                last: at,
            }),
            (None, true) if !b"}]".contains(&line[0]) => return None,
            (None, true) | (_, false) => entries.last_mut()?.last = at,
        }
    }
    (!entries.is_empty()).then_some(entries)
}

/// Returns the name in front of the colon of a line: a word, or one in quotes. Unlike [`named`](crate::text::named::named), quotes are
/// left off, and the value may be on the next line.
fn entry_key(line: &[u8]) -> Option<&[u8]> {
    let quoted = ["\"", "'"].into_iter().find_map(|quote| {
        let rest = line.strip_prefix(quote.as_bytes())?;
        let end = rest.find([quote.as_bytes(), b":"].concat())?;
        Some(&rest[..end])
    });
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$-".contains(byte);
    let end = line.iter().position(|byte| !is_of_word(byte))?;
    let bare = (end > 0 && line[end] == b':').then(|| &line[..end]);
    quoted.or(bare)
}

#[cfg(test)]
mod tests {
    use bstr::BStr;

    use super::*;

    #[test]
    fn entries_of_an_object_leave_its_others() {
        let text = Text::new("{\n  \"a\": 1,\n  \"b\": {\n    \"c\": 2\n  },\n  \"d\": 3\n}\n");
        let check = |shown: &str, expected: Option<&[&str]>| {
            let lines: Vec<Piece> = shown.lines().map(Piece::from).collect();
            let runs = entries_within(&lines, &text);
            let runs = runs.map(|runs| {
                let joined = |run: &Vec<Piece>| {
                    let lines: Vec<&BStr> = run.iter().map(|line| line.as_bstr()).collect();
                    bstr::join("|", lines).to_str_lossy().into_owned()
                };
                runs.iter().map(joined).collect::<Vec<String>>()
            });
            let expected = expected.map(|runs| runs.iter().map(|run| run.to_string()).collect());
            assert_eq!(runs, expected, "{shown}");
        };
        let of_b: &[&str] = &["  \"b\": {|    \"c\": 4|  },"];
        check("{\n  \"b\": {\n    \"c\": 4\n  }\n}", Some(of_b));
        check(
            "{\n  \"a\": 5,\n  \"d\": 6,\n}",
            Some(&["  \"a\": 5,", "  \"d\": 6"]),
        );
        check("{\n  \"e\": 5\n}", None);
        check("{\n  \"d\": 6,\n  \"a\": 5\n}", None);
        check("\"b\": 1", None);
        // No entry of `b` is shown as it is: its others stay.
        let more: &[&str] = &["  \"b\": {|    \"c\": 2,|    \"e\": 5|  },"];
        check("{\n  \"b\": {\n    \"e\": 5\n  }\n}", Some(more));
        let all: &[&str] = &["  \"b\": {|    \"c\": 2,|    \"e\": 5|  },"];
        check(
            "{\n  \"b\": {\n    \"c\": 2,\n    \"e\": 5\n  }\n}",
            Some(all),
        );
        check(
            "{\n  \"b\": {\n      \"e\": 5\n  }\n}",
            Some(&["  \"b\": {|      \"e\": 5|  },"]),
        );
        check("{\n  \"a\": 1,\n  \"b\": {\n  },\n  \"d\": 3\n}", None);
    }

    #[test]
    fn a_slash_in_a_string_begins_no_comment() {
        let is_merged = |last: &str| {
            let text = Text::new(format!("{{\n  a: 1,\n  b: {{\n    c: {last}\n  }}\n}}\n"));
            let shown = ["{", "  b: {", "    e: 5", "  }", "}"].map(Piece::from);
            let runs = entries_within(&shown, &text).unwrap_or_default();
            let lines: Vec<Piece> = runs.concat();
            lines.contains(&Piece::from(format!("    c: {last},").as_str()))
        };
        for last in [
            "\"https://x.y/z\"", "'a//b'", "[\"dist/*\"]", "{ d: \"a\\\"/b\" }", "`a/b`", "1",
        ] {
            assert!(is_merged(last), "{last}");
        }
        for last in [
            "1 // one", "\"a\" // \"b\"", "'it' /* it's */", "a/b`", "/[\"']/", "1 // it's",
        ] {
            assert!(!is_merged(last), "{last}");
        }
    }
}
