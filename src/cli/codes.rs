//! The codes of the command line, and the table of all codes of the program.

use crate::graph::{Code, codes};

codes! {
    "usage" 2 {
        USAGE = "usage", "The arguments on the command line do not say what to do.",
            "Run the command with `--help`.";
    }
    "io" 2 {
        OUTPUT_FAILED = "output-failed", "What the command found could not be written where it should go.",
            "Make room, or name a file with `--output` that may be written.";
    }
}

/// The codes of the whole program, by name: docs/codes.md is made of it.
pub fn all_codes() -> Vec<&'static Code> {
    let tables = [CODES, crate::graph::CODES, crate::catalog::CODES, crate::gate::CODES, crate::history::CODES];
    let mut all: Vec<&'static Code> = tables.into_iter().flatten().copied().collect();
    all.sort_by_key(|code| code.name);
    all
}
