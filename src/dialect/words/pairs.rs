//! The words by which two blocks are said to be one change in languages other than English: that the first shows what is
//! there, and that the second takes its place.

use bstr::{BStr, ByteSlice};

use super::lexicon::List;

/// Returns whether a line says, in one of these languages, that the block below shows what is there.
pub(in crate::dialect) fn shows_old(line: &BStr) -> bool {
    says(line, List::ShowsOld)
}

/// Returns whether a line says, in one of these languages, that the block below takes the place of the one above.
pub(in crate::dialect) fn leads_to_new(line: &BStr) -> bool {
    says(line, List::LeadsToNew)
}

/// Returns whether a sentence orders a change of the code below it: a word says so, and none says that it only could be.
pub(in crate::dialect) fn orders(line: &BStr) -> bool {
    let text = outside_code(line);
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.any(|word| List::OrdersPair.has(word)) && !may(line)
}

/// Returns whether a sentence in one of these languages says that a change only could be made.
pub(in crate::dialect) fn may(line: &BStr) -> bool {
    List::Could.is_within(&outside_code(line))
}

/// Returns whether a line holds nothing but the word that leads from the old code to the new: `durch:`.
pub(in crate::dialect) fn is_link(line: &BStr) -> bool {
    let text = line.to_str_lossy().to_lowercase();
    let text = text.trim().trim_end_matches([':', '：']).trim();
    List::OnlyLink.has(text)
}

/// Words that may stand beside these in a label.
const BESIDE_LABEL: &[&str] = &[
    "code", "version", "the", "implementation", "block", "snippet", "it", "this", "following",
    "fix", "change",
];

/// Returns whether two lines are labels of the code before and after a change, and say nothing else: `**Before:**` and
/// `**After:**`, `Find:` and `Replace with:`.
pub(in crate::dialect) fn are_labels(old: &BStr, new: &BStr) -> bool {
    let is_label = |line: &BStr, labels: List| {
        let text = line.to_str_lossy().to_lowercase();
        let mut words = text.split(|c: char| !c.is_alphanumeric());
        let is_known =
            |word: &str| word.is_empty() || labels.has(word) || BESIDE_LABEL.contains(&word);
        !text.contains('`') && words.clone().any(|word| labels.has(word)) && words.all(is_known)
    };
    is_label(old, List::OldLabel) && is_label(new, List::NewLabel)
}

fn says(line: &BStr, list: List) -> bool {
    let text = outside_code(line);
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    // English has this word, too: `In iex:`.
    let is_in = text.trim().trim_end_matches(':') == "in";
    words.any(|word| (word != "in" || is_in) && list.has(word))
}

/// Returns a line in lower case, without its text in backticks.
fn outside_code(line: &BStr) -> String {
    let outside: Vec<&[u8]> = line.split_str("`").step_by(2).collect();
    bstr::join(" ", outside).to_str_lossy().to_lowercase()
}
