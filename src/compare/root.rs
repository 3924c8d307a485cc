//! The comparison of one root.

use super::earlier::earlier_types;
use super::local::{Key, Place};
use super::pairs::{Pairs, Types};
use super::settle::Settled;
use super::walk::{Found, walk};
use super::{Change, ChangeKind, Fragment, Options, RootComparison, Side, Verdict};
use crate::graph::{FormatRules, Name, NodeId, RootKind};
use std::collections::{BTreeMap, BTreeSet};

/// Compares one root of two snapshots; `None` where a side has no such root (both: nothing changed).
///
/// The list of changes is empty if and only if the fingerprints are equal. Verdicts are those of the table of
/// [`ChangeKind::row`], after the kinds of `options.raised` were raised.
///
/// ```
/// use schemagate::compare::{Options, Verdict, compare_root};
/// let nothing = compare_root("event:a", None, None, &Options::default());
/// assert_eq!(nothing.verdict, Verdict::Identical);
/// ```
pub fn compare_root(
    key: &str,
    before: Option<Side<'_>>,
    after: Option<Side<'_>>,
    options: &Options<'_>,
) -> RootComparison {
    let mut changes = match (&before, &after) {
        (None, None) => Vec::new(),
        (None, Some(after)) => vec![added(after, options)],
        (Some(before), None) => vec![removed(before)],
        (Some(before), Some(after)) if before.fingerprint == after.fingerprint => Vec::new(),
        (Some(before), Some(after)) => both(before, after, options),
    };
    for change in &mut changes {
        if options.raised.contains(&change.kind) {
            change.verdict = Verdict::VersionBump;
        }
    }
    changes.sort_by(|a, b| (&a.path, a.kind).cmp(&(&b.path, b.kind)));
    RootComparison {
        key: key.to_owned(),
        verdict: changes.iter().map(|change| change.verdict).max().unwrap_or(Verdict::Identical),
        before: before.map(|side| side.fingerprint),
        after: after.map(|side| side.fingerprint),
        changes,
    }
}

/// A change of the root as a whole.
fn whole(kind: ChangeKind, exception: bool, sides: (Option<&Side<'_>>, Option<&Side<'_>>), message: String) -> Change {
    let fragment = |side: Option<&Side<'_>>| side.map_or(Fragment::Absent, |side| Fragment::Type(side.schema));
    let hash = |side: Option<&Side<'_>>| side.map(|side| side.graph.hash(side.schema));
    Change {
        kind,
        path: "$".to_owned(),
        verdict: kind.row().frame.verdict(exception),
        before: fragment(sides.0),
        after: fragment(sides.1),
        message,
        via: Vec::new(),
        owner: (hash(sides.0), hash(sides.1)),
        paths: 1,
        overlapping: false,
    }
}

fn added(after: &Side<'_>, options: &Options<'_>) -> Change {
    let ordinary = after.header.kind == RootKind::Event && !after.header.surface && !options.frame;
    let message = format!("The {} is new.", what(after));
    whole(ChangeKind::RootAdded, ordinary, (None, Some(after)), message)
}

fn removed(before: &Side<'_>) -> Change {
    whole(ChangeKind::RootRemoved, false, (Some(before), None), format!("The {} was removed.", what(before)))
}

fn what(side: &Side<'_>) -> &'static str {
    match (side.header.kind, side.header.surface) {
        (RootKind::Header, _) => "header",
        (RootKind::Envelope, _) => "envelope",
        (RootKind::Event, true) => "surface event",
        (RootKind::Event, false) => "ordinary event",
    }
}

fn both(before: &Side<'_>, after: &Side<'_>, options: &Options<'_>) -> Vec<Change> {
    let mut changes = Vec::new();
    let sides = (Some(before), Some(after));
    if before.header.kind != after.header.kind || before.header.surface != after.header.surface {
        let message = format!("The {} became a root of another kind: {}.", what(before), what(after));
        changes.push(whole(ChangeKind::RootClassificationChanged, false, sides, message));
    }
    let events = before.header.kind == RootKind::Event && after.header.kind == RootKind::Event;
    if events && before.rules != after.rules {
        let (lenient, message) = rules_difference(before.rules, after.rules);
        changes.push(whole(ChangeKind::FormatChanged, lenient, sides, message));
    }
    let mut comparer = Comparer::new(before, after, options);
    let read = comparer.walk(before.schema, after.schema);
    let paths: BTreeSet<String> = read.iter().map(|found| found.path.clone()).collect();
    changes.extend(read.into_iter().map(|found| settle_read(found, before, after, options)));
    let written = (before.writes.unwrap_or(before.schema), after.writes.unwrap_or(after.schema));
    if (before.writes.is_some() || after.writes.is_some()) && written != (before.schema, after.schema) {
        let found = comparer.walk(written.0, written.1);
        changes.extend(found.into_iter().filter(|found| !paths.contains(&found.path)).map(written_change));
    }
    if changes.is_empty() {
        let message = "The fingerprints differ, and no finer change was found.".to_owned();
        changes.push(whole(ChangeKind::TypeChanged, false, sides, message));
    }
    merge(changes)
}

/// One change for each path and kind: the strictest verdict, the first one's words.
fn merge(changes: Vec<Change>) -> Vec<Change> {
    let mut merged: BTreeMap<(String, ChangeKind), Change> = BTreeMap::new();
    for change in changes {
        match merged.get_mut(&(change.path.clone(), change.kind)) {
            Some(known) => {
                known.verdict = known.verdict.max(change.verdict);
                known.paths += change.paths;
                known.overlapping |= change.overlapping;
            }
            None => {
                merged.insert((change.path.clone(), change.kind), change);
            }
        }
    }
    merged.into_values().collect()
}

fn to_change(found: Found, prefix: &str, verdict: Verdict) -> Change {
    Change {
        kind: found.kind,
        path: format!("{prefix}{}", found.path),
        verdict,
        before: found.before,
        after: found.after,
        message: found.message,
        via: found.via,
        owner: (Some(found.owner.0), Some(found.owner.1)),
        paths: found.paths,
        overlapping: found.overlapping,
    }
}

/// A change of what readers accept; an added property that an earlier snapshot had with another type comes back.
fn settle_read(mut found: Found, before: &Side<'_>, after: &Side<'_>, options: &Options<'_>) -> Change {
    let is_addition = matches!(
        found.kind,
        ChangeKind::OptionalPropertyAdded
            | ChangeKind::OptionalPropertyAddedToClosed
            | ChangeKind::RequiredPropertyAdded
    );
    if let (true, Fragment::Type(ty)) = (is_addition, found.after) {
        let now = after.graph.hash(ty);
        let earlier = options.earlier.iter().filter(|side| side.fingerprint != before.fingerprint);
        if earlier.flat_map(|side| earlier_types(side, &found.steps)).any(|hash| hash != now) {
            found.kind = ChangeKind::PropertyReintroduced;
            found.verdict = Verdict::VersionBump;
            found.message.push_str(" An earlier snapshot had this name here with another type.");
        }
    }
    let verdict = found.verdict;
    to_change(found, "", verdict)
}

/// A change of what writers write where readers accept the same as before.
fn written_change(found: Found) -> Change {
    let verdict = if found.harmless_written { Verdict::SameVersion } else { Verdict::VersionBump };
    to_change(found, "writes:", verdict)
}

/// Whether there are only more reserved kinds, and what differs in words.
fn rules_difference(before: &FormatRules, after: &FormatRules) -> (bool, String) {
    let FormatRules { body, event_tag, payload_version, reserved_kinds, undeclared_kept } = before;
    let mut parts = Vec::new();
    let mut part = |name: &'static str, differs: bool| {
        if differs {
            parts.push(name);
        }
    };
    part("`body`", *body != after.body);
    part("`event-tag`", *event_tag != after.event_tag);
    part("`payload-version`", *payload_version != after.payload_version);
    part("`undeclared`", *undeclared_kept != after.undeclared_kept);
    let lenient = parts.is_empty() && reserved_kinds.is_subset(&after.reserved_kinds);
    if *reserved_kinds != after.reserved_kinds {
        parts.push("`reserved-kinds`");
    }
    (lenient, format!("The rules of the format differ in {}.", parts.join(", ")))
}

/// What both walks of one root share.
struct Comparer<'a> {
    pairs: Pairs<'a>,
    settled: Settled,
    place: Place,
    strict: BTreeSet<Name>,
}

impl<'a> Comparer<'a> {
    fn new(before: &Side<'a>, after: &Side<'a>, options: &Options<'_>) -> Self {
        let events = before.header.kind == RootKind::Event && after.header.kind == RootKind::Event;
        let bodies = events && !options.frame;
        let place = Place {
            root: bodies && !(before.rules.body.is_empty() && after.rules.body.is_empty()),
            old_body: bodies && before.rules.body.is_empty(),
            new_body: bodies && after.rules.body.is_empty(),
        };
        let tag = |side: &Side<'_>| {
            let named = side.header.kind == RootKind::Event && !side.header.event.is_empty();
            named.then(|| Name::from(side.rules.event_tag.as_str()))
        };
        let pairs = Pairs {
            old: Types { graph: before.graph, names: before.names, aliases: before.aliases },
            new: Types { graph: after.graph, names: after.names, aliases: after.aliases },
            rules: (before.rules, after.rules),
            ordinary: bodies && !before.header.surface && !after.header.surface,
            promises: Vec::new(),
            wordy: true,
        };
        let strict = tag(before).into_iter().chain(tag(after)).collect();
        Comparer { pairs, settled: Settled::default(), place, strict }
    }

    fn walk(&mut self, old: NodeId, new: NodeId) -> Vec<Found> {
        if self.pairs.old.graph.hash(old) == self.pairs.new.graph.hash(new) {
            return Vec::new();
        }
        let root = Key { old, new, place: self.place, bound: None };
        walk(&mut self.pairs, &mut self.settled, root, &self.strict)
    }
}
