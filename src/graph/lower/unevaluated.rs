//! `unevaluatedProperties` and `unevaluatedItems`: tails where what they see is known, residual where not (rewrite 12).

use super::lowerer::{Lowerer, Mode};
use super::places::PlaceId;
use crate::graph::canon::Work;
use crate::graph::diagnostic::Error;
use crate::graph::json::{Json, Members, escape_token};
use crate::graph::node::NodeId;
use crate::graph::number::Number;
use std::collections::BTreeSet;

/// What the unevaluated keywords of a schema come to.
pub(super) enum Evaluated {
    /// There are none, or everything is evaluated.
    Nothing,
    /// Types of the names and items that nothing else speaks of.
    Known { names: Option<NodeId>, items: Option<NodeId> },
    /// Constraints that hold the keywords with every operand they look at.
    Unknown(Vec<NodeId>),
}

/// What a schema evaluates through `allOf` and `$ref` alone.
#[derive(Default)]
struct Sees {
    every_name: bool,
    every_item: bool,
    names_unknown: bool,
    items_unknown: bool,
}

/// Keywords that apply schemas to the same value.
const IN_PLACE: &[&str] = &["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies"];

impl Evaluated {
    /// Reads the unevaluated keywords of the schema at a place.
    pub fn read(lowerer: &mut Lowerer<'_>, place: PlaceId) -> Result<Evaluated, Error> {
        let dialect = lowerer.places().dialect(place);
        let names = lowerer.keyword(place, "unevaluatedProperties").filter(|k| dialect.knows(k.name)).is_some();
        let items = lowerer.keyword(place, "unevaluatedItems").filter(|k| dialect.knows(k.name)).is_some();
        if !names && !items {
            return Ok(Evaluated::Nothing);
        }
        let sees = look(lowerer, place)?;
        let mut known = (None, None);
        let mut unknown = Vec::new();
        for (keyword, present, every, hidden) in [
            ("unevaluatedProperties", names, sees.every_name, sees.names_unknown),
            ("unevaluatedItems", items, sees.every_item, sees.items_unknown),
        ] {
            if !present || every {
                continue;
            }
            let own = lowerer.part(place, &format!("/{keyword}"))?;
            if hidden {
                unknown.push(constraint(lowerer, place, keyword, own)?);
            } else if keyword == "unevaluatedProperties" {
                known.0 = Some(own);
            } else {
                known.1 = Some(own);
            }
        }
        if !unknown.is_empty() {
            // What one keyword could say plainly stays beside the other as a constraint of its own.
            for (keyword, child) in [("unevaluatedProperties", known.0), ("unevaluatedItems", known.1)] {
                if let Some(child) = child {
                    unknown.push(constraint(lowerer, place, keyword, child)?);
                }
            }
            return Ok(Evaluated::Unknown(unknown));
        }
        match known {
            (None, None) => Ok(Evaluated::Nothing),
            (names, items) => Ok(Evaluated::Known { names, items }),
        }
    }
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
        sees.every_name |= has("additionalProperties") || (place != start && has("unevaluatedProperties"));
        let positions = matches!(members.get("items"), Some(Json::Array(_)));
        sees.every_item |= (has("items") && !positions)
            || (positions && has("additionalItems"))
            || (place != start && has("unevaluatedItems"));
        let hidden =
            ["anyOf", "oneOf", "not", "if", "dependentSchemas", "dependencies", "$dynamicRef", "$recursiveRef"];
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
    let positions = ["prefixItems", "items"].into_iter().filter_map(|k| members.get(k)?.as_array()).map(<[Json]>::len);
    let mut all = |keyword: &str, every: bool| {
        if every {
            own.insert(keyword.to_owned(), Json::from(true));
        }
    };
    let has = |name: &str| members.contains_key(name);
    all("additionalProperties", has("additionalProperties") || (nested && has("unevaluatedProperties")));
    let items = match members.get("items") {
        Some(Json::Array(_)) => has("additionalItems"),
        other => other.is_some(),
    };
    all("items", items || (nested && has("unevaluatedItems")));
    if let Some(count) = positions.max().filter(|count| *count > 0) {
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
