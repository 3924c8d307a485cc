//! The bundle: every root and shared type of a source, as authored (docs/sources.md, Bundle).

use super::codes::INVALID_BUNDLE;
use super::dialect::dialect_name;
use super::flatten::{Document, Flattening, Request, flatten};
use super::origins::{Origins, root_pointer};
use crate::graph::{Diagnostic, Error, External, FormatRules, Json, Members, RootKind};
use std::collections::{BTreeMap, BTreeSet};

/// The `format` member of a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Format {
    /// Name in reports.
    pub name: String,
    /// Format version, where it is known.
    pub version: Option<u64>,
    /// The rules that enter fingerprints.
    pub rules: FormatRules,
}

/// One root of a bundle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    /// Header, envelope or event.
    pub kind: RootKind,
    /// Name of the event, for events.
    pub event: Option<String>,
    /// Whether the event takes part in the conversation surface.
    pub surface: bool,
    /// What readers accept.
    pub schema: Json,
    /// What writers produce, where it differs.
    pub writes: Option<Json>,
    /// Where it is declared; descriptive only.
    pub source: Option<String>,
    /// Root of a plain file: no event-tag check, neither name nor key hashed.
    pub synthetic: bool,
}

/// The JSON document of all roots and shared `$defs`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bundle {
    /// The `format` member.
    pub format: Format,
    /// The `dialect` member, such as `2020-12` or `openapi-3.0`.
    pub dialect: Option<String>,
    /// Further annotation keywords (`annotations` member, from `[source] annotations`).
    pub annotations: Vec<String>,
    /// Roots by key.
    pub roots: BTreeMap<String, Root>,
    /// Shared types by authored name.
    pub defs: Members,
    /// Where its parts were authored; what is wrong with them is reported there.
    pub origins: Origins,
}

impl Bundle {
    /// The bundle as a JSON value, with every member in its canonical place.
    pub fn to_json(&self) -> Json {
        let mut bundle = Members::from([
            ("schemagate".to_owned(), Json::Number(1.into())),
            ("format".to_owned(), self.format.to_json()),
            ("roots".to_owned(), Json::Object(self.roots.iter().map(|(k, r)| (k.clone(), r.to_json())).collect())),
        ]);
        if let Some(dialect) = &self.dialect {
            bundle.insert("dialect".to_owned(), Json::from(dialect.as_str()));
        }
        if !self.annotations.is_empty() {
            let names = self.annotations.iter().map(|name| Json::from(name.as_str())).collect();
            bundle.insert("annotations".to_owned(), Json::Array(names));
        }
        if !self.defs.is_empty() {
            bundle.insert("$defs".to_owned(), Json::Object(self.defs.clone()));
        }
        Json::Object(bundle)
    }

    /// Canonical bytes: sorted keys, two-space indent, one trailing newline, non-ASCII kept.
    pub fn bytes(&self) -> Vec<u8> {
        self.to_json().pretty().into_bytes()
    }

    /// The bundle of some roots alone, with the shared types they reach, in the form that snapshots store:
    /// references lead to `#/$defs/NAME` and annotations are gone. `default` and our own annotations stay.
    ///
    /// # Errors
    /// `invalid-bundle` for a key that is no root; `unresolved-reference`.
    pub fn snapshot<'a>(&self, keys: impl IntoIterator<Item = &'a str>) -> Result<Bundle, Error> {
        let extra: BTreeSet<String> = self.annotations.iter().cloned().collect();
        self.taken(keys, Some(&extra))
    }

    /// The bundle of some roots alone, with the shared types they reach and annotations kept.
    ///
    /// # Errors
    /// As [`Bundle::snapshot`].
    pub fn restrict<'a>(&self, keys: impl IntoIterator<Item = &'a str>) -> Result<Bundle, Error> {
        self.taken(keys, None)
    }

    fn taken<'a>(
        &self,
        keys: impl IntoIterator<Item = &'a str>,
        strip: Option<&BTreeSet<String>>,
    ) -> Result<Bundle, Error> {
        let mut roots = BTreeMap::new();
        let mut requests = Vec::new();
        for key in keys.into_iter().collect::<BTreeSet<_>>() {
            let Some(root) = self.roots.get(key) else {
                return Err(Diagnostic::new(&INVALID_BUNDLE, format!("has no root `{key}`")).at("/roots").into());
            };
            requests.push(Request { document: 0, pointer: root_pointer(key, "schema"), shared: false });
            if root.writes.is_some() {
                requests.push(Request { document: 0, pointer: root_pointer(key, "writes"), shared: false });
            }
            roots.insert(key.to_owned(), root.clone());
        }
        // External references were settled when the bundle was made: what is left of them is kept as it stands.
        let how = Flattening { external: External::Opaque, strip, load: &|_| Ok(None) };
        let flat = flatten(vec![Document::new("", self.to_json())], &requests, &how)
            .map_err(|error| self.origins.locate_error(error))?;
        let mut schemas = flat.schemas.into_iter();
        for root in roots.values_mut() {
            root.schema = schemas.next().unwrap_or(Json::Null);
            if root.writes.is_some() {
                root.writes = schemas.next();
            }
        }
        let dialect = match flat.dialect {
            None => self.dialect.clone(),
            Some(uri) => dialect_name(&uri).map(str::to_owned).or_else(|| self.dialect.clone()),
        };
        let (format, annotations) = (self.format.clone(), self.annotations.clone());
        // A document of its own from here on.
        Ok(Bundle { format, dialect, annotations, roots, defs: flat.defs, origins: Origins::default() })
    }
}

impl Format {
    fn to_json(&self) -> Json {
        let FormatRules { body, event_tag, payload_version, reserved_kinds, undeclared_kept } = &self.rules;
        let kinds = reserved_kinds.iter().map(|kind| Json::from(kind.as_str())).collect();
        let mut format = Members::from([
            ("name".to_owned(), Json::from(self.name.as_str())),
            ("body".to_owned(), Json::from(body.as_str())),
            ("event-tag".to_owned(), Json::from(event_tag.as_str())),
            ("reserved-kinds".to_owned(), Json::Array(kinds)),
            ("undeclared".to_owned(), Json::from(if *undeclared_kept { "kept" } else { "never-written" })),
        ]);
        if let Some(version) = self.version {
            format.insert("version".to_owned(), Json::Number(i128::from(version).into()));
        }
        if let Some(property) = payload_version {
            format.insert("payload-version".to_owned(), Json::from(property.as_str()));
        }
        Json::Object(format)
    }
}

impl Root {
    fn to_json(&self) -> Json {
        let kind = match self.kind {
            RootKind::Header => "header",
            RootKind::Envelope => "envelope",
            RootKind::Event => "event",
        };
        let mut root =
            Members::from([("kind".to_owned(), Json::from(kind)), ("schema".to_owned(), self.schema.clone())]);
        if self.kind == RootKind::Event {
            root.insert("surface".to_owned(), Json::from(self.surface));
        }
        if let Some(event) = &self.event {
            root.insert("event".to_owned(), Json::from(event.as_str()));
        }
        if let Some(writes) = &self.writes {
            root.insert("writes".to_owned(), writes.clone());
        }
        if let Some(source) = &self.source {
            root.insert("source".to_owned(), Json::from(source.as_str()));
        }
        if self.synthetic {
            root.insert("synthetic".to_owned(), Json::from(true));
        }
        Json::Object(root)
    }
}
