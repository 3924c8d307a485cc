//! A bundle together with its canonical graph and fingerprints.

use super::bundle::{Bundle, Root};
use super::check::check_event;
use super::codes::UNREADABLE_WRITES;
use super::dialect::OPENAPI;
use super::origins::{root_pointer, type_pointer};
use super::writes::unreadable;
use crate::compare::Side;
use crate::graph::{
    Diagnostic, Dialect, Digest, Document, Error, External, Graph, Node, NodeId, NumberNode, Options, RootHeader,
    RootKind, SchemaAt, StringNode, fingerprint, lower,
};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// A root in the graph.
#[derive(Debug, Clone)]
pub struct ModelRoot {
    /// What it is beside its types.
    pub header: RootHeader,
    /// What readers accept.
    pub schema: NodeId,
    /// What writers produce, where it differs.
    pub writes: Option<NodeId>,
    /// Its fingerprint.
    pub fingerprint: Digest,
}

/// A bundle, lowered.
#[derive(Debug, Clone)]
pub struct Model {
    /// The bundle it was made from.
    pub bundle: Bundle,
    /// Canonical graph of all roots and shared types.
    pub graph: Graph,
    /// Roots by key.
    pub roots: BTreeMap<String, ModelRoot>,
    /// Shared types (`$defs`) by authored name.
    pub types: BTreeMap<String, NodeId>,
    /// Authored names by node hash: the first name in byte order. A whole scalar type has none: what it is says more
    /// than which of many names it was once given.
    pub names: BTreeMap<Digest, String>,
    /// The other names of those types that were given several, in byte order.
    pub aliases: BTreeMap<Digest, Vec<String>>,
    /// Warnings of lowering, and of writers that cannot read what they write.
    pub warnings: Vec<Diagnostic>,
}

impl Model {
    /// Lowers a bundle: all roots and shared types into one graph, each root with its fingerprint.
    ///
    /// # Errors
    /// Every code of the schema stage; `invalid-bundle` for an event whose schema does not have its tag as a required
    /// literal, or not its body (synthetic roots excepted). They, and the warnings, name the files and pointers that the
    /// bundle was made from.
    ///
    /// ```
    /// use schemagate::{catalog::{Bundle, Model}, graph::External};
    /// let text = br#"{"schemagate": 1, "format": {"name": "notes"}, "roots": {"Header": {"kind": "header", "schema": true}}}"#;
    /// let model = Model::from_bundle(Bundle::parse(text)?, External::Refuse)?;
    /// assert!(model.roots.contains_key("Header"));
    /// # Ok::<(), schemagate::Error>(())
    /// ```
    pub fn from_bundle(bundle: Bundle, external: External) -> Result<Model, Error> {
        let mut wanted = Vec::new();
        for (key, root) in &bundle.roots {
            wanted.push(SchemaAt { document: 0, pointer: root_pointer(key, "schema") });
            if root.writes.is_some() {
                wanted.push(SchemaAt { document: 0, pointer: root_pointer(key, "writes") });
            }
        }
        for name in bundle.defs.keys() {
            wanted.push(SchemaAt { document: 0, pointer: type_pointer(name) });
        }
        let options = Options {
            dialect: bundle.dialect.as_deref().and_then(Dialect::from_name).unwrap_or_default(),
            openapi: bundle.dialect.as_deref() == Some(OPENAPI),
            external,
            annotations: bundle.annotations.iter().cloned().collect(),
            reserved_kinds: bundle.format.rules.reserved_kinds.clone(),
        };
        let document = Document { name: String::new(), json: bundle.to_json().into() };
        let lowered =
            lower(&[document], &wanted, &options, &|_| Ok(None)).map_err(|error| bundle.origins.locate_error(error))?;

        let mut nodes = lowered.roots.into_iter();
        let mut roots = BTreeMap::new();
        let mut problems = Vec::new();
        let mut warnings = lowered.warnings;
        for (key, root) in &bundle.roots {
            let Some(schema) = nodes.next() else { break };
            let writes = if root.writes.is_some() { nodes.next() } else { None };
            problems.extend(check_event(&bundle.format.rules, key, root, &lowered.graph, schema));
            if let Some(found) = writes.and_then(|writes| unreadable(&lowered.graph, writes, schema)) {
                let warning = Diagnostic::new(&UNREADABLE_WRITES, format!("root `{key}`: {found}"));
                warnings.push(warning.at(root_pointer(key, "writes")));
            }
            let header = header(root);
            let hash = |node| lowered.graph.hash(node);
            let fingerprint = fingerprint(&header, &bundle.format.rules, hash(schema), writes.map(hash));
            roots.insert(key.clone(), ModelRoot { header, schema, writes, fingerprint });
        }
        Error::check(bundle.origins.locate_all(problems))?;
        let warnings = bundle.origins.locate_all(warnings);
        let types: BTreeMap<String, NodeId> = bundle.defs.keys().cloned().zip(nodes).collect();
        let mut aliases: BTreeMap<Digest, Vec<String>> = BTreeMap::new();
        let mut names = BTreeMap::new();
        for (name, node) in types.iter().filter(|(_, node)| deserves_name(lowered.graph.node(**node))) {
            match names.entry(lowered.graph.hash(*node)) {
                Entry::Vacant(entry) => drop(entry.insert(name.clone())),
                Entry::Occupied(entry) => aliases.entry(*entry.key()).or_default().push(name.clone()),
            }
        }
        Ok(Model { bundle, graph: lowered.graph, roots, types, names, aliases, warnings })
    }

    /// A root as a side of a comparison; `None` where there is no such root.
    pub fn side(&self, key: &str) -> Option<Side<'_>> {
        let ModelRoot { header, schema, writes, fingerprint } = self.roots.get(key)?;
        Some(Side {
            graph: &self.graph,
            header,
            rules: &self.bundle.format.rules,
            schema: *schema,
            writes: *writes,
            names: &self.names,
            aliases: &self.aliases,
            fingerprint: *fingerprint,
        })
    }
}

fn deserves_name(node: &Node) -> bool {
    match node {
        Node::Never | Node::Any | Node::Null | Node::Boolean | Node::Literal(_) => false,
        Node::Number(number) => *number != NumberNode { integer: number.integer, ..NumberNode::default() },
        Node::String(string) => *string != StringNode::default(),
        Node::Array(_) | Node::Object(_) | Node::Union(_) | Node::Exclusive(_) | Node::Residual(_) => true,
    }
}

fn header(root: &Root) -> RootHeader {
    let named = root.kind == RootKind::Event && !root.synthetic;
    let event = root.event.clone().filter(|_| named).unwrap_or_default();
    RootHeader { kind: root.kind, event, surface: root.surface }
}
