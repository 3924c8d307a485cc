//! The Session format: the types say exactly what format says, and reading is what the schemas say.

#![allow(clippy::unwrap_used, reason = "a test fails where something is missing")]

mod catalog;
mod notation;
mod reading;
mod roots;
mod sources;
