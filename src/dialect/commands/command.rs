//! Shell commands that change files: read for what they would touch, never run. A reply that says `git mv a b` beside a
//! diff asks for more than the diff.

use std::cell::Cell;

use bstr::{BStr, BString, ByteSlice};

use super::programs::{
    CHANGING, FILE_CALLS, INTERPRETERS, PRINTING, SHELLS, TYPING, WRITE_MODES, WRITING_CALLS,
    Words, named_by,
};
use super::shell_words::{Simple, program, split};
use crate::dialect::words::file_ending;
use crate::text::{PathFault, RelPath, Root};

/// The most words of a script that are taken for the files which its variables stand for.
const MAX_SPREAD: usize = 100_000;

/// A file that a command would touch, as the command names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Touch {
    /// Its path from the root, `*` and `?` standing for parts of names; empty for the root itself. Behind `**/` it is a
    /// name in any folder.
    pub path: BString,
    /// What becomes of it.
    pub how: Touching,
}

/// What a command does to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Touching {
    /// It changes or removes what is there; where nothing is, nothing becomes of it.
    Changes,
    /// It changes the mode or the owner of what is there. Of a file that the reply makes that is no edit: it comes after the write.
    Marks,
    /// It makes what is not there, and leaves what is.
    Makes,
    /// It writes the file, whether it is there or not.
    Writes,
    /// It changes a file of this very name; a folder of that name is left.
    Fills,
    /// It takes away a file that has this word for a name, in any folder, upper and lower case aside.
    Named,
    /// It takes away or moves the lines that a block of the reply quotes from this file.
    Takes,
    /// It changes lines of a file that the reply edits, which hold the code that is given for the path.
    Holds,
    /// It changes a line of such a file that sets this code to something.
    Sets,
}

/// Returns the lines of a script, by index, at which commands begin that change files, each with what it touches.
pub(in crate::dialect) fn touched(lines: &[&BStr], root: &Root) -> Vec<(usize, Vec<Touch>)> {
    let commands = split(lines);
    let reader = Reader {
        root,
        words: commands.iter().flat_map(|command| &command.words).collect(),
        n_spread: Cell::new(0),
    };
    let mut folder = BString::default();
    let mut found = Vec::new();
    for command in &commands {
        let words = program(&command.words);
        if let [name, to] = words
            && name == "cd"
        {
            folder = joined(folder.as_bstr(), to).unwrap_or_default();
            continue;
        }
        let touches = reader.touches(command, words, &folder);
        if !touches.is_empty() {
            found.push((command.line, touches));
        }
    }
    found
}

/// Returns what a script in a programming language touches, by the names of files in quotes: the files, and the folders in which
/// it makes new ones; none where it writes no file.
pub(in crate::dialect) fn written_by(script: &BStr, root: &Root) -> Vec<Touch> {
    if !writes(script) {
        return Vec::new();
    }
    let reader = Reader {
        root,
        words: Vec::new(),
        n_spread: Cell::new(0),
    };
    let touch = |name: &BString| reader.touch(name, Touching::Changes, &BString::default());
    let names = quoted(script).into_iter();
    let names = names.filter(|name| file_ending::is_known(name));
    let with_folder = names.flat_map(with_folder);
    with_folder.flat_map(|name| touch(&name)).collect()
}

/// Returns whether a script in a programming language calls what changes files.
pub(in crate::dialect) fn writes(script: &BStr) -> bool {
    let has = |words: &[&str]| words.iter().any(|word| script.contains_str(word));
    has(FILE_CALLS) || script.contains_str("open(") && has(WRITE_MODES)
}

/// Returns a name in quotes and, of a file, its folder, in which it may be a new one.
fn with_folder(name: BString) -> impl Iterator<Item = BString> {
    let folder = name.rsplit_once_str("/").map(|(folder, _)| folder.into());
    let folder = folder.filter(|_| file_ending::is_known(&name));
    std::iter::once(name).chain(folder)
}

/// Returns whether a line runs a program that may change files, or a script of another language.
pub(in crate::dialect) fn runs_program(line: &BStr) -> bool {
    split(&[line]).iter().any(|command| {
        let words = program(&command.words);
        let name = words.first().map(|word| name_of(word)).unwrap_or_default();
        let is_changing = CHANGING.iter().any(|(_, names)| names.contains(&&*name));
        is_changing || INTERPRETERS.contains(&&*name) || SHELLS.contains(&&*name)
    })
}

/// Returns the texts that quotes enclose, and those between them.
fn quoted(script: &BStr) -> Vec<BString> {
    script
        .split(|byte| matches!(byte, b'"' | b'\'' | b'`'))
        .map(BString::from)
        .collect()
}

/// Returns whether a command among the lines of a script writes or changes the file that is called `path`.
pub(in crate::dialect) fn makes(lines: &[&BStr], path: &[u8]) -> bool {
    let is_it = |word: &BString| joined(BStr::new(""), word).is_some_and(|word| word == path);
    split(lines).iter().any(|command| {
        let words = program(&command.words);
        let name = words.first().map(|word| name_of(word)).unwrap_or_default();
        let changes = CHANGING.iter().any(|(_, names)| names.contains(&&*name));
        command.writes.iter().any(is_it) || changes && words[1..].iter().any(is_it)
    })
}

/// Reads the commands of one script.
struct Reader<'a> {
    root: &'a Root,
    /// All words of the script: one of them is meant where a command names its files by a variable, or gets them by a pipe.
    words: Vec<&'a BString>,
    /// How many words were taken so far for what a variable may be.
    n_spread: Cell<usize>,
}

impl Reader<'_> {
    fn touches(&self, command: &Simple, words: &[BString], folder: &BString) -> Vec<Touch> {
        let name = words.first().map(|word| name_of(word)).unwrap_or_default();
        let prints = |name: &str| PRINTING.contains(&name);
        let mut touches = Vec::new();
        for path in &command.writes {
            // What a program makes of a here-document is meant to be there afterwards.
            let is_typed = command
                .fed_by
                .as_ref()
                .is_some_and(|it| TYPING.contains(&&*name_of(it)));
            let is_given = name.is_empty() || !command.input.is_empty();
            let how = if prints(&name) || is_typed || is_given {
                Touching::Writes
            } else {
                Touching::Changes
            };
            touches.extend(self.touch(path, how, folder));
        }
        let Some((_, args)) = words.split_first() else {
            return touches;
        };
        if INTERPRETERS.contains(&&*name) {
            touches.extend(self.in_script(command, args, folder));
        }
        if SHELLS.contains(&&*name) {
            let script = args.iter().find(|word| word.contains(&b' '));
            let lines: Vec<&BStr> = script
                .into_iter()
                .flat_map(|text| text.lines())
                .map(BStr::new)
                .collect();
            touches.extend(
                touched(&lines, self.root)
                    .into_iter()
                    .flat_map(|(_, touches)| touches),
            );
        }
        touches.extend(match &*name {
            "git" | "svn" | "hg" | "jj" => self.of_version_control(args, folder),
            "xargs" | "parallel" => self.of_words(&given_files(inner_program(args)), None, folder),
            "find" | "fd" => self.of_find(args, folder),
            _ => self.of_words(
                words,
                command.fed_by.as_ref().map(|it| it.as_bstr()),
                folder,
            ),
        });
        touches
    }

    /// Reads a program and its arguments; `fed_by` is the program whose output comes through a pipe.
    fn of_words(&self, words: &[BString], fed_by: Option<&BStr>, folder: &BString) -> Vec<Touch> {
        let Some((name, args)) = words.split_first() else {
            return Vec::new();
        };
        let name = name_of(name);
        let Some((kind, _)) = CHANGING.iter().find(|(_, names)| names.contains(&&*name)) else {
            return Vec::new();
        };
        let has_flag = |letter: u8, long: &str| {
            args.iter().any(|word| {
                word.starts_with(long.as_bytes())
                    || word.starts_with(b"-") && !word.starts_with(b"--") && word.contains(&letter)
            })
        };
        let is_printed = fed_by.is_some_and(|fed_by| PRINTING.contains(&&*name_of(fed_by)));
        let paths: Vec<&BString> = args.iter().filter(|word| !word.starts_with(b"-")).collect();
        let (paths, how) = match kind {
            Words::InPlace(letter, long) if !has_flag(*letter, long) => return Vec::new(),
            Words::Changed | Words::InPlace(..) => (paths, Touching::Changes),
            Words::Marked => (paths, Touching::Marks),
            Words::Made => (paths, Touching::Makes),
            Words::Written => (paths.into_iter().take(1).collect(), Touching::Writes),
            Words::Piped if is_printed => (paths, Touching::Writes),
            Words::Piped => (paths, Touching::Changes),
            Words::Copied if paths.iter().any(|path| is_template(path.as_bstr())) => {
                return Vec::new();
            }
            Words::Copied => {
                let last = paths.into_iter().skip(1).next_back();
                // `host:folder` is on another machine.
                let here = last.filter(|path| name != "rsync" || !path.contains(&b':'));
                (here.into_iter().collect(), Touching::Writes)
            }
            Words::Named(flags) => {
                let named: Vec<BString> = named_by(flags, args);
                return self.all(&named.iter().collect::<Vec<_>>(), Touching::Changes, folder);
            }
        };
        self.all(&paths, how, folder)
    }

    /// Returns what becomes of the files that `paths` name; of any that the script names, where one is a variable.
    fn all(&self, paths: &[&BString], how: Touching, folder: &BString) -> Vec<Touch> {
        let is_variable = |path: &&BString| path.contains(&b'$') || path.contains_str("{}");
        let mut touches: Vec<Touch> = paths
            .iter()
            .flat_map(|path| self.touch(path, how, folder))
            .collect();
        if paths.iter().any(is_variable) {
            let n_spread = self.n_spread.get().saturating_add(self.words.len());
            self.n_spread.set(n_spread);
            // Many variables in a long script: any file may be meant.
            if n_spread > MAX_SPREAD {
                touches.push(Touch {
                    path: BString::default(),
                    how: Touching::Changes,
                });
                return touches;
            }
            let words = self.words.iter().filter(|word| !word.starts_with(b"-"));
            touches.extend(words.flat_map(|word| self.touch(word, Touching::Changes, folder)));
        }
        touches
    }

    fn of_version_control(&self, args: &[BString], folder: &BString) -> Vec<Touch> {
        let changes = |word: &BString| {
            matches!(
                &word[..],
                b"mv" | b"move" | b"rm" | b"remove" | b"rename" | b"delete" | b"restore"
            )
        };
        // `git checkout -- FILE` puts back what was there before.
        if let [verb, rest @ ..] = args
            && verb == "checkout"
            && let Some(sign) = rest.iter().position(|word| word == "--")
        {
            let paths: Vec<&BString> = rest[sign + 1..].iter().collect();
            return self.all(&paths, Touching::Changes, folder);
        }
        // Without that sign it may be a branch: then there is no such file.
        if let [verb, rest @ ..] = args
            && verb == "checkout"
            && !rest.iter().any(|word| word == "." || word == "-b")
        {
            let paths: Vec<&BString> = rest.iter().filter(|word| !word.starts_with(b"-")).collect();
            return self.all(&paths, Touching::Fills, folder);
        }
        /// What `git stash` does that changes no file.
        const KEEPING: &[&[u8]] = &[
            b"list", b"show", b"drop", b"clear", b"create", b"store", b"branch",
        ];
        let is_at_once = match args {
            [verb, rest @ ..] => match &verb[..] {
                b"reset" => rest.iter().any(|word| word == "--hard"),
                b"checkout" => rest.iter().any(|word| word == "."),
                b"stash" => !rest
                    .first()
                    .is_some_and(|word| KEEPING.contains(&&word[..])),
                b"revert" | b"cherry-pick" => !rest.is_empty(),
                _ => false,
            },
            [] => false,
        };
        // Any file may be among those.
        if is_at_once {
            return vec![Touch {
                path: BString::default(),
                how: Touching::Changes,
            }];
        }
        // Only names of folders and settings stand before the command.
        let is_near = |at: &usize| *at < 3;
        let Some(at) = args.iter().position(changes).filter(is_near) else {
            return Vec::new();
        };
        let rest = &args[at + 1..];
        if rest.iter().any(|word| word == "--cached") || args[..at].iter().any(is_plain_name) {
            return Vec::new();
        }
        let paths: Vec<&BString> = rest.iter().filter(|word| !word.starts_with(b"-")).collect();
        self.all(&paths, Touching::Changes, folder)
    }

    /// Reads `find … -exec` and `find … -delete`: the names it looks for are those that are touched.
    fn of_find(&self, args: &[BString], folder: &BString) -> Vec<Touch> {
        let runs = |word: &BString| {
            matches!(
                &word[..],
                b"-exec" | b"-execdir" | b"-ok" | b"-x" | b"--exec"
            )
        };
        let inner = args.iter().position(runs).map(|at| &args[at + 1..]);
        let changes = inner.is_some_and(|inner| {
            let last = inner.len().saturating_sub(1);
            !self
                .of_words(&given_files(&inner[..last]), None, folder)
                .is_empty()
        });
        if !changes && !args.iter().any(|word| word == "-delete") {
            return Vec::new();
        }
        let is_name = |flag: &BString| flag.starts_with(b"-") && flag.ends_with(b"name");
        let names = args.windows(2).filter(|pair| is_name(&pair[0]));
        let named: Vec<Touch> = names
            .map(|pair| Touch {
                path: [b"**/", &pair[1][..]].concat().into(),
                how: Touching::Changes,
            })
            .collect();
        if !named.is_empty() {
            return named;
        }
        let folders: Vec<&BString> = args
            .iter()
            .take_while(|word| !word.starts_with(b"-"))
            .collect();
        self.all(&folders, Touching::Changes, folder)
    }

    /// Reads a script of another language: what it names in quotes may be what it writes.
    fn in_script(&self, command: &Simple, args: &[BString], folder: &BString) -> Vec<Touch> {
        let words = args.iter().map(|word| word.as_bstr());
        let scripts = words.chain(std::iter::once(command.input.as_bstr()));
        let writes = |script: &&BStr| WRITING_CALLS.iter().any(|call| script.contains_str(call));
        let names = scripts.filter(writes).flat_map(quoted);
        names
            .flat_map(with_folder)
            .flat_map(|name| self.touch(&name, Touching::Changes, folder))
            .collect()
    }

    /// Returns what becomes of the file called `word`, from the folder that the script went to and, where that is the root
    /// itself by another name, from there.
    fn touch(&self, word: &BString, how: Touching, folder: &BString) -> Vec<Touch> {
        if word.is_empty()
            || word.contains(&b'$')
            || word.contains(&b'\n')
            || word.starts_with(b"~")
            || word.contains_str("://")
        {
            return Vec::new();
        }
        if how == Touching::Writes && is_of_the_user(word) {
            return Vec::new();
        }
        if word.starts_with(b"/") {
            let known = self.root.relative(word).ok();
            return known
                .into_iter()
                .map(|path| Touch {
                    path: path.as_bytes().into(),
                    how,
                })
                .collect();
        }
        // No file is called so: `sed` takes a script of any length.
        let is_too_long = |fault| matches!(fault, PathFault::TooLong | PathFault::TooDeep);
        if RelPath::new(word).is_err_and(is_too_long) {
            return Vec::new();
        }
        let from_root = joined(BStr::new(""), word);
        let mut paths: Vec<BString> = joined(folder.as_bstr(), word).into_iter().collect();
        if how == Touching::Changes && !folder.is_empty() {
            paths.extend(from_root);
        }
        paths.into_iter().map(|path| Touch { path, how }).collect()
    }
}

/// Returns the name of a program without its folder, in lower case.
fn name_of(word: &[u8]) -> String {
    let name = word
        .rsplit_str("/")
        .next()
        .unwrap_or(word)
        .to_ascii_lowercase();
    let name = name.strip_suffix(b".exe").unwrap_or(&name);
    name.to_str_lossy().into_owned()
}

/// Returns the program that `xargs` runs, with its words.
fn inner_program(args: &[BString]) -> &[BString] {
    let is_known = |word: &BString| {
        let name = name_of(word);
        CHANGING.iter().any(|(_, names)| names.contains(&&*name))
    };
    let first = args.iter().position(is_known);
    &args[first.unwrap_or(args.len())..]
}

/// Returns the words of a program that is given the names of files by another.
fn given_files(words: &[BString]) -> Vec<BString> {
    let file = std::iter::once(BString::from("{}"));
    words.iter().cloned().chain(file).collect()
}

/// Returns whether a word before `rm` or `mv` is a command of its own: `git commit -m rm`.
fn is_plain_name(word: &BString) -> bool {
    !word.is_empty() && word.iter().all(u8::is_ascii_alphabetic)
}

/// Returns whether a file is one that people copy to make their own.
pub(in crate::dialect) fn is_template(path: &BStr) -> bool {
    ["example", "sample", "template", ".dist"]
        .iter()
        .any(|word| path.contains_str(word))
}

/// Returns whether a file is one that a project does not keep: logs, copies, settings of one person.
fn is_of_the_user(path: &BString) -> bool {
    let ends = [".log", ".bak", ".orig", ".tmp", ".pid", "~", ".local"];
    path.starts_with(b"tmp/") || ends.iter().any(|end| path.ends_with(end.as_bytes()))
}

/// Returns the path that `word` names in `folder`; `None` for one that leaves the root.
pub(in crate::dialect) fn joined(folder: &BStr, word: &[u8]) -> Option<BString> {
    let mut parts: Vec<&[u8]> = Vec::new();
    for part in folder.split_str("/").chain(word.split_str("/")) {
        match part {
            b"" | b"." => {}
            b".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(bstr::join("/", parts).into())
}
