//! Strict reading of bundles: every key is known, every value is of its type, and names fit their kinds.

use super::bundle::{Bundle, Format, Root};
use super::codes::INVALID_BUNDLE;
use super::dialect::DIALECT_NAMES;
use super::nearest::nearest;
use crate::graph::{Diagnostic, Error, FormatRules, Json, Members, RootKind, escape_token, may_be_annotation};
use std::collections::BTreeMap;

impl Bundle {
    /// Reads a bundle from its bytes.
    ///
    /// # Errors
    /// `invalid-json`; `invalid-bundle`, one diagnostic with a JSON pointer for each thing that is wrong.
    ///
    /// ```
    /// use schemagate::catalog::Bundle;
    /// let text = br#"{"schemagate": 1, "format": {"name": "notes"}, "roots": {"Header": {"kind": "header", "schema": true}}}"#;
    /// assert_eq!(Bundle::parse(text)?.roots.len(), 1);
    /// # Ok::<(), schemagate::Error>(())
    /// ```
    pub fn parse(bytes: &[u8]) -> Result<Bundle, Error> {
        Bundle::from_json(&Json::parse(bytes)?)
    }

    /// Reads a bundle from a JSON value.
    ///
    /// # Errors
    /// `invalid-bundle`.
    pub fn from_json(json: &Json) -> Result<Bundle, Error> {
        let mut reading = Reading { problems: Vec::new() };
        let bundle = reading.bundle(json);
        Error::check(reading.problems)?;
        Ok(bundle)
    }
}

/// Whether a JSON document is a bundle rather than a plain schema.
pub(super) fn is_bundle(json: &Json) -> bool {
    json.get("schemagate").is_some()
}

struct Reading {
    problems: Vec<Diagnostic>,
}

impl Reading {
    fn problem(&mut self, at: &str, message: impl Into<String>) {
        self.problems.push(Diagnostic::new(&INVALID_BUNDLE, message).at(at));
    }

    /// The members of an object; refuses what is none, and every key that is not known.
    fn members<'a>(&mut self, json: &'a Json, at: &str, known: &[&str]) -> Option<&'a Members> {
        let Some(members) = json.as_object() else {
            self.problem(at, format!("found {}, expected an object", json.type_name()));
            return None;
        };
        for key in members.keys().filter(|key| !known.contains(&key.as_str())) {
            let hint = nearest(key, known.iter().copied()).map(|k| format!("; did you mean `{k}`?"));
            let message = format!("found the unknown key `{key}`{}", hint.unwrap_or_default());
            self.problem(&format!("{at}/{}", escape_token(key)), message);
        }
        Some(members)
    }

    /// A value that must be of one type where it is there.
    fn typed<'a, T>(
        &mut self,
        members: &'a Members,
        at: &str,
        key: &str,
        expected: &str,
        take: impl FnOnce(&'a Json) -> Option<T>,
    ) -> Option<T> {
        let value = members.get(key)?;
        let taken = take(value);
        if taken.is_none() {
            self.problem(&format!("{at}/{key}"), format!("found {}, expected {expected}", shown(value)));
        }
        taken
    }

    fn string(&mut self, members: &Members, at: &str, key: &str) -> Option<String> {
        self.typed(members, at, key, "a string", |v| v.as_str().map(str::to_owned))
    }

    fn strings(&mut self, members: &Members, at: &str, key: &str) -> Vec<String> {
        let take = |v: &Json| v.as_array()?.iter().map(|item| item.as_str().map(str::to_owned)).collect();
        self.typed(members, at, key, "an array of strings", take).unwrap_or_default()
    }

    fn boolean(&mut self, members: &Members, at: &str, key: &str) -> Option<bool> {
        self.typed(members, at, key, "true or false", Json::as_bool)
    }

    fn bundle(&mut self, json: &Json) -> Bundle {
        let mut bundle = Bundle::default();
        let known = ["schemagate", "format", "dialect", "annotations", "roots", "$defs"];
        let Some(members) = self.members(json, "", &known) else { return bundle };
        match members.get("schemagate") {
            Some(Json::Number(number)) if number.as_u64() == Some(1) => {}
            Some(other) => self.problem("/schemagate", format!("found {}, expected 1", shown(other))),
            None => self.problem("", "has no `schemagate`, expected `\"schemagate\": 1`"),
        }
        match members.get("format") {
            Some(format) => bundle.format = self.format(format),
            None => self.problem("", "has no `format`"),
        }
        bundle.dialect = self.string(members, "", "dialect");
        if let Some(dialect) = bundle.dialect.as_deref().filter(|dialect| !DIALECT_NAMES.contains(dialect)) {
            let message =
                format!("found the unknown dialect `{dialect}`, expected one of {}", DIALECT_NAMES.join(", "));
            self.problem("/dialect", message);
        }
        bundle.annotations = self.strings(members, "", "annotations");
        bundle.annotations.sort();
        bundle.annotations.dedup();
        for keyword in bundle.annotations.clone().iter().filter(|keyword| !may_be_annotation(keyword)) {
            self.problem(
                "/annotations",
                format!("found `{keyword}`, which asserts something: it can never be an annotation"),
            );
        }
        match members.get("roots") {
            Some(Json::Object(roots)) => bundle.roots = self.roots(roots),
            Some(other) => self.problem("/roots", format!("found {}, expected an object", other.type_name())),
            None => self.problem("", "has no `roots`"),
        }
        match members.get("$defs") {
            Some(Json::Object(defs)) => {
                for (name, schema) in defs {
                    self.schema(schema, &format!("/$defs/{}", escape_token(name)));
                }
                bundle.defs.clone_from(defs);
            }
            Some(other) => self.problem("/$defs", format!("found {}, expected an object", other.type_name())),
            None => {}
        }
        bundle
    }

    fn format(&mut self, json: &Json) -> Format {
        let known = ["name", "version", "body", "event-tag", "payload-version", "reserved-kinds", "undeclared"];
        let at = "/format";
        let Some(members) = self.members(json, at, &known) else { return Format::default() };
        let name = self.string(members, at, "name");
        if name.is_none() && !members.contains_key("name") {
            self.problem(at, "has no `name`");
        }
        let take = |v: &Json| v.as_number().and_then(crate::graph::Number::as_u64);
        let version = self.typed(members, at, "version", "an integer that is not negative", take);
        let default = FormatRules::default();
        let event_tag = self.string(members, at, "event-tag").unwrap_or(default.event_tag);
        if event_tag.is_empty() {
            self.problem("/format/event-tag", "is empty, expected the name of a property");
        }
        let payload_version = self.string(members, at, "payload-version");
        if payload_version.as_deref() == Some("") {
            self.problem("/format/payload-version", "is empty, expected the name of a property");
        }
        let undeclared = self.string(members, at, "undeclared");
        if let Some(word) = undeclared.as_deref().filter(|word| !["never-written", "kept"].contains(word)) {
            self.problem("/format/undeclared", format!("found `{word}`, expected `never-written` or `kept`"));
        }
        let rules = FormatRules {
            body: self.string(members, at, "body").unwrap_or(default.body),
            event_tag,
            payload_version,
            reserved_kinds: self.strings(members, at, "reserved-kinds").into_iter().collect(),
            undeclared_kept: undeclared.as_deref() == Some("kept"),
        };
        Format { name: name.unwrap_or_default(), version, rules }
    }

    fn roots(&mut self, roots: &Members) -> BTreeMap<String, Root> {
        let mut read = BTreeMap::new();
        for (key, json) in roots {
            if let Some(root) = self.root(key, json) {
                read.insert(key.clone(), root);
            }
        }
        read
    }

    fn root(&mut self, key: &str, json: &Json) -> Option<Root> {
        let at = format!("/roots/{}", escape_token(key));
        let known = ["kind", "event", "surface", "schema", "writes", "source", "synthetic"];
        let members = self.members(json, &at, &known)?;
        let kind = match self.string(members, &at, "kind").as_deref() {
            Some("header") => RootKind::Header,
            Some("envelope") => RootKind::Envelope,
            Some("event") => RootKind::Event,
            Some(other) => {
                let message = format!("found `{other}`, expected `header`, `envelope` or `event`");
                self.problem(&format!("{at}/kind"), message);
                return None;
            }
            None => {
                if !members.contains_key("kind") {
                    self.problem(&at, "has no `kind`");
                }
                return None;
            }
        };
        let synthetic = self.boolean(members, &at, "synthetic").unwrap_or(false);
        let event = self.string(members, &at, "event");
        let surface = self.boolean(members, &at, "surface");
        self.names(key, kind, event.as_deref(), surface, synthetic, &at);
        let event = match (kind, synthetic, event) {
            (RootKind::Event, false, None) => key.strip_prefix("event:").map(str::to_owned),
            (_, _, event) => event,
        };
        let Some(schema) = members.get("schema") else {
            self.problem(&at, "has no `schema`");
            return None;
        };
        self.schema(schema, &format!("{at}/schema"));
        let writes = members.get("writes");
        if let Some(writes) = writes {
            self.schema(writes, &format!("{at}/writes"));
        }
        let source = self.string(members, &at, "source");
        let surface = surface.unwrap_or(false);
        Some(Root { kind, event, surface, schema: schema.clone(), writes: writes.cloned(), source, synthetic })
    }

    /// Checks that the key, the kind and the name of the event fit each other.
    fn names(
        &mut self,
        key: &str,
        kind: RootKind,
        event: Option<&str>,
        surface: Option<bool>,
        synthetic: bool,
        at: &str,
    ) {
        match kind {
            RootKind::Header | RootKind::Envelope => {
                if event.is_some() || surface == Some(true) {
                    self.problem(at, "has `event` or `surface`, which only an event has");
                }
                if key.is_empty() || (key.starts_with("event:") && !synthetic) {
                    self.problem(at, "found a key of an event, expected the plain name of a header or envelope");
                }
            }
            RootKind::Event if synthetic => {}
            RootKind::Event => match key.strip_prefix("event:") {
                None | Some("") => {
                    self.problem(at, format!("found the key `{key}` of an event, expected `event:NAME`"));
                }
                Some(name) => {
                    if let Some(event) = event.filter(|event| *event != name) {
                        let message = format!("found the event `{event}` under the key `{key}`, expected `{name}`");
                        self.problem(&format!("{at}/event"), message);
                    }
                }
            },
        }
    }

    fn schema(&mut self, json: &Json, at: &str) {
        if !matches!(json, Json::Object(_) | Json::Bool(_)) {
            self.problem(at, format!("found {}, expected a schema: an object, true or false", json.type_name()));
        }
    }
}

/// A value in a message: itself where it is short, else its type.
fn shown(value: &Json) -> String {
    match value {
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {
            let text = value.compact();
            if text.chars().count() <= 40 { format!("`{text}`") } else { value.type_name().to_owned() }
        }
        Json::Array(_) | Json::Object(_) => value.type_name().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> Vec<String> {
        let error = Bundle::parse(text.as_bytes()).err();
        error.map(|e| e.diagnostics().map(ToString::to_string).collect()).unwrap_or_default()
    }

    #[test]
    fn reads_and_writes_canonical_bytes() {
        let text = r#"{"roots": {"event:a/b": {"schema": {"type": "object"}, "kind": "event", "event": "a/b"},
            "H": {"kind": "header", "schema": true, "source": "é.rs"}}, "$defs": {"Z": {}, "A": false},
            "format": {"reserved-kinds": ["user", "model"], "name": "n", "version": 4}, "schemagate": 1}"#;
        let bundle = Bundle::parse(text.as_bytes()).unwrap();
        let bytes = bundle.bytes();
        assert_eq!(Bundle::parse(&bytes).unwrap(), bundle);
        assert_eq!(Bundle::parse(format!("\u{feff}{}", text.replace('\n', "\r\n")).as_bytes()).unwrap().bytes(), bytes);
        let text = String::from_utf8(bytes).unwrap();
        assert!(text.starts_with("{\n  \"$defs\": {\n    \"A\": false,\n    \"Z\": {}\n  },\n  \"format\""), "{text}");
        assert!(text.contains("é.rs") && text.ends_with("}\n"));
    }

    #[test]
    fn names_what_is_wrong() {
        let text = r#"{"schemagate": 2, "frmat": 1, "format": {"name": 3, "undeclared": "x", "event-tag": ""},
            "dialect": "2021", "annotations": [1], "roots": {"a": {"kind": "event", "schema": {}},
            "event:b": {"kind": "header", "schema": 1, "writes": [], "surface": true},
            "event:c": {"kind": "event", "event": "d", "schema": {}}, "e": {"kind": "x"}, "f": {}, "g": 1}, "$defs": {"X": 1}}"#;
        let found = problems(text);
        for expected in [
            "/frmat: found the unknown key `frmat`; did you mean `format`?",
            "/schemagate: found `2`, expected 1",
            "/format/name: found `3`, expected a string",
            "/format/event-tag: is empty",
            "/format/undeclared: found `x`",
            "/dialect: found the unknown dialect `2021`",
            "/annotations: found an array, expected an array of strings",
            "/roots/a: found the key `a` of an event, expected `event:NAME`",
            "/roots/event:b: has `event` or `surface`",
            "/roots/event:b/schema: found a number",
            "/roots/event:b/writes: found an array",
            "/roots/event:c/event: found the event `d`",
            "/roots/e/kind: found `x`",
            "/roots/f: has no `kind`",
            "/roots/g: found a number, expected an object",
            "/$defs/X: found a number",
        ] {
            assert!(found.iter().any(|f| f.contains(expected)), "{expected}\n{found:#?}");
        }
    }

    #[test]
    fn what_is_no_bundle_is_refused() {
        for (text, expected) in [
            ("[]", "found an array, expected an object"),
            ("{}", "has no `schemagate`"),
            (r#"{"schemagate": 1}"#, "has no `format`"),
            (r#"{"schemagate": 1, "format": {"name": ""}, "roots": []}"#, "found an array"),
            ("", "found the end of the document"),
        ] {
            assert!(problems(text)[0].contains(expected), "{text}: {:?}", problems(text));
        }
    }
}
