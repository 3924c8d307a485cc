//! Strict reading of TOML tables: every key is asked for once, and whatever was not asked for is refused.

use crate::graph::{Code, Diagnostic};
use toml::{Table, Value};

/// The codes that a reader reports with.
pub(crate) struct Codes {
    pub unparsable: &'static Code,
    pub unknown: &'static Code,
    pub missing: &'static Code,
    pub invalid: &'static Code,
}

/// A table that is being read, its place in the file, and what was wrong so far.
pub(crate) struct Keys<'a> {
    codes: &'a Codes,
    table: Table,
    place: String,
    asked: Vec<&'static str>,
    found: &'a mut Vec<Diagnostic>,
}

/// Parses a document: UTF-8 with or without a byte order mark, lines that end in LF or CRLF.
pub(crate) fn parse(bytes: &[u8], codes: &Codes) -> Result<Table, Diagnostic> {
    let fail = |message: String| Diagnostic::new(codes.unparsable, message);
    let text = std::str::from_utf8(bytes)
        .map_err(|error| fail(format!("byte {} is not UTF-8", error.valid_up_to())))?
        .trim_start_matches('\u{feff}')
        .replace("\r\n", "\n");
    text.parse::<Table>().map_err(|error| {
        let at = error.span().map_or(0, |span| span.start.min(text.len()));
        let before = text.get(..at).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        fail(error.message().to_owned()).at(format!("{line}:{column}"))
    })
}

impl<'a> Keys<'a> {
    pub fn new(table: Table, codes: &'a Codes, place: &str, found: &'a mut Vec<Diagnostic>) -> Self {
        Keys { codes, table, place: place.to_owned(), asked: Vec::new(), found }
    }

    /// Place of a key, such as `change[2].after`.
    pub fn at(&self, key: &str) -> String {
        if self.place.is_empty() { key.to_owned() } else { format!("{}.{key}", self.place) }
    }

    /// Adds a finding at a key.
    pub fn report(&mut self, key: &str, finding: Diagnostic) {
        let place = self.at(key);
        self.found.push(finding.at(place));
    }

    /// Where findings go, for the tables inside this one.
    pub fn found(&mut self) -> &mut Vec<Diagnostic> {
        self.found
    }

    /// Takes a key that may be absent.
    pub fn optional<T>(
        &mut self,
        key: &'static str,
        expected: &str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Option<T> {
        self.asked.push(key);
        let value = self.table.remove(key)?;
        let read = read(&value);
        if read.is_none() {
            let message = format!("`{}` holds {}, expected {expected}", self.at(key), describe(&value));
            self.report(key, Diagnostic::new(self.codes.invalid, message));
        }
        read
    }

    /// Takes a key that must be there.
    pub fn required<T>(
        &mut self,
        key: &'static str,
        expected: &str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Option<T> {
        if !self.table.contains_key(key) {
            self.asked.push(key);
            let message = format!("`{}` is missing, expected {expected}", self.at(key));
            self.report(key, Diagnostic::new(self.codes.missing, message));
            return None;
        }
        self.optional(key, expected, read)
    }

    pub fn string(&mut self, key: &'static str) -> Option<String> {
        self.required(key, "a string", |value| value.as_str().map(str::to_owned))
    }

    pub fn boolean(&mut self, key: &'static str) -> Option<bool> {
        self.required(key, "true or false", Value::as_bool)
    }

    pub fn number(&mut self, key: &'static str) -> Option<u64> {
        self.required(key, "a non-negative integer", |value| u64::try_from(value.as_integer()?).ok())
    }

    pub fn strings(&mut self, key: &'static str) -> Option<Vec<String>> {
        self.required(key, "a list of strings", |value| {
            value.as_array()?.iter().map(|item| item.as_str().map(str::to_owned)).collect()
        })
    }

    /// Takes an array of tables; absent is empty.
    pub fn tables(&mut self, key: &'static str) -> Option<Vec<Table>> {
        if !self.table.contains_key(key) {
            self.asked.push(key);
            return Some(Vec::new());
        }
        self.optional(key, "a list of tables", |value| {
            value.as_array()?.iter().map(|item| item.as_table().cloned()).collect()
        })
    }

    /// Refuses every key that nobody asked for.
    pub fn finish(mut self) {
        for key in std::mem::take(&mut self.table).keys() {
            let known = self.asked.iter().map(|known| format!("`{known}`")).collect::<Vec<_>>().join(", ");
            let message = format!("found the key `{}`, expected only {known}", self.at(key));
            self.report(key, Diagnostic::new(self.codes.unknown, message));
        }
    }
}

/// A value in words, short enough for a message.
fn describe(value: &Value) -> String {
    match value {
        Value::String(text) if text.chars().count() <= 60 => format!("the string `{text}`"),
        Value::String(_) => "a long string".to_owned(),
        Value::Integer(number) => format!("the integer {number}"),
        Value::Float(number) => format!("the number {number}"),
        Value::Boolean(value) => format!("{value}"),
        Value::Datetime(date) => format!("the date {date}"),
        Value::Array(_) => "a list".to_owned(),
        Value::Table(_) => "a table".to_owned(),
    }
}

/// A TOML string: in one line where it has one, else between triple quotes, with a newline behind the opening ones.
pub(crate) fn quote(text: &str) -> String {
    let lines = text.contains('\n');
    let mut out = String::from(if lines { "\"\"\"\n" } else { "\"" });
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '"' => out.push_str("\\\""),
            '\n' => out.push('\n'),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push_str(if lines { "\"\"\"" } else { "\"" });
    out
}
