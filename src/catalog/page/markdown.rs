//! Text from schemas, made harmless in Markdown.

use std::fmt::Write as _;

/// Text as a paragraph or table cell: nothing in it is Markdown or HTML any more, line breaks become spaces.
pub(super) fn text(raw: &str) -> String {
    let mut out = String::new();
    let words = raw.split_whitespace().collect::<Vec<_>>().join(" ");
    let digits = words.bytes().take_while(u8::is_ascii_digit).count();
    for (at, c) in words.char_indices() {
        // Some characters mean something at the start of a line only, or in an address that would become a link.
        let starts = (at == 0 && "#+-=>".contains(c)) || (at == digits && digits > 0 && ".)".contains(c));
        let links = (c == ':' && words[at..].starts_with("://")) || (c == '.' && words[..at].ends_with("www"));
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '@' => out.push_str("&#64;"),
            c if starts || links || "\\`*_[]|~$".contains(c) => {
                out.push('\\');
                out.push(c);
            }
            c => push_visible(&mut out, c),
        }
    }
    out
}

/// Paragraphs of a description, each escaped, with empty lines between.
pub(super) fn paragraphs(raw: &str) -> String {
    let unix = raw.replace("\r\n", "\n");
    let paragraphs = unix.split("\n\n").map(text).filter(|paragraph| !paragraph.is_empty());
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// A code span that shows the text as it is, in tables too.
pub(super) fn code(raw: &str) -> String {
    let mut shown = String::new();
    for c in raw.chars() {
        match c {
            // The escape is undone by the table, and outside of tables nothing is shown in code spans with a bar.
            '|' => shown.push_str("\\|"),
            c => push_visible(&mut shown, c),
        }
    }
    let longest = shown.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if shown.starts_with('`') || shown.ends_with('`') || shown.is_empty() { " " } else { "" };
    format!("{fence}{space}{shown}{space}{fence}")
}

/// Control and direction characters as escapes, everything else as it is.
fn push_visible(out: &mut String, c: char) {
    let hidden = c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
    if hidden {
        let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
    } else {
        out.push(c);
    }
}

/// An anchor made of a prefix and a name, of characters that are safe in an id and in a link.
pub(super) fn anchor(prefix: &str, name: &str) -> String {
    let mut out = format!("{prefix}-");
    for c in name.chars() {
        match c {
            c if c.is_ascii_alphanumeric() || c == '-' => out.push(c),
            '/' | ':' => out.push('.'),
            c => {
                let _ = write!(out, "_{:x}", u32::from(c));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_stays_active() {
        assert_eq!(
            text("<b>x</b> *y* [z](w) a|b\n# h @me 1. x"),
            "&lt;b&gt;x&lt;/b&gt; \\*y\\* \\[z\\](w) a\\|b # h &#64;me 1. x"
        );
        assert_eq!(text("# h"), "\\# h");
        assert_eq!(text("12. x. - y"), "12\\. x. - y");
        assert_eq!(text("https://x.y www.z"), "https\\://x.y www\\.z");
        assert_eq!(text("a\u{1b}[2J\u{202e}b"), "a\\u{1b}\\[2J\\u{202e}b");
        assert_eq!(paragraphs("a\nb\r\n\r\nc\n\n\n"), "a b\n\nc");
        assert_eq!(code("a`b|c"), "``a`b\\|c``");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(code("a\nb"), "`a\\u{a}b`");
        assert_eq!(anchor("type", "v2/A b<"), "type-v2.A_20b_3c");
    }
}
