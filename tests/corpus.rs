//! Published schemas and their later versions: every pair is compared, every file with itself.
//!
//! `SCHEMAGATE_CORPUS=full` takes every file instead of a sample and prints totals and times (`--nocapture`).

mod support;

use schemagate::compare::{RootComparison, Verdict};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use support::diff::{Side, diff, verdict};

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

/// What a comparison of two files says, twice over.
fn answer(before: &Path, after: &Path) -> Result<Vec<RootComparison>, String> {
    let load = |path: &Path| Side::file(path).map_err(|error| format!("{}: {error}", path.display()));
    let (old, new) = (load(before)?, load(after)?);
    let roots = diff(&old, &new);
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
    Ok(roots)
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
            let start = Instant::now();
            match answer(before, &after) {
                Ok(roots) => {
                    *totals.entry(verdict(&roots)).or_default() += 1;
                    changes += roots.iter().map(|root| root.changes.len()).sum::<usize>();
                }
                Err(message) => wrong.push(message),
            }
            if start.elapsed() > Duration::from_secs(2) {
                slow.push(format!("{} {:.1?}", before.display(), start.elapsed()));
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
            let start = Instant::now();
            if let Err(message) = answer(path, path) {
                wrong.push(message);
            }
            if start.elapsed() > Duration::from_secs(2) {
                println!("  slow: {} {:.1?}", path.display(), start.elapsed());
            }
        }
        println!("{name}: {count} of {} files", all.len());
    }
    report(&wrong);
}
