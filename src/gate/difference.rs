//! Small differences of texts.

use super::answer::DiffLine;
use similar::{ChangeTag, TextDiff};

/// Equal lines shown around a difference, usually.
pub(super) const CONTEXT: usize = 2;

/// The lines that differ, with at most `context` equal ones around them.
pub(super) fn difference(before: &[String], after: &[String], context: usize) -> Vec<DiffLine> {
    let old: Vec<&str> = before.iter().map(String::as_str).collect();
    let new: Vec<&str> = after.iter().map(String::as_str).collect();
    let diff = TextDiff::from_slices(&old, &new);
    let mut out = Vec::new();
    let mut shown = 0;
    for ops in diff.grouped_ops(context) {
        let start = ops.first().map_or(0, |op| op.old_range().start);
        if start > shown {
            out.push(DiffLine::Gap);
        }
        for change in ops.iter().flat_map(|op| diff.iter_changes(op)) {
            let text = change.value().to_owned();
            out.push(match change.tag() {
                ChangeTag::Equal => DiffLine::Both(text),
                ChangeTag::Delete => DiffLine::Before(text),
                ChangeTag::Insert => DiffLine::After(text),
            });
        }
        shown = ops.last().map_or(shown, |op| op.old_range().end);
    }
    if !out.is_empty() && shown < old.len() {
        out.push(DiffLine::Gap);
    }
    out
}
