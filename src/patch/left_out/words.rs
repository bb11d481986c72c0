//! The words of comments that stand for code left out, by what each says, in the languages that models write.

use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::RandomState;

/// What a word says in such a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Says {
    /// All that is not shown: `rest`.
    Rest,
    /// What is there already: `existing`.
    There,
    /// More of the same kind, which a heading may announce: `other`.
    Other,
    /// What code is: `functions`.
    Code,
    /// What code is, or what it works with: `lines`.
    Things,
    /// That it is left out, or as it was: `unchanged`.
    LeftOut,
    /// That it is like something: `same`.
    Alike,
    /// What it is like: `before`.
    Before,
    /// That it stays, or is to be here: `keep`.
    Stays,
    /// That the code is carried on elsewhere: `continued`.
    Continues,
    /// Where that is, for one who writes in turns: `message`.
    Reply,
    /// What is shown here, and no other: `this`.
    This,
    /// Nothing by itself.
    Little,
    /// What is called so in the lines that are there.
    Name,
}

/// The words, by what they say. Of languages without blanks between words, a comment is made of several.
const WORDS: [(Says, &str); 13] = [
    (
        Says::Rest,
        "rest remainder restlich restliche restlicher restlichen übrige übriger reste resto restante restantes \
         остальной остальная остальное остальные 其余 其餘 剩余 余下 reszta 残り 나머지",
    ),
    (
        Says::There,
        "existing previous original remaining bestehend bestehende bestehender bestehenden bisherige bisheriger \
         bisheriges bisherigen vorhandene vorhandener précédent précédente esistente esistenti existant existante \
         existants existente existentes существующий существующие прежний прежняя прежнее прежние 现有 原有 已有 原来 既存 \
         元の 기존",
    ),
    (
        Says::Other,
        "other others else all everything alles autres otros otras outros outras altri andere anderen 其他 其它 다른",
    ),
    (
        Says::Code,
        "code content contents function functions method methods class implementation implementations logic definition definitions \
         imports handlers routes funktionen methoden klasse implementierung fonctions méthodes código funciones \
         métodos funções codice код функции методы 代码 函数 方法 逻辑 实现 代碼 コード 関数 코드 함수",
    ),
    (
        Says::Things,
        "file files lines module script body rumpf corps cuerpo corpo тело loop loops block \
         branch part parts test tests field fields property properties styles rules section sections settings \
         options config configuration rows items entries steps cases component components statements declarations datei inhalt fichier contenu \
         archivo arquivo bestand pliku файл файла 文件 内容 部分",
    ),
    (
        Says::LeftOut,
        "unchanged unmodified untouched omitted elided snip snipped etc ditto idem unverändert unveränderte \
         unveränderter unverändertes weggelassen inchangé inchangée inchangés inchangées omis inalterado \
         inalterada invariato invariata omitido изменений 不变 省略 同上 同前 zmian ongewijzigd oförändrat oförändrad değişmedi 无变化 未修改 未更改 不變 略去 変更なし \
         変更ありません 同じ そのまま 동일 동일합니다 그대로 생략 생략합니다",
    ),
    (
        Says::Alike,
        "same identical gleich même identique hetzelfde mismo igual mesmo 相同 一样 一致",
    ),
    (
        Says::Before,
        "before above below previously earlier bisher gehabt war zuvor vorher antes avant prima раньше прежде 之前 \
         先前 上面 以上 以下 后续 下面 以前 以降 이하 이전 далее",
    ),
    (
        Says::Stays,
        "keep leave stay stays remain remains continue here bleibt bleiben blijft rimane rimangono sigue permanece garder conserver \
         mantener manter mantenido mantido 保持 保留 此处 此處 这里 維持 ここ 유지 유지됩니다 유지합니다",
    ),
    (
        Says::Continues,
        "continues continued continuing fortsetzung fortgesetzt continúa continua suit продолжение 续 続く 続き",
    ),
    (
        Says::Reply,
        "message response reply answer nachricht antwort réponse mensaje mensagem сообщении 消息 回复 メッセージ",
    ),
    (Says::This, "this these"),
    (
        Says::Little,
        "bez er es sie pas van het il the of your our that they is was were next on onwards down point are be to as it for \
         brevity clarity with and or from goes go insert in anything todo note def class fn func pass no not do \
         don't change changes your der die das des den dem und von wie ab hier suite que ne come como comme le la \
         les du de et sans changement el los las del y sin cambios o a da do dos e sem alterações il без как было \
         的 与 和 同 都 均 は の を が も 은 는 이 을 를 와 과",
    ),
];

pub(super) static TABLE: LazyLock<HashMap<&str, Says, RandomState>> = LazyLock::new(|| {
    let words = WORDS.iter().rev();
    words
        .flat_map(|(says, words)| words.split_whitespace().map(|word| (word, *says)))
        .collect()
});

/// How long the words are that may be in such a comment, a bit for each length, by their first bytes: nearly every other word
/// is ruled out by that, without a look at the table.
pub(super) static LENGTHS: LazyLock<[u32; 256]> = LazyLock::new(|| {
    let mut lengths = [0; 256];
    let hints = TABLE.keys().filter(|word| hints(word));
    for word in hints.chain(PHRASES.iter().map(|phrase| &phrase[1])) {
        lengths[usize::from(word.as_bytes()[0])] |= 1 << word.len().min(31);
    }
    lengths
});

/// Words that say together what none of them says.
pub(super) const PHRASES: [[&str; 2]; 20] = [
    ["no", "change"],
    ["no", "changes"],
    ["not", "change"],
    ["don't", "change"],
    ["as", "before"],
    ["as", "is"],
    ["it", "was"],
    ["they", "were"],
    ["wie", "gehabt"],
    ["wie", "bisher"],
    ["wie", "zuvor"],
    ["wie", "vorher"],
    ["come", "prima"],
    ["comme", "avant"],
    ["ne", "change"],
    ["er", "war"],
    ["es", "war"],
    ["sin", "cambios"],
    ["sem", "alterações"],
    ["sans", "changement"],
];

/// Returns whether a word may say that code is left out: of those in ASCII, a comment has one such word, or a phrase.
pub(super) fn hints(word: &str) -> bool {
    TABLE.get(word).is_some_and(|says| match says {
        Says::Rest | Says::There | Says::Other | Says::LeftOut | Says::Alike => true,
        Says::Continues | Says::This => true,
        Says::Code
        | Says::Reply
        | Says::Things
        | Says::Before
        | Says::Stays
        | Says::Little
        | Says::Name => false,
    })
}
