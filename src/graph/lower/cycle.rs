//! References that lead back to themselves with no structure between describe nothing: `reference-cycle`.

use crate::graph::canon::Work;
use crate::graph::node::{Node, NodeId, UnionNode};

/// A node that stands for itself through references and combinators alone, if there is one.
pub(super) fn find(nodes: &[Work]) -> Option<NodeId> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut state = vec![State::New; nodes.len()];
    for root in 0..nodes.len() {
        if state[root] != State::New {
            continue;
        }
        let mut calls: Vec<(usize, Vec<NodeId>)> = vec![(root, in_place(&nodes[root]))];
        state[root] = State::Open;
        while let Some((node, rest)) = calls.last_mut() {
            match rest.pop() {
                None => {
                    state[*node] = State::Done;
                    calls.pop();
                }
                Some(next) => match state[next.index()] {
                    State::Open => return Some(next),
                    State::Done => {}
                    State::New => {
                        state[next.index()] = State::Open;
                        calls.push((next.index(), in_place(&nodes[next.index()])));
                    }
                },
            }
        }
    }
    None
}

/// Constraints whose schemas apply to the same value.
const IN_PLACE: &[&str] = &["allOf", "anyOf", "dependentSchemas", "else", "if", "not", "oneOf", "then"];

/// Nodes that apply to the same value.
fn in_place(work: &Work) -> Vec<NodeId> {
    match work {
        Work::Node(Node::Union(UnionNode { members, .. }) | Node::Exclusive(members)) => members.clone(),
        Work::Node(_) => Vec::new(),
        Work::Constraint { keyword, children, .. } if IN_PLACE.contains(&keyword.as_str()) => children.clone(),
        Work::Constraint { .. } => Vec::new(),
        Work::Residual { base, constraints } => [&[*base], constraints.as_slice()].concat(),
        Work::Unevaluated { base, .. } => vec![*base],
        Work::And(operands) => operands.clone(),
        Work::Not(id) | Work::Other(id) | Work::Alias(id) => vec![*id],
    }
}
