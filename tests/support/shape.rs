//! Types without a spelling: what a generated schema means.

use super::dice::Dice;
use schemagate::graph::{Json, Number};

pub type Member = (String, Prop);

/// Definitions and the root; [`Shape::Ref`] points at a definition.
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    pub defs: Vec<Shape>,
    pub root: Shape,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    Any,
    Never,
    Null,
    Boolean,
    Const(Json),
    Enum(Vec<Json>),
    Number(NumberShape),
    String(StringShape),
    Array(Box<ArrayShape>),
    Object(Box<ObjectShape>),
    Nullable(Box<Shape>),
    Union(Vec<Shape>),
    /// A union marked `x-persistence-other`.
    Other(Vec<Shape>),
    /// `oneOf` of alternatives that may overlap.
    Exclusive(Vec<Shape>),
    /// Objects told apart by a literal property.
    Tagged(Tagged),
    /// Closed objects of one property each.
    External(Vec<(String, Shape)>),
    /// An owner whose `source` carries an attribution promise; kinds with their qualification.
    Attributed(Vec<(String, bool, Vec<Member>)>),
    Ref(usize),
    /// Keywords that are not modelled, as they stand.
    Raw(Json),
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct NumberShape {
    pub integer: bool,
    pub minimum: Option<(i64, bool)>,
    pub maximum: Option<(i64, bool)>,
    pub multiple_of: Option<&'static str>,
    pub format: Option<&'static str>,
    pub excluded: Vec<Json>,
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct StringShape {
    pub min: u64,
    pub max: Option<u64>,
    pub pattern: Option<&'static str>,
    pub format: Option<&'static str>,
    pub excluded: Vec<Json>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ArrayShape {
    pub prefix: Vec<Shape>,
    pub rest: Shape,
    pub min: u64,
    pub max: Option<u64>,
    pub unique: bool,
    pub contains: Option<(Shape, u64, Option<u64>)>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ObjectShape {
    pub members: Vec<Member>,
    pub patterns: Vec<(&'static str, Shape)>,
    pub tail: Shape,
    pub names: Option<StringShape>,
    pub min: u64,
    pub max: Option<u64>,
    pub dependent: Vec<(String, Vec<String>)>,
    /// Sets of names of which any, or exactly one, is there.
    pub presence: Option<(bool, Vec<Vec<String>>)>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Prop {
    pub shape: Shape,
    pub required: bool,
    pub default: Option<Json>,
    pub aliases: Vec<String>,
    pub reserved: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Tagged {
    pub tag: String,
    pub closed: bool,
    pub variants: Vec<(String, Vec<Member>)>,
}

pub const NAMES: &[&str] = &["a", "b", "c", "d", "type", "odd name", "x-1", "é"];
pub const WORDS: &[&str] = &["", "a", "b", "ab", "abc", "x-1", "é", "zz", "a.b@c.de"];
pub const PATTERNS: &[&str] = &["^x-", "^a", "b$", "^.{2}$"];
pub const FORMATS: &[&str] = &["date-time", "email", "ipv4"];
pub const DIVISORS: &[&str] = &["2", "3", "0.5"];
pub const NUMBER_FORMATS: &[&str] = &["int32", "uint8", "uint", "int", "double", "int64"];

pub fn int(value: i64) -> Json {
    Json::Number(Number::from(i128::from(value)))
}

/// A number as JSON spells it.
pub fn number(value: &str) -> Json {
    Number::parse(value).map_or(Json::Null, Json::Number)
}

pub fn text(value: &str) -> Json {
    Json::from(value)
}

impl Prop {
    pub fn required(shape: Shape) -> Prop {
        Prop { shape, required: true, default: None, aliases: Vec::new(), reserved: false }
    }

    pub fn optional(shape: Shape) -> Prop {
        Prop { required: false, ..Prop::required(shape) }
    }
}

impl ObjectShape {
    pub fn open(members: Vec<Member>) -> ObjectShape {
        ObjectShape {
            members,
            patterns: Vec::new(),
            tail: Shape::Any,
            names: None,
            min: 0,
            max: None,
            dependent: Vec::new(),
            presence: None,
        }
    }
}

/// Makes shapes from choices.
pub struct Maker<'a> {
    pub dice: &'a mut Dice,
    /// How many definitions there are to refer to.
    pub defs: usize,
    /// Whether to make things that are not modelled.
    pub raw: bool,
}

impl Program {
    /// A program whose root is an object, mostly.
    pub fn make(dice: &mut Dice, raw: bool) -> Program {
        let defs = dice.roll(4);
        let mut maker = Maker { dice, defs, raw };
        let all = (0..defs).map(|i| maker.shape(2, i + 1)).collect();
        let root = if maker.dice.once_in(4) { maker.shape(4, 0) } else { maker.object(3) };
        Program { defs: all, root }
    }
}

impl Maker<'_> {
    /// A shape nested at most `depth` deep. References at its own level go to definitions from `from` on, so that
    /// every cycle has structure in it.
    pub fn shape(&mut self, depth: usize, from: usize) -> Shape {
        if depth == 0 {
            return self.leaf(from);
        }
        match self.dice.roll(19) {
            0..=5 => self.leaf(from),
            6 | 7 => self.object(depth - 1),
            8 | 9 => self.array(depth - 1),
            10 => Shape::Nullable(Box::new(self.shape(depth - 1, from))),
            11 => Shape::Union(self.some(1, 3, |m| m.shape(depth - 1, from))),
            12 if self.dice.coin() => Shape::Other(self.some(1, 2, |m| m.alternative(depth - 1))),
            12 => Shape::Union(self.some(2, 3, |m| m.shape(depth - 1, from))),
            13 => Shape::Exclusive(self.some(1, 3, |m| m.shape(depth - 1, from))),
            14 | 15 => Shape::Tagged(self.tagged(depth - 1)),
            16 => Shape::External(self.named(|m| m.shape(depth - 1, 0))),
            17 => self.attributed(depth - 1),
            _ if self.raw => Shape::Raw(self.residual(depth - 1)),
            _ => self.object(depth - 1),
        }
    }

    fn leaf(&mut self, from: usize) -> Shape {
        match self.dice.roll(13) {
            0 | 1 => self.string(),
            2 | 3 => self.number(),
            4 => Shape::Boolean,
            5 => Shape::Null,
            6 => Shape::Const(self.scalar()),
            7 | 8 => {
                let mut all = self.some(1, 4, |m| m.scalar());
                all.sort();
                all.dedup();
                Shape::Enum(all)
            }
            9 if from < self.defs => Shape::Ref(from + self.dice.roll(self.defs - from)),
            10 if from < self.defs => Shape::Ref(from + self.dice.roll(self.defs - from)),
            11 => Shape::Any,
            12 if self.dice.once_in(4) => Shape::Never,
            _ => Shape::String(StringShape::default()),
        }
    }

    /// What may stand in a union whose readers keep unknown alternatives: nothing that admits everything.
    pub fn alternative(&mut self, depth: usize) -> Shape {
        match self.dice.roll(5) {
            0 => self.string(),
            1 => self.number(),
            2 => Shape::Tagged(self.tagged(depth)),
            3 => Shape::Enum(vec![text(self.dice.pick(WORDS))]),
            _ => self.object(depth),
        }
    }

    fn some<T>(&mut self, least: usize, most: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let count = least + self.dice.roll(most - least + 1);
        (0..count).map(|_| make(self)).collect()
    }

    fn named<T>(&mut self, mut make: impl FnMut(&mut Self) -> T) -> Vec<(String, T)> {
        let mut all: Vec<(String, T)> = Vec::new();
        for _ in 0..1 + self.dice.roll(3) {
            let name = self.dice.pick(NAMES);
            let made = make(self);
            if all.iter().all(|(there, _)| there != name) {
                all.push((name.to_owned(), made));
            }
        }
        all
    }

    pub fn scalar(&mut self) -> Json {
        match self.dice.roll(8) {
            0..=3 => text(self.dice.pick(WORDS)),
            4 | 5 => int(self.dice.roll(9) as i64 - 2),
            6 => Json::Bool(self.dice.coin()),
            _ => match self.dice.roll(3) {
                0 => Json::Null,
                1 => number("1.5"),
                _ => Json::Array(vec![int(1)]),
            },
        }
    }

    fn number(&mut self) -> Shape {
        let mut number = NumberShape { integer: self.dice.roll(3) != 2, ..NumberShape::default() };
        if self.dice.coin() {
            if self.dice.coin() {
                number.minimum = Some((self.dice.roll(6) as i64 - 3, self.dice.once_in(3)));
            }
            if self.dice.coin() {
                number.maximum = Some((self.dice.roll(8) as i64, self.dice.once_in(3)));
            }
            if self.dice.once_in(4) {
                number.multiple_of = Some(self.dice.pick(DIVISORS));
            }
            if self.dice.once_in(4) {
                number.format = Some(self.dice.pick(NUMBER_FORMATS));
            }
            if self.dice.once_in(6) {
                number.excluded = vec![int(self.dice.roll(4) as i64)];
            }
        }
        Shape::Number(number)
    }

    fn string(&mut self) -> Shape {
        let mut string = StringShape::default();
        if self.dice.coin() {
            string.min = self.dice.roll(3) as u64;
            if self.dice.coin() {
                string.max = Some(self.dice.roll(4) as u64);
            }
            if self.dice.once_in(4) {
                string.pattern = Some(self.dice.pick(PATTERNS));
            }
            if self.dice.once_in(4) {
                string.format = Some(self.dice.pick(FORMATS));
            }
            if self.dice.once_in(5) {
                string.excluded = vec![text(self.dice.pick(WORDS))];
            }
        }
        Shape::String(string)
    }

    pub fn array(&mut self, depth: usize) -> Shape {
        let prefix = if self.dice.once_in(3) { self.some(1, 3, |m| m.shape(depth, 0)) } else { Vec::new() };
        let rest = match self.dice.roll(4) {
            0 | 1 => self.shape(depth, 0),
            2 if !prefix.is_empty() => Shape::Never,
            _ => Shape::Any,
        };
        let min = if self.dice.once_in(3) { self.dice.roll(3) as u64 } else { 0 };
        let max = self.dice.once_in(4).then(|| self.dice.roll(4) as u64);
        let contains = self.dice.once_in(6).then(|| {
            let min = self.dice.roll(3) as u64;
            (self.shape(depth, 0), min, self.dice.once_in(3).then(|| min + self.dice.roll(2) as u64))
        });
        Shape::Array(Box::new(ArrayShape { prefix, rest, min, max, unique: self.dice.once_in(5), contains }))
    }

    pub fn member(&mut self, depth: usize) -> Prop {
        let shape = self.shape(depth, 0);
        let mut prop = Prop { required: self.dice.coin(), ..Prop::required(shape) };
        if !prop.required {
            if self.dice.once_in(4) {
                prop.default = Some(self.scalar());
            } else if self.dice.once_in(8) {
                prop = Prop { reserved: true, ..Prop::optional(Shape::Never) };
            }
        }
        if self.dice.once_in(8) {
            prop.aliases.push("alias".to_owned());
        }
        prop
    }

    pub fn members(&mut self, depth: usize) -> Vec<Member> {
        let mut all = self.named(|m| m.member(depth));
        if let Some(first) = all.iter().position(|(_, p)| !p.aliases.is_empty()) {
            // One name belongs to one property only.
            all.iter_mut().skip(first + 1).for_each(|(_, p)| p.aliases.clear());
        }
        all
    }

    pub fn object(&mut self, depth: usize) -> Shape {
        if self.dice.once_in(8) {
            // A map.
            let tail = if self.dice.coin() { self.shape(depth, 0) } else { Shape::Any };
            return Shape::Object(Box::new(ObjectShape { tail, ..ObjectShape::open(Vec::new()) }));
        }
        let mut object = ObjectShape::open(self.members(depth));
        object.tail = match self.dice.roll(6) {
            4 => Shape::Never,
            5 => self.shape(depth.min(1), 0),
            _ => Shape::Any,
        };
        if self.dice.once_in(4) {
            match self.dice.roll(5) {
                0 => object.patterns.push((self.dice.pick(PATTERNS), self.shape(depth, 0))),
                1 => object.names = Some(StringShape { max: Some(3), ..StringShape::default() }),
                2 => object.dependent.push(("a".to_owned(), vec!["b".to_owned()])),
                3 => {
                    let sets = vec![vec!["a".to_owned()], vec!["b".to_owned(), "c".to_owned()]];
                    object.presence = Some((self.dice.coin(), sets));
                }
                _ => (object.min, object.max) = (self.dice.roll(3) as u64, Some(2 + self.dice.roll(3) as u64)),
            }
        }
        Shape::Object(Box::new(object))
    }

    pub fn tagged(&mut self, depth: usize) -> Tagged {
        let tag = self.dice.pick(&["kind", "type", "zone"]).to_owned();
        let mut variants: Vec<(String, Vec<Member>)> = Vec::new();
        for word in ["one", "two", "three"].iter().take(1 + self.dice.roll(3)) {
            let members = self.members(depth).into_iter().filter(|(name, _)| *name != tag).collect();
            variants.push(((*word).to_owned(), members));
        }
        Tagged { tag, closed: self.dice.once_in(4), variants }
    }

    pub fn attributed(&mut self, depth: usize) -> Shape {
        let mut kinds = Vec::new();
        for word in ["pane", "cron", "web"].iter().take(1 + self.dice.roll(3)) {
            let members = self.members(depth).into_iter().filter(|(name, _)| name != "kind").collect();
            kinds.push(((*word).to_owned(), self.dice.coin(), members));
        }
        Shape::Attributed(kinds)
    }

    /// One keyword that is kept as it stands.
    fn residual(&mut self, depth: usize) -> Json {
        let mut sub = || super::raw::schema(self.dice, depth.min(1));
        let (first, second) = (sub(), sub());
        match self.dice.roll(7) {
            0 => Json::from([("not", first)]),
            1 => Json::from([("if", first), ("then", second)]),
            2 => Json::from([("if", first), ("else", second)]),
            3 => Json::from([("dependentSchemas", Json::from([("a", first)]))]),
            4 => Json::from([
                ("anyOf", Json::Array(vec![Json::from([("properties", Json::from([("a", first)]))]), second])),
                ("unevaluatedProperties", Json::Bool(false)),
            ]),
            5 => Json::from([("prefixItems", Json::Array(vec![first])), ("unevaluatedItems", second)]),
            _ => Json::from([("not", Json::from([("required", Json::Array(vec![text("a")]))]))]),
        }
    }
}

impl Shape {
    /// The shapes inside.
    pub fn children(&self) -> Vec<&Shape> {
        fn props(members: &[Member]) -> impl Iterator<Item = &Shape> {
            members.iter().map(|(_, prop)| &prop.shape)
        }
        match self {
            Shape::Any
            | Shape::Never
            | Shape::Null
            | Shape::Boolean
            | Shape::Const(_)
            | Shape::Enum(_)
            | Shape::Number(_)
            | Shape::String(_)
            | Shape::Ref(_)
            | Shape::Raw(_) => Vec::new(),
            Shape::Array(array) => {
                array.prefix.iter().chain([&array.rest]).chain(array.contains.iter().map(|(ty, ..)| ty)).collect()
            }
            Shape::Object(object) => {
                props(&object.members).chain(object.patterns.iter().map(|(_, s)| s)).chain([&object.tail]).collect()
            }
            Shape::Nullable(inner) => vec![inner],
            Shape::Union(all) | Shape::Other(all) | Shape::Exclusive(all) => all.iter().collect(),
            Shape::Tagged(tagged) => tagged.variants.iter().flat_map(|(_, members)| props(members)).collect(),
            Shape::External(all) => all.iter().map(|(_, shape)| shape).collect(),
            Shape::Attributed(kinds) => kinds.iter().flat_map(|(_, _, members)| props(members)).collect(),
        }
    }
}
