//! What stood before and stands after a change, as JSON Schema.

use super::outcome::RootOutcome;
use crate::catalog::Model;
use crate::compare::{Fragment, RootComparison};
use crate::graph::{Json, RootKind, emit_limited};

/// Larger fragments are given by their fingerprint alone.
pub const FRAGMENT_BYTES: usize = 4096;

/// The outcome of a compared root, with the fragments of its changes. `before` and `after` are the two sides that were
/// compared; the later one says what the root is.
pub fn root_outcome(comparison: RootComparison, before: Option<&Model>, after: Option<&Model>) -> RootOutcome {
    let header = [after, before].into_iter().flatten().find_map(|model| model.roots.get(&comparison.key));
    let list = |model: Option<&Model>, side: fn(&crate::compare::Change) -> Fragment| {
        comparison.changes.iter().map(|change| fragment(model, side(change))).collect()
    };
    RootOutcome {
        kind: header.map_or(RootKind::Event, |root| root.header.kind),
        surface: header.is_some_and(|root| root.header.surface),
        before: list(before, |change| change.before),
        after: list(after, |change| change.after),
        comparison,
    }
}

fn fragment(model: Option<&Model>, fragment: Fragment) -> Option<Json> {
    match (model, fragment) {
        (Some(model), Fragment::Type(id)) => {
            let small = emit_limited(&model.graph, id, &model.names, FRAGMENT_BYTES);
            Some(small.unwrap_or_else(|| {
                Json::from([("fingerprint", Json::from(model.graph.hash(id).to_string().as_str()))])
            }))
        }
        (Some(_), Fragment::Absent) | (None, Fragment::Type(_) | Fragment::Absent) => None,
    }
}
