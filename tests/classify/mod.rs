//! Plain schemas as one root, for the tests of the classification.

#![allow(clippy::unwrap_used, dead_code, reason = "shared by several test files, each of which uses a part")]

use schemagate::catalog::{Bundle, Model};
use schemagate::compare::{Options, RootComparison, compare_root};
use schemagate::graph::{External, Json};
use std::collections::BTreeMap;

/// How the one root is declared.
#[derive(Debug, Clone, Copy, Default)]
pub struct Case {
    /// A header instead of an event.
    pub header: bool,
    /// A surface event.
    pub surface: bool,
    /// Property that holds the body; empty: the whole event.
    pub body: &'static str,
    /// Property that holds the payload version.
    pub payload_version: Option<&'static str>,
    /// Writers may write undeclared properties.
    pub kept: bool,
    /// What writers produce, where it differs.
    pub writes: Option<&'static str>,
}

/// One schema as the root `schema`; its `$defs` are the shared types.
pub fn model(schema: &str, case: &Case) -> Model {
    let mut schema = Json::parse(schema.as_bytes()).unwrap_or_else(|error| panic!("{error}: {schema}"));
    let mut defs = Json::Object(BTreeMap::new());
    if let Json::Object(members) = &mut schema
        && let Some(own) = members.remove("$defs")
    {
        defs = own;
    }
    let object = |members: Vec<(&str, Json)>| {
        Json::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    };
    let mut format = vec![("name", Json::from("test")), ("body", Json::from(case.body))];
    if let Some(name) = case.payload_version {
        format.push(("payload-version", Json::from(name)));
    }
    if case.kept {
        format.push(("undeclared", Json::from("kept")));
    }
    let mut root = vec![("schema", schema), ("synthetic", Json::from(true))];
    if case.header {
        root.push(("kind", Json::from("header")));
    } else {
        root.extend([
            ("kind", Json::from("event")),
            ("event", Json::from("test")),
            ("surface", Json::from(case.surface)),
        ]);
    }
    if let Some(writes) = case.writes {
        root.push(("writes", Json::parse(writes.as_bytes()).unwrap()));
    }
    let bundle = object(vec![
        ("schemagate", Json::Number(1.into())),
        ("format", object(format)),
        ("roots", object(vec![("schema", object(root))])),
        ("$defs", defs),
    ]);
    let bundle = Bundle::from_json(&bundle).unwrap_or_else(|error| panic!("{error}"));
    Model::from_bundle(bundle, External::Refuse).unwrap_or_else(|error| panic!("{error}"))
}

/// Compares two declarations of one root.
pub fn compare_cases(before: (&str, Case), after: (&str, Case)) -> RootComparison {
    let (before, after) = (model(before.0, &before.1), model(after.0, &after.1));
    compare_root("schema", before.side("schema"), after.side("schema"), &Options::default())
}

/// `kind path verdict` of every change.
pub fn lines(comparison: &RootComparison) -> Vec<String> {
    let line = |change: &schemagate::compare::Change| {
        format!("{} {} {}", change.kind.name(), change.path, change.verdict.name())
    };
    comparison.changes.iter().map(line).collect()
}

/// The changes between two schemas, each the whole body of an ordinary event.
pub fn changes(before: &str, after: &str) -> Vec<String> {
    lines(&compare_cases((before, Case::default()), (after, Case::default())))
}
