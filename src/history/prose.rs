//! What counts as written by a person.

use super::codes::{PROSE_BLANK, PROSE_PLACEHOLDER, PROSE_TOO_SHORT};
use crate::graph::Diagnostic;

/// What a draft holds where a person must write; every text that starts with it is refused.
pub const PLACEHOLDER: &str = "TODO";

/// Shortest accepted text, in characters without surrounding white space.
pub const SHORTEST: usize = 20;

/// Words that stand where nobody has written yet.
const MARKS: [&str; 5] = [PLACEHOLDER, "FIXME", "TBD", "TBA", "XXX"];

/// Checks a text that a person must write.
///
/// # Errors
/// `prose-blank`, `prose-placeholder` or `prose-too-short`.
///
/// ```
/// use schemagate::history::check_prose;
/// assert!(check_prose("Adds an optional title to schedules.").is_ok());
/// assert_eq!(check_prose("TODO: say what changed").unwrap_err().code.name, "prose-placeholder");
/// assert_eq!(check_prose("fine").unwrap_err().code.name, "prose-too-short");
/// ```
pub fn check_prose(text: &str) -> Result<(), Diagnostic> {
    let text = text.trim();
    if text.chars().all(|c| c.is_whitespace() || c.is_control()) {
        return Err(Diagnostic::new(&PROSE_BLANK, "found a blank text"));
    }
    if placeholder(text) {
        return Err(Diagnostic::new(&PROSE_PLACEHOLDER, format!("found the placeholder `{}`", excerpt(text))));
    }
    let length = text.chars().count();
    if length < SHORTEST {
        let message = format!("found {length} characters (`{}`), expected at least {SHORTEST}", excerpt(text));
        return Err(Diagnostic::new(&PROSE_TOO_SHORT, message));
    }
    Ok(())
}

/// A mark in capitals as the first word, a mark alone in any case, or fewer than four different letters and digits.
fn placeholder(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let word = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let alone = text.trim_end_matches(|c: char| !c.is_alphanumeric());
    let mut seen: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
    seen.sort_unstable();
    seen.dedup();
    MARKS.contains(&word) || MARKS.iter().any(|mark| mark.eq_ignore_ascii_case(alone)) || seen.len() < 4
}

fn excerpt(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
