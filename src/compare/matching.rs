//! Maximum matching of two sets by augmenting paths.

use std::collections::BTreeSet;

/// Partners by index, on both sides.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Matching {
    pub of_old: Vec<Option<usize>>,
    pub of_new: Vec<Option<usize>>,
}

impl Matching {
    fn sized(&mut self, old: usize, new: usize) {
        self.of_old.resize(old, None);
        self.of_new.resize(new, None);
    }
}

/// Extends a matching until every old item has a partner; false where one cannot. Partners without an edge part first.
pub(super) fn augment(matching: &mut Matching, old: usize, new: usize, edge: impl Fn(usize, usize) -> bool) -> bool {
    matching.sized(old, new);
    for at in 0..old {
        if let Some(partner) = matching.of_old[at].filter(|partner| !edge(at, *partner)) {
            matching.of_old[at] = None;
            matching.of_new[partner] = None;
        }
    }
    let edges = |at: usize| (0..new).filter(|partner| edge(at, *partner)).collect::<Vec<_>>();
    (0..old).all(|at| matching.of_old[at].is_some() || find_path(matching, at, &edges))
}

/// A maximum matching; `edges` lists the partners of each old item, preferred ones first.
pub(super) fn maximum(old: usize, new: usize, edges: &[Vec<usize>]) -> Matching {
    let mut matching = Matching::default();
    matching.sized(old, new);
    for at in 0..old {
        find_path(&mut matching, at, &|at| edges.get(at).cloned().unwrap_or_default());
    }
    matching
}

/// One augmenting path from an unmatched old item, by depth first with an explicit stack.
fn find_path(matching: &mut Matching, start: usize, edges: &impl Fn(usize) -> Vec<usize>) -> bool {
    let mut seen = BTreeSet::new();
    // Each entry: an old item, its partners left to try (last first), and the partner that is being tried.
    let reversed = |at: usize| edges(at).into_iter().rev().collect::<Vec<_>>();
    let mut path: Vec<(usize, Vec<usize>, Option<usize>)> = vec![(start, reversed(start), None)];
    while let Some((_, left, tried)) = path.last_mut() {
        let Some(partner) = left.pop() else {
            path.pop();
            continue;
        };
        if !seen.insert(partner) {
            continue;
        }
        *tried = Some(partner);
        match matching.of_new[partner] {
            Some(holder) => path.push((holder, reversed(holder), None)),
            None => {
                for (at, _, tried) in path {
                    matching.of_old[at] = tried;
                    if let Some(partner) = tried {
                        matching.of_new[partner] = Some(at);
                    }
                }
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{Matching, augment, maximum};

    #[test]
    fn preferred_partners_give_way() {
        let matching = maximum(3, 3, &[vec![0, 1], vec![0], vec![1, 2]]);
        assert_eq!(matching.of_old, [Some(1), Some(0), Some(2)]);
        assert_eq!(matching.of_new, [Some(1), Some(0), Some(2)]);
    }

    #[test]
    fn what_has_no_partner_stays_alone() {
        let matching = maximum(2, 1, &[vec![0], vec![0]]);
        assert_eq!(matching.of_old, [Some(0), None]);
    }

    #[test]
    fn lost_edges_are_replaced() {
        let mut matching = Matching::default();
        assert!(augment(&mut matching, 2, 2, |_, _| true));
        let taken = matching.of_old[0];
        assert!(augment(&mut matching, 2, 2, |old, new| old != 0 || Some(new) != taken));
        assert_ne!(matching.of_old[0], taken);
        assert!(!augment(&mut matching, 2, 2, |_, new| new == 0));
    }
}
