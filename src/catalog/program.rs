//! Where the schemas of a linked program come from: its types and roots, and the sources it states for them.

use super::builder::{Catalog, Entry, Role};
use super::flatten::Document;
use super::origins::{Origin, Origins, type_pointer};
use super::rewrite::target;
use crate::graph::{Diagnostic, Error, Members};
use std::collections::BTreeMap;

/// The documents of a program and what stands in them.
pub(super) struct Program {
    /// Origins of the parts of each document, by pointer into it.
    documents: Vec<Origins>,
    /// The documents that were given as JSON, by name.
    given: BTreeMap<String, usize>,
}

impl Program {
    /// `entries` says for each document which entry it was given by; the generated ones are of all.
    pub fn new(catalog: &Catalog, documents: &[Document], entries: &[Option<usize>]) -> Program {
        let mut program = Program { documents: Vec::new(), given: BTreeMap::new() };
        for (i, (document, given)) in documents.iter().zip(entries).enumerate() {
            let origins = match given.and_then(|at| catalog.entries.get(at)) {
                Some(entry) => {
                    program.given.entry(document.name.clone()).or_insert(i);
                    Origins::default().with("", origin(role(entry), entry))
                }
                None => generated(catalog, document),
            };
            program.documents.push(origins);
        }
        program
    }

    /// Where the schema at a pointer into a document comes from.
    pub fn find(&self, document: usize, pointer: &str) -> Option<Origin> {
        self.documents.get(document)?.find(pointer)
    }

    /// An error of flattening the documents. Both generated ones have the same places.
    pub fn locate_error(&self, error: Error) -> Error {
        error.map(|diagnostic| {
            let given = diagnostic.file.as_ref().and_then(|file| self.given.get(file));
            let file = diagnostic.file.clone().filter(|_| given.is_none());
            match self.documents.get(given.copied().unwrap_or(0)) {
                Some(origins) => origins.locate(Diagnostic { file, ..diagnostic }),
                None => diagnostic,
            }
        })
    }
}

fn generated(catalog: &Catalog, document: &Document) -> Origins {
    let none = Members::new();
    let defs = document.json.get("$defs").and_then(|defs| defs.as_object()).unwrap_or(&none);
    let named = |name: &str| format!("type `{}`", document.authored.get(name).map_or(name, String::as_str));
    let mut origins = Origins::default();
    for name in defs.keys() {
        let of = named(name);
        origins.insert(type_pointer(name), Origin::Program { of, pointer: String::new(), source: None });
    }
    for (i, entry) in catalog.entries.iter().enumerate() {
        let pointer = format!("/roots/{i}");
        let ty = document.json.pointer(&pointer).and_then(|schema| target(schema, defs)).map(|(name, _)| name);
        if let Some(name) = ty.filter(|_| entry.source.is_some()) {
            origins.insert(type_pointer(name), origin(named(name), entry));
        }
        let of = match (&entry.role, ty) {
            (Role::Events { .. }, Some(name)) => named(name),
            (Role::Events { .. } | Role::Root { .. }, _) => role(entry),
        };
        origins.insert(pointer, origin(of, entry));
    }
    origins
}

fn role(entry: &Entry) -> String {
    match &entry.role {
        Role::Root { key, .. } => format!("the root `{key}`"),
        Role::Events { .. } => "an enum of events".to_owned(),
    }
}

fn origin(of: String, entry: &Entry) -> Origin {
    Origin::Program { of, pointer: String::new(), source: entry.source.clone() }
}
