//! The command line: one file for each subcommand; the only place that knows clap and the terminal.

mod acknowledge;
mod answers;
mod check;
mod codes;
mod completions;
mod context;
mod diff;
mod editor;
mod exit;
mod explain;
mod finalize;
mod fingerprint;
mod generate;
mod history;
mod init;
mod man;
mod options;
mod run;
mod sink;
mod today;

pub use codes::{CODES, OUTPUT_FAILED, USAGE, all_codes};
pub use exit::{COULD_NOT_RUN, FINE, REFUSED};
pub use run::run;
