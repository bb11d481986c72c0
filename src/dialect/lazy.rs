//! Lazy edits: a file in which comments such as `// ... existing code ...` stand for what does not change.

use super::spec::{DialectSpec, Manners, Takes};
use super::walk::scan::Scan;
use super::whole_file;

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "lazy",
    title: "a file with `... existing code ...` for what stays",
    example: "src/greet.rs\n```rust\nfn main() {\n    goodbye();\n}\n// ... existing code ...\n```\n",
    advice: &[],
    starts,
    read,
    manners: Manners {
        takes: Takes::Fence(whole_file::content),
        ..Manners::PLAIN
    },
};

fn starts(scan: &Scan<'_>) -> bool {
    whole_file::find(scan).is_some_and(|file| !whole_file::elisions(scan, file.content).is_empty())
}

fn read(scan: &mut Scan<'_>) {
    whole_file::read_as(scan, SPEC.name);
}
