//! The schema of each kind of node.

use super::plan::{Plan, marked_alternatives};
use crate::graph::json::{Json, Members, escape_token};
use crate::graph::node::{
    ArrayNode, Bound, Contains, Count, Graph, Node, NodeId, NumberNode, ObjectNode, Presence, Property, ResidualNode,
    StringNode, UnionNode,
};
use crate::graph::number::Number;
use crate::graph::recorded::SourcePolicy;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Writes the types of one planned emission. Recursion ends at definitions, which the plan sets at a bounded depth.
pub(super) struct Writer<'a> {
    pub graph: &'a Graph,
    pub plan: &'a Plan,
}

impl Writer<'_> {
    /// What stands where a type is used: a reference to its definition, or its schema.
    pub fn place(&self, id: NodeId) -> Json {
        match self.plan.defs.get(&id) {
            Some(name) => one("$ref", Json::String(format!("#/$defs/{}", in_fragment(&escape_token(name))))),
            None => self.node(id),
        }
    }

    /// The schema of a type itself.
    pub fn node(&self, id: NodeId) -> Json {
        match self.graph.node(id) {
            Node::Never => Json::Bool(false),
            Node::Any => Json::Bool(true),
            Node::Null => typed("null").json(),
            Node::Boolean => typed("boolean").json(),
            Node::Literal(value) => one("const", value.clone()),
            Node::Number(number) => self::number(number),
            Node::String(string) => self::string(string),
            Node::Array(array) => self.array(array),
            Node::Object(object) => self.object(object),
            Node::Union(UnionNode { members, other }) => {
                let members = self.alternatives(members);
                if *other {
                    Schema::default().with("anyOf", Json::Array(members)).with("x-persistence-other", true).json()
                } else {
                    union(members)
                }
            }
            Node::Exclusive(members) => one("oneOf", Json::Array(self.alternatives(members))),
            Node::Residual(ResidualNode { base, constraints }) => self.residual(self.place(*base), constraints),
        }
    }

    /// Alternatives in an order that a reader can follow: by their schemas, not by their hashes.
    fn alternatives(&self, members: &[NodeId]) -> Vec<Json> {
        let mut all: Vec<Json> = members.iter().map(|&member| self.place(member)).collect();
        all.sort();
        all
    }

    fn array(&self, node: &ArrayNode) -> Json {
        let ArrayNode { prefix, rest, length, unique, contains } = node;
        let mut schema = typed("array");
        if !prefix.is_empty() {
            schema.set("prefixItems", Json::Array(prefix.iter().map(|&item| self.place(item)).collect()));
        }
        schema.set_unless_any("items", self.place(*rest));
        schema.count(length, "minItems", "maxItems");
        if *unique {
            schema.set("uniqueItems", true);
        }
        for Contains { ty, count } in contains {
            let mut one = typed("array").with("contains", self.place(*ty));
            if count.min != 1 {
                one.set("minContains", integer(count.min));
            }
            if let Some(max) = count.max {
                one.set("maxContains", integer(max));
            }
            schema.also(one.json());
        }
        schema.json()
    }

    fn object(&self, node: &ObjectNode) -> Json {
        let ObjectNode { properties, patterns, tail, names, count, dependent_required, presence } = node;
        let mut schema = typed("object");
        if !properties.is_empty() {
            let all = properties.iter().map(|(name, property)| (name.to_string(), self.property(property)));
            schema.set("properties", Json::Object(all.collect()));
        }
        let required: Vec<Json> =
            properties.iter().filter(|(_, p)| p.required).map(|(name, _)| Json::from(&**name)).collect();
        if !required.is_empty() {
            schema.set("required", Json::Array(required));
        }
        if !patterns.is_empty() {
            let all = patterns.iter().map(|(pattern, &ty)| (pattern.clone(), self.place(ty)));
            schema.set("patternProperties", Json::Object(all.collect()));
        }
        schema.set_unless_any("additionalProperties", self.place(*tail));
        if let Some(names) = names {
            schema.set("propertyNames", self.place(*names));
        }
        schema.count(count, "minProperties", "maxProperties");
        if !dependent_required.is_empty() {
            let all = dependent_required.iter().map(|(name, needed)| (name.to_string(), strings(needed)));
            schema.set("dependentRequired", Json::Object(all.collect()));
        }
        for Presence { exactly_one, sets } in presence {
            let keyword = if *exactly_one { "oneOf" } else { "anyOf" };
            let sets = sets.iter().map(|set| one("required", strings(set))).collect();
            schema.also(one(keyword, Json::Array(sets)));
        }
        schema.json()
    }

    fn property(&self, property: &Property) -> Json {
        let Property { ty, required: _, reserved, default, aliases, policy } = property;
        if !reserved && default.is_none() && aliases.is_empty() && policy.is_none() {
            return self.place(*ty);
        }
        let mut schema = match (policy, marked_alternatives(self.graph, property)) {
            (Some(policy), Some(alternatives)) => {
                let marked = alternatives.iter().map(|&one| self.marked(one, policy)).collect();
                let other = matches!(self.graph.node(*ty), Node::Union(UnionNode { other: true, .. }));
                let mut schema = Schema::default().with("anyOf", Json::Array(marked));
                if other {
                    schema.set("x-persistence-other", true);
                }
                schema
            }
            (Some(policy), None) => Schema::from(self.marked(*ty, policy)),
            (None, _) => Schema::from(self.place(*ty)),
        };
        if let Some(policy) = policy {
            schema.set("x-persistence-source", recorded(policy));
        }
        if *reserved {
            schema.set("x-persistence-reserved", true);
        }
        if let Some(default) = default {
            schema.set("default", default.clone());
        }
        if !aliases.is_empty() {
            schema.set("x-persistence-aliases", strings(aliases));
        }
        schema.json()
    }

    /// An alternative of a bound property, marked where its kind qualifies.
    fn marked(&self, alternative: NodeId, policy: &SourcePolicy) -> Json {
        let mut schema = Schema::from(self.place(alternative));
        if self.kind(alternative, &policy.discriminator).is_some_and(|kind| policy.qualified.contains(kind)) {
            schema.set("x-persistence-attribution", true);
        }
        schema.json()
    }

    /// The literal string of an object's discriminator.
    fn kind(&self, mut id: NodeId, discriminator: &str) -> Option<&str> {
        loop {
            match self.graph.node(id) {
                Node::Object(object) => {
                    let ty = object.properties.get(discriminator)?.ty;
                    return if let Node::Literal(value) = self.graph.node(ty) { value.as_str() } else { None };
                }
                Node::Residual(residual) => id = residual.base,
                Node::Never
                | Node::Any
                | Node::Null
                | Node::Boolean
                | Node::Literal(_)
                | Node::Number(_)
                | Node::String(_)
                | Node::Array(_)
                | Node::Union(_)
                | Node::Exclusive(_) => return None,
            }
        }
    }
}

/// A schema that is being written.
#[derive(Default)]
pub(super) struct Schema {
    members: Members,
    /// Further schemas that hold too and whose keywords are taken: they go below `allOf`.
    beside: Vec<Json>,
}

impl Schema {
    fn with(mut self, keyword: &str, value: impl Into<Json>) -> Schema {
        self.set(keyword, value);
        self
    }

    pub(super) fn set(&mut self, keyword: &str, value: impl Into<Json>) {
        self.members.insert(keyword.to_owned(), value.into());
    }

    fn set_unless_any(&mut self, keyword: &str, value: Json) {
        if value != Json::Bool(true) {
            self.set(keyword, value);
        }
    }

    fn count(&mut self, count: &Count, min: &str, max: &str) {
        if count.min > 0 {
            self.set(min, integer(count.min));
        }
        if let Some(limit) = count.max {
            self.set(max, integer(limit));
        }
    }

    /// Adds a schema that holds too: its keywords beside those that stand here, or below `allOf` where they would clash.
    pub(super) fn also(&mut self, schema: Json) {
        let clash = |(name, value): (&String, &Json)| {
            self.members.get(name).is_some_and(|there| name != "type" || there != value)
        };
        match schema {
            Json::Object(members) if !members.iter().any(clash) => self.members.extend(members),
            other => self.beside.push(other),
        }
    }

    /// Adds a schema that holds too, out of sight of the keywords that stand here.
    pub(super) fn beside(&mut self, schema: Json) {
        self.beside.push(schema);
    }

    pub(super) fn json(mut self) -> Json {
        if self.members.is_empty() && self.beside.len() == 1 {
            return self.beside.remove(0);
        }
        if !self.beside.is_empty() {
            let operands = self.members.entry("allOf".to_owned()).or_insert_with(|| Json::Array(Vec::new()));
            if let Json::Array(operands) = operands {
                operands.append(&mut self.beside);
            }
        }
        Json::Object(self.members)
    }
}

/// A schema to add annotations to: the boolean schemas get their object form.
impl From<Json> for Schema {
    fn from(schema: Json) -> Schema {
        match schema {
            Json::Object(members) => Schema { members, beside: Vec::new() },
            Json::Bool(false) => Schema::default().with("not", Json::Object(Members::new())),
            Json::Bool(true) | Json::Null | Json::Number(_) | Json::String(_) | Json::Array(_) => Schema::default(),
        }
    }
}

/// Percent-encodes what a URI fragment may not hold (RFC 3986, section 3.5).
fn in_fragment(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/?".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

pub(super) fn one(keyword: &str, value: impl Into<Json>) -> Json {
    Schema::default().with(keyword, value).json()
}

fn typed(name: &str) -> Schema {
    Schema::default().with("type", name)
}

pub(super) fn integer(value: u64) -> Json {
    Json::Number(Number::from(i128::from(value)))
}

fn strings<T: AsRef<str>>(all: &BTreeSet<T>) -> Json {
    Json::Array(all.iter().map(|text| Json::from(text.as_ref())).collect())
}

fn number(node: &NumberNode) -> Json {
    let NumberNode { integer, minimum, maximum, multiple_of, formats, excluded } = node;
    let name = if *integer { "integer" } else { "number" };
    let mut schema = typed(name);
    let mut bound = |bound: &Option<Bound>, inclusive: &str, exclusive: &str| {
        if let Some(bound) = bound {
            schema.set(if bound.exclusive { exclusive } else { inclusive }, Json::Number(bound.value.clone()));
        }
    };
    bound(minimum, "minimum", "exclusiveMinimum");
    bound(maximum, "maximum", "exclusiveMaximum");
    for divisor in multiple_of {
        schema.also(typed(name).with("multipleOf", Json::Number(divisor.clone())).json());
    }
    for format in formats {
        schema.also(typed(name).with("format", format.as_str()).json());
    }
    schema.exclude(excluded);
    schema.json()
}

fn string(node: &StringNode) -> Json {
    let StringNode { length, patterns, formats, excluded } = node;
    let mut schema = typed("string");
    schema.count(length, "minLength", "maxLength");
    for pattern in patterns {
        schema.also(typed("string").with("pattern", pattern.as_str()).json());
    }
    for format in formats {
        schema.also(typed("string").with("format", format.as_str()).json());
    }
    schema.exclude(excluded);
    schema.json()
}

impl Schema {
    fn exclude(&mut self, excluded: &BTreeSet<Json>) {
        match excluded.len() {
            0 => {}
            1 => self.set("not", one("const", excluded.iter().next().cloned().unwrap_or(Json::Null))),
            _ => self.set("not", one("enum", Json::Array(excluded.iter().cloned().collect()))),
        }
    }
}

/// A union of written alternatives: literals become one `enum`, plain types one `type`, and null joins a single typed
/// alternative.
fn union(alternatives: Vec<Json>) -> Json {
    let (mut literals, mut names, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for alternative in alternatives {
        match alternative.as_object().filter(|members| members.len() == 1).and_then(|members| members.first_key_value())
        {
            Some((keyword, value)) if keyword == "const" => literals.push(value.clone()),
            Some((keyword, name @ Json::String(_))) if keyword == "type" => names.push(name.clone()),
            _ => others.push(alternative),
        }
    }
    let null = Json::from("null");
    if names == [null.clone()] && !literals.is_empty() {
        // A nullable enum lists null.
        literals.push(Json::Null);
        names.clear();
    }
    if let (true, [Json::Object(only)], true) = (literals.is_empty(), &others[..], names == [null.clone()])
        && let Some(name @ Json::String(_)) = only.get("type")
        && only.keys().all(|keyword| is_of_one_type(keyword))
    {
        let mut members = only.clone();
        members.insert("type".to_owned(), Json::Array(vec![name.clone(), null]));
        return Json::Object(members);
    }
    if !literals.is_empty() {
        let literal =
            if literals.len() == 1 { one("const", literals.remove(0)) } else { one("enum", Json::Array(literals)) };
        others.push(literal);
    }
    match names.len() {
        0 => {}
        1 => others.push(one("type", names.remove(0))),
        _ => others.push(one("type", Json::Array(names))),
    }
    if others.len() == 1 { others.remove(0) } else { one("anyOf", Json::Array(others)) }
}

/// Whether a keyword constrains values of one type only, so that null passes it.
fn is_of_one_type(keyword: &str) -> bool {
    matches!(
        keyword,
        "type"
            | "minimum"
            | "maximum"
            | "exclusiveMinimum"
            | "exclusiveMaximum"
            | "multipleOf"
            | "format"
            | "minLength"
            | "maxLength"
            | "pattern"
            | "prefixItems"
            | "items"
            | "minItems"
            | "maxItems"
            | "uniqueItems"
            | "contains"
            | "minContains"
            | "maxContains"
            | "properties"
            | "patternProperties"
            | "additionalProperties"
            | "propertyNames"
            | "required"
            | "minProperties"
            | "maxProperties"
            | "dependentRequired"
    )
}

fn recorded(policy: &SourcePolicy) -> Json {
    let SourcePolicy { version, policy, binding, owner, discriminator, unknown, qualified: _ } = policy;
    let owner = owner.iter().map(|(name, literal)| (name.clone(), Json::from(literal.as_str()))).collect();
    Json::from([
        ("version", integer(*version)),
        ("policy", Json::from(policy.as_str())),
        ("binding", Json::from(binding.as_str())),
        ("owner", Json::Object(owner)),
        ("discriminator", Json::from(discriminator.as_str())),
        ("unknown", Json::from(unknown.as_str())),
    ])
}
