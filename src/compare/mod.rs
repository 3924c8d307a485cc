//! The relation between two graphs: what changed, where, and what that means.
//!
//! [`compare_root`] is the one way in. It works on pairs of types, one of each graph, in a place of the root:
//!
//! | step | module |
//! |---|---|
//! | a pair by itself: its own changes, and the pairs it leads to | `pairs`, with `object`, `array`, `scalar`, `alternatives`, `policies` |
//! | names of object alternatives | `naming` |
//! | which pairs need no version-bump: a greatest fixed point, asked only to match alternatives without names | `settle`, `matching`, `unnamed` |
//! | every pair once, the shortest path first | `walk`, `queue`, `path` |
//! | the root as a whole, both schemas (read and written), raised kinds | `root`, `earlier` |
//! | alternatives that one value may fit at once | `overlap` |
//! | what a kind demands, means and asks | `table`, `obligation` |
//!
//! Invariants:
//! 1. The list of changes is empty if and only if the fingerprints are equal. Equal hashes are never looked into;
//!    unequal ones always give a change or lead to unequal hashes; what is found nowhere is type-changed at `$`.
//! 2. There is no answer beside the list: a verdict is the maximum over its changes, and the table alone says what a
//!    change demands. Node structs are taken apart field by field, so that a new field does not compile unseen.
//! 3. A pair is visited once in a scope; nothing recurses along a graph. Pairs are at most the product of both graphs
//!    and each step is polynomial in them.
//! 4. Order comes from paths, names and hashes only: the same graphs give the same bytes.

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
mod overlap;
mod pairs;
mod path;
mod policies;
mod queue;
mod root;
mod scalar;
mod sets;
mod settle;
mod shown;
mod table;
mod unnamed;
mod verdict;
mod view;
mod walk;

pub use change::{Change, ChangeKind, Fragment, RootComparison, Scope};
pub use obligation::{
    AMBIGUOUS_ALTERNATIVES, FURTHER, OLD_READERS_BREAK, Question, Raised, VERSION_BUMP, obligation_names, obligations,
};
pub use root::compare_root;
pub use shown::{is_flat, shown_name};
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
    /// The other names of those types that were given several.
    pub aliases: &'a BTreeMap<Digest, Vec<String>>,
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
