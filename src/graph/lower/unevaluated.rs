//! `unevaluatedProperties` and `unevaluatedItems`: tails where what they see is known, residual where not (rewrite 12).

use super::lowerer::{Lowerer, Mode};
use super::merge;
use super::places::PlaceId;
use super::typed::SCALARS;
use crate::graph::canon::Work;
use crate::graph::diagnostic::Error;
use crate::graph::json::{Json, Members, escape_token};
use crate::graph::node::{ArrayNode, Node, NodeId, ObjectNode, Property, UnionNode};
use crate::graph::number::Number;
use crate::graph::pattern::pattern_matches;
use std::collections::BTreeSet;

/// What the unevaluated keywords of a schema come to.
#[derive(Default)]
pub(super) struct Evaluated {
    /// Types that hold too: what is left over is closed, everything else open.
    pub operands: Vec<NodeId>,
    /// The type of names left over beside patterns, and the same as a type of its own: operands with patterns do not
    /// merge, so that this closes what the operands come to.
    pub closing: Option<(NodeId, NodeId)>,
    /// Constraints that hold the keywords with every operand they look at.
    pub constraints: Vec<NodeId>,
}

/// What a schema evaluates through `allOf` and `$ref` alone.
#[derive(Default)]
struct Sees {
    every_name: bool,
    every_item: bool,
    names_unknown: bool,
    items_unknown: bool,
    declared: BTreeSet<String>,
    required: BTreeSet<String>,
    patterns: BTreeSet<String>,
    positions: usize,
}

/// Keywords that apply schemas to the same value and evaluate what those do; `not` evaluates nothing.
const IN_PLACE: &[&str] = &["allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "dependencies"];

impl Evaluated {
    /// Reads the unevaluated keywords of the schema at a place.
    pub fn read(lowerer: &mut Lowerer<'_>, place: PlaceId) -> Result<Evaluated, Error> {
        let dialect = lowerer.places().dialect(place);
        let present = |name| lowerer.keyword(place, name).is_some_and(|found| dialect.knows(found.name));
        let (names, items) = (present("unevaluatedProperties"), present("unevaluatedItems"));
        let mut evaluated = Evaluated::default();
        if !names && !items {
            return Ok(evaluated);
        }
        let sees = look(lowerer, place)?;
        if names && !sees.every_name {
            let own = lowerer.part(place, "/unevaluatedProperties")?;
            match sees.left_over() {
                Some(left_over) => evaluated.close_names(lowerer, &sees, own, left_over),
                None => evaluated.constraints.push(constraint(lowerer, place, "unevaluatedProperties", own)?),
            }
        }
        if items && !sees.every_item {
            let own = lowerer.part(place, "/unevaluatedItems")?;
            if sees.items_unknown {
                evaluated.constraints.push(constraint(lowerer, place, "unevaluatedItems", own)?);
            } else {
                let any = lowerer.any();
                let array = ArrayNode { prefix: vec![any; sees.positions], ..merge::plain_array(own) };
                let operand = typeless(lowerer, merge::plain_object(any), array);
                evaluated.operands.push(operand);
            }
        }
        Ok(evaluated)
    }

    fn close_names(&mut self, lowerer: &mut Lowerer<'_>, sees: &Sees, own: NodeId, left_over: Vec<&String>) {
        let any = lowerer.any();
        let property = |ty| Property {
            ty,
            required: false,
            reserved: false,
            default: None,
            aliases: BTreeSet::new(),
            policy: None,
        };
        let mut closed = merge::plain_object(own);
        closed.properties = sees.declared.iter().map(|name| (lowerer.name(name), property(any))).collect();
        closed.patterns = sees.patterns.iter().map(|pattern| (pattern.clone(), any)).collect();
        let closed = typeless(lowerer, closed, merge::plain_array(any));
        if sees.patterns.is_empty() {
            self.operands.push(closed);
            return;
        }
        self.closing = Some((own, closed));
        if !left_over.is_empty() {
            let mut object = merge::plain_object(any);
            object.properties = left_over.into_iter().map(|name| (lowerer.name(name), property(own))).collect();
            let operand = typeless(lowerer, object, merge::plain_array(any));
            self.operands.push(operand);
        }
    }
}

impl Sees {
    /// Required names that nothing declares: they are left over like any other name. `None` where it is not known what
    /// is evaluated.
    fn left_over(&self) -> Option<Vec<&String>> {
        if self.names_unknown {
            return None;
        }
        let mut all = Vec::new();
        for name in self.required.difference(&self.declared) {
            let matched: Option<Vec<bool>> = self.patterns.iter().map(|p| pattern_matches(p, name)).collect();
            if !matched?.contains(&true) {
                all.push(name);
            }
        }
        Some(all)
    }
}

/// An object, an array, or a value of any other type.
fn typeless(lowerer: &mut Lowerer<'_>, object: ObjectNode, array: ArrayNode) -> NodeId {
    let mut members: Vec<NodeId> = SCALARS.map(|node| lowerer.intern(Work::Node(node()))).to_vec();
    members.push(lowerer.intern(Work::Node(Node::Object(object))));
    members.push(lowerer.intern(Work::Node(Node::Array(array))));
    members.sort_unstable();
    lowerer.intern(Work::Node(Node::Union(UnionNode { members, other: false })))
}

/// Looks through `allOf` and `$ref` at what is evaluated.
fn look(lowerer: &mut Lowerer<'_>, start: PlaceId) -> Result<Sees, Error> {
    let mut sees = Sees::default();
    let mut seen = BTreeSet::new();
    let mut open = vec![start];
    while let Some(place) = open.pop() {
        if !seen.insert(place) {
            continue;
        }
        let Some(members) = lowerer.members(place) else { continue };
        let dialect = lowerer.places().dialect(place);
        let has = |name: &str| members.contains_key(name);
        if has("$ref") {
            match lowerer.reference(place, "$ref")? {
                Some(target) => open.push(target),
                None => {
                    sees.names_unknown = true;
                    sees.items_unknown = true;
                }
            }
            if dialect.ref_hides_siblings() {
                continue;
            }
        }
        let names = |keyword: &str| members.get(keyword).and_then(Json::as_object).into_iter().flatten();
        sees.declared.extend(names("properties").map(|(name, _)| name.clone()));
        sees.patterns.extend(names("patternProperties").map(|(pattern, _)| pattern.clone()));
        let required = members.get("required").and_then(Json::as_array).unwrap_or_default();
        sees.required.extend(required.iter().filter_map(Json::as_str).map(str::to_owned));
        sees.positions = sees.positions.max(positions(members).unwrap_or(0));
        sees.every_name |= has("additionalProperties") || (place != start && has("unevaluatedProperties"));
        sees.every_item |= every_item(members) || (place != start && has("unevaluatedItems"));
        let hidden = ["anyOf", "oneOf", "if", "dependentSchemas", "dependencies", "$dynamicRef", "$recursiveRef"];
        if hidden.iter().any(|k| has(k)) {
            sees.names_unknown = true;
            sees.items_unknown = true;
        }
        sees.items_unknown |= has("contains") && dialect.contains_evaluates();
        if let Some(Json::Array(all)) = members.get("allOf") {
            for i in 0..all.len() {
                open.push(lowerer.child(place, &format!("/allOf/{i}"))?);
            }
        }
    }
    Ok(sees)
}

/// How many positions the schema itself describes.
fn positions(members: &Members) -> Option<usize> {
    ["prefixItems", "items"].into_iter().filter_map(|k| members.get(k)?.as_array()).map(<[Json]>::len).max()
}

/// Whether the schema itself describes all items.
fn every_item(members: &Members) -> bool {
    match members.get("items") {
        Some(Json::Array(_)) => members.contains_key("additionalItems"),
        other => other.is_some(),
    }
}

/// One unevaluated keyword with everything that it looks at: the schema's own keywords as the value, the schemas that
/// apply in place as children behind the keyword's own.
fn constraint(lowerer: &mut Lowerer<'_>, place: PlaceId, keyword: &str, own: NodeId) -> Result<NodeId, Error> {
    let mut children = vec![own];
    children.extend(operand_nodes(lowerer, place)?);
    let value = evaluates(lowerer, place, false).compact();
    Ok(lowerer.constraint(keyword, value, children))
}

/// What the keywords of the schema itself evaluate: names, patterns, positions, or all the rest. `nested` counts its own
/// unevaluated keywords, which leave nothing unevaluated behind.
///
/// Only here it matters that a property of no constraint is declared at all.
fn evaluates(lowerer: &Lowerer<'_>, place: PlaceId, nested: bool) -> Json {
    let mut own = Members::new();
    let Some(members) = lowerer.members(place) else { return Json::Object(own) };
    for keyword in ["properties", "patternProperties"] {
        if let Some(Json::Object(inner)) =
            members.get(keyword).filter(|inner| inner.as_object().is_some_and(|inner| !inner.is_empty()))
        {
            let names = inner.keys().map(|name| Json::from(name.as_str())).collect();
            own.insert(keyword.to_owned(), Json::Array(names));
        }
    }
    let mut all = |keyword: &str, every: bool| {
        if every {
            own.insert(keyword.to_owned(), Json::from(true));
        }
    };
    let has = |name: &str| members.contains_key(name);
    all("additionalProperties", has("additionalProperties") || (nested && has("unevaluatedProperties")));
    all("items", every_item(members) || (nested && has("unevaluatedItems")));
    if let Some(count) = positions(members).filter(|count| *count > 0) {
        own.insert("prefixItems".to_owned(), Json::Number(Number::from(count as i128)));
    }
    Json::Object(own)
}

/// The schemas that apply in place, each with its own operands kept.
fn operand_nodes(lowerer: &mut Lowerer<'_>, place: PlaceId) -> Result<Vec<NodeId>, Error> {
    let mut nodes = Vec::new();
    let Some(members) = lowerer.members(place) else { return Ok(nodes) };
    if let Some(target) = lowerer.reference(place, "$ref")? {
        let node = lowerer.node(target, Mode::Operands);
        nodes.push(lowerer.constraint_node("$ref", String::new(), vec![node]));
    }
    if lowerer.places().dialect(place).contains_evaluates() && members.contains_key("contains") {
        let child = lowerer.part(place, "/contains")?;
        nodes.push(lowerer.constraint_node("contains", String::new(), vec![child]));
    }
    for keyword in IN_PLACE {
        let (text, suffixes): (String, Vec<String>) = match members.get(*keyword) {
            None => continue,
            Some(Json::Array(items)) => {
                (format!("{}", items.len()), (0..items.len()).map(|i| format!("/{keyword}/{i}")).collect())
            }
            Some(Json::Object(inner)) if keyword.starts_with("depend") => {
                let named: Vec<&String> =
                    inner.iter().filter(|(_, v)| !matches!(v, Json::Array(_))).map(|(k, _)| k).collect();
                let names = Json::Array(named.iter().map(|name| Json::from(name.as_str())).collect());
                (names.compact(), named.iter().map(|name| format!("/{keyword}/{}", escape_token(name))).collect())
            }
            Some(_) => (String::new(), vec![format!("/{keyword}")]),
        };
        let mut children = Vec::new();
        for suffix in suffixes {
            let child = lowerer.child(place, &suffix)?;
            children.push(lowerer.node(child, Mode::Operands));
        }
        if !children.is_empty() {
            nodes.push(lowerer.constraint_node(keyword, text, children));
        }
    }
    Ok(nodes)
}

impl Lowerer<'_> {
    /// A node of nothing but one constraint.
    fn constraint_node(&mut self, keyword: &str, value: String, children: Vec<NodeId>) -> NodeId {
        let constraint = self.constraint(keyword, value, children);
        let base = self.any();
        self.intern(Work::Residual { base, constraints: vec![constraint] })
    }

    /// A schema together with the operands that an outer `unevaluated…` looks at.
    pub fn operands(&mut self, place: PlaceId) -> Result<Work, Error> {
        let plain = self.node(place, Mode::Plain);
        let operands = operand_nodes(self, place)?;
        let own = evaluates(self, place, true);
        if operands.is_empty() && own == Json::Object(Members::new()) {
            return Ok(Work::Alias(plain));
        }
        let constraint = self.constraint("operands", own.compact(), operands);
        Ok(Work::Residual { base: plain, constraints: vec![constraint] })
    }
}
