//! Documents that only hold definitions: every definition is a root of its own.

use crate::graph::{Json, escape_token, is_annotation, parts};
use std::collections::{BTreeMap, BTreeSet};

/// Whether a document says nothing about values at its root but holds definitions.
pub(super) fn only_definitions(json: &Json) -> bool {
    let Some(members) = json.as_object() else { return false };
    let none = BTreeSet::new();
    members.keys().all(|keyword| keyword == "type" || is_annotation(keyword, &none)) && !definitions(json).is_empty()
}

/// Every definition of a document: its name and its JSON pointer. One that is only a namespace is entered (`v2/NAME`).
pub(super) fn definitions(json: &Json) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for holder in ["$defs", "definitions"] {
        let Some(Json::Object(members)) = json.get(holder) else { continue };
        let mut open = vec![(String::new(), format!("/{holder}"), members)];
        while let Some((prefix, pointer, members)) = open.pop() {
            for (name, schema) in members {
                let name_here = format!("{prefix}{name}");
                let at = format!("{pointer}/{}", escape_token(name));
                match schema {
                    Json::Object(inner) if is_namespace(schema) => open.push((format!("{name_here}/"), at, inner)),
                    Json::Object(_) | Json::Bool(_) => {
                        // Both holders may define one name; the older spelling then says where it stands.
                        let key =
                            if found.contains_key(&name_here) { format!("{holder}/{name_here}") } else { name_here };
                        found.insert(key, at);
                    }
                    Json::Null | Json::Number(_) | Json::String(_) | Json::Array(_) => {}
                }
            }
        }
    }
    found
}

/// Whether an object holds named schemas rather than keywords: all its members are objects, none has a keyword's name.
fn is_namespace(json: &Json) -> bool {
    let Some(members) = json.as_object().filter(|members| !members.is_empty()) else { return false };
    let none = BTreeSet::new();
    let keyword = |name: &str| {
        parts(name).is_some() || is_annotation(name, &none) || ["const", "default", "dependentRequired"].contains(&name)
    };
    members.iter().all(|(name, value)| value.as_object().is_some() && !keyword(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let json = Json::parse(text.as_bytes()).unwrap();
        definitions(&json).into_iter().map(|(name, at)| format!("{name} {at}")).collect()
    }

    #[test]
    fn namespaces_are_entered() {
        let text = r#"{"definitions": {"A": {"type": "string"}, "v2": {"A": {"properties": {}}, "b/c": {"D": {"enum": []}}},
            "P": {"properties": {"x": {}}}, "Any": {}, "No": false, "C": {"const": {}}, "n": 3},
            "$defs": {"A": true}}"#;
        assert_eq!(
            names(text),
            [
                "A /$defs/A",
                "Any /definitions/Any",
                "C /definitions/C",
                "No /definitions/No",
                "P /definitions/P",
                "definitions/A /definitions/A",
                "v2/A /definitions/v2/A",
                "v2/b/c/D /definitions/v2/b~1c/D"
            ]
        );
    }

    #[test]
    fn what_asserts_something_is_one_schema() {
        for (text, expected) in [
            (r#"{"$schema": "x", "title": "t", "type": "object", "definitions": {"A": {}}}"#, true),
            (r#"{"$defs": {"A": {}}, "required": ["a"]}"#, false),
            (r#"{"$defs": {}}"#, false),
            (r#"{"type": "object"}"#, false),
            ("true", false),
        ] {
            assert_eq!(only_definitions(&Json::parse(text.as_bytes()).unwrap()), expected, "{text}");
        }
    }
}
