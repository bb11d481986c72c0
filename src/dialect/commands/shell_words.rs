//! Shell scripts as simple commands: words without their quotes, redirections and here-documents. What a shell would
//! expand is left as it is written.

use bstr::{BStr, BString, ByteSlice};

use super::programs::BEFORE_A_PROGRAM;

/// One command with its words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(in crate::dialect) struct Simple {
    /// Index of the line where it begins.
    pub(in crate::dialect) line: usize,
    /// Its words; a name of a program is the first, but for words such as `sudo`.
    pub(in crate::dialect) words: Vec<BString>,
    /// The files that its output goes to.
    pub(in crate::dialect) writes: Vec<BString>,
    /// The here-document that it reads.
    pub(in crate::dialect) input: BString,
    /// The first word of the command whose output it reads.
    pub(in crate::dialect) fed_by: Option<BString>,
}

/// What the next word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Word,
    /// A file that the output goes to.
    Output,
    /// A file or a text that is read.
    Input,
    /// The line that ends a here-document.
    End,
}

/// Splits a script into its commands.
pub(in crate::dialect) fn split(lines: &[&BStr]) -> Vec<Simple> {
    let text = bstr::join("\n", lines);
    let mut splitter = Splitter {
        text: &text,
        at: 0,
        line: 0,
        word: None,
        next: Next::Word,
        ends: Vec::new(),
        command: Simple::default(),
        commands: Vec::new(),
    };
    splitter.run();
    splitter.commands
}

struct Splitter<'a> {
    text: &'a [u8],
    at: usize,
    line: usize,
    /// The word that is being read; an empty one may stand in quotes.
    word: Option<BString>,
    next: Next,
    /// The lines that end the here-documents which begin below this line.
    ends: Vec<BString>,
    command: Simple,
    commands: Vec<Simple>,
}

impl Splitter<'_> {
    fn run(&mut self) {
        while let Some(byte) = self.text.get(self.at).copied() {
            self.at += 1;
            match byte {
                b'\n' => self.newline(),
                b' ' | b'\t' | b'\r' => self.end_word(),
                b'\'' | b'"' => self.quoted(byte),
                b'\\' => self.escaped(),
                b'#' if self.word.is_none() => self.at = self.line_end(),
                b';' | b'(' | b')' | b'`' => self.end_command(),
                b'&' if self.peek() == Some(b'>') => self.end_word(),
                b'&' => self.end_command(),
                b'|' if self.peek() == Some(b'|') => self.end_command(),
                b'|' => self.pipe(),
                // The arrow of other languages.
                b'>' if self.text[..self.at - 1].ends_with(b"=") => self.push(byte),
                b'>' => self.output(),
                b'<' => self.input(),
                byte => self.push(byte),
            }
        }
        self.end_command();
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn push(&mut self, byte: u8) {
        self.word.get_or_insert_default().push(byte);
    }

    fn line_end(&self) -> usize {
        let rest = &self.text[self.at..];
        self.at + rest.find_byte(b'\n').unwrap_or(rest.len())
    }

    /// Ends the line, and passes the here-documents that begin below it.
    fn newline(&mut self) {
        self.end_word();
        let mut input = BString::default();
        let mut n_lines = 1;
        for end in std::mem::take(&mut self.ends) {
            while self.at < self.text.len() {
                let stop = self.line_end();
                let line = &self.text[self.at..stop];
                self.at = (stop + 1).min(self.text.len());
                n_lines += 1;
                if line.trim() == end.as_bytes() {
                    break;
                }
                input.extend_from_slice(line);
                input.push(b'\n');
            }
        }
        self.command.input = input;
        self.end_command();
        self.line += n_lines;
    }

    /// Reads what stands in quotes; a quote without its partner is an apostrophe.
    fn quoted(&mut self, quote: u8) {
        let rest = &self.text[self.at..];
        let is_escaped = |end: usize| quote == b'"' && end > 0 && rest[end - 1] == b'\\';
        let end = rest
            .find_iter(std::slice::from_ref(&quote))
            .find(|end| !is_escaped(*end));
        let Some(end) = end else {
            return self.push(quote);
        };
        self.word
            .get_or_insert_default()
            .extend_from_slice(&rest[..end]);
        self.line += rest[..end].find_iter("\n").count();
        self.at += end + 1;
    }

    /// Reads what a backslash stands before: in names of other systems it parts folders.
    fn escaped(&mut self) {
        match self.peek() {
            Some(b'\n') => {
                self.line += 1;
                self.at += 1;
            }
            Some(byte) if byte.is_ascii_alphanumeric() || byte == b'.' => self.push(b'/'),
            Some(byte) => {
                self.push(byte);
                self.at += 1;
            }
            None => {}
        }
    }

    fn output(&mut self) {
        // `2>` tells which output is meant.
        if self
            .word
            .as_ref()
            .is_some_and(|word| word.iter().all(u8::is_ascii_digit))
        {
            self.word = None;
        }
        self.end_word();
        while matches!(self.peek(), Some(b'>' | b'|')) {
            self.at += 1;
        }
        self.next = if self.peek() == Some(b'&') {
            self.at += 1;
            Next::Input
        } else {
            Next::Output
        };
    }

    fn input(&mut self) {
        self.end_word();
        let n_signs = 1 + self.text[self.at..]
            .iter()
            .take_while(|byte| **byte == b'<')
            .count();
        self.at += n_signs - 1;
        self.next = Next::Input;
        if n_signs == 2 {
            self.next = Next::End;
            if self.peek() == Some(b'-') {
                self.at += 1;
            }
        }
    }

    fn end_word(&mut self) {
        let Some(word) = self.word.take() else { return };
        if self.command.words.is_empty() && self.command.writes.is_empty() {
            self.command.line = self.line;
        }
        match std::mem::replace(&mut self.next, Next::Word) {
            Next::Word => self.command.words.push(word),
            Next::Output => self.command.writes.push(word),
            Next::Input => {}
            Next::End => self.ends.push(word),
        }
    }

    fn end_command(&mut self) {
        self.end_word();
        self.next = Next::Word;
        let command = std::mem::take(&mut self.command);
        if !command.words.is_empty() || !command.writes.is_empty() {
            self.commands.push(command);
        }
    }

    fn pipe(&mut self) {
        self.end_word();
        let feeds = program(&self.command.words).first().cloned();
        self.end_command();
        self.command.fed_by = feeds;
    }
}

/// Returns the words of a command from the name of its program on.
pub(in crate::dialect) fn program(words: &[BString]) -> &[BString] {
    let is_before = |word: &BString| {
        let is_assignment = word.split_once_str("=").is_some_and(|(name, _)| {
            !name.is_empty()
                && name
                    .iter()
                    .all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        });
        let is_prompt = word.contains(&b'@') && (word.ends_with(b"$") || word.ends_with(b"#"));
        is_assignment
            || is_prompt
            || BEFORE_A_PROGRAM
                .iter()
                .any(|before| word.eq_ignore_ascii_case(before.as_bytes()))
    };
    let first = words.iter().position(|word| !is_before(word));
    &words[first.unwrap_or(words.len())..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(script: &str, expected: &[(usize, &[&str], &[&str])]) {
        let lines: Vec<&BStr> = script.lines().map(BStr::new).collect();
        let commands = split(&lines);
        let found: Vec<(usize, Vec<String>, Vec<String>)> = commands
            .iter()
            .map(|it| {
                let texts = |words: &[BString]| words.iter().map(ToString::to_string).collect();
                (it.line, texts(&it.words), texts(&it.writes))
            })
            .collect();
        let expected: Vec<(usize, Vec<String>, Vec<String>)> = expected
            .iter()
            .map(|(line, words, writes)| {
                let texts = |words: &[&str]| words.iter().map(ToString::to_string).collect();
                (*line, texts(words), texts(writes))
            })
            .collect();
        assert_eq!(found, expected, "{script}");
    }

    #[test]
    fn commands_are_parted_at_operators_and_lines() {
        check(
            "cd src && rm a.py # gone\nls | wc -l; echo 'a; b' >> c.txt 2>&1",
            &[
                (0, &["cd", "src"], &[]),
                (0, &["rm", "a.py"], &[]),
                (1, &["ls"], &[]),
                (1, &["wc", "-l"], &[]),
                (1, &["echo", "a; b"], &["c.txt"]),
            ],
        );
    }

    #[test]
    fn lines_that_go_on_are_one_command() {
        check(
            "rm a \\\n  b\npython -c \"\nx\n\" y\nls",
            &[
                (0, &["rm", "a", "b"], &[]),
                (2, &["python", "-c", "\nx\n", "y"], &[]),
                (5, &["ls"], &[]),
            ],
        );
    }

    #[test]
    fn a_here_document_is_no_command() {
        check(
            "cat > a <<'EOF'\nrm b\nEOF\nrm c",
            &[(0, &["cat"], &["a"]), (3, &["rm", "c"], &[])],
        );
    }

    #[test]
    fn an_apostrophe_is_no_quote() {
        check("echo it's > a", &[(0, &["echo", "it's"], &["a"])]);
    }
}
