//! Which names schemars numbered: of two types named `Same` it calls the second it meets `Same2`.
//!
//! schemars does not tell the number from an authored `Same2`. So the same types are generated once more by a
//! generator in which all the names of the first run are taken: then an authored `Same2` gets a number behind it
//! (`Same22`), and a numbered one gets another number (`Same3`).

use super::rewrite::target;
use crate::graph::{Error, Json, Members};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;

thread_local! {
    static TAKEN: RefCell<String> = const { RefCell::new(String::new()) };
}

/// A type with the name at hand, there only to take it.
struct Taken;

impl JsonSchema for Taken {
    fn schema_name() -> Cow<'static, str> {
        TAKEN.with_borrow(|name| Cow::Owned(name.clone()))
    }

    fn schema_id() -> Cow<'static, str> {
        TAKEN.with_borrow(|name| Cow::Owned(format!("{}::Taken::{name}", module_path!())))
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        true.into()
    }
}

/// Roots and definitions of a run.
type Run = (Members, Members);

/// The authored name of every definition that carries a number instead.
///
/// # Errors
/// Those of `generate`.
pub(super) fn authored_names(
    roots: &Members,
    defs: &Members,
    generate: &mut dyn FnMut(&mut SchemaGenerator) -> Result<Run, Error>,
    mut generator: SchemaGenerator,
) -> Result<BTreeMap<String, String>, Error> {
    let mut authored = BTreeMap::new();
    if !defs.keys().any(|name| bases(name).any(|base| defs.contains_key(base))) {
        return Ok(authored);
    }
    for name in defs.keys() {
        TAKEN.with_borrow_mut(|taken| taken.clone_from(name));
        generator.subschema_for::<Taken>();
    }
    let (again_roots, again_defs) = generate(&mut generator)?;
    let mut pairs = Vec::new();
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for (root, again) in roots.values().zip(again_roots.values()) {
        pairs.push((root.clone(), again.clone()));
    }
    while let Some((one, two)) = pairs.pop() {
        if let (Some((name, schema)), Some((again, other))) = (target(&one, defs), target(&two, &again_defs))
            && names.insert(name.to_owned(), again.to_owned()).is_none()
        {
            pairs.push((schema.clone(), other.clone()));
        }
        match (one, two) {
            (Json::Object(one), Json::Object(two)) => pairs.extend(one.into_values().zip(two.into_values())),
            (Json::Array(one), Json::Array(two)) => pairs.extend(one.into_iter().zip(two)),
            _ => {}
        }
    }
    for (name, again) in names {
        let numbered = |base: &&str| {
            // Numbered again: another number behind the same base. Otherwise the name itself is the base.
            let digits = again.strip_prefix(*base).unwrap_or_default();
            let own = again.strip_prefix(name.as_str()).is_some_and(is_number);
            defs.contains_key(*base) && is_number(digits) && !own
        };
        if let Some(base) = bases(&name).find(numbered) {
            authored.insert(name.clone(), base.to_owned());
        }
    }
    Ok(authored)
}

/// What stands before a trailing number of at least 2, for every way to read one.
fn bases(name: &str) -> impl Iterator<Item = &str> {
    (1..name.len())
        .rev()
        .filter(|at| name.is_char_boundary(*at))
        .map(|at| name.split_at(at))
        .map_while(|(base, digits)| digits.bytes().all(|b| b.is_ascii_digit()).then_some((base, digits)))
        .filter(|(_, digits)| is_number(digits))
        .map(|(base, _)| base)
}

fn is_number(digits: &str) -> bool {
    !digits.starts_with('0') && digits.parse::<u64>().is_ok_and(|number| number >= 2)
}
