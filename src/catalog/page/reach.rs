//! Which roots reach which nodes.

use super::super::model::Model;
use crate::graph::NodeId;
use std::collections::{BTreeMap, BTreeSet};

/// For each shared type, by node: the keys of the roots that reach it, sorted.
pub(super) fn roots_by_type(model: &Model) -> BTreeMap<NodeId, Vec<&str>> {
    let types: BTreeSet<NodeId> = model.types.values().copied().collect();
    let mut found: BTreeMap<NodeId, Vec<&str>> = types.iter().map(|node| (*node, Vec::new())).collect();
    // One mark per node, holding the last root that came by.
    let mut marks = vec![usize::MAX; model.graph.len()];
    for (stamp, (key, root)) in model.roots.iter().enumerate() {
        let mut open = vec![root.schema];
        open.extend(root.writes);
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut marks[node.index()], stamp) == stamp {
                continue;
            }
            if let Some(roots) = found.get_mut(&node) {
                roots.push(key);
            }
            open.extend(model.graph.node(node).children());
        }
    }
    found
}
