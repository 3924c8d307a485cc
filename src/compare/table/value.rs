//! Rows of changes to types, literals and the constraints of scalars.

use super::row::{Example, Row, Rule};
use crate::compare::ChangeKind;

const STRICT: &str = "Restore the constraint, or raise the format version and migrate.";
const MEANS: &str = "Where it became tighter, the new reader refuses stored records beyond it; where it became wider, \
                     deployed readers refuse new ones.";

macro_rules! scalar {
    ($name:ident, $kind:ident, $when:literal, $before:literal => $after:literal) => {
        pub(super) static $name: Row = Row {
            kind: ChangeKind::$kind,
            frame: Rule::BUMP,
            body: Rule::BUMP,
            when: $when,
            means: MEANS,
            action: STRICT,
            example: Example::of($before, $after),
            question: None,
        };
    };
}

pub(super) static TYPE_CHANGED: Row = Row {
    kind: ChangeKind::TypeChanged,
    frame: Rule::BUMP,
    body: Rule::BUMP,
    when: "A type became another type, or differs in a way that no finer kind names.",
    means: "The new reader refuses or misreads stored values, deployed readers the new ones.",
    action: "Add a new optional property of the new type and keep the old one, or raise the format version.",
    example: Example::of(
        r#"{"type":"object","properties":{"a":{"type":"string"}}}"#,
        r#"{"type":"object","properties":{"a":{"type":"number"}}}"#,
    ),
    question: None,
};

pub(super) static NULLABILITY_CHANGED: Row = Row {
    kind: ChangeKind::NullabilityChanged,
    frame: Rule::BUMP,
    body: Rule::BUMP,
    when: "`null` is allowed on one side only; the rest of the type is compared by itself.",
    means: "Where null is gone, the new reader refuses stored nulls; where it is new, deployed readers refuse it.",
    action: "Make the property optional instead of nullable, or raise the format version.",
    example: Example::of(
        r#"{"type":"object","properties":{"a":{"type":"string"}}}"#,
        r#"{"type":"object","properties":{"a":{"type":["string","null"]}}}"#,
    ),
    question: None,
};

pub(super) static LITERAL_CHANGED: Row = Row {
    kind: ChangeKind::LiteralChanged,
    frame: Rule::BUMP,
    body: Rule::BUMP,
    when: "The one value that is allowed became another one.",
    means: "Neither reader accepts the records of the other side.",
    action: "Restore the value, or raise the format version.",
    example: Example::of(
        r#"{"type":"object","properties":{"a":{"const":1}}}"#,
        r#"{"type":"object","properties":{"a":{"const":2}}}"#,
    ),
    question: None,
};

pub(super) static ENUM_VALUE_ADDED: Row = Row {
    kind: ChangeKind::EnumValueAdded,
    frame: Rule::BUMP,
    body: Rule::BUMP,
    when: "A value is new among the allowed ones; one change for each value.",
    means: "Stored records stay readable. Deployed readers refuse the new value.",
    action: "Raise the format version before anything writes the new value.",
    example: Example::of(
        r#"{"type":"object","properties":{"mode":{"enum":["a","b"]}}}"#,
        r#"{"type":"object","properties":{"mode":{"enum":["a","b","c"]}}}"#,
    ),
    question: None,
};

pub(super) static ENUM_VALUE_REMOVED: Row = Row {
    kind: ChangeKind::EnumValueRemoved,
    frame: Rule::BUMP,
    body: Rule::BUMP,
    when: "A value is no longer among the allowed ones; one change for each value.",
    means: "The new reader refuses stored records that hold it. Deployed readers are not affected.",
    action: "Keep reading the value, or raise the format version and migrate.",
    example: Example::of(
        r#"{"type":"object","properties":{"mode":{"enum":["a","b","c"]}}}"#,
        r#"{"type":"object","properties":{"mode":{"enum":["a","b"]}}}"#,
    ),
    question: None,
};

scalar!(RANGE_CHANGED, RangeChanged, "A bound of a number changed (the integer formats are ranges).",
    r#"{"type":"object","properties":{"n":{"type":"integer","minimum":0}}}"# =>
    r#"{"type":"object","properties":{"n":{"type":"integer","minimum":1}}}"#);

scalar!(LENGTH_CHANGED, LengthChanged, "The least or greatest length of a string or an array changed.",
    r#"{"type":"object","properties":{"s":{"type":"string"}}}"# =>
    r#"{"type":"object","properties":{"s":{"type":"string","maxLength":5}}}"#);

scalar!(PATTERN_CHANGED, PatternChanged, "The patterns of a string changed.",
    r#"{"type":"object","properties":{"s":{"type":"string","pattern":"^a"}}}"# =>
    r#"{"type":"object","properties":{"s":{"type":"string","pattern":"^b"}}}"#);

scalar!(FORMAT_NAME_CHANGED, FormatNameChanged, "The named format of a string or a number changed.",
    r#"{"type":"object","properties":{"s":{"type":"string","format":"date"}}}"# =>
    r#"{"type":"object","properties":{"s":{"type":"string","format":"date-time"}}}"#);

scalar!(MULTIPLE_OF_CHANGED, MultipleOfChanged, "What a number must be a multiple of changed.",
    r#"{"type":"object","properties":{"n":{"type":"integer","multipleOf":2}}}"# =>
    r#"{"type":"object","properties":{"n":{"type":"integer","multipleOf":4}}}"#);

scalar!(INTEGER_CHANGED, IntegerChanged, "An integer became any number, or the reverse.",
    r#"{"type":"object","properties":{"n":{"type":"integer"}}}"# =>
    r#"{"type":"object","properties":{"n":{"type":"number"}}}"#);

scalar!(EXCLUDED_VALUES_CHANGED, ExcludedValuesChanged, "The values that are refused changed.",
    r#"{"type":"object","properties":{"s":{"type":"string","not":{"enum":["x","y"]}}}}"# =>
    r#"{"type":"object","properties":{"s":{"type":"string","not":{"enum":["x","z"]}}}}"#);
