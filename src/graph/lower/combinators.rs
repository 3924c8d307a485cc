//! Keywords that are no type's own: combinators become nodes, what is not modelled is kept (docs/graph.md, rewrites 2 to 8).

use super::lowerer::{Lowerer, Mode};
use super::places::{PlaceId, Target};
use crate::graph::canon::Work;
use crate::graph::codes::{INVALID_ATTRIBUTION, INVALID_SCHEMA};
use crate::graph::diagnostic::{Diagnostic, Error};
use crate::graph::json::{Json, escape_token};
use crate::graph::keywords::{Parts, parts};
use crate::graph::node::{Node, NodeId, UnionNode};
use std::collections::BTreeSet;

impl<'a> Lowerer<'a> {
    /// Combinators, and every keyword that is kept as it stands.
    pub fn other_keyword(
        &mut self,
        place: PlaceId,
        keyword: &'a str,
        operands: &mut Vec<NodeId>,
        constraints: &mut Vec<NodeId>,
    ) -> Result<(), Error> {
        let dialect = self.places().dialect(place);
        let value = &self.members(place).and_then(|m| m.get(keyword)).cloned().unwrap_or(Json::Null);
        match keyword {
            "$ref"
            | "default"
            | "x-persistence-reserved"
            | "x-persistence-source"
            | "x-persistence-aliases"
            | "x-persistence-other" => {}
            "x-persistence-attribution" => {
                if *value != Json::Bool(true) {
                    let message = format!("found {}, expected the value true", value.compact());
                    let diagnostic = Diagnostic::new(&INVALID_ATTRIBUTION, message);
                    return Err(self.places().locate(place, "/x-persistence-attribution", diagnostic).into());
                }
            }
            "enum" => {
                let Json::Array(values) = value else {
                    return Err(self.fail(
                        place,
                        "/enum",
                        format!("found {}, expected an array of values", value.type_name()),
                    ));
                };
                let members: BTreeSet<NodeId> = values.iter().map(|value| self.literal(value)).collect();
                let members: Vec<NodeId> = members.into_iter().collect();
                operands.push(match members[..] {
                    [] => self.intern(Work::Node(Node::Never)),
                    [one] => one,
                    _ => self.intern(Work::Node(Node::Union(UnionNode { members, other: false }))),
                });
            }
            "const" if dialect.knows("const") => operands.push(self.literal(value)),
            "allOf" => operands.extend(self.parts(place, "allOf")?),
            "anyOf" => {
                let mut members = self.parts(place, "anyOf")?;
                members.sort_unstable();
                members.dedup();
                operands.push(self.intern(Work::Node(Node::Union(UnionNode { members, other: false }))));
            }
            "oneOf" => {
                let mut members = self.parts(place, "oneOf")?;
                members.sort_unstable();
                operands.push(self.intern(Work::Node(Node::Exclusive(members))));
            }
            "not" => {
                let operand = self.part(place, "/not")?;
                operands.push(self.intern(Work::Not(operand)));
            }
            "if" | "then" | "else" if dialect.knows("if") => {
                // One constraint for the three; it is written where the first of them stands.
                let present: Vec<&str> = ["if", "then", "else"]
                    .into_iter()
                    .filter(|k| self.members(place).is_some_and(|m| m.contains_key(*k)))
                    .collect();
                if present.first() == Some(&keyword) {
                    let children =
                        present.iter().map(|k| self.part(place, &format!("/{k}"))).collect::<Result<Vec<_>, _>>()?;
                    let names = Json::Array(present.iter().map(|k| Json::from(*k)).collect());
                    constraints.push(self.constraint("if", names.compact(), children));
                }
            }
            "dependentSchemas" | "dependencies" if dialect.knows(keyword) => {
                let Json::Object(inner) = value else {
                    return Err(self.fail(
                        place,
                        &format!("/{keyword}"),
                        format!("found {}, expected an object", value.type_name()),
                    ));
                };
                for (name, value) in inner {
                    if keyword == "dependencies" && matches!(value, Json::Array(_)) {
                        continue;
                    }
                    let child = self.part(place, &format!("/{keyword}/{}", escape_token(name)))?;
                    constraints.push(self.constraint(
                        "dependentSchemas",
                        Json::from(name.as_str()).compact(),
                        vec![child],
                    ));
                }
            }
            "$dynamicRef" | "$recursiveRef" if dialect.knows(keyword) => {
                constraints.push(self.dynamic_reference(place, keyword, value)?);
            }
            "unevaluatedProperties" | "unevaluatedItems" if dialect.knows(keyword) => {}
            "nullable" if self.options().openapi => {}
            _ if self.is_typed(place, keyword, value) => {}
            _ => constraints.push(self.kept(place, keyword, value)?),
        }
        Ok(())
    }

    fn literal(&mut self, value: &Json) -> NodeId {
        let node = if *value == Json::Null { Node::Null } else { Node::Literal(value.clone()) };
        self.intern(Work::Node(node))
    }

    fn parts(&mut self, place: PlaceId, keyword: &'static str) -> Result<Vec<NodeId>, Error> {
        let Some(found) = self.keyword(place, keyword) else { return Ok(Vec::new()) };
        let list = found.list()?;
        if list.is_empty() {
            return Err(found.wrong(found.value, "at least one schema"));
        }
        (0..list.len()).map(|i| self.part(place, &format!("/{keyword}/{i}"))).collect()
    }

    /// Whether `Typed` has read the keyword in the sense of this draft.
    fn is_typed(&self, place: PlaceId, keyword: &str, value: &Json) -> bool {
        let dialect = self.places().dialect(place);
        let has = |name: &str| self.members(place).is_some_and(|m| m.contains_key(name));
        match keyword {
            "type"
            | "minimum"
            | "maximum"
            | "multipleOf"
            | "minLength"
            | "maxLength"
            | "pattern"
            | "format"
            | "minItems"
            | "maxItems"
            | "uniqueItems"
            | "properties"
            | "patternProperties"
            | "additionalProperties"
            | "required"
            | "minProperties"
            | "maxProperties" => true,
            "exclusiveMinimum" | "exclusiveMaximum" => match value {
                Json::Bool(_) => dialect.exclusive_may_be_flag(),
                _ => dialect.exclusive_may_be_bound(),
            },
            "items" => !matches!(value, Json::Array(_)) || (dialect.items_may_be_positions() && !has("prefixItems")),
            "additionalItems" => dialect.knows(keyword),
            "prefixItems" | "contains" | "propertyNames" | "dependentRequired" | "minContains" | "maxContains" => {
                dialect.knows(keyword)
            }
            _ => false,
        }
    }

    /// A keyword that is not modelled, or not of this draft: its schemas as children, the rest as text.
    fn kept(&mut self, place: PlaceId, keyword: &str, value: &Json) -> Result<NodeId, Error> {
        if !self.places().dialect(place).knows(keyword) {
            let message =
                format!("the keyword `{keyword}` is of a later draft than the schema states, and is kept as it stands");
            let warning = self.places().locate(
                place,
                &format!("/{}", escape_token(keyword)),
                Diagnostic::new(&INVALID_SCHEMA, message),
            );
            self.warn(warning);
        }
        let schema = |value: &Json| matches!(value, Json::Object(_) | Json::Bool(_));
        let path = format!("/{}", escape_token(keyword));
        let (text, suffixes) = match (parts(keyword), value) {
            (Some(Parts::One | Parts::OneOrList), value @ Json::Object(_)) if schema(value) => {
                (String::new(), vec![path])
            }
            (Some(Parts::List | Parts::OneOrList), Json::Array(items)) if items.iter().all(schema) => {
                ("[]".to_owned(), (0..items.len()).map(|i| format!("{path}/{i}")).collect())
            }
            (Some(Parts::Map), Json::Object(inner)) if inner.values().all(schema) => {
                let names = Json::Array(inner.keys().map(|name| Json::from(name.as_str())).collect());
                (names.compact(), inner.keys().map(|name| format!("{path}/{}", escape_token(name))).collect())
            }
            _ => (value.compact(), Vec::new()),
        };
        let children = suffixes.iter().map(|suffix| self.part(place, suffix)).collect::<Result<Vec<_>, _>>()?;
        Ok(self.constraint(keyword, text, children))
    }

    /// A dynamic reference is kept with everything that it may lead to.
    fn dynamic_reference(&mut self, place: PlaceId, keyword: &str, value: &Json) -> Result<NodeId, Error> {
        let Some(text) = value.as_str() else {
            return Err(self.fail(
                place,
                &format!("/{keyword}"),
                format!("found {}, expected a string", value.type_name()),
            ));
        };
        let mut targets = BTreeSet::new();
        match self.resolve(place, text, keyword) {
            Ok(Target::Place(target)) => {
                targets.insert(target);
            }
            Ok(Target::Opaque) => {}
            Err(error) => return Err(error),
        }
        if keyword == "$dynamicRef"
            && let Some((_, anchor)) = text.split_once('#')
        {
            targets.extend(self.dynamic_targets(anchor));
        }
        let children: Vec<NodeId> = targets.into_iter().map(|target| self.node(target, Mode::Plain)).collect();
        Ok(self.constraint(keyword, value.compact(), children))
    }
}
