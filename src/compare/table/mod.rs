//! The table of change kinds: the one source of their verdicts, documentation and obligations.

mod constraint;
mod property;
mod root;
mod row;
mod union;
mod value;

pub use row::{Example, Row, Rule, Setting};

use super::ChangeKind;

impl ChangeKind {
    /// Its row of the table.
    ///
    /// ```
    /// use schemagate::compare::ChangeKind;
    /// assert!(ChangeKind::PropertyRemoved.row().when.contains("removed"));
    /// ```
    pub fn row(self) -> &'static Row {
        match self {
            ChangeKind::RootAdded => &root::ADDED,
            ChangeKind::RootRemoved => &root::REMOVED,
            ChangeKind::RootClassificationChanged => &root::CLASSIFICATION_CHANGED,
            ChangeKind::FormatChanged => &root::FORMAT_CHANGED,
            ChangeKind::OptionalPropertyAdded => &property::OPTIONAL_ADDED,
            ChangeKind::OptionalPropertyAddedToClosed => &property::OPTIONAL_ADDED_TO_CLOSED,
            ChangeKind::RequiredPropertyAdded => &property::REQUIRED_ADDED,
            ChangeKind::PropertyRemoved => &property::REMOVED,
            ChangeKind::PropertyRenamed => &property::RENAMED,
            ChangeKind::PropertyReintroduced => &property::REINTRODUCED,
            ChangeKind::PropertyMadeOptional => &property::MADE_OPTIONAL,
            ChangeKind::PropertyMadeRequired => &property::MADE_REQUIRED,
            ChangeKind::PropertyReserved => &property::RESERVED,
            ChangeKind::ReservationLifted => &property::RESERVATION_LIFTED,
            ChangeKind::ReservationRemoved => &property::RESERVATION_REMOVED,
            ChangeKind::AliasAdded => &property::ALIAS_ADDED,
            ChangeKind::AliasRemoved => &property::ALIAS_REMOVED,
            ChangeKind::OtherAdded => &union::OTHER_ADDED,
            ChangeKind::OtherRemoved => &union::OTHER_REMOVED,
            ChangeKind::DefaultChanged => &property::DEFAULT_CHANGED,
            ChangeKind::TypeChanged => &value::TYPE_CHANGED,
            ChangeKind::NullabilityChanged => &value::NULLABILITY_CHANGED,
            ChangeKind::LiteralChanged => &value::LITERAL_CHANGED,
            ChangeKind::EnumValueAdded => &value::ENUM_VALUE_ADDED,
            ChangeKind::EnumValueRemoved => &value::ENUM_VALUE_REMOVED,
            ChangeKind::RangeChanged => &value::RANGE_CHANGED,
            ChangeKind::LengthChanged => &value::LENGTH_CHANGED,
            ChangeKind::PatternChanged => &value::PATTERN_CHANGED,
            ChangeKind::FormatNameChanged => &value::FORMAT_NAME_CHANGED,
            ChangeKind::MultipleOfChanged => &value::MULTIPLE_OF_CHANGED,
            ChangeKind::IntegerChanged => &value::INTEGER_CHANGED,
            ChangeKind::ExcludedValuesChanged => &value::EXCLUDED_VALUES_CHANGED,
            ChangeKind::UniqueItemsChanged => &constraint::UNIQUE_ITEMS_CHANGED,
            ChangeKind::ContainsChanged => &constraint::CONTAINS_CHANGED,
            ChangeKind::CountChanged => &constraint::COUNT_CHANGED,
            ChangeKind::DependencyChanged => &constraint::DEPENDENCY_CHANGED,
            ChangeKind::PresenceChanged => &constraint::PRESENCE_CHANGED,
            ChangeKind::TupleChanged => &constraint::TUPLE_CHANGED,
            ChangeKind::MapChanged => &constraint::MAP_CHANGED,
            ChangeKind::AlternativeAdded => &union::ALTERNATIVE_ADDED,
            ChangeKind::AlternativeRemoved => &union::ALTERNATIVE_REMOVED,
            ChangeKind::UnionChanged => &union::UNION_CHANGED,
            ChangeKind::ExclusivityChanged => &union::EXCLUSIVITY_CHANGED,
            ChangeKind::ConstraintChanged => &constraint::CONSTRAINT_CHANGED,
            ChangeKind::PayloadVersionAdded => &union::PAYLOAD_VERSION_ADDED,
            ChangeKind::AttributionKindAdded => &union::ATTRIBUTION_KIND_ADDED,
            ChangeKind::AttributionPolicyChanged => &union::ATTRIBUTION_POLICY_CHANGED,
        }
    }
}
