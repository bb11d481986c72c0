//! Cline's newer blocks: `------- SEARCH`, `=======`, `+++++++ REPLACE`.

use super::blocks::block;
use super::blocks::marker::{self, Marker, Style};
use super::spec::{DialectSpec, Manners};
use super::walk::scan::Scan;

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "cline",
    title: "SEARCH/REPLACE blocks between `-------` and `+++++++`, as in Cline",
    example: "src/greet.rs\n------- SEARCH\n    hello();\n=======\n    goodbye();\n+++++++ REPLACE\n",
    advice: &[
        "Write `------- SEARCH`, the exact lines to be replaced, `=======`, the new lines, `+++++++ REPLACE`.",
        "Use one block for each change, in the order of the file.",
    ],
    starts,
    read,
    manners: Manners::PLAIN,
};

fn starts(scan: &Scan<'_>) -> bool {
    scan.peek(0).is_some_and(|line| {
        matches!(
            marker::read(line.body),
            Some(Marker::Search {
                style: Style::Signs,
                ..
            })
        )
    })
}

fn read(scan: &mut Scan<'_>) {
    block::read(scan, SPEC.name);
}
