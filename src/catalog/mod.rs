//! Bundles, sources and generated files.

mod bundle;
mod model;

pub use bundle::{Bundle, Format, Root};
pub use model::{Model, ModelRoot};
