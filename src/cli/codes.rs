//! The codes of the command line, and the table of all codes of the program.

use crate::graph::Code;

/// The arguments do not say what to do.
pub const USAGE: Code = Code {
    name: "usage",
    stage: "usage",
    exit: 2,
    meaning: "The arguments on the command line do not say what to do.",
    remedy: "Run the command with `--help`.",
};

/// What the command found could not be written where it should go.
pub const OUTPUT_FAILED: Code = Code {
    name: "output-failed",
    stage: "io",
    exit: 2,
    meaning: "What the command found could not be written where it should go.",
    remedy: "Make room, or name a file with `--output` that may be written.",
};

/// The table of this module, in order.
pub const CODES: &[&Code] = &[&USAGE, &OUTPUT_FAILED];

/// The codes of the whole program, by name: docs/codes.md is made of it.
pub fn all_codes() -> Vec<&'static Code> {
    let tables = [CODES, crate::graph::CODES, crate::catalog::CODES, crate::gate::CODES, crate::history::CODES];
    let mut all: Vec<&'static Code> = tables.into_iter().flatten().copied().collect();
    all.sort_by_key(|code| code.name);
    all
}
