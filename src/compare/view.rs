//! Ways to look at a node: as alternatives, as an object behind its residual constraints, as a set of literals.

use crate::graph::{Graph, Json, Node, NodeId, ObjectNode};
use std::collections::BTreeSet;

/// A type as alternatives with null set aside; a type that is no union is a union of one.
#[derive(Debug)]
pub(super) struct View {
    pub nullable: bool,
    pub other: bool,
    pub members: Vec<Member>,
}

/// An alternative and its position in canonical order, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Member {
    pub id: NodeId,
    pub position: usize,
}

impl View {
    pub fn of(graph: &Graph, id: NodeId) -> View {
        let single = [id];
        let (ids, other) = match graph.node(id) {
            Node::Union(union) => (union.members.as_slice(), union.other),
            Node::Never
            | Node::Any
            | Node::Null
            | Node::Boolean
            | Node::Literal(_)
            | Node::Number(_)
            | Node::String(_)
            | Node::Array(_)
            | Node::Object(_)
            | Node::Exclusive(_)
            | Node::Residual(_) => (single.as_slice(), false),
        };
        let is_null = |id: &NodeId| matches!(graph.node(*id), Node::Null);
        let members = ids.iter().enumerate().filter(|(_, id)| !is_null(id));
        View {
            nullable: ids.iter().any(is_null),
            other,
            members: members.map(|(i, id)| Member { id: *id, position: i + 1 }).collect(),
        }
    }
}

/// What an alternative is among others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    /// One value of a JSON type.
    Literal(&'static str),
    /// A number, string or boolean type.
    Scalar(&'static str),
    /// An array type.
    Array,
    /// An object type.
    Object,
    /// Of several JSON types at once.
    Mixed,
}

impl Class {
    /// The one class of everything a node stands for.
    pub fn of(graph: &Graph, id: NodeId) -> Class {
        let mut found = None;
        let mut seen = BTreeSet::new();
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            let class = match graph.node(id) {
                Node::Never | Node::Any | Node::Null => Class::Mixed,
                Node::Boolean => Class::Scalar("boolean"),
                Node::Number(_) => Class::Scalar("number"),
                Node::String(_) => Class::Scalar("string"),
                Node::Literal(json) => Class::Literal(json_type(json)),
                Node::Array(_) => Class::Array,
                Node::Object(_) => Class::Object,
                Node::Residual(residual) => {
                    stack.push(residual.base);
                    continue;
                }
                Node::Union(union) => {
                    stack.extend(&union.members);
                    continue;
                }
                Node::Exclusive(members) => {
                    stack.extend(members);
                    continue;
                }
            };
            if *found.get_or_insert(class) != class {
                return Class::Mixed;
            }
        }
        found.unwrap_or(Class::Mixed)
    }

    /// Name of its JSON type, where it has one.
    pub fn type_name(self) -> Option<&'static str> {
        match self {
            Class::Literal(name) | Class::Scalar(name) => Some(name),
            Class::Array => Some("array"),
            Class::Object => Some("object"),
            Class::Mixed => None,
        }
    }
}

/// Whether the node admits everything.
pub(super) fn is_any(graph: &Graph, id: NodeId) -> bool {
    matches!(graph.node(id), Node::Any)
}

/// Whether the node admits nothing.
pub(super) fn is_never(graph: &Graph, id: NodeId) -> bool {
    matches!(graph.node(id), Node::Never)
}

/// The object behind residual constraints, if the node is one.
pub(super) fn object(graph: &Graph, mut id: NodeId) -> Option<&ObjectNode> {
    loop {
        match graph.node(id) {
            Node::Object(object) => return Some(object),
            Node::Residual(residual) => id = residual.base,
            Node::Never
            | Node::Any
            | Node::Null
            | Node::Boolean
            | Node::Literal(_)
            | Node::Number(_)
            | Node::String(_)
            | Node::Array(_)
            | Node::Union(_)
            | Node::Exclusive(_) => return None,
        }
    }
}

/// Whether the node is a scalar, a literal or null behind its residual constraints: such a type belongs to its owner.
pub(super) fn is_simple(graph: &Graph, mut id: NodeId) -> bool {
    loop {
        match graph.node(id) {
            Node::Null | Node::Boolean | Node::Literal(_) | Node::Number(_) | Node::String(_) => return true,
            Node::Residual(residual) => id = residual.base,
            Node::Never | Node::Any | Node::Array(_) | Node::Object(_) | Node::Union(_) | Node::Exclusive(_) => {
                return false;
            }
        }
    }
}

/// The value of a literal.
pub(super) fn literal(graph: &Graph, id: NodeId) -> Option<&Json> {
    if let Node::Literal(json) = graph.node(id) { Some(json) } else { None }
}

/// The JSON texts of a literal or of a union of literals alone.
pub(super) fn literals(graph: &Graph, id: NodeId) -> Option<BTreeSet<String>> {
    match graph.node(id) {
        Node::Literal(json) => Some([json.compact()].into()),
        Node::Union(union) if !union.other => {
            union.members.iter().map(|member| literal(graph, *member).map(Json::compact)).collect()
        }
        Node::Union(_)
        | Node::Never
        | Node::Any
        | Node::Null
        | Node::Boolean
        | Node::Number(_)
        | Node::String(_)
        | Node::Array(_)
        | Node::Object(_)
        | Node::Exclusive(_)
        | Node::Residual(_) => None,
    }
}

/// The literals of a required property.
pub(super) fn required_literals(graph: &Graph, object: &ObjectNode, name: &str) -> Option<BTreeSet<String>> {
    object.properties.get(name).filter(|property| property.required).and_then(|property| literals(graph, property.ty))
}

/// Name of a value's JSON type, as paths say it.
fn json_type(json: &Json) -> &'static str {
    match json {
        Json::Null => "null",
        Json::Bool(_) => "boolean",
        Json::Number(_) => "number",
        Json::String(_) => "string",
        Json::Array(_) => "array",
        Json::Object(_) => "object",
    }
}
