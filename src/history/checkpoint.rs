//! Checkpoints: finalized format versions.

use super::chain::Chain;
use super::codes::*;
use super::judge::Versions;
use super::table::{Codes, Keys, parse, quote};
use crate::graph::{Code, Diagnostic, Digest, Error, RootKind};
use std::collections::{BTreeMap, BTreeSet};

/// Number of the layout of checkpoints.
const SCHEMA: u64 = 1;

const CODES: Codes = Codes {
    unparsable: &CHECKPOINT_INVALID,
    unknown: &CHECKPOINT_INVALID,
    missing: &CHECKPOINT_INVALID,
    invalid: &CHECKPOINT_INVALID,
};

/// A root as a checkpoint froze it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrozenRoot {
    /// Header, envelope or event.
    pub kind: RootKind,
    /// Whether it takes part in the conversation surface.
    pub surface: bool,
    /// Its fingerprint.
    pub fingerprint: Digest,
}

/// A finalized format version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// The format version.
    pub version: u64,
    /// Hash of the meaning of every accepted record, by id.
    pub accepted: BTreeMap<String, Digest>,
    /// Every root that was there, by key.
    pub roots: BTreeMap<String, FrozenRoot>,
}

/// Spelling of a kind of root in files.
fn kind_name(kind: RootKind) -> &'static str {
    match kind {
        RootKind::Header => "header",
        RootKind::Envelope => "envelope",
        RootKind::Event => "event",
    }
}

impl Checkpoint {
    /// Path of the checkpoint of that version, relative to the project.
    pub fn path(version: u64) -> String {
        format!("acknowledgements/finalized/v{version}.toml")
    }

    /// The version that a file name says: `vN.toml` with N without leading zeros.
    pub fn version_of(name: &str) -> Option<u64> {
        let digits = name.strip_prefix('v')?.strip_suffix(".toml")?;
        let version: u64 = digits.parse().ok()?;
        (version.to_string() == digits).then_some(version)
    }

    /// Ids of the accepted records.
    pub fn ids(&self) -> BTreeSet<String> {
        self.accepted.keys().cloned().collect()
    }

    /// Reads a checkpoint strictly; `version` is that of its file name.
    ///
    /// # Errors
    /// `checkpoint-invalid` for every fault of the text, `checkpoint-version` for another version than the name's.
    pub fn parse(bytes: &[u8], version: u64) -> Result<Checkpoint, Error> {
        let file = Checkpoint::path(version);
        let table = parse(bytes, &CODES).map_err(|error| Error::from(error).in_file(&file))?;
        let mut found = Vec::new();
        let checkpoint = read(table, version, &mut found);
        Error::check(found).map_err(|error| error.in_file(&file))?;
        Ok(checkpoint)
    }

    /// The checkpoint in its fixed layout.
    pub fn render(&self) -> String {
        let mut out = format!("schema = {SCHEMA}\nversion = {}\n", self.version);
        for (id, meaning) in &self.accepted {
            out += &format!("\n[[record]]\nid = {}\nmeaning = \"{meaning}\"\n", quote(id));
        }
        for (key, root) in &self.roots {
            out += &format!("\n[[root]]\nkey = {}\nkind = \"{}\"\n", quote(key), kind_name(root.kind));
            out += &format!("surface = {}\nfingerprint = \"{}\"\n", root.surface, root.fingerprint);
        }
        out
    }

    /// Verifies what the checkpoint says against the records.
    ///
    /// `frozen` gives kind and surface of a root in the snapshot of a record, where that can be read.
    pub fn verify(
        &self,
        chain: &Chain,
        versions: &Versions,
        frozen: &dyn Fn(&str, &str) -> Option<FrozenRoot>,
    ) -> Vec<Diagnostic> {
        let mut found = self.verify_records(chain);
        if !found.is_empty() {
            return found;
        }
        let ids = self.ids();
        let reached = versions.reached(ids.iter().filter_map(|id| chain.get(id)));
        if let Some(reached) = reached.filter(|reached| !versions.agree(*reached, self.version)) {
            let message =
                format!("the accepted records reach format version {reached}, the checkpoint is of {}", self.version);
            found.push(self.finding(&CHECKPOINT_VERSION, "version", message));
        }
        found.extend(self.verify_roots(chain, &ids, frozen));
        found
    }

    fn verify_records(&self, chain: &Chain) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let mut baseline = false;
        for (id, meaning) in &self.accepted {
            let Some(record) = chain.get(id) else {
                let message = format!("the accepted record `{id}` is gone");
                found.push(self.finding(&CHECKPOINT_RECORD_MISSING, "record", message));
                continue;
            };
            baseline |= record.baseline;
            if record.meaning() != *meaning {
                let message = format!("the accepted record `{id}` means something else than when it was accepted");
                found.push(self.finding(&CHECKPOINT_RECORD_CHANGED, "record", message));
            }
            let previous: BTreeSet<&str> =
                record.changes.iter().filter_map(|change| change.previous.as_deref()).collect();
            for previous in previous.into_iter().filter(|previous| !self.accepted.contains_key(*previous)) {
                let message = format!("accepts `{id}`, but not `{previous}`, which it follows");
                found.push(self.finding(&CHECKPOINT_INCOMPLETE, "record", message));
            }
        }
        if found.is_empty() && !baseline {
            found.push(self.finding(&CHECKPOINT_INCOMPLETE, "record", "accepts no baseline".to_owned()));
        }
        found
    }

    fn verify_roots(
        &self,
        chain: &Chain,
        ids: &BTreeSet<String>,
        frozen: &dyn Fn(&str, &str) -> Option<FrozenRoot>,
    ) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let mut differ = |message: String| found.push(self.finding(&CHECKPOINT_ROOTS, "root", message));
        let tips = chain.tips_of(ids);
        for (key, root) in &self.roots {
            let Some((tip, after)) = tips.get(key).and_then(|tip| Some((tip, tip.after?))) else {
                differ(format!("lists `{key}`, which the accepted records do not end in"));
                continue;
            };
            if after != root.fingerprint {
                differ(format!(
                    "`{key}` is {}, the accepted records end in {}",
                    root.fingerprint.short(),
                    after.short()
                ));
            } else if frozen(&tip.record, key).is_some_and(|frozen| frozen != *root) {
                differ(format!("`{key}` has another kind or surface than in the accepted records"));
            }
        }
        for (key, _) in tips.iter().filter(|(key, tip)| tip.after.is_some() && !self.roots.contains_key(*key)) {
            differ(format!("lacks `{key}`, which the accepted records end in"));
        }
        found
    }

    /// A finding about this checkpoint.
    pub fn finding(&self, code: &'static Code, key: &str, message: String) -> Diagnostic {
        Diagnostic::new(code, message).in_file(Checkpoint::path(self.version)).at(key)
    }
}

/// Verifies what checkpoints and `[format] finalized` say about each other; `unread` are versions whose file is refused.
pub fn verify_order(
    checkpoints: &BTreeMap<u64, Checkpoint>,
    unread: &BTreeSet<u64>,
    finalized: Option<u64>,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if let Some(finalized) = finalized.filter(|version| !checkpoints.contains_key(version) && !unread.contains(version))
    {
        let message = format!("`[format] finalized` is {finalized}, and {} is not there", Checkpoint::path(finalized));
        found.push(Diagnostic::new(&CHECKPOINT_MISSING, message).in_file("schemagate.toml").at("format.finalized"));
    }
    for checkpoint in checkpoints.values().filter(|checkpoint| finalized.is_none_or(|last| checkpoint.version > last)) {
        let version = checkpoint.version;
        let message = match finalized {
            Some(finalized) => {
                format!("a checkpoint of format version {version}, but `[format] finalized` is {finalized}")
            }
            None => format!("a checkpoint of format version {version}, but `[format] finalized` is not set"),
        };
        let help = format!("Run `schemagate finalize --version {version}` to finish it, or remove the file.");
        found.push(checkpoint.finding(&CHECKPOINT_ABOVE_FINALIZED, "version", message).help(help));
    }
    for ((_, earlier), (_, later)) in checkpoints.iter().zip(checkpoints.iter().skip(1)) {
        for id in earlier.accepted.keys().filter(|id| !later.accepted.contains_key(*id)) {
            let message =
                format!("does not accept `{id}`, which the checkpoint of version {} accepts", earlier.version);
            found.push(later.finding(&CHECKPOINT_INCOMPLETE, "record", message));
        }
    }
    found
}

fn read(table: toml::Table, version: u64, found: &mut Vec<Diagnostic>) -> Checkpoint {
    let mut keys = Keys::new(table, &CODES, "", found);
    let invalid = |message: String| Diagnostic::new(&CHECKPOINT_INVALID, message);
    if let Some(number) = keys.number("schema").filter(|number| *number != SCHEMA) {
        keys.report("schema", invalid(format!("found schema number {number}, expected {SCHEMA}")));
    }
    if let Some(number) = keys.number("version").filter(|number| *number != version) {
        let message = format!("found version {number} in the file v{version}.toml");
        keys.report("version", Diagnostic::new(&CHECKPOINT_VERSION, message));
    }
    let records = keys.tables("record").unwrap_or_default();
    let roots = keys.tables("root").unwrap_or_default();
    let inner = keys.found();
    let accepted = entries(records, "record", inner, |keys| (keys.string("id"), digest(keys, "meaning")));
    let roots = entries(roots, "root", inner, |keys| {
        let key = keys.string("key");
        let kind = keys.required("kind", "`header`, `envelope` or `event`", |value| {
            let name = value.as_str()?;
            [RootKind::Header, RootKind::Envelope, RootKind::Event].into_iter().find(|kind| kind_name(*kind) == name)
        });
        let (surface, fingerprint) = (keys.boolean("surface"), digest(keys, "fingerprint"));
        let root = kind.zip(surface).zip(fingerprint);
        (key, root.map(|((kind, surface), fingerprint)| FrozenRoot { kind, surface, fingerprint }))
    });
    keys.finish();
    Checkpoint { version, accepted, roots }
}

fn digest(keys: &mut Keys<'_>, key: &'static str) -> Option<Digest> {
    keys.required(key, "64 lowercase hexadecimal digits", |value| Digest::parse(value.as_str()?))
}

/// Reads named entries; a name that stands twice is refused.
fn entries<T>(
    tables: Vec<toml::Table>,
    name: &str,
    found: &mut Vec<Diagnostic>,
    read: impl Fn(&mut Keys<'_>) -> (Option<String>, Option<T>),
) -> BTreeMap<String, T> {
    let mut entries = BTreeMap::new();
    for (at, table) in tables.into_iter().enumerate() {
        let mut keys = Keys::new(table, &CODES, &format!("{name}[{at}]"), found);
        if let (Some(key), Some(value)) = read(&mut keys) {
            if entries.contains_key(&key) {
                keys.report("", Diagnostic::new(&CHECKPOINT_INVALID, format!("`{key}` is listed twice")));
            }
            entries.insert(key, value);
        }
        keys.finish();
    }
    entries
}
