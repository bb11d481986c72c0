//! The words by which two blocks are said to be one change in languages other than English: that the first shows what is
//! there, and that the second takes its place.

use bstr::{BStr, ByteSlice};

/// Beginnings of words above the first block.
const OLD: &[&str] = &[
    "ersetz",
    "änder",
    "tausch",
    "vorher",
    "bisher",
    "aktuell",
    "remplac",
    "modifi",
    "chang",
    "avant",
    "actuel",
    "reemplac",
    "reemplaz",
    "sustitu",
    "cambi",
    "antes",
    "substitu",
    "troque",
    "altere",
    "mude",
    "sostitu",
    "prima",
    "замен",
    "измен",
    "поменя",
    "было",
    "сейчас",
];

/// The same in scripts that do not part words.
const OLD_AMID: &[&str] = &[
    "替换",
    "替換",
    "修改",
    "改成",
    "把",
    "将",
    "原来",
    "之前",
    "当前",
    "置き換え",
    "置換",
    "変更",
    "次の",
    "以下の",
    "修正前",
    "현재",
    "변경",
    "바꾸",
];

/// Beginnings of words between the blocks.
const NEW: &[&str] = &[
    "durch",
    "zu",
    "mit",
    "nachher",
    "danach",
    "neu",
    "par",
    "en",
    "après",
    "devient",
    "nouve",
    "por",
    "con",
    "después",
    "nuev",
    "para",
    "depois",
    "nov",
    "dopo",
    "diventa",
    "in",
    "на",
    "стало",
    "после",
    "нов",
];

/// The same in scripts that do not part words.
const NEW_AMID: &[&str] = &[
    "为",
    "為",
    "成",
    "之后",
    "改",
    "新",
    "変更後",
    "置き換え",
    "に変更",
    "修正後",
    "ように",
    "으로",
    "로",
];

/// Returns whether a line says, in one of these languages, that the block below shows what is there.
pub(in crate::dialect) fn shows_old(line: &BStr) -> bool {
    says(line, OLD, OLD_AMID)
}

/// Returns whether a line says, in one of these languages, that the block below takes the place of the one above.
pub(in crate::dialect) fn leads_to_new(line: &BStr) -> bool {
    says(line, NEW, NEW_AMID)
}

/// Verbs by which a sentence in one of these languages orders a change.
const ORDERS: &[&str] = &[
    "ersetze",
    "ersetzen",
    "ändere",
    "ändern",
    "tausche",
    "remplacez",
    "remplace",
    "modifiez",
    "modifie",
    "changez",
    "reemplaza",
    "reemplace",
    "sustituye",
    "sustituya",
    "cambia",
    "cambie",
    "substitua",
    "troque",
    "altere",
    "mude",
    "sostituisci",
    "modifica",
    "замените",
    "замени",
    "измените",
    "измени",
];

/// The same in scripts that do not part words.
const ORDERS_AMID: &[&str] = &[
    "替换",
    "替換",
    "改成",
    "把",
    "将",
    "置き換え",
    "変更して",
    "변경하",
    "바꾸",
];

/// Words by which a change only could be made.
const MAY: &[&str] = &[
    "könn",
    "kann",
    "pourr",
    "peut",
    "puede",
    "podr",
    "pode",
    "если",
    "можно",
    "можете",
    "可以",
    "例如",
    "beispiel",
    "exemple",
    "ejemplo",
];

/// Returns whether a sentence orders a change of the code below it: a word says so, and none says that it only could be.
pub(in crate::dialect) fn orders(line: &BStr) -> bool {
    let text = outside_code(line);
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    let asks = words.any(|word| ORDERS.contains(&word));
    (asks || ORDERS_AMID.iter().any(|piece| text.contains(piece))) && !may(line)
}

/// Returns whether a sentence in one of these languages says that a change only could be made.
pub(in crate::dialect) fn may(line: &BStr) -> bool {
    let text = outside_code(line);
    MAY.iter().any(|word| text.contains(word))
}

/// Returns whether a line holds nothing but the word that leads from the old code to the new: `durch:`.
pub(in crate::dialect) fn is_link(line: &BStr) -> bool {
    const LINKS: &[&str] = &[
        "durch",
        "zu",
        "in",
        "mit",
        "par",
        "en",
        "por",
        "con",
        "para",
        "na",
        "на",
        "替换为",
        "改为",
        "改成",
        "为",
        "を",
        "に",
    ];
    let text = line.to_str_lossy().to_lowercase();
    let text = text.trim().trim_end_matches([':', '：']).trim();
    LINKS.contains(&text)
}

/// Words that label a block as the code that is there, and as the code that takes its place.
const OLD_LABELS: &[&str] = &[
    "before",
    "old",
    "current",
    "currently",
    "original",
    "existing",
    "find",
    "search",
    "this",
    "from",
    "problem",
    "bad",
    "vorher",
    "bisher",
    "alt",
    "avant",
    "ancien",
    "antes",
    "prima",
    "было",
    "voor",
    "przed",
    "이전",
    "변경 전",
    "修改前",
    "变更前",
    "原代码",
    "修正前",
    "変更前",
];
const NEW_LABELS: &[&str] = &[
    "after",
    "new",
    "updated",
    "fixed",
    "replace",
    "with",
    "to",
    "becomes",
    "replacement",
    "corrected",
    "improved",
    "solution",
    "good",
    "now",
    "nachher",
    "neu",
    "après",
    "después",
    "depois",
    "dopo",
    "стало",
    "nouveau",
    "nuevo",
    "novo",
    "nuovo",
    "na",
    "po",
    "이후",
    "변경 후",
    "修改后",
    "变更后",
    "新代码",
    "修正後",
    "変更後",
];

/// Words that may stand beside these in a label.
const BESIDE_LABEL: &[&str] = &[
    "code",
    "version",
    "the",
    "implementation",
    "block",
    "snippet",
    "it",
    "this",
    "following",
    "fix",
    "change",
];

/// Returns whether two lines are labels of the code before and after a change, and say nothing else: `**Before:**` and
/// `**After:**`, `Find:` and `Replace with:`.
pub(in crate::dialect) fn are_labels(old: &BStr, new: &BStr) -> bool {
    let is_label = |line: &BStr, labels: &[&str]| {
        let text = line.to_str_lossy().to_lowercase();
        let mut words = text.split(|c: char| !c.is_alphanumeric());
        let is_known =
            |word: &str| word.is_empty() || labels.contains(&word) || BESIDE_LABEL.contains(&word);
        !text.contains('`')
            && words.clone().any(|word| labels.contains(&word))
            && words.all(is_known)
    };
    is_label(old, OLD_LABELS) && is_label(new, NEW_LABELS)
}

fn says(line: &BStr, beginnings: &[&str], amid: &[&str]) -> bool {
    let text = outside_code(line);
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    // A short word is the whole word: `in`, `en`, `zu`.
    let is_word = |word: &str, start: &str| match start.chars().count() {
        ..=3 => word == start,
        _ => word.starts_with(start),
    };
    // English has this word, too: `In iex:`.
    let is_in = text.trim().trim_end_matches(':') == "in";
    words.any(|word| (word != "in" || is_in) && beginnings.iter().any(|start| is_word(word, start)))
        || amid.iter().any(|piece| text.contains(piece))
}

/// Returns a line in lower case, without its text in backticks.
fn outside_code(line: &BStr) -> String {
    let outside: Vec<&[u8]> = line.split_str("`").step_by(2).collect();
    bstr::join(" ", outside).to_str_lossy().to_lowercase()
}
