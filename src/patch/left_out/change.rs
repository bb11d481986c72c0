//! Markers that say what is to change in the lines that they stand for: `... existing code, with q.mu.Lock() ...`. They show none
//! of it, so nothing can write it.

use super::words::{PHRASES, Says, TABLE};
use super::words_of;

/// Words that turn around, bound or order what they stand beside. A marker that only names what stays has none of them.
const TURNING: &str = "with without but except besides apart instead rather minus plus now no_longer using via each every everywhere \
    then also otherwise unlike than must should shall need needs have has had get gets become becomes becoming that which whose \
    so because until unless never always only into onto was were be will would can could new newly after behind \
    added changed updated renamed replaced modified moved wrapped adjusted adapted rewritten turned made split swapped to result order \
    aber ohne mit jetzt nun außer statt sauf mais avec maintenant pero ahora salvo excepto con mas agora com exceto ma ora tranne \
    senza maar zonder behalve но теперь кроме ale teraz oprócz ama fakat şimdi";

/// Verbs that order an edit.
const VERBS: &str = "add remove delete drop rename replace change update use wrap move convert turn make set put append prepend \
    extend bump adapt adjust fix rewrite inline extract swap switch translate apply remember ensure increase reduce";

/// What lines are called that are left out, beside the words of the table.
const HIDDEN: &str = "skipped truncated abbreviated shortened collapsed preserved retained hidden need shared nested";

/// Words behind which `to`, `not` or `without` changes nothing, and two words that say so together.
const STAYING: [[&str; 2]; 26] = [
    ["identical", "to"],
    ["similar", "to"],
    ["up", "to"],
    ["down", "to"],
    ["due", "to"],
    ["continue", "to"],
    ["to", "be"],
    ["as", "was"],
    ["it", "was"],
    ["as", "were"],
    ["they", "were"],
    ["not", "changed"],
    ["nothing", "changed"],
    ["not", "modified"],
    ["nothing", "new"],
    ["without", "change"],
    ["without", "changes"],
    ["without", "modification"],
    ["without", "modifications"],
    ["with", "no"],
    ["has", "not"],
    ["have", "not"],
    ["ohne", "änderung"],
    ["ohne", "änderungen"],
    ["senza", "modifiche"],
    ["zonder", "wijzigingen"],
];

/// Where words of languages without blanks between words turn.
const TURNING_DENSE: [&str; 8] = [
    "但", "不过", "除了", "改为", "现在", "ただし", "以外", "하지만",
];

/// Returns whether a marker says more than that lines stay: it has a value, a word that turns, a verb that orders an edit, or a
/// clause with a participle. What it calls things is free, and so are the names of the file.
pub fn asks(marker: &str, is_name: &impl Fn(&str) -> bool) -> bool {
    let text = marker.to_lowercase();
    let inner = text.trim_matches(|c: char| !c.is_alphanumeric() && c != '`');
    let has_value = ["=", "→", "->", "$", "\""]
        .iter()
        .any(|sign| inner.contains(sign));
    let clauses = inner
        .split(|c: char| ",;:()[]—…".contains(c))
        .flat_map(|clause| clause.split("..."))
        .flat_map(|clause| clause.split(" - "));
    let clauses = clauses.filter(|clause| clause.contains(char::is_alphanumeric));
    let counts = ["line", "more", "other"]
        .iter()
        .any(|word| inner.contains(word));
    has_value
        || TURNING_DENSE.iter().any(|word| inner.contains(word))
        || clauses
            .enumerate()
            .any(|(nth, clause)| clause_asks(nth, clause, counts, is_name))
}

fn says_that_it_stays(word: &str) -> bool {
    matches!(TABLE.get(word), Some(Says::LeftOut | Says::Stays))
}

fn clause_asks(nth: usize, clause: &str, counts: bool, is_name: &impl Fn(&str) -> bool) -> bool {
    let words: Vec<(&str, &str)> = words_of(clause);
    let word = |at: usize| words.get(at).map_or("", |word| word.0);
    let is_of = |list: &str, word: &str| list.split_whitespace().any(|it| it == word);
    let is_staying = |at: usize| {
        let is_pair = |first: usize| {
            let pair = [word(first), word(first + 1)];
            STAYING.contains(&pair) || PHRASES.contains(&pair)
        };
        is_pair(at) || at > 0 && is_pair(at - 1)
    };
    let is_between = words.iter().any(|(word, _)| *word == "from");
    let is_block = |at: usize| {
        is_of(
            "block blocks branch clause loop statement body check",
            word(at),
        )
    };
    let ends_in_staying = words
        .last()
        .is_some_and(|(word, _)| says_that_it_stays(word));
    let turns = |at: usize| {
        let this = word(at);
        // `List, Get, Create unchanged` are names of the file.
        let is_subject = at == 0 && (words.len() == 1 || says_that_it_stays(word(1)));
        let is_listed = is_name(this) && (is_subject || ends_in_staying);
        let is_bound = this == "to" && is_between || is_block(at + 1) || is_listed;
        let is_turning = is_of(TURNING, this) && !is_bound;
        let is_value = this.bytes().any(|byte| byte.is_ascii_digit()) && !counts && !is_name(this);
        // `generated types` names things, and `types generated` says what becomes of them.
        let is_participle = this.len() > 4
            && this.ends_with("ed")
            && !TABLE.contains_key(this)
            && !is_of(HIDDEN, this)
            && !is_name(this)
            && (word(at + 1).is_empty() || is_of("by in from as for at on and", word(at + 1)));
        (is_turning || is_value || is_participle) && !is_staying(at)
    };
    let first = word(0);
    let follows = word(1);
    let is_kind = matches!(
        TABLE.get(follows),
        Some(Says::Code | Says::Things | Says::LeftOut | Says::Stays)
    );
    // `Set and Get unchanged` are names of the file, too.
    let is_named = is_name(first) && ends_in_staying;
    let orders =
        is_of(VERBS, first) && !follows.is_empty() && !TABLE.contains_key(first) && !is_named;
    // Behind a comma, what has an object is a verb: `lock the mutex`, `returning an error`.
    let acts = nth > 0
        && !TABLE.contains_key(first)
        && (is_of("the a an all in it them", follows)
            || !follows.is_empty()
                && !is_kind
                && first.ends_with("ing")
                && !is_of("and or", follows));
    orders || acts || (0..words.len()).any(turns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(marker: &str, expected: bool) {
        const NAMES: [&str; 6] = ["open", "push", "closed", "step", "get", "set"];
        let is_name = |word: &str| NAMES.contains(&word);
        assert_eq!(asks(marker, &is_name), expected, "{marker}");
    }

    #[test]
    fn a_marker_with_a_change_in_it_asks_for_it() {
        for marker in [
            "// ... existing code, with q.mu.Lock() at the start of Push ...",
            "// ... existing methods, each now starting with q.mu.Lock() ...",
            "// ... rest of the code, but lock the mutex in every method ...",
            "// ... existing code (add locking to each method) ...",
            "// ... rest of the file; rename jobs to items everywhere ...",
            "// ... existing code, replace ErrClosed ...",
            "// ... existing code without Next ...",
            "// ... remaining methods (lock/unlock mu in each) ...",
            "// ... existing code ... (remember to lock mu)",
            "// ... existing methods updated to use mu ...",
            "# ... existing settings, PORT = 9000 ...",
            "# ... existing dependencies, serde 1.0.200 ...",
            "// ... existing handlers, wrapped in try/catch ...",
            "// ... existing tests, renamed ...",
            "// ... other methods, returning an error ...",
            "// ... existing routes, lock the queue ...",
            "// ... add locking to each method ...",
            "// ... set the timeout, the rest unchanged ...",
            "# ... restlicher Code, aber ohne Cache ...",
        ] {
            check(marker, true);
        }
    }

    #[test]
    fn a_marker_that_names_what_stays_asks_for_nothing() {
        for marker in [
            "// ... existing code ...",
            "// ... existing methods (unchanged) ...",
            "// ... rest of the file (Open, Push, Next, Close) stays the same ...",
            "// ... existing fields, constructor and methods ...",
            "// ... usings and namespace unchanged ...",
            "// ... the routes of the shop ...",
            "// ... step() unchanged ...",
            "# ... everything from open to push is unchanged ...",
            "# ... (rest of the code inside the if block)",
            "# ... lines 10-40 unchanged ...",
            "# ... identical to the original ...",
            "# ... no changes here ...",
            "# ... as it was before ...",
            "// ... existing validation, logging and caching ...",
            "// ... generated types ...",
            "# Rest ohne Änderungen ...",
            "// ... closed ...",
            "// ... push, get, open unchanged ...",
            "// ... set unchanged ...",
            "// ... set and get unchanged ...",
        ] {
            check(marker, false);
        }
    }
}
