//! The walk over the stable relation: every pair once, the shortest path first; and what was found on the way.

use super::local::{Edge, Key, Local, LocalChange};
use super::pairs::{Pairs, Types};
use super::path::{PathId, Paths, Step};
use super::queue::{Queue, Waiting};
use super::settle::Settled;
use super::unnamed::close;
use super::{ChangeKind, Fragment, Verdict};
use crate::graph::{Digest, Graph, Name, Node, NodeId};
use std::collections::{BTreeSet, HashMap, HashSet};

/// A change with everything but what the root adds.
#[derive(Debug)]
pub(super) struct Found {
    pub kind: ChangeKind,
    pub path: String,
    pub steps: Vec<Step>,
    pub verdict: Verdict,
    pub harmless_written: bool,
    pub before: Fragment,
    pub after: Fragment,
    pub message: String,
    pub via: Vec<String>,
    pub owner: (Digest, Digest),
    pub paths: usize,
    pub overlapping: bool,
}

/// A pair that was reached.
struct Visit {
    key: Key,
    path: PathId,
    via: (Option<String>, Option<String>),
    changes: Vec<LocalChange>,
}

/// An edge that was followed: from a visit to a pair.
struct Followed {
    from: usize,
    to: Key,
    strict: BTreeSet<Name>,
    overlapping: bool,
}

/// Compares two types that stand at the root, and everything below them.
pub(super) fn walk(pairs: &mut Pairs<'_>, settled: &mut Settled, root: Key, strict: &BTreeSet<Name>) -> Vec<Found> {
    let mut paths = Paths::new();
    let mut visits: Vec<Visit> = Vec::new();
    let mut known: HashMap<Key, usize> = HashMap::new();
    let mut followed: Vec<Followed> = Vec::new();
    let mut queue = Queue::default();

    let mut out = Local::default();
    if !pairs.enters_body(&mut out, root) {
        pairs.counterparts(&mut out, &[], root, strict, &Default::default());
        pairs.guard_root(&mut out, root);
    }
    let via = names_of(pairs, (root.old, root.new));
    let mut next = Some((Visit { key: root, path: Paths::ROOT, via, changes: Vec::new() }, out));
    while let Some((mut visit, mut out)) = next.take() {
        close(pairs, settled, &mut out);
        visit.changes = out.changes;
        let from = visits.len();
        for Edge { steps, key, whole, strict, overlapping } in out.edges {
            if !known.contains_key(&key) {
                let path = paths.extend(visit.path, steps);
                queue.push(&paths, Waiting { path, from, key, whole });
            }
            followed.push(Followed { from, to: key, strict, overlapping });
        }
        visits.push(visit);
        while let Some(Waiting { path, from, key, whole }) = queue.pop() {
            if known.contains_key(&key) {
                continue;
            }
            known.insert(key, visits.len());
            let inherited = visits.get(from).map(|visit| visit.via.clone()).unwrap_or_default();
            let (own, outer) = (names_of(pairs, (key.old, key.new)), names_of(pairs, whole));
            let via = (own.0.or(outer.0).or(inherited.0), own.1.or(outer.1).or(inherited.1));
            next = Some((Visit { key, path, via, changes: Vec::new() }, pairs.local(key)));
            break;
        }
    }
    let reach = reach(pairs, &visits, &known, &followed);
    let ambiguous = below_overlapping(&known, &followed, visits.len());
    collect(pairs, &paths, visits, &reach, &ambiguous)
}

/// The authored names of two types. Of several names those that both have are meant: a type that was split off from
/// its equal keeps its own name.
fn names_of(pairs: &Pairs<'_>, (old, new): (NodeId, NodeId)) -> (Option<String>, Option<String>) {
    let all = |types: Types<'_>, id: NodeId| -> BTreeSet<String> {
        let hash = types.graph.hash(id);
        types.names.get(&hash).into_iter().chain(types.aliases.get(&hash).into_iter().flatten()).cloned().collect()
    };
    let (old, new) = (all(pairs.old, old), all(pairs.new, new));
    match old.intersection(&new).next() {
        Some(both) => (Some(both.clone()), Some(both.clone())),
        None => (old.into_iter().next(), new.into_iter().next()),
    }
}

/// For each visit the number of owner edges that reach it, and the properties that may not become optional there.
///
/// Unions and bound types are no owners: what reaches a union reaches its alternatives.
fn reach(
    pairs: &Pairs<'_>,
    visits: &[Visit],
    known: &HashMap<Key, usize>,
    followed: &[Followed],
) -> Vec<(usize, BTreeSet<Name>)> {
    let owns = |graph: &Graph, id: NodeId| matches!(graph.node(id), Node::Object(_) | Node::Array(_));
    let is_owner = |at: usize| {
        at == 0
            || visits
                .get(at)
                .is_some_and(|visit| owns(pairs.old.graph, visit.key.old) && owns(pairs.new.graph, visit.key.new))
    };
    let mut reach: Vec<(usize, BTreeSet<Name>)> = visits.iter().map(|_| (0, BTreeSet::new())).collect();
    let mut waits = vec![0usize; visits.len()];
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); visits.len()];
    if let Some(root) = reach.first_mut() {
        root.0 = 1;
    }
    for Followed { from, to, strict, overlapping: _ } in followed {
        let Some(to) = known.get(to).copied() else { continue };
        reach[to].1.extend(strict.iter().cloned());
        if is_owner(*from) {
            reach[to].0 += 1;
        } else {
            waits[to] += 1;
            below[*from].push(to);
        }
    }
    let mut ready: Vec<usize> = (0..visits.len()).filter(|at| !is_owner(*at) && waits[*at] == 0).collect();
    while let Some(at) = ready.pop() {
        let (count, strict) = reach[at].clone();
        for to in std::mem::take(&mut below[at]) {
            reach[to].0 += count;
            reach[to].1.extend(strict.iter().cloned());
            waits[to] -= 1;
            if waits[to] == 0 && !is_owner(to) {
                ready.push(to);
            }
        }
    }
    reach
}

/// The visits at or below an alternative that may overlap with another one.
fn below_overlapping(known: &HashMap<Key, usize>, followed: &[Followed], visits: usize) -> Vec<bool> {
    let mut marked = vec![false; visits];
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); visits];
    let mut stack = Vec::new();
    for edge in followed {
        let Some(to) = known.get(&edge.to).copied() else { continue };
        below[edge.from].push(to);
        if edge.overlapping {
            stack.push(to);
        }
    }
    while let Some(at) = stack.pop() {
        if !std::mem::replace(&mut marked[at], true) {
            stack.append(&mut below[at]);
        }
    }
    marked
}

fn collect(
    pairs: &Pairs<'_>,
    paths: &Paths,
    visits: Vec<Visit>,
    reach: &[(usize, BTreeSet<Name>)],
    ambiguous: &[bool],
) -> Vec<Found> {
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    for ((visit, (count, strict)), overlapping) in visits.into_iter().zip(reach).zip(ambiguous) {
        let Visit { key, path, via, changes } = visit;
        let mut via: Vec<String> = [via.0, via.1].into_iter().flatten().collect();
        via.dedup();
        for change in changes {
            // The same pair may stand in two places of one scope: what it says there is one change.
            if !seen.insert((key.old, key.new, change.scope, change.kind, change.steps.clone())) {
                continue;
            }
            let mut text = paths.text(path);
            change.steps.iter().for_each(|step| step.write(&mut text));
            found.push(Found {
                kind: change.kind,
                path: text,
                verdict: change.verdict(strict),
                steps: paths.steps(path).into_iter().chain(change.steps).collect(),
                harmless_written: change.harmless_written,
                before: change.before,
                after: change.after,
                message: change.message,
                via: via.clone(),
                owner: (pairs.old.graph.hash(key.old), pairs.new.graph.hash(key.new)),
                paths: (*count).max(1),
                overlapping: *overlapping,
            });
        }
    }
    found
}
