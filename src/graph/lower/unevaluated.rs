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
use std::collections::{BTreeMap, BTreeSet};

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

/// One unevaluated keyword with everything that it looks at: what is evaluated in any case as the value, and behind the
/// keyword's own schema one operand that holds the schemas which may apply in place.
fn constraint(lowerer: &mut Lowerer<'_>, place: PlaceId, keyword: &str, own: NodeId) -> Result<NodeId, Error> {
    let places = together(lowerer, place)?;
    let value = evaluates(lowerer, &places, false).compact();
    let mut children = vec![own];
    children.extend(operand_node(lowerer, &places)?);
    Ok(lowerer.constraint(keyword, value, children))
}

/// The schema and all that `allOf` and `$ref` put beside it, itself first: to be split up or shared changes nothing.
fn together(lowerer: &mut Lowerer<'_>, start: PlaceId) -> Result<Vec<PlaceId>, Error> {
    let mut found = Vec::new();
    let mut open = vec![start];
    while let Some(place) = open.pop() {
        if found.contains(&place) {
            continue;
        }
        found.push(place);
        let Some(members) = lowerer.members(place) else { continue };
        open.extend(lowerer.reference(place, "$ref")?);
        if members.contains_key("$ref") && lowerer.places().dialect(place).ref_hides_siblings() {
            continue;
        }
        for i in 0..members.get("allOf").and_then(Json::as_array).map_or(0, <[Json]>::len) {
            open.push(lowerer.child(place, &format!("/allOf/{i}"))?);
        }
    }
    Ok(found)
}

/// What the keywords of some schemas evaluate together: names, patterns, positions, or all the rest. An unevaluated
/// keyword leaves nothing unevaluated behind; that of the first schema counts only if it is `nested`.
///
/// Only here it matters that a property of no constraint is declared at all.
fn evaluates(lowerer: &Lowerer<'_>, places: &[PlaceId], nested: bool) -> Json {
    let mut names: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let (mut every_name, mut all_items, mut count) = (false, false, 0);
    for (i, &place) in places.iter().enumerate() {
        let Some(members) = lowerer.members(place) else { continue };
        let has = |name: &str| members.contains_key(name);
        for keyword in ["properties", "patternProperties"] {
            if let Some(Json::Object(inner)) = members.get(keyword) {
                names.entry(keyword).or_default().extend(inner.keys().map(String::as_str));
            }
        }
        let counts = nested || i > 0;
        every_name |= has("additionalProperties") || (counts && has("unevaluatedProperties"));
        all_items |= every_item(members) || (counts && has("unevaluatedItems"));
        count = count.max(positions(members).unwrap_or(0));
    }
    let mut own = Members::new();
    for (keyword, names) in names.into_iter().filter(|(_, names)| !names.is_empty()) {
        own.insert(keyword.to_owned(), Json::Array(names.into_iter().map(Json::from).collect()));
    }
    if every_name {
        own.insert("additionalProperties".to_owned(), Json::from(true));
    }
    if all_items {
        own.insert("items".to_owned(), Json::from(true));
    }
    if count > 0 {
        own.insert("prefixItems".to_owned(), Json::Number(Number::from(count as i128)));
    }
    Json::Object(own)
}

/// One node that holds the schemas which may apply in place, each with its own operands kept; `None` where none may.
fn operand_node(lowerer: &mut Lowerer<'_>, places: &[PlaceId]) -> Result<Option<NodeId>, Error> {
    let mut constraints = Vec::new();
    for &place in places {
        operand_constraints(lowerer, place, &mut constraints)?;
    }
    if constraints.is_empty() {
        return Ok(None);
    }
    constraints.sort_unstable();
    let base = lowerer.any();
    Ok(Some(lowerer.intern(Work::Residual { base, constraints })))
}

fn operand_constraints(lowerer: &mut Lowerer<'_>, place: PlaceId, constraints: &mut Vec<NodeId>) -> Result<(), Error> {
    let Some(members) = lowerer.members(place) else { return Ok(()) };
    if lowerer.places().dialect(place).contains_evaluates() && members.contains_key("contains") {
        let child = lowerer.part(place, "/contains")?;
        constraints.push(lowerer.constraint("contains", String::new(), vec![child]));
    }
    for keyword in ["anyOf", "oneOf"] {
        let mut alternatives = Vec::new();
        for i in 0..members.get(keyword).and_then(Json::as_array).map_or(0, <[Json]>::len) {
            let operand = operand_at(lowerer, place, &format!("/{keyword}/{i}"))?;
            alternatives.push(lowerer.constraint("alternative", String::new(), vec![operand]));
        }
        if !alternatives.is_empty() {
            // A residual holds its constraints in no order, as alternatives have none.
            alternatives.sort_unstable();
            let base = lowerer.any();
            let all = lowerer.intern(Work::Residual { base, constraints: alternatives });
            constraints.push(lowerer.constraint(keyword, String::new(), vec![all]));
        }
    }
    let present: Vec<&str> = ["if", "then", "else"].into_iter().filter(|k| members.contains_key(*k)).collect();
    if present.first() == Some(&"if") && lowerer.places().dialect(place).knows("if") {
        let mut children = Vec::new();
        for keyword in &present {
            children.push(operand_at(lowerer, place, &format!("/{keyword}"))?);
        }
        let names = Json::Array(present.iter().map(|keyword| Json::from(*keyword)).collect());
        constraints.push(lowerer.constraint("if", names.compact(), children));
    }
    for keyword in ["dependentSchemas", "dependencies"] {
        let inner = members.get(keyword).and_then(Json::as_object).into_iter().flatten();
        for (name, _) in inner.filter(|(_, value)| !matches!(value, Json::Array(_))) {
            let operand = operand_at(lowerer, place, &format!("/{keyword}/{}", escape_token(name)))?;
            let name = Json::from(name.as_str()).compact();
            constraints.push(lowerer.constraint("dependentSchemas", name, vec![operand]));
        }
    }
    Ok(())
}

fn operand_at(lowerer: &mut Lowerer<'_>, place: PlaceId, suffix: &str) -> Result<NodeId, Error> {
    let child = lowerer.child(place, suffix)?;
    Ok(lowerer.node(child, Mode::Operands))
}

impl Lowerer<'_> {
    /// A schema together with the operands that an outer `unevaluated…` looks at.
    pub fn operands(&mut self, place: PlaceId) -> Result<Work, Error> {
        let plain = self.node(place, Mode::Plain);
        let places = together(self, place)?;
        let own = evaluates(self, &places, true);
        let operand = operand_node(self, &places)?;
        if operand.is_none() && own == Json::Object(Members::new()) {
            return Ok(Work::Alias(plain));
        }
        let constraint = self.constraint("operands", own.compact(), operand.into_iter().collect());
        Ok(Work::Residual { base: plain, constraints: vec![constraint] })
    }
}
