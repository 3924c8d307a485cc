//! What the laws, the conformance cases and the corpus runs share: generated schemas, their spellings, mutations and
//! instances, and the independent validator.
#![allow(dead_code)] // Each test binary uses a part.

pub mod dice;
pub mod diff;
pub mod engine;
pub mod mutate;
pub mod oracle;
pub mod path;
pub mod raw;
pub mod sample;
pub mod shape;
pub mod spell;
mod spell_leaf;
pub mod text;
