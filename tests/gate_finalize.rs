//! `finalize` and what a finalized version forbids.
#![allow(clippy::unwrap_used)]

mod project;

use project::{BASE, Sandbox, code, codes, event, request};
use schemagate::gate::Mode;
use schemagate::history::{Checkpoint, Record};

const NEXT: &str = "2026-09-18-next";
const LATER: &str = "2026-09-20-later";

fn finalized() -> Sandbox {
    let sandbox = Sandbox::new();
    let outcome = sandbox.finalize(None).unwrap();
    assert!(outcome.ok, "{outcome:?}");
    sandbox
}

#[test]
fn a_checkpoint_is_written_and_the_configuration_keeps_its_comments() {
    let sandbox = Sandbox::new();
    sandbox.edit("schemagate.toml", "[format]", "# Kept.\n[format]");
    let outcome = sandbox.finalize(Some(3)).unwrap();
    assert_eq!(outcome.files, ["acknowledgements/finalized/v3.toml", "schemagate.toml"]);
    let config = sandbox.read("schemagate.toml");
    assert!(config.starts_with("# Kept.\n[format]") && config.contains("finalized = 3"), "{config}");
    let checkpoint = Checkpoint::parse(sandbox.read(&Checkpoint::path(3)).as_bytes(), 3).unwrap();
    assert_eq!((checkpoint.accepted.len(), checkpoint.roots.len()), (1, 3));
    let outcome = sandbox.check();
    assert!(outcome.ok, "{outcome:?}");
    assert_eq!(outcome.format.unwrap().finalized, Some(3));
}

#[test]
fn refusals() {
    let sandbox = Sandbox::new();
    let refused =
        |version| sandbox.finalize(version).map_or_else(|error| error.first.code.name, |outcome| code(&outcome));
    assert_eq!(refused(Some(4)), "checkpoint-version");
    sandbox.add_optional();
    assert_eq!(refused(None), "check-not-clean");
    assert!(!sandbox.path("acknowledgements/finalized").exists());
    sandbox.acknowledge(NEXT, Mode::New).unwrap();
    assert_eq!(refused(None), "");
    assert_eq!(refused(None), "already-finalized");
    let bare = Sandbox::bare();
    let outcome = bare.finalize(None).unwrap();
    assert_eq!(codes(&outcome), ["check-not-clean", "baseline-missing"]);
}

#[test]
fn a_finalized_version_does_not_break() {
    let sandbox = finalized();
    sandbox.make_required();
    let outcome = sandbox.check();
    assert_eq!(codes(&outcome), ["finalized-format-changed"]);
    assert!(outcome.roots.iter().any(|root| !root.comparison.changes.is_empty()), "the changes are listed");
    sandbox.raise_version(3, 4);
    assert!(sandbox.acknowledge(NEXT, Mode::New).unwrap().ok);
    assert!(sandbox.check().ok, "above the finalized version everything is free");
    sandbox.raise_version(4, 2);
    assert_eq!(code(&sandbox.check()), "writer-below-finalized");
}

#[test]
fn allowed_steps_do_not_add_up_to_a_break() {
    // Each step is allowed from the one before, the sum is not: the chain alone cannot see it.
    let sandbox = finalized();
    sandbox.write("events/extra.json", &event("extra", r#""a": {"type": "string"}"#, ""));
    assert!(sandbox.acknowledge(NEXT, Mode::New).unwrap().ok);
    assert!(sandbox.check().ok, "a new ordinary event is allowed");
    sandbox.remove("events/extra.json");
    let answer = sandbox.acknowledge_as(&request(LATER)).unwrap();
    assert_eq!(codes(&answer.outcome), ["version-transition-required"]);
}

#[test]
fn accepted_records_stay() {
    let sandbox = finalized();
    sandbox.add_optional();
    sandbox.acknowledge(NEXT, Mode::New).unwrap();
    assert!(sandbox.check().ok);
    let path = Record::path(BASE);
    let text = sandbox.read(&path);
    sandbox.write(&path, &text.replace("Looked at with care", "Looked at again, and mended"));
    assert!(sandbox.check().ok, "prose may be mended");
    sandbox.write(&path, &text.replace("raised = []", "raised = [\"root-added\"]"));
    assert_eq!(codes(&sandbox.check()), ["checkpoint-record-changed"]);
    sandbox.write(&path, &text);
    sandbox.edit("schemagate.toml", "finalized = 3\n", "");
    assert_eq!(codes(&sandbox.check()), ["checkpoint-above-finalized"]);
    // Finishing an interrupted finalize is finalizing again.
    assert!(sandbox.finalize(None).unwrap().ok);
    assert!(sandbox.check().ok);
    sandbox.remove(&Checkpoint::path(3));
    assert_eq!(codes(&sandbox.check()), ["checkpoint-missing"]);
}

#[test]
fn an_accepted_record_is_not_updated() {
    let sandbox = Sandbox::changed();
    sandbox.acknowledge(NEXT, Mode::New).unwrap();
    sandbox.finalize(None).unwrap();
    sandbox.write(
        "events/note.json",
        &event("note", r#""text": {"type": "string"}, "colour": {"type": "string"}"#, r#""text""#),
    );
    let error = sandbox.acknowledge(NEXT, Mode::Update).unwrap_err();
    assert_eq!(error.first.code.name, "record-not-updatable");
    assert!(error.first.message.contains("version 3"), "{error}");
}

#[test]
fn files_among_the_checkpoints_have_names() {
    let sandbox = finalized();
    sandbox.write("acknowledgements/finalized/v03.toml", "");
    assert_eq!(codes(&sandbox.check()), ["checkpoint-name"]);
    sandbox.remove("acknowledgements/finalized/v03.toml");
    sandbox.write("acknowledgements/finalized/v3.toml", "schema = 1\n");
    assert_eq!(codes(&sandbox.check()), ["checkpoint-invalid"]);
}

#[test]
fn versions_follow_each_other() {
    let sandbox = finalized();
    sandbox.raise_version(3, 4);
    sandbox.acknowledge(NEXT, Mode::New).unwrap();
    assert!(sandbox.finalize(None).unwrap().ok);
    assert!(sandbox.read("schemagate.toml").contains("finalized = 4"));
    assert!(sandbox.check().ok);
    sandbox.edit(&Checkpoint::path(3), "surface = false", "surface = true");
    assert_eq!(codes(&sandbox.check()), ["checkpoint-roots"], "older checkpoints stay verified");
}
