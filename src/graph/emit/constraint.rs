//! Constraints written back as the keywords they came from.

use super::write::{Schema, Writer, integer, one};
use crate::graph::json::{Json, Members};
use crate::graph::node::{Constraint, Graph, Node, NodeId};

impl Writer<'_> {
    /// A type that is a base and constraints.
    pub(super) fn residual(&self, base: Json, constraints: &[Constraint]) -> Json {
        if let Some(at) = constraints.iter().position(|constraint| constraint.keyword == OPERANDS) {
            // An operand of an outer unevaluated keyword: what it asserts, and what it evaluates.
            let rest: Vec<Constraint> = [&constraints[..at], &constraints[at + 1..]].concat();
            let mut whole = self.evaluated(&constraints[at].value, &constraints[at].children);
            whole.beside(unseen(self.residual(base, &rest)));
            return whole.json();
        }
        let mut whole = Schema::default();
        if base != Json::Bool(true) {
            whole.also(base);
        }
        let mut dependent = Members::new();
        for constraint in constraints {
            let value = Json::parse(constraint.value.as_bytes()).unwrap_or(Json::Null);
            match (&*constraint.keyword, &constraint.children[..], &value) {
                ("dependentSchemas", [child], Json::String(name)) if !dependent.contains_key(name) => {
                    dependent.insert(name.clone(), self.place(*child));
                }
                ("allOf", [operand], _) => whole.beside(self.place(*operand)),
                ("unevaluatedProperties" | "unevaluatedItems", [own, operands @ ..], Json::Object(_)) => {
                    // It sees its own keywords and operands only: it stands apart from the base.
                    let mut apart = self.evaluated(&constraint.value, operands);
                    apart.set(&constraint.keyword, self.place(*own));
                    whole.beside(apart.json());
                }
                _ => whole.also(self.constraint(constraint, value)),
            }
        }
        if !dependent.is_empty() {
            whole.also(one("dependentSchemas", Json::Object(dependent)));
        }
        whole.json()
    }

    /// One constraint by itself; its value and its children together are what stood behind the keyword.
    fn constraint(&self, constraint: &Constraint, value: Json) -> Json {
        let Constraint { keyword, value: _, children } = constraint;
        let mut places = children.iter().map(|&child| self.place(child));
        let value = match value {
            Json::Array(names) if keyword == "if" => {
                let named = names.iter().filter_map(Json::as_str).map(str::to_owned).zip(places);
                return Json::Object(named.collect());
            }
            Json::String(name) if keyword == "dependentSchemas" => {
                Json::Object(name_each(&[Json::String(name)], places))
            }
            // A dynamic reference leads to one of its targets.
            Json::String(_) if keyword.starts_with('$') && !children.is_empty() => {
                let mut targets: Vec<Json> = places.collect();
                return if targets.len() == 1 { targets.remove(0) } else { one("anyOf", Json::Array(targets)) };
            }
            Json::Array(names) if !names.is_empty() && !children.is_empty() => Json::Object(name_each(&names, places)),
            Json::Array(_) if !children.is_empty() => Json::Array(places.collect()),
            value => places.next().unwrap_or(value),
        };
        one(keyword, value)
    }
}

/// Keyword of the constraint that keeps the operands of an operand.
const OPERANDS: &str = "operands";

impl Writer<'_> {
    /// Keywords that assert nothing new and evaluate what a schema's own keywords and operands do.
    fn evaluated(&self, own: &str, operands: &[NodeId]) -> Schema {
        let mut schema = Schema::default();
        for (keyword, value) in
            Json::parse(own.as_bytes()).ok().as_ref().and_then(Json::as_object).into_iter().flatten()
        {
            let anything = || Json::Bool(true);
            schema.set(
                keyword,
                match value {
                    Json::Array(names) => Json::Object(name_each(names, std::iter::repeat_with(anything))),
                    Json::Number(count) => {
                        let count = count.as_u64().and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
                        Json::Array(vec![anything(); count])
                    }
                    Json::Bool(_) | Json::Null | Json::String(_) | Json::Object(_) => anything(),
                },
            );
        }
        for constraint in operands.iter().flat_map(|&operand| kept(self.graph, operand)) {
            let keyword = &*constraint.keyword;
            let mut schemas = applied(self.graph, constraint).into_iter().map(|child| self.operand(child));
            schema.beside(match (keyword, Json::parse(constraint.value.as_bytes())) {
                ("contains", _) => {
                    let ty = constraint.children.first().map(|&child| self.place(child));
                    Json::from([("contains", ty.unwrap_or(Json::Bool(true))), ("minContains", integer(0))])
                }
                ("anyOf" | "oneOf", _) => one(keyword, Json::Array(schemas.collect())),
                ("if", Ok(Json::Array(names))) => Json::Object(name_each(&names, schemas)),
                (_, Ok(Json::String(name))) => {
                    let named = one(&name, schemas.next().unwrap_or(Json::Bool(true)));
                    one(keyword, named)
                }
                (_, _) => one(keyword, schemas.next().unwrap_or(Json::Bool(true))),
            });
        }
        schema
    }

    /// An operand: what it evaluates is seen where it was kept, and only there.
    fn operand(&self, id: NodeId) -> Json {
        match self.graph.node(id) {
            Node::Residual(residual) if residual.constraints.iter().any(|c| c.keyword == OPERANDS) => self.place(id),
            _ => unseen(self.place(id)),
        }
    }
}

/// The constraint of an operand node: what applied schemas in place.
pub(super) fn kept(graph: &Graph, operand: NodeId) -> &[Constraint] {
    if let Node::Residual(residual) = graph.node(operand) { &residual.constraints } else { &[] }
}

/// The schemas that a constraint of an operand applies: alternatives stand in a node of their own, in no order.
fn applied(graph: &Graph, constraint: &Constraint) -> Vec<NodeId> {
    match (&*constraint.keyword, &constraint.children[..]) {
        ("anyOf" | "oneOf", [all]) => kept(graph, *all).iter().flat_map(|c| c.children.iter().copied()).collect(),
        (_, children) => children.to_vec(),
    }
}

/// The children that the constraint shows in an emission.
pub(super) fn shown(graph: &Graph, constraint: &Constraint) -> Vec<NodeId> {
    let (own, operands) = match (&*constraint.keyword, &constraint.children[..]) {
        ("unevaluatedProperties" | "unevaluatedItems", [own, operands @ ..]) => (Some(*own), operands),
        (OPERANDS, operands) => (None, operands),
        (_, children) => return children.to_vec(),
    };
    own.into_iter().chain(operands.iter().flat_map(|&o| kept(graph, o)).flat_map(|c| applied(graph, c))).collect()
}

/// The same assertion without a trace of what it evaluated.
fn unseen(schema: Json) -> Json {
    if schema == Json::Bool(true) { schema } else { one("not", one("not", schema)) }
}

fn name_each(names: &[Json], places: impl Iterator<Item = Json>) -> Members {
    names.iter().filter_map(Json::as_str).map(str::to_owned).zip(places).collect()
}
