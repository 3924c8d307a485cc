//! Canonical form: equal types become one node, and every node gets a hash.

mod canonical;
mod component;
mod disjoint;
mod encode;
mod refine;
mod simplify;
mod union;
mod work;

pub(super) use canonical::{Canonical, quotient, settle};
pub(super) use disjoint::pairwise_disjoint;
pub(super) use union::{Whole, is_any, presence_object, required_sets, union, whole};
pub(super) use work::{Arena, Work};
