//! Members that hold one value.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

/// The literals of a declared type, by position; the macros of this module implement it.
pub trait Literals {
    /// Each literal as JSON text.
    const LITERALS: &'static [&'static str];
}

/// The literal number `N` of the declared type `T`: a member that holds this one value.
pub struct Literal<T, const N: usize>(PhantomData<fn() -> T>);

impl<T: Literals, const N: usize> Literal<T, N> {
    /// The only value of this type.
    pub const IS: Self = Literal(PhantomData);

    fn value() -> Value {
        // The text is a literal token of the declaration, which is JSON for every literal that is used.
        T::LITERALS.get(N).and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
    }
}

impl<T, const N: usize> Clone for Literal<T, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const N: usize> Copy for Literal<T, N> {}

impl<T, const N: usize> PartialEq for Literal<T, N> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T: Literals, const N: usize> fmt::Debug for Literal<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Self::value())
    }
}

impl<T: Literals, const N: usize> Serialize for Literal<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Self::value().serialize(serializer)
    }
}

impl<'de, T: Literals, const N: usize> Deserialize<'de> for Literal<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (found, expected) = (Value::deserialize(deserializer)?, Self::value());
        if same_value(&found, &expected) {
            return Ok(Self::IS);
        }
        Err(D::Error::custom(format_args!("expected {expected}, found {found}")))
    }
}

/// Equality by value: `4` and `4.0` are one number, in JSON Schema as here.
fn same_value(a: &Value, b: &Value) -> bool {
    let exact = |value: &Value| match value {
        Value::Number(number) => crate::graph::Number::parse(number.as_str()),
        Value::Null | Value::Bool(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => None,
    };
    a == b || exact(a).is_some_and(|a| exact(b) == Some(a))
}

impl<T: Literals, const N: usize> JsonSchema for Literal<T, N> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Literal".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"const": Self::value()})
    }
}

/// The literal `true`: a mark that is either there or absent.
pub type True = Literal<TrueLiteral, 0>;

/// Holds the literal of [`True`].
#[derive(Debug)]
pub enum TrueLiteral {}

impl Literals for TrueLiteral {
    const LITERALS: &'static [&'static str] = &["true"];
}
