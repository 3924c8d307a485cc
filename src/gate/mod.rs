//! The use cases of the gate; nothing here prints.

mod outcome;

pub use outcome::{CatalogMove, FormatState, Obligation, Outcome, RootOutcome};
