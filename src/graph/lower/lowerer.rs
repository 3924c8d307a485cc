//! Schemas at places become nodes of a working arena, one place after another.

use super::Options;
use super::keyword::Keyword;
use super::places::{PlaceId, Places, Target};
use super::typed::Typed;
use super::unevaluated::Evaluated;
use crate::graph::canon::{Arena, Work};
use crate::graph::codes::{INVALID_ALIASES, INVALID_ATTRIBUTION, INVALID_OTHER, INVALID_RESERVATION, INVALID_SCHEMA};
use crate::graph::diagnostic::{Code, Diagnostic, Error};
use crate::graph::json::{Json, Members, escape_token};
use crate::graph::keywords::is_annotation;
use crate::graph::node::{Count, Name, Node, NodeId};
use crate::graph::recorded::SourcePolicy;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// How a place is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Mode {
    /// As the type it describes.
    Plain,
    /// With every operand kept, for an `unevaluated…` that looks at what they evaluate.
    Operands,
}

/// A property whose source is bound by `x-persistence-source`.
pub(super) struct BoundSource {
    /// The property's schema.
    pub place: PlaceId,
    /// The schema that carries the annotation.
    pub annotation: PlaceId,
    /// What the annotation says, without the kinds that qualify.
    pub policy: SourcePolicy,
    /// Alternatives, and whether each is marked.
    pub alternatives: Vec<(PlaceId, bool)>,
}

/// Policies of bound properties by the address of the property's schema, which both rounds of lowering share.
pub(super) type Policies = HashMap<*const Json, Arc<SourcePolicy>>;

/// Annotations that a property reads, and the code of their misuse.
const PROPERTY_ANNOTATIONS: [(&str, &Code); 3] = [
    ("x-persistence-aliases", &INVALID_ALIASES),
    ("x-persistence-reserved", &INVALID_RESERVATION),
    ("x-persistence-source", &INVALID_ATTRIBUTION),
];

/// Documents on their way into a working arena.
pub(super) struct Lowerer<'a> {
    places: Places<'a>,
    options: &'a Options,
    arena: Arena,
    nodes: HashMap<(PlaceId, Mode), NodeId>,
    queue: Vec<(PlaceId, Mode, NodeId)>,
    names: HashSet<Name>,
    /// Policies of bound properties, where they are known already.
    policies: Policies,
    /// What was bound, in order.
    pub bound: BTreeMap<PlaceId, BoundSource>,
    /// Reserved properties, for messages.
    pub reserved: BTreeMap<Name, PlaceId>,
    /// Aliased properties, for messages.
    pub aliased: BTreeMap<Name, PlaceId>,
    /// Schemas that carry an annotation of properties, and those whose annotation a property has read.
    annotated: BTreeSet<(PlaceId, &'static str)>,
    read: BTreeSet<(PlaceId, &'static str)>,
    /// Schemas marked `x-persistence-other`, and their nodes.
    pub others: Vec<(PlaceId, NodeId)>,
    /// Warnings so far.
    pub warnings: Vec<Diagnostic>,
}

impl<'a> Lowerer<'a> {
    /// A lowerer that knows the policies of bound properties as far as given.
    pub fn new(places: Places<'a>, options: &'a Options, policies: Policies) -> Lowerer<'a> {
        Lowerer {
            places,
            options,
            arena: Arena::default(),
            nodes: HashMap::new(),
            queue: Vec::new(),
            names: HashSet::new(),
            policies,
            bound: BTreeMap::new(),
            reserved: BTreeMap::new(),
            aliased: BTreeMap::new(),
            annotated: BTreeSet::new(),
            read: BTreeSet::new(),
            others: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// The node of a requested schema.
    pub fn root(&mut self, document: usize, pointer: &str) -> Result<NodeId, Error> {
        let place = self.places.root(document, pointer)?;
        Ok(self.node(place, Mode::Plain))
    }

    /// Notes that a property has read an annotation of the schema at the place.
    pub fn note_read(&mut self, place: PlaceId, keyword: &'static str) {
        self.read.insert((place, keyword));
    }

    /// An annotation of properties that stands where no property reads it, with its code. A definition may carry one
    /// for properties elsewhere.
    pub fn stray_annotations(&self) -> Vec<Diagnostic> {
        let stray = self.annotated.difference(&self.read).filter(|(place, _)| {
            let pointer = self.places.pointer(*place);
            let mut tokens = pointer.rsplit('/').skip(1);
            !matches!(tokens.next(), Some("$defs" | "definitions"))
        });
        stray
            .filter_map(|(place, keyword)| {
                let (_, code) = PROPERTY_ANNOTATIONS.iter().find(|(name, _)| name == keyword)?;
                let diagnostic = Diagnostic::new(code, "found the annotation on a schema that is no property's");
                Some(self.places.locate(*place, &format!("/{keyword}"), diagnostic))
            })
            .collect()
    }

    /// Whether the schema spells a union, itself or through a reference or an `allOf` of one.
    fn is_union(&mut self, place: PlaceId) -> Result<bool, Error> {
        let mut at = place;
        let mut seen = BTreeSet::new();
        while seen.insert(at) {
            let Some(members) = self.members(at) else { return Ok(false) };
            let spelled = ["anyOf", "oneOf", "enum"].iter().any(|keyword| members.contains_key(*keyword))
                || matches!(members.get("type"), Some(Json::Array(_)));
            if spelled {
                return Ok(true);
            }
            match self.through(at)? {
                Some(next) => at = next,
                None => return Ok(false),
            }
        }
        Ok(false)
    }

    /// Lowers everything that was asked for and what that reaches.
    pub fn run(&mut self) -> Result<(), Error> {
        while let Some((place, mode, id)) = self.queue.pop() {
            let work = match mode {
                Mode::Plain => self.schema(place)?,
                Mode::Operands => self.operands(place)?,
            };
            self.arena.fill(id, work);
        }
        Ok(())
    }

    /// The nodes, and for each node that stands at a place that place.
    pub fn finish(self) -> (Vec<Work>, HashMap<NodeId, PlaceId>, Places<'a>) {
        let places =
            self.nodes.iter().filter(|((_, mode), _)| *mode == Mode::Plain).map(|((p, _), id)| (*id, *p)).collect();
        (self.arena.into_nodes(), places, self.places)
    }

    /// The places.
    pub fn places(&self) -> &Places<'a> {
        &self.places
    }

    pub fn options(&self) -> &'a Options {
        self.options
    }

    pub fn intern(&mut self, work: Work) -> NodeId {
        self.arena.intern(work)
    }

    pub fn any(&mut self) -> NodeId {
        self.arena.intern(Work::Node(Node::Any))
    }

    /// The intersection of some nodes.
    pub fn and(&mut self, mut operands: Vec<NodeId>) -> NodeId {
        operands.sort_unstable();
        operands.dedup();
        match operands[..] {
            [] => self.any(),
            [one] => one,
            _ => self.arena.intern(Work::And(operands)),
        }
    }

    pub fn name(&mut self, name: &str) -> Name {
        if let Some(known) = self.names.get(name) {
            return known.clone();
        }
        let name: Name = Arc::from(name);
        self.names.insert(name.clone());
        name
    }

    /// The node of a place.
    pub fn node(&mut self, place: PlaceId, mode: Mode) -> NodeId {
        if let Some(&id) = self.nodes.get(&(place, mode)) {
            return id;
        }
        let id = self.arena.reserve();
        self.nodes.insert((place, mode), id);
        self.queue.push((place, mode, id));
        id
    }

    pub fn members(&self, place: PlaceId) -> Option<&'a Members> {
        self.places.json(place).as_object()
    }

    /// A keyword of the schema at the place.
    pub fn keyword(&self, place: PlaceId, name: &'static str) -> Option<Keyword<'a>> {
        let value = self.members(place)?.get(name)?;
        Some(self.with_place(place, name, value))
    }

    fn with_place(&self, place: PlaceId, name: &'static str, value: &'a Json) -> Keyword<'a> {
        let at = self.places.locate(place, &format!("/{}", escape_token(name)), Diagnostic::new(&INVALID_SCHEMA, ""));
        Keyword { name, value, file: at.file.unwrap_or_default(), pointer: at.pointer.unwrap_or_default() }
    }

    /// Least and greatest count by two keywords.
    pub fn count(&self, place: PlaceId, min: &'static str, max: &'static str) -> Result<Count, Error> {
        Ok(Count {
            min: self.keyword(place, min).map_or(Ok(0), |k| k.count())?,
            max: self.keyword(place, max).map(|k| k.count()).transpose()?,
        })
    }

    /// The place of a schema inside the schema at a place.
    pub fn child(&mut self, place: PlaceId, suffix: &str) -> Result<PlaceId, Error> {
        let json = self.places.json(place);
        match json.pointer(suffix) {
            Some(inner @ (Json::Object(_) | Json::Bool(_))) => Ok(self.places.child(place, inner, suffix.to_owned())),
            found => {
                let found = found.map_or("nothing", Json::type_name);
                let message = format!("found {found}, expected a schema (an object or a boolean)");
                Err(self.places.locate(place, suffix, Diagnostic::new(&INVALID_SCHEMA, message)).into())
            }
        }
    }

    /// The node of a schema inside the schema at a place.
    pub fn part(&mut self, place: PlaceId, suffix: &str) -> Result<NodeId, Error> {
        let child = self.child(place, suffix)?;
        Ok(self.node(child, Mode::Plain))
    }

    pub fn fail(&self, place: PlaceId, suffix: &str, message: impl Into<String>) -> Error {
        self.places.locate(place, suffix, Diagnostic::new(&INVALID_SCHEMA, message)).into()
    }

    /// What a reference comes to: a node, or a constraint that holds its text.
    pub fn reference(&mut self, place: PlaceId, keyword: &'static str) -> Result<Option<PlaceId>, Error> {
        let Some(found) = self.keyword(place, keyword) else { return Ok(None) };
        match self.places.resolve(place, found.string()?, keyword)? {
            Target::Place(target) => Ok(Some(target)),
            Target::Opaque => Ok(None),
        }
    }

    /// What a reference standing at a place leads to.
    pub fn resolve(&mut self, place: PlaceId, text: &str, keyword: &str) -> Result<Target, Error> {
        self.places.resolve(place, text, keyword)
    }

    /// Every schema that a dynamic reference of this name can lead to.
    pub fn dynamic_targets(&mut self, anchor: &str) -> Vec<PlaceId> {
        self.places.dynamic_targets(anchor)
    }

    /// Adds a warning, unless its words were said before.
    pub fn warn(&mut self, warning: Diagnostic) {
        if !self.warnings.iter().any(|known| known.message == warning.message) {
            self.warnings.push(warning);
        }
    }

    fn opaque(&mut self, place: PlaceId, text: &Json) -> NodeId {
        let message = format!("the reference {} leads outside and is kept by its text", text.compact());
        let diagnostic = Diagnostic::new(&crate::graph::codes::REMOTE_REFERENCE, message);
        let warning = self.places.locate(place, "/$ref", diagnostic);
        self.warn(warning);
        self.constraint("$ref", text.compact(), Vec::new())
    }

    pub fn constraint(&mut self, keyword: &str, value: String, children: Vec<NodeId>) -> NodeId {
        self.arena.intern(Work::Constraint { keyword: keyword.to_owned(), value, children })
    }

    /// A schema as an intersection of what its keywords say.
    fn schema(&mut self, place: PlaceId) -> Result<Work, Error> {
        let members = match self.places.json(place) {
            Json::Bool(true) => return Ok(Work::Node(Node::Any)),
            Json::Bool(false) => return Ok(Work::Node(Node::Never)),
            Json::Object(members) => members,
            other => {
                let message = format!("found {}, expected a schema (an object or a boolean)", other.type_name());
                return Err(self.fail(place, "", message));
            }
        };
        let dialect = self.places.dialect(place);
        let of_properties = PROPERTY_ANNOTATIONS.iter().filter(|(keyword, _)| members.contains_key(*keyword));
        self.annotated.extend(of_properties.map(|(keyword, _)| (place, *keyword)));
        let mut operands = Vec::new();
        let mut constraints = Vec::new();
        if let Some(text) = members.get("$ref") {
            match self.reference(place, "$ref")? {
                Some(target) => operands.push(self.node(target, Mode::Plain)),
                None => constraints.push(self.opaque(place, text)),
            }
            if dialect.ref_hides_siblings() {
                return Ok(self.assemble(operands, constraints));
            }
        }
        let typed = Typed::read(self, place, dialect)?;
        operands.extend(typed.node(self));
        for keyword in members.keys() {
            if !is_annotation(keyword, &self.options.annotations) {
                self.other_keyword(place, keyword, &mut operands, &mut constraints)?;
            }
        }
        let evaluated = Evaluated::read(self, place)?;
        operands.extend(evaluated.operands);
        constraints.extend(evaluated.constraints);
        if let Some((tail, closed)) = evaluated.closing {
            let base = self.and(operands);
            operands = vec![self.arena.intern(Work::Unevaluated { base, tail, closed })];
        }
        let mut work = self.assemble(operands, constraints);
        if let Some(keyword) = self.keyword(place, "x-persistence-other") {
            let is_union = self.is_union(place)?;
            if *keyword.value != Json::Bool(true) || !is_union {
                let message = format!("found {}, expected the value true on a union", keyword.value.compact());
                return Err(self
                    .places
                    .locate(place, "/x-persistence-other", Diagnostic::new(&INVALID_OTHER, message))
                    .into());
            }
            let inner = self.arena.intern(work);
            work = Work::Other(inner);
            let id = self.node(place, Mode::Plain);
            self.others.push((place, id));
        }
        Ok(work)
    }

    fn assemble(&mut self, operands: Vec<NodeId>, mut constraints: Vec<NodeId>) -> Work {
        let base = self.and(operands);
        if constraints.is_empty() {
            return Work::Alias(base);
        }
        constraints.sort_unstable();
        Work::Residual { base, constraints }
    }

    /// A policy that is known for a bound property.
    pub fn known_policy(&self, place: PlaceId) -> Option<Arc<SourcePolicy>> {
        self.policies.get(&std::ptr::from_ref(self.places.json(place))).cloned()
    }
}
