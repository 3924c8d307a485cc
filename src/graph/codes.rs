//! The codes that reading and lowering schemas can end with.

use super::diagnostic::codes;

codes! {
    "schema" 2 {
        INVALID_JSON = "invalid-json", "The text is not one strict JSON document.",
            "Correct the file at the given line and column; duplicate keys, invalid UTF-8, lone surrogates and a second value are refused.";
        INVALID_SCHEMA = "invalid-schema", "A schema is not what its dialect allows, or is beyond a stated limit.",
            "Correct the keyword at the given pointer.";
        REMOTE_REFERENCE = "remote-reference", "A reference leads outside the documents at hand; nothing is ever fetched.",
            "Copy the target into the project, or set `external-references = \"opaque\"` under [source].";
        UNRESOLVED_REFERENCE = "unresolved-reference", "A reference names something that is not there.",
            "Correct the reference, or add its target.";
        REFERENCE_CYCLE = "reference-cycle", "References form a cycle with no property, item or other structure between them.",
            "Break the cycle: such a schema describes nothing.";
        INVALID_RESERVATION = "invalid-reservation", "`x-persistence-reserved` stands where it cannot hold.",
            "Use it only on an optional property whose type is never (`false` or `not: {}`).";
        INVALID_ATTRIBUTION = "invalid-attribution", "`x-persistence-source` or `x-persistence-attribution` stands where the promise cannot hold.",
            "See `schemagate explain attribution-kind-added` for what a bound property must look like.";
        INVALID_ALIASES = "invalid-aliases", "`x-persistence-aliases` is not a list of other names of a property.",
            "List names that are no other property of the object and belong to one property only.";
        INVALID_OTHER = "invalid-other", "`x-persistence-other` stands on something that is not a union.",
            "Use it only with the value true on a union.";
    }
}
