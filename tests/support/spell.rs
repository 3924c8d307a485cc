//! Spellings of a program: every choice that is made here is one that must not move a fingerprint.

use super::dice::Dice;
use super::shape::{Member, ObjectShape, Program, Prop, Shape, Tagged, int, text};
use schemagate::graph::{Json, Members};
use std::collections::BTreeMap;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dialect {
    Draft4,
    Draft6,
    Draft7,
    Draft2019,
    Draft2020,
}

pub const DIALECTS: &[Dialect] =
    &[Dialect::Draft2020, Dialect::Draft2019, Dialect::Draft7, Dialect::Draft6, Dialect::Draft4];

impl Dialect {
    pub fn uri(self) -> &'static str {
        match self {
            Dialect::Draft4 => "http://json-schema.org/draft-04/schema#",
            Dialect::Draft6 => "http://json-schema.org/draft-06/schema",
            Dialect::Draft7 => "http://json-schema.org/draft-07/schema#",
            Dialect::Draft2019 => "https://json-schema.org/draft/2019-09/schema",
            Dialect::Draft2020 => "https://json-schema.org/draft/2020-12/schema",
        }
    }
}

/// The plain spelling in 2020-12.
pub fn plain(program: &Program) -> Json {
    spell(program, &mut Dice::new(&[]), Dialect::Draft2020)
}

/// The dialects that can say what the program says.
pub fn dialects(program: &Program) -> Vec<Dialect> {
    let mut least = Dialect::Draft4;
    let mut open: Vec<&Shape> = program.defs.iter().chain([&program.root]).collect();
    while let Some(shape) = open.pop() {
        match shape {
            Shape::Raw(_) => least = Dialect::Draft2020,
            Shape::Array(array) => match array.contains {
                Some((_, 1, None)) => least = least.max(Dialect::Draft6),
                Some(_) => least = least.max(Dialect::Draft2019),
                None => {}
            },
            Shape::Object(object) if object.names.is_some() => least = least.max(Dialect::Draft6),
            _ => {}
        }
        open.extend(shape.children());
    }
    DIALECTS.iter().copied().filter(|dialect| *dialect >= least).collect()
}

/// One spelling, chosen by the dice; the plain one when they are used up.
pub fn spell(program: &Program, dice: &mut Dice, dialect: Dialect) -> Json {
    let mut names: Vec<String> = (0..program.defs.len()).map(|i| format!("T{i}")).collect();
    if dice.coin() {
        let suffix = dice.pick(&["", "~/x", " ü", "2"]);
        names = (0..program.defs.len()).map(|i| format!("N{}{suffix}", 9 - i)).collect();
    }
    let mut speller = Speller { program, dice, dialect, names, hoisted: Members::new(), unrolled: 0 };
    let mut defs: Members =
        (0..program.defs.len()).map(|i| (speller.names[i].clone(), speller.shape(&program.defs[i]))).collect();
    let mut whole = match speller.shape(&program.root) {
        Json::Object(members) => members,
        other => Members::from([("allOf".to_owned(), Json::Array(vec![other]))]),
    };
    if whole.contains_key("$ref") && dialect < Dialect::Draft2019 {
        whole = Members::from([("allOf".to_owned(), Json::Array(vec![Json::Object(whole)]))]);
    }
    defs.append(&mut speller.hoisted);
    let keyword = speller.defs_keyword();
    whole.insert(keyword.to_owned(), Json::Object(defs));
    whole.insert("$schema".to_owned(), text(dialect.uri()));
    Json::Object(whole)
}

pub(super) struct Speller<'a> {
    program: &'a Program,
    pub(super) dice: &'a mut Dice,
    pub(super) dialect: Dialect,
    names: Vec<String>,
    hoisted: Members,
    unrolled: usize,
}

pub(super) fn one(keyword: &str, value: Json) -> Json {
    Json::from([(keyword, value)])
}

pub(super) fn list(items: impl IntoIterator<Item = Json>) -> Json {
    Json::Array(items.into_iter().collect())
}

pub(super) fn with(mut schema: Json, keyword: &str, value: Json) -> Json {
    if let Json::Object(members) = &mut schema {
        members.insert(keyword.to_owned(), value);
    }
    schema
}

const TYPES: [&str; 6] = ["null", "boolean", "number", "string", "array", "object"];

impl Speller<'_> {
    fn defs_keyword(&self) -> &'static str {
        if self.dialect < Dialect::Draft2019 { "definitions" } else { "$defs" }
    }

    /// A schema for the shape, wrapped, annotated and moved about.
    pub(super) fn shape(&mut self, shape: &Shape) -> Json {
        let core = self.core(shape);
        self.dress(core)
    }

    fn dress(&mut self, mut schema: Json) -> Json {
        if self.dice.once_in(12) {
            let keyword = self.dice.pick(&["allOf", "anyOf", "oneOf"]);
            schema = one(keyword, list([schema]));
        }
        if self.dice.once_in(12) {
            let name = format!("H{}", self.hoisted.len());
            self.hoisted.insert(name.clone(), schema);
            schema = self.reference(&name);
        }
        self.annotate(schema)
    }

    fn annotate(&mut self, mut schema: Json) -> Json {
        if self.dice.once_in(8) {
            let (keyword, value) = match self.dice.roll(9) {
                0 => ("title", text("T")),
                1 => ("description", text("what it is")),
                2 => ("$comment", text("c")),
                3 => ("examples", list([int(1)])),
                4 => ("x-note", Json::from(true)),
                5 => ("readOnly", Json::from(true)),
                6 => ("deprecated", Json::from(true)),
                7 => ("writeOnly", Json::from(false)),
                _ => ("markdownDescription", text("m")),
            };
            if schema.get(keyword).is_none() && (self.dialect >= Dialect::Draft2019 || schema.get("$ref").is_none()) {
                schema = with(schema, keyword, value);
            }
        }
        schema
    }

    fn reference(&mut self, name: &str) -> Json {
        let name = name.replace('~', "~0").replace('/', "~1").replace(' ', "%20").replace('ü', "%C3%BC");
        one("$ref", Json::String(format!("#/{}/{name}", self.defs_keyword())))
    }

    fn boolean(&mut self, value: bool) -> Json {
        if value {
            match self.dice.roll(4) {
                2 => one("type", list(TYPES.map(text))),
                3 => one("title", text("anything")),
                1 => Json::Object(Members::new()),
                _ if self.dialect == Dialect::Draft4 => Json::Object(Members::new()),
                _ => Json::Bool(true),
            }
        } else {
            let not = |schema| one("not", schema);
            match self.dice.roll(3) {
                _ if self.dialect == Dialect::Draft4 => not(Json::Object(Members::new())),
                1 => not(Json::Object(Members::new())),
                2 => not(Json::Bool(true)),
                _ => Json::Bool(false),
            }
        }
    }

    pub(super) fn constant(&mut self, value: &Json) -> Json {
        if self.dialect == Dialect::Draft4 || self.dice.once_in(3) {
            one("enum", list([value.clone()]))
        } else {
            one("const", value.clone())
        }
    }

    fn core(&mut self, shape: &Shape) -> Json {
        match shape {
            Shape::Any => self.boolean(true),
            Shape::Never => self.boolean(false),
            Shape::Null => match self.dice.roll(3) {
                1 => self.constant(&Json::Null),
                2 => one("type", list([text("null")])),
                _ => one("type", text("null")),
            },
            Shape::Boolean => match self.dice.roll(3) {
                1 => one("enum", list([Json::Bool(true), Json::Bool(false)])),
                2 => one("anyOf", list([self.constant(&Json::Bool(false)), self.constant(&Json::Bool(true))])),
                _ => one("type", text("boolean")),
            },
            Shape::Const(value) => {
                let schema = self.constant(value);
                self.typed_literal(schema, std::slice::from_ref(value))
            }
            Shape::Enum(values) => self.enumeration(values),
            Shape::Number(number) => self.number(number),
            Shape::String(string) => self.string(string),
            Shape::Array(array) => self.array(array),
            Shape::Object(object) => self.object(object),
            Shape::Nullable(inner) => self.nullable(inner),
            Shape::Union(members) => self.union(members),
            Shape::Other(members) => {
                let mut all: Vec<Json> = members.iter().map(|m| self.shape(m)).collect();
                self.dice.shuffle(&mut all);
                with(one("anyOf", list(all)), "x-persistence-other", Json::Bool(true))
            }
            Shape::Exclusive(members) => {
                let mut all: Vec<Json> = members.iter().map(|m| self.shape(m)).collect();
                self.dice.shuffle(&mut all);
                one("oneOf", list(all))
            }
            Shape::Tagged(tagged) => self.tagged(tagged),
            Shape::External(variants) => self.disjoint(variants, |s, (name, shape)| {
                let prop = Prop::required(shape.clone());
                let object = ObjectShape { tail: Shape::Never, ..ObjectShape::open(vec![(name.clone(), prop)]) };
                s.object(&object)
            }),
            Shape::Attributed(kinds) => self.attributed(kinds),
            Shape::Ref(target) => {
                if self.unrolled < 6 && self.dice.once_in(3) {
                    self.unrolled += 1;
                    let inlined = self.shape(&self.program.defs[*target]);
                    return inlined;
                }
                let name = self.names[*target].clone();
                self.reference(&name)
            }
            Shape::Raw(raw) => raw.clone(),
        }
    }

    /// A `type` beside literals says nothing new.
    fn typed_literal(&mut self, schema: Json, values: &[Json]) -> Json {
        let kind = |value: &Json| match value {
            Json::Null => "null",
            Json::Bool(_) => "boolean",
            Json::Number(_) => "number",
            Json::String(_) => "string",
            Json::Array(_) => "array",
            Json::Object(_) => "object",
        };
        if !self.dice.once_in(3) {
            return schema;
        }
        let mut types: Vec<&str> = values.iter().map(kind).collect();
        types.sort_unstable();
        types.dedup();
        let types = if types.len() == 1 { text(types[0]) } else { list(types.into_iter().map(text)) };
        with(schema, "type", types)
    }

    fn enumeration(&mut self, values: &[Json]) -> Json {
        let mut values = values.to_vec();
        self.dice.shuffle(&mut values);
        match self.dice.roll(4) {
            2 => one(
                if self.dice.coin() { "anyOf" } else { "oneOf" },
                list(values.iter().map(|value| self.constant(value)).collect::<Vec<_>>()),
            ),
            3 if values.len() > 1 => {
                let rest = values.split_off(1);
                one("anyOf", list([one("enum", list(rest)), self.constant(&values[0])]))
            }
            _ => self.typed_literal(one("enum", list(values.clone())), &values),
        }
    }

    fn object(&mut self, shape: &ObjectShape) -> Json {
        let ObjectShape { members, patterns, tail, names, min, max, dependent, presence } = shape;
        let open = *tail == Shape::Any;
        let mut groups: Vec<Vec<(&str, Json)>> = Vec::new();
        let mut declared = Members::new();
        let mut required: Vec<Json> = Vec::new();
        for (name, prop) in members {
            if prop.required {
                required.push(text(name));
                let bare = prop.shape == Shape::Any && prop.aliases.is_empty() && open && patterns.is_empty();
                if bare && self.dice.once_in(3) {
                    continue;
                }
            }
            let schema = self.property(prop);
            if open && patterns.is_empty() && self.dice.once_in(8) {
                groups.push(vec![("properties", Json::Object(Members::from([(name.clone(), schema)])))]);
            } else {
                declared.insert(name.clone(), schema);
            }
        }
        let mut own: Vec<(&str, Json)> = Vec::new();
        if !declared.is_empty() {
            own.push(("properties", Json::Object(declared)));
        }
        if !patterns.is_empty() {
            let all = patterns.iter().map(|(pattern, shape)| ((*pattern).to_owned(), self.shape(shape)));
            own.push(("patternProperties", Json::Object(all.collect())));
        }
        if !open || self.dice.once_in(6) {
            let tail = match tail {
                Shape::Any => Json::Bool(true),
                Shape::Never => Json::Bool(false),
                _ => self.shape(tail),
            };
            own.push(("additionalProperties", tail));
            if self.dialect >= Dialect::Draft2019 && self.dice.once_in(4) {
                own.push(("unevaluatedProperties", Json::Bool(false)));
            }
        }
        if !required.is_empty() {
            self.dice.shuffle(&mut required);
            groups.push(vec![("required", Json::Array(required))]);
        }
        if let Some(names) = names {
            groups.push(vec![("propertyNames", self.string(names))]);
        }
        if *min > 0 {
            groups.push(vec![("minProperties", int(*min as i64))]);
        }
        if let Some(max) = max {
            groups.push(vec![("maxProperties", int(*max as i64))]);
        }
        if !dependent.is_empty() {
            let keyword = if self.dialect < Dialect::Draft2019 { "dependencies" } else { "dependentRequired" };
            let all = dependent.iter().map(|(name, needed)| (name.clone(), list(needed.iter().map(|n| text(n)))));
            groups.push(vec![(keyword, Json::Object(all.collect()))]);
        }
        if let Some((exactly_one, sets)) = presence {
            let mut sets: Vec<Json> =
                sets.iter().map(|set| one("required", list(set.iter().map(|n| text(n))))).collect();
            self.dice.shuffle(&mut sets);
            groups.push(vec![(if *exactly_one { "oneOf" } else { "anyOf" }, Json::Array(sets))]);
        }
        let mut schema = self.split("object", groups);
        for (keyword, value) in own {
            let Json::Object(here) = &mut schema else { continue };
            match here.remove(keyword) {
                Some(Json::Object(mut there)) => {
                    // Properties that stayed beside the type after all.
                    if let Json::Object(more) = value {
                        there.extend(more);
                    }
                    here.insert(keyword.to_owned(), Json::Object(there));
                }
                _ => {
                    here.insert(keyword.to_owned(), value);
                }
            }
        }
        schema
    }

    fn property(&mut self, prop: &Prop) -> Json {
        let Prop { shape, required, default, aliases, reserved } = prop;
        let mut schema = self.core(shape);
        if self.dice.once_in(8) {
            schema = self.dress(schema);
        }
        let mut records: BTreeMap<&str, Json> = BTreeMap::new();
        match default {
            Some(default) => {
                records.insert("default", default.clone());
            }
            None if *required && self.dice.once_in(8) => {
                records.insert("default", int(3));
            }
            None if matches!(shape, Shape::Nullable(_)) && self.dice.once_in(3) => {
                records.insert("default", Json::Null);
            }
            None => {}
        }
        if !aliases.is_empty() {
            records.insert("x-persistence-aliases", list(aliases.iter().map(|a| text(a))));
        }
        if *reserved {
            records.insert("x-persistence-reserved", Json::Bool(true));
        }
        if records.is_empty() {
            return schema;
        }
        let mut members = match schema {
            Json::Object(members) if self.dialect >= Dialect::Draft2019 || !members.contains_key("$ref") => members,
            Json::Bool(true) => Members::new(),
            Json::Bool(false) => Members::from([("not".to_owned(), Json::Object(Members::new()))]),
            other if self.dice.coin() => match other {
                // In the old drafts our records are read beside a reference all the same.
                Json::Object(members) => members,
                other => Members::from([("allOf".to_owned(), list([other]))]),
            },
            other => Members::from([("allOf".to_owned(), list([other]))]),
        };
        if self.dice.once_in(6) {
            let mut inner = members;
            inner.extend(records.into_iter().map(|(k, v)| (k.to_owned(), v)));
            return one("allOf", list([Json::Object(inner)]));
        }
        members.extend(records.into_iter().map(|(k, v)| (k.to_owned(), v)));
        Json::Object(members)
    }

    fn nullable(&mut self, inner: &Shape) -> Json {
        let schema = self.shape(inner);
        let single = schema.get("type").and_then(Json::as_str).map(str::to_owned);
        if let (Some(name), true) = (single, self.dice.coin())
            && name != "null"
            && schema.as_object().is_some_and(|members| {
                !members.keys().any(|k| ["allOf", "anyOf", "oneOf", "not", "const", "enum"].contains(&k.as_str()))
            })
        {
            return with(schema, "type", list([text(&name), text("null")]));
        }
        let null = self.core(&Shape::Null);
        let mut both = [schema, null];
        self.dice.shuffle(&mut both);
        one("anyOf", list(both))
    }

    fn union(&mut self, members: &[Shape]) -> Json {
        let mut all: Vec<Json> = members.iter().map(|m| self.shape(m)).collect();
        self.dice.shuffle(&mut all);
        if self.dice.once_in(6) {
            all.push(all[0].clone());
        }
        if self.dice.once_in(6) {
            all.push(self.boolean(false));
        }
        if all.len() > 1 && self.dice.once_in(4) {
            let rest = all.split_off(1);
            all.push(one("anyOf", Json::Array(rest)));
        }
        one("anyOf", Json::Array(all))
    }

    fn tagged(&mut self, tagged: &Tagged) -> Json {
        let Tagged { tag, closed, variants } = tagged;
        self.disjoint(variants, |s, (kind, members)| {
            let mut members = members.clone();
            members.push((tag.clone(), Prop::required(Shape::Const(text(kind)))));
            let tail = if *closed { Shape::Never } else { Shape::Any };
            let object = s.object(&ObjectShape { tail, ..ObjectShape::open(members) });
            s.dress(object)
        })
    }

    fn disjoint<T>(&mut self, variants: &[T], mut write: impl FnMut(&mut Self, &T) -> Json) -> Json {
        let mut all: Vec<Json> = variants.iter().map(|variant| write(self, variant)).collect();
        self.dice.shuffle(&mut all);
        one(if self.dice.coin() { "oneOf" } else { "anyOf" }, Json::Array(all))
    }

    fn attributed(&mut self, kinds: &[(String, bool, Vec<Member>)]) -> Json {
        let source = self.disjoint(kinds, |s, (kind, qualified, members)| {
            let mut members = members.clone();
            members.push(("kind".to_owned(), Prop::required(Shape::Const(text(kind)))));
            let mut alternative = s.object(&ObjectShape::open(members));
            let mark =
                |schema, on| if on { with(schema, "x-persistence-attribution", Json::Bool(true)) } else { schema };
            if s.dice.once_in(4) {
                let name = format!("H{}", s.hoisted.len());
                let at_target = s.dice.coin() || s.dialect < Dialect::Draft2019;
                s.hoisted.insert(name.clone(), mark(alternative, *qualified && at_target));
                alternative = s.reference(&name);
                return mark(alternative, *qualified && !at_target);
            }
            mark(alternative, *qualified)
        });
        let promise = Json::from([
            ("version", int(1)),
            ("policy", text("attribution-only")),
            ("binding", text("test.source")),
            ("owner", Json::from([("role", text("user"))])),
            ("discriminator", text("kind")),
            ("unknown", text("preserve")),
        ]);
        let members = Members::from([
            ("role".to_owned(), self.constant(&text("user"))),
            ("source".to_owned(), with(source, "x-persistence-source", promise)),
        ]);
        Json::from([
            ("type", text("object")),
            ("properties", Json::Object(members)),
            ("required", list([text("role"), text("source")])),
        ])
    }
}
