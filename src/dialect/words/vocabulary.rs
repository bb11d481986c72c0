//! What is known of the words of a language.

/// The words of one language.
pub(super) struct Tongue {
    /// Whether its words stand without blanks between them, and the verb behind its object.
    pub(super) is_dense: bool,
    /// What an edit is called.
    pub(super) edits: &'static [&'static str],
    /// Words that stand for one: `das ist falsch`.
    pub(super) pronouns: &'static [&'static str],
    /// Verbs for what is done with an edit.
    pub(super) apply: &'static [&'static str],
    /// Verbs that take back what they name.
    pub(super) drop: &'static [&'static str],
    /// What an edit is that is not to be made.
    pub(super) bad: &'static [&'static str],
    /// Verbs for doing anything: `so macht man es nicht`.
    pub(super) act: &'static [&'static str],
    /// Words that turn a verb around.
    pub(super) not: &'static [&'static str],
    /// Words for none, and nothing.
    pub(super) none: &'static [&'static str],
    /// What is to be done, or is needed.
    pub(super) needed: &'static [&'static str],
    /// Words for something else, or some other.
    pub(super) other: &'static [&'static str],
    /// Words that speak of what was.
    pub(super) past: &'static [&'static str],
    /// Words under which something would be so.
    pub(super) conditions: &'static [&'static str],
    pub(super) delete: &'static [&'static str],
    pub(super) rename: &'static [&'static str],
    pub(super) change: &'static [&'static str],
    /// Verbs that make a file, and what is new.
    pub(super) create: &'static [&'static str],
    /// Words for what is only shown, or was given: `zum Kontext`.
    pub(super) shown: &'static [&'static str],
    /// Words for nothing but that.
    pub(super) only: &'static [&'static str],
    /// Words for one of several ways.
    pub(super) ways: &'static [&'static str],
    /// What begins a sentence that puts the edit below it in the place of the one above.
    pub(super) or: &'static [&'static str],
    /// What says that one of several is meant.
    pub(super) choose: &'static [&'static str],
    /// Words for an edit that stands above.
    pub(super) above: &'static [&'static str],
    /// Words of a label above an edit that takes the place of one.
    pub(super) better: &'static [&'static str],
    /// Words that point to an edit before its name.
    pub(super) these: &'static [&'static str],
    /// Words of a label above what is not to be, beside the bad ones: `vorher:`, `so nicht:`.
    pub(super) labels: &'static [&'static str],
}
