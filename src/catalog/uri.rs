//! The little of RFC 3986 that references need: splitting, joining, escaping of fragments.

use crate::graph::escape_token;
use std::fmt::Write as _;

/// A reference without its fragment, and its fragment, percent-decoded.
pub(super) fn split(reference: &str) -> (&str, String) {
    match reference.split_once('#') {
        Some((uri, fragment)) => (uri, decode(fragment)),
        None => (reference, String::new()),
    }
}

/// Whether it starts with a scheme (`https:`, `urn:`).
pub(super) fn has_scheme(uri: &str) -> bool {
    let Some((scheme, _)) = uri.split_once(':') else { return false };
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

/// `reference` relative to `base`, both without fragment. A base without a scheme is a relative path of a file;
/// `None` where the result would lead out of it or means nothing.
pub(super) fn join(base: &str, reference: &str) -> Option<String> {
    if reference.is_empty() || has_scheme(reference) {
        return Some(if reference.is_empty() { base } else { reference }.to_owned());
    }
    if !has_scheme(base) {
        if reference.starts_with('/') {
            return None;
        }
        return normal(&format!("{}{reference}", directory(base)));
    }
    let (scheme, rest) = base.split_once(':')?;
    let rest = rest.strip_prefix("//")?;
    if let Some(authority) = reference.strip_prefix("//") {
        return Some(format!("{scheme}://{authority}"));
    }
    let (authority, path) = rest.find('/').map_or((rest, ""), |at| rest.split_at(at));
    let path = match reference.strip_prefix('/') {
        Some(path) => path.to_owned(),
        None => format!("{}{reference}", directory(path.strip_prefix('/').unwrap_or(path))),
    };
    Some(format!("{scheme}://{authority}/{}", normal(&path)?))
}

/// A relative path with `.` and `..` resolved; `None` where it leads out.
pub(super) fn normal(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    let mut trailing = "";
    for part in path.split('/') {
        trailing = "";
        match part {
            "" => {}
            "." => trailing = "/",
            ".." => {
                parts.pop()?;
                trailing = "/";
            }
            part => parts.push(part),
        }
    }
    if path.ends_with('/') {
        trailing = "/";
    }
    Some(format!("{}{trailing}", parts.join("/")))
}

fn directory(path: &str) -> &str {
    path.rfind('/').map_or("", |at| &path[..=at])
}

/// Percent-decoded text; what is no valid escape or no UTF-8 stays as it is.
pub(super) fn decode(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digits = (bytes[at] == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        let value = digits.filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        match value.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

/// The reference to a shared type of the bundle, as a URI fragment.
pub(super) fn to_type(name: &str) -> String {
    let mut out = "#/$defs/".to_owned();
    for c in escape_token(name).chars() {
        if c.is_ascii_alphanumeric() || "-._~!$&'()*+,;=:@/?".contains(c) {
            out.push(c);
        } else {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins() {
        for (base, reference, expected) in [
            ("schemas/a.json", "b.json", Some("schemas/b.json")),
            ("schemas/a.json", "../b.json", Some("b.json")),
            ("schemas/a.json", "./x/../b.json", Some("schemas/b.json")),
            ("a.json", "../b.json", None),
            ("a.json", "/etc/passwd", None),
            ("a.json", "https://x.y/z", Some("https://x.y/z")),
            ("https://x.y/a/b.json", "c.json", Some("https://x.y/a/c.json")),
            ("https://x.y/a/b.json", "/c.json", Some("https://x.y/c.json")),
            ("https://x.y", "c.json", Some("https://x.y/c.json")),
            ("https://x.y/a/", "//z/c", Some("https://z/c")),
            ("https://x.y/a/b", "", Some("https://x.y/a/b")),
            ("urn:x", "c.json", None),
        ] {
            assert_eq!(join(base, reference).as_deref(), expected, "{base} + {reference}");
        }
    }

    #[test]
    fn fragments_round_trip() {
        for name in ["Plain", "a/b", "with space", "é%~", "A<B>", "event:x"] {
            let reference = to_type(name);
            assert!(reference.is_ascii(), "{reference}");
            let (uri, fragment) = split(&reference);
            assert_eq!((uri, fragment), ("", format!("/$defs/{}", escape_token(name))));
        }
        assert_eq!(decode("%zz%4"), "%zz%4");
        assert_eq!(decode("%ff"), "%ff");
    }
}
