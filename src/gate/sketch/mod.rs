//! A type as a person writes it down: TypeScript-like, one property or alternative a line, shared types by name.

mod block;
mod object;
mod scalar;
mod types;

pub(super) use types::sketch;
