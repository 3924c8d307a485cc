//! The command line: one file for each subcommand; the only place that knows clap and the terminal.

mod answers;
mod codes;
mod completions;
mod exit;
mod man;
mod options;
mod run;
mod sink;

pub use codes::{CODES, NOTHING_COMPARED, OUTPUT_FAILED, USAGE, all_codes};
pub use exit::{COULD_NOT_RUN, FINE, REFUSED};
pub use run::run;
