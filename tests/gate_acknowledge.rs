//! `acknowledge` on a small project.
#![allow(clippy::unwrap_used)]

mod project;

use project::{BASE, Sandbox, code, codes, event, nobody, on, request};
use schemagate::Error;
use schemagate::gate::{self, Acknowledge, Detail, Mode, Said, Wording};
use schemagate::history::{Decision, Record};

const NEXT: &str = "2026-09-18-label";
const LATER: &str = "2026-09-20-more";

fn parsed(sandbox: &Sandbox, id: &str) -> Record {
    Record::parse(sandbox.read(&Record::path(id)).as_bytes(), id).unwrap()
}

fn refused(result: Result<gate::Answer, Error>) -> &'static str {
    match result {
        Ok(answer) => code(&answer.outcome),
        Err(error) => error.first.code.name,
    }
}

#[test]
fn a_same_version_change() {
    let sandbox = Sandbox::changed();
    let answer = sandbox.acknowledge_as(&request(NEXT)).unwrap();
    assert!(answer.outcome.ok, "{answer:?}");
    assert_eq!(answer.outcome.files.last().map(String::as_str), Some("acknowledgements/2026-09-18-label.toml"));
    assert!(answer.outcome.obligations.iter().all(|asked| asked.answered));
    let record = parsed(&sandbox, NEXT);
    assert_eq!(record.changes.len(), 1);
    assert_eq!(record.changes[0].previous.as_deref(), Some(BASE));
    assert_eq!(record.changes[0].decision, Decision::SameVersion);
    let outcome = sandbox.check();
    assert_eq!((outcome.ok, outcome.message.as_str()), (true, "3 roots match 2 records"));
}

#[test]
fn a_break_needs_the_header() {
    let sandbox = Sandbox::new();
    sandbox.make_required();
    let before = sandbox.tree();
    let asserted = |decision| Acknowledge { decision, ..request(NEXT) };
    let answer = sandbox.acknowledge_as(&asserted(Some(Decision::SameVersion))).unwrap();
    assert_eq!(codes(&answer.outcome), ["version-bump-required"]);
    assert_eq!(answer.outcome.roots.len(), 3, "the changes are listed");
    for decision in [Some(Decision::VersionBump), None] {
        let answer = sandbox.acknowledge_as(&asserted(decision)).unwrap();
        assert_eq!(codes(&answer.outcome), ["version-transition-required"]);
        assert!(answer.outcome.findings[0].help.contains("`version` of `Header` to 4"), "{answer:?}");
    }
    assert_eq!(sandbox.tree(), before, "nothing was written");
    sandbox.raise_version(3, 4);
    assert!(sandbox.acknowledge_as(&asserted(Some(Decision::VersionBump))).unwrap().outcome.ok);
    let record = parsed(&sandbox, NEXT);
    assert!(record.changes.iter().all(|change| change.decision == Decision::VersionBump));
    assert_eq!(record.format_version, None);
    assert!(sandbox.check().ok);
}

#[test]
fn a_header_that_falls_is_no_transition() {
    let sandbox = Sandbox::new();
    sandbox.raise_version(3, 2);
    assert_eq!(refused(sandbox.acknowledge_as(&request(NEXT))), "version-transition-required");
}

#[test]
fn an_earlier_increase_does_not_count() {
    let sandbox = Sandbox::new();
    sandbox.raise_version(3, 4);
    assert!(sandbox.acknowledge(NEXT, Mode::New).unwrap().ok);
    sandbox.make_required();
    assert_eq!(refused(sandbox.acknowledge_as(&request(LATER))), "version-transition-required");
    // It may be folded into the unaccepted record.
    let outcome = sandbox.acknowledge(NEXT, Mode::Update).unwrap();
    assert!(outcome.ok, "{outcome:?}");
    assert!(sandbox.check().ok);
}

#[test]
fn a_project_without_header_carries_transitions() {
    let sandbox = Sandbox::bare();
    sandbox.edit("schemagate.toml", "\"Header#/version\"", "3");
    sandbox.acknowledge(BASE, Mode::Baseline).unwrap();
    sandbox.make_required();
    assert_eq!(refused(sandbox.acknowledge_as(&request(NEXT))), "version-transition-required");
    sandbox.edit("schemagate.toml", "version = 3", "version = 4");
    assert!(sandbox.acknowledge(NEXT, Mode::New).unwrap().ok);
    let transition = parsed(&sandbox, NEXT).format_version.unwrap();
    assert_eq!((transition.from, transition.to), (3, 4));
    assert!(sandbox.check().ok);
    sandbox.write("events/note.json", &event("note", "", ""));
    assert_eq!(refused(sandbox.acknowledge_as(&request(LATER))), "version-transition-required");
    sandbox.edit("schemagate.toml", "version = 4", "version = 3");
    assert_eq!(codes(&sandbox.check()), ["format-version-behind"]);
}

#[test]
fn roots_come_and_go() {
    let sandbox = Sandbox::new();
    sandbox.write("events/extra.json", &event("extra", "", ""));
    assert!(sandbox.acknowledge(NEXT, Mode::New).unwrap().ok);
    sandbox.remove("events/extra.json");
    sandbox.raise_version(3, 4);
    assert!(sandbox.acknowledge(LATER, Mode::New).unwrap().ok);
    let gone = parsed(&sandbox, LATER);
    assert_eq!(gone.change("event:extra").unwrap().after, None);
    assert!(sandbox.check().ok);
    sandbox.write("events/extra.json", &event("extra", "", ""));
    assert!(sandbox.acknowledge("2026-09-21-back", Mode::New).unwrap().ok);
    assert_eq!(parsed(&sandbox, "2026-09-21-back").changes[0].previous.as_deref(), Some(LATER));
    let outcome = sandbox.check();
    assert!(outcome.ok, "{outcome:?}");
}

#[test]
fn a_removal_alone_has_an_empty_snapshot() {
    let sandbox = Sandbox::bare();
    sandbox.edit("schemagate.toml", "\"Header#/version\"", "3");
    sandbox.acknowledge(BASE, Mode::Baseline).unwrap();
    sandbox.remove("events/list.json");
    sandbox.edit("schemagate.toml", "version = 3", "version = 4");
    let outcome = sandbox.acknowledge(NEXT, Mode::New).unwrap();
    assert!(outcome.ok, "{outcome:?}");
    assert!(sandbox.check().ok);
}

#[test]
fn texts_come_from_flags_then_the_file_then_the_editor() {
    let sandbox = Sandbox::changed();
    sandbox.write("prose.toml", "summary = 'The summary of the file.'\nverification = 'The verification of the file.'\n[[answer]]\nobligation = 'optional-property-added'\ntext = 'The answer of the file.'\n");
    let request = Acknowledge {
        from: Some(sandbox.path("prose.toml")),
        wording: Wording { summary: Some("The summary of the flag.".to_owned()), ..Wording::default() },
        ..request(NEXT)
    };
    let mut seen = String::new();
    let mut editor = |text: &str| {
        seen = text.to_owned();
        project::somebody(text)
    };
    let answer = gate::acknowledge(&sandbox.project(), None, &request, &mut editor, &mut on).unwrap();
    assert!(answer.outcome.ok, "{answer:?}");
    assert!(seen.contains("same-version event:note: optional-property-added at $.data.label"), "{seen}");
    assert!(
        seen.contains("summary = \"The summary of the flag.\"") && seen.contains("compatibility = \"TODO"),
        "{seen}"
    );
    let record = parsed(&sandbox, NEXT);
    assert_eq!(record.prose.summary, "The summary of the flag.");
    assert_eq!(record.prose.verification, "The verification of the file.");
    assert!(record.prose.compatibility.starts_with("Looked at with care"));
    assert_eq!(record.answers[0].text, "The answer of the file.");
    assert_eq!(record.answers[0].roots, ["event:note"]);
}

#[test]
fn the_editor_is_asked_again_until_the_text_is_accepted() {
    let sandbox = Sandbox::changed();
    let mut times = 0;
    let mut editor = |text: &str| {
        times += 1;
        match times {
            1 => Ok(Some(format!("{text}\nsummary = "))),
            2 => {
                assert!(text.starts_with("# REFUSED: invalid-prose-file"), "{text}");
                Ok(Some(text.replace("\nsummary = \n", "\n").replace("TODO: what changed, and why?", "short")))
            }
            _ => {
                assert!(text.starts_with("# REFUSED: prose-too-short"), "{text}");
                project::somebody(&text.replace("\"short\"", "\"A summary of some length.\""))
            }
        }
    };
    let answer = gate::acknowledge(&sandbox.project(), None, &request(NEXT), &mut editor, &mut on).unwrap();
    assert!(answer.outcome.ok);
    assert_eq!(times, 3);
    assert_eq!(parsed(&sandbox, NEXT).prose.summary, "A summary of some length.");
    assert!(sandbox.check().ok);
}

#[test]
fn an_emptied_text_writes_nothing_and_an_untouched_one_is_a_draft() {
    let sandbox = Sandbox::changed();
    let before = sandbox.tree();
    let mut empties = |_: &str| Ok(Some("\n".to_owned()));
    let result = gate::acknowledge(&sandbox.project(), None, &request(NEXT), &mut empties, &mut on);
    assert_eq!(refused(result), "invalid-prose-file");
    assert_eq!(sandbox.tree(), before);
    let mut looks = |text: &str| Ok(Some(text.to_owned()));
    let answer = gate::acknowledge(&sandbox.project(), None, &request(NEXT), &mut looks, &mut on).unwrap();
    assert!(answer.outcome.message.contains("draft"), "{answer:?}");
}

#[test]
fn without_anybody_a_draft_is_written_that_check_refuses() {
    let sandbox = Sandbox::changed();
    let answer = gate::acknowledge(&sandbox.project(), None, &request(NEXT), &mut nobody, &mut on).unwrap();
    assert!(answer.outcome.ok && answer.outcome.message.contains("draft"), "{answer:?}");
    assert!(!answer.outcome.obligations[0].answered);
    let outcome = sandbox.check();
    assert_eq!(codes(&outcome), ["prose-placeholder"]);
    assert_eq!(outcome.findings.len(), 4, "three texts and an answer: {outcome:?}");
    // The draft is finished by hand, or by `--update`.
    let path = Record::path(NEXT);
    let text = sandbox.read(&path);
    sandbox.write(&path, &text.replace("TODO: ", "Looked at with care: "));
    assert!(sandbox.check().ok);
    sandbox.write(&path, &text);
    assert!(sandbox.acknowledge(NEXT, Mode::Update).unwrap().ok);
    assert!(sandbox.check().ok);
}

#[test]
fn given_texts_are_checked_before_anything_is_written() {
    let sandbox = Sandbox::changed();
    let before = sandbox.tree();
    let with = |summary: &str, answers: Vec<Said>| {
        let wording = Wording { summary: Some(summary.to_owned()), answers, ..Wording::default() };
        refused(sandbox.acknowledge_as(&Acknowledge { wording, ..request(NEXT) }))
    };
    assert_eq!(with("", vec![]), "prose-blank");
    assert_eq!(with("short", vec![]), "prose-too-short");
    let said = |obligation: &str, roots: Option<&str>| Said {
        obligation: obligation.to_owned(),
        roots: roots.map(|root| vec![root.to_owned()]),
        text: "An answer of some length.".to_owned(),
    };
    let good = "A summary of some length.";
    assert_eq!(with(good, vec![said("version-bump", None)]), "obligation-unknown");
    assert_eq!(with(good, vec![said("optional-property-added", Some("event:list"))]), "obligation-unknown");
    sandbox.write("prose.toml", "summary = 3\nnote = 1\n");
    let from = Acknowledge { from: Some(sandbox.path("prose.toml")), ..request(NEXT) };
    let error = sandbox.acknowledge_as(&from).unwrap_err();
    assert_eq!((error.first.code.name, error.rest.len()), ("invalid-prose-file", 1));
    sandbox.remove("prose.toml");
    assert_eq!(refused(sandbox.acknowledge_as(&from)), "invalid-prose-file");
    assert_eq!(sandbox.tree(), before);
}

#[test]
fn names_are_checked() {
    let sandbox = Sandbox::changed();
    for (id, code) in [
        ("label", "record-name"),
        ("2026-02-30-label", "record-date"),
        ("../2026-09-18-a", "record-name"),
        (BASE, "record-exists"),
    ] {
        assert_eq!(refused(sandbox.acknowledge_as(&request(id))), code, "{id}");
    }
    let baseline = Acknowledge { mode: Mode::Baseline, ..request(NEXT) };
    assert_eq!(refused(sandbox.acknowledge_as(&baseline)), "baseline-exists");
    let unchanged = Sandbox::new();
    assert_eq!(refused(unchanged.acknowledge_as(&request(NEXT))), "nothing-to-acknowledge");
}

#[test]
fn a_dry_run_writes_nothing() {
    let sandbox = Sandbox::changed();
    let before = sandbox.tree();
    let answer = sandbox.acknowledge_as(&Acknowledge { dry_run: true, ..request(NEXT) }).unwrap();
    assert!(answer.outcome.ok);
    assert!(answer.outcome.files.contains(&Record::path(NEXT)));
    assert!(matches!(answer.detail, Detail::Text(text) if text.contains("root = \"event:note\"")));
    assert_eq!(sandbox.tree(), before);
}

#[test]
fn update_refreshes_only_what_nothing_builds_on() {
    let sandbox = Sandbox::changed();
    sandbox.acknowledge(NEXT, Mode::New).unwrap();
    let update = |id: &str| refused(sandbox.acknowledge_as(&Acknowledge { mode: Mode::Update, ..request(id) }));
    assert_eq!(update(BASE), "record-not-updatable");
    assert_eq!(update("2026-09-19-none"), "record-not-updatable");
    let prose = parsed(&sandbox, NEXT).prose;
    let properties = r#""text": {"type": "string"}, "label": {"type": "string"}, "colour": {"type": "string"}"#;
    sandbox.write("events/note.json", &event("note", properties, r#""text""#));
    sandbox.write("events/list.json", &event("list", r#""title": {"type": "string"}, "size": {"type": "number"}"#, ""));
    let before = parsed(&sandbox, NEXT);
    assert_eq!(update(NEXT), "");
    let after = parsed(&sandbox, NEXT);
    assert_eq!(after.prose, prose, "the texts stay");
    assert_eq!(after.changes.len(), 2);
    assert_ne!(after.change("event:note").unwrap().after, before.change("event:note").unwrap().after);
    assert!(after.answers.iter().any(|answer| answer.roots == ["event:note"] && answer.text == before.answers[0].text));
    assert!(sandbox.check().ok);
    sandbox
        .write("events/note.json", &event("note", &format!(r#"{properties}, "x": {{"type": "string"}}"#), r#""text""#));
    sandbox.acknowledge(LATER, Mode::New).unwrap();
    assert_eq!(update(NEXT), "record-not-updatable");
    sandbox.remove(&Record::path(LATER));
    sandbox.remove(&Record::snapshot_path(LATER));
    sandbox.write("events/note.json", &event("note", r#""text": {"type": "string"}"#, r#""text""#));
    sandbox.write("events/list.json", &event("list", r#""title": {"type": "string"}"#, ""));
    assert_eq!(update(NEXT), "nothing-to-acknowledge");
}

#[test]
fn two_branches_on_one_root() {
    let sandbox = Sandbox::changed();
    sandbox.acknowledge(NEXT, Mode::New).unwrap();
    let ours = (sandbox.read(&Record::path(NEXT)), sandbox.read(&Record::snapshot_path(NEXT)));
    // The other branch acknowledged another change of the same root from the same state.
    sandbox.remove(&Record::path(NEXT));
    sandbox.remove(&Record::snapshot_path(NEXT));
    sandbox.write(
        "events/note.json",
        &event("note", r#""text": {"type": "string"}, "colour": {"type": "string"}"#, r#""text""#),
    );
    sandbox.acknowledge(LATER, Mode::New).unwrap();
    // Merged.
    sandbox.write(&Record::path(NEXT), &ours.0);
    sandbox.write(&Record::snapshot_path(NEXT), &ours.1);
    let both = r#""text": {"type": "string"}, "label": {"type": "string"}, "colour": {"type": "string"}"#;
    sandbox.write("events/note.json", &event("note", both, r#""text""#));
    let outcome = sandbox.check();
    assert_eq!(codes(&outcome), ["chain-fork"]);
    assert!(outcome.findings[0].help.contains(&format!("schemagate acknowledge --update {LATER}")), "{outcome:?}");
    sandbox.generate();
    let outcome = sandbox.acknowledge(LATER, Mode::Update).unwrap();
    assert!(outcome.ok, "{outcome:?}");
    assert_eq!(parsed(&sandbox, LATER).changes[0].previous.as_deref(), Some(NEXT));
    assert!(sandbox.check().ok);
}

#[test]
fn raised_kinds_are_those_of_the_day() {
    let sandbox = Sandbox::changed();
    sandbox.acknowledge(NEXT, Mode::New).unwrap();
    let config = sandbox.read("schemagate.toml");
    sandbox.write("schemagate.toml", &format!("{config}\n[rules]\noptional-property-added = \"version-bump\"\n"));
    assert!(sandbox.check().ok, "written before the rule");
    sandbox.write("events/list.json", &event("list", r#""title": {"type": "string"}, "size": {"type": "number"}"#, ""));
    assert_eq!(refused(sandbox.acknowledge_as(&request(LATER))), "version-transition-required");
    sandbox.raise_version(3, 4);
    assert!(sandbox.acknowledge(LATER, Mode::New).unwrap().ok);
    assert_eq!(parsed(&sandbox, LATER).raised.len(), 1);
    sandbox.write("schemagate.toml", &config);
    assert!(sandbox.check().ok, "written under the rule");
}

#[test]
fn a_name_that_was_there_with_another_type_does_not_come_back() {
    let sandbox = Sandbox::changed();
    sandbox.acknowledge(NEXT, Mode::New).unwrap();
    sandbox.write("events/note.json", &event("note", r#""text": {"type": "string"}"#, r#""text""#));
    sandbox.raise_version(3, 4);
    assert!(sandbox.acknowledge(LATER, Mode::New).unwrap().ok);
    let number = r#""text": {"type": "string"}, "label": {"type": "number"}"#;
    sandbox.write("events/note.json", &event("note", number, r#""text""#));
    let outcome = sandbox.check();
    let kinds: Vec<_> =
        outcome.roots.iter().flat_map(|root| &root.comparison.changes).map(|change| change.kind.name()).collect();
    assert_eq!(kinds, ["property-reintroduced"]);
    assert_eq!(refused(sandbox.acknowledge_as(&request("2026-09-21-back"))), "version-transition-required");
    sandbox.raise_version(4, 5);
    assert!(sandbox.acknowledge("2026-09-21-back", Mode::New).unwrap().ok);
    let outcome = sandbox.check();
    assert!(outcome.ok, "{outcome:?}");
}

#[test]
fn refused_history_is_not_built_upon() {
    let sandbox = Sandbox::changed();
    sandbox.edit(&Record::path(BASE), "baseline = true", "baseline = false");
    let before = sandbox.tree();
    assert_eq!(refused(sandbox.acknowledge_as(&request(NEXT))), "baseline-missing");
    assert_eq!(sandbox.tree(), before);
}
