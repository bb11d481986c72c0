//! The first line of a here-document: what ends it, the file it writes, and the folder that its command goes to.

use bstr::{BStr, BString, ByteSlice};

/// The start of a here-document in a shell command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Heredoc<'a> {
    /// The line that ends it.
    pub(super) end: &'a BStr,
    /// The file that the command writes, and whether it appends.
    pub(super) writes: Option<(&'a BStr, Writes)>,
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
    let after = after.strip_prefix(b"-").unwrap_or(after).trim_start();
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
    })
}

/// Returns the folder that a command goes to before it does anything else: `cd src && apply_patch <<'EOF'`.
pub(super) fn goes_to(command: &BStr) -> Option<BString> {
    let text = command.trim_start_with(|c| matches!(c, ' ' | '\t' | '$' | '!' | '('));
    let rest = text.strip_prefix(b"cd ")?;
    let end = rest.find("&&").or_else(|| rest.find(";"))?;
    let folder = rest[..end].trim().trim_with(|c| matches!(c, '\'' | '"'));
    // What a variable stands for, or the folder before, nobody knows here.
    let is_known = !folder.is_empty() && folder != b"-" && !folder.contains(&b'$');
    is_known.then(|| folder.into())
}

fn redirection(command: &[u8]) -> Option<(&BStr, Writes)> {
    let (at, how, length) = match (command.find(">>"), command.find(">")) {
        (Some(at), _) => (at, Writes::Append, 2),
        (None, Some(at)) => (at, Writes::Whole, 1),
        (None, None) => {
            let rest = command.trim().strip_prefix(b"tee ")?;
            let append = rest.strip_prefix(b"-a ");
            let how = if append.is_some() {
                Writes::Append
            } else {
                Writes::Whole
            };
            let name = append.unwrap_or(rest).fields().next()?;
            return Some((name.as_bstr(), how));
        }
    };
    let name = command[at + length..].fields().next()?;
    let name = name.trim_with(|c| matches!(c, '\'' | '"'));
    (!name.is_empty()).then(|| (name.as_bstr(), how))
}
