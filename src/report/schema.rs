//! The JSON Schema of the JSON document, published as docs/output.schema.json.
//!
//! Objects are open: fields may be added under the same schema number.

use super::json::SCHEMA;
use crate::compare::{ChangeKind, Verdict};
use crate::graph::Json;

/// The schema, draft 2020-12.
pub fn output_schema() -> Json {
    let verdicts: Vec<Json> = [Verdict::Identical, Verdict::SameVersion, Verdict::VersionBump]
        .map(|verdict| Json::from(verdict.name()))
        .to_vec();
    let kinds = ChangeKind::ALL.iter().map(|kind| Json::from(kind.name())).collect();
    let definitions = Json::from([
        ("code", said("A row of docs/codes.md.", string_of("^[a-z0-9]+(-[a-z0-9]+)*$"))),
        ("fingerprint", said("SHA-256 in lowercase hexadecimal digits.", string_of("^[0-9a-f]{64}$"))),
        ("verdict", said("Ordered by severity.", Json::from([("enum", Json::Array(verdicts))]))),
        ("kind", said("A row of docs/changes.md.", Json::from([("enum", Json::Array(kinds))]))),
        (
            "fragment",
            said(
                "What stood there: a JSON Schema with its own `$defs`, `{\"fingerprint\": …}` for one above 4 KB, null for nothing.",
                typed(&["object", "boolean", "null"]),
            ),
        ),
        ("root", root()),
        ("change", change()),
        ("diagnostic", diagnostic()),
        (
            "obligation",
            said(
                "A question that changes raise and the acknowledgement must answer.",
                object(
                    &[
                        ("obligation", string()),
                        ("roots", strings()),
                        ("question", string()),
                        ("answered", typed(&["boolean"])),
                    ],
                    &[],
                ),
            ),
        ),
        ("group", group()),
        ("page", page()),
        ("step", step()),
    ]);
    let Json::Object(mut schema) = document() else { return Json::Null };
    for (name, value) in [
        ("$schema", Json::from("https://json-schema.org/draft/2020-12/schema")),
        ("title", Json::from("Output of schemagate --format json")),
        ("$defs", definitions),
    ] {
        schema.insert(name.to_owned(), value);
    }
    Json::Object(schema)
}

fn document() -> Json {
    let number = crate::graph::Number::from(i128::from(SCHEMA));
    object(
        &[
            ("schema", Json::from([("const", Json::Number(number))])),
            ("tool", said("Name and version of the program.", string())),
            ("command", said("Command that ran; `usage` where the arguments name none.", string())),
            ("ok", said("Whether the command or the gate passes.", typed(&["boolean"]))),
            ("code", or_null(reference("code"))),
            ("message", said("The result in one line.", string())),
            ("verdict", said("Maximum over the roots; null where none was compared.", or_null(reference("verdict")))),
            ("compared", said("How many roots were compared.", count())),
            ("roots", said("Every root, sorted by key, identical ones too.", list("root"))),
            ("obligations", list("obligation")),
            ("findings", said("Failures, in the order of the checks.", list("diagnostic"))),
            ("warnings", said("They never change the exit code.", list("diagnostic"))),
            ("files", said("Files that were written, or would be in a dry run.", strings())),
            ("next", said("Commands to run next.", strings())),
        ],
        &[
            (
                "format",
                object(&[("name", string()), ("version", or_null(count())), ("finalized", or_null(count()))], &[]),
            ),
            (
                "catalog",
                said(
                    "Digests over all roots: of the acknowledged state, and of the current source.",
                    object(&[("before", digest_or_null()), ("after", digest_or_null())], &[]),
                ),
            ),
            ("groups", said("`explain`: pending changes by the type that caused them.", list("group"))),
            ("page", reference("page")),
            (
                "fingerprints",
                Json::from([
                    ("type", Json::from("array")),
                    (
                        "items",
                        object(
                            &[
                                ("fingerprint", reference("fingerprint")),
                                ("file", string()),
                                ("root", or_null(string())),
                            ],
                            &[],
                        ),
                    ),
                ]),
            ),
            ("history", said("`history`: newest first.", list("step"))),
            ("text", said("Text for people or for another program.", string())),
        ],
    )
}

fn root() -> Json {
    object(
        &[
            ("root", said("Key of the root.", string())),
            ("kind", words(&["header", "envelope", "event"])),
            ("surface", typed(&["boolean"])),
            ("before", digest_or_null()),
            ("after", digest_or_null()),
            ("verdict", reference("verdict")),
            ("changes", said("By path, then kind.", list("change"))),
        ],
        &[],
    )
}

fn change() -> Json {
    object(
        &[
            ("kind", reference("kind")),
            ("path", said("First path that reaches it; `$` is the root.", string())),
            ("verdict", reference("verdict")),
            ("before", reference("fragment")),
            ("after", reference("fragment")),
            ("via", said("Name of the innermost shared type that owns what changed.", strings())),
            ("paths", said("How many ways lead to it.", count())),
            ("message", string()),
        ],
        &[],
    )
}

fn diagnostic() -> Json {
    object(
        &[("code", reference("code")), ("message", string()), ("help", said("What to do.", string()))],
        &[("file", string()), ("pointer", said("JSON pointer, `line:column`, or a key of a TOML file.", string()))],
    )
}

fn group() -> Json {
    let change = [
        ("kind", reference("kind")),
        ("verdict", reference("verdict")),
        ("path", string()),
        ("message", string()),
        ("means", said("What the kind means for stored records and deployed readers.", string())),
        ("action", said("What to do about it.", string())),
    ];
    object(
        &[
            ("shared", said("The shared type that changed.", or_null(string()))),
            ("verdict", reference("verdict")),
            ("changes", Json::from([("type", Json::from("array")), ("items", object(&change, &[]))])),
            (
                "roots",
                Json::from([
                    ("type", Json::from("array")),
                    ("items", object(&[("root", string()), ("paths", strings())], &[])),
                ]),
            ),
            ("diff", said("Lines that start with a space, `-`, `+`, or are `@` where some are left out.", strings())),
        ],
        &[],
    )
}

fn page() -> Json {
    let section = object(&[("heading", string()), ("lines", strings())], &[]);
    object(
        &[
            ("subject", words(&["root", "type", "record", "fingerprint", "change-kind"])),
            ("name", string()),
            ("summary", string()),
            ("facts", Json::from([("type", Json::from("object")), ("additionalProperties", string())])),
            ("sections", Json::from([("type", Json::from("array")), ("items", section)])),
            ("groups", list("group")),
        ],
        &[],
    )
}

fn step() -> Json {
    object(
        &[
            ("record", string()),
            ("root", string()),
            ("previous", or_null(string())),
            ("after", digest_or_null()),
            ("decision", words(&["baseline", "same-version", "version-bump"])),
            ("version", or_null(count())),
            ("checkpoint", or_null(count())),
            ("summary", string()),
        ],
        &[],
    )
}

/// An open object of required and optional properties.
fn object(required: &[(&str, Json)], optional: &[(&str, Json)]) -> Json {
    let names = required.iter().map(|(name, _)| Json::from(*name)).collect();
    let properties =
        required.iter().chain(optional).map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    Json::from([
        ("type", Json::from("object")),
        ("required", Json::Array(names)),
        ("properties", Json::Object(properties)),
    ])
}

fn said(description: &str, schema: Json) -> Json {
    let Json::Object(mut schema) = schema else { return schema };
    schema.insert("description".to_owned(), Json::from(description));
    Json::Object(schema)
}

fn typed(types: &[&str]) -> Json {
    Json::from([(
        "type",
        match types {
            [one] => Json::from(*one),
            several => Json::Array(several.iter().map(|name| Json::from(*name)).collect()),
        },
    )])
}

fn words(words: &[&str]) -> Json {
    Json::from([("enum", Json::Array(words.iter().map(|word| Json::from(*word)).collect()))])
}

fn string() -> Json {
    typed(&["string"])
}

fn string_of(pattern: &str) -> Json {
    Json::from([("type", Json::from("string")), ("pattern", Json::from(pattern))])
}

fn strings() -> Json {
    Json::from([("type", Json::from("array")), ("items", string())])
}

fn count() -> Json {
    Json::from([("type", Json::from("integer")), ("minimum", Json::Number(crate::graph::Number::from(0)))])
}

fn reference(name: &str) -> Json {
    Json::from([("$ref", Json::from(format!("#/$defs/{name}").as_str()))])
}

fn list(name: &str) -> Json {
    Json::from([("type", Json::from("array")), ("items", reference(name))])
}

fn or_null(schema: Json) -> Json {
    Json::from([("anyOf", Json::Array(vec![schema, typed(&["null"])]))])
}

fn digest_or_null() -> Json {
    or_null(reference("fingerprint"))
}
