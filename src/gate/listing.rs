//! `history`: what was acknowledged, newest first.

use super::answer::{Answer, Detail, Step};
use super::codes::UNKNOWN_SUBJECT;
use super::outcome::{FormatState, Outcome};
use super::workspace::count;
use crate::catalog::Project;
use crate::compare::Verdict;
use crate::graph::{Diagnostic, Error};
use crate::history::{History, Ignore, Record, RootChange};

/// Lists the acknowledged changes of all roots, or of one, newest first. The source is not looked at. What is wrong with
/// the history is reported beside it.
///
/// # Errors
/// `read-failed`; `unknown-subject` for a root that no record names.
pub fn history(project: &Project, root: Option<&str>) -> Result<Answer, Error> {
    let history = History::load(&project.root, &project.config, Ignore::default())?;
    let root = root.map(|name| known(&history, name)).transpose()?;
    let root = root.as_deref();
    let mut steps = Vec::new();
    for record in history.chain.records().rev() {
        let changes = record.changes.iter().filter(|change| root.is_none_or(|root| change.root == root));
        steps.extend(changes.map(|change| step(&history, record, change)));
    }
    let mut findings: Vec<Diagnostic> = history.findings.clone();
    findings.extend(history.checkpoint_findings.iter().cloned());
    let records = count(history.chain.len(), "record");
    let message = match root {
        Some(root) => format!("{} of `{root}` in {records}", count(steps.len(), "change")),
        None => format!("{} in {records}", count(steps.len(), "change")),
    };
    let version = history.versions.reached(history.chain.records());
    let outcome = Outcome {
        command: "history",
        ok: findings.is_empty(),
        code: findings.first().map(|finding| finding.code),
        message,
        format: Some(FormatState { name: project.config.name.clone(), version, finalized: project.config.finalized }),
        catalog: None,
        verdict: Verdict::Identical,
        roots: Vec::new(),
        compared: 0,
        obligations: Vec::new(),
        findings,
        warnings: Vec::new(),
        files: Vec::new(),
        next: Vec::new(),
    };
    Ok(Answer { outcome, detail: Detail::History(steps) })
}

/// The key of a root that some record names; `event:` may be left out.
fn known(history: &History, name: &str) -> Result<String, Error> {
    let event = format!("event:{name}");
    let named = |key: &str| history.chain.records().any(|record| record.change(key).is_some());
    let found = [name, event.as_str()].into_iter().find(|key| named(key));
    // A history that cannot be read names nothing: what is wrong with it is the answer then.
    match found {
        Some(key) => Ok(key.to_owned()),
        None if !history.findings.is_empty() => Ok(name.to_owned()),
        None => Err(Error::new(&UNKNOWN_SUBJECT, format!("found no record that names the root `{name}`"))),
    }
}

fn step(history: &History, record: &Record, change: &RootChange) -> Step {
    Step {
        record: record.id.clone(),
        root: change.root.clone(),
        previous: change.previous.clone(),
        after: change.after.map(|fingerprint| fingerprint.to_string()),
        decision: if record.baseline { "baseline" } else { change.decision.name() }.to_owned(),
        version: history.snapshots.get(&record.id).and_then(|model| model.bundle.format.version),
        checkpoint: history.accepted_by(&record.id),
        summary: record.prose.summary.clone(),
    }
}
