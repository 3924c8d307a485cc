//! The drafts of JSON Schema and what each knows.

/// A draft, by `$schema`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Dialect {
    /// draft-04
    Draft04,
    /// draft-06
    Draft06,
    /// draft-07
    Draft07,
    /// 2019-09
    Draft201909,
    /// 2020-12
    Draft202012,
    /// None stated, or one we do not know: 2020-12 plus the older spellings where they are unambiguous.
    #[default]
    Unstated,
}

impl Dialect {
    /// The dialect that a `$schema` names; a trailing `#` does not matter.
    pub fn from_uri(uri: &str) -> Dialect {
        let uri = uri.strip_suffix('#').unwrap_or(uri);
        let name = uri.strip_prefix("http://").or_else(|| uri.strip_prefix("https://")).unwrap_or(uri);
        match name {
            "json-schema.org/draft-04/schema" => Dialect::Draft04,
            "json-schema.org/draft-06/schema" => Dialect::Draft06,
            "json-schema.org/draft-07/schema" => Dialect::Draft07,
            "json-schema.org/draft/2019-09/schema" => Dialect::Draft201909,
            "json-schema.org/draft/2020-12/schema" => Dialect::Draft202012,
            _ => Dialect::Unstated,
        }
    }

    /// The dialect that a bundle's `dialect` member names; `None` for another name.
    pub fn from_name(name: &str) -> Option<Dialect> {
        Some(match name {
            "draft-04" => Dialect::Draft04,
            "draft-06" => Dialect::Draft06,
            "draft-07" => Dialect::Draft07,
            "2019-09" => Dialect::Draft201909,
            "2020-12" => Dialect::Draft202012,
            "openapi-3.0" => Dialect::Unstated,
            _ => return None,
        })
    }

    /// Whether assertions beside `$ref` are ignored (drafts 04 to 07).
    pub fn ref_hides_siblings(self) -> bool {
        self <= Dialect::Draft07
    }

    /// Whether this draft understands the keyword in the sense the engine gives it.
    ///
    /// Understood means: this draft or an earlier one defines it, or (for `definitions` and `dependencies`) it is still
    /// common under a later one. Keywords no draft defines are nobody's: the answer is true and the caller decides.
    pub fn knows(self, keyword: &str) -> bool {
        let since = match keyword {
            "const" | "contains" | "propertyNames" => Dialect::Draft06,
            "if" | "then" | "else" => Dialect::Draft07,
            "dependentRequired"
            | "dependentSchemas"
            | "minContains"
            | "maxContains"
            | "unevaluatedItems"
            | "unevaluatedProperties"
            | "$recursiveRef" => Dialect::Draft201909,
            "prefixItems" | "$dynamicRef" => Dialect::Draft202012,
            _ => Dialect::Draft04,
        };
        self >= since && !(keyword == "additionalItems" && self == Dialect::Draft202012)
    }

    /// Whether `items` may be an array of positions.
    pub fn items_may_be_positions(self) -> bool {
        self != Dialect::Draft202012
    }

    /// Whether `exclusiveMinimum: true` modifies `minimum` (draft-04, and where none is stated).
    pub fn exclusive_may_be_flag(self) -> bool {
        matches!(self, Dialect::Draft04 | Dialect::Unstated)
    }

    /// Whether `exclusiveMinimum: 3` is a bound of its own.
    pub fn exclusive_may_be_bound(self) -> bool {
        self != Dialect::Draft04
    }

    /// Whether `contains` marks items as evaluated for `unevaluatedItems`.
    pub fn contains_evaluates(self) -> bool {
        self >= Dialect::Draft202012
    }
}
