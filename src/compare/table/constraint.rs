//! Rows of changes to arrays, maps and the constraints of objects.

use super::row::{Example, Row, Rule};
use crate::compare::ChangeKind;

const STRICT: &str = "Restore the constraint, or raise the format version and migrate.";
const MEANS: &str = "Where it became tighter, the new reader refuses stored records beyond it; where it became wider, \
                     deployed readers refuse new ones.";

macro_rules! constraint {
    ($name:ident, $kind:ident, $when:literal, $means:expr, $before:literal => $after:literal) => {
        pub(super) static $name: Row = Row {
            kind: ChangeKind::$kind,
            frame: Rule::BUMP,
            body: Rule::BUMP,
            when: $when,
            means: $means,
            action: STRICT,
            example: Example::of($before, $after),
            question: None,
        };
    };
}

constraint!(UNIQUE_ITEMS_CHANGED, UniqueItemsChanged, "Whether all items of an array must differ changed.", MEANS,
    r#"{"type":"object","properties":{"l":{"type":"array","items":{"type":"string"}}}}"# =>
    r#"{"type":"object","properties":{"l":{"type":"array","items":{"type":"string"},"uniqueItems":true}}}"#);

constraint!(CONTAINS_CHANGED, ContainsChanged, "What an array must contain changed, or how often.", MEANS,
    r#"{"type":"object","properties":{"l":{"type":"array","contains":{"type":"string"}}}}"# =>
    r#"{"type":"object","properties":{"l":{"type":"array","contains":{"type":"string"},"minContains":2}}}"#);

constraint!(COUNT_CHANGED, CountChanged, "The least or greatest number of properties changed.", MEANS,
    r#"{"type":"object","properties":{"m":{"type":"object"}}}"# =>
    r#"{"type":"object","properties":{"m":{"type":"object","maxProperties":5}}}"#);

constraint!(DEPENDENCY_CHANGED, DependencyChanged, "Which names must be there when another one is changed.", MEANS,
    r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}"# =>
    r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"dependentRequired":{"a":["b"]}}"#);

constraint!(PRESENCE_CHANGED, PresenceChanged, "Which alternatives of required names an object has changed.", MEANS,
    r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}"# =>
    r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"anyOf":[{"required":["a"]},{"required":["b"]}]}"#);

constraint!(TUPLE_CHANGED, TupleChanged,
    "The number of positions of a tuple changed, or whether more items may follow. Bounds that equal the number of \
     positions are part of it.",
    "Readers of one side refuse or cut what the other side writes.",
    r#"{"type":"object","properties":{"t":{"type":"array","prefixItems":[{"type":"string"}],"items":false,"minItems":1}}}"# =>
    r#"{"type":"object","properties":{"t":{"type":"array","prefixItems":[{"type":"string"},{"type":"number"}],"items":false,"minItems":2}}}"#);

constraint!(MAP_CHANGED, MapChanged,
    "The rules for names that are not declared changed: open or closed, patterns, rules on names, or a property \
     added to a free map, whose writers write any name.",
    "Where names or types are refused now, stored records that hold them become unreadable; where they are new, \
     deployed readers refuse them.",
    r#"{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}"# =>
    r#"{"type":"object","properties":{"a":{"type":"string"}}}"#);

constraint!(CONSTRAINT_CHANGED, ConstraintChanged,
    "A keyword that the engine does not model changed, or anything in an object that has `unevaluated*`, or below \
     `not` and `if`: such places are compared as a whole.",
    "It is not known which records are affected: assume both stored ones and new ones.",
    r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}"# =>
    r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"if":{"properties":{"a":{"const":"x"}}},"then":{"required":["b"]}}"#);
