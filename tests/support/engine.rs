//! The engine on one schema at a time: an ordinary event root whose whole event is body.

use schemagate::compare::{Options, RootComparison, Side, compare_root};
use schemagate::graph::{
    Digest, Document, Error, FormatRules, Graph, Json, NodeId, RootHeader, RootKind, SchemaAt, fingerprint, lower,
};
use std::collections::BTreeMap;
use std::sync::Arc;

pub struct Subject {
    pub graph: Graph,
    pub node: NodeId,
    pub fingerprint: Digest,
    header: RootHeader,
    rules: FormatRules,
    names: BTreeMap<Digest, String>,
    aliases: BTreeMap<Digest, Vec<String>>,
}

impl Subject {
    pub fn new(schema: &Json) -> Result<Subject, Error> {
        let document = Document { name: "schema.json".to_owned(), json: Arc::new(schema.clone()) };
        let at = SchemaAt { document: 0, pointer: String::new() };
        let options = schemagate::graph::Options::default();
        let lowered = lower(&[document], &[at], &options, &|_| Ok(None))?;
        let header = RootHeader { kind: RootKind::Event, event: String::new(), surface: false };
        let rules = FormatRules::default();
        let node = lowered.roots[0];
        let fingerprint = fingerprint(&header, &rules, lowered.graph.hash(node), None);
        Ok(Subject {
            graph: lowered.graph,
            node,
            fingerprint,
            header,
            rules,
            names: BTreeMap::new(),
            aliases: BTreeMap::new(),
        })
    }

    pub fn hash(&self) -> Digest {
        self.graph.hash(self.node)
    }

    /// The emission as a document of its own.
    pub fn emission(&self) -> Json {
        document(schemagate::graph::emit(&self.graph, self.node, &self.names))
    }

    fn side(&self) -> Side<'_> {
        Side {
            graph: &self.graph,
            header: &self.header,
            rules: &self.rules,
            schema: self.node,
            writes: None,
            names: &self.names,
            aliases: &self.aliases,
            fingerprint: self.fingerprint,
        }
    }
}

/// States the dialect of an emission.
pub fn document(emission: Json) -> Json {
    let mut members = match emission {
        Json::Object(members) => members,
        other => BTreeMap::from([("allOf".to_owned(), Json::Array(vec![other]))]),
    };
    members.insert("$schema".to_owned(), Json::from("https://json-schema.org/draft/2020-12/schema"));
    Json::Object(members)
}

pub fn compare(before: &Subject, after: &Subject) -> RootComparison {
    compare_root("schema", Some(before.side()), Some(after.side()), &Options::default())
}
