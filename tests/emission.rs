//! Emission: what a canonical type looks like as JSON Schema, and that it accepts what the authored schema accepts.
#![allow(clippy::unwrap_used)]

mod support;

use schemagate::graph::{Digest, Json, Members, Node, emit, emit_limited};
use std::collections::BTreeMap;
use support::engine::Subject;
use support::oracle;

fn json(text: &str) -> Json {
    Json::parse(text.as_bytes()).unwrap()
}

fn subject(text: &str) -> Subject {
    Subject::new(&json(text)).unwrap()
}

fn emitted(text: &str) -> String {
    let subject = subject(text);
    emit(&subject.graph, subject.node, &BTreeMap::new()).compact()
}

#[test]
fn types_are_written_as_people_write_them() {
    for (authored, expected) in [
        ("{}", "true"),
        ("false", "false"),
        (r#"{"enum": ["b", null, "a"]}"#, r#"{"enum":["a","b",null]}"#),
        (
            r#"{"anyOf": [{"type": "null"}, {"type": "string", "minLength": 1}]}"#,
            r#"{"minLength":1,"type":["string","null"]}"#,
        ),
        (
            r#"{"anyOf": [{"const": "a"}, {"type": "integer"}, {"type": "null"}]}"#,
            r#"{"anyOf":[{"const":"a"},{"type":["integer","null"]}]}"#,
        ),
        (
            r#"{"type": "object", "properties": {"a": {"type": "string", "default": "x"}, "b": true}, "required": ["b"],
                "additionalProperties": false}"#,
            r#"{"additionalProperties":false,"properties":{"a":{"default":"x","type":"string"},"b":true},"required":["b"],"type":"object"}"#,
        ),
        (
            r#"{"type": "integer", "format": "int8", "not": {"const": 0}, "allOf": [{"multipleOf": 2}, {"multipleOf": 3}]}"#,
            r#"{"allOf":[{"multipleOf":3,"type":"integer"}],"maximum":127,"minimum":-128,"multipleOf":2,"not":{"const":0},"type":"integer"}"#,
        ),
        (
            r#"{"type": "object", "properties": {"gone": {"not": {}, "x-persistence-reserved": true},
                "new": {"type": "string", "x-persistence-aliases": ["old"]}}}"#,
            r#"{"properties":{"gone":{"not":{},"x-persistence-reserved":true},"new":{"type":"string","x-persistence-aliases":["old"]}},"type":"object"}"#,
        ),
        (
            r#"{"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}"#,
            r#"{"anyOf":[{"required":["a"]},{"required":["b"]}],"type":"object"}"#,
        ),
        (
            r#"{"anyOf": [{"type": "string"}, {"type": "integer"}], "x-persistence-other": true}"#,
            r#"{"anyOf":[{"type":"integer"},{"type":"string"}],"x-persistence-other":true}"#,
        ),
    ] {
        assert_eq!(emitted(authored), expected, "{authored}");
    }
}

#[test]
fn shared_and_recursive_types_are_definitions() {
    let tree = subject(
        r##"{"$ref": "#/$defs/T", "$defs": {"T": {"type": "object", "properties": {"left": {"$ref": "#/$defs/T"},
            "size": {"$ref": "#/$defs/S"}, "free": {"$ref": "#/$defs/S"}}},
            "S": {"type": "object", "properties": {"width": {"type": "integer"}, "height": {"type": "integer"}}}}}"##,
    );
    let size = |id| matches!(tree.graph.node(id), Node::Object(object) if object.properties.contains_key("width"));
    let size = tree.graph.ids().find(|&id| size(id)).unwrap();
    let names: BTreeMap<Digest, String> =
        BTreeMap::from([(tree.hash(), "a/b%<T> ü".to_owned()), (tree.graph.hash(size), "Size".to_owned())]);
    let named = emit(&tree.graph, tree.node, &names);
    assert_eq!(named.get("$ref").unwrap().compact(), r##""#/$defs/a~1b%25%3CT%3E%20%C3%BC""##);
    let defs: Vec<&String> = named.get("$defs").and_then(Json::as_object).unwrap().keys().collect();
    assert_eq!(defs, ["Size", "a/b%<T> ü"]);
    let unnamed = emit(&tree.graph, tree.node, &BTreeMap::new());
    assert_eq!(unnamed.get("$defs").and_then(Json::as_object).unwrap().len(), 2);
    for emission in [named, unnamed] {
        assert_eq!(Subject::new(&emission).unwrap().hash(), tree.hash());
    }
}

/// Readers stop at some depth of JSON, so that a deep type is cut into definitions.
#[test]
fn deep_types_stay_shallow() {
    let depth = 120;
    let text =
        format!("{}{}{}", r#"{"type":"array","items":{"properties":{"a":"#.repeat(depth), "{}", "}}}".repeat(depth));
    let deep = subject(&text);
    let emission = deep.emission();
    assert!(serde_json::from_str::<serde_json::Value>(&emission.compact()).is_ok());
    assert_eq!(Subject::new(&emission).unwrap().hash(), deep.hash());
}

#[test]
fn large_types_are_given_up_early() {
    let small = subject(r#"{"type": "object", "properties": {"a": {"type": "string"}}}"#);
    let whole = emit(&small.graph, small.node, &BTreeMap::new());
    let length = whole.compact().len();
    assert_eq!(emit_limited(&small.graph, small.node, &BTreeMap::new(), length), Some(whole));
    assert_eq!(emit_limited(&small.graph, small.node, &BTreeMap::new(), length - 1), None);
    let literal = Json::Object(Members::from([("const".to_owned(), Json::String("a".repeat(100_000)))]));
    let large = Subject::new(&literal).unwrap();
    assert_eq!(emit_limited(&large.graph, large.node, &BTreeMap::new(), 4096), None);
}

/// Alternatives of a bound property carry their marks, also where they are shared with others.
#[test]
fn promises_are_written_back() {
    let bound = r##"{"type": "object", "required": ["role", "source"], "properties": {"role": {"const": "user"},
        "also": {"$ref": "#/$defs/Pane"},
        "source": {"anyOf": [{"$ref": "#/$defs/Pane", "x-persistence-attribution": true},
                {"properties": {"kind": {"const": "web"}}, "required": ["kind"], "$ref": "#/$defs/Web", "x-persistence-attribution": true},
                {"type": "object", "properties": {"kind": {"const": "user"}}, "required": ["kind"]}],
            "x-persistence-source": {"version": 1, "policy": "attribution-only", "binding": "b", "owner": {"role": "user"},
                "discriminator": "kind", "unknown": "preserve"}}},
        "$defs": {"Pane": {"type": "object", "properties": {"kind": {"const": "pane"}, "id": {"type": "string"}}, "required": ["kind"]},
            "Web": {"type": "object", "properties": {"url": {"type": "string"}}}}}"##;
    let bound = subject(bound);
    let emission = bound.emission();
    assert_eq!(emission.compact().matches("x-persistence-attribution").count(), 2, "{}", emission.pretty());
    assert_eq!(Subject::new(&emission).unwrap().hash(), bound.hash());
}

/// What is hard to get right, with values that tell right from wrong.
#[test]
fn emission_accepts_what_the_author_accepts() {
    let objects = [
        "{}",
        r#"{"a": 1}"#,
        r#"{"a": "x"}"#,
        r#"{"b": 1}"#,
        r#"{"a": 1, "b": 1}"#,
        r#"{"a": "x", "b": "y"}"#,
        r#"{"c": 1}"#,
    ];
    let arrays = ["[]", "[1]", r#"["x"]"#, r#"["x", 1]"#, "[1, 1]", "[1, 1, 1]", "7"];
    for (schema, instances) in [
        (r#"{"type": "object", "properties": {"a": {}}, "unevaluatedProperties": false}"#, objects),
        (r#"{"const": {"a": 1}, "unevaluatedProperties": false}"#, objects),
        (r#"{"const": {"a": 1}, "properties": {"a": {}}, "unevaluatedProperties": false}"#, objects),
        (r#"{"required": ["a"], "unevaluatedProperties": {"type": "string"}}"#, objects),
        (
            r#"{"required": ["a"], "patternProperties": {"b": {}}, "unevaluatedProperties": {"type": "string"}}"#,
            objects,
        ),
        (r#"{"patternProperties": {"a": {"type": "string"}}, "unevaluatedProperties": false}"#, objects),
        (r#"{"allOf": [{"properties": {"a": {}}}], "unevaluatedProperties": false}"#, objects),
        (r#"{"allOf": [{"properties": {"a": {}}, "unevaluatedProperties": false}], "properties": {"b": {}}}"#, objects),
        (r#"{"anyOf": [{"required": ["a"]}, {"required": ["b"]}], "unevaluatedProperties": false}"#, objects),
        (r#"{"anyOf": [{"properties": {"a": {"type": "integer"}}}, true], "unevaluatedProperties": false}"#, objects),
        (
            r#"{"anyOf": [{"additionalProperties": true}, {"required": ["b"]}], "unevaluatedProperties": false}"#,
            objects,
        ),
        (
            r#"{"if": {"properties": {"a": {"type": "string"}}, "required": ["a"]}, "then": {"properties": {"b": {}}}, "unevaluatedProperties": false}"#,
            objects,
        ),
        (
            r#"{"dependentSchemas": {"a": {"properties": {"a": {}, "b": {"type": "integer"}}}}, "unevaluatedProperties": false}"#,
            objects,
        ),
        (r#"{"not": {"required": ["c"]}, "properties": {"a": {}}, "unevaluatedProperties": false}"#, objects),
        (
            r#"{"allOf": [{"properties": {"a": {}}, "anyOf": [{}], "unevaluatedProperties": false},
                {"properties": {"b": {}}, "anyOf": [{}], "unevaluatedProperties": false}]}"#,
            objects,
        ),
        (
            r#"{"allOf": [{"patternProperties": {"a": {}}, "additionalProperties": false}, {"patternProperties": {"b": {}}}]}"#,
            objects,
        ),
        (r#"{"prefixItems": [{"type": "string"}], "unevaluatedItems": false}"#, arrays),
        (r#"{"contains": {"type": "string"}, "unevaluatedItems": {"type": "integer"}}"#, arrays),
        (r#"{"contains": {"const": 1}, "minContains": 0, "unevaluatedItems": false}"#, arrays),
        (
            r#"{"allOf": [{"prefixItems": [true]}], "anyOf": [{"prefixItems": [true, {"type": "string"}]}, {"maxItems": 2}], "unevaluatedItems": false}"#,
            arrays,
        ),
        (r#"{"contains": {"type": "integer"}, "maxContains": 1, "minItems": 1}"#, arrays),
        (r#"{"oneOf": [{"minItems": 1}, {"maxItems": 1, "type": "array"}]}"#, arrays),
        (r#"{"not": {"anyOf": [{"minItems": 2}, {"type": "integer"}]}}"#, arrays),
    ] {
        let schema = json(schema);
        let emission = Subject::new(&schema).unwrap().emission();
        let (authored, canonical) = (oracle::validator(&schema).unwrap(), oracle::validator(&emission).unwrap());
        for instance in instances.map(json) {
            let (a, b) = (oracle::accepts(&authored, &instance), oracle::accepts(&canonical, &instance));
            assert_eq!(a, b, "{} under {}\nemitted {}", instance.compact(), schema.compact(), emission.pretty());
        }
    }
}

/// A property that constrains nothing is still declared, and a keyword that evaluates is still there.
#[test]
fn what_an_unevaluated_keyword_sees_is_part_of_the_type() {
    for (one, other) in [
        (
            r#"{"required": ["a"], "anyOf": [{"minProperties": 1}], "unevaluatedProperties": false}"#,
            r#"{"required": ["a"], "properties": {"a": true}, "anyOf": [{"minProperties": 1}], "unevaluatedProperties": false}"#,
        ),
        (
            r#"{"anyOf": [{"additionalProperties": true}, {"required": ["b"]}], "unevaluatedProperties": false}"#,
            r#"{"anyOf": [{}, {"required": ["b"]}], "unevaluatedProperties": false}"#,
        ),
        (r#"{"foo": 1, "unevaluatedProperties": false}"#, r#"{"foo": 1}"#),
        (r#"{"const": {"a": 1}, "unevaluatedProperties": false}"#, r#"{"const": {"a": 1}}"#),
    ] {
        assert_ne!(subject(one).hash(), subject(other).hash(), "{one}");
    }
    assert_eq!(
        subject(r#"{"patternProperties": {"a": {"type": "string"}}, "unevaluatedProperties": false}"#).hash(),
        subject(r#"{"patternProperties": {"a": {"type": "string"}}, "additionalProperties": false}"#).hash()
    );
}
