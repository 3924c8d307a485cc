//! The catalog of the format: every root, with the records that show it.

use super::envelope::{Event, SessionEventEnvelope};
use super::header::{JsonlHeaderLine, SessionHeader};
use super::{message, request, step, tool, turn};
use crate::Catalog;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A log with a record for every alternative of the format: its header line, then its events.
pub const SAMPLES: &str = include_str!("samples.jsonl");

/// The header of [`SAMPLES`] as a value.
const HEADER: &str = r#"{"version":4,"id":"s1","createdAt":1789000000000,"cwd":"/home/ada/notes","parentSession":"s0",
    "isSeeded":false,"origin":"subagent","delegationDepth":1,"agentPreset":"notes"}"#;

/// The least that a header says.
const LEAST_HEADER: &str = r#"{"version":4,"id":"s0","createdAt":0,"isSeeded":true}"#;

/// What every record of [`SAMPLES`] is, by its event type.
const ENVELOPES: [&str; 3] = [
    r#"{"type":"turn/start","seq":0,"time":-1,"ignorable":true}"#,
    r#"{"type":"assistant/message","seq":5,"time":1,"surfaceOp":"append"}"#,
    r#"{"type":"user/message","seq":9,"time":2,"surfaceOp":{"op":"replace","startSeq":3,"endSeq":7},
        "sourceEventSeqs":[3,7]}"#,
];

/// The catalog that `[source] linked = "session"` names.
pub fn catalog() -> Catalog {
    let mut catalog = Catalog::new("session");
    catalog.header::<SessionHeader>("SessionHeader").record(HEADER).record(LEAST_HEADER);
    let line = SAMPLES.lines().next().unwrap_or_default();
    catalog.header::<JsonlHeaderLine>("JsonlHeaderLine").record(line);
    let envelope = catalog.envelope::<SessionEventEnvelope>("SessionEventEnvelope");
    ENVELOPES.into_iter().fold(envelope, |root, record| root.record(record));

    event::<message::AssistantMessageEvent>(&mut catalog);
    event::<message::DeveloperMessageEvent>(&mut catalog);
    event::<message::SystemMessageEvent>(&mut catalog);
    event::<message::ToolResultEvent>(&mut catalog);
    event::<message::UserMessageEvent>(&mut catalog);
    event::<request::RequestHeaderEvent>(&mut catalog);
    event::<step::StepEndEvent>(&mut catalog);
    event::<step::StepStartEvent>(&mut catalog);
    event::<tool::ToolCallEvent>(&mut catalog);
    event::<turn::TurnEndEvent>(&mut catalog);
    event::<turn::TurnStartEvent>(&mut catalog);
    catalog
}

/// Registers an event with its records of [`SAMPLES`].
fn event<E: Event + JsonSchema + Serialize + DeserializeOwned>(catalog: &mut Catalog) {
    let root = catalog.event::<E>(E::NAME).source(E::FILE.replace('\\', "/"));
    let root = if E::SURFACE { root.surface() } else { root };
    let tag = format!(r#"{{"type":"{}","#, E::NAME);
    SAMPLES.lines().filter(|line| line.starts_with(&tag)).fold(root, |root, record| root.record(record));
}
