//! The fingerprint of a root: its header line and the hashes of its types (docs/fingerprint.md).

use super::digest::Digest;
use super::json::Json;
use std::collections::BTreeSet;

/// Name and number of the algorithm; a change of it or of a rewrite is a new domain.
pub const DOMAIN: &str = "schemagate-fingerprint-1";

/// What a root is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RootKind {
    /// The header of a log.
    Header,
    /// What every event has around its body.
    Envelope,
    /// One type of event.
    Event,
}

/// The `[format]` rules that are part of every event's fingerprint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormatRules {
    /// Property that holds the body; empty when the whole event is body.
    pub body: String,
    /// Property that names the event.
    pub event_tag: String,
    /// Property that holds a payload version, where there is one.
    pub payload_version: Option<String>,
    /// Kinds that may never qualify for attribution.
    pub reserved_kinds: BTreeSet<String>,
    /// Whether writers may write undeclared properties of open objects (`undeclared = "kept"`).
    pub undeclared_kept: bool,
}

impl Default for FormatRules {
    fn default() -> Self {
        FormatRules {
            body: String::new(),
            event_tag: "type".to_owned(),
            payload_version: None,
            reserved_kinds: BTreeSet::new(),
            undeclared_kept: false,
        }
    }
}

/// What a root is beside its types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RootHeader {
    /// Header, envelope or event.
    pub kind: RootKind,
    /// Name of the event; empty for the other kinds and for plain files, whose names are not hashed.
    pub event: String,
    /// Whether the event takes part in the conversation surface.
    pub surface: bool,
}

/// Fingerprint of a root from its header, the rules in force and the hashes of what is read and written.
pub fn fingerprint(header: &RootHeader, rules: &FormatRules, schema: Digest, writes: Option<Digest>) -> Digest {
    let mut text = format!("{DOMAIN}\n");
    match header.kind {
        RootKind::Header => text.push_str("header\n"),
        RootKind::Envelope => text.push_str("envelope\n"),
        RootKind::Event => {
            let list: Vec<Json> = rules.reserved_kinds.iter().map(|kind| Json::from(kind.as_str())).collect();
            let version = rules.payload_version.as_deref().map_or(Json::Null, Json::from);
            let line = Json::Array(vec![
                Json::from(header.event.as_str()),
                Json::from(header.surface),
                Json::from(rules.body.as_str()),
                Json::from(rules.event_tag.as_str()),
                version,
                Json::Array(list),
                Json::from(rules.undeclared_kept),
            ]);
            text.push_str("event ");
            text.push_str(&line.compact());
            text.push('\n');
        }
    }
    text.push_str(&format!("schema {schema}\n"));
    if let Some(writes) = writes.filter(|writes| *writes != schema) {
        text.push_str(&format!("writes {writes}\n"));
    }
    Digest::of(text.as_bytes())
}
