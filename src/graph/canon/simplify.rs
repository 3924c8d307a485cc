//! What changes in a node once its children are known to be equal or different.

use super::disjoint::pairwise_disjoint;
use super::union::{Whole, union, whole};
use super::work::{Arena, Work};
use crate::graph::json::Json;
use crate::graph::node::{ArrayNode, Node, NodeId, ObjectNode, UnionNode};

/// The node's normal form given the normal forms of its children so far; the node itself where nothing changes.
pub(in crate::graph) fn simplify(arena: &mut Arena, id: NodeId) -> NodeId {
    match arena.get(id).clone() {
        Work::Node(Node::Union(UnionNode { members, other })) => union(arena, &members, other),
        Work::Node(Node::Exclusive(members)) => match members[..] {
            [one] => one,
            _ if pairwise_disjoint(arena, &members) => union(arena, &members, false),
            _ => id,
        },
        Work::Residual { base, constraints } => match arena.get(base).clone() {
            Work::Node(Node::Never) => base,
            _ if constraints.iter().any(|&c| decided(arena, c) == Some(false)) => arena.intern(Work::Node(Node::Never)),
            _ if constraints.iter().any(|&c| decided(arena, c) == Some(true)) => {
                let left = constraints.into_iter().filter(|&c| decided(arena, c).is_none()).collect();
                arena.intern(Work::Residual { base, constraints: left })
            }
            Work::Residual { base, constraints: inner } => {
                let mut all = [constraints, inner].concat();
                all.sort_unstable();
                all.dedup();
                arena.intern(Work::Residual { base, constraints: all })
            }
            _ if constraints.is_empty() => base,
            _ => id,
        },
        Work::Node(Node::Array(array)) => {
            let simple = simple_array(arena, array);
            arena.intern(Work::Node(Node::Array(simple)))
        }
        Work::Node(Node::Object(object)) => {
            let simple = simple_object(arena, object);
            arena.intern(Work::Node(Node::Object(simple)))
        }
        Work::Node(_)
        | Work::Constraint { .. }
        | Work::And(_)
        | Work::Not(_)
        | Work::Other(_)
        | Work::Unevaluated { .. }
        | Work::Alias(_) => id,
    }
}

/// Whether a constraint turned out to admit everything or nothing.
fn decided(arena: &Arena, id: NodeId) -> Option<bool> {
    let Work::Constraint { keyword, value: _, children } = arena.get(id) else { return None };
    let admits = match arena.get(*children.first()?) {
        Work::Node(Node::Any) => true,
        Work::Node(Node::Never) => false,
        _ => return None,
    };
    match keyword.as_str() {
        "not" => Some(!admits),
        "allOf" => Some(admits),
        _ => None,
    }
}

/// A tuple closed by its rest or by its length is one form: rest never, no upper bound (rewrite 10).
fn simple_array(arena: &mut Arena, mut array: ArrayNode) -> ArrayNode {
    let positions = array.prefix.len() as u64;
    if array.length.max == Some(positions) {
        array.rest = arena.intern(Work::Node(Node::Never));
    }
    if matches!(arena.get(array.rest), Work::Node(Node::Never)) && array.length.max.is_some_and(|max| max >= positions)
    {
        array.length.max = None;
    }
    array
}

fn simple_object(arena: &Arena, mut object: ObjectNode) -> ObjectNode {
    if let Some(names) = object.names
        && (matches!(arena.get(names), Work::Node(Node::Any)) || whole(arena, names) == Some(Whole::String))
    {
        object.names = None;
    }
    for property in object.properties.values_mut() {
        if property.required || (property.default == Some(Json::Null) && admits_null(arena, property.ty)) {
            property.default = None;
        }
        if let Some(Json::Array(items)) = &mut property.default
            && is_unique_array(arena, property.ty)
        {
            items.sort();
        }
    }
    object
}

fn alternatives(arena: &Arena, id: NodeId) -> Vec<NodeId> {
    match arena.get(id) {
        Work::Node(Node::Union(UnionNode { members, .. })) => members.clone(),
        _ => vec![id],
    }
}

fn admits_null(arena: &Arena, id: NodeId) -> bool {
    alternatives(arena, id).iter().any(|&id| matches!(arena.get(id), Work::Node(Node::Null | Node::Any)))
}

/// Whether every array of the type is a set.
fn is_unique_array(arena: &Arena, id: NodeId) -> bool {
    let mut arrays = alternatives(arena, id).into_iter().filter_map(|id| match arena.get(id) {
        Work::Node(Node::Array(array)) => Some(array.unique),
        _ => None,
    });
    arrays.next().is_some_and(|first| first && arrays.all(|unique| unique))
}
