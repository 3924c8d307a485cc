//! Changes: their kinds (one table), and what is reported of each.

use super::Verdict;
use crate::graph::{Digest, NodeId};

/// Where in a root a change stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    /// Headers, envelopes, and every part of an event outside its body.
    Frame,
    /// The body of an event.
    Body,
}

macro_rules! kinds {
    ($($variant:ident $name:literal)*) => {
        /// Kind of a change, in the order of docs/changes.md.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs)]
        pub enum ChangeKind { $($variant),* }

        impl ChangeKind {
            /// Every kind, in table order.
            pub const ALL: &[ChangeKind] = &[$(ChangeKind::$variant),*];

            /// Its stable name.
            pub fn name(self) -> &'static str {
                match self { $(ChangeKind::$variant => $name),* }
            }

            /// The kind of that name.
            pub fn from_name(name: &str) -> Option<ChangeKind> {
                ChangeKind::ALL.iter().copied().find(|kind| kind.name() == name)
            }
        }
    };
}

kinds! {
    RootAdded "root-added"
    RootRemoved "root-removed"
    RootClassificationChanged "root-classification-changed"
    FormatChanged "format-changed"
    OptionalPropertyAdded "optional-property-added"
    OptionalPropertyAddedToClosed "optional-property-added-to-closed"
    RequiredPropertyAdded "required-property-added"
    PropertyRemoved "property-removed"
    PropertyRenamed "property-renamed"
    PropertyReintroduced "property-reintroduced"
    PropertyMadeOptional "property-made-optional"
    PropertyMadeRequired "property-made-required"
    PropertyReserved "property-reserved"
    ReservationLifted "reservation-lifted"
    ReservationRemoved "reservation-removed"
    AliasAdded "alias-added"
    AliasRemoved "alias-removed"
    OtherAdded "other-added"
    OtherRemoved "other-removed"
    DefaultChanged "default-changed"
    TypeChanged "type-changed"
    NullabilityChanged "nullability-changed"
    LiteralChanged "literal-changed"
    EnumValueAdded "enum-value-added"
    EnumValueRemoved "enum-value-removed"
    RangeChanged "range-changed"
    LengthChanged "length-changed"
    PatternChanged "pattern-changed"
    FormatNameChanged "format-name-changed"
    MultipleOfChanged "multiple-of-changed"
    IntegerChanged "integer-changed"
    ExcludedValuesChanged "excluded-values-changed"
    UniqueItemsChanged "unique-items-changed"
    ContainsChanged "contains-changed"
    CountChanged "count-changed"
    DependencyChanged "dependency-changed"
    PresenceChanged "presence-changed"
    TupleChanged "tuple-changed"
    MapChanged "map-changed"
    AlternativeAdded "alternative-added"
    AlternativeRemoved "alternative-removed"
    UnionChanged "union-changed"
    ExclusivityChanged "exclusivity-changed"
    ConstraintChanged "constraint-changed"
    PayloadVersionAdded "payload-version-added"
    AttributionKindAdded "attribution-kind-added"
    AttributionPolicyChanged "attribution-policy-changed"
}

/// What stood there before or stands there after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fragment {
    /// A type of the side's graph.
    Type(NodeId),
    /// Nothing.
    Absent,
}

/// One classified structural difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Its kind.
    pub kind: ChangeKind,
    /// First path that reaches it: shortest, ties by bytes. `$` is the root.
    pub path: String,
    /// What it demands, raised kinds included.
    pub verdict: Verdict,
    /// Type before, in the old graph.
    pub before: Fragment,
    /// Type after, in the new graph.
    pub after: Fragment,
    /// One sentence that says what changed, in words and values, without the path.
    pub message: String,
    /// Authored name of the innermost shared type that owns the changed member, old name first when it differs.
    pub via: Vec<String>,
    /// Hashes (before, after) of the owner whose member changed: the same cause in two roots has the same pair.
    pub owner: (Option<Digest>, Option<Digest>),
    /// Number of distinct owner edges that reach it.
    pub paths: usize,
    /// Whether it stands inside an alternative that may overlap with another one of its union.
    pub overlapping: bool,
}

/// The comparison of one root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RootComparison {
    /// Key of the root.
    pub key: String,
    /// Maximum over its changes.
    pub verdict: Verdict,
    /// Fingerprint before, where the root was there.
    pub before: Option<Digest>,
    /// Fingerprint after, where the root is there.
    pub after: Option<Digest>,
    /// Every change, by path, then kind.
    pub changes: Vec<Change>,
}
