//! One acknowledgement: what ID.toml says.

use super::codes::*;
use super::date::check_id;
use super::prose::check_prose;
use super::table::{Codes, Keys, parse, quote};
use crate::compare::ChangeKind;
use crate::graph::{Diagnostic, Digest, Error, Json};
use std::collections::{BTreeMap, BTreeSet};

/// The rule set that records are written under.
pub const RULES: &str = "schemagate-1";

/// Number of the layout of records.
const SCHEMA: u64 = 1;

const CODES: Codes = Codes {
    unparsable: &RECORD_UNPARSABLE,
    unknown: &RECORD_UNKNOWN_KEY,
    missing: &RECORD_MISSING_KEY,
    invalid: &RECORD_INVALID_VALUE,
};

/// What a record decides about its changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Decision {
    /// Old data stays readable under the same format version.
    SameVersion,
    /// The format version was raised by this record.
    VersionBump,
}

impl Decision {
    /// Its spelling in records.
    pub fn name(self) -> &'static str {
        match self {
            Decision::SameVersion => "same-version",
            Decision::VersionBump => "version-bump",
        }
    }

    /// The decision of that spelling.
    pub fn from_name(name: &str) -> Option<Decision> {
        [Decision::SameVersion, Decision::VersionBump].into_iter().find(|decision| decision.name() == name)
    }
}

/// An increase of the format version, in projects that keep it in schemagate.toml.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transition {
    /// Version before.
    pub from: u64,
    /// Version after; greater.
    pub to: u64,
}

/// A root that a record changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RootChange {
    /// Key of the root.
    pub root: String,
    /// Id of the record that changed it last; `None` where it starts.
    pub previous: Option<String>,
    /// Its fingerprint after; `None` where it ends.
    pub after: Option<Digest>,
    /// What was decided.
    pub decision: Decision,
}

/// An answer to an obligation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// Name of the obligation.
    pub obligation: String,
    /// The roots it answers for.
    pub roots: Vec<String>,
    /// What a person wrote.
    pub text: String,
}

/// What a person writes in a record.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Prose {
    /// What changed and why.
    pub summary: String,
    /// Why old and new readers and data get along, or how they are brought to.
    pub compatibility: String,
    /// What was checked.
    pub verification: String,
}

/// A dated acknowledgement of changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Its name, `YYYY-MM-DD-slug`.
    pub id: String,
    /// Whether it starts the history.
    pub baseline: bool,
    /// Kinds that `[rules]` raised when it was written.
    pub raised: BTreeSet<ChangeKind>,
    /// Increase of the format version, where no header root holds it.
    pub format_version: Option<Transition>,
    /// What a person wrote.
    pub prose: Prose,
    /// The changed roots, sorted by key.
    pub changes: Vec<RootChange>,
    /// Answers to obligations.
    pub answers: Vec<Answer>,
}

impl Record {
    /// Path of the record with that id, relative to the project.
    pub fn path(id: &str) -> String {
        format!("acknowledgements/{id}.toml")
    }

    /// Path of the snapshot of the record with that id, relative to the project.
    pub fn snapshot_path(id: &str) -> String {
        format!("acknowledgements/{id}.schema.json")
    }

    /// The change of that root.
    pub fn change(&self, root: &str) -> Option<&RootChange> {
        self.changes.iter().find(|change| change.root == root)
    }

    /// Reads a record strictly. `id` is the name of its file. Prose is not judged here ([`Record::check_prose`]).
    ///
    /// # Errors
    /// Every fault of the record that can be seen in its text alone, with the file and the TOML key.
    pub fn parse(bytes: &[u8], id: &str) -> Result<Record, Error> {
        let file = Record::path(id);
        let table = parse(bytes, &CODES).map_err(|error| Error::from(error).in_file(&file))?;
        let mut found = Vec::new();
        let record = read(table, id, &mut found);
        Error::check(found).map_err(|error| error.in_file(&file))?;
        record.ok_or_else(|| Error::new(&RECORD_UNPARSABLE, "the record lacks a key").in_file(&file))
    }

    /// Checks what a person wrote: summary, compatibility, verification and the texts of answers.
    pub fn check_prose(&self) -> Vec<Diagnostic> {
        let Prose { summary, compatibility, verification } = &self.prose;
        let texts = [("summary", summary), ("compatibility", compatibility), ("verification", verification)];
        let texts = texts.map(|(key, text)| (key.to_owned(), text)).into_iter();
        let answers = self.answers.iter().enumerate().map(|(at, answer)| (format!("answer[{at}].text"), &answer.text));
        let file = Record::path(&self.id);
        texts
            .chain(answers)
            .filter_map(|(key, text)| Some(check_prose(text).err()?.at(key).in_file(file.as_str())))
            .collect()
    }

    /// The record in its fixed layout.
    pub fn render(&self) -> String {
        let list = |items: &mut dyn Iterator<Item = &str>| items.map(quote).collect::<Vec<_>>().join(", ");
        let mut out = format!("schema = {SCHEMA}\nid = {}\nbaseline = {}\n", quote(&self.id), self.baseline);
        out += &format!(
            "rules = {}\nraised = [{}]\n",
            quote(RULES),
            list(&mut self.raised.iter().map(|kind| kind.name()))
        );
        if let Some(Transition { from, to }) = self.format_version {
            out += &format!("format-version = {{ from = {from}, to = {to} }}\n");
        }
        out += &format!("\nsummary = {}\n", quote(&self.prose.summary));
        out += &format!("compatibility = {}\n", quote(&self.prose.compatibility));
        out += &format!("verification = {}\n", quote(&self.prose.verification));
        for RootChange { root, previous, after, decision } in &self.changes {
            out += &format!("\n[[change]]\nroot = {}\n", quote(root));
            out += &previous.as_deref().map(|id| format!("previous = {}\n", quote(id))).unwrap_or_default();
            out += &after.map(|digest| format!("after = \"{digest}\"\n")).unwrap_or_default();
            out += &format!("decision = \"{}\"\n", decision.name());
        }
        for Answer { obligation, roots, text } in &self.answers {
            let roots = list(&mut roots.iter().map(String::as_str));
            out += &format!("\n[[answer]]\nobligation = {}\nroots = [{roots}]\n", quote(obligation));
            out += &format!("text = {}\n", quote(text));
        }
        out
    }

    /// Hash of what the record means: everything but what a person wrote, and the fingerprints of its snapshot.
    pub fn meaning(&self) -> Digest {
        let text = |text: &str| Json::from(text);
        let changes = self.changes.iter().map(|change| {
            let previous = change.previous.as_deref().map_or(Json::Null, text);
            let after = change.after.map_or(Json::Null, |digest| text(&digest.to_string()));
            Json::Array(vec![text(&change.root), previous, after, text(change.decision.name())])
        });
        let version = self.format_version.map_or(Json::Null, |transition| {
            Json::Array(vec![text(&transition.from.to_string()), text(&transition.to.to_string())])
        });
        let members: BTreeMap<String, Json> = [
            ("id", text(&self.id)),
            ("baseline", Json::from(self.baseline)),
            ("rules", text(RULES)),
            ("raised", Json::Array(self.raised.iter().map(|kind| text(kind.name())).collect())),
            ("format-version", version),
            ("changes", Json::Array(changes.collect())),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into();
        Digest::of(format!("schemagate-record-{SCHEMA}\n{}\n", Json::Object(members).compact()).as_bytes())
    }
}

/// The fields of a record. `None` where a key that the record cannot do without was refused.
fn read(table: toml::Table, id: &str, found: &mut Vec<Diagnostic>) -> Option<Record> {
    if let Err(error) = check_id(id) {
        found.push(error);
    }
    let mut keys = Keys::new(table, &CODES, "", found);
    if let Some(number) = keys.number("schema").filter(|number| *number != SCHEMA) {
        keys.report(
            "schema",
            Diagnostic::new(&RECORD_SCHEMA, format!("found schema number {number}, expected {SCHEMA}")),
        );
    }
    if let Some(found) = keys.string("id").filter(|found| found != id) {
        keys.report("id", Diagnostic::new(&RECORD_ID, format!("found the id `{found}` in the file `{id}.toml`")));
    }
    let baseline = keys.boolean("baseline");
    if let Some(rules) = keys.string("rules").filter(|rules| rules != RULES) {
        keys.report("rules", Diagnostic::new(&RECORD_RULES, format!("found the rules `{rules}`, expected `{RULES}`")));
    }
    let mut raised = BTreeSet::new();
    for name in keys.strings("raised").unwrap_or_default() {
        match ChangeKind::from_name(&name) {
            Some(kind) => drop(raised.insert(kind)),
            None => {
                keys.report("raised", Diagnostic::new(&RECORD_INVALID_VALUE, format!("`{name}` is no kind of change")))
            }
        }
    }
    let format_version = keys.optional("format-version", "{ from = N, to = M } with N below M", transition);
    let prose = [keys.string("summary"), keys.string("compatibility"), keys.string("verification")];
    let changes = match keys.tables("change") {
        Some(tables) if tables.is_empty() => {
            keys.report("change", Diagnostic::new(&RECORD_EMPTY, "found no [[change]], expected at least one"));
            None
        }
        tables => tables,
    };
    let answers = keys.tables("answer");
    let inner = keys.found();
    let changes = read_changes(changes.unwrap_or_default(), inner);
    let answers = read_answers(answers.unwrap_or_default(), inner);
    keys.finish();
    let [summary, compatibility, verification] = prose;
    let prose = Prose { summary: summary?, compatibility: compatibility?, verification: verification? };
    Some(Record { id: id.to_owned(), baseline: baseline?, raised, format_version, prose, changes, answers })
}

fn transition(value: &toml::Value) -> Option<Transition> {
    let table = value.as_table().filter(|table| table.len() == 2)?;
    let number = |key: &str| u64::try_from(table.get(key)?.as_integer()?).ok();
    let transition = Transition { from: number("from")?, to: number("to")? };
    (transition.from < transition.to).then_some(transition)
}

/// The changes, sorted by root.
fn read_changes(tables: Vec<toml::Table>, found: &mut Vec<Diagnostic>) -> Vec<RootChange> {
    let mut changes: BTreeMap<String, RootChange> = BTreeMap::new();
    let mut decided = None;
    for (at, table) in tables.into_iter().enumerate() {
        let mut keys = Keys::new(table, &CODES, &format!("change[{at}]"), found);
        let root = keys.string("root");
        let text = |value: &toml::Value| value.as_str().map(str::to_owned);
        let previous = keys.optional("previous", "the id of a record", text);
        let after = keys.optional("after", "a fingerprint", text).and_then(|text| {
            let digest = Digest::parse(&text);
            if digest.is_none() {
                let message = format!("found the fingerprint `{text}`, expected 64 lowercase hexadecimal digits");
                keys.report("after", Diagnostic::new(&RECORD_FINGERPRINT, message));
            }
            digest
        });
        let decision = keys.string("decision").and_then(|name| {
            let decision = Decision::from_name(&name);
            if decision.is_none() {
                let message = format!("found the decision `{name}`, expected same-version or version-bump");
                keys.report("decision", Diagnostic::new(&RECORD_DECISION, message));
            }
            decision
        });
        if let Some(decision) = decision {
            let first = *decided.get_or_insert(decision);
            if first != decision {
                let message = format!("found {} beside {}", decision.name(), first.name());
                keys.report("decision", Diagnostic::new(&RECORD_MIXED_DECISIONS, message));
            }
        }
        if let Some(root) = root.as_ref().filter(|root| changes.contains_key(*root)) {
            keys.report("root", Diagnostic::new(&RECORD_DUPLICATE_ROOT, format!("`{root}` is listed twice")));
        }
        keys.finish();
        if let (Some(root), Some(decision)) = (root, decision) {
            changes.insert(root.clone(), RootChange { root, previous, after, decision });
        }
    }
    changes.into_values().collect()
}

fn read_answers(tables: Vec<toml::Table>, found: &mut Vec<Diagnostic>) -> Vec<Answer> {
    let mut answers = Vec::new();
    for (at, table) in tables.into_iter().enumerate() {
        let mut keys = Keys::new(table, &CODES, &format!("answer[{at}]"), found);
        let (obligation, roots, text) = (keys.string("obligation"), keys.strings("roots"), keys.string("text"));
        keys.finish();
        if let (Some(obligation), Some(roots), Some(text)) = (obligation, roots, text) {
            answers.push(Answer { obligation, roots, text });
        }
    }
    answers
}
