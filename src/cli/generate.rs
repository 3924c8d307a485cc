//! `generate`: the files of the catalog.

use super::context::{Context, quietly};
use crate::gate::{self, Answer};
use crate::graph::Error;
use clap::Args;

/// Writes the catalog from the source
#[derive(Debug, Clone, Args)]
pub(super) struct Generate {
    /// Only compare, byte for byte, and exit with 1 where a file is missing or stale
    #[arg(long)]
    check: bool,
}

impl Generate {
    pub fn run(&self, context: &Context<'_>) -> Result<Answer, Error> {
        Ok(gate::generate(&context.project()?, context.catalog(), self.check, &mut quietly)?.into())
    }
}
