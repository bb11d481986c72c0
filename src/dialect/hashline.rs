//! Hashline edits: lines are named by number and a short digest (`42#VK`) and given new text.

use super::call::anchored::{self, FIRST};
use super::spec::{DialectSpec, Ends, Manners};
use super::tool_json;
use super::walk::scan::Scan;

pub(super) const SPEC: DialectSpec = DialectSpec {
    name: "hashline",
    title: "JSON edits that name lines by number and digest, `\"pos\": \"42#VK\"`",
    example: "{\"path\": \"src/greet.rs\", \"edits\": [{\"op\": \"replace\", \"pos\": \"2#VK\", \"lines\": [\"    goodbye();\"]}]}\n",
    advice: &[],
    starts,
    read,
    manners: Manners {
        ends: Ends::BySign,
        ..Manners::PLAIN
    },
};

fn starts(scan: &Scan<'_>) -> bool {
    tool_json::starts_with(scan, |call| anchored::anchor(call, FIRST).is_some())
}

fn read(scan: &mut Scan<'_>) {
    tool_json::read_as(scan, SPEC.name);
}
