//! The fingerprints that docs/fingerprint.md publishes. A value that moves here is a new domain, never a correction.

use schemagate::graph::{Document, FormatRules, Json, Options, RootHeader, RootKind, SchemaAt, fingerprint, lower};

const PAGE: &str = include_str!("../docs/fingerprint.md");

/// A row of the table of vectors: `| schema | fingerprint |`, the schema in backticks.
fn vectors() -> Vec<(String, String)> {
    let rows = PAGE.lines().filter_map(|line| line.strip_prefix("| `")?.strip_suffix(" |")?.rsplit_once("` | "));
    rows.map(|(schema, fingerprint)| (schema.replace("\\|", "|"), fingerprint.to_owned())).collect()
}

fn computed(schema: &str) -> String {
    let json = Json::parse(schema.as_bytes()).unwrap_or_else(|error| panic!("{schema}: {error}"));
    let documents = [Document { name: "vector.json".into(), json: json.into() }];
    let root = SchemaAt { document: 0, pointer: String::new() };
    let lowered = lower(&documents, &[root], &Options::default(), &|_| Ok(None))
        .unwrap_or_else(|error| panic!("{schema}: {error}"));
    let header = RootHeader { kind: RootKind::Event, event: String::new(), surface: false };
    fingerprint(&header, &FormatRules::default(), lowered.graph.hash(lowered.roots[0]), None).to_string()
}

#[test]
fn published_vectors_hold() {
    let vectors = vectors();
    assert!(vectors.len() >= 20, "the page lists {} vectors", vectors.len());
    let moved: Vec<String> = vectors
        .iter()
        .filter(|(schema, published)| computed(schema) != *published)
        .map(|(schema, _)| format!("| `{}` | {} |", schema.replace('|', "\\|"), computed(schema)))
        .collect();
    assert!(moved.is_empty(), "these moved:\n{}", moved.join("\n"));
}
