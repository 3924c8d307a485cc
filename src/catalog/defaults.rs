//! Defaults of sets in one order: a hash set writes its items in another order at every run.

use super::rewrite::{map_parts, target};
use crate::graph::{Json, Members};

/// References and unions that are followed at most below one default.
const STEPS: usize = 64;

/// The schema with the items of every default, and of every part of one, sorted where `uniqueItems` says it is a set.
// Recursion is bounded: a JSON value is at most `graph::MAX_DEPTH` levels deep.
pub(super) fn with_sorted_sets(schema: &Json, defs: &Members) -> Json {
    let Json::Object(members) = schema else { return schema.clone() };
    let sorted = |(keyword, value): (&String, &Json)| {
        let value = if keyword == "default" {
            let mut value = value.clone();
            sort_value(&mut value, schema, defs, STEPS);
            value
        } else {
            map_parts(keyword, value, &mut |_, part| with_sorted_sets(part, defs))
        };
        (keyword.clone(), value)
    };
    Json::Object(members.iter().map(sorted).collect())
}

fn sort_value(value: &mut Json, schema: &Json, defs: &Members, steps: usize) {
    let Some(steps) = steps.checked_sub(1) else { return };
    if let Some((_, inner)) = target(schema, defs) {
        sort_value(value, inner, defs, steps);
    }
    for operands in ["allOf", "anyOf", "oneOf"].iter().filter_map(|keyword| schema.get(keyword)?.as_array()) {
        operands.iter().for_each(|operand| sort_value(value, operand, defs, steps));
    }
    match value {
        Json::Array(items) => {
            let prefix = schema.get("prefixItems").and_then(Json::as_array).unwrap_or_default();
            for (i, item) in items.iter_mut().enumerate() {
                if let Some(part) = prefix.get(i).or_else(|| schema.get("items")) {
                    sort_value(item, part, defs, steps);
                }
            }
            if schema.get("uniqueItems").and_then(Json::as_bool) == Some(true) {
                items.sort();
            }
        }
        Json::Object(members) => {
            let properties = schema.get("properties");
            for (name, member) in members {
                let part = properties.and_then(|p| p.get(name)).or_else(|| schema.get("additionalProperties"));
                if let Some(part) = part {
                    sort_value(member, part, defs, steps);
                }
            }
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_sets_are_sorted() {
        let defs = Json::parse(br#"{"S": {"uniqueItems": true, "items": {"type": "string"}}}"#).unwrap();
        let schema = Json::parse(
            br##"{"properties": {"default": {"default": {"set": ["b", "a"], "list": [2, 1], "more": {"x": [["b", "a"]]}},
                "properties": {"set": {"anyOf": [{"$ref": "#/$defs/S"}, {"type": "null"}]}, "list": {"type": "array"}},
                "additionalProperties": {"additionalProperties": {"items": {"$ref": "#/$defs/S"}}}}},
                "default": [3, 1]}"##,
        );
        let sorted = with_sorted_sets(&schema.unwrap(), defs.as_object().unwrap());
        assert_eq!(
            sorted.pointer("/properties/default/default").unwrap().compact(),
            r#"{"list":[2,1],"more":{"x":[["a","b"]]},"set":["a","b"]}"#
        );
        assert_eq!(sorted.get("default").unwrap().compact(), "[3,1]");
    }
}
