//! Which alternatives of a union one value may fit at once: a reader that takes the first match may take another one.

use super::effective::{Effective, effective};
use super::view::{Class, Member, object, required_literals};
use crate::graph::{Graph, Name, NodeId, ObjectNode};
use std::collections::{BTreeMap, BTreeSet};

/// With more alternatives than this that no discriminator tells apart, all are taken to overlap.
const MOST: usize = 256;

/// The alternatives that may overlap with another one of the same union. Never too few: two are apart only where they
/// are of different JSON types, share a required property with different literals, or one refuses a name that the
/// other requires. Scalars are left out: nothing below them can change.
pub(super) fn overlapping(graph: &Graph, members: &[Member]) -> BTreeSet<NodeId> {
    let mut classes: BTreeMap<Class, Vec<NodeId>> = BTreeMap::new();
    for member in members {
        classes.entry(Class::of(graph, member.id)).or_default().push(member.id);
    }
    if classes.contains_key(&Class::Mixed) && members.len() > 1 {
        return members.iter().map(|member| member.id).collect();
    }
    let arrays = classes.remove(&Class::Array).filter(|arrays| arrays.len() > 1).unwrap_or_default();
    let objects = classes.remove(&Class::Object).map(|ids| overlapping_objects(graph, &ids)).unwrap_or_default();
    arrays.into_iter().chain(objects).collect()
}

fn overlapping_objects(graph: &Graph, ids: &[NodeId]) -> BTreeSet<NodeId> {
    let views: Vec<Option<&ObjectNode>> = ids.iter().map(|id| object(graph, *id)).collect();
    let Some(known) = views.iter().copied().collect::<Option<Vec<&ObjectNode>>>() else {
        // One of them is itself a choice of objects.
        return if ids.len() > 1 { ids.iter().copied().collect() } else { BTreeSet::new() };
    };
    let literals: Vec<_> = known.iter().map(|object| literals(graph, object)).collect();
    let told_apart_by = |name: &Name| {
        let mut seen = BTreeSet::new();
        literals.iter().all(|own| own.get(name).is_some_and(|values| values.iter().all(|value| seen.insert(value))))
    };
    if literals.first().is_some_and(|first| first.keys().any(|name| told_apart_by(name))) {
        return BTreeSet::new();
    }
    if ids.len() > MOST {
        return ids.iter().copied().collect();
    }
    let mut found = BTreeSet::new();
    for (at, id) in ids.iter().enumerate() {
        for (before, other) in ids.iter().enumerate().take(at) {
            let differs = |name: &Name, values: &BTreeSet<String>| {
                literals[before].get(name).is_some_and(|others| others.is_disjoint(values))
            };
            let apart = literals[at].iter().any(|(name, values)| differs(name, values))
                || refuses(graph, known[at], known[before])
                || refuses(graph, known[before], known[at]);
            if !apart {
                found.extend([*id, *other]);
            }
        }
    }
    found
}

fn literals<'g>(graph: &Graph, object: &'g ObjectNode) -> BTreeMap<&'g Name, BTreeSet<String>> {
    let names = object.properties.keys();
    names.filter_map(|name| Some((name, required_literals(graph, object, name)?))).collect()
}

/// Whether `object` certainly refuses a name that `other` requires.
fn refuses(graph: &Graph, object: &ObjectNode, other: &ObjectNode) -> bool {
    let closed = object.patterns.is_empty() && object.names.is_none();
    let required = other.properties.iter().filter(|(_, property)| property.required);
    closed
        && required.into_iter().any(|(name, _)| {
            !object.properties.contains_key(name) && effective(graph, object, name) == Effective::Refused
        })
}
