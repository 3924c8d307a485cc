//! Which roots reach a type.

use crate::catalog::Model;
use crate::graph::{Graph, NodeId};
use std::collections::{BTreeMap, BTreeSet};

/// The keys of the roots from which a type is reached, sorted.
pub(super) fn roots_of(model: &Model, target: NodeId) -> Vec<String> {
    let reaching = ancestors(&model.graph, target);
    let reaches = |root: &crate::catalog::ModelRoot| {
        reaching.contains(&root.schema) || root.writes.is_some_and(|writes| reaching.contains(&writes))
    };
    model.roots.iter().filter(|(_, root)| reaches(root)).map(|(key, _)| key.clone()).collect()
}

/// Every type that holds the target, itself included.
fn ancestors(graph: &Graph, target: NodeId) -> BTreeSet<NodeId> {
    let mut parents: BTreeMap<NodeId, Vec<NodeId>> = BTreeMap::new();
    for id in graph.ids() {
        for child in graph.node(id).children() {
            parents.entry(child).or_default().push(id);
        }
    }
    let mut found = BTreeSet::from([target]);
    let mut open = vec![target];
    while let Some(id) = open.pop() {
        for parent in parents.get(&id).into_iter().flatten() {
            if found.insert(*parent) {
                open.push(*parent);
            }
        }
    }
    found
}
