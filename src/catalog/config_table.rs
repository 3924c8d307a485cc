//! A TOML table that is read key by key and complains about every key nobody read.

use super::codes::INVALID_CONFIGURATION;
use super::nearest::nearest;
use crate::graph::{Diagnostic, Error};
use toml::Value;

/// One table with its place in the file, the keys that were asked for, and what was wrong with them.
pub(super) struct Table {
    at: String,
    values: toml::Table,
    known: Vec<String>,
    problems: Vec<Diagnostic>,
}

/// Reads TOML text; a byte order mark and CRLF are accepted.
pub(super) fn parse(text: &str) -> Result<Table, Error> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let values = text.parse::<toml::Table>().map_err(|error| {
        let at = error.span().map_or(0, |span| span.start).min(text.len());
        let before = text.get(..at).unwrap_or("");
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        Diagnostic::new(&INVALID_CONFIGURATION, format!("is not TOML: {}", error.message().trim()))
            .at(format!("{line}:{column}"))
    })?;
    Ok(Table { at: String::new(), values, known: Vec::new(), problems: Vec::new() })
}

impl Table {
    /// Records that a key of this table is wrong; the empty key is the table itself.
    pub fn problem(&mut self, key: &str, message: impl std::fmt::Display) {
        let place = self.place(key);
        self.problems.push(Diagnostic::new(&INVALID_CONFIGURATION, format!("`{place}` {message}")).at(place));
    }

    /// Takes a sub-table; an empty one where there is none.
    pub fn table(&mut self, key: &str) -> Table {
        let values = match self.take(key) {
            None => toml::Table::new(),
            Some(Value::Table(values)) => values,
            Some(other) => {
                self.wrong(key, &other, "a table");
                toml::Table::new()
            }
        };
        Table { at: self.place(key), values, known: Vec::new(), problems: Vec::new() }
    }

    /// Takes an array of tables.
    pub fn tables(&mut self, key: &str) -> Vec<Table> {
        let items = match self.take(key) {
            None => Vec::new(),
            Some(Value::Array(items)) => items,
            Some(other) => {
                self.wrong(key, &other, "an array of tables");
                Vec::new()
            }
        };
        let mut tables = Vec::new();
        for (i, item) in items.into_iter().enumerate() {
            let at = format!("{}[{}]", self.place(key), i + 1);
            match item {
                Value::Table(values) => {
                    tables.push(Table { at, values, known: Vec::new(), problems: Vec::new() });
                }
                other => self.wrong(key, &other, "a table in every place"),
            }
        }
        tables
    }

    /// Whether the key is there and holds a string; does not take it.
    pub fn holds_string(&self, key: &str) -> bool {
        self.values.get(key).is_some_and(Value::is_str)
    }

    /// Takes a string.
    pub fn string(&mut self, key: &str) -> Option<String> {
        match self.take(key)? {
            Value::String(text) => Some(text),
            other => {
                self.wrong(key, &other, "a string");
                None
            }
        }
    }

    /// Takes a boolean.
    pub fn boolean(&mut self, key: &str) -> Option<bool> {
        match self.take(key)? {
            Value::Boolean(value) => Some(value),
            other => {
                self.wrong(key, &other, "true or false");
                None
            }
        }
    }

    /// Takes an integer that is not negative.
    pub fn integer(&mut self, key: &str) -> Option<u64> {
        match self.take(key)? {
            Value::Integer(value) if value >= 0 => Some(value.unsigned_abs()),
            other => {
                self.wrong(key, &other, "an integer that is not negative");
                None
            }
        }
    }

    /// Takes a list of strings.
    pub fn strings(&mut self, key: &str) -> Option<Vec<String>> {
        let value = self.take(key)?;
        let strings = value.as_array().and_then(|items| {
            items.iter().map(|item| item.as_str().map(str::to_owned)).collect::<Option<Vec<String>>>()
        });
        if strings.is_none() {
            self.wrong(key, &value, "a list of strings");
        }
        strings
    }

    /// Takes one of some words and gives its index.
    pub fn one_of(&mut self, key: &str, words: &[&str]) -> Option<usize> {
        let text = self.string(key)?;
        let index = words.iter().position(|word| *word == text);
        if index.is_none() {
            let expected = words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(" or ");
            self.problem(key, format!("is `{text}`, expected {expected}"));
        }
        index
    }

    /// Hands over everything that was wrong, keys that nobody asked for included.
    pub fn finish(mut self, problems: &mut Vec<Diagnostic>) {
        let unknown: Vec<String> = self.values.keys().cloned().collect();
        for key in unknown {
            let hint = match nearest(&key, self.known.iter().map(String::as_str)) {
                Some(known) => format!("; did you mean `{known}`?"),
                None => String::new(),
            };
            self.problem(&key, format!("is not a key of the configuration{hint}"));
        }
        problems.append(&mut self.problems);
    }

    fn take(&mut self, key: &str) -> Option<Value> {
        self.known.push(key.to_owned());
        self.values.remove(key)
    }

    fn wrong(&mut self, key: &str, found: &Value, expected: &str) {
        self.problem(key, format!("is of type {}, expected {expected}", found.type_str()));
    }

    fn place(&self, key: &str) -> String {
        match (self.at.as_str(), key) {
            ("", key) => key.to_owned(),
            (at, "") => at.to_owned(),
            (at, key) => format!("{at}.{key}"),
        }
    }
}
