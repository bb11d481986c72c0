//! Replies that are wrong, vague or huge (T05 to T08, T12), and plain ones.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::*;

#[test]
fn t05_one_file_that_fails_keeps_the_others_as_they_were() {
    let place = Place::new();
    let edit_b = "--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-not there\n+x\n";
    place.check(format!("{EDIT_A}{edit_b}"), &[], ASKS);
    let exists = naming("b.txt").swap_remove(1);
    place.check(format!("{EDIT_A}{exists}"), &[], NOT_WRITTEN);
    let set_id = fs::Permissions::from_mode(0o4755);
    fs::set_permissions(place.root().join("b.txt"), set_id).unwrap();
    let edit_b = "--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-a bee on a flower\n+x\n";
    fs::write(place.root().join("b.txt"), "a bee on a flower\n").unwrap();
    place.check(format!("{EDIT_A}{edit_b}"), &[], REFUSED);
}

/// The header says how many lines there must be: new ones that are missing at the end of the reply were to come.
#[test]
fn a_diff_that_is_cut_off_at_a_line_end_waits() {
    let head = "--- a/src/a.txt\n+++ b/src/a.txt\n";
    let whole = " first line\n-second line\n-third line\n+NEW\n+NEWER\n";
    let with_context = " first line\n+a\n+b\n second line\n third line\n";
    let new = |n: usize, counted: usize| {
        let lines = "+x = 1\n".repeat(n);
        format!("--- /dev/null\n+++ b/new.py\n@@ -0,0 +1,{counted} @@\n{lines}")
    };
    for reply in [
        format!("{head}@@ -1,3 +1,5 @@\n{whole}"),
        format!("{head}@@ -1,3 +1,4 @@\n{whole}"),
        format!("{head}@@ -1,5 +1,9 @@\n{whole}"),
        format!("{head}@@ -1,5 +1,5 @@\n{whole}"),
        format!("diff --git a/src/a.txt b/src/a.txt\n{head}@@ -1,3 +1,5 @@\n{whole}\n\n"),
        format!("Here it is:\n\n{head}@@ -1,3 +1,5 @@\n{whole}"),
        format!(
            "{head}@@ -1,1 +1,1 @@\n-first line\n+A\n@@ -2,2 +2,9 @@\n-second line\n-third line\n+B\n+C\n"
        ),
        format!("{head}@@ -1,4 +1,10 @@\n{with_context}"),
        format!("{head}@@ -1,4 +1,7 @@\n{with_context}"),
        new(2, 40),
        new(30, 40),
        format!("{EDIT_A}{}", new(2, 9)),
    ] {
        check(reply, ASKS);
    }
    // Models miscount, and leave a line of context away at the end.
    for reply in [
        format!("{head}@@ -1,4 +1,4 @@\n{whole}"),
        format!("{head}@@ -1,3 +1,2 @@\n{whole}"),
        format!("{head}@@ -1,2 +1,5 @@\n{whole}"),
        format!("{head}@@ -2,4 +2,7 @@\n{with_context}"),
        format!("```diff\n{head}@@ -1,3 +1,5 @@\n{whole}```\n"),
        format!("{}{EDIT_A}", new(2, 40)),
        new(10, 12),
    ] {
        check(reply, Written);
    }
}

#[test]
fn t06_no_program_is_started() {
    for reply in [
        "1c\nx\n.\n!touch pwned\nw\nq\n",
        "--- a/x\n+++ b/x\n!touch pwned\n",
        "```sh\ntouch pwned\n```\n",
        "Prereq: $(touch pwned)\n",
        "diff -e a b\n1!touch pwned\n",
    ] {
        check(reply, NOT_WRITTEN);
    }
    let place = Place::new();
    place.check(naming("-rf").swap_remove(1), &[], Written);
    place.check(naming("$(touch pwned)").swap_remove(1), &[], Written);
    assert!(!place.root().join("pwned").exists() && !Path::new("pwned").exists());
}

#[test]
fn t07_malformed_input_is_an_error_and_no_crash() {
    let absent = EDIT_A.replace("second", "absent");
    let deep = "> ".repeat(5000) + &absent;
    let fences = "````".repeat(2000) + "\n" + &absent;
    let long = format!(
        "--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1 +1 @@\n-{}\n+x\n",
        "x".repeat(1 << 20)
    );
    for reply in [
        "",
        "\n\n\n",
        "no patch in here",
        "--- a/src/a.txt\n+++ b/src/a.txt\n",
        "--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1,3 +1,3 @@\n",
        "@@ -1,3 +1,3 @@\n",
        "--- a/src/a.txt\n+++ b/src/a.txt\n@@ -18446744073709551616,1 +1 @@\n-nope\n+x\n",
        "--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1,99999999999999999999 +1,4294967296 @@\n-nope\n+x\n",
        "--- a/src/a.txt\n+++ b/src/a.txt\n@@ --1,-1 +-1,-1 @@\n-nope\n+x\n",
        "--- a/src/a.txt\n+++ b/src/a.txt\n@@ -a,b +c,d @@\n-nope\n+x\n",
        "<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE\n",
        "src/a.txt\n<<<<<<< SEARCH\none\n",
        "src/a.txt\n<<<<<<< SEARCH\none\n=======\n",
        "src/a.txt\n<<<<<<< SEARCH\nnope\n=======\n=======\n>>>>>>> REPLACE\n",
        "*** Begin Patch\n",
        "*** Begin Patch\n*** End Patch\n",
        "*** Begin Patch\n*** Update File:\n@@\n-one\n+x\n*** End Patch\n",
        "*** Begin Patch\n*** Update File: src/a.txt\n@@ nope\n-nope\n+x\n",
        "{\"patch\": [[[[[[[[",
        "GIT binary patch\nliteral 4294967295\nzzzz\n",
        "diff --git a/src/a.txt b/src/a.txt\nBinary files a/src/a.txt and b/src/a.txt differ\n",
        "rename from a\nrename to b\n",
        "\u{feff}--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1 +1 @@\n-nope\n+x\n",
        &deep,
        &fences,
        &long,
    ] {
        check(reply, NOT_WRITTEN);
    }
    check(b"\0\0\0\0", NOT_WRITTEN);
    check(b"\xff\xfe-\0-\0-\0 \0a\0\n\0", NOT_WRITTEN);
    check(
        b"--- a/\xff\xfe\n+++ b/\xff\xfe\n@@ -1 +1 @@\n-\xff\n+\xfe\n",
        NOT_WRITTEN,
    );
}

#[test]
fn t08_nothing_is_placed_by_guessing() {
    let place = Place::new();
    fs::write(
        place.root().join("twins"),
        "x\nsame line here\ny\nx\nsame line here\ny\n",
    )
    .unwrap();
    for reply in [
        "twins\n<<<<<<< SEARCH\nsame line here\n=======\nother line\n>>>>>>> REPLACE\n",
        "*** Begin Patch\n*** Update File: twins\n@@\n-same line here\n+other line\n*** End Patch\n",
        "--- a/src/a.txt\n+++ b/src/a.txt\n@@ -1,3 +1,3 @@\n first line\n-something else entirely here\n+NEW\n third line\n",
        "--- a/gone.txt\n+++ b/gone.txt\n@@ -1 +1 @@\n-x\n+y\n",
    ] {
        place.check(reply, &[], ASKS);
    }
}

#[test]
fn t12_bombs_are_bounded() {
    let place = Place::new();
    fs::write(place.root().join("same"), "x\n".repeat(20_000)).unwrap();
    let twins = format!(
        "same\n<<<<<<< SEARCH\n{}=======\ny\n>>>>>>> REPLACE\n",
        "x\n".repeat(200)
    );
    place.check(twins, &[], ASKS);
    let hunks: String = (0..300)
        .map(|n| format!("@@ -1 +1 @@\n-nope {n}\n+y\n"))
        .collect();
    place.check(format!("--- a/same\n+++ b/same\n{hunks}"), &[], NOT_WRITTEN);
    fs::write(place.root().join("long"), "ab".repeat(100_000) + "\n").unwrap();
    let near = format!(
        "--- a/long\n+++ b/long\n@@ -1 +1 @@\n-{}\n+y\n",
        "ba".repeat(100_000)
    );
    place.check(near, &[], NOT_WRITTEN);
    let files: String = (0..300)
        .map(|n| naming(&format!("f{n}")).swap_remove(0))
        .collect();
    place.check(files, &[], NOT_WRITTEN);
    for letter in ["x", "é", "変"] {
        place.check(letter.repeat(1_000_000), &[], NOT_WRITTEN);
    }
    place.check("`x".repeat(100_000), &[], NOT_WRITTEN);
    let block = format!(
        "common_line_of_all = compute(value)\n{}",
        "\n".repeat(4_000)
    );
    fs::write(place.root().join("parts.py"), block.repeat(100)).unwrap();
    let parts: String = (0..60)
        .map(|n| {
            format!("common_line_of_all = compute(value)\nx_{n} = {n}\n# ... existing code ...\n")
        })
        .collect();
    place.check(format!("parts.py\n```python\n{parts}```\n"), &[], ASKS);
    let blank = format!("Change src/a.txt:\n{}", " \n".repeat(400_000));
    place.check(blank, &[], NOT_WRITTEN);
}

#[test]
fn t12_so_many_lines_are_read_as_fit_into_the_limit() {
    let place = Place::new();
    // Each line takes memory, however short it is.
    for line in ["rm f\n", "\r", "\\n"] {
        let reply = format!("```sh\n{}```\n", line.repeat(40_000));
        let said = place.check(reply, &["--limit", "1048576"], Fails(&[2]));
        assert!(said.contains("longer than 32768 lines"), "{said}");
    }
    let reply = format!("```sh\n{}```\n", "\r\n".repeat(20_000));
    let said = place.check(reply, &["--limit", "1048576"], Fails(&[2]));
    assert!(!said.contains("longer than"), "{said}");
}

/// One that compares every line of a hunk with every other takes minutes for these.
#[test]
fn t12_a_long_hunk_costs_what_it_is_long() {
    const N_LINES: usize = 30_000;
    let changed: String = (0..N_LINES)
        .map(|n| match n % 2 {
            0 => format!(" item {n}\n"),
            _ => format!("-item {n}\n+new {n}\n"),
        })
        .collect();
    let grown: String = (0..N_LINES)
        .map(|n| format!(" item {n}\n+new {n}\n"))
        .collect();
    for lead in ["", "  "] {
        for hunk in [&changed, &grown] {
            let place = Place::new();
            let lines = (0..N_LINES).map(|n| format!("{lead}item {n}\n"));
            fs::write(place.root().join("long"), lines.collect::<String>()).unwrap();
            place.check(
                format!("--- a/long\n+++ b/long\n@@ @@\n{hunk}"),
                &[],
                Written,
            );
        }
    }
}

/// The same, of a hunk that stands twice, of one with many sections, of one without leading space, and of one whose lines a
/// short file lacks.
#[test]
fn t12_a_long_hunk_that_asks_costs_what_it_is_long() {
    const N_LINES: usize = 40_000;
    let changed = |n: usize| match n % 4 {
        1 => format!("-item {n}\n+new {n}\n"),
        _ => format!(" item {n}\n"),
    };
    let items: String = (0..N_LINES).map(|n| format!("item {n}\n")).collect();
    let changes: String = (0..N_LINES).map(changed).collect();
    let twins = format!("{items}between\n{items}");
    check_long(&twins, &changes, ASKS);

    let section = |n: usize| format!("one line\ntwo lines\ngone {n}\nthree lines\nfour lines\n");
    let grown = |n: usize| section(n) + if n.is_multiple_of(2) { "grown\n" } else { "" };
    let removed = |n: usize| {
        let lines = section(n).replace("gone", "-gone").replace('\n', "\n ");
        format!(" {}\n", lines.trim_end()).replace(" -", "-")
    };
    let sections: String = (0..N_LINES / 5).map(grown).collect();
    let removals: String = (0..N_LINES / 5).map(removed).collect();
    check_long(&sections, &removals, ASKS);

    let uneven = |n: usize| format!("{}item {n}\n", " ".repeat(4 * (n % 3)));
    let uneven: String = (0..N_LINES).map(uneven).collect();
    let flat = |n: usize| format!(" item {n}\n+        new {n}\n");
    let flat: String = (0..N_LINES).map(flat).collect();
    let (uneven, flat) = (format!("    begin\n{uneven}"), format!("   begin\n{flat}"));
    check_long(&uneven, &flat, ASKS);

    let lacked = " return nothing;\n".repeat(N_LINES);
    let first_and_last = format!(" begin here\n{lacked}-end here\n");
    check_long("begin here\nend here\n", &first_and_last, ASKS);
}

/// Checks what comes of a hunk of so many `lines` before a file of that `content`.
#[track_caller]
fn check_long(content: &str, lines: &str, expected: Outcome) {
    let place = Place::new();
    fs::write(place.root().join("long"), content).unwrap();
    let reply = format!("--- a/long\n+++ b/long\n@@ @@\n{lines}");
    place.check(reply, &[], expected);
}

/// One that looks at all sections for each takes minutes for these.
#[test]
fn t12_many_sections_of_one_file_cost_what_they_are_long() {
    const N_SECTIONS: usize = 30_000;
    let sections: [fn(usize) -> String; 8] = [
        |n| format!("f.txt\n```\nbody {n}\n```\n"),
        |n| {
            format!(
                "<write_to_file>\n<path>f.txt</path>\n<content>\n{n}\n</content>\n</write_to_file>\n"
            )
        },
        |n| {
            format!(
                "{{\"name\":\"Write\",\"input\":{{\"file_path\":\"f.txt\",\"content\":\"item {n}\\n\"}}}}\n"
            )
        },
        |n| {
            format!(
                "diff --git a/f.txt b/f.txt\nnew file mode 100644\n--- /dev/null\n+++ b/f.txt\n@@ -9,0 +9 @@\n+x{n}\n"
            )
        },
        |_| {
            "diff --git a/b.txt b/b.txt\ndeleted file mode 100644\n--- a/b.txt\n+++ /dev/null\n@@ -9 +0,0 @@\n-bee\n".to_string()
        },
        |n| {
            format!(
                "diff --git a/b.txt b/g{n}\nsimilarity index 100%\nrename from b.txt\nrename to g{n}\n"
            )
        },
        |n| format!("b.txt\n<<<<<<< SEARCH\nbee {n}\n=======\nwasp\n>>>>>>> REPLACE\n"),
        |n| format!("--- a/n{n}\n+++ b/n{n}\n@@ -99 +99 @@\n-bee\n+wasp {n}\n"),
    ];
    for section in sections {
        let reply: String = (0..N_SECTIONS).map(section).collect();
        // Of a file that calls make again and again, the last content is meant; one that goes again and again is gone.
        let is_made_by_calls = reply.starts_with("<write_to_file>") || reply.contains("\"Write\"");
        let expected = if is_made_by_calls || reply.contains("deleted file") {
            Written
        } else {
            NOT_WRITTEN
        };
        check(reply, expected);
    }
}

/// The same of edits of one file, each of which may stand anywhere in it.
#[test]
fn t12_many_edits_within_lines_cost_what_they_are_long() {
    const N_EDITS: usize = 5_000;
    let place = Place::new();
    let items: String = (0..4 * N_EDITS).map(|n| format!("item {n}\n")).collect();
    fs::write(place.root().join("items"), items).unwrap();
    let edit = |n: usize| {
        let n = 4 * N_EDITS - 1 - n;
        format!(
            "{{\"path\": \"items\", \"old_string\": \"item {n}\", \"new_string\": \"new {n}\"}}\n"
        )
    };
    place.check((0..N_EDITS).map(edit).collect::<String>(), &[], Written);
}

#[test]
fn honest_replies_are_written() {
    for reply in [
        EDIT_A.to_string(),
        format!("Here is the change:\n\n```diff\n{EDIT_A}```\nThat is all.\n"),
        naming("new.txt").swap_remove(1),
        naming("..a/.gitignore").swap_remove(1),
        naming(".github/workflows/x.yml").swap_remove(1),
        naming("a b/caf\u{e9} \u{4f60}.txt").swap_remove(1),
        naming("new.txt").swap_remove(3),
        naming("new.txt").swap_remove(6),
        "src/a.txt\n<<<<<<< SEARCH\nsecond line\n=======\nNEW\n>>>>>>> REPLACE\n".to_string(),
        "*** Begin Patch\n*** Delete File: b.txt\n*** End Patch\n".to_string(),
    ] {
        check(reply, Written);
    }
}

#[test]
fn t10_a_change_of_what_is_the_files_own_is_no_silent_success() {
    let hunk = |old: &str, new: &str| format!("--- a/c\n+++ b/c\n@@ -1,2 +1,2 @@\n{old}{new}");
    for (content, patch, expected) in [
        ("a\r\nb\r\n", hunk("-a\r\n-b\r\n", "+a\n+b\n"), ASKS),
        ("a\nb\n", hunk("-a\n-b\n", "+a\r\n+b\r\n"), ASKS),
        ("\u{feff}a\nb\n", hunk("-\u{feff}a\n", "+a\n b\n"), ASKS),
        ("a\nb\n", hunk("-a\n", "+\u{feff}a\n b\n"), NOT_WRITTEN),
        ("a\r\nb\r\n", hunk(" a\r\n-b\r\n", "+c\r\n"), Written),
        ("a\r\nb\r\n", hunk(" a\n-b\n", "+c\n"), Written),
        ("\u{feff}a\nb\n", hunk("-a\n", "+c\n b\n"), Written),
    ] {
        let place = Place::new();
        fs::write(place.root().join("c"), content).unwrap();
        place.check(&patch, &[], expected);
    }
}

#[test]
fn t10_lines_of_a_diff_where_none_are_due_are_told() {
    let old = "*** 1,3 ****\n  fn main() {\n!     hello();\n  }\n";
    let new = "--- 1,3 ----\n  fn main() {\n!     goodbye();\n  }\n";
    let head = "*** g.rs\n--- g.rs\n***************\n";
    let spoilt = [
        format!("{head}*** 1,3 ****\n--- g.rs\n  fn main() {{\n!     hello();\n  }}\n{new}"),
        format!("{head}*** 1,3 ****\n***************\n  fn main() {{\n!     hello();\n  }}\n{new}"),
        format!("{head}{}{new}", old.replace('!', "*")),
        format!("{head}{old}{}{new}", new.replace("goodbye", "hello")),
        "In `g.rs`:\n\n```diff\n fn main() {\n-    hello();\n+    goodbye();\n@@ -1,3 +1,4 @@\n }\n```\n".to_string(),
        "In `g.rs`:\n\n```diff\n-    hello();\n@@ -1,3 +1,3 @@\n fn main() {\n }\n```\n".to_string(),
    ];
    let place = || {
        let place = Place::new();
        for name in ["g.rs", "h.rs"] {
            fs::write(place.root().join(name), "fn main() {\n    hello();\n}\n").unwrap();
        }
        place
    };
    for reply in spoilt {
        place().check(&reply, &[], NOT_WRITTEN);
    }
    // Sections that follow at once are none of that.
    let both = format!("{head}{old}{new}{}{old}{new}", head.replace("g.rs", "h.rs"));
    place().check(both, &[], Written);
}

#[test]
fn t05_a_reply_that_ends_in_a_deletion_without_lines_waits() {
    let deletion = "diff --git a/b.txt b/b.txt\ndeleted file mode 100644\n";
    let named = format!("{deletion}--- a/b.txt\n+++ /dev/null\n");
    for content in ["", "x", "\n", " \n", "\u{0}\u{1}", "\u{feff}", "\u{feff}\n"] {
        let check = |reply: &str, expected| {
            let place = Place::new();
            fs::write(place.root().join("b.txt"), content).unwrap();
            place.check(reply, &[], expected);
        };
        for reply in [deletion, &named, &format!("{deletion}\n\n")] {
            check(reply, NOT_WRITTEN);
        }
        if !content.contains('\0') {
            check(&format!("{deletion}-- \n"), Written);
            check(&format!("```diff\n{deletion}```\n"), Written);
        }
    }
}
