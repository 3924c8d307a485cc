//! Bundles as models: load checks, snapshots, generated files.

#![allow(clippy::unwrap_used, reason = "a test fails where something is missing")]

use schemagate::catalog::{Bundle, Loaded, Model, generate};
use schemagate::graph::External;
use std::collections::BTreeMap;

fn bundle(format: &str, roots: &str, defs: &str) -> Bundle {
    let text = format!(r#"{{"schemagate": 1, "format": {format}, "roots": {roots}, "$defs": {defs}}}"#);
    Bundle::parse(text.as_bytes()).unwrap()
}

fn model(bundle: &Bundle) -> Result<Model, String> {
    Model::from_bundle(bundle.clone(), External::Refuse)
        .map_err(|error| error.diagnostics().map(|d| format!("{d}\n")).collect())
}

mod event_checks {
    use super::*;

    fn refused(body: &str, schema: &str) -> Option<String> {
        let root = format!(r#"{{"event:a": {{"kind": "event", "schema": {schema}}}}}"#);
        let defs = r#"{"Data": {"type": "object", "properties": {"data": {}}, "required": ["data"]}}"#;
        model(&bundle(&format!(r#"{{"name": "n", "body": "{body}"}}"#), &root, defs)).err()
    }

    #[test]
    fn tag_and_body_are_required() {
        for (body, schema, expected) in [
            ("", r#"{"type": "object"}"#, "does not require `type`"),
            ("", r#"{"type": "object", "properties": {"type": {"const": "a"}}}"#, "does not require `type`"),
            (
                "",
                r#"{"type": "object", "properties": {"type": {"const": "b"}}, "required": ["type"]}"#,
                "literal \"a\"",
            ),
            (
                "",
                r#"{"type": "object", "properties": {"type": {"type": "string"}}, "required": ["type"]}"#,
                "literal \"a\"",
            ),
            ("", r#"{"properties": {"type": {"const": "a"}}, "required": ["type"]}"#, "is no object"),
            (
                "data",
                r#"{"type": "object", "properties": {"type": {"const": "a"}}, "required": ["type"]}"#,
                "require `data`",
            ),
            ("", "true", "is no object"),
        ] {
            let found = refused(body, schema).unwrap_or_default();
            assert!(
                found.starts_with("invalid-bundle: /roots/event:a/schema") && found.contains(expected),
                "{schema}: {found}"
            );
        }
    }

    #[test]
    fn spelling_does_not_matter() {
        for (body, schema) in [
            ("", r#"{"type": "object", "properties": {"type": {"enum": ["a"]}}, "required": ["type"]}"#),
            ("data", r##"{"$ref": "#/$defs/Data", "properties": {"type": {"const": "a"}}, "required": ["type"]}"##),
            (
                "data",
                r##"{"allOf": [{"$ref": "#/$defs/Data"}, {"properties": {"type": {"const": "a"}}, "required": ["type"]}]}"##,
            ),
            (
                "",
                r#"{"anyOf": [{"type": "object", "properties": {"type": {"const": "a"}, "x": {"const": 1}}, "required": ["type", "x"]},
                    {"type": "object", "properties": {"type": {"const": "a"}, "x": {"const": 2}}, "required": ["type", "x"]}]}"#,
            ),
            ("", r#"{"type": "object", "properties": {"a": {}}, "required": ["a"], "additionalProperties": false}"#),
            ("", r#"{"const": "a"}"#),
        ] {
            assert_eq!(refused(body, schema), None, "{schema}");
        }
    }
}

#[test]
fn snapshots_hold_what_their_roots_reach() {
    let whole = bundle(
        r#"{"name": "n"}"#,
        r##"{"A": {"kind": "header", "schema": {"$ref": "#/$defs/One", "description": "d"}, "writes": {"$ref": "#/$defs/Two"}},
            "B": {"kind": "header", "schema": {"properties": {"a": {"$ref": "#/roots/A/schema"}, "x": {"$ref": "#x"}}}}}"##,
        r##"{"One": {"title": "t", "properties": {"n": {"$ref": "#/$defs/One"}}}, "Two": {"items": {"default": 1}},
            "Three": {"$id": "three", "$anchor": "x", "type": "null"}}"##,
    );
    let a = whole.snapshot(["A"]).unwrap();
    assert_eq!(a.defs.keys().collect::<Vec<_>>(), ["One", "Two"]);
    assert_eq!(a.roots["A"].schema.compact(), r##"{"$ref":"#/$defs/One"}"##);
    assert_eq!(a.defs["One"].compact(), r##"{"properties":{"n":{"$ref":"#/$defs/One"}}}"##);
    assert!(whole.restrict(["A"]).unwrap().defs["One"].get("title").is_some());
    assert_eq!(
        model(&a).unwrap().roots["A"].fingerprint,
        model(&whole.restrict(["A"]).unwrap()).unwrap().roots["A"].fingerprint
    );
    assert_eq!(whole.snapshot(["C"]).unwrap_err().first.code.name, "invalid-bundle");
    let missing = whole.snapshot(["B"]).unwrap_err();
    assert_eq!(missing.first.code.name, "unresolved-reference", "an anchor belongs to the resource it stands in");
}

#[test]
fn generated_files() {
    let hostile = "<img src=x>|`a`\n\u{202e}";
    let name = schemagate::graph::Json::from(hostile).compact();
    let whole = bundle(
        &format!(r#"{{"name": {name}, "version": 3}}"#),
        &format!(
            r##"{{"event:a": {{"kind": "event", "surface": true, "source": {name}, "schema": {{"description": {name}, "type": "object",
                "properties": {{"type": {{"const": "a"}}, {name}: {{"$ref": "#/$defs/U"}}, "old": {{"not": {{}}, "x-persistence-reserved": true}}}},
                "required": ["type"]}}}}}}"##
        ),
        &format!(
            r#"{{"U": {{"oneOf": [{{"type": "object", "properties": {{"kind": {{"const": {name}}}}}, "required": ["kind"]}},
                {{"type": "object", "properties": {{"kind": {{"const": "b"}}, "n": {{"type": "integer", "minimum": 0, "default": 3}}}}, "required": ["kind"]}}]}},
                {name}: {{"type": "string"}}}}"#
        ),
    );
    let model = model(&whole).unwrap();
    let loaded = Loaded { unions: BTreeMap::from([("U".to_owned(), vec!["event:a".to_owned()])]), ..Loaded::default() };
    let files = generate(&model, &loaded);
    assert_eq!(
        files.keys().collect::<Vec<_>>(),
        ["catalog/README.md", "catalog/fingerprints.toml", "catalog/schema.json"]
    );
    assert_eq!(Bundle::parse(&files["catalog/schema.json"]).unwrap(), whole);

    let page = String::from_utf8(files["catalog/README.md"].clone()).unwrap();
    for expected in [
        "# Catalog of &lt;img src=x&gt;\\|\\`a\\`",
        "Format version 3. 1 root, 2 shared types.",
        "| [`event:a`](#root-event.a) | event | surface |",
        "| [`U`](#type-U) | union of 1 event | |",
        "| `type` | required | `\"a\"` |  |",
        "Reserved, refused by readers: `old`.",
        "| `\"b\"` | `{kind: \"b\", n?: integer (>= 0)}` |",
        "Reached by [`event:a`](#root-event.a).",
    ] {
        assert!(page.contains(expected), "{expected}\n{page}");
    }
    assert!(!page.contains("\u{202e}") && page.lines().all(|line| !line.starts_with("<img")), "{page}");

    let fingerprints: toml::Table =
        String::from_utf8(files["catalog/fingerprints.toml"].clone()).unwrap().parse().unwrap();
    assert_eq!(fingerprints["domain"].as_integer(), Some(1));
    let root = fingerprints["roots"]["event:a"].as_str().unwrap().to_owned();
    assert_eq!(root, model.roots["event:a"].fingerprint.to_string());
    assert!(fingerprints["types"].get(hostile).is_some());
}

#[test]
fn depth_is_no_danger() {
    let nested =
        |levels: usize| format!("{}{}{}", "{\"items\":".repeat(levels), "{\"type\":\"null\"}", "}".repeat(levels));
    let bundle =
        bundle(r#"{"name": "n"}"#, &format!(r#"{{"H": {{"kind": "header", "schema": {}}}}}"#, nested(500)), "{}");
    let snapshot = bundle.snapshot(["H"]).unwrap();
    let model = model(&snapshot).unwrap();
    assert!(generate(&model, &Loaded::default()).len() == 3);
    assert!(schemagate::catalog::input_from(nested(10_000).as_bytes(), "x", false).is_err());
    let chain: String =
        (0..4_000).map(|i| format!(r##""T{i}": {{"items": {{"$ref": "#/$defs/T{}"}}}}, "##, i + 1)).collect();
    let long = self::bundle(
        r#"{"name": "n"}"#,
        r##"{"H": {"kind": "header", "schema": {"$ref": "#/$defs/T0"}}}"##,
        &format!("{{{chain} \"T4000\": {{\"type\": \"null\"}}}}"),
    );
    assert_eq!(long.snapshot(["H"]).unwrap().defs.len(), 4_001);
    assert!(self::model(&long).is_ok());
}

#[test]
fn nested_objects_and_promises_are_on_the_page() {
    let policy = r#"{"version": 1, "policy": "attribution-only", "binding": "b", "owner": {"role": "user"}, "discriminator": "kind",
        "unknown": "preserve"}"#;
    let source = format!(
        r#"{{"x-persistence-source": {policy}, "type": "object", "properties": {{"kind": {{"const": "k"}}}}, "required": ["kind"],
            "x-persistence-attribution": true}}"#
    );
    let whole = bundle(
        r#"{"name": "n"}"#,
        &format!(
            r#"{{"H": {{"kind": "header", "schema": {{"type": "object", "properties": {{"data": {{"type": "object",
                "properties": {{"role": {{"const": "user"}}, "source": {source}, "gone": {{"not": {{}}, "x-persistence-reserved": true}},
                    "list": {{"type": "array", "items": {{"description": "no"}}, "description": "A list."}}}},
                "required": ["role", "source"]}}}}}}}}}}"#
        ),
        "{}",
    );
    let files = generate(&model(&whole).unwrap(), &Loaded::default());
    let page = String::from_utf8(files["catalog/README.md"].clone()).unwrap();
    for expected in [
        "| `data` | optional | `object` |  |",
        "| `data.list` | optional | `any[]` | A list. |",
        "| `data.source.kind` | required | `\"k\"` |  |",
        "Reserved, refused by readers: `data.gone`.",
        "Recorded policy on `data.source`: `attribution-only` (version 1)",
        "qualified kinds: `k`.",
    ] {
        assert!(page.contains(expected), "{expected}\n{page}");
    }
}

fn page(bundle: &Bundle) -> String {
    let files = generate(&model(bundle).unwrap(), &Loaded::default());
    String::from_utf8(files["catalog/README.md"].clone()).unwrap()
}

#[test]
fn alternatives_are_described_on_the_page() {
    let whole = bundle(
        r#"{"name": "n"}"#,
        r##"{"H": {"kind": "header", "schema": {"type": "object", "properties": {"u": {"$ref": "#/$defs/U"}, "e": {"$ref": "#/$defs/E"}}}}}"##,
        r##"{"U": {"oneOf": [
                {"description": "The first:\n<b>one</b> | line.\n\nMore of it.", "type": "object", "properties": {"kind": {"const": "a"}}, "required": ["kind"]},
                {"$ref": "#/$defs/B"}, {"$ref": "#/$defs/Inner"},
                {"type": "object", "properties": {"kind": {"const": "d"}}, "required": ["kind"]}]},
            "B": {"description": "The second.", "type": "object", "properties": {"kind": {"const": "b"}}, "required": ["kind"]},
            "Inner": {"anyOf": [{"description": "Deep inside.", "type": "object", "properties": {"kind": {"enum": ["c"]}}, "required": ["kind"]},
                {"type": "object", "properties": {"kind": {"const": "e"}}, "required": ["kind"]}]},
            "E": {"oneOf": [{"const": "x", "description": "An x."}, {"const": "y"}]},
            "F": {"enum": ["p", "q"]}}"##,
    );
    let page = page(&whole);
    for expected in [
        "| `kind` | alternative |  |\n|---|---|---|\n",
        "| `\"a\"` | `{kind: \"a\"}` | The first: &lt;b&gt;one&lt;/b&gt; \\| line. |\n",
        "| `\"b\"` | [`B`](#type-B) | The second. |\n",
        "| `\"c\"` | `{kind: \"c\"}` | Deep inside. |\n",
        "| `\"d\"` | `{kind: \"d\"}` |  |\n",
        "| alternative |  |\n|---|---|\n| `\"x\"` | An x. |\n| `\"y\"` |  |\n",
        "`\"p\" | \"q\"`",
    ] {
        assert!(page.replace("\\|", "|").contains(&expected.replace("\\|", "|")), "{expected}\n{page}");
    }
    assert!(!page.contains("More of it"), "{page}");
}

#[test]
fn types_of_several_names_are_shown_with_all() {
    let whole = bundle(
        r#"{"name": "n"}"#,
        r##"{"H": {"kind": "header", "schema": {"type": "object", "properties": {"b": {"$ref": "#/$defs/B"}, "r": {"items": {"$ref": "#/$defs/B"}, "type": "array"}}}}}"##,
        r#"{"A": {"type": "object", "properties": {"x": {}}}, "B": {"type": "object", "properties": {"x": {}}}}"#,
    );
    let page = page(&whole);
    for expected in [
        "| `b` | optional | [`A`](#type-A) (= [`B`](#type-B)) |",
        "| `r` | optional | array of [`A`](#type-A) (= [`B`](#type-B)) |",
    ] {
        assert!(page.contains(expected), "{expected}\n{page}");
    }
}
