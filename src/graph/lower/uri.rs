//! Joining of references (RFC 3986, section 5.2), lenient about characters that URIs do not allow.

/// A reference resolved against an absolute base: the URI without fragment, and the fragment (decoded).
pub(super) fn resolve(base: &str, reference: &str) -> (String, String) {
    let (reference, fragment) = reference.split_once('#').unwrap_or((reference, ""));
    (join(base, reference), percent_decode(fragment))
}

/// Whether the reference names a scheme or an authority, or starts at a root: it leads away from where it stands.
pub(super) fn is_absolute(reference: &str) -> bool {
    scheme(reference).is_some() || reference.starts_with('/') || reference.starts_with('\\')
}

fn scheme(uri: &str) -> Option<&str> {
    let (scheme, _) = uri.split_once(':')?;
    let valid = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'));
    valid.then_some(scheme)
}

fn join(base: &str, reference: &str) -> String {
    if reference.is_empty() {
        return base.to_owned();
    }
    if scheme(reference).is_some() {
        return reference.to_owned();
    }
    let scheme_end = scheme(base).map_or(0, |s| s.len() + 1);
    let authority_end = match base[scheme_end..].strip_prefix("//") {
        Some(rest) => scheme_end + 2 + rest.find('/').unwrap_or(rest.len()),
        None => scheme_end,
    };
    if reference.starts_with("//") {
        return format!("{}{reference}", &base[..scheme_end]);
    }
    let path = base[authority_end..].split('?').next().unwrap_or("");
    if reference.starts_with('?') {
        return format!("{}{path}{reference}", &base[..authority_end]);
    }
    let merged = if reference.starts_with('/') {
        reference.to_owned()
    } else {
        format!("{}{reference}", path.rfind('/').map_or("/", |end| &path[..=end]))
    };
    format!("{}{}", &base[..authority_end], normal_path(&merged))
}

/// Removes `.` and `..` segments.
pub(super) fn normal_path(path: &str) -> String {
    let mut out: Vec<&str> = Vec::new();
    let segments: Vec<&str> = path.split('/').collect();
    for (i, segment) in segments.iter().enumerate() {
        let last = i + 1 == segments.len();
        match *segment {
            "." | ".." => {
                if *segment == ".." && out.len() > 1 {
                    out.pop();
                }
                if last {
                    out.push("");
                }
            }
            segment => out.push(segment),
        }
    }
    out.join("/")
}

pub(super) fn percent_decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = (bytes[at] == b'%')
            .then(|| bytes.get(at + 1..at + 3))
            .flatten()
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        out.push(code.unwrap_or(bytes[at]));
        at += if code.is_some() { 3 } else { 1 };
    }
    String::from_utf8(out).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_as_rfc_3986_does() {
        let base = "http://a/b/c/d?q";
        for (reference, expected) in [
            ("g", "http://a/b/c/g"),
            ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"),
            ("/g", "http://a/g"),
            ("//g", "http://g"),
            ("..", "http://a/b/"),
            ("../g", "http://a/b/g"),
            ("../../../g", "http://a/g"),
            ("", "http://a/b/c/d?q"),
            ("g:h", "g:h"),
        ] {
            assert_eq!(resolve(base, reference).0, expected, "{reference}");
        }
        assert_eq!(resolve("file:///dir/a.json", "b.json#/x%20y"), ("file:///dir/b.json".into(), "/x y".into()));
        assert_eq!(resolve("file:///a.json", "#/$defs/A<B>"), ("file:///a.json".into(), "/$defs/A<B>".into()));
    }
}
