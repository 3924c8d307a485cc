//! JSON Schema as a type graph: reading, lowering, canonical form, fingerprints.

mod canon;
mod codes;
mod diagnostic;
mod dialect;
mod digest;
mod emit;
mod fingerprint;
mod json;
mod keywords;
mod lower;
mod node;
mod number;
mod pattern;
mod read;
mod recorded;

pub use codes::*;
pub(crate) use diagnostic::codes;
pub use diagnostic::{Code, Diagnostic, Error};
pub use dialect::Dialect;
pub use digest::Digest;
pub use emit::{emit, emit_limited};
pub use fingerprint::{DOMAIN, FormatRules, RootHeader, RootKind, fingerprint};
pub use json::{Json, Members, array_index, escape_token, unescape_token, write_string};
pub use keywords::{OWN_ANNOTATIONS, Parts, is_annotation, may_be_annotation, parts, subschemas};
pub use lower::{Document, External, Load, Lowered, Options, SchemaAt, lower};
pub use node::{
    ArrayNode, Bound, Constraint, Contains, Count, Graph, Name, Node, NodeId, NumberNode, ObjectNode, Presence,
    Property, ResidualNode, StringNode, UnionNode,
};
pub use number::{MAX_EXPONENT, Number};
pub use pattern::pattern_matches;
pub use read::MAX_DEPTH;
pub use recorded::SourcePolicy;
