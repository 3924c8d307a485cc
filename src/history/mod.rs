//! Acknowledgements, the chain they form, and checkpoints of finalized format versions.

mod chain;
mod checkpoint;
mod codes;
mod date;
mod engine;
pub(crate) mod files;
mod judge;
mod load;
mod prose;
mod record;
pub(crate) mod table;

pub use chain::{Chain, Tip};
pub use checkpoint::{Checkpoint, FrozenRoot, verify_order};
pub use codes::*;
pub use date::check_id;
pub use judge::{Engine, Versions, causes, judge, judge_answers, wanted};
pub use load::{History, Ignore};
pub use prose::{PLACEHOLDER, SHORTEST, check_prose};
pub use record::{Answer, Decision, Prose, RULES, Record, RootChange, Transition};
