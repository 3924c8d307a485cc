//! Nodes on their way to canonical form.

use crate::graph::node::{ArrayNode, Node, NodeId, ObjectNode, ResidualNode, UnionNode};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// A node of a working arena: what a [`Node`] is, and what lowering has still to work out.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::graph) enum Work {
    /// A type; never [`Node::Residual`], whose constraints are nodes of their own here.
    Node(Node),
    /// A base and a set of constraints.
    Residual { base: NodeId, constraints: Vec<NodeId> },
    /// One keyword that is not modelled, with its schemas in its own order.
    Constraint { keyword: String, value: String, children: Vec<NodeId> },
    /// The intersection of a sorted set of operands.
    And(Vec<NodeId>),
    /// What the operand refuses.
    Not(NodeId),
    /// A union whose readers keep unknown alternatives.
    Other(NodeId),
    /// A base whose object names that it says nothing of are of the tail's type; `closed` says the same as an operand.
    Unevaluated { base: NodeId, tail: NodeId, closed: NodeId },
    /// The same as another node.
    Alias(NodeId),
}

impl Work {
    /// A copy with every child replaced; sets are sorted and deduplicated, multisets sorted.
    pub fn map(&self, mut to: impl FnMut(NodeId) -> NodeId) -> Work {
        let bag = |ids: &[NodeId], to: &mut dyn FnMut(NodeId) -> NodeId| {
            let mut ids: Vec<NodeId> = ids.iter().map(|&id| to(id)).collect();
            ids.sort_unstable();
            ids
        };
        match self {
            Work::Node(node) => Work::Node(match node {
                Node::Never
                | Node::Any
                | Node::Null
                | Node::Boolean
                | Node::Literal(_)
                | Node::Number(_)
                | Node::String(_) => node.clone(),
                Node::Array(array) => {
                    let mut array: ArrayNode = array.clone();
                    array.prefix.iter_mut().for_each(|id| *id = to(*id));
                    array.rest = to(array.rest);
                    array.contains.iter_mut().for_each(|c| c.ty = to(c.ty));
                    array.contains.sort_by_key(|c| (c.count.min, c.count.max, c.ty));
                    array.contains.dedup();
                    Node::Array(array)
                }
                Node::Object(object) => {
                    let mut object: ObjectNode = object.clone();
                    object.properties.values_mut().for_each(|p| p.ty = to(p.ty));
                    object.patterns.values_mut().for_each(|id| *id = to(*id));
                    object.tail = to(object.tail);
                    object.names = object.names.map(&mut to);
                    Node::Object(object)
                }
                Node::Union(UnionNode { members, other }) => {
                    let mut members = bag(members, &mut to);
                    members.dedup();
                    Node::Union(UnionNode { members, other: *other })
                }
                Node::Exclusive(members) => Node::Exclusive(bag(members, &mut to)),
                Node::Residual(ResidualNode { .. }) => node.clone(),
            }),
            Work::Residual { base, constraints } => {
                let base = to(*base);
                let mut constraints = bag(constraints, &mut to);
                constraints.dedup();
                Work::Residual { base, constraints }
            }
            Work::Constraint { keyword, value, children } => Work::Constraint {
                keyword: keyword.clone(),
                value: value.clone(),
                children: children.iter().map(|&id| to(id)).collect(),
            },
            Work::And(operands) => {
                let mut operands = bag(operands, &mut to);
                operands.dedup();
                Work::And(operands)
            }
            Work::Not(operand) => Work::Not(to(*operand)),
            Work::Other(inner) => Work::Other(to(*inner)),
            Work::Unevaluated { base, tail, closed } => {
                Work::Unevaluated { base: to(*base), tail: to(*tail), closed: to(*closed) }
            }
            Work::Alias(target) => Work::Alias(to(*target)),
        }
    }

    /// All children, in no particular order.
    pub fn children(&self) -> Vec<NodeId> {
        match self {
            Work::Node(node) => node.children(),
            Work::Residual { base, constraints } => std::iter::once(*base).chain(constraints.iter().copied()).collect(),
            Work::Constraint { keyword: _, value: _, children } => children.clone(),
            Work::And(operands) => operands.clone(),
            Work::Not(operand) => vec![*operand],
            Work::Other(inner) => vec![*inner],
            Work::Unevaluated { base, tail, closed } => vec![*base, *tail, *closed],
            Work::Alias(target) => vec![*target],
        }
    }
}

/// A growing arena in which equal nodes are one.
#[derive(Debug, Default)]
pub(in crate::graph) struct Arena {
    nodes: Vec<Work>,
    /// Nodes by their hash; equality decides among those of one hash.
    ids: HashMap<u64, Vec<NodeId>>,
}

impl Arena {
    /// An arena of nodes whose ids are known; equal ones stay apart.
    pub fn from_nodes(nodes: Vec<Work>) -> Arena {
        let mut ids: HashMap<u64, Vec<NodeId>> = HashMap::with_capacity(nodes.len());
        for (i, node) in nodes.iter().enumerate() {
            ids.entry(hash(node)).or_default().push(NodeId(i as u32));
        }
        Arena { nodes, ids }
    }

    /// The id of the node, new or known: the first of those that are equal.
    pub fn intern(&mut self, node: Work) -> NodeId {
        let next = NodeId(self.nodes.len() as u32);
        let same = self.ids.entry(hash(&node)).or_default();
        if let Some(&id) = same.iter().find(|id| self.nodes[id.index()] == node) {
            return id;
        }
        same.push(next);
        self.nodes.push(node);
        next
    }

    /// A place for a node that comes later.
    pub fn reserve(&mut self) -> NodeId {
        self.nodes.push(Work::Node(Node::Any));
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// Fills a reserved place.
    pub fn fill(&mut self, id: NodeId, node: Work) {
        self.nodes[id.index()] = node;
    }

    /// The node.
    pub fn get(&self, id: NodeId) -> &Work {
        &self.nodes[id.index()]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// All nodes, by id.
    pub fn into_nodes(self) -> Vec<Work> {
        self.nodes
    }
}

fn hash(node: &Work) -> u64 {
    let mut hasher = DefaultHasher::new();
    node.hash(&mut hasher);
    hasher.finish()
}
