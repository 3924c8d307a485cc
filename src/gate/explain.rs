//! `explain`: why fingerprints moved, and what a name, a fingerprint or a record stands for.

use super::answer::{Answer, Detail, Group, Page};
use super::codes::UNKNOWN_SUBJECT;
use super::grouping::{Compared, group};
use super::outcome::Outcome;
use super::reach::roots_of;
use super::sketch::sketch;
use super::workspace::{Workspace, count};
use crate::catalog::{Catalog, Model, ModelRoot, Project};
use crate::compare::{Options, RootComparison, Verdict, compare_root};
use crate::graph::{Digest, Error, NodeId, RootKind};
use crate::history::{History, Ignore, Record};

/// Fewer digits of a fingerprint are taken for a name.
const DIGITS: usize = 6;

/// Explains one thing, or without a name all pending changes by cause. A name is, in this order: a
/// root (`event:` may be left out), a shared type, a record, the first digits of a fingerprint.
///
/// # Errors
/// `unknown-subject`, and what keeps `check` from running.
pub fn explain(project: &Project, catalog: Option<&Catalog>, name: Option<&str>) -> Result<Answer, Error> {
    let workspace = Workspace::open(project, catalog, |_| Ignore::default())?;
    // A draft is no obstacle: its author is who wants to know.
    let findings = if workspace.is_comparable() { Vec::new() } else { workspace.history_findings() };
    let outcome = workspace.outcome("explain", workspace.pending(), findings);
    let scene = Scene { current: &workspace.current, history: &workspace.history };
    let detail = match name {
        _ if !outcome.ok => Detail::None,
        None => Detail::Pending(scene.groups(&outcome, |_| true)),
        Some(name) => Detail::Page(scene.page(name, &outcome)?),
    };
    let changed = outcome.roots.iter().filter(|root| root.comparison.verdict != Verdict::Identical).count();
    let message = match (outcome.ok, changed) {
        (false, _) => "the history is refused, so there is nothing to compare with".to_owned(),
        (true, 0) => format!("nothing is pending: {} as acknowledged", count(outcome.compared, "root")),
        (true, changed) => format!("{} changed and not acknowledged", count(changed, "root")),
    };
    let next = if changed > 0 { vec!["schemagate acknowledge YYYY-MM-DD-slug".to_owned()] } else { Vec::new() };
    Ok(Answer { outcome: Outcome { message, next, ..outcome }, detail })
}

/// What there is to explain.
#[derive(Clone, Copy)]
struct Scene<'a> {
    /// The current source.
    current: &'a Model,
    /// The acknowledged history.
    history: &'a History,
}

impl<'a> Scene<'a> {
    fn knows_root(self, key: &str) -> bool {
        self.current.roots.contains_key(key) || self.history.chain.tips().contains_key(key)
    }

    /// The snapshot that holds the acknowledged state of a root.
    fn acknowledged(self, key: &str) -> Option<&'a Model> {
        let tip = self.history.chain.tips().get(key)?;
        tip.after.and_then(|_| self.history.snapshots.get(&tip.record))
    }

    /// The changes of some roots by cause.
    fn groups(self, outcome: &Outcome, wanted: impl Fn(&RootComparison) -> bool) -> Vec<Group> {
        let comparisons = outcome.roots.iter().map(|root| &root.comparison).filter(|root| wanted(root));
        let compared = comparisons.map(|comparison| Compared {
            comparison,
            before: self.acknowledged(&comparison.key),
            after: self.current.roots.contains_key(&comparison.key).then_some(self.current),
        });
        group(&compared.collect::<Vec<_>>())
    }

    fn page(self, name: &str, outcome: &Outcome) -> Result<Page, Error> {
        let event = format!("event:{name}");
        if let Some(key) = [name, &event].into_iter().find(|key| self.knows_root(key)) {
            return Ok(self.root_page(key, outcome));
        }
        if let Some(id) = self.current.types.get(name) {
            return Ok(self.type_page(name, *id, outcome));
        }
        if let Some(record) = self.history.chain.get(name) {
            return Ok(self.record_page(record));
        }
        self.fingerprint_page(name).ok_or_else(|| {
            let message = format!("found no root, shared type, record, fingerprint or kind of change named `{name}`");
            Error::new(&UNKNOWN_SUBJECT, message)
        })
    }

    fn root_page(self, key: &str, outcome: &Outcome) -> Page {
        let model = if self.current.roots.contains_key(key) { Some(self.current) } else { self.acknowledged(key) };
        let root = model.and_then(|model| model.roots.get(key).map(|root| (model, root)));
        let mut facts = Vec::new();
        let mut sections = Vec::new();
        if let Some((model, root)) = root {
            facts.extend(root_facts(root));
            facts.extend(
                model.bundle.roots.get(key).and_then(|root| root.source.clone()).map(|file| ("declared in", file)),
            );
            sections.push(("Type", sketch(model, None, root.schema)));
            if let Some(writes) = root.writes.filter(|writes| *writes != root.schema) {
                sections.push(("Writes", sketch(model, None, writes)));
            }
        }
        if let Some(tip) = self.history.chain.tips().get(key) {
            facts.push(("acknowledged", tip.after.map_or("removed".to_owned(), |digest| digest.to_string())));
            let line = self.history.chain.lineage(key, &tip.record);
            sections.push((
                "History",
                line.iter().map(|record| format!("{}: {}", record.id, record.prose.summary)).collect(),
            ));
        }
        let mine = outcome.roots.iter().find(|root| root.comparison.key == key);
        facts.extend(mine.map(|root| ("pending", root.comparison.verdict.name().to_owned())));
        Page {
            subject: "root",
            name: key.to_owned(),
            summary: String::new(),
            facts,
            sections,
            groups: self.groups(outcome, |root| root.key == key),
        }
    }

    fn type_page(self, name: &str, id: NodeId, outcome: &Outcome) -> Page {
        let reach = roots_of(self.current, id);
        let mut groups = self.groups(outcome, |_| true);
        groups
            .retain(|group| group.shared.as_deref().is_some_and(|shared| shared.split(" → ").any(|part| part == name)));
        let counts = format!("{} of {}", reach.len(), self.current.roots.len());
        Page {
            subject: "type",
            name: name.to_owned(),
            summary: String::new(),
            facts: vec![("hash", self.current.graph.hash(id).to_string()), ("roots that reach it", counts)],
            sections: vec![("Type", sketch(self.current, None, id)), ("Roots", reach)],
            groups,
        }
    }

    fn record_page(self, record: &Record) -> Page {
        let mut comparisons = Vec::new();
        for change in &record.changes {
            let before = change.previous.as_ref().and_then(|id| self.history.snapshots.get(id));
            let after = change.after.and_then(|_| self.history.snapshots.get(&record.id));
            let sides =
                (before.and_then(|model| model.side(&change.root)), after.and_then(|model| model.side(&change.root)));
            let options = Options { raised: record.raised.clone(), ..Options::default() };
            let comparison = compare_root(&change.root, sides.0, sides.1, &options);
            comparisons.push((comparison, before, after));
        }
        let compared = comparisons.iter().map(|(comparison, before, after)| Compared {
            comparison,
            before: *before,
            after: *after,
        });
        let compared: Vec<Compared<'_>> = compared.collect();
        let changes = record.changes.iter().map(|change| {
            let after = change.after.map_or("removed".to_owned(), |digest| digest.short());
            let decision = if record.baseline { "baseline" } else { change.decision.name() };
            let previous = change.previous.as_deref().map_or(String::new(), |id| format!(", after {id}"));
            format!("{} {after} {decision}{previous}", change.root)
        });
        let mut facts = vec![("compatibility", record.prose.compatibility.clone())];
        facts.push(("verification", record.prose.verification.clone()));
        facts.extend(self.history.accepted_by(&record.id).map(|version| ("finalized in", format!("v{version}"))));
        Page {
            subject: "record",
            name: record.id.clone(),
            summary: record.prose.summary.clone(),
            facts,
            sections: vec![("Roots", changes.collect())],
            // A baseline has no predecessors: every root would be one addition.
            groups: if record.baseline { Vec::new() } else { group(&compared) },
        }
    }

    /// Everything that has a fingerprint or type hash which starts with these digits.
    fn fingerprint_page(self, digits: &str) -> Option<Page> {
        let hexadecimal = digits.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
        if digits.len() < DIGITS || !hexadecimal {
            return None;
        }
        let states = self.history.chain.records().rev().filter_map(|record| {
            let model = self.history.snapshots.get(&record.id)?;
            Some((format!("as {} left it", record.id), model))
        });
        let mut found: Vec<(Digest, String)> = Vec::new();
        let mut text = None;
        for (when, model) in std::iter::once(("now".to_owned(), self.current)).chain(states) {
            let roots = model.roots.iter().map(|(key, root)| (root.fingerprint, format!("root {key}"), root.schema));
            let types = model.types.iter().map(|(name, id)| (model.graph.hash(*id), format!("type {name}"), *id));
            for (digest, what, id) in roots.chain(types).filter(|(digest, ..)| digest.to_string().starts_with(digits)) {
                found.push((digest, format!("{digest} {what}, {when}")));
                text.get_or_insert_with(|| sketch(model, None, id));
            }
        }
        let (first, _) = found.first()?;
        let alone = found.iter().all(|(digest, _)| digest == first);
        let mut sections = vec![("Stands for", found.iter().map(|(_, line)| line.clone()).collect())];
        sections.extend(text.filter(|_| alone).map(|text| ("Type", text)));
        let name = if alone { first.to_string() } else { digits.to_owned() };
        Some(Page { subject: "fingerprint", name, sections, ..Page::default() })
    }
}

fn root_facts(root: &ModelRoot) -> Vec<(&'static str, String)> {
    let kind = match root.header.kind {
        RootKind::Header => "header",
        RootKind::Envelope => "envelope",
        RootKind::Event if root.header.surface => "event, surface",
        RootKind::Event => "event, ordinary",
    };
    vec![("kind", kind.to_owned()), ("fingerprint", root.fingerprint.to_string())]
}
