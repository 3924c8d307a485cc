//! The walk over the stable relation: every pair once, the shortest path first; and what was found on the way.

use super::local::{Edge, Key, Local, LocalChange, Open};
use super::matching::maximum;
use super::pairs::Pairs;
use super::path::{PathId, Paths, Selector, Step};
use super::settle::{MOST_UNNAMED, Settled, all_candidates, candidate, forbid};
use super::view::Member;
use super::{ChangeKind, Fragment, Verdict};
use crate::graph::{Digest, Graph, Name, Node, NodeId};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet};

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
    let via = (name_of(pairs, root, false), name_of(pairs, root, true));
    let mut next = Some((Visit { key: root, path: Paths::ROOT, via, changes: Vec::new() }, out));
    while let Some((mut visit, mut out)) = next.take() {
        close(pairs, settled, &mut out);
        visit.changes = out.changes;
        let from = visits.len();
        for Edge { steps, key, strict, overlapping } in out.edges {
            if !known.contains_key(&key) {
                let path = paths.extend(visit.path, steps);
                queue.push(&paths, Waiting { path, from, key });
            }
            followed.push(Followed { from, to: key, strict, overlapping });
        }
        visits.push(visit);
        while let Some(Waiting { path, from, key }) = queue.pop() {
            if known.contains_key(&key) {
                continue;
            }
            known.insert(key, visits.len());
            let inherited = visits.get(from).map(|visit| visit.via.clone()).unwrap_or_default();
            let via = (name_of(pairs, key, false).or(inherited.0), name_of(pairs, key, true).or(inherited.1));
            next = Some((Visit { key, path, via, changes: Vec::new() }, pairs.local(key)));
            break;
        }
    }
    let reach = reach(pairs, &visits, &known, &followed);
    let ambiguous = below_overlapping(&known, &followed, visits.len());
    collect(pairs, &paths, visits, &reach, &ambiguous)
}

fn name_of(pairs: &Pairs<'_>, key: Key, new: bool) -> Option<String> {
    let (types, id) = if new { (pairs.new, key.new) } else { (pairs.old, key.old) };
    types.names.get(&types.graph.hash(id)).cloned()
}

/// Matches what was left open, now that the relation below can be settled.
fn close(pairs: &mut Pairs<'_>, settled: &mut Settled, out: &mut Local) {
    // Counterparts may leave more open in turn, one level further in.
    while let Some(mut open) = out.open.pop() {
        let most = open.old.len().max(open.new.len());
        if most > MOST_UNNAMED {
            leftovers(pairs, out, &open, &open.old, &open.new);
            continue;
        }
        settled.settle(pairs, all_candidates(&open).collect());
        forbid(pairs, &mut open);
        let cost = |old: usize, new: usize| candidate(&open, old, new).map_or(usize::MAX, |key| settled.changes(key));
        let edges: Vec<Vec<usize>> = (0..open.old.len())
            .map(|old| {
                let fits = |new: &usize| {
                    !open.forbidden.contains(&(old, *new))
                        && candidate(&open, old, *new).is_some_and(|key| settled.is_compatible(key))
                };
                let mut edges: Vec<usize> = (0..open.new.len()).filter(fits).collect();
                edges.sort_by_key(|new| (cost(old, *new), *new));
                edges
            })
            .collect();
        let matching = maximum(open.old.len(), open.new.len(), &edges);
        let mut matched: Vec<(usize, usize)> =
            matching.of_old.iter().enumerate().filter_map(|(old, new)| Some((old, (*new)?))).collect();
        let mut old_left: Vec<usize> = (0..open.old.len()).filter(|old| matching.of_old[*old].is_none()).collect();
        let mut new_left: Vec<usize> = (0..open.new.len()).filter(|new| matching.of_new[*new].is_none()).collect();
        if old_left.len() == new_left.len() {
            // The fewest changes first, then the canonical order.
            let mut rest: Vec<(usize, usize, usize)> =
                old_left.iter().flat_map(|old| new_left.iter().map(|new| (cost(*old, *new), *old, *new))).collect();
            rest.sort_unstable();
            for (_, old, new) in rest {
                if old_left.contains(&old) && new_left.contains(&new) {
                    old_left.retain(|left| *left != old);
                    new_left.retain(|left| *left != new);
                    matched.push((old, new));
                }
            }
        }
        matched.sort_unstable();
        for (old, new) in matched {
            if let (Some(key), Some(member)) = (candidate(&open, old, new), open.old.get(old)) {
                let steps = [open.steps.as_slice(), &[Step::Alternative(Selector::Position(member.position))]].concat();
                pairs.counterparts(out, &steps, key, &open.strict, &open.overlapping);
            }
        }
        let pick = |members: &[Member], left: &[usize]| -> Vec<Member> {
            left.iter().filter_map(|at| members.get(*at).copied()).collect()
        };
        let (old_left, new_left) = (pick(&open.old, &old_left), pick(&open.new, &new_left));
        leftovers(pairs, out, &open, &old_left, &new_left);
    }
}

/// What found no counterpart: one change of the union, or under a recorded promise one for each kind.
fn leftovers(pairs: &mut Pairs<'_>, out: &mut Local, open: &Open, old: &[Member], new: &[Member]) {
    if old.is_empty() && new.is_empty() {
        return;
    }
    let key = Key { old: open.unions.0, new: open.unions.1, place: open.place, bound: None };
    let Some(discriminator) = &open.kind else {
        let known = |change: &LocalChange| change.kind == ChangeKind::UnionChanged && change.steps == open.steps;
        if !out.changes.iter().any(known) {
            pairs.union_changed(out, &open.steps, key);
        }
        return;
    };
    let mut by_kind: BTreeMap<Option<String>, (Option<NodeId>, Option<NodeId>)> = BTreeMap::new();
    for member in old {
        let kind = pairs.kind_of(pairs.old.graph, member.id, discriminator);
        by_kind.entry(kind).or_default().0.get_or_insert(member.id);
    }
    for member in new {
        let kind = pairs.kind_of(pairs.new.graph, member.id, discriminator);
        by_kind.entry(kind).or_default().1.get_or_insert(member.id);
    }
    for (kind, sides) in by_kind {
        let selector =
            kind.map(|kind| Step::Alternative(Selector::Group(super::local::kind_group(discriminator, kind))));
        let steps: Vec<Step> = open.steps.iter().cloned().chain(selector).collect();
        match sides {
            (Some(old), None) => pairs.lone(out, ChangeKind::AlternativeRemoved, &steps, key, Some(old)),
            (None, Some(new)) => pairs.lone(out, ChangeKind::AlternativeAdded, &steps, key, Some(new)),
            (_, _) => pairs.union_changed(out, &steps, key),
        }
    }
    super::alternatives::collapse(out, discriminator);
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

/// A pair that waits for its turn.
#[derive(Debug, Clone, Copy)]
struct Waiting {
    path: PathId,
    from: usize,
    key: Key,
}

/// Pairs by the length of their path, then its text. A pair alone at its length needs no text: a long chain costs no
/// more than its length.
#[derive(Default)]
struct Queue(BTreeMap<usize, Bucket>);

#[derive(Default)]
struct Bucket {
    alone: Option<Waiting>,
    sorted: BinaryHeap<Reverse<(String, usize)>>,
    waiting: Vec<Waiting>,
}

impl Bucket {
    fn push(&mut self, paths: &Paths, waiting: Waiting) {
        self.sorted.push(Reverse((paths.text(waiting.path), self.waiting.len())));
        self.waiting.push(waiting);
    }
}

impl Queue {
    fn push(&mut self, paths: &Paths, waiting: Waiting) {
        let bucket = self.0.entry(paths.length(waiting.path)).or_default();
        if bucket.alone.is_none() && bucket.sorted.is_empty() {
            bucket.alone = Some(waiting);
            return;
        }
        if let Some(alone) = bucket.alone.take() {
            bucket.push(paths, alone);
        }
        bucket.push(paths, waiting);
    }

    fn pop(&mut self) -> Option<Waiting> {
        loop {
            let mut first = self.0.first_entry()?;
            let bucket = first.get_mut();
            if let Some(alone) = bucket.alone.take() {
                return Some(alone);
            }
            match bucket.sorted.pop() {
                Some(Reverse((_, at))) => return bucket.waiting.get(at).copied(),
                None => {
                    first.remove();
                }
            }
        }
    }
}
