//! Partition refinement: the coarsest classes of nodes that look alike from every distance.
//!
//! Paige and Tarjan, "Three Partition Refinement Algorithms" (1987), extended to edges that are ordered or counted:
//! O(m log n) for m edges. Every choice depends on content only (initial colours, edges), never on node numbers, so the
//! order of the resulting classes is canonical too; `component` relies on that.

/// What distinguishes an edge among those of its node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::graph) enum Slot {
    /// The child in this role; equal slots are counted.
    At(u32),
    /// One of a set: present or not, however often.
    Set,
}

/// Classes of `colours.len()` nodes: equal numbers for equal nodes, in canonical order.
///
/// `colours` are the initial classes in canonical order; `edges[n]` the children of node `n`.
pub(in crate::graph) fn refine(colours: &[u32], edges: &[Vec<(Slot, u32)>]) -> Vec<u32> {
    Partition::new(colours, edges).run()
}

/// How a node sees a block: slots, each with how often or (sets) whether.
type Key = Vec<(Slot, u32)>;

struct Edge {
    from: u32,
    slot: Slot,
    /// Index into `counts`: how many edges of this slot lead from `from` into the compound block.
    count: u32,
}

struct Partition {
    edges: Vec<Edge>,
    /// Edges into each node.
    into: Vec<Vec<u32>>,
    counts: Vec<u32>,
    block_of: Vec<u32>,
    members: Vec<Vec<u32>>,
    position: Vec<u32>,
    compound_of: Vec<u32>,
    /// Blocks of each compound block, in order of creation.
    compounds: Vec<Vec<u32>>,
    queue: std::collections::VecDeque<u32>,
}

impl Partition {
    fn new(colours: &[u32], edges: &[Vec<(Slot, u32)>]) -> Partition {
        let n = colours.len();
        let mut partition = Partition {
            edges: Vec::new(),
            into: vec![Vec::new(); n],
            counts: Vec::new(),
            block_of: vec![0; n],
            members: vec![Vec::new(); colours.iter().max().map_or(0, |&max| max as usize + 1)],
            position: vec![0; n],
            compound_of: Vec::new(),
            compounds: Vec::new(),
            queue: std::collections::VecDeque::new(),
        };
        for (node, &colour) in colours.iter().enumerate() {
            partition.block_of[node] = colour;
            partition.position[node] = partition.members[colour as usize].len() as u32;
            partition.members[colour as usize].push(node as u32);
        }
        // At first everything is one compound block; the counts are those of each node and slot.
        for (node, children) in edges.iter().enumerate() {
            let mut counted: std::collections::BTreeMap<Slot, u32> = std::collections::BTreeMap::new();
            for &(slot, child) in children {
                let count = *counted.entry(slot).or_insert_with(|| {
                    partition.counts.push(0);
                    partition.counts.len() as u32 - 1
                });
                partition.counts[count as usize] += 1;
                partition.into[child as usize].push(partition.edges.len() as u32);
                partition.edges.push(Edge { from: node as u32, slot, count });
            }
        }
        // Nodes of one colour have the same slots when the colour covers them; make sure that it does.
        partition.split_by(|node| {
            let mut key: Key = edges[node as usize].iter().map(|&(slot, _)| (slot, 1)).collect();
            key.sort_unstable();
            key.dedup_by(|a, b| a.0 == Slot::Set && b.0 == Slot::Set);
            key
        });
        partition.compound_of = vec![0; partition.members.len()];
        partition
            .compounds
            .push((0..partition.members.len() as u32).filter(|&b| !partition.members[b as usize].is_empty()).collect());
        partition.queue.push_back(0);
        partition
    }

    /// Splits every block by a key of its nodes, in order of keys.
    fn split_by(&mut self, key: impl Fn(u32) -> Key) {
        for block in 0..self.members.len() {
            let mut keyed: Vec<(Key, u32)> = self.members[block].iter().map(|&node| (key(node), node)).collect();
            keyed.sort();
            for group in keyed.chunk_by(|a, b| a.0 == b.0).skip(1) {
                self.move_out(block as u32, group.iter().map(|(_, node)| *node));
            }
        }
    }

    /// Moves nodes of a block into a new block.
    fn move_out(&mut self, block: u32, nodes: impl Iterator<Item = u32>) -> u32 {
        let new = self.members.len() as u32;
        self.members.push(Vec::new());
        for node in nodes {
            let at = self.position[node as usize] as usize;
            let old = &mut self.members[block as usize];
            old.swap_remove(at);
            if let Some(&moved) = old.get(at) {
                self.position[moved as usize] = at as u32;
            }
            self.block_of[node as usize] = new;
            self.position[node as usize] = self.members[new as usize].len() as u32;
            self.members[new as usize].push(node);
        }
        new
    }

    fn run(mut self) -> Vec<u32> {
        while let Some(compound) = self.queue.pop_front() {
            let blocks = &self.compounds[compound as usize];
            if blocks.len() < 2 {
                continue;
            }
            // The smaller of the first two is at most half of the compound block.
            let pick = usize::from(self.members[blocks[1] as usize].len() < self.members[blocks[0] as usize].len());
            let splitter = self.compounds[compound as usize].remove(pick);
            if self.compounds[compound as usize].len() > 1 {
                self.queue.push_back(compound);
            }
            let own = self.compounds.len() as u32;
            self.compounds.push(vec![splitter]);
            self.compound_of[splitter as usize] = own;
            self.split_against(splitter);
        }
        let order: Vec<u32> =
            (0..self.members.len() as u32).filter(|&b| !self.members[b as usize].is_empty()).collect();
        let mut rank = vec![0; self.members.len()];
        for (i, &block) in order.iter().enumerate() {
            rank[block as usize] = i as u32;
        }
        self.block_of.iter().map(|&block| rank[block as usize]).collect()
    }

    /// Splits every block by how its nodes see the splitter, which has just left its compound block.
    fn split_against(&mut self, splitter: u32) {
        let targets = self.members[splitter as usize].clone();
        // For each node that sees it: the new count of each slot, and the edges counted.
        let mut incoming: Vec<u32> = targets.iter().flat_map(|&t| self.into[t as usize].iter().copied()).collect();
        incoming.sort_unstable_by_key(|&e| (self.edges[e as usize].from, self.edges[e as usize].slot));
        let mut keyed: Vec<(u32, Key, u32)> = Vec::new();
        let seen: Vec<(u32, Slot, u32)> =
            incoming.iter().map(|&e| (self.edges[e as usize].from, self.edges[e as usize].slot, e)).collect();
        for group in seen.chunk_by(|a, b| a.0 == b.0) {
            let mut key = Vec::new();
            for edges in group.chunk_by(|a, b| a.1 == b.1) {
                let (_, slot, first) = edges[0];
                let count = self.edges[first as usize].count;
                let inside = edges.len() as u32;
                let rest = self.counts[count as usize] - inside;
                key.push((slot, if slot == Slot::Set { 1 + u32::from(rest > 0) } else { inside }));
                if rest > 0 {
                    self.counts[count as usize] = rest;
                    self.counts.push(inside);
                    let fresh = self.counts.len() as u32 - 1;
                    for &(_, _, edge) in edges {
                        self.edges[edge as usize].count = fresh;
                    }
                }
            }
            let node = group[0].0;
            keyed.push((self.block_of[node as usize], key, node));
        }
        keyed.sort();
        for of_block in keyed.chunk_by(|a, b| a.0 == b.0) {
            let block = of_block[0].0;
            let all_seen = of_block.len() == self.members[block as usize].len();
            // The unseen keep the block; where all are seen, those of the first key do.
            for group in of_block.chunk_by(|a, b| a.1 == b.1).skip(usize::from(all_seen)) {
                let new = self.move_out(block, group.iter().map(|(_, _, node)| *node));
                let compound = self.compound_of[block as usize];
                self.compound_of.push(compound);
                self.compounds[compound as usize].push(new);
                if self.compounds[compound as usize].len() == 2 {
                    self.queue.push_back(compound);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounds until stable: slow and plain.
    fn naive(colours: &[u32], edges: &[Vec<(Slot, u32)>]) -> Vec<u32> {
        let mut classes = colours.to_vec();
        loop {
            let keys: Vec<(u32, Vec<(Slot, u32)>)> = (0..classes.len())
                .map(|n| {
                    let mut seen: Vec<(Slot, u32)> = edges[n].iter().map(|&(s, c)| (s, classes[c as usize])).collect();
                    seen.sort();
                    seen.dedup_by(|a, b| a == b && a.0 == Slot::Set);
                    (classes[n], seen)
                })
                .collect();
            let mut sorted = keys.clone();
            sorted.sort();
            sorted.dedup();
            let next: Vec<u32> = keys.iter().map(|k| sorted.binary_search(k).unwrap() as u32).collect();
            if sorted.len() == classes.iter().collect::<std::collections::BTreeSet<_>>().len() {
                return next;
            }
            classes = next;
        }
    }

    fn same_partition(a: &[u32], b: &[u32]) -> bool {
        (0..a.len()).all(|i| (0..i).all(|j| (a[i] == a[j]) == (b[i] == b[j])))
    }

    /// A small pseudo-random source: the tests need variety, not quality.
    struct Draw(u64);

    impl Draw {
        fn below(&mut self, n: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % n
        }
    }

    #[test]
    fn agrees_with_rounds_and_does_not_depend_on_numbering() {
        let mut draw = Draw(7);
        for _ in 0..3_000 {
            let n = 1 + draw.below(12) as usize;
            let colours: Vec<u32> = (0..n).map(|_| draw.below(2) as u32).collect();
            let edges: Vec<Vec<(Slot, u32)>> = (0..n)
                .map(|_| {
                    (0..draw.below(4))
                        .map(|_| {
                            let slot = if draw.below(2) == 0 { Slot::Set } else { Slot::At(draw.below(2) as u32) };
                            (slot, draw.below(n as u64) as u32)
                        })
                        .collect()
                })
                .collect();
            let classes = refine(&colours, &edges);
            assert!(same_partition(&classes, &naive(&colours, &edges)), "{colours:?} {edges:?} {classes:?}");
            let turn = |i: u32| (i as usize + 1) % n;
            let mut colours2 = vec![0; n];
            let mut edges2 = vec![Vec::new(); n];
            for i in 0..n {
                colours2[turn(i as u32)] = colours[i];
                edges2[turn(i as u32)] = edges[i].iter().map(|&(s, c)| (s, turn(c) as u32)).rev().collect();
            }
            let classes2 = refine(&colours2, &edges2);
            for i in 0..n {
                assert_eq!(classes[i], classes2[turn(i as u32)], "{colours:?} {edges:?}");
            }
        }
    }

    #[test]
    fn a_long_chain_takes_no_time() {
        let n = 200_000;
        let edges: Vec<Vec<(Slot, u32)>> =
            (0..n).map(|i| if i + 1 < n { vec![(Slot::Set, i + 1)] } else { Vec::new() }).collect();
        let classes = refine(&vec![0; n as usize], &edges);
        assert_eq!(classes.iter().collect::<std::collections::HashSet<_>>().len(), n as usize);
    }
}
