//! Bundles, sources and generated files.

mod builder;
mod bundle;
mod codes;
mod config;
mod config_table;
mod model;
mod nearest;
mod project;

pub use builder::{Catalog, Reader, Registered, RegisteredEvents};
pub use bundle::{Bundle, Format, Root};
pub use codes::*;
pub use config::{CONFIG_FILE, Config, DEFAULT_TIMEOUT, RootConfig, SourceConfig, VersionAt};
pub use model::{Model, ModelRoot};
pub use project::Project;
