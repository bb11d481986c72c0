//! Which definition a line stands in, told from indentation and the look of lines alone.

use std::borrow::Cow;

use bstr::BStr;

use super::{LineSpan, Text, indent};
use words::{DEFINES, FLOW, MODIFIERS, RUNS};

mod alias;
mod variable;
mod words;

/// The furthest a heading is looked for, in lines.
const REACH: usize = 2_000;

/// The longest heading shown, in characters.
const MAX_CHARS: usize = 60;

/// The most definitions told of those that a line stands in.
const N_LEVELS: usize = 6;

/// A line of more words, and without a sign of code, is a sentence.
const N_WORDS: usize = 8;

/// Returns the 0-based line of the definition that line `index` begins or stands in: the nearest line above that is
/// indented less and looks like one. A signature over several lines is told by its first. `None` when there is none within
/// reach, or `index` lies past the end.
pub fn enclosing(text: &Text, index: usize) -> Option<usize> {
    let start = (index..text.n_lines()).find(|line| !text.line(*line).trim_ascii().is_empty())?;
    if start == index && begins_definition(text, index) {
        return Some(index);
    }
    let body = text.line(start);
    let width = indent::leading(body).len() + usize::from(is_brace(body) || is_bounds(body));
    parent(text, start, width)
}

/// Returns whether a line that begins as deep as a signature belongs to it: `) -> io::Result<usize>`, `where`, `{`.
fn is_within_signature(line: &[u8]) -> bool {
    let words = line.trim_ascii();
    let closes = words.starts_with(b")") && !words.ends_with(b";");
    closes || is_brace(line) || is_bounds(line)
}

/// Returns whether a line begins the bounds of a signature, on lines of their own.
fn is_bounds(line: &[u8]) -> bool {
    let words = line.trim_ascii();
    words == b"where" || words.starts_with(b"where ")
}

/// Returns whether a line ends a list of parameters that was opened further up, and opens a body.
fn closes_signature(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.starts_with(b")") && (line.ends_with(b":") || line.ends_with(b"{"))
}

/// Returns whether a line is a brace alone, which opens the body of what the line above it begins.
pub fn is_brace(line: &[u8]) -> bool {
    line.trim_ascii() == b"{"
}

/// Returns whether a line begins a definition, whose brace may be on the line below.
fn begins_definition(text: &Text, index: usize) -> bool {
    let line = text.line(index);
    let width = indent::leading(line).len();
    let below = (index + 1 < text.n_lines()).then(|| text.line(index + 1));
    let is_opened = |below: &&BStr| is_brace(below) && indent::leading(below).len() == width;
    match below.filter(is_opened) {
        Some(_) => is_definition(&[line.trim_ascii_end(), b" {"].concat()),
        None => is_definition(line),
    }
}

/// Returns the line after the definition that line `index` begins, its signature over several lines included.
pub fn signature_end(text: &Text, index: usize) -> usize {
    let width = |line: usize| indent::leading(text.line(line)).len();
    let own = width(index);
    let opens_a_list = text.line(index).trim_ascii().last() == Some(&b'(');
    let below = || index + 1..text.n_lines();
    let end = below().find(|line| width(*line) <= own && !text.line(*line).trim_ascii().is_empty());
    let end = end.filter(|line| opens_a_list && closes_signature(text.line(*line)));
    end.map_or(index + 1, |line| line + 1)
}

/// Returns the lines of the block that line `index` begins: it, the rest of its signature, and all below that are indented
/// more, blanks and what closes it included; below a title, all up to the next one that is no deeper. A line that opens no
/// block of its own stands for what follows it in the block it lies in.
pub fn block(text: &Text, index: usize) -> LineSpan {
    if let Some(level) = title_level(text, index) {
        return LineSpan::new(index, next_title(text, index, level));
    }
    let width = |line: usize| indent::leading(text.line(line)).len();
    let own = width(index);
    let is_blank = |line: usize| text.line(line).trim_ascii().is_empty();
    // A brace on a line of its own below the heading is still the heading.
    let next = (index + 1..text.n_lines()).find(|line| !is_blank(*line));
    let brace = next.filter(|line| width(*line) == own && text.line(*line).trim_ascii() == b"{");
    let head_end = brace.map_or(index + 1, |line| line + 1);
    let below = || (head_end..text.n_lines()).filter(|line| !is_blank(*line));
    let opens = below().next().is_some_and(|line| width(line) > own);
    let closes = |line: usize| {
        matches!(
            text.line(line).trim_ascii().first(),
            Some(b')' | b'}' | b']')
        )
    };
    let is_section = |line: usize| {
        let line = text.line(line).trim_ascii();
        line.starts_with(b"[") && line.ends_with(b"]")
    };
    let is_behind = |line: usize| {
        if is_section(index) && is_section(line) && width(line) <= own {
            true
        } else if opens {
            width(line) < own || width(line) == own && !closes(line)
        } else {
            width(line) < own
        }
    };
    let end = below().find(|line| is_behind(*line));
    LineSpan::new(index, end.unwrap_or(text.n_lines()))
}

/// Returns how deep a title of Markdown is, 1 for `# Guide`; `None` for another line. A comment looks like a title of the first
/// level, so that one needs a blank line on both sides, and a deeper one a blank line above it.
fn title_level(text: &Text, index: usize) -> Option<usize> {
    let line = text.line(index);
    let level = line.iter().take_while(|byte| **byte == b'#').count();
    let is_blank = |line: usize| line >= text.n_lines() || indent::is_blank(text.line(line));
    let is_apart = index == 0 || is_blank(index - 1);
    let is_title = (1..=6).contains(&level)
        && line.get(level) == Some(&b' ')
        && is_apart
        && (level > 1 || is_blank(index + 1));
    is_title.then_some(level)
}

/// Returns the next title below line `index` that is no deeper than `level`, or the end of the text. A comment of the code in
/// a fence is no title.
fn next_title(text: &Text, index: usize, level: usize) -> usize {
    let is_fence = |body: &[u8]| body.starts_with(b"```") || body.starts_with(b"~~~");
    let mut is_in_fence = false;
    let ends = |line: &usize| {
        is_in_fence ^= is_fence(text.line(*line).trim_ascii());
        !is_in_fence && title_level(text, *line).is_some_and(|other| other <= level)
    };
    let mut below = index + 1..text.n_lines();
    below.find(ends).unwrap_or(text.n_lines())
}

/// Returns a line that begins a definition without its parameters and what opens its body: `def process_a`, `impl Display for Path`.
fn words_of(line: &[u8]) -> String {
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
    cut(&super::display::display_line(words))
}

/// Returns how many bytes of a line say who sees what it defines: `pub(crate)`. Their list is not that of parameters.
fn visibility(line: &[u8]) -> usize {
    let seen_by = line.strip_prefix(b"pub(");
    let end = seen_by.and_then(|rest| rest.iter().position(|byte| *byte == b')'));
    end.map_or(0, |end| b"pub(".len() + end + 1)
}

/// Returns what a line defines, without what says how: `fn run` of `pub async fn run<T>(x: T) {`. `None` for a line that
/// defines nothing.
pub fn defined(line: &[u8]) -> Option<String> {
    if let Some(name) = alias::named_type(line) {
        let shown = super::display::display_line(&[b"type ", name].concat());
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
    let defines = |word: &&[u8]| DEFINES.iter().any(|other| other.as_bytes() == *word);
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
    let shown = super::display::display_line(&words[first..].join(&b' '));
    Some(shown.chars().take(MAX_CHARS).collect()).filter(|name: &String| !name.is_empty())
}

/// Returns a line without the list of types between the word that defines and the name: `fun f(x: T)` of `fun <T> f(x: T)`.
fn without_types_ahead(line: &[u8]) -> Cow<'_, [u8]> {
    let whole = Cow::Borrowed(line);
    let Some(start) = line.iter().position(|byte| *byte == b'<') else {
        return whole;
    };
    let mut words = line[..start]
        .trim_ascii_end()
        .rsplit(u8::is_ascii_whitespace);
    let is_ahead = |word: &[u8]| word == b"template" || is_one_of(DEFINES, word);
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
    let name = words.next().filter(|name| !is_one_of(MODIFIERS, name))?;
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
fn opens_in_list(line: &[u8]) -> bool {
    let count = |sign: u8| line.iter().filter(|byte| **byte == sign).count();
    count(b'(') != count(b')')
}

/// Returns the line (0-based) of the definition around a line that begins one, or would before line `index` with so much
/// space in front of it; `None` where none is around.
pub fn parent(text: &Text, index: usize, width: usize) -> Option<usize> {
    let mut width = width;
    for line in (index.saturating_sub(REACH)..index).rev() {
        let body = text.line(line);
        let own = indent::leading(body).len();
        if body.trim_ascii().is_empty() || own >= width {
            continue;
        }
        if begins_definition(text, line) {
            return Some(line);
        }
        // `) -> int:` closes a signature that begins as deep, and so does a brace alone; bounds are between the two.
        width = own + usize::from(is_within_signature(body));
    }
    None
}

/// Returns the definitions that line `index` stands in by their names, the outermost first: `Wish.total`; in none, the sections
/// and keys around it: `prod > server`. `None` when it stands in nothing of the kind.
pub fn path_words(text: &Text, index: usize) -> Option<String> {
    let mut names = Vec::new();
    let mut at = enclosing(text, index);
    while let Some(line) = at {
        names.push(name_of(text.line(line)));
        at = around(text, line);
    }
    if names.is_empty() {
        return told(text, &sections(text, index));
    }
    names.reverse();
    Some(cut(&names.join(".")))
}

/// Returns a name of at most [`MAX_CHARS`] characters, with a mark where it is cut.
fn cut(name: &str) -> String {
    match name.char_indices().nth(MAX_CHARS) {
        Some(_) => name.chars().take(MAX_CHARS - 1).chain(['…']).collect(),
        None => name.to_string(),
    }
}

/// Returns the definitions that line `index` begins or stands in as a few words each, the outermost first:
/// `class Wish > def total`; in none, the sections and keys that it stands in: `prod > server`. Of very many only the innermost
/// are told, behind `… >`. `None` when it stands in nothing of the kind.
pub fn enclosing_path(text: &Text, index: usize) -> Option<String> {
    match enclosing(text, index) {
        Some(innermost) => {
            let lines = std::iter::successors(Some(innermost), |line| around(text, *line));
            let lines: Vec<usize> = lines.take(N_LEVELS + 1).collect();
            told(text, &lines)
        }
        None => told(text, &sections(text, index)),
    }
}

/// Returns lines in a few words each, the last first; `None` for none.
fn told(text: &Text, lines: &[usize]) -> Option<String> {
    let words = lines.iter().map(|line| words_of(text.line(*line)));
    let mut words: Vec<String> = words.collect();
    if words.is_empty() {
        return None;
    }
    if words.len() > N_LEVELS {
        words[N_LEVELS] = "…".to_string();
    }
    words.reverse();
    Some(words.join(" > "))
}

/// Returns the lines of the keys, sections and titles that line `index` stands in, the innermost first: of `[server]`, `prod:`,
/// `- name: web` of a list, `server {`, and `## Setup` between blank lines.
fn sections(text: &Text, index: usize) -> Vec<usize> {
    let is_blank = |line: usize| line >= text.n_lines() || indent::is_blank(text.line(line));
    let Some(start) = (index..text.n_lines()).find(|line| !is_blank(*line)) else {
        return Vec::new();
    };
    let mut width = indent::leading(text.line(start)).len();
    let is_item = |line: usize| text.line(line).trim_ascii().starts_with(b"- ");
    let mut is_in_list = is_item(start);
    let mut found = Vec::new();
    for line in (start.saturating_sub(REACH)..start).rev() {
        let body = text.line(line);
        let (own, words) = (indent::leading(body).len(), body.trim_ascii());
        // `[1, 2]` is a value.
        let is_bracketed =
            words.starts_with(b"[") && words.ends_with(b"]") && !words.contains(&b',');
        let is_title = title_level(text, line).is_some();
        if is_blank(line) {
            continue;
        } else if own <= width && (is_bracketed || is_title) {
            found.push(line);
            break;
        } else if own < width || own == width && is_in_list && !is_item(line) {
            // YAML lets a list begin as deep as its key.
            is_in_list = is_item(line);
            found.extend((is_in_list || opens_section(words)).then_some(line));
            width = own;
        }
        if found.len() > N_LEVELS {
            break;
        }
    }
    found
}

/// Returns whether a line without its blanks at the ends opens what a key or a name stands for: `prod:`, `"a": {`, `server {`.
fn opens_section(line: &[u8]) -> bool {
    let first = line.split(u8::is_ascii_whitespace).next();
    let is_flow = first.is_some_and(|word| is_one_of(FLOW, word));
    let opens = line.ends_with(b":") || line.ends_with(b": [") || line.ends_with(b" {");
    opens && !is_flow && !line.contains(&b'(') && !line.starts_with(b"#")
}

/// Returns the line of the definition around the one that line `index` begins.
pub fn around(text: &Text, index: usize) -> Option<usize> {
    parent(text, index, indent::leading(text.line(index)).len())
}

/// Returns what the definition that a line begins is called: the word behind `def` and its kin, the type of an `impl`, else the
/// last word before the parameters.
pub fn name_of(line: &[u8]) -> String {
    let line = line.trim_ascii();
    // Go names what a method is of between `func` and its name.
    let receiver = line.strip_prefix(b"func (").unwrap_or_default();
    if let Some(end) = receiver.iter().position(|byte| *byte == b')') {
        let of = super::display::display_line(&receiver[..end]);
        let of = of.split_whitespace().last().unwrap_or_default();
        let of = of.trim_start_matches('*').split('[').next();
        return format!(
            "{}.{}",
            of.unwrap_or_default(),
            name_of(&receiver[end + 1..])
        );
    }
    let line = super::display::display_line(line[visibility(line)..].trim_ascii());
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

fn is_definition(line: &[u8]) -> bool {
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
    if is_one_of(FLOW, first) || !first.first().is_some_and(|byte| byte.is_ascii_alphabetic()) {
        return false;
    }
    let is_code = |byte: &u8| matches!(byte, b'(' | b'{' | b'<' | b':' | b';' | b'=');
    if !line.iter().any(is_code) && is_sentence(line) {
        return false;
    }
    let defines = is_one_of(DEFINES, first) || words.take(4).any(|word| is_one_of(DEFINES, word));
    // `int main(void) {` and its kin name nothing but have a list of parameters and open a block. `Ok(Self {` calls something.
    let has_list = || line.ends_with(b"{") && line.contains(&b'(') && !is_arm(line);
    let is_argument = || opens_in_list(line) && !line.ends_with(b"=> {");
    (defines || has_list() && !is_argument()) && !variable::is_variable(line)
}

/// Returns whether a line is one of the arms of a `match`: `Err(..) => {`. A function has a name that it is set to: `take = (id) => {`,
/// or is in the brackets of a call that the line leaves open: `it("adds", () => {`.
fn is_arm(line: &[u8]) -> bool {
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
    let is_type = |word: &&[u8]| is_one_of(DEFINES, word) && !is_one_of(RUNS, word);
    let names_it = |at: usize| end.is_none() || at + 2 == words.len();
    !line.ends_with(b";")
        && is_definition(line)
        && words.iter().position(is_type).is_some_and(names_it)
}

/// Returns whether a word says how something is defined: `static`, `private`.
pub fn is_modifier(word: &[u8]) -> bool {
    is_one_of(MODIFIERS, word)
}

/// Returns whether a word begins a block or a statement that defines nothing.
pub fn is_flow(word: &[u8]) -> bool {
    is_one_of(FLOW, word)
}

fn is_one_of(list: &[&str], word: &[u8]) -> bool {
    list.iter().any(|other| other.as_bytes() == word)
}

/// Returns whether a line without code signs is a sentence that mentions a definition.
fn is_sentence(line: &[u8]) -> bool {
    let words = || line.split(u8::is_ascii_whitespace);
    let mut before = words().take_while(|word| !is_one_of(DEFINES, word));
    line.ends_with(b".")
        || words().count() > N_WORDS
        || before.any(|word| !is_one_of(MODIFIERS, word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, index: usize, expected: Option<&str>) {
        let text = Text::new(text);
        let words = enclosing(&text, index).map(|line| words_of(text.line(line)));
        assert_eq!(words.as_deref(), expected);
    }

    #[test]
    fn where_nothing_is_defined_sections_and_keys_are_told() {
        let check = |text: &str, index: usize, expected: Option<&str>| {
            let path = enclosing_path(&Text::new(text), index);
            assert_eq!(path.as_deref(), expected, "{text}");
        };
        let yaml = "dev:\n  web:\n    port: 80\n\nprod:\n  web:\n    port: 80\n";
        check(yaml, 2, Some("dev > web"));
        check(yaml, 6, Some("prod > web"));
        check(yaml, 4, None);
        check("[a]\nx = 1\n\n[b]\nx = 1\n", 4, Some("[b]"));
        check("[a]\nx = [\n[1, 2]\n]\ny = 1\n", 4, Some("[a]"));
        let list = "jobs:\n  test:\n    steps:\n    - name: lint\n      run: a\n    - name: unit\n      run: a\n";
        check(list, 4, Some("jobs > test > steps > - name: lint"));
        check(list, 6, Some("jobs > test > steps > - name: unit"));
        check(list, 5, Some("jobs > test > steps"));
        check(
            "http {\n  server {\n    listen 80;\n",
            2,
            Some("http > server"),
        );
        check("a {\n  if x {\n    y\n", 2, Some("a"));
        check("a {\n  # note:\n    y\n", 2, Some("a"));
        check("{\n  \"a\": {\n    \"x\": 1\n  }\n}\n", 2, Some("\"a\""));
        check("# One\n\ntext\n\n## Two\n\ntext\n", 6, Some("## Two"));
        check("import x\n\n# A remark\nrun(x)\n", 3, None);
        check("def a():\n    b:\n        c\n", 2, Some("def a"));
    }

    #[test]
    fn a_method_of_go_is_named_with_what_it_is_of() {
        let go = "func (s *Store) Len() int {\n\treturn 1\n}\n";
        check(go, 1, Some("func (s *Store) Len"));
        check("func main() {\n\trun()\n}\n", 1, Some("func main"));
    }

    #[test]
    fn a_block_ends_where_what_follows_is_no_deeper() {
        let check = |text: &str, index: usize, expected: (usize, usize)| {
            let text = Text::new(text);
            let block = block(&text, index);
            assert_eq!((block.start, block.end), expected);
        };
        let python = "def a(\n    x,\n):\n    y = 1\n    z = 2\n\n\ndef b():\n    for k in z:\n        k()\n    w = 3\n";
        check(python, 0, (0, 7));
        let c = "int a(void)\n{\n    x();\n}\n\nint b(void)\n{\n    y();\n}\n";
        check(c, 0, (0, 5));
        check(c, 5, (5, 9));
        check(python, 7, (7, 11));
        check(python, 8, (8, 10));
        check(python, 4, (4, 7));
        check("fn a() {\n    x();\n}\n\nfn b() {\n}\n", 0, (0, 4));
        let c = "int a(void)\n{\n    x();\n}\n\nint b(void)\n{\n    y();\n}\n";
        check(c, 0, (0, 5));
        check(c, 5, (5, 9));
        check("[a]\nx = 1\n\n[b]\nx = 1\n", 0, (0, 3));
    }

    #[test]
    fn what_a_line_defines_is_told_without_what_says_how() {
        let check = |line: &str, expected: Option<&str>| {
            assert_eq!(defined(line.as_bytes()).as_deref(), expected, "{line}");
        };
        check("    pub async fn run<T>(x: T) {", Some("fn run"));
        check("def b():", Some("def b"));
        check("class Cart(Base):", Some("class Cart"));
        check("export default function go() {", Some("function go"));
        check("int main(void) {", Some("main"));
        check("impl Display for Path {", Some("impl Display for Path"));
        check("if (x) {", None);
        check("return f(x)", None);
        check("struct uv_req_s accept_req;", None);
        check("app.use(function (a, b) {", None);
        check("let shown = Some(Shown::Whole {", None);
        check("let found = find(x) {", None);
        check("it('runs', () => {", None);
        check("const run = (a) => {", Some("run"));
        check("protocol: http", None);
        check("pub(crate) fn run(x: T) {", Some("fn run"));
        check("Task<int> take(int id) {", Some("take"));
        check("Map<String, List<Jar>> all() {", Some("all"));
        check("T largest<A, B>(A one, B other) {", None);
        check("void Shelf::put(Jar jar) {", Some("Shelf::put"));
        check("export const take = async (id) => {", Some("take"));
        check("const take: Taker<Jar> = (id) => {", Some("take"));
        check("template<class T> T take(T one) {", Some("take"));
        check(
            "template <class K, class V = Box<K>> class Shelf {",
            Some("class Shelf"),
        );
        check("fun <T> take(one: T): T {", Some("fun take"));
        check(
            "inline fun <reified T> take(one: T) = one",
            Some("fun take"),
        );
        check(
            "impl<T> Display for Shelf<T> {",
            Some("impl Display for Shelf"),
        );
        check("class Shelf<T>(val jars: List<T>)", Some("class Shelf"));
        check("fun = 3", None);
        check("synchronized (this) {", None);
        check("foreach (var jar in jars) {", None);
        check("On Unix this function will try to open the terminal", None);
        check("This module implements the API.", None);
        check("Wrapper function for the parser", None);
        check("class that counts.", None);
        check("Abstract class of all shapes", None);
        check("Static function for orders", None);
        check(
            "export abstract class Cart extends Base",
            Some("class Cart extends Base"),
        );
        check("local function go", Some("function go"));
    }

    #[test]
    fn definitions_are_named_from_the_outermost_in() {
        let check = |text: &str, index: usize, expected: Option<&str>| {
            assert_eq!(path_words(&Text::new(text), index).as_deref(), expected);
        };
        let python = "class Wish(Base):\n    n = 0\n\n    def total(self):\n        if self.n:\n            return 1\n\nx = 2\n";
        check(python, 5, Some("Wish.total"));
        let c = "struct ring *ring_new(int size)\n{\n\treturn make(size);\n}\n";
        check(c, 2, Some("ring_new"));
        check("struct ring {\n\tint size;\n};\n", 1, Some("ring"));
        check("pub struct Pair(\n    u32,\n);\n", 1, Some("Pair"));
        check(python, 1, Some("Wish"));
        check(python, 7, None);
        let rust = "impl<T> Display for Path<T> {\n    pub async fn fmt<'a>(&self) -> Result {\n        ok\n    }\n}\n";
        check(rust, 2, Some("Path.fmt"));
        check(
            "impl Cache {\n    fn get(\n        &self,\n    ) -> u32 {\n        1\n",
            4,
            Some("Cache.get"),
        );
        let of = |head: &str| format!("{head} {{\n    fn fmt(&self) {{\n        ok\n    }}\n}}\n");
        for (head, name) in [
            ("impl fmt::Display for Point", "Point.fmt"),
            ("impl<T: fmt::Display> Show for &'a Wrap<T>", "Wrap.fmt"),
            ("impl<K: Ord, V> Map<K, V> where V: Clone", "Map.fmt"),
            ("impl<F: Fn() -> u32> Call<F> for Later<F>", "Later.fmt"),
        ] {
            check(&of(head), 2, Some(name));
        }
        check("int Shape::area(int n) {\n  x;\n", 1, Some("Shape::area"));
        check("int main(void) {\n  x;\n", 1, Some("main"));
        check(
            "export default class Foo extends Bar {\n  run(a) {\n    x;\n",
            2,
            Some("Foo.run"),
        );
    }

    #[test]
    fn a_path_tells_every_definition_and_of_very_deep_ones_the_innermost() {
        let python = "class Wish(Base):\n    def total(self):\n        if self.n:\n            return 1\n\nx = 2\n";
        let check = |text: &str, index: usize, expected: Option<&str>| {
            assert_eq!(enclosing_path(&Text::new(text), index).as_deref(), expected);
        };
        check(python, 3, Some("class Wish > def total"));
        check(python, 0, Some("class Wish"));
        check(python, 5, None);
        let deep: String = (0..9)
            .map(|n| format!("{}class C{n}:\n", " ".repeat(n)))
            .collect();
        check(
            &deep,
            8,
            Some("… > class C3 > class C4 > class C5 > class C6 > class C7 > class C8"),
        );
    }

    #[test]
    fn a_line_stands_in_the_nearest_definition_indented_less() {
        let python = "class Cache:\n    size = 1\n\n    def get(self, key):\n        if key:\n            return 1\n\n    x = 2\ny = 3\n";
        check(python, 5, Some("def get"));
        check(python, 6, Some("class Cache"));
        check(python, 3, Some("def get"));
        check(python, 8, None);
        check(
            "int main(void) {\n  if (x) {\n    y;\n",
            2,
            Some("int main"),
        );
        check(
            "pub async fn run<T>(x: T) {\n    y;\n",
            1,
            Some("pub async fn run<T>"),
        );
        check("a\n", 7, None);
        let black = "class Cache:\n    def get(\n        self,\n        key: str,\n    ) -> int:\n        return 1\n\n    size = 2\n";
        check(black, 5, Some("def get"));
        check(black, 3, Some("def get"));
        check(black, 7, Some("class Cache"));
        let c = "static int open(const char *path)\n{\n\tif (!path)\n\t{\n\t\treturn 1;\n\t}\n\treturn 0;\n}\n";
        check(c, 0, Some("static int open"));
        check(c, 1, Some("static int open"));
        check(c, 4, Some("static int open"));
        check(c, 6, Some("static int open"));
        let sharp = "class Cart\n{\n    public int Count()\n    {\n        return 1;\n    }\n}\n";
        check(sharp, 4, Some("public int Count"));
        check(sharp, 2, Some("public int Count"));
        check("for (;;)\n{\n    x();\n}\n", 2, None);
        let rust = "impl Cache {\n    fn get(\n        &self,\n    ) -> u32 {\n        if x {\n            1\n        }\n    }\n\n    const N: u32 = 1;\n";
        check(rust, 5, Some("fn get"));
        check(rust, 9, Some("impl Cache"));
    }

    #[test]
    fn who_sees_a_function_is_no_part_of_its_name() {
        let file = "impl Writer {\n    pub(crate) fn write(&mut self) {\n        x();\n";
        let text = Text::new(file);
        assert_eq!(path_words(&text, 2).as_deref(), Some("Writer.write"));
        check(file, 2, Some("pub(crate) fn write"));
        assert_eq!(name_of(b"pub(in a::b) struct Cart {"), "Cart");
        assert_eq!(name_of(b"impl From<Cart> for (u8, u8) {"), "(u8, u8)");
        assert_eq!(
            name_of(b"impl<A> Show for (A, u8) where A: Show {"),
            "(A, u8)"
        );
        assert_eq!(name_of(b"impl Show for Cart {"), "Cart");
        assert_eq!(
            name_of(b"impl Show for dyn Write + Send {"),
            "dyn Write + Send"
        );
        assert_eq!(name_of(b"func (c *Cache[K]) Get(key K) int {"), "Cache.Get");
        assert_eq!(name_of(b"pub (crate)"), "pub");
    }

    #[test]
    fn an_arm_defines_nothing_and_bounds_belong_to_the_signature() {
        let file = "pub fn read<R>(\n    obj: &mut R,\n) -> usize\nwhere\n    R: Read,\n{\n    match obj.read() {\n        Err(..) => {\n            stop();\n";
        check(file, 8, Some("pub fn read<R>"));
        check(file, 6, Some("pub fn read<R>"));
        check(
            "fn a() {\n    Some(x) if x > 1 => {\n        b();\n",
            2,
            Some("fn a"),
        );
        check(
            "fn a() {\n    Kind::Of(x) => {\n        b();\n",
            2,
            Some("fn a"),
        );
        check("const take = (id) => {\n    b();\n", 1, Some("const take"));
        check("  take: (id) => {\n    b();\n", 1, Some("take"));
    }
}
