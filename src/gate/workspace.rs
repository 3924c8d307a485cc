//! What the commands of a project work on: the current source, the history, and what is between them.

use super::fragment::root_outcome;
use super::outcome::{CatalogMove, FormatState, Obligation, Outcome, RootOutcome};
use super::stamp::{Stamp, leftovers};
use crate::catalog::{Catalog, Model, Project, RefusedSample, generate};
use crate::compare::{RootComparison, Verdict, obligations};
use crate::graph::{Diagnostic, Digest, Error};
use crate::history::{
    FINALIZED_FORMAT_CHANGED, History, Ignore, OBLIGATION_UNANSWERED, OBLIGATION_UNKNOWN, PROSE_BLANK,
    PROSE_PLACEHOLDER, PROSE_TOO_SHORT, Transition, UNFINISHED_WRITE, Versions, WRITER_BELOW_FINALIZED, causes,
};
use std::collections::BTreeMap;

/// A project, its current source and its history.
pub(super) struct Workspace<'a> {
    pub project: &'a Project,
    /// What everything here was read from.
    pub stamp: Stamp,
    /// The current source.
    pub current: Model,
    /// What the generated files must hold, by path.
    pub generated: BTreeMap<String, Vec<u8>>,
    /// Stored samples that the current types refuse.
    pub refused: Vec<RefusedSample>,
    /// The history.
    pub history: History,
    /// Temporary files that an interrupted command left.
    pub leftovers: Vec<String>,
}

/// The current source.
pub(super) struct Source {
    pub model: Model,
    /// What the generated files must hold, by path.
    pub generated: BTreeMap<String, Vec<u8>>,
    /// Stored samples that its types refuse.
    pub refused: Vec<RefusedSample>,
}

impl Source {
    /// Loads and lowers it.
    ///
    /// # Errors
    /// Those of the source and schema stages.
    pub fn load(project: &Project, catalog: Option<&Catalog>) -> Result<Source, Error> {
        let loaded = project.load(catalog)?;
        let model = Model::from_bundle(loaded.bundle.clone(), project.config.external)?;
        let generated = generate(&model, &loaded);
        Ok(Source { model, generated, refused: loaded.refused })
    }
}

impl<'a> Workspace<'a> {
    /// Reads all of it. `ignore` says, once the source is known, what a command is about to replace.
    ///
    /// # Errors
    /// What the source fails with, and `read-failed`.
    pub fn open<'i>(
        project: &'a Project,
        catalog: Option<&Catalog>,
        ignore: impl FnOnce(&Model) -> Ignore<'i>,
    ) -> Result<Self, Error> {
        let stamp = Stamp::take(&project.root)?;
        let source = Source::load(project, catalog)?;
        let history = History::load(&project.root, &project.config, ignore(&source.model))?;
        let leftovers = leftovers(&project.root)?;
        let Source { model: current, generated, refused } = source;
        Ok(Workspace { project, stamp, current, generated, refused, history, leftovers })
    }

    /// Version that the current source writes.
    pub fn version(&self) -> Option<u64> {
        self.current.bundle.format.version
    }

    /// The increase of the format version from the history to the current source.
    pub fn transition(&self) -> Option<Transition> {
        let (history, to) = (&self.history, self.version()?);
        let from = match &history.versions {
            Versions::None => None,
            Versions::Header { root, at } => at.get(&history.chain.tips().get(root)?.record).copied(),
            Versions::Configured { .. } => {
                let written = history.snapshots.values().filter_map(|model| model.bundle.format.version).max();
                history.versions.reached(history.chain.records()).max(written).max(self.project.config.finalized)
            }
        }?;
        (from < to).then_some(Transition { from, to })
    }

    /// Whether the history says what was acknowledged: only texts and answers of its records may be wanting.
    pub fn is_comparable(&self) -> bool {
        let wording = [&PROSE_BLANK, &PROSE_PLACEHOLDER, &PROSE_TOO_SHORT, &OBLIGATION_UNANSWERED, &OBLIGATION_UNKNOWN];
        self.history.findings.iter().all(|finding| wording.contains(&finding.code))
    }

    /// Every root compared with where its history ends; nothing where the history is broken.
    pub fn pending(&self) -> Vec<RootComparison> {
        if self.is_comparable() { self.history.pending(&self.current, &self.project.config.raised) } else { Vec::new() }
    }

    /// What is wrong with leftovers, records and the chain.
    pub fn history_findings(&self) -> Vec<Diagnostic> {
        let leftover = |path: &String| {
            Diagnostic::new(&UNFINISHED_WRITE, "an interrupted command left this file").in_file(path.as_str())
        };
        self.leftovers.iter().map(leftover).chain(self.history.findings.iter().cloned()).collect()
    }

    /// What is wrong with checkpoints, and what the finalized version forbids.
    pub fn checkpoint_findings(&self) -> Vec<Diagnostic> {
        let mut found = self.history.checkpoint_findings.clone();
        if found.is_empty() && self.history.findings.is_empty() {
            found.extend(self.finalized_findings());
        }
        found
    }

    fn finalized_findings(&self) -> Vec<Diagnostic> {
        let Some(finalized) = self.project.config.finalized else { return Vec::new() };
        let Some(checkpoint) = self.history.checkpoints.get(&finalized) else { return Vec::new() };
        match self.version() {
            Some(version) if version > finalized => Vec::new(),
            Some(version) if version == finalized => {
                let compared = self.history.since(checkpoint, &self.current);
                let bumps = compared.iter().filter(|comparison| comparison.verdict == Verdict::VersionBump);
                bumps.map(|comparison| finalized_changed(comparison, finalized)).collect()
            }
            version => {
                let found = version.map_or("there is no format version".to_owned(), |version| {
                    format!("the format version is {version}")
                });
                let message = format!("{found}, and {finalized} is finalized");
                vec![Diagnostic::new(&WRITER_BELOW_FINALIZED, message).in_file("schemagate.toml").at("format.version")]
            }
        }
    }

    /// An outcome with the facts of the project and the given comparisons. It passes where there are no findings.
    pub fn outcome(&self, command: &'static str, pending: Vec<RootComparison>, findings: Vec<Diagnostic>) -> Outcome {
        let verdict = pending.iter().map(|comparison| comparison.verdict).max().unwrap_or(Verdict::Identical);
        let obligations = obligations(&pending, []).into_iter().map(|raised| Obligation {
            name: raised.question.name.to_owned(),
            question: raised.question.text.to_owned(),
            roots: raised.roots,
            answered: false,
        });
        Outcome {
            command,
            ok: findings.is_empty(),
            code: findings.first().map(|finding| finding.code),
            message: String::new(),
            format: Some(FormatState {
                name: self.project.config.name.clone(),
                version: self.version(),
                finalized: self.project.config.finalized,
            }),
            catalog: Some(self.catalog_move()),
            verdict,
            obligations: obligations.collect(),
            compared: pending.len(),
            roots: pending.into_iter().map(|comparison| self.root_outcome(comparison)).collect(),
            findings,
            warnings: self.current.warnings.clone(),
            files: Vec::new(),
            next: Vec::new(),
        }
    }

    fn root_outcome(&self, comparison: RootComparison) -> RootOutcome {
        let tip = self.history.chain.tips().get(&comparison.key);
        let before = tip.and_then(|tip| self.history.snapshots.get(&tip.record));
        root_outcome(comparison, before, Some(&self.current))
    }

    fn catalog_move(&self) -> CatalogMove {
        let tips = self.history.chain.tips().iter();
        let before = tips.filter_map(|(key, tip)| Some((key.as_str(), tip.after?))).collect();
        let after = self.current.roots.iter().map(|(key, root)| (key.as_str(), root.fingerprint)).collect();
        let before = if self.history.chain.is_empty() { None } else { Some(digest(&before)) };
        CatalogMove { before, after: Some(digest(&after)) }
    }
}

/// Digest over sorted lines `KEY FINGERPRINT`.
fn digest(roots: &BTreeMap<&str, Digest>) -> Digest {
    let lines: String = roots.iter().map(|(key, fingerprint)| format!("{key} {fingerprint}\n")).collect();
    Digest::of(lines.as_bytes())
}

fn finalized_changed(comparison: &RootComparison, finalized: u64) -> Diagnostic {
    let message =
        format!("`{}` breaks the finalized format version {finalized}: {}", comparison.key, causes(comparison));
    let help = format!(
        "Undo the change, or raise the format version to {} and acknowledge both in one record.",
        finalized.saturating_add(1)
    );
    Diagnostic::new(&FINALIZED_FORMAT_CHANGED, message).help(help)
}

/// `1 root`, `2 roots`.
pub(super) fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// A file with its lines ending in LF, as generated files are compared.
pub(super) fn unix_lines(bytes: &[u8]) -> Vec<u8> {
    let lines = bytes.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    lines.collect::<Vec<_>>().join(&b'\n')
}
