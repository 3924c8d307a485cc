//! The bytes of a node without its children, and the children in their slots (docs/fingerprint.md).

use super::refine::Slot;
use super::work::Work;
use crate::graph::json::{Json, write_string};
use crate::graph::node::{
    ArrayNode, Bound, Contains, Count, Node, NodeId, NumberNode, ObjectNode, Presence, Property, ResidualNode,
    StringNode, UnionNode,
};
use crate::graph::recorded::SourcePolicy;
use std::collections::BTreeSet;

/// Local content of a node: a JSON array on one line, and its children by slot.
///
/// Every field of every node is named here: a field that is added does not compile until it is encoded.
pub(in crate::graph) fn encode(work: &Work) -> (String, Vec<(Slot, NodeId)>) {
    let mut line = Line(String::from("["));
    let mut children = Vec::new();
    let mut ordered = |id: NodeId| {
        let slot = Slot::At(children.len() as u32);
        children.push((slot, id));
    };
    match work {
        Work::Node(Node::Never) => line.word("never"),
        Work::Node(Node::Any) => line.word("any"),
        Work::Node(Node::Null) => line.word("null"),
        Work::Node(Node::Boolean) => line.word("boolean"),
        Work::Node(Node::Literal(value)) => {
            line.word("literal");
            line.json(value);
        }
        Work::Node(Node::Number(number)) => {
            let NumberNode { integer, minimum, maximum, multiple_of, formats, excluded } = number;
            line.word("number");
            line.flag("integer", *integer);
            line.bound("minimum", minimum.as_ref());
            line.bound("maximum", maximum.as_ref());
            line.list("multipleOf", multiple_of.iter().map(ToString::to_string));
            line.list("format", formats.iter().map(|f| quoted(f)));
            line.list("excluded", excluded.iter().map(Json::compact));
        }
        Work::Node(Node::String(string)) => {
            let StringNode { length, patterns, formats, excluded } = string;
            line.word("string");
            line.count("length", length);
            line.list("pattern", patterns.iter().map(|p| quoted(p)));
            line.list("format", formats.iter().map(|f| quoted(f)));
            line.list("excluded", excluded.iter().map(Json::compact));
        }
        Work::Node(Node::Array(ArrayNode { prefix, rest, length, unique, contains })) => {
            line.word("array");
            line.count("length", length);
            line.flag("unique", *unique);
            line.list("prefix", (!prefix.is_empty()).then(|| prefix.len().to_string()).into_iter());
            prefix.iter().copied().chain([*rest]).for_each(&mut ordered);
            let mut sorted: Vec<(u64, Option<u64>, NodeId)> =
                contains.iter().map(|Contains { ty, count: Count { min, max } }| (*min, *max, *ty)).collect();
            sorted.sort_unstable();
            line.list("contains", sorted.iter().map(|(min, max, _)| range(*min, *max)));
            let first = children.len() as u32;
            let mut slot = first;
            for (i, (min, max, ty)) in sorted.iter().enumerate() {
                if i > 0 && (sorted[i - 1].0, sorted[i - 1].1) != (*min, *max) {
                    slot = first + i as u32;
                }
                children.push((Slot::At(slot), *ty));
            }
        }
        Work::Node(Node::Object(object)) => {
            let ObjectNode { properties, patterns, tail, names, count, dependent_required, presence } = object;
            line.word("object");
            line.count("count", count);
            for (name, property) in properties {
                let Property { ty, required, reserved, default, aliases, policy } = property;
                line.word("property");
                line.word(name);
                line.flag("required", *required);
                line.flag("reserved", *reserved);
                line.list("default", default.iter().map(Json::compact));
                line.list("aliases", aliases.iter().map(|a| quoted(a)));
                line.list("policy", policy.iter().map(|p| policy_text(p)));
                ordered(*ty);
            }
            for (pattern, ty) in patterns {
                line.word("pattern");
                line.word(pattern);
                ordered(*ty);
            }
            ordered(*tail);
            line.flag("names", names.is_some());
            names.iter().copied().for_each(&mut ordered);
            for (name, needed) in dependent_required {
                line.word("dependent");
                line.word(name);
                line.raw(&names_text(needed));
            }
            for Presence { exactly_one, sets } in presence {
                line.word(if *exactly_one { "one" } else { "any" });
                for set in sets {
                    line.raw(&names_text(set));
                }
            }
        }
        Work::Node(Node::Union(UnionNode { members, other })) => {
            line.word("union");
            line.flag("other", *other);
            children.extend(members.iter().map(|&id| (Slot::Set, id)));
        }
        Work::Node(Node::Exclusive(members)) => {
            line.word("exclusive");
            children.extend(members.iter().map(|&id| (Slot::At(0), id)));
        }
        Work::Node(Node::Residual(ResidualNode { base, constraints })) => {
            // Constraints are nodes of their own while hashing; this form has none of its own bytes.
            line.word("residual");
            ordered(*base);
            constraints.iter().flat_map(|c| c.children.iter().copied()).for_each(&mut ordered);
        }
        Work::Residual { base, constraints } => {
            line.word("residual");
            ordered(*base);
            children.extend(constraints.iter().map(|&id| (Slot::Set, id)));
        }
        Work::Constraint { keyword, value, children } => {
            line.word("constraint");
            line.word(keyword);
            line.word(value);
            children.iter().copied().for_each(&mut ordered);
        }
        Work::And(operands) => {
            line.word("and");
            children.extend(operands.iter().map(|&id| (Slot::Set, id)));
        }
        Work::Not(operand) => {
            line.word("not");
            ordered(*operand);
        }
        Work::Other(inner) => {
            line.word("other");
            ordered(*inner);
        }
        Work::Unevaluated { base, tail, closed } => {
            line.word("unevaluated");
            [*base, *tail, *closed].into_iter().for_each(&mut ordered);
        }
        Work::Alias(target) => {
            line.word("alias");
            ordered(*target);
        }
    }
    line.0.push(']');
    (line.0, children)
}

/// A flat JSON array under construction.
struct Line(String);

impl Line {
    fn raw(&mut self, text: &str) {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        self.0.push_str(text);
    }

    fn word(&mut self, word: &str) {
        self.raw("");
        write_string(&mut self.0, word);
    }

    fn json(&mut self, value: &Json) {
        self.raw(&value.compact());
    }

    /// `"name"` where it holds.
    fn flag(&mut self, name: &str, holds: bool) {
        if holds {
            self.word(name);
        }
    }

    /// `"name",[items]` where there are any.
    fn list(&mut self, name: &str, items: impl Iterator<Item = String>) {
        let items: Vec<String> = items.collect();
        if !items.is_empty() {
            self.word(name);
            self.raw(&format!("[{}]", items.join(",")));
        }
    }

    fn bound(&mut self, name: &str, bound: Option<&Bound>) {
        if let Some(Bound { value, exclusive }) = bound {
            self.word(name);
            self.raw(&format!("[{value},{exclusive}]"));
        }
    }

    fn count(&mut self, name: &str, count: &Count) {
        let Count { min, max } = count;
        if *min > 0 || max.is_some() {
            self.word(name);
            self.raw(&range(*min, *max));
        }
    }
}

fn range(min: u64, max: Option<u64>) -> String {
    match max {
        Some(max) => format!("[{min},{max}]"),
        None => format!("[{min}]"),
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::new();
    write_string(&mut out, text);
    out
}

fn names_text(names: &BTreeSet<crate::graph::node::Name>) -> String {
    format!("[{}]", names.iter().map(|n| quoted(n)).collect::<Vec<_>>().join(","))
}

fn policy_text(policy: &SourcePolicy) -> String {
    let SourcePolicy { version, policy, binding, owner, discriminator, unknown, qualified } = policy;
    let owner = owner.iter().map(|(k, v)| format!("{}:{}", quoted(k), quoted(v))).collect::<Vec<_>>().join(",");
    let qualified = qualified.iter().map(|k| quoted(k)).collect::<Vec<_>>().join(",");
    format!(
        "[{version},{},{},{{{owner}}},{},{},[{qualified}]]",
        quoted(policy),
        quoted(binding),
        quoted(discriminator),
        quoted(unknown)
    )
}
