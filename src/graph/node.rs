//! The nodes of the type graph and the arena that holds them (docs/graph.md, Nodes).

use super::digest::Digest;
use super::json::Json;
use super::number::Number;
use super::recorded::SourcePolicy;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Index of a node in its [`Graph`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A property name, shared within its graph.
pub type Name = Arc<str>;

/// One type. In a canonical [`Graph`] no two nodes are equal up to the names of their children.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Node {
    /// Admits nothing.
    Never,
    /// Admits everything.
    Any,
    /// `null`.
    Null,
    /// `true` and `false`.
    Boolean,
    /// One value; never null.
    Literal(Json),
    /// Numbers.
    Number(NumberNode),
    /// Strings.
    String(StringNode),
    /// Arrays.
    Array(ArrayNode),
    /// Objects.
    Object(ObjectNode),
    /// Any of its alternatives.
    Union(UnionNode),
    /// Exactly one of its alternatives, which overlap or may overlap. A multiset, in canonical order.
    Exclusive(Vec<NodeId>),
    /// A base type and assertions the engine does not model.
    Residual(ResidualNode),
}

/// A bound of a range.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Bound {
    /// The limit.
    pub value: Number,
    /// Whether the limit itself is outside.
    pub exclusive: bool,
}

/// Constraints on numbers; the default admits every number.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct NumberNode {
    /// Integers only.
    pub integer: bool,
    /// Lower bound.
    pub minimum: Option<Bound>,
    /// Upper bound.
    pub maximum: Option<Bound>,
    /// Every value is a multiple of each.
    pub multiple_of: BTreeSet<Number>,
    /// Format names that are no range (`float`, `double`).
    pub formats: BTreeSet<String>,
    /// Values that are refused.
    pub excluded: BTreeSet<Json>,
}

/// Constraints on strings; the default admits every string.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct StringNode {
    /// Length in code points: least and greatest.
    pub length: Count,
    /// Patterns, all of which match.
    pub patterns: BTreeSet<String>,
    /// Format names, all of which hold.
    pub formats: BTreeSet<String>,
    /// Values that are refused.
    pub excluded: BTreeSet<Json>,
}

/// Least and greatest number of something; `min` 0 and `max` absent are no constraint.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Count {
    /// At least.
    pub min: u64,
    /// At most.
    pub max: Option<u64>,
}

/// Constraints on arrays. `rest` never for a closed tuple, any for an open one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ArrayNode {
    /// Types of the first items, in order.
    pub prefix: Vec<NodeId>,
    /// Type of all items behind the prefix.
    pub rest: NodeId,
    /// Number of items.
    pub length: Count,
    /// Whether all items differ.
    pub unique: bool,
    /// How many items are of some type.
    pub contains: Vec<Contains>,
}

/// `contains` with its bounds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Contains {
    /// The type to find.
    pub ty: NodeId,
    /// How many are found; `min` is 1 unless stated.
    pub count: Count,
}

/// Constraints on objects.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ObjectNode {
    /// Declared properties by name.
    pub properties: BTreeMap<Name, Property>,
    /// Types of names that match a pattern.
    pub patterns: BTreeMap<String, NodeId>,
    /// Type of every other name: any for an open object, never for a closed one.
    pub tail: NodeId,
    /// Type of the names themselves, where constrained.
    pub names: Option<NodeId>,
    /// Number of properties.
    pub count: Count,
    /// Names that must be there when a name is.
    pub dependent_required: BTreeMap<Name, BTreeSet<Name>>,
    /// Alternatives of required names.
    pub presence: BTreeSet<Presence>,
}

/// Sets of names of which any, or exactly one, is present whole.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Presence {
    /// Exactly one set (`oneOf`) rather than at least one (`anyOf`).
    pub exactly_one: bool,
    /// The sets; a multiset under `exactly_one`.
    pub sets: Vec<BTreeSet<Name>>,
}

/// A declared property.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Property {
    /// Its type; in an object with patterns already intersected with those its name matches.
    pub ty: NodeId,
    /// Whether it must be there.
    pub required: bool,
    /// Marked `x-persistence-reserved`: readers refuse the name.
    pub reserved: bool,
    /// Default a reader fills in; only on optional properties.
    pub default: Option<Json>,
    /// Other names readers accept for it.
    pub aliases: BTreeSet<Name>,
    /// Attribution promise bound to it.
    pub policy: Option<Arc<SourcePolicy>>,
}

/// Alternatives, in canonical order (by node hash).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UnionNode {
    /// At least two, except under `other`.
    pub members: Vec<NodeId>,
    /// Marked `x-persistence-other`: readers keep unknown alternatives.
    pub other: bool,
}

/// A base and its constraints, sorted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ResidualNode {
    /// What is modelled.
    pub base: NodeId,
    /// What is not.
    pub constraints: Vec<Constraint>,
}

/// One keyword that is not modelled.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Constraint {
    /// Name of the keyword.
    pub keyword: String,
    /// What its value says beside schemas, as canonical JSON or a documented shape.
    pub value: String,
    /// Its schema-valued parts, in the keyword's own order.
    pub children: Vec<NodeId>,
}

/// A canonical type graph: one node a class, every node reachable, every node hashed.
#[derive(Debug, Clone)]
pub struct Graph {
    pub(crate) nodes: Vec<Node>,
    pub(crate) hashes: Vec<Digest>,
}

impl Graph {
    /// The node. Panics if the id is another graph's and out of range.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// Hash of everything the node admits; equal across graphs exactly where the types are equal.
    pub fn hash(&self, id: NodeId) -> Digest {
        self.hashes[id.index()]
    }

    /// All ids, in canonical order.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

impl Node {
    /// The children of the node, in the order of their roles; a child in several roles comes several times.
    pub fn children(&self) -> Vec<NodeId> {
        match self {
            Node::Never
            | Node::Any
            | Node::Null
            | Node::Boolean
            | Node::Literal(_)
            | Node::Number(_)
            | Node::String(_) => Vec::new(),
            Node::Array(ArrayNode { prefix, rest, length: _, unique: _, contains }) => {
                prefix.iter().copied().chain([*rest]).chain(contains.iter().map(|c| c.ty)).collect()
            }
            Node::Object(ObjectNode {
                properties,
                patterns,
                tail,
                names,
                count: _,
                dependent_required: _,
                presence: _,
            }) => properties
                .values()
                .map(|p| p.ty)
                .chain(patterns.values().copied())
                .chain([*tail])
                .chain(*names)
                .collect(),
            Node::Union(UnionNode { members, other: _ }) | Node::Exclusive(members) => members.clone(),
            Node::Residual(ResidualNode { base, constraints }) => {
                std::iter::once(*base).chain(constraints.iter().flat_map(|c| c.children.iter().copied())).collect()
            }
        }
    }
}
