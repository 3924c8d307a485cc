//! `check`: the gate.

use super::codes::STORED_SAMPLE_REFUSED;
use super::generate::tree_findings;
use super::outcome::Outcome;
use super::workspace::{Workspace, count};
use crate::catalog::{Catalog, Project, RefusedSample};
use crate::compare::{RootComparison, Verdict};
use crate::graph::{Diagnostic, Error};
use crate::history::{Ignore, UNACKNOWLEDGED_CHANGES, causes};

/// Checks a project: configuration, source, history, checkpoints, generated files, pending changes, in this order. The
/// first of these stages that has findings decides, with all of its findings; `roots` lists every change in any case
/// where the history can be read.
///
/// # Errors
/// What keeps the check from running: configuration, source, schemas, unreadable files.
pub fn check(project: &Project, catalog: Option<&Catalog>) -> Result<Outcome, Error> {
    let workspace = Workspace::open(project, catalog, |_| Ignore::default())?;
    examine(&workspace, "check")
}

/// The outcome of a check of what was read.
pub(super) fn examine(workspace: &Workspace<'_>, command: &'static str) -> Result<Outcome, Error> {
    let pending = workspace.pending();
    let mut findings = workspace.history_findings();
    if findings.is_empty() {
        findings = workspace.checkpoint_findings();
    }
    let changed: Vec<&RootComparison> = pending.iter().filter(|root| root.verdict != Verdict::Identical).collect();
    let mut next = Vec::new();
    if findings.is_empty() {
        findings = tree_findings(workspace.project, &workspace.generated)?;
        if !findings.is_empty() {
            next.push("schemagate generate".to_owned());
        }
        let raised = workspace.transition().is_some();
        findings.extend(changed.iter().map(|root| unacknowledged(root, raised)));
        findings.extend(workspace.refused.chunk_by(|a, b| a.root == b.root).filter_map(unreadable));
        if !changed.is_empty() {
            // Acknowledging writes the generated files too.
            next = ["schemagate explain", "schemagate acknowledge YYYY-MM-DD-slug"].map(str::to_owned).to_vec();
        }
    }
    let message = if findings.is_empty() {
        let verb = if pending.len() == 1 { "matches" } else { "match" };
        format!("{} {verb} {}", count(pending.len(), "root"), count(workspace.history.chain.len(), "record"))
    } else if !workspace.history.findings.is_empty() {
        format!("the history is refused: {}", count(findings.len(), "finding"))
    } else if changed.is_empty() {
        format!("{}, {} unchanged", count(findings.len(), "finding"), count(pending.len(), "root"))
    } else {
        format!("{} of {} changed and not acknowledged", changed.len(), count(pending.len(), "root"))
    };
    drop(changed);
    Ok(Outcome { message, next, ..workspace.outcome(command, pending, findings) })
}

/// The stored samples of one root that the current types refuse.
fn unreadable(samples: &[RefusedSample]) -> Option<Diagnostic> {
    let (RefusedSample { root, number, error }, rest) = samples.split_first()?;
    let more =
        if rest.is_empty() { String::new() } else { format!(", and {} of it", count(rest.len(), "other sample")) };
    let message = format!("sample {number} of `{root}`{more} cannot be read any more: {error}");
    Some(Diagnostic::new(&STORED_SAMPLE_REFUSED, message))
}

/// A change that is pending; `raised` says that the format version is raised already.
fn unacknowledged(root: &RootComparison, raised: bool) -> Diagnostic {
    let key = &root.key;
    match root.verdict {
        Verdict::Identical | Verdict::SameVersion => {
            let what = match (root.before, root.after) {
                (None, _) => "is new",
                (_, None) => "is gone",
                (_, _) => "changed and stays readable under the same format version",
            };
            Diagnostic::new(&UNACKNOWLEDGED_CHANGES, format!("`{key}` {what}"))
        }
        Verdict::VersionBump => {
            let need = if raised { "is covered by the new format version" } else { "needs a new format version" };
            let message = format!("`{key}` changed and {need}: {}", causes(root));
            let help = "Undo the change, or raise the format version together with it, then run `schemagate acknowledge YYYY-MM-DD-slug`.";
            let finding = Diagnostic::new(&UNACKNOWLEDGED_CHANGES, message);
            if raised { finding } else { finding.help(help) }
        }
    }
}
