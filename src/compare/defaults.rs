//! Defaults: whether one says something else, apart from members that are themselves new.

use super::effective::{Effective, effective};
use super::pairs::Pairs;
use super::view::{View, object, required_literals};
use crate::graph::{Graph, Json, Members, Node, NodeId, ObjectNode};
use std::collections::HashMap;

/// Whether the default of a property that is optional on both sides changed.
///
/// Members of the new default that the new type declares and the old one does not are left out: they are reported as
/// added properties.
pub(super) fn default_changed(
    pairs: &Pairs<'_>,
    (old, before): (NodeId, Option<&Json>),
    (new, after): (NodeId, Option<&Json>),
) -> bool {
    match (before, after) {
        (None, None) => false,
        (Some(_), None) | (None, Some(_)) => true,
        (Some(before), Some(after)) => {
            let mut same = Same { old: pairs.old.graph, new: pairs.new.graph, known: HashMap::new() };
            !same.values((before, old), (after, new))
        }
    }
}

struct Same<'a> {
    old: &'a Graph,
    new: &'a Graph,
    /// Answers by the addresses of both values and their types.
    known: HashMap<(*const Json, *const Json, NodeId, NodeId), bool>,
}

impl Same<'_> {
    /// Recurses along the values, which are at most [`crate::graph::MAX_DEPTH`] deep.
    fn values(&mut self, (before, old): (&Json, NodeId), (after, new): (&Json, NodeId)) -> bool {
        if before == after {
            return true;
        }
        if self.old.hash(old) == self.new.hash(new) {
            return false;
        }
        let key = (std::ptr::from_ref(before), std::ptr::from_ref(after), old, new);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let same = match (before, after) {
            (Json::Object(before), Json::Object(after)) => self.objects((before, old), (after, new)),
            (Json::Array(before), Json::Array(after)) => self.arrays((before, old), (after, new)),
            (_, _) => false,
        };
        self.known.insert(key, same);
        same
    }

    fn objects(&mut self, (before, old): (&Members, NodeId), (after, new): (&Members, NodeId)) -> bool {
        let olds: Vec<NodeId> = View::of(self.old, old).members.iter().map(|member| member.id).collect();
        let news: Vec<NodeId> = View::of(self.new, new).members.iter().map(|member| member.id).collect();
        olds.iter().any(|old| {
            let Some(old) = object(self.old, *old).filter(|object| fits(self.old, object, before)) else {
                return false;
            };
            news.iter().any(|new| {
                let new = object(self.new, *new).filter(|object| fits(self.new, object, after));
                new.is_some_and(|new| self.members((before, old), (after, new)))
            })
        })
    }

    fn members(&mut self, (before, old): (&Members, &ObjectNode), (after, new): (&Members, &ObjectNode)) -> bool {
        let is_new = |name: &str| new.properties.contains_key(name) && !old.properties.contains_key(name);
        before.keys().all(|name| after.contains_key(name))
            && after.iter().all(|(name, after)| match before.get(name) {
                None => is_new(name),
                Some(before) if before == after => true,
                Some(before) => match (member_type(self.old, old, name), member_type(self.new, new, name)) {
                    (Some(old), Some(new)) => self.values((before, old), (after, new)),
                    (_, _) => false,
                },
            })
    }

    fn arrays(&mut self, (before, old): (&[Json], NodeId), (after, new): (&[Json], NodeId)) -> bool {
        let item = |graph: &Graph, id: NodeId, at: usize| -> Vec<NodeId> {
            let members = View::of(graph, id).members;
            let items = members.iter().filter_map(|member| {
                let Node::Array(array) = graph.node(member.id) else { return None };
                Some(array.prefix.get(at).copied().unwrap_or(array.rest))
            });
            items.collect()
        };
        before.len() == after.len()
            && before.iter().zip(after).enumerate().all(|(at, (before, after))| {
                before == after || {
                    let news = item(self.new, new, at);
                    item(self.old, old, at)
                        .into_iter()
                        .any(|old| news.iter().any(|new| self.values((before, old), (after, *new))))
                }
            })
    }
}

/// Whether a value has the literals that tell the object from others.
fn fits(graph: &Graph, object: &ObjectNode, value: &Members) -> bool {
    object.properties.keys().all(|name| {
        required_literals(graph, object, name)
            .is_none_or(|literals| value.get(&**name).is_some_and(|value| literals.contains(&value.compact())))
    })
}

fn member_type(graph: &Graph, object: &ObjectNode, name: &str) -> Option<NodeId> {
    match object.properties.get(name) {
        Some(property) => Some(property.ty),
        None => match effective(graph, object, name) {
            Effective::Typed(ty) => Some(ty),
            Effective::Refused | Effective::Free | Effective::Undeclared | Effective::Several => None,
        },
    }
}
