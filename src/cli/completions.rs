//! `completions SHELL`: a completion script on standard output.

use super::answers;
use super::run::Cli;
use crate::gate::Answer;
use clap::{Args, CommandFactory as _};

/// Prints a completion script for a shell
#[derive(Debug, Clone, Args)]
pub(super) struct Completions {
    /// Shell to write the script for
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

impl Completions {
    pub fn run(&self) -> Answer {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "schemagate", &mut script);
        answers::text("completions", String::from_utf8_lossy(&script).into_owned())
    }
}
