//! The catalog in the engine: what is loaded, and what edits of its types mean.

use schemagate::catalog::{Bundle, Model, Project};
use schemagate::compare::{Options, Verdict, compare_root};
use schemagate::graph::{External, Json, Node};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

fn bundle() -> Bundle {
    let project = Project::open(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).unwrap();
    project.load(Some(&schemagate::session::catalog())).unwrap().bundle
}

fn model(bundle: Bundle) -> Model {
    Model::from_bundle(bundle, External::Refuse).unwrap()
}

/// The bundle with a shared type edited.
fn edited(name: &str, edit: impl FnOnce(&mut Value)) -> Model {
    let mut bundle = bundle();
    let mut schema = bundle.defs[name].to_value();
    edit(&mut schema);
    bundle.defs.insert(name.into(), Json::from_value(&schema).unwrap());
    model(bundle)
}

/// The roots that differ, each with its changes and the worst verdict of all.
fn changes(after: &Model) -> (Vec<String>, Verdict) {
    let before = model(bundle());
    let mut lines = BTreeSet::new();
    let mut verdict = Verdict::Identical;
    for key in before.roots.keys() {
        let compared = compare_root(key, before.side(key), after.side(key), &Options::default());
        verdict = verdict.max(compared.verdict);
        lines.extend(compared.changes.iter().map(|change| format!("{key}: {} {}", change.kind.name(), change.path)));
    }
    (lines.into_iter().collect(), verdict)
}

#[test]
fn the_repository_loads() {
    let model = model(bundle());
    assert_eq!(model.bundle.format.version, Some(4));
    assert_eq!(model.roots.len(), 14);
    assert!(model.warnings.is_empty(), "{:?}", model.warnings);
    assert!(model.roots.values().all(|root| root.writes.is_none()));
    let unions = ["MessageSource", "ContentBlock"].map(|name| match model.graph.node(model.types[name]) {
        Node::Union(union) => (union.members.len(), union.other),
        other => panic!("{name} is {other:?}"),
    });
    assert_eq!(unions, [(109, true), (7, true)]);
    let surface: Vec<&str> =
        model.roots.iter().filter(|(_, root)| root.header.surface).map(|(key, _)| key.as_str()).collect();
    let messages = ["assistant/message", "developer/message", "system/message", "tool/result", "user/message"];
    assert_eq!(surface, messages.map(|name| format!("event:{name}")));
}

#[test]
fn a_new_kind_moves_the_bound_roots_only() {
    let bare = json!({"type": "object", "properties": {"kind": {"const": "pane"}}, "required": ["kind"]});
    let mut qualified = bare.clone();
    qualified["x-persistence-attribution"] = json!(true);
    let cases = [
        (bare, "alternative-added", Verdict::VersionBump),
        (qualified, "attribution-kind-added", Verdict::SameVersion),
    ];
    for (alternative, kind, verdict) in cases {
        let after = edited("MessageSource", |schema| schema["anyOf"].as_array_mut().unwrap().push(alternative));
        let expected = [
            format!("event:developer/message: {kind} $.data.message.source<kind=\"pane\">"),
            format!("event:user/message: {kind} $.data.source<kind=\"pane\">"),
        ];
        assert_eq!(changes(&after), (expected.to_vec(), verdict));
    }
}

#[test]
fn a_required_property_needs_a_version() {
    let after = edited("Step", |schema| {
        schema["properties"]["label"] = json!({"type": "string"});
        schema["required"].as_array_mut().unwrap().push(json!("label"));
    });
    let expected = ["end", "start"].map(|event| format!("event:step/{event}: required-property-added $.data.label"));
    assert_eq!(changes(&after), (expected.to_vec(), Verdict::VersionBump));
}

#[test]
fn a_reserved_member_is_watched() {
    let after = edited("EpochHeader", |schema| schema["properties"]["system"] = json!({"type": "string"}));
    let expected = ["event:request/header: reservation-lifted $.data.header.system".to_owned()];
    assert_eq!(changes(&after), (expected.to_vec(), Verdict::VersionBump));
}
