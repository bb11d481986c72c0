//! Questions to the reader whose subject is the two of us, and whose verb is one of changing or wanting: `Shall I also raise the
//! default?` An edit below such a question waits for the answer.

use super::lexicon::{Cue, Glance};

/// Who such a question is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum About {
    /// Whoever writes asks for leave.
    Writer,
    /// Both are to change something. `Should we` may speak of the program, too.
    Both,
    /// The reader is asked what they want. No one but the writer asks so: in a title it is no question of the reader.
    Reader,
}

/// How such questions begin, with a space between words, by language.
const WRITER: &[&str] = &[
    "shall i",
    "should i",
    "may i",
    "can i",
    "could i",
    "ok if i",
    "okay if i",
    "is it ok if i",
    "is it okay if i",
    "ok to",
    "is it ok to",
    "is it okay to",
    "soll ich",
    "sollte ich",
    "darf ich",
    "kann ich",
    "dois je",
    "devrais je",
    "puis je",
    "pourrais je",
    "debo",
    "puedo",
    "devo",
    "posso",
    "dovrei",
    "zal ik",
    "moet ik",
    "mag ik",
    "kan ik",
    "мне",
    "стоит ли мне",
    "нужно ли мне",
    "следует ли мне",
    "можно ли мне",
    "можно мне",
    "должен ли я",
    "czy mam",
    "mam",
    "czy mogę",
    "czy powinienem",
    "czy powinnam",
];
const BOTH: &[&str] = &[
    "shall we",
    "should we",
    "do we want",
    "sollen wir",
    "sollten wir",
    "wollen wir",
    "faut il",
    "devons nous",
    "devrions nous",
    "doit on",
    "devrait on",
    "debemos",
    "deberíamos",
    "debería",
    "dobbiamo",
    "dovremmo",
    "vogliamo",
    "devemos",
    "deveríamos",
    "deveria",
    "zullen we",
    "moeten we",
    "willen we",
    "нам",
    "стоит ли",
    "нужно ли",
    "следует ли",
    "czy mamy",
    "czy powinniśmy",
    "czy warto",
];
const READER: &[&str] = &[
    "are you ok with",
    "are you okay with",
    "would you be ok with",
    "would you be okay with",
    "how about a",
    "how about we",
    "how about i",
    "do you want",
    "would you like",
    "would you prefer",
    "would you rather",
    "would you want",
    "do you wish",
    "want me",
    "want us",
    "want a",
    "möchtest du",
    "möchten sie",
    "möchtet ihr",
    "willst du",
    "wollen sie",
    "wollt ihr",
    "wünschen sie",
    "wünschst du",
    "hättest du gern",
    "hätten sie gern",
    "hättest du lieber",
    "hätten sie lieber",
    "voulez vous",
    "veux tu",
    "souhaitez vous",
    "souhaites tu",
    "désirez vous",
    "aimeriez vous",
    "aimerais tu",
    "préférez vous",
    "préférerais tu",
    "tu veux",
    "vous voulez",
    "quieres",
    "quiere",
    "queréis",
    "quieren",
    "desea",
    "deseas",
    "te gustaría",
    "le gustaría",
    "prefieres",
    "prefiere",
    "vuoi",
    "vuole",
    "volete",
    "desidera",
    "desideri",
    "preferisci",
    "ti piacerebbe",
    "vorresti",
    "vorrebbe",
    "quer",
    "você quer",
    "queres",
    "deseja",
    "gostaria",
    "você gostaria",
    "prefere",
    "wil je",
    "wilt u",
    "wil u",
    "willen jullie",
    "хотите",
    "хочешь",
    "вы хотите",
    "ты хочешь",
    "желаете",
    "не хотите ли",
    "czy chcesz",
    "chcesz",
    "czy chciałbyś",
    "czy chciałabyś",
    "czy wolisz",
    "czy życzysz",
];

/// The first words of those in English.
const ENGLISH: &[&str] = &[
    "shall", "should", "may", "can", "could", "ok", "okay", "is", "do", "would", "want", "are",
    "how",
];

/// What may be before them.
const BEFORE: &[&str] = &[
    "also",
    "and",
    "so",
    "but",
    "or",
    "then",
    "now",
    "hmm",
    "ok",
    "okay",
    "well",
    "additionally",
    "plus",
    "finally",
    "next",
    "und",
    "oder",
    "außerdem",
    "übrigens",
    "dann",
    "nun",
    "et",
    "ou",
    "alors",
    "sinon",
    "o",
    "y",
    "entonces",
    "además",
    "también",
    "e",
    "oppure",
    "inoltre",
    "allora",
    "também",
    "então",
    "of",
    "en",
    "ook",
    "dan",
    "или",
    "и",
    "а",
    "może",
    "a",
    "i",
];

/// How words begin by which something is explained, looked at or run, and no file is changed; short ones are whole words.
const OF_TALK: &[&str] = &[
    "know",
    "see",
    "hear",
    "learn",
    "read",
    "understand",
    "explain",
    "show",
    "walk",
    "discuss",
    "talk",
    "tell",
    "look",
    "check",
    "run",
    "test",
    "try",
    "verify",
    "elaborate",
    "help",
    "describe",
    "review",
    "expect",
    "worry",
    "care",
    "erklär",
    "erläuter",
    "zeigen",
    "zeige",
    "wissen",
    "sehen",
    "verstehen",
    "prüfen",
    "beschreib",
    "anschau",
    "expliqu",
    "montre",
    "savoir",
    "voir",
    "comprendre",
    "vérifi",
    "décri",
    "expli",
    "muestre",
    "mostr",
    "saber",
    "ver",
    "entend",
    "revis",
    "spiega",
    "sapere",
    "vedere",
    "capire",
    "verific",
    "uitleg",
    "tonen",
    "weten",
    "zien",
    "begrijp",
    "controle",
    "объясн",
    "показ",
    "знать",
    "увид",
    "видеть",
    "понять",
    "провер",
    "wyjaśn",
    "pokaz",
    "wiedzieć",
    "zobaczy",
    "sprawdz",
    "açıkla",
    "göster",
    "bilmek",
    "görmek",
    "anlamak",
];

/// How a sentence begins that answers: the question was not left open.
const ANSWERING: &[&str] = &[
    "yes",
    "no",
    "nope",
    "yep",
    "sure",
    "absolutely",
    "definitely",
    "probably",
    "not",
    "ja",
    "nein",
    "nee",
    "oui",
    "non",
    "si",
    "sí",
    "sì",
    "sim",
    "não",
    "да",
    "нет",
    "tak",
    "nie",
    "evet",
    "hayır",
    "是",
    "是的",
    "不",
    "不用",
    "はい",
    "いいえ",
    "네",
    "아니요",
];

/// What may be between a question of us and its verb.
const BETWEEN: &[&str] = &[
    "also", "just", "then", "now", "perhaps", "maybe", "really", "instead", "rather", "first",
    "to", "me", "us",
];

/// Verbs of changing that the lexicon has not.
const CHANGING: &[&str] = &["double", "halve", "switch", "change"];

/// The same in scripts without blanks: what such a question holds.
const DENSE: &[&str] = &[
    "要不要",
    "是否要",
    "是否需要",
    "需不需要",
    "需要我",
    "要我",
    "我可以",
    "我能",
    "我是否",
    "我们是否",
    "您想",
    "你想",
    "您希望",
    "你希望",
    "您要",
    "你要",
    "您需要",
    "你需要",
    "ましょうか",
    "てもいいですか",
    "てもよろしいですか",
    "でもいいですか",
    "でもよろしいですか",
    "たいですか",
    "ほしいですか",
    "べきですか",
    "べきでしょうか",
    "할까요",
    "릴까요",
    "꿀까요",
    "칠까요",
    "둘까요",
    "줄까요",
    "뺄까요",
    "을까요",
    "될까요",
    "원하",
];

/// Such a question of change, where the verb alone does not say so.
const DENSE_ASKING: &str = "ますか";
const DENSE_CHANGING: &[&str] = &[
    "適用",
    "変更",
    "修正",
    "追加",
    "削除",
    "反映",
    "上げ",
    "下げ",
    "増や",
    "減ら",
    "変え",
    "直し",
    "置き換え",
];

/// What else a question in such a script asks, or offers.
const DENSE_TALK: &[&str] = &[
    "怎么",
    "如何",
    "为什么",
    "为何",
    "什么",
    "哪",
    "解释",
    "说明",
    "展示",
    "知道",
    "了解",
    "看看",
    "なぜ",
    "どう",
    "何",
    "どこ",
    "いつ",
    "どの",
    "どれ",
    "説明",
    "왜",
    "어떻게",
    "무엇",
    "뭐",
    "어디",
    "설명",
    "보여",
];

/// Returns a question as words, without what joins it to the sentence before.
pub(super) fn bare(words: &[&str]) -> String {
    let text = words.join(" ").replace(['-', '¿', '\''], " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let n_before = words
        .iter()
        .take(2)
        .take_while(|word| BEFORE.contains(word));
    words[n_before.count().min(words.len())..].join(" ")
}

/// Returns who a question is about that begins as one to the reader does, and what is behind that; the longest beginning counts.
pub(super) fn lead(question: &str) -> Option<(About, &str)> {
    let tables = [
        (About::Writer, WRITER),
        (About::Both, BOTH),
        (About::Reader, READER),
    ];
    let rows = tables
        .into_iter()
        .flat_map(|(about, rows)| rows.iter().map(move |row| (about, *row)));
    let behind = |row: &str| {
        let rest = question.strip_prefix(row)?;
        (rest.is_empty() || rest.starts_with(' ')).then_some(rest.trim_start())
    };
    let found = rows.filter_map(|(about, row)| Some((row.len(), about, behind(row)?)));
    let (_, about, rest) = found.max_by_key(|(length, _, _)| *length)?;
    Some((about, rest))
}

/// Returns who a question is about that leaves a change to the reader; `None` where it leaves none. `then` are the words of the
/// sentence behind it, which may answer.
pub(super) fn asks(words: &[&str], then: &[&str]) -> Option<About> {
    if then.first().is_some_and(|word| ANSWERING.contains(word)) {
        return None;
    }
    let question = bare(words);
    if asks_dense(&question) || asks_in_turkish(&question) {
        return Some(About::Reader);
    }
    let (about, behind) = lead(&question)?;
    let mut verbs = behind.split(' ').skip_while(|word| BETWEEN.contains(word));
    let verb = verbs.next().unwrap_or_default();
    let is_english = question
        .split(' ')
        .next()
        .is_some_and(|first| ENGLISH.contains(&first));
    let talks = match is_english {
        true => is_of_talk(verb),
        false => behind.split(' ').any(is_of_talk),
    };
    let changes = || !is_english || changes(verb);
    (!talks && (about != About::Both || changes())).then_some(about)
}

fn changes(verb: &str) -> bool {
    let (glance, _) = Glance::first(verb, &[]);
    let cues = [
        Cue::Order,
        Cue::Amend,
        Cue::Alter,
        Cue::Request,
        Cue::Change,
        Cue::Create,
        Cue::Delete,
        Cue::Grow,
        Cue::Move,
        Cue::Apply,
    ];
    glance.cues.has_any(&cues) || CHANGING.contains(&verb)
}

fn is_of_talk(word: &str) -> bool {
    /// A shorter stem is the word itself.
    const N_LETTERS: usize = 5;
    OF_TALK
        .iter()
        .any(|stem| match stem.chars().count() < N_LETTERS {
            true => word == *stem,
            false => word.starts_with(stem),
        })
}

/// Returns whether a question in a script without blanks asks for leave, or what the reader wants.
fn asks_dense(question: &str) -> bool {
    let holds = |rows: &[&str]| rows.iter().any(|row| question.contains(row));
    let asks = holds(DENSE) || question.ends_with(DENSE_ASKING) && holds(DENSE_CHANGING);
    asks && !holds(DENSE_TALK)
}

/// Returns whether the verb of a Turkish question is of what I or we are to do, or of what the reader wants: `artırayım mı`.
fn asks_in_turkish(question: &str) -> bool {
    const OF_US: &[&str] = &["ayım", "eyim", "alım", "elim"];
    const ASKING: &[&str] = &["mı", "mi", "mu", "mü"];
    let words: Vec<&str> = question.split(' ').collect();
    let is_asked = |pair: &[&str]| {
        let is_of_us = OF_US.iter().any(|end| pair[0].ends_with(end)) && ASKING.contains(&pair[1]);
        is_of_us || pair[0] == "ister" && pair[1].starts_with("misin")
    };
    words.windows(2).any(is_asked) && !words.iter().any(|word| is_of_talk(word))
}

/// Returns whether a question in a script without blanks asks to make this very edit, and says nothing of another place.
pub(super) fn applies_dense(question: &str) -> bool {
    const APPLYING: &[&str] = &[
        "应用",
        "采用",
        "采纳",
        "合并",
        "提交",
        "適用",
        "反映",
        "マージ",
        "적용",
        "반영",
        "병합",
    ];
    const OTHERS: &[&str] = &["也", "还", "其他", "其它", "另", "他の", "も", "도 "];
    let holds = |text: &str, rows: &[&str]| rows.iter().any(|row| text.contains(row));
    let text = question.replace("ても", "て").replace("でも", "で");
    let asks = asks_dense(question) || question.ends_with('吗');
    asks && holds(question, APPLYING) && !holds(&text, OTHERS)
}
