//! Generated pages are current, and codes are unique.

mod golden;

use schemagate::cli;
use schemagate::report;
use std::collections::BTreeSet;

#[test]
fn codes_page_is_current() {
    golden::assert_current("docs/codes.md", &report::codes_page(&cli::all_codes()));
}

#[test]
fn changes_page_is_current() {
    golden::assert_current("docs/changes.md", &report::changes_page());
}

#[test]
fn output_schema_is_current() {
    golden::assert_current("docs/output.schema.json", &report::output_schema().pretty());
}

#[test]
fn codes_are_unique_and_complete() {
    let stages =
        ["usage", "configuration", "source", "schema", "input", "history", "checkpoint", "tree", "command", "io"];
    let mut names = BTreeSet::new();
    for code in cli::all_codes() {
        assert!(names.insert(code.name), "{} stands twice", code.name);
        assert!(code.name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'), "{}", code.name);
        assert!(stages.contains(&code.stage), "{}: unknown stage {}", code.name, code.stage);
        assert!(code.exit == 1 || code.exit == 2, "{}: exit {}", code.name, code.exit);
        for text in [code.meaning, code.remedy] {
            assert!(text.ends_with('.') && !text.contains('\n'), "{}: not a sentence: {text}", code.name);
        }
    }
}
