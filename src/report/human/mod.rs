//! Text for people: short first, like a compiler's.

mod changes;
mod detail;
mod document;
mod style;

pub use document::Human;
