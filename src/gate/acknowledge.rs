//! `acknowledge`: a record of what changed, with its snapshot and the generated files.

use super::answer::{Answer, Detail};
use super::codes::*;
use super::outcome::{Obligation, Outcome};
use super::wording::{Wording, refused};
use super::workspace::{Workspace, count};
use super::write::{Observe, Plan};
use crate::catalog::{Catalog, Project, VersionAt};
use crate::compare::{RootComparison, Verdict};
use crate::graph::{Diagnostic, Error};
use crate::history::files::read;
use crate::history::{
    BASELINE_MISSING, Decision, Ignore, Record, RootChange, Transition, VERSION_BUMP_REQUIRED,
    VERSION_TRANSITION_REQUIRED, causes, check_id, wanted,
};
use std::path::PathBuf;

/// Which record is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// A new one.
    #[default]
    New,
    /// The first one, with every root.
    Baseline,
    /// An existing one that nothing builds on, against the rest of the history.
    Update,
}

/// What `acknowledge` is asked for.
#[derive(Debug, Clone, Default)]
pub struct Acknowledge {
    /// Name of the record, `YYYY-MM-DD-slug`.
    pub id: String,
    /// Which record is written.
    pub mode: Mode,
    /// Asserted decision; the command refuses where another one is needed.
    pub decision: Option<Decision>,
    /// What was given as flags.
    pub wording: Wording,
    /// A TOML file with further texts, relative to the current directory.
    pub from: Option<PathBuf>,
    /// Only say what would be written.
    pub dry_run: bool,
}

/// Asks a person to edit a text. `None` where nobody is there to be asked.
pub type Edit<'a> = dyn FnMut(&str) -> Result<Option<String>, Error> + 'a;

/// Writes the record of the pending changes, its snapshot and the generated files; the record last.
///
/// The decision is inferred: version-bump for the whole record where any change needs it. Texts come from
/// `request.wording`, then the file, then (with `Mode::Update`) the old record, then `edit`; what is still missing
/// becomes a placeholder that `check` refuses.
///
/// # Errors
/// A name that cannot be, a record that is there or must stay as it is, unreadable input, and what writing fails with.
/// Refusals that have to do with the changes are outcomes, which list them.
pub fn acknowledge(
    project: &Project,
    catalog: Option<&Catalog>,
    request: &Acknowledge,
    edit: &mut Edit<'_>,
    observe: &mut Observe<'_>,
) -> Result<Answer, Error> {
    check_id(&request.id)?;
    let given = given(request)?;
    let workspace = Workspace::open(project, catalog, |_| Ignore { record: Some(&request.id), checkpoint: None })?;
    let old = old_record(&workspace, request)?;
    let findings = standing_findings(&workspace, request);
    if !findings.is_empty() {
        let message = format!("the history is refused: {}", count(findings.len(), "finding"));
        return Ok(Outcome { message, ..workspace.outcome("acknowledge", workspace.pending(), findings) }.into());
    }
    let mut pending = if request.mode == Mode::Baseline {
        workspace.history.pending(&workspace.current, &project.config.raised)
    } else {
        workspace.pending()
    };
    if pending.iter().all(|root| root.verdict == Verdict::Identical) {
        let error =
            Diagnostic::new(&NOTHING_TO_ACKNOWLEDGE, format!("{} as acknowledged", count(pending.len(), "root")));
        return Err(match old {
            Some(old) => error.help(format!(
                "Remove {} and {}: nothing is left of the change.",
                Record::path(&old.id),
                Record::snapshot_path(&old.id)
            )),
            None => error,
        }
        .into());
    }
    let mut record = draft(&workspace, request, &pending);
    let findings = decide(&workspace, request, old.as_ref(), &pending, &mut record);
    if record.baseline {
        // There is nothing before a baseline that anything could differ from.
        for root in &mut pending {
            root.verdict = Verdict::Identical;
            root.changes.clear();
        }
    }
    let mut outcome = workspace.outcome("acknowledge", pending, findings);
    if !outcome.ok {
        outcome.message = format!("not acknowledged: {}", count(outcome.findings.len(), "finding"));
        return Ok(outcome.into());
    }
    let kept = old.as_ref().map(|old| Wording::of(&old.prose, &old.answers)).unwrap_or_default();
    let wording = ask(request, given.or(kept.still_raised(&outcome.obligations)), &outcome, edit)?;
    (record.prose, record.answers) = wording.fill(&outcome.obligations);
    for obligation in &mut outcome.obligations {
        obligation.answered =
            !wording.open(std::slice::from_ref(obligation)).iter().any(|open| open.name == obligation.name);
    }
    let drafted = !wording.complete(&outcome.obligations);

    let model = workspace
        .current
        .bundle
        .snapshot(record.changes.iter().filter(|change| change.after.is_some()).map(|change| change.root.as_str()))?;
    let snapshot = model.bytes();
    let findings = workspace.history.would_refuse(&project.config, &record, &snapshot);
    let findings: Vec<Diagnostic> = findings
        .into_iter()
        .filter(|finding| !(drafted && finding.code == &crate::history::PROSE_PLACEHOLDER))
        .collect();
    if !findings.is_empty() {
        outcome.ok = false;
        outcome.code = findings.first().map(|finding| finding.code);
        outcome.message = format!("not acknowledged: {}", count(findings.len(), "finding"));
        outcome.findings = findings;
        return Ok(outcome.into());
    }
    let mut plan = Plan::default();
    for (path, bytes) in &workspace.generated {
        plan.add(path.clone(), bytes.clone());
    }
    plan.add(Record::snapshot_path(&record.id), snapshot);
    plan.add(Record::path(&record.id), record.render().into_bytes());
    let plan = plan.settle(&project.root)?;
    outcome.files = plan.paths();
    if !request.dry_run {
        plan.write(&project.root, &workspace.stamp, observe)?;
    }
    say(&mut outcome, request, &record, drafted);
    let detail = if request.dry_run { Detail::Text(preview(&outcome, &record)) } else { Detail::None };
    Ok(Answer { outcome, detail })
}

/// What flags and the file say.
fn given(request: &Acknowledge) -> Result<Wording, Error> {
    let Some(path) = &request.from else { return Ok(request.wording.clone()) };
    let name = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| {
        Error::from(Diagnostic::new(&INVALID_PROSE_FILE, format!("cannot be read: {error}")).in_file(name.as_str()))
    })?;
    let file = Wording::parse(&bytes).map_err(|error| error.in_file(&name))?;
    Ok(request.wording.clone().or(file))
}

/// The record that is refreshed; refuses what must stay as it is.
fn old_record(workspace: &Workspace<'_>, request: &Acknowledge) -> Result<Option<Record>, Error> {
    let (id, path) = (request.id.as_str(), Record::path(&request.id));
    let root = &workspace.project.root;
    let exists = root.join(&path).symlink_metadata().is_ok();
    let refuse = |code, message: String| -> Error { Diagnostic::new(code, message).in_file(path.as_str()).into() };
    match request.mode {
        Mode::New | Mode::Baseline if exists => {
            Err(refuse(&RECORD_EXISTS, format!("the record `{id}` is there already")))
        }
        Mode::Baseline => match workspace.history.chain.records().find(|record| record.baseline) {
            Some(baseline) => Err(refuse(&BASELINE_EXISTS, format!("`{}` is the baseline", baseline.id))),
            None => Ok(None),
        },
        Mode::New => Ok(None),
        Mode::Update if !exists => Err(refuse(&RECORD_NOT_UPDATABLE, format!("there is no record `{id}`"))),
        Mode::Update => {
            let old = Record::parse(&read(root, &path)?, id)?;
            let successors = workspace.history.chain.successors(id);
            if old.baseline {
                return Err(refuse(&RECORD_NOT_UPDATABLE, format!("`{id}` is the baseline")));
            }
            if !successors.is_empty() {
                let list = successors.into_iter().collect::<Vec<_>>().join("`, `");
                return Err(refuse(&RECORD_NOT_UPDATABLE, format!("`{list}` builds on `{id}`")));
            }
            if let Some(version) = workspace.history.accepted_by(id) {
                return Err(refuse(
                    &RECORD_NOT_UPDATABLE,
                    format!("the checkpoint of format version {version} accepts `{id}`"),
                ));
            }
            Ok(Some(old))
        }
    }
}

/// What is wrong before anything is acknowledged. Leftovers are no obstacle: the write removes them.
fn standing_findings(workspace: &Workspace<'_>, request: &Acknowledge) -> Vec<Diagnostic> {
    let mut findings = workspace.history.findings.clone();
    if request.mode == Mode::Baseline {
        findings.retain(|finding| finding.code != &BASELINE_MISSING);
    }
    if findings.is_empty() {
        findings = workspace.history.checkpoint_findings.clone();
    }
    findings
}

/// The record with its changes, decided same-version.
fn draft(workspace: &Workspace<'_>, request: &Acknowledge, pending: &[RootComparison]) -> Record {
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
        prose: crate::history::Prose::default(),
        changes: changes.collect(),
        answers: Vec::new(),
    }
}

/// Infers the decision and the transition of the format version, and checks what was asserted.
fn decide(
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
    let transition = transition(workspace, record);
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

/// The increase of the format version from the rest of the history to the current source.
fn transition(workspace: &Workspace<'_>, record: &Record) -> Option<Transition> {
    let history = &workspace.history;
    let to = workspace.version()?;
    let from = match workspace.project.config.version.as_ref()? {
        VersionAt::Property { root, .. } => {
            let tip = record.change(root)?.previous.as_deref()?;
            history.snapshots.get(tip)?.bundle.format.version?
        }
        VersionAt::Here(_) => {
            let reached = history.versions.reached(history.chain.records());
            let written = history.snapshots.values().filter_map(|model| model.bundle.format.version).max();
            reached.max(written).max(workspace.project.config.finalized)?
        }
    };
    (from < to).then_some(Transition { from, to })
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

/// Asks for what nobody has said yet, until the answer can be read or does not change any more.
fn ask(request: &Acknowledge, given: Wording, outcome: &Outcome, edit: &mut Edit<'_>) -> Result<Wording, Error> {
    let raised: &[Obligation] = &outcome.obligations;
    if request.dry_run || given.complete(raised) {
        return Ok(given);
    }
    let facts = outcome.roots.iter().flat_map(|root| {
        let comparison = &root.comparison;
        comparison.changes.iter().map(|change| {
            format!("{} {}: {} at {}", change.verdict.name(), comparison.key, change.kind.name(), change.path)
        })
    });
    let mut text = given.template(raised, &facts.collect::<Vec<_>>());
    loop {
        let Some(edited) = edit(&text)? else { return Ok(given) };
        match Wording::parse(edited.as_bytes()) {
            Ok(said) => return Ok(said.without_placeholders()),
            Err(error) if edited == text => return Err(error),
            Err(error) => text = refused(&edited, &error),
        }
    }
}

/// The record as it would be written, with the names of all files as comments.
fn preview(outcome: &Outcome, record: &Record) -> String {
    let files: String = outcome.files.iter().map(|path| format!("# would write {path}\n")).collect();
    format!("{files}\n{}", record.render())
}

/// What was done, and what comes next.
fn say(outcome: &mut Outcome, request: &Acknowledge, record: &Record, drafted: bool) {
    let decision = record.changes.first().map_or(Decision::SameVersion, |change| change.decision);
    let done = if request.dry_run { "would be acknowledged" } else { "acknowledged" };
    let kind = if record.baseline { "baseline" } else { decision.name() };
    outcome.message = format!("{} {done} in `{}` as {kind}", count(record.changes.len(), "root"), record.id);
    if drafted {
        let path = Record::path(&record.id);
        outcome.message += "; it is a draft that `check` refuses until its placeholders are replaced";
        let warning =
            Diagnostic::new(&crate::history::PROSE_PLACEHOLDER, "the record holds placeholders, which `check` refuses");
        outcome.warnings.push(warning.in_file(path));
    }
    outcome.next = vec!["schemagate check".to_owned()];
}
