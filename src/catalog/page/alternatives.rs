//! The alternatives of a union, in a table with one row each: how they are told apart, and what their author says of them.

use super::super::rewrite::target;
use super::markdown::{code, text};
use super::sections::{Page, STEPS, description, member};
use crate::graph::{Digest, Graph, Json, Members, Node, NodeId, ObjectNode};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Properties that usually tell alternatives apart, in the order in which they are tried.
const USUAL: &[&str] = &["kind", "type", "role", "form", "event", "op"];

/// The property that tells most of the object alternatives apart: a required literal in at least two of them, with at
/// least two values.
fn discriminator(graph: &Graph, members: &[NodeId]) -> Option<String> {
    let objects: Vec<&ObjectNode> = members
        .iter()
        .filter_map(|member| match graph.node(*member) {
            Node::Object(object) => Some(object),
            _ => None,
        })
        .collect();
    let names: BTreeSet<&str> =
        objects.iter().flat_map(|object| object.properties.keys().map(|name| &**name)).collect();
    let usual = USUAL.iter().copied().filter(|name| names.contains(name));
    let candidates = usual.chain(names.iter().copied().filter(|name| !USUAL.contains(name)));
    candidates
        .filter(|name| {
            let values: Vec<Vec<Json>> = objects.iter().filter_map(|object| literals(graph, object, name)).collect();
            values.len() >= 2 && values.iter().collect::<BTreeSet<_>>().len() >= 2
        })
        .map(str::to_owned)
        .next()
}

/// The literals that a required property of an object is one of.
fn literals(graph: &Graph, object: &ObjectNode, name: &str) -> Option<Vec<Json>> {
    let property = object.properties.get(name).filter(|property| property.required)?;
    let literal = |node: NodeId| match graph.node(node) {
        Node::Literal(value) => Some(value.clone()),
        _ => None,
    };
    match graph.node(property.ty) {
        Node::Union(union) if !union.other => {
            let mut values = union.members.iter().map(|m| literal(*m)).collect::<Option<Vec<_>>>()?;
            values.sort();
            Some(values)
        }
        _ => literal(property.ty).map(|value| vec![value]),
    }
}

/// A row: the value of the discriminator, the type, the description.
type Cells = (String, String, String);

impl Page<'_> {
    /// A table of alternatives, or an expression where that says as much. `schema` is the union as authored.
    pub fn alternatives(&self, out: &mut String, node: NodeId, members: &[NodeId], schema: &Json) {
        let graph = &self.model.graph;
        let tag = discriminator(graph, members);
        let said = self.said(schema, tag.as_deref());
        let mut rows: Vec<Cells> = Vec::new();
        for member in members {
            let values = match (&tag, graph.node(*member)) {
                (Some(tag), Node::Object(object)) => literals(graph, object, tag).unwrap_or_default(),
                _ => Vec::new(),
            };
            let literal = match graph.node(*member) {
                Node::Literal(value) => vec![value.clone()],
                _ => Vec::new(),
            };
            let shown: Vec<String> = values.iter().map(|value| code(&value.compact())).collect();
            let known = [Known::Type(graph.hash(*member)), Known::Tag(values), Known::Literal(literal)];
            let found = known.iter().find_map(|known| said.get(known));
            // Alternatives that look alike here: none of what is said can be told to be of this one.
            let said = found.filter(|found| found.len() == 1).into_iter().flatten().cloned().collect();
            rows.push((shown.join(", "), self.linked(*member), said));
        }
        rows.sort();
        let described = rows.iter().any(|(_, _, said)| !said.is_empty());
        let plain = |member: &NodeId| !self.is_named(*member) && !matches!(graph.node(*member), Node::Object(_));
        if tag.is_none() && !described && members.iter().all(plain) {
            let _ = writeln!(out, "{}\n", code(&self.expressions.spelled_out(node)));
            return;
        }
        let row = |value: &str, alternative: &str, said: &str| {
            let first = tag.as_ref().map(|_| value);
            let cells = first.into_iter().chain([alternative]).chain(described.then_some(said));
            format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
        };
        out.push_str(&row(&tag.as_deref().map(code).unwrap_or_default(), "alternative", ""));
        let columns = 1 + usize::from(tag.is_some()) + usize::from(described);
        let _ = writeln!(out, "|{}", "---|".repeat(columns));
        rows.iter().for_each(|(value, alternative, said)| out.push_str(&row(value, alternative, said)));
        out.push('\n');
    }

    /// What the author says of the alternatives of a union, those of unions inside it included.
    fn said(&self, schema: &Json, tag: Option<&str>) -> BTreeMap<Known, BTreeSet<String>> {
        let defs = &self.model.bundle.defs;
        let mut said: BTreeMap<Known, BTreeSet<String>> = BTreeMap::new();
        let mut seen: BTreeSet<*const Json> = BTreeSet::new();
        let mut open = vec![schema];
        while let Some(schema) = open.pop() {
            if !seen.insert(schema) {
                continue;
            }
            let operands = schema.get("allOf").and_then(Json::as_array).unwrap_or_default();
            open.extend(target(schema, defs).map(|(_, schema)| schema).into_iter().chain(operands));
            let unions = ["oneOf", "anyOf"].into_iter().filter_map(|keyword| schema.get(keyword)?.as_array());
            for item in unions.flatten() {
                let ty = target(item, defs).and_then(|(name, _)| self.model.types.get(name));
                let ty = ty.map(|node| self.model.graph.hash(*node));
                open.push(item);
                let first = description(item, defs, STEPS).map(first_paragraph).filter(|first| !first.is_empty());
                let Some(first) = first else { continue };
                let tagged = tag.and_then(|tag| values(member(item, tag, defs, STEPS)?, defs)).map(Known::Tag);
                let known = [ty.map(Known::Type), tagged, values(item, defs).map(Known::Literal)];
                for known in known.into_iter().flatten() {
                    said.entry(known).or_default().insert(first.clone());
                }
            }
        }
        said
    }
}

/// What an authored alternative is recognised by.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Known {
    Type(Digest),
    Tag(Vec<Json>),
    Literal(Vec<Json>),
}

fn first_paragraph(said: &str) -> String {
    text(said.replace("\r\n", "\n").trim().split("\n\n").next().unwrap_or_default())
}

/// The literals that a schema as authored is one of, sorted.
fn values(schema: &Json, defs: &Members) -> Option<Vec<Json>> {
    let schema = target(schema, defs).map_or(schema, |(_, schema)| schema);
    let single = schema.get("const").map(|value| vec![value.clone()]);
    let mut values = single.or_else(|| schema.get("enum")?.as_array().map(<[Json]>::to_vec))?;
    values.sort();
    Some(values)
}
