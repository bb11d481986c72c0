//! Sentences above a patch that bind it to a condition, a time or a place, or say how it would look if something else were so.
//! What they are about is the reader, the place of the files, or when the patch is to be applied.

use super::bound::{EVENTS, applies, applies_late, bounds};
use super::clause::Clause;
use super::elsewhere::Said;
use super::lexicon::{Cue, Kind};
use super::reading::Reading;

/// Where a program runs, or its files lie, and what runs there.
const SITES: &[&str] = &[
    "staging", "production", "environment", "server", "servers", "cluster", "host", "machine",
    "machines", "workspace", "build", "builds", "device", "devices", "instance", "instances",
    "tenant", "checkout",
];

/// Copies of the files at hand, and what a sentence adds to the words for it where these may mean something in the program.
const CHECKOUTS: &[&str] = &["checkout", "checkouts", "clone", "worktree", "fork", "copy"];
const OF_FILES: &[&str] = &[
    "repository", "repo", "project", "library", "codebase", "upstream",
];

/// Words that say whose something is: not another's.
const OWN: &[&str] = &["this", "our", "my", "same"];

/// Returns whether a sentence above a patch has that applied only under a condition, at a time or in a place.
pub(super) fn leads_there(reading: &Reading<'_>) -> bool {
    let clauses = &reading.clauses[..];
    let Some(first) = clauses.first() else {
        return false;
    };
    let is_bound = clauses.iter().any(|clause| bounds(clause));
    if is_bound && clauses.iter().any(applies) || clauses.iter().any(applies_late) {
        return true;
    }
    if !first.is_english() {
        return false;
    }
    let said = Said::of(first);
    let applied = clauses[1..].iter().any(applies);
    let is_alone = clauses.len() == 1;
    (is_alone || applied) && (said.is_in_checkout() || said.is_only_at_site())
        || is_alone && said.is_after_event()
        || reading.leads_on
            && said.is_of_reader()
            && (is_alone || said.is_of(0, &["unless"]) && clauses.last().is_some_and(orders))
}

/// Returns whether a sentence above a patch says how it would look if something else were so.
pub(super) fn is_hypothetical(reading: &Reading<'_>) -> bool {
    const WOULD: &[&str] = &["would", "might", "could"];
    const UNREAL: &[&str] = &[
        "wanted", "were", "decided", "ever", "needed", "chose", "preferred", "insisted",
    ];
    const NAMES: &[&str] = &["change", "patch", "diff", "edit", "fix", "it", "this"];
    let clauses = || reading.clauses.iter().filter(|clause| clause.is_english());
    let shows = |clause: &Clause<'_>| {
        let said = Said::of(clause);
        let verb = (0..said.words.len()).find(|at| said.is_of(*at, WOULD));
        let is_edit = verb.is_some_and(|at| at > 0 && said.is_of(at - 1, NAMES));
        let is_shown = verb.is_some_and(|at| said.is_of(at + 1, &["look", "be", "go"]));
        (is_edit && is_shown && clause.is_closed()).then(|| said.has(&["something", "roughly"]))
    };
    let mut shown = clauses().filter_map(shows);
    let is_unreal = || {
        clauses().any(|clause| clause.has_any(&[Cue::If, Cue::Hyp]) && Said::of(clause).has(UNREAL))
    };
    shown.next().is_some_and(|is_vague| is_vague || is_unreal())
}

/// Returns whether a clause looks like an order: it begins with a verb, whatever that is.
fn orders(clause: &Clause<'_>) -> bool {
    let first = clause.units.first();
    first.is_some_and(|unit| {
        let is_other = [Cue::Det, Cue::It, Cue::Mine, Cue::You, Cue::They, Cue::Join];
        unit.kind != Kind::Code && !unit.has_any(&is_other)
    })
}

impl Said<'_> {
    /// Returns whether it is about the reader, and says on what that depends: `If you must support Java 8`, `Once you are on Go
    /// 1.23`. What happens when the reader calls something is about the program.
    pub(super) fn is_of_reader(&self) -> bool {
        let begin = match self.words.first() {
            Some(&("if" | "should" | "unless")) => 1,
            Some(&"in") if self.is_of(1, &["case"]) => 2,
            Some(&("once" | "when" | "after")) => {
                let has_done =
                    self.is_of(2, &["have", "are", "re", "ve", "upgrade", "move", "switch"]);
                let names =
                    |word: &&str| word.bytes().any(|it| it.is_ascii_digit()) || *word == "to";
                if !(has_done && self.words.iter().any(names)) {
                    return false;
                }
                1
            }
            Some(_) | None => return false,
        };
        self.is_of(begin, &["you"]) && self.words.len() > 3
    }

    /// Returns whether it is what happens first, and nothing else: `After the release`.
    fn is_after_event(&self) -> bool {
        let ends = self.words.last().is_some_and(|word| EVENTS.contains(word));
        self.is_of(0, &["after", "until"]) && ends && self.words.len() <= 4
    }

    /// Returns whether it begins with a place that runs the program, and says that it is only there: `Only on staging`.
    fn is_only_at_site(&self) -> bool {
        const PLACING: &[&str] = &["on", "in", "for", "under", "at", "within"];
        self.is_of(0, &["only", "just"]) && self.is_of(1, PLACING) && self.has(SITES)
    }

    /// Returns whether it begins with a copy of the files that is not at hand: `In the CODE checkout`, `In your fork of X`.
    fn is_in_checkout(&self) -> bool {
        let Some(at) = self.words.iter().position(|word| CHECKOUTS.contains(word)) else {
            return false;
        };
        let is_own = self.words[..at].iter().any(|word| OWN.contains(word));
        let of_files = self.is_of(at + 1, &["of"]) && self.has(OF_FILES);
        let is_sure = !self.is_of(at, &["clone", "copy"]) || of_files;
        self.is_of(0, &["in", "on", "for"]) && (1..=5).contains(&at) && !is_own && is_sure
    }
}
