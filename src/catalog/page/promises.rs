//! Reserved fields and recorded policies of a type, wherever they stand in it.

use super::expression::{NameOf, property_name};
use super::markdown::code;
use crate::graph::{Graph, Node, NodeId, ObjectNode, SourcePolicy};
use std::collections::BTreeSet;

/// One paragraph for the reserved fields and one for each policy, down to the shared types that have their own section.
pub(super) fn promises(graph: &Graph, name_of: &NameOf<'_>, node: NodeId) -> Vec<String> {
    let mut reserved = BTreeSet::new();
    let mut policies = BTreeSet::new();
    let mut seen = BTreeSet::from([node]);
    let mut open = vec![(String::new(), node)];
    while let Some((path, here)) = open.pop() {
        let mut inner: Vec<(String, NodeId)> = Vec::new();
        match graph.node(here) {
            Node::Object(ObjectNode { properties, patterns, tail, .. }) => {
                for (name, property) in properties {
                    let name = property_name(name);
                    let at = if path.is_empty() { name } else { format!("{path}.{name}") };
                    if property.reserved {
                        reserved.insert(at.clone());
                    }
                    policies.extend(property.policy.as_ref().map(|policy| policy_words(&at, policy)));
                    inner.push((at, property.ty));
                }
                inner.extend(patterns.values().chain([tail]).map(|ty| (format!("{path}{{*}}"), *ty)));
            }
            Node::Array(array) => {
                inner.extend(array.prefix.iter().chain([&array.rest]).map(|ty| (format!("{path}[*]"), *ty)));
            }
            Node::Union(union) => inner.extend(union.members.iter().map(|ty| (path.clone(), *ty))),
            Node::Exclusive(members) => inner.extend(members.iter().map(|ty| (path.clone(), *ty))),
            Node::Residual(residual) => inner.push((path, residual.base)),
            Node::Never
            | Node::Any
            | Node::Null
            | Node::Boolean
            | Node::Literal(_)
            | Node::Number(_)
            | Node::String(_) => {}
        }
        open.extend(inner.into_iter().filter(|(_, ty)| name_of(*ty).is_none() && seen.insert(*ty)));
    }
    let mut said = Vec::new();
    if !reserved.is_empty() {
        let names: Vec<String> = reserved.iter().map(|name| code(name)).collect();
        said.push(format!("Reserved, refused by readers: {}.", names.join(", ")));
    }
    said.extend(policies);
    said
}

fn policy_words(at: &str, policy: &SourcePolicy) -> String {
    let SourcePolicy { version, policy, binding, owner, discriminator, unknown, qualified } = policy;
    let pairs: Vec<String> = owner.iter().map(|(name, value)| code(&format!("{name}: {value}"))).collect();
    let kinds: Vec<String> = qualified.iter().map(|kind| code(kind)).collect();
    let kinds = if kinds.is_empty() { "none".to_owned() } else { kinds.join(", ") };
    format!(
        "Recorded policy on {}: {} (version {version}), binding {}, owner {}, discriminator {}, unknown kinds: {}; \
         qualified kinds: {kinds}.",
        code(at),
        code(policy),
        code(binding),
        pairs.join(", "),
        code(discriminator),
        code(unknown),
    )
}
