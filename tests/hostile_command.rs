//! Files that nobody means to pass, given to the real program: an exit code, a code and a place, and never a crash.

#![allow(clippy::unwrap_used)]

use schemagate::graph::Json;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Runs the program on two files, and ends it where it takes longer than a minute.
fn diff(before: &Path, after: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_schemagate"));
    command.args(["diff", "--format", "json"]).args([before, after]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // The answers here are larger than a pipe holds: they are read while the program runs.
    let mut out = child.stdout.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        std::io::Read::read_to_end(&mut out, &mut bytes).unwrap();
        bytes
    });
    let end = Instant::now() + Duration::from_secs(60);
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if Instant::now() > end {
            child.kill().unwrap();
            panic!("{}: no answer in a minute", after.display());
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    Output { status, stdout: reader.join().unwrap(), stderr: Vec::new() }
}

/// The exit code and the code of the answer; `ok` where there is none.
fn answer(before: &Path, after: &Path) -> (i32, String, Json) {
    let output = diff(before, after);
    let exit = output.status.code().unwrap_or_else(|| panic!("{}: ended by a signal", after.display()));
    let json = Json::parse(&output.stdout).unwrap_or_else(|error| panic!("{}: {error}", after.display()));
    let code = json.get("code").and_then(Json::as_str).unwrap_or("ok").to_owned();
    (exit, code, json)
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let good = path("good.json");
    std::fs::write(&good, r#"{"type": "object", "properties": {"a": {"type": "string"}}}"#).unwrap();
    std::fs::create_dir(path("empty-folder")).unwrap();
    let deep = |n: usize| format!("{}true{}", r#"{"items":"#.repeat(n), "}".repeat(n));
    let cases: &[(&str, &[u8], &str)] = &[
        ("empty.json", b"", "invalid-json"),
        ("blank.json", b" \r\n\t", "invalid-json"),
        ("twice.json", b"{\"type\": \"string\", \"type\": \"number\"}", "invalid-json"),
        ("nul.json", b"{\"title\": \"\0\"}", "invalid-json"),
        ("utf16.json", b"\xff\xfe{\0}\0", "invalid-json"),
        ("latin1.json", b"{\"title\": \"\xe9\"}", "invalid-json"),
        ("surrogate.json", b"{\"title\": \"\\ud800\"}", "invalid-json"),
        ("exponent.json", b"{\"maximum\": 1e99999999999}", "invalid-json"),
        ("more.json", b"{} {}", "invalid-json"),
        ("deep.json", deep(10_000).leak().as_bytes(), "invalid-json"),
        ("number.json", b"7", "invalid-schema"),
        ("cycle.json", b"{\"allOf\": [{\"$ref\": \"#\"}]}", "reference-cycle"),
        ("dangling.json", b"{\"$ref\": \"#/nowhere\"}", "unresolved-reference"),
        ("bundle.json", b"{\"schemagate\": 1, \"roots\": 3}", "invalid-bundle"),
        ("future.json", b"{\"schemagate\": 99, \"roots\": {}}", "invalid-bundle"),
    ];
    for (name, bytes, expected) in cases {
        std::fs::write(path(name), bytes).unwrap();
        for (before, after) in [(&good, &path(name)), (&path(name), &good)] {
            let (exit, code, json) = answer(before, after);
            assert_eq!((exit, code.as_str()), (2, *expected), "{name}: {}", json.pretty());
            let finding = json.pointer("/findings/0").unwrap();
            let file = finding.get("file").and_then(Json::as_str).unwrap_or_default();
            assert!(file.ends_with(name), "{name}: {}", json.pretty());
            assert!(finding.get("help").and_then(Json::as_str).is_some_and(|help| !help.is_empty()), "{name}");
        }
    }
    for name in ["missing.json", "empty-folder", "good.json/x"] {
        let (exit, code, json) = answer(&good, &path(name));
        assert_eq!(exit, 2, "{name}: {}", json.pretty());
        assert!(["input-unreadable", "no-roots"].contains(&code.as_str()), "{name}: {code}");
    }
}

#[cfg(unix)]
#[test]
fn special_files_are_no_input() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let locked = folder.path().join("locked.json");
    std::fs::write(&locked, "{}").unwrap();
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&locked).is_ok() {
        println!("skipped: permissions do not bind this user");
    } else {
        assert_eq!(answer(&locked, &locked).1, "input-unreadable");
    }
    assert_eq!(answer(Path::new("/dev/null"), Path::new("/dev/null")).1, "input-unreadable");
    assert_eq!(answer(Path::new("/dev/zero"), Path::new("/dev/zero")).1, "input-unreadable");
}

#[test]
fn odd_bytes_that_mean_the_same_are_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("a.json"), "{\"type\": \"object\",\n\"properties\": {\"é\": {\"maximum\": 100}}}\n").unwrap();
    std::fs::write(
        path("b.json"),
        "\u{feff}{\r\n\"properties\": {\"\\u00e9\": {\"maximum\": 1.0e2}},\r\n\"type\": \"object\"}\r\n",
    )
    .unwrap();
    let (exit, code, json) = answer(&path("a.json"), &path("b.json"));
    assert_eq!((exit, code.as_str()), (0, "ok"));
    assert_eq!(json.get("verdict").and_then(Json::as_str), Some("identical"), "{}", json.pretty());
}

/// What comes out of names and values must not drive a terminal.
#[test]
fn control_characters_do_not_reach_the_output() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let name = "\\u001b]0;x\\u0007\\u202e\\u0000\\n::error::x";
    std::fs::write(path("a.json"), "{\"type\": \"object\"}").unwrap();
    let schema = format!(
        "{{\"type\": \"object\", \"properties\": {{\"{name}\": {{\"const\": \"{name}\"}}, \"b\": true}}, \"required\": [\"b\"]}}"
    );
    std::fs::write(path("b.json"), schema).unwrap();
    for format in ["human", "json"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_schemagate"));
        let output = command
            .args(["diff", "-v", "--color", "never", "--format", format])
            .args([path("a.json"), path("b.json")])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0));
        for bytes in [output.stdout, output.stderr] {
            let text = String::from_utf8(bytes).unwrap();
            let bad = |c: &char| (c.is_control() && *c != '\n') || *c == '\u{202e}';
            assert!(text.chars().find(bad).is_none(), "{format}: {text:?}");
            assert!(!text.lines().any(|line| line.starts_with("::error")), "{format}: {text}");
        }
    }
}

#[test]
fn large_inputs_are_answered() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let values = |n: usize| (0..n).map(|i| format!("\"v{i}\"")).collect::<Vec<_>>().join(",");
    std::fs::write(path("a.json"), format!("{{\"enum\": [{}]}}", values(100_000))).unwrap();
    std::fs::write(path("b.json"), format!("{{\"enum\": [{}]}}", values(99_000))).unwrap();
    let (exit, code, json) = answer(&path("a.json"), &path("b.json"));
    assert_eq!((exit, code.as_str()), (0, "ok"));
    assert_eq!(json.pointer("/roots/0/changes").and_then(Json::as_array).map(<[Json]>::len), Some(1000));
    let link = |i: usize| {
        format!("\"T{i}\":{{\"type\":\"object\",\"properties\":{{\"next\":{{\"$ref\":\"#/$defs/T{}\"}}}}}}", i + 1)
    };
    let chain = |n: usize| {
        let all: Vec<String> = (0..n).map(link).collect();
        format!("{{\"$ref\":\"#/$defs/T0\",\"$defs\":{{{},\"T{n}\":{{\"type\":\"string\"}}}}}}", all.join(","))
    };
    let length = if cfg!(debug_assertions) { 10_000 } else { 200_000 };
    std::fs::write(path("c.json"), chain(length)).unwrap();
    std::fs::write(path("d.json"), chain(length + 1)).unwrap();
    let (exit, code, json) = answer(&path("c.json"), &path("d.json"));
    assert_eq!((exit, code.as_str()), (0, "ok"), "{}", json.pretty());
}
