//! The engine on real snapshots: what records changed, and what is pending.

use super::chain::{Chain, Tip};
use super::checkpoint::Checkpoint;
use super::judge::Engine;
use super::load::History;
use super::record::{Record, RootChange};
use crate::catalog::Model;
use crate::compare::{ChangeKind, Options, RootComparison, Side, Verdict, compare_root, obligations};
use crate::graph::{Json, Node};
use std::collections::{BTreeMap, BTreeSet};

/// The snapshots of records, compared when asked.
#[derive(Clone, Copy)]
pub(super) struct Snapshots<'a> {
    pub chain: &'a Chain,
    pub models: &'a BTreeMap<String, Model>,
    /// A record that is not written yet, with its snapshot.
    pub added: Option<(&'a str, &'a Model)>,
}

impl<'a> Snapshots<'a> {
    /// The snapshot of a record.
    pub fn model(&self, record: &str) -> Option<&'a Model> {
        match self.added {
            Some((id, model)) if id == record => Some(model),
            Some(_) | None => self.models.get(record),
        }
    }

    /// A root as a record left it.
    fn side(&self, record: &str, root: &str) -> Option<Side<'a>> {
        self.model(record)?.side(root)
    }

    /// A root as the records before `last` left it, oldest first.
    fn earlier(&self, root: &str, last: &str) -> Vec<Side<'a>> {
        let line = self.chain.lineage(root, last);
        line.iter().skip(1).rev().filter_map(|record| self.side(&record.id, root)).collect()
    }

    /// Compares a root as a record left it with what it became.
    fn compare(
        &self,
        root: &str,
        tip: Option<&Tip>,
        after: Option<Side<'a>>,
        raised: &BTreeSet<ChangeKind>,
    ) -> RootComparison {
        let before = tip.and_then(|tip| self.side(&tip.record, root));
        let earlier = tip.map(|tip| self.earlier(root, &tip.record)).unwrap_or_default();
        let options = Options { raised: raised.clone(), earlier, ..Options::default() };
        compare_root(root, before, after, &options)
    }
}

impl Engine for Snapshots<'_> {
    fn compare(&self, record: &Record, change: &RootChange) -> Option<RootComparison> {
        let root = &change.root;
        let after = match change.after {
            Some(_) => Some(self.side(&record.id, root)?),
            None => None,
        };
        let tip = match &change.previous {
            None => None,
            Some(previous) => {
                let before = self.chain.get(previous)?.change(root)?;
                if before.after.is_some() {
                    self.side(previous, root)?;
                }
                Some(Tip { record: previous.clone(), after: before.after })
            }
        };
        Some(self.compare(root, tip.as_ref(), after, &record.raised))
    }

    fn obligations(&self, _record: &Record, comparisons: &[RootComparison]) -> BTreeMap<String, BTreeSet<String>> {
        let raised = obligations(comparisons, []);
        raised.into_iter().map(|raised| (raised.question.name.to_owned(), raised.roots.into_iter().collect())).collect()
    }
}

impl History {
    fn snapshots(&self) -> Snapshots<'_> {
        Snapshots { chain: &self.chain, models: &self.snapshots, added: None }
    }

    /// Compares every root of the current source with where its history ends, by key; identical ones too.
    pub fn pending(&self, current: &Model, raised: &BTreeSet<ChangeKind>) -> Vec<RootComparison> {
        self.against(self.chain.tips(), current, raised)
    }

    /// Compares every root of the current source with what a checkpoint froze, by key.
    pub fn since(&self, checkpoint: &Checkpoint, current: &Model) -> Vec<RootComparison> {
        self.against(&self.chain.tips_of(&checkpoint.ids()), current, &BTreeSet::new())
    }

    fn against(
        &self,
        tips: &BTreeMap<String, Tip>,
        current: &Model,
        raised: &BTreeSet<ChangeKind>,
    ) -> Vec<RootComparison> {
        let live = tips.iter().filter(|(_, tip)| tip.after.is_some()).map(|(key, _)| key);
        let keys: BTreeSet<&String> = current.roots.keys().chain(live).collect();
        let compare = |key: &String| {
            let tip = tips.get(key);
            let before = tip.and_then(|tip| tip.after);
            let after = current.roots.get(key).map(|root| root.fingerprint);
            if before == after {
                return RootComparison {
                    key: key.clone(),
                    verdict: Verdict::Identical,
                    before,
                    after,
                    changes: Vec::new(),
                };
            }
            self.snapshots().compare(key, tip, current.side(key), raised)
        };
        keys.into_iter().map(compare).collect()
    }
}

/// The literal integer of a property of a root.
pub(crate) fn literal_version(model: &Model, root: &str, property: &str) -> Option<u64> {
    let Node::Object(object) = model.graph.node(model.roots.get(root)?.schema) else { return None };
    let property = object.properties.get(property)?;
    match model.graph.node(property.ty) {
        Node::Literal(Json::Number(number)) => number.as_u64(),
        _ => None,
    }
}
