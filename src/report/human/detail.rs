//! What some commands show beside their outcome: causes, pages, fingerprints, history.

use super::style::{self, ADDED, FAINT, NAME, REMOVED, count, data, names, paint};
use crate::compare::ChangeKind;
use crate::gate::{Detail, DiffLine, Fingerprinted, Group, Page, Step};
use crate::report::escape;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Lines of a diff, roots of a cause and changes of a cause shown unless everything is asked for.
const LINES: usize = 24;
const ROOTS: usize = 6;
const CHANGES: usize = 8;

/// Writes the detail.
pub(super) fn write(out: &mut String, detail: &Detail, whole: bool) {
    match detail {
        Detail::None => {}
        Detail::Pending(groups) => groups.iter().for_each(|group| write_group(out, group, whole)),
        Detail::Page(page) => write_page(out, page, whole),
        Detail::Fingerprints(lines) => lines.iter().for_each(|line| write_fingerprint(out, line)),
        Detail::History(steps) => steps.iter().for_each(|step| write_step(out, step, whole)),
        Detail::Text(text) => text.lines().for_each(|line| {
            let _ = writeln!(out, "  {}", escape::line(line));
        }),
    }
}

fn write_group(out: &mut String, group: &Group, whole: bool) {
    let Group { shared, verdict, changes, roots, diff } = group;
    let what = match shared {
        Some(name) => format!("type {}", data(name, true)),
        None => match roots.as_slice() {
            [one] => format!("root {}", data(&one.root, true)),
            several => format!("a type of {}", count(several.len(), "root")),
        },
    };
    let verdict_text = paint(style::of(*verdict), verdict.name());
    let _ = writeln!(out, "{verdict_text} {}", paint(NAME, &what));
    let shown = if whole { changes.len() } else { CHANGES };
    for change in changes.iter().take(shown) {
        let kind = paint(style::of(change.verdict), change.kind.name());
        let _ = writeln!(out, "  {kind} {}: {}", data(&change.path, true), data(&change.message, whole));
    }
    left_out(out, changes.len().saturating_sub(shown), "more change");
    write_meanings(out, group);
    write_diff(out, diff, whole);
    if whole {
        for reach in roots {
            let _ = writeln!(out, "  {} {}", paint(FAINT, "reaches"), data(&reach.root, true));
            for path in &reach.paths {
                let _ = writeln!(out, "    {} {}", paint(FAINT, "at"), data(path, true));
            }
        }
    } else {
        let keys: Vec<&str> = roots.iter().map(|reach| reach.root.as_str()).collect();
        let _ = writeln!(out, "  {} {}", paint(FAINT, "reaches"), names(&keys, ROOTS));
    }
    out.push('\n');
}

/// What each kind means, once, and what to do about those that decide the verdict.
fn write_meanings(out: &mut String, group: &Group) {
    let grave = group.changes.iter().filter(|change| change.verdict == group.verdict);
    let kinds: BTreeSet<ChangeKind> = grave.map(|change| change.kind).collect();
    for row in kinds.iter().map(|kind| kind.row()) {
        let label = if kinds.len() > 1 { format!("{}: ", row.kind.name()) } else { String::new() };
        let _ = writeln!(out, "    {} {label}{}", paint(FAINT, "means"), row.means);
        let _ = writeln!(out, "    {} {label}{}", paint(FAINT, "do   "), row.action);
    }
}

fn write_diff(out: &mut String, diff: &[DiffLine], whole: bool) {
    let shown = if whole { diff.len() } else { LINES };
    for line in diff.iter().take(shown) {
        let text = match line {
            DiffLine::Both(text) => format!("  {}", data(text, true)),
            DiffLine::Before(text) => paint(REMOVED, &format!("- {}", data(text, true))),
            DiffLine::After(text) => paint(ADDED, &format!("+ {}", data(text, true))),
            DiffLine::Gap => paint(FAINT, "  …"),
        };
        let _ = writeln!(out, "    {text}");
    }
    left_out(out, diff.len().saturating_sub(shown), "more line");
}

fn write_page(out: &mut String, page: &Page, whole: bool) {
    let Page { subject, name, summary, facts, sections, groups } = page;
    let _ = writeln!(out, "{subject} {}", paint(NAME, &data(name, true)));
    if !summary.is_empty() {
        let _ = writeln!(out, "  {}", data(summary, true));
    }
    for (name, value) in facts {
        let _ = writeln!(out, "  {} {}", paint(FAINT, &format!("{name}:")), data(value, true));
    }
    for (heading, lines) in sections {
        let _ = writeln!(out, "\n{}", paint(NAME, heading));
        lines.iter().for_each(|line| {
            let _ = writeln!(out, "  {}", escape::line(line));
        });
    }
    out.push('\n');
    groups.iter().for_each(|group| write_group(out, group, whole));
}

fn write_fingerprint(out: &mut String, line: &Fingerprinted) {
    let Fingerprinted { fingerprint, file, root } = line;
    let place = match root {
        Some(root) => format!("{file}#{root}"),
        None => file.clone(),
    };
    let _ = writeln!(out, "{fingerprint}  {}", escape::line(&place));
}

fn write_step(out: &mut String, step: &Step, whole: bool) {
    let Step { record, root, previous, after, decision, version, checkpoint, summary } = step;
    let digits =
        after.as_deref().map_or("removed", |digits| if whole { digits } else { digits.get(..12).unwrap_or(digits) });
    let mut notes = vec![decision.clone()];
    notes.extend(version.map(|version| format!("version {version}")));
    notes.extend(checkpoint.map(|version| format!("finalized in v{version}")));
    let _ = write!(out, "{} {} {digits} ", paint(NAME, &data(record, true)), data(root, true));
    let _ = writeln!(out, "{}", paint(FAINT, &format!("({})", data(&notes.join(", "), true))));
    if whole {
        if let Some(previous) = previous {
            let _ = writeln!(out, "  {} {}", paint(FAINT, "after"), data(previous, true));
        }
        let _ = writeln!(out, "  {}", data(summary, true));
    }
}

fn left_out(out: &mut String, hidden: usize, what: &str) {
    if hidden > 0 {
        let _ = writeln!(out, "  {}", paint(FAINT, &format!("{}; -v shows all", count(hidden, what))));
    }
}
