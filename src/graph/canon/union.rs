//! Unions in normal form (docs/graph.md, rewrite 5).

use super::work::{Arena, Work};
use crate::graph::json::Json;
use crate::graph::node::{ArrayNode, Count, Node, NodeId, NumberNode, ObjectNode, Presence, StringNode, UnionNode};
use std::collections::{BTreeMap, BTreeSet};

/// The union of some members: flattened, never and duplicates dropped, literals beside their whole base type dropped,
/// both booleans joined, alternatives of mere presence joined; one member is the member, any absorbs.
///
/// Under `other` the flag keeps its union, unless nothing is left in it.
pub(in crate::graph) fn union(arena: &mut Arena, members: &[NodeId], other: bool) -> NodeId {
    let mut kept = flatten(arena, members);
    drop_covered(arena, &mut kept);
    join_presence(arena, &mut kept);
    if kept.is_empty() {
        return arena.intern(Work::Node(Node::Never));
    }
    if !other {
        if kept.iter().any(|&id| matches!(arena.get(id), Work::Node(Node::Any))) || is_everything(arena, &kept) {
            return arena.intern(Work::Node(Node::Any));
        }
        if kept.len() == 1
            && let Some(&one) = kept.first()
        {
            return one;
        }
    }
    arena.intern(Work::Node(Node::Union(UnionNode { members: kept.into_iter().collect(), other })))
}

fn flatten(arena: &Arena, members: &[NodeId]) -> BTreeSet<NodeId> {
    let mut kept = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut open: Vec<NodeId> = members.to_vec();
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        match arena.get(id) {
            Work::Alias(target) => open.push(*target),
            Work::Node(Node::Union(UnionNode { members, other: false })) => open.extend(members),
            Work::Node(Node::Never) => {}
            _ => {
                kept.insert(id);
            }
        }
    }
    kept
}

/// A JSON type without constraints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::graph) enum Whole {
    Null,
    Boolean,
    Number,
    Integer,
    String,
    Array,
    Object,
}

/// Which whole type the node is, if one.
pub(in crate::graph) fn whole(arena: &Arena, id: NodeId) -> Option<Whole> {
    let Work::Node(node) = arena.get(id) else { return None };
    match node {
        Node::Null => Some(Whole::Null),
        Node::Boolean => Some(Whole::Boolean),
        Node::Number(number) if *number == NumberNode::default() => Some(Whole::Number),
        Node::Number(number) if *number == (NumberNode { integer: true, ..NumberNode::default() }) => {
            Some(Whole::Integer)
        }
        Node::String(string) if *string == StringNode::default() => Some(Whole::String),
        Node::Array(ArrayNode { prefix, rest, length, unique: false, contains })
            if prefix.is_empty() && is_any(arena, *rest) && *length == Count::default() && contains.is_empty() =>
        {
            Some(Whole::Array)
        }
        Node::Object(object)
            if object.properties.is_empty() && names_only(arena, object) && object.presence.is_empty() =>
        {
            Some(Whole::Object)
        }
        _ => None,
    }
}

pub(in crate::graph) fn is_any(arena: &Arena, id: NodeId) -> bool {
    matches!(arena.get(id), Work::Node(Node::Any))
}

/// Whether the object constrains nothing but its declared properties and presence.
fn names_only(arena: &Arena, object: &ObjectNode) -> bool {
    let ObjectNode { properties: _, patterns, tail, names, count, dependent_required, presence: _ } = object;
    patterns.is_empty()
        && is_any(arena, *tail)
        && names.is_none()
        && *count == Count::default()
        && dependent_required.is_empty()
}

fn drop_covered(arena: &mut Arena, kept: &mut BTreeSet<NodeId>) {
    let wholes: BTreeSet<Whole> = kept.iter().filter_map(|&id| whole(arena, id)).collect();
    let mut booleans = BTreeSet::new();
    kept.retain(|&id| {
        let Work::Node(Node::Literal(value)) = arena.get(id) else { return true };
        match value {
            Json::Null => !wholes.contains(&Whole::Null),
            Json::Bool(_) => {
                booleans.insert(id);
                true
            }
            Json::Number(number) => {
                !(wholes.contains(&Whole::Number) || (number.is_integer() && wholes.contains(&Whole::Integer)))
            }
            Json::String(_) => !wholes.contains(&Whole::String),
            Json::Array(_) => !wholes.contains(&Whole::Array),
            Json::Object(_) => !wholes.contains(&Whole::Object),
        }
    });
    if booleans.len() == 2 || (wholes.contains(&Whole::Boolean) && !booleans.is_empty()) {
        kept.retain(|id| !booleans.contains(id));
        kept.insert(arena.intern(Work::Node(Node::Boolean)));
    }
}

fn is_everything(arena: &Arena, kept: &BTreeSet<NodeId>) -> bool {
    let mut wholes: BTreeSet<Whole> = kept.iter().filter_map(|&id| whole(arena, id)).collect();
    wholes.remove(&Whole::Integer);
    wholes.len() == 6
}

/// The sets of names that the node asks for, where it asks for nothing else: one set for required names, several for
/// `anyOf` of them.
pub(in crate::graph) fn required_sets(arena: &Arena, id: NodeId) -> Option<Vec<BTreeSet<crate::graph::node::Name>>> {
    let Work::Node(Node::Object(object)) = arena.get(id) else { return None };
    let plain = object.properties.values().all(|p| {
        p.required
            && !p.reserved
            && p.default.is_none()
            && p.aliases.is_empty()
            && p.policy.is_none()
            && is_any(arena, p.ty)
    });
    if !plain || !names_only(arena, object) {
        return None;
    }
    let mut presence = object.presence.iter();
    match (presence.next(), presence.next(), object.properties.is_empty()) {
        (None, _, false) => Some(vec![object.properties.keys().cloned().collect()]),
        (Some(Presence { exactly_one: false, sets }), None, true) => Some(sets.clone()),
        _ => None,
    }
}

/// An object of which one of the sets is present.
pub(in crate::graph) fn presence_object(arena: &mut Arena, presence: Presence) -> NodeId {
    let tail = arena.intern(Work::Node(Node::Any));
    arena.intern(Work::Node(Node::Object(ObjectNode {
        properties: BTreeMap::new(),
        patterns: BTreeMap::new(),
        tail,
        names: None,
        count: Count::default(),
        dependent_required: BTreeMap::new(),
        presence: BTreeSet::from([presence]),
    })))
}

fn join_presence(arena: &mut Arena, kept: &mut BTreeSet<NodeId>) {
    let mut sets = BTreeSet::new();
    let alternatives: Vec<NodeId> = kept
        .iter()
        .copied()
        .filter(|&id| match required_sets(arena, id) {
            Some(found) => {
                sets.extend(found);
                true
            }
            None => false,
        })
        .collect();
    if alternatives.len() > 1 {
        kept.retain(|id| !alternatives.contains(id));
        let presence = Presence { exactly_one: false, sets: sets.into_iter().collect() };
        kept.insert(presence_object(arena, presence));
    }
}
