//! From a working arena to a canonical graph: quotient and simplify until nothing changes, then hash.

use super::component::hash_all;
use super::encode::encode;
use super::refine::{Slot, refine};
use super::simplify::simplify;
use super::work::{Arena, Work};
use crate::graph::digest::Digest;
use crate::graph::node::{Constraint, Graph, Node, NodeId, ResidualNode};
use std::collections::HashMap;

/// A canonical graph and where the nodes of the working arena went.
pub(in crate::graph) struct Canonical {
    /// The graph.
    pub graph: Graph,
    /// For each requested node, its node in the graph.
    pub roots: Vec<NodeId>,
}

/// The quotient of the nodes that the roots reach: aliases gone, equal nodes one. Classes are numbered from 0; the
/// second value maps the roots.
pub(in crate::graph) fn quotient(nodes: &[Work], roots: &[NodeId]) -> (Vec<Work>, Vec<NodeId>) {
    let target = resolve_aliases(nodes);
    let mut number: Vec<Option<u32>> = vec![None; nodes.len()];
    let mut reached: Vec<NodeId> = Vec::new();
    let mut open: Vec<NodeId> = roots.iter().map(|id| target[id.index()]).collect();
    while let Some(id) = open.pop() {
        if number[id.index()].is_none() {
            number[id.index()] = Some(reached.len() as u32);
            reached.push(id);
            open.extend(nodes[id.index()].children().iter().map(|child| target[child.index()]));
        }
    }
    let at = |id: NodeId| number[target[id.index()].index()].unwrap_or(0);
    let mut colour_of: HashMap<String, u32> = HashMap::new();
    let mut colours = Vec::with_capacity(reached.len());
    let mut edges: Vec<Vec<(Slot, u32)>> = Vec::with_capacity(reached.len());
    for &id in &reached {
        let (local, children) = encode(&nodes[id.index()]);
        let next = colour_of.len() as u32;
        colours.push(*colour_of.entry(local).or_insert(next));
        edges.push(children.into_iter().map(|(slot, child)| (slot, at(child))).collect());
    }
    let classes = refine(&colours, &edges);
    let count = classes.iter().max().map_or(0, |&max| max as usize + 1);
    let mut out: Vec<Option<Work>> = vec![None; count];
    for (i, &id) in reached.iter().enumerate() {
        let class = &mut out[classes[i] as usize];
        if class.is_none() {
            *class = Some(nodes[id.index()].map(|child| NodeId(classes[at(child) as usize])));
        }
    }
    let roots = roots.iter().map(|&id| NodeId(classes[at(id) as usize])).collect();
    (out.into_iter().flatten().collect(), roots)
}

fn resolve_aliases(nodes: &[Work]) -> Vec<NodeId> {
    let mut target: Vec<Option<NodeId>> = vec![None; nodes.len()];
    for start in 0..nodes.len() as u32 {
        let mut path = Vec::new();
        let mut at = NodeId(start);
        let end = loop {
            match (target[at.index()], &nodes[at.index()]) {
                (Some(end), _) => break end,
                // A cycle of aliases alone is refused before; the length bounds the walk all the same.
                (None, Work::Alias(next)) if path.len() < nodes.len() => {
                    path.push(at);
                    at = *next;
                }
                (None, _) => break at,
            }
        };
        target[at.index()] = Some(end);
        for id in path {
            target[id.index()] = Some(end);
        }
    }
    target.into_iter().enumerate().map(|(i, end)| end.unwrap_or(NodeId(i as u32))).collect()
}

/// Nodes that no rewrite changes any more, and where the requested ones went.
pub(in crate::graph) struct Settled {
    nodes: Vec<Work>,
    roots: Vec<NodeId>,
}

/// Quotient and simplification of the nodes that the roots reach, until nothing changes.
pub(in crate::graph) fn settle(nodes: &[Work], roots: &[NodeId]) -> Settled {
    let (mut nodes, mut roots) = quotient(nodes, roots);
    while let Some(simpler) = simplified(&nodes, &roots) {
        (nodes, roots) = quotient(&simpler, &roots);
    }
    Settled { nodes, roots }
}

impl Settled {
    /// The nodes with every kept `not` and `allOf` as a complement and an intersection again, and the roots; `None`
    /// where there are none. Operands that had no plain form may have one now that their parts are settled.
    pub fn reopened(&self) -> Option<(Vec<Work>, Vec<NodeId>)> {
        let opens =
            |node: &Work| matches!(node, Work::Constraint { keyword, .. } if keyword == "not" || keyword == "allOf");
        if !self.nodes.iter().any(opens) {
            return None;
        }
        let mut arena = Arena::from_nodes(self.nodes.clone());
        let mut found = Vec::new();
        for (i, node) in self.nodes.iter().enumerate() {
            let Work::Residual { base, constraints } = node else { continue };
            let mut operands = vec![*base];
            let mut kept = Vec::new();
            for &constraint in constraints {
                match &self.nodes[constraint.index()] {
                    Work::Constraint { keyword, children, .. } if keyword == "not" && children.len() == 1 => {
                        operands.push(arena.intern(Work::Not(children[0])));
                    }
                    Work::Constraint { keyword, value, children } if keyword == "allOf" && value.is_empty() => {
                        operands.extend(children);
                    }
                    _ => kept.push(constraint),
                }
            }
            if kept.len() < constraints.len() {
                if !kept.is_empty() {
                    let base = arena.intern(Work::Node(Node::Any));
                    operands.push(arena.intern(Work::Residual { base, constraints: kept }));
                }
                operands.sort_unstable();
                operands.dedup();
                found.push((i, Work::And(operands)));
            }
        }
        if found.is_empty() {
            return None;
        }
        let mut nodes = arena.into_nodes();
        for (i, node) in found {
            nodes[i] = node;
        }
        Some((nodes, self.roots.clone()))
    }

    /// Hashes of the requested nodes: equal where nothing changed.
    pub fn hashes(&self) -> Vec<Digest> {
        let hashes = hash_all(&self.nodes);
        self.roots.iter().map(|root| hashes[root.index()]).collect()
    }

    /// The canonical graph.
    pub fn finish(&self) -> Canonical {
        finish(&self.nodes, &self.roots)
    }
}

/// One round of simplification, children before parents, so that what collapses level by level does so in one round;
/// `None` where nothing changes.
fn simplified(nodes: &[Work], roots: &[NodeId]) -> Option<Vec<Work>> {
    let mut arena = Arena::from_nodes(nodes.to_vec());
    let mut now: Vec<NodeId> = (0..nodes.len() as u32).map(NodeId).collect();
    for id in children_first(nodes, roots) {
        let work = nodes[id.index()].map(|child| now[child.index()]);
        let renewed = if work == nodes[id.index()] { id } else { arena.intern(work) };
        now[id.index()] = simplify(&mut arena, renewed);
    }
    if now.iter().enumerate().all(|(i, id)| id.index() == i) {
        return None;
    }
    let mut next = arena.into_nodes();
    for (i, id) in now.into_iter().enumerate() {
        if id.index() != i {
            next[i] = Work::Alias(id);
        }
    }
    Some(next)
}

/// Nodes in an order in which children come before their parents, but for the edges that close cycles.
fn children_first(nodes: &[Work], roots: &[NodeId]) -> Vec<NodeId> {
    let mut order = Vec::with_capacity(nodes.len());
    let mut seen = vec![false; nodes.len()];
    let mut calls: Vec<(NodeId, Vec<NodeId>)> = Vec::new();
    for &root in roots {
        if std::mem::replace(&mut seen[root.index()], true) {
            continue;
        }
        calls.push((root, nodes[root.index()].children()));
        while let Some((id, rest)) = calls.last_mut() {
            match rest.pop() {
                Some(child) if !std::mem::replace(&mut seen[child.index()], true) => {
                    calls.push((child, nodes[child.index()].children()));
                }
                Some(_) => {}
                None => {
                    order.push(*id);
                    calls.pop();
                }
            }
        }
    }
    order
}

/// Hashes the nodes, sorts them by hash, and folds constraints back into their residuals.
fn finish(nodes: &[Work], roots: &[NodeId]) -> Canonical {
    let hashes = hash_all(nodes);
    let mut order: Vec<usize> = (0..nodes.len()).filter(|&i| !matches!(nodes[i], Work::Constraint { .. })).collect();
    order.sort_unstable_by_key(|&i| hashes[i]);
    let mut place = vec![NodeId(0); nodes.len()];
    for (i, &old) in order.iter().enumerate() {
        place[old] = NodeId(i as u32);
    }
    let graph_nodes = order.iter().map(|&i| finished(nodes, i, &hashes, &place)).collect();
    let graph = Graph { nodes: graph_nodes, hashes: order.iter().map(|&i| hashes[i]).collect() };
    Canonical { graph, roots: roots.iter().map(|id| place[id.index()]).collect() }
}

fn finished(nodes: &[Work], at: usize, hashes: &[Digest], place: &[NodeId]) -> Node {
    // Places are in order of hashes, so sorting by place is the canonical order of members.
    match nodes[at].map(|id| if matches!(nodes[id.index()], Work::Constraint { .. }) { id } else { place[id.index()] })
    {
        Work::Node(Node::Array(mut array)) => {
            array.contains.sort_by_key(|c| (c.count.min, c.count.max, c.ty));
            Node::Array(array)
        }
        Work::Node(node) => node,
        Work::Residual { base, constraints } => {
            let mut sorted = constraints;
            sorted.sort_by_key(|id| hashes[id.index()]);
            let constraints = sorted.iter().filter_map(|id| match &nodes[id.index()] {
                Work::Constraint { keyword, value, children } => Some(Constraint {
                    keyword: keyword.clone(),
                    value: value.clone(),
                    children: children.iter().map(|child| place[child.index()]).collect(),
                }),
                _ => None,
            });
            let mut constraints: Vec<Constraint> = constraints.collect();
            constraints.sort();
            Node::Residual(ResidualNode { base, constraints })
        }
        // Lowering leaves none of these behind.
        Work::Constraint { .. }
        | Work::And(_)
        | Work::Not(_)
        | Work::Other(_)
        | Work::Unevaluated { .. }
        | Work::Alias(_) => Node::Any,
    }
}
