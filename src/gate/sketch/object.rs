//! Objects, property by property.

use super::block::Block;
use super::scalar::{count, literal, name};
use super::types::Sketcher;
use crate::graph::{Json, Name, Node, NodeId, ObjectNode, Presence, Property, UnionNode};
use std::collections::BTreeSet;

impl Sketcher<'_> {
    /// An object: its properties, then what holds for other names and for all together, in brackets.
    pub(super) fn object(&mut self, node: &ObjectNode, depth: usize) -> Block {
        let ObjectNode { properties, patterns, tail, names, count: number, dependent_required, presence } = node;
        let mut members = Vec::new();
        for (key, property) in properties {
            members.push(self.property(key, property, depth));
        }
        for (pattern, ty) in patterns {
            members.push(self.block(*ty, depth).labelled(&format!("[/{pattern}/]: ")));
        }
        let closed = self.is_never(*tail);
        if !closed && (!self.is_any(*tail) || properties.is_empty()) {
            members.push(self.block(*tail, depth).labelled("[*]: "));
        }
        if let Some(names) = names {
            members.push(self.name_type(*names, depth).labelled("[names]: "));
        }
        members.extend(count(number, "[properties]").map(Block::one));
        for (key, needed) in dependent_required {
            members.push(Block::one(format!("[{} needs {}]", name(key), list(needed))));
        }
        for Presence { exactly_one, sets } in presence {
            let sets: Vec<String> = sets.iter().map(|set| format!("({})", list(set))).collect();
            let word = if *exactly_one { "exactly one of" } else { "one or more of" };
            members.push(Block::one(format!("[{word} {}]", sets.join(", "))));
        }
        let open = if closed { "closed {" } else { "{" };
        match (members.is_empty(), depth) {
            (true, _) => Block::one(format!("{open}}}")),
            // The type that is asked for is always broken, so that lines of two states stand against each other.
            (false, 0) => Block::broken(open, members, "}"),
            (false, _) => Block::enclosed(open, members, "}", " "),
        }
    }

    /// A type of names: of a union only the strings, for names are nothing else.
    fn name_type(&mut self, id: NodeId, depth: usize) -> Block {
        let Node::Union(UnionNode { members, other: _ }) = self.graph.node(id) else { return self.block(id, depth) };
        let strings: Vec<NodeId> = members.iter().copied().filter(|member| self.is_string(*member)).collect();
        Block::alternatives(self.sorted(&strings, depth))
    }

    fn is_string(&self, id: NodeId) -> bool {
        matches!(self.graph.node(id), Node::String(_) | Node::Literal(Json::String(_)))
    }

    fn property(&mut self, key: &str, property: &Property, depth: usize) -> Block {
        let Property { ty, required, reserved, default, aliases, policy } = property;
        let mark = if *required { "" } else { "?" };
        let mut text = self.block(*ty, depth).labelled(&format!("{}{mark}: ", name(key)));
        if *reserved {
            text = text.suffixed(" (reserved)");
        }
        if let Some(default) = default {
            text = text.suffixed(&format!(" = {}", literal(default)));
        }
        if !aliases.is_empty() {
            text = text.suffixed(&format!(" (also read as {})", list(aliases)));
        }
        if let Some(policy) = policy {
            let kinds: Vec<String> = policy.qualified.iter().map(|kind| name(kind)).collect();
            let kinds = if kinds.is_empty() { "none yet".to_owned() } else { kinds.join(", ") };
            text = text.suffixed(&format!(" ({} {}: {kinds})", policy.policy, name(&policy.discriminator)));
        }
        text
    }

    pub(super) fn is_never(&self, id: NodeId) -> bool {
        matches!(self.graph.node(id), Node::Never)
    }

    pub(super) fn is_any(&self, id: NodeId) -> bool {
        matches!(self.graph.node(id), Node::Any)
    }
}

fn list(names: &BTreeSet<Name>) -> String {
    names.iter().map(|key| name(key)).collect::<Vec<_>>().join(", ")
}
