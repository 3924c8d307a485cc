//! Keywords that the engine does not model, written back, and what is known of the place of keywords.

use crate::graph::json::{Json, Members};
use crate::graph::node::Constraint;

/// The keyword of a constraint with its value.
pub(super) fn keywords(constraint: &Constraint, children: Vec<Json>) -> Json {
    let value = Json::parse(constraint.value.as_bytes()).unwrap_or_else(|_| Json::from(constraint.value.as_str()));
    let _ = children;
    Json::Object(Members::from([(constraint.keyword.clone(), value)]))
}

/// Whether a keyword means the same whatever stands beside it.
pub(super) fn is_free(keyword: &str) -> bool {
    !matches!(
        keyword,
        "additionalProperties"
            | "additionalItems"
            | "unevaluatedProperties"
            | "unevaluatedItems"
            | "items"
            | "properties"
            | "patternProperties"
            | "prefixItems"
            | "contains"
            | "minContains"
            | "maxContains"
            | "if"
            | "then"
            | "else"
    )
}

/// Whether a keyword constrains values of one type only, so that null passes it.
pub(super) fn is_of_one_type(keyword: &str) -> bool {
    matches!(
        keyword,
        "type"
            | "minimum"
            | "maximum"
            | "exclusiveMinimum"
            | "exclusiveMaximum"
            | "multipleOf"
            | "format"
            | "minLength"
            | "maxLength"
            | "pattern"
            | "prefixItems"
            | "items"
            | "minItems"
            | "maxItems"
            | "uniqueItems"
            | "contains"
            | "minContains"
            | "maxContains"
            | "properties"
            | "patternProperties"
            | "additionalProperties"
            | "propertyNames"
            | "required"
            | "minProperties"
            | "maxProperties"
            | "dependentRequired"
    )
}
