//! Distribution: the intersection of unions is the union of the intersections (docs/graph.md, rewrite 7).

use super::admits::admits;
use super::expand::{Expander, Stop};
use crate::graph::canon::{Work, union};
use crate::graph::json::Json;
use crate::graph::node::{Node, NodeId, UnionNode};
use std::collections::{BTreeMap, BTreeSet};

/// Alternatives that the intersection of unions may come to; beyond it the operands stay as they are.
const MAX_ALTERNATIVES: usize = 1024;

impl Expander<'_> {
    /// A literal under the other leaves: kept, never, or residual where a format or an untranslated pattern decides.
    pub fn literal(&mut self, literal: NodeId, value: &Json, leaves: &BTreeSet<NodeId>) -> Result<NodeId, Stop> {
        let mut undecided = Vec::new();
        for &leaf in leaves.iter().filter(|&&leaf| leaf != literal) {
            match admits(self, leaf, value)? {
                Some(true) => {}
                Some(false) => return Ok(self.never()),
                None => undecided.push(leaf),
            }
        }
        if undecided.is_empty() {
            return Ok(literal);
        }
        let constraints = self.operands(&undecided);
        Ok(self.residual(literal, constraints))
    }

    /// A leaf, unions and exclusives as one: the product of their alternatives; `None` beyond the budget.
    pub fn distribute(
        &mut self,
        leaf: NodeId,
        unions: &BTreeSet<Vec<NodeId>>,
        exclusives: &BTreeSet<Vec<NodeId>>,
    ) -> Result<Option<NodeId>, Stop> {
        if leaf == self.never() {
            return Ok(Some(leaf));
        }
        if exclusives.is_empty() {
            if unions.is_empty() {
                return Ok(Some(leaf));
            }
            let mut lists: Vec<Vec<NodeId>> = unions.iter().cloned().collect();
            if leaf != self.any() {
                lists.push(vec![leaf]);
            }
            return self.product(&lists);
        }
        // Exactly one of each: exactly one combination, each with everything else.
        let count = exclusives.iter().try_fold(1usize, |count, members| count.checked_mul(members.len()));
        if count.is_none_or(|count| count > MAX_ALTERNATIVES) {
            return Ok(None);
        }
        let mut rest: Vec<NodeId> = vec![leaf];
        for members in unions {
            rest.push(self.intern(Work::Node(Node::Union(UnionNode { members: members.clone(), other: false }))));
        }
        let mut combinations: Vec<Vec<NodeId>> = vec![rest];
        for members in exclusives {
            combinations = combinations
                .iter()
                .flat_map(|chosen| members.iter().map(move |&m| [chosen.as_slice(), &[m]].concat()))
                .collect();
        }
        let members: Vec<NodeId> = combinations.iter().map(|chosen| self.and(chosen)).collect();
        self.exclusive(&members).map(Some)
    }

    /// The union of all combinations of one alternative from each list. Literals are kept or dropped by the other
    /// lists and do not count against the budget.
    fn product(&mut self, lists: &[Vec<NodeId>]) -> Result<Option<NodeId>, Stop> {
        let mut literals: Vec<BTreeMap<Json, NodeId>> = vec![BTreeMap::new(); lists.len()];
        let mut others: Vec<Vec<NodeId>> = vec![Vec::new(); lists.len()];
        for (i, list) in lists.iter().enumerate() {
            for &id in list {
                match self.arena().get(id) {
                    Work::Node(Node::Literal(value)) => {
                        literals[i].insert(value.clone(), id);
                    }
                    _ => others[i].push(id),
                }
            }
        }
        let mut alternatives = Vec::new();
        let all_literals: BTreeMap<Json, NodeId> = literals.iter().flatten().map(|(v, id)| (v.clone(), *id)).collect();
        'literals: for (value, &id) in &all_literals {
            // Where the value's fate in a list hangs on what cannot be decided, it is one alternative with each of that.
            let mut combinations = vec![vec![id]];
            for (list, others) in literals.iter().zip(&others) {
                if list.contains_key(value) {
                    continue;
                }
                let mut undecided = Vec::new();
                let mut admitted = false;
                for &other in others {
                    match admits(self, other, value)? {
                        Some(true) => {
                            admitted = true;
                            break;
                        }
                        Some(false) => {}
                        None => undecided.push(other),
                    }
                }
                match (admitted, undecided.is_empty()) {
                    (true, _) => {}
                    (false, true) => continue 'literals,
                    (false, false) => {
                        if combinations.len() * undecided.len() > MAX_ALTERNATIVES {
                            return Ok(None);
                        }
                        combinations = combinations
                            .iter()
                            .flat_map(|chosen| {
                                undecided.iter().map(move |&other| [chosen.as_slice(), &[other]].concat())
                            })
                            .collect();
                    }
                }
            }
            for chosen in combinations {
                alternatives.push(self.and(&chosen));
            }
        }
        let types: Vec<Vec<u8>> = others.iter().map(|list| list.iter().map(|&id| self.types(id)).collect()).collect();
        let shared = types.iter().fold(u8::MAX, |shared, list| shared & list.iter().fold(0, |mask, t| mask | t));
        let count = (0..8).filter(|bit| shared & (1 << bit) != 0).try_fold(0usize, |sum, bit| {
            let product = types.iter().try_fold(1usize, |product, list| {
                product.checked_mul(list.iter().filter(|&&t| t & (1 << bit) != 0).count())
            })?;
            sum.checked_add(product)
        });
        if count.is_none_or(|count| count > MAX_ALTERNATIVES) {
            return Ok(None);
        }
        let mut combinations: Vec<(u8, Vec<NodeId>)> = vec![(shared, Vec::new())];
        for (list, types) in others.iter().zip(&types) {
            combinations = combinations
                .iter()
                .flat_map(|(mask, chosen)| {
                    list.iter().zip(types).filter_map(move |(&id, t)| {
                        let mask = mask & t;
                        (mask != 0).then(|| (mask, [chosen.as_slice(), &[id]].concat()))
                    })
                })
                .collect();
        }
        if !lists.is_empty() {
            for (_, chosen) in combinations {
                alternatives.push(self.and(&chosen));
            }
        }
        let heads = alternatives.iter().map(|&id| self.head(id)).collect::<Result<Vec<_>, _>>()?;
        Ok(Some(union(self.arena_mut(), &heads, false)))
    }

    /// JSON types that the node may be of, as bits.
    fn types(&self, id: NodeId) -> u8 {
        match self.arena().get(id) {
            Work::Node(node) => match node {
                Node::Never => 0,
                Node::Null => 1,
                Node::Boolean => 2,
                Node::Number(_) => 4,
                Node::String(_) => 8,
                Node::Array(_) => 16,
                Node::Object(_) => 32,
                Node::Any | Node::Literal(_) | Node::Union(_) | Node::Exclusive(_) | Node::Residual(_) => 63,
            },
            Work::Residual { base, .. } => self.types(*base),
            Work::Constraint { .. }
            | Work::And(_)
            | Work::Not(_)
            | Work::Other(_)
            | Work::Unevaluated { .. }
            | Work::Alias(_) => 63,
        }
    }
}
