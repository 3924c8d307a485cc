//! Stored records as samples: a change that breaks them is judged all the same, and reported beside it.

#![allow(clippy::unwrap_used, reason = "a test fails where something is missing")]

mod project;

use project::{codes, on, somebody};
use schemagate::Catalog;
use schemagate::catalog::Project;
use schemagate::gate::{self, Acknowledge, Mode, Wording};
use schemagate::history::Decision;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;
use tempfile::TempDir;

const CONFIGURATION: &str = "[format]\nname = 'notes'\nversion = 1\nevent-tag = 'type'\n\n[source]\nlinked = 'notes'\n";

/// The records that were stored from the first day on.
const STORED: [&str; 3] = [
    r#"{"type": "note", "text": "milk", "mark": "x"}"#,
    r#"{"type": "note", "text": "bread"}"#,
    r#"{"type": "note", "text": "salt"}"#,
];

#[derive(Serialize, Deserialize, JsonSchema)]
enum Tag {
    #[serde(rename = "note")]
    Note,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Before {
    r#type: Tag,
    text: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    mark: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct After {
    r#type: Tag,
    text: String,
    mark: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Lossy {
    r#type: Tag,
    #[serde(skip_serializing)]
    #[allow(dead_code, reason = "only its absence matters")]
    text: String,
}

fn catalog<T: Serialize + for<'de> Deserialize<'de> + JsonSchema>() -> Catalog {
    let mut catalog = Catalog::new("notes");
    let note = catalog.event::<T>("note");
    STORED.iter().fold(note, |note, record| note.record(record));
    catalog
}

fn sandbox() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("schemagate.toml"), CONFIGURATION).unwrap();
    acknowledge(dir.path(), &catalog::<Before>(), Mode::Baseline, None);
    dir
}

fn open(dir: &Path) -> Project {
    Project::open(Some(dir)).unwrap()
}

fn acknowledge(dir: &Path, catalog: &Catalog, mode: Mode, decision: Option<Decision>) -> gate::Outcome {
    let id = if mode == Mode::Baseline { "2026-09-11-initial" } else { "2026-09-12-mark" };
    let request =
        Acknowledge { id: id.into(), mode, decision, wording: Wording::default(), from: None, dry_run: false };
    gate::acknowledge(&open(dir), Some(catalog), &request, &mut somebody, &mut on).unwrap().outcome
}

#[test]
fn readable_records_pass() {
    let dir = sandbox();
    let outcome = gate::check(&open(dir.path()), Some(&catalog::<Before>())).unwrap();
    assert!(outcome.ok, "{outcome:?}");
}

#[test]
fn a_change_that_breaks_them_is_judged() {
    let dir = sandbox();
    let broken = catalog::<After>();
    let outcome = gate::check(&open(dir.path()), Some(&broken)).unwrap();
    assert_eq!(codes(&outcome), ["catalog-stale", "unacknowledged-changes", "stored-sample-refused"]);
    assert_eq!(outcome.roots[0].comparison.changes[0].path, "$.mark");
    let said = &outcome.findings.last().unwrap().message;
    assert_eq!(
        said,
        "sample 2 of `event:note`, and 1 other sample of it cannot be read any more: missing field `mark` at line 1 column 33"
    );
    let refused = acknowledge(dir.path(), &broken, Mode::New, Some(Decision::SameVersion));
    assert_eq!(codes(&refused), ["version-bump-required"]);
}

/// Where the parts of a type do not agree with each other, its schema cannot be judged at all.
#[test]
fn a_type_that_loses_them_is_no_source() {
    let dir = sandbox();
    let error = gate::check(&open(dir.path()), Some(&catalog::<Lossy>())).unwrap_err();
    assert_eq!(error.first.code.name, "invalid-sample", "{error}");
}
