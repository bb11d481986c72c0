//! Laws over edits of one file that build on each other, as agents send them: they end where their tools would end, or ask,
//! and given twice they change nothing.
//!
//! `CHAINS_CORPUS=texts.jsonl cargo test --release --test chains -- --ignored --nocapture` sends 500 chains over real texts: one
//! JSON object a line, of which `original` is the text.

use std::collections::BTreeMap;

use hunkwise::patch::HunkId;
use hunkwise::plan::{Decision, FileChange, Scope, State};
use hunkwise::session::{Command, Options, Session};
use hunkwise::text::{Content, RelPath, Snapshot, Text};

/// A generator of numbers that is the same everywhere.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    fn word(&mut self) -> &'static str {
        const WORDS: [&str; 12] = [
            "account", "balance", "counter", "deposit", "entry", "filter", "group", "history",
            "invoice", "journal", "ledger", "margin",
        ];
        WORDS[self.below(WORDS.len())]
    }

    fn statement(&mut self) -> String {
        let (one, other) = (self.word(), self.word());
        let number = self.below(90);
        match self.below(4) {
            0 => format!("    let {one} = {other}({number});"),
            1 => format!("    {one}.{other}({number});"),
            2 => format!("    // the {one} of each {other}"),
            _ => format!("    assert!({one} > {number}, \"{other}\");"),
        }
    }

    /// Returns a text of some functions.
    fn text(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        for nth in 0..4 + self.below(4) {
            lines.push(format!("fn {}_{nth}() {{", self.word()));
            for _ in 0..2 + self.below(6) {
                lines.push(self.statement());
            }
            lines.push("}".to_string());
            lines.push(String::new());
        }
        lines
    }
}

/// One edit: lines that stand once in the text before it, and what becomes of them.
struct Sent {
    old: Vec<String>,
    new: Vec<String>,
}

/// Edits of a text, of which some rest on others.
struct Chain {
    before: Vec<String>,
    after: Vec<String>,
    sent: Vec<Sent>,
}

impl Chain {
    /// Replaces the lines from `start` to `end`, quoting as many more as make the place the only one.
    fn edit(&mut self, start: usize, end: usize, new: &[String]) {
        let (mut from, mut to) = (start, end);
        let is_one = |from: usize, to: usize, lines: &[String]| {
            let places = lines.windows(to - from);
            places.filter(|place| *place == &lines[from..to]).count() == 1
        };
        // What is quoted says something: braces alone are no place, even where they are the only ones.
        let says_something = |lines: &[String]| {
            let n_letters = |line: &String| line.chars().filter(|c| c.is_alphanumeric()).count();
            lines.iter().any(|line| n_letters(line) >= 5)
        };
        while from == to || !is_one(from, to, &self.after) || !says_something(&self.after[from..to])
        {
            if to < self.after.len() {
                to += 1;
            } else if from > 0 {
                from -= 1;
            } else {
                return;
            }
        }
        let (above, below) = (&self.after[from..start], &self.after[end..to]);
        let quoted = [above, new, below].concat();
        if quoted != self.after[from..to] {
            let old = self.after[from..to].to_vec();
            self.after.splice(from..to, quoted.iter().cloned());
            self.sent.push(Sent { old, new: quoted });
        }
    }

    fn thrown(dice: &mut Dice) -> Chain {
        let before = dice.text();
        Chain::over(before, dice)
    }

    /// Throws a chain over a text of four lines at least.
    fn over(before: Vec<String>, dice: &mut Dice) -> Chain {
        let mut chain = Chain {
            after: before.clone(),
            before,
            sent: Vec::new(),
        };
        let line = 1 + dice.below(chain.after.len() - 2);
        let was = chain.after[line].clone();
        // New lines are indented as the line beside them is.
        let indentation = was[..was.len() - was.trim_start().len()].to_string();
        let statement = |dice: &mut Dice| format!("{indentation}{}", dice.statement().trim_start());
        let made = statement(dice);
        match dice.below(5) {
            // Taken back, with something else in between.
            0 => {
                chain.edit(line, line + 1, std::slice::from_ref(&made));
                let end = chain.after.len();
                chain.edit(end, end, &[statement(dice)]);
                chain.edit(line, line + 1, &[was]);
            }
            // Ending at a line that stands elsewhere.
            1 => {
                let elsewhere = chain.after[dice.below(line)].clone();
                chain.edit(line, line + 1, &[made]);
                chain.edit(line, line + 1, &[elsewhere]);
            }
            // Lines added, and lines added among them.
            2 => {
                chain.edit(line, line, &[made, statement(dice)]);
                chain.edit(line + 1, line + 1, &[statement(dice)]);
                chain.edit(line + 2, line + 3, &[statement(dice)]);
            }
            // A block made of several lines, and a line of it changed again.
            3 => {
                let end = (line + 3).min(chain.after.len());
                chain.edit(line, end, &[made, statement(dice), statement(dice)]);
                chain.edit(line + 1, line + 2, &[statement(dice)]);
            }
            // Two lines that change places through a third.
            _ => {
                let other = dice.below(line);
                let there = chain.after[other].clone();
                chain.edit(line, line + 1, &[format!("{indentation}// the third")]);
                chain.edit(other, other + 1, &[was]);
                chain.edit(line, line + 1, &[there]);
            }
        }
        chain
    }

    /// Writes the edits in one of some dialects.
    fn reply(&self, dialect: usize) -> String {
        let sides = self
            .sent
            .iter()
            .map(|sent| (sent.old.join("\n"), sent.new.join("\n")));
        let marked = |sent: &Sent| {
            let old = sent.old.iter().map(|line| format!("-{line}\n"));
            let new = sent.new.iter().map(|line| format!("+{line}\n"));
            old.chain(new).collect::<String>()
        };
        let edit = |(old, new): (String, String)| serde_json::json!({"old_string": old, "new_string": new});
        match dialect {
            0 => sides
                .map(|(old, new)| {
                    format!(
                        "a.rs\n```\n<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n```\n\n"
                    )
                })
                .collect(),
            1 => {
                let edits: Vec<_> = sides.map(edit).collect();
                serde_json::json!({"file_path": "a.rs", "edits": edits}).to_string()
            }
            2 => sides
                .map(|sides| {
                    let mut call = edit(sides);
                    call["file_path"] = "a.rs".into();
                    format!("{call}\n")
                })
                .collect(),
            3 => {
                let sent = self.sent.iter();
                let sections =
                    sent.map(|sent| format!("*** Update File: a.rs\n@@\n{}", marked(sent)));
                format!(
                    "*** Begin Patch\n{}*** End Patch\n",
                    sections.collect::<String>()
                )
            }
            _ => {
                let sent = self.sent.iter();
                let diffs = sent.map(|sent| {
                    format!(
                        "```diff\n--- a/a.rs\n+++ b/a.rs\n@@ @@\n{}```\n\n",
                        marked(sent)
                    )
                });
                diffs.collect()
            }
        }
    }
}

const N_DIALECTS: usize = 5;

fn review(reply: &str, file: &str) -> Session {
    let path = RelPath::new("a.rs").expect("a plain path");
    let mut session = Session::open(reply.as_bytes(), Options::default());
    session.supply(vec![Snapshot::new(path, Content::of_bytes(file.into()))]);
    session
}

/// Returns what the review writes into its file, or the file as it is; `None` where it asks.
fn written(session: &Session, file: &str) -> Option<String> {
    let changes = session.changes(Scope::Everything).ok()?;
    let after = match changes.changes() {
        [] => return Some(file.to_string()),
        [FileChange::Modify { after, .. }] => after.clone(),
        others => panic!("{others:?}"),
    };
    Some(String::from_utf8(after).expect("it is text"))
}

/// Returns the lines that are not blank: a blank line more or less is no harm.
fn said(text: &str) -> Vec<&str> {
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .collect()
}

#[test]
fn chained_edits_end_where_their_tools_would_or_ask() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut n_right, mut n_asked) = (0, 0);
    for nth in 0..500 {
        let chain = Chain::thrown(&mut dice);
        let reply = chain.reply(nth % N_DIALECTS);
        let (before, expected) = (
            chain.before.join("\n") + "\n",
            chain.after.join("\n") + "\n",
        );
        match written(&review(&reply, &before), &before) {
            Some(after) => {
                assert_eq!(said(&after), said(&expected), "\n{reply}");
                n_right += 1;
            }
            None => n_asked += 1,
        }
    }
    assert!(n_right >= 450, "{n_right} right, {n_asked} asked");
}

#[test]
#[ignore = "long; see the head of this file"]
fn chained_edits_of_real_texts_end_where_their_tools_would_or_ask() {
    let path = std::env::var("CHAINS_CORPUS").expect("CHAINS_CORPUS names a file of texts");
    let corpus = std::fs::read_to_string(path).expect("it can be read");
    let original = |line: &str| -> Vec<String> {
        let case: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
        let text = case["original"].as_str().expect("it has a text");
        text.lines().map(str::to_string).collect()
    };
    let texts: Vec<Vec<String>> = corpus.lines().map(original).collect();
    let texts: Vec<&Vec<String>> = texts.iter().filter(|text| text.len() >= 12).collect();
    let mut dice = Dice(0x5851_f42d_4c95_7f2d);
    let (mut n_right, mut n_asked, mut wrong) = (0, 0, Vec::new());
    for nth in 0..500 {
        let text = texts[dice.below(texts.len())].clone();
        let chain = Chain::over(text, &mut dice);
        let reply = chain.reply(nth % N_DIALECTS);
        let [before, expected] = [&chain.before, &chain.after].map(|lines| lines.join("\n") + "\n");
        match written(&review(&reply, &before), &before) {
            Some(after) if said(&after) == said(&expected) => n_right += 1,
            Some(_) => wrong.push(reply),
            None => n_asked += 1,
        }
    }
    let n_wrong = wrong.len();
    assert!(
        n_wrong == 0 && n_right >= 485,
        "{n_right} right, {n_asked} asked, {n_wrong} wrong\n{}",
        wrong.join("\n=====\n")
    );
}

#[test]
fn chained_edits_given_twice_change_nothing() {
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    for nth in 0..100 {
        let chain = Chain::thrown(&mut dice);
        let reply = chain.reply(nth % N_DIALECTS);
        let before = chain.before.join("\n") + "\n";
        let after = written(&review(&reply, &before), &before);
        let Some(after) = after.filter(|after| *after != before) else {
            continue;
        };
        let path = RelPath::new("a.rs").expect("a plain path");
        let mut again = Session::open(reply.as_bytes(), Options::default());
        again.set_before(BTreeMap::from([(
            path.clone(),
            Text::new(before.as_bytes()),
        )]));
        again.supply(vec![Snapshot::new(
            path,
            Content::of_bytes(after.clone().into()),
        )]);
        let is_made = |state: &State| matches!(state, State::AlreadyApplied | State::NoOp);
        assert!(
            again.plan().hunks().all(|hunk| is_made(&hunk.state)),
            "\n{reply}"
        );
    }
}

const FILE: &str = "one\nalpha()\ntwo\nthree\nomega()\n";

/// Three edits of the file: the second changes what the first makes, the third stands alone.
const REPLY: &str = concat!(
    "a.rs\n<<<<<<< SEARCH\nalpha()\n=======\nbeta()\ngamma()\n>>>>>>> REPLACE\n",
    "<<<<<<< SEARCH\ngamma()\n=======\ndelta()\n>>>>>>> REPLACE\n",
    "<<<<<<< SEARCH\nomega()\n=======\npsi()\n>>>>>>> REPLACE\n",
);

fn decide(hunk: usize, decision: Decision) -> Command {
    let hunk = HunkId { file: 0, hunk };
    Command::Decide { hunk, decision }
}

/// Reviews [`REPLY`] by some commands; checks how the second hunk stands, and what is written of what was accepted, or that it
/// asks.
#[track_caller]
fn check(commands: &[Command], state: &str, expected: Option<&str>) {
    let mut session = review(REPLY, FILE);
    for command in commands {
        session.run(command.clone());
    }
    let second = session.plan().hunk(HunkId { file: 0, hunk: 1 });
    assert_eq!(second.state.name(), state);
    let written = session.changes(Scope::Accepted).ok().map(|changes| {
        let after = match changes.changes() {
            [FileChange::Modify { after, .. }] => after.clone(),
            _ => FILE.into(),
        };
        String::from_utf8(after)
            .expect("it is text")
            .replace('\n', " ")
    });
    assert_eq!(written.as_deref(), expected);
}

#[test]
fn what_changes_the_lines_of_another_is_written_only_with_it() {
    let accept = |hunk| decide(hunk, Decision::Accepted);
    let reject = |hunk| decide(hunk, Decision::Rejected { why: None });
    let untouched = "one alpha() two three omega() ";
    let both = "one beta() delta() two three omega() ";
    check(&[], "placed", Some(untouched));
    check(&[accept(1)], "placed", Some(both));
    check(&[accept(1), Command::Undo], "placed", Some(untouched));
    check(
        &[accept(0)],
        "placed",
        Some("one beta() gamma() two three omega() "),
    );
    check(
        &[accept(0), reject(1)],
        "placed",
        Some("one beta() gamma() two three omega() "),
    );
    check(&[reject(0)], "dependent", Some(untouched));
    check(&[reject(0), accept(1)], "dependent", None);
    check(&[accept(1), reject(0)], "dependent", None);
    check(
        &[accept(1), reject(0), reject(1)],
        "dependent",
        Some(untouched),
    );
    check(&[accept(1), reject(0), accept(0)], "placed", Some(both));
    check(
        &[accept(1), decide(0, Decision::Undecided)],
        "dependent",
        None,
    );
    check(
        &[decide(0, Decision::Lines([1].into())), accept(2)],
        "dependent",
        Some("one alpha() beta() two three psi() "),
    );
    let hunks = review(REPLY, FILE).clear_hunks().collect();
    check(
        &[Command::AcceptEach { hunks }],
        "placed",
        Some("one beta() delta() two three psi() "),
    );
}
