//! What a property says beside its type: `default` and our own annotations (docs/graph.md, rewrite 1).

use super::lowerer::{BoundSource, Lowerer, Mode};
use super::places::PlaceId;
use crate::graph::codes::{INVALID_ALIASES, INVALID_ATTRIBUTION, INVALID_RESERVATION};
use crate::graph::diagnostic::{Code, Diagnostic, Error};
use crate::graph::json::Json;
use crate::graph::node::{Name, Property};
use crate::graph::number::Number;
use crate::graph::recorded::SourcePolicy;
use std::collections::{BTreeMap, BTreeSet};

impl<'a> Lowerer<'a> {
    /// The property whose schema stands at `suffix` of a place. Whether it is required is the caller's to know.
    pub fn property(&mut self, owner: PlaceId, suffix: &str, name: &str) -> Result<Property, Error> {
        let place = self.child(owner, suffix)?;
        let ty = self.node(place, Mode::Plain);
        let default = self.own(place, "default")?.map(|(value, _)| value.clone());
        let reserved = match self.own(place, "x-persistence-reserved")? {
            None => false,
            Some((Json::Bool(true), at)) => {
                let name = self.name(name);
                self.reserved.entry(name).or_insert(at);
                true
            }
            Some((value, at)) => {
                return Err(self.misuse(&INVALID_RESERVATION, at, "x-persistence-reserved", value, "the value true"));
            }
        };
        let aliases = self.aliases(owner, place, name)?;
        let policy = match self.own(place, "x-persistence-source")? {
            None => None,
            Some((value, at)) => Some(self.bind(place, at, value)?),
        };
        Ok(Property { ty, required: false, reserved, default, aliases, policy })
    }

    /// A keyword that is read beside a reference, else at its target, else through an `allOf` or `anyOf` of one.
    fn own(&mut self, place: PlaceId, keyword: &'static str) -> Result<Option<(&'a Json, PlaceId)>, Error> {
        let mut at = place;
        let mut seen = BTreeSet::new();
        while seen.insert(at) {
            let Some(members) = self.members(at) else { return Ok(None) };
            if let Some(value) = members.get(keyword) {
                self.note_read(at, keyword);
                return Ok(Some((value, at)));
            }
            match self.through(at)? {
                Some(next) => at = next,
                None => return Ok(None),
            }
        }
        Ok(None)
    }

    /// The one schema that a schema stands for.
    pub fn through(&mut self, place: PlaceId) -> Result<Option<PlaceId>, Error> {
        let Some(members) = self.members(place) else { return Ok(None) };
        if members.contains_key("$ref") {
            return self.reference(place, "$ref");
        }
        for keyword in ["allOf", "anyOf"] {
            if members.get(keyword).and_then(Json::as_array).is_some_and(|list| list.len() == 1) {
                return self.child(place, &format!("/{keyword}/0")).map(Some);
            }
        }
        Ok(None)
    }

    fn misuse(&self, code: &'static Code, place: PlaceId, keyword: &str, found: &Json, expected: &str) -> Error {
        let shown: String = found.compact().chars().take(120).collect();
        let diagnostic = Diagnostic::new(code, format!("found {shown}, expected {expected}"));
        self.places().locate(place, &format!("/{keyword}"), diagnostic).into()
    }

    fn aliases(&mut self, owner: PlaceId, place: PlaceId, name: &str) -> Result<BTreeSet<Name>, Error> {
        let Some((value, at)) = self.own(place, "x-persistence-aliases")? else { return Ok(BTreeSet::new()) };
        let expected = "a list of other names, each a string that stands once and is no property of the object";
        let wrong = |this: &Self| this.misuse(&INVALID_ALIASES, at, "x-persistence-aliases", value, expected);
        let Some(list) = value.as_array().filter(|list| !list.is_empty()) else { return Err(wrong(self)) };
        let declared = self.members(owner).and_then(|m| m.get("properties")).and_then(Json::as_object);
        let mut aliases = BTreeSet::new();
        for alias in list {
            let Some(alias) = alias.as_str().filter(|a| *a != name && declared.is_none_or(|d| !d.contains_key(*a)))
            else {
                return Err(wrong(self));
            };
            if !aliases.insert(self.name(alias)) {
                return Err(wrong(self));
            }
        }
        for alias in &aliases {
            self.aliased.entry(alias.clone()).or_insert(at);
        }
        Ok(aliases)
    }

    /// Reads a policy and, unless the kinds that qualify are known, notes what would tell them.
    fn bind(&mut self, place: PlaceId, at: PlaceId, value: &Json) -> Result<std::sync::Arc<SourcePolicy>, Error> {
        let Some(policy) = parse(value) else {
            let expected = "an object of exactly version (a positive integer), policy, binding, owner (an object of string \
                            literals), discriminator and unknown";
            return Err(self.misuse(&INVALID_ATTRIBUTION, at, "x-persistence-source", value, expected));
        };
        if let Some(known) = self.known_policy(place) {
            self.bound.insert(place, BoundSource { place, annotation: at, policy, alternatives: Vec::new() });
            return Ok(known);
        }
        let alternatives = self.alternatives(place, &policy.discriminator)?;
        for (alternative, _) in &alternatives {
            self.node(*alternative, Mode::Plain);
        }
        self.bound.insert(place, BoundSource { place, annotation: at, policy: policy.clone(), alternatives });
        Ok(std::sync::Arc::new(policy))
    }

    /// The alternatives of a type through references and combinators, each with whether it is marked on the way. A
    /// schema that declares the discriminator itself is one, whatever stands beside it.
    fn alternatives(&mut self, place: PlaceId, discriminator: &str) -> Result<Vec<(PlaceId, bool)>, Error> {
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        let mut open = vec![(place, false)];
        while let Some((at, marked)) = open.pop() {
            if !seen.insert((at, marked)) {
                continue;
            }
            let Some(members) = self.members(at) else {
                found.push((at, marked));
                continue;
            };
            let marked = marked || members.get("x-persistence-attribution") == Some(&Json::Bool(true));
            if members.get("properties").is_some_and(|properties| properties.get(discriminator).is_some()) {
                found.push((at, marked));
                continue;
            }
            let mut inner = Vec::new();
            if members.contains_key("$ref") {
                inner.extend(self.reference(at, "$ref")?);
            }
            for keyword in ["anyOf", "oneOf"] {
                for i in 0..members.get(keyword).and_then(Json::as_array).map_or(0, <[Json]>::len) {
                    inner.push(self.child(at, &format!("/{keyword}/{i}"))?);
                }
            }
            let wrapped = members.get("allOf").and_then(Json::as_array).is_some_and(|list| list.len() == 1);
            if inner.is_empty() && wrapped && !members.contains_key("properties") {
                inner.push(self.child(at, "/allOf/0")?);
            }
            if inner.is_empty() {
                found.push((at, marked));
            }
            open.extend(inner.into_iter().map(|next| (next, marked)));
        }
        found.sort_unstable();
        Ok(found)
    }
}

fn parse(value: &Json) -> Option<SourcePolicy> {
    let members = value.as_object()?;
    let text = |name: &str| members.get(name).and_then(Json::as_str).filter(|t| !t.is_empty()).map(str::to_owned);
    let version = members.get("version").and_then(Json::as_number).and_then(Number::as_u64).filter(|v| *v > 0)?;
    let owner = members.get("owner")?.as_object()?;
    let owner: Option<BTreeMap<String, String>> =
        owner.iter().map(|(name, value)| Some((name.clone(), value.as_str()?.to_owned()))).collect();
    let policy = SourcePolicy {
        version,
        policy: text("policy")?,
        binding: text("binding")?,
        owner: owner.filter(|owner| !owner.is_empty())?,
        discriminator: text("discriminator")?,
        unknown: text("unknown")?,
        qualified: BTreeSet::new(),
    };
    (members.len() == 6).then_some(policy)
}
