//! Errors and warnings about schemas name the file and the pointer that were authored, whatever the source.

#![allow(clippy::unwrap_used, reason = "a test fails where something is missing")]

use schemagate::catalog::{Catalog, Model, Project, load_input};
use schemagate::graph::{Error, External};
use std::path::Path;
use tempfile::TempDir;

const FORMAT: &str = "[format]\nname = 'notes'\nbody = ''\n[source]\n";

fn directory(files: &[(&str, &str)]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = dir.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    dir
}

/// `FILE#POINTER` of everything said about a model: warnings, or why there is none.
fn said(model: Result<Model, Error>) -> Vec<String> {
    let diagnostics = match &model {
        Ok(model) => model.warnings.clone(),
        Err(error) => error.diagnostics().cloned().collect(),
    };
    assert!(!diagnostics.is_empty());
    let place = |file: Option<String>, pointer: Option<String>| {
        format!("{}#{}", file.unwrap_or_default(), pointer.unwrap_or_default())
    };
    diagnostics.into_iter().map(|diagnostic| place(diagnostic.file, diagnostic.pointer)).collect()
}

/// The same of an input, files relative to the directory.
fn input(dir: &Path, path: &str, definitions: bool) -> Vec<String> {
    let bundle = load_input(&dir.join(path), definitions);
    let prefix = format!("{}/", dir.display());
    let said = said(bundle.and_then(|bundle| Model::from_bundle(bundle, External::Opaque)));
    said.into_iter().map(|place| place.replace(&prefix, "")).collect()
}

/// The same of a project.
fn project(files: &[(&str, &str)]) -> Vec<String> {
    let dir = directory(files);
    said(model(dir.path(), None))
}

fn model(dir: &Path, linked: Option<&Catalog>) -> Result<Model, Error> {
    let bundle = Project::open(Some(dir))?.load(linked)?.bundle;
    Model::from_bundle(bundle, External::Refuse)
}

#[test]
fn plain_documents() {
    let dir = directory(&[
        ("root.json", r#"{"properties": {"a": {"type": "strnig"}}}"#),
        (
            "used.json",
            r##"{"properties": {"a": {"$ref": "#/definitions/A~1B"}}, "definitions": {"A/B": {"type": "strnig"}}}"##,
        ),
        ("unused.json", r#"{"type": "object", "definitions": {"A": {"type": "strnig"}}}"#),
        ("only.json", r#"{"definitions": {"v2": {"A": {"items": {"type": "strnig"}}}}}"#),
        ("inner.json", r##"{"items": {"$ref": "#/properties/a/items"}, "properties": {"a": {"items": {"type": 1}}}}"##),
        ("anchor.json", r##"{"items": {"$ref": "#x"}, "$defs": {"A": {"not": {"$anchor": "x", "type": 1}}}}"##),
        ("away.json", r##"{"items": {"$ref": "#/definitions/A"}, "definitions": {"A": {"$ref": "https://x.y/z"}}}"##),
        ("nothing.json", r##"{"definitions": {"A": {"$ref": "#/definitions/B"}}}"##),
        ("number.json", "1"),
    ]);
    for (file, definitions, expected) in [
        ("root.json", false, "root.json#/properties/a/type"),
        ("used.json", false, "used.json#/definitions/A~1B/type"),
        ("unused.json", true, "unused.json#/definitions/A/type"),
        ("only.json", false, "only.json#/definitions/v2/A/items/type"),
        ("inner.json", false, "inner.json#/properties/a/items/type"),
        ("anchor.json", false, "anchor.json#/$defs/A/not/type"),
        ("away.json", false, "away.json#/definitions/A/$ref"),
        ("nothing.json", false, "nothing.json#/definitions/A/$ref"),
        ("number.json", false, "number.json#"),
    ] {
        assert_eq!(input(dir.path(), file, definitions), [expected]);
    }
}

#[test]
fn directories_of_schemas() {
    for (text, expected) in [
        (r#"{"definitions": {"N": {"type": "strnig"}}}"#, "all/sub/b.json#/definitions/N/type"),
        (r##"{"definitions": {"N": {"$ref": "#/no"}}}"##, "all/sub/b.json#/definitions/N/$ref"),
        (r#"{"definitions": {"N": {"$ref": "urn:x"}}}"#, "all/sub/b.json#/definitions/N/$ref"),
        (r#"{"definitions": {"N": {}}, "minimum": "1"}"#, "all/sub/b.json#/minimum"),
        ("[]", "all/sub/b.json#"),
        ("{", "all/sub/b.json#1:2"),
    ] {
        let dir = directory(&[
            ("all/a.json", r#"{"items": {"$ref": "sub/b.json#/definitions/N"}}"#),
            ("all/sub/b.json", text),
        ]);
        assert_eq!(input(dir.path(), "all", false), [expected]);
        assert_eq!(input(dir.path(), "all/", false), [expected]);
    }
}

#[test]
fn bundles_are_documents_of_their_own() {
    let bundle = r#"{"schemagate": 1, "format": {"name": "n"},
        "roots": {"H": {"kind": "header", "schema": {"type": "strnig"}}}}"#;
    let dir = directory(&[("b.json", bundle), ("bad.json", r#"{"schemagate": 2}"#)]);
    assert_eq!(input(dir.path(), "b.json", false), ["b.json#/roots/H/schema/type"]);
    assert!(input(dir.path(), "bad.json", false).contains(&"bad.json#/schemagate".to_owned()));
}

#[test]
fn files_and_what_they_refer_to() {
    let config = format!("{FORMAT}files = ['s/*.json']\n");
    let files = |a: &'static str, b: &'static str| {
        project(&[("schemagate.toml", &config), ("s/a.json", a), ("other/b.json", b)])
    };
    let event = r#"{"required": ["type"], "properties": {"type": {"const": "a"}, "b": {"$ref": "../other/b.json#/definitions/B"}}}"#;
    assert_eq!(files(event, r#"{"definitions": {"B": {"type": "strnig"}}}"#), ["other/b.json#/definitions/B/type"]);
    assert_eq!(files(r#"{"properties": {"x": {"type": "strnig"}}}"#, ""), ["s/a.json#/properties/x/type"]);
    // Checks of whole events.
    assert_eq!(files(r#"{"properties": {"type": {"const": "a"}}}"#, ""), ["s/a.json#"]);
    assert_eq!(files(r#"{"$defs": {"x": {"type": "string"}}}"#, ""), ["s/a.json#/$defs/x"]);
    // Both files have a type of this name; each keeps its own place.
    let clash = r##"{"required": ["type"], "definitions": {"B": {"type": "strnig"}}, "properties": {"type": {"const": "a"},
        "own": {"$ref": "#/definitions/B"}, "b": {"$ref": "../other/b.json#/definitions/B"}}}"##;
    assert_eq!(files(clash, r#"{"definitions": {"B": {"type": "object"}}}"#), ["s/a.json#/definitions/B/type"]);
}

#[test]
fn configured_roots() {
    let with = |root: &str, text: &str| {
        let config = format!("{FORMAT}[[root]]\nfile = 't/all.json'\n{root}\n");
        project(&[("schemagate.toml", &config), ("t/all.json", text)])
    };
    let header = "key = 'H'\nkind = 'header'\npointer = '/components/schemas/H'";
    let text = r##"{"components": {"schemas": {"H": {"properties": {"x": {"type": "strnig"}}}}}}"##;
    assert_eq!(with(header, text), ["t/all.json#/components/schemas/H/properties/x/type"]);
    let text =
        r##"{"components": {"schemas": {"H": {"items": {"$ref": "#/components/schemas/I"}}, "I": {"type": 1}}}}"##;
    assert_eq!(with(header, text), ["t/all.json#/components/schemas/I/type"]);
}

#[test]
fn split_unions() {
    let with = |text: &str| {
        let config = format!("{FORMAT}[[root]]\nfile = 'u.json'\nsplit = 'type'\n");
        project(&[("schemagate.toml", &config), ("u.json", text)])
    };
    let inline = r#"{"oneOf": [{"required": ["type"], "properties": {"type": {"const": "a"}}},
        {"required": ["type"], "properties": {"type": {"const": "b"}, "x": {"type": "strnig"}}}]}"#;
    assert_eq!(with(inline), ["u.json#/oneOf/1/properties/x/type"]);
    let beside = r#"{"anyOf": [{"properties": {"type": {"const": "a"}}}], "properties": {"x": {"type": "strnig"}}}"#;
    assert_eq!(with(beside), ["u.json#/properties/x/type"]);
    let shared = r##"{"$ref": "#/definitions/U", "definitions": {"U": {"oneOf": [{"$ref": "#/definitions/A"},
        {"properties": {"type": {"enum": ["b", "c"]}, "x": {"minimum": "1"}}}]}, "A": {"properties": {"type": {"const": "a"}}}}}"##;
    assert_eq!(with(shared), ["u.json#/definitions/U/oneOf/1/properties/x/minimum"]);
    let twice = r#"{"oneOf": [{"properties": {"type": {"const": "a"}}}, {"properties": {"type": {"const": "a"}, "x": {"type": 1}}}]}"#;
    assert_eq!(with(twice), ["u.json#/oneOf/1/properties/x/type"]);
    // The check of an event finds the alternative, by whatever way.
    let lax = r##"{"oneOf": [{"type": "object", "required": ["type"], "properties": {"type": {"const": "a"}}}, {"$ref": "#/$defs/B"}],
        "$defs": {"B": {"properties": {"type": {"const": "b"}}}}}"##;
    assert_eq!(with(lax), ["u.json#/oneOf/1"]);
}

#[cfg(unix)]
#[test]
fn commands() {
    let with = |bundle: &str| {
        let config = format!("{FORMAT}command = ['cat', 'b.json']\n");
        project(&[("schemagate.toml", &config), ("b.json", bundle)])
    };
    let rest = r#""schemagate": 1, "format": {"name": "n"}"#;
    let lowered =
        with(&format!(r#"{{{rest}, "roots": {{"H": {{"kind": "header", "schema": {{"type": "strnig"}}}}}}}}"#));
    assert_eq!(lowered, ["standard output of `cat b.json`#/roots/H/schema/type"]);
    let synthetic =
        with(&format!(r#"{{{rest}, "roots": {{"a": {{"kind": "event", "synthetic": true, "schema": {{}}}}}}}}"#));
    assert_eq!(synthetic, ["standard output of `cat b.json`#/roots"]);
    let read = with(&format!(r#"{{{rest}, "roots": 1}}"#));
    assert_eq!(read, ["standard output of `cat b.json`#/roots"]);
}

mod linked {
    use super::*;
    use schemars::{JsonSchema, Schema, SchemaGenerator};
    use serde::{Deserialize, Serialize};
    use std::borrow::Cow;

    #[derive(Serialize, Deserialize)]
    struct Odd;

    impl JsonSchema for Odd {
        fn schema_name() -> Cow<'static, str> {
            "Odd".into()
        }
        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            schemars::json_schema!({"items": {"type": "strnig"}})
        }
    }

    #[derive(Serialize, Deserialize)]
    struct Lost;

    impl JsonSchema for Lost {
        fn schema_name() -> Cow<'static, str> {
            "Lost".into()
        }
        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            schemars::json_schema!({"items": {"$ref": "#/$defs/nowhere"}})
        }
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    struct Holder {
        odd: Odd,
    }

    #[derive(Serialize, Deserialize, JsonSchema)]
    #[serde(tag = "type")]
    enum Event {
        Added { number: Strange },
    }

    #[derive(Serialize, Deserialize)]
    struct Strange;

    impl JsonSchema for Strange {
        fn inline_schema() -> bool {
            true
        }
        fn schema_name() -> Cow<'static, str> {
            "Strange".into()
        }
        fn json_schema(_: &mut SchemaGenerator) -> Schema {
            schemars::json_schema!({"minimum": "one"})
        }
    }

    fn said(register: impl FnOnce(&mut Catalog)) -> String {
        let dir = directory(&[("schemagate.toml", &format!("{FORMAT}linked = 'n'\n"))]);
        let mut catalog = Catalog::new("n");
        register(&mut catalog);
        let error = model(dir.path(), Some(&catalog)).unwrap_err();
        assert_eq!(error.first.pointer, None);
        error.to_string()
    }

    #[test]
    fn types_and_roots_are_named() {
        for (found, expected) in [
            (
                said(|c| {
                    c.header::<Odd>("H").source("src/odd.rs");
                }),
                "src/odd.rs: in the schema of type `Odd`, at `/items/type`: ",
            ),
            (
                said(|c| {
                    c.header::<Holder>("H").source("src/h.rs");
                }),
                "invalid-schema: in the schema of type `Odd`, at `/items/type`: ",
            ),
            (
                said(|c| {
                    c.header::<Lost>("H");
                }),
                "unresolved-reference: in the schema of type `Lost`, at `/items/$ref`: ",
            ),
            (
                said(|c| {
                    c.events::<Event>().source("src/event.rs");
                }),
                "src/event.rs: in the schema of type `Event`, at `/oneOf/0/properties/number/minimum`: ",
            ),
            (
                said(|c| {
                    c.event::<Strange>("a").source("a.rs");
                }),
                "a.rs: in the schema of the root `event:a`, at `/minimum`: ",
            ),
            (
                said(|c| {
                    c.event::<Vec<u8>>("a").source("a.rs");
                }),
                "invalid-bundle: a.rs: in the schema of the root `event:a`: the schema of event `a` is no object",
            ),
        ] {
            assert!(found.contains(expected), "{found}\n{expected}");
        }
    }

    #[test]
    fn schemas_given_as_json_are_named_by_their_root() {
        for (schema, expected) in [
            (
                serde_json::json!({"properties": {"x": {"type": 1}}}),
                "a.rs: in the schema of the root `event:a`, at `/properties/x/type`: ",
            ),
            (
                serde_json::json!({"$ref": "#/$defs/X", "$defs": {"X": {"type": 1}}}),
                "a.rs: in the schema of the root `event:a`, at `/$defs/X/type`: ",
            ),
            (
                serde_json::json!({"items": {"$ref": "#/no"}}),
                "a.rs: in the schema of the root `event:a`, at `/items/$ref`: ",
            ),
        ] {
            let found = said(|c| {
                c.event_schema("a", schema).source("a.rs");
            });
            assert!(found.contains(expected), "{found}\n{expected}");
        }
    }
}
