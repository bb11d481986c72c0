//! What is said once is said plainly.

use super::drive::{Drive, says, says_nothing_of};

pub(crate) const LIMITS: &str = "def one(value, limit):\n    if value > limit:\n        return limit - 1\n    total = value * 3\n    return total\n\n\ndef two(value, limit):\n    if value > limit:\n        return limit - 2\n    total = value * 4\n    return total\n";

/// The second hunk keeps a line that the first one changes, so that it fits the file, and not what the first one leaves.
pub(crate) const AFTER: &str = "--- a/limits.py\n+++ b/limits.py\n@@ @@\n def two(value, limit):\n-    if value > limit:\n+    if value >= limit:\n         return limit - 2\n@@ @@\n     if value > limit:\n-        return limit - 2\n+        return limit - 22\n     total = value * 4\n";

#[test]
fn a_hunk_that_fits_one_place_is_never_said_to_fit_several() {
    for size in [(80, 24), (120, 40), (200, 50)] {
        let mut drive = Drive::on("limits.py", LIMITS, AFTER, size);
        while drive.model.session.number(drive.model.hunk) != 2 {
            drive.keys("]");
        }
        says(&drive, "Hunk 2 fits line 10");
        for words in [
            "1 places", "equally well", "tells them apart", "All match", "Both match",
        ] {
            says_nothing_of(&drive, words);
        }
        if size.0 > 100 {
            says(&drive, "place unclear");
        }
    }
}

#[test]
fn what_several_definitions_drop_is_one_list() {
    let def = |name: &str| {
        format!(
            "def {name}(rows):\n    out = []\n    for row in rows:\n        out.append(row.{name})\n    return out\n\n\n"
        )
    };
    let file = ["load", "store", "check", "merge"].map(def).concat();
    let kept = [def("load"), def("merge")].concat();
    let reply = format!("Here is the complete file `jobs.py`:\n\n```python\n{kept}```\n");
    let drive = Drive::on("jobs.py", &file, &reply, (200, 50));
    says(
        &drive,
        "It drops `def store` (7 lines), `def check` (7 lines)",
    );
    says_nothing_of(&drive, "drops `def check`");
}

#[test]
fn what_is_left_out_of_all_exact_ones_is_said_as_such() {
    let mut drive = Drive::demo("dark", (120, 40));
    drive.keys("Y");
    says(
        &drive,
        "Accepted 4 exact matches; left out 1 that has hidden text",
    );
}
