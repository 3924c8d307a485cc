//! The values that declared types are made of, each reading exactly what its schema says.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};
use serde_json::{Map, Number, Value};
use std::borrow::Cow;

/// A member that may be absent, and is never null unless `T` itself admits null.
///
/// `Option` would read null as absent; here null is refused where `T` refuses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Optional<T> {
    /// The member is not there.
    #[default]
    Absent,
    /// The member is there.
    Present(T),
}

impl<T> Optional<T> {
    /// Whether the member is not there.
    pub fn is_absent(&self) -> bool {
        self.get().is_none()
    }

    /// The value, where the member is there.
    pub fn get(&self) -> Option<&T> {
        match self {
            Optional::Absent => None,
            Optional::Present(value) => Some(value),
        }
    }
}

impl<T> From<Option<T>> for Optional<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Optional::Absent, Optional::Present)
    }
}

impl<T: Serialize> Serialize for Optional<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // An absent member is skipped by its owner, so `None` is never written.
        match self {
            Optional::Absent => serializer.serialize_none(),
            Optional::Present(value) => value.serialize(serializer),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Optional<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Optional::Present)
    }
}

impl<T: JsonSchema> JsonSchema for Optional<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}

/// A required member that may be null.
///
/// serde reads an absent `Option` as `None`; this type demands the member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nullable<T>(pub Option<T>);

impl<T: Serialize> Serialize for Nullable<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Nullable<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(untagged)]
        enum Either<T> {
            Null(()),
            Value(T),
        }
        Ok(Nullable(match Either::deserialize(deserializer)? {
            Either::Null(()) => None,
            Either::Value(value) => Some(value),
        }))
    }
}

impl<T: JsonSchema> JsonSchema for Nullable<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Nullable_{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({"anyOf": [generator.subschema_for::<T>(), {"type": "null"}]})
    }
}

/// Any JSON number, kept as written (serde_json spells exponents `1e+2`).
///
/// Which numbers are integers, non-negative or safe is a rule of readers, not of the declared types.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Num(pub Number);

impl From<u64> for Num {
    fn from(value: u64) -> Self {
        Num(value.into())
    }
}

impl JsonSchema for Num {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Num".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "number"})
    }
}

/// A value that does not exist: the type of a reserved member, whose name readers refuse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reserved {}

impl Serialize for Reserved {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        match *self {}
    }
}

impl<'de> Deserialize<'de> for Reserved {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(D::Error::custom("the name of this member is reserved"))
    }
}

impl JsonSchema for Reserved {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Reserved".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"not": {}, "x-persistence-reserved": true})
    }
}

/// Members that are not declared: kept through reading and writing back, adding nothing to the schema.
#[derive(Debug, Clone, PartialEq, Default, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Undeclared(pub Map<String, Value>);

impl JsonSchema for Undeclared {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Undeclared".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "object"})
    }
}

/// Any JSON value, declared as the recursive type it is.
#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct JsonValue(pub Value);

impl JsonSchema for JsonValue {
    fn schema_name() -> Cow<'static, str> {
        "JsonValue".into()
    }

    fn schema_id() -> Cow<'static, str> {
        concat!(module_path!(), "::JsonValue").into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let again = generator.subschema_for::<JsonValue>();
        json_schema!({
            "description": "Any JSON value.",
            "anyOf": [
                {"type": "null"},
                {"type": "boolean"},
                {"type": "number"},
                {"type": "string"},
                {"type": "array", "items": again},
                {"type": "object", "additionalProperties": again},
            ],
        })
    }
}
