//! `acknowledge`: a record of what changed.

use super::context::{Context, quietly};
use super::editor::edit;
use crate::gate::{self, Answer, Mode, Said, Wording};
use crate::graph::Error;
use crate::history::Decision;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Acknowledges pending changes in writing
///
/// Writes a dated record of every root that differs from its acknowledged state, with the schemas, and the catalog. Texts
/// come from the flags, then from the file, then from $VISUAL or $EDITOR at a terminal; what nobody says is left as
/// a placeholder that `check` refuses.
#[derive(Debug, Clone, Args)]
pub(super) struct Acknowledge {
    /// Name of the record: YYYY-MM-DD-slug
    id: String,
    /// Start the history: the record of every root
    #[arg(long, conflicts_with = "update")]
    baseline: bool,
    /// Refresh a record that nothing builds on, against the rest of the history; its texts stay
    #[arg(long)]
    update: bool,
    /// The decision you expect; refused where another one is needed
    #[arg(long, value_enum)]
    decision: Option<Expected>,
    /// TOML file with summary, compatibility, verification and [[answer]] tables
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// What changed and why
    #[arg(long, value_name = "TEXT")]
    summary: Option<String>,
    /// Why old and new readers and records get along
    #[arg(long, value_name = "TEXT")]
    compatibility: Option<String>,
    /// What was checked, and how
    #[arg(long, value_name = "TEXT")]
    verification: Option<String>,
    /// Answer to a question, for every root that raises it; may be given several times
    #[arg(long = "answer", value_name = "QUESTION=TEXT", value_parser = answer)]
    answers: Vec<Said>,
    /// Only say what would be written
    #[arg(long)]
    dry_run: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Expected {
    /// Old records stay readable under the same format version
    SameVersion,
    /// The format version is raised with this record
    VersionBump,
}

impl Acknowledge {
    pub fn run(&self, context: &Context<'_>) -> Result<Answer, Error> {
        let request = gate::Acknowledge {
            id: self.id.clone(),
            mode: match (self.baseline, self.update) {
                (true, _) => Mode::Baseline,
                (false, true) => Mode::Update,
                (false, false) => Mode::New,
            },
            decision: self.decision.map(|decision| match decision {
                Expected::SameVersion => Decision::SameVersion,
                Expected::VersionBump => Decision::VersionBump,
            }),
            wording: Wording {
                summary: self.summary.clone(),
                compatibility: self.compatibility.clone(),
                verification: self.verification.clone(),
                answers: self.answers.clone(),
            },
            from: self.from.clone(),
            dry_run: self.dry_run,
        };
        let project = context.project()?;
        gate::acknowledge(&project, context.catalog(), &request, &mut edit, &mut quietly)
    }
}

fn answer(text: &str) -> Result<Said, String> {
    let (obligation, text) = text.split_once('=').ok_or("expected QUESTION=TEXT")?;
    Ok(Said { obligation: obligation.trim().to_owned(), roots: None, text: text.to_owned() })
}
