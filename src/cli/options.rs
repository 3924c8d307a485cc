//! Options of every subcommand.

use crate::report::{Human, JsonDocument, Renderer};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;

/// Options of every subcommand.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Global options")]
pub(super) struct Global {
    /// Directory of the project; the nearest one upward with a schemagate.toml where it is absent
    #[arg(long, global = true, value_name = "DIR")]
    pub project: Option<PathBuf>,
    /// Format of what is found
    #[arg(long, global = true, value_enum, default_value_t)]
    pub format: Format,
    /// File to write what is found to, in one step; standard output where it is absent
    #[arg(long, global = true, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// When to use colour; NO_COLOR and CLICOLOR_FORCE are respected
    #[arg(long, global = true, value_enum, default_value_t)]
    pub color: Color,
    /// Only findings and the last line
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Everything: no root, change or path is left out
    #[arg(short, long, global = true)]
    pub verbose: bool,
}

/// Output formats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum Format {
    /// Text for people
    #[default]
    Human,
    /// One JSON document
    Json,
}

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum Color {
    /// Where a terminal reads it
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl From<Color> for anstream::ColorChoice {
    fn from(color: Color) -> Self {
        match color {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::AlwaysAnsi,
            Color::Never => anstream::ColorChoice::Never,
        }
    }
}

impl Global {
    /// What the arguments say about output although they cannot be read as a whole: a usage error must come in the
    /// format that was asked for.
    pub fn guess(arguments: &[OsString]) -> Global {
        let mut global = Global {
            project: None,
            format: Format::Human,
            output: None,
            color: Color::Auto,
            quiet: false,
            verbose: false,
        };
        let arguments: Vec<&str> = arguments.iter().map(|argument| argument.to_str().unwrap_or_default()).collect();
        if last_value(&arguments, "--format") == Some("json") {
            global.format = Format::Json;
        }
        if let Some(color) = last_value(&arguments, "--color") {
            global.color = Color::from_str(color, false).unwrap_or_default();
        }
        global
    }

    /// The renderer of the format.
    pub fn renderer(&self) -> Box<dyn Renderer> {
        match self.format {
            Format::Human => Box::new(Human { quiet: self.quiet, verbose: self.verbose }),
            Format::Json => Box::new(JsonDocument),
        }
    }
}

/// The last value of an option, spelled `--name value` or `--name=value`.
fn last_value<'a>(arguments: &[&'a str], name: &str) -> Option<&'a str> {
    let options = arguments.iter().take_while(|argument| **argument != "--");
    let values = options.enumerate().filter_map(|(i, argument)| match argument.strip_prefix(name)? {
        "" => arguments.get(i + 1).copied(),
        rest => rest.strip_prefix('='),
    });
    values.last()
}
