//! Message sources: who made a message. The core owns the property, each producer registers its kind.

use super::registry::MessageSources;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// Who made a message: a kind, and the members that its producer gave it, kept as they were read.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(transparent)]
pub struct MessageSource {
    members: Map<String, Value>,
}

impl MessageSource {
    /// Members that were checked.
    pub(super) fn from_members(members: Map<String, Value>) -> Self {
        MessageSource { members }
    }

    /// The kind.
    pub fn kind(&self) -> &str {
        self.members.get("kind").and_then(Value::as_str).unwrap_or_default()
    }

    /// All members, the kind among them.
    pub fn members(&self) -> &Map<String, Value> {
        &self.members
    }
}

impl<'de> Deserialize<'de> for MessageSource {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        MessageSources::BUILT_IN.read(Map::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl JsonSchema for MessageSource {
    fn schema_name() -> Cow<'static, str> {
        "MessageSource".into()
    }

    fn schema_id() -> Cow<'static, str> {
        concat!(module_path!(), "::MessageSource").into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        MessageSources::BUILT_IN.schema(generator)
    }
}
