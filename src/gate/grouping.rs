//! Changes by their cause: one shared type, once, with every root it reaches.

use super::answer::{Group, GroupChange, Reach};
use super::difference::{CONTEXT, difference};
use super::sketch::sketch;
use crate::catalog::Model;
use crate::compare::{Change, ChangeKind, RootComparison};
use crate::graph::{Digest, Graph, NodeId};
use std::collections::{BTreeMap, BTreeSet};

/// A compared root and the two sides it was compared from.
#[derive(Debug, Clone, Copy)]
pub struct Compared<'a> {
    /// What was found.
    pub comparison: &'a RootComparison,
    /// The side before, where there is one.
    pub before: Option<&'a Model>,
    /// The side after, where there is one.
    pub after: Option<&'a Model>,
}

/// What changes of one cause share: the type that changed, before and after, and its name.
type Cause = (Vec<String>, Option<Digest>, Option<Digest>);

/// What changes of one group that are the same change share.
type Same<'a> = (ChangeKind, (Option<Digest>, Option<Digest>), &'a str);

/// A type of one side.
type Place<'a> = Option<(&'a Model, NodeId)>;

/// Groups the changes of some roots by cause: the gravest first, then by name.
pub fn group(roots: &[Compared<'_>]) -> Vec<Group> {
    let mut causes: BTreeMap<Cause, Vec<(Compared<'_>, &Change)>> = BTreeMap::new();
    for root in roots {
        for change in &root.comparison.changes {
            causes.entry(cause(*root, change)).or_default().push((*root, change));
        }
    }
    let mut groups: Vec<Group> = causes.values().filter_map(|changes| one_group(changes)).collect();
    groups.sort_by(|a, b| {
        let key =
            |group: &Group| (group.shared.is_none(), group.shared.clone(), group.roots.first().map(|r| r.root.clone()));
        b.verdict.cmp(&a.verdict).then_with(|| key(a).cmp(&key(b)))
    });
    groups
}

fn cause(root: Compared<'_>, change: &Change) -> Cause {
    let (before, after) = places(root, change);
    let hash = |place: Place<'_>| place.map(|(model, id)| model.graph.hash(id));
    match (hash(before), hash(after)) {
        // A root that came or went, or whose type is what it was: nothing that another root could share.
        (None, None) => (vec![root.comparison.key.clone()], root.comparison.before, root.comparison.after),
        (before, after) => (change.via.clone(), before, after),
    }
}

/// The type that changed on each side: the shared type by its name, else the owner of the changed member.
fn places<'a>(root: Compared<'a>, change: &Change) -> (Place<'a>, Place<'a>) {
    let (old, new) = change.owner;
    let before = root.before.and_then(|model| place(model, change.via.first(), old));
    let after = root.after.and_then(|model| place(model, change.via.last(), new));
    (before, after)
}

fn place<'a>(model: &'a Model, name: Option<&String>, owner: Option<Digest>) -> Place<'a> {
    let named = name.and_then(|name| model.types.get(name)).copied();
    named.or_else(|| find(&model.graph, owner?)).map(|id| (model, id))
}

fn find(graph: &Graph, hash: Digest) -> Option<NodeId> {
    graph.ids().find(|id| graph.hash(*id) == hash)
}

fn one_group(changes: &[(Compared<'_>, &Change)]) -> Option<Group> {
    let (root, first) = changes.first()?;
    let mut known: BTreeSet<Same<'_>> = BTreeSet::new();
    let mut shown = Vec::new();
    let mut reached: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (root, change) in changes {
        if known.insert((change.kind, change.owner, &change.message)) {
            shown.push(GroupChange {
                kind: change.kind,
                verdict: change.verdict,
                path: change.path.clone(),
                message: change.message.clone(),
            });
        }
        reached.entry(&root.comparison.key).or_default().push(change.path.clone());
    }
    let (before, after) = places(*root, first);
    Some(Group {
        shared: (!first.via.is_empty()).then(|| first.via.join(" → ")),
        verdict: changes.iter().map(|(_, change)| change.verdict).max()?,
        changes: shown,
        roots: reached.into_iter().map(|(root, paths)| Reach { root: root.to_owned(), paths }).collect(),
        diff: difference(&lines(before, root.after), &lines(after, root.before), CONTEXT),
    })
}

fn lines(place: Place<'_>, other: Option<&Model>) -> Vec<String> {
    let lines = place.map(|(model, id)| sketch(model, other, id));
    lines.unwrap_or_default()
}
