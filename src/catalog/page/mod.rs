//! catalog/README.md: the catalog for reading.

mod alternatives;
mod expression;
mod markdown;
mod reach;
mod sections;

pub(super) use sections::page;
