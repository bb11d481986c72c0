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
    "次のコード",
    "以下のコード",
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

fn says(line: &BStr, beginnings: &[&str], amid: &[&str]) -> bool {
    let outside: Vec<&[u8]> = line.split_str("`").step_by(2).collect();
    let text = bstr::join(" ", outside).to_str_lossy().to_lowercase();
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
