//! The layers of the crate: who may import whom, and that the engine knows no format, not even this repository's own.

#![allow(clippy::unwrap_used, reason = "a test fails where something is missing")]

use schemagate::session::{MessageSources, SAMPLES};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The modules of the engine from top to bottom: each may import those below it.
const LAYERS: [&str; 8] = ["cli", "report", "gate", "history", "catalog", "compare", "policy", "graph"];

/// What the client that this repository links may import.
const CLIENT: (&str, [&str; 2]) = ("session", ["catalog", "graph"]);

/// A source file: the module it belongs to, how deep it lies, its code without comments and strings, its strings.
struct Source {
    path: PathBuf,
    module: String,
    depth: usize,
    code: String,
    strings: Vec<String>,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut sources = Vec::new();
    let mut directories = vec![root.clone()];
    while let Some(directory) = directories.pop() {
        for entry in std::fs::read_dir(&directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let relative = path.strip_prefix(&root).unwrap().with_extension("");
                let mut names: Vec<String> = relative
                    .iter()
                    .map(|name| name.to_string_lossy().into_owned())
                    .filter(|name| name != "mod")
                    .collect();
                let depth = names.len();
                let (code, strings) = split(&std::fs::read_to_string(&path).unwrap());
                sources.push(Source { module: names.swap_remove(0), depth, code, strings, path });
            }
        }
    }
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    sources
}

/// Rust source without comments, strings replaced by spaces, and the strings.
fn split(text: &str) -> (String, Vec<String>) {
    let (mut code, mut strings) = (String::new(), Vec::new());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(raw) = raw_string(rest) {
            strings.push(raw.to_owned());
            raw.len()
        } else if first == '"' {
            let length = quoted(rest);
            strings.push(rest[..length].to_owned());
            length
        } else if let Some(length) = character(rest) {
            length
        } else {
            code.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        };
        code.push(' ');
        rest = &rest[length..];
    }
    (code, strings)
}

/// The raw string that the text starts with.
fn raw_string(text: &str) -> Option<&str> {
    let hashes = text.strip_prefix('r')?;
    let count = hashes.len() - hashes.trim_start_matches('#').len();
    let body = hashes[count..].strip_prefix('"')?;
    let end = body.find(&format!("\"{}", "#".repeat(count)))?;
    Some(&text[..1 + count + 1 + end + 1 + count])
}

/// The length of the string literal that the text starts with.
fn quoted(text: &str) -> usize {
    let mut escaped = true;
    for (at, character) in text.char_indices() {
        match character {
            '"' if !escaped => return at + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text.len()
}

/// The length of the character literal that the text starts with; a lifetime is none.
fn character(text: &str) -> Option<usize> {
    let body = text.strip_prefix('\'')?;
    let first = body.chars().next()?;
    let length = if first == '\\' { body[2..].find('\'')? + 2 } else { first.len_utf8() };
    body[length..].starts_with('\'').then_some(length + 2)
}

/// The names that follow `prefix` in the code, those of a group each.
fn names_after<'a>(code: &'a str, prefix: &str) -> Vec<&'a str> {
    let mut names = Vec::new();
    for (at, _) in code.match_indices(prefix) {
        // `super::` within `super::super::`, or the tail of another name.
        if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':') {
            continue;
        }
        let rest = &code[at + prefix.len()..];
        match rest.strip_prefix('{') {
            None => names.push(identifier(rest)),
            Some(group) => {
                let (mut depth, mut start) = (0, 0);
                for (at, character) in group.char_indices() {
                    match character {
                        '{' => depth += 1,
                        '}' if depth == 0 => {
                            names.push(identifier(group[start..at].trim_start()));
                            break;
                        }
                        '}' => depth -= 1,
                        ',' if depth == 0 => {
                            names.push(identifier(group[start..at].trim_start()));
                            start = at + 1;
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    names
}

fn identifier(text: &str) -> &str {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
}

/// The modules that lib.rs re-exports names from, by name.
fn reexports(lib: &Source) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    for statement in lib.code.split(';').filter_map(|statement| statement.trim().strip_prefix("pub use ")) {
        let (module, rest) = statement.split_once("::").unwrap();
        for name in rest.trim_matches(['{', '}']).split(',') {
            names.insert(name.trim().to_owned(), module.to_owned());
        }
    }
    names
}

/// What a file imports of the crate: top modules other than its own.
fn imports(source: &Source, reexports: &BTreeMap<String, String>) -> BTreeSet<String> {
    let mut imported = names_after(&source.code, "crate::");
    // In a module of depth n the n-th parent is the crate; in its test module, one more.
    for parents in [source.depth, source.depth + 1] {
        imported.extend(names_after(&source.code, &"super::".repeat(parents)));
    }
    let modules = imported.into_iter().map(|name| reexports.get(name).map_or(name, String::as_str));
    let known = |module: &&str| LAYERS.contains(module) || *module == CLIENT.0;
    modules.filter(known).filter(|module| *module != source.module).map(str::to_owned).collect()
}

#[test]
fn imports_point_downwards() {
    let sources = sources();
    let lib = sources.iter().find(|source| source.module == "lib").unwrap();
    let reexports = reexports(lib);
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for source in &sources {
        seen.insert(source.module.as_str());
        let allowed: Vec<&str> = match source.module.as_str() {
            // They tie everything together.
            "main" | "lib" | "cli" => continue,
            module if module == CLIENT.0 => CLIENT.1.to_vec(),
            module => LAYERS.iter().copied().skip_while(|layer| *layer != module).skip(1).collect(),
        };
        for import in imports(source, &reexports) {
            if !allowed.contains(&import.as_str()) {
                wrong.push(format!("{} imports {import}", source.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "imports that point upwards:\n{}", wrong.join("\n"));
    seen.retain(|module| !LAYERS.contains(module) && ![CLIENT.0, "lib", "main"].contains(module));
    assert!(seen.is_empty(), "modules without a place in the layers: {seen:?}");
}

/// Names of roots, bindings and producers reach the engine through schemas and schemagate.toml only.
#[test]
fn the_engine_names_nothing_of_a_format() {
    let mut names: BTreeSet<String> = [
        "SessionHeader",
        "JsonlHeaderLine",
        "SessionEventEnvelope",
        "session.user-message",
        "session.developer-message",
    ]
    .map(str::to_owned)
    .into();
    for line in SAMPLES.lines().skip(1) {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        names.insert(record["type"].as_str().unwrap().to_owned());
    }
    // A kind of one word, such as `user`, is a word of many other things.
    names.extend(MessageSources::BUILT_IN.kinds().map(|(kind, _)| kind.to_owned()).filter(|kind| kind.contains('-')));

    let mut wrong = Vec::new();
    for source in sources().iter().filter(|source| LAYERS.contains(&source.module.as_str())) {
        for name in &names {
            if source.strings.iter().any(|string| string.contains(name)) || source.code.contains(name.as_str()) {
                wrong.push(format!("{} names `{name}`", source.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "the engine knows a format:\n{}", wrong.join("\n"));
}

#[test]
fn the_test_reads_imports_as_the_compiler_does() {
    let (code, strings) =
        split("use crate::{graph::{Json, Error}, Catalog}; // crate::cli\nlet a = ('\"', \"crate::gate\");");
    assert_eq!(names_after(&code, "crate::"), ["graph", "Catalog"]);
    assert_eq!(strings, ["\"crate::gate\""]);
    let (code, _) = split("use super::super::catalog::Bundle; fn f<'a>(x: &'a str) { r#\"super::super::gate::x\"#; }");
    assert_eq!(names_after(&code, "super::super::"), ["catalog"]);
    assert!(names_after(&code, "super::").contains(&"super"));
}
