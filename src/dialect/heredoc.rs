//! Here-documents: what ends one, the file it writes, the folder that its script went to, and what a shell makes of its lines.

use std::borrow::Cow;

use bstr::{BStr, BString, ByteSlice};

use super::command::{self, joined};
use super::shell_words;

/// The start of a here-document in a shell command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Heredoc<'a> {
    /// The line that ends it.
    pub(super) end: &'a BStr,
    /// The file that the command writes, and whether it appends.
    pub(super) writes: Option<(&'a BStr, Writes)>,
    /// Whether the shell reads its lines as it reads text in double quotes: the word behind `<<` is not quoted.
    is_expanded: bool,
    /// Whether tabs in front of its lines are left out: `<<-`.
    is_indented: bool,
}

/// The lines of a here-document as the shell gives them to the command.
pub(super) struct Content<'a> {
    pub(super) lines: Vec<Cow<'a, [u8]>>,
    /// Whether it puts something in the place of a part of them (`$NAME`, `$(date)`) that only it knows.
    pub(super) is_unknown: bool,
}

impl Heredoc<'_> {
    /// Returns what the shell makes of the lines.
    pub(super) fn content<'a>(&self, lines: impl Iterator<Item = &'a BStr>) -> Content<'a> {
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
    pub(super) fn hides_its_file(&self) -> bool {
        self.writes
            .is_some_and(|(name, _)| name.contains(&b'$') || name.contains(&b'`'))
    }
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
                    read.is_unknown |= next.is_ascii_alphanumeric() || b"_{(?$!#@*-".contains(next);
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
pub(super) enum Writes {
    /// `> file`
    Whole,
    /// `>> file`
    Append,
}

/// Reads a command that ends in a here-document: `cat > f <<'EOF'`, `apply_patch <<EOF`, `patch -p1 <<-"END"`.
pub(super) fn read(body: &BStr) -> Option<Heredoc<'_>> {
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
        writes: redirection(before).or_else(|| redirection(rest)),
        is_expanded: quote.is_none(),
        is_indented,
    })
}

/// Returns the folder that a script went to before the here-document which its last line begins. `None` where it went nowhere,
/// or nobody knows.
pub(super) fn went_to(script: &[&BStr]) -> Option<BString> {
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
    let mut folders: Vec<Option<BString>> = vec![None];
    for command in shell_words::split(&script) {
        let next = match command::program(&command.words) {
            [name, to] if name == "cd" || name == "pushd" => Some((name == "pushd", to)),
            [name] if name == "popd" => {
                folders.pop();
                None
            }
            _ => None,
        };
        let Some((is_kept, to)) = next else { continue };
        let from = match is_kept {
            true => folders.last().cloned(),
            false => folders.pop(),
        };
        let from = from.flatten().unwrap_or_default();
        folders.push(match to.starts_with(b"/") {
            _ if !is_known(to) => None,
            true => Some(to.clone()),
            false => joined(from.as_bstr(), to),
        });
    }
    folders.pop().flatten().filter(|folder| !folder.is_empty())
}

fn redirection(command: &[u8]) -> Option<(&BStr, Writes)> {
    let mut at = 0;
    while let Some(sign) = command[at..].find_byte(b'>').map(|sign| at + sign) {
        let is_append = command[sign + 1..].starts_with(b">");
        at = sign + 1 + usize::from(is_append);
        let is_of_errors = command[..sign].ends_with(b"2");
        let name = command[at..].fields().next()?;
        let name = name.trim_with(|c| matches!(c, '\'' | '"'));
        // What goes to a device, or to the other output, is no file.
        let is_file = !name.is_empty() && !name.starts_with(b"/dev/") && !name.starts_with(b"&");
        if is_file && !is_of_errors {
            let how = if is_append {
                Writes::Append
            } else {
                Writes::Whole
            };
            return Some((name.as_bstr(), how));
        }
    }
    let command = command.trim_start_with(|c| matches!(c, ' ' | '\t' | '|'));
    let rest = command.strip_prefix(b"tee ")?;
    let append = rest.strip_prefix(b"-a ");
    let how = match append {
        Some(_) => Writes::Append,
        None => Writes::Whole,
    };
    let name = append.unwrap_or(rest).fields().next()?;
    let name = name.trim_with(|c| matches!(c, '\'' | '"'));
    Some((name.as_bstr(), how))
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
