//! The registry of message sources: each producer registers its kind, and the union of all is the declared type.

use super::producers::PRODUCERS;
use super::source::MessageSource;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::fmt;

/// Kinds that may never qualify for the attribution promise: a reader does more with them than show them.
pub const RESERVED_KINDS: [&str; 12] = [
    "user",
    "model",
    "tool",
    "system-prompt",
    "compact-checkpoint",
    "dsh-session-title-llm",
    "tool-registry",
    "runtime-context",
    "plugin",
    "auto-review",
    "compact-basic",
    "ptc-mode",
];

/// Kinds that may not be registered at all.
pub const BANNED_KINDS: [&str; 3] = ["plugin", "auto-review", "compact-basic"];

/// The kind that version 3 gave to every producer; no reader admits it.
const RETIRED_KIND: &str = "plugin";

/// One form that the sources of a kind may have: its members beside `kind`.
#[derive(Debug, Clone, Copy)]
pub struct Alternative {
    schema: fn(&mut SchemaGenerator) -> Schema,
    read: fn(Value) -> Result<(), serde_json::Error>,
}

impl Alternative {
    /// The members that `T` declares.
    pub const fn of<T: JsonSchema + for<'de> Deserialize<'de>>() -> Self {
        Alternative { schema: T::json_schema, read: |members| T::deserialize(members).map(drop) }
    }
}

/// A part of the program that makes messages, under a kind of its own.
#[derive(Debug, Clone, Copy)]
pub struct Producer {
    kind: &'static str,
    alternatives: &'static [Alternative],
    attribution_only: bool,
}

impl Producer {
    /// A producer of sources of `kind`, in any of the forms.
    pub const fn new(kind: &'static str, alternatives: &'static [Alternative]) -> Self {
        Producer { kind, alternatives, attribution_only: false }
    }

    /// Promises that the kind only says who made a message: readers without this producer lose nothing.
    #[must_use]
    pub const fn attribution_only(mut self) -> Self {
        self.attribution_only = true;
        self
    }

    /// The schemas of the alternatives, each with the kind and, where it was given, the promise.
    fn schemas(&self, generator: &mut SchemaGenerator) -> Vec<Value> {
        let complete = |alternative: &Alternative| {
            let mut schema = (alternative.schema)(generator);
            let object = schema.ensure_object();
            if let Some(properties) = member(object, "properties", json!({})).as_object_mut() {
                properties.insert("kind".into(), json!({"const": self.kind}));
            }
            if let Some(required) = member(object, "required", json!([])).as_array_mut()
                && !required.contains(&json!("kind"))
            {
                required.insert(0, json!("kind"));
            }
            if self.attribution_only {
                object.insert("x-persistence-attribution".into(), true.into());
            }
            schema.to_value()
        };
        self.alternatives.iter().map(complete).collect()
    }

    /// Whether a source of this kind has one of the forms; the error is that of the last.
    fn admits(&self, source: &Map<String, Value>) -> Result<(), serde_json::Error> {
        let mut outcome = Ok(());
        for alternative in self.alternatives {
            outcome = (alternative.read)(Value::Object(source.clone()));
            if outcome.is_ok() {
                break;
            }
        }
        outcome
    }
}

fn member<'a>(object: &'a mut Map<String, Value>, name: &str, default: Value) -> &'a mut Value {
    object.entry(name).or_insert(default)
}

/// Why a set of producers cannot be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// A kind without a name.
    Nameless,
    /// A kind that may not be registered.
    Banned(&'static str),
    /// Two producers of one kind.
    Twice(&'static str),
    /// A promise for a kind that may never qualify for it.
    Reserved(&'static str),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Nameless => write!(f, "a message source needs a kind that is not empty"),
            Refusal::Banned(kind) => write!(f, "the kind `{kind}` may not be registered"),
            Refusal::Twice(kind) => write!(f, "the kind `{kind}` has two producers"),
            Refusal::Reserved(kind) => write!(f, "the kind `{kind}` is reserved and cannot be attribution-only"),
        }
    }
}

impl std::error::Error for Refusal {}

/// The registered producers: their union is the declared type of the property, and what readers know.
#[derive(Debug, Clone, Copy)]
pub struct MessageSources {
    producers: &'static [Producer],
}

impl MessageSources {
    /// The producers of this repository. A set that [`MessageSources::of`] refuses does not compile.
    pub const BUILT_IN: MessageSources = match MessageSources::of(PRODUCERS) {
        Ok(sources) => sources,
        Err(Refusal::Nameless) => panic!("a message source needs a kind that is not empty"),
        Err(Refusal::Banned(_)) => panic!("a kind is registered that may not be registered"),
        Err(Refusal::Twice(_)) => panic!("a kind has two producers"),
        Err(Refusal::Reserved(_)) => panic!("a reserved kind is registered as attribution-only"),
    };

    /// These producers.
    ///
    /// # Errors
    /// The first [`Refusal`]: an empty or banned kind, a kind with two producers, a promise for a reserved kind.
    pub const fn of(producers: &'static [Producer]) -> Result<Self, Refusal> {
        let mut at = 0;
        while at < producers.len() {
            let Producer { kind, attribution_only, .. } = producers[at];
            if kind.is_empty() {
                return Err(Refusal::Nameless);
            }
            if contains(&BANNED_KINDS, kind) {
                return Err(Refusal::Banned(kind));
            }
            if attribution_only && contains(&RESERVED_KINDS, kind) {
                return Err(Refusal::Reserved(kind));
            }
            let mut earlier = 0;
            while earlier < at {
                if same(producers[earlier].kind, kind) {
                    return Err(Refusal::Twice(kind));
                }
                earlier += 1;
            }
            at += 1;
        }
        Ok(MessageSources { producers })
    }

    /// The registered kinds, and whether each is attribution-only.
    pub fn kinds(&self) -> impl Iterator<Item = (&'static str, bool)> {
        self.producers.iter().map(|producer| (producer.kind, producer.attribution_only))
    }

    /// The union of all alternatives, as the declared type of the property.
    pub fn schema(&self, generator: &mut SchemaGenerator) -> Schema {
        let alternatives: Vec<Value> = self.producers.iter().flat_map(|producer| producer.schemas(generator)).collect();
        json_schema!({
            "description": "Who made a message.",
            "anyOf": alternatives,
            "x-persistence-other": true,
        })
    }

    /// Reads a source: one of a registered kind must have one of its forms; one of an unknown kind is kept as it is.
    ///
    /// # Errors
    /// Says what is wrong with the kind, or with the members that its producer declares.
    pub fn read(&self, members: Map<String, Value>) -> Result<MessageSource, String> {
        let kind = match members.get("kind") {
            Some(Value::String(kind)) if !kind.is_empty() => kind.as_str(),
            Some(found) => return Err(format!("the kind of a message source is a non-empty string, not {found}")),
            None => return Err("a message source has a `kind`".into()),
        };
        if kind == RETIRED_KIND {
            return Err(format!("message sources of kind `{RETIRED_KIND}` are retired"));
        }
        if let Some(producer) = self.producers.iter().find(|producer| producer.kind == kind) {
            producer.admits(&members).map_err(|error| format!("a message source of kind `{kind}`: {error}"))?;
        }
        Ok(MessageSource::from_members(members))
    }
}

const fn contains(kinds: &[&str], kind: &str) -> bool {
    let mut at = 0;
    while at < kinds.len() {
        if same(kinds[at], kind) {
            return true;
        }
        at += 1;
    }
    false
}

/// `a == b` where only constant functions may be called.
const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::super::forms::{Bare, FORMED, Notice};
    use super::{Alternative, BANNED_KINDS, MessageSources, Producer, RESERVED_KINDS, Refusal};
    use serde_json::{Map, Value, json};

    const BARE: &[Alternative] = &[Alternative::of::<Bare>()];

    fn object(value: Value) -> Map<String, Value> {
        value.as_object().cloned().unwrap_or_default()
    }

    #[test]
    fn one_producer_for_each_kind() {
        const TWO: &[Producer] = &[Producer::new("pane", BARE), Producer::new("pane", FORMED)];
        assert_eq!(MessageSources::of(TWO).err(), Some(Refusal::Twice("pane")));
        const NAMELESS: &[Producer] = &[Producer::new("", BARE)];
        assert_eq!(MessageSources::of(NAMELESS).err(), Some(Refusal::Nameless));
    }

    #[test]
    fn banned_and_reserved_kinds() {
        for kind in BANNED_KINDS {
            let one: &'static [Producer] = vec![Producer::new(kind, BARE)].leak();
            assert_eq!(MessageSources::of(one).err(), Some(Refusal::Banned(kind)));
        }
        for kind in RESERVED_KINDS.into_iter().filter(|kind| !BANNED_KINDS.contains(kind)) {
            let one: &'static [Producer] = vec![Producer::new(kind, BARE)].leak();
            assert!(MessageSources::of(one).is_ok(), "{kind} may be registered");
            let one: &'static [Producer] = vec![Producer::new(kind, BARE).attribution_only()].leak();
            assert_eq!(MessageSources::of(one).err(), Some(Refusal::Reserved(kind)));
        }
    }

    #[test]
    fn a_reader_without_a_producer_keeps_its_sources() {
        const NOTICE: &[Producer] = &[Producer::new("pane", &[Alternative::of::<Notice>()])];
        const NOBODY: &[Producer] = &[];
        let (with, without) = (MessageSources::of(NOTICE).unwrap(), MessageSources::of(NOBODY).unwrap());
        let malformed = object(json!({"kind": "pane", "form": "notice"}));
        assert!(with.read(malformed.clone()).unwrap_err().contains("summary"));
        for members in [malformed, object(json!({"kind": "pane", "form": "notice", "summary": "s", "more": [-0.5]}))] {
            assert_eq!(without.read(members.clone()).unwrap().members(), &members);
        }
    }

    #[test]
    fn kinds_that_no_reader_admits() {
        let sources = MessageSources::BUILT_IN;
        for bad in
            [json!({}), json!({"kind": ""}), json!({"kind": null}), json!({"kind": 1}), json!({"kind": "plugin"})]
        {
            assert!(sources.read(object(bad.clone())).is_err(), "{bad}");
        }
        for kept in ["compact-basic", "auto-review", "plugin:x", "Plugin"] {
            assert!(sources.read(object(json!({"kind": kept}))).is_ok(), "{kept}");
        }
    }
}
