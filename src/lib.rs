//! Pre-merge gate for persisted event types.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod catalog;
pub mod cli;
pub mod compare;
pub mod gate;
pub mod graph;
pub mod history;
pub mod policy;
pub mod report;
pub mod session;

pub use catalog::Catalog;
pub use graph::Error;
