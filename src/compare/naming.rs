//! Names of object alternatives: by their one tag, or by the literals of discriminators (docs/classification.md, Paths).

use super::path::{Discriminator, Selector};
use super::view::{literals, object};
use crate::graph::{Graph, Name, Node, NodeId};
use std::collections::{BTreeMap, BTreeSet};

/// Discriminators that are tried first, in this order.
const PREFERRED: [&str; 6] = ["kind", "type", "role", "form", "event", "op"];

/// The object alternatives of one side and their graph.
pub(super) type Objects<'g, 'm> = (&'g Graph, &'m [NodeId]);

struct Alternative {
    new: bool,
    index: usize,
    literals: BTreeMap<Name, BTreeSet<String>>,
}

/// Names for the object alternatives of both sides, in their order; `None` where an alternative cannot be named.
///
/// `first` is a discriminator that a recorded policy states; `prefix` are those that already hold for all of them.
/// A name is unique on its side.
pub(super) fn names(
    old: Objects<'_, '_>,
    new: Objects<'_, '_>,
    first: Option<&Name>,
    prefix: &[Discriminator],
) -> (Vec<Option<Selector>>, Vec<Option<Selector>>) {
    let mut named = (vec![None; old.1.len()], vec![None; new.1.len()]);
    let tags = (tags(old), tags(new));
    let mut rest = Vec::new();
    for (new_side, (graph, ids), tags) in [(false, old, &tags.0), (true, new, &tags.1)] {
        for (index, id) in ids.iter().enumerate() {
            let own = tags.get(&index);
            let unique = own.is_some_and(|tag| tags.values().filter(|other| *other == tag).count() == 1);
            match own {
                Some(tag) if unique => {
                    let side = if new_side { &mut named.1 } else { &mut named.0 };
                    side[index] = Some(Selector::Tag(tag.clone()));
                }
                Some(_) | None => {
                    rest.push(Alternative { new: new_side, index, literals: all_literals(graph, *id) });
                }
            }
        }
    }
    let candidates = candidates(&rest, first, prefix);
    let mut groups = vec![(rest, 0, prefix.to_vec())];
    while let Some((group, from, prefix)) = groups.pop() {
        let count = |new: bool| group.iter().filter(|alternative| alternative.new == new).count();
        if count(false) <= 1 && count(true) <= 1 && !prefix.is_empty() {
            for alternative in group {
                let side = if alternative.new { &mut named.1 } else { &mut named.0 };
                side[alternative.index] = Some(Selector::Group(prefix.clone()));
            }
            continue;
        }
        let splitting = candidates.iter().enumerate().skip(from).find(|(_, name)| splits(&group, name));
        if let Some((at, name)) = splitting {
            let mut parts: BTreeMap<Option<BTreeSet<String>>, Vec<Alternative>> = BTreeMap::new();
            for alternative in group {
                parts.entry(alternative.literals.get(name).cloned()).or_default().push(alternative);
            }
            for (values, part) in parts {
                let discriminator = Discriminator { property: name.clone(), values };
                let prefix = prefix.iter().cloned().chain([discriminator]).collect();
                groups.push((part, at + 1, prefix));
            }
        }
    }
    named
}

/// A required literal in at least two alternatives, with at least two values, absent counting as one.
fn splits(group: &[Alternative], name: &Name) -> bool {
    let values: Vec<Option<&BTreeSet<String>>> =
        group.iter().map(|alternative| alternative.literals.get(name)).collect();
    values.iter().flatten().count() >= 2 && values.iter().collect::<BTreeSet<_>>().len() >= 2
}

fn candidates(group: &[Alternative], first: Option<&Name>, prefix: &[Discriminator]) -> Vec<Name> {
    let all: BTreeSet<&Name> = group.iter().flat_map(|alternative| alternative.literals.keys()).collect();
    let preferred = PREFERRED.iter().filter_map(|name| all.get(&Name::from(*name)).copied());
    let mut ordered: Vec<Name> = Vec::new();
    for name in first.into_iter().chain(preferred).chain(all.iter().copied()) {
        if !ordered.contains(name) && prefix.iter().all(|held| held.property != *name) {
            ordered.push(name.clone());
        }
    }
    ordered
}

fn all_literals(graph: &Graph, id: NodeId) -> BTreeMap<Name, BTreeSet<String>> {
    let properties = object(graph, id).into_iter().flat_map(|object| &object.properties);
    let required = properties.filter(|(_, property)| property.required);
    required.filter_map(|(name, property)| Some((name.clone(), literals(graph, property.ty)?))).collect()
}

/// The tags of externally tagged alternatives: closed objects of exactly one property, which is required. A property
/// that holds a literal is no tag but a discriminator of an alternative that has nothing else.
fn tags((graph, ids): Objects<'_, '_>) -> BTreeMap<usize, Name> {
    let tag = |id: &NodeId| {
        let object = object(graph, *id)?;
        let (name, property) = object.properties.first_key_value()?;
        let closed = matches!(graph.node(object.tail), Node::Never) && object.patterns.is_empty();
        let tagged = closed && object.properties.len() == 1 && property.required;
        (tagged && literals(graph, property.ty).is_none()).then(|| name.clone())
    };
    ids.iter().enumerate().filter_map(|(index, id)| Some((index, tag(id)?))).collect()
}
