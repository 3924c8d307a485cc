//! How types and their changes read, by the real binary.
#![allow(clippy::unwrap_used)]

mod command;
mod golden;

use command::{directory, run};
use std::path::Path;

/// A type that has something of everything; `changed` alters some of it.
fn everything(changed: bool) -> String {
    let [added, required, color, limit] = if changed {
        [r#","note": {"type": "string", "default": "none"}"#, r#","maybe""#, r#","blue""#, "200"]
    } else {
        ["", "", "", "100"]
    };
    format!(
        r##"{{"type": "object", "required": ["type", "text"{required}], "properties": {{
            "type": {{"const": "thing"}},
            "text": {{"type": "string", "minLength": 1, "maxLength": 20, "pattern": "^a"}},
            "maybe": {{"type": ["string", "null"], "format": "date-time"}},
            "size": {{"type": "integer", "format": "uint8"}},
            "share": {{"type": "number", "minimum": 0, "exclusiveMaximum": {limit}, "multipleOf": 0.5}},
            "color": {{"$ref": "#/$defs/Color"}},
            "odd name": {{"type": "boolean", "default": true}},
            "gone": {{"not": {{}}, "x-persistence-reserved": true}},
            "renamed": {{"type": "number", "x-persistence-aliases": ["old"]}},
            "list": {{"type": "array", "items": {{"$ref": "#/$defs/Item"}}, "minItems": 1, "uniqueItems": true}},
            "pair": {{"type": "array", "prefixItems": [{{"type": "string"}}, {{"type": "number"}}], "items": false}},
            "map": {{"type": "object", "additionalProperties": {{"$ref": "#/$defs/Item"}},
                "patternProperties": {{"^x-": {{"type": "string"}}}}, "propertyNames": {{"maxLength": 9}}, "maxProperties": 5}},
            "choice": {{"anyOf": [{{"$ref": "#/$defs/Item"}}, {{"type": "string"}}], "x-persistence-other": true}},
            "one": {{"oneOf": [{{"type": "number", "multipleOf": 2}}, {{"type": "number", "multipleOf": 3}}]}},
            "odd": {{"type": "object", "if": {{"required": ["a"]}}, "then": {{"required": ["b"]}}}},
            "has": {{"type": "array", "contains": {{"const": 1}}, "maxContains": 2}},
            "needs": {{"type": "object", "dependentRequired": {{"a": ["b"]}}, "anyOf": [{{"required": ["c"]}}, {{"required": ["d"]}}],
                "properties": {{"c": {{"type": "string"}}}}}}
            {added}
        }},
        "$defs": {{
            "Color": {{"enum": ["red", "green"{color}]}},
            "Item": {{"type": "object", "properties": {{"next": {{"$ref": "#/$defs/Item"}}, "n": {{"type": "number"}}}}, "additionalProperties": false}}
        }}}}"##
    )
}

fn project(here: &Path) {
    std::fs::write(here.join("schemas/thing.json"), everything(false)).unwrap();
    let init = run(here, &["init", "--schemas", "schemas/*.json", "--baseline", "2026-09-11-initial"]);
    assert_eq!(init.code, 0, "{}{}", init.stdout, init.stderr);
}

#[test]
fn every_kind_of_type_reads_well() {
    let (_keep, here) = directory(&[("things/schemas/thing.json", "")]);
    // The project is named after its directory.
    let here = here.join("things");
    project(&here);
    let text = ["thing", "Item", "Color"].map(|name| run(&here, &["explain", name]).stdout).concat();
    golden::assert_current("tests/golden/types.txt", &text);
}

#[test]
fn changes_read_well_by_cause() {
    let (_keep, here) = directory(&[("things/schemas/thing.json", "")]);
    // The project is named after its directory.
    let here = here.join("things");
    project(&here);
    std::fs::write(here.join("schemas/thing.json"), everything(true)).unwrap();
    let shown = run(&here, &["explain"]);
    assert_eq!(shown.code, 0, "{}{}", shown.stdout, shown.stderr);
    golden::assert_current("tests/golden/explain.txt", &shown.stdout);
    run(&here, &["explain", "--format", "json"]).json();
}
