//! Keywords that speak of one JSON type, and the types they leave (docs/graph.md, rewrites 3, 4, 9 and 10).

use super::keyword::Keyword;
use super::lowerer::Lowerer;
use super::merge;
use super::places::PlaceId;
use crate::graph::canon::Work;
use crate::graph::diagnostic::Error;
use crate::graph::dialect::Dialect;
use crate::graph::json::Json;
use crate::graph::node::{
    ArrayNode, Bound, Contains, Count, Name, Node, NodeId, NumberNode, ObjectNode, Property, StringNode, UnionNode,
};
use crate::graph::number::Number;
use crate::graph::pattern::pattern_matches;
use std::collections::{BTreeMap, BTreeSet};

/// The types without parts, whole.
pub(super) const SCALARS: [fn() -> Node; 4] =
    [|| Node::Null, || Node::Boolean, || Node::Number(NumberNode::default()), || Node::String(StringNode::default())];

/// A name that `type` may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Type {
    Null,
    Boolean,
    Integer,
    Number,
    String,
    Array,
    Object,
}

impl Type {
    fn parse(name: &str) -> Option<Type> {
        Some(match name {
            "null" => Type::Null,
            "boolean" => Type::Boolean,
            "integer" => Type::Integer,
            "number" => Type::Number,
            "string" => Type::String,
            "array" => Type::Array,
            "object" => Type::Object,
            _ => return None,
        })
    }
}

const ALL: [Type; 6] = [Type::Null, Type::Boolean, Type::Number, Type::String, Type::Array, Type::Object];

/// Integer formats and their ranges; they say nothing else.
fn integer_range(format: &str) -> Option<(Option<i128>, Option<i128>)> {
    Some(match format {
        "int8" => (Some(i8::MIN.into()), Some(i8::MAX.into())),
        "int16" => (Some(i16::MIN.into()), Some(i16::MAX.into())),
        "int32" => (Some(i32::MIN.into()), Some(i32::MAX.into())),
        "int64" => (Some(i64::MIN.into()), Some(i64::MAX.into())),
        "uint8" => (Some(0), Some(u8::MAX.into())),
        "uint16" => (Some(0), Some(u16::MAX.into())),
        "uint32" => (Some(0), Some(u32::MAX.into())),
        "uint64" => (Some(0), Some(u64::MAX.into())),
        "uint" => (Some(0), None),
        "int" => (None, None),
        _ => return None,
    })
}

/// Formats of numbers whose names are kept: every other format belongs to strings.
const NUMBER_FORMATS: &[&str] = &["double", "double-int", "float", "half-float", "int128", "single-float", "uint128"];

/// What the keywords of a schema say by type.
pub(super) struct Typed {
    types: Option<BTreeSet<Type>>,
    number: NumberNode,
    string: StringNode,
    array: ArrayNode,
    object: ObjectNode,
    spoken: BTreeSet<Type>,
}

impl Typed {
    /// Reads all keywords of this kind that the schema at the place has.
    pub fn read(lowerer: &mut Lowerer<'_>, place: PlaceId, dialect: Dialect) -> Result<Typed, Error> {
        let any = lowerer.any();
        let mut typed = Typed {
            types: None,
            number: NumberNode::default(),
            string: StringNode::default(),
            array: merge::plain_array(any),
            object: merge::plain_object(any),
            spoken: BTreeSet::new(),
        };
        typed.types(lowerer, place)?;
        typed.numbers(lowerer, place, dialect)?;
        typed.strings(lowerer, place)?;
        typed.arrays(lowerer, place, dialect)?;
        typed.objects(lowerer, place, dialect)?;
        Ok(typed)
    }

    fn speak(&mut self, ty: Type) {
        self.spoken.insert(ty);
    }

    fn types(&mut self, lowerer: &Lowerer<'_>, place: PlaceId) -> Result<(), Error> {
        let Some(keyword) = lowerer.keyword(place, "type") else { return Ok(()) };
        let expected = "`null`, `boolean`, `integer`, `number`, `string`, `array`, `object` or a list of these";
        let parse = |value: &Json| value.as_str().and_then(Type::parse).ok_or_else(|| keyword.wrong(value, expected));
        let mut types = match keyword.value {
            Json::Array(list) => list.iter().map(parse).collect::<Result<BTreeSet<_>, _>>()?,
            one => BTreeSet::from([parse(one)?]),
        };
        if lowerer.options().openapi && lowerer.keyword(place, "nullable").is_some_and(|k| *k.value == Json::Bool(true))
        {
            types.insert(Type::Null);
        }
        self.types = Some(types);
        Ok(())
    }

    fn numbers(&mut self, lowerer: &Lowerer<'_>, place: PlaceId, dialect: Dialect) -> Result<(), Error> {
        for (plain, strict, lower) in [("minimum", "exclusiveMinimum", true), ("maximum", "exclusiveMaximum", false)] {
            let mut flag = false;
            let mut own = None;
            if let Some(keyword) = lowerer.keyword(place, strict) {
                match keyword.value {
                    Json::Bool(value) if dialect.exclusive_may_be_flag() => flag = *value,
                    Json::Number(number) if dialect.exclusive_may_be_bound() => own = Some(number.clone()),
                    // The spelling of another draft: kept as residual by the caller.
                    Json::Bool(_) | Json::Number(_) => {}
                    value => return Err(keyword.wrong(value, "a number")),
                }
            }
            let bound = match lowerer.keyword(place, plain) {
                Some(keyword) => Some(keyword.number()?.clone()),
                None => None,
            };
            for (value, exclusive) in bound.map(|b| (b, flag)).into_iter().chain(own.map(|b| (b, true))) {
                self.speak(Type::Number);
                let bound = Some(Bound { value, exclusive });
                let other = match lower {
                    true => NumberNode { minimum: bound, ..NumberNode::default() },
                    false => NumberNode { maximum: bound, ..NumberNode::default() },
                };
                self.number = merge::numbers(&self.number, &other);
            }
        }
        if let Some(keyword) = lowerer.keyword(place, "multipleOf") {
            let divisor = keyword.number()?;
            if divisor.is_negative() || divisor.is_zero() {
                return Err(keyword.wrong(keyword.value, "a number above 0"));
            }
            self.speak(Type::Number);
            self.number.multiple_of.insert(divisor.clone());
        }
        Ok(())
    }

    fn strings(&mut self, lowerer: &Lowerer<'_>, place: PlaceId) -> Result<(), Error> {
        let length = lowerer.count(place, "minLength", "maxLength")?;
        if length != Count::default() {
            self.speak(Type::String);
            self.string.length = length;
        }
        if let Some(keyword) = lowerer.keyword(place, "pattern") {
            self.speak(Type::String);
            self.string.patterns.insert(keyword.string()?.to_owned());
        }
        if let Some(keyword) = lowerer.keyword(place, "format") {
            let format = keyword.string()?;
            if let Some((minimum, maximum)) = integer_range(format) {
                let bound = |value: i128| Bound { value: Number::from(value), exclusive: false };
                let range =
                    NumberNode { minimum: minimum.map(bound), maximum: maximum.map(bound), ..NumberNode::default() };
                if range != NumberNode::default() {
                    self.speak(Type::Number);
                    self.number = merge::numbers(&self.number, &range);
                }
            } else if NUMBER_FORMATS.contains(&format) {
                self.speak(Type::Number);
                self.number.formats.insert(format.to_owned());
            } else {
                self.speak(Type::String);
                self.string.formats.insert(format.to_owned());
            }
        }
        Ok(())
    }

    fn arrays(&mut self, lowerer: &mut Lowerer<'_>, place: PlaceId, dialect: Dialect) -> Result<(), Error> {
        let items = lowerer.keyword(place, "items");
        let positions = items.as_ref().is_some_and(|k| matches!(k.value, Json::Array(_)));
        // Positions spelled the older way; beside `prefixItems` they would be ambiguous and are left to the caller.
        let by_items = positions && dialect.items_may_be_positions() && lowerer.keyword(place, "prefixItems").is_none();
        let (prefix, rest) = match (by_items, positions) {
            (true, _) => (Some("items"), Some("additionalItems").filter(|k| dialect.knows(k))),
            (false, true) => (Some("prefixItems").filter(|k| dialect.knows(k)), None),
            (false, false) => (Some("prefixItems").filter(|k| dialect.knows(k)), Some("items")),
        };
        if let Some(name) = prefix
            && let Some(keyword) = lowerer.keyword(place, name)
        {
            for i in 0..keyword.list()?.len() {
                let id = lowerer.part(place, &format!("/{name}/{i}"))?;
                self.array.prefix.push(id);
            }
            if !self.array.prefix.is_empty() {
                self.speak(Type::Array);
            }
        }
        if let Some(name) = rest
            && lowerer.keyword(place, name).is_some()
        {
            self.array.rest = lowerer.part(place, &format!("/{name}"))?;
            self.speak(Type::Array);
        }
        let length = lowerer.count(place, "minItems", "maxItems")?;
        if length != Count::default() {
            self.array.length = length;
            self.speak(Type::Array);
        }
        if let Some(keyword) = lowerer.keyword(place, "uniqueItems")
            && keyword.boolean()?
        {
            self.array.unique = true;
            self.speak(Type::Array);
        }
        if dialect.knows("contains") && lowerer.keyword(place, "contains").is_some() {
            let mut count = Count { min: 1, max: None };
            if dialect.knows("minContains") {
                let stated = lowerer.count(place, "minContains", "maxContains")?;
                count.max = stated.max;
                if lowerer.keyword(place, "minContains").is_some() {
                    count.min = stated.min;
                }
            }
            if count != Count::default() {
                let ty = lowerer.part(place, "/contains")?;
                self.array.contains.push(Contains { ty, count });
                self.speak(Type::Array);
            }
        }
        Ok(())
    }

    fn objects(&mut self, lowerer: &mut Lowerer<'_>, place: PlaceId, dialect: Dialect) -> Result<(), Error> {
        let count = lowerer.count(place, "minProperties", "maxProperties")?;
        if count != Count::default() {
            self.object.count = count;
            self.speak(Type::Object);
        }
        if lowerer.keyword(place, "additionalProperties").is_some() {
            self.object.tail = lowerer.part(place, "/additionalProperties")?;
            self.speak(Type::Object);
        }
        if let Some(keyword) = lowerer.keyword(place, "patternProperties") {
            for pattern in keyword.members()?.keys() {
                let id = lowerer.part(place, &keyword.inner(pattern))?;
                self.object.patterns.insert(pattern.clone(), id);
                self.speak(Type::Object);
            }
        }
        if dialect.knows("propertyNames") && lowerer.keyword(place, "propertyNames").is_some() {
            self.object.names = Some(lowerer.part(place, "/propertyNames")?);
            self.speak(Type::Object);
        }
        if let Some(keyword) = lowerer.keyword(place, "properties") {
            for name in keyword.members()?.keys() {
                let property = lowerer.property(place, &keyword.inner(name), name)?;
                self.object.properties.insert(lowerer.name(name), property);
                self.speak(Type::Object);
            }
        }
        if let Some(keyword) = lowerer.keyword(place, "required") {
            for name in keyword.names()? {
                let name = lowerer.name(name);
                self.speak(Type::Object);
                let ty = self.object.tail;
                let plain = Property {
                    ty,
                    required: true,
                    reserved: false,
                    default: None,
                    aliases: BTreeSet::new(),
                    policy: None,
                };
                match self.object.properties.get_mut(&name) {
                    Some(property) => property.required = true,
                    None => {
                        let effective = patterns_of(&self.object.patterns, &name);
                        let ty = if effective.is_empty() { ty } else { lowerer.and(effective) };
                        self.object.properties.insert(name, Property { ty, ..plain });
                    }
                }
            }
        }
        for (name, property) in &mut self.object.properties {
            let mut types = patterns_of(&self.object.patterns, name);
            if !types.is_empty() && !types.contains(&property.ty) {
                types.push(property.ty);
                property.ty = lowerer.and(types);
            }
        }
        for keyword in ["dependentRequired", "dependencies"] {
            if let Some(keyword) = lowerer.keyword(place, keyword).filter(|k| dialect.knows(k.name)) {
                for (name, value) in keyword.members()? {
                    if keyword.name == "dependencies" && !matches!(value, Json::Array(_)) {
                        continue;
                    }
                    let inner =
                        Keyword { value, pointer: keyword.pointer.clone() + &Keyword::token(name), ..keyword.clone() };
                    let needed: BTreeSet<Name> = inner.names()?.into_iter().map(|n| lowerer.name(n)).collect();
                    if !needed.is_empty() {
                        let name = lowerer.name(name);
                        self.object.dependent_required.entry(name).or_default().extend(needed);
                        self.speak(Type::Object);
                    }
                }
            }
        }
        Ok(())
    }

    /// The union of the types that are left, or nothing where every value is.
    pub fn node(self, lowerer: &mut Lowerer<'_>) -> Option<NodeId> {
        let types: Vec<Type> = match self.types {
            Some(types) => types.into_iter().collect(),
            None if self.spoken.is_empty() => return None,
            None => ALL.to_vec(),
        };
        let mut members: Vec<NodeId> = types
            .into_iter()
            .map(|ty| {
                lowerer.intern(Work::Node(match ty {
                    Type::Null => Node::Null,
                    Type::Boolean => Node::Boolean,
                    Type::Number => Node::Number(self.number.clone()),
                    Type::Integer => {
                        Node::Number(merge::normal_number(NumberNode { integer: true, ..self.number.clone() }))
                    }
                    Type::String => Node::String(self.string.clone()),
                    Type::Array => Node::Array(self.array.clone()),
                    Type::Object => Node::Object(self.object.clone()),
                }))
            })
            .collect();
        Some(match members[..] {
            [one] => one,
            _ => {
                members.sort_unstable();
                members.dedup();
                lowerer.intern(Work::Node(Node::Union(UnionNode { members, other: false })))
            }
        })
    }
}

/// Types of the patterns that the name matches. A pattern that does not translate matches nothing here: it stays in the
/// object by its text all the same.
fn patterns_of(patterns: &BTreeMap<String, NodeId>, name: &str) -> Vec<NodeId> {
    patterns.iter().filter(|(pattern, _)| pattern_matches(pattern, name) == Some(true)).map(|(_, ty)| *ty).collect()
}
