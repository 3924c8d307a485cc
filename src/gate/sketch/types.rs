//! Every kind of type.

use super::block::Block;
use super::scalar::{count, literal, number, string};
use crate::catalog::Model;
use crate::compare::{is_flat, shown_name};
use crate::graph::{ArrayNode, Constraint, Contains, Graph, Node, NodeId, ResidualNode, UnionNode};

/// Unnamed types nested deeper are left out: nobody reads them, and cycles of unnamed types end here.
const DEPTH: usize = 12;

/// Types written out at most in one sketch: unnamed types are repeated wherever they stand.
const TYPES: usize = 4_000;

/// The lines of a type. Shared types stand by their name, the type itself is written out.
///
/// `other` is a side that this one is held against. A scalar type or enumeration that is not there is written
/// out: it belongs to the types that hold it, and its name alone would hide what changed.
pub(in crate::gate) fn sketch(model: &Model, other: Option<&Model>, id: NodeId) -> Vec<String> {
    Sketcher { graph: &model.graph, model, other, left: TYPES }.written(id, 0).0
}

pub(super) struct Sketcher<'a> {
    pub graph: &'a Graph,
    model: &'a Model,
    other: Option<&'a Model>,
    left: usize,
}

impl Sketcher<'_> {
    /// A type inside another: by name where it has one.
    pub fn block(&mut self, id: NodeId, depth: usize) -> Block {
        let hash = self.graph.hash(id);
        let hides = self.other.is_some_and(|other| !other.names.contains_key(&hash)) && is_flat(self.graph, id);
        let Model { names, aliases, .. } = self.model;
        match shown_name(self.graph, names, aliases, id, str::to_owned).filter(|_| !hides) {
            Some(name) => Block::one(name),
            None => self.written(id, depth + 1),
        }
    }

    fn written(&mut self, id: NodeId, depth: usize) -> Block {
        if depth > DEPTH || self.left == 0 {
            return Block::one("…");
        }
        self.left -= 1;
        let graph = self.graph;
        match graph.node(id) {
            Node::Never => Block::one("never"),
            Node::Any => Block::one("any"),
            Node::Null => Block::one("null"),
            Node::Boolean => Block::one("boolean"),
            Node::Literal(value) => Block::one(literal(value)),
            Node::Number(node) => Block::one(number(node)),
            Node::String(node) => Block::one(string(node)),
            Node::Array(node) => self.array(node, depth),
            Node::Object(node) => self.object(node, depth),
            Node::Union(UnionNode { members, other }) => {
                let mut blocks = self.sorted(members, depth);
                if *other {
                    blocks.push(Block::one("any other, which readers keep"));
                }
                Block::alternatives(blocks)
            }
            Node::Exclusive(members) => {
                let blocks = self.sorted(members, depth);
                Block::enclosed("exactly one of (", blocks, ")", "")
            }
            Node::Residual(ResidualNode { base, constraints }) => {
                let mut block = self.block(*base, depth);
                for Constraint { keyword, value, children } in constraints {
                    let parts = children.iter().map(|child| self.block(*child, depth)).collect::<Vec<_>>();
                    let said = if value.is_empty() { String::new() } else { format!(" {value}") };
                    let part = match parts.is_empty() {
                        true => Block::one(format!("{keyword}{said}")),
                        false => Block::enclosed(&format!("{keyword}{said} ("), parts, ")", ""),
                    };
                    let mut lines = part.0.into_iter();
                    block.0.extend(lines.next().map(|line| format!("  & {line}")));
                    block.0.extend(lines.map(|line| format!("    {line}")));
                }
                block
            }
        }
    }

    /// Alternatives by their text: the order of hashes would move lines that did not change.
    pub fn sorted(&mut self, members: &[NodeId], depth: usize) -> Vec<Block> {
        let mut blocks: Vec<Block> = members.iter().map(|member| self.block(*member, depth)).collect();
        blocks.sort_by(|a, b| (a.single() == Some("null"), a).cmp(&(b.single() == Some("null"), b)));
        blocks
    }

    fn array(&mut self, node: &ArrayNode, depth: usize) -> Block {
        let ArrayNode { prefix, rest, length, unique, contains } = node;
        let mut block = if prefix.is_empty() {
            let item = self.block(*rest, depth);
            match item.single() {
                Some(word) if !word.contains(' ') => Block::one(format!("{word}[]")),
                Some(_) | None => item.labelled("array of "),
            }
        } else {
            let mut items: Vec<Block> = prefix.iter().map(|item| self.block(*item, depth)).collect();
            if !self.is_never(*rest) {
                items.push(self.block(*rest, depth).prefixed("..."));
            }
            Block::enclosed("[", items, "]", "")
        };
        let mut notes: Vec<String> = Vec::new();
        notes.extend(count(length, "length"));
        notes.extend(unique.then(|| "unique".to_owned()));
        if !notes.is_empty() {
            block = block.suffixed(&format!(" ({})", notes.join(", ")));
        }
        for Contains { ty, count: number } in contains {
            let label = count(number, "contains").unwrap_or_else(|| "contains".to_owned());
            let part = self.block(*ty, depth).labelled(&format!("  & {label} of "));
            block.0.extend(part.0);
        }
        block
    }
}
