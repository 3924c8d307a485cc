//! The chain: which record follows which, root by root.

use super::codes::*;
use super::record::{Record, RootChange};
use crate::graph::{Diagnostic, Digest};
use std::collections::{BTreeMap, BTreeSet};

/// Where the history of a root ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tip {
    /// Id of the record that changed the root last.
    pub record: String,
    /// Its fingerprint there; `None` where that record removed it.
    pub after: Option<Digest>,
}

/// Records that build on each other.
#[derive(Debug, Clone, Default)]
pub struct Chain {
    records: BTreeMap<String, Record>,
    order: Vec<String>,
    tips: BTreeMap<String, Tip>,
}

impl Chain {
    /// Joins records, in any order, and reports everything that keeps them from being one history.
    ///
    /// `unread` are ids whose records could not be read: what hangs on them is not reported again.
    pub fn new(records: Vec<Record>, unread: &BTreeSet<String>) -> (Chain, Vec<Diagnostic>) {
        let mut found = Vec::new();
        let mut by_id: BTreeMap<String, Record> = BTreeMap::new();
        for record in records {
            if by_id.contains_key(&record.id) {
                found.push(finding(
                    &RECORD_DUPLICATE_ID,
                    &record,
                    "id",
                    format!("two records have the id `{}`", record.id),
                ));
            } else {
                by_id.insert(record.id.clone(), record);
            }
        }
        baselines(&by_id, unread, &mut found);
        let links = Links::of(&by_id);
        for record in by_id.values() {
            for (at, change) in record.changes.iter().enumerate() {
                if let Some((code, message)) = misfit(&by_id, unread, change) {
                    found.push(finding(code, record, &format!("change[{at}]"), message));
                }
            }
        }
        links.report(&by_id, &mut found);
        let order = order(&by_id, &mut found);
        let tips = tips(&by_id, &order, |_| true);
        (Chain { records: by_id, order, tips }, found)
    }

    /// The record with that id.
    pub fn get(&self, id: &str) -> Option<&Record> {
        self.records.get(id)
    }

    /// Whether there is no record at all.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// How many records there are.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Every record, predecessors first, otherwise by id.
    pub fn records(&self) -> impl DoubleEndedIterator<Item = &Record> {
        self.order.iter().filter_map(|id| self.records.get(id))
    }

    /// Where each root's history ends, removed roots too.
    pub fn tips(&self) -> &BTreeMap<String, Tip> {
        &self.tips
    }

    /// Where each root's history ends when only some records count.
    pub fn tips_of(&self, accepted: &BTreeSet<String>) -> BTreeMap<String, Tip> {
        tips(&self.records, &self.order, |id| accepted.contains(id))
    }

    /// Ids of the records that name this one as a predecessor.
    pub fn successors(&self, id: &str) -> BTreeSet<&str> {
        let follows = |record: &&Record| record.changes.iter().any(|change| change.previous.as_deref() == Some(id));
        self.records.values().filter(follows).map(|record| record.id.as_str()).collect()
    }

    /// The records that changed a root up to and with `last`, newest first; ends at a missing link or a repetition.
    pub fn lineage(&self, root: &str, last: &str) -> Vec<&Record> {
        let mut seen = BTreeSet::new();
        let mut line = Vec::new();
        let mut next = Some(last);
        while let Some(record) =
            next.and_then(|id| self.records.get(id)).filter(|record| seen.insert(record.id.as_str()))
        {
            line.push(record);
            next = record.change(root).and_then(|change| change.previous.as_deref());
        }
        line
    }
}

fn finding(code: &'static crate::graph::Code, record: &Record, key: &str, message: String) -> Diagnostic {
    Diagnostic::new(code, message).in_file(Record::path(&record.id)).at(key)
}

fn baselines(records: &BTreeMap<String, Record>, unread: &BTreeSet<String>, found: &mut Vec<Diagnostic>) {
    let mut baselines = records.values().filter(|record| record.baseline);
    match baselines.next() {
        None if unread.is_empty() => {
            found.push(Diagnostic::new(
                &BASELINE_MISSING,
                "found no record with `baseline = true` in acknowledgements/",
            ));
        }
        None => {}
        Some(first) => {
            for other in baselines {
                let message = format!("`{}` is a baseline, and so is `{}`", other.id, first.id);
                found.push(finding(&BASELINE_DUPLICATE, other, "baseline", message));
            }
        }
    }
    for record in records.values().filter(|record| record.baseline) {
        for (at, change) in record.changes.iter().enumerate() {
            if change.previous.is_some() || change.after.is_none() {
                let message = format!("the baseline lists `{}` with a predecessor or without `after`", change.root);
                found.push(finding(&BASELINE_NOT_INITIAL, record, &format!("change[{at}]"), message));
            }
        }
    }
}

/// What is wrong between a change and its predecessor.
fn misfit(
    records: &BTreeMap<String, Record>,
    unread: &BTreeSet<String>,
    change: &RootChange,
) -> Option<(&'static crate::graph::Code, String)> {
    let root = &change.root;
    let Some(previous) = &change.previous else {
        let nothing = change.after.is_none();
        return nothing.then(|| (&CHANGES_NOTHING, format!("`{root}` has neither `previous` nor `after`")));
    };
    let Some(record) = records.get(previous) else {
        let message = || format!("`{root}` follows `{previous}`, and there is no such record");
        return (!unread.contains(previous)).then(|| (&PREDECESSOR_MISSING, message()));
    };
    match record.change(root) {
        None => Some((&PREDECESSOR_WITHOUT_ROOT, format!("`{root}` follows `{previous}`, which does not list it"))),
        Some(before) if before.after == change.after => {
            Some((&CHANGES_NOTHING, format!("`{root}` is after this record what it was after `{previous}`")))
        }
        Some(_) => None,
    }
}

/// Who follows whom: for each root its first records, and the successors of each of its records.
struct Links<'a> {
    starts: BTreeMap<&'a str, Vec<&'a Record>>,
    next: BTreeMap<(&'a str, &'a str), Vec<&'a Record>>,
}

impl<'a> Links<'a> {
    fn of(records: &'a BTreeMap<String, Record>) -> Self {
        let mut links = Links { starts: BTreeMap::new(), next: BTreeMap::new() };
        for record in records.values() {
            for change in &record.changes {
                let list = match &change.previous {
                    None => links.starts.entry(&change.root).or_default(),
                    Some(previous) => links.next.entry((&change.root, previous)).or_default(),
                };
                list.push(record);
            }
        }
        links
    }

    fn report(&self, records: &BTreeMap<String, Record>, found: &mut Vec<Diagnostic>) {
        let removes = |root: &str, record: &Record| record.change(root).is_some_and(|change| change.after.is_none());
        for (root, starts) in self.starts.iter().filter(|(_, starts)| starts.len() > 1) {
            let removed = records.values().find(|record| removes(root, record));
            for other in &starts[1..] {
                let (first, second) = (&starts[0].id, &other.id);
                found.push(match removed {
                    Some(removed) => {
                        let message = format!("`{root}` starts in `{first}` and again in `{second}`, but `{}` removed it", removed.id);
                        finding(&REMOVED_ROOT_RESTARTED, other, "change", message)
                            .help(format!("Let `{second}` name `{}` as its `previous`: `schemagate acknowledge --update {second}`.", removed.id))
                    }
                    None => finding(&ROOT_STARTS_TWICE, other, "change", format!("`{root}` starts in `{first}` and again in `{second}`"))
                        .help(format!("Run `schemagate acknowledge --update {second}`, or on `{first}` if that one is not accepted elsewhere.")),
                });
            }
        }
        for ((root, previous), next) in self.next.iter().filter(|(_, next)| next.len() > 1) {
            let removed = next.iter().find(|record| removes(root, record));
            for other in &next[1..] {
                let (first, second) = (&next[0].id, &other.id);
                let message = format!("`{first}` and `{second}` both follow `{previous}` for `{root}`");
                found.push(match removed {
                    Some(removed) => finding(&REMOVED_ROOT_RESTARTED, other, "change", format!("{message}, and `{}` removes it", removed.id)),
                    None => finding(&CHAIN_FORK, other, "change", message),
                }
                .help(format!("Keep the one that is accepted elsewhere and run `schemagate acknowledge --update {second}` (or `{first}`) on the other.")));
            }
        }
    }
}

/// Predecessors first, by id among those that are ready; records in a circle come last and are reported.
fn order(records: &BTreeMap<String, Record>, found: &mut Vec<Diagnostic>) -> Vec<String> {
    let mut waits: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut followers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for record in records.values() {
        let previous = record.changes.iter().filter_map(|change| change.previous.as_deref());
        let previous: BTreeSet<&str> = previous.filter(|id| records.contains_key(*id)).collect();
        for id in &previous {
            followers.entry(id).or_default().push(&record.id);
        }
        waits.insert(&record.id, previous);
    }
    let mut ready: BTreeSet<&str> = waits.iter().filter(|(_, wait)| wait.is_empty()).map(|(id, _)| *id).collect();
    let mut order = Vec::new();
    while let Some(id) = ready.pop_first() {
        waits.remove(id);
        order.push(id.to_owned());
        for follower in followers.get(id).into_iter().flatten() {
            if let Some(wait) = waits.get_mut(follower) {
                wait.remove(id);
                if wait.is_empty() {
                    ready.insert(follower);
                }
            }
        }
    }
    if !waits.is_empty() {
        let list = circle(&waits).join("`, `");
        let message = format!("`{list}` wait for each other as predecessors");
        found.push(Diagnostic::new(&CHAIN_CYCLE, message));
    }
    order.extend(waits.keys().map(|id| (*id).to_owned()));
    order
}

/// The records of one circle, from its least id on: every waiting record waits for another, so walking meets itself.
fn circle<'a>(waits: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> Vec<&'a str> {
    let mut path: Vec<&str> = Vec::new();
    let mut at = waits.keys().next().copied();
    while let Some(id) = at {
        if let Some(start) = path.iter().position(|seen| *seen == id) {
            let mut circle = path.split_off(start);
            let least = circle.iter().enumerate().min_by_key(|(_, id)| **id).map_or(0, |(at, _)| at);
            circle.rotate_left(least);
            return circle;
        }
        path.push(id);
        at = waits.get(id).and_then(|wait| wait.iter().find(|id| waits.contains_key(**id))).copied();
    }
    path
}

fn tips(records: &BTreeMap<String, Record>, order: &[String], counts: impl Fn(&str) -> bool) -> BTreeMap<String, Tip> {
    let mut tips = BTreeMap::new();
    for record in order.iter().filter(|id| counts(id)).filter_map(|id| records.get(id)) {
        for change in &record.changes {
            tips.insert(change.root.clone(), Tip { record: record.id.clone(), after: change.after });
        }
    }
    tips
}
