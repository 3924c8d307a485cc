//! The use cases of the gate; nothing here prints.

mod acknowledge;
mod answer;
mod check;
mod codes;
mod decision;
mod difference;
mod finalize;
mod fragment;
mod generate;
mod grouping;
mod init;
mod kind_page;
mod listing;
mod lock;
mod outcome;
mod sketch;
mod stamp;
mod wording;
mod workspace;
mod write;

pub use acknowledge::{Acknowledge, Edit, Mode, acknowledge};
pub use answer::{Answer, Detail, DiffLine, Fingerprinted, Group, GroupChange, Page, Reach, Step};
pub use check::check;
pub use codes::*;
pub use finalize::finalize;
pub use fragment::{FRAGMENT_BYTES, root_outcome};
pub use generate::generate;
pub use grouping::{Compared, group};
pub use init::{InitSource, init};
pub use kind_page::{kind_page, rule_words, setting_words};
pub use listing::history;
pub use outcome::{CatalogMove, FormatState, Obligation, Outcome, RootOutcome};
pub use wording::{Said, Wording};
pub use write::{Observe, WriteStep};
