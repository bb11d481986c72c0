//! How the JSON of a notebook is laid out: what stands between its values is copied for new ones.

use jsonc_parser::ast::{Array, Object, Value};
use jsonc_parser::common::Ranged;

use crate::patch::cell::CellKind;

/// What stands between the values of a notebook.
pub(super) struct Layout<'t> {
    text: &'t str,
    /// What stands before a cell, before a member of one, and before an item of its source: a line break and the leading
    /// space, or nothing; and what stands behind the last of each.
    cell: Lead,
    member: Lead,
    item: Lead,
    /// What stands between a name and its value.
    colon: String,
}

/// What stands before each item of a list, and behind the last.
struct Lead {
    before: String,
    behind: String,
}

impl Lead {
    /// Takes it from a list between bytes `start` and `end`; `None` where that has no items.
    fn of<T: Ranged>(items: &[T], end: usize, text: &str) -> Option<Lead> {
        let (first, last) = (items.first()?, items.last()?);
        Some(Lead {
            before: before(text, first.start()).to_string(),
            behind: text[last.end()..end - 1].to_string(),
        })
    }

    /// Returns that of a list one step deeper, where the file has lines for it.
    fn within(&self, unit: &str) -> Lead {
        let before = match self.before.is_empty() {
            true => String::new(),
            false => format!("{}{unit}", self.before),
        };
        Lead {
            before,
            behind: self.before.clone(),
        }
    }
}

impl<'t> Layout<'t> {
    pub(super) fn of(root: &Object<'_>, cells: &Array<'_>, text: &'t str) -> Layout<'t> {
        let list = root.get("cells").map_or(0, Ranged::start);
        let outer = Lead {
            before: before(text, list).to_string(),
            behind: String::new(),
        };
        let unit = outer.before.trim_start_matches('\n');
        let first = cells.elements.first().and_then(Value::as_object);
        let member = first.and_then(|cell| Lead::of(&cell.properties, cell.range.end, text));
        let item = cells.elements.iter().find_map(|cell| {
            let source = cell.as_object()?.get_array("source")?;
            Lead::of(&source.elements, source.range.end, text)
        });
        let cell = Lead::of(&cells.elements, cells.range.end, text);
        let cell = cell.unwrap_or_else(|| outer.within(unit));
        let member = member.unwrap_or_else(|| cell.within(unit));
        let item = item.unwrap_or_else(|| member.within(unit));
        let colon = root.properties.first().map(|first| {
            let behind = &text[first.range.start..first.value.start()];
            behind.rsplit_once('"').map_or(": ", |(_, colon)| colon)
        });
        Layout {
            text,
            cell,
            member,
            item,
            colon: colon.unwrap_or(": ").to_string(),
        }
    }

    /// Returns what stands between two cells behind the comma.
    pub(super) fn between_cells(&self) -> String {
        self.between(&self.cell)
    }

    fn between(&self, lead: &Lead) -> String {
        if lead.before.is_empty() {
            self.colon.trim_start_matches(':').to_string()
        } else {
            lead.before.clone()
        }
    }

    fn joined(&self, lead: &Lead, items: &[String]) -> String {
        let items = items.join(&format!(",{}", self.between(lead)));
        format!("{}{items}{}", lead.before, lead.behind)
    }

    /// Returns a list of cells with one only.
    pub(super) fn cells(&self, cell: &str) -> String {
        format!("[{}]", self.joined(&self.cell, &[cell.to_string()]))
    }

    /// Returns a list of `items`, laid out as `like` is where that has some.
    pub(super) fn list(&self, like: Option<&Array<'_>>, items: &[String]) -> String {
        let own = like.and_then(|like| Lead::of(&like.elements, like.range.end, self.text));
        match items.is_empty() {
            true => "[]".to_string(),
            false => format!(
                "[{}]",
                self.joined(own.as_ref().unwrap_or(&self.item), items)
            ),
        }
    }

    /// Returns a new cell, its members in the order in which Jupyter writes them; `id` and `metadata` are JSON.
    pub(super) fn cell(
        &self,
        kind: CellKind,
        id: Option<&str>,
        metadata: Option<&str>,
        source: &str,
    ) -> String {
        let runs = kind == CellKind::Code;
        let members = [
            ("cell_type", Some(format!("\"{}\"", kind.name()))),
            ("execution_count", runs.then(|| "null".to_string())),
            ("id", id.map(str::to_string)),
            ("metadata", Some(metadata.unwrap_or("{}").to_string())),
            ("outputs", runs.then(|| "[]".to_string())),
            ("source", Some(source.to_string())),
        ];
        let members: Vec<String> = members
            .into_iter()
            .filter_map(|(name, value)| Some(format!("\"{name}\"{}{}", self.colon, value?)))
            .collect();
        format!("{{{}}}", self.joined(&self.member, &members))
    }
}

/// Returns the line break and the leading space in front of what stands at byte `at`; nothing where other text does.
fn before(text: &str, at: usize) -> &str {
    let above = text[..at].trim_end_matches([' ', '\t']);
    match above.ends_with('\n') {
        true => &text[above.len() - 1..at],
        false => "",
    }
}

/// Returns a string as JSON, with other letters than those of ASCII escaped where `like` has them so.
pub(super) fn json_string(text: &str, like: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    if !like.is_ascii() || !like.contains("\\u") {
        return quoted;
    }
    let mut out = String::with_capacity(quoted.len());
    for c in quoted.chars() {
        match c.is_ascii() {
            true => out.push(c),
            false => {
                let mut units = [0; 2];
                let units = c.encode_utf16(&mut units).iter();
                out.extend(units.map(|unit| format!("\\u{unit:04x}")));
            }
        }
    }
    out
}
