//! `diff BEFORE AFTER`

use super::exit;
use crate::compare::Verdict;
use crate::gate::{self, Answer, DiffOptions, read_input};
use crate::graph::Error;
use clap::Args;
use std::path::PathBuf;

/// Compares two bundles, two JSON Schema files, or two directories of them
///
/// Independent of any project and history. A plain schema is judged as the body of an ordinary event. Exits with 0
/// whatever it finds.
#[derive(Debug, Clone, Args)]
pub(super) struct Diff {
    /// What was
    before: PathBuf,
    /// What is
    after: PathBuf,
    /// Compare only this root
    #[arg(long, value_name = "KEY")]
    root: Option<String>,
    /// Judge everything as strictly as a header
    #[arg(long)]
    frame: bool,
    /// Definitions of a plain schema are roots too
    #[arg(long)]
    definitions: bool,
    /// Exit with 1 where the verdict is version-bump
    #[arg(long)]
    exit_code: bool,
}

impl Diff {
    pub fn run(&self) -> Result<Answer, Error> {
        let before = read_input(&self.before, self.definitions)?;
        let after = read_input(&self.after, self.definitions)?;
        let options = DiffOptions { root: self.root.clone(), frame: self.frame };
        Ok(gate::diff(&before, &after, &options)?.into())
    }

    /// The exit code of an answer to this command.
    pub fn exit(&self, answer: &Answer) -> u8 {
        let bump = answer.outcome.verdict == Verdict::VersionBump;
        if self.exit_code && answer.outcome.ok && bump { exit::REFUSED } else { exit::of(&answer.outcome) }
    }
}
