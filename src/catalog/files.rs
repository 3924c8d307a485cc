//! File source: JSON Schema files named by globs and by `[[root]]` (docs/sources.md, Files).

use super::bundle::{Bundle, Root};
use super::codes::{DUPLICATE_ROOT, INVALID_CONFIGURATION, INVALID_ROOT, NO_ROOTS, OUTSIDE_PROJECT, SOURCE_UNREADABLE};
use super::config::{CONFIG_FILE, Config, RootConfig};
use super::definitions::{definitions, only_definitions};
use super::dialect::dialect_name;
use super::documents::{project_documents, walk};
use super::flatten::{Document, Flattening, Request, flatten};
use super::naming::stem;
use super::origins::{Origin, root_pointer};
use super::parse::is_bundle;
use super::source::Loaded;
use super::split::split;
use super::uri;
use crate::graph::{Diagnostic, Error, Json, RootKind};
use globset::{GlobBuilder, GlobMatcher};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A root that was asked for.
struct Wanted {
    key: String,
    kind: RootKind,
    surface: bool,
    split: Option<String>,
    file: String,
    pointer: String,
    shared: bool,
}

/// Loads the bundle of a file source.
///
/// # Errors
/// Codes of the source stage, and those of reading and referencing schemas.
pub(super) fn load(root: &Path, globs: &[String], roots: &[RootConfig], config: &Config) -> Result<Loaded, Error> {
    let documents = project_documents(root);
    let mut wanted = Vec::new();
    for file in matching(root, globs)? {
        let json = documents.demand(&file)?;
        if is_bundle(&json) {
            let message = "is a bundle, expected a JSON Schema";
            let help = "Print it with a `command` source, such as `command = [\"cat\", \"FILE\"]`.";
            return Err(Diagnostic::new(&INVALID_ROOT, message).in_file(file).help(help).into());
        }
        let event = |name: &str, pointer: String, shared| Wanted {
            key: format!("event:{name}"),
            kind: RootKind::Event,
            surface: false,
            split: None,
            file: file.clone(),
            pointer,
            shared,
        };
        if only_definitions(&json) {
            wanted.extend(definitions(&json).into_iter().map(|(name, pointer)| event(&name, pointer, true)));
        } else {
            wanted.push(event(stem(&file), String::new(), false));
        }
    }
    for (i, root) in roots.iter().enumerate() {
        wanted.push(configured(root).map_err(|diagnostic| diagnostic.at(format!("root[{}]", i + 1)))?);
    }

    let mut files: BTreeMap<String, usize> = wanted.iter().map(|w| (w.file.clone(), 0)).collect();
    let mut sources = Vec::new();
    for (file, index) in &mut files {
        *index = sources.len();
        sources.push(Document::new(file.clone(), documents.demand(file)?));
    }
    let mut requests = Vec::new();
    for one in &wanted {
        let document = files.get(&one.file).copied().unwrap_or_default();
        if sources[document].json.pointer(&one.pointer).is_none() {
            let message = format!("has nothing at `{}`", one.pointer);
            return Err(Diagnostic::new(&INVALID_ROOT, message)
                .in_file(one.file.clone())
                .at(one.pointer.clone())
                .into());
        }
        requests.push(Request { document, pointer: one.pointer.clone(), shared: one.shared });
    }
    let load = |path: &str| documents.get(path);
    let how = Flattening { external: config.external, strip: None, load: &load };
    let flat = flatten(sources, &requests, &how)?;

    let dialect = flat.dialect.as_deref().and_then(dialect_name).map(str::to_owned);
    let types = flat.origins();
    let mut bundle = Bundle { dialect, defs: flat.defs, origins: types.clone(), ..Bundle::default() };
    for (one, schema) in wanted.iter().zip(flat.schemas) {
        let origin = Origin::Document { file: one.file.clone(), pointer: one.pointer.clone() };
        match &one.split {
            None => {
                insert(&mut bundle, one, one.key.clone(), schema)?;
                bundle.origins.insert(root_pointer(&one.key, "schema"), origin);
            }
            Some(tag) => {
                let alternatives = split(&schema, tag, &bundle.defs).map_err(|message| {
                    Diagnostic::new(&INVALID_ROOT, message).in_file(one.file.clone()).at(one.pointer.clone())
                })?;
                let union = types.clone().with("", origin);
                for (name, event) in alternatives {
                    let key = format!("event:{name}");
                    bundle.origins.insert_parts(&root_pointer(&key, "schema"), &event.parts, &union);
                    insert(&mut bundle, one, key, event.schema)?;
                }
            }
        }
    }
    Ok(Loaded { bundle, ..Loaded::default() })
}

fn insert(bundle: &mut Bundle, wanted: &Wanted, key: String, schema: Json) -> Result<(), Error> {
    let event = key.strip_prefix("event:").filter(|_| wanted.kind == RootKind::Event).map(str::to_owned);
    let root = Root {
        kind: wanted.kind,
        event,
        surface: wanted.surface,
        schema,
        writes: None,
        source: Some(wanted.file.clone()),
        synthetic: false,
    };
    match bundle.roots.get(&key) {
        None => {
            bundle.roots.insert(key, root);
            Ok(())
        }
        Some(other) => {
            let first = other.source.as_deref().unwrap_or_default();
            let message = format!("the root `{key}` comes from here and from `{first}`");
            Err(Diagnostic::new(&DUPLICATE_ROOT, message)
                .in_file(wanted.file.clone())
                .at(wanted.pointer.clone())
                .into())
        }
    }
}

fn configured(root: &RootConfig) -> Result<Wanted, Diagnostic> {
    let file = inside(&root.file)
        .ok_or_else(|| Diagnostic::new(&OUTSIDE_PROJECT, format!("`{}` leads outside the project", root.file)))?;
    let key = root.key.clone().unwrap_or_else(|| format!("event:{}", stem(&file)));
    let (pointer, split) = (root.pointer.clone(), root.split.clone());
    Ok(Wanted { key, kind: root.kind, surface: root.surface, split, file, pointer, shared: false })
}

/// A relative path inside the project, normalised; accepts `./`.
fn inside(path: &str) -> Option<String> {
    if path.starts_with('/') || path.contains('\\') || uri::has_scheme(path) { None } else { uri::normal(path) }
}

/// The files that the globs match, sorted; every glob must match one.
fn matching(root: &Path, globs: &[String]) -> Result<BTreeSet<String>, Error> {
    let mut files = BTreeSet::new();
    for glob in globs {
        let at = |diagnostic: Diagnostic| diagnostic.in_file(CONFIG_FILE).at("source.files");
        let Some(pattern) = inside(glob) else {
            return Err(at(Diagnostic::new(&OUTSIDE_PROJECT, format!("`{glob}` leads outside the project"))).into());
        };
        let matcher = matcher(&pattern).map_err(|message| {
            at(Diagnostic::new(&INVALID_CONFIGURATION, format!("`{glob}` is no glob: {message}")))
        })?;
        // Start where the glob starts to be one; what schemagate writes itself is never a source.
        let fixed = pattern.find(['*', '?', '[', '{', '\\']).unwrap_or(pattern.len());
        let start = pattern[..fixed].rfind('/').map_or("", |slash| &pattern[..slash]);
        let enter = |dir: &str| !["catalog", "acknowledgements", ".git", "target", "node_modules"].contains(&dir);
        let found = walk(root, start, &SOURCE_UNREADABLE, &enter)?;
        let matched: Vec<String> = found.into_iter().filter(|file| matcher.is_match(file)).collect();
        if matched.is_empty() {
            return Err(at(Diagnostic::new(&NO_ROOTS, format!("`{glob}` matches no file"))).into());
        }
        files.extend(matched);
    }
    Ok(files)
}

fn matcher(pattern: &str) -> Result<GlobMatcher, String> {
    let glob = GlobBuilder::new(pattern).literal_separator(true).build();
    glob.map(|glob| glob.compile_matcher()).map_err(|error| error.kind().to_string())
}
