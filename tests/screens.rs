//! The screen: keys in, characters and styles out, on files in memory.

#![allow(clippy::unwrap_used)]

#[path = "screens/drive.rs"]
mod drive;

use drive::{Drive, characters, styles};

/// Presses `keys` and compares the screen at two sizes, characters and styles, with what was approved.
#[track_caller]
fn check(name: &str, keys: &str) {
    for size in [(80, 24), (120, 40)] {
        let mut drive = Drive::new(size);
        drive.keys(keys);
        let buffer = drive.buffer();
        let screen = format!("{}\n{}", characters(&buffer), styles(&buffer));
        let name = format!("{name}_{}x{}", size.0, size.1);
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(name, screen);
        });
    }
}

#[test]
fn a_review_opens_on_the_first_hunk_that_needs_a_person() {
    check("first", "");
}
