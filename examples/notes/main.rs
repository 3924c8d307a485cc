//! A program of its own with the gate linked in: its events are one enum, and this is all it takes.
//!
//! `cargo run --example notes -- --project examples/notes check` compares the enum with what
//! `examples/notes/acknowledgements` says was agreed. Change the enum and run it again.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What happens to notes.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", content = "data")]
enum Event {
    /// A note was written down.
    #[serde(rename = "note/added")]
    Added {
        /// Identity of the note.
        id: u64,
        /// What it says.
        text: String,
        /// Words to find it by.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        tags: Vec<String>,
    },
    /// A note was thrown away.
    #[serde(rename = "note/removed")]
    Removed {
        /// Identity of the note.
        id: u64,
    },
}

fn main() -> std::process::ExitCode {
    let mut catalog = schemagate::Catalog::new("notes");
    catalog
        .events::<Event>()
        .sample(&Event::Added { id: 1, text: "milk".into(), tags: vec!["shop".into()] })
        .sample(&Event::Removed { id: 1 });
    schemagate::cli::run(catalog)
}
