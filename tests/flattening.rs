//! Real schemas stay the same types when their documents are flattened into a bundle, and when a snapshot is taken.

#![allow(clippy::unwrap_used, reason = "a test fails where something is missing")]

use schemagate::catalog::{Model, load_input};
use schemagate::graph::{Document, External, Json, Options, SchemaAt, lower};
use std::path::{Path, PathBuf};

/// Documents are many: one in so many is tried.
const EVERY: usize = 12;

fn documents(dir: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            documents(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "json") {
            found.push(path);
        }
    }
}

#[test]
fn types_stay_what_they_are() {
    let Some(shared) = std::env::var_os("SCHEMAGATE_SHARED") else {
        eprintln!("skipped: SCHEMAGATE_SHARED is not set");
        return;
    };
    let mut found = Vec::new();
    documents(&Path::new(&shared).join("corpus"), &mut found);
    assert!(!found.is_empty(), "the corpus is missing");
    for path in found.iter().step_by(EVERY) {
        let bundle = load_input(path, false).unwrap();
        let keys: Vec<String> = bundle.roots.keys().cloned().collect();
        let snapshot = bundle.snapshot(keys.iter().map(String::as_str)).unwrap();
        assert_eq!(snapshot.snapshot(keys.iter().map(String::as_str)).unwrap(), snapshot, "{}", path.display());
        let model = Model::from_bundle(bundle, External::Opaque).unwrap();
        let again = Model::from_bundle(snapshot, External::Opaque).unwrap();
        for (key, root) in &model.roots {
            assert_eq!(root.fingerprint, again.roots[key].fingerprint, "{} {key}", path.display());
        }
        if let Some(root) = model.roots.get("schema") {
            let json = Json::parse(&std::fs::read(path).unwrap()).unwrap();
            let document = Document { name: String::new(), json: json.into() };
            let whole = SchemaAt { document: 0, pointer: String::new() };
            let options = Options { external: External::Opaque, ..Options::default() };
            let direct = lower(&[document], &[whole], &options, &|_| Ok(None)).unwrap();
            assert_eq!(direct.graph.hash(direct.roots[0]), model.graph.hash(root.schema), "{}", path.display());
        }
    }
}

#[test]
fn an_identifier_of_several_schemas_names_none() {
    for (first, second, reference) in [
        (r#""$anchor": "q""#, r#""$anchor": "q""#, "#q"),
        (r#""$id": "https://x/q""#, r#""$id": "https://x/q""#, "https://x/q"),
    ] {
        let text = format!(
            r#"{{"type": "object", "properties": {{"a": {{"$ref": "{reference}"}}}},
                "$defs": {{"q": {{{first}, "type": "string"}}, "r": {{{second}, "type": "null"}}}}}}"#
        );
        let found = schemagate::catalog::input_from(text.as_bytes(), "a.json", false);
        let error = found.err().map(|error| error.first.to_string()).unwrap_or_default();
        assert!(error.contains("names several schemas"), "{error}");
    }
}
