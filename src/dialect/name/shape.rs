//! Which words look like paths.

use crate::text::OneOf;
use bstr::ByteSlice;

use crate::dialect::words::prose;

/// Returns whether a path stands for another: `path/to/file.rs`, `/path/to/file.rs`, `your/file.py`, `<path>`, `...`.
pub(in crate::dialect) fn is_placeholder(path: &[u8]) -> bool {
    let path = path.strip_prefix(b".").unwrap_or(path);
    let path = path.strip_prefix(b"/").unwrap_or(path);
    let is_within = |open: u8, close: u8| {
        path.first() == Some(&open) && path.last() == Some(&close) && !path.contains(&b'/')
    };
    path.begins_with_one_of(&[
        "path/to/", "your/", "your_project/", "path_to_", "some/path/", "absolute/path/",
        "full/path/", "abs/path/",
    ]) || is_within(b'{', b'}')
        || path.split_str("/").any(has_blank_to_fill)
        || !path.is_empty() && path.iter().all(|byte| *byte == b'.') && path.len() < 4
        || path == "…".as_bytes()
}

/// Returns whether a part of a name is left for the reader to fill in: `<name>_test.go`, `{name}_test.go`, `YOUR_NAME.go`. Two braces
/// are those of a template, which has files of such names.
fn has_blank_to_fill(name: &[u8]) -> bool {
    let is_enclosed = |open: u8, close: u8| {
        let begin = name.iter().position(|byte| *byte == open);
        let inside = begin.map_or(&[][..], |begin| &name[begin + 1..]);
        let end = inside.iter().position(|byte| *byte == close);
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || b" _-".contains(byte);
        end.is_some_and(|end| end > 0 && inside[..end].iter().all(is_word))
            && !name.contains_str([open, open])
    };
    let is_readers = |start: &str| {
        let rest = name.strip_prefix(start.as_bytes());
        rest.is_some_and(|rest| rest.first().is_some_and(|byte| b"_-".contains(byte)))
    };
    is_enclosed(b'<', b'>') || is_enclosed(b'{', b'}') || is_readers("YOUR") || is_readers("your")
}

/// Returns whether a line is one of a tree of folders, as programs draw it.
pub(in crate::dialect) fn draws_tree(line: &[u8]) -> bool {
    line.has_one_of(&["├", "└"])
}

/// Returns whether a file is one that holds patches.
pub(in crate::dialect) fn is_of_patches(path: &[u8]) -> bool {
    path.ends_with(b".patch") || path.ends_with(b".diff")
}

/// Returns whether a file may hold a patch, or a call, as its content: one of patches, of JSON, or of text for people.
pub(in crate::dialect) fn may_hold_patches(path: &[u8]) -> bool {
    holds_json(path) || path.ends_with(b".jsonl") || is_document(path)
}

/// Returns whether a file holds text for people, by its name.
pub(in crate::dialect) fn is_document(path: &[u8]) -> bool {
    const ENDS: &[&str] = &[".md", ".markdown", ".mdx", ".rst", ".adoc", ".txt"];
    path.ends_with_one_of(ENDS)
}

/// Returns whether a file holds tests, by its name or a folder that it is in: `tests/cart.rs`, `test_cart.py`, `cart.spec.ts`,
/// `CartTest.java`.
pub(in crate::dialect) fn is_of_test(path: &[u8]) -> bool {
    let is_test = |word: &[u8]| matches!(word, b"test" | b"tests" | b"spec");
    let ends_so = |word: &[u8]| word.ends_with(b"Test") || word.ends_with(b"Tests");
    let mut words = path.split(|byte| !byte.is_ascii_alphanumeric());
    words.any(|word| is_test(word) || ends_so(word))
}

/// Returns whether a file has commands in it that are no script: `Makefile`, `Dockerfile.dev`, `rules.mk`.
pub(in crate::dialect) fn holds_commands(path: &[u8]) -> bool {
    let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or(path);
    let stem = name.split(|byte| *byte == b'.').next().unwrap_or(name);
    let names = [
        "makefile", "gnumakefile", "dockerfile", "containerfile", "justfile",
    ];
    stem.is_one_of_in_any_case(&names) || name.ends_with(b".mk")
}

/// Returns whether a file holds lines that a fence may call a shell's for want of a better name: `.gitignore`, `Procfile`,
/// `requirements.txt`.
pub(in crate::dialect) fn holds_plain_lines(path: &[u8]) -> bool {
    let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or(path);
    let ends = [".txt", ".cfg", ".ini", ".conf", ".properties", ".env"];
    name.starts_with(b".") || is_bare_name(name) || name.ends_with_one_of(&ends)
}

/// Returns whether a file holds JSON: `package.json`, `.babelrc`, `page.ipynb`.
pub(in crate::dialect) fn holds_json(path: &[u8]) -> bool {
    const ENDS: &[&str] = &[
        ".json", ".jsonc", ".json5", ".webmanifest", ".code-workspace", ".code-snippets",
        ".geojson", ".arb", ".ipynb", "rc", "composer.lock",
    ];
    path.ends_with_one_of(ENDS)
}

/// Returns whether a name may be one in code, though it ends as files do: `console.log`, `process.env`, `Array.map`.
pub(in crate::dialect) fn may_be_member(path: &[u8]) -> bool {
    const MEMBERS: &[&str] = &[
        "log", "map", "dot", "env", "json", "sum", "lock", "config", "mod", "in", "template",
        "properties", "strings", "make", "example", "org", "po", "patch", "d", "m", "r", "v",
    ];
    let Some((before, end)) = path.rsplit_once_str(".") else {
        return false;
    };
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$.".contains(byte);
    let begins = before
        .first()
        .is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_');
    begins && before.iter().all(is_part) && end.is_one_of(MEMBERS)
}

/// Returns whether a path begins with the name of a machine on a network: `api.example.com/v1/users.json`.
pub(in crate::dialect) fn may_be_address(path: &[u8]) -> bool {
    const TOPS: &[&str] = &["com", "org", "net", "io", "dev", "localhost"];
    let Some((host, _)) = path.split_once_str("/") else {
        return false;
    };
    let is_part =
        |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-.".contains(byte);
    let begins = host.first().is_some_and(u8::is_ascii_alphanumeric);
    let n_dots = host.iter().filter(|byte| **byte == b'.').count();
    let is_top = |top: &&str| host.ends_with(format!(".{top}").as_bytes());
    begins && host.iter().all(is_part) && (n_dots > 1 || TOPS.iter().any(is_top))
}

/// Names without a dot that are files all the same.
pub(super) const BARE_NAMES: &[&[u8]] = &[
    b"Makefile", b"Dockerfile", b"LICENSE", b"README", b"Rakefile", b"Gemfile", b"Procfile",
    b"Justfile", b"justfile", b"CHANGELOG", b"Jenkinsfile", b"Vagrantfile", b"Containerfile",
    b"GNUmakefile", b"Pipfile", b"Brewfile", b"Podfile", b"Fastfile", b"Guardfile", b"Dangerfile",
    b"Caddyfile", b"Tiltfile", b"Earthfile", b"Snakefile", b"Doxyfile", b"Kconfig", b"CODEOWNERS",
    b"DESCRIPTION", b"NAMESPACE", b"WORKSPACE", b"PKGBUILD", b"SConstruct", b"Appfile", b"Capfile",
    b"Berksfile", b"Cartfile", b"dune", b"dune-project",
];

/// Returns whether a name is one of those that files have without an ending, alone or with one behind it, as `Procfile.dev`, or
/// one whose ending other names have that are none of files: `meson.build`.
pub(super) fn is_bare_name(name: &[u8]) -> bool {
    const WHOLE: &[&[u8]] = &[
        b"meson.build", b"configure.ac", b"Makefile.am", b"go.work", b"meson.options",
    ];
    if WHOLE.contains(&name) {
        return true;
    }
    let (stem, ending) = name.split_once_str(".").unwrap_or((name, b"x"));
    let is_ending = !ending.is_empty() && ending.iter().all(u8::is_ascii_alphanumeric);
    is_ending && BARE_NAMES.contains(&stem)
}

/// Returns whether a text has the shape of a path.
pub(in crate::dialect) fn looks_like_path(text: &[u8]) -> bool {
    let plain = |byte: &u8| {
        !byte.is_ascii_control()
            && !matches!(byte, b'<' | b'>' | b'|' | b'"' | b';' | b',' | b'`' | b'*')
    };
    if text.is_empty() || text.len() > 300 || !text.iter().all(plain) || text.contains_str("://") {
        return false;
    }
    // What brackets cut in two is not all of it.
    let count = |wanted: u8| text.iter().filter(|byte| **byte == wanted).count();
    if count(b'(') != count(b')') {
        return false;
    }
    // A drive's letter aside, a colon parts a name from something else.
    if text.iter().skip(2).any(|byte| *byte == b':') {
        return false;
    }
    if is_bare_name(text) {
        return true;
    }
    let name = text.rsplit_str("/").next().unwrap_or(text);
    let extension = name.rsplit_once_str(".").map(|(_, end)| end);
    let has_extension = extension.is_some_and(|end| {
        !end.is_empty()
            && end.len() <= 12
            && end
                .iter()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
    });
    let spaced = text.contains(&b' ');
    if spaced {
        // `touch src/a.rs` and `bin/run src/a.rs` are commands.
        let mut words = text.fields();
        let begins = words.next().is_some_and(|first| first.contains(&b'/'));
        return has_extension
            && begins
            && words.all(|word| !word.contains(&b'/'))
            && !text.contains_str(". ")
            && !prose::is_command(text.as_bstr())
            && text.fields().count() <= 4
            && !prose::purpose(text.as_bstr()).asks_for_a_change();
    }
    let call = text.contains(&b'(') && text.ends_with(b")");
    has_extension && !call || text.contains(&b'/') && !text.ends_with(b"/") && !call
}
