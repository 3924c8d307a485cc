//! The set comparison that every step uses: what only the old side has, what both have, what only the new side has.

use std::collections::BTreeMap;

/// Three disjoint parts of two keyed collections, each in key order.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Sets<K, A, B> {
    pub only_old: Vec<(K, A)>,
    pub both: Vec<(K, A, B)>,
    pub only_new: Vec<(K, B)>,
}

/// Compares by key; of equal keys on one side the last one counts.
pub(super) fn compare<K: Ord, A, B>(
    old: impl IntoIterator<Item = (K, A)>,
    new: impl IntoIterator<Item = (K, B)>,
) -> Sets<K, A, B> {
    let mut rest: BTreeMap<K, B> = new.into_iter().collect();
    let mut sets = Sets { only_old: Vec::new(), both: Vec::new(), only_new: Vec::new() };
    for (key, a) in old.into_iter().collect::<BTreeMap<K, A>>() {
        match rest.remove(&key) {
            Some(b) => sets.both.push((key, a, b)),
            None => sets.only_old.push((key, a)),
        }
    }
    sets.only_new.extend(rest);
    sets
}

/// Compares two plain sets.
pub(super) fn compare_sets<'t, T: Ord>(
    old: impl IntoIterator<Item = &'t T>,
    new: impl IntoIterator<Item = &'t T>,
) -> Sets<&'t T, (), ()> {
    compare(old.into_iter().map(|item| (item, ())), new.into_iter().map(|item| (item, ())))
}

#[cfg(test)]
mod tests {
    use super::{Sets, compare};

    #[test]
    fn three_parts() {
        let sets = compare([(2, "b"), (1, "a")], [(3, 'c'), (2, 'b')]);
        assert_eq!(sets, Sets { only_old: vec![(1, "a")], both: vec![(2, "b", 'b')], only_new: vec![(3, 'c')] });
    }
}
