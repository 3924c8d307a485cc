//! `Catalog`: how a Rust program registers its persisted types (docs/rust.md).

use crate::graph::RootKind;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, de::DeserializeOwned};
use std::marker::PhantomData;

/// Asks the real `Deserialize` of a type whether it reads a record; the error is the reader's own message.
pub type Reader = fn(&[u8]) -> Result<(), String>;

/// Adds a Rust type to a generator and returns the reference to it.
pub(super) type Generate = fn(&mut SchemaGenerator) -> Schema;

/// Where a registered schema comes from.
#[derive(Debug, Clone)]
pub(super) enum Origin {
    /// A Rust type.
    Type(Generate),
    /// A schema given as JSON.
    Json { schema: serde_json::Value, writes: Option<serde_json::Value> },
}

/// A sample as its type wrote it.
#[derive(Debug, Clone)]
pub(super) struct Sample {
    /// The record, or why it could not be written.
    pub written: Result<Vec<u8>, String>,
    /// What reading and writing it again gives.
    pub again: Result<Vec<u8>, String>,
    /// Given as a stored record, not as a value of the type.
    pub stored: bool,
}

/// What one registration asks for.
#[derive(Debug, Clone)]
pub(super) enum Role {
    /// One root.
    Root { key: String, kind: RootKind, event: Option<String>, surface: bool },
    /// One root for each alternative of a tagged enum; the names of those that are surface events.
    Events { surface: Vec<String> },
}

/// One registration.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub role: Role,
    pub origin: Origin,
    pub source: Option<String>,
    pub reader: Reader,
    pub samples: Vec<Sample>,
}

/// The persisted types of a Rust program.
///
/// ```
/// use schemars::JsonSchema;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize, JsonSchema)]
/// #[serde(tag = "type")]
/// enum Event {
///     #[serde(rename = "note/added")]
///     NoteAdded { text: String },
/// }
///
/// let mut catalog = schemagate::Catalog::new("notes");
/// catalog.events::<Event>().sample(&Event::NoteAdded { text: "milk".into() });
/// ```
#[derive(Debug, Clone)]
pub struct Catalog {
    pub(super) name: String,
    pub(super) entries: Vec<Entry>,
}

impl Catalog {
    /// An empty catalog; `name` is what `[source] linked` in schemagate.toml says.
    pub fn new(name: impl Into<String>) -> Self {
        Catalog { name: name.into(), entries: Vec::new() }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Registers the header of a log under a plain key.
    pub fn header<T: JsonSchema + Serialize + DeserializeOwned>(&mut self, key: &str) -> Registered<'_, T> {
        self.typed(Role::Root { key: key.to_owned(), kind: RootKind::Header, event: None, surface: false })
    }

    /// Registers what every event has around its body, under a plain key.
    pub fn envelope<T: JsonSchema + Serialize + DeserializeOwned>(&mut self, key: &str) -> Registered<'_, T> {
        self.typed(Role::Root { key: key.to_owned(), kind: RootKind::Envelope, event: None, surface: false })
    }

    /// Registers one event type; its key is `event:NAME`.
    ///
    /// The type is the whole record. Its event tag is a required property with the literal `name`, either declared
    /// by the schema or (`#[serde(tag)]` on a struct, which schemars does not see) shown by every sample.
    pub fn event<T: JsonSchema + Serialize + DeserializeOwned>(&mut self, name: &str) -> Registered<'_, T> {
        self.typed(event_role(name))
    }

    /// Registers a tagged enum of events: one root for each variant, so that no variant can be forgotten.
    pub fn events<E: JsonSchema + Serialize + DeserializeOwned>(&mut self) -> RegisteredEvents<'_, E> {
        let Registered { entry, of } = self.typed(Role::Events { surface: Vec::new() });
        RegisteredEvents { entry, of }
    }

    /// Registers a header whose schema is given as JSON; its references are relative to itself.
    pub fn header_schema(&mut self, key: &str, schema: serde_json::Value) -> Registered<'_, serde_json::Value> {
        let role = Role::Root { key: key.to_owned(), kind: RootKind::Header, event: None, surface: false };
        self.entry(role, Origin::Json { schema, writes: None })
    }

    /// Registers an envelope whose schema is given as JSON.
    pub fn envelope_schema(&mut self, key: &str, schema: serde_json::Value) -> Registered<'_, serde_json::Value> {
        let role = Role::Root { key: key.to_owned(), kind: RootKind::Envelope, event: None, surface: false };
        self.entry(role, Origin::Json { schema, writes: None })
    }

    /// Registers one event type whose schema is given as JSON.
    pub fn event_schema(&mut self, name: &str, schema: serde_json::Value) -> Registered<'_, serde_json::Value> {
        self.entry(event_role(name), Origin::Json { schema, writes: None })
    }

    fn typed<T: JsonSchema + Serialize + DeserializeOwned>(&mut self, role: Role) -> Registered<'_, T> {
        self.entry(role, Origin::Type(|generator| generator.subschema_for::<T>()))
    }

    fn entry<T: DeserializeOwned>(&mut self, role: Role, origin: Origin) -> Registered<'_, T> {
        let at = self.entries.len();
        self.entries.push(Entry { role, origin, source: None, reader: read::<T>, samples: Vec::new() });
        Registered { entry: &mut self.entries[at], of: PhantomData }
    }
}

fn event_role(name: &str) -> Role {
    let event = Some(name.to_owned());
    Role::Root { key: format!("event:{name}"), kind: RootKind::Event, event, surface: false }
}

/// A root that was just registered; its methods say more about it.
#[derive(Debug)]
pub struct Registered<'a, T> {
    entry: &'a mut Entry,
    of: PhantomData<fn(&T)>,
}

impl<T: Serialize + DeserializeOwned> Registered<'_, T> {
    /// Marks the event as one that takes part in the conversation surface.
    pub fn surface(self) -> Self {
        if let Role::Root { surface, .. } = &mut self.entry.role {
            *surface = true;
        }
        self
    }

    /// Says where the type is declared, such as `src/message.rs`; shown, never hashed.
    pub fn source(self, source: impl Into<String>) -> Self {
        self.entry.source = Some(source.into());
        self
    }

    /// Registers a sample: it must be accepted by the schema, read by the reader, and written back equal.
    pub fn sample(self, sample: &T) -> Self {
        self.entry.samples.push(take_sample(sample));
        self
    }

    /// Registers a stored record, as JSON text, as a sample: it must be accepted by the schema, read by the reader,
    /// and written back as the same JSON value.
    ///
    /// One that schema and reader both refuse, as after a change that breaks old records, does not keep the change from
    /// being judged; `check` reports it.
    pub fn record(self, json: &str) -> Self {
        let written = json.as_bytes().to_vec();
        let again = rewrite::<T>(&written);
        self.entry.samples.push(Sample { written: Ok(written), again, stored: true });
        self
    }

    /// Replaces the reader, which is the type's `Deserialize` otherwise.
    pub fn reader(self, reader: Reader) -> Self {
        self.entry.reader = reader;
        self
    }
}

impl Registered<'_, serde_json::Value> {
    /// Says what writers produce where that differs from what readers accept.
    pub fn writes(self, schema: serde_json::Value) -> Self {
        if let Origin::Json { writes, .. } = &mut self.entry.origin {
            *writes = Some(schema);
        }
        self
    }
}

/// A tagged enum of events that was just registered.
#[derive(Debug)]
pub struct RegisteredEvents<'a, E> {
    entry: &'a mut Entry,
    of: PhantomData<fn(&E)>,
}

impl<E: Serialize + DeserializeOwned> RegisteredEvents<'_, E> {
    /// Marks events by name as part of the conversation surface.
    pub fn surface<const N: usize>(self, names: [&str; N]) -> Self {
        if let Role::Events { surface } = &mut self.entry.role {
            surface.extend(names.map(str::to_owned));
        }
        self
    }

    /// Says where the enum is declared; shown, never hashed.
    pub fn source(self, source: impl Into<String>) -> Self {
        self.entry.source = Some(source.into());
        self
    }

    /// Registers a sample of any variant.
    pub fn sample(self, sample: &E) -> Self {
        self.entry.samples.push(take_sample(sample));
        self
    }
}

fn read<T: DeserializeOwned>(record: &[u8]) -> Result<(), String> {
    serde_json::from_slice::<T>(record).map(drop).map_err(|error| error.to_string())
}

fn take_sample<T: Serialize + DeserializeOwned>(sample: &T) -> Sample {
    let written = serde_json::to_vec(sample).map_err(|error| error.to_string());
    let again = written.as_ref().map_err(String::clone).and_then(|record| rewrite::<T>(record));
    Sample { written, again, stored: false }
}

/// What reading a record and writing it again gives.
fn rewrite<T: Serialize + DeserializeOwned>(record: &[u8]) -> Result<Vec<u8>, String> {
    let read = serde_json::from_slice::<T>(record).map_err(|error| error.to_string())?;
    serde_json::to_vec(&read).map_err(|error| error.to_string())
}
