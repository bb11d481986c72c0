//! What tells the places of a tie apart: the definition that each is in, never the one that comes next.

use super::drive::{Drive, lit};

/// Three functions alike but for their names.
fn three_means() -> String {
    let one = |name: &str| {
        format!(
            "def {name}(rows):\n    total = 0\n    count = 0\n    for row in rows:\n        if row.skip:\n            continue\n        \
             total += row.value\n        count += 1\n    if count == 0:\n        return 0\n    mean = total / count\n    \
             log(\"mean\", mean)\n    return mean\n\n\n"
        )
    };
    ["mean_price", "mean_weight", "mean_height"]
        .map(one)
        .concat()
}

const MEAN: &str = "--- a/stats.py\n+++ b/stats.py\n@@ ... @@\n     log(\"mean\", mean)\n-    return mean\n+    return round(mean, 2)\n";

/// The same in braces, each function after a comment of its own.
fn three_sums() -> String {
    let one = |name: &str| {
        format!(
            "// Adds {name}.\nfn {name}(rows: &[u32]) -> u32 {{\n    let mut total = 0;\n    for row in rows {{\n        \
             total += row;\n    }}\n    total\n}}\n\n"
        )
    };
    ["apples", "pears", "plums"].map(one).concat()
}

const SUM: &str = "--- a/stats.rs\n+++ b/stats.rs\n@@ ... @@\n         total += row;\n     }\n-    total\n+    total + 1\n";

/// Classes whose names stand on a line of their own, with a method each.
fn many_classes(n: usize) -> String {
    let one = |at: usize| {
        format!(
            "class Number{at:02}(\n    Base,\n):\n    def handle(self, request):\n        payload = request.payload\n        \
             if payload is None:\n            return None\n        return self.answer(payload)\n\n\n"
        )
    };
    (0..n).map(one).collect()
}

const CLASS: &str = "--- a/h.py\n+++ b/h.py\n@@ ... @@\n         if payload is None:\n-            return None\n+            return Empty()\n         return self.answer(payload)\n";

const SIZES: [(u16, u16); 4] = [(80, 24), (100, 30), (120, 40), (200, 50)];

/// Looks at place `place` and asserts that its own name is lit, and that no name is that is not of a place on the screen.
#[track_caller]
fn check(path: &str, file: &str, reply: &str, names: &[&str], place: usize) {
    for size in SIZES {
        let mut drive = Drive::on(path, file, reply, size);
        drive.keys(&place.to_string());
        let (lit, text) = (lit(&drive), drive.text());
        let own = names[place - 1];
        assert!(
            lit.iter().any(|words| words.contains(own)),
            "{size:?} {own} is not among {lit:?}\n{text}"
        );
        // Two places may be seen side by side, in pairs from the first on.
        let beside = names
            .get((place - 1) ^ 1)
            .copied()
            .unwrap_or_else(|| names[place - 2]);
        let foreign = lit.iter().find(|words| {
            let is_of = |name: &&str| words.contains(*name);
            names.iter().any(is_of) && ![own, beside].iter().any(is_of)
        });
        assert_eq!(foreign, None, "{size:?} {own}\n{text}");
        if size.0 < 120 {
            assert_eq!(lit.len(), 1, "one place is seen: {lit:?}\n{text}");
        }
        let told = text.lines().find(|row| row.contains("Place "));
        assert!(!text.contains("Unique to place"), "{told:?}\n{text}");
    }
}

#[test]
fn each_of_three_places_is_told_by_the_definition_it_is_in() {
    let names = ["mean_price", "mean_weight", "mean_height"];
    for place in 1..=3 {
        check("stats.py", &three_means(), MEAN, &names, place);
    }
}

#[test]
fn so_are_functions_in_braces() {
    for place in 1..=3 {
        check(
            "stats.rs",
            &three_sums(),
            SUM,
            &["apples", "pears", "plums"],
            place,
        );
    }
}

#[test]
fn so_are_methods_by_their_class_whose_signature_takes_several_lines() {
    let names: Vec<String> = (0..27).map(|at| format!("Number{at:02}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for place in [1, 2, 5, 9] {
        check("h.py", &many_classes(27), CLASS, &names, place);
    }
}

#[test]
fn two_places_show_their_own_definition_where_it_is_scrolled_away() {
    let body = "    step()\n".repeat(30);
    let one = |name: &str| format!("def {name}(rows):\n{body}    return mean\n\n\n");
    let file = one("mean_price") + &one("mean_weight");
    let reply = "--- a/stats.py\n+++ b/stats.py\n@@ ... @@\n     step()\n-    return mean\n+    return round(mean, 2)\n";
    for place in 1..=2 {
        check(
            "stats.py",
            &file,
            reply,
            &["mean_price", "mean_weight"],
            place,
        );
    }
}

/// Between the top and the first definition, and at the very end, there is none that a place is in.
#[test]
fn a_definition_further_down_tells_nothing_of_a_place() {
    let file = "import a\nrun()\nstop()\n\n\ndef first():\n    pass\n\n\nimport b\nrun()\nstop()\n\n\ndef second():\n    pass\n\n\n\
                import c\nrun()\nstop()\n";
    let reply = "--- a/m.py\n+++ b/m.py\n@@ ... @@\n run()\n-stop()\n+halt()\n";
    for size in SIZES {
        for place in ["1", "2", "3"] {
            let mut drive = Drive::on("m.py", file, reply, size);
            drive.keys(place);
            let lit = lit(&drive);
            assert!(
                !lit.iter()
                    .any(|words| words.contains("first") || words.contains("second")),
                "{size:?} place {place}: {lit:?}\n{}",
                drive.text()
            );
        }
    }
}

/// Two classes that have a method of one name, with one body.
const ALIKE: &str = "class Registry:\n    def get(self, name):\n        entry = self.entries.get(name)\n        if entry is None:\n            raise KeyError(name)\n        return entry\n\n\nclass Loader:\n    def get(self, name):\n        entry = self.entries.get(name)\n        if entry is None:\n            raise KeyError(name)\n        return entry\n";

const RAISE: &str = "--- a/core.py\n+++ b/core.py\n@@ @@\n         if entry is None:\n-            raise KeyError(name)\n+            raise Missing(name)\n         return entry\n";

#[test]
fn methods_of_one_name_are_told_apart_by_their_classes() {
    for typed in ["", " -> str"] {
        // Whether the signatures differ or not.
        let file = ALIKE.replacen("name):", &format!("name){typed}:"), 1);
        for size in SIZES {
            let mut drive = Drive::on("core.py", &file, RAISE, size);
            for keys in ["1", "2"] {
                let text = drive.keys(keys).text();
                assert!(
                    text.contains("Place 1 is in Registry.get, place 2 in Loader.get."),
                    "{text}"
                );
                let class = ["Registry", "Loader"][usize::from(keys == "2")];
                let lit = lit(&drive);
                assert!(
                    lit.iter().any(|words| words.contains(class)),
                    "{lit:?}\n{text}"
                );
                if keys == "1" {
                    drive.keys("<esc>");
                }
            }
        }
    }
}

#[test]
fn places_of_one_name_are_told_apart_by_the_line_that_differs() {
    let one = |of: &str| {
        format!(
            "impl {of} for Path {{\n    fn fmt(&self) -> Text {{\n        let text = self.text();\n        text.trim()\n    }}\n}}\n\n"
        )
    };
    let file = ["Debug", "Display"].map(one).concat();
    let reply = "--- a/p.rs\n+++ b/p.rs\n@@ @@\n         let text = self.text();\n-        text.trim()\n+        text\n     }\n";
    for size in SIZES {
        let text = Drive::on("p.rs", &file, reply, size).text();
        assert!(!text.contains("Place 1 is in"), "{text}");
        assert!(text.contains("Lines 1 and 8 tell them apart"), "{text}");
        assert!(text.contains("impl Display for Path"), "{text}");
    }
}

/// As many places are said to be seen as are.
#[test]
fn the_heading_of_the_places_counts_those_on_the_screen() {
    let file = many_classes(27);
    for size in SIZES {
        for keys in ["", ".....", ".............."] {
            let mut drive = Drive::on("h.py", &file, CLASS, size);
            let text = drive.keys(keys).text();
            let heading = text.lines().find(|row| row.contains(", from the top"));
            let heading = heading.unwrap_or_else(|| panic!("places are listed\n{text}"));
            let (_, rest) = heading.split_once("places ").unwrap();
            let seen = rest.split(' ').next().unwrap();
            assert!(rest.contains("of 27"), "{heading}");
            let (first, last) = seen.split_once('-').unwrap();
            let n: usize = last.parse::<usize>().unwrap() + 1 - first.parse::<usize>().unwrap();
            let listed = text
                .lines()
                .filter(|row| row.contains("  Number") && row.contains(" line "));
            // The panes name the places that they show, too.
            let listed = listed.filter(|row| !row.contains('\u{2500}')).count();
            assert_eq!(listed, n, "{size:?} {keys}\n{text}");
        }
    }
}

/// Two types of one trait with a path: the type says which, not the module of the trait.
const TWO_IMPLS: &str = "impl fmt::Display for Point {\n    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {\n        for part in [self.x, self.y] {\n            write!(f, \"{} \", part)?;\n        }\n        Ok(())\n    }\n}\n\nimpl fmt::Display for Size {\n    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {\n        for part in [self.x, self.y] {\n            write!(f, \"{} \", part)?;\n        }\n        Ok(())\n    }\n}\n";

#[test]
fn a_path_is_no_sentence_of_the_reply_and_no_name_of_a_place() {
    let reply = "The numbers of Size are parted by commas now. In src/geo.rs:\n\n<<<<<<< SEARCH\n            write!(f, \"{} \", part)?;\n=======\n            write!(f, \"{},\", part)?;\n>>>>>>> REPLACE\n";
    let drive = Drive::on("src/geo.rs", TWO_IMPLS, reply, (120, 40));
    let text = drive.text();
    let said = "\u{201c}The numbers of Size are parted by commas now.\u{201d}";
    assert!(text.contains(said), "{text}");
    assert!(
        text.contains("Point.fmt") && text.contains("Size.fmt"),
        "{text}"
    );
}

#[test]
fn places_that_fit_equally_well_are_not_listed_best_first() {
    let four: String = (0..4)
        .map(|n| format!("f{n}:\n    a\n    x\n    b\n"))
        .collect();
    let hunk = |header: &str| {
        format!("--- a/f.txt\n+++ b/f.txt\n{header}\n     a\n-    x\n+    y\n     b\n")
    };
    for (header, order) in [
        ("@@ @@", "places, from the top"),
        ("@@ -7,3 +7,3 @@", "places, nearest the patch's line first"),
    ] {
        let drive = super::Drive::on("f.txt", &four, &hunk(header), (80, 24));
        let text = drive.text();
        assert!(text.contains("fits 4 places equally well"), "{text}");
        assert!(text.contains(order), "{text}");
        assert!(!text.contains("best first"), "{text}");
    }
}

#[test]
fn the_line_that_tells_places_apart_is_on_the_screen() {
    let lines = |n: usize, name: &str| -> String {
        (0..n)
            .map(|at| format!("    {name}{at} = load({at})\n"))
            .collect()
    };
    let block = |kind: &str, n: usize| {
        format!(
            "    kind = '{kind}'\n{}    total = 0\n    for row in rows:\n        total += row.price\n    emit(total)\n{}\n",
            lines(n, "a"),
            lines(n, "b")
        )
    };
    let reply = "--- a/m.py\n+++ b/m.py\n@@ @@\n     total = 0\n     for row in rows:\n-        total += row.price\n+        total += row.price * row.count\n     emit(total)\n";
    for n in [3, 6, 7] {
        let (first, second) = (block("first", n), block("second", n));
        let file = format!("def run(rows):\n{first}{second}    return total\n");
        for size in [(80, 24), (100, 30), (120, 40), (200, 50)] {
            let mut drive = Drive::on("m.py", &file, reply, size);
            for (key, kind) in [("1", "first"), ("2", "second")] {
                drive.keys(key);
                let text = drive.text();
                // Once in the sentence, and once where it is.
                let said = text.matches(&format!("kind = '{kind}'")).count();
                assert!(said > 1, "{n} {kind} {size:?}: {text}");
            }
        }
    }
}
