//! Names of dialects in bundles.

use crate::graph::Dialect;

/// OpenAPI 3.0 schemas: read as without a dialect, plus `nullable`.
pub(super) const OPENAPI: &str = "openapi-3.0";

/// Every name that a bundle's `dialect` can be.
pub(super) const DIALECT_NAMES: &[&str] = &["draft-04", "draft-06", "draft-07", "2019-09", "2020-12", OPENAPI];

/// The name of the dialect that a `$schema` declares; `None` for one that is not known.
pub(super) fn dialect_name(uri: &str) -> Option<&'static str> {
    match Dialect::from_uri(uri) {
        Dialect::Draft04 => Some("draft-04"),
        Dialect::Draft06 => Some("draft-06"),
        Dialect::Draft07 => Some("draft-07"),
        Dialect::Draft201909 => Some("2019-09"),
        Dialect::Draft202012 => Some("2020-12"),
        Dialect::Unstated => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_uris() {
        assert_eq!(dialect_name("https://json-schema.org/draft-07/schema"), Some("draft-07"));
        assert_eq!(dialect_name("https://example.com/meta"), None);
        for name in DIALECT_NAMES {
            assert!(Dialect::from_name(name).is_some());
        }
    }
}
