//! Rows of changes to a root as a whole.

use super::row::{Example, Row, Rule, Setting};
use crate::compare::{ChangeKind, Verdict};

const NOTE: &str = r#"{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}"#;

pub(super) static ADDED: Row = Row {
    kind: ChangeKind::RootAdded,
    frame: Rule::Except {
        usual: Verdict::VersionBump,
        when: "the root is an ordinary event",
        then: Verdict::SameVersion,
    },
    body: Rule::Absent,
    when: "The root has no predecessor: a header, an envelope or an event is new.",
    means: "No stored record holds it. A reader already deployed meets a record of a kind it does not know; for an \
            ordinary event it is expected to skip it, for a surface event, a header or an envelope it cannot.",
    action: "Acknowledge it and say what a reader that does not know the event does with it; raise the format \
             version for a header, an envelope or a surface event.",
    example: Example { earlier: None, before: None, after: Some(NOTE), setting: Setting::Same },
    question: Some("What does a reader that does not know this event do with it?"),
};

pub(super) static REMOVED: Row = Row {
    kind: ChangeKind::RootRemoved,
    frame: Rule::BUMP,
    body: Rule::Absent,
    when: "The root has no successor.",
    means: "Stored records of this kind have no reader any more. Deployed readers are not affected.",
    action: "Keep the type as long as a record of it may be stored; otherwise raise the format version and migrate.",
    example: Example { earlier: None, before: Some(NOTE), after: None, setting: Setting::Same },
    question: None,
};

pub(super) static CLASSIFICATION_CHANGED: Row = Row {
    kind: ChangeKind::RootClassificationChanged,
    frame: Rule::BUMP,
    body: Rule::Absent,
    when: "The root became another kind (header, envelope, event), or an event became or ceased to be a surface event.",
    means: "The records look the same, but readers treat them by other rules: what one skips another must show.",
    action: "Restore the classification, or raise the format version.",
    example: Example { earlier: None, before: Some(NOTE), after: Some(NOTE), setting: Setting::BecomesSurface },
    question: None,
};

pub(super) static FORMAT_CHANGED: Row = Row {
    kind: ChangeKind::FormatChanged,
    frame: Rule::Except {
        usual: Verdict::VersionBump,
        when: "there are only more reserved kinds",
        then: Verdict::SameVersion,
    },
    body: Rule::Absent,
    when: "The `[format]` rules differ: body, event tag, payload version, reserved kinds or undeclared properties.",
    means: "The rules say what readers may rely on. Under other rules the same change may be allowed or forbidden.",
    action: "Restore the rules, or raise the format version.",
    example: Example { earlier: None, before: Some(NOTE), after: Some(NOTE), setting: Setting::KeepsUndeclared },
    question: None,
};
