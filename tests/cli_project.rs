//! A project from its first day to a finalized format version, by the real binary.
#![allow(clippy::unwrap_used)]

mod command;

use command::{Run, directory, run};
use std::path::Path;

/// An event whose body is the shared type `Note`.
fn event(name: &str, note: &str) -> String {
    format!(
        r##"{{"type": "object", "required": ["type", "data"],
            "properties": {{"type": {{"const": "{name}"}}, "data": {{"$ref": "#/$defs/Note"}}}},
            "$defs": {{"Note": {note}}}}}"##
    )
}

const NOTE: &str = r#"{"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}"#;
const TITLED: &str = r#"{"type": "object", "required": ["text"],
    "properties": {"text": {"type": "string"}, "title": {"type": "string"}}}"#;
const BROKEN: &str = r#"{"type": "object", "required": ["text"], "properties": {"text": {"type": "number"}}}"#;

const PROSE: [&str; 6] = [
    "--summary",
    "Notes have an optional title now.",
    "--compatibility",
    "A reader that does not know titles shows the text alone.",
    "--verification",
    "The reader of the last release was run on records with titles.",
];

fn write(here: &Path, note: &str) {
    for name in ["added", "edited"] {
        std::fs::write(here.join(format!("schemas/{name}.json")), event(name, note)).unwrap();
    }
}

/// Both formats of one command; they agree on the exit code.
fn both(here: &Path, arguments: &[&str]) -> (Run, serde_json::Value) {
    let human = run(here, arguments);
    let json = run(here, &[arguments, &["--format", "json"]].concat());
    assert_eq!(human.code, json.code, "{arguments:?}: {}{}", human.stdout, human.stderr);
    let document = json.json();
    assert_eq!(document["ok"].as_bool(), Some(json.code == 0), "{arguments:?}");
    let out = if human.code == 2 { &human.stderr } else { &human.stdout };
    assert!(out.contains(" compared"), "{arguments:?} does not say how many roots were compared: {out}");
    (human, document)
}

#[test]
fn from_the_first_day_to_a_finalized_version() {
    let (_keep, here) = directory(&[("schemas/added.json", ""), ("schemas/edited.json", "")]);
    write(&here, NOTE);
    let init = run(&here, &["init", "--schemas", "schemas/*.json", "--baseline", "2026-09-11-initial"]);
    assert_eq!(init.code, 0, "{}{}", init.stdout, init.stderr);
    let again =
        run(&here, &["init", "--schemas", "schemas/*.json", "--baseline", "2026-09-11-initial", "--format", "json"]);
    assert_eq!((again.code, &again.json()["code"]), (1, &"project-exists".into()));
    let (human, document) = both(&here, &["check"]);
    assert_eq!(human.code, 0, "{}{}", human.stdout, human.stderr);
    assert_eq!(document["compared"], 2);
    assert!(human.stdout.ends_with("2 roots compared: 2 identical\n"), "{}", human.stdout);

    write(&here, TITLED);
    let (human, document) = both(&here, &["check"]);
    assert_eq!(human.code, 1);
    assert_eq!(document["roots"].as_array().unwrap().len(), 2);
    let change = &document["roots"][0]["changes"][0];
    assert_eq!((&change["kind"], &change["path"]), (&"optional-property-added".into(), &"$.data.title".into()));
    assert_eq!((&change["via"][0], &change["verdict"]), (&"Note".into(), &"same-version".into()));
    assert_eq!((&change["before"], &change["after"]["type"]), (&serde_json::Value::Null, &"string".into()));
    assert!(human.stdout.contains("same-version event:added, event:edited\n"), "{}", human.stdout);

    let (human, document) = both(&here, &["explain"]);
    assert_eq!(human.code, 0);
    let groups = document["groups"].as_array().unwrap();
    assert_eq!(groups.len(), 1, "one shared type changed");
    assert_eq!((&groups[0]["shared"], groups[0]["roots"].as_array().unwrap().len()), (&"Note".into(), 2));
    assert!(human.stdout.contains("+   title?: string"), "{}", human.stdout);

    let acknowledge = [&["acknowledge", "2026-09-18-title"][..], &PROSE].concat();
    let answer = "optional-property-added=A reader without titles ignores the member.";
    let acknowledge = [&acknowledge[..], &["--answer", answer]].concat();
    let dry = run(&here, &[&acknowledge[..], &["--dry-run"]].concat());
    assert_eq!(dry.code, 0, "{}{}", dry.stdout, dry.stderr);
    assert!(!here.join("acknowledgements/2026-09-18-title.toml").exists());
    let done = run(&here, &acknowledge);
    assert_eq!(done.code, 0, "{}{}", done.stdout, done.stderr);
    assert_eq!(both(&here, &["check"]).0.code, 0);
    assert_eq!(both(&here, &["generate", "--check"]).0.code, 0);

    pages(&here);

    write(&here, BROKEN);
    let (_, document) = both(&here, &["acknowledge", "2026-09-19-number", "--decision", "same-version"]);
    assert_eq!(document["code"], "version-bump-required");
    let (_, document) = both(&here, &["acknowledge", "2026-09-19-number", "--decision", "version-bump"]);
    assert_eq!(document["code"], "version-transition-required");
    assert!(!here.join("acknowledgements/2026-09-19-number.toml").exists());
}

/// Everything that `explain` and `history` show of the acknowledged project.
fn pages(here: &Path) {
    let fingerprint = {
        let history = run(here, &["history", "--format", "json"]).json();
        let steps = history["history"].as_array().unwrap();
        assert_eq!(steps.len(), 4);
        assert_eq!((&steps[0]["record"], &steps[3]["decision"]), (&"2026-09-18-title".into(), &"baseline".into()));
        steps[0]["after"].as_str().unwrap().to_owned()
    };
    assert!(run(here, &["history", "event:added"]).stdout.lines().count() >= 2);
    for (name, subject) in [
        ("event:added", "root"),
        ("added", "root"),
        ("Note", "type"),
        ("2026-09-18-title", "record"),
        ("2026-09-11-initial", "record"),
        (fingerprint.as_str(), "fingerprint"),
        (&fingerprint[..8], "fingerprint"),
    ] {
        let (human, document) = both(here, &["explain", name]);
        assert_eq!((human.code, &document["page"]["subject"]), (0, &subject.into()), "{name}");
    }
    let record = run(here, &["explain", "2026-09-18-title", "--format", "json"]).json();
    assert_eq!(record["page"]["groups"][0]["shared"], "Note");
    assert_eq!(both(here, &["explain", "nobody"]).1["code"], "unknown-subject");
}

#[test]
fn a_project_elsewhere_is_named() {
    let (_keep, here) =
        directory(&[("work/schemas/added.json", ""), ("work/schemas/edited.json", ""), ("work/deep/x", "")]);
    write(&here.join("work"), NOTE);
    let init = ["--project", "work", "init", "--schemas", "schemas/*.json", "--baseline", "2026-09-11-initial"];
    assert_eq!(run(&here, &init).code, 0);
    assert_eq!(run(&here, &["check", "--project", "work"]).code, 0);
    assert_eq!(run(&here.join("work/deep"), &["check"]).code, 0, "the nearest project upward is taken");
    assert_eq!(run(&here, &["check"]).code, 2);
}

#[test]
fn quiet_says_only_how_it_ended() {
    let (_keep, here) = directory(&[("schemas/added.json", ""), ("schemas/edited.json", "")]);
    write(&here, NOTE);
    assert_eq!(run(&here, &["init", "--schemas", "schemas/*.json", "--baseline", "2026-09-11-initial", "-q"]).code, 0);
    let check = run(&here, &["check", "-q"]);
    assert!(check.stdout.lines().count() <= 2 && check.stderr.is_empty(), "{}{}", check.stdout, check.stderr);
}
