//! Splitting a union of events into one root per alternative.

use super::origins::type_pointer;
use super::rewrite::target;
use crate::graph::{Json, Members, is_annotation};
use std::collections::{BTreeMap, BTreeSet};

/// Unions inside unions and references to references that are followed at most.
const DEPTH: usize = 64;

/// A schema, and where it stands in the document that is split: `/$defs/NAME…` for a shared type.
type Operand = (Json, String);

/// An alternative: the schemas that hold for it together.
type Alternative = Vec<Operand>;

/// The schema of one event.
#[derive(Debug, Clone)]
pub(super) struct Event {
    pub schema: Json,
    /// Which of its parts were taken from where: pointer into it, pointer of the place.
    pub parts: Vec<(String, String)>,
}

/// Splits a flattened union by the property `tag`, whose literals give the names.
///
/// Several alternatives of one literal stay together as a union; an alternative of several literals is one event for
/// each. Without such a property anywhere, an externally tagged enum is split by the one property of each alternative.
///
/// # Errors
/// What is no such union, in words.
pub(super) fn split(schema: &Json, tag: &str, defs: &Members) -> Result<BTreeMap<String, Event>, String> {
    let mut alternatives = Vec::new();
    collect(schema, "", defs, &Vec::new(), DEPTH, &mut alternatives)?;
    let mut events: BTreeMap<String, Vec<Event>> = BTreeMap::new();
    for alternative in &alternatives {
        for (name, event) in named(alternative, tag, defs)? {
            events.entry(name).or_default().push(event);
        }
    }
    Ok(events.into_iter().map(|(name, events)| (name, together("anyOf", events))).collect())
}

fn collect(
    schema: &Json,
    at: &str,
    defs: &Members,
    around: &Alternative,
    depth: usize,
    found: &mut Vec<Alternative>,
) -> Result<(), String> {
    let Some(depth) = depth.checked_sub(1) else { return Err(format!("nests unions deeper than {DEPTH}")) };
    let Some(members) = schema.as_object() else {
        return Err(format!("is {}, expected a union of objects", schema.compact()));
    };
    for keyword in ["oneOf", "anyOf"] {
        if let Some(Json::Array(items)) = members.get(keyword) {
            // What stands beside the union holds for each of its alternatives.
            let beside: Members = members.iter().filter(|(k, _)| asserts(k) && *k != keyword).map(owned).collect();
            let mut around = around.clone();
            if !beside.is_empty() {
                around.push((Json::Object(beside), at.to_owned()));
            }
            return items
                .iter()
                .enumerate()
                .try_for_each(|(i, item)| collect(item, &format!("{at}/{keyword}/{i}"), defs, &around, depth, found));
        }
    }
    if let Some((name, inner)) = target(schema, defs).filter(|_| !members.keys().any(|k| asserts(k) && k != "$ref"))
        && (inner.get("oneOf").is_some() || inner.get("anyOf").is_some() || target(inner, defs).is_some())
    {
        return collect(inner, &type_pointer(name), defs, around, depth, found);
    }
    let mut alternative = around.clone();
    alternative.push((schema.clone(), at.to_owned()));
    found.push(alternative);
    Ok(())
}

fn asserts(keyword: &str) -> bool {
    keyword != "x-persistence-other" && !is_annotation(keyword, &BTreeSet::new())
}

fn owned((keyword, value): (&String, &Json)) -> (String, Json) {
    (keyword.clone(), value.clone())
}

/// The events of an alternative: one for each literal of its tag.
fn named(alternative: &Alternative, tag: &str, defs: &Members) -> Result<Vec<(String, Event)>, String> {
    let operand = |(schema, at): &Operand| Event { schema: schema.clone(), parts: vec![(String::new(), at.clone())] };
    let whole = together("allOf", alternative.iter().map(operand).collect());
    let Some(property) = alternative.iter().find_map(|(schema, _)| property(schema, tag, defs, DEPTH)) else {
        if let Some(names) = external_names(alternative) {
            return Ok(names.into_iter().map(|name| (name.clone(), external(&whole, name))).collect());
        }
        return Err(format!("has an alternative without a literal `{tag}`"));
    };
    match literals(property, defs, DEPTH).as_deref() {
        Some([name]) => Ok(vec![(name.clone(), whole)]),
        Some(names) if !names.is_empty() => {
            let narrowed = |name: &String| {
                let literal = Json::from([("const", Json::from(name.as_str()))]);
                let tagged = Json::from([("properties", Json::from([(tag, literal)]))]);
                let tagged = Event { schema: tagged, parts: Vec::new() };
                (name.clone(), together("allOf", vec![whole.clone(), tagged]))
            };
            Ok(names.iter().map(narrowed).collect())
        }
        _ => Err(format!("has an alternative whose `{tag}` is no literal string")),
    }
}

fn property<'a>(schema: &'a Json, name: &str, defs: &'a Members, depth: usize) -> Option<&'a Json> {
    let depth = depth.checked_sub(1)?;
    schema.get("properties").and_then(|properties| properties.get(name)).or_else(|| {
        let operands = schema.get("allOf").and_then(Json::as_array).unwrap_or_default();
        let target = target(schema, defs).map(|(_, schema)| schema);
        target.into_iter().chain(operands).find_map(|part| property(part, name, defs, depth))
    })
}

fn literals(schema: &Json, defs: &Members, depth: usize) -> Option<Vec<String>> {
    let depth = depth.checked_sub(1)?;
    if let Some(value) = schema.get("const") {
        return value.as_str().map(|name| vec![name.to_owned()]);
    }
    if let Some(values) = schema.get("enum") {
        return values.as_array()?.iter().map(|value| value.as_str().map(str::to_owned)).collect();
    }
    target(schema, defs).and_then(|(_, schema)| literals(schema, defs, depth))
}

/// Names of an externally tagged alternative: its only property, or the literals of its unit variants.
fn external_names(alternative: &Alternative) -> Option<Vec<String>> {
    let [(schema, _)] = alternative.as_slice() else { return None };
    if schema.get("type").and_then(Json::as_str) == Some("string") {
        return literals(schema, &Members::new(), 1);
    }
    let properties = schema.get("properties")?.as_object()?;
    let (name, _) = properties.iter().next().filter(|_| properties.len() == 1)?;
    let required = schema.get("required")?.as_array()?;
    (required == [Json::from(name.as_str())]).then(|| vec![name.clone()])
}

/// The schema of one externally tagged event.
fn external(whole: &Event, name: String) -> Event {
    if whole.schema.get("enum").is_none() {
        return whole.clone();
    }
    Event { schema: Json::from([("const", Json::String(name))]), parts: whole.parts.clone() }
}

/// Several schemas as one; a single one is itself.
fn together(keyword: &str, mut events: Vec<Event>) -> Event {
    if events.len() == 1 {
        return events.swap_remove(0);
    }
    let inside = |(i, event): (usize, &Event)| {
        let parts = event.parts.iter().map(|(part, place)| (format!("/{keyword}/{i}{part}"), place.clone()));
        parts.collect::<Vec<_>>()
    };
    let parts = events.iter().enumerate().flat_map(inside).collect();
    let schemas = events.into_iter().map(|event| event.schema).collect();
    Event { schema: Json::from([(keyword, Json::Array(schemas))]), parts }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn events(schema: &str) -> Result<Vec<String>, String> {
        let defs = Json::parse(
            br##"{"U": {"oneOf": [{"$ref": "#/$defs/A"}, {"properties": {"type": {"const": "b"}}}]},
                "A": {"properties": {"type": {"$ref": "#/$defs/T"}}}, "T": {"enum": ["a"]}, "L": {"anyOf": [{"$ref": "#/$defs/L"}]}}"##,
        );
        let defs = defs.unwrap().as_object().unwrap().clone();
        let events = split(&Json::parse(schema.as_bytes()).unwrap(), "type", &defs)?;
        Ok(events.into_iter().map(|(name, event)| format!("{name} {}", event.schema.compact())).collect())
    }

    #[test]
    fn splits_by_tag() {
        assert_eq!(
            events(r##"{"$ref": "#/$defs/U", "description": "d"}"##).unwrap(),
            [r##"a {"$ref":"#/$defs/A"}"##, r#"b {"properties":{"type":{"const":"b"}}}"#]
        );
        assert_eq!(
            events(r##"{"anyOf": [{"$ref": "#/$defs/U"}, {"properties": {"type": {"const": "b"}}, "required": ["x"]}], "required": ["type"]}"##).unwrap(),
            [
                r##"a {"allOf":[{"required":["type"]},{"$ref":"#/$defs/A"}]}"##,
                r#"b {"anyOf":[{"allOf":[{"required":["type"]},{"properties":{"type":{"const":"b"}}}]},{"allOf":[{"required":["type"]},{"properties":{"type":{"const":"b"}},"required":["x"]}]}]}"#
            ]
        );
        assert_eq!(
            events(r#"{"oneOf": [{"properties": {"type": {"enum": ["x", "y"]}}}]}"#).unwrap(),
            [
                r#"x {"allOf":[{"properties":{"type":{"enum":["x","y"]}}},{"properties":{"type":{"const":"x"}}}]}"#,
                r#"y {"allOf":[{"properties":{"type":{"enum":["x","y"]}}},{"properties":{"type":{"const":"y"}}}]}"#
            ]
        );
    }

    #[test]
    fn splits_externally_tagged() {
        let text = r#"{"oneOf": [{"type": "string", "enum": ["A", "B"]},
            {"type": "object", "properties": {"C": {}}, "required": ["C"], "additionalProperties": false}]}"#;
        assert_eq!(
            events(text).unwrap(),
            [
                r#"A {"const":"A"}"#,
                r#"B {"const":"B"}"#,
                r#"C {"additionalProperties":false,"properties":{"C":{}},"required":["C"],"type":"object"}"#
            ]
        );
    }

    #[test]
    fn refuses_what_cannot_be_split() {
        for (schema, expected) in [
            ("true", "is true, expected a union of objects"),
            (r#"{"oneOf": [{"properties": {"a": {}, "b": {}}}]}"#, "without a literal `type`"),
            (r#"{"oneOf": [{"properties": {"type": {"type": "string"}}}]}"#, "no literal string"),
            (r##"{"$ref": "#/$defs/L"}"##, "nests unions deeper than 64"),
        ] {
            let message = events(schema).unwrap_err();
            assert!(message.contains(expected), "{schema}: {message}");
        }
    }
}
