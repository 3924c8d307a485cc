//! What a new record decides, and whether it may.

use super::acknowledge::{Acknowledge, Mode};
use super::workspace::Workspace;
use crate::catalog::VersionAt;
use crate::compare::{RootComparison, Verdict};
use crate::graph::Diagnostic;
use crate::history::{
    Decision, Prose, Record, RootChange, VERSION_BUMP_REQUIRED, VERSION_TRANSITION_REQUIRED, causes, wanted,
};

/// The record with its changes, decided same-version.
pub(super) fn draft(workspace: &Workspace<'_>, request: &Acknowledge, pending: &[RootComparison]) -> Record {
    let tips = workspace.history.chain.tips();
    let changed = pending.iter().filter(|root| root.verdict != Verdict::Identical);
    let changes = changed.map(|root| RootChange {
        root: root.key.clone(),
        previous: tips.get(&root.key).map(|tip| tip.record.clone()),
        after: root.after,
        decision: Decision::SameVersion,
    });
    Record {
        id: request.id.clone(),
        baseline: request.mode == Mode::Baseline,
        raised: workspace.project.config.raised.clone(),
        format_version: None,
        prose: Prose::default(),
        changes: changes.collect(),
        answers: Vec::new(),
    }
}

/// Infers the decision and the transition of the format version, and checks what was asserted.
pub(super) fn decide(
    workspace: &Workspace<'_>,
    request: &Acknowledge,
    old: Option<&Record>,
    pending: &[RootComparison],
    record: &mut Record,
) -> Vec<Diagnostic> {
    if record.baseline {
        return Vec::new();
    }
    let bumps: Vec<&RootComparison> = pending.iter().filter(|root| root.verdict == Verdict::VersionBump).collect();
    let transition = workspace.transition();
    let was_bump = old.is_some_and(|old| old.changes.iter().any(|change| change.decision == Decision::VersionBump));
    let asserted = request.decision == Some(Decision::VersionBump)
        || (was_bump && request.decision.is_none() && transition.is_some());
    let decision = if bumps.is_empty() && !asserted { Decision::SameVersion } else { Decision::VersionBump };
    if request.decision == Some(Decision::SameVersion) && !bumps.is_empty() {
        let refused = |root: &&RootComparison| {
            let message = format!("`{}` needs version-bump: {}", root.key, causes(root));
            Diagnostic::new(&VERSION_BUMP_REQUIRED, message)
        };
        return bumps.iter().map(refused).collect();
    }
    for change in &mut record.changes {
        change.decision = decision;
    }
    if decision == Decision::VersionBump {
        if transition.is_none() {
            return vec![transition_required(workspace, &bumps)];
        }
        if let Some(VersionAt::Here(_)) = workspace.project.config.version {
            record.format_version = transition;
        }
    }
    workspace.checkpoint_findings()
}

fn transition_required(workspace: &Workspace<'_>, bumps: &[&RootComparison]) -> Diagnostic {
    let roots = bumps.iter().map(|root| format!("`{}`: {}", root.key, causes(root))).collect::<Vec<_>>().join("; ");
    let roots = if roots.is_empty() { String::new() } else { format!(" ({roots})") };
    let next = workspace.version().map_or("a version".to_owned(), |version| format!("{}", version.saturating_add(1)));
    let place = match &workspace.project.config.version {
        Some(VersionAt::Property { root, property }) => format!("`{property}` of `{root}`"),
        Some(VersionAt::Here(_)) | None => "`[format] version` in schemagate.toml".to_owned(),
    };
    let message = format!("{}{roots}", wanted(&workspace.history.versions));
    Diagnostic::new(&VERSION_TRANSITION_REQUIRED, message).help(format!(
        "Raise {place} to {next} together with the change, then run the same command again; or undo the change."
    ))
}
