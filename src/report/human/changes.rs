//! Changed roots: one headline with the verdict, one line for each change with its path.

use super::style::{self, FAINT, NAME, count, data, names, paint};
use crate::compare::{Change, ChangeKind, RootComparison, Verdict};
use crate::gate::RootOutcome;
use crate::graph::Digest;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Headlines, and changes below each, shown unless everything is asked for: together about a screen.
const HEADLINES: usize = 8;
const CHANGES: usize = 8;
/// Changes below each of many headlines.
const CHANGES_OF_MANY: usize = 3;
const MANY: usize = 4;
/// Roots that a headline names.
const ROOTS: usize = 3;

/// What makes two changes the same for a reader: their cause, not the way to it.
type Cause<'a> = (ChangeKind, (Option<Digest>, Option<Digest>), &'a str);

/// Writes every root that changed, the gravest first. Roots that changed by the same causes share a headline,
/// unless everything is asked for.
pub(super) fn write(out: &mut String, roots: &[RootOutcome], whole: bool) {
    let blocks = blocks(roots, whole);
    let shown = if whole { blocks.len() } else { HEADLINES };
    let changes = match (whole, blocks.len()) {
        (true, _) => usize::MAX,
        (false, number) if number > MANY => CHANGES_OF_MANY,
        (false, _) => CHANGES,
    };
    for block in blocks.iter().take(shown) {
        write_block(out, block, changes, whole);
    }
    let hidden: usize = blocks.iter().skip(shown).map(Vec::len).sum();
    if hidden > 0 {
        let _ = writeln!(out, "{}\n", paint(FAINT, &format!("{} changed; -v shows all", count(hidden, "more root"))));
    }
}

fn blocks(roots: &[RootOutcome], whole: bool) -> Vec<Vec<&RootComparison>> {
    let mut blocks: Vec<Vec<&RootComparison>> = Vec::new();
    let mut known: BTreeMap<Vec<Cause<'_>>, usize> = BTreeMap::new();
    for root in roots.iter().map(|root| &root.comparison).filter(|root| root.verdict != Verdict::Identical) {
        let mut causes: Vec<Cause<'_>> = root.changes.iter().map(cause).collect();
        causes.sort();
        match known.get(&causes) {
            Some(&block) if !whole && !causes.is_empty() => blocks[block].push(root),
            Some(_) | None => {
                known.insert(causes, blocks.len());
                blocks.push(vec![root]);
            }
        }
    }
    // The sort is stable: within a verdict the order of keys stays.
    blocks.sort_by_key(|block| std::cmp::Reverse(block.iter().map(|root| root.verdict).max()));
    blocks
}

fn cause(change: &Change) -> Cause<'_> {
    // New roots are alike for a reader, whatever their types; so are removed ones.
    let own = matches!(change.kind, ChangeKind::RootAdded | ChangeKind::RootRemoved);
    let owner = if own { (None, None) } else { change.owner };
    (change.kind, owner, change.message.as_str())
}

fn write_block(out: &mut String, block: &[&RootComparison], most: usize, whole: bool) {
    let Some(first) = block.first() else { return };
    let keys: Vec<&str> = block.iter().map(|root| root.key.as_str()).collect();
    let verdict = paint(style::of(first.verdict), first.verdict.name());
    let _ = write!(out, "{verdict} {}", paint(NAME, &names(&keys, if whole { keys.len() } else { ROOTS })));
    if whole {
        let digest = |digest: Option<Digest>| digest.map_or("none".to_owned(), |digest| digest.to_string());
        let _ = write!(out, "\n  {}", paint(FAINT, &format!("{} → {}", digest(first.before), digest(first.after))));
    }
    out.push('\n');
    // Where lines are left out, those that decide the verdict stay.
    let mut changes: Vec<&Change> = first.changes.iter().collect();
    if !whole {
        changes.sort_by_key(|change| std::cmp::Reverse(change.verdict));
    }
    for change in changes.iter().take(most) {
        write_change(out, change, first, whole);
    }
    let hidden = changes.len().saturating_sub(most);
    if hidden > 0 {
        let _ = writeln!(out, "  {}", paint(FAINT, &format!("{}; -v shows all", count(hidden, "more change"))));
    }
    out.push('\n');
}

fn write_change(out: &mut String, change: &Change, root: &RootComparison, whole: bool) {
    let kind = paint(style::of(change.verdict), change.kind.name());
    let _ = write!(out, "  {kind} {}: {}", data(&change.path, true), data(&change.message, whole));
    let mut notes = Vec::new();
    if change.verdict != root.verdict {
        notes.push(change.verdict.name().to_owned());
    }
    // A root that is a shared type by itself says nothing new with the type's name.
    if change.via.iter().any(|name| *name != root.key) {
        notes.push(format!("in {}", data(&change.via.join(" → "), false)));
    }
    if change.paths > 1 {
        notes.push(count(change.paths, "path"));
    }
    if !notes.is_empty() {
        let _ = write!(out, " {}", paint(FAINT, &format!("({})", notes.join(", "))));
    }
    out.push('\n');
}
