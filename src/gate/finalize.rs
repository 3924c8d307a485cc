//! `finalize`: a format version that must not break any more.

use super::check::examine;
use super::codes::{ALREADY_FINALIZED, CHECK_NOT_CLEAN, VERSION_UNKNOWN};
use super::outcome::Outcome;
use super::workspace::{Workspace, count};
use super::write::{Observe, Plan};
use crate::catalog::{CONFIG_FILE, Catalog, Project};
use crate::graph::{Diagnostic, Error};
use crate::history::{CHECKPOINT_VERSION, Checkpoint, FrozenRoot, Ignore};

/// Writes the checkpoint of the current format version and sets `[format] finalized`. `version` is an assertion.
///
/// # Errors
/// What keeps `check` from running, a format version that is unknown or another than asserted, and what writing fails
/// with. A check that does not pass is an outcome: `check-not-clean` and its findings.
pub fn finalize(
    project: &Project,
    catalog: Option<&Catalog>,
    version: Option<u64>,
    observe: &mut Observe<'_>,
) -> Result<Outcome, Error> {
    let finalized = project.config.finalized;
    // An interrupted run leaves the checkpoint without the configuration: it is written again.
    let workspace = Workspace::open(project, catalog, |current| Ignore {
        record: None,
        checkpoint: current.bundle.format.version.filter(|version| finalized.is_none_or(|last| *version > last)),
    })?;
    let Some(current) = workspace.version() else {
        return Err(Error::new(&VERSION_UNKNOWN, "the project has no format version"));
    };
    if let Some(asserted) = version.filter(|asserted| *asserted != current) {
        let message = format!("the current format version is {current}, not {asserted}");
        return Err(Diagnostic::new(&CHECKPOINT_VERSION, message)
            .help("Finalize the version that the source writes.")
            .into());
    }
    let last = workspace.history.checkpoints.keys().next_back().copied().max(finalized);
    if let Some(last) = last.filter(|last| *last >= current) {
        let message = format!("format version {last} is finalized, the current one is {current}");
        return Err(Error::new(&ALREADY_FINALIZED, message));
    }
    let mut outcome = examine(&workspace, "finalize")?;
    if !outcome.ok {
        let message = format!("format version {current} cannot be finalized: {}", outcome.message);
        outcome.findings.insert(0, Diagnostic::new(&CHECK_NOT_CLEAN, message.as_str()));
        return Ok(Outcome { code: Some(&CHECK_NOT_CLEAN), message, ..outcome });
    }
    let checkpoint = checkpoint(&workspace, current);
    let frozen = |record: &str, key: &str| workspace.history.frozen(record, key);
    Error::check(checkpoint.verify(&workspace.history.chain, &workspace.history.versions, &frozen))?;
    let mut plan = Plan::default();
    plan.add(Checkpoint::path(current), checkpoint.render().into_bytes());
    plan.add(CONFIG_FILE.to_owned(), project.with_finalized(current)?.into_bytes());
    plan.write(&project.root, &workspace.stamp, observe)?;
    if let Some(format) = &mut outcome.format {
        format.finalized = Some(current);
    }
    let accepted = count(checkpoint.accepted.len(), "record");
    let roots = count(checkpoint.roots.len(), "root");
    Ok(Outcome {
        message: format!("format version {current} is finalized: {roots}, {accepted}"),
        files: plan.paths(),
        ..outcome
    })
}

fn checkpoint(workspace: &Workspace<'_>, version: u64) -> Checkpoint {
    let records = workspace.history.chain.records();
    let roots = workspace.current.roots.iter().map(|(key, root)| {
        let (kind, surface) = (root.header.kind, root.header.surface);
        (key.clone(), FrozenRoot { kind, surface, fingerprint: root.fingerprint })
    });
    Checkpoint {
        version,
        accepted: records.map(|record| (record.id.clone(), record.meaning())).collect(),
        roots: roots.collect(),
    }
}
