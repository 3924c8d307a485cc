//! Bundles, sources and generated files.

mod builder;
mod bundle;
mod check;
mod clash;
mod codes;
mod command;
mod config;
mod config_table;
mod defaults;
mod definitions;
mod dialect;
mod documents;
mod files;
mod flatten;
mod input;
mod linked;
mod model;
mod naming;
mod nearest;
mod parse;
mod project;
mod resources;
mod rewrite;
mod samples;
mod source;
mod split;
mod uri;
mod version;

pub use builder::{Catalog, Reader, Registered, RegisteredEvents};
pub use bundle::{Bundle, Format, Root};
pub use codes::*;
pub use config::{CONFIG_FILE, Config, DEFAULT_TIMEOUT, RootConfig, SourceConfig, VersionAt};
pub use input::{input_from, load_input};
pub use model::{Model, ModelRoot};
pub use project::Project;
pub use source::Loaded;
