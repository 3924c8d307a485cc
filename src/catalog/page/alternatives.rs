//! How the alternatives of a union are told apart, for a table with one row each.

use crate::graph::{Graph, Json, Node, NodeId, ObjectNode};
use std::collections::BTreeSet;

/// Properties that usually tell alternatives apart, in the order in which they are tried.
const USUAL: &[&str] = &["kind", "type", "role", "form", "event", "op"];

/// The property that tells most of the object alternatives apart: a required literal in at least two of them, with at
/// least two values.
pub(super) fn discriminator(graph: &Graph, members: &[NodeId]) -> Option<String> {
    let objects: Vec<&ObjectNode> = members
        .iter()
        .filter_map(|member| match graph.node(*member) {
            Node::Object(object) => Some(object),
            _ => None,
        })
        .collect();
    let names: BTreeSet<&str> =
        objects.iter().flat_map(|object| object.properties.keys().map(|name| &**name)).collect();
    let usual = USUAL.iter().copied().filter(|name| names.contains(name));
    let candidates = usual.chain(names.iter().copied().filter(|name| !USUAL.contains(name)));
    candidates
        .filter(|name| {
            let values: Vec<Vec<Json>> = objects.iter().filter_map(|object| literals(graph, object, name)).collect();
            values.len() >= 2 && values.iter().collect::<BTreeSet<_>>().len() >= 2
        })
        .map(str::to_owned)
        .next()
}

/// The literals that a required property of an object is one of.
pub(super) fn literals(graph: &Graph, object: &ObjectNode, name: &str) -> Option<Vec<Json>> {
    let property = object.properties.get(name).filter(|property| property.required)?;
    let literal = |node: NodeId| match graph.node(node) {
        Node::Literal(value) => Some(value.clone()),
        _ => None,
    };
    match graph.node(property.ty) {
        Node::Union(union) if !union.other => {
            let mut values = union.members.iter().map(|m| literal(*m)).collect::<Option<Vec<_>>>()?;
            values.sort();
            Some(values)
        }
        _ => literal(property.ty).map(|value| vec![value]),
    }
}
