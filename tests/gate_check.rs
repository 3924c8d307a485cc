//! `check`, `generate` and `history` on a small project.
#![allow(clippy::unwrap_used)]

mod project;

use project::{BASE, Sandbox, code, codes, on};
use schemagate::catalog::Project;
use schemagate::compare::Verdict;
use schemagate::gate::{self, Detail, Mode};

const NEXT: &str = "2026-09-18-label";

fn record(id: &str) -> String {
    format!("acknowledgements/{id}.toml")
}

fn snapshot(id: &str) -> String {
    format!("acknowledgements/{id}.schema.json")
}

#[test]
fn a_clean_project_passes() {
    let sandbox = Sandbox::new();
    let outcome = sandbox.check();
    assert!(outcome.ok, "{outcome:?}");
    assert_eq!((outcome.message.as_str(), outcome.compared, outcome.roots.len()), ("3 roots match 1 record", 3, 3));
    let catalog = outcome.catalog.unwrap();
    assert_eq!(catalog.before, catalog.after);
    let format = outcome.format.unwrap();
    assert_eq!((format.version, format.finalized), (Some(3), None));
}

#[test]
fn without_history_there_is_no_pass() {
    let sandbox = Sandbox::bare();
    let outcome = sandbox.check();
    assert_eq!((outcome.ok, codes(&outcome)), (false, vec!["baseline-missing"]));
}

#[test]
fn changes_are_listed_even_when_the_catalog_is_stale() {
    let sandbox = Sandbox::changed();
    let outcome = sandbox.check();
    assert_eq!(codes(&outcome), ["catalog-stale", "unacknowledged-changes"]);
    assert_eq!(outcome.next, ["schemagate explain", "schemagate acknowledge YYYY-MM-DD-slug"]);
    let changed: Vec<_> = outcome.roots.iter().filter(|root| root.comparison.verdict != Verdict::Identical).collect();
    assert_eq!(changed.len(), 1);
    assert_eq!(changed[0].comparison.key, "event:note");
    assert_eq!(changed[0].comparison.changes[0].path, "$.data.label");
    assert_eq!(outcome.verdict, Verdict::SameVersion);
    let asked: Vec<_> = outcome.obligations.iter().map(|asked| (asked.name.as_str(), asked.answered)).collect();
    assert_eq!(asked, [("optional-property-added", false)]);

    sandbox.generate();
    let outcome = sandbox.check();
    assert_eq!(codes(&outcome), ["unacknowledged-changes"]);
}

#[test]
fn a_draft_does_not_keep_its_author_from_knowing() {
    let sandbox = Sandbox::changed();
    let request = gate::Acknowledge { id: NEXT.to_owned(), ..gate::Acknowledge::default() };
    let answer = gate::acknowledge(&sandbox.project(), None, &request, &mut project::nobody, &mut on).unwrap();
    assert_eq!(answer.outcome.next, [format!("edit {}", record(NEXT)), "schemagate check".to_owned()]);
    let outcome = sandbox.check();
    assert!(!outcome.ok && outcome.compared == 3, "{outcome:?}");
    assert!(gate::explain(&sandbox.project(), None, Some("note")).unwrap().outcome.ok);
}

#[test]
fn a_history_of_no_root_is_none() {
    let sandbox = Sandbox::new();
    for name in ["event:note", "note"] {
        let Detail::History(steps) = gate::history(&sandbox.project(), Some(name)).unwrap().detail else { panic!() };
        assert_eq!(steps.len(), 1, "{name}");
    }
    let error = gate::history(&sandbox.project(), Some("nothing")).unwrap_err();
    assert_eq!(error.first.code.name, "unknown-subject");
}

#[test]
fn generated_files_are_compared_byte_for_byte_but_for_line_ends() {
    let sandbox = Sandbox::new();
    for path in ["catalog/schema.json", "catalog/fingerprints.toml", "catalog/README.md"] {
        let text = sandbox.read(path);
        sandbox.write(path, &text.replace('\n', "\r\n"));
        assert!(sandbox.check().ok, "{path} with CRLF");
        sandbox.write(path, &format!("{text} "));
        assert_eq!(codes(&sandbox.check()), ["catalog-stale"], "{path}");
        sandbox.remove(path);
        let outcome = sandbox.check();
        assert_eq!((codes(&outcome), outcome.findings[0].file.as_deref()), (vec!["catalog-missing"], Some(path)));
        assert_eq!(outcome.next, ["schemagate generate"]);
        sandbox.write(path, &text);
    }
    assert!(sandbox.check().ok);
}

#[test]
fn generate_works_over_conflict_markers() {
    let sandbox = Sandbox::new();
    let good = sandbox.tree();
    sandbox.write("catalog/schema.json", "<<<<<<< ours\n{}\n=======\n>>>>>>> theirs\n");
    let only = gate::generate(&sandbox.project(), None, true, &mut on).unwrap();
    assert_eq!((only.ok, code(&only)), (false, "catalog-stale"));
    let outcome = sandbox.generate();
    assert_eq!(outcome.files, ["catalog/schema.json"]);
    assert_eq!(sandbox.tree(), good);
    assert!(gate::generate(&sandbox.project(), None, true, &mut on).unwrap().ok);
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_in_records_are_read() {
    let sandbox = Sandbox::new();
    let text = sandbox.read(&record(BASE));
    sandbox.write(&record(BASE), &format!("\u{feff}{}", text.replace('\n', "\r\n")));
    let text = sandbox.read(&snapshot(BASE));
    sandbox.write(&snapshot(BASE), &text.replace('\n', "\r\n"));
    let outcome = sandbox.check();
    assert!(outcome.ok, "{outcome:?}");
}

#[test]
fn snapshots_are_verified() {
    let sandbox = Sandbox::new();
    let text = sandbox.read(&snapshot(BASE));
    let refused = |text: &str| {
        sandbox.write(&snapshot(BASE), text);
        let outcome = sandbox.check();
        assert!(outcome.findings.iter().all(|finding| !finding.help.contains("ID")), "{outcome:?}");
        codes(&outcome)
    };
    assert_eq!(refused(&format!("{text}\n")), ["snapshot-not-canonical"]);
    assert_eq!(refused(&format!("\u{feff}{text}")), ["snapshot-not-canonical"]);
    assert_eq!(refused(&text.replace("\"text\"", "\"texts\"")), ["snapshot-fingerprint"]);
    assert_eq!(refused(""), ["snapshot-invalid"]);
    assert_eq!(refused("{}"), ["snapshot-invalid"]);
    assert_eq!(refused("[\u{0}]"), ["snapshot-invalid"]);
    sandbox.remove(&snapshot(BASE));
    assert_eq!(codes(&sandbox.check()), ["snapshot-missing"]);
    sandbox.write(&snapshot(BASE), &text);
    sandbox.write(&snapshot("2026-09-12-orphan"), &text);
    let outcome = sandbox.check();
    assert_eq!(codes(&outcome), ["snapshot-without-record"]);
    assert!(outcome.findings[0].help.contains("schemagate acknowledge 2026-09-12-orphan"), "{outcome:?}");
}

#[test]
fn roots_of_snapshot_and_record_are_the_same() {
    let sandbox = Sandbox::new();
    let text = sandbox.read(&record(BASE));
    let at = text.rfind("\n[[change]]").unwrap();
    sandbox.write(&record(BASE), &text[..at]);
    assert_eq!(codes(&sandbox.check()), ["snapshot-roots"]);
    let digest = "0".repeat(64);
    sandbox.write(
        &record(BASE),
        &format!("{text}\n[[change]]\nroot = \"event:more\"\nafter = \"{digest}\"\ndecision = \"same-version\"\n"),
    );
    assert_eq!(codes(&sandbox.check()), ["snapshot-roots"]);
}

#[test]
fn all_findings_of_the_history_come_together() {
    let sandbox = Sandbox::changed();
    assert!(sandbox.acknowledge(NEXT, Mode::New).unwrap().ok);
    sandbox.edit(&record(NEXT), "schema = 1", "schema = 2");
    sandbox.edit(&record(BASE), "summary = \"Looked at with care: ", "summary = \"TODO: ");
    sandbox.write(&snapshot("2026-01-01-orphan"), "{}");
    assert_eq!(codes(&sandbox.check()), ["prose-placeholder", "record-schema", "snapshot-without-record"]);
}

#[test]
fn forged_decisions_are_found() {
    let sandbox = Sandbox::new();
    sandbox.make_required();
    sandbox.raise_version(3, 4);
    assert!(sandbox.acknowledge(NEXT, Mode::New).unwrap().ok);
    assert!(sandbox.check().ok);
    let text = sandbox.read(&record(NEXT));
    sandbox.write(&record(NEXT), &text.replace("version-bump\"", "same-version\""));
    assert!(codes(&sandbox.check()).contains(&"version-bump-required"));
    sandbox.write(&record(NEXT), &text[..text.find("\n[[answer]]").unwrap()]);
    assert_eq!(codes(&sandbox.check()), ["obligation-unanswered"]);
}

#[test]
fn unreadable_files_are_errors() {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("acknowledgements/2026-09-12-directory.toml")).unwrap();
    let error = gate::check(&sandbox.project(), None).unwrap_err();
    assert_eq!((error.first.code.name, error.first.code.exit), ("read-failed", 2));
    assert_eq!(error.first.file.as_deref(), Some("acknowledgements/2026-09-12-directory.toml"));
    let sandbox = Sandbox::new();
    sandbox.write("events/note.json", "{");
    assert_eq!(gate::check(&sandbox.project(), None).unwrap_err().first.code.exit, 2);
}

#[test]
fn history_lists_the_newest_first() {
    let sandbox = Sandbox::changed();
    sandbox.acknowledge(NEXT, Mode::New).unwrap();
    let list = |root: Option<&str>| match gate::history(&sandbox.project(), root).unwrap().detail {
        Detail::History(steps) => steps,
        other => panic!("{other:?}"),
    };
    let steps: Vec<_> = list(Some("event:note"))
        .into_iter()
        .map(|step| (step.record, step.previous, step.decision, step.version))
        .collect();
    assert_eq!(
        steps,
        [
            (NEXT.to_owned(), Some(BASE.to_owned()), "same-version".to_owned(), Some(3)),
            (BASE.to_owned(), None, "baseline".to_owned(), Some(3)),
        ]
    );
    assert_eq!(list(None).len(), 4);
}

#[test]
fn init_starts_a_project_and_overwrites_nothing() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("schemas")).unwrap();
    std::fs::write(dir.path().join("schemas/note.json"), project::event("note", "", "")).unwrap();
    std::fs::write(dir.path().join(".gitattributes"), "* text=auto").unwrap();
    let source = gate::InitSource::Files(vec!["schemas/*.json".to_owned()]);
    let init = || gate::init(dir.path(), None, &source, BASE, &mut on);
    assert_eq!(gate::init(dir.path(), None, &source, "initial", &mut on).unwrap_err().first.code.name, "record-name");
    let outcome = init().unwrap();
    assert!(outcome.ok && outcome.files.contains(&record(BASE)), "{outcome:?}");
    let project = Project::open(Some(dir.path())).unwrap();
    let outcome = gate::check(&project, None).unwrap();
    assert_eq!(outcome.message, "1 root matches 1 record");
    let attributes = std::fs::read_to_string(dir.path().join(".gitattributes")).unwrap();
    assert!(attributes.starts_with("* text=auto\n/catalog/* linguist-generated=true\n"), "{attributes}");
    assert_eq!(init().unwrap_err().first.code.name, "project-exists");
    std::fs::remove_file(dir.path().join("schemagate.toml")).unwrap();
    let error = init().unwrap_err();
    assert_eq!(
        (error.first.code.name, error.rest.len()),
        ("project-exists", 4),
        "three generated files, snapshot, record"
    );
    for path in ["README.md", "schema.json", "fingerprints.toml"] {
        std::fs::remove_file(dir.path().join("catalog").join(path)).unwrap();
    }
    let other = gate::init(dir.path(), None, &source, "2026-09-12-again", &mut on).unwrap_err();
    assert_eq!(other.first.code.name, "baseline-duplicate");
}
