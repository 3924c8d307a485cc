//! Pre-merge gate for persisted event types: derives their schemas, compares them with what was agreed, and refuses a
//! change until it is acknowledged in writing.
//!
//! A program registers its types in a [`Catalog`] and hands it to [`cli::run`]; `docs/rust.md` shows a whole one. Behind it:
//!
//! - [`cli`] and [`report`]: arguments in, text or JSON and an exit code out.
//! - [`gate`]: the use cases, [`gate::check`] before all; they take a [`catalog::Project`] and print nothing.
//! - [`history`]: records, their chain, checkpoints. [`catalog`]: sources and the [`catalog::Bundle`] they yield.
//! - [`compare`] and [`policy`]: two graphs in, changes and verdicts out.
//! - [`graph`]: JSON Schema as a canonical type graph, [`graph::lower`], and its fingerprints. It imports nothing.
//! - [`session`]: the format that this repository itself persists, a client like any other.
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

#[cfg(doctest)]
#[doc = include_str!("../docs/rust.md")]
struct Documented;
