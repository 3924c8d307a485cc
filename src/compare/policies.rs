//! Where recorded promises take part: at the property that carries one, and where a body begins.

use super::describe::list;
use super::local::{Key, Local, Place, Promise};
use super::pairs::Pairs;
use super::path::Step;
use super::{ChangeKind, Scope};
use crate::graph::{Name, Property};
use crate::policy::attribution::{covers, kinds};
use crate::policy::payload_version;
use std::collections::BTreeSet;

impl Pairs<'_> {
    /// Whether the promise that both declarations record covers new kinds here.
    pub(super) fn is_covered(&self, place: Place, before: &Property, after: &Property) -> bool {
        let (Some(old), Some(new)) = (before.policy.as_deref(), after.policy.as_deref()) else { return false };
        let existing = kinds(self.old.graph, before.ty, &old.discriminator);
        let readable = kinds(self.new.graph, after.ty, &new.discriminator).is_some();
        place.scope() == Scope::Body && readable && existing.is_some_and(|kinds| covers(old, new, &kinds))
    }

    /// Compares the types of two declarations, under the policies that hold there.
    pub(super) fn property_type(
        &mut self,
        out: &mut Local,
        key: Key,
        name: &Name,
        before: &Property,
        after: &Property,
    ) {
        let place = self.below(key.place, Some(name));
        let steps = [Step::Property(name.clone())];
        let covered = self.is_covered(key.place, before, after);
        let policy = after.policy.as_deref().or(before.policy.as_deref());
        let bound = policy.map(|policy| {
            let promise = Promise {
                discriminator: Name::from(policy.discriminator.as_str()),
                covers: covered.then(|| policy.qualified.clone()),
            };
            self.promise(promise)
        });
        let inner = Key { old: before.ty, new: after.ty, place, bound };
        let enters = key.place.scope() == Scope::Frame && place.scope() == Scope::Body;
        if enters && self.payload_version(out, &steps, inner) {
            return;
        }
        let edges = out.edges.len();
        self.types(out, &steps, inner);
        if enters {
            self.guard_payload_version(out, edges);
        }
    }

    fn promise(&mut self, promise: Promise) -> usize {
        self.promises.iter().position(|known| *known == promise).unwrap_or_else(|| {
            self.promises.push(promise);
            self.promises.len() - 1
        })
    }

    /// Applies the payload version rule to a body; true where it explains the whole difference.
    fn payload_version(&mut self, out: &mut Local, steps: &[Step], key: Key) -> bool {
        let (Some(name), true) = (&self.rules.0.payload_version, self.ordinary) else { return false };
        if self.rules.1.payload_version.as_ref() != Some(name) {
            return false;
        }
        let added = payload_version::added((self.old.graph, key.old), (self.new.graph, key.new), name);
        let Some(added) = added else { return false };
        self.change(out, ChangeKind::PayloadVersionAdded, steps, key, |_| {
            let versions: BTreeSet<u64> = added.iter().map(|(_, version)| *version).collect();
            format!("The body gained the payload version {}.", list(versions))
        });
        true
    }

    /// The payload version may not become optional in the bodies that the edges from `from` on lead to.
    fn guard_payload_version(&self, out: &mut Local, from: usize) {
        let names = [&self.rules.0.payload_version, &self.rules.1.payload_version];
        let names: BTreeSet<Name> = names.into_iter().flatten().map(|name| Name::from(name.as_str())).collect();
        for edge in out.edges.iter_mut().skip(from) {
            edge.strict.extend(names.iter().cloned());
        }
    }

    /// Applies the payload version rule where the whole event is body; true where it explains the whole difference.
    pub(super) fn enters_body(&mut self, out: &mut Local, root: Key) -> bool {
        root.place.scope() == Scope::Body && self.payload_version(out, &[], root)
    }

    /// The payload version may not become optional where the whole event is body.
    pub(super) fn guard_root(&self, out: &mut Local, root: Key) {
        if root.place.scope() == Scope::Body {
            self.guard_payload_version(out, 0);
        }
    }
}
