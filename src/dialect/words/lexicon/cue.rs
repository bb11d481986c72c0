//! What a word can say of an edit.

macro_rules! cues {
    ($($(#[$doc:meta])* $cue:ident $name:literal,)*) => {
        /// What a word says of an edit.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(in crate::dialect::words) enum Cue {
            $($(#[$doc])* $cue,)*
        }

        /// The cues, by the names that begin the lines of a table.
        pub(super) const CUES: &[(&str, Cue)] = &[$(($name, Cue::$cue),)*];
    };
}

cues! {
    /// Nothing.
    Fill "fill",
    /// It names an edit.
    Edit "edit",
    /// It names code: an edit, where something points to it.
    Code "code",
    /// It stands for an edit, without naming it.
    It "it",
    /// It points up.
    Above "above",
    /// It numbers edits.
    Nth "nth",
    /// It is a possessive of the writer's.
    Mine "mine",
    /// It turns around what it stands beside.
    Not "not",
    /// It says that there is none.
    Zero "zero",
    /// It is a verb for what is done with an edit that is made.
    Deed "deed",
    /// Such a verb is for edits alone: `apply`, and not `use`.
    Apply "apply",
    /// It is a verb for what an edit does to files.
    Change "change",
    /// It takes back what it is about.
    Drop "drop",
    /// It calls it one that is meant: it is not, where that is denied.
    Due "due",
    /// It says that an edit was taken back, or turned down.
    Gone "gone",
    /// It calls an edit one that is not to be made.
    Bad "bad",
    /// It calls it one that is.
    Good "good",
    /// It is a verb for what a good edit does.
    Work "work",
    /// It is a verb for what a bad one does.
    Harm "harm",
    /// It says that something is only shown.
    Show "show",
    /// It says what something is shown for.
    Aim "aim",
    /// It is a word for what may be shown only.
    Example "example",
    /// It speaks of what could be, or could have been.
    Hyp "hyp",
    /// It is a verb in the past.
    Was "was",
    /// It leads to an aim.
    To "to",
    /// It is an article.
    Det "det",
    /// What follows only says what something is about.
    Prep "prep",
    /// It speaks of what was.
    Past "past",
    /// It says that something is done before it is asked for.
    Already "already",
    /// It tells of an attempt.
    Tried "tried",
    /// It is a verb for what somebody did with an edit.
    Did "did",
    /// It is a verb for what a reviewer does with an edit.
    Looks "looks",
    /// It says where a bug came from.
    Origin "origin",
    /// It is where an edit of somebody else is found.
    Source "source",
    /// It speaks of an edit, and asks for nothing.
    Talk "talk",
    /// It says that something is shown twice.
    Again "again",
    /// It names an edit as somebody sends it: `patch`, and not `fix`.
    Sent "sent",
    /// It is the reader.
    You "you",
    /// It is somebody else.
    They "they",
    /// It speaks of something else than the edit.
    Else "else",
    /// It bounds a request.
    Except "except",
    /// It makes of none and any one: `not anything`.
    Any "any",
    /// It begins a condition.
    If "if",
    /// It begins a time after which something is done.
    When "when",
    /// It makes what follows a matter of what the reader has or needs.
    Depends "depends",
    /// It puts off.
    Later "later",
    /// It leaves something where it is.
    Keep "keep",
    /// It says that something stays as it is.
    Still "still",
    /// It calls something that which is there.
    Old "old",
    /// It begins a second thought.
    Regret "regret",
    /// It may begin one.
    Hmm "hmm",
    /// It puts an edit above another.
    Better "better",
    /// It puts one in the place of another.
    Instead "instead",
    /// It is a word for one of several ways.
    Way "way",
    /// It begins another way.
    Or "or",
    /// It says that there is more than one.
    Another "another",
    /// It leaves an edit to the reader.
    Optional "optional",
    /// It asks for a choice.
    Choose "choose",
    /// It takes two together.
    Both "both",
    /// It says that a choice was made.
    Decided "decided",
    /// It counts ways.
    Count "count",
    /// It allows.
    Can "can",
    /// It asks what the reader likes.
    Like "like",
    /// It bounds to one thing.
    Only "only",
    /// It turns an edit around.
    Back "back",
    /// It says that code is on view.
    Display "display",
    /// It is said of the lines that change, among others of their file.
    Changing "changing",
    /// It likens.
    Likens "likens",
    /// It puts one thing before another.
    Than "than",
    /// It is a verb that asks for a change.
    Request "request",
    /// It is a verb that makes a file, or calls one new.
    Create "create",
    /// It is a verb that deletes one.
    Delete "delete",
    /// It is a verb that gives one another name or place.
    Move "move",
    /// It is a verb that changes lines of one.
    Alter "alter",
    /// It is a verb that adds lines to one, or says that they come to its end.
    Grow "grow",
    /// It speaks of how something is used.
    Usage "usage",
    /// It hands something over: `voici`.
    Presents "presents",
    /// It speaks of what a program prints.
    Prints "prints",
    /// It calls a file one as it is to be.
    New "new",
    /// It speaks of what was given, or is only shown.
    Given "given",
    /// Another clause begins with it.
    Join "join",
    /// It may stand before the verb of a request.
    Lead "lead",
    /// It asks how something is.
    How "how",
    /// It is a quality by which ways to do one thing differ.
    Quality "quality",
    /// It counts what comes in turn, and is no choice.
    Stage "stage",
    /// It is a system and the like, of which a reader has one.
    Platform "platform",
    /// It says that there are others, before the word for one of several ways.
    Rank "rank",
    /// It is a verb for a change, as it orders one.
    Order "order",
    /// It is such a verb in another form, or its noun.
    Amend "amend",
    /// It makes what is said a duty, and so does one of `have` before `to` or `que`; one of `should` does so less.
    Must "must",
    Have "have",
    Should "should",
    /// It says that something is needed.
    Need "need",
    /// It says that something is lacking.
    Lack "lack",
    /// It says that what is not so will be.
    Yet "yet",
    /// It is a verb for what one is reminded not to do, or to do.
    Forget "forget",
    Remind "remind",
    /// It names a part of a file.
    Part "part",
    /// It is a verb for looking at something, or running it.
    Heed "heed",
    /// It may be before the verb of a request.
    Open "open",
    /// It makes a name the place of something; in the languages that end with the verb it is behind that name.
    Place "place",
}

/// What a word says, by all its meanings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::dialect::words) struct Cues(pub(super) u128);

impl Cues {
    pub(in crate::dialect::words) const fn of(cues: &[Cue]) -> Cues {
        let (mut all, mut at) = (0, 0);
        while at < cues.len() {
            all |= 1u128 << cues[at] as u8;
            at += 1;
        }
        Cues(all)
    }

    pub(in crate::dialect::words) fn meets(self, other: Cues) -> bool {
        self.0 & other.0 != 0
    }

    pub(in crate::dialect::words) fn has(self, cue: Cue) -> bool {
        self.0 & (1u128 << cue as u8) != 0
    }

    pub(in crate::dialect::words) fn has_any(self, cues: &[Cue]) -> bool {
        cues.iter().any(|cue| self.has(*cue))
    }

    pub(in crate::dialect::words) fn add(&mut self, other: Cues) {
        self.0 |= other.0;
    }
}
