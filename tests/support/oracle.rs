//! The independent validator: the `jsonschema` crate.

use super::shape::int;
use jsonschema::Validator;
use schemagate::graph::{Json, Members};

/// A validator of the schema; `None` where the crate refuses it.
///
/// Two things that the crate does not know are put into words it does: the integer formats are ranges, and a format
/// is an assertion.
pub fn validator(schema: &Json) -> Option<Validator> {
    jsonschema::options().should_validate_formats(true).build(&with_ranges(schema).to_value()).ok()
}

pub fn accepts(validator: &Validator, instance: &Json) -> bool {
    validator.is_valid(&instance.to_value())
}

fn with_ranges(schema: &Json) -> Json {
    match schema {
        Json::Array(items) => Json::Array(items.iter().map(with_ranges).collect()),
        Json::Object(members) => {
            let mut all: Members = members.iter().map(|(name, value)| (name.clone(), with_ranges(value))).collect();
            if let Some(range) = members.get("format").and_then(Json::as_str).and_then(range) {
                all.remove("format");
                match all.get_mut("allOf") {
                    Some(Json::Array(operands)) => operands.push(range),
                    _ => {
                        all.insert("allOf".to_owned(), Json::Array(vec![range]));
                    }
                }
            }
            Json::Object(all)
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => schema.clone(),
    }
}

fn range(format: &str) -> Option<Json> {
    let (min, max) = match format {
        "int8" => (Some(int(i64::from(i8::MIN))), Some(int(i64::from(i8::MAX)))),
        "int16" => (Some(int(i64::from(i16::MIN))), Some(int(i64::from(i16::MAX)))),
        "int32" => (Some(int(i64::from(i32::MIN))), Some(int(i64::from(i32::MAX)))),
        "int64" => (Some(int(i64::MIN)), Some(int(i64::MAX))),
        "uint8" => (Some(int(0)), Some(int(i64::from(u8::MAX)))),
        "uint16" => (Some(int(0)), Some(int(i64::from(u16::MAX)))),
        "uint32" => (Some(int(0)), Some(int(i64::from(u32::MAX)))),
        "uint64" | "uint" => (Some(int(0)), None), // Nothing generated is near the upper end.
        _ => return None,
    };
    let bounds = [("minimum", min), ("maximum", max)];
    Some(Json::Object(bounds.into_iter().filter_map(|(k, v)| v.map(|v| (k.to_owned(), v))).collect()))
}
