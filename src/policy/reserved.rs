//! Reserved fields: names that readers refuse, kept in the schema so that nobody takes them again unseen.

use crate::graph::{Graph, Node, Property};

/// What became of a reservation between two declarations of one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reservation {
    /// Neither side reserves the name.
    None,
    /// Both sides do.
    Kept,
    /// Newly reserved.
    Added,
    /// The name admits a value now.
    Lifted,
    /// The name still admits nothing, but is no longer marked.
    Unmarked,
}

/// Compares the two declarations; `after` is what stands in `graph`.
pub fn reservation(before: &Property, graph: &Graph, after: &Property) -> Reservation {
    match (before.reserved, after.reserved) {
        (false, false) => Reservation::None,
        (true, true) => Reservation::Kept,
        (false, true) => Reservation::Added,
        (true, false) if matches!(graph.node(after.ty), Node::Never) => Reservation::Unmarked,
        (true, false) => Reservation::Lifted,
    }
}
