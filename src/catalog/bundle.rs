//! The bundle: every root and shared type of a source, as authored (sources.md, Bundle).

use crate::graph::{FormatRules, Json, Members, RootKind};
use std::collections::BTreeMap;

/// The `format` member of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Format {
    /// Name in reports.
    pub name: String,
    /// Format version, where it is known.
    pub version: Option<u64>,
    /// The rules that enter fingerprints.
    pub rules: FormatRules,
}

/// One root of a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    /// Header, envelope or event.
    pub kind: RootKind,
    /// Name of the event, for events.
    pub event: Option<String>,
    /// Whether the event takes part in the conversation surface.
    pub surface: bool,
    /// What readers accept.
    pub schema: Json,
    /// What writers produce, where it differs.
    pub writes: Option<Json>,
    /// Where it is declared; descriptive only.
    pub source: Option<String>,
    /// Root of a plain file: no event-tag check, neither name nor key hashed.
    pub synthetic: bool,
}

/// The JSON document of all roots and shared `$defs`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bundle {
    /// The `format` member.
    pub format: Format,
    /// The `dialect` member, such as `2020-12` or `openapi-3.0`.
    pub dialect: Option<String>,
    /// Further annotation keywords (`annotations` member, from `[source] annotations`).
    pub annotations: Vec<String>,
    /// Roots by key.
    pub roots: BTreeMap<String, Root>,
    /// Shared types by authored name.
    pub defs: Members,
}
