//! `generate`: the files of the catalog.

use super::outcome::{FormatState, Outcome};
use super::stamp::Stamp;
use super::workspace::{Source, count, unix_lines};
use super::write::{Observe, Plan};
use crate::catalog::{Catalog, Model, Project};
use crate::compare::Verdict;
use crate::graph::{Diagnostic, Error};
use crate::history::{CATALOG_MISSING, CATALOG_STALE};
use std::collections::BTreeMap;

/// Writes the files of the catalog from the source, or with `only_check` says which of them are missing or stale.
///
/// The old files are never looked into, so conflict markers in them do no harm.
///
/// # Errors
/// What the source fails with, and what writing fails with.
pub fn generate(
    project: &Project,
    catalog: Option<&Catalog>,
    only_check: bool,
    observe: &mut Observe<'_>,
) -> Result<Outcome, Error> {
    let stamp = Stamp::take(&project.root)?;
    let Source { model: current, generated, .. } = Source::load(project, catalog)?;
    let roots = count(current.roots.len(), "root");
    let mut outcome = plain("generate", project, &current);
    if only_check {
        outcome.findings = tree_findings(project, &generated)?;
        outcome.ok = outcome.findings.is_empty();
        outcome.code = outcome.findings.first().map(|finding| finding.code);
        outcome.message = if outcome.ok {
            format!("the catalog is up to date: {roots}")
        } else {
            outcome.next = vec!["schemagate generate".to_owned()];
            format!("{} missing or stale: {roots}", count(outcome.findings.len(), "file"))
        };
        return Ok(outcome);
    }
    let mut plan = Plan::default();
    for (path, bytes) in generated {
        plan.add(path, bytes);
    }
    let plan = plan.settle(&project.root)?;
    plan.write(&project.root, &stamp, observe)?;
    outcome.files = plan.paths();
    outcome.message = format!("{} written, {roots}", count(outcome.files.len(), "file"));
    Ok(outcome)
}

/// The generated files that are missing, then those that are stale.
pub(super) fn tree_findings(
    project: &Project,
    generated: &BTreeMap<String, Vec<u8>>,
) -> Result<Vec<Diagnostic>, Error> {
    let (mut missing, mut stale) = (Vec::new(), Vec::new());
    for (path, bytes) in generated {
        if !project.root.join(path).exists() {
            missing.push(Diagnostic::new(&CATALOG_MISSING, "the generated file is not there").in_file(path.as_str()));
        } else if unix_lines(&crate::history::files::read(&project.root, path)?) != *bytes {
            let message = "the file is not what the source yields now";
            stale.push(Diagnostic::new(&CATALOG_STALE, message).in_file(path.as_str()));
        }
    }
    missing.append(&mut stale);
    Ok(missing)
}

/// An outcome that passes and lists nothing.
pub(super) fn plain(command: &'static str, project: &Project, current: &Model) -> Outcome {
    Outcome {
        command,
        ok: true,
        code: None,
        message: String::new(),
        format: Some(FormatState {
            name: project.config.name.clone(),
            version: current.bundle.format.version,
            finalized: project.config.finalized,
        }),
        catalog: None,
        verdict: Verdict::Identical,
        roots: Vec::new(),
        compared: current.roots.len(),
        obligations: Vec::new(),
        findings: Vec::new(),
        warnings: current.warnings.clone(),
        files: Vec::new(),
        next: Vec::new(),
    }
}
