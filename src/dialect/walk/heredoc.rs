//! Here-documents: what ends one, the file it writes, the folder that its script went to, and what a shell makes of its lines.

use std::borrow::Cow;

use bstr::{BStr, BString, ByteSlice};

use super::line::Line;
use crate::dialect::commands::command::joined;
use crate::dialect::commands::shell_words;
use crate::text::{PathFault, RelPath};

/// The name of the dialect that reads here-documents.
pub(in crate::dialect) const DIALECT: &str = "shell";

/// The start of a here-document in a shell command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) struct Heredoc<'a> {
    /// The line that ends it.
    pub(in crate::dialect) end: &'a BStr,
    /// The file that the command writes, and whether it appends.
    pub(in crate::dialect) writes: Option<(&'a BStr, Writes)>,
    /// Whether the shell reads its lines as it reads text in double quotes: the word behind `<<` is not quoted.
    is_expanded: bool,
    /// Whether tabs in front of its lines are left out: `<<-`.
    is_indented: bool,
}

/// A here-document that the walk is in.
pub(in crate::dialect) struct Open<'a> {
    /// The line that ends it.
    pub(super) end: &'a BStr,
    /// Index of that line, where the here-document is in no fence and has an end.
    pub(super) closes_at: Option<usize>,
    /// The folder from before it.
    pub(super) left: Option<BString>,
}

impl Open<'_> {
    /// Returns whether `line`, at `index`, ends it.
    pub(super) fn closed_by(&self, index: usize, line: &Line<'_>) -> bool {
        match self.closes_at {
            Some(at) => index == at,
            None => line.trimmed() == self.end,
        }
    }
}

/// The lines of a here-document as the shell gives them to the command.
pub(in crate::dialect) struct Content<'a> {
    pub(in crate::dialect) lines: Vec<Cow<'a, [u8]>>,
    /// Whether it puts something in the place of a part of them (`$NAME`, `$(date)`) that only it knows.
    pub(in crate::dialect) is_unknown: bool,
}

impl Heredoc<'_> {
    /// Returns what the shell makes of the lines.
    pub(in crate::dialect) fn content<'a>(
        &self,
        lines: impl Iterator<Item = &'a BStr>,
    ) -> Content<'a> {
        let mut content = Content {
            lines: Vec::new(),
            is_unknown: false,
        };
        let mut goes_on = false;
        for line in lines {
            let body: &'a [u8] = match self.is_indented {
                true => line.trim_start_with(|c| c == '\t'),
                false => line,
            };
            if !self.is_expanded {
                content.lines.push(Cow::Borrowed(body));
                continue;
            }
            let read = Expanded::of(body);
            content.is_unknown |= read.is_unknown;
            match content.lines.last_mut().filter(|_| goes_on) {
                Some(last) => last.to_mut().extend_from_slice(&read.line),
                None => content.lines.push(read.line),
            }
            goes_on = read.goes_on;
        }
        content
    }

    /// Returns whether only a shell knows the name of the file that it writes.
    pub(in crate::dialect) fn hides_its_file(&self) -> bool {
        self.writes.is_some_and(|(name, _)| {
            let is_open = name.contains(&b'$') || name.contains(&b'`');
            is_open && RelPath::new(name) != Err(PathFault::Home)
        })
    }
}

/// Returns why a here-document that writes a file is unread; `None` for a line that begins none.
pub(in crate::dialect) fn why_unread(line: &BStr) -> Option<&'static str> {
    let heredoc = read(line)?;
    heredoc.writes?;
    Some(match heredoc.hides_its_file() {
        true => "a here-document; only a shell knows which file it writes",
        false => "a here-document that could not be read; it may be cut off",
    })
}

/// A line as a shell reads it in double quotes.
struct Expanded<'a> {
    line: Cow<'a, [u8]>,
    is_unknown: bool,
    /// Whether the next line is put behind it.
    goes_on: bool,
}

impl<'a> Expanded<'a> {
    fn of(body: &'a [u8]) -> Expanded<'a> {
        let mut read = Expanded {
            line: Cow::Borrowed(body),
            is_unknown: false,
            goes_on: false,
        };
        let Some(first) = body.find_byteset(b"\\$`") else {
            return read;
        };
        let (mut line, mut at) = (body[..first].to_vec(), first);
        while let Some(&byte) = body.get(at) {
            at += 1;
            match (byte, body.get(at)) {
                (b'\\', Some(escaped @ (b'\\' | b'$' | b'`'))) => {
                    line.push(*escaped);
                    at += 1;
                    continue;
                }
                (b'\\', None) => {
                    read.goes_on = true;
                    continue;
                }
                (b'`', _) => read.is_unknown = true,
                (b'$', Some(next)) => {
                    read.is_unknown |=
                        next.is_ascii_alphanumeric() || b"_{([?$!#@*-".contains(next);
                }
                _ => {}
            }
            line.push(byte);
        }
        read.line = Cow::Owned(line);
        read
    }
}

/// How a shell command writes its output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::dialect) enum Writes {
    /// `> file`
    Whole,
    /// `>> file`
    Append,
}

/// Reads a command that ends in a here-document: `cat > f <<'EOF'`, `apply_patch <<EOF`, `patch -p1 <<-"END"`.
pub(in crate::dialect) fn read(body: &BStr) -> Option<Heredoc<'_>> {
    // Asked of every line, and making the search for two bytes costs more than one for a byte.
    memchr::memchr(b'<', body)?;
    let (before, after) = body.split_once_str("<<")?;
    let first = before.trim().first()?;
    if after.starts_with(b"<")
        || !(first.is_ascii_alphabetic() || matches!(first, b'$' | b'%' | b'!' | b'('))
    {
        return None;
    }
    let is_indented = after.starts_with(b"-");
    let after = after[usize::from(is_indented)..].trim_start();
    let quote = after
        .first()
        .copied()
        .filter(|byte| matches!(byte, b'\'' | b'"' | b'\\'));
    let word = &after[usize::from(quote.is_some())..];
    let length = word
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
        .count();
    let (end, rest) = word.split_at(length);
    let rest = rest.trim_start_with(|c| matches!(c, '\'' | '"')).trim();
    let is_redirection = rest.is_empty()
        || rest.starts_with(b">")
        || rest.starts_with(b"|")
        || rest.starts_with(b")");
    if length < 3 || !is_redirection {
        return None;
    }
    Some(Heredoc {
        end: end.as_bstr(),
        writes: written(body),
        is_expanded: quote.is_none(),
        is_indented,
    })
}

/// Where a script went before the here-document that its last line begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::dialect) enum Went {
    Nowhere,
    To(BString),
    /// Only the shell knows: `cd $DIR`, `cd ..`, `cd -`.
    Unknown,
}

/// Returns where a script went before the here-document which its last line begins.
pub(in crate::dialect) fn went_to(script: &[&BStr]) -> Went {
    // What stands in brackets goes nowhere for those below.
    let last = script.len().saturating_sub(1);
    let is_aside = |at: usize, line: &BStr| at < last && line.trim_start().starts_with(b"(");
    let lines = script.iter().enumerate();
    let script: Vec<&BStr> = lines
        .map(|(at, line)| match is_aside(at, line) {
            true => BStr::new(""),
            false => *line,
        })
        .collect();
    let is_known = |to: &BString| !to.contains(&b'$') && !to.starts_with(b"~") && *to != "-";
    let mut folders: Vec<Option<BString>> = vec![Some(BString::default())];
    for command in shell_words::split(&script) {
        let home = BString::from("~");
        let (is_kept, to) = match shell_words::program(&command.words) {
            [name, to] if name == "cd" || name == "pushd" => (name == "pushd", to),
            [name] if name == "cd" => (false, &home),
            [name] if name == "popd" => {
                folders.pop();
                continue;
            }
            _ => continue,
        };
        let from = if is_kept {
            folders.last().cloned()
        } else {
            folders.pop()
        };
        let from = from.flatten();
        folders.push(match from {
            _ if !is_known(to) => None,
            _ if to.starts_with(b"/") => Some(to.clone()),
            Some(from) => joined(from.as_bstr(), to),
            None => None,
        });
    }
    match folders.pop() {
        Some(Some(folder)) if folder.is_empty() => Went::Nowhere,
        Some(Some(folder)) => Went::To(folder),
        Some(None) | None => Went::Unknown,
    }
}

/// Returns the file that gets the here-document of a command as it is: through `cat`, or `tee` with one name. What any other
/// program makes of it cannot be told.
fn written(command: &BStr) -> Option<(&BStr, Writes)> {
    let commands = shell_words::split(&[command]);
    let last = commands.last()?;
    let is_file = |name: &&BString| !name.starts_with(b"/dev/") && !name.starts_with(b"&");
    let copies = |words: &[BString]| {
        let [name, operands @ ..] = shell_words::program(words) else {
            return false;
        };
        name == "cat" && operands.iter().all(|word| word == "-")
    };
    let is_fed_plainly = last.fed_by.is_none() || {
        let before = commands.len().checked_sub(2).map(|at| &commands[at]);
        before.is_some_and(|before| copies(&before.words) && before.fed_by.is_none())
    };
    let (name, how) = match shell_words::program(&last.words) {
        [name, files @ ..] if name == "tee" => {
            let is_append = files.iter().any(|word| word == "-a");
            let mut files = files.iter().filter(|word| !word.starts_with(b"-"));
            let file = files.next().filter(|_| files.next().is_none())?;
            let goes_on = last.writes.iter().any(|name| is_file(&name));
            (Some(file).filter(|_| !goes_on)?, is_append)
        }
        _ if copies(&last.words) => {
            let mut files = last.writes.iter().filter(is_file);
            let file = files.next().filter(|_| files.next().is_none())?;
            (file, command.contains_str(">>"))
        }
        _ => return None,
    };
    let how = if how { Writes::Append } else { Writes::Whole };
    // The name as it stands in the line; one with escapes is not read.
    let at = command
        .find(name)
        .filter(|_| is_fed_plainly && !name.is_empty())?;
    Some((command[at..at + name.len()].as_bstr(), how))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(command: &str, body: &str, expected: &str, is_unknown: bool) {
        let heredoc = read(command.into()).expect("a here-document");
        let content = heredoc.content(body.lines().map(BStr::new));
        assert_eq!(
            bstr::join("\n", &content.lines),
            expected.as_bytes(),
            "{body}"
        );
        assert_eq!(content.is_unknown, is_unknown, "{body}");
    }

    #[test]
    fn an_unquoted_word_lets_the_shell_read_the_lines() {
        let (quoted, unquoted) = ("cat > f <<'EOF'", "cat > f <<EOF");
        check(quoted, "a \\$b `c` \\\n$d", "a \\$b `c` \\\n$d", false);
        check(
            unquoted,
            "a \\$b \\`c\\` \\\\ \\n 5$",
            "a $b `c` \\ \\n 5$",
            false,
        );
        check(unquoted, "a \\\n  b\nc", "a   b\nc", false);
        for unknown in ["$HOME", "x ${A}", "$(date)", "`date`", "$1"] {
            check(unquoted, unknown, unknown, true);
        }
        check("cat > f <<-EOF", "\t\ta\n  b", "a\n  b", false);
    }

    #[test]
    fn a_device_is_no_file() {
        let name = |command: &'static str| read(command.into()).and_then(|it| it.writes);
        assert_eq!(
            name("tee a > /dev/null <<'EOF'"),
            Some(("a".into(), Writes::Whole))
        );
        assert_eq!(
            name("tee -a a <<'EOF' > /dev/null"),
            Some(("a".into(), Writes::Append))
        );
        assert_eq!(
            name("cat 2>/dev/null >> a <<'EOF'"),
            Some(("a".into(), Writes::Append))
        );
        assert_eq!(
            name("cat <<'EOF' | tee a"),
            Some(("a".into(), Writes::Whole))
        );
        assert_eq!(name("cat <<'EOF'"), None);
    }
}
