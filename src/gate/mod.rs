//! The use cases of the gate; nothing here prints.

mod answer;
mod difference;
mod fragment;
mod grouping;
mod kind_page;
mod outcome;
mod sketch;

pub use answer::{Answer, Detail, DiffLine, Fingerprinted, Group, GroupChange, Page, Reach, Step};
pub use fragment::{FRAGMENT_BYTES, root_outcome};
pub use grouping::{Compared, group};
pub use kind_page::{kind_page, rule_words, setting_words};
pub use outcome::{CatalogMove, FormatState, Obligation, Outcome, RootOutcome};
