//! Rows of changes to the properties of an object.

use super::row::{Example, Row, Rule, Setting};
use crate::compare::{ChangeKind, Verdict};

const A: &str = r#"{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}"#;
const A_MAYBE: &str = r#"{"type":"object","properties":{"a":{"type":"string"}}}"#;
const A_MAYBE_B: &str =
    r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a"]}"#;
const A_RESERVED_B: &str = r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"not":{},"x-persistence-reserved":true}},"required":["a"]}"#;

/// One question for every field that readers without it pass over.
const IGNORED: &str = "Why may a reader without this field ignore it without changing what it does?";

pub(super) static OPTIONAL_ADDED: Row = Row {
    kind: ChangeKind::OptionalPropertyAdded,
    frame: Rule::BUMP,
    body: Rule::Except {
        usual: Verdict::SameVersion,
        when: "`undeclared = \"kept\"` and the new type is neither any nor what the name had already; or one of its \
               aliases could be written undeclared before",
        then: Verdict::VersionBump,
    },
    when: "An optional property is new, and the name could hold anything before (or exactly the new type).",
    means: "Stored records lack it and stay readable. A deployed reader ignores it.",
    action: "Acknowledge it and say why readers without it may ignore it.",
    example: Example::of(A, A_MAYBE_B),
    question: Some(IGNORED),
};

pub(super) static OPTIONAL_ADDED_TO_CLOSED: Row = Row {
    kind: ChangeKind::OptionalPropertyAddedToClosed,
    frame: Rule::BUMP,
    body: Rule::BUMP,
    when: "An optional property is new in an object that refused the name before (`additionalProperties: false`, a \
           pattern or a rule on names).",
    means: "Stored records stay readable. A deployed reader refuses every record that has the property.",
    action: "Raise the format version, or open the object one version earlier.",
    example: Example::of(
        r#"{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}"#,
        r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"additionalProperties":false}"#,
    ),
    question: None,
};

pub(super) static REQUIRED_ADDED: Row = Row {
    kind: ChangeKind::RequiredPropertyAdded,
    frame: Rule::BUMP,
    body: Rule::BUMP,
    when: "A required property is new.",
    means: "Stored records lack it: the new reader refuses them.",
    action: "Make it optional, with a default where the reader needs a value, or raise the format version and migrate.",
    example: Example::of(
        A,
        r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a","b"]}"#,
    ),
    question: None,
};

pub(super) static REMOVED: Row = Row {
    kind: ChangeKind::PropertyRemoved,
    frame: Rule::BUMP,
    body: Rule::BUMP,
    when: "A property was removed. A rename is a removal and an addition: it is never inferred.",
    means: "What stored records hold there is lost to the new reader; a deployed reader misses what it may need.",
    action: "Keep the property, reserve its name when its time is over, or raise the format version. A rename keeps \
             stored records readable by naming the old name in `x-persistence-aliases`.",
    example: Example::of(A_MAYBE_B, A),
    question: None,
};

pub(super) static RENAMED: Row = Row {
    kind: ChangeKind::PropertyRenamed,
    frame: Rule::BUMP,
    body: Rule::BUMP,
    when: "A property is gone and a new one names it in its `x-persistence-aliases`.",
    means: "Stored records stay readable through the alias. A deployed reader does not find the new name.",
    action: "Raise the format version; or write the old name for as long as deployed readers look for it.",
    example: Example::of(
        A,
        r#"{"type":"object","properties":{"b":{"type":"string","x-persistence-aliases":["a"]}},"required":["b"]}"#,
    ),
    question: None,
};

pub(super) static REINTRODUCED: Row = Row {
    kind: ChangeKind::PropertyReintroduced,
    frame: Rule::BUMP,
    body: Rule::BUMP,
    when: "A property is new, but an earlier snapshot of this root had the name at the same place with another type.",
    means: "Records from that time hold the old type under this name: the new reader refuses or misreads them.",
    action: "Choose another name, or give it the type it had.",
    example: Example {
        earlier: Some(
            r#"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}},"required":["a"]}"#,
        ),
        before: Some(A),
        after: Some(A_MAYBE_B),
        setting: Setting::Same,
    },
    question: None,
};

pub(super) static MADE_OPTIONAL: Row = Row {
    kind: ChangeKind::PropertyMadeOptional,
    frame: Rule::BUMP,
    body: Rule::Except {
        usual: Verdict::SameVersion,
        when: "it is the event tag, the payload version, or was a required literal in every alternative of its union",
        then: Verdict::VersionBump,
    },
    when: "A required property became optional.",
    means: "Stored records stay readable. A deployed reader may meet a record without it and refuse it.",
    action: "Acknowledge it and say how each reader treats a missing value.",
    example: Example::of(A, A_MAYBE),
    question: Some("How does each reader treat a missing value?"),
};

pub(super) static MADE_REQUIRED: Row = Row {
    kind: ChangeKind::PropertyMadeRequired,
    frame: Rule::BUMP,
    body: Rule::BUMP,
    when: "An optional property became required.",
    means: "Stored records may lack it: the new reader refuses those. Deployed readers are not affected.",
    action: "Keep it optional for readers (a default supplies the value), or raise the format version and migrate.",
    example: Example::of(A_MAYBE, A),
    question: None,
};

pub(super) static RESERVED: Row = Row {
    kind: ChangeKind::PropertyReserved,
    frame: Rule::BUMP,
    body: Rule::Except {
        usual: Verdict::SameVersion,
        when: "the property was declared, or could be written undeclared (a map, a pattern, `undeclared = \"kept\"`)",
        then: Verdict::VersionBump,
    },
    when: "A name is newly reserved (`x-persistence-reserved`): readers refuse it.",
    means: "A record that holds the name becomes unreadable; none does where the name was never written.",
    action: "Acknowledge it; raise the format version where the name could have been written.",
    example: Example::of(A, A_RESERVED_B),
    question: Some(IGNORED),
};

pub(super) static RESERVATION_LIFTED: Row = Row {
    kind: ChangeKind::ReservationLifted,
    frame: Rule::BUMP,
    body: Rule::BUMP,
    when: "A reserved property admits a value now.",
    means: "Deployed readers refuse every record that holds the name.",
    action: "Raise the format version, or choose another name.",
    example: Example::of(A_RESERVED_B, A_MAYBE_B),
    question: None,
};

pub(super) static RESERVATION_REMOVED: Row = Row {
    kind: ChangeKind::ReservationRemoved,
    frame: Rule::BUMP,
    body: Rule::BUMP,
    when: "A reserved property is no longer declared, or no longer marked as reserved.",
    means: "Nothing keeps the name from being used again, while deployed readers still refuse it.",
    action: "Keep the reservation, or raise the format version.",
    example: Example::of(A_RESERVED_B, A),
    question: None,
};

/// An alias makes a reader take for the property what a map, a pattern or `kept` let writers write under that name.
const ALIAS: Rule = Rule::Except {
    usual: Verdict::SameVersion,
    when: "the name could be written undeclared before (a map, a pattern, `undeclared = \"kept\"`)",
    then: Verdict::VersionBump,
};

pub(super) static ALIAS_ADDED: Row = Row {
    kind: ChangeKind::AliasAdded,
    frame: ALIAS,
    body: ALIAS,
    when: "A reader accepts one more name for a property (`x-persistence-aliases`).",
    means: "More records are readable. Writers write the same as before.",
    action: "Acknowledge it.",
    example: Example::of(
        A,
        r#"{"type":"object","properties":{"a":{"type":"string","x-persistence-aliases":["b"]}},"required":["a"]}"#,
    ),
    question: None,
};

pub(super) static ALIAS_REMOVED: Row = Row {
    kind: ChangeKind::AliasRemoved,
    frame: Rule::BUMP,
    body: Rule::BUMP,
    when: "A reader no longer accepts a further name for a property.",
    means: "Stored records that hold the property under that name lose it or become unreadable.",
    action: "Keep the alias for as long as such records are stored, or raise the format version and migrate.",
    example: Example::of(
        r#"{"type":"object","properties":{"a":{"type":"string","x-persistence-aliases":["b"]}},"required":["a"]}"#,
        A,
    ),
    question: None,
};

pub(super) static DEFAULT_CHANGED: Row = Row {
    kind: ChangeKind::DefaultChanged,
    frame: Rule::BUMP,
    body: Rule::BUMP,
    when: "The default of a property that is optional before and after was added, changed or removed; members that \
           are themselves reported as added do not count.",
    means: "Stored records without the property mean something else from now on.",
    action: "Restore the default, or raise the format version and write the old value into stored records.",
    example: Example::of(
        r#"{"type":"object","properties":{"n":{"type":"integer","default":1}}}"#,
        r#"{"type":"object","properties":{"n":{"type":"integer","default":2}}}"#,
    ),
    question: None,
};
