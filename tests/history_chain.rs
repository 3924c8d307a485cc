//! The rules of the chain, decisions and checkpoints, on constructed records.
#![allow(clippy::unwrap_used)]

use schemagate::compare::{Change, ChangeKind, Fragment, RootComparison, Verdict};
use schemagate::graph::{Diagnostic, Digest, RootKind};
use schemagate::history::{
    Answer, Chain, Checkpoint, Decision, Engine, FrozenRoot, Prose, Record, RootChange, Transition, Versions, judge,
    judge_answers, verify_order,
};
use std::collections::{BTreeMap, BTreeSet};

/// A record from lines `ROOT PREVIOUS AFTER`, `-` for absent.
fn record(id: &str, changes: &[&str]) -> Record {
    let changes = changes.iter().map(|line| {
        let mut words = line.split_whitespace().map(|word| (word != "-").then(|| word.to_owned()));
        let root = words.next().unwrap().unwrap();
        let previous = words.next().unwrap();
        let after = words.next().unwrap().map(|after| Digest::of(after.as_bytes()));
        RootChange { root, previous, after, decision: Decision::SameVersion }
    });
    Record {
        id: id.to_owned(),
        baseline: id == "base",
        raised: BTreeSet::new(),
        format_version: None,
        prose: Prose::default(),
        changes: changes.collect(),
        answers: Vec::new(),
    }
}

fn bump(mut record: Record) -> Record {
    for change in &mut record.changes {
        change.decision = Decision::VersionBump;
    }
    record
}

fn names(found: &[Diagnostic]) -> Vec<&'static str> {
    found.iter().map(|found| found.code.name).collect()
}

fn faults(records: Vec<Record>) -> Vec<&'static str> {
    let forward = Chain::new(records.clone(), &BTreeSet::new()).1;
    let backward = Chain::new(records.into_iter().rev().collect(), &BTreeSet::new()).1;
    assert_eq!(names(&forward), names(&backward), "the order of reading does not matter");
    names(&forward)
}

#[test]
fn a_good_chain() {
    let records = vec![
        record("base", &["a - 1", "b - 1"]),
        record("r1", &["a base 2", "c - 1"]),
        record("r2", &["b base -"]),
        record("r3", &["b r2 3", "a r1 1"]),
    ];
    let (chain, found) = Chain::new(records, &BTreeSet::new());
    assert_eq!(names(&found), [""; 0]);
    let ids: Vec<_> = chain.records().map(|record| record.id.as_str()).collect();
    assert_eq!(ids, ["base", "r1", "r2", "r3"]);
    let tips: Vec<_> = chain.tips().iter().map(|(key, tip)| (key.as_str(), tip.record.as_str())).collect();
    assert_eq!(tips, [("a", "r3"), ("b", "r3"), ("c", "r1")]);
    let line: Vec<_> = chain.lineage("b", "r3").iter().map(|record| record.id.as_str()).collect();
    assert_eq!(line, ["r3", "r2", "base"]);
    assert_eq!(chain.successors("base"), ["r1", "r2"].into());
}

#[test]
fn baselines() {
    assert_eq!(faults(vec![]), ["baseline-missing"]);
    assert_eq!(faults(vec![record("r1", &["a - 1"])]), ["baseline-missing"]);
    let mut second = record("r1", &["b - 1"]);
    second.baseline = true;
    assert_eq!(faults(vec![record("base", &["a - 1"]), second]), ["baseline-duplicate"]);
    assert!(faults(vec![record("base", &["a r1 1"]), record("r1", &["a - 2"])]).contains(&"baseline-not-initial"));
    assert!(faults(vec![record("base", &["a - -"])]).contains(&"baseline-not-initial"));
    // A baseline that cannot be read is not reported as missing.
    assert_eq!(names(&Chain::new(vec![record("r1", &["a base 2"])], &["base".to_owned()].into()).1), [""; 0]);
}

#[test]
fn links() {
    let base = || record("base", &["a - 1", "b - 1"]);
    assert_eq!(faults(vec![base(), base()]), ["record-duplicate-id"]);
    assert_eq!(faults(vec![base(), record("r1", &["a gone 2"])]), ["predecessor-missing"]);
    assert_eq!(faults(vec![base(), record("r1", &["c base 2"])]), ["predecessor-without-root"]);
    assert_eq!(faults(vec![base(), record("r1", &["a base 2"]), record("r2", &["a base 3"])]), ["chain-fork"]);
    assert_eq!(faults(vec![base(), record("r1", &["a - 2"])]), ["root-starts-twice"]);
    assert_eq!(faults(vec![base(), record("r1", &["c - 2"]), record("r2", &["c - 2"])]), ["root-starts-twice"]);
    assert_eq!(faults(vec![base(), record("r1", &["a base 1"])]), ["changes-nothing"]);
    assert_eq!(faults(vec![base(), record("r1", &["a base -"]), record("r2", &["a r1 -"])]), ["changes-nothing"]);
    assert_eq!(faults(vec![base(), record("r1", &["c - -"])]), ["changes-nothing"]);
}

#[test]
fn tombstones() {
    let base = || record("base", &["a - 1"]);
    let removed = || record("r1", &["a base -"]);
    assert_eq!(faults(vec![base(), removed(), record("r2", &["a r1 1"])]), [""; 0]);
    assert_eq!(faults(vec![base(), removed(), record("r2", &["a - 2"])]), ["removed-root-restarted"]);
    assert_eq!(faults(vec![base(), removed(), record("r2", &["a base 2"])]), ["removed-root-restarted"]);
}

#[test]
fn circles() {
    let records = vec![record("base", &["a - 1"]), record("r1", &["b r2 2"]), record("r2", &["b r1 3"])];
    let (chain, found) = Chain::new(records, &BTreeSet::new());
    assert_eq!(names(&found), ["chain-cycle"]);
    assert!(found[0].message.contains("`r1`, `r2`"), "{}", found[0].message);
    assert_eq!(chain.lineage("b", "r1").len(), 2);
    // Two roots can wait for each other without a circle in either.
    let crossed = vec![
        record("base", &["a - 1", "b - 1"]),
        record("r1", &["a base 2", "b r2 2"]),
        record("r2", &["b base 3", "a r1 3"]),
    ];
    assert_eq!(faults(crossed), ["chain-cycle"]);
    assert_eq!(
        faults(vec![record("base", &["a - 1"]), record("r1", &["b r1 2"])]),
        ["chain-cycle", "changes-nothing"].into_iter().rev().collect::<Vec<_>>()
    );
}

#[test]
fn forks_name_both_records_and_the_way_out() {
    let records = vec![record("base", &["a - 1"]), record("r1", &["a base 2"]), record("r2", &["a base 3"])];
    let (_, found) = Chain::new(records, &BTreeSet::new());
    assert!(found[0].message.contains("`r1`") && found[0].message.contains("`r2`") && found[0].message.contains("`a`"));
    assert!(found[0].help.contains("schemagate acknowledge --update r2"), "{}", found[0].help);
}

#[test]
fn long_chains_are_walked_without_recursion() {
    let mut records = vec![record("base", &["a - 0"])];
    for at in 0..5_000 {
        let previous = if at == 0 { "base".to_owned() } else { format!("r{:05}", at - 1) };
        records.push(record(&format!("r{at:05}"), &[&format!("a {previous} {}", at + 1)]));
    }
    let (chain, found) = Chain::new(records, &BTreeSet::new());
    assert_eq!(names(&found), [""; 0]);
    assert_eq!(chain.lineage("a", "r04999").len(), 5_001);
}

/// Says of every root whose name starts with `x` that it breaks; the obligation of everything else is `ask`.
struct Stub;

impl Engine for Stub {
    fn compare(&self, _record: &Record, change: &RootChange) -> Option<RootComparison> {
        let breaks = change.root.starts_with('x');
        let verdict = if breaks { Verdict::VersionBump } else { Verdict::SameVersion };
        let changed = Change {
            kind: if breaks { ChangeKind::PropertyRemoved } else { ChangeKind::OptionalPropertyAdded },
            path: "$.p".to_owned(),
            verdict,
            before: Fragment::Absent,
            after: Fragment::Absent,
            message: String::new(),
            via: Vec::new(),
            owner: (None, None),
            paths: 1,
            overlapping: false,
        };
        Some(RootComparison {
            key: change.root.clone(),
            verdict,
            before: None,
            after: change.after,
            changes: vec![changed],
        })
    }

    fn obligations(&self, _record: &Record, comparisons: &[RootComparison]) -> BTreeMap<String, BTreeSet<String>> {
        let asks = comparisons.iter().filter(|root| root.key.starts_with('q')).map(|root| root.key.clone());
        let asks: BTreeSet<String> = asks.collect();
        if asks.is_empty() { BTreeMap::new() } else { [("ask".to_owned(), asks)].into() }
    }
}

fn judged(records: Vec<Record>, versions: &Versions) -> Vec<&'static str> {
    let (chain, found) = Chain::new(records, &BTreeSet::new());
    assert_eq!(names(&found), [""; 0]);
    names(&judge(&chain, versions, &Stub))
}

fn header(at: &[(&str, u64)]) -> Versions {
    Versions::Header { root: "h".to_owned(), at: at.iter().map(|(id, version)| ((*id).to_owned(), *version)).collect() }
}

fn carrying(record: Record, from: u64, to: u64) -> Record {
    Record { format_version: Some(Transition { from, to }), ..bump(record) }
}

#[test]
fn decisions_are_not_below_the_verdict() {
    let base = || record("base", &["x - 1", "a - 1", "h - 3"]);
    let versions = header(&[("base", 3), ("r1", 4)]);
    assert_eq!(judged(vec![base()], &versions), [""; 0]);
    assert_eq!(judged(vec![base(), record("r1", &["a base 2"])], &versions), [""; 0]);
    assert_eq!(judged(vec![base(), record("r1", &["x base 2"])], &versions), ["version-bump-required"]);
    assert_eq!(judged(vec![base(), bump(record("r1", &["x base 2"]))], &versions), ["version-transition-required"]);
    assert_eq!(judged(vec![base(), bump(record("r1", &["x base 2", "h base 4"]))], &versions), [""; 0]);
    // Above the verdict is allowed, with its transition.
    assert_eq!(judged(vec![base(), bump(record("r1", &["a base 2"]))], &versions), ["version-transition-required"]);
}

#[test]
fn transitions_are_of_the_same_record() {
    let base = || record("base", &["x - 1", "h - 3"]);
    let versions = header(&[("base", 3), ("r1", 4), ("r3", 4)]);
    let earlier = vec![base(), bump(record("r1", &["h base 4"])), bump(record("r2", &["x base 2"]))];
    assert_eq!(judged(earlier, &versions), ["version-transition-required"]);
    let later = vec![base(), bump(record("r2", &["x base 2"])), bump(record("r3", &["h base 4"]))];
    assert_eq!(judged(later, &versions), ["version-transition-required"]);
    // A header that falls or stays is no transition.
    let falls = header(&[("base", 3), ("r1", 2)]);
    assert_eq!(
        judged(vec![base(), bump(record("r1", &["x base 2", "h base 4"]))], &falls),
        ["version-transition-required"]
    );
    assert_eq!(
        judged(vec![base(), bump(record("r1", &["x base 2"]))], &Versions::None),
        ["version-transition-required"]
    );
}

#[test]
fn records_carry_transitions_where_no_header_does() {
    let base = || record("base", &["x - 1", "a - 1"]);
    let at = |current| Versions::Configured { current };
    assert_eq!(judged(vec![base(), bump(record("r1", &["x base 2"]))], &at(4)), ["version-transition-required"]);
    let one = || carrying(record("r1", &["x base 2"]), 3, 4);
    assert_eq!(judged(vec![base(), one()], &at(4)), [""; 0]);
    assert_eq!(judged(vec![base(), one()], &at(5)), [""; 0]);
    assert_eq!(judged(vec![base(), one()], &at(3)), ["format-version-behind"]);
    assert_eq!(judged(vec![base(), one(), carrying(record("r2", &["a base 2"]), 3, 4)], &at(4)), ["chain-fork"]);
    assert_eq!(judged(vec![base(), one(), carrying(record("r2", &["a base 2"]), 4, 5)], &at(5)), [""; 0]);
    assert_eq!(judged(vec![base(), one(), carrying(record("r2", &["a base 2"]), 2, 5)], &at(5)), ["chain-fork"]);
    let misplaced = vec![record("base", &["x - 1", "h - 3"]), carrying(record("r1", &["x base 2", "h base 4"]), 3, 4)];
    assert_eq!(judged(misplaced, &header(&[("base", 3), ("r1", 4)])), ["format-version-misplaced"]);
}

#[test]
fn obligations_are_answered() {
    let versions = Versions::None;
    let base = || record("base", &["q - 1", "q2 - 1", "a - 1"]);
    let answer = |obligation: &str, roots: &[&str]| Answer {
        obligation: obligation.to_owned(),
        roots: roots.iter().map(|root| (*root).to_owned()).collect(),
        text: "An answer of some length.".to_owned(),
    };
    let with =
        |answers: Vec<Answer>| vec![base(), Record { answers, ..record("r1", &["q base 2", "q2 base 2", "a base 2"]) }];
    assert_eq!(judged(with(vec![]), &versions), ["obligation-unanswered"]);
    assert_eq!(judged(with(vec![answer("ask", &["q"])]), &versions), ["obligation-unanswered"]);
    assert_eq!(judged(with(vec![answer("ask", &["q", "q2"])]), &versions), [""; 0]);
    assert_eq!(judged(with(vec![answer("ask", &["q"]), answer("ask", &["q2"])]), &versions), [""; 0]);
    assert_eq!(judged(with(vec![answer("ask", &["q", "q2", "a"])]), &versions), ["obligation-unknown"]);
    assert_eq!(
        judged(with(vec![answer("ask", &["q", "q2"]), answer("other", &["q"])]), &versions),
        ["obligation-unknown"]
    );
    assert_eq!(judged(with(vec![answer("ask", &["q", "q2"]), answer("ask", &[])]), &versions), ["obligation-unknown"]);
    let raised = [("ask".to_owned(), ["q".to_owned()].into())].into();
    let found = judge_answers(&[], &raised);
    assert!(found[0].message.contains("`ask`") && found[0].message.contains("`q`"));
}

fn frozen(after: &str) -> FrozenRoot {
    FrozenRoot { kind: RootKind::Event, surface: false, fingerprint: Digest::of(after.as_bytes()) }
}

#[test]
fn checkpoints_hold_what_they_accepted() {
    let records = vec![
        record("base", &["a - 1", "b - 1", "h - 3"]),
        bump(record("r1", &["a base 2", "h base 4", "b base -"])),
        record("r2", &["a r1 3"]),
    ];
    let (chain, _) = Chain::new(records, &BTreeSet::new());
    let versions = header(&[("base", 3), ("r1", 4)]);
    let meaning = |id: &str| chain.get(id).unwrap().meaning();
    let good = Checkpoint {
        version: 4,
        accepted: ["base", "r1"].map(|id| (id.to_owned(), meaning(id))).into(),
        roots: [("a".to_owned(), frozen("2")), ("h".to_owned(), frozen("4"))].into(),
    };
    let kind = |_: &str, key: &str| chain.tips().contains_key(key).then(|| frozen(if key == "a" { "2" } else { "4" }));
    let verify = |checkpoint: &Checkpoint| names(&checkpoint.verify(&chain, &versions, &kind));
    assert_eq!(verify(&good), [""; 0]);
    let with = |change: &dyn Fn(&mut Checkpoint)| {
        let mut checkpoint = good.clone();
        change(&mut checkpoint);
        verify(&checkpoint)
    };
    assert_eq!(with(&|c| _ = c.accepted.insert("gone".to_owned(), Digest::of(b""))), ["checkpoint-record-missing"]);
    assert_eq!(with(&|c| _ = c.accepted.insert("r1".to_owned(), Digest::of(b""))), ["checkpoint-record-changed"]);
    assert_eq!(with(&|c| _ = c.accepted.remove("base")), ["checkpoint-incomplete"]);
    assert_eq!(with(&|c| c.accepted.clear()), ["checkpoint-incomplete"]);
    assert_eq!(with(&|c| c.version = 5), ["checkpoint-version"]);
    assert_eq!(with(&|c| _ = c.roots.remove("a")), ["checkpoint-roots"]);
    assert_eq!(with(&|c| _ = c.roots.insert("a".to_owned(), frozen("9"))), ["checkpoint-roots"]);
    assert_eq!(with(&|c| _ = c.roots.insert("b".to_owned(), frozen("1"))), ["checkpoint-roots"]);
    let surface = FrozenRoot { surface: true, ..frozen("2") };
    assert_eq!(with(&|c| _ = c.roots.insert("a".to_owned(), surface)), ["checkpoint-roots"]);
}

#[test]
fn checkpoints_and_the_configuration_agree() {
    let checkpoint = |version, ids: &[&str]| {
        let accepted = ids.iter().map(|id| ((*id).to_owned(), Digest::of(b"m"))).collect();
        (version, Checkpoint { version, accepted, roots: BTreeMap::new() })
    };
    let order = |all: Vec<(u64, Checkpoint)>, finalized| {
        names(&verify_order(&all.into_iter().collect(), &BTreeSet::new(), finalized))
    };
    assert_eq!(order(vec![], None), [""; 0]);
    assert_eq!(order(vec![checkpoint(3, &["a"]), checkpoint(4, &["a", "b"])], Some(4)), [""; 0]);
    assert_eq!(order(vec![], Some(4)), ["checkpoint-missing"]);
    assert_eq!(order(vec![checkpoint(3, &["a"])], Some(4)), ["checkpoint-missing"]);
    assert_eq!(order(vec![checkpoint(4, &["a"])], None), ["checkpoint-above-finalized"]);
    assert_eq!(order(vec![checkpoint(3, &["a"]), checkpoint(4, &["a"])], Some(3)), ["checkpoint-above-finalized"]);
    assert_eq!(order(vec![checkpoint(3, &["a", "b"]), checkpoint(4, &["a"])], Some(4)), ["checkpoint-incomplete"]);
    assert_eq!(names(&verify_order(&BTreeMap::new(), &[4].into(), Some(4))), [""; 0]);
}
