//! Inputs of `diff` and `fingerprint`: bundles, plain schemas, catalogs of definitions, directories.

use super::bundle::{Bundle, Format, Root};
use super::codes::{INPUT_UNREADABLE, INVALID_BUNDLE, NO_ROOTS};
use super::definitions::{definitions, only_definitions};
use super::dialect::dialect_name;
use super::documents::{Documents, walk};
use super::flatten::{Document, Flattening, Request, flatten};
use super::naming::stem;
use super::origins::{Origins, root_pointer};
use super::parse::is_bundle;
use crate::graph::{Diagnostic, Error, External, Json, Load, RootKind};
use std::path::Path;
use std::sync::Arc;

/// Loads a file or directory named on a command line.
///
/// - A bundle is itself.
/// - A plain schema is one synthetic root `schema`; with `definitions_too` each of its definitions is one too.
/// - A document that holds nothing but definitions gives a root for each of them, `v2/NAME` inside a namespace.
/// - A directory gives the roots of all its `.json` files: `RELATIVE/PATH` for a plain schema,
///   `RELATIVE/PATH#NAME` for a definition.
///
/// References that leave the file (or the directory) stay as they are: lower with [`External::Opaque`].
///
/// # Errors
/// `input-unreadable`, `invalid-json`, `invalid-bundle`, `unresolved-reference`, `no-roots`.
pub fn load_input(path: &Path, definitions_too: bool) -> Result<Bundle, Error> {
    let shown = path.display().to_string();
    let refuse = |message: String| Error::from(Diagnostic::new(&INPUT_UNREADABLE, message).in_file(shown.clone()));
    let metadata = path.metadata().map_err(|error| refuse(error.to_string()))?;
    let bundle = if metadata.is_dir() {
        let root = path.canonicalize().map_err(|error| refuse(error.to_string()))?;
        directory(&root, &path.join("").display().to_string(), definitions_too)?
    } else {
        if !metadata.is_file() && !is_pipe(&metadata) {
            return Err(refuse("is neither a regular file nor a pipe".to_owned()));
        }
        let bytes = std::fs::read(path).map_err(|error| refuse(error.to_string()))?;
        input_from(&bytes, &shown, definitions_too)?
    };
    if bundle.roots.is_empty() {
        return Err(Diagnostic::new(&NO_ROOTS, "holds no root at all").in_file(shown).into());
    }
    Ok(bundle)
}

/// What a shell gives for `<(command)`.
#[cfg_attr(not(unix), allow(unused_variables))]
fn is_pipe(metadata: &std::fs::Metadata) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::FileTypeExt::is_fifo(&metadata.file_type());
    #[cfg(not(unix))]
    return false;
}

/// Loads one document from its bytes; `name` is its file, which names a type where nothing else does.
///
/// # Errors
/// As [`load_input`].
pub fn input_from(bytes: &[u8], name: &str, definitions_too: bool) -> Result<Bundle, Error> {
    let json = Json::parse(bytes).map_err(|error| error.in_file(name))?;
    if is_bundle(&json) {
        let mut bundle = Bundle::from_json(&json).map_err(|error| error.in_file(name))?;
        bundle.origins = Origins::read_from(name);
        return Ok(bundle);
    }
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let above = &name[..name.len() - file.len()];
    let keys = Keys { whole: "schema".to_owned(), prefix: String::new() };
    let members = vec![(file.to_owned(), Arc::new(json), keys)];
    plain(members, above, definitions_too, &|_| Ok(None)).map_err(|error| below(above, error))
}

/// An error whose files are relative to a directory, with what stands before them on the command line.
fn below(above: &str, error: Error) -> Error {
    error.map(|mut diagnostic| {
        diagnostic.file = diagnostic.file.map(|file| format!("{above}{file}"));
        diagnostic
    })
}

/// Keys of the roots of one document.
struct Keys {
    whole: String,
    prefix: String,
}

fn directory(root: &Path, above: &str, definitions_too: bool) -> Result<Bundle, Error> {
    members(root, above, definitions_too).map_err(|error| below(above, error))
}

fn members(root: &Path, above: &str, definitions_too: bool) -> Result<Bundle, Error> {
    let documents = Documents::under(root, &INPUT_UNREADABLE);
    let mut members = Vec::new();
    for file in walk(root, "", &INPUT_UNREADABLE, &|_| true)? {
        if !file.to_ascii_lowercase().ends_with(".json") {
            continue;
        }
        let json = documents.demand(&file)?;
        if is_bundle(&json) {
            let message = "is a bundle among the schemas of a directory";
            let help = "Compare bundles by themselves: name the two files.";
            return Err(Diagnostic::new(&INVALID_BUNDLE, message).in_file(file).help(help).into());
        }
        let keys = Keys { whole: file.clone(), prefix: format!("{file}#") };
        members.push((file, json, keys));
    }
    plain(members, above, definitions_too, &|path| documents.get(path))
}

/// The roots of some documents; `above` stands before their names in messages.
fn plain(
    members: Vec<(String, Arc<Json>, Keys)>,
    above: &str,
    definitions_too: bool,
    load: &Load<'_>,
) -> Result<Bundle, Error> {
    let mut keys = Vec::new();
    let mut requests = Vec::new();
    for (document, (file, json, Keys { whole, prefix })) in members.iter().enumerate() {
        if !matches!(**json, Json::Object(_) | Json::Bool(_)) {
            let message = format!("found {}, expected a schema: an object, true or false", json.type_name());
            return Err(Diagnostic::new(&crate::graph::INVALID_SCHEMA, message).in_file(file.clone()).at("").into());
        }
        let catalog = only_definitions(json);
        if !catalog {
            keys.push(whole.clone());
            requests.push(Request { document, pointer: String::new(), shared: false });
        }
        if catalog || definitions_too {
            for (name, pointer) in definitions(json) {
                let mut key = format!("{prefix}{name}");
                if key == *whole && !catalog {
                    key = format!("{prefix}{}", &pointer[1..]);
                }
                keys.push(key);
                requests.push(Request { document, pointer, shared: true });
            }
        }
    }
    let name = members.first().map(|(file, _, _)| stem(file).to_owned()).unwrap_or_default();
    let documents = members.into_iter().map(|(file, json, _)| Document::new(file, json)).collect();
    let mut flat = flatten(documents, &requests, &Flattening { external: External::Opaque, strip: None, load })?;
    for document in &mut flat.documents {
        document.insert_str(0, above);
    }
    let mut origins = flat.origins();
    for (key, request) in keys.iter().zip(requests) {
        origins.insert(root_pointer(key, "schema"), flat.origin(&(request.document, request.pointer)));
    }
    let dialect = flat.dialect.as_deref().and_then(dialect_name).map(str::to_owned);
    let root = |schema| Root {
        kind: RootKind::Event,
        event: None,
        surface: false,
        schema,
        writes: None,
        source: None,
        synthetic: true,
    };
    let roots = keys.into_iter().zip(flat.schemas.into_iter().map(root)).collect();
    let format = Format { name, ..Format::default() };
    Ok(Bundle { format, dialect, annotations: Vec::new(), roots, defs: flat.defs, origins })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str, definitions_too: bool) -> Vec<String> {
        let bundle = input_from(text.as_bytes(), "dir/file.json", definitions_too).unwrap();
        assert!(bundle.roots.values().all(|root| root.synthetic));
        assert_eq!(Bundle::parse(&bundle.bytes()).unwrap(), bundle);
        bundle.roots.into_keys().collect()
    }

    #[test]
    fn kinds_of_documents() {
        let schema = r##"{"type": "object", "properties": {"a": {"$ref": "#/definitions/A"}},
            "definitions": {"A": {"$ref": "other.json#/B"}, "schema": {}}}"##;
        assert_eq!(keys(schema, false), ["schema"]);
        assert_eq!(keys(schema, true), ["A", "definitions/schema", "schema"]);
        let catalog = r##"{"$schema": "http://json-schema.org/draft-07/schema#", "title": "t", "type": "object",
            "definitions": {"A": {"type": "string"}, "v2": {"A": {"$ref": "#/definitions/v2/B"}, "B": {"type": "null"}}}}"##;
        assert_eq!(keys(catalog, false), ["A", "v2/A", "v2/B"]);
        assert_eq!(keys("true", false), ["schema"]);
    }

    #[test]
    fn external_references_stay_and_local_ones_must_resolve() {
        let bundle = input_from(br#"{"$ref": "https://x.y/z#/a"}"#, "f", false).unwrap();
        assert_eq!(bundle.roots["schema"].schema.compact(), r#"{"$ref":"https://x.y/z#/a"}"#);
        let error = input_from(br##"{"$ref": "#/$defs/no"}"##, "f", false).unwrap_err();
        assert_eq!(error.first.code.name, "unresolved-reference");
    }

    #[test]
    fn directories_are_matched_by_path() {
        let dir = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = dir.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write("a.json", r#"{"items": {"$ref": "sub/b.json#/definitions/N"}}"#);
        write("sub/b.json", "\u{feff}{\"definitions\": {\"N\": {\"type\": \"number\"}}}\r\n");
        write("README.md", "no schema");
        let bundle = load_input(dir.path(), false).unwrap();
        assert_eq!(bundle.roots.keys().collect::<Vec<_>>(), ["a.json", "sub/b.json#N"]);
        assert_eq!(bundle.roots["a.json"].schema.compact(), r##"{"items":{"$ref":"#/$defs/N"}}"##);
        assert_eq!(bundle.defs.keys().collect::<Vec<_>>(), ["N"]);
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let dir = tempfile::tempdir().unwrap();
        let code = |path: &Path| load_input(path, false).unwrap_err().first.code.name;
        assert_eq!(code(&dir.path().join("none.json")), "input-unreadable");
        assert_eq!(code(dir.path()), "no-roots");
        for (text, expected) in [
            (&b""[..], "invalid-json"),
            (b"\xff", "invalid-json"),
            (b"[]", "invalid-schema"),
            (b"{\"a\":1,\"a\":1}", "invalid-json"),
            (b"{\"schemagate\": 1}", "invalid-bundle"),
        ] {
            let path = dir.path().join("x.json");
            std::fs::write(&path, text).unwrap();
            assert_eq!(code(&path), expected);
            assert!(load_input(&path, false).unwrap_err().first.file.as_deref().unwrap().ends_with("x.json"));
        }
    }
}
