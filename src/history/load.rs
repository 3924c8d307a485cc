//! Reading the history of a project: every record, snapshot and checkpoint, verified.

use super::chain::Chain;
use super::checkpoint::{Checkpoint, FrozenRoot, verify_order};
use super::codes::*;
use super::engine::{Snapshots, literal_version};
use super::files::{list, read};
use super::judge::{Versions, judge};
use super::record::Record;
use crate::catalog::{Bundle, Config, Model, VersionAt};
use crate::graph::{Diagnostic, Error, External};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What not to look at, because a command is about to replace it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ignore<'a> {
    /// Id of a record, with its snapshot.
    pub record: Option<&'a str>,
    /// Version of a checkpoint.
    pub checkpoint: Option<u64>,
}

/// The history of a project.
#[derive(Debug, Clone)]
pub struct History {
    /// The records.
    pub chain: Chain,
    /// The snapshot of each record, by id, where it can be read.
    pub snapshots: BTreeMap<String, Model>,
    /// Checkpoints by version.
    pub checkpoints: BTreeMap<u64, Checkpoint>,
    /// Where the format version of records stands.
    pub versions: Versions,
    /// What is wrong with records, snapshots and the chain.
    pub findings: Vec<Diagnostic>,
    /// What is wrong with checkpoints; only verified where nothing else is wrong.
    pub checkpoint_findings: Vec<Diagnostic>,
}

impl History {
    /// Reads and verifies the history. What is wrong with it are findings, not errors.
    ///
    /// # Errors
    /// `read-failed`.
    pub fn load(root: &Path, config: &Config, ignore: Ignore<'_>) -> Result<History, Error> {
        let mut files = Files::list(root)?;
        files.records.retain(|id| Some(id.as_str()) != ignore.record);
        files.snapshots.retain(|id| Some(id.as_str()) != ignore.record);
        let mut findings = Vec::new();
        let (records, unread) = read_records(root, &files, &mut findings)?;
        let snapshots = read_snapshots(root, &files, &records, &unread, &mut findings)?;
        let (chain, broken) = Chain::new(records, &unread);
        findings.extend(broken);
        let engine = Snapshots { chain: &chain, models: &snapshots, added: None };
        let versions = versions(config, engine);
        findings.extend(judge(&chain, &versions, &engine));
        let mut history = History {
            chain,
            snapshots,
            checkpoints: BTreeMap::new(),
            versions,
            findings,
            checkpoint_findings: Vec::new(),
        };
        history.read_checkpoints(root, config.finalized, ignore.checkpoint)?;
        Ok(history)
    }

    /// Kind, surface and fingerprint of a root in the snapshot of a record.
    pub fn frozen(&self, record: &str, key: &str) -> Option<FrozenRoot> {
        let root = self.snapshots.get(record)?.roots.get(key)?;
        Some(FrozenRoot { kind: root.header.kind, surface: root.header.surface, fingerprint: root.fingerprint })
    }

    /// What would be wrong with the history if it also had this record, with these bytes as its snapshot. Nothing may be
    /// wrong with it as it is, but for a missing baseline.
    pub fn would_refuse(&self, config: &Config, record: &Record, snapshot: &[u8]) -> Vec<Diagnostic> {
        let mut found = record.check_prose();
        let Some(model) = read_snapshot(snapshot, record, &mut found) else { return found };
        let records = self.chain.records().chain([record]).cloned().collect();
        let (chain, broken) = Chain::new(records, &BTreeSet::new());
        found.extend(broken);
        let engine = Snapshots { chain: &chain, models: &self.snapshots, added: Some((&record.id, &model)) };
        let versions = versions(config, engine);
        found.extend(judge(&chain, &versions, &engine));
        found
    }

    /// The checkpoint that accepted a record first.
    pub fn accepted_by(&self, id: &str) -> Option<u64> {
        self.checkpoints
            .values()
            .find(|checkpoint| checkpoint.accepted.contains_key(id))
            .map(|checkpoint| checkpoint.version)
    }

    fn read_checkpoints(&mut self, root: &Path, finalized: Option<u64>, ignore: Option<u64>) -> Result<(), Error> {
        let mut found = Vec::new();
        let mut unread = BTreeSet::new();
        for path in list(root, "acknowledgements/finalized")? {
            let name = path.rsplit('/').next().unwrap_or(&path);
            if name.starts_with('.') {
                continue;
            }
            let Some(version) = Checkpoint::version_of(name) else {
                found.push(
                    Diagnostic::new(&CHECKPOINT_NAME, format!("found `{name}`, expected vN.toml"))
                        .in_file(path.as_str()),
                );
                continue;
            };
            if ignore == Some(version) {
                continue;
            }
            match Checkpoint::parse(&read(root, &path)?, version) {
                Ok(checkpoint) => drop(self.checkpoints.insert(version, checkpoint)),
                Err(error) => {
                    unread.insert(version);
                    found.extend(error.into_diagnostics());
                }
            }
        }
        found.extend(verify_order(&self.checkpoints, &unread, finalized));
        // Against a broken history every checkpoint would be wrong in many ways; the history is mended first.
        if self.findings.is_empty() {
            let frozen = |record: &str, key: &str| self.frozen(record, key);
            for checkpoint in self.checkpoints.values() {
                found.extend(checkpoint.verify(&self.chain, &self.versions, &frozen));
            }
        }
        self.checkpoint_findings = found;
        Ok(())
    }
}

/// Ids that have a record, and ids that have a snapshot.
struct Files {
    records: BTreeSet<String>,
    snapshots: BTreeSet<String>,
}

impl Files {
    fn list(root: &Path) -> Result<Files, Error> {
        let mut files = Files { records: BTreeSet::new(), snapshots: BTreeSet::new() };
        for path in list(root, "acknowledgements")? {
            let name = path.rsplit('/').next().unwrap_or(&path);
            if name.starts_with('.') {
                continue;
            }
            if let Some(id) = name.strip_suffix(".schema.json") {
                files.snapshots.insert(id.to_owned());
            } else if let Some(id) = name.strip_suffix(".toml") {
                files.records.insert(id.to_owned());
            }
        }
        Ok(files)
    }
}

/// The records that can be read, and the ids of the others.
fn read_records(
    root: &Path,
    files: &Files,
    found: &mut Vec<Diagnostic>,
) -> Result<(Vec<Record>, BTreeSet<String>), Error> {
    let (mut records, mut unread) = (Vec::new(), BTreeSet::new());
    for id in &files.records {
        match Record::parse(&read(root, &Record::path(id))?, id) {
            Ok(record) => {
                found.extend(record.check_prose());
                records.push(record);
            }
            Err(error) => {
                unread.insert(id.clone());
                found.extend(error.into_diagnostics());
            }
        }
    }
    Ok((records, unread))
}

fn read_snapshots(
    root: &Path,
    files: &Files,
    records: &[Record],
    unread: &BTreeSet<String>,
    found: &mut Vec<Diagnostic>,
) -> Result<BTreeMap<String, Model>, Error> {
    let mut snapshots = BTreeMap::new();
    for record in records {
        let path = Record::snapshot_path(&record.id);
        if !files.snapshots.contains(&record.id) {
            let message = format!("`{}` has no snapshot {path}", record.id);
            found.push(Diagnostic::new(&SNAPSHOT_MISSING, message).in_file(Record::path(&record.id)));
            continue;
        }
        let bytes = read(root, &path)?;
        let mut report = Vec::new();
        if let Some(model) = read_snapshot(&bytes, record, &mut report) {
            snapshots.insert(record.id.clone(), model);
        }
        found.extend(report.into_iter().map(|finding| {
            let help = finding.help.replace("ID", &record.id);
            finding.in_file(path.as_str()).help(help)
        }));
    }
    for id in &files.snapshots {
        if !unread.contains(id) && !files.records.contains(id) {
            let baseline = if records.iter().any(|record| record.baseline) { "" } else { "--baseline " };
            let help = SNAPSHOT_WITHOUT_RECORD.remedy.replace("ID", &format!("{baseline}{id}"));
            let message = format!("the record {} is not there", Record::path(id));
            let finding = Diagnostic::new(&SNAPSHOT_WITHOUT_RECORD, message).in_file(Record::snapshot_path(id));
            found.push(finding.help(help));
        }
    }
    Ok(snapshots)
}

/// The snapshot, where it is one, and whatever differs from what its record says.
fn read_snapshot(bytes: &[u8], record: &Record, found: &mut Vec<Diagnostic>) -> Option<Model> {
    let invalid = |error: Error| {
        let diagnostic =
            Diagnostic::new(&SNAPSHOT_INVALID, format!("{}: {}", error.first.code.name, error.first.message));
        match error.first.pointer {
            Some(pointer) => diagnostic.at(pointer),
            None => diagnostic,
        }
    };
    let bundle = match Bundle::parse(bytes) {
        Ok(bundle) => bundle,
        Err(error) => {
            found.push(invalid(error));
            return None;
        }
    };
    let lines = bytes.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    if lines.collect::<Vec<_>>().join(&b'\n') != bundle.bytes() {
        found.push(Diagnostic::new(&SNAPSHOT_NOT_CANONICAL, "the bytes are not those that `acknowledge` writes"));
    }
    let model = match Model::from_bundle(bundle, External::Opaque) {
        Ok(model) => model,
        Err(error) => {
            found.push(invalid(error));
            return None;
        }
    };
    for change in &record.changes {
        let key = &change.root;
        match (model.roots.get(key), change.after) {
            (None, Some(_)) => {
                found.push(
                    Diagnostic::new(&SNAPSHOT_ROOTS, format!("lacks `{key}`, which the record lists")).at("/roots"),
                );
            }
            (Some(_), None) => {
                let message = format!("holds `{key}`, which the record removes");
                found.push(Diagnostic::new(&SNAPSHOT_ROOTS, message).at("/roots"));
            }
            (Some(root), Some(after)) if root.fingerprint != after => {
                let message = format!("`{key}` has the fingerprint {}, the record says {after}", root.fingerprint);
                found.push(Diagnostic::new(&SNAPSHOT_FINGERPRINT, message).at("/roots"));
            }
            (Some(_), Some(_)) | (None, None) => {}
        }
    }
    for key in model.roots.keys().filter(|key| record.change(key).is_none()) {
        let message = format!("holds `{key}`, which the record does not list");
        found.push(Diagnostic::new(&SNAPSHOT_ROOTS, message).at("/roots"));
    }
    Some(model)
}

/// Where the format version stands, and what each record says of it.
fn versions(config: &Config, snapshots: Snapshots<'_>) -> Versions {
    match &config.version {
        None => Versions::None,
        Some(VersionAt::Here(current)) => Versions::Configured { current: *current },
        Some(VersionAt::Property { root, property }) => {
            let version = |record: &Record| {
                record.change(root)?;
                Some((record.id.clone(), literal_version(snapshots.model(&record.id)?, root, property)?))
            };
            Versions::Header { root: root.clone(), at: snapshots.chain.records().filter_map(version).collect() }
        }
    }
}
