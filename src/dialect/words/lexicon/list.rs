//! Lists of words that one rule each looks for: the lines of `lexicon/*.txt` that begin with `@`.
//!
//! `word` is a whole word, `a_b` words in a row, `stem*` how a word begins, and `*part*` what a text holds anywhere.

use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::RandomState;

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
    /// Begins a question for leave: `shall I`.
    AskForMe "ask-for-me",
    /// Begins a question of what both are to do: `shall we`.
    AskForUs "ask-for-us",
    /// Begins a question of what the reader would like: `do you want`.
    AskForYou "ask-for-you",
    /// May be before `shall I`: `also`, `and`.
    BeforeAsk "before-ask",
    /// Begins an answer: `yes`.
    Answer "answer",
    /// A verb that explains, looks at or runs something, and changes no file.
    Talk "talk",
    /// A verb of a change, in a question whose ending alone says that it asks.
    ChangeAsked "change-asked",
    /// A verb by which a question asks to make the very edit.
    ApplyAsked "apply-asked",
    /// Speaks of another place than that of the edit.
    OtherPlace "other-place",
    /// Said above a block that shows what is there.
    ShowsOld "shows-old",
    /// Said between a block and the one that takes its place.
    LeadsToNew "leads-to-new",
    /// A verb that orders a change of the block below it.
    OrdersPair "orders-pair",
    /// Says that a change only could be made: `kann`, `peut`.
    Could "could",
    /// All that is said between a block and the one that takes its place.
    OnlyLink "only-link",
    /// A label of code as it is.
    OldLabel "old-label",
    /// A label of code as it is to be.
    NewLabel "new-label",
    /// Adds the block below to the edits above.
    Joint "joint",
    /// Speaks of the use of what is there.
    Uses "uses",
    /// May be before the name of the place where a block goes.
    Placing "placing",
    /// Asks for the same where the name behind it says.
    SameFor "same-for",
    /// A sentence with it asks for nothing.
    Denied "denied",
    /// Adds one thing to another.
    Also "also",
    /// A verb that asks for a change.
    Alter "alter",
    /// Opens a correction of an edit above.
    Correction "correction",
    /// Begins anew, where it is a clause between two edits: `I meant`, `take two`.
    SecondThought "second-thought",
    /// Begins a sentence on an edit that was only thought of, or that others make: `I considered`.
    Considered "considered",
    /// A clause for another time or place than that of the files at hand: `after the release`, `on the server`.
    AnotherTime "another-time",
    /// Points to what is above.
    PointsUp "points-up",
    /// `The same change`.
    SameChange "same-change",
    /// Orders to do the same once more: `mach`, `faites`.
    OrdersSame "orders-same",
    /// Likens one thing to another.
    Likens "likens",
    /// Begins a condition.
    Condition "condition",
    /// Begins a sentence on what something is for, or for which case.
    ForWhat "for-what",
    /// A phrase with it names the edit or a place in it, and no other case.
    OfTheEdit "of-the-edit",
    /// Says that something has to be.
    HasTo "has-to",
    /// A verb for what something has to be.
    ToBe "to-be",
    /// May be between `has to` and its verb.
    BesideModal "beside-modal",
    /// Says what a text is to be: `应改为`.
    Becomes "becomes",
    /// Said of an edit that was there before.
    Earlier "earlier",
    /// A branch.
    Branch "branch",
    /// A program makes a file.
    Generates "generates",
    /// Joins the names of several files.
    JoinsFiles "joins-files",
    /// What is said of one file holds for another.
    Shared "shared",
    /// Something is needed.
    Needs "needs",
    /// A verb for what one is reminded not to do.
    Forget "forget",
    /// A verb that gives something a value.
    Sets "sets",
    /// Begins a reason.
    Reason "reason",
    /// Lets go what is named beside it: `a.rs kann weg`.
    LetGo "let-go",
    /// May be part of an order to save a patch and to apply it, and says nothing else: it does not deny, limit or put off.
    SavePatch "save-patch",
    /// Asks for a confirmation.
    Confirm "confirm",
    /// Says before what the confirmation has to be.
    BeforeEdit "before-edit",
    /// May be before `confirm` if the reader is the one to confirm.
    BeforeConfirm "before-confirm",
    /// May be beside the verb in a question for leave to make the edit.
    BesideEdit "beside-edit",
    /// A verb that says that an edit is to be written to the files.
    ApplyVerb "apply-verb",
    /// Begins a sentence on what the edit above it does.
    Describes "describes",
    /// Lets the reader choose between the edit and something else.
    ChooseWay "choose-way",
    /// Begins a sentence without a verb, or with one that asks for no change.
    NoVerb "no-verb",
}

/// What the tables have for a list.
#[derive(Debug, Default)]
struct Entries {
    /// Words, and words in a row with a blank between them, with the first language that has them.
    whole: HashMap<String, Tongue, RandomState>,
    /// The most words in a row.
    n_words: usize,
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
                    (false, false) => {
                        list.n_words = list.n_words.max(text.split(' ').count());
                        list.whole.entry(text).or_insert(Tongue(nth));
                    }
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
        entries.whole.contains_key(word)
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
        let entries = self.entries();
        let ends = text.match_indices(' ').map(|(at, _)| at);
        let ends = ends.chain([text.len()]).take(entries.n_words);
        let found = ends.filter_map(|end| Some((*entries.whole.get(&text[..end])?, end)));
        found
            .last()
            .map(|(tongue, end)| (tongue, text[end..].trim_start()))
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
        let mut rows = self.entries().whole.keys();
        rows.any(|row| {
            let before = text.strip_suffix(&**row);
            before.is_some_and(|before| before.is_empty() || before.ends_with(' '))
        })
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
