//! A bundle together with its canonical graph and fingerprints.

use super::bundle::Bundle;
use crate::graph::{Diagnostic, Digest, Graph, NodeId, RootHeader};
use std::collections::BTreeMap;

/// A root in the graph.
#[derive(Debug, Clone)]
pub struct ModelRoot {
    /// What it is beside its types.
    pub header: RootHeader,
    /// What readers accept.
    pub schema: NodeId,
    /// What writers produce, where it differs.
    pub writes: Option<NodeId>,
    /// Its fingerprint.
    pub fingerprint: Digest,
}

/// A bundle, lowered.
#[derive(Debug, Clone)]
pub struct Model {
    /// The bundle it was made from.
    pub bundle: Bundle,
    /// Canonical graph of all roots and shared types.
    pub graph: Graph,
    /// Roots by key.
    pub roots: BTreeMap<String, ModelRoot>,
    /// Shared types (`$defs`) by authored name.
    pub types: BTreeMap<String, NodeId>,
    /// Authored names by node hash: the first name in byte order.
    pub names: BTreeMap<Digest, String>,
    /// Warnings of lowering.
    pub warnings: Vec<Diagnostic>,
}
