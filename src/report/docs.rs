//! The generated pages of docs/.

use crate::graph::Code;
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

/// Text of ours in a table cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
