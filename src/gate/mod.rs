//! The use cases of the gate; nothing here prints.

mod answer;
mod outcome;

pub use answer::{Answer, Detail, DiffLine, Fingerprinted, Group, GroupChange, Page, Reach, Step};
pub use outcome::{CatalogMove, FormatState, Obligation, Outcome, RootOutcome};
