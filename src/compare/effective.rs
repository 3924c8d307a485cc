//! What an object says about a name that it does not declare.

use super::view::{is_any, is_never};
use crate::graph::{Graph, Json, Node, NodeId, ObjectNode, StringNode, pattern_matches};

/// The type of an undeclared name, and what its writers may have written under it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Effective {
    /// The name is refused, or may be: what decides cannot be evaluated.
    Refused,
    /// Any value, in a free map: its writers write any name.
    Free,
    /// Any value, in an open object: its writers write declared names only.
    Undeclared,
    /// A type, by a pattern or the tail of a map; writers write it.
    Typed(NodeId),
    /// Several patterns constrain it together.
    Several,
}

/// An object with no declared properties whose other names may hold anything.
pub(super) fn is_free_map(graph: &Graph, object: &ObjectNode) -> bool {
    object.properties.is_empty() && matches!(graph.node(object.tail), Node::Any)
}

/// Whether a rule on presence asks for the name: then writers may have to write it, declared or not.
fn is_called_for(object: &ObjectNode, name: &str) -> bool {
    object.dependent_required.iter().any(|(first, needed)| &**first == name || needed.contains(name))
        || object.presence.iter().any(|presence| presence.sets.iter().any(|set| set.contains(name)))
}

/// The effective type of a name that `object` does not declare.
pub(super) fn effective(graph: &Graph, object: &ObjectNode, name: &str) -> Effective {
    if object.names.is_some_and(|names| admits(graph, names, name) != Some(true)) {
        return Effective::Refused;
    }
    let mut types = Vec::new();
    for (pattern, ty) in &object.patterns {
        match pattern_matches(pattern, name) {
            None => return Effective::Refused,
            Some(false) => {}
            Some(true) if is_never(graph, *ty) => return Effective::Refused,
            Some(true) => types.push(*ty),
        }
    }
    if types.is_empty() {
        return if is_never(graph, object.tail) {
            Effective::Refused
        } else if !is_any(graph, object.tail) {
            Effective::Typed(object.tail)
        } else if is_free_map(graph, object) || object.count.min > object.properties.len() as u64 {
            // More names than are declared: writers have to write others.
            Effective::Free
        } else if is_called_for(object, name) {
            Effective::Typed(object.tail)
        } else {
            Effective::Undeclared
        };
    }
    types.sort_unstable();
    types.dedup();
    if types.len() > 1 {
        types.retain(|ty| !is_any(graph, *ty));
    }
    if let [only] = types.as_slice() { Effective::Typed(*only) } else { Effective::Several }
}

/// Whether a type admits a string; `None` where that cannot be told.
fn admits(graph: &Graph, names: NodeId, text: &str) -> Option<bool> {
    let mut stack = vec![names];
    let mut unclear = false;
    while let Some(id) = stack.pop() {
        let answer = match graph.node(id) {
            Node::Any => Some(true),
            Node::Never | Node::Null | Node::Boolean | Node::Number(_) | Node::Array(_) | Node::Object(_) => {
                Some(false)
            }
            Node::Literal(json) => Some(json.as_str() == Some(text)),
            Node::String(string) => string_admits(string, text),
            Node::Union(union) => {
                stack.extend(&union.members);
                Some(false)
            }
            Node::Exclusive(_) | Node::Residual(_) => None,
        };
        match answer {
            Some(true) => return Some(true),
            Some(false) => {}
            None => unclear = true,
        }
    }
    if unclear { None } else { Some(false) }
}

fn string_admits(string: &StringNode, text: &str) -> Option<bool> {
    let StringNode { length, patterns, formats, excluded } = string;
    let count = text.chars().count() as u64;
    if count < length.min || length.max.is_some_and(|max| count > max) || excluded.contains(&Json::from(text)) {
        return Some(false);
    }
    let mut clear = formats.is_empty();
    for pattern in patterns {
        match pattern_matches(pattern, text) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => clear = false,
        }
    }
    clear.then_some(true)
}
