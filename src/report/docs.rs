//! The generated pages of docs/.

use crate::compare::{ChangeKind, Example, FURTHER, Question, Row};
use crate::gate::{rule_words, setting_words};
use crate::graph::{Code, Json};
use std::fmt::Write as _;

/// docs/codes.md: every code a run can end with.
pub fn codes_page(codes: &[&Code]) -> String {
    let mut page = "# Codes\n\n\
        Generated from the tables in the program. Every finding carries one of these codes, and a run that does not\n\
        pass names the one that decided. Exit 1: the gate refuses. Exit 2: it could not run, and says nothing about\n\
        compatibility.\n\n\
        | code | stage | exit | meaning | what to do |\n|---|---|---|---|---|\n"
        .to_owned();
    for Code { name, stage, exit, meaning, remedy } in codes {
        let _ = writeln!(page, "| `{name}` | {stage} | {exit} | {} | {} |", cell(meaning), cell(remedy));
    }
    page
}

/// docs/changes.md: every kind of change, what it demands, what it means, and an example.
pub fn changes_page() -> String {
    let mut page = "# Kinds of changes\n\n\
        Generated from the table in the program; `schemagate explain KIND` shows one of them. *Frame* is every header, the\n\
        envelope, and what an event has around its body; *body* is the body of an event. One change that demands a\n\
        version-bump makes its root one.\n\n\
        | kind | frame | body |\n|---|---|---|\n"
        .to_owned();
    for kind in ChangeKind::ALL {
        let Row { frame, body, .. } = kind.row();
        let name = kind.name();
        let _ =
            writeln!(page, "| [`{name}`](#{name}) | {} | {} |", cell(&rule_words(*frame)), cell(&rule_words(*body)));
    }
    for kind in ChangeKind::ALL {
        section(&mut page, kind.row());
    }
    page.push_str(
        "\n## Further questions\n\nRaised by a verdict or by evidence rather than by one kind of change.\n\n",
    );
    for Question { name, text } in FURTHER {
        let _ = writeln!(page, "- `{name}`: {text}");
    }
    page
}

fn section(page: &mut String, row: &Row) {
    let Row { kind, frame: _, body: _, when, means, action, example, question } = row;
    let _ = writeln!(page, "\n## {}\n\n{when}\n\n- Means: {means}\n- Do: {action}", kind.name());
    if let Some(question) = question {
        let _ = writeln!(page, "- The acknowledgement answers: {question}");
    }
    let Example { earlier, before, after, setting } = example;
    page.push('\n');
    if let Some(said) = setting_words(*setting) {
        let _ = writeln!(page, "{said}\n");
    }
    page.push_str("```text\n");
    for (label, schema) in [("earlier", earlier), ("before ", before), ("after  ", after)] {
        match schema {
            Some(schema) => {
                let _ = writeln!(page, "{label} {}", one_line(schema));
            }
            None if label != "earlier" => {
                let _ = writeln!(page, "{label} (no such root)");
            }
            None => {}
        }
    }
    page.push_str("```\n");
}

/// A schema of the table without the line ends of its source.
fn one_line(schema: &str) -> String {
    Json::parse(schema.as_bytes()).map_or_else(|_| schema.to_owned(), |json| json.compact())
}

/// Text of ours in a table cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
