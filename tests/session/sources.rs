//! The union of message sources: what producers register is what the schema declares.

use super::roots::schemas;
use schemagate::session::{MessageSources, RESERVED_KINDS};
use schemars::generate::SchemaSettings;
use serde_json::Value;
use std::collections::BTreeMap;

fn alternatives() -> Vec<Value> {
    let (_, defs) = schemas(SchemaSettings::draft2020_12());
    defs["MessageSource"]["anyOf"].as_array().cloned().unwrap()
}

fn kind(alternative: &Value) -> String {
    alternative["properties"]["kind"]["const"].as_str().unwrap().to_owned()
}

#[test]
fn every_registered_kind_is_declared() {
    let alternatives = alternatives();
    assert_eq!(alternatives.len(), 109);
    let mut declared: Vec<String> = alternatives.iter().map(kind).collect();
    declared.dedup();
    let registered: Vec<&str> = MessageSources::BUILT_IN.kinds().map(|(kind, _)| kind).collect();
    assert_eq!(declared, registered);
    assert_eq!(registered.len(), 30);
    assert!(registered.is_sorted(), "producers are listed by kind");
}

#[test]
fn forms_by_kind() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for alternative in alternatives() {
        *counts.entry(kind(&alternative)).or_default() += 1;
        let required = alternative["required"].as_array().unwrap();
        assert!(required.contains(&Value::from("kind")), "{alternative}");
    }
    let formed = counts.values().filter(|count| **count == 7).count();
    assert_eq!(formed, 13);
    assert_eq!(counts["user"], 2);
    assert!(counts.iter().all(|(kind, count)| [1, 7].contains(count) || kind == "user"));
}

#[test]
fn only_tmux_context_is_attribution_only() {
    let marked: Vec<String> = alternatives()
        .iter()
        .filter(|alternative| alternative["x-persistence-attribution"] == true)
        .map(kind)
        .collect();
    assert_eq!(marked, vec!["tmux-context"; 7]);
    let qualified: Vec<&str> = MessageSources::BUILT_IN
        .kinds()
        .filter(|(_, attribution_only)| *attribution_only)
        .map(|(kind, _)| kind)
        .collect();
    assert_eq!(qualified, ["tmux-context"]);
}

#[test]
fn the_configuration_reserves_the_same_kinds() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/schemagate.toml")).unwrap();
    let configuration: toml::Table = text.parse().unwrap();
    let reserved: Vec<&str> =
        configuration["format"]["reserved-kinds"].as_array().unwrap().iter().filter_map(toml::Value::as_str).collect();
    assert_eq!(reserved, RESERVED_KINDS);
}
