//! The linked source: Rust types to a bundle.

#![allow(
    clippy::unwrap_used,
    dead_code,
    reason = "a test fails where something is missing; fields are there for their schemas"
)]

use schemagate::catalog::{Bundle, Catalog, Loaded, Project};
use schemagate::graph::Json;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};

fn load(catalog: &Catalog) -> Result<Loaded, String> {
    let dir = tempfile::tempdir().unwrap();
    let text = format!("[format]\nname = 'n'\n[source]\nlinked = '{}'\n", catalog.name());
    std::fs::write(dir.path().join("schemagate.toml"), text).unwrap();
    let loaded = Project::open(Some(dir.path())).unwrap().load(Some(catalog));
    loaded.map_err(|error| error.diagnostics().map(|d| format!("{d}\n")).collect())
}

fn schema<'a>(bundle: &'a Bundle, key: &str) -> &'a Json {
    &bundle.roots[key].schema
}

/// Something noted.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Note {
    text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<Tag>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Tag {
    name: String,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type")]
enum Event {
    /// A note was added.
    #[serde(rename = "note/added")]
    Added { note: Note },
    #[serde(rename = "note/removed")]
    Removed { id: u32 },
    #[serde(rename = "note/kept")]
    Kept(Note),
    #[serde(rename = "done")]
    Done,
}

#[test]
fn an_enum_is_split_by_its_tag() {
    let mut catalog = Catalog::new("n");
    let note = || Note { text: "milk".into(), tags: vec![Tag { name: "food".into() }] };
    catalog
        .events::<Event>()
        .surface(["note/added"])
        .source("src/event.rs")
        .sample(&Event::Added { note: note() })
        .sample(&Event::Removed { id: 3 })
        .sample(&Event::Kept(note()))
        .sample(&Event::Done);
    let loaded = load(&catalog).unwrap();
    let keys: Vec<&String> = loaded.bundle.roots.keys().collect();
    assert_eq!(keys, ["event:done", "event:note/added", "event:note/kept", "event:note/removed"]);
    assert_eq!(loaded.unions["Event"].len(), 4);
    let added = &loaded.bundle.roots["event:note/added"];
    assert!(added.surface && added.source.as_deref() == Some("src/event.rs"));
    assert_eq!(added.schema.get("description"), Some(&Json::from("A note was added.")));
    assert!(loaded.readers["event:done"](br#"{"type": "done"}"#).is_ok());
    assert!(loaded.readers["event:done"](br#"{"type": "gone"}"#).is_err());
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", content = "data")]
enum Adjacent {
    #[serde(rename = "a")]
    A(u8),
    #[serde(rename = "b")]
    B { x: bool },
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
enum External {
    Unit,
    Other,
    /// With a comment.
    Shown(u8),
}

#[test]
fn adjacent_and_external_enums_too() {
    let mut catalog = Catalog::new("n");
    catalog.events::<Adjacent>().sample(&Adjacent::A(1)).sample(&Adjacent::B { x: true });
    catalog.events::<External>().sample(&External::Unit).sample(&External::Shown(2));
    let bundle = load(&catalog).unwrap().bundle;
    let keys: Vec<&String> = bundle.roots.keys().collect();
    assert_eq!(keys, ["event:Other", "event:Shown", "event:Unit", "event:a", "event:b"]);
    assert_eq!(schema(&bundle, "event:Unit").get("const"), Some(&Json::from("Unit")));
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename = "tagged")]
struct Tagged {
    n: u8,
}

#[test]
fn the_tag_of_a_struct_is_seen_in_its_samples() {
    let mut catalog = Catalog::new("n");
    catalog.event::<Tagged>("tagged").sample(&Tagged { n: 1 });
    let bundle = load(&catalog).unwrap().bundle;
    let text = schema(&bundle, "event:tagged").compact();
    assert!(text.contains(r#""type":{"const":"tagged"}"#), "{text}");
    let mut catalog = Catalog::new("n");
    catalog.event::<Tagged>("other").sample(&Tagged { n: 1 });
    assert_eq!(schema(&load(&catalog).unwrap().bundle, "event:other").compact(), r##"{"$ref":"#/$defs/tagged"}"##);
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Broken {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(deserialize_with = "lossy")]
    #[schemars(with = "Option<u8>")]
    n: Option<u8>,
    #[schemars(range(max = 3))]
    small: u8,
}

fn lossy<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
    Ok(Option::<u8>::deserialize(deserializer)?.map(|n| n / 2))
}

#[test]
fn samples_are_held_against_schema_reader_and_writer() {
    let refused = |sample: &Broken| {
        let mut catalog = Catalog::new("n");
        catalog.header::<Broken>("H").sample(sample);
        load(&catalog).unwrap_err()
    };
    let lossy = refused(&Broken { n: Some(4), small: 1 });
    assert!(lossy.contains("invalid-sample: H: sample 1 of `H` is written back differently"), "{lossy}");
    let large = refused(&Broken { n: None, small: 9 });
    assert!(large.contains("is refused by its schema at `/small`"), "{large}");
    assert!(large.contains("is refused by its reader: missing field `n`"), "{large}");
}

mod one {
    #[derive(Debug, Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
    pub struct Same {
        a: u8,
    }
    /// Authored with a number in its name.
    #[derive(Debug, Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
    pub struct Tag2 {
        t: u8,
    }
}

mod two {
    #[derive(Debug, Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
    pub struct Same {
        b: String,
    }
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Forward {
    one: one::Same,
    two: two::Same,
    tag: Tag,
    tag2: one::Tag2,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Forward")]
struct Reverse {
    #[serde(rename = "two")]
    one: two::Same,
    #[serde(rename = "one")]
    two: one::Same,
    tag2: one::Tag2,
    tag: Tag,
}

#[test]
fn names_do_not_depend_on_the_order_of_visits() {
    fn bundle<T: JsonSchema + Serialize + serde::de::DeserializeOwned>() -> Bundle {
        let mut catalog = Catalog::new("n");
        catalog.header::<T>("H");
        load(&catalog).unwrap().bundle
    }
    let (forward, reverse) = (bundle::<Forward>(), bundle::<Reverse>());
    let names: Vec<&String> = forward.defs.keys().collect();
    assert_eq!(names.len(), 5, "{names:?}");
    assert!(names.iter().any(|name| *name == "Tag") && names.iter().any(|name| *name == "Tag2"), "{names:?}");
    assert_eq!(names.iter().filter(|name| name.starts_with("Same-")).count(), 2, "{names:?}");
    assert_eq!(names, reverse.defs.keys().collect::<Vec<_>>());
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Sets {
    #[serde(default = "letters")]
    letters: HashSet<String>,
    #[serde(default)]
    map: BTreeMap<String, u8>,
}

fn letters() -> HashSet<String> {
    ["d", "a", "c", "b", "f", "e"].map(str::to_owned).into()
}

#[test]
fn sets_have_one_order() {
    let mut catalog = Catalog::new("n");
    catalog.header::<Sets>("H");
    let bundle = load(&catalog).unwrap().bundle;
    let default = bundle.defs["Sets"].pointer("/properties/letters/default").unwrap();
    assert_eq!(default.compact(), r#"["a","b","c","d","e","f"]"#);
    assert_eq!(bundle.bytes(), load(&catalog).unwrap().bundle.bytes());
}

#[test]
fn writers_that_differ_have_a_schema_of_their_own() {
    let mut catalog = Catalog::new("n");
    catalog.header::<Note>("Note");
    catalog.header::<Tag>("Tag");
    let bundle = load(&catalog).unwrap().bundle;
    assert_eq!(bundle.roots["Tag"].writes, None);
    let mut catalog = Catalog::new("n");
    catalog.header::<Sets>("Sets");
    let bundle = load(&catalog).unwrap().bundle;
    assert!(bundle.roots["Sets"].writes.is_some(), "a defaulted property is always written");
    assert_eq!(bundle.defs.keys().collect::<Vec<_>>(), ["Sets", "Sets:writes"]);
}

#[test]
fn schemas_as_json() {
    let mut catalog = Catalog::new("n");
    let schema = serde_json::json!({"properties": {"type": {"const": "raw"}, "of": {"$ref": "#/$defs/Of"}},
        "required": ["type"], "$defs": {"Of": {"type": "number"}}});
    catalog.event_schema("raw", schema).surface().sample(&serde_json::json!({"type": "raw", "of": 1.50}));
    catalog.header::<Tag>("Tag");
    let bundle = load(&catalog).unwrap().bundle;
    assert!(bundle.roots["event:raw"].surface);
    assert!(!bundle.to_json().compact().contains("$schema"), "one dialect is said once, by the bundle");
    assert_eq!(bundle.defs["Of"].compact(), r#"{"type":"number"}"#);
}

#[test]
fn what_is_registered_twice_or_not_linked_is_refused() {
    let mut catalog = Catalog::new("n");
    catalog.header::<Tag>("Tag");
    catalog.header::<Tag>("Tag");
    assert!(load(&catalog).unwrap_err().starts_with("duplicate-root"));
    assert!(load(&Catalog::new("n")).unwrap_err().starts_with("no-roots"));
    let mut catalog = Catalog::new("n");
    catalog.events::<Event>().surface(["no/such"]);
    assert!(load(&catalog).unwrap_err().contains("has no event `no/such`"));
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("schemagate.toml"), "[format]\nname = 'n'\n[source]\nlinked = 'x'\n").unwrap();
    let project = Project::open(Some(dir.path())).unwrap();
    assert_eq!(project.load(None).unwrap_err().first.code.name, "catalog-not-linked");
    assert_eq!(project.load(Some(&catalog)).unwrap_err().first.code.name, "catalog-not-linked");
}

#[test]
fn this_repositorys_own_catalog_loads() {
    let catalog = schemagate::session::catalog();
    let dir = tempfile::tempdir().unwrap();
    let text =
        "[format]\nname = 'session'\nbody = 'data'\nversion = 'SessionHeader#/version'\n[source]\nlinked = 'session'\n";
    std::fs::write(dir.path().join("schemagate.toml"), text).unwrap();
    let loaded = Project::open(Some(dir.path())).unwrap().load(Some(&catalog));
    let loaded = loaded.map_err(|error| error.diagnostics().map(|d| format!("{d}\n")).collect::<String>());
    assert_eq!(loaded.unwrap().bundle.format.version, Some(4));
}
