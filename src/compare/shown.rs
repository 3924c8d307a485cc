//! Names of types as a person reads them: which of several names an author meant is not known.

use crate::graph::{Digest, Graph, Node, NodeId, UnionNode};
use std::collections::BTreeMap;

/// How many further names are listed before they are only counted.
const LISTED: usize = 3;

/// The name to show for a type: its only one, or `First (= Other)`. None where it has no name, and where it has several
/// and is flat: what it is says more then.
///
/// `names` and `aliases` are those of a [`Side`](super::Side); `quoted` sets off a name in its text.
pub fn shown_name(
    graph: &Graph,
    names: &BTreeMap<Digest, String>,
    aliases: &BTreeMap<Digest, Vec<String>>,
    id: NodeId,
    quoted: impl Fn(&str) -> String,
) -> Option<String> {
    let hash = graph.hash(id);
    let name = quoted(names.get(&hash)?);
    match aliases.get(&hash) {
        None => Some(name),
        Some(_) if is_flat(graph, id) => None,
        Some(others) => {
            let mut listed: Vec<String> = others.iter().take(LISTED).map(|other| quoted(other)).collect();
            if others.len() > LISTED {
                listed.push(format!("{} more", others.len() - LISTED));
            }
            Some(format!("{name} (= {})", listed.join(", ")))
        }
    }
}

/// Whether a type holds no array or object: a scalar, or alternatives of nothing but scalars.
pub fn is_flat(graph: &Graph, id: NodeId) -> bool {
    match graph.node(id) {
        Node::Union(UnionNode { members, other: _ }) | Node::Exclusive(members) => {
            members.iter().all(|member| is_scalar(graph.node(*member)))
        }
        other => is_scalar(other),
    }
}

fn is_scalar(node: &Node) -> bool {
    match node {
        Node::Never | Node::Any | Node::Null | Node::Boolean | Node::Literal(_) | Node::Number(_) | Node::String(_) => {
            true
        }
        Node::Array(_) | Node::Object(_) | Node::Union(_) | Node::Exclusive(_) | Node::Residual(_) => false,
    }
}
