//! Several documents as one: schemas whose references all lead to `#/$defs/NAME` (docs/sources.md, Bundle).
//!
//! Shared types keep their authored names. Where two different types have one name, each gets a suffix from the hash
//! of what it admits, so that the names depend on the types alone and not on the order in which they are met.

use super::naming::{Named, authored_name, name_types};
use super::origins::{Origin, Origins, type_pointer};
use super::resources::{Context, Place, Resources, entered};
use super::rewrite::{map_parts, reference_to, with_names};
use crate::graph::{
    Diagnostic, Error, External, Json, Load, Members, UNRESOLVED_REFERENCE, escape_token, is_annotation,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A document that schemas stand in.
#[derive(Debug, Clone)]
pub(super) struct Document {
    /// A `/`-separated path, which relative references are relative to; empty for a bundle.
    pub name: String,
    pub json: Arc<Json>,
    /// Added to the names of its types where they clash with others (`writes`).
    pub qualifier: Option<&'static str>,
    /// Authored names of types that stand under another one in this document.
    pub authored: BTreeMap<String, String>,
}

impl Document {
    pub fn new(name: impl Into<String>, json: impl Into<Arc<Json>>) -> Self {
        Document { name: name.into(), json: json.into(), qualifier: None, authored: BTreeMap::new() }
    }
}

/// A schema to take out of a document.
#[derive(Debug, Clone)]
pub(super) struct Request {
    pub document: usize,
    pub pointer: String,
    /// Whether it becomes a shared type of its own with a reference in its place.
    pub shared: bool,
}

/// How to flatten.
pub(super) struct Flattening<'a> {
    pub external: External,
    /// Drop annotations, these included; `None` keeps them.
    pub strip: Option<&'a BTreeSet<String>>,
    pub load: &'a Load<'a>,
}

/// What flattening yields.
#[derive(Debug, Clone)]
pub(super) struct Flat {
    /// The requested schemas, in order.
    pub schemas: Vec<Json>,
    /// The types they reach, by name.
    pub defs: Members,
    /// The `$schema` of all of them, where it is one and the same; otherwise each schema carries its own.
    pub dialect: Option<String>,
    /// Where each of the types was taken from.
    pub places: BTreeMap<String, Place>,
    /// The names of all documents, those that were loaded behind those that were given.
    pub documents: Vec<String>,
}

impl Flat {
    /// Document and pointer that a place is.
    pub fn origin(&self, (document, pointer): &Place) -> Origin {
        Origin::Document { file: self.documents.get(*document).cloned().unwrap_or_default(), pointer: pointer.clone() }
    }

    /// Where the types come from; the schemas are left to whoever puts them somewhere.
    pub fn origins(&self) -> Origins {
        let mut origins = Origins::default();
        for (name, place) in &self.places {
            origins.insert(type_pointer(name), self.origin(place));
        }
        origins
    }
}

/// A schema being flattened: in `$ref` stands the index of its target.
struct Part {
    place: Place,
    json: Json,
    dialect: Option<String>,
}

/// Takes schemas out of documents, with every type they reach.
///
/// # Errors
/// `remote-reference`, `unresolved-reference`, `invalid-schema` for a `$ref` that is no string, and those of `load`.
pub(super) fn flatten(documents: Vec<Document>, requests: &[Request], how: &Flattening<'_>) -> Result<Flat, Error> {
    let mut resources = Resources::new(how.external, how.load);
    for document in &documents {
        resources.add(&document.name, Arc::clone(&document.json));
    }
    let mut work = Work { resources, strip: how.strip, targets: BTreeMap::new(), queue: Vec::new() };
    let mut requested = Vec::new();
    for request in requests {
        let place = (request.document, request.pointer.clone());
        if request.shared {
            work.target(place.clone());
        }
        requested.push(work.part(place)?);
    }
    let mut parts = Vec::new();
    while let Some(place) = work.queue.get(parts.len()).cloned() {
        parts.push(work.part(place)?);
    }

    let dialects: BTreeSet<&Option<String>> = requested.iter().chain(&parts).map(|part| &part.dialect).collect();
    let mixed = dialects.len() > 1;
    let dialect = if mixed { None } else { dialects.into_iter().next().cloned().flatten() };
    if mixed {
        for part in requested.iter_mut().chain(&mut parts) {
            if let (Json::Object(members), Some(dialect)) = (&mut part.json, &part.dialect) {
                members.insert("$schema".to_owned(), Json::from(dialect.as_str()));
            }
        }
    }

    let named = parts.iter().map(|part| {
        let document = documents.get(part.place.0);
        let name = authored_name(&part.place, work.resources.name(part.place.0));
        let name = document.and_then(|d| d.authored.get(&name)).cloned().unwrap_or(name);
        Named { name, qualifier: document.and_then(|d| d.qualifier), json: &part.json, place: &part.place }
    });
    let names = name_types(&named.collect::<Vec<_>>(), dialect.as_deref());

    let mut schemas = Vec::new();
    for part in &requested {
        schemas.push(match work.targets.get(&part.place) {
            Some(index) => reference_to(&names[*index]),
            None => with_names(&part.json, &names),
        });
    }
    let mut defs = Members::new();
    let mut places = BTreeMap::new();
    let mut in_order: Vec<usize> = (0..parts.len()).collect();
    in_order.sort_by_key(|i| &parts[*i].place);
    for i in in_order {
        defs.entry(names[i].clone()).or_insert_with(|| with_names(&parts[i].json, &names));
        places.entry(names[i].clone()).or_insert_with(|| parts[i].place.clone());
    }
    Ok(Flat { schemas, defs, dialect, places, documents: work.resources.into_names() })
}

struct Work<'a> {
    resources: Resources<'a>,
    strip: Option<&'a BTreeSet<String>>,
    /// Index of each type that a reference leads to; its place stands there in the queue.
    targets: BTreeMap<Place, usize>,
    queue: Vec<Place>,
}

impl Work<'_> {
    fn target(&mut self, place: Place) -> usize {
        let next = self.queue.len();
        *self.targets.entry(place).or_insert_with_key(|place| {
            self.queue.push(place.clone());
            next
        })
    }

    fn part(&mut self, place: Place) -> Result<Part, Error> {
        let outside = self.resources.context(&place);
        let Some(schema) = self.resources.at(&place).cloned() else {
            let missing = Diagnostic::new(&UNRESOLVED_REFERENCE, "nothing stands at this place").at(place.1.clone());
            return Err(missing.in_file(self.resources.name(place.0)).into());
        };
        let dialect = entered(&schema, &outside).dialect;
        let mut json = self.flattened(&schema, &outside, &place.1)?;
        if let Json::Object(members) = &mut json {
            members.remove("$schema");
        }
        Ok(Part { place, json, dialect })
    }

    // Recursion is bounded: a JSON value is at most `graph::MAX_DEPTH` levels deep.
    fn flattened(&mut self, schema: &Json, outside: &Context, at: &str) -> Result<Json, Error> {
        let Json::Object(members) = schema else { return Ok(schema.clone()) };
        let inside = entered(schema, outside);
        let mut flat = Members::new();
        for (keyword, value) in members {
            // Names and definitions have done their work once every reference leads to a shared type.
            let done = match keyword.as_str() {
                "$defs" | "definitions" => value.as_object().is_some(),
                "$id" | "id" | "$anchor" => value.as_str().is_some(),
                _ => false,
            };
            if done || self.strip.is_some_and(|extra| is_annotation(keyword, extra)) {
                continue;
            }
            let here = format!("{at}/{}", escape_token(keyword));
            let value = if keyword == "$ref" {
                let text = self.resources.reference(value, &inside, &here)?;
                match self.resources.resolve(text, &inside, &here)? {
                    Some(place) => Json::Number((self.target(place) as i128).into()),
                    None => value.clone(),
                }
            } else {
                let mut failed = None;
                let mapped = map_parts(keyword, value, &mut |step, part| {
                    self.flattened(part, &inside, &format!("{here}{step}")).unwrap_or_else(|error| {
                        failed.get_or_insert(error);
                        Json::Null
                    })
                });
                if let Some(error) = failed {
                    return Err(error);
                }
                mapped
            };
            flat.insert(keyword.clone(), value);
        }
        Ok(Json::Object(flat))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flat(documents: &[(&str, &str)], requests: &[(usize, &str)], strip: bool) -> Result<Flat, Error> {
        let documents = documents.iter().map(|(n, t)| Document::new(*n, Json::parse(t.as_bytes()).unwrap())).collect();
        let requests: Vec<Request> =
            requests.iter().map(|(d, p)| Request { document: *d, pointer: (*p).to_owned(), shared: false }).collect();
        let extra = BTreeSet::new();
        let how = Flattening { external: External::Refuse, strip: strip.then_some(&extra), load: &|_| Ok(None) };
        flatten(documents, &requests, &how)
    }

    fn shown(flat: &Flat) -> (String, String) {
        (Json::Array(flat.schemas.clone()).compact(), Json::Object(flat.defs.clone()).compact())
    }

    #[test]
    fn references_lead_to_shared_types() {
        let a = r##"{"$id": "https://x.y/a.json", "title": "A", "properties": {"b": {"$ref": "b.json#/definitions/B"},
            "me": {"$ref": "#"}, "n": {"$ref": "#n"}}, "definitions": {"n": {"$anchor": "n", "type": "null"}, "unused": {}}}"##;
        let b = r##"{"definitions": {"B": {"items": {"$ref": "#/definitions/B"}, "enum": [{"$ref": 1}]}}}"##;
        let found = flat(&[("s/a.json", a), ("s/b.json", b)], &[(0, "")], true).unwrap();
        assert_eq!(
            shown(&found),
            (
                r##"[{"$ref":"#/$defs/a"}]"##.to_owned(),
                r##"{"B":{"enum":[{"$ref":1}],"items":{"$ref":"#/$defs/B"}},"a":{"properties":{"b":{"$ref":"#/$defs/B"},"me":{"$ref":"#/$defs/a"},"n":{"$ref":"#/$defs/n"}}},"n":{"type":"null"}}"##
                    .to_owned()
            )
        );
    }

    #[test]
    fn a_property_named_like_a_keyword_is_a_property() {
        let text = r##"{"properties": {"$ref": {"type": "string"}, "$id": {"$ref": "#/$defs/title"}, "title": {"title": "x"}},
            "required": ["$ref"], "$defs": {"title": {"const": {"title": 1}}}, "default": {"$ref": "#/nowhere"}}"##;
        let found = flat(&[("a", text)], &[(0, "")], true).unwrap();
        assert_eq!(
            shown(&found),
            (
                r##"[{"default":{"$ref":"#/nowhere"},"properties":{"$id":{"$ref":"#/$defs/title"},"$ref":{"type":"string"},"title":{}},"required":["$ref"]}]"##.to_owned(),
                r#"{"title":{"const":{"title":1}}}"#.to_owned()
            )
        );
    }

    #[test]
    fn errors_say_where() {
        for (reference, expected) in [
            (r##""#/$defs/no""##, "unresolved-reference: a.json#/items/$ref: the reference `#/$defs/no` names nothing"),
            (r#""b.json""#, "unresolved-reference: a.json#/items/$ref"),
            (r#""../b.json""#, "remote-reference: a.json#/items/$ref"),
            (r#""https://x.y/b""#, "remote-reference: a.json#/items/$ref"),
            (r#""/etc/passwd""#, "remote-reference: a.json#/items/$ref"),
            ("3", "invalid-schema: a.json#/items/$ref: found a number in `$ref`"),
        ] {
            let text = format!(r#"{{"items": {{"$ref": {reference}}}}}"#);
            let error = flat(&[("a.json", &text)], &[(0, "")], false).unwrap_err();
            assert!(error.to_string().starts_with(expected), "{error}");
        }
    }

    #[test]
    fn clashing_names_depend_on_content_alone() {
        let one = r##"{"items": {"$ref": "#/$defs/T"}, "$defs": {"T": {"type": "string"}}}"##;
        let two = r##"{"items": {"$ref": "#/$defs/T"}, "$defs": {"T": {"type": "number"}}}"##;
        let same =
            r##"{"items": {"$ref": "#/definitions/T"}, "definitions": {"T": {"title": "t", "type": "string"}}}"##;
        let names = |documents: &[(&str, &str)]| {
            let all: Vec<(usize, &str)> = (0..documents.len()).map(|i| (i, "")).collect();
            flat(documents, &all, true).unwrap().defs
        };
        let forward = names(&[("1", one), ("2", two), ("3", same)]);
        assert_eq!(forward, names(&[("1", two), ("2", same), ("3", one)]));
        assert_eq!(forward.len(), 2);
        assert!(forward.keys().all(|name| name.starts_with("T-") && name.len() == 10), "{forward:?}");
        assert_eq!(names(&[("1", one), ("3", same)]).into_keys().collect::<Vec<_>>(), ["T"]);
    }

    #[test]
    fn dialect_is_kept_where_documents_differ() {
        let seven = r#"{"$schema": "http://json-schema.org/draft-07/schema#", "items": []}"#;
        let none = r#"{"items": []}"#;
        let same = flat(&[("a", seven), ("b", seven)], &[(0, ""), (1, "")], true).unwrap();
        assert_eq!(same.dialect.as_deref(), Some("http://json-schema.org/draft-07/schema#"));
        assert_eq!(shown(&same).0, r#"[{"items":[]},{"items":[]}]"#);
        let mixed = flat(&[("a", seven), ("b", none)], &[(0, ""), (1, "")], true).unwrap();
        assert_eq!(mixed.dialect, None);
        assert_eq!(
            shown(&mixed).0,
            r#"[{"$schema":"http://json-schema.org/draft-07/schema#","items":[]},{"items":[]}]"#
        );
    }
}
