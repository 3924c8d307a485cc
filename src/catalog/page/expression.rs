//! A type in a few words, such as `string[] | {id: string, name?: string}`.

use crate::graph::{
    ArrayNode, Bound, Contains, Count, Graph, Json, Node, NodeId, NumberNode, ObjectNode, ResidualNode, StringNode,
    UnionNode,
};

/// Levels of unnamed types that are spelled out.
const DEPTH: usize = 3;

/// Alternatives and properties of an unnamed type that are spelled out.
const WIDTH: usize = 16;

/// Name of a node where it is a shared type worth a name of its own.
pub(super) type NameOf<'a> = dyn Fn(NodeId) -> Option<&'a str> + 'a;

/// Spells out types; names stand for shared types.
pub(super) struct Expressions<'a> {
    pub graph: &'a Graph,
    pub name_of: &'a NameOf<'a>,
}

impl Expressions<'_> {
    /// The type by its name, else spelled out.
    pub fn of(&self, node: NodeId) -> String {
        self.at(node, DEPTH)
    }

    fn at(&self, node: NodeId, depth: usize) -> String {
        match (self.name_of)(node) {
            Some(name) => name.to_owned(),
            None => self.spelled(node, depth),
        }
    }

    /// The type spelled out, its own name set aside.
    pub fn spelled_out(&self, node: NodeId) -> String {
        self.spelled(node, DEPTH)
    }

    fn spelled(&self, node: NodeId, depth: usize) -> String {
        let Some(depth) = depth.checked_sub(1) else { return "…".to_owned() };
        match self.graph.node(node) {
            Node::Never => "never".to_owned(),
            Node::Any => "any".to_owned(),
            Node::Null => "null".to_owned(),
            Node::Boolean => "boolean".to_owned(),
            Node::Literal(value) => clipped(&value.compact()),
            Node::Number(number) => number_words(number),
            Node::String(string) => string_words(string),
            Node::Array(array) => self.array(array, depth),
            Node::Object(object) => self.object(object, depth),
            Node::Union(UnionNode { members, other }) => {
                let mut parts = self.list(members, depth);
                if *other {
                    parts.push("any other alternative".to_owned());
                }
                parts.join(" | ")
            }
            Node::Exclusive(members) => format!("exactly one of ({})", self.list(members, depth).join(", ")),
            Node::Residual(ResidualNode { base, constraints }) => {
                let mut keywords: Vec<&str> = constraints.iter().map(|c| c.keyword.as_str()).collect();
                keywords.dedup();
                format!("{} with {}", self.at(*base, depth), keywords.join(", "))
            }
        }
    }

    fn list(&self, members: &[NodeId], depth: usize) -> Vec<String> {
        let mut parts: Vec<String> = members.iter().take(WIDTH).map(|member| self.at(*member, depth)).collect();
        parts.sort();
        if members.len() > WIDTH {
            parts.push(format!("{} more", members.len() - WIDTH));
        }
        parts
    }

    fn array(&self, ArrayNode { prefix, rest, length, unique, contains }: &ArrayNode, depth: usize) -> String {
        let closed = *self.graph.node(*rest) == Node::Never;
        let mut out = if prefix.is_empty() {
            let inner = self.at(*rest, depth);
            if inner.contains(' ') && !inner.starts_with('{') { format!("({inner})[]") } else { format!("{inner}[]") }
        } else {
            let mut parts = self.list(prefix, depth.max(1));
            parts = prefix.iter().zip(parts).map(|(item, _)| self.at(*item, depth)).collect();
            if !closed {
                parts.push(format!("...{}[]", self.at(*rest, depth)));
            }
            format!("[{}]", parts.join(", "))
        };
        let mut notes = Vec::new();
        notes.extend(count_words("length", length));
        if *unique {
            notes.push("unique".to_owned());
        }
        for Contains { ty, count } in contains {
            let count = count_words("count", count).unwrap_or_default();
            notes.push(format!("contains {} {count}", self.at(*ty, depth)).trim_end().to_owned());
        }
        add_notes(&mut out, &notes);
        out
    }

    fn object(&self, object: &ObjectNode, depth: usize) -> String {
        let ObjectNode { properties, patterns, tail, names, count, dependent_required, presence } = object;
        let mut parts = Vec::new();
        for (name, property) in properties.iter().filter(|(_, property)| !property.reserved).take(WIDTH) {
            let mark = if property.required { "" } else { "?" };
            parts.push(format!("{}{mark}: {}", property_name(name), self.at(property.ty, depth)));
        }
        if properties.len() > WIDTH {
            parts.push(format!("{} more", properties.len() - WIDTH));
        }
        for (pattern, ty) in patterns {
            parts.push(format!("[/{}/]: {}", clipped(pattern), self.at(*ty, depth)));
        }
        match self.graph.node(*tail) {
            Node::Any => {}
            Node::Never => parts.push("closed".to_owned()),
            _ => parts.push(format!("[name]: {}", self.at(*tail, depth))),
        }
        let mut out = if parts.is_empty() { "object".to_owned() } else { format!("{{{}}}", parts.join(", ")) };
        let mut notes: Vec<String> = count_words("properties", count).into_iter().collect();
        if let Some(names) = names {
            notes.push(format!("names: {}", self.at(*names, depth)));
        }
        if !dependent_required.is_empty() {
            notes.push("with dependent properties".to_owned());
        }
        if !presence.is_empty() {
            notes.push("with alternatives of required properties".to_owned());
        }
        add_notes(&mut out, &notes);
        out
    }
}

/// A property name, bare where it is a plain word.
pub(super) fn property_name(name: &str) -> String {
    let plain = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if plain && !name.starts_with(|c: char| c.is_ascii_digit()) { name.to_owned() } else { Json::from(name).compact() }
}

fn number_words(number: &NumberNode) -> String {
    let NumberNode { integer, minimum, maximum, multiple_of, formats, excluded } = number;
    let mut out = if *integer { "integer" } else { "number" }.to_owned();
    let bound =
        |sign: &str, Bound { value, exclusive }: &Bound| format!("{sign}{} {value}", if *exclusive { "" } else { "=" });
    let mut notes = Vec::new();
    notes.extend(minimum.as_ref().map(|b| bound(">", b)));
    notes.extend(maximum.as_ref().map(|b| bound("<", b)));
    notes.extend(multiple_of.iter().map(|divisor| format!("multiple of {divisor}")));
    notes.extend(formats.iter().map(|format| format!("format {}", clipped(format))));
    notes.extend(excluded.iter().map(|value| format!("not {}", clipped(&value.compact()))));
    add_notes(&mut out, &notes);
    out
}

fn string_words(string: &StringNode) -> String {
    let StringNode { length, patterns, formats, excluded } = string;
    let mut out = "string".to_owned();
    let mut notes: Vec<String> = count_words("length", length).into_iter().collect();
    notes.extend(patterns.iter().map(|pattern| format!("pattern /{}/", clipped(pattern))));
    notes.extend(formats.iter().map(|format| format!("format {}", clipped(format))));
    notes.extend(excluded.iter().map(|value| format!("not {}", clipped(&value.compact()))));
    add_notes(&mut out, &notes);
    out
}

fn count_words(what: &str, Count { min, max }: &Count) -> Option<String> {
    match (min, max) {
        (0, None) => None,
        (min, None) => Some(format!("{what} >= {min}")),
        (0, Some(max)) => Some(format!("{what} <= {max}")),
        (min, Some(max)) if min == max => Some(format!("{what} {min}")),
        (min, Some(max)) => Some(format!("{what} {min} to {max}")),
    }
}

fn add_notes(out: &mut String, notes: &[String]) {
    if !notes.is_empty() {
        out.push_str(&format!(" ({})", notes.join(", ")));
    }
}

/// A text from data, cut to a length that a table bears.
fn clipped(text: &str) -> String {
    const LENGTH: usize = 80;
    if text.chars().count() <= LENGTH {
        return text.to_owned();
    }
    text.chars().take(LENGTH).chain(['…']).collect()
}
