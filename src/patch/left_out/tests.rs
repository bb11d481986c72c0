//! What stands for code, and what is an ordinary comment.

use super::*;

#[track_caller]
fn check(lines: &[&str], expected: bool) {
    let mut gone = HashSet::new();
    add_names(b"    host = connect(load_config)", &mut gone);
    let is_name = |word: &str| gone.contains(word.as_bytes());
    let stands = |line: &&str| stands_for_code(line.as_bytes(), is_name);
    let wrong: Vec<&&str> = lines
        .iter()
        .filter(|line| stands(line) != expected)
        .collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn a_comment_about_code_left_out_says_nothing_else() {
    let lines = [
        "# the rest of your code here",
        "    // other methods remain as they are",
        "/* rest of class */",
        "<!-- existing -->",
        "# [rest of file unchanged]",
        "(omitted)",
        "-- remaining code omitted for brevity",
        "# same as above",
        "# same",
        "// [identical]",
        "# {rest as is}",
        "/* ditto */",
        "# <keep the rest>",
        "// (body as before)",
        "/* ⋮ */",
        "# keep the other functions",
        "# main() and stop() unchanged",
        "# host unchanged",
        "# load_config as before",
        "# ... host ...",
        "# do not change anything below",
        "pass  # rest as before",
        "# Rest bleibt gleich",
        "// reste du code inchangé",
        "# 其余代码保持不变",
        "// 既存のコード",
        "# etc.",
        "# ✂",
        "# Rest wie gehabt",
        "# Code bleibt wie er war",
        "# restlicher Code wie bisher",
        "// suite du code inchangée",
        "# le reste ne change pas",
        "# el resto del código sigue igual",
        "# resto come prima",
        "# rest blijft hetzelfde",
        "# reszta bez zmian",
        "# остальное без изменений",
        "# 保持不变",
        "// 此处省略",
        "# 以下相同",
        "# 与之前相同",
        "# 残りは同じ",
        "// 以下省略",
        "# 기존 코드 유지",
        "# 나머지는 동일",
        "# loop as before",
        "# body as it was",
        "# no changes from here on",
    ];
    check(&lines, true);
}

#[test]
fn a_comment_that_says_something_of_the_code_is_its_own() {
    let lines = [
        "# keep the connection open",
        "# existing users keep their cart",
        "# the rest of the buffer goes to the next read",
        "# skip the rest of the line",
        "# other methods",
        "# existing files",
        "# the remaining lines",
        "# same file",
        "#same",
        "# the price as is",
        "# unchanged since the first release",
        "# must stay the same as in the server",
        "# previous value",
        "# host",
        "# no other host",
        "# here",
        "...existing,",
        "...rest",
        "*rest,",
        "#include <other.h>",
        "[existing]",
        "(same, other)",
        "return unchanged",
        "pass",
        "# ...",
        "",
    ];
    check(&lines, false);
}

#[test]
fn what_may_be_a_heading_is_not_sure() {
    let lines = [
        "# original body",
        "# previous loop",
        "# existing files",
        "# keep this part",
        "// leave these lines",
        "# code continues",
        "# continued in the next message",
    ];
    for line in lines {
        let stands = stands(line.as_bytes(), |_| false);
        assert_eq!(stands, Stands::Perhaps, "{line}");
    }
}

#[test]
fn an_ordinary_comment_stands_for_nothing() {
    let lines = [
        "# keep this in sync with x",
        "# same as above but for y",
        "# the rest is handled by z",
        "# unchanged since v2",
        "# as before, only faster",
        "# keep this cheap",
        "# continue with the next parcel",
        "# continued on the next line",
        "# previous value wins",
        "# the original weight",
        "# original order is kept",
        "# body of the parcel",
        "# leave this to the caller",
        "# this stays empty",
        "# the rest goes to the caller",
        "# existing parcels first",
        "# remaining weight",
        "# see below",
        "# above the bound",
        "# no parcels, no result",
        "# rest of the parcels is light",
        "# these parcels are heavy",
        "# this loop is hot",
        "# this part is slow",
        "# same order as before the sort",
        "# code of the parcel",
        "# message of the parcel",
        "# reply with the result",
        "# behält die Reihenfolge",
        "# wie im Server",
        "# der Rest ist leicht",
        "# bleibt leer",
        "# bisher ohne Grenze",
        "# alle schweren Pakete",
        "# gleiche Grenze wie in late",
        "# Code des Pakets",
        "# suite de tests",
        "# le reste est léger",
        "# comme dans late",
        "# garder l'ordre",
        "# 保持顺序",
        "# 保留连接",
        "# 这里返回结果",
        "# 以下是结果",
        "# 其他包裹",
        "# 同步结果",
        "# 与服务器保持一致",
        "# 代码",
        "# 相同重量",
        "# 原来的重量",
        "# 部分结果",
        "# 残りの重さ",
        "# 同じ重さ",
        "# ここで返す",
        "# 元の順序",
        "# 既存の荷物",
        "# 以降は軽い",
        "# 나머지 무게",
        "# 기존 순서 유지",
        "# 같은 무게",
        "# 여기서 반환",
        "# без ограничения",
        "# остальные посылки",
        "# как в late",
    ];
    let mut names = HashSet::new();
    add_names(b"for parcel in parcels: result.append(weight)", &mut names);
    for line in lines {
        let is_name = |word: &str| names.contains(word.as_bytes());
        assert_eq!(stands(line.as_bytes(), is_name), Stands::No, "{line}");
    }
}
