//! Answers as text: one file for each output format, behind one trait.

mod docs;
pub mod escape;
mod human;
mod json;
mod schema;

pub use docs::{changes_page, codes_page};
pub use human::Human;
pub use json::{JsonDocument, SCHEMA, document};
pub use schema::output_schema;

use crate::gate::Answer;

/// One output format.
pub trait Renderer {
    /// What belongs on standard output, or in the file of `--output`.
    fn findings(&self, answer: &Answer) -> String;
    /// What belongs on standard error.
    fn diagnostics(&self, answer: &Answer) -> String;
}
