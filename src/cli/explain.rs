//! `explain`: why fingerprints moved, and what a name stands for.

use super::answers;
use super::context::Context;
use crate::compare::ChangeKind;
use crate::gate::{self, Answer, Detail, kind_page};
use crate::graph::Error;
use clap::Args;

/// Explains pending changes, a root, a type, a fingerprint, a record or a kind of change
///
/// Without an argument: every pending change, grouped by the shared type that caused it, with all roots it reaches.
#[derive(Debug, Clone, Args)]
pub(super) struct Explain {
    /// Kind of change, root, shared type, record id, or the first digits of a fingerprint
    #[arg(value_name = "ROOT|TYPE|FINGERPRINT|CHANGE-KIND|RECORD-ID")]
    subject: Option<String>,
}

impl Explain {
    pub fn run(&self, context: &Context<'_>) -> Result<Answer, Error> {
        let subject = self.subject.as_deref();
        // A kind is explained anywhere: it needs no project.
        if let Some(kind) = subject.and_then(ChangeKind::from_name) {
            return Ok(Answer { outcome: answers::nothing("explain"), detail: Detail::Page(kind_page(kind)) });
        }
        gate::explain(&context.project()?, context.catalog(), subject)
    }
}
