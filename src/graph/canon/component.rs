//! Hashes of all nodes, bottom-up over strongly connected components (docs/fingerprint.md).

use super::encode::encode;
use super::refine::{Slot, refine};
use super::work::Work;
use crate::graph::digest::Digest;
use crate::graph::node::NodeId;
use std::collections::HashMap;
use std::fmt::Write as _;

/// The hash of every node of a quotient (no two nodes equal, no aliases).
pub(in crate::graph) fn hash_all(nodes: &[Work]) -> Vec<Digest> {
    let encoded: Vec<(String, Vec<(Slot, NodeId)>)> = nodes.iter().map(encode).collect();
    let mut hashes: Vec<Option<Digest>> = vec![None; nodes.len()];
    for component in components(&encoded) {
        if let [node] = component[..]
            && !encoded[node].1.iter().any(|(_, child)| child.index() == node)
        {
            let text = describe(&encoded[node], &hashes, &HashMap::new());
            hashes[node] = Some(Digest::of(text.as_bytes()));
        } else {
            hash_cycle(&component, &encoded, &mut hashes);
        }
    }
    hashes.into_iter().map(|hash| hash.unwrap_or(Digest([0; 32]))).collect()
}

/// A node's local line, then a line for each child: groups by slot, in a group hashes sorted, then positions ascending.
fn describe(
    (local, children): &(String, Vec<(Slot, NodeId)>),
    hashes: &[Option<Digest>],
    positions: &HashMap<usize, usize>,
) -> String {
    let mut text = format!("{local}\n");
    for group in children.chunk_by(|a, b| a.0 == b.0) {
        let mut outside: Vec<Digest> = group.iter().filter_map(|(_, child)| hashes[child.index()]).collect();
        let mut inside: Vec<usize> =
            group.iter().filter_map(|(_, child)| positions.get(&child.index()).copied()).collect();
        outside.sort_unstable();
        inside.sort_unstable();
        for hash in outside {
            let _ = writeln!(text, "{hash}");
        }
        for position in inside {
            let _ = writeln!(text, "@{position}");
        }
    }
    text
}

/// The members of a cycle are put in canonical order, described together, and hashed by their positions.
fn hash_cycle(component: &[usize], encoded: &[(String, Vec<(Slot, NodeId)>)], hashes: &mut [Option<Digest>]) {
    let local_index: HashMap<usize, u32> = component.iter().enumerate().map(|(i, &node)| (node, i as u32)).collect();
    // First order: what stands outside the cycle. `?` holds the place of a child inside.
    let starts: Vec<String> = component
        .iter()
        .map(|&node| {
            let mut text = format!("{}\n", encoded[node].0);
            for group in encoded[node].1.chunk_by(|a, b| a.0 == b.0) {
                let mut outside: Vec<Digest> = group.iter().filter_map(|(_, child)| hashes[child.index()]).collect();
                outside.sort_unstable();
                let inside = group.len() - outside.len();
                for hash in outside {
                    let _ = writeln!(text, "{hash}");
                }
                text.push_str(&"?\n".repeat(inside));
            }
            text
        })
        .collect();
    let mut sorted: Vec<&String> = starts.iter().collect();
    sorted.sort_unstable();
    sorted.dedup();
    let colours: Vec<u32> = starts.iter().map(|s| sorted.partition_point(|t| *t < s) as u32).collect();
    let edges: Vec<Vec<(Slot, u32)>> = component
        .iter()
        .map(|&node| {
            let inside = encoded[node].1.iter();
            inside.filter_map(|(slot, child)| Some((*slot, *local_index.get(&child.index())?))).collect()
        })
        .collect();
    let ranks = refine(&colours, &edges);
    let positions: HashMap<usize, usize> =
        component.iter().zip(&ranks).map(|(&node, &rank)| (node, rank as usize)).collect();
    let mut order: Vec<usize> = component.to_vec();
    order.sort_unstable_by_key(|node| positions[node]);
    let mut text = String::from("cycle\n");
    for &node in &order {
        text.push_str(&describe(&encoded[node], hashes, &positions));
    }
    let whole = Digest::of(text.as_bytes());
    for &node in &order {
        hashes[node] = Some(Digest::of(format!("member\n{whole}\n@{}\n", positions[&node]).as_bytes()));
    }
}

/// Strongly connected components, children before parents (Tarjan 1972, with a stack of its own).
fn components(encoded: &[(String, Vec<(Slot, NodeId)>)]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let n = encoded.len();
    let (mut index, mut low, mut on_stack) = (vec![UNSEEN; n], vec![0; n], vec![false; n]);
    let (mut stack, mut out, mut next) = (Vec::new(), Vec::new(), 0);
    for root in 0..n {
        if index[root] != UNSEEN {
            continue;
        }
        let mut calls = vec![(root, 0)];
        while let Some((node, child)) = calls.pop() {
            if child == 0 {
                index[node] = next;
                low[node] = next;
                next += 1;
                stack.push(node);
                on_stack[node] = true;
            }
            match encoded[node].1.get(child) {
                Some((_, target)) => {
                    calls.push((node, child + 1));
                    let target = target.index();
                    if index[target] == UNSEEN {
                        calls.push((target, 0));
                    } else if on_stack[target] {
                        low[node] = low[node].min(index[target]);
                    }
                }
                None => {
                    if let Some(&(parent, _)) = calls.last() {
                        low[parent] = low[parent].min(low[node]);
                    }
                    if low[node] == index[node] {
                        let start = stack.iter().rposition(|&n| n == node).unwrap_or(0);
                        let component = stack.split_off(start);
                        component.iter().for_each(|&n| on_stack[n] = false);
                        out.push(component);
                    }
                }
            }
        }
    }
    out
}
