//! What earlier snapshots of a root had at the place of a change.

use super::Side;
use super::path::{Discriminator, Selector, Step};
use super::view::{Class, View, literal, object, required_literals};
use crate::graph::{Digest, Graph, Name, Node, NodeId};
use std::collections::BTreeSet;

/// The hashes of all types that the property at the end of `steps` had in an earlier snapshot.
///
/// Alternatives that the path names are followed where the snapshot has them; where it cannot be told which one is
/// meant, all are, so that nothing that was there is missed.
pub(super) fn earlier_types(side: &Side<'_>, steps: &[Step]) -> BTreeSet<Digest> {
    let Some((Step::Property(last), owner)) = steps.split_last() else { return BTreeSet::new() };
    let mut places = BTreeSet::from([side.schema]);
    for step in owner {
        places = places.into_iter().flat_map(|id| follow(side.graph, id, step)).collect();
    }
    let ids = places.into_iter().flat_map(|id| property(side.graph, id, last));
    ids.map(|id| side.graph.hash(id)).collect()
}

fn members(graph: &Graph, id: NodeId) -> Vec<NodeId> {
    View::of(graph, id).members.into_iter().map(|member| member.id).collect()
}

fn property(graph: &Graph, id: NodeId, name: &Name) -> Vec<NodeId> {
    let objects = members(graph, id).into_iter().filter_map(|id| object(graph, id));
    objects.filter_map(|object| object.properties.get(name)).map(|property| property.ty).collect()
}

fn follow(graph: &Graph, id: NodeId, step: &Step) -> Vec<NodeId> {
    let objects = || members(graph, id).into_iter().filter_map(|id| object(graph, id));
    let arrays = || {
        members(graph, id)
            .into_iter()
            .filter_map(|id| if let Node::Array(array) = graph.node(id) { Some(array) } else { None })
    };
    match step {
        Step::Property(name) => property(graph, id, name),
        Step::Items => arrays().map(|array| array.rest).collect(),
        Step::Position(at) => arrays().map(|array| array.prefix.get(*at).copied().unwrap_or(array.rest)).collect(),
        Step::Contains => arrays().flat_map(|array| array.contains.iter().map(|contains| contains.ty)).collect(),
        Step::Tail => objects().map(|object| object.tail).collect(),
        Step::Pattern(pattern) => objects().filter_map(|object| object.patterns.get(pattern).copied()).collect(),
        Step::Names => objects().filter_map(|object| object.names).collect(),
        Step::Alternative(selector) => {
            members(graph, id).into_iter().filter(|member| selects(graph, *member, selector)).collect()
        }
    }
}

fn selects(graph: &Graph, id: NodeId, selector: &Selector) -> bool {
    match selector {
        Selector::Position(_) => true,
        Selector::Type(name) => Class::of(graph, id).type_name() == Some(name),
        Selector::Value(text) => literal(graph, id).is_some_and(|json| json.compact() == *text),
        Selector::Tag(name) => object(graph, id).is_some_and(|object| object.properties.contains_key(name)),
        Selector::Group(group) => object(graph, id).is_some_and(|object| {
            group.iter().all(|Discriminator { property, values }| match values {
                None => true,
                Some(values) => {
                    required_literals(graph, object, property).is_none_or(|literals| !literals.is_disjoint(values))
                }
            })
        }),
    }
}
