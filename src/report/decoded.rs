//! Lines that a hunk adds and the reply does not have so, as its signs stand for others: `&lt;` for `<`.

use std::collections::HashSet;

use bstr::{BStr, ByteSlice};

use crate::matcher::Code;
use crate::patch::{HunkLine, LineKind, of_kind};
use crate::plan::{HunkPlan, State};
use crate::session::Session;
use crate::text::display::display_line;
use crate::text::words::counted;

/// Returns a sentence on the lines that a placed hunk adds decoded; `None` where there are none.
pub(super) fn told(session: &Session, plan: &HunkPlan) -> Option<String> {
    let placed = plan.placement.as_ref();
    let placed = placed.filter(|_| plan.state == State::Placed)?;
    placed.candidate.for_once(|place| {
        let signs = Code::of(place.variant.kind)?.words();
        let written: HashSet<&BStr> = added(&session.patch().hunk(plan.id).lines).collect();
        let mut decoded = added(&place.variant.lines).filter(|line| !written.contains(line));
        let first = display_line(decoded.next()?);
        let more = match decoded.count() {
            0 => String::new(),
            n => format!(" and {}", counted(n, "more line")),
        };
        Some(format!(
            "adds `{first}`{more} with the reply's {signs} decoded"
        ))
    })
}

/// Returns the lines that are added, without the blanks around them.
fn added(lines: &[HunkLine]) -> impl Iterator<Item = &BStr> {
    of_kind(lines, LineKind::Insert).map(|line| line.body.trim().as_bstr())
}
