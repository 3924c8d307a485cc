//! `init`: a project with its configuration, first catalog and baseline.

use super::context::{Context, quietly};
use super::today::today;
use crate::gate::{self, Answer, InitSource};
use crate::graph::Error;
use clap::Args;
use std::path::Path;

/// Writes schemagate.toml, the first catalog and the baseline
///
/// Refuses to overwrite anything. Without `--schemas` and `--command` the source is the catalog that the program links.
#[derive(Debug, Clone, Args)]
pub(super) struct Init {
    /// JSON Schema files of the source, as a glob below the project; may be given several times
    #[arg(long, value_name = "GLOB", conflicts_with = "command")]
    schemas: Vec<String>,
    /// Command of the source, which prints a bundle; words are separated by spaces, there is no shell
    #[arg(long, value_name = "CMD")]
    command: Option<String>,
    /// Name of the first record: YYYY-MM-DD-slug; today's date and `initial` where it is absent
    #[arg(long, value_name = "ID")]
    baseline: Option<String>,
}

impl Init {
    pub fn run(&self, context: &Context<'_>) -> Result<Answer, Error> {
        let source = match &self.command {
            Some(command) => InitSource::Command(command.split_whitespace().map(str::to_owned).collect()),
            None if self.schemas.is_empty() => InitSource::Linked,
            None => InitSource::Files(self.schemas.clone()),
        };
        let directory = context.global.project.as_deref().unwrap_or(Path::new("."));
        let baseline = self.baseline.clone().unwrap_or_else(|| format!("{}-initial", today()));
        Ok(gate::init(directory, context.catalog(), &source, &baseline, &mut quietly)?.into())
    }
}
