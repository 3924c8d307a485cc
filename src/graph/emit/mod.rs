//! Emission: a canonical type as plain JSON Schema 2020-12 with its own `$defs`.
//!
//! The emission admits exactly the values of the type, records what the type records (`default` and our own
//! annotations on properties), and is the same bytes for the same type and names. Lowering it under
//! `"$schema": "https://json-schema.org/draft/2020-12/schema"` gives the type again.

mod constraint;
mod plan;
mod write;

use super::digest::Digest;
use super::json::{Json, Members};
use super::node::{Graph, NodeId};
use plan::Plan;
use std::collections::BTreeMap;
use write::Writer;

/// The type as JSON Schema.
///
/// Types that stand in several places or in a cycle, types with an authored name (`names`, by node hash), and what is
/// nested deeply become `$defs`, under the authored name where there is one, else under a name made from the hash.
pub fn emit(graph: &Graph, root: NodeId, names: &BTreeMap<Digest, String>) -> Json {
    match Plan::new(graph, root, names, usize::MAX) {
        Some(plan) => write(graph, root, &plan),
        None => Json::Bool(true), // No fragment is larger than the address space.
    }
}

/// The same, or `None` where its canonical text is longer than `max_bytes`; found out without building it.
pub fn emit_limited(graph: &Graph, root: NodeId, names: &BTreeMap<Digest, String>, max_bytes: usize) -> Option<Json> {
    let plan = Plan::new(graph, root, names, max_bytes)?;
    let json = write(graph, root, &plan);
    (json.compact().len() <= max_bytes).then_some(json)
}

fn write(graph: &Graph, root: NodeId, plan: &Plan) -> Json {
    let writer = Writer { graph, plan };
    let mut whole = writer.place(root);
    let defs: Members = plan.defs.iter().map(|(id, name)| (name.clone(), writer.node(*id))).collect();
    if let (false, Json::Object(members)) = (defs.is_empty(), &mut whole) {
        members.insert("$defs".to_owned(), Json::Object(defs));
    }
    whole
}
