//! Payload versions: an event's body may gain alternatives with a higher version, while every old one stays.

use crate::graph::{Graph, Json, Node, NodeId, Number};
use std::collections::BTreeSet;

/// The greatest integer that every JSON reader holds exactly.
const GREATEST_SAFE: u64 = (1 << 53) - 1;

/// The new alternatives of a body with their versions, where adding them is all that happened and each has a version
/// greater than every old one; `None` where the rule does not apply.
///
/// A version is a required property `name` whose type is one literal, a non-negative safe integer. A type that is no
/// union is a union of one.
pub fn added(
    (before, old): (&Graph, NodeId),
    (after, new): (&Graph, NodeId),
    name: &str,
) -> Option<Vec<(NodeId, u64)>> {
    let (old, old_other) = alternatives(before, old);
    let (new, new_other) = alternatives(after, new);
    if old_other != new_other {
        return None;
    }
    let latest = old.iter().map(|id| version(before, *id, name)).collect::<Option<BTreeSet<u64>>>()?.last().copied()?;
    let known: BTreeSet<_> = old.iter().map(|id| before.hash(*id)).collect();
    let gained: Vec<NodeId> = new.iter().copied().filter(|id| !known.contains(&after.hash(*id))).collect();
    // Hashes are distinct within a union, so the counts tell whether every old alternative is still there.
    if gained.is_empty() || new.len() - gained.len() != known.len() {
        return None;
    }
    gained.into_iter().map(|id| version(after, id, name).filter(|v| *v > latest).map(|v| (id, v))).collect()
}

fn alternatives(graph: &Graph, id: NodeId) -> (Vec<NodeId>, bool) {
    if let Node::Union(union) = graph.node(id) { (union.members.clone(), union.other) } else { (vec![id], false) }
}

fn version(graph: &Graph, id: NodeId, name: &str) -> Option<u64> {
    let Node::Object(object) = graph.node(id) else { return None };
    let property = object.properties.get(name).filter(|property| property.required)?;
    let Node::Literal(Json::Number(number)) = graph.node(property.ty) else { return None };
    Number::as_u64(number).filter(|version| *version <= GREATEST_SAFE)
}
