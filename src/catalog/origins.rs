//! Where the parts of a bundle were authored, so that messages name what a person can edit.
//!
//! Flattening keeps the inside of a schema as it stands, so a pointer into the bundle leads back by its longest prefix
//! that is known.

use crate::graph::{Diagnostic, Error, escape_token};
use std::collections::BTreeMap;

/// Where one part of a bundle was authored.
#[derive(Debug, Clone)]
pub(super) enum Origin {
    /// In a document.
    Document { file: String, pointer: String },
    /// In a program, which has no text that a pointer could lead into: what the schema is of, the pointer into it,
    /// and where the program says that it is declared.
    Program { of: String, pointer: String, source: Option<String> },
}

impl Origin {
    /// What stands at a pointer from here.
    fn below(&self, rest: &str) -> Origin {
        let mut origin = self.clone();
        match &mut origin {
            Origin::Document { pointer, .. } | Origin::Program { pointer, .. } => pointer.push_str(rest),
        }
        origin
    }
}

/// The origins of a bundle's parts, by pointer into the bundle.
///
/// They are no part of what a bundle is: all are equal.
#[derive(Debug, Clone, Default)]
pub struct Origins {
    by_pointer: BTreeMap<String, Origin>,
    whole: Option<String>,
}

impl PartialEq for Origins {
    fn eq(&self, _: &Origins) -> bool {
        true
    }
}

impl Eq for Origins {}

impl Origins {
    /// Of a bundle that was itself read: pointers are its own, this is what it was read from.
    pub(super) fn read_from(name: impl Into<String>) -> Origins {
        Origins { whole: Some(name.into()), ..Origins::default() }
    }

    /// Notes where the part at a pointer was authored.
    pub(super) fn insert(&mut self, pointer: impl Into<String>, origin: Origin) {
        self.by_pointer.insert(pointer.into(), origin);
    }

    /// With one more part.
    #[must_use]
    pub(super) fn with(mut self, pointer: &str, origin: Origin) -> Origins {
        self.insert(pointer, origin);
        self
    }

    /// Notes the parts of a schema that were taken from places of another document with its own origins.
    pub(super) fn insert_parts(&mut self, pointer: &str, parts: &[(String, String)], taken_from: &Origins) {
        for (part, place) in parts {
            if let Some(origin) = taken_from.find(place) {
                self.insert(format!("{pointer}{part}"), origin);
            }
        }
    }

    /// Where the part at a pointer was authored.
    pub(super) fn find(&self, pointer: &str) -> Option<Origin> {
        let mut prefix = pointer;
        loop {
            if let Some(origin) = self.by_pointer.get(prefix) {
                return Some(origin.below(&pointer[prefix.len()..]));
            }
            prefix = &prefix[..prefix.rfind('/')?];
        }
    }

    /// A diagnostic about the bundle, at the place that was authored. One that names a file stands there already.
    pub(super) fn locate(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        if diagnostic.file.is_some() {
            return diagnostic;
        }
        match diagnostic.pointer.as_deref().and_then(|pointer| self.find(pointer)) {
            Some(Origin::Document { file, pointer }) => {
                diagnostic.file = Some(file).filter(|file| !file.is_empty());
                diagnostic.pointer = Some(pointer);
            }
            Some(Origin::Program { of, pointer, source }) => {
                let at = if pointer.is_empty() { String::new() } else { format!(", at `{pointer}`") };
                diagnostic.message = format!("in the schema of {of}{at}: {}", diagnostic.message);
                diagnostic.file = source;
                diagnostic.pointer = None;
            }
            None => diagnostic.file.clone_from(&self.whole),
        }
        diagnostic
    }

    /// All of them at their places, each said once.
    pub(super) fn locate_all(&self, diagnostics: impl IntoIterator<Item = Diagnostic>) -> Vec<Diagnostic> {
        let mut all: Vec<Diagnostic> = Vec::new();
        for located in diagnostics.into_iter().map(|diagnostic| self.locate(diagnostic)) {
            if !all.contains(&located) {
                all.push(located);
            }
        }
        all
    }

    /// An error about the bundle, at the places that were authored.
    pub(super) fn locate_error(&self, error: Error) -> Error {
        let Error { first, rest } = error.map(|diagnostic| self.locate(diagnostic));
        let mut kept: Vec<Diagnostic> = Vec::new();
        for diagnostic in rest {
            if diagnostic != *first && !kept.contains(&diagnostic) {
                kept.push(diagnostic);
            }
        }
        Error { first, rest: kept }
    }
}

/// The pointer of a root's `schema` or `writes`.
pub(super) fn root_pointer(key: &str, part: &str) -> String {
    format!("/roots/{}/{part}", escape_token(key))
}

/// The pointer of a shared type.
pub(super) fn type_pointer(name: &str) -> String {
    format!("/$defs/{}", escape_token(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::INVALID_SCHEMA;

    #[test]
    fn the_longest_prefix_wins() {
        let mut origins = Origins::read_from("out");
        let document = |file: &str, pointer: &str| Origin::Document { file: file.into(), pointer: pointer.into() };
        origins.insert("/roots/a/schema", document("a.json", ""));
        origins.insert("/roots/a/schema/allOf/1", document("b.json", "/definitions/B"));
        origins.insert("/$defs/A", Origin::Program { of: "type `A`".into(), pointer: String::new(), source: None });
        let shown = |pointer: &str| origins.locate(Diagnostic::new(&INVALID_SCHEMA, "wrong").at(pointer)).to_string();
        assert_eq!(shown("/roots/a/schema"), "invalid-schema: a.json#: wrong");
        assert_eq!(shown("/roots/a/schema/allOf/0/x"), "invalid-schema: a.json#/allOf/0/x: wrong");
        assert_eq!(shown("/roots/a/schema/allOf/1/x"), "invalid-schema: b.json#/definitions/B/x: wrong");
        assert_eq!(shown("/roots/a/schema/allOf/10"), "invalid-schema: a.json#/allOf/10: wrong");
        assert_eq!(shown("/$defs/A"), "invalid-schema: in the schema of type `A`: wrong");
        assert_eq!(shown("/$defs/A/x"), "invalid-schema: in the schema of type `A`, at `/x`: wrong");
        assert_eq!(shown("/$defs/AB/x"), "invalid-schema: out#/$defs/AB/x: wrong");
    }

    #[test]
    fn what_comes_to_one_place_is_said_once() {
        let mut origins = Origins::default();
        for pointer in ["/roots/a/schema", "/$defs/A"] {
            origins.insert(pointer, Origin::Document { file: "a.json".into(), pointer: String::new() });
        }
        let all = ["/roots/a/schema/x", "/$defs/A/x", "/$defs/A/y"];
        let all = all.map(|pointer| Diagnostic::new(&INVALID_SCHEMA, "wrong").at(pointer));
        assert_eq!(origins.locate_all(all.clone()).len(), 2);
        let error = origins.locate_error(Error::check(all.to_vec()).unwrap_err());
        assert_eq!(error.diagnostics().count(), 2);
    }
}
