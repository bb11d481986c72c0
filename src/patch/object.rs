//! Parts of an object of settings with the braces of all of it around them: `{ "scripts": { … } }` of a `package.json`,
//! `module.exports = { … };`. The keys that are not shown stay.

use bstr::{BStr, ByteSlice};

use crate::text::{Piece, Text, Trim, indent};

/// A key of an object, with the lines that it takes up to the next key.
struct Entry<'l> {
    key: &'l [u8],
    start: usize,
    /// The last of its lines that is not blank.
    last: usize,
}

/// Returns the entries of `lines`, content with braces around it, of an object that has these in `text` and others as well: as many
/// runs as there are stretches of the object, with its commas. `None` for any other content.
pub(super) fn entries_within(lines: &[Piece], text: &Text) -> Option<Vec<Vec<Piece>>> {
    let shown: Vec<&BStr> = lines.iter().map(|line| line.as_bstr()).collect();
    let there: Vec<&BStr> = text.lines().collect();
    let (own, all) = (entries(&shown)?, entries(&there)?);
    let ends = |lines: &[&BStr]| {
        let mut with_text = lines.iter().filter(|line| !indent::is_blank(line));
        let first = with_text.next().map(|line| line.trimmed().to_vec());
        (
            first,
            with_text.next_back().map(|line| line.trimmed().to_vec()),
        )
    };
    if ends(&shown) != ends(&there) {
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
        let has_comma = there[all[next + place].last].trimmed().ends_with(b",");
        next += place + 1;
        let run = runs.last_mut()?;
        run.extend_from_slice(&lines[entry.start..entry.last]);
        let last = shown[entry.last].trimmed_end();
        let bare = last.strip_suffix(b",").unwrap_or(last);
        let comma: &[u8] = if has_comma { b"," } else { b"" };
        run.push(Piece::from([bare, comma].concat()));
    }
    (own.len() < all.len()).then_some(runs)
}

/// Returns the entries right within braces that end the first line and begin the last; `None` where these are not, or the entries are not
/// all on lines of their own.
fn entries<'l>(lines: &[&'l BStr]) -> Option<Vec<Entry<'l>>> {
    let with_text = |at: &usize| !indent::is_blank(lines[*at]);
    let first = (0..lines.len()).find(with_text)?;
    let last = (0..lines.len()).rfind(with_text)?;
    let is_object = first < last
        && lines[first].trimmed().ends_with(b"{")
        && lines[last].trimmed().starts_with(b"}");
    let mut entries: Vec<Entry<'l>> = Vec::new();
    let mut depth = None;
    for at in (first + 1..last).filter(with_text) {
        let width = indent::leading(lines[at]).len();
        let line: &'l [u8] = lines[at].trimmed();
        match (key(line), *depth.get_or_insert(width) == width) {
            (Some(key), true) => entries.push(Entry {
                key,
                start: at,
                last: at,
            }),
            (None, true) if !b"}]".contains(&line[0]) => return None,
            (None, true) | (_, false) => entries.last_mut()?.last = at,
        }
    }
    (is_object && !entries.is_empty()).then_some(entries)
}

/// Returns the name in front of the colon of a line: a word, or one in quotes.
fn key(line: &[u8]) -> Option<&[u8]> {
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
        check("{\n  \"a\": 1,\n  \"b\": {\n  },\n  \"d\": 3\n}", None);
    }
}
