//! Arrays and tuples.

use super::ChangeKind;
use super::describe::count;
use super::local::{Key, Local};
use super::pairs::Pairs;
use super::path::Step;
use super::view::is_never;
use crate::graph::{ArrayNode, Contains, Count};

impl<'a> Pairs<'a> {
    /// Compares two arrays.
    pub(super) fn array(&mut self, out: &mut Local, key: Key, old: &'a ArrayNode, new: &'a ArrayNode) {
        let ArrayNode { prefix, rest, length, unique, contains } = old;
        let place = self.below(key.place, None);
        let inner = |old, new| Key { old, new, place, bound: None };
        let closed = (is_never(self.old.graph, *rest), is_never(self.new.graph, new.rest));
        let tuple_changed = prefix.len() != new.prefix.len() || closed.0 != closed.1;
        if tuple_changed {
            self.change(out, ChangeKind::TupleChanged, &[], key, |_| {
                let words = |positions: usize, closed: bool| {
                    format!("{positions} {}", if closed { "and no more" } else { "and any further items" })
                };
                format!(
                    "The positions of the tuple, {}, became {}.",
                    words(prefix.len(), closed.0),
                    words(new.prefix.len(), closed.1)
                )
            });
        }
        for (at, (old, new)) in prefix.iter().zip(&new.prefix).enumerate() {
            self.types(out, &[Step::Position(at)], inner(*old, *new));
        }
        if !closed.0 && !closed.1 {
            self.types(out, &[Step::Items], inner(*rest, new.rest));
        }
        // Bounds that say no more than the prefix does are part of the change of the tuple.
        let bounds_changed = if tuple_changed {
            beside_prefix(length, prefix.len()) != beside_prefix(&new.length, new.prefix.len())
        } else {
            *length != new.length
        };
        if bounds_changed {
            self.change(out, ChangeKind::LengthChanged, &[], key, |_| {
                format!("The number of items, {}, became {}.", count(length), count(&new.length))
            });
        }
        if *unique != new.unique {
            self.change(out, ChangeKind::UniqueItemsChanged, &[], key, |_| {
                if *unique { "Items may be equal now." } else { "All items must differ now." }.to_owned()
            });
        }
        self.contains(out, key, contains, &new.contains);
    }

    fn contains(&mut self, out: &mut Local, key: Key, old: &[Contains], new: &[Contains]) {
        let place = self.below(key.place, None);
        let (old_graph, new_graph) = (self.old.graph, self.new.graph);
        let mut rest: Vec<&Contains> = new.iter().collect();
        let mut lost: Vec<&Contains> = Vec::new();
        for contains in old {
            let Contains { ty, count } = contains;
            let equal = |other: &&Contains| new_graph.hash(other.ty) == old_graph.hash(*ty) && other.count == *count;
            match rest.iter().position(equal) {
                Some(at) => {
                    rest.remove(at);
                }
                None => lost.push(contains),
            }
        }
        if let ([old], [new]) = (lost.as_slice(), rest.as_slice()) {
            // At most so many of a type is not monotone: such a type is compared by its hash alone.
            if old.count == new.count && old.count.max.is_none() {
                return self.types(out, &[Step::Contains], Key { old: old.ty, new: new.ty, place, bound: None });
            }
        }
        if !lost.is_empty() || !rest.is_empty() {
            self.change(out, ChangeKind::ContainsChanged, &[], key, |pairs| match (lost.as_slice(), rest.as_slice()) {
                ([old], [new]) => format!(
                    "It contained {} of {} and contains {} of {} now.",
                    count(&old.count),
                    pairs.old.describe(old.ty),
                    count(&new.count),
                    pairs.new.describe(new.ty)
                ),
                (_, _) => "What it must contain changed.".to_owned(),
            });
        }
    }
}

/// What the bounds say beside the number of positions; `None` for what equals it.
fn beside_prefix(length: &Count, positions: usize) -> (Option<u64>, Option<u64>) {
    let other = |bound: &u64| *bound != positions as u64;
    (Some(length.min).filter(other), length.max.filter(other))
}
