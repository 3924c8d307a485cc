//! The set comparison that every step uses: what only the old side has, what both have, what only the new side has.

/// Three disjoint parts of two keyed collections, each in key order.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Sets<K, A, B> {
    pub only_old: Vec<(K, A)>,
    pub both: Vec<(K, A, B)>,
    pub only_new: Vec<(K, B)>,
}

/// Compares by key; keys are distinct on each side.
pub(super) fn compare<K: Ord, A, B>(
    old: impl IntoIterator<Item = (K, A)>,
    new: impl IntoIterator<Item = (K, B)>,
) -> Sets<K, A, B> {
    let mut old: Vec<(K, A)> = old.into_iter().collect();
    let mut new: Vec<(K, B)> = new.into_iter().collect();
    old.sort_by(|a, b| a.0.cmp(&b.0));
    new.sort_by(|a, b| a.0.cmp(&b.0));
    let mut sets = Sets { only_old: Vec::new(), both: Vec::new(), only_new: Vec::new() };
    let mut new = new.into_iter().peekable();
    for (key, a) in old {
        while let Some(before) = new.next_if(|(other, _)| *other < key) {
            sets.only_new.push(before);
        }
        match new.next_if(|(other, _)| *other == key) {
            Some((_, b)) => sets.both.push((key, a, b)),
            None => sets.only_old.push((key, a)),
        }
    }
    sets.only_new.extend(new);
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
