//! Patterns: ECMAScript regular expressions (ECMA-262), matched in linear time where they translate.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write as _;

/// Whether the pattern matches somewhere in the text; `None` where the pattern does not translate (look-around,
/// back-references, what is no regular expression, or one beyond the size limit of the engine).
///
/// Under the `u` flag of ECMA-262 `\d`, `\w` and `\b` know ASCII only, `\s` is its own list of spaces and `.` stops at four
/// line ends; the translation spells these out.
pub fn pattern_matches(pattern: &str, text: &str) -> Option<bool> {
    /// Patterns kept compiled on each thread; an object with as many patterns is matched name by name against all.
    const MOST_KEPT: usize = 4096;
    thread_local! {
        static COMPILED: RefCell<HashMap<String, Option<regex::Regex>>> = RefCell::default();
    }
    COMPILED.with_borrow_mut(|compiled| {
        if compiled.len() >= MOST_KEPT && !compiled.contains_key(pattern) {
            compiled.clear();
        }
        let known = match compiled.get(pattern) {
            Some(known) => known,
            None => compiled.entry(pattern.to_owned()).or_insert_with(|| compile(pattern)),
        };
        Some(known.as_ref()?.is_match(text))
    })
}

/// Compiles a pattern; `None` as in [`pattern_matches`].
fn compile(pattern: &str) -> Option<regex::Regex> {
    regex::RegexBuilder::new(&translate(pattern)?).size_limit(1 << 20).nest_limit(100).build().ok()
}

/// ECMA-262 WhiteSpace and LineTerminator.
const SPACE: &str = r"\t\n\x0b\x0c\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}";

fn translate(pattern: &str) -> Option<String> {
    let mut out = String::with_capacity(pattern.len() + 8);
    let mut rest = pattern.chars().peekable();
    let mut in_class = false;
    while let Some(c) = rest.next() {
        match c {
            '\\' => escape(&mut out, &mut rest, in_class)?,
            '[' if !in_class => {
                in_class = true;
                out.push('[');
                if rest.next_if_eq(&'^').is_some() {
                    out.push('^');
                }
                // `[]` is empty and `[^]` everything in ECMA-262; here `]` would be a member.
                if rest.peek() == Some(&']') {
                    return None;
                }
            }
            ']' if in_class => {
                in_class = false;
                out.push(']');
            }
            // Set notation of the other engine: literal here.
            '[' | '&' | '~' if in_class => {
                let _ = write!(out, "\\{c}");
            }
            '-' if in_class && rest.peek() == Some(&'-') => out.push_str("\\-"),
            '.' if !in_class => out.push_str(r"[^\n\r\x{2028}\x{2029}]"),
            '$' if !in_class => out.push_str(r"\z"),
            '^' if !in_class => out.push_str(r"\A"),
            '(' if !in_class => {
                out.push('(');
                if rest.next_if_eq(&'?').is_some() {
                    match rest.next()? {
                        ':' => out.push_str("?:"),
                        '<' if rest.peek().is_some_and(|c| c.is_alphabetic() || *c == '_' || *c == '$') => {
                            // The name does not matter where nothing can refer back to it.
                            for c in rest.by_ref() {
                                if c == '>' {
                                    break;
                                }
                            }
                        }
                        _ => return None,
                    }
                }
            }
            c => out.push(c),
        }
    }
    Some(out)
}

fn escape(out: &mut String, rest: &mut std::iter::Peekable<std::str::Chars<'_>>, in_class: bool) -> Option<()> {
    let class = |out: &mut String, inside: &str, negated: bool| {
        let _ = match (in_class, negated) {
            (true, false) => write!(out, "{inside}"),
            (true, true) => write!(out, "[^{inside}]"),
            (false, false) => write!(out, "[{inside}]"),
            (false, true) => write!(out, "[^{inside}]"),
        };
    };
    match rest.next()? {
        'd' => class(out, "0-9", false),
        'D' => class(out, "0-9", true),
        'w' => class(out, "A-Za-z0-9_", false),
        'W' => class(out, "A-Za-z0-9_", true),
        's' => class(out, SPACE, false),
        'S' => class(out, SPACE, true),
        'b' if in_class => out.push_str(r"\x08"),
        'b' => out.push_str(r"(?-u:\b)"),
        'B' => return None,
        'n' => out.push_str(r"\n"),
        'r' => out.push_str(r"\r"),
        't' => out.push_str(r"\t"),
        'f' => out.push_str(r"\x0c"),
        'v' => out.push_str(r"\x0b"),
        '0' if !rest.peek().is_some_and(char::is_ascii_digit) => out.push_str(r"\x00"),
        'c' => {
            let letter = rest.next().filter(char::is_ascii_alphabetic)?;
            let _ = write!(out, "\\x{:02x}", u32::from(letter) % 32);
        }
        'x' => {
            let code = hex(rest, 2)?;
            let _ = write!(out, "\\x{{{code:x}}}");
        }
        'u' => {
            let code = if rest.next_if_eq(&'{').is_some() {
                let mut code = 0u32;
                loop {
                    match rest.next()? {
                        '}' => break code,
                        c => code = code.checked_mul(16)?.checked_add(c.to_digit(16)?)?,
                    }
                }
            } else {
                hex(rest, 4)?
            };
            char::from_u32(code)?;
            let _ = write!(out, "\\x{{{code:x}}}");
        }
        kind @ ('p' | 'P') => {
            // Unicode properties: the names both engines share.
            let _ = write!(out, "\\{kind}");
            if rest.peek() != Some(&'{') {
                return None;
            }
            for c in rest.by_ref() {
                out.push(c);
                if c == '}' {
                    return Some(());
                }
            }
            return None;
        }
        c if c.is_ascii_alphanumeric() => return None,
        c if c.is_ascii() => {
            let _ = write!(out, "\\{c}");
        }
        c => out.push(c),
    }
    Some(())
}

fn hex(rest: &mut std::iter::Peekable<std::str::Chars<'_>>, digits: usize) -> Option<u32> {
    (0..digits).try_fold(0, |code, _| Some(code * 16 + rest.next()?.to_digit(16)?))
}

#[cfg(test)]
mod tests {
    use super::pattern_matches;

    #[test]
    fn matches_as_ecma_262_does() {
        for (pattern, text, expected) in [
            ("^x-", "x-a", Some(true)),
            ("^x-", "ax-", Some(false)),
            ("b", "abc", Some(true)),
            (r"^\d+$", "12", Some(true)),
            (r"^\d+$", "\u{0661}", Some(false)),
            (r"^\w$", "é", Some(false)),
            (r"^\s$", "\u{feff}", Some(true)),
            (r"^[\s\d]$", "7", Some(true)),
            (r"^[^\W_]$", "a", Some(true)),
            ("^.$", "\u{2028}", Some(false)),
            ("^a$", "a\n", Some(false)),
            ("a[[&&]b", "a[b", Some(true)),
            (r"^\u0041\x42\u{43}$", "ABC", Some(true)),
            ("^(?<name>a)(?:b)$", "ab", Some(true)),
            ("(?=a)", "a", None),
            (r"(a)\1", "aa", None),
            ("(", "", None),
            ("[]", "", None),
            (r"^\/\-$", "/-", Some(true)),
            (r"^\p{Letter}$", "é", Some(true)),
            ("^(a+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", Some(false)),
        ] {
            assert_eq!(pattern_matches(pattern, text), expected, "{pattern} on {text:?}");
        }
    }
}
