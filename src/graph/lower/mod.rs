//! Lowering: JSON Schema documents to one canonical graph.

mod admits;
mod combinators;
mod complement;
mod cycle;
mod distribute;
mod expand;
mod keyword;
mod legality;
mod lowerer;
mod merge;
mod own;
mod places;
mod run;
mod typed;
mod unevaluated;
mod uri;

pub use run::lower;

use super::diagnostic::{Diagnostic, Error};
use super::dialect::Dialect;
use super::json::Json;
use super::node::{Graph, NodeId};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a reference that leaves the documents at hand means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum External {
    /// An error: `remote-reference` or `unresolved-reference`.
    #[default]
    Refuse,
    /// A residual that holds the reference's text, and one warning.
    Opaque,
}

/// How to read schemas.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Dialect of schemas that state none by `$schema` (the bundle's `dialect`).
    pub dialect: Dialect,
    /// Read `nullable` as OpenAPI 3.0 does (`"dialect": "openapi-3.0"`).
    pub openapi: bool,
    /// References that leave the documents.
    pub external: External,
    /// Further keywords that are annotations (`[source] annotations`).
    pub annotations: BTreeSet<String>,
    /// Kinds that may never qualify for attribution (`[format] reserved-kinds`).
    pub reserved_kinds: BTreeSet<String>,
}

/// A document that schemas stand in.
#[derive(Debug, Clone)]
pub struct Document {
    /// Name in messages, and what relative file references are relative to: a `/`-separated path. Empty: messages name no
    /// file.
    pub name: String,
    /// Its content.
    pub json: Arc<Json>,
}

/// A schema to lower: a document by its index and a JSON pointer into it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaAt {
    /// Index into the documents.
    pub document: usize,
    /// JSON pointer, `""` for the whole.
    pub pointer: String,
}

/// What lowering yields.
#[derive(Debug, Clone)]
pub struct Lowered {
    /// The canonical graph of everything that the roots reach.
    pub graph: Graph,
    /// One node for each requested schema, in order.
    pub roots: Vec<NodeId>,
    /// What was kept as residual for a reason a person should see.
    pub warnings: Vec<Diagnostic>,
}

/// Loads documents that relative file references name. `Ok(None)`: there is no such file.
pub type Load<'a> = dyn Fn(&str) -> Result<Option<Arc<Json>>, Error> + 'a;
