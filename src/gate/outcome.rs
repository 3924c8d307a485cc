//! What a command found: facts only. `report` puts them into words and formats (docs/output.schema.json).

use crate::compare::{RootComparison, Verdict};
use crate::graph::{Code, Diagnostic, Digest, RootKind};

/// Result of a command that compares or writes.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Name of the command.
    pub command: &'static str,
    /// Whether the command or gate passes.
    pub ok: bool,
    /// Deciding code where it does not.
    pub code: Option<&'static Code>,
    /// One line that says the result, such as `62 roots match 7 records`.
    pub message: String,
    /// Name and versions of the format, where there is a project.
    pub format: Option<FormatState>,
    /// Digest over all roots before and after, where there is a project.
    pub catalog: Option<CatalogMove>,
    /// Maximum over the roots.
    pub verdict: Verdict,
    /// Every root, sorted by key, identical ones too.
    pub roots: Vec<RootOutcome>,
    /// How many roots were compared.
    pub compared: usize,
    /// Questions that the changes raise.
    pub obligations: Vec<Obligation>,
    /// Findings and failures, in order of the checks.
    pub findings: Vec<Diagnostic>,
    /// Warnings; never change the exit code.
    pub warnings: Vec<Diagnostic>,
    /// Files that were or (dry run) would be written, relative to the project.
    pub files: Vec<String>,
    /// Commands to run next, as a person would type them.
    pub next: Vec<String>,
}

/// The `format` member of the JSON output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormatState {
    /// Name of the format.
    pub name: String,
    /// Version that writers write now.
    pub version: Option<u64>,
    /// Latest finalized version.
    pub finalized: Option<u64>,
}

/// Digest over the sorted lines `KEY FINGERPRINT` of all roots: the chain's tips before, the current source after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CatalogMove {
    /// Of the chain's tips; `None` without history.
    pub before: Option<Digest>,
    /// Of the current source.
    pub after: Option<Digest>,
}

/// A root and what became of it.
#[derive(Debug, Clone)]
pub struct RootOutcome {
    /// Header, envelope or event.
    pub kind: RootKind,
    /// Whether it takes part in the conversation surface.
    pub surface: bool,
    /// The comparison, with its changes.
    pub comparison: RootComparison,
    /// `before` fragments of the changes as JSON Schema with their own `$defs`, one for each change; `None`: nothing stood there.
    pub before: Vec<Option<crate::graph::Json>>,
    /// `after` fragments likewise.
    pub after: Vec<Option<crate::graph::Json>>,
}

/// A question that changes raise and the acknowledgement must answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obligation {
    /// Its name: a change kind, or one of the further questions of docs/changes.md.
    pub name: String,
    /// Every root that raises it, sorted.
    pub roots: Vec<String>,
    /// The question.
    pub question: String,
    /// Whether the pending acknowledgement answers it.
    pub answered: bool,
}
