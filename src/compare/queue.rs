//! Pairs that wait for the walk, the shortest path first.

use super::local::Key;
use super::path::{PathId, Paths};
use crate::graph::NodeId;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// A pair that waits for its turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct Waiting {
    pub path: PathId,
    pub from: usize,
    pub key: Key,
    /// The types that stand there as a whole: they may bear the name.
    pub whole: (NodeId, NodeId),
}

/// Pairs by the length of their path, then its text. A pair alone at its length needs no text: a long chain costs no
/// more than its length.
#[derive(Default)]
pub(super) struct Queue(BTreeMap<usize, Bucket>);

#[derive(Default)]
struct Bucket {
    alone: Option<Waiting>,
    sorted: BinaryHeap<Reverse<(String, usize)>>,
    waiting: Vec<Waiting>,
}

impl Bucket {
    fn push(&mut self, paths: &Paths, waiting: Waiting) {
        self.sorted.push(Reverse((paths.text(waiting.path), self.waiting.len())));
        self.waiting.push(waiting);
    }
}

impl Queue {
    /// Adds a pair.
    pub fn push(&mut self, paths: &Paths, waiting: Waiting) {
        let bucket = self.0.entry(paths.length(waiting.path)).or_default();
        if bucket.alone.is_none() && bucket.sorted.is_empty() {
            bucket.alone = Some(waiting);
            return;
        }
        if let Some(alone) = bucket.alone.take() {
            bucket.push(paths, alone);
        }
        bucket.push(paths, waiting);
    }

    /// Takes the pair with the shortest path, of equally long ones the first in byte order.
    pub fn pop(&mut self) -> Option<Waiting> {
        loop {
            let mut first = self.0.first_entry()?;
            let bucket = first.get_mut();
            if let Some(alone) = bucket.alone.take() {
                return Some(alone);
            }
            match bucket.sorted.pop() {
                Some(Reverse((_, at))) => return bucket.waiting.get(at).copied(),
                None => {
                    first.remove();
                }
            }
        }
    }
}
