//! Which programs change the files that they are given, and which of their words name those.

use bstr::BString;

/// What the words of a command are to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Words {
    /// All of them are changed or removed.
    Changed,
    /// All of them get another mode, or owner.
    Marked,
    /// The last is written from the others.
    Copied,
    /// All of them are made.
    Made,
    /// All of them are written.
    Written,
    /// All of them are written with what comes through the pipe.
    Piped,
    /// All of them are changed, where a flag with this letter, or of this name, is among them.
    InPlace(u8, &'static str),
    /// The one that belongs to one of these flags is changed: it follows `-o`, and `--output`, and ends `--output=` and `of=`.
    Named(&'static [&'static str]),
}

/// Programs that change the files they are given. Formatters and package managers are none: they are run after an edit, and
/// are no part of it.
pub(super) const CHANGING: &[(Words, &[&str])] = &[
    (
        Words::Changed,
        &[
            "rm", "unlink", "shred", "mv", "truncate", "dos2unix", "unix2dos", "sponge", "sd",
            "fastmod", "codemod", "rpl", "del", "erase", "move", "ren", "rename", "remove-item",
            "ri", "move-item", "mi", "rename-item", "rni", "clear-content", "ex", "ed",
        ],
    ),
    (Words::Marked, &["chmod", "chown"]),
    (
        Words::Copied,
        &[
            "cp", "install", "ln", "copy", "xcopy", "copy-item", "cpi", "rsync",
        ],
    ),
    (Words::Made, &["touch", "new-item", "ni"]),
    (
        Words::Written,
        &["set-content", "sc", "add-content", "ac", "out-file"],
    ),
    (Words::Piped, &["tee"]),
    (
        Words::InPlace(b'i', "--in-place"),
        &["sed", "gsed", "perl", "ruby"],
    ),
    (Words::InPlace(b'i', "--inplace"), &["yq", "awk", "gawk"]),
    // With a command, the editor opens nothing for a person.
    (Words::InPlace(b'c', "+%"), &["vim", "vi", "nvim"]),
    (Words::Named(&["-O", "--output-document"]), &["wget"]),
    (Words::Named(&["-o", "--output"]), &["curl", "sort"]),
    (Words::Named(&["of="]), &["dd"]),
];

/// Programs whose output is the text that a reply gives them.
pub(super) const PRINTING: &[&str] = &["echo", "printf", "cat", "write-output"];

/// Those of them whose text is in their own words.
pub(super) const TYPING: &[&str] = &["echo", "printf", "write-output"];

/// Programs that run a script which is one of their words.
pub(super) const SHELLS: &[&str] = &["bash", "sh", "zsh", "dash", "ksh"];

/// Programs whose scripts may write files.
pub(super) const INTERPRETERS: &[&str] = &[
    "python", "python3", "node", "ruby", "perl", "php", "deno", "bun",
];

/// What a script that writes files calls.
pub(super) const WRITING_CALLS: &[&str] = &[
    "write(", "write_", "writeFile", "writelines", ".write", "file_put_contents", "append",
    "rename", "unlink", "remove(", "rmSync", "shutil", "fileinput",
];

/// Calls by which a program writes, moves or removes a file that it names, in the languages that replies give scripts in.
pub(super) const FILE_CALLS: &[&str] = &[
    "write_text(", "write_bytes(", "writeFile", "appendFile", "renameSync(", "unlinkSync(",
    "rmSync(", "Deno.writeTextFile", "Bun.write(", "File.write(", "File.delete(", "File.rename(",
    "FileUtils.", "file_put_contents(", "os.rename(", "os.replace(", "os.remove(", "os.unlink(",
    "shutil.", "fileinput.", "fs::write(", "fs::rename(", "fs::remove_file(", "os.WriteFile(",
    "Files.write",
];

/// Ways to open a file for writing.
pub(super) const WRITE_MODES: &[&str] = &[
    "'w'", "\"w\"", "'wb'", "\"wb\"", "'a'", "\"a\"", "'r+'", "\"r+\"", "'w+'", "\"w+\"",
];

/// Words that may stand before the name of a program.
pub(super) const BEFORE_A_PROGRAM: &[&str] = &[
    "sudo", "env", "time", "command", "exec", "nohup", "!", "do", "then", "else", "if", "while",
    "{", "}", "done", "fi", "esac", "$", "%", "#", "❯", "➜", "ps>",
];

/// Returns the words among `args` that belong to one of `flags`.
pub(super) fn named_by(flags: &[&str], args: &[BString]) -> Vec<BString> {
    let mut named = Vec::new();
    for (at, word) in args.iter().enumerate() {
        for flag in flags {
            let joined = word.strip_prefix(flag.as_bytes());
            // Short flags may stand together: `-fsSLo`.
            let is_short = flag.len() == 2 && word.starts_with(b"-") && !word.starts_with(b"--");
            let ends_flags = is_short && word.last() == flag.as_bytes().last();
            match joined {
                Some(rest) if flag.ends_with('=') => named.push(rest.into()),
                Some(rest) if rest.starts_with(b"=") => named.push(rest[1..].into()),
                Some(b"") => named.extend(args.get(at + 1).cloned()),
                Some(_) | None if ends_flags => named.extend(args.get(at + 1).cloned()),
                Some(_) | None => {}
            }
        }
    }
    named
}
