//! Unions: which alternative of one side is the counterpart of which on the other (docs/classification.md, Matching).
//!
//! Equal hashes match first, then equal names; what has no name is left open and matched by what changed in it, when
//! the relation of the pairs below is known (`settle`).

use super::local::{Key, Local, LocalChange, Open, kind_group};
use super::naming::names;
use super::overlap::overlapping;
use super::pairs::Pairs;
use super::path::{Discriminator, Selector, Step};
use super::sets::{Sets, compare};
use super::view::{Class, Member, View, literal, object, required_literals};
use super::{ChangeKind, Fragment};
use crate::graph::{Graph, Json, Name, NodeId};
use crate::policy::attribution::kinds;
use std::collections::{BTreeMap, BTreeSet};

/// The alternatives of both sides that are of one class or type.
#[derive(Debug, Default)]
struct Both {
    old: Vec<Member>,
    new: Vec<Member>,
}

/// What holds for a whole union while its alternatives are matched.
struct Context {
    key: Key,
    /// Literals that every old object alternative requires: they may not become optional.
    strict: BTreeSet<Name>,
    /// Alternatives of either side that may overlap with another one.
    overlapping: (BTreeSet<NodeId>, BTreeSet<NodeId>),
    /// Discriminator of the recorded promise.
    kind: Option<Name>,
    /// Discriminators that hold for all alternatives, and stand in every path.
    prefix: Vec<Discriminator>,
}

impl<'a> Pairs<'a> {
    /// Compares two unions, null set aside.
    pub(super) fn alternatives(&mut self, out: &mut Local, key: Key) {
        let old = View::of(self.old.graph, key.old).members;
        let new = View::of(self.new.graph, key.new).members;
        let promise = key.bound.and_then(|bound| self.promises.get(bound)).cloned();
        let kind = promise.as_ref().map(|promise| promise.discriminator.clone());
        let plain = Key { bound: None, ..key };
        let strict = self.common_literals(&old);
        let overlapping = self.overlapping(&old, &new);
        let context = Context { key: plain, strict, overlapping, kind, prefix: Vec::new() };
        if let Some((discriminator, qualified)) = promise.and_then(|p| Some((p.discriminator, p.covers?))) {
            return self.promised(out, key, &discriminator, &qualified);
        }
        self.matched(out, &context, Both { old, new });
        if let Some(discriminator) = &context.kind {
            collapse(out, discriminator);
        }
    }

    /// A union whose recorded promise covers new kinds: old kinds are compared group by group.
    fn promised(&mut self, out: &mut Local, key: Key, discriminator: &Name, qualified: &BTreeSet<String>) {
        let groups = |graph: &Graph, id: NodeId| kinds(graph, id, discriminator).unwrap_or_default();
        let (old, new) = (groups(self.old.graph, key.old), groups(self.new.graph, key.new));
        let positions = |graph: &Graph, id: NodeId| -> BTreeMap<NodeId, usize> {
            View::of(graph, id).members.iter().map(|member| (member.id, member.position)).collect()
        };
        let (old_at, new_at) = (positions(self.old.graph, key.old), positions(self.new.graph, key.new));
        let members = |ids: &[NodeId], at: &BTreeMap<NodeId, usize>| -> Vec<Member> {
            ids.iter().map(|id| Member { id: *id, position: at.get(id).copied().unwrap_or(1) }).collect()
        };
        let Sets { only_old, both, only_new } = compare(old, new);
        let plain = Key { bound: None, ..key };
        for (kind, ids) in only_old {
            let steps = [kind_step(discriminator, &kind)];
            self.lone(out, ChangeKind::AlternativeRemoved, &steps, plain, ids.first().copied());
        }
        for (kind, old, new) in both {
            let mut inner = Local::default();
            let both = Both { old: members(&old, &old_at), new: members(&new, &new_at) };
            let context = Context {
                key: plain,
                strict: self.common_literals(&both.old),
                overlapping: self.overlapping(&both.old, &both.new),
                kind: Some(discriminator.clone()),
                prefix: kind_group(discriminator, Json::from(kind.as_str()).compact()),
            };
            self.objects(&mut inner, &context, both);
            collapse(&mut inner, discriminator);
            out.changes.append(&mut inner.changes);
            out.edges.append(&mut inner.edges);
            out.open.append(&mut inner.open);
        }
        for (kind, ids) in only_new {
            let steps = [kind_step(discriminator, &kind)];
            let change =
                if qualified.contains(&kind) { ChangeKind::AttributionKindAdded } else { ChangeKind::AlternativeAdded };
            self.lone(out, change, &steps, plain, ids.first().copied());
        }
    }

    /// Matches alternatives class by class.
    fn matched(&mut self, out: &mut Local, context: &Context, all: Both) {
        if let (&[old], &[new]) = (all.old.as_slice(), all.new.as_slice()) {
            return self.pair(out, context, &[], old, new);
        }
        let mut classes: BTreeMap<Class, Both> = BTreeMap::new();
        for member in &all.old {
            classes.entry(Class::of(self.old.graph, member.id)).or_default().old.push(*member);
        }
        for member in &all.new {
            classes.entry(Class::of(self.new.graph, member.id)).or_default().new.push(*member);
        }
        let is_scalar = |class: &Class| matches!(class, Class::Literal(_) | Class::Scalar(_));
        let scalars: Vec<&Both> = classes.iter().filter(|(class, _)| is_scalar(class)).map(|(_, both)| both).collect();
        let old: Vec<Member> = scalars.iter().flat_map(|both| both.old.iter().copied()).collect();
        let new: Vec<Member> = scalars.iter().flat_map(|both| both.new.iter().copied()).collect();
        if let (&[old], &[new]) = (old.as_slice(), new.as_slice()) {
            self.pair(out, context, &[], old, new);
            classes.retain(|class, _| !is_scalar(class));
        }
        self.literals_against_type(out, context, &mut classes);
        for (class, both) in classes {
            match class {
                Class::Literal(_) => self.values(out, context, &both),
                Class::Scalar(name) => self.by_type(out, context, name, true, both),
                Class::Array => self.by_type(out, context, "array", false, both),
                Class::Object => self.objects(out, context, both),
                Class::Mixed => self.leave_open(out, context, both),
            }
        }
    }

    /// All literals of one type against that type without literals is one change of type.
    fn literals_against_type(&mut self, out: &mut Local, context: &Context, classes: &mut BTreeMap<Class, Both>) {
        let types: BTreeSet<&'static str> = classes.keys().filter_map(|class| class.type_name()).collect();
        for name in types {
            let plain = match name {
                "array" => Class::Array,
                "object" => Class::Object,
                scalar => Class::Scalar(scalar),
            };
            let count = |class: &Class| classes.get(class).map_or((0, 0), |both| (both.old.len(), both.new.len()));
            let (literals, others) = (count(&Class::Literal(name)), count(&plain));
            let narrowed = literals.0 == 0 && others.0 > 0 && literals.1 > 0 && others.1 == 0;
            let widened = literals.0 > 0 && others.0 == 0 && literals.1 == 0 && others.1 > 0;
            if narrowed || widened {
                classes.remove(&Class::Literal(name));
                classes.remove(&plain);
                self.change(out, ChangeKind::TypeChanged, &[], context.key, |_| {
                    if narrowed {
                        format!("Any {name} became some {name} values only.")
                    } else {
                        format!("Some {name} values only became any {name}.")
                    }
                });
            }
        }
    }

    /// Literals: one change for each value.
    fn values(&mut self, out: &mut Local, context: &Context, both: &Both) {
        let texts = |graph: &'a Graph, members: &[Member]| -> Vec<(String, NodeId)> {
            let text = |member: &Member| Some((literal(graph, member.id)?.compact(), member.id));
            members.iter().filter_map(text).collect()
        };
        let sets = compare(texts(self.old.graph, &both.old), texts(self.new.graph, &both.new));
        let scope = context.key.place.scope();
        for (text, id) in sets.only_old {
            let message = format!("The value {} is no longer allowed.", super::describe::cut(&text));
            let steps = [Step::Alternative(Selector::Value(text))];
            let sides = (Fragment::Type(id), Fragment::Absent);
            self.report(out, ChangeKind::EnumValueRemoved, &steps, scope, sides, |_| message);
            if let Some(last) = out.changes.last_mut() {
                last.harmless_written = true;
            }
        }
        for (text, id) in sets.only_new {
            let message = format!("The value {} is newly allowed.", super::describe::cut(&text));
            let steps = [Step::Alternative(Selector::Value(text))];
            let sides = (Fragment::Absent, Fragment::Type(id));
            self.report(out, ChangeKind::EnumValueAdded, &steps, scope, sides, |_| message);
        }
    }

    /// Types that are told apart by their JSON type while there is one on each side.
    fn by_type(&mut self, out: &mut Local, context: &Context, name: &'static str, selector: bool, both: Both) {
        let steps = [Step::Alternative(Selector::Type(name))];
        match (both.old.as_slice(), both.new.as_slice()) {
            (&[old], &[new]) => self.pair(out, context, if selector { &steps } else { &[] }, old, new),
            (&[old], []) => self.lone(out, ChangeKind::AlternativeRemoved, &steps, context.key, Some(old.id)),
            ([], &[new]) => self.lone(out, ChangeKind::AlternativeAdded, &steps, context.key, Some(new.id)),
            (_, _) => self.leave_open(out, context, both),
        }
    }

    /// Objects: by name where they have one.
    fn objects(&mut self, out: &mut Local, context: &Context, both: Both) {
        if let (&[old], &[new], true) = (both.old.as_slice(), both.new.as_slice(), context.prefix.is_empty()) {
            return self.pair(out, context, &[], old, new);
        }
        let ids = |members: &[Member]| -> Vec<NodeId> { members.iter().map(|member| member.id).collect() };
        let (old_ids, new_ids) = (ids(&both.old), ids(&both.new));
        let (old_names, new_names) =
            names((self.old.graph, &old_ids), (self.new.graph, &new_ids), context.kind.as_ref(), &context.prefix);
        if let (&[only], [], [None]) | ([], &[only], [None]) = (
            both.old.as_slice(),
            both.new.as_slice(),
            if old_names.is_empty() { &new_names } else { &old_names }.as_slice(),
        ) {
            // Nothing to tell it from: its type names it.
            let kind = if both.new.is_empty() { ChangeKind::AlternativeRemoved } else { ChangeKind::AlternativeAdded };
            let steps = [Step::Alternative(Selector::Type("object"))];
            return self.lone(out, kind, &steps, context.key, Some(only.id));
        }
        let split = |members: Vec<Member>, names: Vec<Option<Selector>>| {
            let mut named = Vec::new();
            let mut unnamed = Vec::new();
            for (member, name) in members.into_iter().zip(names) {
                match name {
                    Some(name) => named.push((name, member)),
                    None => unnamed.push(member),
                }
            }
            (named, unnamed)
        };
        let (old_named, old_unnamed) = split(both.old, old_names);
        let (new_named, new_unnamed) = split(both.new, new_names);
        let Sets { only_old, both, only_new } = compare(old_named, new_named);
        for (name, old) in only_old {
            let steps = [Step::Alternative(name)];
            self.lone(out, ChangeKind::AlternativeRemoved, &steps, context.key, Some(old.id));
        }
        for (name, old, new) in both {
            self.pair(out, context, &[Step::Alternative(name)], old, new);
        }
        for (name, new) in only_new {
            let steps = [Step::Alternative(name)];
            self.lone(out, ChangeKind::AlternativeAdded, &steps, context.key, Some(new.id));
        }
        self.leave_open(out, context, Both { old: old_unnamed, new: new_unnamed });
    }

    /// What cannot be named: equal ones match, the rest is matched when the relation is known.
    fn leave_open(&mut self, out: &mut Local, context: &Context, both: Both) {
        let hashes = |graph: &Graph, members: &[Member]| -> BTreeSet<_> {
            members.iter().map(|member| graph.hash(member.id)).collect()
        };
        let (old_hashes, new_hashes) = (hashes(self.old.graph, &both.old), hashes(self.new.graph, &both.new));
        let keep = |graph: &Graph, members: Vec<Member>, other: &BTreeSet<_>| -> Vec<Member> {
            members.into_iter().filter(|member| !other.contains(&graph.hash(member.id))).collect()
        };
        let old = keep(self.old.graph, both.old, &new_hashes);
        let new = keep(self.new.graph, both.new, &old_hashes);
        if !old.is_empty() || !new.is_empty() {
            out.open.push(Open {
                steps: Vec::new(),
                unions: (context.key.old, context.key.new),
                old,
                new,
                place: context.key.place,
                strict: context.strict.clone(),
                overlapping: context.overlapping.clone(),
                forbidden: BTreeSet::new(),
                kind: context.kind.clone(),
            });
        }
    }

    /// Compares two alternatives that belong together.
    fn pair(&mut self, out: &mut Local, context: &Context, steps: &[Step], old: Member, new: Member) {
        let key = Key { old: old.id, new: new.id, ..context.key };
        self.counterparts(out, steps, key, &context.strict, &context.overlapping);
    }

    /// Alternatives of both sides that may overlap with another one; only where it is to be reported.
    fn overlapping(&self, old: &[Member], new: &[Member]) -> (BTreeSet<NodeId>, BTreeSet<NodeId>) {
        if self.wordy {
            (overlapping(self.old.graph, old), overlapping(self.new.graph, new))
        } else {
            (BTreeSet::new(), BTreeSet::new())
        }
    }

    /// Compares two types that belong together; `strict` may not become optional in them.
    pub(super) fn counterparts(
        &mut self,
        out: &mut Local,
        steps: &[Step],
        key: Key,
        strict: &BTreeSet<Name>,
        overlapping: &(BTreeSet<NodeId>, BTreeSet<NodeId>),
    ) {
        let before = out.edges.len();
        self.types(out, steps, key);
        let ambiguous = overlapping.0.contains(&key.old) || overlapping.1.contains(&key.new);
        for edge in out.edges.iter_mut().skip(before) {
            edge.strict.extend(strict.iter().cloned());
            edge.overlapping |= ambiguous;
        }
    }

    /// An alternative without a counterpart.
    pub(super) fn lone(&mut self, out: &mut Local, kind: ChangeKind, steps: &[Step], key: Key, only: Option<NodeId>) {
        let removed = kind == ChangeKind::AlternativeRemoved;
        let fragment = only.map_or(Fragment::Absent, Fragment::Type);
        let sides = if removed { (fragment, Fragment::Absent) } else { (Fragment::Absent, fragment) };
        self.report(out, kind, steps, key.place.scope(), sides, |pairs| {
            let types = if removed { pairs.old } else { pairs.new };
            let what = only.map_or("alternative".to_owned(), |id| types.describe(id));
            let verb = if removed { "no longer" } else { "newly" };
            if kind == ChangeKind::AttributionKindAdded {
                format!("A qualified kind ({what}) is newly allowed; readers promised to keep it.")
            } else {
                format!("The alternative {what} is {verb} allowed.")
            }
        });
        if let (true, Some(last)) = (removed, out.changes.last_mut()) {
            last.harmless_written = true;
        }
    }

    /// Names that are required literals in every object alternative of the old side, where there are several.
    fn common_literals(&self, old: &[Member]) -> BTreeSet<Name> {
        let graph = self.old.graph;
        let mut objects = old.iter().filter_map(|member| object(graph, member.id));
        let (Some(first), true) = (objects.next(), old.len() > 1) else { return BTreeSet::new() };
        let rest: Vec<_> = objects.collect();
        if rest.is_empty() {
            return BTreeSet::new();
        }
        let everywhere = |name: &Name| {
            required_literals(graph, first, name).is_some()
                && rest.iter().all(|object| required_literals(graph, object, name).is_some())
        };
        first.properties.keys().filter(|name| everywhere(name)).cloned().collect()
    }

    /// Under a recorded promise: the kind an alternative states, as JSON text.
    pub(super) fn kind_of(&self, graph: &Graph, id: NodeId, discriminator: &Name) -> Option<String> {
        required_literals(graph, object(graph, id)?, discriminator)?.into_iter().next()
    }
}

fn kind_step(discriminator: &Name, kind: &str) -> Step {
    Step::Alternative(Selector::Group(kind_group(discriminator, Json::from(kind).compact())))
}

/// Under a recorded promise lost and new alternatives are reported by their kind alone, once for each.
pub(super) fn collapse(out: &mut Local, discriminator: &Name) {
    let mut seen = BTreeSet::new();
    let changes = std::mem::take(&mut out.changes);
    for mut change in changes {
        if matches!(change.kind, ChangeKind::AlternativeAdded | ChangeKind::AlternativeRemoved) {
            if let [Step::Alternative(Selector::Group(group))] = change.steps.as_mut_slice()
                && group.first().is_some_and(|first| first.property == *discriminator)
            {
                group.truncate(1);
            }
            if !seen.insert((change.kind, change.steps.clone())) {
                continue;
            }
        }
        out.changes.push(LocalChange { ..change });
    }
}
