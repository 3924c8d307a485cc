//! Alternatives without names: matched by what changed in them (docs/classification.md, Matching, steps 3 to 5).

use super::ChangeKind;
use super::local::{Key, Local, LocalChange, Open};
use super::matching::maximum;
use super::pairs::Pairs;
use super::path::{Selector, Step};
use super::settle::{MOST_UNNAMED, Settled, all_candidates, candidate, forbid};
use super::view::Member;
use crate::graph::NodeId;
use std::collections::BTreeMap;

/// Matches what was left open, now that the relation below can be settled.
pub(super) fn close(pairs: &mut Pairs<'_>, settled: &mut Settled, out: &mut Local) {
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
