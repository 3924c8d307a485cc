//! What the type graph takes for the same type, and what not (docs/graph.md, Rewrites).

use schemagate::Error;
use schemagate::graph::{Digest, Document, Json, Options, SchemaAt, lower};

fn digest_with(schema: &str, options: &Options) -> Result<Digest, Error> {
    let json = Json::parse(schema.as_bytes())?;
    let documents = [Document { name: "schema.json".into(), json: json.into() }];
    let lowered = lower(&documents, &[SchemaAt { document: 0, pointer: String::new() }], options, &|_| Ok(None))?;
    Ok(lowered.graph.hash(lowered.roots[0]))
}

fn digest(schema: &str) -> Digest {
    digest_with(schema, &Options::default()).unwrap_or_else(|error| panic!("{schema}: {error}"))
}

fn code(schema: &str) -> String {
    match digest_with(schema, &Options::default()) {
        Ok(_) => "ok".into(),
        Err(error) => format!("{} {}", error.first.code.name, error.first.pointer.clone().unwrap_or_default()),
    }
}

#[test]
#[rustfmt::skip]
fn spellings_of_one_type_are_one() {
    let same: &[&[&str]] = &[
        &["{}", "true", r#"{"title": "t", "x-foo": 1}"#, r#"{"type": ["null", "boolean", "number", "string", "array", "object"]}"#,
          r#"{"minLength": 0, "uniqueItems": false, "additionalProperties": true}"#, r#"{"anyOf": [{"type": "string"}, true]}"#],
        &["false", r#"{"not": {}}"#, r#"{"not": true}"#, r#"{"enum": []}"#, r#"{"allOf": [{"type": "string"}, {"type": "number"}]}"#,
          r#"{"type": "string", "enum": [1, 2]}"#,
          r#"{"allOf": [{"anyOf": [{"type": "integer"}], "x-persistence-other": true}, {"type": "string"}]}"#],
        &[r#"{"const": "a"}"#, r#"{"enum": ["a"]}"#, r#"{"type": "string", "const": "a"}"#, r#"{"type": "string", "enum": ["a", 1]}"#,
          r#"{"allOf": [{"enum": ["a", "b"]}, {"enum": ["c", "a"]}]}"#],
        &[r#"{"type": "boolean"}"#, r#"{"enum": [true, false]}"#, r#"{"anyOf": [{"const": true}, {"type": "boolean"}]}"#],
        &[r#"{"type": "null"}"#, r#"{"const": null}"#, r#"{"enum": [null]}"#],
        &[r#"{"type": "string"}"#, r#"{"anyOf": [{"type": "string"}, {"const": "a"}]}"#, r#"{"type": "string", "minimum": 3}"#,
          r##"{"$ref": "#/$defs/S", "$defs": {"S": {"type": "string"}}}"##, r#"{"oneOf": [{"type": "string"}]}"#],
        &[r#"{"type": "integer", "minimum": 1}"#, r#"{"type": "integer", "exclusiveMinimum": 0}"#,
          r#"{"type": "integer", "exclusiveMinimum": 0.5, "multipleOf": 1}"#, r#"{"type": "integer", "minimum": 1.0}"#,
          r#"{"$schema": "http://json-schema.org/draft-04/schema#", "type": "integer", "minimum": 0, "exclusiveMinimum": true}"#],
        &[r#"{"type": "integer", "format": "uint8"}"#, r#"{"type": "integer", "minimum": 0, "maximum": 255}"#,
          r#"{"type": "integer", "format": "uint8", "minimum": 0}"#],
        &[r#"{"type": ["string", "null"]}"#, r#"{"anyOf": [{"type": "null"}, {"type": "string"}]}"#,
          r#"{"oneOf": [{"type": "string"}, {"const": null}]}"#],
        &[r#"{"type": "object", "required": ["a"]}"#, r#"{"type": "object", "properties": {"a": true}, "required": ["a"]}"#],
        &[r#"{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "number"}}, "required": ["a"]}"#,
          r#"{"type": "object", "allOf": [{"properties": {"b": {"type": "number"}}}, {"properties": {"a": {"type": "string"}}, "required": ["a"]}]}"#,
          r#"{"required": ["a"], "properties": {"b": {"type": "number"}, "a": {"type": "string"}}, "additionalProperties": true, "type": ["object"]}"#],
        &[r#"{"type": "array", "prefixItems": [{"type": "string"}], "items": false}"#,
          r#"{"type": "array", "prefixItems": [{"type": "string"}], "maxItems": 1}"#,
          r#"{"type": "array", "items": [{"type": "string"}], "additionalItems": false}"#,
          r#"{"$schema": "http://json-schema.org/draft-07/schema#", "type": "array", "items": [{"type": "string"}], "maxItems": 1, "additionalItems": {"type": "string"}}"#,
          r#"{"type": "array", "prefixItems": [{"type": "string"}], "unevaluatedItems": false}"#],
        &[r#"{"type": "object", "properties": {"a": true}, "additionalProperties": false}"#,
          r#"{"type": "object", "properties": {"a": true}, "unevaluatedProperties": false}"#,
          r#"{"type": "object", "allOf": [{"properties": {"a": true}}], "unevaluatedProperties": false}"#,
          r##"{"type": "object", "$ref": "#/$defs/A", "$defs": {"A": {"properties": {"a": {}}}}, "unevaluatedProperties": false}"##],
        &[r##"{"type": "object", "properties": {"n": {"$ref": "#"}}}"##,
          r##"{"type": "object", "properties": {"n": {"type": "object", "properties": {"n": {"$ref": "#"}}}}}"##,
          r##"{"$ref": "#/$defs/A", "$defs": {"A": {"type": "object", "properties": {"n": {"$ref": "#/$defs/B"}}}, "B": {"type": "object", "properties": {"n": {"$ref": "#/$defs/A"}}}}}"##],
        &[r#"{"type": "object", "properties": {"a": {"type": "string"}}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}"#,
          r#"{"type": "object", "properties": {"a": {"type": "string"}}, "anyOf": [{"required": ["b"]}, {"type": "object", "required": ["a"]}]}"#],
        &[r#"{"oneOf": [{"type": "object", "properties": {"k": {"const": 1}}, "required": ["k"]}, {"type": "object", "properties": {"k": {"const": 2}}, "required": ["k"]}]}"#,
          r#"{"anyOf": [{"type": "object", "properties": {"k": {"const": 2}}, "required": ["k"]}, {"type": "object", "properties": {"k": {"const": 1}}, "required": ["k"]}]}"#,
          r#"{"type": "object", "oneOf": [{"properties": {"k": {"const": 1}}, "required": ["k"]}, {"properties": {"k": {"const": 2}}, "required": ["k"]}]}"#],
        &[r#"{"type": "string", "not": {"enum": ["x", "y"]}}"#, r#"{"type": "string", "not": {"anyOf": [{"const": "y"}, {"const": "x"}, {"const": 5}]}}"#],
        &[r#"{"not": {"type": "null"}}"#, r#"{"type": ["boolean", "number", "string", "array", "object"]}"#],
        &[r#"{"not": {"required": ["a"]}}"#, r#"{"type": "object", "properties": {"a": false}}"#],
        &[r#"{"type": "object", "properties": {"a": {"type": ["string", "null"], "default": null}}}"#,
          r#"{"type": "object", "properties": {"a": {"type": ["string", "null"]}}}"#],
        &[r#"{"type": "object", "properties": {"a": {"type": "string", "default": "x"}}, "required": ["a"]}"#,
          r#"{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}"#],
        &[r##"{"type": "object", "properties": {"a": {"$ref": "#/$defs/A", "default": 1}}, "$defs": {"A": {"type": "number"}}}"##,
          r##"{"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "number", "default": 1}}}"##,
          r##"{"type": "object", "properties": {"a": {"allOf": [{"type": "number", "default": 1.0}]}}}"##],
        &[r#"{"type": "object", "properties": {"a": {"type": "array", "uniqueItems": true, "default": [2, 1]}}}"#,
          r#"{"type": "object", "properties": {"a": {"type": "array", "uniqueItems": true, "default": [1, 2]}}}"#],
        &[r#"{"type": "object", "patternProperties": {"^a": {"type": "string"}}, "properties": {"ab": {"minLength": 1}}}"#,
          r#"{"type": "object", "patternProperties": {"^a": {"type": "string"}}, "properties": {"ab": {"minLength": 1, "type": "string"}}}"#],
        &[r#"{"properties": {"a": {}, "c": {}}, "anyOf": [{"required": ["a"]}, {"properties": {"b": {}}}], "unevaluatedProperties": false}"#,
          r#"{"properties": {"a": {}, "c": {}}, "anyOf": [{"properties": {"b": {}}}, {"allOf": [{"required": ["a"]}]}], "unevaluatedProperties": false}"#,
          r##"{"properties": {"a": {}}, "anyOf": [{"properties": {"b": {}}}, {"$ref": "#/$defs/R"}], "$ref": "#/$defs/C", "$defs": {"R": {"required": ["a"]}, "C": {"properties": {"c": {}}}}, "unevaluatedProperties": false}"##,
          r#"{"properties": {"c": {}}, "allOf": [{"anyOf": [{"properties": {"b": {}}}, {"required": ["a"]}]}, {"properties": {"a": {}}}], "unevaluatedProperties": false}"#],
        &[r#"{"type": "object", "required": ["b"], "unevaluatedProperties": {"type": "integer"}}"#,
          r#"{"type": "object", "required": ["b"], "properties": {"b": {"type": "integer"}}, "unevaluatedProperties": {"type": "integer"}}"#],
        &[r#"{"type": "object", "dependentRequired": {"a": ["b"]}}"#, r#"{"type": "object", "dependencies": {"a": ["b"]}}"#],
        &[r#"{"dependentSchemas": {"a": {"type": "string"}}}"#, r#"{"dependencies": {"a": {"type": "string"}}}"#],
    ];
    for group in same {
        for spelling in *group {
            assert_eq!(digest(spelling), digest(group[0]), "\n{spelling}\n{}", group[0]);
        }
    }
    for (i, a) in same.iter().enumerate() {
        for b in &same[..i] {
            assert_ne!(digest(a[0]), digest(b[0]), "\n{}\n{}", a[0], b[0]);
        }
    }
}

#[test]
#[rustfmt::skip]
fn what_may_change_validity_is_seen() {
    let pairs: &[(&str, &str)] = &[
        (r#"{"type": "integer"}"#, r#"{"type": "number"}"#),
        (r#"{"const": 18446744073709551616}"#, r#"{"const": 18446744073709551617}"#),
        (r#"{"const": 1e-400}"#, r#"{"const": 0}"#),
        (r#"{"foo": 1}"#, r#"{"foo": 2}"#),
        (r#"{"foo": 1}"#, "{}"),
        (r#"{"if": {"const": 1}, "then": {"const": 1}}"#, r#"{"if": {"const": 1}, "else": {"const": 1}}"#),
        (r#"{"type": "number", "format": "float"}"#, r#"{"type": "number", "format": "double"}"#),
        (r#"{"type": "object", "properties": {"a": {"default": 1}}}"#, r#"{"type": "object", "properties": {"a": {"default": 2}}}"#),
        (r#"{"type": "object", "properties": {"a": false}}"#, r#"{"type": "object", "properties": {"a": {"not": {}, "x-persistence-reserved": true}}}"#),
        (r#"{"type": "object", "properties": {"a": {"x-persistence-aliases": ["b"]}}}"#, r#"{"type": "object", "properties": {"a": {}}}"#),
        (r#"{"anyOf": [{"type": "string"}, {"type": "number"}], "x-persistence-other": true}"#, r#"{"type": ["string", "number"]}"#),
        (r#"{"oneOf": [{"required": ["a"]}, {"required": ["b"]}]}"#, r#"{"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}"#),
        (r#"{"oneOf": [{"minimum": 1}, {"minimum": 1}]}"#, r#"{"minimum": 1}"#),
        (r#"{"allOf": [{"not": {"minLength": 3}}]}"#, r#"{"allOf": [{"not": {"minLength": 4}}]}"#),
        (r##"{"allOf": [{"not": {"$ref": "#/$defs/A"}}], "$defs": {"A": {"type": "object", "required": ["a", "b"]}}}"##,
         r##"{"allOf": [{"not": {"$ref": "#/$defs/A"}}], "$defs": {"A": {"type": "object", "required": ["a", "c"]}}}"##),
        (r#"{"anyOf": [{"properties": {"a": true}}, {"properties": {"b": true}}], "unevaluatedProperties": false}"#,
         r#"{"anyOf": [{"properties": {"a": true}}, {"properties": {"c": true}}], "unevaluatedProperties": false}"#),
        (r#"{"anyOf": [{"properties": {"a": true}}, true], "unevaluatedProperties": false}"#,
         r#"{"anyOf": [{"properties": {"b": true}}, true], "unevaluatedProperties": false}"#),
        (r#"{"type": "object", "properties": {"x": {}}, "required": ["x"], "unevaluatedProperties": false}"#,
         r#"{"type": "object", "required": ["x"], "unevaluatedProperties": false}"#),
        (r#"{"properties": {"a": {}}, "if": {"required": ["a"]}, "then": {"properties": {"b": {}}}, "unevaluatedProperties": false}"#,
         r#"{"properties": {"a": {}}, "if": {"required": ["a"]}, "else": {"properties": {"b": {}}}, "unevaluatedProperties": false}"#),
        (r#"{"contains": {"const": 1}}"#, r#"{"contains": {"const": 1}, "maxContains": 3}"#),
        (r#"{"x-kubernetes-int-or-string": true}"#, "{}"),
        (r#"{"$schema": "http://json-schema.org/draft-07/schema#", "prefixItems": [{"type": "string"}]}"#, r#"{"$schema": "http://json-schema.org/draft-07/schema#"}"#),
    ];
    for (a, b) in pairs {
        assert_ne!(digest(a), digest(b), "\n{a}\n{b}");
    }
}

#[test]
#[rustfmt::skip]
fn what_is_no_schema_is_refused_where_it_stands() {
    for (schema, expected) in [
        (r#"{"type": "strnig"}"#, "invalid-schema /type"),
        (r#"{"properties": {"a/b": {"minLength": -1}}}"#, "invalid-schema /properties/a~1b/minLength"),
        (r#"{"properties": {"a": 3}}"#, "invalid-schema /properties/a"),
        (r#"{"required": "a"}"#, "invalid-schema /required"),
        (r#"{"anyOf": []}"#, "invalid-schema /anyOf"),
        (r#"{"enum": {}}"#, "invalid-schema /enum"),
        (r#"{"multipleOf": 0}"#, "invalid-schema /multipleOf"),
        (r##"{"$ref": "#/$defs/X"}"##, "unresolved-reference /$ref"),
        (r#"{"$ref": "https://example.com/x.json"}"#, "remote-reference /$ref"),
        (r#"{"$ref": "other.json"}"#, "unresolved-reference /$ref"),
        (r##"{"$ref": "#"}"##, "reference-cycle "),
        (r##"{"properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"anyOf": [{"$ref": "#/$defs/B"}]}, "B": {"allOf": [{"$ref": "#/$defs/A"}]}}}"##, "reference-cycle /"),
        (r#"{"properties": {"a": {"x-persistence-reserved": true}}}"#, "invalid-reservation /properties/a/x-persistence-reserved"),
        (r#"{"properties": {"a": {"not": {}, "x-persistence-reserved": true}}, "required": ["a"]}"#, "invalid-reservation /properties/a/x-persistence-reserved"),
        (r#"{"properties": {"a": {"x-persistence-aliases": ["b"]}, "b": {}}}"#, "invalid-aliases /properties/a/x-persistence-aliases"),
        (r#"{"properties": {"a": {"x-persistence-aliases": []}}}"#, "invalid-aliases /properties/a/x-persistence-aliases"),
        (r#"{"type": "string", "x-persistence-other": 1}"#, "invalid-other /x-persistence-other"),
        (r#"{"type": "object", "x-persistence-other": true}"#, "invalid-other /x-persistence-other"),
        (r#"{"items": {"not": {}, "x-persistence-reserved": true}}"#, "invalid-reservation /items/x-persistence-reserved"),
        (r#"{"x-persistence-aliases": ["a"]}"#, "invalid-aliases /x-persistence-aliases"),
        (r#"{"minLength": 1, "x-persistence-other": true}"#, "invalid-other /x-persistence-other"),
        (r#"{"allOf": [{"properties": {"a": {"default": 1}}}, {"properties": {"a": {"default": 2}}}], "type": "object"}"#, "invalid-schema "),
    ] {
        let found = code(schema);
        assert!(found.starts_with(expected), "{schema}: {found}, expected {expected}");
    }
}

#[test]
fn what_collapses_level_by_level_is_as_fast_as_what_does_not() {
    let count = 20_000;
    let chain = |last: &str| {
        let links: Vec<String> =
            (0..count).map(|i| format!(r##""T{i}": {{"items": {{"$ref": "#/$defs/T{}"}}}}"##, i + 1)).collect();
        format!(r##"{{"$ref": "#/$defs/T0", "$defs": {{{}, "T{count}": {last}}}}}"##, links.join(","))
    };
    assert_eq!(digest(&chain("true")), digest("{}"));
    assert_ne!(digest(&chain(r#"{"type": "string"}"#)), digest("{}"));
}
