//! Where recorded policies may stand (docs/classification.md, Policies), judged on the canonical graph.

use super::lowerer::BoundSource;
use super::places::{PlaceId, Places};
use crate::graph::codes::{INVALID_ALIASES, INVALID_ATTRIBUTION, INVALID_OTHER, INVALID_RESERVATION};
use crate::graph::diagnostic::{Diagnostic, Error};
use crate::graph::json::Json;
use crate::graph::node::{Graph, Name, Node, NodeId, ObjectNode, UnionNode};
use crate::graph::recorded::SourcePolicy;
use std::collections::{BTreeMap, BTreeSet};

/// The kinds that qualify at a bound property, from the marks of its alternatives. `node` gives the canonical node of a
/// place.
///
/// # Errors
/// `invalid-attribution` where the type is no union of objects with a required non-empty string literal discriminator,
/// a reserved kind is marked, or a kind is marked in part.
pub(super) fn qualified(
    graph: &Graph,
    bound: &BoundSource,
    node: &dyn Fn(PlaceId) -> NodeId,
    reserved_kinds: &BTreeSet<String>,
    places: &Places<'_>,
) -> Result<SourcePolicy, Error> {
    let discriminator = &bound.policy.discriminator;
    let fail = |place: PlaceId, suffix: &str, message: String| -> Error {
        places.locate(place, suffix, Diagnostic::new(&INVALID_ATTRIBUTION, message)).into()
    };
    if kinds(graph, node(bound.place), discriminator).is_none() {
        let message = format!(
            "found a bound property whose type is not a union of objects that each require a non-empty string literal `{discriminator}`"
        );
        return Err(fail(bound.annotation, "/x-persistence-source", message));
    }
    let mut marked: BTreeMap<String, (bool, PlaceId)> = BTreeMap::new();
    let mut unmarked = BTreeSet::new();
    for &(place, mark) in &bound.alternatives {
        let Some(kinds) = kinds(graph, node(place), discriminator) else {
            if mark {
                let message =
                    format!("found a marked alternative without a required non-empty string literal `{discriminator}`");
                return Err(fail(place, "/x-persistence-attribution", message));
            }
            continue;
        };
        for kind in kinds {
            if mark {
                marked.insert(kind, (true, place));
            } else {
                unmarked.insert(kind);
            }
        }
    }
    for (kind, (_, place)) in &marked {
        let shown = Json::from(kind.as_str()).compact();
        if reserved_kinds.contains(kind) {
            return Err(fail(*place, "/x-persistence-attribution", format!("found the reserved kind {shown} marked")));
        }
        if unmarked.contains(kind) {
            let message = format!("found the kind {shown} marked on some of its alternatives, expected all or none");
            return Err(fail(*place, "/x-persistence-attribution", message));
        }
    }
    Ok(SourcePolicy { qualified: marked.into_keys().collect(), ..bound.policy.clone() })
}

/// The kinds of a union of objects by their discriminator; `None` where some alternative has none.
fn kinds(graph: &Graph, id: NodeId, discriminator: &str) -> Option<BTreeSet<String>> {
    let members = match graph.node(id) {
        Node::Union(UnionNode { members, .. }) => members.clone(),
        _ => vec![id],
    };
    members.into_iter().map(|member| kind(graph, member, discriminator)).collect()
}

fn kind(graph: &Graph, id: NodeId, discriminator: &str) -> Option<String> {
    let Node::Object(object) = graph.node(id) else { return None };
    let property = object.properties.get(discriminator).filter(|property| property.required)?;
    match graph.node(property.ty) {
        Node::Literal(Json::String(kind)) if !kind.is_empty() => Some(kind.clone()),
        _ => None,
    }
}

/// What the checks of the whole graph need beside it.
pub(super) struct Marks<'m, 'a> {
    pub places: &'m Places<'a>,
    pub reserved: &'m BTreeMap<Name, PlaceId>,
    pub aliased: &'m BTreeMap<Name, PlaceId>,
    pub bound: &'m BTreeMap<PlaceId, BoundSource>,
    pub others: &'m [(PlaceId, NodeId)],
}

/// Checks every reservation, alias, binding and `other` of a canonical graph.
pub(super) fn check(graph: &Graph, marks: &Marks<'_, '_>) -> Result<(), Error> {
    let mut found = Vec::new();
    for &(place, id) in marks.others {
        if !matches!(graph.node(id), Node::Union(UnionNode { other: true, members })
            if !members.iter().any(|&m| matches!(graph.node(m), Node::Exclusive(_) | Node::Any)))
        {
            let diagnostic = Diagnostic::new(
                &INVALID_OTHER,
                "found the mark on a schema that does not come to a union of distinct alternatives",
            );
            found.push(marks.places.locate(place, "/x-persistence-other", diagnostic));
        }
    }
    for id in graph.ids() {
        if let Node::Object(object) = graph.node(id) {
            check_object(graph, object, marks, &mut found);
        }
    }
    found.sort_by(|a, b| (&a.file, &a.pointer, &a.message).cmp(&(&b.file, &b.pointer, &b.message)));
    found.dedup();
    Error::check(found)
}

fn check_object(graph: &Graph, object: &ObjectNode, marks: &Marks<'_, '_>, found: &mut Vec<Diagnostic>) {
    let locate = |place: Option<&PlaceId>, keyword: &str, diagnostic| match place {
        Some(place) => marks.places.locate(*place, &format!("/{keyword}"), diagnostic),
        None => diagnostic,
    };
    let mut owners: BTreeMap<&Name, &Name> = BTreeMap::new();
    for (name, property) in &object.properties {
        let shown = Json::from(&**name).compact();
        if property.reserved && (property.required || *graph.node(property.ty) != Node::Never) {
            let what = if property.required { "is required" } else { "admits a value" };
            let diagnostic =
                Diagnostic::new(&INVALID_RESERVATION, format!("found the property {shown} reserved, but it {what}"));
            found.push(locate(marks.reserved.get(name), "x-persistence-reserved", diagnostic));
        }
        for alias in &property.aliases {
            let twice = owners.insert(alias, name).is_some();
            if twice || object.properties.contains_key(alias) {
                let alias_shown = Json::from(&**alias).compact();
                let message = format!(
                    "found {alias_shown} as an alias of the property {shown}, but it is also another's name or alias"
                );
                found.push(locate(
                    marks.aliased.get(alias),
                    "x-persistence-aliases",
                    Diagnostic::new(&INVALID_ALIASES, message),
                ));
            }
        }
        if let Some(policy) = &property.policy {
            let same = |bound: &&BoundSource| {
                SourcePolicy { qualified: policy.qualified.clone(), ..bound.policy.clone() } == **policy
            };
            let place = marks.bound.values().find(same).map(|bound| bound.annotation);
            let message = if !property.required {
                Some(format!("found the bound property {shown} optional, expected it required"))
            } else if kinds(graph, property.ty, &policy.discriminator).is_none() {
                Some(format!(
                    "found the bound property {shown} with a type that is no union of objects with a literal `{}`",
                    policy.discriminator
                ))
            } else {
                policy.owner.iter().find(|(name, value)| !has_literal(graph, object, name, value)).map(
                    |(name, value)| {
                        format!(
                            "found the bound property {shown} in an object that does not require `{name}` to be {}",
                            Json::from(value.as_str()).compact()
                        )
                    },
                )
            };
            if let Some(message) = message {
                found.push(locate(
                    place.as_ref(),
                    "x-persistence-source",
                    Diagnostic::new(&INVALID_ATTRIBUTION, message),
                ));
            }
        }
    }
}

fn has_literal(graph: &Graph, object: &ObjectNode, name: &str, value: &str) -> bool {
    object
        .properties
        .get(name)
        .is_some_and(|property| property.required && *graph.node(property.ty) == Node::Literal(Json::from(value)))
}
