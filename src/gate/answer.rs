//! What a command answers: its outcome, and what some commands show beside it.

use super::outcome::Outcome;
use crate::compare::{ChangeKind, Verdict};

/// Everything that a renderer needs; it asks nobody else.
#[derive(Debug, Clone)]
pub struct Answer {
    /// What was found.
    pub outcome: Outcome,
    /// What the command shows beside it.
    pub detail: Detail,
}

impl From<Outcome> for Answer {
    fn from(outcome: Outcome) -> Self {
        Answer { outcome, detail: Detail::None }
    }
}

/// What a command shows beside its outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Detail {
    /// Nothing.
    None,
    /// `explain` without an argument: pending changes by cause.
    Pending(Vec<Group>),
    /// `explain` with an argument.
    Page(Page),
    /// `fingerprint`.
    Fingerprints(Vec<Fingerprinted>),
    /// `history`: newest first.
    History(Vec<Step>),
    /// Text. Where nothing was compared it is for another program, such as a completion script, and printed as it is;
    /// else it is a preview of a file.
    Text(String),
}

/// A fingerprint of `fingerprint FILE…`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprinted {
    /// Its digits.
    pub fingerprint: String,
    /// The file as it was named.
    pub file: String,
    /// Key of the root in that file; `None` where the file is one plain schema.
    pub root: Option<String>,
}

/// One acknowledged change of one root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Id of the record.
    pub record: String,
    /// Key of the root.
    pub root: String,
    /// Record of the state before, where there was one.
    pub previous: Option<String>,
    /// Fingerprint afterwards; `None` where the root was removed.
    pub after: Option<String>,
    /// `baseline`, `same-version` or `version-bump`.
    pub decision: String,
    /// Format version that writers wrote then, where it is known.
    pub version: Option<u64>,
    /// Finalized version whose checkpoint accepted the record first.
    pub checkpoint: Option<u64>,
    /// The record's summary.
    pub summary: String,
}

/// Pending changes of one cause: one type, once, with everything it reaches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The shared type that changed, `old → new` where it was renamed; `None` for a part of a single root.
    pub shared: Option<String>,
    /// Maximum over its changes.
    pub verdict: Verdict,
    /// Its changes, each once.
    pub changes: Vec<GroupChange>,
    /// Every root it reaches, sorted by key.
    pub roots: Vec<Reach>,
    /// The type before and after.
    pub diff: Vec<DiffLine>,
}

/// A change of a group, as the first root that has it shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupChange {
    /// Its kind.
    pub kind: ChangeKind,
    /// What it demands.
    pub verdict: Verdict,
    /// Path in the first root.
    pub path: String,
    /// What changed.
    pub message: String,
}

/// A root that a group reaches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reach {
    /// Key of the root.
    pub root: String,
    /// Paths of the group's changes in this root.
    pub paths: Vec<String>,
}

/// A line of a small diff.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiffLine {
    /// In both.
    Both(String),
    /// Only before.
    Before(String),
    /// Only after.
    After(String),
    /// Some equal lines are left out here.
    Gap,
}

/// A page about one thing: a root, a type, a record, a kind of change.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Page {
    /// What kind of thing: `root`, `type`, `record`, `fingerprint`, `change-kind`.
    pub subject: &'static str,
    /// Its name.
    pub name: String,
    /// What it is, in a sentence; may be empty.
    pub summary: String,
    /// Facts, name and value, in the order to read them.
    pub facts: Vec<(&'static str, String)>,
    /// Parts with a heading, each some lines of text.
    pub sections: Vec<(&'static str, Vec<String>)>,
    /// Changes of it, by cause.
    pub groups: Vec<Group>,
}
