//! The engine on documents: bundles, plain schemas, files.

use super::engine::document;
use schemagate::catalog::{Bundle, Model, input_from, load_input};
use schemagate::compare::{Options, RootComparison, Verdict, compare_root};
use schemagate::graph::{Error, External, Json, emit};
use std::collections::BTreeSet;
use std::path::Path;

/// One side of a comparison.
pub struct Side(Model);

impl Side {
    pub fn bundle(json: &Json) -> Result<Side, Error> {
        Model::from_bundle(Bundle::from_json(json)?, External::Refuse).map(Side)
    }

    /// A plain schema, as `diff` reads it.
    pub fn plain(json: &Json) -> Result<Side, Error> {
        let bundle = input_from(json.compact().as_bytes(), "schema.json", false)?;
        Model::from_bundle(bundle, External::Opaque).map(Side)
    }

    /// A root as a schema of its own.
    pub fn emission(&self, key: &str) -> Option<Json> {
        let root = self.0.roots.get(key)?;
        Some(document(emit(&self.0.graph, root.schema, &self.0.names)))
    }

    pub fn file(path: &Path) -> Result<Side, Error> {
        Model::from_bundle(load_input(path, false)?, External::Opaque).map(Side)
    }
}

/// Every root of both sides, by key.
pub fn diff(before: &Side, after: &Side) -> Vec<RootComparison> {
    let keys: BTreeSet<&String> = before.0.roots.keys().chain(after.0.roots.keys()).collect();
    keys.into_iter().map(|key| compare_root(key, before.0.side(key), after.0.side(key), &Options::default())).collect()
}

pub fn verdict(roots: &[RootComparison]) -> Verdict {
    roots.iter().map(|root| root.verdict).max().unwrap_or(Verdict::Identical)
}
