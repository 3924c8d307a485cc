//! Both output formats on the same constructed reports.
#![allow(clippy::unwrap_used)]

mod golden;

use schemagate::compare::{Change, ChangeKind, Fragment, RootComparison, Verdict};
use schemagate::gate::{
    Answer, CatalogMove, Detail, DiffLine, Fingerprinted, FormatState, Group, GroupChange, Obligation, Outcome, Page,
    Reach, RootOutcome, Step,
};
use schemagate::graph::{Code, Diagnostic, Digest, INVALID_SCHEMA, Json, RootKind};
use schemagate::report::{self, Human, JsonDocument, Renderer};

const REFUSAL: Code = Code {
    name: "unacknowledged-changes",
    stage: "tree",
    exit: 1,
    meaning: "The source is not what was acknowledged last.",
    remedy: "Acknowledge the changes.",
};

/// A terminal sequence, both line ends, bidirectional overrides, a null, Markdown, HTML, workflow commands.
const HOSTILE: &str = "::error file=x::y\u{1b}[31m\u{9b}2J\r\n\u{202e}evil\u{0}\u{200b}|`**x**`<script>alert(1)</script>##[add-mask]z##vso[x]";

fn digest(text: &str) -> Digest {
    Digest::of(text.as_bytes())
}

fn change(kind: ChangeKind, path: &str, verdict: Verdict, message: &str, via: &[&str], paths: usize) -> Change {
    Change {
        kind,
        path: path.to_owned(),
        verdict,
        before: Fragment::Absent,
        after: Fragment::Absent,
        message: message.to_owned(),
        via: via.iter().map(|name| (*name).to_owned()).collect(),
        owner: (Some(digest("old")), Some(digest("new"))),
        paths,
        overlapping: false,
    }
}

fn root(key: &str, changes: Vec<Change>) -> RootOutcome {
    let verdict = changes.iter().map(|change| change.verdict).max().unwrap_or(Verdict::Identical);
    let after = if changes.is_empty() { key.to_owned() } else { format!("{key} after") };
    let fragment = Json::from([("type", Json::from("string"))]);
    RootOutcome {
        kind: if key.starts_with("event:") { RootKind::Event } else { RootKind::Header },
        surface: key == "event:user/message",
        before: changes.iter().map(|_| None).collect(),
        after: changes.iter().map(|_| Some(fragment.clone())).collect(),
        comparison: RootComparison {
            key: key.to_owned(),
            verdict,
            before: Some(digest(key)),
            after: Some(digest(&after)),
            changes,
        },
    }
}

fn outcome() -> Outcome {
    let title = |root: &str| {
        change(
            ChangeKind::OptionalPropertyAdded,
            &format!("$.data<operation=\"{root}\">.schedule<kind=\"at\">.title"),
            Verdict::SameVersion,
            "optional property `title` of type string was added",
            &["Schedule"],
            3,
        )
    };
    let required = change(
        ChangeKind::PropertyMadeRequired,
        "$.data.content[*]<type=\"image\">.alt",
        Verdict::VersionBump,
        "`alt` was optional and is required now",
        &["ImageBlock", "Image"],
        1,
    );
    let roots = vec![
        root("SessionHeader", vec![]),
        root("event:schedule/change", vec![title("create")]),
        root("event:schedule/fired", vec![title("fire")]),
        root("event:tool/call", vec![]),
        root("event:user/message", vec![required, title("attach")]),
    ];
    Outcome {
        command: "check",
        ok: false,
        code: Some(&REFUSAL),
        message: "3 of 5 roots differ from what was acknowledged".to_owned(),
        format: Some(FormatState { name: "session".to_owned(), version: Some(4), finalized: Some(3) }),
        catalog: Some(CatalogMove { before: Some(digest("before")), after: Some(digest("after")) }),
        verdict: Verdict::VersionBump,
        compared: roots.len(),
        roots,
        obligations: vec![Obligation {
            name: "optional-property-added".to_owned(),
            roots: vec!["event:schedule/change".to_owned(), "event:schedule/fired".to_owned()],
            question: "Why may a reader without this field ignore it without changing what it does?".to_owned(),
            answered: false,
        }],
        findings: vec![
            Diagnostic::new(&INVALID_SCHEMA, "`minimum` is a string where a number belongs")
                .in_file("schemas/user.json")
                .at("/$defs/Age/minimum"),
            Diagnostic::new(&REFUSAL, "3 of 5 roots differ from what was acknowledged"),
        ],
        warnings: vec![Diagnostic::new(&INVALID_SCHEMA, "`if` is kept as it is").in_file("schemas/user.json")],
        files: vec![],
        next: vec!["schemagate explain".to_owned(), "schemagate acknowledge YYYY-MM-DD-slug".to_owned()],
    }
}

fn hostile_outcome() -> Outcome {
    let change = change(ChangeKind::TypeChanged, HOSTILE, Verdict::VersionBump, HOSTILE, &[HOSTILE], 2);
    let mut root = root(HOSTILE, vec![change]);
    root.after = vec![Some(Json::from([(HOSTILE, Json::from(HOSTILE))]))];
    Outcome {
        message: HOSTILE.to_owned(),
        format: Some(FormatState { name: HOSTILE.to_owned(), version: None, finalized: None }),
        compared: 1,
        roots: vec![root],
        obligations: vec![Obligation {
            name: HOSTILE.to_owned(),
            roots: vec![HOSTILE.to_owned()],
            question: HOSTILE.to_owned(),
            answered: false,
        }],
        findings: vec![Diagnostic::new(&REFUSAL, HOSTILE).in_file(HOSTILE).at(HOSTILE).help(HOSTILE)],
        warnings: vec![Diagnostic::new(&REFUSAL, HOSTILE).in_file(HOSTILE).at(HOSTILE).help(HOSTILE)],
        files: vec![HOSTILE.to_owned()],
        next: vec![HOSTILE.to_owned()],
        ..outcome()
    }
}

fn group(text: &str) -> Group {
    Group {
        shared: Some(text.to_owned()),
        verdict: Verdict::SameVersion,
        changes: vec![GroupChange {
            kind: ChangeKind::OptionalPropertyAdded,
            verdict: Verdict::SameVersion,
            path: text.to_owned(),
            message: text.to_owned(),
        }],
        roots: vec![Reach { root: text.to_owned(), paths: vec![text.to_owned()] }],
        diff: vec![
            DiffLine::Both(text.to_owned()),
            DiffLine::Gap,
            DiffLine::Before(text.to_owned()),
            DiffLine::After(text.to_owned()),
        ],
    }
}

fn details(text: &str) -> Vec<Detail> {
    vec![
        Detail::None,
        Detail::Pending(vec![group(text)]),
        Detail::Page(Page {
            subject: "type",
            name: text.to_owned(),
            summary: text.to_owned(),
            facts: vec![("fingerprint", text.to_owned())],
            sections: vec![("Type", vec![text.to_owned()])],
            groups: vec![group(text)],
        }),
        Detail::Fingerprints(vec![Fingerprinted {
            fingerprint: digest("x").to_string(),
            file: text.to_owned(),
            root: Some(text.to_owned()),
        }]),
        Detail::History(vec![Step {
            record: text.to_owned(),
            root: text.to_owned(),
            previous: Some(text.to_owned()),
            after: Some(digest("x").to_string()),
            decision: "same-version".to_owned(),
            version: Some(4),
            checkpoint: None,
            summary: text.to_owned(),
        }]),
    ]
}

fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

fn human(answer: &Answer, verbose: bool) -> String {
    let renderer = Human { quiet: false, verbose };
    plain(&format!("{}{}", renderer.diagnostics(answer), renderer.findings(answer)))
}

#[test]
fn human_output_is_as_recorded() {
    let answer = Answer::from(outcome());
    golden::assert_current("tests/golden/check.txt", &human(&answer, false));
    golden::assert_current("tests/golden/check-verbose.txt", &human(&answer, true));
    let quiet = Human { quiet: true, verbose: false };
    golden::assert_current("tests/golden/check-quiet.txt", &plain(&quiet.findings(&answer)));
}

#[test]
fn json_output_is_as_recorded() {
    golden::assert_current("tests/golden/check.json", &JsonDocument.findings(&outcome().into()));
}

#[test]
fn details_are_as_recorded() {
    let mut text = String::new();
    for detail in details("Schedule") {
        let answer = Answer { outcome: Outcome { ok: true, code: None, findings: vec![], ..outcome() }, detail };
        text.push_str(&human(&answer, false));
        text.push_str("=====\n");
        text.push_str(&human(&answer, true));
        text.push_str("=====\n");
    }
    golden::assert_current("tests/golden/details.txt", &text);
}

#[test]
fn hostile_text_reaches_no_output() {
    for detail in details(HOSTILE) {
        let answer = Answer { outcome: hostile_outcome(), detail };
        let json = JsonDocument.findings(&answer);
        for (text, name) in [(human(&answer, false), "short"), (human(&answer, true), "verbose"), (json, "json")] {
            for line in text.lines() {
                assert!(!line.chars().any(report::escape::is_hostile), "{name}: {line:?}");
                assert!(!line.trim_start().starts_with("::"), "{name}: {line:?}");
                assert!(!line.contains("##"), "{name}: {line:?}");
            }
        }
        let styled = Human { quiet: false, verbose: true }.findings(&answer);
        assert!(!styled.contains("\u{1b}[31m\\u{9b}"), "an escape sequence of the data passed");
    }
    let answer = Answer::from(hostile_outcome());
    golden::assert_current("tests/golden/hostile.txt", &human(&answer, true));
    golden::assert_current("tests/golden/hostile.json", &JsonDocument.findings(&answer));
}

#[test]
fn escaped_json_means_the_same() {
    let answer = Answer::from(hostile_outcome());
    let read = Json::parse(JsonDocument.findings(&answer).as_bytes()).unwrap();
    assert_eq!(read, report::document(&answer));
}

#[test]
fn every_document_is_valid_under_the_published_schema() {
    let validator = jsonschema::validator_for(&report::output_schema().to_value()).unwrap();
    for text in ["Schedule", HOSTILE] {
        for detail in details(text) {
            for outcome in [outcome(), hostile_outcome()] {
                let document = report::document(&Answer { outcome, detail: detail.clone() }).to_value();
                let errors: Vec<String> = validator.iter_errors(&document).map(|error| error.to_string()).collect();
                assert!(errors.is_empty(), "{errors:?}");
            }
        }
    }
}
