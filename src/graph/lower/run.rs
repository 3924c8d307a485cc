//! The stages of lowering, one after another.

use super::expand::Expander;
use super::legality::{self, Marks};
use super::lowerer::{Lowerer, Mode, Policies};
use super::places::{Documents, PlaceId, Places};
use super::{Document, Load, Lowered, Options, SchemaAt, cycle};
use crate::graph::canon::{Canonical, Work, quotient, settle};
use crate::graph::codes::REFERENCE_CYCLE;
use crate::graph::diagnostic::{Diagnostic, Error};
use crate::graph::node::NodeId;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Rounds of expanding what settling opened; each one goes a level of `not` deeper.
const MAX_ROUNDS: usize = 16;

/// Lowers schemas into one canonical graph (docs/graph.md).
///
/// `load` is asked for documents that relative references name, by normalised path; `|_| Ok(None)` where there are none.
///
/// ```
/// use schemagate::graph::{Document, Json, Options, SchemaAt, lower};
/// let document = |text: &str| -> Result<Document, schemagate::Error> {
///     Ok(Document { name: "a.json".into(), json: Json::parse(text.as_bytes())?.into() })
/// };
/// let documents = [document(r#"{"enum": ["a", "b"]}"#)?, document(r#"{"anyOf": [{"const": "b"}, {"const": "a"}]}"#)?];
/// let roots = [0, 1].map(|document| SchemaAt { document, pointer: String::new() });
/// let lowered = lower(&documents, &roots, &Options::default(), &|_| Ok(None))?;
/// assert_eq!(lowered.roots[0], lowered.roots[1]);
/// # Ok::<(), schemagate::Error>(())
/// ```
///
/// # Errors
/// Every code of the schema stage, with the document's name and the JSON pointer.
pub fn lower(documents: &[Document], roots: &[SchemaAt], options: &Options, load: &Load<'_>) -> Result<Lowered, Error> {
    let documents = Documents::load(documents, load);
    let mut lowerer = Lowerer::new(Places::new(&documents, options, roots), options, Policies::new());
    let ids = request(&mut lowerer, roots)?;
    if lowerer.bound.is_empty() {
        return conclude(lowerer, &ids);
    }
    // Which kinds qualify is read off the canonical alternatives; with that known, everything is lowered for good.
    let policies = policies(lowerer, &ids)?;
    let mut lowerer = Lowerer::new(Places::new(&documents, options, roots), options, policies);
    let ids = request(&mut lowerer, roots)?;
    conclude(lowerer, &ids)
}

fn request(lowerer: &mut Lowerer<'_>, roots: &[SchemaAt]) -> Result<Vec<NodeId>, Error> {
    let ids = roots.iter().map(|root| lowerer.root(root.document, &root.pointer)).collect::<Result<_, _>>()?;
    lowerer.run()?;
    Ok(ids)
}

/// Expands and canonicalises; nodes of interest are given like roots.
fn canonicalise(
    nodes: Vec<Work>,
    placed: &HashMap<NodeId, PlaceId>,
    places: &Places<'_>,
    wanted: &[NodeId],
) -> Result<Canonical, Error> {
    let locate = |place: Option<PlaceId>, diagnostic: Diagnostic| match place {
        Some(place) => places.locate(place, "", diagnostic),
        None => diagnostic,
    };
    if let Some(id) = cycle::find(&nodes) {
        let diagnostic =
            Diagnostic::new(&REFERENCE_CYCLE, "found a schema that refers to itself with no property or item between");
        return Err(locate(placed.get(&id).copied(), diagnostic).into());
    }
    // Places stay known through the quotient by asking for their nodes as further roots.
    let mut asked = wanted.to_vec();
    let mut with_place: Vec<(NodeId, PlaceId)> = placed.iter().map(|(id, place)| (*id, *place)).collect();
    with_place.sort_unstable();
    asked.extend(with_place.iter().map(|(id, _)| *id));
    let (nodes, classes) = quotient(&nodes, &asked);
    let mut place_of: BTreeMap<NodeId, PlaceId> = BTreeMap::new();
    for (class, (_, place)) in classes[wanted.len()..].iter().zip(&with_place) {
        place_of.entry(*class).and_modify(|known| *known = (*known).min(*place)).or_insert(*place);
    }
    let has_place = |id: NodeId| place_of.contains_key(&id);
    let expanded = Expander::new(nodes, &has_place).run(&classes[..wanted.len()]);
    let (nodes, roots) =
        expanded.map_err(|(at, diagnostic)| locate(at.and_then(|id| place_of.get(&id).copied()), diagnostic))?;
    let mut settled = settle(&nodes, &roots);
    // What only settling shows may give operands that were kept a plain form; so on until nothing changes.
    for _ in 0..MAX_ROUNDS {
        let Some((nodes, roots)) = settled.reopened() else { break };
        let before = settled.hashes();
        let expanded = Expander::new(nodes, &|_| false).run(&roots);
        let (nodes, roots) = expanded.map_err(|(_, diagnostic)| locate(None, diagnostic))?;
        settled = settle(&nodes, &roots);
        if settled.hashes() == before {
            break;
        }
    }
    Ok(settled.finish())
}

fn policies(lowerer: Lowerer<'_>, ids: &[NodeId]) -> Result<Policies, Error> {
    let mut lowerer = lowerer;
    let bound = std::mem::take(&mut lowerer.bound);
    let reserved_kinds = lowerer.options().reserved_kinds.clone();
    let mut asked: Vec<(PlaceId, NodeId)> = Vec::new();
    for source in bound.values() {
        asked.push((source.place, lowerer.node(source.place, Mode::Plain)));
        for (place, _) in &source.alternatives {
            asked.push((*place, lowerer.node(*place, Mode::Plain)));
        }
    }
    lowerer.run()?;
    let (nodes, placed, places) = lowerer.finish();
    let mut wanted: Vec<NodeId> = asked.iter().map(|(_, id)| *id).collect();
    wanted.extend(ids);
    let canonical = canonicalise(nodes, &placed, &places, &wanted)?;
    let found: HashMap<PlaceId, NodeId> =
        asked.iter().zip(&canonical.roots).map(|((place, _), id)| (*place, *id)).collect();
    let node = |place: PlaceId| found.get(&place).copied().unwrap_or(NodeId(0));
    bound
        .iter()
        .map(|(place, source)| {
            let policy = legality::qualified(&canonical.graph, source, &node, &reserved_kinds, &places)?;
            Ok((std::ptr::from_ref(places.json(*place)), Arc::new(policy)))
        })
        .collect()
}

fn conclude(mut lowerer: Lowerer<'_>, ids: &[NodeId]) -> Result<Lowered, Error> {
    Error::check(lowerer.stray_annotations())?;
    let warnings = std::mem::take(&mut lowerer.warnings);
    let reserved = std::mem::take(&mut lowerer.reserved);
    let aliased = std::mem::take(&mut lowerer.aliased);
    let bound = std::mem::take(&mut lowerer.bound);
    let others = std::mem::take(&mut lowerer.others);
    let (nodes, placed, places) = lowerer.finish();
    let mut wanted = ids.to_vec();
    wanted.extend(others.iter().map(|(_, id)| *id));
    let mut canonical = canonicalise(nodes, &placed, &places, &wanted)?;
    let other_ids = canonical.roots.split_off(ids.len());
    let others: Vec<(PlaceId, NodeId)> = others.iter().map(|(place, _)| *place).zip(other_ids).collect();
    let marks = Marks { places: &places, reserved: &reserved, aliased: &aliased, bound: &bound, others: &others };
    legality::check(&canonical.graph, &marks)?;
    Ok(Lowered { graph: canonical.graph, roots: canonical.roots, warnings })
}
