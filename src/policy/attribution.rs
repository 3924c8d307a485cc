//! Attribution: readers without the producer of a qualified kind keep what it wrote.

use crate::graph::{Graph, Json, Node, NodeId, ObjectNode, SourcePolicy};
use std::collections::{BTreeMap, BTreeSet};

/// The alternatives of a bound type by the kind they state.
pub type Kinds = BTreeMap<String, Vec<NodeId>>;

/// Groups the alternatives of a bound type by the string literal of `discriminator`; `None` where one has none.
pub fn kinds(graph: &Graph, bound: NodeId, discriminator: &str) -> Option<Kinds> {
    let mut kinds = Kinds::new();
    let single = [bound];
    let members = if let Node::Union(union) = graph.node(bound) { union.members.as_slice() } else { &single };
    for member in members {
        let property = object(graph, *member)?.properties.get(discriminator).filter(|property| property.required)?;
        let Node::Literal(Json::String(kind)) = graph.node(property.ty) else { return None };
        kinds.entry(kind.clone()).or_default().push(*member);
    }
    Some(kinds)
}

fn object(graph: &Graph, mut id: NodeId) -> Option<&ObjectNode> {
    while let Node::Residual(residual) = graph.node(id) {
        id = residual.base;
    }
    if let Node::Object(object) = graph.node(id) { Some(object) } else { None }
}

/// Whether the promise covers new kinds: both sides record the same one, and every kind of `existing` has the same
/// qualification on both sides.
pub fn covers(old: &SourcePolicy, new: &SourcePolicy, existing: &Kinds) -> bool {
    let SourcePolicy { version, policy, binding, owner, discriminator, unknown, qualified } = old;
    let same = (version, policy, binding, owner, discriminator, unknown)
        == (&new.version, &new.policy, &new.binding, &new.owner, &new.discriminator, &new.unknown);
    same && existing.keys().all(|kind| qualified.contains(kind) == new.qualified.contains(kind))
}

/// How two recorded promises differ, in words; empty where they do not.
pub fn difference(old: Option<&SourcePolicy>, new: Option<&SourcePolicy>) -> String {
    let (old, new) = match (old, new) {
        (None, None) => return String::new(),
        (None, Some(new)) => return format!("The attribution promise `{}` is new.", new.binding),
        (Some(old), None) => return format!("The attribution promise `{}` is gone.", old.binding),
        (Some(old), Some(new)) => (old, new),
    };
    let SourcePolicy { version, policy, binding, owner, discriminator, unknown, qualified } = old;
    let mut parts = Vec::new();
    let mut part = |name: &str, differs: bool| {
        if differs {
            parts.push(format!("another `{name}`"));
        }
    };
    part("version", *version != new.version);
    part("policy", *policy != new.policy);
    part("binding", *binding != new.binding);
    part("owner", *owner != new.owner);
    part("discriminator", *discriminator != new.discriminator);
    part("unknown", *unknown != new.unknown);
    let mut list = |what: &str, kinds: Vec<&String>| {
        if !kinds.is_empty() {
            let kinds: Vec<String> = kinds.into_iter().map(|kind| Json::from(kind.as_str()).compact()).collect();
            parts.push(format!("{what} {}", kinds.join(", ")));
        }
    };
    let minus = |a: &BTreeSet<String>, b: &BTreeSet<String>| -> BTreeSet<String> { a.difference(b).cloned().collect() };
    let (gained, lost) = (minus(&new.qualified, qualified), minus(qualified, &new.qualified));
    list("newly qualified", gained.iter().collect());
    list("no longer qualified", lost.iter().collect());
    if parts.is_empty() { String::new() } else { format!("The attribution promise differs: {}.", parts.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn promise(qualified: &[&str]) -> SourcePolicy {
        SourcePolicy {
            version: 1,
            policy: "attribution-only".into(),
            binding: "example.source".into(),
            owner: BTreeMap::from([("role".into(), "user".into())]),
            discriminator: "kind".into(),
            unknown: "preserve".into(),
            qualified: qualified.iter().map(|kind| (*kind).to_owned()).collect(),
        }
    }

    #[test]
    fn only_new_kinds_may_qualify() {
        let existing = Kinds::from([("a".to_owned(), vec![])]);
        assert!(covers(&promise(&[]), &promise(&["b"]), &existing));
        assert!(!covers(&promise(&[]), &promise(&["a"]), &existing));
        assert!(!covers(&promise(&["a"]), &promise(&[]), &existing));
        assert!(covers(&promise(&["a"]), &promise(&["a", "b"]), &existing));
        let other = SourcePolicy { binding: "another".into(), ..promise(&[]) };
        assert!(!covers(&promise(&[]), &other, &existing));
    }

    #[test]
    fn differences_are_named() {
        assert_eq!(difference(Some(&promise(&["a"])), Some(&promise(&["a"]))), "");
        let text = difference(Some(&promise(&["a"])), Some(&promise(&["b"])));
        assert_eq!(text, r#"The attribution promise differs: newly qualified "b", no longer qualified "a"."#);
        assert_eq!(difference(None, Some(&promise(&[]))), "The attribution promise `example.source` is new.");
    }
}
