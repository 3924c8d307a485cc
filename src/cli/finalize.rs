//! `finalize`: a format version that must not break any more.

use super::context::{Context, quietly};
use crate::gate::{self, Answer};
use crate::graph::Error;
use clap::Args;

/// Finalizes the current format version
///
/// Writes its checkpoint and sets `[format] finalized`. From then on no root may break without a higher version.
#[derive(Debug, Clone, Args)]
pub(super) struct Finalize {
    /// The version you expect to finalize; refused where it is another
    #[arg(long, value_name = "N")]
    version: Option<u64>,
}

impl Finalize {
    pub fn run(&self, context: &Context<'_>) -> Result<Answer, Error> {
        Ok(gate::finalize(&context.project()?, context.catalog(), self.version, &mut quietly)?.into())
    }
}
