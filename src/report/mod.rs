//! Answers as text: one file for each output format, behind one trait.

pub mod escape;
mod human;
mod json;

pub use human::Human;
pub use json::{JsonDocument, SCHEMA, document};

use crate::gate::Answer;

/// One output format.
pub trait Renderer {
    /// What belongs on standard output, or in the file of `--output`.
    fn findings(&self, answer: &Answer) -> String;
    /// What belongs on standard error.
    fn diagnostics(&self, answer: &Answer) -> String;
}
