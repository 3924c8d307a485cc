//! Expansion: intersections, complements and unevaluated tails become plain nodes.
//!
//! Works on the quotient of the lowered documents, so that nothing here depends on how schemas share parts. A node's
//! *head* is the node it comes to; the children of a head are intersections that are themselves expanded when reached.
//! An intersection is known by its flattened set of operands, of which there are finitely many: recursion terminates.

use super::complement::complement;
use super::merge;
use crate::graph::canon::{Arena, Whole, Work, pairwise_disjoint, presence_object, required_sets, union, whole};
use crate::graph::codes::{INVALID_SCHEMA, REFERENCE_CYCLE};
use crate::graph::diagnostic::Diagnostic;
use crate::graph::node::{Node, NodeId, ObjectNode, Presence, UnionNode};
use std::collections::{BTreeSet, HashMap};

/// Nodes an arena may grow to before lowering gives up.
const MAX_NODES: usize = 4_000_000;

/// Combinators within combinators, with no property or item between.
const MAX_COMBINATORS: usize = 128;

/// Result of merging several nodes into one.
pub(super) enum Merged<T> {
    /// They come to this.
    Node(T),
    /// They cannot be merged.
    Not,
    /// They contradict each other in a way that is an error.
    Conflict(String),
}

/// What stops an expansion, and at which node.
pub(super) type Stop = (Option<NodeId>, Diagnostic);

/// An arena in which heads are worked out.
pub(super) struct Expander<'a> {
    arena: Arena,
    heads: HashMap<NodeId, NodeId>,
    /// Nodes being expanded, outermost first.
    open: Vec<NodeId>,
    has_place: &'a dyn Fn(NodeId) -> bool,
    any: NodeId,
    never: NodeId,
}

impl<'a> Expander<'a> {
    /// Expands nodes of a quotient; `has_place` says which of them an error can point at.
    pub fn new(nodes: Vec<Work>, has_place: &'a dyn Fn(NodeId) -> bool) -> Expander<'a> {
        let mut arena = Arena::from_nodes(nodes);
        let any = arena.intern(Work::Node(Node::Any));
        let never = arena.intern(Work::Node(Node::Never));
        Expander { arena, heads: HashMap::new(), open: Vec::new(), has_place, any, never }
    }

    /// The arena.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// The arena, to add to.
    pub fn arena_mut(&mut self) -> &mut Arena {
        &mut self.arena
    }

    /// Interns a node.
    pub fn intern(&mut self, work: Work) -> NodeId {
        self.arena.intern(work)
    }

    /// The type that admits everything.
    pub fn any(&self) -> NodeId {
        self.any
    }

    /// The type that admits nothing.
    pub fn never(&self) -> NodeId {
        self.never
    }

    /// Expands everything that the roots reach; the result holds no intersections.
    pub fn run(mut self, roots: &[NodeId]) -> Result<(Vec<Work>, Vec<NodeId>), Stop> {
        let mut seen: BTreeSet<NodeId> = BTreeSet::new();
        let mut open: Vec<NodeId> = roots.to_vec();
        while let Some(id) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            let head = self.head(id)?;
            if seen.insert(head) || head == id {
                open.extend(self.arena.get(head).children());
            }
        }
        let heads = self.heads;
        let nodes = self.arena.into_nodes();
        let nodes = nodes
            .into_iter()
            .enumerate()
            .map(|(i, node)| match heads.get(&NodeId(i as u32)) {
                Some(head) if head.index() != i => Work::Alias(*head),
                _ => node,
            })
            .collect();
        Ok((nodes, roots.to_vec()))
    }

    /// The intersection of some types, flattened.
    pub fn and(&mut self, operands: &[NodeId]) -> NodeId {
        let mut set = BTreeSet::new();
        let mut open = operands.to_vec();
        while let Some(id) = open.pop() {
            match self.arena.get(id) {
                Work::And(inner) => open.extend(inner),
                Work::Node(Node::Any) => {}
                Work::Node(Node::Never) => return self.never,
                _ => {
                    set.insert(id);
                }
            }
        }
        let mut set = set.into_iter();
        match (set.next(), set.len()) {
            (None, _) => self.any,
            (Some(one), 0) => one,
            (Some(first), _) => self.arena.intern(Work::And(std::iter::once(first).chain(set).collect())),
        }
    }

    fn stop(&self, diagnostic: Diagnostic) -> Stop {
        (self.open.iter().rev().copied().find(|&id| (self.has_place)(id)), diagnostic)
    }

    /// What the node comes to: a type, a union, an exclusive or a residual.
    pub fn head(&mut self, id: NodeId) -> Result<NodeId, Stop> {
        if let Some(&head) = self.heads.get(&id) {
            return Ok(head);
        }
        if self.open.contains(&id) {
            return Err(self.stop(Diagnostic::new(&REFERENCE_CYCLE, "found a type that is defined by itself")));
        }
        if self.open.len() >= MAX_COMBINATORS {
            let message =
                format!("found combinators nested deeper than {MAX_COMBINATORS} without a property or item between");
            return Err(self.stop(Diagnostic::new(&INVALID_SCHEMA, message)));
        }
        if self.arena.len() > MAX_NODES {
            let message = format!("found intersections that come to more than {MAX_NODES} types");
            return Err(self.stop(Diagnostic::new(&INVALID_SCHEMA, message)));
        }
        self.open.push(id);
        let head = self.work_out(id)?;
        self.open.pop();
        self.heads.insert(id, head);
        self.heads.insert(head, head);
        Ok(head)
    }

    fn work_out(&mut self, id: NodeId) -> Result<NodeId, Stop> {
        Ok(match self.arena.get(id).clone() {
            Work::Node(Node::Union(UnionNode { members, other })) => {
                let members = members.iter().map(|&m| self.head(m)).collect::<Result<Vec<_>, _>>()?;
                union(&mut self.arena, &members, other)
            }
            Work::Node(Node::Exclusive(members)) => self.exclusive(&members)?,
            Work::Node(_) | Work::Constraint { .. } => id,
            Work::Residual { base, constraints } => {
                let base = self.head(base)?;
                self.residual(base, constraints)
            }
            Work::And(operands) => self.intersection(&operands)?,
            Work::Not(operand) => {
                let operand_head = self.head(operand)?;
                complement(self, operand, operand_head)
            }
            Work::Other(inner) => {
                let head = self.head(inner)?;
                union(&mut self.arena, &[head], true)
            }
            Work::Unevaluated { base, tail, closed } => {
                let head = self.head(base)?;
                let (members, other) = match self.arena.get(head) {
                    Work::Node(Node::Union(UnionNode { members, other })) => (members.clone(), *other),
                    _ => (vec![head], false),
                };
                let closed: Vec<NodeId> = members.iter().map(|&m| self.closed(m, tail, closed)).collect();
                let heads = closed.iter().map(|&m| self.head(m)).collect::<Result<Vec<_>, _>>()?;
                union(&mut self.arena, &heads, other)
            }
            Work::Alias(target) => self.head(target)?,
        })
    }

    /// A type with the names that it says nothing of closed; `closed` where it is no plain open object.
    fn closed(&mut self, id: NodeId, tail: NodeId, closed: NodeId) -> NodeId {
        match self.arena.get(id) {
            Work::Node(Node::Object(object)) if object.tail == self.any => {
                let object = ObjectNode { tail, ..object.clone() };
                self.arena.intern(Work::Node(Node::Object(object)))
            }
            Work::Node(
                Node::Never | Node::Null | Node::Boolean | Node::Number(_) | Node::String(_) | Node::Array(_),
            ) => id,
            _ => self.and(&[id, closed]),
        }
    }

    pub fn residual(&mut self, base: NodeId, constraints: Vec<NodeId>) -> NodeId {
        let (base, mut constraints) = match self.arena.get(base).clone() {
            Work::Node(Node::Never) => return base,
            Work::Residual { base, constraints: inner } => (base, [constraints, inner].concat()),
            _ => (base, constraints),
        };
        constraints.sort_unstable();
        constraints.dedup();
        self.arena.intern(Work::Residual { base, constraints })
    }

    /// A `oneOf`: of mere presence, one presence; else its alternatives as often as they stand.
    pub fn exclusive(&mut self, members: &[NodeId]) -> Result<NodeId, Stop> {
        let heads = members.iter().map(|&m| self.head(m)).collect::<Result<Vec<_>, _>>()?;
        if let [one] = heads[..] {
            return Ok(one);
        }
        let mut sets = Vec::new();
        let mut typeless = 0;
        for &head in &heads {
            let (object, without_type) = self.presence_alternative(head);
            match object.and_then(|object| required_sets(&self.arena, object)).as_deref() {
                Some([set]) => sets.push(set.clone()),
                Some(_) | None => {
                    // What is already seen to be disjoint meets other operands as the union it is; the rest settles later.
                    if pairwise_disjoint(&self.arena, &heads) {
                        return Ok(union(&mut self.arena, &heads, false));
                    }
                    let mut heads = heads;
                    heads.sort_unstable();
                    return Ok(self.arena.intern(Work::Node(Node::Exclusive(heads))));
                }
            }
            typeless += usize::from(without_type);
        }
        sets.sort();
        let object = presence_object(&mut self.arena, Presence { exactly_one: true, sets });
        let mut alternatives = vec![object];
        // What is no object is of every alternative without a type.
        if typeless == 1 {
            alternatives.extend(self.all_but_objects());
        }
        Ok(union(&mut self.arena, &alternatives, false))
    }

    /// The object of an alternative that may be of mere presence, and whether it admits everything that is no object.
    fn presence_alternative(&self, head: NodeId) -> (Option<NodeId>, bool) {
        match self.arena.get(head) {
            Work::Node(Node::Object(_)) => (Some(head), false),
            Work::Node(Node::Union(UnionNode { members, other: false })) => {
                let wholes: BTreeSet<Whole> = members.iter().filter_map(|&m| whole(&self.arena, m)).collect();
                let others: Vec<NodeId> = members
                    .iter()
                    .copied()
                    .filter(|&m| whole(&self.arena, m).is_none_or(|w| w == Whole::Object))
                    .collect();
                match others[..] {
                    [one] if wholes.len() == 5 && members.len() == 6 => (Some(one), true),
                    _ => (None, false),
                }
            }
            _ => (None, false),
        }
    }

    fn all_but_objects(&mut self) -> Vec<NodeId> {
        let any = self.any;
        let mut all: Vec<NodeId> = super::typed::SCALARS.map(|node| self.arena.intern(Work::Node(node()))).to_vec();
        all.push(self.arena.intern(Work::Node(Node::Array(merge::plain_array(any)))));
        all
    }

    /// The intersection of a flattened set of operands.
    fn intersection(&mut self, operands: &[NodeId]) -> Result<NodeId, Stop> {
        let mut parts = Parts::default();
        let mut open = operands.to_vec();
        let mut seen = BTreeSet::new();
        while let Some(id) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.arena.get(id).clone() {
                Work::And(inner) => open.extend(inner),
                Work::Alias(target) => open.push(target),
                Work::Node(Node::Any) => {}
                Work::Node(Node::Never) => return Ok(self.never),
                Work::Other(inner) => {
                    parts.other = true;
                    open.push(inner);
                }
                Work::Residual { base, constraints } => {
                    open.push(base);
                    parts.constraints.extend(constraints);
                }
                Work::Not(_) | Work::Unevaluated { .. } | Work::Node(Node::Union(_) | Node::Exclusive(_)) => {
                    let head = self.head(id)?;
                    match self.arena.get(head).clone() {
                        Work::Node(Node::Union(UnionNode { members, other })) => {
                            parts.other |= other;
                            parts.unions.insert(members);
                        }
                        Work::Node(Node::Exclusive(members)) => {
                            parts.exclusives.insert(members);
                        }
                        _ => open.push(head),
                    }
                }
                Work::Node(_) | Work::Constraint { .. } => {
                    parts.leaves.insert(id);
                }
            }
        }
        let Parts { leaves, unions, exclusives, mut constraints, other } = parts;
        let mut body = match self.leaf(&leaves)? {
            Some(leaf) if unions.is_empty() && exclusives.is_empty() => self.head(leaf)?,
            Some(leaf) => match self.distribute(leaf, &unions, &exclusives)? {
                Some(body) => body,
                None => {
                    // Beyond the budget: the operands as they are.
                    let mut operands: Vec<NodeId> = Vec::new();
                    if leaf != self.any {
                        operands.push(leaf);
                    }
                    for members in unions {
                        operands.push(self.arena.intern(Work::Node(Node::Union(UnionNode { members, other: false }))));
                    }
                    for members in exclusives {
                        operands.push(self.arena.intern(Work::Node(Node::Exclusive(members))));
                    }
                    constraints.extend(self.operands(&operands));
                    self.any
                }
            },
            None => {
                // Objects that cannot be merged stay as they are, and leave an object as the base.
                let any = self.any;
                let base = self.arena.intern(Work::Node(Node::Object(merge::plain_object(any))));
                let operands: Vec<NodeId> = leaves.iter().copied().filter(|&leaf| leaf != base).collect();
                constraints.extend(self.operands(&operands));
                match self.distribute(base, &unions, &exclusives)? {
                    Some(body) => body,
                    None => base,
                }
            }
        };
        if !constraints.is_empty() {
            body = self.residual(body, constraints);
        }
        if other && body != self.never {
            body = union(&mut self.arena, &[body], true);
        }
        Ok(body)
    }

    /// Constraints that hold operands unmerged.
    pub fn operands(&mut self, operands: &[NodeId]) -> Vec<NodeId> {
        let constraint =
            |id: &NodeId| Work::Constraint { keyword: "allOf".to_owned(), value: String::new(), children: vec![*id] };
        operands.iter().map(|id| self.arena.intern(constraint(id))).collect()
    }

    /// One node for all of one JSON type: never where the types differ; `None` where they cannot be merged.
    fn leaf(&mut self, leaves: &BTreeSet<NodeId>) -> Result<Option<NodeId>, Stop> {
        let mut nodes = Vec::new();
        let mut literals = BTreeSet::new();
        for &id in leaves {
            match self.arena.get(id) {
                Work::Node(Node::Literal(value)) => {
                    literals.insert(value.clone());
                }
                Work::Node(node) => nodes.push(node.clone()),
                _ => {}
            }
        }
        if literals.len() > 1 {
            return Ok(Some(self.never));
        }
        if let Some(value) = literals.pop_first() {
            let literal = self.arena.intern(Work::Node(Node::Literal(value.clone())));
            return self.literal(literal, &value, leaves).map(Some);
        }
        if nodes.is_empty() {
            return Ok(Some(self.any));
        }
        match merge::same_type(self, &nodes) {
            None => Ok(Some(self.never)),
            Some(Merged::Node(node)) => Ok(Some(self.arena.intern(Work::Node(node)))),
            Some(Merged::Not) => Ok(None),
            Some(Merged::Conflict(message)) => Err(self.stop(Diagnostic::new(&INVALID_SCHEMA, message))),
        }
    }
}

/// Operands of an intersection, by what is to be done with them.
#[derive(Default)]
struct Parts {
    leaves: BTreeSet<NodeId>,
    unions: BTreeSet<Vec<NodeId>>,
    exclusives: BTreeSet<Vec<NodeId>>,
    constraints: Vec<NodeId>,
    other: bool,
}
