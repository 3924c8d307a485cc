//! The intersection of types of one JSON type, part by part (docs/graph.md, rewrite 7).

use super::expand::{Expander, Merged};
use crate::graph::canon::is_any;
use crate::graph::json::Json;
use crate::graph::node::{ArrayNode, Bound, Count, Name, Node, NodeId, NumberNode, ObjectNode, Property, StringNode};
use crate::graph::number::Number;
use crate::graph::pattern::pattern_matches;
use std::collections::{BTreeMap, BTreeSet};

/// The stricter of two lower bounds.
fn tighter_minimum(a: Option<Bound>, b: Option<Bound>) -> Option<Bound> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if (&a.value, a.exclusive) >= (&b.value, b.exclusive) { a } else { b }),
        (a, b) => a.or(b),
    }
}

/// The stricter of two upper bounds.
fn tighter_maximum(a: Option<Bound>, b: Option<Bound>) -> Option<Bound> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if (&a.value, !a.exclusive) <= (&b.value, !b.exclusive) { a } else { b }),
        (a, b) => a.or(b),
    }
}

fn both_counts(a: &Count, b: &Count) -> Count {
    let max = match (a.max, b.max) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    };
    Count { min: a.min.max(b.min), max }
}

/// Constraints of both.
pub(super) fn numbers(a: &NumberNode, b: &NumberNode) -> NumberNode {
    normal_number(NumberNode {
        integer: a.integer || b.integer,
        minimum: tighter_minimum(a.minimum.clone(), b.minimum.clone()),
        maximum: tighter_maximum(a.maximum.clone(), b.maximum.clone()),
        multiple_of: a.multiple_of.union(&b.multiple_of).cloned().collect(),
        formats: a.formats.union(&b.formats).cloned().collect(),
        excluded: a.excluded.union(&b.excluded).cloned().collect(),
    })
}

/// On integers exclusive bounds become inclusive, and `multipleOf: 1` says nothing (rewrite 4).
pub(super) fn normal_number(mut number: NumberNode) -> NumberNode {
    if number.integer {
        if let Some(bound) = number.minimum.take_if(|bound| bound.exclusive) {
            number.minimum = tighter_minimum(number.minimum, Some(inclusive(bound.value.next_integer())));
        }
        if let Some(bound) = number.maximum.take_if(|bound| bound.exclusive) {
            number.maximum = tighter_maximum(number.maximum, Some(inclusive(bound.value.previous_integer())));
        }
        number.multiple_of.remove(&Number::from(1));
    }
    number
}

fn inclusive(value: Number) -> Bound {
    Bound { value, exclusive: false }
}

/// Constraints of both.
pub(super) fn strings(a: &StringNode, b: &StringNode) -> StringNode {
    StringNode {
        length: both_counts(&a.length, &b.length),
        patterns: a.patterns.union(&b.patterns).cloned().collect(),
        formats: a.formats.union(&b.formats).cloned().collect(),
        excluded: a.excluded.union(&b.excluded).cloned().collect(),
    }
}

/// Positions meet positions, or the other side's rest.
pub(super) fn arrays(expander: &mut Expander<'_>, a: &ArrayNode, b: &ArrayNode) -> ArrayNode {
    let positions = a.prefix.len().max(b.prefix.len());
    let at = |array: &ArrayNode, i: usize| array.prefix.get(i).copied().unwrap_or(array.rest);
    let mut contains = [a.contains.clone(), b.contains.clone()].concat();
    contains.sort_by_key(|c| (c.count.min, c.count.max, c.ty));
    contains.dedup();
    ArrayNode {
        prefix: (0..positions).map(|i| expander.and(&[at(a, i), at(b, i)])).collect(),
        rest: expander.and(&[a.rest, b.rest]),
        length: both_counts(&a.length, &b.length),
        unique: a.unique || b.unique,
        contains,
    }
}

/// Type of a name that the object does not declare: its patterns', else the tail; `None` where a pattern does not
/// translate.
fn undeclared(object: &ObjectNode, name: &str) -> Option<Vec<NodeId>> {
    let mut found = Vec::new();
    for (pattern, ty) in &object.patterns {
        if pattern_matches(pattern, name)? {
            found.push(*ty);
        }
    }
    if found.is_empty() {
        found.push(object.tail);
    }
    Some(found)
}

/// Property by property. Patterns merge only when all tails are any, or when one operand alone has patterns or a tail.
pub(super) fn objects(expander: &mut Expander<'_>, all: &[ObjectNode]) -> Merged<ObjectNode> {
    let open = |expander: &Expander<'_>, object: &ObjectNode| is_any(expander.arena(), object.tail);
    let with_patterns = all.iter().filter(|o| !o.patterns.is_empty()).count();
    let speaking = all.iter().filter(|o| !o.patterns.is_empty() || !open(expander, o)).count();
    if with_patterns > 0 && speaking > 1 && !all.iter().all(|o| open(expander, o)) {
        return Merged::Not;
    }
    let mut declarations: BTreeMap<&Name, Vec<(usize, &Property)>> = BTreeMap::new();
    for (i, object) in all.iter().enumerate() {
        for (name, property) in &object.properties {
            declarations.entry(name).or_default().push((i, property));
        }
    }
    // Only objects with patterns or a tail say anything of names that they do not declare.
    let others: Vec<usize> =
        (0..all.len()).filter(|&i| !all[i].patterns.is_empty() || !open(expander, &all[i])).collect();
    let mut properties = BTreeMap::new();
    for (name, declared) in declarations {
        let mut types: Vec<NodeId> = declared.iter().map(|(_, property)| property.ty).collect();
        for object in others.iter().filter(|i| !declared.iter().any(|(at, _)| at == *i)).map(|&i| &all[i]) {
            match undeclared(object, name) {
                Some(found) => types.extend(found),
                None => return Merged::Not,
            }
        }
        let mut merged = declared[0].1.clone();
        for (_, property) in &declared[1..] {
            merged = match both_properties(&merged, property) {
                Ok(both) => both,
                Err(what) => return Merged::Conflict(format!("property {}: {what}", Json::from(&**name).compact())),
            };
        }
        merged.ty = expander.and(&types);
        properties.insert(name.clone(), merged);
    }
    let mut patterns: BTreeMap<String, Vec<NodeId>> = BTreeMap::new();
    for (pattern, ty) in all.iter().flat_map(|o| &o.patterns) {
        patterns.entry(pattern.clone()).or_default().push(*ty);
    }
    let names: Vec<NodeId> = all.iter().filter_map(|o| o.names).collect();
    let mut dependent_required: BTreeMap<Name, BTreeSet<Name>> = BTreeMap::new();
    for (name, needed) in all.iter().flat_map(|o| &o.dependent_required) {
        dependent_required.entry(name.clone()).or_default().extend(needed.iter().cloned());
    }
    Merged::Node(ObjectNode {
        properties,
        patterns: patterns.into_iter().map(|(pattern, types)| (pattern, expander.and(&types))).collect(),
        tail: expander.and(&all.iter().map(|o| o.tail).collect::<Vec<_>>()),
        names: (!names.is_empty()).then(|| expander.and(&names)),
        count: all.iter().fold(Count::default(), |count, o| both_counts(&count, &o.count)),
        dependent_required,
        presence: all.iter().flat_map(|o| o.presence.iter().cloned()).collect(),
    })
}

/// What two declarations of a property say beside its type.
fn both_properties(a: &Property, b: &Property) -> Result<Property, String> {
    let default = one_of("default", a.default.as_ref(), b.default.as_ref(), Json::compact)?;
    let policy = one_of("x-persistence-source", a.policy.as_ref(), b.policy.as_ref(), |p| p.binding.clone())?;
    Ok(Property {
        ty: a.ty,
        required: a.required || b.required,
        reserved: a.reserved || b.reserved,
        default,
        aliases: a.aliases.union(&b.aliases).cloned().collect(),
        policy,
    })
}

fn one_of<T: Clone + PartialEq>(
    keyword: &str,
    a: Option<&T>,
    b: Option<&T>,
    show: impl Fn(&T) -> String,
) -> Result<Option<T>, String> {
    match (a, b) {
        (Some(a), Some(b)) if a != b => {
            Err(format!("found two values of {keyword}, {} and {}, expected one", show(a), show(b)))
        }
        (a, b) => Ok(a.or(b).cloned()),
    }
}

/// Merges nodes of one JSON type; `None` where their JSON types differ.
pub(super) fn same_type(expander: &mut Expander<'_>, nodes: &[Node]) -> Option<Merged<Node>> {
    let (first, rest) = nodes.split_first()?;
    if rest.is_empty() {
        return Some(Merged::Node(first.clone()));
    }
    match first {
        Node::Null | Node::Boolean => rest.iter().all(|n| n == first).then(|| Merged::Node(first.clone())),
        Node::Number(number) => {
            let mut all = number.clone();
            for node in rest {
                let Node::Number(other) = node else { return None };
                all = numbers(&all, other);
            }
            Some(Merged::Node(Node::Number(all)))
        }
        Node::String(string) => {
            let mut all = string.clone();
            for node in rest {
                let Node::String(other) = node else { return None };
                all = strings(&all, other);
            }
            Some(Merged::Node(Node::String(all)))
        }
        Node::Array(array) => {
            let mut all = array.clone();
            for node in rest {
                let Node::Array(other) = node else { return None };
                all = arrays(expander, &all, other);
            }
            Some(Merged::Node(Node::Array(all)))
        }
        Node::Object(_) => {
            let mut all = Vec::new();
            for node in nodes {
                let Node::Object(object) = node else { return None };
                all.push(object.clone());
            }
            Some(match objects(expander, &all) {
                Merged::Node(object) => Merged::Node(Node::Object(object)),
                Merged::Not => Merged::Not,
                Merged::Conflict(what) => Merged::Conflict(what),
            })
        }
        Node::Never | Node::Any | Node::Literal(_) | Node::Union(_) | Node::Exclusive(_) | Node::Residual(_) => None,
    }
}

/// An object of nothing but a tail.
pub(super) fn plain_object(tail: NodeId) -> ObjectNode {
    ObjectNode {
        properties: BTreeMap::new(),
        patterns: BTreeMap::new(),
        tail,
        names: None,
        count: Count::default(),
        dependent_required: BTreeMap::new(),
        presence: BTreeSet::new(),
    }
}

/// An array of nothing but a rest.
pub(super) fn plain_array(rest: NodeId) -> ArrayNode {
    ArrayNode { prefix: Vec::new(), rest, length: Count::default(), unique: false, contains: Vec::new() }
}
