//! Decisions against verdicts, version-bumps against the format version, answers against obligations.

use super::chain::Chain;
use super::codes::*;
use super::record::{Answer, Decision, Record, RootChange, Transition};
use crate::compare::{RootComparison, Verdict};
use crate::graph::Diagnostic;
use std::collections::{BTreeMap, BTreeSet};

/// What the engine says about the changes of a record.
pub trait Engine {
    /// Compares a root before and after a change, under the raised kinds of its record. `None` where a snapshot cannot
    /// be read, which is reported elsewhere.
    fn compare(&self, record: &Record, change: &RootChange) -> Option<RootComparison>;

    /// The obligations that comparisons raise, with every root that raises each.
    fn obligations(&self, record: &Record, comparisons: &[RootComparison]) -> BTreeMap<String, BTreeSet<String>>;
}

/// Where the format version of records stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Versions {
    /// The project has no format version, so nothing can raise it.
    None,
    /// A literal of a header root.
    Header {
        /// Key of the root.
        root: String,
        /// The literal in the snapshot of each record that changes the root.
        at: BTreeMap<String, u64>,
    },
    /// `[format] version` itself; records carry transitions.
    Configured {
        /// The version now.
        current: u64,
    },
}

impl Versions {
    /// The format version after all of the accepted records, as far as they say.
    pub fn reached<'a>(&self, records: impl Iterator<Item = &'a Record>) -> Option<u64> {
        match self {
            Versions::None => None,
            Versions::Header { at, .. } => records.filter_map(|record| at.get(&record.id).copied()).max(),
            Versions::Configured { .. } => records.filter_map(|record| Some(record.format_version?.to)).max(),
        }
    }

    /// Whether records that reached one format version can be all there is at another.
    pub fn agree(&self, reached: u64, version: u64) -> bool {
        match self {
            Versions::None => true,
            Versions::Header { .. } => reached == version,
            // A version that is raised without a break leaves no trace in records.
            Versions::Configured { .. } => reached <= version,
        }
    }

    /// The increase of the format version that a record brings.
    pub fn transition(&self, record: &Record) -> Option<Transition> {
        match self {
            Versions::None => None,
            Versions::Header { root, at } => {
                let from = *at.get(record.change(root)?.previous.as_deref()?)?;
                let to = *at.get(&record.id)?;
                (from < to).then_some(Transition { from, to })
            }
            Versions::Configured { .. } => record.format_version,
        }
    }
}

/// Judges every record under the rules it was written with.
pub fn judge(chain: &Chain, versions: &Versions, engine: &dyn Engine) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for record in chain.records() {
        if !record.baseline {
            judge_record(record, engine, &mut found);
        }
        judge_transition(record, versions, &mut found);
    }
    judge_versions(chain, versions, &mut found);
    found
}

fn finding(code: &'static crate::graph::Code, record: &Record, key: String, message: String) -> Diagnostic {
    Diagnostic::new(code, message).in_file(Record::path(&record.id)).at(key)
}

fn judge_record(record: &Record, engine: &dyn Engine, found: &mut Vec<Diagnostic>) {
    let mut comparisons = Vec::new();
    for (at, change) in record.changes.iter().enumerate() {
        let Some(comparison) = engine.compare(record, change) else { continue };
        if comparison.verdict == Verdict::VersionBump && change.decision == Decision::SameVersion {
            let message =
                format!("`{}` is decided same-version, but needs version-bump: {}", change.root, causes(&comparison));
            found.push(finding(&VERSION_BUMP_REQUIRED, record, format!("change[{at}].decision"), message));
        }
        comparisons.push(comparison);
    }
    // With a comparison missing, obligations are not all known.
    if comparisons.len() == record.changes.len() {
        let raised = engine.obligations(record, &comparisons);
        found.extend(judge_answers(&record.answers, &raised).into_iter().map(|f| f.in_file(Record::path(&record.id))));
    }
}

/// The kinds and paths of the changes that need a version-bump, the first few of them.
pub fn causes(comparison: &RootComparison) -> String {
    let bumps = comparison.changes.iter().filter(|change| change.verdict == Verdict::VersionBump);
    let mut list: Vec<String> = bumps.map(|change| format!("{} at {}", change.kind.name(), change.path)).collect();
    if list.len() > 3 {
        let more = list.len() - 3;
        list.truncate(3);
        list.push(format!("{more} more"));
    }
    list.join(", ")
}

/// Checks answers against the obligations that are raised: each answered for every root, none answered that is not raised.
pub fn judge_answers(answers: &[Answer], raised: &BTreeMap<String, BTreeSet<String>>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut given: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (at, answer) in answers.iter().enumerate() {
        let roots = raised.get(&answer.obligation);
        let unknown: Vec<&str> = answer
            .roots
            .iter()
            .map(String::as_str)
            .filter(|root| !roots.is_some_and(|all| all.contains(*root)))
            .collect();
        if !unknown.is_empty() || answer.roots.is_empty() {
            let list = if unknown.is_empty() { "no root".to_owned() } else { format!("`{}`", unknown.join("`, `")) };
            let message = format!("answers `{}` for {list}, where nothing raises it", answer.obligation);
            found.push(Diagnostic::new(&OBLIGATION_UNKNOWN, message).at(format!("answer[{at}]")));
        }
        given.entry(&answer.obligation).or_default().extend(answer.roots.iter().map(String::as_str));
    }
    for (name, roots) in raised {
        let answered = given.get(name.as_str());
        let open: Vec<&str> =
            roots.iter().map(String::as_str).filter(|root| !answered.is_some_and(|all| all.contains(root))).collect();
        if !open.is_empty() {
            let message = format!("`{name}` is not answered for `{}`", open.join("`, `"));
            found.push(Diagnostic::new(&OBLIGATION_UNANSWERED, message).at("answer"));
        }
    }
    found
}

fn judge_transition(record: &Record, versions: &Versions, found: &mut Vec<Diagnostic>) {
    let bump = record.changes.iter().any(|change| change.decision == Decision::VersionBump);
    if bump && versions.transition(record).is_none() {
        found.push(finding(&VERSION_TRANSITION_REQUIRED, record, "change".to_owned(), wanted(versions)));
    }
}

/// What is missing where a version-bump has no transition.
pub fn wanted(versions: &Versions) -> String {
    match versions {
        Versions::None => "version-bump is decided, but the project has no `[format] version` that could be raised".to_owned(),
        Versions::Header { root, .. } => {
            format!("version-bump is decided, but the same record does not raise the format version in `{root}`; an earlier or later increase does not count")
        }
        Versions::Configured { .. } => {
            "version-bump is decided, but the same record has no `format-version = { from = N, to = M }`; an earlier or later increase does not count".to_owned()
        }
    }
}

/// What records say about the format version together.
fn judge_versions(chain: &Chain, versions: &Versions, found: &mut Vec<Diagnostic>) {
    let mut carried: Vec<(Transition, &Record)> =
        chain.records().filter_map(|record| Some((record.format_version?, record))).collect();
    carried.sort_by(|(a, first), (b, second)| (a.from, a.to, &first.id).cmp(&(b.from, b.to, &second.id)));
    match versions {
        Versions::None => {}
        Versions::Header { root, .. } => {
            // Records from before the header existed may carry transitions: a project may gain a header later.
            let start = chain.records().find(|record| record.change(root).is_some());
            let misplaced = |record: &Record| start.is_some_and(|start| start.baseline || start.id <= record.id);
            for (_, record) in carried.iter().filter(|(_, record)| misplaced(record)) {
                let message = format!("found `format-version`, but `{root}` holds the format version");
                found.push(finding(&FORMAT_VERSION_MISPLACED, record, "format-version".to_owned(), message));
            }
        }
        Versions::Configured { current } => {
            for pair in carried.windows(2) {
                let [(first, one), (second, other)] = pair else { continue };
                if second.from < first.to {
                    let message = format!(
                        "`{}` raises the format version from {} to {}, and `{}` from {} to {}",
                        one.id, first.from, first.to, other.id, second.from, second.to
                    );
                    let help = "Fold one record into the other with `schemagate acknowledge --update ID`, or raise to a further version once this one is finalized.";
                    found.push(finding(&CHAIN_FORK, other, "format-version".to_owned(), message).help(help));
                }
            }
            for (transition, record) in carried.iter().filter(|(transition, _)| transition.to > *current) {
                let message = format!(
                    "`{}` reached format version {}, `[format] version` is {current}",
                    record.id, transition.to
                );
                found.push(
                    Diagnostic::new(&FORMAT_VERSION_BEHIND, message).in_file("schemagate.toml").at("format.version"),
                );
            }
        }
    }
}
