//! Replacing the schemas inside a schema, and the references that flattening left as numbers.

use super::uri;
use crate::graph::{Json, Members, Parts, escape_token, parts, unescape_token};

/// The value of a keyword with every schema directly inside it replaced; `map` is given the pointer from the keyword.
pub(super) fn map_parts(keyword: &str, value: &Json, map: &mut dyn FnMut(&str, &Json) -> Json) -> Json {
    match (parts(keyword), value) {
        (Some(Parts::One | Parts::OneOrList), Json::Object(_)) => map("", value),
        (Some(Parts::List | Parts::OneOrList), Json::Array(items)) => {
            Json::Array(items.iter().enumerate().map(|(i, part)| map(&format!("/{i}"), part)).collect())
        }
        (Some(Parts::Map | Parts::MapOrNames), Json::Object(members)) => {
            let part = |(name, part): (&String, &Json)| (name.clone(), map(&format!("/{}", escape_token(name)), part));
            Json::Object(members.iter().map(part).collect())
        }
        (Some(Parts::One | Parts::List | Parts::Map | Parts::OneOrList | Parts::MapOrNames) | None, _) => value.clone(),
    }
}

/// A schema that is a reference to a shared type.
pub(super) fn reference_to(name: &str) -> Json {
    Json::from([("$ref", Json::from(uri::to_type(name).as_str()))])
}

/// Name and schema of the shared type that a schema's reference leads to.
pub(super) fn target<'a>(schema: &Json, defs: &'a Members) -> Option<(&'a str, &'a Json)> {
    let (uri, pointer) = uri::split(schema.get("$ref")?.as_str()?);
    let name = pointer.strip_prefix("/$defs/").filter(|name| uri.is_empty() && !name.contains('/'))?;
    defs.get_key_value(&unescape_token(name)).map(|(name, schema)| (name.as_str(), schema))
}

/// A flattened schema with the names of the types in the place of their indices.
// Recursion is bounded: a JSON value is at most `graph::MAX_DEPTH` levels deep.
pub(super) fn with_names(schema: &Json, names: &[String]) -> Json {
    let Json::Object(members) = schema else { return schema.clone() };
    let mut named = Members::new();
    for (keyword, value) in members {
        let index = if keyword == "$ref" { value.as_number().and_then(crate::graph::Number::as_u64) } else { None };
        let name = index.and_then(|index| names.get(usize::try_from(index).ok()?));
        let value = match name {
            Some(name) => Json::from(uri::to_type(name).as_str()),
            None => map_parts(keyword, value, &mut |_, part| with_names(part, names)),
        };
        named.insert(keyword.clone(), value);
    }
    Json::Object(named)
}
