//! The comparison of one pair of types: which part of it belongs to the owner, and which other pairs it leads to.
//!
//! Invariants of this module and those that extend [`Pairs`] (`alternatives`, `object`, `array`, `scalar`):
//! - equal hashes give nothing; unequal ones give a change or lead to a pair of unequal hashes, so that a difference
//!   is never lost (law 1 of the design; the walk ends in a leaf because a pair without own changes whose pairs are
//!   all equal would itself be equal);
//! - objects, arrays and unions that hold such are pairs of their own; everything else is compared in its owner;
//! - nothing recurses along the graph: a pair is compared without looking into the pairs it leads to.

use super::describe::{describe, json};
use super::local::{Edge, Key, Local, LocalChange, Place, Promise};
use super::path::Step;
use super::view::{View, is_simple};
use super::{ChangeKind, Fragment, Scope};
use crate::graph::{Digest, FormatRules, Graph, Node, NodeId};
use std::collections::{BTreeMap, BTreeSet};

/// One graph with the authored names of its shared types: one of each, and the others where there are several.
#[derive(Debug, Clone, Copy)]
pub(super) struct Types<'a> {
    pub graph: &'a Graph,
    pub names: &'a BTreeMap<Digest, String>,
    pub aliases: &'a BTreeMap<Digest, Vec<String>>,
}

impl Types<'_> {
    pub fn describe(&self, id: NodeId) -> String {
        describe(*self, id)
    }
}

/// What compares pairs of two graphs under the rules of one root.
#[derive(Debug)]
pub(super) struct Pairs<'a> {
    pub old: Types<'a>,
    pub new: Types<'a>,
    /// The rules of both sides.
    pub rules: (&'a FormatRules, &'a FormatRules),
    /// Whether the payload version rule may apply: an ordinary event on both sides.
    pub ordinary: bool,
    /// Promises met so far; [`Key::bound`] points into them.
    pub promises: Vec<Promise>,
    /// Whether messages are wanted; matching does without.
    pub wordy: bool,
}

impl<'a> Pairs<'a> {
    /// Compares one pair by itself.
    pub fn local(&mut self, key: Key) -> Local {
        let mut out = Local::default();
        let (old_graph, new_graph) = (self.old.graph, self.new.graph);
        if key.bound.is_none() {
            if let (Node::Object(old), Node::Object(new)) = (old_graph.node(key.old), new_graph.node(key.new)) {
                self.object(&mut out, key, old, new);
                return out;
            }
            if let (Node::Array(old), Node::Array(new)) = (old_graph.node(key.old), new_graph.node(key.new)) {
                self.array(&mut out, key, old, new);
                return out;
            }
        }
        if key.bound.is_some() || self.is_apart(key.old, key.new) {
            self.alternatives(&mut out, key);
        } else {
            self.types(&mut out, &[], key);
        }
        out
    }

    /// Whether a pair of unions is a pair of its own: one that holds more than scalars and literals.
    fn is_apart(&self, old: NodeId, new: NodeId) -> bool {
        let (old_view, new_view) = (View::of(self.old.graph, old), View::of(self.new.graph, new));
        let simple = |graph: &Graph, view: &View| view.members.iter().all(|member| is_simple(graph, member.id));
        let several = old_view.members.len() > 1 || new_view.members.len() > 1;
        several && !(simple(self.old.graph, &old_view) && simple(self.new.graph, &new_view))
    }

    /// Compares two types that stand in one place; what belongs to the owner goes to `out` at `steps`.
    pub fn types(&mut self, out: &mut Local, steps: &[Step], key: Key) {
        let before = out.edges.len();
        self.parts(out, steps, key);
        for edge in out.edges.iter_mut().skip(before) {
            if edge.steps == steps && edge.whole == (edge.key.old, edge.key.new) {
                edge.whole = (key.old, key.new);
            }
        }
    }

    fn parts(&mut self, out: &mut Local, steps: &[Step], mut key: Key) {
        if !self.peel(out, steps, &mut key) {
            return;
        }
        let (old, new) = (self.old.graph.node(key.old), self.new.graph.node(key.new));
        if matches!(old, Node::Any | Node::Never) || matches!(new, Node::Any | Node::Never) {
            return self.type_changed(out, steps, key);
        }
        let (old, new) = (View::of(self.old.graph, key.old), View::of(self.new.graph, key.new));
        let only_null = |view: &View, other: &View| view.members.is_empty() && !view.other && !other.nullable;
        if only_null(&old, &new) || only_null(&new, &old) {
            return self.type_changed(out, steps, key);
        }
        self.flags(out, steps, key, &old, &new);
        let hashes = |graph: &Graph, view: &View| -> BTreeSet<Digest> {
            view.members.iter().map(|member| graph.hash(member.id)).collect()
        };
        if key.bound.is_none() && hashes(self.old.graph, &old) == hashes(self.new.graph, &new) {
            return;
        }
        if key.bound.is_some() {
            self.edge(out, steps, key);
        } else if let ([old], [new]) = (old.members.as_slice(), new.members.as_slice()) {
            self.single(out, steps, Key { old: old.id, new: new.id, ..key });
        } else if self.is_exclusive_against_union(&old, &new) {
            self.change(out, ChangeKind::ExclusivityChanged, steps, key, |pairs| {
                format!("{} became {}.", pairs.old.describe(key.old), pairs.new.describe(key.new))
            });
        } else if self.is_apart(key.old, key.new) {
            self.edge(out, steps, key);
        } else {
            let mut inner = Local::default();
            self.alternatives(&mut inner, key);
            for change in inner.changes {
                let steps = steps.iter().cloned().chain(change.steps).collect();
                out.changes.push(LocalChange { steps, ..change });
            }
            for open in inner.open {
                let steps = steps.iter().cloned().chain(open.steps).collect();
                out.open.push(super::local::Open { steps, ..open });
            }
        }
    }

    /// Sets residual constraints aside and reports their difference; false where nothing is left to compare.
    fn peel(&mut self, out: &mut Local, steps: &[Step], key: &mut Key) -> bool {
        let whole = *key;
        let (mut old_constraints, mut new_constraints) = (Vec::new(), Vec::new());
        loop {
            if self.old.graph.hash(key.old) == self.new.graph.hash(key.new) {
                break;
            }
            let (old, new) = (self.old.graph.node(key.old), self.new.graph.node(key.new));
            let mut peeled = false;
            if let Node::Residual(residual) = old {
                old_constraints.push(&residual.constraints);
                key.old = residual.base;
                peeled = true;
            }
            if let Node::Residual(residual) = new {
                new_constraints.push(&residual.constraints);
                key.new = residual.base;
                peeled = true;
            }
            if !peeled {
                break;
            }
        }
        let difference = self.constraint_difference(
            old_constraints.iter().copied().flatten(),
            new_constraints.iter().copied().flatten(),
        );
        let mut all = old_constraints.iter().chain(&new_constraints).copied().flatten();
        // Under what is left of `unevaluated*` openness is not monotone: the whole is one unit.
        let unit = all.any(|constraint| constraint.keyword.starts_with("unevaluated"));
        let equal = self.old.graph.hash(key.old) == self.new.graph.hash(key.new);
        if !difference.is_empty() || (unit && !equal) {
            self.change(out, ChangeKind::ConstraintChanged, steps, whole, |_| {
                if difference.is_empty() {
                    "Something changed below a constraint that is compared as a whole.".to_owned()
                } else {
                    format!("Constraints that are compared as a whole differ: {}.", difference.join(", "))
                }
            });
        }
        !equal && !unit
    }

    /// Null, and the promise to keep unknown alternatives.
    fn flags(&mut self, out: &mut Local, steps: &[Step], key: Key, old: &View, new: &View) {
        if old.nullable != new.nullable {
            self.change(out, ChangeKind::NullabilityChanged, steps, key, |_| {
                if new.nullable { "`null` is newly allowed." } else { "`null` is no longer allowed." }.to_owned()
            });
            if let (true, Some(last)) = (old.nullable, out.changes.last_mut()) {
                last.harmless_written = true;
            }
        }
        if old.other != new.other {
            let kind = if new.other { ChangeKind::OtherAdded } else { ChangeKind::OtherRemoved };
            self.change(out, kind, steps, key, |_| {
                let verb = if new.other { "keep" } else { "no longer keep" };
                format!("Readers {verb} unknown alternatives.")
            });
        }
    }

    fn is_exclusive_against_union(&self, old: &View, new: &View) -> bool {
        let exclusive = |graph: &Graph, view: &View| matches!(view.members.as_slice(), [only] if matches!(graph.node(only.id), Node::Exclusive(_)));
        (exclusive(self.old.graph, old) && new.members.len() > 1)
            || (exclusive(self.new.graph, new) && old.members.len() > 1)
    }

    /// Compares two single types, null and unions already set aside.
    fn single(&mut self, out: &mut Local, steps: &[Step], key: Key) {
        let (old, new) = (self.old.graph.node(key.old), self.new.graph.node(key.new));
        if matches!(new, Node::Residual(_) | Node::Union(_)) {
            return self.nested(out, steps, key);
        }
        if matches!(new, Node::Exclusive(_)) {
            return self.union_changed(out, steps, key);
        }
        match old {
            Node::Residual(_) | Node::Union(_) => return self.nested(out, steps, key),
            Node::Exclusive(_) => return self.union_changed(out, steps, key),
            Node::Object(_) if matches!(new, Node::Object(_)) => return self.edge(out, steps, key),
            Node::Array(_) if matches!(new, Node::Array(_)) => return self.edge(out, steps, key),
            Node::Number(old) => {
                if let Node::Number(new) = new {
                    return self.number(out, steps, key, old, new);
                }
            }
            Node::String(old) => {
                if let Node::String(new) = new {
                    return self.string(out, steps, key, old, new);
                }
            }
            Node::Literal(old) => {
                if let Node::Literal(new) = new {
                    return self.change(out, ChangeKind::LiteralChanged, steps, key, |_| {
                        format!("{} became {}.", json(old), json(new))
                    });
                }
            }
            Node::Never | Node::Any | Node::Null | Node::Boolean | Node::Array(_) | Node::Object(_) => {}
        }
        self.type_changed(out, steps, key);
    }

    /// A residual or a union that stood as the one alternative of a union.
    fn nested(&mut self, out: &mut Local, steps: &[Step], key: Key) {
        let union = |node: &Node| matches!(node, Node::Union(_));
        if union(self.old.graph.node(key.old)) || union(self.new.graph.node(key.new)) {
            self.edge(out, steps, key);
        } else {
            self.types(out, steps, key);
        }
    }

    /// Leads to another pair.
    pub fn edge(&mut self, out: &mut Local, steps: &[Step], key: Key) {
        out.edges.push(Edge {
            steps: steps.to_vec(),
            key,
            whole: (key.old, key.new),
            strict: BTreeSet::new(),
            overlapping: false,
        });
    }

    /// Reports a change of the types of `key`, in its place.
    pub fn change(
        &mut self,
        out: &mut Local,
        kind: ChangeKind,
        steps: &[Step],
        key: Key,
        message: impl FnOnce(&Self) -> String,
    ) {
        let sides = (Fragment::Type(key.old), Fragment::Type(key.new));
        self.report(out, kind, steps, key.place.scope(), sides, message);
    }

    /// Reports a change.
    pub fn report(
        &mut self,
        out: &mut Local,
        kind: ChangeKind,
        steps: &[Step],
        scope: Scope,
        (before, after): (Fragment, Fragment),
        message: impl FnOnce(&Self) -> String,
    ) {
        let message = if self.wordy { message(self) } else { String::new() };
        out.changes.push(LocalChange {
            kind,
            steps: steps.to_vec(),
            scope,
            exception: false,
            made_optional: None,
            harmless_written: false,
            before,
            after,
            message,
        });
    }

    /// The types are of different kinds.
    pub fn type_changed(&mut self, out: &mut Local, steps: &[Step], key: Key) {
        self.change(out, ChangeKind::TypeChanged, steps, key, |pairs| {
            let (old, new) = (pairs.old.describe(key.old), pairs.new.describe(key.new));
            if old == new { format!("The type {old} became another one.") } else { format!("{old} became {new}.") }
        });
    }

    /// The alternatives differ and cannot be told apart.
    pub fn union_changed(&mut self, out: &mut Local, steps: &[Step], key: Key) {
        self.change(out, ChangeKind::UnionChanged, steps, key, |pairs| {
            let (old, new) = (pairs.old.describe(key.old), pairs.new.describe(key.new));
            if old == new {
                format!("Something changed in {old}.")
            } else {
                format!("{old} became {new}; the alternatives cannot be told apart.")
            }
        });
    }

    /// The place of a part of an owner; `name` where it is a property.
    pub fn below(&self, place: Place, name: Option<&str>) -> Place {
        let enters = |rules: &FormatRules| place.root && !rules.body.is_empty() && name == Some(rules.body.as_str());
        Place {
            root: false,
            old_body: place.old_body || enters(self.rules.0),
            new_body: place.new_body || enters(self.rules.1),
        }
    }
}
