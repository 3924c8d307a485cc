//! `check`: the gate.

use super::context::Context;
use crate::gate::{self, Answer};
use crate::graph::Error;
use clap::Args;

/// Refuses what is not acknowledged
///
/// Verifies configuration, source, history, checkpoints and generated files, compares every root with its acknowledged
/// state, and exits with 1 where anything is refused.
#[derive(Debug, Clone, Args)]
pub(super) struct Check;

impl Check {
    pub fn run(&self, context: &Context<'_>) -> Result<Answer, Error> {
        Ok(gate::check(&context.project()?, context.catalog())?.into())
    }
}
