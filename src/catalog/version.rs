//! `[format] version`: an integer, or the literal that a property of a root is.

use super::bundle::Bundle;
use super::codes::FORMAT_VERSION_UNRESOLVED;
use super::config::{CONFIG_FILE, VersionAt};
use super::rewrite::target;
use crate::graph::{Diagnostic, Error, Json, Number};

/// References and intersections that are followed at most.
const STEPS: usize = 64;

/// The format version.
///
/// # Errors
/// `format-version-unresolved`.
pub(super) fn resolve(at: &VersionAt, bundle: &Bundle) -> Result<u64, Error> {
    let (root, property) = match at {
        VersionAt::Here(version) => return Ok(*version),
        VersionAt::Property { root, property } => (root, property),
    };
    let refuse = |message: String| -> Error {
        Diagnostic::new(&FORMAT_VERSION_UNRESOLVED, message).in_file(CONFIG_FILE).at("format.version").into()
    };
    let Some(found) = bundle.roots.get(root) else {
        return Err(refuse(format!("there is no root `{root}`")));
    };
    let Some(schema) = member(bundle, &found.schema, property, STEPS) else {
        return Err(refuse(format!("the root `{root}` declares no property `{property}`")));
    };
    literal(bundle, schema, STEPS)
        .and_then(|value| value.as_number().and_then(Number::as_u64))
        .ok_or_else(|| refuse(format!("the property `{property}` of root `{root}` is not one literal integer")))
}

fn member<'b>(bundle: &'b Bundle, schema: &'b Json, name: &str, steps: usize) -> Option<&'b Json> {
    let steps = steps.checked_sub(1)?;
    schema.get("properties").and_then(|properties| properties.get(name)).or_else(|| {
        let operands = schema.get("allOf").and_then(Json::as_array).unwrap_or_default();
        target(schema, &bundle.defs)
            .map(|(_, schema)| schema)
            .into_iter()
            .chain(operands)
            .find_map(|part| member(bundle, part, name, steps))
    })
}

fn literal<'b>(bundle: &'b Bundle, schema: &'b Json, steps: usize) -> Option<&'b Json> {
    let steps = steps.checked_sub(1)?;
    let one = |values: &'b Json| match values.as_array() {
        Some([value]) => Some(value),
        _ => None,
    };
    schema.get("const").or_else(|| schema.get("enum").and_then(one)).or_else(|| {
        let operands = schema.get("allOf").and_then(Json::as_array).unwrap_or_default();
        target(schema, &bundle.defs)
            .map(|(_, schema)| schema)
            .into_iter()
            .chain(operands)
            .find_map(|part| literal(bundle, part, steps))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(schema: &str) -> Result<u64, String> {
        let text = format!(
            r##"{{"schemagate": 1, "format": {{"name": "n"}}, "roots": {{"H": {{"kind": "header", "schema": {schema}}}}},
                "$defs": {{"H": {{"properties": {{"v": {{"$ref": "#/$defs/V"}}}}}}, "V": {{"const": 4.0}}, "L": {{"$ref": "#/$defs/L"}}}}}}"##
        );
        let bundle = Bundle::parse(text.as_bytes()).unwrap();
        let at = VersionAt::Property { root: "H".to_owned(), property: "v".to_owned() };
        resolve(&at, &bundle).map_err(|error| error.first.message.clone())
    }

    #[test]
    fn finds_the_literal() {
        for schema in [
            r##"{"$ref": "#/$defs/H"}"##,
            r##"{"allOf": [true, {"$ref": "#/$defs/H"}]}"##,
            r#"{"properties": {"v": {"enum": [4]}}}"#,
        ] {
            assert_eq!(version(schema), Ok(4), "{schema}");
        }
    }

    #[test]
    fn refuses_what_is_none() {
        for (schema, expected) in [
            ("true", "declares no property `v`"),
            (r##"{"$ref": "#/$defs/L"}"##, "declares no property `v`"),
            (r#"{"properties": {"v": {"type": "integer"}}}"#, "is not one literal integer"),
            (r#"{"properties": {"v": {"enum": [3, 4]}}}"#, "is not one literal integer"),
            (r#"{"properties": {"v": {"const": "4"}}}"#, "is not one literal integer"),
            (r#"{"properties": {"v": {"const": -4}}}"#, "is not one literal integer"),
        ] {
            let message = version(schema).unwrap_err();
            assert!(message.contains(expected), "{schema}: {message}");
        }
    }
}
