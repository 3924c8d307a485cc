//! Reading a record is what the schema says: on every sample, and on every sample with one thing changed.

use super::roots::{Root, roots, schemas};
use schemagate::graph::Json;
use schemagate::session::SAMPLES;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// The records of [`SAMPLES`] that are of a root.
fn samples(root: &Root) -> Vec<Value> {
    let mut records: Vec<Value> = SAMPLES.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    match root.key.as_str() {
        "JsonlHeaderLine" => records.truncate(1),
        "SessionHeader" => {
            records.truncate(1);
            records[0].as_object_mut().unwrap().remove("type");
        }
        "SessionEventEnvelope" => {
            records.remove(0);
            records.dedup_by_key(|record| (record["type"].clone(), record["surfaceOp"].clone()));
            records.iter_mut().for_each(|record| drop(record.as_object_mut().unwrap().remove("data")));
        }
        event => records.retain(|record| record["type"] == event),
    }
    records
}

/// A validator of a root that keeps unknown alternatives, as readers do where the schema records that they do.
fn validator(schema: &Value, defs: &Map<String, Value>) -> jsonschema::Validator {
    let mut defs = defs.clone();
    for (name, tag, retired) in [("ContentBlock", "type", "tool-result"), ("MessageSource", "kind", "plugin")] {
        assert_eq!(defs[name]["x-persistence-other"], true);
        let alternatives = defs[name]["anyOf"].as_array_mut().unwrap();
        let mut known: Vec<Value> =
            alternatives.iter().map(|alternative| alternative["properties"][tag]["const"].clone()).collect();
        known.push(json!(retired));
        if tag == "kind" {
            known.push(json!(""));
        }
        alternatives.push(json!({
            "type": "object",
            "required": [tag],
            "properties": {tag: {"type": "string", "not": {"enum": known}}},
        }));
    }
    let mut document = schema.clone();
    document["$defs"] = Value::Object(defs);
    jsonschema::validator_for(&document).unwrap()
}

/// All places in a value, as JSON pointers.
fn places(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| places(item, &format!("{at}/{index}"), all));
        }
        Value::Object(members) => members.iter().for_each(|(name, item)| places(item, &format!("{at}/{name}"), all)),
        _ => {}
    }
}

/// The value with one thing changed, in every way that is tried at every place.
fn variations(value: &Value) -> Vec<(String, Value)> {
    let others = [json!(null), json!(true), json!(7), json!("text"), json!(""), json!([]), json!({}), json!("plugin")];
    let mut all = Vec::new();
    let mut variations = Vec::new();
    places(value, "", &mut all);
    for place in all {
        for other in &others {
            let mut changed = value.clone();
            *changed.pointer_mut(&place).unwrap() = other.clone();
            variations.push((format!("{place} = {other}"), changed));
        }
        if let Some((owner, name)) = place.rsplit_once('/')
            && let Some(Value::Object(members)) = value.pointer(owner)
            && members.contains_key(name)
        {
            let mut changed = value.clone();
            changed.pointer_mut(owner).unwrap().as_object_mut().unwrap().remove(name);
            variations.push((format!("{place} removed"), changed));
        }
        if value.pointer(&place).is_some_and(Value::is_object) {
            // Names that some types reserve or declare, and one that none does.
            for name in ["tool", "system", "undeclared", "name", "surfaceOp"] {
                let mut changed = value.clone();
                changed.pointer_mut(&place).unwrap()[name] = json!(null);
                variations.push((format!("{place}/{name} = null"), changed));
            }
        }
    }
    variations
}

#[test]
fn readers_accept_what_schemas_accept_and_keep_all_of_it() {
    let (schemas, defs) = schemas(SchemaSettings::draft2020_12());
    let (mut accepted, mut refused) = (0, 0);
    for root in roots() {
        let validator = validator(&schemas[&root.key], &defs);
        let samples = samples(&root);
        assert!(!samples.is_empty(), "{} has a sample", root.key);
        for sample in samples {
            assert!(validator.is_valid(&sample), "{}: the schema refuses {sample}", root.key);
            let unchanged = ("unchanged".to_owned(), sample.clone());
            for (what, record) in std::iter::once(unchanged).chain(variations(&sample)) {
                let text = record.to_string();
                let read = (root.rewrite)(&text);
                assert_eq!(
                    validator.is_valid(&record),
                    read.is_ok(),
                    "{}, {what}: schema and reader differ on {text}: {read:?}",
                    root.key
                );
                match read {
                    Ok(written) => {
                        let json = |text: &str| Json::parse(text.as_bytes()).unwrap();
                        assert_eq!(json(&written), json(&text), "{}, {what}: something was lost", root.key);
                        accepted += 1;
                    }
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(accepted > 4_000 && refused > 10_000, "{accepted} accepted, {refused} refused");
}

/// Numbers that nobody declares are kept as they are written, and so are those that somebody declares.
#[test]
fn numbers_are_kept_as_written() {
    let numbers = ["-0", "-0.0", "1.50", "1e+2", "1e+400", "1e-7", "123456789012345678901234567890"];
    let turn_start = roots().into_iter().find(|root| root.key == "turn/start").unwrap();
    for number in numbers {
        let record =
            format!(r#"{{"data":{{"turn":{number},"x":[{number}]}},"seq":{number},"time":0,"type":"turn/start"}}"#);
        let written = (turn_start.rewrite)(&record).unwrap();
        for part in ["\"turn\":", "\"seq\":", "["] {
            assert!(written.contains(&format!("{part}{number}")), "{part}{number} in {written}");
        }
    }
}

#[test]
fn literals_are_equal_by_value() {
    let header = roots().into_iter().find(|root| root.key == "SessionHeader").unwrap();
    let record = |version: &str| format!(r#"{{"version":{version},"id":"s","createdAt":0,"isSeeded":false}}"#);
    for same in ["4", "4.0", "40e-1"] {
        assert!((header.rewrite)(&record(same)).is_ok(), "{same}");
    }
    for other in ["3", "4.00000000000000000001", "\"4\"", "null"] {
        let error = (header.rewrite)(&record(other)).unwrap_err();
        assert!(error.contains("expected 4"), "{other}: {error}");
    }
}
