//! JSON read as a type: what has another shape is told by the name of the value, in words that say nothing of Rust. Serde alone
//! also takes a list for an object, field by field, and drops what a variant does not know.

use std::collections::BTreeSet;
use std::fmt;

use schemars::{JsonSchema, Schema, schema_for};
use serde::de::{self, DeserializeOwned, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Number, Value};

/// Reads `value`.
///
/// # Errors
/// The first part of it that has another shape.
pub(super) fn read<T: JsonSchema + DeserializeOwned>(value: Value) -> Result<T, String> {
    check(&value, &schema_for!(T))?;
    serde_json::from_value(value).map_err(|fault| fault.to_string())
}

/// Reads the text of one document.
///
/// # Errors
/// When it is no JSON, and as for [`read`].
pub(super) fn read_text<T: JsonSchema + DeserializeOwned>(text: &[u8]) -> Result<T, String> {
    read(document(text).map_err(|fault| fault.to_string())?)
}

/// Reads the text of one document, of any shape.
///
/// # Errors
/// When it is no JSON, or an object in it has a field twice: the first of the two would be dropped without a word.
pub(super) fn document(text: &[u8]) -> serde_json::Result<Value> {
    serde_json::from_slice(text).map(|Unrepeated(value)| value)
}

/// A value none of whose objects has a field twice.
struct Unrepeated(Value);

impl<'de> Deserialize<'de> for Unrepeated {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Unrepeated, D::Error> {
        from.deserialize_any(ValueVisitor).map(Unrepeated)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a JSON value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_string()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Unrepeated(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some((name, Unrepeated(value))) = fields.next_entry::<String, Unrepeated>()? {
            if object.contains_key(&name) {
                return Err(de::Error::custom(format!("field `{name}` is given twice")));
            }
            object.insert(name, value);
        }
        Ok(Value::Object(object))
    }
}

/// Makes sure that `value` has the shape that `schema` tells.
///
/// # Errors
/// The first part of it that has another.
pub(super) fn check(value: &Value, schema: &Schema) -> Result<(), String> {
    let root = schema.as_value();
    Shape { root }.check(value, root, "")
}

/// The schema that others refer into.
struct Shape<'a> {
    root: &'a Value,
}

impl Shape<'_> {
    /// Makes sure of a value that is called `name`; the document has no name.
    fn check(&self, value: &Value, schema: &Value, name: &str) -> Result<(), String> {
        let ways = self.ways(schema);
        let [schema] = ways[..] else {
            return self.check_ways(value, &ways, name);
        };
        if let Some(expected) = schema.get("const") {
            return told(value == expected, name, &format!("expected {expected}"));
        }
        if let Some(all) = schema["enum"].as_array() {
            return told(all.contains(value), name, &expected(all));
        }
        let types = types(schema);
        let is_one = types.is_empty() || types.iter().any(|name| is_of(value, name));
        let expected = types.first().map_or("", |name| in_words(name));
        let found = in_words(type_of(value));
        told(is_one, name, &format!("expected {expected}, found {found}"))?;
        let least = schema["minimum"].as_f64();
        let is_less = least
            .zip(value.as_f64())
            .is_some_and(|(least, it)| it < least);
        told(!is_less, name, "expected no negative number")?;
        if let Value::Array(items) = value {
            for (item, at) in items.iter().zip(0..) {
                self.check(item, &schema["items"], &format!("{name}[{at}]"))?;
            }
        }
        if let (Value::Object(fields), Some(known)) = (value, schema["properties"].as_object()) {
            for (field, value) in fields {
                let named = dotted(name, field);
                let Some(schema) = known.get(field) else {
                    let known: Vec<&str> = known.keys().map(String::as_str).collect();
                    let known = known.join("`, `");
                    return Err(format!("unknown field `{named}`; there are `{known}`"));
                };
                self.check(value, schema, &named)?;
            }
            let required = schema["required"].as_array().into_iter().flatten();
            for field in required.filter_map(Value::as_str) {
                let is_there = fields.contains_key(field);
                told(is_there, &dotted(name, field), "missing")?;
            }
        } else if let Value::Object(fields) = value {
            for (field, value) in fields {
                self.check(value, &schema["additionalProperties"], &dotted(name, field))?;
            }
        }
        Ok(())
    }

    /// Makes sure of a value that may have one of several shapes; the fault told is that of the one it is nearest to.
    fn check_ways(&self, value: &Value, ways: &[&Value], name: &str) -> Result<(), String> {
        let faults = ways.iter().map(|way| self.check(value, way, name).err());
        let faults: Option<Vec<String>> = faults.collect();
        let Some(faults) = faults else {
            return Ok(());
        };
        let Some(fields) = value.as_object() else {
            let is_object = ways.iter().all(|way| types(way) == ["object"]);
            let found = in_words(type_of(value));
            told(
                !is_object,
                name,
                &format!("expected an object, found {found}"),
            )?;
            let names: Vec<Value> = ways.iter().flat_map(|way| names(way)).collect();
            return told(false, name, &expected(&names));
        };
        if let Some(tags) = ways.iter().map(|way| tag(way)).collect::<Option<Vec<_>>>() {
            return told_by_tag(fields, &tags, &faults, name);
        }
        // A shape that has one of the value's fields is the one that was meant.
        let has_a_field = |way: &&Value| {
            let known = way["properties"].as_object();
            known.is_some_and(|known| fields.keys().any(|field| known.contains_key(field)))
        };
        let meant = ways.iter().position(has_a_field);
        if let Some(fault) = meant.and_then(|at| faults.get(at)) {
            return Err(fault.clone());
        }
        let names: Vec<Value> = ways.iter().flat_map(|way| names(way)).collect();
        told(false, name, &expected(&names))
    }

    /// Returns the shapes that a schema leaves open, none of which does so itself.
    fn ways<'s>(&'s self, schema: &'s Value) -> Vec<&'s Value> {
        let schema = self.resolved(schema);
        match schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
            Some(ways) => ways.iter().flat_map(|way| self.ways(way)).collect(),
            None => vec![schema],
        }
    }

    fn resolved<'s>(&'s self, schema: &'s Value) -> &'s Value {
        let name = schema["$ref"].as_str();
        let name = name.and_then(|name| name.strip_prefix("#/$defs/"));
        name.map_or(schema, |name| &self.root["$defs"][name])
    }
}

/// Returns the field of a shape that must have one value, by which it is told from others, with that value.
fn tag(way: &Value) -> Option<(&str, &Value)> {
    let mut fields = way["properties"].as_object()?.iter();
    fields.find_map(|(field, schema)| Some((field.as_str(), schema.get("const")?)))
}

/// Tells what is wrong with an object that has the shape of none of these tags: the fault of the shape whose tag it has.
fn told_by_tag(
    fields: &Map<String, Value>,
    tags: &[(&str, &Value)],
    faults: &[String],
    name: &str,
) -> Result<(), String> {
    let Some((field, _)) = tags.first() else {
        return Ok(());
    };
    let given = fields.get(*field);
    let named = dotted(name, field);
    told(given.is_some(), &named, "missing")?;
    let meant = tags.iter().position(|(_, tag)| Some(*tag) == given);
    match meant.and_then(|at| faults.get(at)) {
        Some(fault) => Err(fault.clone()),
        None => {
            let tags: Vec<Value> = tags.iter().map(|(_, tag)| (*tag).clone()).collect();
            told(false, &named, &expected(&tags))
        }
    }
}

fn told(is_right: bool, name: &str, why: &str) -> Result<(), String> {
    match name {
        _ if is_right => Ok(()),
        "" => Err(why.to_string()),
        name => Err(format!("`{name}`: {why}")),
    }
}

/// Returns what tells a shape from others: its constant, or the fields that it must have.
fn names(way: &Value) -> Vec<Value> {
    match (way.get("const"), way["enum"].as_array()) {
        (Some(constant), _) => vec![constant.clone()],
        (None, Some(all)) => all.clone(),
        (None, None) => way["required"].as_array().cloned().unwrap_or_default(),
    }
}

fn expected(values: &[Value]) -> String {
    let words: BTreeSet<String> = values.iter().map(Value::to_string).collect();
    let words: Vec<String> = words.into_iter().collect();
    match words.len() {
        1 => format!("expected {}", words.concat()),
        _ => format!("expected one of {}", words.join(", ")),
    }
}

fn dotted(name: &str, field: &str) -> String {
    match name {
        "" => field.to_string(),
        name => format!("{name}.{field}"),
    }
}

fn types(schema: &Value) -> Vec<&str> {
    let given = &schema["type"];
    let several = given.as_array().into_iter().flatten();
    several.chain([given]).filter_map(Value::as_str).collect()
}

fn is_of(value: &Value, name: &str) -> bool {
    match (name, value) {
        ("integer", Value::Number(number)) => number.is_u64() || number.is_i64(),
        (name, value) => type_of(value) == name,
    }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn in_words(name: &str) -> &'static str {
    match name {
        "null" => "null",
        "boolean" => "true or false",
        "integer" => "a whole number",
        "number" => "a number",
        "string" => "a string",
        "array" => "a list",
        _ => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Decisions;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let read = read_text::<Decisions>(text.as_bytes());
        assert_eq!(read.map(drop), Err(expected.to_string()), "{text}");
    }

    #[test]
    fn what_has_another_shape_is_told_by_its_name() {
        check("[1]", "expected an object, found a list");
        check("{}", "`version`: missing");
        check(
            r#"{"version": "1"}"#,
            "`version`: expected a whole number, found a string",
        );
        check(
            r#"{"version": 1, "hunks": [["h1"]]}"#,
            "`hunks[0]`: expected an object, found a list",
        );
        check(
            r#"{"version": 1, "hunks": [{"hunk": "h1", "decision": "yes"}]}"#,
            r#"`hunks[0].decision`: expected one of "accept", "keep", "reject", "undecided""#,
        );
        check(
            r#"{"version": 1, "hunks": [{"hunk": "h1", "place": {"line": [2, "replace"]}}]}"#,
            "`hunks[0].place.line`: expected an object, found a list",
        );
        check(
            r#"{"version": 1, "hunks": [{"hunk": "h1", "place": {"line": {"line": 2, "difering": "insert"}}}]}"#,
            "unknown field `hunks[0].place.line.difering`; there are `differing`, `line`",
        );
        check(
            r#"{"version": 1, "hunks": [{"hunk": "h1", "place": "first"}]}"#,
            r#"`hunks[0].place`: expected one of "all", "id", "line", "lines", "nth""#,
        );
        check(
            r#"{"version": 1, "targets": {"f": 3}}"#,
            "`targets.f`: expected a string, found a number",
        );
    }

    #[test]
    fn a_field_given_twice_and_a_negative_number_are_told() {
        check(
            r#"{"version": 1, "hunks": [{"hunk": "h1"}], "hunks": []}"#,
            "field `hunks` is given twice at line 1 column 54",
        );
        check(
            r#"{"version": 1, "hunks": [{"hunk": "h1", "place": {"line": {"line": -1}}}]}"#,
            "`hunks[0].place.line.line`: expected no negative number",
        );
    }

    #[test]
    fn decisions_are_read_as_they_are_written() {
        let text = r#"{"version": 1, "others": "leave", "targets": {"f": null}, "hunks": [
            {"hunk": "h1", "place": "all"}, {"hunk": "h2", "place": {"nth": 2}, "differing": "replace"},
            {"hunk": "h3", "lines": [{"kind": "insert", "text": "a"}], "changed_lines": [1]}], "overlaps": []}"#;
        let read = read_text::<Decisions>(text.as_bytes()).expect("of the right shape");
        let written = serde_json::to_vec(&read).expect("decisions become JSON");
        assert_eq!(read_text(&written), Ok(read));
    }
}
