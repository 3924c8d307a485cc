//! `history`: what was acknowledged.

use super::context::Context;
use crate::gate::{self, Answer};
use crate::graph::Error;
use clap::Args;

/// Lists what was acknowledged, newest first
#[derive(Debug, Clone, Args)]
pub(super) struct History {
    /// Only this root
    root: Option<String>,
}

impl History {
    pub fn run(&self, context: &Context<'_>) -> Result<Answer, Error> {
        gate::history(&context.project()?, self.root.as_deref())
    }
}
