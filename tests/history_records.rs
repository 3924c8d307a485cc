//! Reading and writing records and checkpoints, dates and prose: what needs no source.
#![allow(clippy::unwrap_used)]

use schemagate::compare::ChangeKind;
use schemagate::graph::{Digest, Error, RootKind};
use schemagate::history::{
    Answer, Checkpoint, Decision, FrozenRoot, Prose, Record, RootChange, Transition, check_id, check_prose,
};

const ID: &str = "2026-09-18-optional-title";

fn text(change: impl Fn(&str) -> String) -> String {
    change(&sample().render())
}

fn sample() -> Record {
    Record {
        id: ID.to_owned(),
        baseline: false,
        raised: [ChangeKind::RootAdded].into(),
        format_version: Some(Transition { from: 3, to: 4 }),
        prose: Prose {
            summary: "Schedules gain an \"optional\" title.".to_owned(),
            compatibility: "Readers without it show the id.\nIn two lines, with a \\ and \"\"\" and a tab\t."
                .to_owned(),
            verification: "Read the display code; \u{1b}[31m is quoted, ünïcode is kept.".to_owned(),
        },
        changes: vec![
            RootChange {
                root: "event:a".to_owned(),
                previous: Some("2026-09-11-initial".to_owned()),
                after: Some(Digest::of(b"a")),
                decision: Decision::VersionBump,
            },
            RootChange {
                root: "event:b".to_owned(),
                previous: Some("2026-09-11-initial".to_owned()),
                after: None,
                decision: Decision::VersionBump,
            },
        ],
        answers: vec![Answer {
            obligation: "version-bump".to_owned(),
            roots: vec!["event:a".to_owned(), "event:b".to_owned()],
            text: "The migration of version 4, with its test.".to_owned(),
        }],
    }
}

fn codes(result: Result<Record, Error>) -> Vec<&'static str> {
    result.map_or_else(|error| error.diagnostics().map(|found| found.code.name).collect(), |_| Vec::new())
}

fn refused(text: &str) -> Vec<&'static str> {
    codes(Record::parse(text.as_bytes(), ID))
}

#[test]
fn written_is_read() {
    let record = sample();
    assert_eq!(Record::parse(record.render().as_bytes(), ID), Ok(record.clone()));
    let windows = format!("\u{feff}{}", record.render().replace('\n', "\r\n"));
    assert_eq!(Record::parse(windows.as_bytes(), ID), Ok(record));
}

#[test]
fn layout_is_fixed() {
    let record = Record {
        prose: Prose { summary: "s".to_owned(), compatibility: "c".to_owned(), verification: "v\nw".to_owned() },
        raised: [].into(),
        ..sample()
    };
    let digest = Digest::of(b"a");
    let expected = format!(
        r#"schema = 1
id = "2026-09-18-optional-title"
baseline = false
rules = "schemagate-1"
raised = []
format-version = {{ from = 3, to = 4 }}

summary = "s"
compatibility = "c"
verification = """
v
w"""

[[change]]
root = "event:a"
previous = "2026-09-11-initial"
after = "{digest}"
decision = "version-bump"

[[change]]
root = "event:b"
previous = "2026-09-11-initial"
decision = "version-bump"

[[answer]]
obligation = "version-bump"
roots = ["event:a", "event:b"]
text = "The migration of version 4, with its test."
"#
    );
    assert_eq!(record.render(), expected);
}

#[test]
fn every_fault_has_its_code() {
    let digest = Digest::of(b"a").to_string();
    let cases: [(&str, &str, &str); 20] = [
        ("schema = 1", "schema = 2", "record-schema"),
        ("schema = 1", "schema = \"1\"", "record-invalid-value"),
        ("schema = 1\n", "", "record-missing-key"),
        ("schema = 1", "schema = 1\nschema = 1", "record-unparsable"),
        ("schema = 1", "schema = = 1", "record-unparsable"),
        ("schema = 1", "schema = 1\nnote = 2", "record-unknown-key"),
        ("root = \"event:a\"", "root = \"event:a\"\nwhy = 1", "record-unknown-key"),
        ("optional-title\"", "other-title\"", "record-id"),
        ("schemagate-1", "schemagate-0", "record-rules"),
        ("raised = [\"root-added\"]", "raised = [\"root-adde\"]", "record-invalid-value"),
        ("from = 3, to = 4", "from = 4, to = 4", "record-invalid-value"),
        ("from = 3, to = 4", "from = 3, to = 4, by = 1", "record-invalid-value"),
        ("root = \"event:b\"", "root = \"event:a\"", "record-duplicate-root"),
        (&digest, &digest[1..], "record-fingerprint"),
        (&digest, &digest.to_uppercase(), "record-fingerprint"),
        ("decision = \"version-bump\"\n\n[[answer", "decision = \"bump\"\n\n[[answer", "record-decision"),
        (
            "decision = \"version-bump\"\n\n[[answer",
            "decision = \"same-version\"\n\n[[answer",
            "record-mixed-decisions",
        ),
        ("decision = \"version-bump\"\n\n[[answer", "\n[[answer", "record-missing-key"),
        ("baseline = false", "baseline = 0", "record-invalid-value"),
        ("obligation = \"version-bump\"", "obligation = 3", "record-invalid-value"),
    ];
    for (from, to, code) in cases {
        let changed = text(|text| {
            assert!(text.contains(from), "{from}");
            text.replacen(from, to, 1)
        });
        assert_eq!(refused(&changed), [code], "{from} -> {to}");
    }
    let empty = text(|text| text[..text.find("\n[[change").unwrap()].to_owned());
    assert_eq!(refused(&empty), ["record-empty"]);
    assert_eq!(codes(Record::parse(b"\xff", ID)), ["record-unparsable"]);
    assert_eq!(codes(Record::parse(b"a = \"\0\"", ID)), ["record-unparsable"]);
    assert!(refused("").iter().all(|code| matches!(*code, "record-missing-key" | "record-empty")));
}

#[test]
fn all_faults_are_reported_together_with_their_places() {
    let changed = text(|text| text.replacen("schema = 1", "schema = 9", 1).replace("baseline = false", "baseline = 1"));
    let error = Record::parse(changed.as_bytes(), ID).unwrap_err();
    let places: Vec<_> = error.diagnostics().map(|found| (found.file.as_deref(), found.pointer.as_deref())).collect();
    let file = Some("acknowledgements/2026-09-18-optional-title.toml");
    assert_eq!(places, [(file, Some("schema")), (file, Some("baseline"))]);
}

#[test]
fn nested_toml_does_not_overflow() {
    let deep = format!("a = {}1{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(refused(&deep), ["record-unparsable"]);
}

#[test]
fn dates_are_of_the_calendar() {
    for good in ["2024-02-29-a", "2000-02-29-a-1", "0001-01-01-x", "9999-12-31-9", "2026-04-30-a"] {
        assert_eq!(check_id(good), Ok(()), "{good}");
    }
    for bad in
        ["2026-02-29-a", "1900-02-29-a", "2026-04-31-a", "2026-13-01-a", "2026-00-01-a", "2026-01-00-a", "0000-01-01-a"]
    {
        assert_eq!(check_id(bad).unwrap_err().code.name, "record-date", "{bad}");
    }
    let shapes = [
        "",
        "a",
        "2026-09-18",
        "2026-09-18-",
        "2026-09-18-A",
        "2026-09-18--a",
        "2026-09-18-a-",
        "2026-09-18-a--b",
        "2026-09-18-ä",
        "26-09-18-a",
        "2026-9-18-a",
        "2026/09/18-a",
        "+026-09-18-a",
        "2026-09-18-a/b",
        "2026-09-18_a",
        "2026-09-18-..",
        "ö026-09-18-a",
    ];
    for bad in shapes {
        assert_eq!(check_id(bad).unwrap_err().code.name, "record-name", "{bad}");
    }
}

#[test]
fn prose_is_written_by_a_person() {
    for good in [
        "Adds a title to schedules.",
        "Todo lists gain an optional title.",
        "Schedules TODO lists by their day.",
        "日本語で二十文字以上の説明をここに書きます。",
    ] {
        assert_eq!(check_prose(good), Ok(()), "{good}");
    }
    let cases = [
        ("", "prose-blank"),
        (" \n\t ", "prose-blank"),
        ("short", "prose-too-short"),
        ("nineteen characters", "prose-too-short"),
        ("     padded to more than twenty.     ", ""),
        ("TODO", "prose-placeholder"),
        ("todo", "prose-placeholder"),
        ("TODO: say why this is compatible", "prose-placeholder"),
        ("<FIXME> say why this is compatible", "prose-placeholder"),
        ("....................................", "prose-placeholder"),
        ("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "prose-placeholder"),
    ];
    for (text, code) in cases {
        assert_eq!(check_prose(text).map_or_else(|found| found.code.name, |()| ""), code, "{text}");
    }
}

#[test]
fn meaning_is_not_prose() {
    let record = sample();
    let mended = Record { prose: Prose::default(), answers: Vec::new(), ..sample() };
    assert_eq!(record.meaning(), mended.meaning());
    let variants = [
        Record { id: "2026-09-18-other".to_owned(), ..sample() },
        Record { baseline: true, ..sample() },
        Record { raised: [].into(), ..sample() },
        Record { format_version: None, ..sample() },
        Record { changes: sample().changes[..1].to_vec(), ..sample() },
        Record {
            changes: sample()
                .changes
                .into_iter()
                .map(|c| RootChange { decision: Decision::SameVersion, ..c })
                .collect(),
            ..sample()
        },
        Record {
            changes: sample().changes.into_iter().map(|c| RootChange { after: Some(Digest::of(b"z")), ..c }).collect(),
            ..sample()
        },
        Record {
            changes: sample().changes.into_iter().map(|c| RootChange { previous: None, ..c }).collect(),
            ..sample()
        },
    ];
    let mut seen: Vec<Digest> = variants.iter().map(Record::meaning).chain([record.meaning()]).collect();
    let all = seen.len();
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), all);
    // Pinned: checkpoints in repositories hold such hashes.
    assert_eq!(record.meaning().to_string(), MEANING);
}

const MEANING: &str = "4e70c9dbf48ffb36590050e6584f2d8ea70c8ffa4d36ec70d343da96b5ab1977";

#[test]
fn checkpoints_are_read_strictly() {
    let checkpoint = Checkpoint {
        version: 4,
        accepted: [(ID.to_owned(), Digest::of(b"m"))].into(),
        roots: [(
            "event:a".to_owned(),
            FrozenRoot { kind: RootKind::Event, surface: true, fingerprint: Digest::of(b"a") },
        )]
        .into(),
    };
    let text = checkpoint.render();
    assert_eq!(Checkpoint::parse(text.as_bytes(), 4), Ok(checkpoint.clone()));
    assert_eq!(Checkpoint::parse(text.replace('\n', "\r\n").as_bytes(), 4), Ok(checkpoint));
    let code = |text: &str, version| Checkpoint::parse(text.as_bytes(), version).unwrap_err().first.code.name;
    assert_eq!(code(&text, 5), "checkpoint-version");
    for (from, to) in [
        ("schema = 1", "schema = 2"),
        ("schema = 1", "schema = 1\nnote = 1"),
        ("kind = \"event\"", "kind = \"events\""),
        ("surface = true\n", ""),
        ("[[root]]", "[[root]]\nextra = 1"),
        ("version = 4", "version = \"4\""),
        ("meaning = \"", "meaning = \"z"),
    ] {
        assert!(text.contains(from), "{from}");
        assert_eq!(code(&text.replacen(from, to, 1), 4), "checkpoint-invalid", "{from} -> {to}");
    }
    let twice = format!("{text}\n[[record]]\nid = \"{ID}\"\nmeaning = \"{}\"\n", Digest::of(b"m"));
    assert_eq!(code(&twice, 4), "checkpoint-invalid");
    for (name, version) in [
        ("v4.toml", Some(4)),
        ("v10.toml", Some(10)),
        ("v04.toml", None),
        ("v.toml", None),
        ("v+4.toml", None),
        ("V4.toml", None),
        ("v4.TOML", None),
        ("4.toml", None),
        ("v99999999999999999999.toml", None),
    ] {
        assert_eq!(Checkpoint::version_of(name), version, "{name}");
    }
}
