//! Names of the shared types of a bundle.

use super::resources::Place;
use super::rewrite::with_names;
use crate::graph::{
    Dialect, Digest, Document, External, Json, Members, Options, SchemaAt, escape_token, lower, unescape_token,
};
use std::collections::{BTreeMap, BTreeSet};

/// A type that needs a name.
pub(super) struct Named<'a> {
    /// Authored name.
    pub name: String,
    /// What tells it from a type of the same name in another role.
    pub qualifier: Option<&'static str>,
    /// Its schema, with indices of types in its references.
    pub json: &'a Json,
    pub place: &'a Place,
}

/// The name that the author gave to what stands at a place: that of the definition, else of the member, else of the file.
pub(super) fn authored_name((_, pointer): &Place, document: &str) -> String {
    let tokens: Vec<String> = pointer.split('/').skip(1).map(unescape_token).collect();
    if let Some(at) = tokens.iter().rposition(|token| token == "$defs" || token == "definitions")
        && at + 1 < tokens.len()
    {
        return tokens[at + 1..].join("/");
    }
    match tokens.as_slice() {
        [roots, key, part] if roots == "roots" && part == "schema" => key.clone(),
        [roots, key, part] if roots == "roots" && part == "writes" => format!("{key}:writes"),
        [.., last] => last.clone(),
        [] => stem(document).to_owned(),
    }
}

/// The file name of a path without its last extension.
pub(super) fn stem(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    match file.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => file,
    }
}

/// One name for each type. Types of one authored name that admit the same share it; of those that differ, the ones
/// with a qualifier get it behind their name, and what still clashes gets the first digits of its hash.
pub(super) fn name_types(types: &[Named<'_>], dialect: Option<&str>) -> Vec<String> {
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (i, named) in types.iter().enumerate() {
        groups.entry(named.name.clone()).or_default().push(i);
    }
    let mut names: Vec<String> = types.iter().map(|named| named.name.clone()).collect();
    if groups.values().all(|group| group.len() == 1) {
        return names;
    }
    let hashes = hashes(types, dialect);
    let distinct = |group: &[usize]| group.iter().map(|i| hashes[*i]).collect::<BTreeSet<_>>();
    let mut split: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (name, group) in groups {
        let (plain, qualified): (Vec<usize>, Vec<usize>) =
            group.into_iter().partition(|i| types[*i].qualifier.is_none());
        let known = distinct(&plain);
        let mut plain = plain;
        for i in qualified {
            match types[i].qualifier {
                Some(qualifier) if !known.is_empty() && !known.contains(&hashes[i]) => {
                    split.entry(format!("{name}:{qualifier}")).or_default().push(i);
                }
                Some(_) | None => plain.push(i),
            }
        }
        split.entry(name).or_default().extend(plain);
    }
    for (name, group) in &split {
        let distinct = distinct(group);
        let length = suffix_length(&distinct);
        for i in group {
            names[*i] = match distinct.len() {
                1 => name.clone(),
                _ => format!("{name}-{}", &hashes[*i].to_string()[..length]),
            };
        }
    }
    names
}

/// The least number of digits, from eight, that tells the hashes apart.
fn suffix_length(hashes: &BTreeSet<Digest>) -> usize {
    let texts: Vec<String> = hashes.iter().map(Digest::to_string).collect();
    let apart =
        |length: &usize| texts.iter().map(|text| &text[..*length]).collect::<BTreeSet<_>>().len() == texts.len();
    (8..64).find(apart).unwrap_or(64)
}

/// A hash of what each type admits. Where the schemas cannot be lowered, a hash of their text and place instead:
/// lowering the whole bundle reports the fault.
fn hashes(types: &[Named<'_>], dialect: Option<&str>) -> Vec<Digest> {
    let indices: Vec<String> = (0..types.len()).map(|i| i.to_string()).collect();
    let defs: Members = types.iter().zip(&indices).map(|(t, i)| (i.clone(), with_names(t.json, &indices))).collect();
    let document = Document { name: String::new(), json: Json::from([("$defs", Json::Object(defs))]).into() };
    let at = |i: &String| SchemaAt { document: 0, pointer: format!("/$defs/{}", escape_token(i)) };
    let roots: Vec<SchemaAt> = indices.iter().map(at).collect();
    let dialect = dialect.map(Dialect::from_uri).unwrap_or_default();
    let options = Options { dialect, external: External::Opaque, ..Options::default() };
    match lower(&[document], &roots, &options, &|_| Ok(None)) {
        Ok(lowered) => lowered.roots.iter().map(|root| lowered.graph.hash(*root)).collect(),
        Err(_) => types.iter().map(|t| Digest::of(format!("{:?} {}", t.place, t.json.compact()).as_bytes())).collect(),
    }
}
