//! The shared conformance cases: verdicts, exact changes, codes of refused bundles.

mod support;

use schemagate::graph::Json;
use std::path::PathBuf;
use support::diff::{Side, diff, verdict};

/// Files of cases; one that is missing is a failure.
const FILES: &[&str] = &[
    "alias",
    "array",
    "attribution",
    "body",
    "errors",
    "field",
    "frame",
    "identity",
    "payload-version",
    "plain",
    "recursion",
    "reserved",
    "roots",
    "scalar",
    "union",
];

fn text<'a>(case: &'a Json, name: &str) -> &'a str {
    case.get(name).and_then(Json::as_str).unwrap_or_default()
}

/// One case: what is wrong with the answers, if anything.
fn judge(file: &str, case: &Json) -> Vec<String> {
    let missing = Json::Null;
    let [before, after, expect] = ["before", "after", "expect"].map(|name| case.get(name).unwrap_or(&missing));
    let load = |json: &Json| {
        if file == "plain" || file == "field" { Side::plain(json) } else { Side::bundle(json) }
    };
    if let Some(code) = expect.get("error").and_then(Json::as_str) {
        return match load(after) {
            Ok(_) => vec![format!("expected {code}, got a result")],
            Err(error) if error.first.code.name != code => vec![format!("expected {code}, got {error}")],
            Err(_) => Vec::new(),
        };
    }
    let (before, after) = match (load(before), load(after)) {
        (Ok(before), Ok(after)) => (before, after),
        (Err(error), _) => return vec![format!("before: {error}")],
        (_, Err(error)) => return vec![format!("after: {error}")],
    };
    let roots = diff(&before, &after);
    let mut wrong = Vec::new();
    if roots != diff(&before, &after) {
        wrong.push("a second comparison differs".to_owned());
    }
    for side in [&before, &after] {
        if diff(side, side).iter().any(|root| !root.changes.is_empty()) {
            wrong.push("a side differs from itself".to_owned());
        }
    }
    let found = verdict(&roots).name();
    match expect.get("verdict").and_then(Json::as_str) {
        Some(expected) if expected != found => wrong.push(format!("expected {expected}, got {found}")),
        Some(_) | None => {}
    }
    let mut changes: Vec<String> =
        roots.iter().flat_map(|r| &r.changes).map(|c| format!("{} {}", c.kind.name(), c.path)).collect();
    changes.sort();
    if let Some(expected) = expect.get("changes").and_then(Json::as_array) {
        let line = |pair: &Json| {
            pair.as_array().unwrap_or_default().iter().filter_map(Json::as_str).collect::<Vec<_>>().join(" ")
        };
        let mut expected: Vec<String> = expected.iter().map(line).collect();
        expected.sort();
        if expected != changes {
            wrong.push(format!("expected changes {expected:#?}, got {changes:#?}"));
        }
    }
    wrong
}

#[test]
fn every_case_is_answered_as_it_says() {
    let Some(shared) = std::env::var_os("SCHEMAGATE_SHARED") else {
        println!("skipped: SCHEMAGATE_SHARED is not set");
        return;
    };
    let folder = PathBuf::from(shared).join("conformance");
    let mut wrong = Vec::new();
    let mut count = 0;
    for file in FILES {
        let path = folder.join(format!("{file}.json"));
        let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let cases = Json::parse(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        for case in cases.as_array().unwrap_or_default() {
            count += 1;
            for message in judge(file, case) {
                wrong.push(format!("{file}/{}: {message}", text(case, "id")));
            }
        }
    }
    assert!(count > 0, "no cases in {}", folder.display());
    assert!(wrong.is_empty(), "{} of {count} cases:\n{}", wrong.len(), wrong.join("\n"));
}
