//! Lines that name something which outlives a call: a variable or constant of the file, a field of a type, what a preprocessor
//! is told. Told by their look, and by what they are in.

use bstr::ByteSlice;

use super::heading::{self, is_flow, is_modifier};
use super::import::is_import;
use super::{Text, indent};

/// Words that say that a name follows.
const DECLARES: [&[u8]; 8] = [
    b"const", b"let", b"var", b"val", b"type", b"static", b"local", b"typedef",
];

/// What a preprocessor is told.
const DIRECTIVES: [&[u8]; 8] = [
    b"define", b"undef", b"if", b"ifdef", b"ifndef", b"elif", b"else", b"endif",
];

/// A line with more words in front of a sign is a sentence.
const N_WORDS: usize = 6;

/// Returns what a line names: `limit` of `static int limit = 3;`, of `pub limit: u32,` and of `limit = 3`. A directive is named
/// as a whole, unless it defines something.
pub fn named(line: &[u8]) -> Option<&[u8]> {
    let line = line.trim_ascii();
    if line.starts_with(b"#") {
        return directive(line);
    }
    let whole = || listed(line).or_else(|| unnamed_type(line));
    if let Some(name) = whole().or_else(|| attribute(line).or_else(|| tagged(line))) {
        return Some(name);
    }
    let end = end_of_name(line)?;
    let (head, rest) = (line[..end].trim_ascii(), &line[end..]);
    let words: Vec<&[u8]> = words(head).collect();
    let (name, before) = words.split_last()?;
    let first = words[0];
    let says_how = |word: &&[u8]| is_modifier(word) || DECLARES.contains(word);
    let is_named = match rest.first() {
        Some(b'=') => !rest[1..].starts_with(b"=") && !rest[1..].starts_with(b">"),
        Some(b':') => rest.starts_with(b":=") || rest.len() > 1 && before.iter().all(says_how),
        // `stop();` calls, and `int stop(void);` names.
        Some(b'(') => !before.is_empty() && line.ends_with(b";"),
        Some(_) => !before.is_empty() && is_end(&rest[1..]),
        None => !before.is_empty() && says_how(&first),
    };
    let is_name = |word: &&[u8]| word.iter().all(|byte| is_of_name(*byte));
    let begins = first[0].is_ascii_alphabetic() || matches!(first[0], b'_' | b'$' | b'@');
    let is_code = begins && words.len() <= N_WORDS && words.iter().all(is_name);
    let has_letter = name.iter().any(u8::is_ascii_alphabetic);
    // `var limit int` has the type behind the name.
    let name = words
        .iter()
        .find(|word| rest.is_empty() && !says_how(word))
        .unwrap_or(name);
    let names = is_named && is_code && has_letter && !is_flow(first) && !is_import(line);
    names.then_some(*name)
}

/// Returns the name of one in a list of them: `Red` of `Red,`.
fn listed(line: &[u8]) -> Option<&[u8]> {
    let (name, rest) = line.split_at(line.find_byte(b',')?);
    let is_of_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let begins = name.first().is_some_and(u8::is_ascii_alphabetic);
    (begins && name.iter().all(is_of_word) && is_end(&rest[1..])).then_some(name)
}

/// Returns what a line says of the definition below it: `@Override`, and what Elixir calls an attribute of a module: `@limit`.
fn attribute(line: &[u8]) -> Option<&[u8]> {
    let name = line.strip_prefix(b"@")?;
    let ends = |byte: &u8| !byte.is_ascii_alphanumeric() && !matches!(byte, b'_' | b'.');
    let end = name.iter().position(ends).unwrap_or(name.len());
    let begins = name.first().is_some_and(u8::is_ascii_alphabetic);
    begins.then(|| &line[..end + 1])
}

/// Returns the name of a field of Go with a tag: `Count` of ``Count int `json:"count"` ``.
fn tagged(line: &[u8]) -> Option<&[u8]> {
    let (field, tag) = line.strip_suffix(b"`")?.split_once_str("`")?;
    let mut words = words(field);
    let name = words.next().filter(|name| !is_flow(name))?;
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii();
    let is_field = words.next().is_some() && name.iter().all(is_word);
    (is_field && tag.contains_str(":\"") && !tag.contains(&b'`')).then_some(name)
}

/// Returns a line as a whole that begins a type without a name: `enum { RED, BLUE };`.
fn unnamed_type(line: &[u8]) -> Option<&[u8]> {
    const TYPES: [&[u8]; 3] = [b"enum", b"struct", b"union"];
    let begins = |word: &&[u8]| {
        let line = line.strip_prefix(b"typedef ").unwrap_or(line);
        let rest = line.strip_prefix(*word).map(<[u8]>::trim_ascii_start);
        rest.is_some_and(|rest| rest.starts_with(b"{"))
    };
    TYPES.iter().any(begins).then_some(line)
}

/// Returns where the name ends that a line sets or declares: at the first sign that says what of it.
fn end_of_name(line: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = line[at..].find_byteset(b"=:;(") {
        let sign = at + found;
        if !line[sign..].starts_with(b"::") {
            return Some(sign);
        }
        at = sign + 2;
    }
    Some(line.len()).filter(|end| *end > 0)
}

fn words(head: &[u8]) -> impl Iterator<Item = &[u8]> {
    let words = head.split(u8::is_ascii_whitespace);
    words.filter(|word| !word.is_empty())
}

fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_.$@*&<>[],:?!'\\".contains(&byte) || !byte.is_ascii()
}

/// Returns whether nothing but a comment follows.
fn is_end(rest: &[u8]) -> bool {
    let rest = rest.trim_ascii();
    rest.is_empty() || rest.starts_with(b"//") || rest.starts_with(b"/*")
}

fn directive(line: &[u8]) -> Option<&[u8]> {
    let mut words = words(&line[1..]);
    let word = words.next()?;
    let next = words.next();
    // Where blanks follow the sign, most others are comments.
    let is_of_macro = |byte: &u8| !byte.is_ascii_lowercase();
    let is_told = || match word {
        b"ifdef" | b"ifndef" | b"endif" => true,
        b"define" | b"undef" => next.is_some_and(|name| name.iter().all(is_of_macro)),
        _ => line.contains_str("defined("),
    };
    let is_directive = DIRECTIVES.contains(&word) && (line.get(1) == word.first() || is_told());
    let name = next.filter(|_| word == b"define");
    is_directive.then(|| name.unwrap_or(line))
}

/// Returns whether a line is told to a preprocessor: these are in no block.
pub fn is_directive(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.starts_with(b"#") && directive(line).is_some()
}

/// Returns for each line of a text whether a name on it outlives a call: at the margin, and right within a type or a list of
/// declarations.
pub fn lasting(text: &Text) -> Vec<bool> {
    let mut around: Vec<(usize, bool)> = Vec::new();
    let lasting = text.lines().map(|line| {
        let words = line.trim_ascii();
        // `private:` is as deep as the type that it is in.
        let is_label = || words.strip_suffix(b":").is_some_and(is_modifier);
        if words.is_empty() || heading::is_brace(line) || is_label() {
            return false;
        }
        let width = indent::leading(line).len();
        while around.last().is_some_and(|(outer, _)| *outer >= width) {
            around.pop();
        }
        let lasts = around.last().map_or(width == 0, |(_, holds)| *holds);
        let declares = words
            .strip_suffix(b" (")
            .is_some_and(|word| DECLARES.contains(&word));
        around.push((width, declares || heading::holds_members(line)));
        lasts
    });
    lasting.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_line_names_is_told_by_its_look() {
        let check = |line: &str, expected: Option<&str>| {
            let name = named(line.as_bytes()).map(|name| name.as_bstr().to_string());
            assert_eq!(name.as_deref(), expected, "{line}");
        };
        for line in [
            "limit = 3",
            "limit=3",
            "limit: int = 3",
            "limit := 3",
            "static int limit = 3;",
            "static int limit; /* the most */",
            "int limit(void);",
            "std::vector<int> limit;",
            "const limit = 3",
            "export const limit: Count = 3;",
            "var limit int",
            "pub limit: u32,",
            "limit int `json:\"limit\"`",
            "private limit: number;",
            "#define limit 3",
            "limit,",
            "limit, // the most",
        ] {
            check(line, Some("limit"));
        }
        check("#ifdef LOUD", Some("#ifdef LOUD"));
        check("#endif", Some("#endif"));
        check("#  define LIMIT 3", Some("LIMIT"));
        check("# if defined(LOUD)", Some("# if defined(LOUD)"));
        check("@Test(limit = 3)", Some("@Test"));
        check("@limit 3", Some("@limit"));
        check("enum { A, B };", Some("enum { A, B };"));
        for line in [
            "limit(3),",
            "limit(3);",
            "limit == 3",
            "limit += 3",
            "limit => 3",
            "return limit;",
            "if limit: stop()",
            "stop;",
            "else:",
            "import limit",
            "# if the limit = 3",
            "# define the limit",
            "Call it here; then go on",
            "The most of them: three",
            "print(\"limit = 3\")",
            "}",
            "",
        ] {
            check(line, None);
        }
    }

    #[test]
    fn a_name_lasts_outside_of_what_is_called() {
        let text = "a = 1\nclass C:\n    b = 2\n    def d(self):\n        e = 3\nif x:\n    f = 4\nstruct g\n{\npublic:\n    int h;\n};\nstruct i *j(void)\n{\n    int k = 5;\n}\nconst (\n    l = 6\n)\n";
        let text = Text::new(text);
        let lasting = lasting(&text);
        let names = (0..text.n_lines()).filter(|line| lasting[*line]);
        let names = names.filter_map(|line| named(text.line(line)));
        let names: Vec<String> = names.map(|name| name.as_bstr().to_string()).collect();
        assert_eq!(names, ["a", "b", "h", "l"]);
    }
}
