//! The roots with their types, and what holds for their schemas as such.

use schemagate::session::*;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// A root: its key, its schema, and what its type makes of a record.
pub struct Root {
    pub key: String,
    pub schema: fn(&mut SchemaGenerator) -> schemars::Schema,
    pub rewrite: fn(&str) -> Result<String, String>,
}

fn root<T: JsonSchema + Serialize + DeserializeOwned>(key: impl Into<String>) -> Root {
    Root {
        key: key.into(),
        schema: |generator| generator.subschema_for::<T>(),
        rewrite: |json| {
            let value: T = serde_json::from_str(json).map_err(|error| error.to_string())?;
            serde_json::to_string(&value).map_err(|error| error.to_string())
        },
    }
}

fn event<E: Event + JsonSchema + Serialize + DeserializeOwned>() -> Root {
    root::<E>(E::NAME)
}

pub fn roots() -> Vec<Root> {
    vec![
        root::<SessionHeader>("SessionHeader"),
        root::<JsonlHeaderLine>("JsonlHeaderLine"),
        root::<SessionEventEnvelope>("SessionEventEnvelope"),
        event::<AssistantMessageEvent>(),
        event::<DeveloperMessageEvent>(),
        event::<SystemMessageEvent>(),
        event::<ToolResultEvent>(),
        event::<UserMessageEvent>(),
        event::<RequestHeaderEvent>(),
        event::<StepEndEvent>(),
        event::<StepStartEvent>(),
        event::<ToolCallEvent>(),
        event::<TurnEndEvent>(),
        event::<TurnStartEvent>(),
    ]
}

/// The schemas of the roots by key, and the shared types by name.
pub fn schemas(settings: SchemaSettings) -> (Map<String, Value>, Map<String, Value>) {
    let mut generator = settings.into_generator();
    let schemas = roots().iter().map(|root| (root.key.clone(), (root.schema)(&mut generator).to_value())).collect();
    (schemas, generator.take_definitions(true))
}

#[test]
fn readers_and_writers_have_one_schema() {
    let settings = SchemaSettings::draft2020_12();
    assert_eq!(schemas(settings.clone().for_deserialize()), schemas(settings.for_serialize()));
}

#[test]
fn every_declared_object_is_open() {
    fn closed(schema: &Value) -> bool {
        match schema {
            Value::Object(members) => {
                members.get("additionalProperties") == Some(&json!(false))
                    || members.contains_key("unevaluatedProperties")
                    || members.values().any(closed)
            }
            Value::Array(items) => items.iter().any(closed),
            _ => false,
        }
    }
    let (roots, defs) = schemas(SchemaSettings::draft2020_12());
    assert!(!closed(&Value::Object(roots)) && !closed(&Value::Object(defs)));
}

/// The envelope is the union of every event without `data` and with any type.
#[test]
fn the_envelope_is_what_events_have_in_common() {
    fn resolve<'a>(schema: &'a Value, defs: &'a Map<String, Value>) -> &'a Value {
        let name = schema["$ref"].as_str().and_then(|reference| reference.strip_prefix("#/$defs/"));
        name.map_or(schema, |name| &defs[name])
    }
    let shape = |object: &Value| {
        let mut properties = object["properties"].as_object().cloned().unwrap_or_default();
        properties.remove("data");
        properties.insert("type".into(), json!({"type": "string"}));
        properties.values_mut().filter_map(Value::as_object_mut).for_each(|property| {
            property.remove("description");
        });
        let required = object["required"].as_array().into_iter().flatten().filter(|name| *name != "data");
        let required: BTreeSet<String> = required.map(Value::to_string).collect();
        format!("{} {required:?}", Value::Object(properties))
    };
    let (roots, defs) = schemas(SchemaSettings::draft2020_12());
    let plain = ["SessionHeader", "JsonlHeaderLine", "SessionEventEnvelope"];
    let events = roots.iter().filter(|(key, _)| !plain.contains(&key.as_str()));
    let common: BTreeSet<String> = events.map(|(_, event)| shape(resolve(event, &defs))).collect();
    let envelope = resolve(&roots["SessionEventEnvelope"], &defs)["anyOf"].as_array().unwrap();
    let declared: BTreeSet<String> = envelope.iter().map(|alternative| shape(resolve(alternative, &defs))).collect();
    assert_eq!(common, declared);
    assert_eq!(envelope.len(), 3);
}
