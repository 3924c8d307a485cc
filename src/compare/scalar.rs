//! Numbers and strings, and the constraints that are compared as a whole.

use super::ChangeKind;
use super::describe::{count, cut, json, list, range};
use super::local::{Key, Local};
use super::pairs::Pairs;
use super::path::Step;
use super::sets::compare_sets;
use crate::graph::{Constraint, Digest, Graph, NumberNode, StringNode};
use std::collections::BTreeSet;

impl<'a> Pairs<'a> {
    /// Compares two number types by their constraints.
    pub(super) fn number(&mut self, out: &mut Local, at: &[Step], key: Key, old: &NumberNode, new: &NumberNode) {
        let NumberNode { integer, minimum, maximum, multiple_of, formats, excluded } = old;
        if *integer != new.integer {
            self.change(out, ChangeKind::IntegerChanged, at, key, |_| {
                if *integer { "Only integers became any number." } else { "Any number became only integers." }
                    .to_owned()
            });
        }
        if *minimum != new.minimum || *maximum != new.maximum {
            self.change(out, ChangeKind::RangeChanged, at, key, |_| {
                let (old, new) =
                    (range(minimum.as_ref(), maximum.as_ref()), range(new.minimum.as_ref(), new.maximum.as_ref()));
                format!("The range {old} became {new}.")
            });
        }
        if *multiple_of != new.multiple_of {
            self.change(out, ChangeKind::MultipleOfChanged, at, key, |_| {
                format!("Multiples of: {} became {}.", list(multiple_of), list(&new.multiple_of))
            });
        }
        if *formats != new.formats {
            self.change(out, ChangeKind::FormatNameChanged, at, key, |_| {
                format!("The format {} became {}.", list(formats), list(&new.formats))
            });
        }
        if *excluded != new.excluded {
            self.change(out, ChangeKind::ExcludedValuesChanged, at, key, |_| {
                let (old, new) = (list(excluded.iter().map(json)), list(new.excluded.iter().map(json)));
                format!("Refused values: {old} became {new}.")
            });
        }
    }

    /// Compares two string types by their constraints.
    pub(super) fn string(&mut self, out: &mut Local, at: &[Step], key: Key, old: &StringNode, new: &StringNode) {
        let StringNode { length, patterns, formats, excluded } = old;
        if *length != new.length {
            self.change(out, ChangeKind::LengthChanged, at, key, |_| {
                format!("The length, {}, became {}.", count(length), count(&new.length))
            });
        }
        if *patterns != new.patterns {
            self.change(out, ChangeKind::PatternChanged, at, key, |_| {
                let show = |pattern: &String| format!("/{}/", cut(pattern));
                let (old, new) = (list(patterns.iter().map(show)), list(new.patterns.iter().map(show)));
                format!("The pattern {old} became {new}.")
            });
        }
        if *formats != new.formats {
            self.change(out, ChangeKind::FormatNameChanged, at, key, |_| {
                format!("The format {} became {}.", list(formats), list(&new.formats))
            });
        }
        if *excluded != new.excluded {
            self.change(out, ChangeKind::ExcludedValuesChanged, at, key, |_| {
                let (old, new) = (list(excluded.iter().map(json)), list(new.excluded.iter().map(json)));
                format!("Refused values: {old} became {new}.")
            });
        }
    }

    /// How two multisets of residual constraints differ: one phrase for each keyword.
    pub(super) fn constraint_difference<'c>(
        &self,
        old: impl Iterator<Item = &'c Constraint>,
        new: impl Iterator<Item = &'c Constraint>,
    ) -> Vec<String> {
        let keyed = |graph: &Graph, constraint: &'c Constraint| {
            let Constraint { keyword, value, children } = constraint;
            let children: Vec<_> = children.iter().map(|child| graph.hash(*child)).collect();
            (keyword, value, children)
        };
        let mut old: Vec<_> = old.map(|constraint| keyed(self.old.graph, constraint)).collect();
        let mut new: Vec<_> = new.map(|constraint| keyed(self.new.graph, constraint)).collect();
        old.sort();
        new.sort();
        // Equal ones cancel one by one: a constraint may stand several times.
        old.retain(|constraint| match new.binary_search(constraint) {
            Ok(at) => {
                new.remove(at);
                false
            }
            Err(_) => true,
        });
        let keywords = |constraints: &[(&'c String, &'c String, Vec<Digest>)]| -> BTreeSet<&'c String> {
            constraints.iter().map(|(keyword, _, _)| *keyword).collect()
        };
        let sets = compare_sets(keywords(&old), keywords(&new));
        let phrase = |verb: &str, keyword: &str| format!("`{}` {verb}", cut(keyword));
        let mut phrases: Vec<String> = sets.only_old.iter().map(|(keyword, ())| phrase("removed", keyword)).collect();
        phrases.extend(sets.both.iter().map(|(keyword, (), ())| phrase("changed", keyword)));
        phrases.extend(sets.only_new.iter().map(|(keyword, ())| phrase("added", keyword)));
        phrases
    }
}
