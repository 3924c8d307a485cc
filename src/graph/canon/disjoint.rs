//! When a `oneOf` is a union: no value can be of two of its alternatives (docs/graph.md, rewrite 6).

use super::work::{Arena, Work};
use crate::graph::json::Json;
use crate::graph::node::{Name, Node, NodeId, ObjectNode, UnionNode};
use crate::graph::pattern::pattern_matches;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// JSON types as bits; integers are numbers.
mod types {
    pub(super) const NULL: u8 = 1;
    pub(super) const BOOLEAN: u8 = 2;
    pub(super) const NUMBER: u8 = 4;
    pub(super) const STRING: u8 = 8;
    pub(super) const ARRAY: u8 = 16;
    pub(super) const OBJECT: u8 = 32;
    pub(super) const ALL: u8 = 63;
}

fn type_of(value: &Json) -> u8 {
    match value {
        Json::Null => types::NULL,
        Json::Bool(_) => types::BOOLEAN,
        Json::Number(_) => types::NUMBER,
        Json::String(_) => types::STRING,
        Json::Array(_) => types::ARRAY,
        Json::Object(_) => types::OBJECT,
    }
}

/// What one alternative may be.
#[derive(Default)]
struct Alternative {
    literals: BTreeSet<Json>,
    /// Types of what is neither a literal nor a plain object.
    types: u8,
    objects: Vec<NodeId>,
}

/// Whether the alternatives are pairwise disjoint in the sense of rewrite 6: different JSON types, different literals, or
/// objects that a required literal or a closed tail tells apart. Never guesses: false means not shown.
pub(in crate::graph) fn pairwise_disjoint(arena: &Arena, members: &[NodeId]) -> bool {
    let alternatives: Vec<Alternative> = members.iter().map(|&id| alternative(arena, id)).collect();
    let mut literals: BTreeSet<&Json> = BTreeSet::new();
    // For each type: how many alternatives have literals, and how many have other values of it.
    let (mut with_literal, mut with_other) = ([0usize; 6], [0usize; 6]);
    let mut both = [0usize; 6];
    for a in &alternatives {
        for literal in &a.literals {
            if !literals.insert(literal) {
                return false;
            }
        }
        let literal_types = a.literals.iter().fold(0, |mask, l| mask | type_of(l));
        let other_types = a.types | if a.objects.is_empty() { 0 } else { types::OBJECT };
        for bit in 0..6 {
            with_literal[bit] += usize::from(literal_types & (1 << bit) != 0);
            with_other[bit] += usize::from(other_types & (1 << bit) != 0);
            both[bit] += usize::from(literal_types & other_types & (1 << bit) != 0);
        }
    }
    for bit in 0..6 {
        let plain_objects = 1 << bit == types::OBJECT && alternatives.iter().all(|a| a.types & types::OBJECT == 0);
        if (with_other[bit] > 1 && !plain_objects) || (with_other[bit] > 0 && with_literal[bit] > both[bit]) {
            return false;
        }
        if with_other[bit] > 1 && with_literal[bit] > 0 {
            return false;
        }
    }
    objects_disjoint(arena, &alternatives)
}

fn alternative(arena: &Arena, id: NodeId) -> Alternative {
    let mut found = Alternative::default();
    let mut open = vec![id];
    while let Some(id) = open.pop() {
        match arena.get(id) {
            Work::Alias(target) => open.push(*target),
            Work::Residual { base, .. } => open.push(*base),
            Work::Node(node) => match node {
                Node::Never => {}
                Node::Any => found.types |= types::ALL,
                Node::Null => {
                    found.literals.insert(Json::Null);
                }
                Node::Boolean => found.literals.extend([Json::Bool(false), Json::Bool(true)]),
                Node::Literal(value) => {
                    found.literals.insert(value.clone());
                }
                Node::Number(_) => found.types |= types::NUMBER,
                Node::String(_) => found.types |= types::STRING,
                Node::Array(_) => found.types |= types::ARRAY,
                Node::Object(_) => found.objects.push(id),
                Node::Union(UnionNode { members, .. }) | Node::Exclusive(members) => open.extend(members),
                Node::Residual(_) => found.types |= types::ALL,
            },
            Work::Constraint { .. } | Work::And(_) | Work::Not(_) | Work::Other(_) | Work::Unevaluated { .. } => {
                found.types |= types::ALL;
            }
        }
    }
    found
}

fn objects_disjoint(arena: &Arena, alternatives: &[Alternative]) -> bool {
    let objects: Vec<(usize, &ObjectNode, RequiredLiterals<'_>)> = alternatives
        .iter()
        .enumerate()
        .flat_map(|(i, a)| a.objects.iter().map(move |&id| (i, id)))
        .filter_map(|(i, id)| match arena.get(id) {
            Work::Node(Node::Object(object)) => Some((i, object, required_literals(arena, object))),
            _ => None,
        })
        .collect();
    let Some((_, _, first)) = objects.first() else { return true };
    // Nearly always one discriminator tells all apart.
    let by_one = first.keys().any(|name| {
        let mut owner: HashMap<&Json, usize> = HashMap::new();
        objects.iter().all(|(i, _, literals)| {
            literals.get(*name).is_some_and(|set| set.iter().all(|value| *owner.entry(value).or_insert(*i) == *i))
        })
    });
    by_one
        || objects.iter().enumerate().all(|(at, (i, a, a_literals))| {
            objects[..at].iter().all(|(j, b, b_literals)| {
                i == j
                    || a_literals
                        .iter()
                        .any(|(name, set)| b_literals.get(*name).is_some_and(|other| set.is_disjoint(other)))
                    || refuses_required(arena, a, b)
                    || refuses_required(arena, b, a)
            })
        })
}

/// Values of the required properties that have finitely many.
type RequiredLiterals<'a> = BTreeMap<&'a Name, BTreeSet<Json>>;

fn required_literals<'a>(arena: &Arena, object: &'a ObjectNode) -> RequiredLiterals<'a> {
    let required = object.properties.iter().filter(|(_, property)| property.required);
    required.filter_map(|(name, property)| Some((name, literal_set(arena, property.ty)?))).collect()
}

/// The values of a type that is finite by its literals.
pub(in crate::graph) fn literal_set(arena: &Arena, id: NodeId) -> Option<BTreeSet<Json>> {
    let found = alternative(arena, id);
    (found.types == 0 && found.objects.is_empty() && !is_residual(arena, id)).then_some(found.literals)
}

fn is_residual(arena: &Arena, id: NodeId) -> bool {
    matches!(arena.get(id), Work::Residual { .. })
}

/// Whether `closed` is closed and does not admit a name that `other` requires.
fn refuses_required(arena: &Arena, closed: &ObjectNode, other: &ObjectNode) -> bool {
    let never = |id: NodeId| matches!(arena.get(id), Work::Node(Node::Never));
    if !never(closed.tail) {
        return false;
    }
    other.properties.iter().filter(|(_, property)| property.required).any(|(name, _)| {
        match closed.properties.get(name) {
            Some(property) => never(property.ty),
            None => closed.patterns.keys().all(|pattern| pattern_matches(pattern, name) == Some(false)),
        }
    })
}
