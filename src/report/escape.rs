//! Makes text from schemas, records and arguments harmless where it is printed.
//!
//! What is escaped is a closed list, so that output does not depend on the Unicode tables of the compiler: control
//! characters (which include every terminal sequence), characters that are invisible or reorder text, and the
//! two openings of workflow commands that build servers look for in logs: `##` anywhere and `::` at the start.

use std::fmt::Write as _;

/// Whether the character is escaped in every output: it has no ink of its own, or moves that of others.
pub fn is_hostile(c: char) -> bool {
    matches!(c,
        '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}'
        | '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}'
        | '\u{890}' | '\u{891}' | '\u{8e2}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}'
        | '\u{110bd}' | '\u{110cd}' | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Text on one line of a terminal or a log.
///
/// ```
/// use schemagate::report::escape;
/// assert_eq!(escape::line("\u{1b}[31mred\nnext"), "\\u{1b}[31mred\\nnext");
/// assert_eq!(escape::line("::set-output name=x::y"), "\\u{3a}:set-output name=x::y");
/// assert_eq!(escape::line("##[error]x"), "#\\u{23}[error]x");
/// ```
pub fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    if text.trim_start().starts_with("::") {
        let (space, rest) = text.split_at(text.len() - text.trim_start().len());
        push_line(&mut out, space);
        out.push_str("\\u{3a}");
        push_line(&mut out, &rest[1..]);
    } else {
        push_line(&mut out, text);
    }
    out
}

fn push_line(out: &mut String, text: &str) {
    let mut previous = ' ';
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '#' if previous == '#' => out.push_str("\\u{23}"),
            c if is_hostile(c) => {
                let _ = write!(out, "\\u{{{:x}}}", c as u32);
            }
            c => out.push(c),
        }
        previous = c;
    }
}

/// The text on one line, cut behind `limit` characters, with the number of those left out.
pub fn clipped(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        None => line(text),
        Some((end, _)) => format!("{}… ({} more characters)", line(&text[..end]), text[end..].chars().count()),
    }
}

/// A JSON document of the same meaning in which the same characters are escaped.
///
/// In canonical JSON such characters stand only inside strings, where a `\u` escape means the same; only the line ends
/// between its lines are left alone.
///
/// ```
/// use schemagate::report::escape;
/// assert_eq!(escape::json("\"\u{202e}##[x]\"\n"), "\"\\u202e#\\u0023[x]\"\n");
/// ```
pub fn json(document: &str) -> String {
    let mut out = String::with_capacity(document.len());
    let mut previous = ' ';
    for c in document.chars() {
        if (is_hostile(c) && c != '\n') || (c == '#' && previous == '#') {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(c);
        }
        previous = c;
    }
    out
}
