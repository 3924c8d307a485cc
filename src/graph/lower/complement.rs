//! `not`, where the closed list gives it a plain form (docs/graph.md, rewrite 8).

use super::expand::Expander;
use super::merge;
use super::typed::SCALARS;
use crate::graph::canon::{Whole, Work, required_sets, union, whole};
use crate::graph::json::Json;
use crate::graph::node::{Node, NodeId, NumberNode, Property, StringNode, UnionNode};
use std::collections::BTreeSet;

/// What the operand refuses; `head` is what the operand comes to. Without a plain form a residual that holds the operand.
pub(super) fn complement(expander: &mut Expander<'_>, operand: NodeId, head: NodeId) -> NodeId {
    plain(expander, head).unwrap_or_else(|| {
        let constraint = Work::Constraint { keyword: "not".to_owned(), value: String::new(), children: vec![operand] };
        let constraint = expander.intern(constraint);
        let base = expander.any();
        expander.intern(Work::Residual { base, constraints: vec![constraint] })
    })
}

fn plain(expander: &mut Expander<'_>, head: NodeId) -> Option<NodeId> {
    let any = expander.any();
    let members = match expander.arena().get(head) {
        Work::Node(Node::Any) => return Some(expander.intern(Work::Node(Node::Never))),
        Work::Node(Node::Never) => return Some(any),
        Work::Node(Node::Union(UnionNode { members, other: false })) => members.clone(),
        _ => vec![head],
    };
    if let Some(object) = without_one_name(expander, &members) {
        return Some(object);
    }
    let mut covered = BTreeSet::new();
    let mut literals = BTreeSet::new();
    for &member in &members {
        match (whole(expander.arena(), member), expander.arena().get(member)) {
            (Some(Whole::Integer), _) => return None,
            (Some(whole), _) => {
                covered.insert(whole);
            }
            (None, Work::Node(Node::Literal(value @ (Json::Number(_) | Json::String(_))))) => {
                literals.insert(value.clone());
            }
            (None, _) => return None,
        }
    }
    let numbers = literals.iter().filter(|l| matches!(l, Json::Number(_))).cloned().collect();
    let strings = literals.iter().filter(|l| matches!(l, Json::String(_))).cloned().collect();
    let types = [
        (Whole::Null, Node::Null),
        (Whole::Boolean, Node::Boolean),
        (Whole::Number, Node::Number(NumberNode { excluded: numbers, ..NumberNode::default() })),
        (Whole::String, Node::String(StringNode { excluded: strings, ..StringNode::default() })),
        (Whole::Array, Node::Array(merge::plain_array(any))),
        (Whole::Object, Node::Object(merge::plain_object(any))),
    ];
    let rest: Vec<NodeId> = types
        .into_iter()
        .filter(|(whole, _)| !covered.contains(whole))
        .map(|(_, node)| expander.intern(Work::Node(node)))
        .collect();
    Some(union(expander.arena_mut(), &rest, false))
}

/// `not: {required: [name]}` without a type: an object that does not have the name.
fn without_one_name(expander: &mut Expander<'_>, members: &[NodeId]) -> Option<NodeId> {
    let (wholes, others): (Vec<NodeId>, Vec<NodeId>) =
        members.iter().partition(|&&m| whole(expander.arena(), m).is_some_and(|w| w != Whole::Object));
    let [object] = others[..] else { return None };
    let wholes: BTreeSet<_> = wholes.iter().filter_map(|&m| whole(expander.arena(), m)).collect();
    let sets = required_sets(expander.arena(), object)?;
    let [set] = &sets[..] else { return None };
    if wholes.len() != SCALARS.len() + 1 || set.len() != 1 {
        return None;
    }
    let name = set.first()?.clone();
    let any = expander.any();
    let ty = expander.intern(Work::Node(Node::Never));
    let mut without = merge::plain_object(any);
    let property =
        Property { ty, required: false, reserved: false, default: None, aliases: BTreeSet::new(), policy: None };
    without.properties.insert(name, property);
    Some(expander.intern(Work::Node(Node::Object(without))))
}
