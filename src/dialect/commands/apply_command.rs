//! Commands that apply a patch: `git apply`, `git am` and `patch`. They are read, never run.

use bstr::{BStr, ByteSlice};

/// What a command does with its patch. Of several options, the one furthest down counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::dialect) enum Effect {
    /// It applies it to the files of the root.
    Applies,
    /// An option is not known here.
    Unknown,
    /// It applies it in another folder, to some of its files, or not to the files.
    Elsewhere,
    /// It takes it back.
    Reverses,
    /// It says whether it would apply, or what it changes.
    OnlyTries,
}

/// A command that applies a patch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::dialect) struct ApplyCommand<'a> {
    pub(in crate::dialect) effect: Effect,
    /// How many folders it strips from the paths in the patch, where it says so.
    pub(in crate::dialect) strip: Option<&'a [u8]>,
    /// Its other words: the files of patches, without `<`.
    pub(in crate::dialect) files: Vec<&'a [u8]>,
}

/// The options by what they do. A long one may have a value behind `=`; the value of a short one may be joined to it.
const OPTIONS: &[(Effect, &[&str])] = &[
    (
        Effect::Applies,
        &["--index", "-3", "--3way", "-v", "--verbose", "-i"],
    ),
    (
        Effect::Elsewhere,
        &[
            "-d", "--directory", "-o", "--output", "--cached", "--include", "--exclude",
        ],
    ),
    (Effect::Reverses, &["-R", "--reverse"]),
    (
        Effect::OnlyTries,
        &["--check", "--dry-run", "--stat", "--numstat", "--summary"],
    ),
];

/// Reads the words of a command; `None` for one that applies no patch.
pub(in crate::dialect) fn read<'a>(words: &[&'a [u8]]) -> Option<ApplyCommand<'a>> {
    let (mut effect, words) = match words {
        [b"git", words @ ..] => behind_git(words)?,
        [b"patch", words @ ..] => (Effect::Applies, words),
        [..] => return None,
    };
    let (mut strip, mut files) = (None, Vec::new());
    for word in words {
        if let Some(n_folders) = stripped(word) {
            strip = Some(n_folders);
        } else if word.starts_with(b"-") && word.len() > 1 {
            effect = effect.max(effect_of(word));
        } else {
            let file = word.strip_prefix(b"<").unwrap_or(word);
            files.extend((!file.is_empty()).then_some(file));
        }
    }
    Some(ApplyCommand {
        effect,
        strip,
        files,
    })
}

/// Reads a command of one line; `None` for one that applies no patch.
pub(in crate::dialect) fn of_line(line: &BStr) -> Option<ApplyCommand<'_>> {
    read(&line.fields().collect::<Vec<_>>())
}

/// Returns the words behind `apply` or `am`, and what the options of `git` itself make of the command.
fn behind_git<'w, 'a>(mut words: &'w [&'a [u8]]) -> Option<(Effect, &'w [&'a [u8]])> {
    let mut effect = Effect::Applies;
    loop {
        words = match words {
            [b"apply" | b"am", rest @ ..] => return Some((effect, rest)),
            [b"-c", _, rest @ ..] | [b"--no-pager", rest @ ..] => rest,
            [b"-C", _, rest @ ..] => {
                effect = Effect::Elsewhere;
                rest
            }
            [option, rest @ ..] if option.starts_with(b"--") => {
                effect = Effect::Elsewhere;
                rest
            }
            [..] => return None,
        };
    }
}

fn stripped(option: &[u8]) -> Option<&[u8]> {
    let value = option.strip_prefix(b"--strip=");
    value.or_else(|| option.strip_prefix(b"-p"))
}

fn effect_of(option: &[u8]) -> Effect {
    let is_long = option.starts_with(b"--");
    let (name, value) = match is_long {
        true => option.split_once_str("=").unwrap_or((option, b"")),
        false => option.split_at(2),
    };
    if name == b"--whitespace" && matches!(value, b"fix" | b"nowarn") {
        return Effect::Applies;
    }
    let mut rows = OPTIONS.iter();
    let row = rows.find(|(_, names)| names.iter().any(|it| it.as_bytes() == name));
    match row {
        Some((Effect::Applies, _)) if !value.is_empty() => Effect::Unknown,
        Some((effect, _)) => *effect,
        None => Effect::Unknown,
    }
}

/// Returns the commands that a text names, whatever is around them: ``Undo it with `git apply -R fix.patch`.`` The word `patch`
/// without an option behind it is a noun.
pub(in crate::dialect) fn named_in(text: &BStr) -> impl Iterator<Item = ApplyCommand<'_>> {
    let starts = ["git ", "patch "];
    let starts = starts.into_iter().flat_map(|start| text.find_iter(start));
    starts.filter_map(|at| {
        let is_amid_word = text[..at]
            .last()
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte));
        (!is_amid_word).then(|| begun(text[at..].as_bstr()))?
    })
}

/// Returns the command that a text begins with. The word `patch` without an option behind it is a noun.
pub(in crate::dialect) fn begun(text: &BStr) -> Option<ApplyCommand<'_>> {
    /// The most words of a command that are read: a line may be megabytes of prose.
    const N_WORDS: usize = 32;
    let end = text.find_byteset(b"`;&|").unwrap_or(text.len());
    let words: Vec<&[u8]> = words(text[..end].as_bstr()).take(N_WORDS).collect();
    let is_noun = match &words[..] {
        [b"patch", next, ..] => !next.starts_with(b"-") && !next.starts_with(b"<"),
        [b"patch"] => true,
        [..] => false,
    };
    read(&words).filter(|_| !is_noun)
}

/// Returns the words of a line of prose or of a script, without the signs around them.
pub(in crate::dialect) fn words(line: &BStr) -> impl Iterator<Item = &[u8]> {
    let parts = |byte: &u8| byte.is_ascii_whitespace() || b"`'\"(),;:".contains(byte);
    line.split(move |byte| parts(byte))
        .map(|word| word.strip_suffix(b".").unwrap_or(word))
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[Effect]) {
        let effects: Vec<Effect> = named_in(text.into()).map(|it| it.effect).collect();
        assert_eq!(effects, expected, "{text}");
    }

    #[test]
    fn options_say_what_becomes_of_the_patch() {
        check("git apply --index fix.patch", &[Effect::Applies]);
        check(
            "Then run `git -C sub apply fix.patch`.",
            &[Effect::Elsewhere],
        );
        check("patch -dsub -p1 <fix.patch", &[Effect::Elsewhere]);
        check("`git apply --directory=sub x`", &[Effect::Elsewhere]);
        check("`patch -Rp1 < fix.patch` undoes it", &[Effect::Reverses]);
        check("patch -p1 --reverse --dry-run <x", &[Effect::OnlyTries]);
        check("patch -p1 --fuzz=3 <x", &[Effect::Unknown]);
    }

    #[test]
    fn the_noun_is_no_command() {
        check("The patch is here; `grep -R` finds it", &[]);
        check("git log --reverse", &[]);
        check("dispatch -R", &[]);
    }
}
