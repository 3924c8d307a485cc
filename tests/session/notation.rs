//! The declared model in the notation of the format, against a file that was checked against it by hand.

use super::roots::schemas;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};
use std::fmt::Write as _;

/// One schema in the notation; every keyword must be one that it knows.
fn notation(schema: &Value) -> String {
    let Some(members) = schema.as_object() else {
        assert_eq!(schema, &Value::Bool(true));
        return "unknown".into();
    };
    let mut rest: Map<String, Value> = members.clone();
    rest.remove("description");
    let marks: Vec<String> = ["x-persistence-source", "x-persistence-attribution", "x-persistence-other"]
        .iter()
        .filter_map(|mark| rest.remove(*mark).map(|value| format!(" @{}{}", &mark[14..], policy(&value))))
        .collect();
    let alternatives = rest.remove("anyOf").or_else(|| rest.remove("oneOf"));
    let text = if let Some(Value::String(reference)) = rest.remove("$ref") {
        reference.replace("#/$defs/", "")
    } else if let Some(Value::Array(alternatives)) = alternatives {
        let mut alternatives: Vec<String> = alternatives.iter().map(notation).collect();
        alternatives.sort();
        alternatives.join(" | ")
    } else if let Some(literal) = rest.remove("const") {
        rest.remove("type");
        literal.to_string()
    } else if let Some(Value::Array(literals)) = rest.remove("enum") {
        rest.remove("type");
        literals.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ")
    } else if rest.remove("x-persistence-reserved").is_some() {
        assert_eq!(rest.remove("not"), Some(Value::Object(Map::new())));
        "never @reserved".into()
    } else {
        typed(&mut rest)
    };
    assert!(rest.is_empty(), "keywords without a notation: {rest:?} in {schema}");
    text + &marks.concat()
}

fn policy(value: &Value) -> String {
    if value == &Value::Bool(true) { String::new() } else { format!("({value})") }
}

fn typed(rest: &mut Map<String, Value>) -> String {
    match rest.remove("type").as_ref().and_then(Value::as_str) {
        Some("array") => format!("({})[]", notation(&rest.remove("items").unwrap())),
        Some("object") => {
            let required = rest.remove("required").unwrap_or_default();
            let required: Vec<&str> = required.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            let properties = rest.remove("properties").unwrap_or_default();
            let mut members: Vec<String> = Vec::new();
            for (name, property) in properties.as_object().into_iter().flatten() {
                let optional = if required.contains(&name.as_str()) { "" } else { "?" };
                members.push(format!("{name}{optional}: {}", notation(property)));
            }
            members.extend(rest.remove("additionalProperties").map(|tail| format!("[string]: {}", notation(&tail))));
            format!("{{{}}}", members.join(", "))
        }
        Some(scalar) => scalar.to_owned(),
        None => "unknown".into(),
    }
}

#[test]
fn the_declared_model() {
    let (roots, defs) = schemas(SchemaSettings::draft2020_12().for_deserialize());
    let mut text = String::new();
    for (title, types) in [("Roots", roots), ("Shared types", defs)] {
        writeln!(text, "# {title}").unwrap();
        for (name, schema) in types {
            // A union of objects has a line for each alternative.
            let union =
                schema.get("anyOf").or(schema.get("oneOf")).is_some() && schema.to_string().contains("properties");
            let one = notation(&schema);
            let lines = if union { one.replace(" | ", "\n    | ") } else { one };
            writeln!(text, "{name} = {lines}").unwrap();
        }
    }
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/session/model.txt");
    if std::env::var_os("UPDATE_MODEL").is_some() {
        std::fs::write(file, &text).unwrap();
    }
    let expected = std::fs::read_to_string(file).unwrap().replace("\r\n", "\n");
    assert!(text == expected, "the declared model differs from {file}; it is now\n{text}");
}
