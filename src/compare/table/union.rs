//! Rows of changes to unions and of the recorded policies on them.

use super::row::{Example, Row, Rule};
use crate::compare::ChangeKind;

const TWO: &str = r#"{"anyOf":[
    {"type":"object","properties":{"kind":{"const":"left"},"a":{"type":"string"}},"required":["kind","a"]},
    {"type":"object","properties":{"kind":{"const":"right"},"b":{"type":"number"}},"required":["kind","b"]}]}"#;
const THREE: &str = r#"{"anyOf":[
    {"type":"object","properties":{"kind":{"const":"left"},"a":{"type":"string"}},"required":["kind","a"]},
    {"type":"object","properties":{"kind":{"const":"right"},"b":{"type":"number"}},"required":["kind","b"]},
    {"type":"object","properties":{"kind":{"const":"middle"}},"required":["kind"]}]}"#;
const TWO_OTHER: &str = r#"{"x-persistence-other":true,"anyOf":[
    {"type":"object","properties":{"kind":{"const":"left"},"a":{"type":"string"}},"required":["kind","a"]},
    {"type":"object","properties":{"kind":{"const":"right"},"b":{"type":"number"}},"required":["kind","b"]}]}"#;

pub(super) static OTHER_ADDED: Row = Row {
    kind: ChangeKind::OtherAdded,
    frame: Rule::SAME,
    body: Rule::SAME,
    when: "A reader keeps alternatives it does not know (`x-persistence-other`).",
    means: "More records are readable. Writers write the same as before.",
    action: "Acknowledge it.",
    example: Example::of(TWO, TWO_OTHER),
    question: None,
};

pub(super) static OTHER_REMOVED: Row = Row {
    kind: ChangeKind::OtherRemoved,
    frame: Rule::BUMP,
    body: Rule::BUMP,
    when: "A reader no longer keeps alternatives it does not know.",
    means: "Stored records with such alternatives become unreadable.",
    action: "Keep the promise, or raise the format version.",
    example: Example::of(TWO_OTHER, TWO),
    question: None,
};

pub(super) static ALTERNATIVE_ADDED: Row = Row {
    kind: ChangeKind::AlternativeAdded,
    frame: Rule::BUMP,
    body: Rule::BUMP,
    when: "A union has an alternative without a counterpart before.",
    means: "Stored records stay readable. Deployed readers refuse records with the new alternative.",
    action: "Raise the format version before anything writes it.",
    example: Example::of(TWO, THREE),
    question: None,
};

pub(super) static ALTERNATIVE_REMOVED: Row = Row {
    kind: ChangeKind::AlternativeRemoved,
    frame: Rule::BUMP,
    body: Rule::BUMP,
    when: "An alternative of a union has no counterpart any more.",
    means: "The new reader refuses stored records that hold it. Deployed readers are not affected.",
    action: "Keep reading it, or raise the format version and migrate.",
    example: Example::of(THREE, TWO),
    question: None,
};

pub(super) static UNION_CHANGED: Row = Row {
    kind: ChangeKind::UnionChanged,
    frame: Rule::BUMP,
    body: Rule::BUMP,
    when: "Alternatives of a union changed and cannot be told apart, or anything changed at or below alternatives of \
           which exactly one must hold (`oneOf` whose alternatives may overlap).",
    means: "It is not known which records are affected: assume both stored ones and new ones.",
    action: "Give the alternatives a property that names them, or raise the format version.",
    example: Example::of(
        r#"{"type":"object","properties":{"v":{"oneOf":[
            {"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},
            {"type":"object","properties":{"b":{"type":"string"}},"required":["b"]}]}}}"#,
        r#"{"type":"object","properties":{"v":{"oneOf":[
            {"type":"object","properties":{"a":{"type":"string"}}},
            {"type":"object","properties":{"b":{"type":"string"}},"required":["b"]}]}}}"#,
    ),
    question: None,
};

pub(super) static EXCLUSIVITY_CHANGED: Row = Row {
    kind: ChangeKind::ExclusivityChanged,
    frame: Rule::BUMP,
    body: Rule::BUMP,
    when: "Where any alternative sufficed exactly one must hold now, or the reverse.",
    means: "Records that fit two alternatives are accepted by one side and refused by the other.",
    action: "Restore it, make the alternatives disjoint first, or raise the format version.",
    example: Example::of(
        r#"{"type":"object","properties":{"v":{"oneOf":[
            {"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},
            {"type":"object","properties":{"b":{"type":"string"}},"required":["b"]}]}}}"#,
        r#"{"type":"object","properties":{"v":{"anyOf":[
            {"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},
            {"type":"object","properties":{"b":{"type":"string"}},"required":["b"]}]}}}"#,
    ),
    question: None,
};

pub(super) static PAYLOAD_VERSION_ADDED: Row = Row {
    kind: ChangeKind::PayloadVersionAdded,
    frame: Rule::Absent,
    body: Rule::SAME,
    when: "The body of an ordinary event gained alternatives whose payload version is greater than every old one, \
           while every old alternative is there unchanged.",
    means: "Stored records stay readable. A deployed reader sees a payload version it does not know.",
    action: "Acknowledge it and say what an older reader does with the new version.",
    example: Example::of(
        r#"{"type":"object","properties":{"version":{"const":0},"a":{"type":"string"}},"required":["version"]}"#,
        r#"{"anyOf":[
            {"type":"object","properties":{"version":{"const":0},"a":{"type":"string"}},"required":["version"]},
            {"type":"object","properties":{"version":{"const":1},"b":{"type":"number"}},"required":["version"]}]}"#,
    ),
    question: Some("What does an older reader do with the new version?"),
};

pub(super) static ATTRIBUTION_KIND_ADDED: Row = Row {
    kind: ChangeKind::AttributionKindAdded,
    frame: Rule::Absent,
    body: Rule::SAME,
    when: "A property that carries the attribution promise on both sides (`x-persistence-source`) gained a kind that \
           qualifies (`x-persistence-attribution`). The property is required, its owner has the literals that the \
           promise names, its type is a union of objects with a required literal discriminator, and no reserved kind \
           qualifies.",
    means: "Stored records stay readable. Readers promised to keep the content and every property of a kind they do \
            not know; the type cannot show that they do.",
    action: "Acknowledge it and name the reader code or test that was checked.",
    example: Example::of(
        r#"{"type":"object","properties":{"role":{"const":"user"},"source":{
            "x-persistence-source":{"version":1,"policy":"attribution-only","binding":"example.source","owner":{"role":"user"},"discriminator":"kind","unknown":"preserve"},
            "anyOf":[{"type":"object","properties":{"kind":{"const":"typed"}},"required":["kind"]}]}},
            "required":["role","source"]}"#,
        r#"{"type":"object","properties":{"role":{"const":"user"},"source":{
            "x-persistence-source":{"version":1,"policy":"attribution-only","binding":"example.source","owner":{"role":"user"},"discriminator":"kind","unknown":"preserve"},
            "anyOf":[{"type":"object","properties":{"kind":{"const":"typed"}},"required":["kind"]},
                {"type":"object","properties":{"kind":{"const":"pane"}},"required":["kind"],"x-persistence-attribution":true}]}},
            "required":["role","source"]}"#,
    ),
    question: Some(
        "Which reader code or test did you check that shows readers without the producer keep the content and every \
         property? (Types cannot show it.)",
    ),
};

pub(super) static ATTRIBUTION_POLICY_CHANGED: Row = Row {
    kind: ChangeKind::AttributionPolicyChanged,
    frame: Rule::BUMP,
    body: Rule::BUMP,
    when: "The recorded attribution promises differ and the rule of attribution-kind-added does not apply: first \
           introduction, removal, retroactive qualification or disqualification, another binding.",
    means: "Deployed readers were built under another promise than the records are written under from now on.",
    action: "Introduce or change a promise together with a new format version.",
    example: Example::of(
        r#"{"type":"object","properties":{"role":{"const":"user"},"source":{
            "type":"object","properties":{"kind":{"const":"typed"}},"required":["kind"]}},"required":["role","source"]}"#,
        r#"{"type":"object","properties":{"role":{"const":"user"},"source":{
            "x-persistence-source":{"version":1,"policy":"attribution-only","binding":"example.source","owner":{"role":"user"},"discriminator":"kind","unknown":"preserve"},
            "type":"object","properties":{"kind":{"const":"typed"}},"required":["kind"]}},"required":["role","source"]}"#,
    ),
    question: None,
};
