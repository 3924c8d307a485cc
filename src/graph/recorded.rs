//! The attribution promise as a schema records it (`x-persistence-source`), and where it is legal.

use std::collections::{BTreeMap, BTreeSet};

/// A recorded promise about the sources of messages: readers without a qualified producer keep what it wrote.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourcePolicy {
    /// `version` of the annotation.
    pub version: u64,
    /// `policy`, such as `attribution-only`.
    pub policy: String,
    /// `binding`, the name of the bound property.
    pub binding: String,
    /// `owner`: properties of the owner object and the literals they must be.
    pub owner: BTreeMap<String, String>,
    /// `discriminator`: the property that names the kind.
    pub discriminator: String,
    /// `unknown`, such as `preserve`.
    pub unknown: String,
    /// Kinds that qualify.
    pub qualified: BTreeSet<String>,
}
