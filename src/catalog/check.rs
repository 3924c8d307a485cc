//! What the schema of an event must be: every record has the event's tag and its body (docs/sources.md, Bundle).

use super::bundle::Root;
use super::codes::INVALID_BUNDLE;
use super::origins::root_pointer;
use crate::graph::{Diagnostic, FormatRules, Graph, Json, Node, NodeId, ObjectNode, RootKind};

/// What is wrong with an event root; nothing for other kinds and for synthetic roots.
///
/// Judged on the lowered type, so that it does not matter how the schema spells it.
pub(super) fn check_event(
    rules: &FormatRules,
    key: &str,
    root: &Root,
    graph: &Graph,
    schema: NodeId,
) -> Option<Diagnostic> {
    let (RootKind::Event, false, Some(event)) = (root.kind, root.synthetic, root.event.as_deref()) else { return None };
    let message = fault(rules, event, graph, schema)?;
    let message = format!("the schema of event `{event}` {message}");
    Some(Diagnostic::new(&INVALID_BUNDLE, message).at(root_pointer(key, "schema")))
}

fn fault(rules: &FormatRules, event: &str, graph: &Graph, schema: NodeId) -> Option<String> {
    // Alternatives of unions, however they nest; a graph can be deep, so the stack is our own.
    let mut open = vec![schema];
    let mut seen = std::collections::BTreeSet::new();
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        match graph.node(id) {
            Node::Union(union) => open.extend(&union.members),
            Node::Exclusive(members) => open.extend(members),
            // What is not modelled only narrows; operands of an intersection are each enough.
            Node::Residual(residual) => {
                let operands = residual.constraints.iter().filter(|c| c.keyword == "allOf").flat_map(|c| &c.children);
                let objects = std::iter::once(&residual.base).chain(operands);
                let mut faults: Vec<Option<String>> = objects
                    .filter_map(|operand| {
                        let Node::Object(object) = graph.node(*operand) else { return None };
                        Some(object_fault(rules, event, graph, object))
                    })
                    .collect();
                if faults.is_empty() {
                    open.push(residual.base);
                } else if faults.iter().all(Option::is_some) {
                    return faults.swap_remove(0);
                }
            }
            Node::Object(object) => {
                if let Some(message) = object_fault(rules, event, graph, object) {
                    return Some(message);
                }
            }
            // The unit variant of an externally tagged enum: the record is the name.
            Node::Literal(name) if rules.body.is_empty() && *name == Json::from(event) => {}
            Node::Never
            | Node::Any
            | Node::Null
            | Node::Boolean
            | Node::Literal(_)
            | Node::Number(_)
            | Node::String(_)
            | Node::Array(_) => return Some("is no object and no union of objects".to_owned()),
        }
    }
    None
}

fn object_fault(rules: &FormatRules, event: &str, graph: &Graph, object: &ObjectNode) -> Option<String> {
    let FormatRules { body, event_tag, payload_version: _, reserved_kinds: _, undeclared_kept: _ } = rules;
    let required = |name: &str| object.properties.get(name).filter(|property| property.required);
    // Any other variant of such an enum: a closed object with that one property.
    let closed = *graph.node(object.tail) == Node::Never && object.patterns.is_empty() && object.properties.len() == 1;
    if body.is_empty() && closed && required(event).is_some() {
        return None;
    }
    let Some(tag) = required(event_tag) else {
        return Some(format!("does not require `{event_tag}`, the property that names the event"));
    };
    if *graph.node(tag.ty) != Node::Literal(Json::from(event)) {
        return Some(format!("has another `{event_tag}` than the literal \"{event}\""));
    }
    if !body.is_empty() && required(body).is_none() {
        return Some(format!("does not require `{body}`, the property that holds the body"));
    }
    None
}
