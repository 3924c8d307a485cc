//! Which types of an emission stand in place and which become `$defs`, and under what name.

use super::constraint;
use crate::graph::digest::Digest;
use crate::graph::json::Json;
use crate::graph::node::{
    ArrayNode, Constraint, Graph, Name, Node, NodeId, NumberNode, ObjectNode, Property, ResidualNode, StringNode,
    UnionNode,
};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// Types nested deeper than this in one definition become definitions of their own: a level of types is up to eight
/// levels of JSON, and some readers stop at 128 of those.
const MAX_NESTING: usize = 12;

/// Types of at most this weight are repeated rather than named.
const LIGHT: usize = 120;

/// The definitions of one emission.
pub(super) struct Plan {
    /// Name of every type that is a definition.
    pub defs: BTreeMap<NodeId, String>,
}

impl Plan {
    /// Plans the emission of `root`; `None` as soon as it is certain to be longer than `max_bytes`.
    pub fn new(graph: &Graph, root: NodeId, names: &BTreeMap<Digest, String>, max_bytes: usize) -> Option<Plan> {
        let survey = Survey::new(graph, root, max_bytes)?;
        let mut chosen: BTreeSet<NodeId> = survey
            .seen
            .iter()
            .filter(|&(&id, seen)| {
                let authored = id != root && is_structural(graph.node(id)) && names.contains_key(&graph.hash(id));
                (seen.places > 1 || authored) && !survey.is_light(id)
            })
            .map(|(&id, _)| id)
            .collect();
        survey.cut_deep(root, &mut chosen);
        Some(Plan { defs: name_all(graph, &chosen, names) })
    }
}

/// Every type that an emission shows.
struct Survey<'a> {
    graph: &'a Graph,
    seen: BTreeMap<NodeId, Seen>,
}

struct Seen {
    /// Number of places it stands at; the root's first is the emission itself.
    places: usize,
    weight: usize,
}

impl<'a> Survey<'a> {
    fn new(graph: &'a Graph, root: NodeId, max_bytes: usize) -> Option<Survey<'a>> {
        let mut seen = BTreeMap::new();
        let mut bytes = 0usize;
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            match seen.entry(id) {
                Entry::Occupied(mut entry) => {
                    let seen: &mut Seen = entry.get_mut();
                    seen.places += 1;
                }
                Entry::Vacant(entry) => {
                    let weight = weight(graph.node(id));
                    bytes = bytes.saturating_add(weight);
                    if bytes > max_bytes {
                        return None;
                    }
                    entry.insert(Seen { places: 1, weight });
                    open.extend(shown(graph, id));
                }
            }
        }
        Some(Survey { graph, seen })
    }

    /// Whether a type is small enough to stand wherever it is used: a scalar, or a list, map or union of few of them.
    fn is_light(&self, id: NodeId) -> bool {
        let weight = |id: &NodeId| self.seen.get(id).map_or(usize::MAX, |seen| seen.weight);
        if weight(&id) > LIGHT {
            return false;
        }
        let node = self.graph.node(id);
        let of_scalars = || {
            let children = node.children();
            children.iter().all(|&child| !is_structural(self.graph.node(child)))
                && children.iter().map(weight).fold(weight(&id), usize::saturating_add) <= LIGHT
        };
        match node {
            Node::Never
            | Node::Any
            | Node::Null
            | Node::Boolean
            | Node::Literal(_)
            | Node::Number(_)
            | Node::String(_) => true,
            Node::Array(array) => array.contains.is_empty() && of_scalars(),
            Node::Object(object) => object.properties.is_empty() && of_scalars(),
            Node::Union(union) => !union.other && of_scalars(),
            Node::Exclusive(_) | Node::Residual(_) => false,
        }
    }

    /// Adds definitions until nothing in place is nested deeper than [`MAX_NESTING`].
    ///
    /// What is neither a definition nor light stands at one place, so that one walk down from the root and the
    /// definitions meets it once.
    fn cut_deep(&self, root: NodeId, chosen: &mut BTreeSet<NodeId>) {
        let mut open: Vec<(NodeId, usize)> = chosen.iter().map(|&id| (id, 0)).collect();
        if !chosen.contains(&root) {
            open.push((root, 0));
        }
        while let Some((id, depth)) = open.pop() {
            for child in shown(self.graph, id) {
                if chosen.contains(&child) || self.is_light(child) {
                    continue;
                }
                if depth + 1 < MAX_NESTING {
                    open.push((child, depth + 1));
                } else {
                    chosen.insert(child);
                    open.push((child, 0));
                }
            }
        }
    }
}

/// The types that stand below a type in an emission: its children, but under a property with a recorded policy
/// the alternatives of the property's type, because each carries its own mark there, and of an operand that was kept
/// its parts.
pub(super) fn shown(graph: &Graph, id: NodeId) -> Vec<NodeId> {
    let object = match graph.node(id) {
        Node::Object(object) => object,
        Node::Residual(residual) => {
            let kept = residual.constraints.iter().flat_map(|constraint| constraint::shown(graph, constraint));
            return std::iter::once(residual.base).chain(kept).collect();
        }
        Node::Never
        | Node::Any
        | Node::Null
        | Node::Boolean
        | Node::Literal(_)
        | Node::Number(_)
        | Node::String(_)
        | Node::Array(_)
        | Node::Union(_)
        | Node::Exclusive(_) => return graph.node(id).children(),
    };
    let mut all = Vec::new();
    for property in object.properties.values() {
        all.extend(marked_alternatives(graph, property).map_or_else(|| vec![property.ty], <[NodeId]>::to_vec));
    }
    all.extend(object.patterns.values().copied().chain([object.tail]).chain(object.names));
    all
}

/// The alternatives of a property with a recorded policy, where its type is a union.
pub(super) fn marked_alternatives<'a>(graph: &'a Graph, property: &Property) -> Option<&'a [NodeId]> {
    property.policy.as_ref()?;
    if let Node::Union(union) = graph.node(property.ty) { Some(&union.members) } else { None }
}

fn name_all(graph: &Graph, chosen: &BTreeSet<NodeId>, names: &BTreeMap<Digest, String>) -> BTreeMap<NodeId, String> {
    let wanted = |id: NodeId| {
        let hash = graph.hash(id);
        names.get(&hash).filter(|_| is_structural(graph.node(id))).cloned().unwrap_or_else(|| {
            let kind = kind(graph.node(id));
            format!("{kind}-{}", hash.short())
        })
    };
    let mut holders: BTreeMap<String, usize> = BTreeMap::new();
    for &id in chosen {
        *holders.entry(wanted(id)).or_insert(0) += 1;
    }
    let unique = |id: NodeId| {
        let name = wanted(id);
        if holders[&name] > 1 { format!("{name}-{}", graph.hash(id)) } else { name }
    };
    chosen.iter().map(|&id| (id, unique(id))).collect()
}

fn kind(node: &Node) -> &'static str {
    match node {
        Node::Never => "never",
        Node::Any => "any",
        Node::Null => "null",
        Node::Boolean => "boolean",
        Node::Literal(_) => "literal",
        Node::Number(_) => "number",
        Node::String(_) => "string",
        Node::Array(_) => "array",
        Node::Object(_) => "object",
        Node::Union(_) => "union",
        Node::Exclusive(_) => "exclusive",
        Node::Residual(_) => "constrained",
    }
}

/// Whether an authored name of this type tells a reader something: a plain string has as many names as uses.
fn is_structural(node: &Node) -> bool {
    match node {
        Node::Never | Node::Any | Node::Null | Node::Boolean | Node::Literal(_) | Node::Number(_) | Node::String(_) => {
            false
        }
        Node::Array(_) | Node::Object(_) | Node::Union(_) | Node::Exclusive(_) | Node::Residual(_) => true,
    }
}

/// A lower bound of the bytes that the node itself adds to an emission, its children counted as one each.
fn weight(node: &Node) -> usize {
    let texts = |texts: &BTreeSet<String>| texts.iter().map(|t| t.len() + 2).sum::<usize>();
    let values = |values: &BTreeSet<Json>| values.iter().map(json_weight).sum::<usize>();
    match node {
        Node::Any => 0, // An open tail is not written at all.
        Node::Never | Node::Null | Node::Boolean => 4,
        Node::Literal(value) => json_weight(value),
        Node::Number(NumberNode { integer: _, minimum, maximum, multiple_of, formats, excluded }) => {
            let bounds = minimum.iter().chain(maximum).count() + multiple_of.len();
            8 + 10 * bounds + texts(formats) + values(excluded)
        }
        Node::String(StringNode { length: _, patterns, formats, excluded }) => {
            8 + texts(patterns) + texts(formats) + values(excluded)
        }
        Node::Array(ArrayNode { prefix, rest: _, length: _, unique: _, contains }) => {
            8 + prefix.len() + 10 * contains.len()
        }
        Node::Object(ObjectNode {
            properties,
            patterns,
            tail: _,
            names: _,
            count: _,
            dependent_required,
            presence,
        }) => {
            let declared = |(name, property): (&Name, &Property)| {
                name.len() + 4 + property.default.as_ref().map_or(0, json_weight)
            };
            8 + properties.iter().map(declared).sum::<usize>()
                + patterns.keys().map(|pattern| pattern.len() + 4).sum::<usize>()
                + dependent_required.keys().map(|name| name.len() + 4).sum::<usize>()
                + presence.iter().map(|p| 4 * p.sets.len()).sum::<usize>()
        }
        Node::Union(UnionNode { members, other: _ }) | Node::Exclusive(members) => 4 + members.len(),
        Node::Residual(ResidualNode { base: _, constraints }) => {
            let own =
                |Constraint { keyword, value, children }: &Constraint| keyword.len().min(value.len()) + children.len();
            4 + constraints.iter().map(own).sum::<usize>()
        }
    }
}

fn json_weight(value: &Json) -> usize {
    let mut open = vec![value];
    let mut sum = 0;
    while let Some(value) = open.pop() {
        sum += match value {
            Json::Null | Json::Bool(_) => 4,
            Json::Number(_) => 1,
            Json::String(text) => text.len() + 2,
            Json::Array(items) => {
                open.extend(items);
                2
            }
            Json::Object(members) => {
                open.extend(members.values());
                members.keys().map(|name| name.len() + 3).sum::<usize>() + 2
            }
        };
    }
    sum
}
