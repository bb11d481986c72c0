//! What one line defines, opens or is called, by its look alone.

use std::borrow::Cow;

use super::alias;
use super::variable;
use super::words::{DEFINES, FLOW, MODIFIERS, RUNS};
use crate::text::{OneOf, display};

/// The longest heading shown, in characters.
pub(super) const MAX_CHARS: usize = 60;

/// A line of more words, and without a sign of code, is a sentence.
const N_WORDS: usize = 8;

/// Returns whether a line that begins as deep as a signature belongs to it: `) -> io::Result<usize>`, `where`, `{`.
pub(super) fn is_within_signature(line: &[u8]) -> bool {
    let words = line.trim_ascii();
    let closes = words.starts_with(b")") && !words.ends_with(b";");
    closes || is_brace(line) || is_bounds(line)
}

/// Returns whether a line begins the bounds of a signature, on lines of their own.
pub(super) fn is_bounds(line: &[u8]) -> bool {
    let words = line.trim_ascii();
    words == b"where" || words.starts_with(b"where ")
}

/// Returns whether a line ends a list of parameters that was opened further up, and opens a body.
pub(super) fn closes_signature(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.starts_with(b")") && (line.ends_with(b":") || line.ends_with(b"{"))
}

/// Returns whether a line is a brace alone, which opens the body of what the line above it begins.
pub fn is_brace(line: &[u8]) -> bool {
    line.trim_ascii() == b"{"
}

/// Returns a line that begins a definition without its parameters and what opens its body: `def process_a`, `impl Display for Path`.
pub(super) fn words_of(line: &[u8]) -> String {
    let words = line.trim_ascii();
    // Go names what a method is of between `func` and its name.
    let is_of = words.strip_prefix(b"func (");
    let receiver = is_of.and_then(|rest| rest.iter().position(|byte| *byte == b')'));
    let begin = receiver.map_or(visibility(words), |at| b"func (".len() + at);
    let end = words[begin..]
        .iter()
        .position(|byte| matches!(byte, b'(' | b'{'))
        .map_or(words.len(), |end| begin + end);
    let words = words[..end].trim_ascii_end();
    let words = words.strip_suffix(b":").unwrap_or(words);
    // `LIMITS = {` names what the value that is opened there is of.
    let words = words.strip_suffix(b"=").unwrap_or(words).trim_ascii_end();
    cut(&display::display_line(words))
}

/// Returns how many bytes of a line say who sees what it defines: `pub(crate)`. Their list is not that of parameters.
pub(super) fn visibility(line: &[u8]) -> usize {
    let seen_by = line.strip_prefix(b"pub(");
    let end = seen_by.and_then(|rest| rest.iter().position(|byte| *byte == b')'));
    end.map_or(0, |end| b"pub(".len() + end + 1)
}

/// Returns what a line defines, without what says how: `fn run` of `pub async fn run<T>(x: T) {`. `None` for a line that
/// defines nothing.
pub fn defined(line: &[u8]) -> Option<String> {
    if let Some(name) = alias::named_type(line) {
        let shown = display::display_line(&[b"type ", name].concat());
        return Some(shown.chars().take(MAX_CHARS).collect());
    }
    if !is_definition(line) {
        return None;
    }
    let line = line.trim_ascii();
    let line = &line[visibility(line)..];
    let line = &without_types_ahead(line)[..];
    let ends = |byte: &u8| matches!(byte, b'(' | b'{' | b'<' | b':' | b';' | b'=');
    let end = line.iter().position(ends).unwrap_or(line.len());
    let words: Vec<&[u8]> = line[..end]
        .split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty())
        .collect();
    let defines = |word: &&[u8]| word.is_one_of(DEFINES);
    let first = words.iter().position(defines);
    let words = match first {
        Some(_) => words,
        None => name_before_list(line).into_iter().collect(),
    };
    let named_at = first.map_or(0, |first| first + 1);
    // `app.use(() => {` calls something.
    let is_of_other = || words.last().is_some_and(|name| name.contains(&b'.'));
    let calls = first.is_none() && (is_of_other() || is_call(line));
    if named_at >= words.len() || calls {
        return None;
    }
    let first = first.unwrap_or(0);
    let shown = display::display_line(&words[first..].join(&b' '));
    Some(shown.chars().take(MAX_CHARS).collect()).filter(|name: &String| !name.is_empty())
}

/// Returns a line without the list of types between the word that defines and the name: `fun f(x: T)` of `fun <T> f(x: T)`.
pub(super) fn without_types_ahead(line: &[u8]) -> Cow<'_, [u8]> {
    let whole = Cow::Borrowed(line);
    let Some(start) = line.iter().position(|byte| *byte == b'<') else {
        return whole;
    };
    let mut words = line[..start]
        .trim_ascii_end()
        .rsplit(u8::is_ascii_whitespace);
    let is_ahead = |word: &[u8]| word == b"template" || word.is_one_of(DEFINES);
    if !words.next().is_some_and(is_ahead) {
        return whole;
    }
    let mut depth = 0_usize;
    let closes = |at: &usize| {
        depth += usize::from(line[*at] == b'<');
        let is_arrow = line[*at - 1] == b'-';
        depth -= usize::from(line[*at] == b'>' && !is_arrow && depth > 0);
        depth == 0
    };
    let rest = (start..line.len())
        .skip(usize::from(start == 0))
        .find(closes);
    rest.map_or(whole, |end| {
        Cow::Owned([&line[..start], b" ", &line[end + 1..]].concat())
    })
}

/// Returns the name by which `Task<int> take(int id) {` is told, and `const take = (id) => {`; `None` for `synchronized (this) {`,
/// which has none.
fn name_before_list(line: &[u8]) -> Option<&[u8]> {
    let end = line.iter().position(|byte| matches!(byte, b'(' | b'='))?;
    let head = &line[..end];
    let of_type = head.windows(2).position(|two| two == b": ");
    let head = head[..of_type.unwrap_or(end)].trim_ascii_end();
    let mut words = head.rsplit(u8::is_ascii_whitespace);
    let name = words.next().filter(|name| !name.is_one_of(MODIFIERS))?;
    let of_types = name.iter().position(|byte| *byte == b'<');
    Some(&name[..of_types.unwrap_or(name.len())])
        .filter(|name| !name.is_empty() && !name.ends_with(b">"))
}

/// Returns what a line defines whose brace is on the line below: `take` of `int take(int id)`.
pub fn defined_above_brace(line: &[u8]) -> Option<String> {
    defined(&[line.trim_ascii_end(), b" {"].concat())
}

/// Returns whether a line that ends with `{` goes on in a list of arguments, or sets something to what a call returns.
fn is_call(line: &[u8]) -> bool {
    let list = line.iter().position(|byte| *byte == b'(');
    let sets = list.is_some_and(|list| line[..list].contains(&b'='));
    opens_in_list(line) || sets && !line.ends_with(b"=> {")
}

/// Returns whether a line ends inside of parentheses that it opens.
pub(super) fn opens_in_list(line: &[u8]) -> bool {
    let count = |sign: u8| line.iter().filter(|byte| **byte == sign).count();
    count(b'(') != count(b')')
}

/// Returns a name of at most [`MAX_CHARS`] characters, with a mark where it is cut.
pub(super) fn cut(name: &str) -> String {
    match name.char_indices().nth(MAX_CHARS) {
        Some(_) => name.chars().take(MAX_CHARS - 1).chain(['…']).collect(),
        None => name.to_string(),
    }
}

/// Returns whether a line without its blanks at the ends opens what a key or a name stands for: `prod:`, `"a": {`, `server {`.
pub(super) fn opens_section(line: &[u8]) -> bool {
    let first = line.split(u8::is_ascii_whitespace).next();
    let is_flow = first.is_some_and(|word| word.is_one_of(FLOW));
    let opens = line.ends_with(b":") || line.ends_with(b": [") || line.ends_with(b" {");
    opens && !is_flow && !line.contains(&b'(') && !line.starts_with(b"#")
}

/// Returns whether a line begins a section: `[server]`, or a title of Markdown. One of the first level looks like a comment.
pub fn begins_section(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let level = line.iter().take_while(|byte| **byte == b'#').count();
    line.starts_with(b"[") && line.ends_with(b"]")
        || (2..=6).contains(&level) && line.get(level) == Some(&b' ')
}

/// Returns what the definition that a line begins is called: the word behind `def` and its kin, the type of an `impl`, else the
/// last word before the parameters.
pub fn name_of(line: &[u8]) -> String {
    let line = line.trim_ascii();
    // Go names what a method is of between `func` and its name.
    let receiver = line.strip_prefix(b"func (").unwrap_or_default();
    if let Some(end) = receiver.iter().position(|byte| *byte == b')') {
        let of = display::display_line(&receiver[..end]);
        let of = of.split_whitespace().last().unwrap_or_default();
        let of = of.trim_start_matches('*').split('[').next();
        return format!(
            "{}.{}",
            of.unwrap_or_default(),
            name_of(&receiver[end + 1..])
        );
    }
    let line = display::display_line(line[visibility(line)..].trim_ascii());
    let is_impl = line.split(['<', ' ']).take(2).any(|word| word == "impl");
    let line = if is_impl { unbound(&line) } else { line };
    let head = head_of(&line);
    // Of a type of several words or without a name, such as `dyn Read + Send` and `(&str, u16)`, all is shown.
    if let Some((_, of_type)) = line.split_once(" for ").filter(|_| is_impl) {
        let ends = [" where", "{"].iter().filter_map(|word| of_type.find(word));
        let of_type = of_type[..ends.min().unwrap_or(of_type.len())].trim();
        if of_type.starts_with(['(', '[']) || of_type.starts_with("dyn ") {
            return of_type.to_string();
        }
    }
    let words: Vec<&str> = head.split_whitespace().collect();
    let behind = |keyword: &str| {
        let at = words.iter().position(|word| *word == keyword)?;
        words.get(at + 1).copied()
    };
    let is_keyword = |word: &&&str| DEFINES.contains(*word) && **word != "impl";
    let defined = words.iter().find(is_keyword).and_then(|word| behind(word));
    // `struct ring *take(int id)` is a function: the type that it returns has a name before its own.
    let returns = |word: &&str| matches!(*word, "struct" | "enum" | "union");
    let returned = words.iter().position(returns);
    let is_function = line[head.len()..].starts_with('(');
    let is_returned = is_function && returned.is_some_and(|at| at + 2 < words.len());
    // The last word of an `impl` is its type.
    let name = defined.filter(|_| !is_returned).or(words.last().copied());
    let name = name.unwrap_or(head);
    let end = name.find('<').filter(|at| *at > 0).unwrap_or(name.len());
    name[..end].trim_start_matches(['*', '&']).to_string()
}

/// Returns the name alone of what a line defines, without what it is of: `run` of `func (s *Shop) run() {` and of
/// `void Shop::run() {`. `None` for a line that defines nothing.
pub fn bare_name(line: &[u8]) -> Option<String> {
    let is_method = line.trim_ascii_start().starts_with(b"func (");
    if defined(line).is_none() && !is_method {
        return None;
    }
    let name = name_of(line);
    let name = name.rsplit(['.', ':']).next().unwrap_or_default();
    (!name.is_empty()).then(|| name.to_string())
}

/// Returns what is before the parameters, the body or the value of a definition. Two colons are inside a name: `Shape::area`.
fn head_of(line: &str) -> &str {
    let bytes = line.as_bytes();
    let is_pair = |at: usize| {
        let before = at.checked_sub(1).map(|before| bytes[before]);
        before == Some(b':') || bytes.get(at + 1) == Some(&b':')
    };
    let ends = |(at, c): (usize, char)| match c {
        '(' | '{' | '=' => Some(at),
        ':' if !is_pair(at) => Some(at),
        _ => None,
    };
    &line[..line.char_indices().find_map(ends).unwrap_or(line.len())]
}

/// Returns an `impl` without its type parameters and their bounds: `impl Index for Map` of `impl<K: Ord> Index<K> for Map<K> where`.
fn unbound(line: &str) -> String {
    let (mut depth, mut last) = (0_usize, ' ');
    let mut kept = String::new();
    for c in line.chars() {
        match c {
            '<' => depth += 1,
            // The sign of what a function returns closes nothing.
            '>' if last != '-' => depth = depth.saturating_sub(1),
            c if depth == 0 => kept.push(c),
            _ => {}
        }
        last = c;
    }
    kept.split(" where").next().unwrap_or_default().to_string()
}

pub(super) fn is_definition(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    if alias::named_type(line).is_some() {
        return true;
    }
    let mut words = line
        .split(|byte| byte.is_ascii_whitespace() || matches!(byte, b'(' | b'<' | b'{' | b':'))
        .filter(|word| !word.is_empty());
    let Some(first) = words.next() else {
        return false;
    };
    if first.is_one_of(FLOW) || !first.first().is_some_and(|byte| byte.is_ascii_alphabetic()) {
        return false;
    }
    let is_code = |byte: &u8| matches!(byte, b'(' | b'{' | b'<' | b':' | b';' | b'=');
    if !line.iter().any(is_code) && is_sentence(line) {
        return false;
    }
    let defines = first.is_one_of(DEFINES) || words.take(4).any(|word| word.is_one_of(DEFINES));
    // `int main(void) {` and its kin name nothing but have a list of parameters and open a block. `Ok(Self {` calls something.
    let has_list = || line.ends_with(b"{") && line.contains(&b'(') && !is_arm(line);
    let is_argument = || opens_in_list(line) && !line.ends_with(b"=> {");
    (defines || has_list() && !is_argument()) && !variable::is_variable(line)
}

/// Returns whether a line is one of the arms of a `match`: `Err(..) => {`. A function has a name that it is set to: `take = (id) => {`,
/// or is in the brackets of a call that the line leaves open: `it("adds", () => {`.
pub(super) fn is_arm(line: &[u8]) -> bool {
    let list = line.iter().position(|byte| *byte == b'(');
    let head = &line[..list.unwrap_or(0)];
    let is_pair = |at: usize| head.get(at + 1) == Some(&b':') || at > 0 && head[at - 1] == b':';
    let sets = |(at, byte): (usize, &u8)| *byte == b'=' || *byte == b':' && !is_pair(at);
    let n_of = |sign: u8| line.iter().filter(|byte| **byte == sign).count();
    let is_closed = n_of(b'(') == n_of(b')');
    line.ends_with(b"=> {") && is_closed && !head.iter().enumerate().any(sets)
}

/// Returns whether a line begins a type or a module: what is right within it are its members. `struct jar *take(int id) {` is a
/// function, told by the name that its list of parameters follows.
pub fn holds_members(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let end = line.iter().position(|byte| *byte == b'(');
    let words = line[..end.unwrap_or(line.len())]
        .split(|byte| byte.is_ascii_whitespace() || matches!(byte, b'<' | b'{' | b':'));
    let words: Vec<&[u8]> = words.filter(|word| !word.is_empty()).collect();
    let is_type = |word: &&[u8]| word.is_one_of(DEFINES) && !word.is_one_of(RUNS);
    let names_it = |at: usize| end.is_none() || at + 2 == words.len();
    !line.ends_with(b";")
        && is_definition(line)
        && words.iter().position(is_type).is_some_and(names_it)
}

/// Returns whether a word says how something is defined: `static`, `private`.
pub fn is_modifier(word: &[u8]) -> bool {
    word.is_one_of(MODIFIERS)
}

/// Returns whether a word begins a block or a statement that defines nothing.
pub fn is_flow(word: &[u8]) -> bool {
    word.is_one_of(FLOW)
}

/// Returns whether a line without code signs is a sentence that mentions a definition.
pub(super) fn is_sentence(line: &[u8]) -> bool {
    let words = || line.split(u8::is_ascii_whitespace);
    let mut before = words().take_while(|word| !word.is_one_of(DEFINES));
    line.ends_with(b".")
        || words().count() > N_WORDS
        || before.any(|word| !word.is_one_of(MODIFIERS))
}
