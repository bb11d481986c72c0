//! Lists of words that a rule looks for by themselves: the lines of `lexicon/*.txt` that begin with `@`. Where a rule has its English
//! words beside it, its list holds those of the other languages.
//!
//! `word` is a whole word, `a_b` words in a row, `stem*` how a word begins, and `*part*` what a word or a text holds, in languages
//! that do not part words.

use std::sync::LazyLock;

use super::{TABLES, Tongue};

macro_rules! lists {
    ($($(#[$doc:meta])* $list:ident $name:literal,)*) => {
        /// A list, by what its words say.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(in crate::dialect) enum List {
            $($(#[$doc])* $list,)*
        }

        const LISTS: &[(&str, List)] = &[$(($name, List::$list),)*];
    };
}

lists! {
    /// A question begins so that asks for leave: `shall I`.
    AskForMe "ask-for-me",
    /// One begins so that asks what both are to do: `shall we`.
    AskForUs "ask-for-us",
    /// One begins so that asks what the reader would like: `do you want`.
    AskForYou "ask-for-you",
    /// It may be before the beginning of such a question.
    AskAfter "ask-after",
    /// A sentence begins so that answers.
    Answer "answer",
    /// It explains, looks at or runs something, and changes no file.
    Talk "talk",
    /// A verb of a change, in a question whose ending alone says that it asks.
    ChangeAsked "change-asked",
    /// A verb by which a question asks to make the very edit.
    ApplyAsked "apply-asked",
    /// It speaks of another place than that of the edit.
    Besides "besides",
    /// A line above a block that shows what is there.
    ShowsOld "shows-old",
    /// A line between a block and the one that takes its place.
    LeadsToNew "leads-to-new",
    /// A verb that orders a change of the block below it.
    OrdersPair "orders-pair",
    /// Something only could be done.
    May "may",
    /// All that is said between a block and the one that takes its place.
    Link "link",
    /// A label of code as it is.
    OldLabel "old-label",
    /// A label of code as it is to be.
    NewLabel "new-label",
    /// It adds the block below to the edits above.
    Joint "joint",
    /// It speaks of the use of what is there.
    Uses "uses",
    /// It may be before the name of the place where a block goes.
    Placing "placing",
    /// The same is asked for what is named behind it.
    SameFor "same-for",
    /// A sentence with it asks for nothing.
    Denied "denied",
    /// It adds one thing to another.
    Also "also",
    /// A verb that asks for a change.
    Alter "alter",
    /// It opens a correction of an edit above.
    Correction "correction",
    /// It points to what is above.
    PointsUp "points-up",
    /// `The same change`.
    SameChange "same-change",
    /// A verb that asks to do something.
    Do "do",
    /// It likens one thing to another.
    Likens "likens",
    /// It begins a condition.
    Condition "condition",
    /// A sentence begins so that says what something is for, or for which case.
    Aim "aim",
    /// A phrase with it names the edit or a place in it, and no other case.
    OfTheEdit "of-the-edit",
    /// It says that something has to be.
    HasTo "has-to",
    /// A verb for what something has to be.
    ToBe "to-be",
    /// It may be between the two.
    Between "between",
    /// Something in a file is to be other.
    Becomes "becomes",
    /// It is said of an edit that was there before.
    Earlier "earlier",
    /// A branch.
    Branch "branch",
    /// It bounds to one version or system.
    OnlyFor "only-for",
    /// A program makes a file.
    Generates "generates",
    /// It joins the names of several files.
    JoinsFiles "joins-files",
    /// What is said of one file holds for another.
    Shared "shared",
    /// Something is needed.
    Needs "needs",
    /// A verb for what one is reminded not to do.
    Forget "forget",
    /// A verb that gives something a value.
    Sets "sets",
    /// It begins a reason.
    Reason "reason",
    /// It lets go what is named beside it: `a.rs kann weg`.
    LetGo "let-go",
}

/// What the tables have for a list.
#[derive(Debug, Default)]
struct Entries {
    /// Words, and words in a row with a blank between them.
    whole: Vec<(Tongue, String)>,
    stems: Vec<String>,
    parts: Vec<String>,
}

static ENTRIES: LazyLock<Vec<Entries>> = LazyLock::new(|| {
    let mut all: Vec<Entries> = LISTS.iter().map(|_| Entries::default()).collect();
    for (nth, (table, _)) in TABLES.iter().enumerate() {
        for line in table.lines().filter_map(|line| line.strip_prefix('@')) {
            let mut words = line.split_ascii_whitespace();
            let name = words.next().unwrap_or_default();
            let at = LISTS.iter().position(|(own, _)| *own == name);
            let list = &mut all[at.expect("every list of a table is known")];
            for word in words {
                let text = word.trim_matches('*').replace('_', " ");
                match (word.starts_with('*'), word.ends_with('*')) {
                    (true, _) => list.parts.push(text),
                    (false, true) => list.stems.push(text),
                    (false, false) => list.whole.push((Tongue(nth), text)),
                }
            }
        }
    }
    all
});

impl List {
    fn entries(self) -> &'static Entries {
        &ENTRIES[self as usize]
    }

    /// Returns whether a word, or a text that is no more than an entry, is in the list.
    pub(in crate::dialect) fn has(self, word: &str) -> bool {
        let entries = self.entries();
        entries.whole.iter().any(|(_, own)| own == word)
            || entries.stems.iter().any(|stem| word.starts_with(&**stem))
            || self.is_within(word)
    }

    /// Returns whether a text holds a part that is in the list, wherever words begin.
    pub(in crate::dialect) fn is_within(self, text: &str) -> bool {
        let mut parts = self.entries().parts.iter();
        parts.any(|part| text.contains(&**part))
    }

    /// Returns the language of the longest entry whose words begin `text`, and what is behind them.
    pub(in crate::dialect::words) fn lead(self, text: &str) -> Option<(Tongue, &str)> {
        let behind = |row: &str| {
            let rest = text.strip_prefix(row)?;
            (rest.is_empty() || rest.starts_with(' ')).then(|| rest.trim_start())
        };
        let rows = self.entries().whole.iter();
        let found = rows.filter_map(|(tongue, row)| Some((row.len(), *tongue, behind(row)?)));
        let longest = found.max_by_key(|(length, _, _)| *length);
        longest.map(|(_, tongue, rest)| (tongue, rest))
    }

    /// Returns whether a text begins with an entry, or holds a part.
    pub(in crate::dialect::words) fn opens(self, text: &str) -> bool {
        let mut stems = self.entries().stems.iter();
        self.lead(text).is_some()
            || stems.any(|stem| text.starts_with(&**stem))
            || self.is_within(text)
    }

    /// Returns whether the words of an entry end a text.
    pub(in crate::dialect::words) fn closes(self, text: &str) -> bool {
        let mut rows = self.entries().whole.iter();
        rows.any(|(_, row)| text.ends_with(&**row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_whole_words_rows_stems_and_parts() {
        assert!(List::Also.has("auch") && !List::Also.has("auchan"));
        assert!(List::Correction.has("korrekturen"));
        assert!(List::Becomes.has("应改为b") && List::Becomes.is_within("a 应改为 b"));
        let lead = List::AskForMe.lead("is it ok if i drop it");
        assert_eq!(lead, Some((Tongue::ENGLISH, "drop it")));
        assert_eq!(List::AskForMe.lead("shall it"), None);
    }

    #[test]
    fn every_list_has_entries() {
        for (name, list) in LISTS {
            let entries = list.entries();
            let n = entries.whole.len() + entries.stems.len() + entries.parts.len();
            assert!(n > 0, "{name}");
        }
    }
}
