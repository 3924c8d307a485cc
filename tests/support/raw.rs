//! Schemas of keywords thrown together, without a meaning in mind: what an author may write and no generator of types would.

use super::dice::Dice;
use super::shape::{DIVISORS, FORMATS, NAMES, PATTERNS, WORDS, int, number, text};
use schemagate::graph::{Json, Members};

/// A document with a few definitions.
pub fn document(dice: &mut Dice) -> Json {
    let mut root = match schema(dice, 4) {
        Json::Object(members) => members,
        other => Members::from([("allOf".to_owned(), Json::Array(vec![other]))]),
    };
    let defs = ["A", "B"].map(|name| (name, schema(dice, 2)));
    root.insert("$defs".to_owned(), Json::from(defs));
    root.insert("$schema".to_owned(), text("https://json-schema.org/draft/2020-12/schema"));
    Json::Object(root)
}

/// One schema. References go to `#/$defs/A` and `#/$defs/B`, from below structure only; none in a flat one (`depth` 0).
pub fn schema(dice: &mut Dice, depth: usize) -> Json {
    if dice.once_in(8) {
        return Json::Bool(dice.roll(4) != 3);
    }
    let mut members = Members::new();
    for _ in 0..1 + dice.roll(4) {
        let (keyword, value) = keyword(dice, depth);
        members.insert(keyword.to_owned(), value);
    }
    if members.contains_key("then") || members.contains_key("else") {
        let condition = schema(dice, 0);
        members.entry("if".to_owned()).or_insert(condition);
    }
    Json::Object(members)
}

/// A schema behind a property or an item, where a reference may stand.
fn below(dice: &mut Dice, depth: usize) -> Json {
    match dice.roll(if depth > 1 { 10 } else { 8 }) {
        8 => Json::from([("$ref", text("#/$defs/A"))]),
        9 => Json::from([("$ref", text("#/$defs/B")), ("description", text("b"))]),
        _ => schema(dice, depth.saturating_sub(1)),
    }
}

fn several(dice: &mut Dice, depth: usize) -> Json {
    Json::Array((0..1 + dice.roll(3)).map(|_| schema(dice, depth - 1)).collect())
}

fn by_name(dice: &mut Dice, depth: usize) -> Json {
    let mut all = Members::new();
    for _ in 0..1 + dice.roll(3) {
        all.insert(dice.pick(NAMES).to_owned(), below(dice, depth));
    }
    Json::Object(all)
}

fn names(dice: &mut Dice) -> Json {
    let mut all: Vec<&str> = (0..1 + dice.roll(2)).map(|_| dice.pick(NAMES)).collect();
    all.sort_unstable();
    all.dedup();
    Json::Array(all.into_iter().map(text).collect())
}

fn scalar(dice: &mut Dice) -> Json {
    match dice.roll(6) {
        0..=2 => text(dice.pick(WORDS)),
        3 => int(dice.roll(6) as i64 - 1),
        4 => Json::Bool(dice.coin()),
        _ => Json::Null,
    }
}

fn keyword(dice: &mut Dice, depth: usize) -> (&'static str, Json) {
    const TYPES: &[&str] = &["object", "string", "integer", "array", "number", "null", "boolean"];
    let flat = if depth == 0 { 20 } else { 42 };
    match dice.roll(flat) {
        0..=4 => ("type", text(dice.pick(TYPES))),
        5 => {
            let mut all: Vec<&str> = (0..2 + dice.roll(2)).map(|_| dice.pick(TYPES)).collect();
            all.sort_unstable();
            all.dedup();
            ("type", Json::Array(all.into_iter().map(text).collect()))
        }
        6 => ("const", scalar(dice)),
        7 => {
            let mut all: Vec<Json> = (0..1 + dice.roll(3)).map(|_| scalar(dice)).collect();
            all.sort();
            all.dedup();
            ("enum", Json::Array(all))
        }
        8 => ("minimum", int(dice.roll(5) as i64 - 1)),
        9 => ("maximum", int(dice.roll(6) as i64)),
        10 => ("exclusiveMinimum", int(dice.roll(4) as i64)),
        11 => ("multipleOf", number(dice.pick(DIVISORS))),
        12 => ("minLength", int(dice.roll(3) as i64)),
        13 => ("maxLength", int(dice.roll(3) as i64)),
        14 => ("pattern", text(dice.pick(PATTERNS))),
        15 => ("required", names(dice)),
        16 => ("minItems", int(dice.roll(3) as i64)),
        17 => ("maxProperties", int(1 + dice.roll(3) as i64)),
        18 => match dice.roll(3) {
            0 => ("uniqueItems", Json::Bool(true)),
            1 => ("format", text(dice.pick(FORMATS))),
            _ => ("dependentRequired", Json::from([("a", names(dice))])),
        },
        19 => ("additionalProperties", Json::Bool(dice.coin())),
        20..=24 => ("properties", by_name(dice, depth)),
        25 | 26 => ("items", below(dice, depth)),
        27 => ("prefixItems", Json::Array(vec![below(dice, depth)])),
        28 => ("additionalProperties", below(dice, depth)),
        29 => ("patternProperties", Json::from([(dice.pick(PATTERNS), below(dice, depth))])),
        30..=32 => ("anyOf", several(dice, depth)),
        33 | 34 => ("oneOf", several(dice, depth)),
        35 | 36 => ("allOf", several(dice, depth)),
        37 => ("not", schema(dice, depth - 1)),
        38 => match dice.roll(3) {
            0 => ("if", schema(dice, depth - 1)),
            1 => ("then", schema(dice, depth - 1)),
            _ => ("else", schema(dice, depth - 1)),
        },
        39 => ("contains", below(dice, depth)),
        40 => match dice.roll(4) {
            0 => ("dependentSchemas", Json::from([("a", schema(dice, depth - 1))])),
            1 => ("minContains", int(dice.roll(3) as i64)),
            2 => ("maxContains", int(1 + dice.roll(2) as i64)),
            _ => ("propertyNames", schema(dice, 0)),
        },
        _ => match dice.roll(2) {
            0 => ("unevaluatedProperties", schema(dice, 0)),
            _ => ("unevaluatedItems", schema(dice, 0)),
        },
    }
}

/// The document with one keyword of one of its schemas replaced, added or taken away.
pub fn mutated(document: &Json, dice: &mut Dice) -> Json {
    let count = schemas(document);
    let mut left = dice.roll(count);
    edited(document, &mut left, dice)
}

/// Number of objects in the document; most of them are schemas.
fn schemas(value: &Json) -> usize {
    match value {
        Json::Array(items) => items.iter().map(schemas).sum(),
        Json::Object(members) => 1 + members.values().map(schemas).sum::<usize>(),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => 0,
    }
}

fn edited(value: &Json, left: &mut usize, dice: &mut Dice) -> Json {
    match value {
        Json::Array(items) => Json::Array(items.iter().map(|item| edited(item, left, dice)).collect()),
        Json::Object(members) => {
            let here = *left == 0;
            *left = left.wrapping_sub(1);
            let mut all: Members =
                members.iter().map(|(name, inner)| (name.clone(), edited(inner, left, dice))).collect();
            let is_schema = !members.is_empty() && members.keys().all(|name| KEYWORDS.contains(&name.as_str()));
            if here && is_schema {
                if dice.once_in(3) {
                    let names: Vec<&String> = members.keys().filter(|name| !name.starts_with('$')).collect();
                    if let Some(name) = names.get(dice.roll(names.len())) {
                        all.remove(*name);
                    }
                } else {
                    let (name, value) = keyword(dice, 1);
                    all.insert(name.to_owned(), value);
                }
            }
            Json::Object(all)
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => value.clone(),
    }
}

/// What tells a schema from a map of schemas.
const KEYWORDS: &[&str] = &[
    "$defs",
    "$ref",
    "$schema",
    "description",
    "type",
    "const",
    "enum",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "required",
    "minItems",
    "maxProperties",
    "uniqueItems",
    "format",
    "dependentRequired",
    "additionalProperties",
    "properties",
    "items",
    "prefixItems",
    "patternProperties",
    "anyOf",
    "oneOf",
    "allOf",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "dependentSchemas",
    "minContains",
    "maxContains",
    "propertyNames",
    "unevaluatedProperties",
    "unevaluatedItems",
];
