//! What one pair of types says by itself: its own changes, and the pairs it leads to.

use super::path::{Discriminator, Step};
use super::view::Member;
use super::{ChangeKind, Fragment, Scope, Verdict};
use crate::graph::{Name, NodeId};
use std::collections::BTreeSet;

/// Where in a root a pair stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Place {
    /// At the root of an event, where the body property still leads into the body.
    pub root: bool,
    /// In the body under the old side's rules.
    pub old_body: bool,
    /// In the body under the new side's rules.
    pub new_body: bool,
}

impl Place {
    /// The stricter scope of both rules.
    pub fn scope(self) -> Scope {
        if self.old_body && self.new_body { Scope::Body } else { Scope::Frame }
    }
}

/// A pair of types in one place. `bound` is the index of the attribution promise it is compared under.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Key {
    pub old: NodeId,
    pub new: NodeId,
    pub place: Place,
    pub bound: Option<usize>,
}

/// A recorded attribution promise at the property that a type is compared for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Promise {
    pub discriminator: Name,
    /// The kinds that qualify on the new side, where the promise covers new kinds.
    pub covers: Option<BTreeSet<String>>,
}

/// A change of one pair, without its path, count and final verdict.
#[derive(Debug, Clone)]
pub(super) struct LocalChange {
    pub kind: ChangeKind,
    /// Steps from the owner.
    pub steps: Vec<Step>,
    pub scope: Scope,
    /// Whether the exception of the kind's row holds.
    pub exception: bool,
    /// A property that became optional: an exception where it tells alternatives apart or is a tag.
    pub made_optional: Option<Name>,
    /// Allowed under the same version where only the writer's schema changed.
    pub harmless_written: bool,
    pub before: Fragment,
    pub after: Fragment,
    pub message: String,
}

impl LocalChange {
    /// Its verdict; `strict` are the properties that may not become optional here.
    pub fn verdict(&self, strict: &BTreeSet<Name>) -> Verdict {
        let rule = match self.scope {
            Scope::Frame => self.kind.row().frame,
            Scope::Body => self.kind.row().body,
        };
        rule.verdict(self.exception || self.made_optional.as_ref().is_some_and(|name| strict.contains(name)))
    }
}

/// A step to another pair.
#[derive(Debug, Clone)]
pub(super) struct Edge {
    pub steps: Vec<Step>,
    pub key: Key,
    /// The types that stand there as a whole, null and residual constraints included: they may bear the name.
    pub whole: (NodeId, NodeId),
    /// Properties of the target that may not become optional.
    pub strict: BTreeSet<Name>,
    /// Whether the target is an alternative that may overlap with another one.
    pub overlapping: bool,
}

/// Unnamed alternatives of one JSON type that are matched by what changed in them.
#[derive(Debug, Clone)]
pub(super) struct Open {
    pub steps: Vec<Step>,
    /// The unions, where no alternative tells more.
    pub unions: (NodeId, NodeId),
    pub old: Vec<Member>,
    pub new: Vec<Member>,
    pub place: Place,
    pub strict: BTreeSet<Name>,
    /// Alternatives of either side that may overlap with another one.
    pub overlapping: (BTreeSet<NodeId>, BTreeSet<NodeId>),
    /// Candidates, by index, in which one of `strict` becomes optional; filled when the relation is settled.
    pub forbidden: BTreeSet<(usize, usize)>,
    /// Under a recorded promise: the discriminator by whose kinds leftovers are reported.
    pub kind: Option<Name>,
}

/// What one pair says by itself.
#[derive(Debug, Clone, Default)]
pub(super) struct Local {
    pub changes: Vec<LocalChange>,
    pub edges: Vec<Edge>,
    pub open: Vec<Open>,
}

impl Local {
    /// Whether its own changes already demand a version-bump.
    pub fn refuted(&self) -> bool {
        let none = BTreeSet::new();
        self.changes.iter().any(|change| change.verdict(&none) == Verdict::VersionBump)
            || self.open.iter().any(|open| open.old.len() != open.new.len())
    }
}

/// A group selector of one discriminator with one value, given as JSON text.
pub(super) fn kind_group(discriminator: &Name, json: String) -> Vec<Discriminator> {
    vec![Discriminator { property: discriminator.clone(), values: Some([json].into()) }]
}
