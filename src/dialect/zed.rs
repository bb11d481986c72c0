//! Zed's blocks, whose SEARCH marker carries the line: `<<<<<<< SEARCH line=42`.

use super::blocks::block;
use super::blocks::marker::{self, Marker};
use super::spec::{DialectSpec, Manners};
use super::walk::scan::Scan;

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "zed",
    title: "SEARCH/REPLACE blocks with `line=` on the marker, as in Zed",
    example: "src/greet.rs\n<<<<<<< SEARCH line=2\n    hello();\n=======\n    goodbye();\n>>>>>>> REPLACE\n",
    advice: &[
        "On the SEARCH marker write `line=` and the number that the first line searched for has in the file as it is, whatever other blocks change.",
        "In SEARCH copy the lines to be replaced exactly; in REPLACE write the lines that replace them.",
    ],
    starts,
    read,
    manners: Manners::PLAIN,
};

fn starts(scan: &Scan<'_>) -> bool {
    scan.peek(0).is_some_and(|line| {
        matches!(marker::read(line.body), Some(Marker::Search { attributes, .. }) if attributes.starts_with(b"line"))
    })
}

fn read(scan: &mut Scan<'_>) {
    block::read(scan, SPEC.name);
}
