//! Objects: properties, the rules for other names, and constraints on the whole.

use super::defaults::default_changed;
use super::describe::{count, json, list};
use super::effective::{Effective, effective};
use super::local::{Key, Local};
use super::pairs::Pairs;
use super::path::Step;
use super::sets::{Sets, compare, compare_sets};
use super::view::{is_any, is_never};
use super::{ChangeKind, Fragment};
use crate::graph::{Graph, Name, NodeId, ObjectNode, Property};
use crate::policy::attribution::difference;
use crate::policy::reserved::{Reservation, reservation};
use std::collections::{BTreeMap, BTreeSet};

impl<'a> Pairs<'a> {
    /// Compares two objects.
    pub(super) fn object(&mut self, out: &mut Local, key: Key, old: &'a ObjectNode, new: &'a ObjectNode) {
        let ObjectNode { properties, patterns: _, tail: _, names: _, count: counts, dependent_required, presence } =
            old;
        let Sets { mut only_old, both, mut only_new } = compare(properties, &new.properties);
        let mut in_free_map: Vec<&Name> = Vec::new();
        for (old_name, new_name) in renames(&only_old, &only_new) {
            if let (Some(before), Some(after)) = (properties.get(&old_name), new.properties.get(&new_name)) {
                only_old.retain(|(name, _)| **name != old_name);
                only_new.retain(|(name, _)| **name != new_name);
                self.renamed(out, (key, old), (&old_name, before), (&new_name, after));
            }
        }
        for (name, property) in only_old {
            self.removed(out, key, name, property);
        }
        for (name, before, after) in both {
            if !self.is_same(before, after) {
                self.property(out, (key, old), name, (before, after), None);
            }
        }
        for (name, property) in only_new {
            if !self.added(out, key, old, name, property) {
                in_free_map.push(name);
            }
        }
        self.other_names(out, key, old, new, &in_free_map);
        if *counts != new.count {
            self.change(out, ChangeKind::CountChanged, &[], key, |_| {
                format!("The number of properties, {}, became {}.", count(counts), count(&new.count))
            });
        }
        if *dependent_required != new.dependent_required {
            self.change(out, ChangeKind::DependencyChanged, &[], key, |_| {
                let sets = compare(dependent_required, &new.dependent_required);
                let lost = sets.only_old.into_iter().map(|(name, _)| name);
                let changed = sets.both.into_iter().filter(|(_, a, b)| a != b).map(|(name, _, _)| name);
                let gained = sets.only_new.into_iter().map(|(name, _)| name);
                let names: BTreeSet<&Name> = lost.chain(changed).chain(gained).collect();
                format!(
                    "Which names must be there with {} changed.",
                    list(names.iter().map(|name| format!("`{name}`")))
                )
            });
        }
        if *presence != new.presence {
            self.change(out, ChangeKind::PresenceChanged, &[], key, |_| {
                "Which alternatives of required names there are changed.".to_owned()
            });
        }
    }

    /// Whether two declarations say the same, types by hash.
    fn is_same(&self, before: &Property, after: &Property) -> bool {
        let Property { ty, required, reserved, default, aliases, policy } = before;
        self.old.graph.hash(*ty) == self.new.graph.hash(after.ty)
            && (required, reserved, default, aliases, policy)
                == (&after.required, &after.reserved, &after.default, &after.aliases, &after.policy)
    }

    /// A property with an alias that names the one it replaces.
    fn renamed(
        &mut self,
        out: &mut Local,
        (key, owner): (Key, &ObjectNode),
        (old_name, before): (&Name, &'a Property),
        (new_name, after): (&Name, &'a Property),
    ) {
        let steps = [Step::Property(new_name.clone())];
        let sides = (Fragment::Type(before.ty), Fragment::Type(after.ty));
        self.report(out, ChangeKind::PropertyRenamed, &steps, key.place.scope(), sides, |_| {
            format!("`{old_name}` became `{new_name}`, which readers still accept under the old name.")
        });
        self.property(out, (key, owner), new_name, (before, after), Some(old_name));
    }

    fn removed(&mut self, out: &mut Local, key: Key, name: &Name, property: &Property) {
        let steps = [Step::Property(name.clone())];
        let sides = (Fragment::Type(property.ty), Fragment::Absent);
        let scope = key.place.scope();
        if property.reserved {
            self.report(out, ChangeKind::ReservationRemoved, &steps, scope, sides, |_| {
                format!("The reserved name `{name}` is no longer declared.")
            });
        } else {
            self.report(out, ChangeKind::PropertyRemoved, &steps, scope, sides, |pairs| {
                let need = if property.required { "required" } else { "optional" };
                format!("The {need} property `{name}` ({}) was removed.", pairs.old.describe(property.ty))
            });
        }
    }

    /// Compares two declarations of one property; `renamed` is the old name that an alias replaces.
    fn property(
        &mut self,
        out: &mut Local,
        (key, owner): (Key, &ObjectNode),
        name: &Name,
        (before, after): (&'a Property, &'a Property),
        renamed: Option<&Name>,
    ) {
        let Property { ty, required, reserved: _, default, aliases, policy } = before;
        let steps = [Step::Property(name.clone())];
        let scope = key.place.scope();
        let sides = (Fragment::Type(*ty), Fragment::Type(after.ty));
        match reservation(before, self.new.graph, after) {
            Reservation::None => self.property_type(out, key, name, before, after),
            Reservation::Kept => {}
            Reservation::Added => {
                self.report(out, ChangeKind::PropertyReserved, &steps, scope, sides, |_| {
                    format!("The property `{name}` was declared and is reserved now.")
                });
                if let Some(last) = out.changes.last_mut() {
                    last.exception = true;
                }
            }
            Reservation::Lifted => {
                self.report(out, ChangeKind::ReservationLifted, &steps, scope, sides, |pairs| {
                    format!("The reserved name `{name}` admits {} now.", pairs.new.describe(after.ty))
                });
            }
            Reservation::Unmarked => {
                self.report(out, ChangeKind::ReservationRemoved, &steps, scope, sides, |_| {
                    format!("The name `{name}` is no longer marked as reserved.")
                });
            }
        }
        match (*required, after.required) {
            (true, true) | (false, false) => {}
            (true, false) => {
                self.report(out, ChangeKind::PropertyMadeOptional, &steps, scope, sides, |_| {
                    format!("The required property `{name}` became optional.")
                });
                if let Some(last) = out.changes.last_mut() {
                    last.made_optional = Some(name.clone());
                }
            }
            (false, true) => {
                self.report(out, ChangeKind::PropertyMadeRequired, &steps, scope, sides, |_| {
                    format!("The optional property `{name}` became required.")
                });
                if let Some(last) = out.changes.last_mut() {
                    last.harmless_written = true;
                }
            }
        }
        let optional = !required && !after.required;
        if optional && default_changed(self, (*ty, default.as_ref()), (after.ty, after.default.as_ref())) {
            self.report(out, ChangeKind::DefaultChanged, &steps, scope, sides, |_| match (default, &after.default) {
                (Some(old), Some(new)) => format!("The default {} became {}.", json(old), json(new)),
                (Some(old), None) => format!("The default {} was removed.", json(old)),
                (None, Some(new)) => format!("The default {} was added.", json(new)),
                (None, None) => "The default changed.".to_owned(),
            });
        }
        let aliases_after = after.aliases.iter().filter(|alias| Some(*alias) != renamed);
        let sets = compare_sets(aliases.iter().filter(|alias| *alias != name), aliases_after);
        let quoted = |names: Vec<(&Name, ())>| list(names.into_iter().map(|(alias, ())| format!("`{alias}`")));
        if !sets.only_old.is_empty() {
            self.report(out, ChangeKind::AliasRemoved, &steps, scope, sides, |_| {
                format!("Readers no longer accept {} for `{name}`.", quoted(sets.only_old))
            });
        }
        if !sets.only_new.is_empty() {
            let written = self.may_be_written(owner, sets.only_new.iter().map(|(alias, ())| *alias));
            self.report(out, ChangeKind::AliasAdded, &steps, scope, sides, |_| {
                format!("Readers also accept {} for `{name}`.", quoted(sets.only_new))
            });
            if let Some(last) = out.changes.last_mut() {
                last.exception = written;
            }
        }
        let promises = (policy.as_deref(), after.policy.as_deref());
        if promises.0 != promises.1 && !self.is_covered(key.place, before, after) {
            self.report(out, ChangeKind::AttributionPolicyChanged, &steps, scope, sides, |_| {
                difference(promises.0, promises.1)
            });
        }
    }

    /// Whether old writers may have written one of these names undeclared, with another meaning.
    fn may_be_written<'n>(&self, old: &ObjectNode, mut names: impl Iterator<Item = &'n Name>) -> bool {
        let kept = self.rules.0.undeclared_kept || self.rules.1.undeclared_kept;
        names.any(|name| {
            !old.properties.contains_key(name)
                && match effective(self.old.graph, old, name) {
                    Effective::Refused => false,
                    Effective::Undeclared => kept,
                    Effective::Free | Effective::Typed(_) | Effective::Several => true,
                }
        })
    }

    /// Reports a new property; false where it is part of what changed in a free map.
    fn added(&mut self, out: &mut Local, key: Key, old: &ObjectNode, name: &Name, property: &Property) -> bool {
        let steps = [Step::Property(name.clone())];
        let scope = key.place.scope();
        let sides = (Fragment::Absent, Fragment::Type(property.ty));
        let kept = self.rules.0.undeclared_kept || self.rules.1.undeclared_kept;
        let before = effective(self.old.graph, old, name);
        if property.reserved {
            let written = self.may_be_written(old, std::iter::once(name));
            self.report(out, ChangeKind::PropertyReserved, &steps, scope, sides, |_| {
                format!("The name `{name}` is newly reserved.")
            });
            if let Some(last) = out.changes.last_mut() {
                last.exception = written;
            }
            return true;
        }
        let (mut exception, mut open, mut compared) = (false, true, None);
        match before {
            Effective::Free if !property.required => return false,
            Effective::Free => {}
            Effective::Refused => open = false,
            Effective::Undeclared => exception = kept && !is_any(self.new.graph, property.ty),
            Effective::Several => open = false,
            Effective::Typed(ty) if self.old.graph.hash(ty) == self.new.graph.hash(property.ty) => {}
            Effective::Typed(ty) => compared = Some(ty),
        }
        exception |= self.may_be_written(old, property.aliases.iter());
        let kind = match (property.required, open) {
            (true, _) => Some(ChangeKind::RequiredPropertyAdded),
            (false, true) if compared.is_some() => None,
            (false, true) => Some(ChangeKind::OptionalPropertyAdded),
            (false, false) => Some(ChangeKind::OptionalPropertyAddedToClosed),
        };
        if let Some(kind) = kind {
            self.report(out, kind, &steps, scope, sides, |pairs| {
                let need = if property.required { "required" } else { "optional" };
                let refused = if open { "" } else { ", a name that was refused before" };
                format!("The {need} property `{name}` ({}) is new{refused}.", pairs.new.describe(property.ty))
            });
            if let Some(last) = out.changes.last_mut() {
                last.exception = exception;
                last.harmless_written = open;
            }
        }
        if let Some(ty) = compared {
            let place = self.below(key.place, Some(name));
            self.types(out, &steps, Key { old: ty, new: property.ty, place, bound: None });
        }
        true
    }

    /// Patterns, the tail and the rules on names.
    fn other_names(&mut self, out: &mut Local, key: Key, old: &ObjectNode, new: &ObjectNode, in_free_map: &[&Name]) {
        let ObjectNode { properties: _, patterns, tail, names, count: _, dependent_required: _, presence: _ } = old;
        let place = self.below(key.place, None);
        let mut reasons = Vec::new();
        if !in_free_map.is_empty() {
            let names = list(in_free_map.iter().map(|name| format!("`{name}`")));
            reasons.push(format!("a map of any names declares {names} now"));
        }
        let (old_graph, new_graph) = (self.old.graph, self.new.graph);
        if old_graph.hash(*tail) != new_graph.hash(new.tail) {
            let (before, after) = (openness(old_graph, *tail), openness(new_graph, new.tail));
            if before.is_none() && after.is_none() {
                self.types(out, &[Step::Tail], Key { old: *tail, new: new.tail, place, bound: None });
            } else {
                let words = |openness: Option<&'static str>| openness.unwrap_or("of one type");
                reasons.push(format!("other names were {} and are {} now", words(before), words(after)));
            }
        }
        let sets = compare(patterns, &new.patterns);
        for (pattern, before, after) in sets.both {
            let steps = [Step::Pattern(pattern.clone())];
            self.types(out, &steps, Key { old: *before, new: *after, place, bound: None });
        }
        let quote = |pattern: &String| format!("/{pattern}/");
        if !sets.only_old.is_empty() {
            let patterns = list(sets.only_old.iter().map(|(pattern, _)| quote(pattern)));
            reasons.push(format!("the pattern {patterns} is gone"));
        }
        if !sets.only_new.is_empty() {
            let patterns = list(sets.only_new.iter().map(|(pattern, _)| quote(pattern)));
            reasons.push(format!("the pattern {patterns} is new"));
        }
        if !reasons.is_empty() {
            self.change(out, ChangeKind::MapChanged, &[], key, |_| {
                format!("The rules for undeclared names changed: {}.", reasons.join("; "))
            });
        }
        let hash = (names.map(|names| old_graph.hash(names)), new.names.map(|names| new_graph.hash(names)));
        if hash.0 != hash.1 {
            self.change(out, ChangeKind::MapChanged, &[Step::Names], key, |_| {
                "Which names are allowed changed.".to_owned()
            });
        }
    }
}

/// Whether a tail is open or closed; `None` where it has a type.
fn openness(graph: &Graph, tail: NodeId) -> Option<&'static str> {
    if is_any(graph, tail) {
        Some("allowed with any value")
    } else if is_never(graph, tail) {
        Some("refused")
    } else {
        None
    }
}

/// Pairs of an old and a new name where an alias of the new property names the old one; each at most once.
fn renames(only_old: &[(&Name, &Property)], only_new: &[(&Name, &Property)]) -> BTreeMap<Name, Name> {
    let mut renames = BTreeMap::new();
    let mut used = BTreeSet::new();
    for (old_name, _) in only_old.iter().filter(|(_, property)| !property.reserved) {
        let successor = only_new.iter().find(|(new_name, property)| {
            !property.reserved && property.aliases.contains(*old_name) && !used.contains(new_name)
        });
        if let Some((new_name, _)) = successor {
            used.insert(new_name);
            renames.insert((*old_name).clone(), (*new_name).clone());
        }
    }
    renames
}
