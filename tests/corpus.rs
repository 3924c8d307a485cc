//! Published schemas and their later versions: every pair is compared, every file with itself.
//!
//! `SCHEMAGATE_CORPUS=full` takes every file instead of a sample and prints totals and times (`--nocapture`).

mod support;

use schemagate::compare::{RootComparison, Verdict};
use schemagate::graph::Json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use support::dice::Dice;
use support::diff::{Side, diff, verdict};
use support::engine::Subject;
use support::{oracle, sample};

/// Folders of pairs `n-before.json`, `n-after.json`.
const PAIRS: &[&str] = &[
    "cfn-1.20-1.58",
    "codex",
    "codex-bundle",
    "codex-bundle-v2",
    "codex-config-hooks",
    "k8s-1.25-1.37",
    "mcp-history",
    "mcp-releases",
    "schemastore",
];

/// Folders of single files.
const SINGLE: &[&str] = &["large", "many"];

/// Comparisons that take longer are printed.
const SLOW: Duration = Duration::from_secs(2);

fn corpus() -> Option<PathBuf> {
    let shared = std::env::var_os("SCHEMAGATE_SHARED");
    if shared.is_none() {
        println!("skipped: SCHEMAGATE_SHARED is not set");
    }
    shared.map(|shared| PathBuf::from(shared).join("corpus"))
}

fn full() -> bool {
    std::env::var_os("SCHEMAGATE_CORPUS").is_some_and(|value| value == "full")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut all: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    all.retain(|path| path.extension().is_some_and(|end| end == "json"));
    all.sort();
    assert!(!all.is_empty(), "no files in {}", folder.display());
    all
}

/// What a comparison of two files says, twice over, and how long the first one took.
fn answer(before: &Path, after: &Path) -> Result<(Vec<RootComparison>, Duration), String> {
    let load = |path: &Path| Side::file(path).map_err(|error| format!("{}: {error}", path.display()));
    let start = Instant::now();
    let (old, new) = (load(before)?, load(after)?);
    let roots = diff(&old, &new);
    let taken = start.elapsed();
    if roots.is_empty() {
        return Err(format!("{}: nothing was compared", before.display()));
    }
    let again = diff(&load(before)?, &load(after)?);
    if roots != again {
        return Err(format!("{}: a second run differs", before.display()));
    }
    for (path, side) in [(before, &old), (after, &new)] {
        if verdict(&diff(side, side)) != Verdict::Identical {
            return Err(format!("{}: differs from itself", path.display()));
        }
    }
    Ok((roots, taken))
}

fn report(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} failures:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn pairs_are_answered() {
    let Some(corpus) = corpus() else { return };
    let mut wrong = Vec::new();
    for name in PAIRS {
        let mut totals: BTreeMap<Verdict, usize> = BTreeMap::new();
        let (mut changes, mut slow) = (0, Vec::new());
        let before: Vec<PathBuf> = files(&corpus.join(name))
            .into_iter()
            .filter(|path| path.to_string_lossy().ends_with("-before.json"))
            .collect();
        for before in &before {
            let size = std::fs::metadata(before).map_or(0, |data| data.len());
            if !full() && size > 200_000 {
                continue;
            }
            let after = PathBuf::from(before.to_string_lossy().replace("-before.json", "-after.json"));
            match answer(before, &after) {
                Ok((roots, taken)) => {
                    if taken > SLOW {
                        slow.push(format!("{} {taken:.1?}", before.display()));
                    }
                    *totals.entry(verdict(&roots)).or_default() += 1;
                    changes += roots.iter().map(|root| root.changes.len()).sum::<usize>();
                }
                Err(message) => wrong.push(message),
            }
        }
        let total = |verdict| totals.get(&verdict).copied().unwrap_or(0);
        println!(
            "{name}: {} pairs, {} identical, {} same-version, {} version-bump, {changes} changes",
            before.len(),
            total(Verdict::Identical),
            total(Verdict::SameVersion),
            total(Verdict::VersionBump)
        );
        slow.iter().for_each(|line| println!("  slow: {line}"));
    }
    report(&wrong);
}

#[test]
fn files_equal_themselves() {
    let Some(corpus) = corpus() else { return };
    let mut wrong = Vec::new();
    for name in SINGLE {
        let all = files(&corpus.join(name));
        let taken = all.iter().enumerate().filter(|(i, path)| {
            full() || (i % 20 == 0 && std::fs::metadata(path).is_ok_and(|data| data.len() < 200_000))
        });
        let mut count = 0;
        for (_, path) in taken {
            count += 1;
            match answer(path, path) {
                Ok((_, taken)) if taken > SLOW => println!("  slow: {} {taken:.1?}", path.display()),
                Ok(_) => {}
                Err(message) => wrong.push(message),
            }
        }
        println!("{name}: {count} of {} files", all.len());
    }
    report(&wrong);
}

/// Law 8 on real changes: what an old writer writes under a verdict same-version, the new reader reads.
#[test]
fn allowed_changes_keep_records_readable() {
    let Some(corpus) = corpus() else { return };
    let mut wrong = Vec::new();
    let (mut judged, mut valid) = (0, 0);
    for before in PAIRS.iter().flat_map(|name| files(&corpus.join(name))) {
        let size = std::fs::metadata(&before).map_or(0, |data| data.len());
        if !before.to_string_lossy().ends_with("-before.json") || (!full() && size > 200_000) {
            continue;
        }
        let after = PathBuf::from(before.to_string_lossy().replace("-before.json", "-after.json"));
        let (Ok(old), Ok(new)) = (Side::file(&before), Side::file(&after)) else { continue };
        for root in diff(&old, &new).iter().filter(|root| root.verdict == Verdict::SameVersion) {
            let (Some(old), Some(new)) = (old.emission(&root.key), new.emission(&root.key)) else { continue };
            let (Some(writer), Some(reader)) = (oracle::validator(&old), oracle::validator(&new)) else { continue };
            judged += 1;
            let mut dice = Dice::new(&choices());
            for _ in 0..24 {
                let record = sample::sample(&old, &mut dice);
                let written = oracle::accepts(&writer, &record);
                valid += usize::from(written);
                if written && !oracle::accepts(&reader, &record) {
                    wrong.push(format!("{} {}: {} is refused", before.display(), root.key, record.compact()));
                    break;
                }
            }
        }
    }
    println!("{judged} roots judged, {valid} records");
    report(&wrong);
}

/// Choices enough for a few dozen instances.
fn choices() -> Vec<u8> {
    (0..8000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect()
}

/// The independent validator as judge of lowering, on schemas as people write them.
#[test]
fn canonical_types_accept_what_files_accept() {
    let Some(corpus) = corpus() else { return };
    let mut wrong = Vec::new();
    let (mut judged, mut valid) = (0, 0);
    let folders = ["many", "schemastore", "codex", "cfn-1.20-1.58"];
    for (i, path) in folders.iter().flat_map(|name| files(&corpus.join(name))).enumerate() {
        if !full() && i % 20 != 3 {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let Ok(schema) = Json::parse(&bytes) else { continue };
        // What the validator cannot read is no matter for a comparison.
        let Some(authored) = oracle::validator(&schema) else { continue };
        let Ok(subject) = Subject::new(&schema) else { continue };
        let emission = subject.emission();
        let Some(canonical) = oracle::validator(&emission) else {
            wrong.push(format!("{}: its emission is no schema", path.display()));
            continue;
        };
        judged += 1;
        let mut dice = Dice::new(&choices());
        for round in 0..24 {
            let mut instance = sample::sample(if round % 2 == 0 { &schema } else { &emission }, &mut dice);
            if round % 3 == 2 {
                instance = sample::damaged(&instance, &mut dice);
            }
            let (a, b) = (oracle::accepts(&authored, &instance), oracle::accepts(&canonical, &instance));
            valid += usize::from(a);
            if a != b {
                wrong.push(format!("{}: authored {a}, canonical {b}: {}", path.display(), instance.compact()));
                break;
            }
        }
    }
    println!("{judged} files judged, {valid} valid instances");
    report(&wrong);
}
