//! Places: where each schema stands, and what references lead to.
//!
//! Documents are loaded first, transitively, so that places can borrow from them; a schema is then known by the
//! address of its value, and asking for it twice gives the same place.

use super::{Document, Load, Options, uri};
use crate::graph::codes::{INVALID_SCHEMA, REMOTE_REFERENCE, UNRESOLVED_REFERENCE};
use crate::graph::diagnostic::{Diagnostic, Error};
use crate::graph::dialect::Dialect;
use crate::graph::json::{Json, array_index, unescape_token};
use crate::graph::keywords::subschemas;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Every document that lowering can see.
pub(super) struct Documents {
    all: Vec<Document>,
    by_uri: BTreeMap<String, usize>,
    /// Files that could not be loaded, by the URI they would have.
    failed: BTreeMap<String, Error>,
}

impl Documents {
    /// The given documents and all files that their relative references name.
    pub fn load(given: &[Document], load: &Load<'_>) -> Documents {
        let mut documents = Documents { all: given.to_vec(), by_uri: BTreeMap::new(), failed: BTreeMap::new() };
        for (i, document) in given.iter().enumerate() {
            documents.by_uri.entry(file_uri(&document.name)).or_insert(i);
        }
        let mut next = 0;
        while next < documents.all.len() {
            let json = Arc::clone(&documents.all[next].json);
            let base = file_uri(&documents.all[next].name);
            next += 1;
            for reference in references(&json) {
                if reference.starts_with('#') || uri::is_absolute(reference) {
                    continue;
                }
                let (target, _) = uri::resolve(&base, reference);
                if documents.by_uri.contains_key(&target) || documents.failed.contains_key(&target) {
                    continue;
                }
                let name = uri::percent_decode(target.trim_start_matches("file:///"));
                match load(&name) {
                    Ok(Some(json)) => {
                        documents.by_uri.insert(target, documents.all.len());
                        documents.all.push(Document { name, json });
                    }
                    Ok(None) => {}
                    Err(error) => {
                        documents.failed.insert(target, error);
                    }
                }
            }
        }
        documents
    }
}

fn file_uri(name: &str) -> String {
    format!("file:///{}", uri::normal_path(name.trim_start_matches('/')))
}

/// The text of every `$ref` anywhere in a document.
fn references(json: &Json) -> Vec<&str> {
    let mut found = Vec::new();
    let mut open = vec![json];
    while let Some(value) = open.pop() {
        match value {
            Json::Object(members) => {
                found.extend(members.get("$ref").and_then(Json::as_str));
                open.extend(members.values());
            }
            Json::Array(items) => open.extend(items),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
        }
    }
    found
}

/// Index of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PlaceId(u32);

struct Place<'a> {
    json: &'a Json,
    document: u32,
    parent: Option<PlaceId>,
    suffix: String,
    base: u32,
    dialect: Dialect,
}

/// What a reference leads to.
pub(super) enum Target {
    /// A schema at hand.
    Place(PlaceId),
    /// Outside: keep the text.
    Opaque,
}

/// The places seen so far.
pub(super) struct Places<'a> {
    documents: &'a Documents,
    options: &'a Options,
    all: Vec<Place<'a>>,
    by_address: HashMap<*const Json, PlaceId>,
    bases: Vec<String>,
    base_ids: HashMap<String, u32>,
    resources: HashMap<String, Vec<(u32, &'a Json)>>,
    anchors: HashMap<(String, String), Vec<(u32, &'a Json)>>,
    dynamic: BTreeMap<String, Vec<(u32, &'a Json)>>,
}

impl<'a> Places<'a> {
    /// Indexes the identifiers of all documents.
    pub fn new(documents: &'a Documents, options: &'a Options, roots: &[super::SchemaAt]) -> Places<'a> {
        let mut places = Places {
            documents,
            options,
            all: Vec::new(),
            by_address: HashMap::new(),
            bases: Vec::new(),
            base_ids: HashMap::new(),
            resources: HashMap::new(),
            anchors: HashMap::new(),
            dynamic: BTreeMap::new(),
        };
        for (i, document) in documents.all.iter().enumerate() {
            places.index(i as u32, &document.json, "");
        }
        for root in roots {
            if let Some(json) = documents.all.get(root.document).and_then(|d| d.json.pointer(&root.pointer)) {
                places.index(root.document as u32, json, &root.pointer);
            }
        }
        places
    }

    fn index(&mut self, document: u32, json: &'a Json, pointer: &str) {
        let (base, dialect) = self.context(document, pointer);
        let mut open = vec![(json, base, dialect)];
        while let Some((schema, base, dialect)) = open.pop() {
            let (base, dialect) = self.step(schema, base, dialect);
            if let Some(members) = schema.as_object() {
                let id = members.get("$id").or_else(|| members.get("id")).and_then(Json::as_str);
                let uri = self.bases[base as usize].clone();
                if let Some(id) = id {
                    match id.split_once('#') {
                        Some(("", anchor)) if !anchor.is_empty() => {
                            push(&mut self.anchors, (uri.clone(), anchor.to_owned()), (document, schema));
                        }
                        _ => push(&mut self.resources, uri.clone(), (document, schema)),
                    }
                }
                for keyword in ["$anchor", "$dynamicAnchor"] {
                    if let Some(anchor) = members.get(keyword).and_then(Json::as_str) {
                        push(&mut self.anchors, (uri.clone(), anchor.to_owned()), (document, schema));
                        if keyword == "$dynamicAnchor" {
                            self.dynamic.entry(anchor.to_owned()).or_default().push((document, schema));
                        }
                    }
                }
            }
            open.extend(subschemas(schema).into_iter().map(|(_, inner)| (inner, base, dialect)));
        }
    }

    /// Base and dialect inside a schema, from those around it.
    fn step(&mut self, schema: &Json, base: u32, dialect: Dialect) -> (u32, Dialect) {
        let Some(members) = schema.as_object() else { return (base, dialect) };
        let dialect = match members.get("$schema").and_then(Json::as_str) {
            Some(uri) => Dialect::from_uri(uri),
            None => dialect,
        };
        let id = match dialect {
            Dialect::Draft04 => members.get("id"),
            _ => members.get("$id"),
        };
        match id.and_then(Json::as_str) {
            Some(id) if !id.starts_with('#') => {
                let (uri, _) = uri::resolve(&self.bases[base as usize], id);
                (self.base_id(uri), dialect)
            }
            Some(_) | None => (base, dialect),
        }
    }

    fn base_id(&mut self, uri: String) -> u32 {
        if let Some(&id) = self.base_ids.get(&uri) {
            return id;
        }
        let id = self.bases.len() as u32;
        self.bases.push(uri.clone());
        self.base_ids.insert(uri, id);
        id
    }

    /// Base and dialect around the value at a pointer.
    fn context(&mut self, document: u32, pointer: &str) -> (u32, Dialect) {
        let documents = self.documents;
        let document = &documents.all[document as usize];
        let mut base = self.base_id(file_uri(&document.name));
        let mut dialect = self.options.dialect;
        let mut value: &Json = &document.json;
        for token in pointer.split('/').skip(1) {
            (base, dialect) = self.step(value, base, dialect);
            let token = unescape_token(token);
            let next = match value {
                Json::Object(members) => members.get(&token),
                Json::Array(items) => array_index(&token).and_then(|i| items.get(i)),
                _ => None,
            };
            match next {
                Some(next) => value = next,
                None => break,
            }
        }
        (base, dialect)
    }

    /// The place of a requested schema.
    pub fn root(&mut self, document: usize, pointer: &str) -> Result<PlaceId, Error> {
        let documents = self.documents;
        let Some(found) = documents.all.get(document).and_then(|d| d.json.pointer(pointer)) else {
            let name = documents.all.get(document).map_or("", |d| d.name.as_str());
            return Err(Diagnostic::new(&UNRESOLVED_REFERENCE, "found no schema there")
                .in_file(name)
                .at(pointer)
                .into());
        };
        Ok(self.at_pointer(document as u32, found, pointer.to_owned()))
    }

    fn at_pointer(&mut self, document: u32, json: &'a Json, pointer: String) -> PlaceId {
        if let Some(&id) = self.by_address.get(&std::ptr::from_ref(json)) {
            return id;
        }
        let (base, dialect) = self.context(document, &pointer);
        self.push(json, document, None, pointer, base, dialect)
    }

    /// The place of a schema inside a schema, `suffix` being the pointer from there.
    pub fn child(&mut self, parent: PlaceId, json: &'a Json, suffix: String) -> PlaceId {
        if let Some(&id) = self.by_address.get(&std::ptr::from_ref(json)) {
            return id;
        }
        let Place { document, base, dialect, .. } = self.all[parent.0 as usize];
        self.push(json, document, Some(parent), suffix, base, dialect)
    }

    fn push(
        &mut self,
        json: &'a Json,
        document: u32,
        parent: Option<PlaceId>,
        suffix: String,
        base: u32,
        dialect: Dialect,
    ) -> PlaceId {
        let (base, dialect) = self.step(json, base, dialect);
        let id = PlaceId(self.all.len() as u32);
        self.all.push(Place { json, document, parent, suffix, base, dialect });
        self.by_address.insert(std::ptr::from_ref(json), id);
        id
    }

    /// The schema.
    pub fn json(&self, id: PlaceId) -> &'a Json {
        self.all[id.0 as usize].json
    }

    /// Its dialect.
    pub fn dialect(&self, id: PlaceId) -> Dialect {
        self.all[id.0 as usize].dialect
    }

    /// Its JSON pointer.
    pub fn pointer(&self, id: PlaceId) -> String {
        let mut parts = Vec::new();
        let mut at = Some(id);
        while let Some(id) = at {
            let place = &self.all[id.0 as usize];
            parts.push(place.suffix.as_str());
            at = place.parent;
        }
        parts.reverse();
        parts.concat()
    }

    /// Puts a diagnostic at a place; `suffix` is the pointer from there.
    pub fn locate(&self, id: PlaceId, suffix: &str, diagnostic: Diagnostic) -> Diagnostic {
        let document = self.all[id.0 as usize].document;
        let name = &self.documents.all[document as usize].name;
        let at = diagnostic.at(format!("{}{suffix}", self.pointer(id)));
        // A document without a name leaves the file for the caller to say.
        if name.is_empty() { at } else { at.in_file(name.clone()) }
    }

    /// What a reference standing at a place leads to.
    pub fn resolve(&mut self, from: PlaceId, reference: &str, keyword: &str) -> Result<Target, Error> {
        let place = &self.all[from.0 as usize];
        let base = self.bases[place.base as usize].clone();
        let own_file = file_uri(&self.documents.all[place.document as usize].name);
        let (mut uri, fragment) = uri::resolve(&base, reference);
        let mut resource = self.resource(from, &uri)?;
        if resource.is_none() && !uri::is_absolute(reference) {
            // A file beside the document, where the document gives itself another identity.
            (uri, _) = uri::resolve(&own_file, reference);
            resource = self.resource(from, &uri)?;
        }
        let suffix = format!("/{keyword}");
        let Some((document, root)) = resource else {
            if self.options.external == super::External::Opaque {
                return Ok(Target::Opaque);
            }
            let shown = Json::from(reference).compact();
            if let Some(error) = self.documents.failed.get(&uri) {
                return Err(error.clone());
            }
            let diagnostic = if uri::is_absolute(reference) || !uri.starts_with("file:///") {
                Diagnostic::new(
                    &REMOTE_REFERENCE,
                    format!("found the reference {shown}, which leads outside the documents at hand"),
                )
            } else {
                Diagnostic::new(
                    &UNRESOLVED_REFERENCE,
                    format!("found the reference {shown}, but there is no such file"),
                )
            };
            return Err(self.locate(from, &suffix, diagnostic).into());
        };
        if fragment.is_empty() || fragment.starts_with('/') {
            if let Some(target) = root.pointer(&fragment) {
                let prefix = self.pointer_of(document, root);
                let id = self.at_pointer(document, target, format!("{prefix}{fragment}"));
                return Ok(Target::Place(id));
            }
        } else if let Some(targets) = self.anchors.get(&(uri.clone(), fragment.clone())).cloned() {
            if let [(document, target)] = distinct(&targets)[..] {
                let pointer = self.pointer_of(document, target);
                return Ok(Target::Place(self.at_pointer(document, target, pointer)));
            }
            return Err(self.ambiguous(from, &format!("the anchor `{fragment}`")));
        }
        let shown = Json::from(reference).compact();
        let diagnostic =
            Diagnostic::new(&UNRESOLVED_REFERENCE, format!("found the reference {shown}, but nothing stands there"));
        Err(self.locate(from, &suffix, diagnostic).into())
    }

    fn resource(&self, from: PlaceId, uri: &str) -> Result<Option<(u32, &'a Json)>, Error> {
        if let Some(found) = self.resources.get(uri) {
            return match distinct(found)[..] {
                [one] => Ok(Some(one)),
                _ => Err(self.ambiguous(from, &format!("the identifier `{uri}`"))),
            };
        }
        let documents = self.documents;
        Ok(documents.by_uri.get(uri).map(|&i| (i as u32, &*documents.all[i].json)))
    }

    fn ambiguous(&self, from: PlaceId, what: &str) -> Error {
        let diagnostic =
            Diagnostic::new(&INVALID_SCHEMA, format!("found a reference to {what}, which stands at several schemas"))
                .help("Give each schema an identifier of its own.");
        self.locate(from, "", diagnostic).into()
    }

    /// Every schema that a dynamic reference of this name can lead to, in document order.
    pub fn dynamic_targets(&mut self, anchor: &str) -> Vec<PlaceId> {
        let targets = self.dynamic.get(anchor).cloned().unwrap_or_default();
        distinct(&targets)
            .into_iter()
            .map(|(document, json)| {
                let pointer = self.pointer_of(document, json);
                self.at_pointer(document, json, pointer)
            })
            .collect()
    }

    /// Pointer of a value in its document. Identified schemas are few; the search is linear in the document.
    fn pointer_of(&self, document: u32, json: &Json) -> String {
        if let Some(&id) = self.by_address.get(&std::ptr::from_ref(json)) {
            return self.pointer(id);
        }
        let root: &Json = &self.documents.all[document as usize].json;
        if std::ptr::eq(root, json) {
            return String::new();
        }
        let mut open = vec![(String::new(), root)];
        while let Some((pointer, value)) = open.pop() {
            if std::ptr::eq(value, json) {
                return pointer;
            }
            match value {
                Json::Object(members) => open.extend(
                    members
                        .iter()
                        .map(|(name, v)| (format!("{pointer}/{}", crate::graph::json::escape_token(name)), v)),
                ),
                Json::Array(items) => open.extend(items.iter().enumerate().map(|(i, v)| (format!("{pointer}/{i}"), v))),
                Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => {}
            }
        }
        String::new()
    }
}

fn push<K: std::hash::Hash + Eq, V>(map: &mut HashMap<K, Vec<V>>, key: K, value: V) {
    map.entry(key).or_default().push(value);
}

/// Without the repetitions that indexing a schema twice leaves.
fn distinct<'a>(targets: &[(u32, &'a Json)]) -> Vec<(u32, &'a Json)> {
    let mut out: Vec<(u32, &'a Json)> = Vec::new();
    for target in targets {
        if !out.iter().any(|(_, json)| std::ptr::eq(*json, target.1)) {
            out.push(*target);
        }
    }
    out
}
