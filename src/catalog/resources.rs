//! The documents of a source, and what their references name: files, `$id`, `$anchor`, JSON pointers.

use super::uri;
use crate::graph::{Diagnostic, Error, External, INVALID_SCHEMA, Json, Load, REMOTE_REFERENCE, UNRESOLVED_REFERENCE};
use crate::graph::{escape_token, subschemas, unescape_token};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A schema by its document and JSON pointer.
pub(super) type Place = (usize, String);

/// Where in its document a schema stands, as far as references care.
#[derive(Debug, Clone)]
pub(super) struct Context {
    pub document: usize,
    /// What relative references are relative to, without fragment.
    pub base: String,
    /// The nearest `$schema` above.
    pub dialect: Option<String>,
}

/// All documents, indexed.
pub(super) struct Resources<'a> {
    names: Vec<String>,
    jsons: Vec<Arc<Json>>,
    by_uri: BTreeMap<String, Place>,
    anchors: BTreeMap<(String, String), Place>,
    /// Identifiers, and anchors of identifiers, that stand at several schemas: naming one is an error.
    twice: BTreeSet<(String, Option<String>)>,
    external: External,
    load: &'a Load<'a>,
}

impl<'a> Resources<'a> {
    pub fn new(external: External, load: &'a Load<'a>) -> Self {
        let (names, jsons) = (Vec::new(), Vec::new());
        Resources {
            names,
            jsons,
            by_uri: BTreeMap::new(),
            anchors: BTreeMap::new(),
            twice: BTreeSet::new(),
            external,
            load,
        }
    }

    /// Adds a document and indexes its `$id` and `$anchor`.
    pub fn add(&mut self, name: &str, json: Arc<Json>) -> usize {
        let document = self.jsons.len();
        self.names.push(name.to_owned());
        self.jsons.push(Arc::clone(&json));
        self.by_uri.entry(name.to_owned()).or_insert((document, String::new()));
        let top = Context { document, base: name.to_owned(), dialect: None };
        match json.get("schemagate").and(json.as_object()) {
            None => self.index(&json, String::new(), &top),
            Some(members) => {
                let roots = members.get("roots").and_then(Json::as_object);
                for (key, root) in roots.into_iter().flatten() {
                    for part in ["schema", "writes"] {
                        if let Some(schema) = root.get(part) {
                            self.index(schema, format!("/roots/{}/{part}", escape_token(key)), &top);
                        }
                    }
                }
                let defs = members.get("$defs").and_then(Json::as_object);
                for (name, schema) in defs.into_iter().flatten() {
                    self.index(schema, format!("/$defs/{}", escape_token(name)), &top);
                }
            }
        }
        document
    }

    // Recursion is bounded: a JSON value is at most `graph::MAX_DEPTH` levels deep.
    fn index(&mut self, schema: &Json, pointer: String, outside: &Context) {
        let inside = entered(schema, outside);
        let place = (outside.document, pointer.clone());
        if inside.base != outside.base && *self.by_uri.entry(inside.base.clone()).or_insert(place.clone()) != place {
            self.twice.insert((inside.base.clone(), None));
        }
        let old_anchor = identifier(schema, inside.dialect.as_deref()).and_then(|id| id.strip_prefix('#'));
        for anchor in ["$anchor", "$dynamicAnchor"].iter().filter_map(|k| schema.get(k)?.as_str()).chain(old_anchor) {
            let key = (inside.base.clone(), anchor.to_owned());
            if *self.anchors.entry(key.clone()).or_insert(place.clone()) != place {
                self.twice.insert((key.0, Some(key.1)));
            }
        }
        for (step, part) in subschemas(schema) {
            self.index(part, format!("{pointer}{step}"), &inside);
        }
    }

    /// The schema at a place.
    ///
    /// # Errors
    /// `unresolved-reference` where nothing stands there.
    pub fn at(&self, (document, pointer): &Place) -> Option<&Json> {
        self.jsons[*document].pointer(pointer)
    }

    pub fn name(&self, document: usize) -> &str {
        &self.names[document]
    }

    /// The names of all documents, in the order in which they were added.
    pub fn into_names(self) -> Vec<String> {
        self.names
    }

    /// The context that a place stands in, itself not yet entered.
    pub fn context(&self, (document, pointer): &Place) -> Context {
        let mut context = Context { document: *document, base: self.names[*document].clone(), dialect: None };
        let mut value: Option<&Json> = Some(&self.jsons[*document]);
        for token in pointer.split('/').skip(1) {
            let Some(here) = value else { break };
            context = entered(here, &context);
            let token = unescape_token(token);
            value = match here {
                Json::Array(items) => crate::graph::array_index(&token).and_then(|i| items.get(i)),
                other => other.get(&token),
            };
        }
        context
    }

    /// The place a reference names; `None` for one that stays as it is.
    ///
    /// # Errors
    /// `remote-reference`, `unresolved-reference`, and what loading a file ends with.
    pub fn resolve(&mut self, reference: &str, context: &Context, at: &str) -> Result<Option<Place>, Error> {
        let (uri, fragment) = uri::split(reference);
        let Some((document, top)) = self.resource(uri, reference, context, at)? else {
            return match self.external {
                External::Opaque => Ok(None),
                External::Refuse => Err(self.leads_out(uri, reference, context, at)),
            };
        };
        let place = if fragment.is_empty() {
            Some((document, top))
        } else if fragment.starts_with('/') {
            Some((document, format!("{top}{fragment}"))).filter(|place| self.at(place).is_some())
        } else {
            let inside = self.at(&(document, top.clone())).map(|schema| {
                let outside = self.context(&(document, top.clone()));
                entered(schema, &outside).base
            });
            match inside {
                Some(base) if self.twice.contains(&(base.clone(), Some(fragment.clone()))) => {
                    return Err(self.ambiguous(reference, context, at));
                }
                Some(base) => self.anchors.get(&(base, fragment)).cloned(),
                None => None,
            }
        };
        let Some(place) = place else {
            return Err(self.report(
                &UNRESOLVED_REFERENCE,
                format!("the reference `{reference}` names nothing"),
                context,
                at,
            ));
        };
        Ok(Some(place))
    }

    /// The document, and the pointer of the schema in it, that a reference without fragment names.
    fn resource(&mut self, uri: &str, reference: &str, context: &Context, at: &str) -> Result<Option<Place>, Error> {
        if uri.is_empty() {
            let own = self.by_uri.get(&context.base).filter(|place| place.0 == context.document);
            return Ok(Some(own.cloned().unwrap_or((context.document, String::new()))));
        }
        let joined = uri::join(&context.base, uri);
        let known = joined
            .as_ref()
            .and_then(|joined| self.by_uri.get(joined).or_else(|| self.by_uri.get(joined.trim_end_matches('/'))));
        if let Some(place) = known {
            let twice = joined.as_ref().is_some_and(|joined| self.twice.contains(&(joined.clone(), None)));
            return if twice { Err(self.ambiguous(reference, context, at)) } else { Ok(Some(place.clone())) };
        }
        // A relative reference also names the file beside this one, whatever its `$id` says.
        let beside =
            if uri::has_scheme(uri) { None } else { uri::join(&self.names[context.document], &uri::decode(uri)) };
        let Some(path) = beside else { return Ok(None) };
        if let Some(place) = self.by_uri.get(&path) {
            return Ok(Some(place.clone()));
        }
        match (self.load)(&path)? {
            Some(json) => Ok(Some((self.add(&path, json), String::new()))),
            None => Ok(None),
        }
    }

    fn ambiguous(&self, reference: &str, context: &Context, at: &str) -> Error {
        let message = format!("the reference `{reference}` names several schemas, expected one with that identifier");
        self.report(&INVALID_SCHEMA, message, context, at)
    }

    fn leads_out(&self, uri: &str, reference: &str, context: &Context, at: &str) -> Error {
        let away = uri::has_scheme(uri) || uri.starts_with('/');
        if away || uri::join(&self.names[context.document], uri).is_none() {
            let message = format!("the reference `{reference}` leads outside the documents at hand");
            return self.report(&REMOTE_REFERENCE, message, context, at);
        }
        self.report(
            &UNRESOLVED_REFERENCE,
            format!("the reference `{reference}` names a file that is not there"),
            context,
            at,
        )
    }

    fn report(&self, code: &'static crate::graph::Code, message: String, context: &Context, at: &str) -> Error {
        let diagnostic = Diagnostic::new(code, message).at(at);
        match self.name(context.document) {
            "" => diagnostic.into(),
            name => diagnostic.in_file(name).into(),
        }
    }

    /// The text of a `$ref`.
    ///
    /// # Errors
    /// `invalid-schema` where it is no string.
    pub fn reference<'j>(&self, value: &'j Json, context: &Context, at: &str) -> Result<&'j str, Error> {
        value.as_str().ok_or_else(|| {
            let message = format!("found {} in `$ref`, expected a string", value.type_name());
            self.report(&INVALID_SCHEMA, message, context, at)
        })
    }
}

/// The context of what stands inside a schema: its `$id` and `$schema` taken into account.
pub(super) fn entered(schema: &Json, outside: &Context) -> Context {
    let mut inside = outside.clone();
    if let Some(dialect) = schema.get("$schema").and_then(Json::as_str) {
        inside.dialect = Some(dialect.to_owned());
    }
    if let Some(id) = identifier(schema, inside.dialect.as_deref()) {
        let id = id.split('#').next().unwrap_or("");
        if let Some(base) = uri::join(&outside.base, id).filter(|_| !id.is_empty()) {
            inside.base = base;
        }
    }
    inside
}

fn identifier<'j>(schema: &'j Json, dialect: Option<&str>) -> Option<&'j str> {
    let id = schema.get("$id").and_then(Json::as_str);
    let draft4 = dialect.is_some_and(|dialect| dialect.contains("draft-04"));
    id.or_else(|| schema.get("id").filter(|_| draft4).and_then(Json::as_str))
}
