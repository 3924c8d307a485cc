//! `man DIR`: manual pages, one for each command.

use super::answers;
use super::codes::OUTPUT_FAILED;
use super::run::Cli;
use crate::gate::Answer;
use crate::graph::{Diagnostic, Error};
use clap::{Args, CommandFactory as _};
use std::path::{Path, PathBuf};

/// Writes manual pages into a directory
#[derive(Debug, Clone, Args)]
pub(super) struct Man {
    /// Directory to write them to; it is made if it is not there
    directory: PathBuf,
}

impl Man {
    pub fn run(&self) -> Result<Answer, Error> {
        let mut command = Cli::command().name("schemagate");
        command.build();
        let mut pages = vec![page("schemagate", command.clone()).map_err(|error| self.failed(&error))?];
        for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
            let name = format!("schemagate-{}", sub.get_name());
            pages.push(page(&name, sub.clone()).map_err(|error| self.failed(&error))?);
        }
        std::fs::create_dir_all(&self.directory).map_err(|error| self.failed(&error))?;
        let mut files = Vec::new();
        for (name, text) in pages {
            let path = self.directory.join(&name);
            super::sink::file(&path, &text).map_err(|error| self.failed(&error))?;
            files.push(path.display().to_string());
        }
        Ok(answers::wrote("man", files))
    }

    fn failed(&self, error: &std::io::Error) -> Error {
        let directory: &Path = &self.directory;
        Diagnostic::new(&OUTPUT_FAILED, format!("manual pages could not be written: {error}"))
            .in_file(directory.display().to_string())
            .into()
    }
}

fn page(name: &str, command: clap::Command) -> std::io::Result<(String, Vec<u8>)> {
    let mut text = Vec::new();
    clap_mangen::Man::new(command).title(name.to_uppercase()).render(&mut text)?;
    Ok((format!("{name}.1"), text))
}
