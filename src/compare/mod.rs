//! The relation between two graphs: what changed, where, and what that means.

mod alternatives;
mod array;
mod change;
mod defaults;
mod describe;
mod earlier;
mod effective;
mod local;
mod matching;
mod naming;
mod object;
mod obligation;
mod pairs;
mod path;
mod root;
mod scalar;
mod sets;
mod settle;
mod table;
mod verdict;
mod view;
mod walk;

pub use change::{Change, ChangeKind, Fragment, RootComparison, Scope};
pub use obligation::{
    AMBIGUOUS_ALTERNATIVES, FURTHER, OLD_READERS_BREAK, Question, Raised, VERSION_BUMP, obligation_names, obligations,
};
pub use root::compare_root;
pub use table::{Example, Row, Rule, Setting};
pub use verdict::Verdict;

use crate::graph::{Digest, FormatRules, Graph, NodeId, RootHeader};
use std::collections::{BTreeMap, BTreeSet};

/// One root of one side.
#[derive(Debug, Clone, Copy)]
pub struct Side<'a> {
    /// The graph that holds it.
    pub graph: &'a Graph,
    /// What it is beside its types.
    pub header: &'a RootHeader,
    /// The `[format]` rules in force.
    pub rules: &'a FormatRules,
    /// What readers accept.
    pub schema: NodeId,
    /// What writers produce, where that differs.
    pub writes: Option<NodeId>,
    /// Authored names of shared types, by node hash.
    pub names: &'a BTreeMap<Digest, String>,
    /// Its fingerprint.
    pub fingerprint: Digest,
}

/// How to compare.
#[derive(Debug, Clone, Default)]
pub struct Options<'a> {
    /// Compare ordinary roots in frame scope throughout (`diff --frame`).
    pub frame: bool,
    /// Kinds that `[rules]` raises to version-bump.
    pub raised: BTreeSet<ChangeKind>,
    /// Earlier snapshots of the root, oldest first, for property-reintroduced.
    pub earlier: Vec<Side<'a>>,
}
