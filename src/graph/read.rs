//! The strict reader of JSON.
//!
//! It is ours because its answers must not depend on how serde_json is built (`preserve_order`,
//! `arbitrary_precision`), and because it must refuse what serde_json lets pass: a duplicate key.
//! It keeps its own stack, so that depth is a stated limit and never a crash.

use super::codes::INVALID_JSON;
use super::diagnostic::{Diagnostic, Error};
use super::json::{Json, Members, write_string};
use super::number::{MAX_EXPONENT, Number};

/// Values nested deeper than this are refused.
pub const MAX_DEPTH: usize = 512;

/// One document; a leading byte order mark is skipped.
pub(super) fn read(bytes: &[u8]) -> Result<Json, Error> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => return Err(fail(bytes, error.valid_up_to(), "found a byte that is not UTF-8")),
    };
    let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    Reader { bytes: text.as_bytes(), text, at: start }.document().map_err(|(at, message)| fail(bytes, at, &message))
}

fn fail(bytes: &[u8], at: usize, message: &str) -> Error {
    let before = &bytes[..at.min(bytes.len())];
    let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
    let line = before.iter().filter(|&&b| b == b'\n').count() + 1;
    let column = String::from_utf8_lossy(&before[line_start..]).chars().filter(|&c| c != '\u{feff}').count() + 1;
    Diagnostic::new(&INVALID_JSON, format!("{message} at line {line}, column {column}"))
        .at(format!("{line}:{column}"))
        .into()
}

type Step<T> = Result<T, (usize, String)>;

/// A container that is still open.
enum Open {
    Array(Vec<Json>),
    Object(Members, String),
}

struct Reader<'a> {
    bytes: &'a [u8],
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn document(mut self) -> Step<Json> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            // One value starts here, or a container that opens and is not yet complete.
            self.space();
            let mut value = match self.peek() {
                Some(b'[') => {
                    self.at += 1;
                    self.space();
                    if self.eat(b']') {
                        Json::Array(Vec::new())
                    } else {
                        self.deeper(&open)?;
                        open.push(Open::Array(Vec::new()));
                        continue;
                    }
                }
                Some(b'{') => {
                    self.at += 1;
                    self.space();
                    if self.eat(b'}') {
                        Json::Object(Members::new())
                    } else {
                        self.deeper(&open)?;
                        let name = self.member_name(&Members::new())?;
                        open.push(Open::Object(Members::new(), name));
                        continue;
                    }
                }
                _ => self.scalar()?,
            };
            // A complete value closes every container that ends behind it.
            loop {
                self.space();
                match open.pop() {
                    None if self.at == self.bytes.len() => return Ok(value),
                    None => return self.unexpected("the end of the document"),
                    Some(Open::Array(mut items)) => {
                        items.push(value);
                        if self.eat(b',') {
                            open.push(Open::Array(items));
                            break;
                        }
                        if !self.eat(b']') {
                            return self.unexpected("`,` or `]`");
                        }
                        value = Json::Array(items);
                    }
                    Some(Open::Object(mut members, name)) => {
                        members.insert(name, value);
                        if self.eat(b',') {
                            self.space();
                            let name = self.member_name(&members)?;
                            open.push(Open::Object(members, name));
                            break;
                        }
                        if !self.eat(b'}') {
                            return self.unexpected("`,` or `}`");
                        }
                        value = Json::Object(members);
                    }
                }
            }
        }
    }

    fn deeper(&self, open: &[Open]) -> Step<()> {
        if open.len() >= MAX_DEPTH {
            return Err((self.at - 1, format!("found a value nested deeper than {MAX_DEPTH} levels")));
        }
        Ok(())
    }

    fn member_name(&mut self, members: &Members) -> Step<String> {
        let start = self.at;
        if self.peek() != Some(b'"') {
            return self.unexpected("a member name");
        }
        let name = self.string()?;
        if members.contains_key(&name) {
            let mut shown = String::new();
            write_string(&mut shown, &name);
            return Err((start, format!("found the member {shown} twice in one object")));
        }
        self.space();
        if !self.eat(b':') {
            return self.unexpected("`:`");
        }
        Ok(name)
    }

    fn scalar(&mut self) -> Step<Json> {
        match self.peek() {
            Some(b'"') => self.string().map(Json::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => {
                for (word, value) in [("null", Json::Null), ("true", Json::Bool(true)), ("false", Json::Bool(false))] {
                    if self.bytes[self.at..].starts_with(word.as_bytes()) {
                        self.at += word.len();
                        return Ok(value);
                    }
                }
                self.unexpected("a value")
            }
        }
    }

    fn number(&mut self) -> Step<Json> {
        let start = self.at;
        while matches!(self.peek(), Some(b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')) {
            self.at += 1;
        }
        let text = &self.text[start..self.at];
        Number::parse(text).map(Json::Number).ok_or_else(|| {
            let shown: String = text.chars().take(40).collect();
            let expected = match Number::exponent_out_of_range(text) {
                true => format!("a number whose exponent is within ±{MAX_EXPONENT}"),
                false => "a number as JSON spells it".to_owned(),
            };
            (start, format!("found `{shown}`, expected {expected}"))
        })
    }

    fn string(&mut self) -> Step<String> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let plain = self.bytes[self.at..].iter().position(|&b| b == b'"' || b == b'\\' || b < 0x20);
            let Some(plain) = plain else {
                return Err((self.bytes.len(), "found the end of the document inside a string".to_owned()));
            };
            out.push_str(&self.text[self.at..self.at + plain]);
            self.at += plain;
            match self.bytes[self.at] {
                b'"' => {
                    self.at += 1;
                    return Ok(out);
                }
                b'\\' => out.push(self.escape()?),
                _ => return Err((self.at, "found a control character inside a string, expected an escape".to_owned())),
            }
        }
    }

    fn escape(&mut self) -> Step<char> {
        let start = self.at;
        self.at += 2;
        Ok(match self.bytes.get(start + 1) {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                let first = self.unit(start)?;
                let code = match first {
                    0xd800..=0xdbff if self.bytes[self.at..].starts_with(b"\\u") => {
                        self.at += 2;
                        let second = self.unit(start)?;
                        if !(0xdc00..=0xdfff).contains(&second) {
                            return Err((start, "found a lone surrogate escape".to_owned()));
                        }
                        0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)
                    }
                    code => code,
                };
                char::from_u32(code).ok_or((start, "found a lone surrogate escape".to_owned()))?
            }
            _ => return Err((start, "found an escape that JSON does not have".to_owned())),
        })
    }

    fn unit(&mut self, start: usize) -> Step<u32> {
        let digits = self.bytes.get(self.at..self.at + 4).filter(|d| d.iter().all(u8::is_ascii_hexdigit));
        let Some(digits) = digits else {
            return Err((start, "found a \\u escape without four hexadecimal digits".to_owned()));
        };
        self.at += 4;
        Ok(digits.iter().fold(0, |sum, &b| sum * 16 + (b as char).to_digit(16).unwrap_or(0)))
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn unexpected<T>(&self, expected: &str) -> Step<T> {
        let found = match self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            None => "the end of the document".to_owned(),
            Some(c) => format!("`{}`", c.escape_default()),
        };
        Err((self.at, format!("found {found}, expected {expected}")))
    }
}

#[cfg(test)]
mod tests {
    use super::{Json, MAX_DEPTH};

    fn error(bytes: &[u8]) -> String {
        Json::parse(bytes).err().map(|e| e.first.message.clone()).unwrap_or_default()
    }

    #[test]
    fn reads_what_json_is() {
        let text =
            " {\"b\" : [1, 2.50, -0, true, false, null, \"\\u00e9\\ud83d\\ude00\\/\\n\"], \"a\": {}, \"c\": []} ";
        let value = Json::parse(text.as_bytes()).unwrap();
        assert_eq!(value.compact(), "{\"a\":{},\"b\":[1,2.5,0,true,false,null,\"é😀/\\n\"],\"c\":[]}");
        assert_eq!(Json::parse(value.pretty().as_bytes()).unwrap(), value);
        assert_eq!(Json::parse("\u{feff}1".as_bytes()).unwrap().compact(), "1");
        assert_eq!(value.pointer("/b/1").unwrap().compact(), "2.5");
        assert_eq!(value.pointer("/b/01"), None);
    }

    #[test]
    fn refuses_what_json_is_not() {
        let cases: &[(&[u8], &str)] = &[
            (b"", "found the end of the document, expected a value at line 1, column 1"),
            (b"{\"a\":1,\n \"a\":2}", "found the member \"a\" twice in one object at line 2, column 2"),
            (b"1 2", "found `2`, expected the end of the document at line 1, column 3"),
            (b"[1,]", "found `]`, expected a value at line 1, column 4"),
            (b"{,}", "found `,`, expected a member name at line 1, column 2"),
            (b"\"\xff\"", "found a byte that is not UTF-8 at line 1, column 2"),
            (b"\"\\ud800\"", "found a lone surrogate escape at line 1, column 2"),
            (b"\"\\udc00\"", "found a lone surrogate escape at line 1, column 2"),
            (b"\"\\ud800\\u0041\"", "found a lone surrogate escape at line 1, column 2"),
            (b"\"a\x00\"", "found a control character inside a string, expected an escape at line 1, column 3"),
            (b"01", "found `01`, expected a number as JSON spells it at line 1, column 1"),
            (b"1e99999", "found `1e99999`, expected a number whose exponent is within ±10000 at line 1, column 1"),
            (b"[1\n,nul]", "found `n`, expected a value at line 2, column 2"),
            (b"\"abc", "found the end of the document inside a string at line 1, column 5"),
            (b"\"\\u12", "found a \\u escape without four hexadecimal digits at line 1, column 2"),
            (b"\"\\", "found an escape that JSON does not have at line 1, column 2"),
        ];
        for (bytes, expected) in cases {
            assert_eq!(&error(bytes), expected, "{bytes:?}");
        }
    }

    #[test]
    fn depth_is_a_limit_not_a_crash() {
        let nested = |n: usize| format!("{}1{}", "[".repeat(n), "]".repeat(n));
        assert!(Json::parse(nested(MAX_DEPTH).as_bytes()).is_ok());
        assert!(error(nested(MAX_DEPTH + 1).as_bytes()).starts_with("found a value nested deeper than"));
        assert!(error("[{\"a\":".repeat(100_000).as_bytes()).starts_with("found a value nested deeper than"));
    }

    #[test]
    fn member_that_looks_like_a_private_name_is_a_member() {
        let text = r#"{"$serde_json::private::Number":"1"}"#;
        assert_eq!(Json::parse(text.as_bytes()).unwrap().compact(), text);
    }
}
