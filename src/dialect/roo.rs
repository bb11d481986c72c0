//! Roo Code's blocks: `:start_line:` and a rule stand between the SEARCH marker and the text.

use super::blocks::marker::{self, Marker, Style};
use super::blocks::{block, preamble};
use super::spec::{DialectSpec, Manners};
use super::walk::scan::Scan;

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "roo",
    title: "SEARCH/REPLACE blocks with `:start_line:`, as in Roo Code",
    example: "src/greet.rs\n<<<<<<< SEARCH\n:start_line:2\n-------\n    hello();\n=======\n    goodbye();\n>>>>>>> REPLACE\n",
    advice: &[
        "After `<<<<<<< SEARCH` write `:start_line:` and the number that the first line searched for has in the file as it is, whatever other blocks change, then `-------`.",
        "Write the path alone on the line above `<<<<<<< SEARCH`.",
        "Below the lines searched for write `=======`, then the new lines, then `>>>>>>> REPLACE`.",
        "In SEARCH copy the lines exactly, without the line numbers you were shown.",
        "Never write `:start_line:` below `=======`.",
        "Put a backslash before a line of the file that looks like a marker.",
    ],
    starts,
    read,
    manners: Manners::PLAIN,
};

fn starts(scan: &Scan<'_>) -> bool {
    let Some(line) = scan.peek(0).filter(|line| marker::is_start(line.body)) else {
        return false;
    };
    let angles = matches!(
        marker::read(line.body),
        Some(Marker::Search {
            style: Style::Angles,
            ..
        })
    );
    angles && preamble::is_there(scan)
}

fn read(scan: &mut Scan<'_>) {
    block::read(scan, SPEC.name);
}
