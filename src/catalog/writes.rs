//! Whether a type can read what it writes, as far as the two schemas decide it.
//!
//! Only what is certain is reported: a property the writer may leave out and the reader demands, one that the reader
//! refuses, a value of a JSON type that the reader does not admit. Everything else is left to samples.

use crate::graph::{ArrayNode, Graph, Json, Node, NodeId, ObjectNode};
use std::collections::BTreeSet;

/// What is written but not read, with its path (`$` is the root); `None` where nothing certain was found.
pub(super) fn unreadable(graph: &Graph, writes: NodeId, schema: NodeId) -> Option<String> {
    let mut walk = Walk { graph, seen: BTreeSet::new(), open: vec![("$".to_owned(), writes, schema)] };
    while let Some((path, writes, schema)) = walk.open.pop() {
        if writes != schema
            && walk.seen.insert((writes, schema))
            && let Some(found) = walk.pair(&path, writes, schema)
        {
            return Some(found);
        }
    }
    None
}

/// JSON type of a value, or of everything that a node admits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Type {
    Null,
    Boolean,
    Number,
    String,
    Array,
    Object,
}

struct Walk<'a> {
    graph: &'a Graph,
    seen: BTreeSet<(NodeId, NodeId)>,
    open: Vec<(String, NodeId, NodeId)>,
}

impl Walk<'_> {
    fn pair(&mut self, path: &str, writes: NodeId, schema: NodeId) -> Option<String> {
        let graph = self.graph;
        match (graph.node(writes), graph.node(schema)) {
            (Node::Union(union), _) => {
                self.open.extend(union.members.iter().map(|member| (path.to_owned(), *member, schema)));
                None
            }
            (_, Node::Union(union)) => {
                let candidates: Vec<NodeId> =
                    union.members.iter().copied().filter(|member| self.may_meet(writes, *member)).collect();
                match candidates.as_slice() {
                    [] if !union.other && self.type_of(writes).is_some() => {
                        Some(format!("at `{path}` an alternative is written that is not read"))
                    }
                    [one] => {
                        self.open.push((path.to_owned(), writes, *one));
                        None
                    }
                    _ => None,
                }
            }
            (Node::Object(writes), Node::Object(schema)) => self.objects(path, writes, schema),
            (
                Node::Array(ArrayNode { prefix: w, rest: written, .. }),
                Node::Array(ArrayNode { prefix: r, rest: read, .. }),
            ) => {
                if w.is_empty() && r.is_empty() {
                    self.open.push((format!("{path}[*]"), *written, *read));
                } else if w.len() == r.len() {
                    let items = w.iter().zip(r).enumerate();
                    self.open.extend(items.map(|(i, (w, r))| (format!("{path}[{i}]"), *w, *r)));
                }
                None
            }
            _ => {
                let (written, read) = (self.type_of(writes)?, self.type_of(schema)?);
                let differ = written != read;
                differ.then(|| format!("at `{path}` {} is written where {} is read", written.name(), read.name()))
            }
        }
    }

    fn objects(&mut self, path: &str, writes: &ObjectNode, schema: &ObjectNode) -> Option<String> {
        for (name, property) in &schema.properties {
            let written = writes.properties.get(name);
            let other = property.aliases.iter().find_map(|alias| writes.properties.get(alias));
            let here = || format!("{path}.{name}");
            match written.or(other) {
                Some(written) if written.required || !property.required => {
                    self.open.push((here(), written.ty, property.ty));
                }
                _ if property.required => {
                    return Some(format!(
                        "`{}` may be left out when it is written but is required when it is read",
                        here()
                    ));
                }
                _ => {}
            }
        }
        if *self.graph.node(schema.tail) == Node::Never && schema.patterns.is_empty() {
            let aliases: BTreeSet<&str> =
                schema.properties.values().flat_map(|property| property.aliases.iter().map(|alias| &**alias)).collect();
            for (name, property) in &writes.properties {
                let known = schema.properties.contains_key(name) || aliases.contains(&**name);
                if !known && *self.graph.node(property.ty) != Node::Never {
                    return Some(format!("`{path}.{name}` is written but refused when it is read"));
                }
            }
        }
        None
    }

    /// Whether a value of the one may be one of the other, for all that types and required literals say.
    fn may_meet(&self, writes: NodeId, schema: NodeId) -> bool {
        let (Some(written), Some(read)) = (self.type_of(writes), self.type_of(schema)) else { return true };
        let (a, b) = (self.graph.node(writes), self.graph.node(schema));
        match (a, b) {
            (Node::Literal(a), Node::Literal(b)) => a == b,
            (Node::Object(a), Node::Object(b)) => a.properties.iter().all(|(name, property)| {
                let other = b.properties.get(name).filter(|other| other.required && property.required);
                other.is_none_or(|other| !self.literals_differ(property.ty, other.ty))
            }),
            _ => written == read,
        }
    }

    fn literals_differ(&self, a: NodeId, b: NodeId) -> bool {
        match (self.graph.node(a), self.graph.node(b)) {
            (Node::Literal(a), Node::Literal(b)) => a != b,
            _ => false,
        }
    }

    /// The one JSON type of everything that a node admits; `None` where there are several or it is not known.
    fn type_of(&self, node: NodeId) -> Option<Type> {
        match self.graph.node(node) {
            Node::Null => Some(Type::Null),
            Node::Boolean => Some(Type::Boolean),
            Node::Literal(value) => Some(match value {
                Json::Null => Type::Null,
                Json::Bool(_) => Type::Boolean,
                Json::Number(_) => Type::Number,
                Json::String(_) => Type::String,
                Json::Array(_) => Type::Array,
                Json::Object(_) => Type::Object,
            }),
            Node::Number(_) => Some(Type::Number),
            Node::String(_) => Some(Type::String),
            Node::Array(_) => Some(Type::Array),
            Node::Object(_) => Some(Type::Object),
            Node::Never | Node::Any | Node::Union(_) | Node::Exclusive(_) | Node::Residual(_) => None,
        }
    }
}

impl Type {
    fn name(self) -> &'static str {
        match self {
            Type::Null => "null",
            Type::Boolean => "a boolean",
            Type::Number => "a number",
            Type::String => "a string",
            Type::Array => "an array",
            Type::Object => "an object",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Bundle, Model};
    use crate::graph::External;

    fn warned(schema: &str, writes: &str) -> Option<String> {
        let text = format!(
            r##"{{"schemagate": 1, "format": {{"name": "n"}}, "roots": {{"H": {{"kind": "header", "schema": {schema}, "writes": {writes}}}}},
                "$defs": {{"L": {{"properties": {{"next": {{"$ref": "#/$defs/L"}}}}}}}}}}"##
        );
        let model = Model::from_bundle(Bundle::parse(text.as_bytes()).unwrap(), External::Refuse).unwrap();
        model.warnings.into_iter().next().map(|warning| warning.message)
    }

    #[test]
    fn what_cannot_be_read_is_reported() {
        for (schema, writes, expected) in [
            (
                r#"{"type": "object", "properties": {"a": {"items": {"type": "object", "required": ["b"]}, "type": "array"}}}"#,
                r#"{"type": "object", "properties": {"a": {"items": {"type": "object"}, "type": "array"}}}"#,
                "`$.a[*].b` may be left out",
            ),
            (
                r#"{"type": "object", "additionalProperties": false}"#,
                r#"{"type": "object", "properties": {"a": {}}}"#,
                "`$.a` is written but refused",
            ),
            (
                r#"{"type": "string"}"#,
                r#"{"type": ["string", "null"]}"#,
                "at `$` null is written where a string is read",
            ),
            (
                r#"{"oneOf": [{"type": "object", "properties": {"k": {"const": 1}}, "required": ["k"]},
                    {"type": "object", "properties": {"k": {"const": 2}}, "required": ["k", "x"]}]}"#,
                r#"{"type": "object", "properties": {"k": {"const": 2}}, "required": ["k"]}"#,
                "`$.x` may be left out",
            ),
            (r#"{"enum": ["a", "b"]}"#, r#"{"enum": ["a", "c"]}"#, "an alternative is written that is not read"),
        ] {
            let found = warned(schema, writes).unwrap_or_default();
            assert!(found.contains(expected), "{schema} {writes}: {found}");
        }
    }

    #[test]
    fn what_can_be_read_is_not() {
        for (schema, writes) in [
            (r#"{"type": "object"}"#, r#"{"type": "object", "properties": {"a": {}}}"#),
            (r#"{"type": "object", "properties": {"a": {}}}"#, r#"{"type": "object", "required": ["a"]}"#),
            ("true", "false"),
            (r##"{"$ref": "#/$defs/L"}"##, r##"{"$ref": "#/$defs/L", "required": ["next"]}"##),
            (r#"{"type": ["string", "null"]}"#, r#"{"type": "string"}"#),
        ] {
            assert_eq!(warned(schema, writes), None, "{schema} {writes}");
        }
    }
}
