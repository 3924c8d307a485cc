//! Splitting a union of events into one root per alternative.

use super::rewrite::target;
use crate::graph::{Json, Members, is_annotation};
use std::collections::{BTreeMap, BTreeSet};

/// Unions inside unions and references to references that are followed at most.
const DEPTH: usize = 64;

/// An alternative: the schemas that hold for it together.
type Alternative = Vec<Json>;

/// Splits a flattened union by the property `tag`, whose literals give the names.
///
/// Several alternatives of one literal stay together as a union; an alternative of several literals is one event for
/// each. Without such a property anywhere, an externally tagged enum is split by the one property of each alternative.
///
/// # Errors
/// What is no such union, in words.
pub(super) fn split(schema: &Json, tag: &str, defs: &Members) -> Result<BTreeMap<String, Json>, String> {
    let mut alternatives = Vec::new();
    collect(schema, defs, &Vec::new(), DEPTH, &mut alternatives)?;
    let mut events: BTreeMap<String, Vec<Json>> = BTreeMap::new();
    for alternative in &alternatives {
        for (name, schema) in named(alternative, tag, defs)? {
            events.entry(name).or_default().push(schema);
        }
    }
    Ok(events.into_iter().map(|(name, schemas)| (name, any_of(schemas))).collect())
}

fn collect(
    schema: &Json,
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
                around.push(Json::Object(beside));
            }
            return items.iter().try_for_each(|item| collect(item, defs, &around, depth, found));
        }
    }
    if let Some((_, inner)) = target(schema, defs).filter(|_| !members.keys().any(|k| asserts(k) && k != "$ref"))
        && (inner.get("oneOf").is_some() || inner.get("anyOf").is_some() || target(inner, defs).is_some())
    {
        return collect(inner, defs, around, depth, found);
    }
    let mut alternative = around.clone();
    alternative.push(schema.clone());
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
fn named(alternative: &Alternative, tag: &str, defs: &Members) -> Result<Vec<(String, Json)>, String> {
    let whole = all_of(alternative);
    let Some(property) = alternative.iter().find_map(|schema| property(schema, tag, defs, DEPTH)) else {
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
                (name.clone(), all_of(&[whole.clone(), tagged]))
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
    let [schema] = alternative.as_slice() else { return None };
    if schema.get("type").and_then(Json::as_str) == Some("string") {
        return literals(schema, &Members::new(), 1);
    }
    let properties = schema.get("properties")?.as_object()?;
    let (name, _) = properties.iter().next().filter(|_| properties.len() == 1)?;
    let required = schema.get("required")?.as_array()?;
    (required == [Json::from(name.as_str())]).then(|| vec![name.clone()])
}

/// The schema of one externally tagged event.
fn external(whole: &Json, name: String) -> Json {
    if whole.get("enum").is_none() { whole.clone() } else { Json::from([("const", Json::String(name))]) }
}

fn all_of(schemas: &[Json]) -> Json {
    match schemas {
        [schema] => schema.clone(),
        _ => Json::from([("allOf", Json::Array(schemas.to_vec()))]),
    }
}

fn any_of(mut schemas: Vec<Json>) -> Json {
    if schemas.len() == 1 {
        return schemas.swap_remove(0);
    }
    Json::from([("anyOf", Json::Array(schemas))])
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
        Ok(events.into_iter().map(|(name, schema)| format!("{name} {}", schema.compact())).collect())
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
