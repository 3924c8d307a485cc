//! Types in a few words, for messages.

use super::pairs::Types;
use super::shown::shown_name;
use crate::graph::{Bound, Count, Json, Node, NodeId, NumberNode, StringNode};

/// How deep a description goes: `array of array of string` and no further.
const DEPTH: usize = 3;
/// How many alternatives are listed before they are only counted.
const LISTED: usize = 4;
/// How many characters of a value are shown.
const SHOWN: usize = 60;

/// The type in a few words: its authored name, its literal, or what it is made of.
pub(super) fn describe(types: Types<'_>, id: NodeId) -> String {
    words(types, id, DEPTH)
}

fn words(types: Types<'_>, id: NodeId, depth: usize) -> String {
    let Types { graph, names, aliases } = types;
    if let Some(name) = shown_name(graph, names, aliases, id, |name| format!("`{name}`")) {
        return name;
    }
    match graph.node(id) {
        Node::Never => "nothing".to_owned(),
        Node::Any => "anything".to_owned(),
        Node::Null => "null".to_owned(),
        Node::Boolean => "boolean".to_owned(),
        Node::Literal(value) => json(value),
        Node::Number(number) => number_words(number),
        Node::String(string) => string_words(string),
        Node::Array(array) if depth == 0 || !array.prefix.is_empty() => "array".to_owned(),
        Node::Array(array) => {
            let item = words(types, array.rest, depth - 1);
            if item.contains(" or ") { format!("array of ({item})") } else { format!("array of {item}") }
        }
        Node::Object(_) => "object".to_owned(),
        Node::Union(union) if depth == 0 || union.members.len() > LISTED => {
            format!("one of {} alternatives", union.members.len())
        }
        Node::Union(union) => {
            let (null, others): (Vec<NodeId>, Vec<NodeId>) =
                union.members.iter().partition(|member| matches!(graph.node(**member), Node::Null));
            let members = others.into_iter().chain(null);
            let mut parts: Vec<String> = members.map(|member| words(types, member, depth - 1)).collect();
            if union.other {
                parts.push("an unknown alternative".to_owned());
            }
            parts.join(" or ")
        }
        Node::Exclusive(members) => format!("exactly one of {} alternatives", members.len()),
        Node::Residual(residual) if depth == 0 => words(types, residual.base, 0),
        Node::Residual(residual) => {
            let keywords: Vec<String> =
                residual.constraints.iter().map(|constraint| format!("`{}`", constraint.keyword)).collect();
            format!("{} with {}", words(types, residual.base, depth - 1), keywords.join(", "))
        }
    }
}

/// A value as JSON, cut where it is long.
pub(super) fn json(value: &Json) -> String {
    cut(&value.compact())
}

/// Text, cut where it is long.
pub(super) fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

fn number_words(number: &NumberNode) -> String {
    let NumberNode { integer, minimum, maximum, multiple_of: _, formats, excluded: _ } = number;
    let mut text = if *integer { "integer" } else { "number" }.to_owned();
    for format in formats {
        text.push_str(&format!(" `{format}`"));
    }
    let range = range(minimum.as_ref(), maximum.as_ref());
    if minimum.is_some() || maximum.is_some() {
        text.push(' ');
        text.push_str(&range);
    }
    text
}

/// A range in words.
pub(super) fn range(minimum: Option<&Bound>, maximum: Option<&Bound>) -> String {
    let low = minimum.map(|bound| format!("{} {}", if bound.exclusive { "above" } else { "from" }, bound.value));
    let high = maximum.map(|bound| format!("{} {}", if bound.exclusive { "below" } else { "up to" }, bound.value));
    match (low, high) {
        (None, None) => "without bounds".to_owned(),
        (Some(one), None) | (None, Some(one)) => one,
        (Some(low), Some(high)) => format!("{low} {high}"),
    }
}

fn string_words(string: &StringNode) -> String {
    let StringNode { length: _, patterns, formats, excluded: _ } = string;
    let mut text = "string".to_owned();
    for format in formats {
        text.push_str(&format!(" `{format}`"));
    }
    for pattern in patterns {
        text.push_str(&format!(" /{}/", cut(pattern)));
    }
    text
}

/// A number of things in words.
pub(super) fn count(count: &Count) -> String {
    match (count.min, count.max) {
        (0, None) => "any number".to_owned(),
        (min, None) => format!("at least {min}"),
        (0, Some(max)) => format!("at most {max}"),
        (min, Some(max)) if min == max => format!("exactly {min}"),
        (min, Some(max)) => format!("{min} to {max}"),
    }
}

/// A list of texts in words; `none` where it is empty.
pub(super) fn list<T: std::fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| cut(&item.to_string())).collect();
    if items.is_empty() { "none".to_owned() } else { items.join(", ") }
}
