//! catalog/README.md: the catalog for reading.

mod alternatives;
mod expression;
mod markdown;
mod promises;
mod reach;
mod sections;

pub(super) use sections::page;
