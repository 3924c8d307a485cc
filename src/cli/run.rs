//! Arguments in, exit code out.

use super::codes::USAGE;
use super::context::Context;
use super::options::{Format, Global};
use super::{
    acknowledge, answers, check, completions, diff, exit, explain, finalize, fingerprint, generate, history, init, man,
    sink,
};
use crate::catalog::Catalog;
use crate::gate::Answer;
use crate::graph::{Diagnostic, Error};
use clap::error::{ContextKind, ErrorKind};
use clap::{Parser, Subcommand};
use std::ffi::OsString;
use std::process::ExitCode;

/// Pre-merge gate for persisted event types
///
/// Derives the schemas of everything that is persisted, compares them with the acknowledged ones, says what changed and
/// what that means, and refuses until the change is acknowledged in writing.
#[derive(Debug, Clone, Parser)]
#[command(version, max_term_width = 100, arg_required_else_help = true)]
#[command(after_help = "Exit codes: 0 fine, 1 refused, 2 could not run.")]
pub(super) struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Clone, Subcommand)]
enum Command {
    Init(init::Init),
    Generate(generate::Generate),
    Check(check::Check),
    Acknowledge(acknowledge::Acknowledge),
    Finalize(finalize::Finalize),
    Explain(explain::Explain),
    Diff(diff::Diff),
    Fingerprint(fingerprint::Fingerprint),
    History(history::History),
    Completions(completions::Completions),
    Man(man::Man),
}

impl Command {
    fn name(&self) -> &'static str {
        match self {
            Command::Init(_) => "init",
            Command::Generate(_) => "generate",
            Command::Check(_) => "check",
            Command::Acknowledge(_) => "acknowledge",
            Command::Finalize(_) => "finalize",
            Command::Explain(_) => "explain",
            Command::Diff(_) => "diff",
            Command::Fingerprint(_) => "fingerprint",
            Command::History(_) => "history",
            Command::Completions(_) => "completions",
            Command::Man(_) => "man",
        }
    }

    fn run(&self, context: &Context<'_>) -> Result<Answer, Error> {
        match self {
            Command::Init(command) => command.run(context),
            Command::Generate(command) => command.run(context),
            Command::Check(command) => command.run(context),
            Command::Acknowledge(command) => command.run(context),
            Command::Finalize(command) => command.run(context),
            Command::Explain(command) => command.run(context),
            Command::Diff(command) => command.run(),
            Command::Fingerprint(command) => command.run(),
            Command::History(command) => command.run(context),
            Command::Completions(command) => Ok(command.run()),
            Command::Man(command) => command.run(),
        }
    }

    fn exit(&self, answer: &Answer) -> u8 {
        match self {
            Command::Diff(command) => command.exit(answer),
            Command::Init(_)
            | Command::Generate(_)
            | Command::Check(_)
            | Command::Acknowledge(_)
            | Command::Finalize(_)
            | Command::Explain(_)
            | Command::Fingerprint(_)
            | Command::History(_)
            | Command::Completions(_)
            | Command::Man(_) => exit::of(&answer.outcome),
        }
    }
}

/// Runs the command line of this process with the catalog that the binary links, and returns what to exit with.
///
/// The catalog is the source where schemagate.toml says `[source] linked = "NAME"` with its name.
///
/// ```no_run
/// let code: std::process::ExitCode = schemagate::cli::run(schemagate::Catalog::new("orders"));
/// ```
pub fn run(catalog: Catalog) -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let (code, global, answer) = match Cli::try_parse_from(&arguments) {
        Ok(cli) => {
            let context = Context { global: &cli.global, linked: &catalog };
            let answer = cli.command.run(&context).unwrap_or_else(|error| answers::failure(cli.command.name(), error));
            (cli.command.exit(&answer), cli.global, answer)
        }
        Err(error) => {
            let global = Global::guess(&arguments);
            let answer = unread(&error, global.format);
            (exit::of(&answer.outcome), global, answer)
        }
    };
    match sink::print(&global, &answer) {
        Ok(()) => ExitCode::from(code),
        Err(error) => {
            let elsewhere = Global { output: None, ..global };
            // The first failure is told; a second one means that nobody listens.
            let _ = sink::print(&elsewhere, &answers::failure(answer.outcome.command, error));
            ExitCode::from(exit::COULD_NOT_RUN)
        }
    }
}

/// Help and version are answers; everything else that clap ends with is a usage error.
fn unread(error: &clap::Error, format: Format) -> Answer {
    let rendered = error.render();
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let text = if format == Format::Human { rendered.ansi().to_string() } else { rendered.to_string() };
            answers::text("help", text)
        }
        kind => {
            let plain = rendered.to_string();
            let said = plain.strip_prefix("error: ").unwrap_or(&plain).split("\n\n").next().unwrap_or_default();
            let message = match kind {
                ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => "no command is named".to_owned(),
                _ => said.split_whitespace().collect::<Vec<_>>().join(" "),
            };
            let usage =
                error.get(ContextKind::Usage).map(|usage| anstream::adapter::strip_str(&usage.to_string()).to_string());
            let usage = usage.map(|usage| usage.split_whitespace().collect::<Vec<_>>().join(" "));
            let help = usage.map_or(USAGE.remedy.to_owned(), |usage| format!("{usage} (`--help` says more)"));
            answers::failure("usage", Diagnostic::new(&USAGE, message).help(help).into())
        }
    }
}
