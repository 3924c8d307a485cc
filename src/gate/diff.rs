//! `diff`: two inputs compared, independent of any project and history.

use super::codes::NOTHING_COMPARED;
use super::fragment::root_outcome;
use super::outcome::Outcome;
use super::workspace::count;
use crate::catalog::Model;
use crate::compare::{Options, Verdict, compare_root};
use crate::graph::Error;
use std::collections::BTreeSet;

/// How to compare two inputs.
#[derive(Debug, Clone, Default)]
pub struct DiffOptions {
    /// Only this root.
    pub root: Option<String>,
    /// Judge everything by the rules of headers.
    pub frame: bool,
}

/// Compares every root of two inputs; roots are matched by key.
///
/// # Errors
/// `nothing-compared` where neither has a root, or neither has the one that was asked for.
pub fn diff(before: &Model, after: &Model, options: &DiffOptions) -> Result<Outcome, Error> {
    let wanted =
        |key: &&String| options.root.as_ref().is_none_or(|root| *key == root || **key == format!("event:{root}"));
    let keys: BTreeSet<&String> = before.roots.keys().chain(after.roots.keys()).filter(wanted).collect();
    if keys.is_empty() {
        return Err(Error::new(&NOTHING_COMPARED, nothing(before, after, options)));
    }
    let how = Options { frame: options.frame, ..Options::default() };
    let roots: Vec<_> = keys
        .into_iter()
        .map(|key| {
            let comparison = compare_root(key, before.side(key), after.side(key), &how);
            root_outcome(comparison, Some(before), Some(after))
        })
        .collect();
    let verdict = roots.iter().map(|root| root.comparison.verdict).max().unwrap_or(Verdict::Identical);
    let changed = roots.iter().filter(|root| root.comparison.verdict != Verdict::Identical).count();
    Ok(Outcome {
        command: "diff",
        ok: true,
        code: None,
        message: match changed {
            0 => "no root differs".to_owned(),
            1 => format!("1 of {} differs", count(roots.len(), "root")),
            several => format!("{several} of {} differ", count(roots.len(), "root")),
        },
        format: None,
        catalog: None,
        verdict,
        compared: roots.len(),
        roots,
        obligations: Vec::new(),
        findings: Vec::new(),
        warnings: before.warnings.iter().chain(&after.warnings).cloned().collect(),
        files: Vec::new(),
        next: Vec::new(),
    })
}

fn nothing(before: &Model, after: &Model, options: &DiffOptions) -> String {
    match &options.root {
        None => "neither input has a root".to_owned(),
        Some(root) => {
            let known: BTreeSet<&str> = before.roots.keys().chain(after.roots.keys()).map(String::as_str).collect();
            let some: Vec<&str> = known.iter().take(5).copied().collect();
            let more = if known.len() > some.len() { ", …" } else { "" };
            format!("neither input has a root `{root}`; they have {}{more}", some.join(", "))
        }
    }
}
