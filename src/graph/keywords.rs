//! Which keywords are annotations, and where the schemas inside a schema stand.

use super::json::{Json, escape_token};
use std::collections::BTreeSet;

/// Names that say nothing about which values are valid. The list is closed and frozen into every fingerprint
/// (docs/graph.md, rewrite 2); a project adds its own by `[source] annotations`.
#[rustfmt::skip]
const ANNOTATIONS: &[&str] = &[
    "$anchor", "$comment", "$defs", "$id", "$schema", "$vocabulary", "contentEncoding", "contentMediaType",
    "contentSchema", "definitions", "deprecated", "description", "example", "examples", "id", "readOnly", "title",
    "writeOnly",
    // OpenAPI
    "discriminator", "externalDocs", "xml",
    // resource schemas
    "additionalIdentifiers", "arrayType", "conditionalCreateOnlyProperties", "createOnlyProperties",
    "deprecatedProperties", "documentationUrl", "handlers", "insertionOrder", "lifecycle", "nonPublicDefinitions",
    "nonPublicProperties", "primaryIdentifier", "propertyTransform", "readOnlyProperties", "relationshipRef",
    "replacementStrategy", "resourceLink", "sourceUrl", "taggable", "tagging", "typeConfiguration", "typeName",
    "writeOnlyProperties",
    // editors
    "allowComments", "allowTrailingCommas", "completionDetail", "defaultSnippets", "deprecationMessage",
    "doNotSuggest", "enumDescriptions", "enumDetails", "enumItemLabels", "errorMessage", "markdownDescription",
    "markdownEnumDescriptions", "patternErrorMessage", "suggestSortText", "tsEnumNames", "tsType",
];

/// `x-` names that assert something.
const ASSERTING_EXTENSIONS: &[&str] = &[
    "x-kubernetes-embedded-resource",
    "x-kubernetes-int-or-string",
    "x-kubernetes-preserve-unknown-fields",
    "x-kubernetes-validations",
];

/// Our own annotations: they are read, never dropped.
pub const OWN_ANNOTATIONS: &[&str] = &[
    "x-persistence-aliases",
    "x-persistence-attribution",
    "x-persistence-other",
    "x-persistence-reserved",
    "x-persistence-source",
];

/// Whether the keyword is an annotation that drops: on the closed list, `~…`, a foreign `x-…`, or one of `extra`.
///
/// `default` and the `x-persistence-` annotations are not: they are part of what a property is.
pub fn is_annotation(keyword: &str, extra: &BTreeSet<String>) -> bool {
    keyword.starts_with('~')
        || (keyword.starts_with("x-")
            && !OWN_ANNOTATIONS.contains(&keyword)
            && !ASSERTING_EXTENSIONS.contains(&keyword))
        || ANNOTATIONS.contains(&keyword)
        || extra.contains(keyword)
}

/// Keywords that assert something in some draft, or that the engine reads.
#[rustfmt::skip]
const ASSERTIONS: &[&str] = &[
    "$dynamicAnchor", "$dynamicRef", "$recursiveAnchor", "$recursiveRef", "$ref", "additionalItems",
    "additionalProperties", "allOf", "anyOf", "const", "contains", "default", "dependencies", "dependentRequired",
    "dependentSchemas", "disallow", "divisibleBy", "else", "enum", "exclusiveMaximum", "exclusiveMinimum", "extends",
    "format", "if", "items", "maxContains", "maxItems", "maxLength", "maxProperties", "maximum", "minContains",
    "minItems", "minLength", "minProperties", "minimum", "multipleOf", "not", "nullable", "oneOf", "pattern",
    "patternProperties", "prefixItems", "properties", "propertyNames", "required", "then", "type",
    "unevaluatedItems", "unevaluatedProperties", "uniqueItems",
];

/// Whether a project may declare the keyword an annotation: not where a draft gives it a meaning, nor one of ours.
pub fn may_be_annotation(keyword: &str) -> bool {
    !ASSERTIONS.contains(&keyword) && !ASSERTING_EXTENSIONS.contains(&keyword) && !keyword.starts_with("x-persistence-")
}

/// Where a keyword holds schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parts {
    /// The value is a schema.
    One,
    /// The value is an array of schemas.
    List,
    /// The value is an object whose members are schemas.
    Map,
    /// The value is a schema or an array of schemas (`items`).
    OneOrList,
    /// The value is an object whose members are schemas or arrays of names (`dependencies`).
    MapOrNames,
}

/// Where the keyword holds schemas, in any draft; `None` where it holds none.
pub fn parts(keyword: &str) -> Option<Parts> {
    Some(match keyword {
        "additionalItems"
        | "additionalProperties"
        | "contains"
        | "contentSchema"
        | "else"
        | "if"
        | "not"
        | "propertyNames"
        | "then"
        | "unevaluatedItems"
        | "unevaluatedProperties" => Parts::One,
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => Parts::List,
        "$defs" | "definitions" | "dependentSchemas" | "patternProperties" | "properties" => Parts::Map,
        "items" => Parts::OneOrList,
        "dependencies" => Parts::MapOrNames,
        _ => return None,
    })
}

/// The schemas directly inside a schema, each with its pointer from there (`/properties/a`), in member order.
///
/// Only places where a schema can stand are listed: nothing inside `enum`, `const` or `default`. What is no schema
/// (neither an object nor a boolean) is left out.
pub fn subschemas(schema: &Json) -> Vec<(String, &Json)> {
    let mut found = Vec::new();
    let Some(members) = schema.as_object() else { return found };
    let mut push = |pointer: String, value| {
        if matches!(value, &Json::Object(_) | &Json::Bool(_)) {
            found.push((pointer, value));
        }
    };
    for (keyword, value) in members {
        match (parts(keyword), value) {
            (Some(Parts::List | Parts::OneOrList), Json::Array(items)) => {
                for (i, item) in items.iter().enumerate() {
                    push(format!("/{keyword}/{i}"), item);
                }
            }
            (Some(Parts::Map | Parts::MapOrNames), Json::Object(inner)) => {
                for (name, item) in inner {
                    push(format!("/{keyword}/{}", escape_token(name)), item);
                }
            }
            (Some(Parts::One | Parts::OneOrList), value) => push(format!("/{keyword}"), value),
            (Some(Parts::List | Parts::Map | Parts::MapOrNames) | None, _) => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_are_a_closed_list() {
        let none = BTreeSet::new();
        for name in ["title", "$id", "x-foo", "~doc", "tsType", "handlers", "discriminator"] {
            assert!(is_annotation(name, &none), "{name}");
        }
        for name in
            ["default", "x-persistence-source", "x-kubernetes-validations", "nullable", "Title", "unknown", "$ref"]
        {
            assert!(!is_annotation(name, &none), "{name}");
        }
        assert!(is_annotation("unknown", &BTreeSet::from(["unknown".to_owned()])));
    }

    #[test]
    fn what_asserts_is_no_annotation() {
        for name in ["if", "minimum", "$ref", "default", "x-persistence-other", "x-kubernetes-validations", "nullable"]
        {
            assert!(!may_be_annotation(name), "{name}");
        }
        for name in ["unit", "x-unit", "title"] {
            assert!(may_be_annotation(name), "{name}");
        }
    }

    #[test]
    fn subschemas_are_found_where_schemas_stand() {
        let schema = Json::parse(
            br#"{"properties": {"a/b": true, "enum": {"type": "string"}}, "items": [{}, {}], "enum": [{"not": {}}],
                 "dependencies": {"x": ["y"], "z": {}}, "not": {"const": {"if": {}}}, "allOf": 3}"#,
        )
        .unwrap();
        let found: Vec<String> = subschemas(&schema).into_iter().map(|(p, _)| p).collect();
        assert_eq!(found, ["/dependencies/z", "/items/0", "/items/1", "/not", "/properties/a~1b", "/properties/enum"]);
    }
}
