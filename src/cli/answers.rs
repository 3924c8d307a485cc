//! Answers that the command line gives by itself.

use crate::compare::Verdict;
use crate::gate::{Answer, Detail, Outcome};
use crate::graph::Error;

/// An outcome in which nothing was compared and nothing is wrong.
pub(super) fn nothing(command: &'static str) -> Outcome {
    Outcome {
        command,
        ok: true,
        code: None,
        message: String::new(),
        format: None,
        catalog: None,
        verdict: Verdict::Identical,
        roots: Vec::new(),
        compared: 0,
        obligations: Vec::new(),
        findings: Vec::new(),
        warnings: Vec::new(),
        files: Vec::new(),
        next: Vec::new(),
    }
}

/// Text for another program.
pub(super) fn text(command: &'static str, text: String) -> Answer {
    Answer { outcome: nothing(command), detail: Detail::Text(text) }
}

/// Files that were written.
pub(super) fn wrote(command: &'static str, files: Vec<String>) -> Answer {
    let message = format!("{} files written", files.len());
    Outcome { files, message, ..nothing(command) }.into()
}

/// The answer to a command that ended with an error.
pub(super) fn failure(command: &'static str, error: Error) -> Answer {
    let findings = error.into_diagnostics();
    let first = findings.first();
    let code = first.map(|first| first.code);
    let message = first.map(|first| first.message.clone()).unwrap_or_default();
    Outcome { ok: false, code, message, findings, ..nothing(command) }.into()
}
