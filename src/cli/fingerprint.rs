//! `fingerprint FILE…`

use super::answers;
use crate::gate::{self, Answer, Detail, Outcome};
use crate::graph::Error;
use clap::Args;
use std::path::PathBuf;

/// Prints the fingerprints of bundles' roots or plain schemas
///
/// One line each, as sha256sum prints them: the fingerprint, two spaces, the file, and `#KEY` where it holds several
/// roots. Two schemas with the same fingerprint admit the same records, however they are spelled.
#[derive(Debug, Clone, Args)]
pub(super) struct Fingerprint {
    /// Bundles, JSON Schema files, or directories of them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Definitions of a plain schema are roots too
    #[arg(long)]
    definitions: bool,
}

impl Fingerprint {
    pub fn run(&self) -> Result<Answer, Error> {
        let mut lines = Vec::new();
        let mut outcome = answers::nothing("fingerprint");
        for file in &self.files {
            let model = gate::read_input(file, self.definitions)?;
            lines.extend(gate::fingerprints(file, &model));
            outcome.warnings.extend(model.warnings);
        }
        let message = match lines.len() {
            1 => "1 fingerprint".to_owned(),
            several => format!("{several} fingerprints"),
        };
        Ok(Answer { outcome: Outcome { message, ..outcome }, detail: Detail::Fingerprints(lines) })
    }
}
