//! Reads the paths of changes and follows them through a graph, by the grammar alone (docs/classification.md, Paths).

use schemagate::graph::{Graph, Json, Node, NodeId};
use std::collections::BTreeSet;

#[derive(Debug, PartialEq)]
pub enum Step {
    Name(String),
    Items,
    Position(usize),
    Contains,
    Tail,
    Pattern(String),
    Names,
    Alternative(Selector),
}

#[derive(Debug, PartialEq)]
pub enum Selector {
    /// Position in canonical order.
    Number(usize),
    /// A JSON type.
    Type(String),
    /// A literal, or the name of an externally tagged object.
    Literal(Json),
    /// Discriminators with their literals; an empty set for absent.
    Discriminators(Vec<(String, Vec<Json>)>),
}

/// The steps behind `$`, with or without `writes:` before it.
pub fn parse(path: &str) -> Result<Vec<Step>, String> {
    let rest = path.strip_prefix("writes:").unwrap_or(path);
    let mut reader = Reader { rest: rest.strip_prefix('$').ok_or("no `$`")? };
    let mut steps = Vec::new();
    while !reader.rest.is_empty() {
        steps.push(reader.step()?);
    }
    Ok(steps)
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn eat(&mut self, text: &str) -> bool {
        let rest = self.rest.strip_prefix(text);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, text: &str) -> Result<(), String> {
        if self.eat(text) { Ok(()) } else { Err(format!("expected `{text}` before `{}`", self.rest)) }
    }

    fn word(&mut self) -> Result<String, String> {
        let end = self.rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        if word.is_empty() { Err(format!("expected a name before `{rest}`")) } else { Ok(word.to_owned()) }
    }

    /// A JSON value up to one of the ends outside its strings.
    fn value(&mut self, ends: &[char]) -> Result<Json, String> {
        let (mut inside, mut escaped, mut depth) = (false, false, 0i32);
        let end = self.rest.char_indices().find(|&(_, c)| {
            match c {
                _ if escaped => escaped = false,
                '\\' if inside => escaped = true,
                '"' => inside = !inside,
                '[' | '{' if !inside => depth += 1,
                ']' | '}' if !inside && depth > 0 => depth -= 1,
                c if !inside && depth == 0 => return ends.contains(&c),
                _ => {}
            }
            false
        });
        let (end, _) = end.ok_or_else(|| format!("no end of `{}`", self.rest))?;
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        Json::parse(text.as_bytes()).map_err(|error| format!("`{text}`: {error}"))
    }

    fn step(&mut self) -> Result<Step, String> {
        if self.eat(".") {
            return self.word().map(Step::Name);
        }
        if self.eat("[*]") {
            return Ok(Step::Items);
        }
        if self.eat("[?]") {
            return Ok(Step::Contains);
        }
        if self.eat("{*}") {
            return Ok(Step::Tail);
        }
        if self.eat("{}") {
            return Ok(Step::Names);
        }
        if self.eat("{/") {
            let end = self.rest.find("/}").ok_or("no end of a pattern")?;
            let pattern = self.rest[..end].replace("\\/", "/");
            self.rest = &self.rest[end + 2..];
            return Ok(Step::Pattern(pattern));
        }
        if self.eat("[") {
            let step = match self.value(&[']'])? {
                Json::String(name) => Step::Name(name),
                Json::Number(number) => Step::Position(number.as_u64().ok_or("not a position")? as usize),
                other => return Err(format!("`{}` is no step", other.compact())),
            };
            self.expect("]")?;
            return Ok(step);
        }
        self.expect("<")?;
        let selector = self.selector()?;
        self.expect(">")?;
        Ok(Step::Alternative(selector))
    }

    fn selector(&mut self) -> Result<Selector, String> {
        if self.eat("#") {
            return self.word()?.parse().map(Selector::Number).map_err(|e| e.to_string());
        }
        for name in ["null", "boolean", "number", "integer", "string", "array", "object"] {
            if self.rest.strip_prefix(name).is_some_and(|rest| rest.starts_with('>')) {
                self.eat(name);
                return Ok(Selector::Type(name.to_owned()));
            }
        }
        let starts_name = self.rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let word_end = self.rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(0);
        if !(starts_name && self.rest[word_end..].starts_with('=')) {
            let before = self.rest;
            let value = self.value(&['>', '='])?;
            if !self.rest.starts_with('=') {
                return Ok(Selector::Literal(value));
            }
            self.rest = before;
        }
        let mut all = Vec::new();
        loop {
            let name = if self.rest.starts_with('"') {
                self.value(&['='])?.as_str().unwrap_or_default().to_owned()
            } else {
                self.word()?
            };
            self.expect("=")?;
            let mut values = Vec::new();
            // A lone dash stands for absent; before a digit it is a sign.
            let absent =
                self.rest.strip_prefix('-').is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()));
            if !absent || !self.eat("-") {
                loop {
                    values.push(self.value(&['|', ',', '>'])?);
                    if !self.eat("|") {
                        break;
                    }
                }
            }
            all.push((name, values));
            if !self.eat(",") {
                return Ok(Selector::Discriminators(all));
            }
        }
    }
}

/// Whether the path leads anywhere in the graph.
pub fn resolves(graph: &Graph, root: NodeId, steps: &[Step]) -> bool {
    let mut here = opened(graph, [root]);
    for step in steps {
        let mut next = Vec::new();
        for &id in &here {
            match (step, graph.node(id)) {
                (Step::Name(name), Node::Object(object)) => {
                    let declared = object.properties.get(name.as_str()).map(|p| p.ty);
                    // A name of a map has the type of the map's values.
                    let of_a_map = object.patterns.values().copied().chain([object.tail]);
                    let typed = of_a_map.filter(|&ty| declared.is_none() && *graph.node(ty) != Node::Any);
                    next.extend(declared.into_iter().chain(typed));
                }
                (Step::Tail, Node::Object(object)) => next.push(object.tail),
                (Step::Names, Node::Object(object)) => next.extend(object.names),
                (Step::Pattern(pattern), Node::Object(object)) => next.extend(object.patterns.get(pattern).copied()),
                (Step::Items, Node::Array(array)) => next.push(array.rest),
                (Step::Position(at), Node::Array(array)) => {
                    next.push(array.prefix.get(*at).copied().unwrap_or(array.rest))
                }
                (Step::Contains, Node::Array(array)) => next.extend(array.contains.iter().map(|c| c.ty)),
                (Step::Alternative(selector), _) if selected(graph, id, selector) => next.push(id),
                _ => {}
            }
        }
        here = opened(graph, next);
    }
    !here.is_empty()
}

/// The types, with the alternatives of unions and the bases of residuals.
fn opened(graph: &Graph, from: impl IntoIterator<Item = NodeId>) -> BTreeSet<NodeId> {
    let mut open: Vec<NodeId> = from.into_iter().collect();
    let mut all = BTreeSet::new();
    while let Some(id) = open.pop() {
        if all.insert(id) {
            match graph.node(id) {
                Node::Union(union) => open.extend(&union.members),
                Node::Exclusive(members) => open.extend(members),
                Node::Residual(residual) => open.push(residual.base),
                _ => {}
            }
        }
    }
    all
}

fn selected(graph: &Graph, id: NodeId, selector: &Selector) -> bool {
    let node = graph.node(id);
    let literal = |id: NodeId, values: &[Json]| {
        opened(graph, [id]).iter().any(|&one| match graph.node(one) {
            Node::Literal(value) => values.contains(value),
            Node::Null => values.contains(&Json::Null),
            _ => false,
        })
    };
    match selector {
        Selector::Number(_) => true,
        Selector::Type(name) => match node {
            Node::Null => name == "null",
            Node::Boolean | Node::Literal(Json::Bool(_)) => name == "boolean",
            Node::Number(_) | Node::Literal(Json::Number(_)) => name == "number" || name == "integer",
            Node::String(_) | Node::Literal(Json::String(_)) => name == "string",
            Node::Array(_) | Node::Literal(Json::Array(_)) => name == "array",
            Node::Object(_) | Node::Literal(Json::Object(_)) => name == "object",
            Node::Any => true,
            Node::Never | Node::Literal(Json::Null) | Node::Union(_) | Node::Exclusive(_) | Node::Residual(_) => false,
        },
        Selector::Literal(value) => {
            let tagged = match (node, value) {
                (Node::Object(object), Json::String(name)) => object.properties.contains_key(name.as_str()),
                _ => false,
            };
            tagged
                || literal(id, std::slice::from_ref(value))
                || matches!(node, Node::Boolean if value.as_bool().is_some())
        }
        Selector::Discriminators(all) => match node {
            Node::Object(object) => all.iter().all(|(name, values)| match object.properties.get(name.as_str()) {
                Some(property) => values.is_empty() || literal(property.ty, values),
                None => values.is_empty(),
            }),
            _ => false,
        },
    }
}
