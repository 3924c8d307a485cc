//! One keyword of a schema, read with its place at hand for what may be wrong with it.

use crate::graph::codes::INVALID_SCHEMA;
use crate::graph::diagnostic::{Diagnostic, Error};
use crate::graph::json::{Json, Members, escape_token};
use crate::graph::number::Number;
use std::collections::BTreeSet;

/// A keyword and its value.
#[derive(Debug, Clone)]
pub(super) struct Keyword<'a> {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: &'a Json,
    /// The document it stands in.
    pub file: String,
    /// Its JSON pointer.
    pub pointer: String,
}

impl<'a> Keyword<'a> {
    /// `invalid-schema`: this was found where that was expected.
    pub fn wrong(&self, found: &Json, expected: &str) -> Error {
        let shown = match found {
            Json::Object(_) | Json::Array(_) => found.type_name().to_owned(),
            scalar => scalar.compact().chars().take(60).collect(),
        };
        let diagnostic = Diagnostic::new(&INVALID_SCHEMA, format!("found {shown}, expected {expected}"));
        let at = diagnostic.at(self.pointer.clone());
        if self.file.is_empty() { at.into() } else { at.in_file(self.file.clone()).into() }
    }

    /// `/token`, escaped.
    pub fn token(name: &str) -> String {
        format!("/{}", escape_token(name))
    }

    /// The pointer, from the schema, of a member of the keyword's value.
    pub fn inner(&self, name: &str) -> String {
        format!("/{}/{}", self.name, escape_token(name))
    }

    pub fn number(&self) -> Result<&'a Number, Error> {
        self.value.as_number().ok_or_else(|| self.wrong(self.value, "a number"))
    }

    pub fn string(&self) -> Result<&'a str, Error> {
        self.value.as_str().ok_or_else(|| self.wrong(self.value, "a string"))
    }

    pub fn boolean(&self) -> Result<bool, Error> {
        self.value.as_bool().ok_or_else(|| self.wrong(self.value, "true or false"))
    }

    pub fn list(&self) -> Result<&'a [Json], Error> {
        self.value.as_array().ok_or_else(|| self.wrong(self.value, "an array of schemas"))
    }

    pub fn members(&self) -> Result<&'a Members, Error> {
        self.value.as_object().ok_or_else(|| self.wrong(self.value, "an object"))
    }

    /// A count: a non-negative integer below 2^64.
    pub fn count(&self) -> Result<u64, Error> {
        let count = self.value.as_number().and_then(Number::as_u64);
        count.ok_or_else(|| self.wrong(self.value, "a non-negative integer below 2^64"))
    }

    /// An array of names.
    pub fn names(&self) -> Result<BTreeSet<&'a str>, Error> {
        let expected = "an array of property names";
        let list = self.value.as_array().ok_or_else(|| self.wrong(self.value, expected))?;
        list.iter().map(|name| name.as_str().ok_or_else(|| self.wrong(name, expected))).collect()
    }
}
