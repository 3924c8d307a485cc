//! Which pairs need no version-bump: a greatest fixed point over all pairs that are reachable from the asked ones.
//!
//! All reachable pairs are assumed compatible and refuted until nothing changes: by a change of their own, by an
//! incompatible pair that they lead to, or because their unnamed alternatives cannot be matched one to one. The set
//! of pairs is closed under reachability before any answer is kept, so no answer rests on an open assumption. Pairs
//! are at most the product of both graphs, and refutation only removes: the cost is polynomial.

use super::local::{Key, Local, Open};
use super::matching::{Matching, augment};
use super::pairs::Pairs;
use crate::graph::Name;
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

/// With more unnamed alternatives than this on a side they are not matched.
pub(super) const MOST_UNNAMED: usize = 512;

/// Settled answers.
#[derive(Debug, Default)]
pub(super) struct Settled {
    compatible: HashMap<Key, bool>,
    /// How many changes a pair has by itself.
    changes: HashMap<Key, usize>,
}

struct Pending {
    /// Pairs that must be compatible.
    needs: Vec<Key>,
    /// Unnamed alternatives, each with the matching found so far.
    open: Vec<(Open, Matching)>,
    refuted: bool,
}

/// The pair that two unnamed alternatives form.
pub(super) fn candidate(open: &Open, old: usize, new: usize) -> Option<Key> {
    Some(Key { old: open.old.get(old)?.id, new: open.new.get(new)?.id, place: open.place, bound: None })
}

impl Settled {
    /// Whether a settled pair is compatible.
    pub fn is_compatible(&self, key: Key) -> bool {
        self.compatible.get(&key).copied().unwrap_or(false)
    }

    /// How many changes a pair has by itself, the pair behind it included where it stands in the same place.
    pub fn changes(&self, key: Key) -> usize {
        self.changes.get(&key).copied().unwrap_or(0)
    }

    /// Settles the asked pairs and everything they lead to.
    pub fn settle(&mut self, pairs: &mut Pairs<'_>, asked: Vec<Key>) {
        let wordy = std::mem::replace(&mut pairs.wordy, false);
        let (mut pending, order) = self.explore(pairs, asked);
        let mut dependents: HashMap<Key, Vec<Key>> = HashMap::new();
        for key in &order {
            let Some(entry) = pending.get(key) else { continue };
            let candidates = entry.open.iter().flat_map(|(open, _)| all_candidates(open));
            for needed in entry.needs.iter().copied().chain(candidates) {
                dependents.entry(needed).or_default().push(*key);
            }
        }
        let mut queue: VecDeque<Key> = order.iter().copied().collect();
        let mut queued: HashSet<Key> = queue.iter().copied().collect();
        while let Some(key) = queue.pop_front() {
            queued.remove(&key);
            let holds = |other: &Key| match pending.get(other) {
                Some(entry) => !entry.refuted,
                None => self.is_compatible(*other),
            };
            let Some(entry) = pending.get(&key) else { continue };
            if entry.refuted {
                continue;
            }
            let mut matchings: Vec<Matching> = Vec::new();
            let mut stands = entry.needs.iter().all(&holds);
            for (open, matching) in &entry.open {
                let edge = |old: usize, new: usize| {
                    !open.forbidden.contains(&(old, new)) && candidate(open, old, new).is_some_and(|key| holds(&key))
                };
                let mut matching = matching.clone();
                stands = stands && augment(&mut matching, open.old.len(), open.new.len(), edge);
                matchings.push(matching);
            }
            let Some(entry) = pending.get_mut(&key) else { continue };
            for ((_, kept), found) in entry.open.iter_mut().zip(matchings) {
                *kept = found;
            }
            if !stands {
                entry.refuted = true;
                for dependent in dependents.get(&key).into_iter().flatten() {
                    if queued.insert(*dependent) {
                        queue.push_back(*dependent);
                    }
                }
            }
        }
        self.compatible.extend(pending.into_iter().map(|(key, entry)| (key, !entry.refuted)));
        pairs.wordy = wordy;
    }

    /// Collects the pairs that are reachable without passing a refuted one.
    fn explore(&mut self, pairs: &mut Pairs<'_>, asked: Vec<Key>) -> (HashMap<Key, Pending>, Vec<Key>) {
        let mut pending: HashMap<Key, Pending> = HashMap::new();
        let mut order = Vec::new();
        let mut stack = asked;
        while let Some(key) = stack.pop() {
            if self.compatible.contains_key(&key) || pending.contains_key(&key) {
                continue;
            }
            let mut local = pairs.local(key);
            self.changes.insert(key, own_changes(pairs, &local));
            let too_many = |open: &Open| open.old.len() > MOST_UNNAMED || open.new.len() > MOST_UNNAMED;
            if local.refuted() || local.open.iter().any(too_many) || loses_discriminator(pairs, &local) {
                self.compatible.insert(key, false);
                continue;
            }
            local.open.iter_mut().for_each(|open| forbid(pairs, open));
            let needs: Vec<Key> = local.edges.iter().map(|edge| edge.key).collect();
            stack.extend(&needs);
            local.open.iter().for_each(|open| stack.extend(all_candidates(open)));
            let open = local.open.into_iter().map(|open| (open, Matching::default())).collect();
            pending.insert(key, Pending { needs, open, refuted: false });
            order.push(key);
        }
        (pending, order)
    }
}

/// Every pair of unnamed alternatives.
pub(super) fn all_candidates(open: &Open) -> impl Iterator<Item = Key> + '_ {
    let news = 0..open.new.len();
    (0..open.old.len()).flat_map(move |old| news.clone().filter_map(move |new| candidate(open, old, new)))
}

/// Changes of a pair by itself; a pair that it is passed on to in the same place counts.
fn own_changes(pairs: &mut Pairs<'_>, local: &Local) -> usize {
    let behind: Vec<Key> = local.edges.iter().filter(|edge| edge.steps.is_empty()).map(|edge| edge.key).collect();
    let behind = behind.into_iter().map(|key| pairs.local(key).changes.len());
    local.changes.len() + behind.sum::<usize>()
}

/// Whether a property that tells alternatives apart becomes optional in a pair that `local` leads to.
fn loses_discriminator(pairs: &mut Pairs<'_>, local: &Local) -> bool {
    local.edges.iter().any(|edge| is_lost(pairs, edge.key, &edge.strict))
}

/// Whether one of `strict` becomes optional in the pair, or in the pair behind it in the same place.
fn is_lost(pairs: &mut Pairs<'_>, key: Key, strict: &BTreeSet<Name>) -> bool {
    if strict.is_empty() {
        return false;
    }
    let lost = |local: &Local| {
        local.changes.iter().any(|change| change.made_optional.as_ref().is_some_and(|name| strict.contains(name)))
    };
    let local = pairs.local(key);
    lost(&local)
        || local.edges.iter().any(|edge| edge.steps.is_empty() && edge.key != key && lost(&pairs.local(edge.key)))
}

/// Marks the candidates in which a property that tells alternatives apart becomes optional.
pub(super) fn forbid(pairs: &mut Pairs<'_>, open: &mut Open) {
    if open.strict.is_empty() || open.old.len().max(open.new.len()) > MOST_UNNAMED {
        return;
    }
    for old in 0..open.old.len() {
        for new in 0..open.new.len() {
            if candidate(open, old, new).is_some_and(|key| is_lost(pairs, key, &open.strict)) {
                open.forbidden.insert((old, new));
            }
        }
    }
}
