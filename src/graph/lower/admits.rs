//! Whether a type admits a literal: validation of one JSON value against the nodes of an expansion.

use super::expand::{Expander, Stop};
use crate::graph::canon::Work;
use crate::graph::json::Json;
use crate::graph::node::{ArrayNode, Count, Node, NodeId, NumberNode, ObjectNode, Presence, StringNode, UnionNode};
use crate::graph::pattern::pattern_matches;

/// Three-valued "and" over the answers; the first refusal decides.
fn all(answers: impl IntoIterator<Item = Result<Option<bool>, Stop>>) -> Result<Option<bool>, Stop> {
    let mut known = true;
    for answer in answers {
        match answer? {
            Some(true) => {}
            Some(false) => return Ok(Some(false)),
            None => known = false,
        }
    }
    Ok(known.then_some(true))
}

/// Whether the type admits the value; `None` where a format or something that is not modelled decides.
///
/// The depth is that of the value, which is limited on reading.
pub(super) fn admits(expander: &mut Expander<'_>, id: NodeId, value: &Json) -> Result<Option<bool>, Stop> {
    let head = expander.head(id)?;
    match expander.arena().get(head).clone() {
        Work::Node(node) => match (node, value) {
            (Node::Any, _) => Ok(Some(true)),
            (Node::Never, _) => Ok(Some(false)),
            (Node::Null, value) => Ok(Some(*value == Json::Null)),
            (Node::Boolean, value) => Ok(Some(matches!(value, Json::Bool(_)))),
            (Node::Literal(literal), value) => Ok(Some(literal == *value)),
            (Node::Number(number), Json::Number(_)) => Ok(number_admits(&number, value)),
            (Node::String(string), Json::String(text)) => Ok(string_admits(&string, text, value)),
            (Node::Array(array), Json::Array(items)) => array_admits(expander, &array, items),
            (Node::Object(object), Json::Object(_)) => object_admits(expander, &object, value),
            (Node::Number(_) | Node::String(_) | Node::Array(_) | Node::Object(_), _) => Ok(Some(false)),
            (Node::Union(UnionNode { members, .. }), value) => {
                let mut undecided = false;
                for member in members {
                    match admits(expander, member, value)? {
                        Some(true) => return Ok(Some(true)),
                        Some(false) => {}
                        None => undecided = true,
                    }
                }
                Ok((!undecided).then_some(false))
            }
            (Node::Exclusive(members), value) => {
                let mut count = 0;
                for member in members {
                    match admits(expander, member, value)? {
                        Some(admitted) => count += usize::from(admitted),
                        None => return Ok(None),
                    }
                }
                Ok(Some(count == 1))
            }
            (Node::Residual(_), _) => Ok(None),
        },
        Work::Residual { base, .. } => Ok(admits(expander, base, value)?.filter(|admitted| !admitted)),
        Work::Constraint { .. }
        | Work::And(_)
        | Work::Not(_)
        | Work::Other(_)
        | Work::Unevaluated { .. }
        | Work::Alias(_) => Ok(None),
    }
}

fn number_admits(node: &NumberNode, value: &Json) -> Option<bool> {
    let NumberNode { integer, minimum, maximum, multiple_of, formats, excluded } = node;
    let number = value.as_number()?;
    let refused = (*integer && !number.is_integer())
        || minimum.as_ref().is_some_and(|b| *number < b.value || (b.exclusive && *number == b.value))
        || maximum.as_ref().is_some_and(|b| *number > b.value || (b.exclusive && *number == b.value))
        || !multiple_of.iter().all(|divisor| number.is_multiple_of(divisor))
        || excluded.contains(value);
    decided(refused, formats.is_empty())
}

fn string_admits(node: &StringNode, text: &str, value: &Json) -> Option<bool> {
    let StringNode { length, patterns, formats, excluded } = node;
    let matches: Vec<Option<bool>> = patterns.iter().map(|pattern| pattern_matches(pattern, text)).collect();
    let refused = !counted(length, text.chars().count()) || excluded.contains(value) || matches.contains(&Some(false));
    decided(refused, formats.is_empty() && !matches.contains(&None))
}

fn decided(refused: bool, known: bool) -> Option<bool> {
    if refused { Some(false) } else { known.then_some(true) }
}

fn counted(count: &Count, n: usize) -> bool {
    n as u64 >= count.min && count.max.is_none_or(|max| n as u64 <= max)
}

fn array_admits(expander: &mut Expander<'_>, node: &ArrayNode, items: &[Json]) -> Result<Option<bool>, Stop> {
    let ArrayNode { prefix, rest, length, unique, contains } = node;
    let distinct = items.iter().collect::<std::collections::BTreeSet<_>>().len() == items.len();
    if !counted(length, items.len()) || (*unique && !distinct) {
        return Ok(Some(false));
    }
    let mut answers = Vec::new();
    for (i, item) in items.iter().enumerate() {
        answers.push(admits(expander, prefix.get(i).copied().unwrap_or(*rest), item));
    }
    for one in contains {
        let mut found = 0;
        let mut undecided = false;
        for item in items {
            match admits(expander, one.ty, item)? {
                Some(admitted) => found += usize::from(admitted),
                None => undecided = true,
            }
        }
        answers.push(Ok(if undecided { None } else { Some(counted(&one.count, found)) }));
    }
    all(answers)
}

fn object_admits(expander: &mut Expander<'_>, node: &ObjectNode, value: &Json) -> Result<Option<bool>, Stop> {
    let ObjectNode { properties, patterns, tail, names, count, dependent_required, presence } = node;
    let Some(members) = value.as_object() else { return Ok(Some(false)) };
    let has = |name: &str| members.contains_key(name);
    let present = |Presence { exactly_one, sets }: &Presence| {
        let n = sets.iter().filter(|set| set.iter().all(|name| has(name))).count();
        if *exactly_one { n == 1 } else { n > 0 }
    };
    let refused = !counted(count, members.len())
        || properties.iter().any(|(name, property)| property.required && !has(name))
        || dependent_required.iter().any(|(name, needed)| has(name) && !needed.iter().all(|n| has(n)))
        || !presence.iter().all(present);
    if refused {
        return Ok(Some(false));
    }
    let mut answers = Vec::new();
    for (name, value) in members {
        if let Some(names) = names {
            answers.push(admits(expander, *names, &Json::from(name.as_str())));
        }
        if let Some(property) = properties.get(name.as_str()) {
            answers.push(admits(expander, property.ty, value));
            continue;
        }
        let mut matched = false;
        for (pattern, ty) in patterns {
            match pattern_matches(pattern, name) {
                Some(true) => {
                    matched = true;
                    answers.push(admits(expander, *ty, value));
                }
                Some(false) => {}
                None => {
                    matched = true;
                    answers.push(Ok(None));
                }
            }
        }
        if !matched {
            answers.push(admits(expander, *tail, value));
        }
    }
    all(answers)
}
