//! `acknowledge`: a record of what changed, with its snapshot and the generated files.

use super::answer::{Answer, Detail};
use super::codes::*;
use super::decision::{decide, draft};
use super::outcome::{Obligation, Outcome};
use super::wording::{Wording, refused};
use super::workspace::{Workspace, count};
use super::write::{Observe, Plan};
use crate::catalog::{Catalog, Project};
use crate::compare::Verdict;
use crate::graph::{Diagnostic, Error};
use crate::history::files::read;
use crate::history::{BASELINE_MISSING, Decision, Ignore, PROSE_PLACEHOLDER, Record, check_id};
use std::io::Write as _;
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
        let findings = std::mem::take(&mut outcome.findings);
        return Ok(not_acknowledged(outcome, findings));
    }
    let kept = old.as_ref().map(|old| Wording::of(&old.prose, &old.answers)).unwrap_or_default();
    let Asked { wording, edited } = ask(request, given.or(kept.still_raised(&outcome.obligations)), &outcome, edit)?;
    (record.prose, record.answers) = wording.fill(&outcome.obligations);
    for obligation in &mut outcome.obligations {
        obligation.answered =
            !wording.open(std::slice::from_ref(obligation)).iter().any(|open| open.name == obligation.name);
    }
    let drafted = !wording.complete(&outcome.obligations);

    let left = record.changes.iter().filter(|change| change.after.is_some());
    let snapshot = workspace.current.bundle.snapshot(left.map(|change| change.root.as_str()))?.bytes();
    let findings = workspace.history.would_refuse(&project.config, &record, &snapshot);
    let findings: Vec<Diagnostic> =
        findings.into_iter().filter(|finding| !(drafted && finding.code == &PROSE_PLACEHOLDER)).collect();
    if !findings.is_empty() {
        return Ok(not_acknowledged(outcome, findings));
    }
    let mut plan = Plan::default();
    for (path, bytes) in &workspace.generated {
        plan.add(path.clone(), bytes.clone());
    }
    plan.add(Record::snapshot_path(&record.id), snapshot);
    plan.add(Record::path(&record.id), record.render().into_bytes());
    let written = plan.settle(&project.root).and_then(|plan| {
        if !request.dry_run {
            plan.write(&project.root, &workspace.stamp, observe)?;
        }
        Ok(plan.paths())
    });
    outcome.files = match written {
        Ok(files) => files,
        Err(error) if edited => return Err(keep(error, &wording, &outcome.obligations)),
        Err(error) => return Err(error),
    };
    say(&mut outcome, request, &record, drafted);
    let detail = if request.dry_run { Detail::Text(record.render()) } else { Detail::None };
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

/// What is said, and whether an editor was asked for it.
struct Asked {
    wording: Wording,
    edited: bool,
}

/// Asks for what nobody has said yet, until the text can be accepted or does not change any more.
fn ask(request: &Acknowledge, given: Wording, outcome: &Outcome, edit: &mut Edit<'_>) -> Result<Asked, Error> {
    let raised: &[Obligation] = &outcome.obligations;
    if request.dry_run || given.complete(raised) {
        return Ok(Asked { wording: given, edited: false });
    }
    let facts = outcome.roots.iter().flat_map(|root| {
        let comparison = &root.comparison;
        comparison.changes.iter().map(|change| {
            format!("{} {}: {} at {}", change.verdict.name(), comparison.key, change.kind.name(), change.path)
        })
    });
    let mut text = given.template(raised, &facts.collect::<Vec<_>>());
    loop {
        let Some(edited) = edit(&text)? else { return Ok(Asked { wording: given, edited: false }) };
        let said = Wording::parse(edited.as_bytes()).and_then(|said| {
            if said == Wording::default() {
                return Ok(said);
            }
            let said = said.without_placeholders();
            Error::check(said.faults(raised)).map(|()| said)
        });
        match said {
            Ok(said) if said == Wording::default() && edited.trim().is_empty() => {
                return Err(Error::new(&INVALID_PROSE_FILE, "the text came back empty; nothing was written"));
            }
            Ok(wording) => return Ok(Asked { wording, edited: true }),
            Err(error) if edited == text => return Err(error),
            Err(error) => text = refused(&edited, &error),
        }
    }
}

/// Keeps what a person wrote where it could not become a record, and says where.
fn keep(error: Error, wording: &Wording, raised: &[Obligation]) -> Error {
    if error.first.code == &INTERRUPTED {
        return error;
    }
    let file = tempfile::Builder::new().prefix("schemagate-").suffix(".toml").tempfile();
    let kept = file.and_then(|mut file| {
        file.write_all(wording.template(raised, &[]).as_bytes())?;
        Ok(file.keep()?.1)
    });
    match kept {
        Ok(path) => {
            let help = format!("{} What you wrote is kept for `--from {}`.", error.first.help, path.display());
            Error { first: Box::new((*error.first).help(help)), rest: error.rest }
        }
        Err(_) => error,
    }
}

/// An outcome that was refused.
fn not_acknowledged(outcome: Outcome, findings: Vec<Diagnostic>) -> Answer {
    let message = format!("not acknowledged: {}", count(findings.len(), "finding"));
    Outcome { ok: false, code: findings.first().map(|finding| finding.code), message, findings, ..outcome }.into()
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
        let warning = Diagnostic::new(&PROSE_PLACEHOLDER, "the record holds placeholders, which `check` refuses");
        outcome.warnings.push(warning.in_file(path));
    }
    if !request.dry_run {
        let check = "schemagate check".to_owned();
        outcome.next = if drafted { vec![format!("edit {}", Record::path(&record.id)), check] } else { vec![check] };
    }
}
