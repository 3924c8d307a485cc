//! Exit codes: three, because a build has three things to tell apart.

/// Nothing speaks against merging; there may be warnings. A build goes on.
pub const FINE: u8 = 0;

/// The gate refuses: the command ran, and somebody must answer for what it found. A build stops, and running it
/// again gives the same answer.
pub const REFUSED: u8 = 1;

/// The command could not run: arguments, configuration, source, schemas or files are not what they must be. It says
/// nothing about compatibility, so a build must not take it for a pass, nor for a refusal.
pub const COULD_NOT_RUN: u8 = 2;

/// The exit code of an answer.
pub(super) fn of(outcome: &crate::gate::Outcome) -> u8 {
    match outcome.code {
        _ if outcome.ok => FINE,
        Some(code) if code.exit == REFUSED => REFUSED,
        Some(_) => COULD_NOT_RUN,
        None => REFUSED,
    }
}
