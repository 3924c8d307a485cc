//! What every command does with its output: formats, colours, files, pipes, exit codes.
#![allow(clippy::unwrap_used)]

mod command;

use command::{directory, run};
use std::io::Read as _;
use std::process::Stdio;

#[test]
fn usage_errors_exit_with_2_in_both_formats() {
    let (_keep, here) = directory(&[]);
    for arguments in
        [vec![], vec!["frobnicate"], vec!["explain", "--frob"], vec!["completions", "tcsh"], vec!["explain", "a", "b"]]
    {
        let human = run(&here, &arguments);
        assert_eq!(human.code, 2, "{arguments:?}");
        assert!(human.stdout.is_empty(), "{arguments:?}: {}", human.stdout);
        assert!(human.stderr.contains("error[usage]"), "{arguments:?}: {}", human.stderr);
        assert!(human.stderr.ends_with("0 roots compared\n"), "{arguments:?}: {}", human.stderr);
        for format in [vec!["--format", "json"], vec!["--format=json"]] {
            let json = run(&here, &[arguments.clone(), format].concat());
            let document = json.json();
            assert_eq!(
                (json.code, &document["code"], &document["ok"]),
                (2, &"usage".into(), &false.into()),
                "{arguments:?}"
            );
        }
    }
}

#[test]
fn help_and_version_are_answers() {
    let (_keep, here) = directory(&[]);
    for arguments in [["--version"], ["--help"], ["-V"], ["-h"], ["help"]] {
        let human = run(&here, &arguments);
        assert_eq!(human.code, 0);
        assert!(human.stdout.contains("schemagate") && human.stderr.is_empty(), "{}", human.stdout);
    }
    let document = run(&here, &["--format", "json", "--version"]).json();
    assert_eq!(document["text"], format!("schemagate {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn no_project_is_exit_2() {
    let (_keep, here) = directory(&[]);
    let run = run(&here, &["explain", "--format", "json"]);
    assert_eq!(run.code, 2);
    assert_eq!(run.json()["code"], "no-project");
}

#[test]
fn colour_only_where_it_is_wanted() {
    let (_keep, here) = directory(&[]);
    let arguments = ["explain", "property-removed"];
    assert!(!run(&here, &arguments).stdout.contains('\u{1b}'));
    assert!(run(&here, &["explain", "property-removed", "--color", "always"]).stdout.contains('\u{1b}'));
    let forced = command::command(&here, &arguments).env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(forced.stdout.contains(&0x1b));
    let both = command::command(&here, &arguments).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1").output().unwrap();
    assert!(!both.stdout.contains(&0x1b));
    let never = command::command(&here, &["explain", "property-removed", "--color=never"]);
    let never = { never }.env("CLICOLOR_FORCE", "1").output().unwrap();
    assert!(!never.stdout.contains(&0x1b));
}

#[test]
fn output_goes_to_a_file_as_a_whole() {
    let (_keep, here) = directory(&[("old.json", "old")]);
    let printed = run(&here, &["explain", "property-removed", "--format", "json"]);
    let written = run(&here, &["explain", "property-removed", "--format", "json", "--output", "old.json"]);
    assert_eq!((written.code, written.stdout.as_str()), (0, ""));
    assert_eq!(std::fs::read_to_string(here.join("old.json")).unwrap(), printed.stdout);
    run(&here, &["explain", "property-removed", "--color", "always", "--output", "new.txt"]);
    assert!(!std::fs::read_to_string(here.join("new.txt")).unwrap().contains('\u{1b}'));
    assert_eq!(std::fs::read_dir(&here).unwrap().count(), 2, "a temporary file was left");
}

#[test]
fn output_that_cannot_be_written_is_exit_2_and_still_told() {
    let (_keep, here) = directory(&[]);
    let run = run(&here, &["explain", "property-removed", "--format", "json", "--output", "no/such/file"]);
    assert_eq!(run.code, 2);
    assert_eq!(run.json()["code"], "output-failed");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_exit_2() {
    let (_keep, here) = directory(&[]);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = command::command(&here, &["explain", "property-removed"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("error[output-failed]"));
}

#[test]
fn a_reader_that_stops_is_no_error() {
    let (_keep, here) = directory(&[]);
    let mut child = command::command(&here, &["completions", "bash"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(stderr, "");
}

#[test]
fn a_kind_of_change_is_explained_anywhere() {
    let (_keep, here) = directory(&[]);
    for kind in schemagate::compare::ChangeKind::ALL {
        let human = run(&here, &["explain", kind.name()]);
        assert_eq!(human.code, 0);
        assert!(human.stdout.starts_with(&format!("change-kind {}\n", kind.name())), "{}", human.stdout);
        assert_eq!(run(&here, &["explain", kind.name(), "--format", "json"]).json()["page"]["name"], kind.name());
    }
}

#[test]
fn manual_pages_name_every_command() {
    let (_keep, here) = directory(&[]);
    let run = run(&here, &["man", "pages", "--format", "json"]);
    assert_eq!(run.code, 0);
    let files = run.json()["files"].as_array().unwrap().len();
    assert_eq!(std::fs::read_dir(here.join("pages")).unwrap().count(), files);
    let main = std::fs::read_to_string(here.join("pages/schemagate.1")).unwrap();
    assert!(main.contains("explain") && main.contains("completions"));
}
