//! Colours. Text is always styled here; the sink strips what its reader cannot show.

use crate::compare::Verdict;
use crate::report::escape;
use anstyle::{AnsiColor, Style};

pub(super) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(super) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
pub(super) const HELP: Style = AnsiColor::Cyan.on_default().bold();
pub(super) const GOOD: Style = AnsiColor::Green.on_default().bold();
pub(super) const NAME: Style = Style::new().bold();
pub(super) const FAINT: Style = Style::new().dimmed();
pub(super) const REMOVED: Style = AnsiColor::Red.on_default();
pub(super) const ADDED: Style = AnsiColor::Green.on_default();

/// Longer data is cut in the middle of a sentence, unless everything is asked for.
const LIMIT: usize = 240;

/// The colour of a verdict.
pub(super) fn of(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Identical => GOOD,
        Verdict::SameVersion => WARNING,
        Verdict::VersionBump => ERROR,
    }
}

/// Text with the style around it; the text is ours.
pub(super) fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// Text of data or with data in it.
pub(super) fn data(text: &str, whole: bool) -> String {
    if whole { escape::line(text) } else { escape::clipped(text, LIMIT) }
}

/// `1 root`, `2 roots`.
pub(super) fn count(number: usize, one: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {one}s") }
}

/// The first of some names, and how many there are beside them.
pub(super) fn names(all: &[&str], most: usize) -> String {
    let shown: Vec<String> = all.iter().take(most).map(|name| data(name, false)).collect();
    match all.len().saturating_sub(most) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
