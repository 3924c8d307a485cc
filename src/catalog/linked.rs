//! Linked source: the bundle of a catalog of Rust types, from both contracts of schemars.

use super::builder::{Catalog, Entry, Generate, Origin, Reader, Role};
use super::bundle::{Bundle, Root};
use super::clash::authored_names;
use super::codes::{DUPLICATE_ROOT, INVALID_ROOT, UNREADABLE_WRITES};
use super::defaults::with_sorted_sets;
use super::flatten::{Document, Flattening, Request, flatten};
use super::origins::{Origin as Authored, Origins, root_pointer, type_pointer};
use super::program::Program;
use super::rewrite::target;
use super::samples::check_samples;
use super::source::Loaded;
use super::split::{Event, split};
use crate::graph::{Diagnostic, Error, External, FormatRules, Json, Members, RootKind};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use std::collections::BTreeMap;

/// What generated schemas are written in, and those given as JSON that do not say.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Loads the bundle of a linked catalog.
///
/// # Errors
/// `duplicate-root`, `invalid-root`, `invalid-sample`, `unreadable-writes`, and those of reading and referencing schemas.
pub(super) fn load(catalog: &Catalog, rules: &FormatRules) -> Result<Loaded, Error> {
    let mut documents = vec![generated(catalog, Contract::Read)?, generated(catalog, Contract::Write)?];
    let mut requests = Vec::new();
    let mut given = vec![None, None];
    for (i, entry) in catalog.entries.iter().enumerate() {
        match &entry.origin {
            Origin::Type(_) => {
                requests.extend([0, 1].map(|document| Request {
                    document,
                    pointer: format!("/roots/{i}"),
                    shared: false,
                }));
            }
            Origin::Json { schema, writes } => {
                let name = match &entry.role {
                    Role::Root { key, .. } => key.clone(),
                    Role::Events { .. } => i.to_string(),
                };
                for json in [schema, writes.as_ref().unwrap_or(schema)] {
                    let document = documents.len();
                    documents.push(Document::new(name.clone(), with_dialect(Json::from_value(json)?)));
                    given.push(Some(i));
                    requests.push(Request { document, pointer: String::new(), shared: false });
                }
            }
        }
    }
    let how = Flattening { external: External::Refuse, strip: None, load: &|_| Ok(None) };
    let program = Program::new(catalog, &documents, &given);
    let flat = flatten(documents, &requests, &how).map_err(|error| program.locate_error(error))?;

    let mut types = Origins::default();
    for (name, (document, pointer)) in &flat.places {
        if let Some(origin) = program.find(*document, pointer) {
            types.insert(type_pointer(name), origin);
        }
    }
    let origins = types.clone();
    let bundle = Bundle { dialect: Some("2020-12".to_owned()), defs: flat.defs, origins, ..Bundle::default() };
    let mut loading = Loading { rules, loaded: Loaded { bundle, ..Loaded::default() }, types, problems: Vec::new() };
    let contracts = requests.chunks_exact(2).zip(flat.schemas.chunks_exact(2));
    for (entry, (requests, schemas)) in catalog.entries.iter().zip(contracts) {
        if let ([schema, writes], [read, written]) = (schemas, requests) {
            let origin = |request: &Request| program.find(request.document, &request.pointer);
            let side = |schema, request| Side { schema, origin: origin(request) };
            loading.entry(entry, &side(schema, read), &side(writes, written));
        }
    }
    Error::check(loading.problems)?;
    Ok(loading.loaded)
}

fn with_dialect(mut schema: Json) -> Json {
    if let Json::Object(members) = &mut schema {
        members.entry("$schema".to_owned()).or_insert_with(|| Json::from(DIALECT));
    }
    schema
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Contract {
    Read,
    Write,
}

/// Settings of ours, whatever the defaults of schemars are or become.
fn generator(contract: Contract) -> SchemaGenerator {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/$defs".into();
        settings.meta_schema = Some(DIALECT.into());
        settings.transforms = Vec::new();
        settings.inline_subschemas = false;
        settings.untagged_enum_variant_titles = false;
    });
    match contract {
        Contract::Read => settings.for_deserialize(),
        Contract::Write => settings.for_serialize(),
    }
    .into_generator()
}

/// One document of all registered types under one contract.
fn generated(catalog: &Catalog, contract: Contract) -> Result<Document, Error> {
    let types: Vec<(usize, Generate)> = catalog
        .entries
        .iter()
        .enumerate()
        .filter_map(|(i, entry)| match entry.origin {
            Origin::Type(generate) => Some((i, generate)),
            Origin::Json { .. } => None,
        })
        .collect();
    let mut generator = generator(contract);
    let roots = roots(&types, &mut generator)?;
    let defs = definitions(&mut generator)?;
    let mut again = |generator: &mut SchemaGenerator| Ok((self::roots(&types, generator)?, definitions(generator)?));
    let authored = authored_names(&roots, &defs, &mut again, self::generator(contract))?;
    let sorted = |schemas: &Members| -> Json {
        Json::Object(schemas.iter().map(|(name, schema)| (name.clone(), with_sorted_sets(schema, &defs))).collect())
    };
    let document = Json::from([("$schema", Json::from(DIALECT)), ("roots", sorted(&roots)), ("$defs", sorted(&defs))]);
    let qualifier = (contract == Contract::Write).then_some("writes");
    Ok(Document { qualifier, authored, ..Document::new("", document) })
}

fn roots(types: &[(usize, Generate)], generator: &mut SchemaGenerator) -> Result<Members, Error> {
    types.iter().map(|(i, generate)| Ok((i.to_string(), Json::from_value(generate(generator).as_value())?))).collect()
}

fn definitions(generator: &mut SchemaGenerator) -> Result<Members, Error> {
    let taken = generator.take_definitions(false);
    taken.iter().map(|(name, schema)| Ok((name.clone(), Json::from_value(schema)?))).collect()
}

/// What one contract gives for an entry.
struct Side<'a> {
    schema: &'a Json,
    origin: Option<Authored>,
}

struct Loading<'a> {
    rules: &'a FormatRules,
    loaded: Loaded,
    /// Origins of the shared types.
    types: Origins,
    problems: Vec<Diagnostic>,
}

impl Loading<'_> {
    fn entry(&mut self, entry: &Entry, schema: &Side<'_>, writes: &Side<'_>) {
        match &entry.role {
            Role::Root { key, kind, event, surface } => {
                let mut tagged = |side: &Side<'_>, part: &str| {
                    let (schema, at) = match event {
                        Some(event) => self.with_tag(entry, event, side.schema),
                        None => (side.schema.clone(), ""),
                    };
                    let pointer = root_pointer(key, part);
                    for pointer in [format!("{pointer}{at}"), pointer] {
                        side.origin
                            .iter()
                            .for_each(|origin| self.loaded.bundle.origins.insert(&*pointer, origin.clone()));
                    }
                    schema
                };
                let (schema, writes) = (tagged(schema, "schema"), tagged(writes, "writes"));
                let root = root(entry, *kind, event.clone(), *surface, schema, Some(writes));
                let samples: Vec<usize> = (0..entry.samples.len()).collect();
                self.insert(key.clone(), root, entry.reader, entry, &samples);
            }
            Role::Events { surface } => self.events(entry, surface, schema, writes),
        }
    }

    fn events(&mut self, entry: &Entry, surface: &[String], schema: &Side<'_>, writes: &Side<'_>) {
        let tag = self.rules.event_tag.clone();
        let defs = &self.loaded.bundle.defs;
        let name = target(schema.schema, defs).map_or("the enum of events", |(name, _)| name).to_owned();
        let alternatives =
            split(schema.schema, &tag, defs).and_then(|read| Ok((read, split(writes.schema, &tag, defs)?)));
        let (read, mut written) = match alternatives {
            Ok(alternatives) => alternatives,
            Err(message) => {
                self.problems.push(Diagnostic::new(&INVALID_ROOT, format!("`{name}` {message}")));
                return;
            }
        };
        let mut keys = Vec::new();
        for missing in surface.iter().filter(|event| !read.contains_key(*event)) {
            let message = format!("`{name}` has no event `{missing}` to mark as surface");
            self.problems.push(Diagnostic::new(&INVALID_ROOT, message));
        }
        let samples = self.samples_by_event(entry, &name, &read);
        let union = |side: &Side<'_>| match &side.origin {
            Some(origin) => self.types.clone().with("", origin.clone()),
            None => self.types.clone(),
        };
        let unions = (union(schema), union(writes));
        for (event, read) in read {
            let key = format!("event:{event}");
            let origins = &mut self.loaded.bundle.origins;
            origins.insert_parts(&root_pointer(&key, "schema"), &read.parts, &unions.0);
            // A variant that is never written is written by nobody: no record at all.
            let writes = written.remove(&event).map_or(Json::Bool(false), |written| {
                origins.insert_parts(&root_pointer(&key, "writes"), &written.parts, &unions.1);
                written.schema
            });
            let of = samples.get(&event).map(Vec::as_slice).unwrap_or_default();
            let root =
                root(entry, RootKind::Event, Some(event.clone()), surface.contains(&event), read.schema, Some(writes));
            self.insert(key.clone(), root, entry.reader, entry, of);
            keys.push(key);
        }
        for event in written.keys() {
            let message = format!("`{name}` writes the event `{event}` but does not read it");
            self.problems.push(Diagnostic::new(&UNREADABLE_WRITES, message));
        }
        self.loaded.unions.insert(name, keys);
    }

    fn insert(&mut self, key: String, mut root: Root, reader: Reader, entry: &Entry, samples: &[usize]) {
        root.writes = root.writes.filter(|writes| *writes != root.schema);
        let samples = samples.iter().filter_map(|i| entry.samples.get(*i));
        let checked = check_samples(&key, &root, &self.loaded.bundle.defs, reader, samples);
        self.problems.extend(checked.problems);
        self.loaded.refused.extend(checked.refused);
        if self.loaded.bundle.roots.contains_key(&key) {
            self.problems.push(Diagnostic::new(&DUPLICATE_ROOT, format!("the root `{key}` is registered twice")));
            return;
        }
        self.loaded.readers.insert(key.clone(), reader);
        self.loaded.bundle.roots.insert(key, root);
    }

    /// The schema with the tag declared, where the type does not declare it but every sample was written with it:
    /// schemars does not see `#[serde(tag)]` on a struct. And the pointer of the schema in it.
    fn with_tag(&self, entry: &Entry, event: &str, schema: &Json) -> (Json, &'static str) {
        let tag = self.rules.event_tag.as_str();
        let written = |sample: &Json| sample.get(tag) == Some(&Json::from(event));
        let samples: Option<Vec<Json>> =
            entry.samples.iter().map(|s| Json::parse(s.written.as_ref().ok()?).ok()).collect();
        let shown = samples.is_some_and(|samples| !samples.is_empty() && samples.iter().all(written));
        let inner = target(schema, &self.loaded.bundle.defs).map_or(schema, |(_, schema)| schema);
        let plain = inner.get("properties").is_none_or(|properties| properties.get(tag).is_none())
            && ["oneOf", "anyOf", "allOf", "$ref"].iter().all(|keyword| inner.get(keyword).is_none());
        if !shown || !plain {
            return (schema.clone(), "");
        }
        let declared = Json::from([
            ("properties", Json::from([(tag, Json::from([("const", Json::from(event))]))])),
            ("required", Json::Array(vec![Json::from(tag)])),
        ]);
        (Json::from([("allOf", Json::Array(vec![schema.clone(), declared]))]), "/allOf/0")
    }

    fn samples_by_event(
        &mut self,
        entry: &Entry,
        name: &str,
        events: &BTreeMap<String, Event>,
    ) -> BTreeMap<String, Vec<usize>> {
        let mut found: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (i, sample) in entry.samples.iter().enumerate() {
            let json = sample.written.as_ref().ok().and_then(|record| Json::parse(record).ok());
            let tagged = |json: &Json| json.get(&self.rules.event_tag).and_then(Json::as_str).map(str::to_owned);
            let outer = |json: &Json| match json {
                Json::String(name) => Some(name.clone()),
                other => other.as_object()?.keys().next().cloned(),
            };
            let event = json.and_then(|json| tagged(&json).or_else(|| outer(&json)));
            match event.filter(|event| events.contains_key(event)) {
                Some(event) => found.entry(event).or_default().push(i),
                None => {
                    let why = sample.written.as_ref().err().map_or(String::new(), |error| format!(": {error}"));
                    let message = format!("sample {} of `{name}` is none of its events{why}", i + 1);
                    self.problems.push(Diagnostic::new(&super::codes::INVALID_SAMPLE, message));
                }
            }
        }
        found
    }
}

fn root(
    entry: &Entry,
    kind: RootKind,
    event: Option<String>,
    surface: bool,
    schema: Json,
    writes: Option<Json>,
) -> Root {
    Root { kind, event, surface, schema, writes, source: entry.source.clone(), synthetic: false }
}
