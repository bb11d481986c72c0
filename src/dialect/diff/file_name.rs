//! The names in file headers: timestamps behind them, the quoting of C, the prefixes that tools put before them.

use bstr::{BStr, BString, ByteSlice};

use crate::text::{OneOf, Trim};

/// A name in a header line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::dialect) enum Name {
    DevNull,
    Path(BString),
}

impl Name {
    fn of(name: BString) -> Name {
        if name == "/dev/null" {
            Name::DevNull
        } else {
            Name::Path(name)
        }
    }
}

/// Returns whether two lines name one file, as the lines of a header do and changed lines by chance do not.
pub(in crate::dialect) fn names_one_file(old: &BStr, new: &BStr) -> bool {
    let bare = |name: Name| match name {
        Name::DevNull => None,
        Name::Path(path) => Some(
            path.split_once_str("/")
                .map_or(path.clone(), |(_, rest)| rest.into()),
        ),
    };
    match (named(old, b"---"), named(new, b"+++")) {
        (Some(old), Some(new)) => match (bare(old), bare(new)) {
            (Some(old), Some(new)) => old == new,
            (None, _) | (_, None) => true,
        },
        (None, _) | (_, None) => false,
    }
}

/// Reads `--- name` or `+++ name`.
pub(in crate::dialect) fn named(body: &BStr, marker: &[u8]) -> Option<Name> {
    let rest = body.strip_prefix(marker)?;
    // `---a/x` and `+++b/x` have lost their blank; without the pair's prefix it could be any line of content.
    let glued = rest.starts_with(if marker == b"---" { b"a/" } else { b"b/" });
    if !glued && !rest.starts_with(b" ") && !rest.starts_with(b"\t") {
        return None;
    }
    let mut name = rest.trimmed();
    for label in ["filename:", "file:", "path:"] {
        let rest = name.strip_prefix(label.as_bytes());
        name = rest.map_or(name, |rest| rest.trimmed());
    }
    name = without_nonexistent(name).unwrap_or(name);
    let name = match quotation(name) {
        Some(end) => &name[..end],
        None => without_timestamp(name),
    };
    let name = spelled(name);
    (!name.is_empty()).then(|| Name::of(name))
}

/// Reads the name of a `---` or `+++` line of git's, to the byte: behind one that has a blank git writes a tab. `None` where the
/// line has no such tab.
pub(in crate::dialect) fn named_by_git(body: &BStr, marker: &[u8]) -> Option<Name> {
    let name = body.strip_prefix(marker)?.strip_prefix(b" ")?;
    let name = name.strip_suffix(b"\t")?;
    let is_plain = name.contains(&b' ') && !name.contains(&b'\t') && !name.starts_with(b"\"");
    is_plain.then(|| Name::of(name.into()))
}

/// Returns whether the `diff --git` line has a name of a line below it with the blanks that end it.
pub(in crate::dialect) fn ends_in_blanks(name: &[u8], git_line: &BStr) -> bool {
    let is_amid = || git_line.contains_str([name, b" "].concat());
    name.ends_with(b" ") && (git_line.ends_with(name) || is_amid())
}

/// Returns a name as it is meant: without quotes, and where it has none, with the folders parted as they are elsewhere.
fn spelled(name: &[u8]) -> BString {
    let is_quoted = name.starts_with(b"\"");
    let parts_folders = name.contains(&b'\\') && !name.contains(&b'/') && !name.contains(&b' ');
    match parts_folders && !is_quoted {
        true => unquoted(&name.replace("\\", "/")),
        false => unquoted(name),
    }
}

/// Words by which people call the old side of a change, and the new one.
const SIDES: [&[&str]; 2] = [
    &[
        "a", "before", "current", "existing", "old", "orig", "original", "previous",
    ],
    &[
        "after", "b", "changed", "fixed", "modified", "new", "proposed", "revised", "suggested",
        "updated",
    ],
];

fn is_side(word: &[u8], side: usize) -> bool {
    let is_it = |it: &&str| word.eq_ignore_ascii_case(it.as_bytes());
    SIDES[side].iter().any(is_it)
}

/// Returns whether two names only call the sides of a change: `--- before`, `+++ after`.
pub(in crate::dialect) fn are_sides(old: &Option<Name>, new: &Option<Name>) -> bool {
    match (old, new) {
        (Some(Name::Path(old)), Some(Name::Path(new))) => is_side(old, 0) && is_side(new, 1),
        (Some(Name::DevNull) | None, _) | (_, Some(Name::DevNull) | None) => false,
    }
}

/// Returns both names without the labels behind them, where these call the sides of a change: `a.rs (before)`, `a.rs [new]`.
pub(in crate::dialect) fn unlabelled(
    old: Option<Name>,
    new: Option<Name>,
) -> (Option<Name>, Option<Name>) {
    let bare = |name: &Option<Name>, side: usize| {
        let Some(Name::Path(path)) = name else {
            return None;
        };
        let inside = path.strip_suffix(b")").map(|rest| (rest, " ("));
        let (rest, open) = inside.or_else(|| Some((path.strip_suffix(b"]")?, " [")))?;
        let (path, label) = rest.rsplit_once_str(open)?;
        let mut words = label.split(|byte| !byte.is_ascii_alphanumeric());
        let is_label = words.any(|word| word.len() > 1 && is_side(word, side));
        is_label.then(|| Name::Path(path.trim().into()))
    };
    (bare(&old, 0).or(old), bare(&new, 1).or(new))
}

/// Returns whether a `---` or `+++` line has the time at which clocks begin behind its name: so GNU diff says that there is no
/// such file.
pub(in crate::dialect) fn is_of_no_file(body: &BStr) -> bool {
    let Some(tab) = body.find_byte(b'\t') else {
        return false;
    };
    let time = &body[tab + 1..];
    // `1970-01-01 01:00:00 +0100`, `1970-01-01T00:00:00Z` and `Thu Jan  1 00:00:00 1970 +0000`.
    let time = time
        .replace("T0", " 0")
        .replace("T1", " 1")
        .replace("Z", "");
    let words: Vec<&[u8]> = time.fields().collect();
    let (day, clock, zone) = match &words[..] {
        [day, clock, zone @ ..] if day.contains(&b'-') => (day.to_vec(), *clock, zone),
        [_, month, day, clock, year, zone @ ..] => {
            ([*year, *month, *day].join(&b'-'), *clock, zone)
        }
        _ => return false,
    };
    let number = |text: &[u8]| text.to_str().ok()?.parse::<i32>().ok();
    let minutes =
        |text: &[u8]| Some(number(text.get(..2)?)? * 60 + number(text.get(text.len() - 2..)?)?);
    let day = match &day[..] {
        b"1970-01-01" | b"1970-Jan-1" | b"1970-Jan-01" => 0,
        b"1969-12-31" | b"1969-Dec-31" => -24 * 60,
        _ => return false,
    };
    let Some((clock, seconds)) = clock
        .get(..5)
        .and_then(minutes)
        .map(|minutes| (minutes, &clock[5..]))
    else {
        return false;
    };
    let split = |zone: &'_ [u8]| {
        // `+01:00` is split off the clock where no blank does it.
        let at = zone.iter().position(|byte| matches!(byte, b'+' | b'-'));
        at.map_or((zone.to_vec(), None), |at| {
            (zone[..at].to_vec(), Some(zone[at..].to_vec()))
        })
    };
    let (seconds, glued) = split(seconds);
    let zone = glued.as_deref().or(zone.first().copied());
    let zone = match zone.and_then(|zone| zone.split_first()) {
        Some((sign @ (b'-' | b'+'), offset)) if matches!(offset.len(), 4 | 5) => {
            minutes(offset).map(|minutes| if *sign == b'-' { -minutes } else { minutes })
        }
        Some(_) => None,
        None => Some(0),
    };
    let is_full = seconds
        .iter()
        .all(|byte| matches!(byte, b':' | b'.' | b'0'));
    is_full && zone.is_some_and(|zone| day + clock == zone)
}

/// Returns whether a `---` or `+++` line says, as Subversion does, that its side has no such file.
pub(in crate::dialect) fn says_nonexistent(body: &BStr) -> bool {
    without_nonexistent(body).is_some()
}

fn without_nonexistent(name: &[u8]) -> Option<&[u8]> {
    let name = name.strip_suffix(b"(nonexistent)")?;
    name.ends_with(b"\t").then(|| name.trimmed_end())
}

/// Drops what GNU diff and others write behind the name: a tab and a time, or what calls the side, or a time after blanks. A
/// tab before anything else is one of the name's.
fn without_timestamp(name: &[u8]) -> &[u8] {
    let is_remark = |rest: &[u8]| {
        let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
        let is_day = rest.begins_with_one_of(&days);
        let calls_side = [0, 1].iter().any(|side| is_side(rest.trimmed(), *side));
        is_day || calls_side || matches!(rest.first(), None | Some(b'0'..=b'9' | b'(' | b'['))
    };
    let mut tabs = memchr::memchr_iter(b'\t', name);
    let name = match tabs.find(|tab| is_remark(&name[tab + 1..])) {
        Some(tab) if name[..tab].contains(&b'\t') => return &name[..tab],
        Some(tab) => &name[..tab],
        None => name,
    };
    let is_date = |word: &[u8]| {
        word.len() == 10
            && word[4] == b'-'
            && word[7] == b'-'
            && word[..4].iter().all(u8::is_ascii_digit)
    };
    let mut end = name.len();
    let words = name.contains(&b'-').then(|| name.fields());
    for word in words.into_iter().flatten() {
        if is_date(word) {
            end = word.as_ptr() as usize - name.as_ptr() as usize;
            break;
        }
    }
    name[..end].trimmed_end()
}

/// Returns where the quotation that `text` begins with ends, behind its last quote.
fn quotation(text: &[u8]) -> Option<usize> {
    let inside = text.strip_prefix(b"\"")?;
    let mut bytes = inside.iter().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'"' => return Some(at + 2),
            // What is escaped ends nothing.
            b'\\' => drop(bytes.next()),
            _ => {}
        }
    }
    None
}

/// Undoes the quoting of C that git uses for unusual names.
pub(in crate::dialect) fn unquoted(name: &[u8]) -> BString {
    let Some(inner) = name
        .strip_prefix(b"\"")
        .and_then(|rest| rest.strip_suffix(b"\""))
    else {
        // Some write a name as code or in bold. One that only ends so is a file's own, as git quotes neither.
        let is_bare = |byte: &u8| !matches!(byte, b'`' | b'*');
        if name.first().is_some_and(is_bare) {
            return name.into();
        }
        let start = name.iter().position(is_bare).unwrap_or(name.len());
        let end = name
            .iter()
            .rposition(is_bare)
            .map_or(start, |last| last + 1);
        return name[start..end].into();
    };
    let mut out = BString::default();
    let mut bytes = inner.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        match bytes.next() {
            Some(b'n') => out.push(b'\n'),
            Some(b't') => out.push(b'\t'),
            Some(b'r') => out.push(b'\r'),
            Some(b'a') => out.push(0x07),
            Some(b'b') => out.push(0x08),
            Some(b'f') => out.push(0x0c),
            Some(b'v') => out.push(0x0b),
            Some(digit @ b'0'..=b'3') => {
                let mut value = u32::from(digit - b'0');
                while let Some(next @ b'0'..=b'7') = bytes.peek().copied()
                    && value < 0o40
                {
                    value = value * 8 + u32::from(next - b'0');
                    bytes.next();
                }
                out.push(value as u8);
            }
            Some(quoted @ (b'"' | b'\\')) => out.push(quoted),
            // Git writes no such escape: the backslash is one that was not doubled.
            Some(other) => out.extend_from_slice(&[b'\\', other]),
            None => out.push(b'\\'),
        }
    }
    out
}

/// Reads both names of a `diff --git` line, which separates them by a blank that the names may hold as well: where
/// they are not quoted, the two are the same but for their prefix.
pub(in crate::dialect) fn git_names(line: &BStr) -> (Option<Name>, Option<Name>) {
    let halves = if line.starts_with(b"\"") {
        let end = quotation(line).unwrap_or(line.len());
        (line[..end].as_bstr(), line[end..].trim().as_bstr())
    } else {
        let same = |at: &usize| {
            let (old, new) = (&line[..*at], &line[*at + 1..]);
            let below = |name: &BStr| name.find_byte(b'/').map_or(0, |at| at + 1);
            match (below(old), below(new)) {
                (0, 0) => true,
                (0, _) | (_, 0) => false,
                (in_old, in_new) => old[in_old..] == new[in_new..],
            }
        };
        let blanks = || memchr::memchr_iter(b' ', line);
        match blanks().find(same).or_else(|| blanks().next()) {
            Some(at) => (line[..at].as_bstr(), line[at + 1..].as_bstr()),
            None => (line, line),
        }
    };
    let name = |half: &BStr| Some(Name::of(spelled(half)));
    (name(halves.0), name(halves.1))
}

/// The pairs of prefixes that git and its settings write.
const PAIRS: &[(&[u8], &[u8])] = &[
    (b"a/", b"b/"),
    (b"i/", b"w/"),
    (b"c/", b"i/"),
    (b"c/", b"w/"),
    (b"o/", b"w/"),
    (b"old/", b"new/"),
];

pub(in crate::dialect) fn has_pair(old: &Option<Name>, new: &Option<Name>) -> bool {
    let starts = |name: &Option<Name>, prefix: &[u8]| match name {
        Some(Name::Path(path)) => path.len() > prefix.len() && path.starts_with(prefix),
        Some(Name::DevNull) => true,
        None => prefix.len() == 2,
    };
    let named = |name: &Option<Name>| matches!(name, Some(Name::Path(_)));
    let is_pair = |(a, b): &(&[u8], &[u8])| starts(old, a) && starts(new, b);
    PAIRS.iter().any(is_pair) && (named(old) || named(new)) || are_below_sides(old, new)
}

/// Returns whether two names are one below folders that only call the sides of a change: `original/a.rs`, `modified/a.rs`.
fn are_below_sides(old: &Option<Name>, new: &Option<Name>) -> bool {
    let halves = |name: &'_ Option<Name>| match name {
        Some(Name::Path(path)) => {
            let (folder, rest) = path.split_once_str("/")?;
            Some((BString::from(folder), BString::from(rest)))
        }
        Some(Name::DevNull) | None => None,
    };
    let pair = halves(old).zip(halves(new));
    pair.is_some_and(|(old, new)| old.1 == new.1 && is_side(&old.0, 0) && is_side(&new.0, 1))
}

pub(in crate::dialect) fn stripped(name: Option<Name>, n_parts: usize) -> Option<Name> {
    let Some(Name::Path(path)) = name else {
        return name;
    };
    let mut rest = path.as_bstr();
    for _ in 0..n_parts {
        match rest.find_byte(b'/') {
            Some(at) => rest = &rest[at + 1..],
            None => break,
        }
    }
    Some(Name::Path(rest.into()))
}
