//! JSON values with exact numbers, and their canonical spelling.

use super::diagnostic::Error;
use super::number::Number;
use super::read::read;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Members of an object, sorted by name.
pub type Members = BTreeMap<String, Json>;

/// A JSON value. Equality is equality of value: numbers compare exactly, member order does not matter.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Json {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// An exact number.
    Number(Number),
    /// A string of Unicode scalar values.
    String(String),
    /// An array.
    Array(Vec<Json>),
    /// An object.
    Object(Members),
}

impl Json {
    /// Reads one JSON document; a leading byte order mark is accepted.
    ///
    /// # Errors
    /// `invalid-json` with `line:column` (both from 1, columns in characters) as its pointer.
    ///
    /// ```
    /// use schemagate::graph::Json;
    /// assert_eq!(Json::parse(b"[1.0]")?, Json::parse(b"[1]")?);
    /// assert!(Json::parse(br#"{"a": 1, "a": 1}"#).is_err());
    /// # Ok::<(), schemagate::Error>(())
    /// ```
    pub fn parse(bytes: &[u8]) -> Result<Json, Error> {
        read(bytes)
    }

    /// Reads a value that serde_json holds, such as a schema that schemars made.
    ///
    /// # Errors
    /// `invalid-json` for a number beyond the range that is read.
    pub fn from_value(value: &serde_json::Value) -> Result<Json, Error> {
        Json::parse(value.to_string().as_bytes())
    }

    /// The value as serde_json holds it (numbers as digits: our manifest has `arbitrary_precision` on).
    pub fn to_value(&self) -> serde_json::Value {
        serde_json::from_str(&self.compact()).unwrap_or(serde_json::Value::Null)
    }

    /// Canonical text on one line: sorted members, no spaces, canonical numbers, non-ASCII kept.
    pub fn compact(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, None, 0);
        out
    }

    /// Canonical text with two-space indent and one trailing newline.
    pub fn pretty(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, Some("  "), 0);
        out.push('\n');
        out
    }

    fn write(&self, out: &mut String, indent: Option<&str>, depth: usize) {
        let line = |out: &mut String, depth: usize| {
            if let Some(indent) = indent {
                out.push('\n');
                for _ in 0..depth {
                    out.push_str(indent);
                }
            }
        };
        match self {
            Json::Null => out.push_str("null"),
            Json::Bool(true) => out.push_str("true"),
            Json::Bool(false) => out.push_str("false"),
            Json::Number(number) => {
                let _ = write!(out, "{number}");
            }
            Json::String(text) => write_string(out, text),
            Json::Array(items) if items.is_empty() => out.push_str("[]"),
            Json::Array(items) => {
                out.push('[');
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    line(out, depth + 1);
                    item.write(out, indent, depth + 1);
                }
                line(out, depth);
                out.push(']');
            }
            Json::Object(members) if members.is_empty() => out.push_str("{}"),
            Json::Object(members) => {
                out.push('{');
                for (i, (name, value)) in members.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    line(out, depth + 1);
                    write_string(out, name);
                    out.push_str(if indent.is_some() { ": " } else { ":" });
                    value.write(out, indent, depth + 1);
                }
                line(out, depth);
                out.push('}');
            }
        }
    }

    /// The value at a JSON pointer (RFC 6901), `""` being the whole.
    pub fn pointer(&self, pointer: &str) -> Option<&Json> {
        if pointer.is_empty() {
            return Some(self);
        }
        pointer.strip_prefix('/')?.split('/').try_fold(self, |value, token| {
            let token = unescape_token(token);
            match value {
                Json::Object(members) => members.get(&token),
                Json::Array(items) => array_index(&token).and_then(|i| items.get(i)),
                _ => None,
            }
        })
    }

    /// The member of that name, where this is an object that has it.
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.as_object()?.get(name)
    }

    /// Its members, where it is an object.
    pub fn as_object(&self) -> Option<&Members> {
        if let Json::Object(members) = self { Some(members) } else { None }
    }

    /// Its items, where it is an array.
    pub fn as_array(&self) -> Option<&[Json]> {
        if let Json::Array(items) = self { Some(items) } else { None }
    }

    /// Its text, where it is a string.
    pub fn as_str(&self) -> Option<&str> {
        if let Json::String(text) = self { Some(text) } else { None }
    }

    /// Its truth value, where it is one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Json::Bool(value) = self { Some(*value) } else { None }
    }

    /// Its number, where it is one.
    pub fn as_number(&self) -> Option<&Number> {
        if let Json::Number(number) = self { Some(number) } else { None }
    }

    /// Name of its JSON type, for messages.
    pub fn type_name(&self) -> &'static str {
        match self {
            Json::Null => "null",
            Json::Bool(_) => "a boolean",
            Json::Number(_) => "a number",
            Json::String(_) => "a string",
            Json::Array(_) => "an array",
            Json::Object(_) => "an object",
        }
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Json::String(text.to_owned())
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Json::Bool(value)
    }
}

impl<const N: usize> From<[(&str, Json); N]> for Json {
    fn from(members: [(&str, Json); N]) -> Self {
        Json::Object(members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }
}

/// One reference token of a JSON pointer, escaped.
pub fn escape_token(token: &str) -> String {
    token.replace('~', "~0").replace('/', "~1")
}

/// One reference token of a JSON pointer, unescaped.
pub fn unescape_token(token: &str) -> String {
    token.replace("~1", "/").replace("~0", "~")
}

/// An array index as RFC 6901 spells it: no sign, no leading zero.
pub fn array_index(token: &str) -> Option<usize> {
    let plain = token == "0" || (!token.starts_with('0') && token.bytes().all(|b| b.is_ascii_digit()));
    if plain { token.parse().ok() } else { None }
}

/// Appends a JSON string; control characters are escaped, everything else stands as it is.
pub fn write_string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            c if (c as u32) < 0x20 || c == '\u{7f}' => {
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
}
