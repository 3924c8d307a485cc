//! `diff` and `fingerprint` by the real binary.
#![allow(clippy::unwrap_used)]

mod command;

use command::{directory, run};

const OLD: &str = r#"{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}"#;
const RESPELLED: &str = r#"{"$schema": "http://json-schema.org/draft-07/schema#", "title": "Same", "required": ["a"], "allOf": [{"type": ["object"]}], "properties": {"a": {"type": "string"}}}"#;
const WIDER: &str =
    r#"{"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}, "required": ["a"]}"#;
const OTHER: &str = r#"{"type": "object", "properties": {"a": {"type": "number"}}, "required": ["a"]}"#;

#[test]
fn verdicts_and_exit_codes() {
    let (_keep, here) = directory(&[("old", OLD), ("same", RESPELLED), ("wider", WIDER), ("other", OTHER)]);
    for (after, extra, verdict, code) in [
        ("same", vec![], "identical", 0),
        ("same", vec!["--exit-code"], "identical", 0),
        ("wider", vec![], "same-version", 0),
        ("wider", vec!["--exit-code"], "same-version", 0),
        ("wider", vec!["--frame", "--exit-code"], "version-bump", 1),
        ("other", vec![], "version-bump", 0),
        ("other", vec!["--exit-code"], "version-bump", 1),
    ] {
        let arguments = [vec!["diff", "old", after], extra].concat();
        let human = run(&here, &arguments);
        let json = run(&here, &[arguments.clone(), vec!["--format", "json"]].concat());
        assert_eq!((human.code, json.code), (code, code), "{arguments:?}");
        let document = json.json();
        assert_eq!((&document["verdict"], &document["ok"]), (&verdict.into(), &true.into()), "{arguments:?}");
        let last = human.stdout.lines().last().unwrap();
        assert_eq!(last, format!("1 root compared: 1 {verdict}"), "{arguments:?}");
        assert_eq!(run(&here, &arguments).stdout, human.stdout, "a second run says the same");
    }
}

#[test]
fn definitions_and_directories() {
    let catalog = r#"{"$defs": {"A": {"type": "string"}, "B": {"type": "number"}}}"#;
    let (_keep, here) = directory(&[
        ("old/x.json", catalog),
        ("new/x.json", r#"{"$defs": {"A": {"type": "string"}}}"#),
        ("new/deep/y.json", OLD),
    ]);
    let document = run(&here, &["diff", "old", "new", "--format", "json"]).json();
    let roots: Vec<&str> =
        document["roots"].as_array().unwrap().iter().map(|root| root["root"].as_str().unwrap()).collect();
    assert_eq!(roots, ["deep/y.json", "x.json#A", "x.json#B"]);
    assert_eq!(document["verdict"], "version-bump");
    let one = run(&here, &["diff", "old", "new", "--root", "x.json#A", "--format", "json"]).json();
    assert_eq!((&one["compared"], &one["verdict"]), (&1.into(), &"identical".into()));
    let none = run(&here, &["diff", "old", "new", "--root", "nobody", "--format", "json"]);
    assert_eq!((none.code, &none.json()["code"]), (2, &"nothing-compared".into()));
}

#[test]
fn fingerprints_print_like_sha256sum() {
    let (_keep, here) = directory(&[
        ("old.json", OLD),
        ("same.json", RESPELLED),
        ("catalog.json", r#"{"$defs": {"A": {"type": "string"}, "B": {"type": "number"}}}"#),
    ]);
    let lines = run(&here, &["fingerprint", "old.json", "same.json", "catalog.json"]);
    assert_eq!(lines.code, 0, "{}", lines.stderr);
    let lines: Vec<(&str, &str)> = lines.stdout.lines().map(|line| line.split_once("  ").unwrap()).collect();
    let names: Vec<&str> = lines.iter().map(|line| line.1).collect();
    assert_eq!(names, ["old.json", "same.json", "catalog.json#A", "catalog.json#B"]);
    assert!(lines.iter().all(|line| line.0.len() == 64));
    assert_eq!(lines[0].0, lines[1].0, "another spelling of one type");
    let directory = run(&here, &["fingerprint", "."]).stdout;
    let name = if cfg!(windows) { ".\\old.json" } else { "./old.json" };
    assert!(directory.lines().any(|line| line == format!("{}  {name}", lines[0].0)), "{directory}");
}

#[test]
fn bad_input_is_exit_2_with_its_place() {
    let files = [
        ("good.json", OLD),
        ("empty.json", ""),
        ("twice.json", r#"{"a": 1, "a": 2}"#),
        ("type.json", r#"{"properties": {"a": {"type": "nonsense"}}}"#),
        ("none.json", r#"{"schemagate": 1, "format": {"name": "x"}, "roots": {}}"#),
        ("folder/readme.txt", ""),
    ];
    let (_keep, here) = directory(&files);
    for (file, code, place) in [
        ("empty.json", "invalid-json", Some("1:1")),
        ("twice.json", "invalid-json", Some("1:10")),
        ("type.json", "invalid-schema", Some("/properties/a/type")),
        ("none.json", "no-roots", None),
        ("folder", "no-roots", None),
        ("missing.json", "input-unreadable", None),
    ] {
        for arguments in [["diff", "good.json", file], ["diff", file, "good.json"]] {
            let json = run(&here, &[&arguments[..], &["--format", "json"]].concat());
            let document = json.json();
            assert_eq!((json.code, &document["code"]), (2, &code.into()), "{arguments:?}");
            let finding = &document["findings"][0];
            assert_eq!((&finding["file"], finding["pointer"].as_str()), (&file.into(), place), "{arguments:?}");
            assert_eq!(document["verdict"], serde_json::Value::Null);
            let human = run(&here, &arguments);
            assert!(human.stdout.is_empty() && human.stderr.contains(file), "{}{}", human.stdout, human.stderr);
            assert!(human.stderr.ends_with("0 roots compared\n"), "{}", human.stderr);
        }
    }
}

#[test]
fn hostile_schemas_cannot_write_to_the_terminal() {
    let evil = r###"{"properties": {"a\u001b]0;owned\u0007\u202e": {"const": "::error::x"}, "##[error]b": {"type": "string"}}}"###;
    let (_keep, here) = directory(&[("old.json", OLD), ("evil.json", evil)]);
    for format in ["human", "json"] {
        let shown = run(&here, &["diff", "old.json", "evil.json", "-v", "--format", format]);
        assert_eq!(shown.code, 0);
        assert!(
            !shown.stdout.chars().any(|c| c != '\n' && schemagate::report::escape::is_hostile(c)),
            "{}",
            shown.stdout
        );
        assert!(!shown.stdout.contains("##"), "{}", shown.stdout);
    }
}

/// The first published pair of every collection: the documents are valid, and a second run gives the same bytes.
#[test]
fn published_schemas() {
    let Some(shared) = std::env::var_os("SCHEMAGATE_SHARED") else {
        println!("skipped: SCHEMAGATE_SHARED is not set");
        return;
    };
    let corpus = std::path::Path::new(&shared).join("corpus");
    let index = std::fs::read_to_string(corpus.join("INDEX.tsv")).unwrap();
    let entries = index.lines().filter_map(|line| line.split('\t').next()).filter(|entry| entry.ends_with("/1"));
    let mut compared = 0;
    for entry in entries.filter(|entry| corpus.join(format!("{entry}-before.json")).exists()) {
        let sides = ["before", "after"].map(|side| format!("{entry}-{side}.json"));
        let arguments = ["diff", &sides[0], &sides[1], "--format", "json"];
        let first = run(&corpus, &arguments);
        assert_eq!(first.code, 0, "{entry}: {}", first.stdout);
        first.json();
        assert_eq!(first.stdout, run(&corpus, &arguments).stdout, "{entry}");
        compared += 1;
    }
    assert!(compared > 0, "no pair in {}", corpus.display());
}
