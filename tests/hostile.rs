//! Input that nobody writes by hand: a clear error or the right result, in bounded time, and never a crash.

mod support;

use schemagate::compare::Verdict;
use schemagate::graph::{Json, emit_limited};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::mpsc;
use std::time::Duration;
use support::engine::{Subject, compare};

/// Runs a case on a small stack and stops waiting for it after a while.
fn bounded<T: Send + 'static>(name: &str, work: impl FnOnce() -> T + Send + 'static) -> T {
    let (done, wait) = mpsc::channel();
    let thread = std::thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(move || done.send(work()))
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    match wait.recv_timeout(Duration::from_secs(120)) {
        Ok(result) => result,
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("{name}: no answer in two minutes"),
        Err(mpsc::RecvTimeoutError::Disconnected) => match thread.join() {
            Err(panic) => std::panic::resume_unwind(panic),
            Ok(_) => panic!("{name}: no answer"),
        },
    }
}

/// Lowers a text: its hash, or the code it is refused with.
fn outcome(text: &[u8]) -> Result<String, String> {
    let refused = |error: schemagate::Error| format!("{} {}", error.first.code.name, error.first.message);
    let json = Json::parse(text).map_err(refused)?;
    Subject::new(&json).map(|subject| subject.hash().to_string()).map_err(refused)
}

fn of(text: String) -> Result<String, String> {
    let name: String = text.chars().take(40).collect();
    bounded(&name, move || outcome(text.as_bytes()))
}

#[track_caller]
fn refused(text: &[u8], code: &str) {
    let owned = text.to_vec();
    match bounded(code, move || outcome(&owned)) {
        Err(message) => assert!(message.starts_with(code), "expected {code}, got {message}"),
        Ok(_) => panic!("expected {code}, got a result"),
    }
}

#[test]
fn text_that_is_no_json() {
    for text in [
        &b""[..],
        b" \n",
        b"{\"type\": \"string\", \"type\": \"number\"}",
        b"{\"title\": \"\xff\"}",
        b"{\"title\": \"\xc3\"}",
        b"{\"title\": \"a\0b\"}",
        b"\0",
        b"{\"title\": \"\\ud800\"}",
        b"{\"title\": \"\\udc00\\ud800\"}",
        b"{\"maximum\": 1e99999}",
        b"{\"maximum\": 01}",
        b"{\"maximum\": NaN}",
        b"{} {}",
        b"{\"a\":",
        b"\xff\xfe{\x00}\x00",
    ] {
        refused(text, "invalid-json");
    }
}

#[test]
fn line_ends_and_a_byte_order_mark_do_not_matter() {
    let plain = outcome(b"{\"type\": \"string\",\n\"minLength\": 1}");
    assert!(plain.is_ok());
    assert_eq!(plain, outcome(b"{\"type\": \"string\",\r\n\"minLength\": 1}\r\n"));
    assert_eq!(plain, outcome(b"\xef\xbb\xbf{\"type\": \"string\",\n\"minLength\": 1}"));
}

#[test]
fn numbers_are_exact() {
    let schema = |value: &str| of(format!("{{\"type\": \"number\", \"maximum\": {value}}}"));
    assert!(schema("1e400").is_ok());
    assert_ne!(schema("1e400"), schema("1e401"));
    assert_ne!(schema("1e-400"), schema("0"));
    assert_ne!(schema("9007199254740993"), schema("9007199254740992"));
    assert_eq!(schema("1e2"), schema("100.0"));
    assert_ne!(of("{\"const\": 1e400}".to_owned()), of("{\"const\": 1e-400}".to_owned()));
    assert!(of("{\"type\": \"integer\", \"exclusiveMinimum\": 1e-9999, \"maximum\": 1e9999}".to_owned()).is_ok());
    assert!(of("{\"enum\": [1e9999, 1], \"multipleOf\": 1e-9999}".to_owned()).is_ok());
    refused(b"{\"multipleOf\": 0}", "invalid-schema");
}

#[test]
fn nesting_is_a_limit_or_a_result() {
    for (open, close) in [
        ("{\"items\":", "}"),
        ("{\"properties\":{\"a\":", "}}"),
        ("{\"allOf\":[", "]}"),
        ("{\"anyOf\":[{\"type\":\"null\"},", "]}"),
        ("{\"oneOf\":[true,", "]}"),
        ("{\"not\":", "}"),
        ("{\"if\":", "}"),
        ("{\"additionalProperties\":", "}"),
        ("{\"unknown\":", "}"),
        ("[", "]"),
    ] {
        for depth in [100, 10_000] {
            let text = format!("{}true{}", open.repeat(depth), close.repeat(depth));
            match of(text) {
                Ok(_) => assert!(depth < 10_000 && open != "[", "{open} {depth}"),
                Err(message) => {
                    let clear = message.starts_with("invalid-json") || message.starts_with("invalid-schema");
                    assert!(clear, "{open} {depth}: {message}");
                }
            }
        }
    }
}

/// Definitions that each refer to the next one.
fn chain(length: usize, link: impl Fn(usize) -> String) -> String {
    let mut text = String::from("{\"$ref\": \"#/$defs/T0\", \"$defs\": {");
    for i in 0..length {
        let _ = write!(text, "\"T{i}\": {}, ", link(i + 1));
    }
    let _ = write!(text, "\"T{length}\": {{\"type\": \"integer\"}}}}}}");
    text
}

#[test]
fn chains_of_definitions() {
    let next =
        |i: usize| format!("{{\"type\": \"object\", \"properties\": {{\"next\": {{\"$ref\": \"#/$defs/T{i}\"}}}}}}");
    let length = if cfg!(debug_assertions) { 20_000 } else { 200_000 };
    let text = chain(length, next);
    bounded("chain", move || {
        let json = Json::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        let long = Subject::new(&json).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(compare(&long, &long).verdict, Verdict::Identical);
        assert_eq!(emit_limited(&long.graph, long.node, &BTreeMap::new(), 4096), None);
        let emission = long.emission();
        let again = Subject::new(&emission).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(long.hash(), again.hash());
        let shorter = Subject::new(&Json::parse(chain(length - 1, next).as_bytes()).unwrap_or(Json::Null));
        let shorter = shorter.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(compare(&long, &shorter).verdict, Verdict::VersionBump);
    });
}

#[test]
fn chains_of_references_alone() {
    let result = of(chain(200_000, |i| format!("{{\"$ref\": \"#/$defs/T{i}\"}}")));
    assert_eq!(result, of("{\"type\": \"integer\"}".to_owned()));
    for link in ["{\"allOf\": [{\"$ref\": \"#/$defs/T", "{\"anyOf\": [{\"type\": \"null\"}, {\"$ref\": \"#/$defs/T"] {
        if let Err(message) = of(chain(20_000, |i| format!("{link}{i}\"}}]}}"))) {
            assert!(message.starts_with("invalid-schema"), "{message}");
        }
    }
}

#[test]
fn reference_cycles() {
    for text in [
        "{\"$ref\": \"#\"}",
        "{\"$ref\": \"#/$defs/A\", \"$defs\": {\"A\": {\"$ref\": \"#/$defs/B\"}, \"B\": {\"$ref\": \"#/$defs/A\"}}}",
        "{\"allOf\": [{\"$ref\": \"#\"}]}",
        "{\"anyOf\": [{\"type\": \"null\"}, {\"$ref\": \"#\"}]}",
        "{\"oneOf\": [{\"type\": \"null\"}, {\"$ref\": \"#\"}]}",
        "{\"not\": {\"$ref\": \"#\"}}",
        "{\"if\": {\"$ref\": \"#\"}, \"then\": false}",
        "{\"dependentSchemas\": {\"a\": {\"$ref\": \"#\"}}}",
        "{\"anyOf\": [{\"required\": [\"a\"]}, {\"$ref\": \"#\"}], \"unevaluatedProperties\": false}",
        "{\"type\": \"object\", \"allOf\": [{\"properties\": {\"a\": {}}}, {\"$ref\": \"#/allOf/1\"}]}",
    ] {
        refused(text.as_bytes(), "reference-cycle");
    }
    let recursive = [
        "{\"properties\": {\"a\": {\"$ref\": \"#\"}}, \"required\": [\"a\"]}",
        "{\"type\": \"array\", \"items\": {\"$ref\": \"#\"}}",
        "{\"propertyNames\": {\"$ref\": \"#\"}}",
    ];
    for text in recursive {
        assert!(of(text.to_owned()).is_ok(), "{text}");
    }
}

#[test]
fn references_that_lead_nowhere() {
    for text in [
        "{\"$ref\": \"#/nowhere\"}",
        "{\"$ref\": \"#anchor\"}",
        "{\"$ref\": \"#/%zz\"}",
        "{\"$ref\": \"other.json\"}",
        "{\"$ref\": \"#/type\", \"type\": \"string\"}",
    ] {
        let result = of(text.to_owned());
        let message = result.err().unwrap_or_else(|| "a result".to_owned());
        assert!(
            message.starts_with("unresolved-reference") || message.starts_with("invalid-schema"),
            "{text}: {message}"
        );
    }
    refused(b"{\"$ref\": \"https://example.com/schema.json\"}", "remote-reference");
    refused(b"{\"$ref\": 1}", "invalid-schema");
}

#[test]
fn very_wide_types() {
    let values = |n: usize| (0..n).map(|i| format!("\"v{i}\"")).collect::<Vec<_>>().join(",");
    let (all, one_less) = (values(100_000), values(99_999));
    bounded("enum", move || {
        let subject = |values: &str| {
            let json = Json::parse(format!("{{\"enum\": [{values}]}}").as_bytes()).unwrap_or(Json::Null);
            Subject::new(&json).unwrap_or_else(|error| panic!("{error}"))
        };
        let (wide, narrow) = (subject(&all), subject(&one_less));
        let comparison = compare(&narrow, &wide);
        assert_eq!(comparison.changes.len(), 1);
        assert_eq!(comparison.changes[0].path, "$<\"v99999\">");
        assert_eq!(compare(&wide, &wide).changes.len(), 0);
    });
    let objects: Vec<String> = (0..5_000)
        .map(|i| {
            format!(
                "{{\"type\":\"object\",\"properties\":{{\"kind\":{{\"const\":\"k{i}\"}}}},\"required\":[\"kind\"]}}"
            )
        })
        .collect();
    assert!(of(format!("{{\"oneOf\": [{}]}}", objects.join(","))).is_ok());
    let open: Vec<String> = (0..2_000)
        .map(|i| format!("{{\"type\":\"object\",\"properties\":{{\"p{i}\":{{\"type\":\"string\"}}}}}}"))
        .collect();
    let (forth, back) = (open.join(","), open.iter().rev().cloned().collect::<Vec<_>>().join(","));
    assert_eq!(of(format!("{{\"oneOf\": [{forth}]}}")), of(format!("{{\"oneOf\": [{back}]}}")));
    let properties: Vec<String> = (0..50_000).map(|i| format!("\"p{i}\": {{\"type\": \"string\"}}")).collect();
    assert!(of(format!("{{\"properties\": {{{}}}}}", properties.join(","))).is_ok());
}

/// Many unnamed alternatives on both sides, none like another: matching must not be exponential, nor cubic in practice.
#[test]
fn many_alternatives_without_a_name() {
    let union = |suffix: &str| {
        let all: Vec<String> = (0..400)
            .map(|i| format!("{{\"type\":\"object\",\"properties\":{{\"p{i}{suffix}\":{{\"type\":\"string\"}}}},\"required\":[\"p{i}{suffix}\"]}}"))
            .collect();
        format!("{{\"anyOf\": [{}]}}", all.join(","))
    };
    let (old, new) = (union(""), union("x"));
    bounded("alternatives", move || {
        let subject = |text: &str| {
            Subject::new(&Json::parse(text.as_bytes()).unwrap_or(Json::Null)).unwrap_or_else(|error| panic!("{error}"))
        };
        let (old, new) = (subject(&old), subject(&new));
        assert_eq!(compare(&old, &new).verdict, Verdict::VersionBump);
    });
}

#[test]
fn large_products_of_unions_end() {
    let choice = |i: usize| {
        let all: Vec<String> = (0..8)
            .map(|k| format!("{{\"properties\":{{\"p{i}\":{{\"maxLength\":{k},\"type\":\"string\"}}}}}}"))
            .collect();
        format!("{{\"anyOf\":[{}]}}", all.join(","))
    };
    for count in [3, 10, 40] {
        let all: Vec<String> = (0..count).map(choice).collect();
        let mut back = all.clone();
        back.reverse();
        let text = |all: &[String]| format!("{{\"type\":\"object\",\"allOf\":[{}]}}", all.join(","));
        let result = of(text(&all));
        assert!(result.is_ok(), "{count}: {result:?}");
        assert_eq!(result, of(text(&back)));
    }
}

/// Cycles of different lengths that are intersected: their product has as many members as the lengths' product.
#[test]
fn recursive_intersections_of_coprime_cycles_end() {
    let mut defs = Vec::new();
    let mut operands = Vec::new();
    for length in [2, 3, 5, 7, 11, 13] {
        for i in 0..length {
            let next = (i + 1) % length;
            defs.push(format!(
                "\"C{length}x{i}\":{{\"type\":\"object\",\"properties\":{{\"next\":{{\"$ref\":\"#/$defs/C{length}x{next}\"}},\"p{length}\":{{\"maxLength\":{i},\"type\":\"string\"}}}}}}"
            ));
        }
        operands.push(format!("{{\"$ref\":\"#/$defs/C{length}x0\"}}"));
        let text = format!("{{\"allOf\":[{}],\"$defs\":{{{}}}}}", operands.join(","), defs.join(","));
        if let Err(message) = of(text) {
            assert!(message.starts_with("invalid-schema"), "{message}");
        }
    }
}

#[test]
fn patterns_that_would_take_for_ever() {
    for pattern in
        ["(a+)+$", "(a|a)*b", "((a{1,100}){1,100}){1,100}", "(?=a)", "\\\\1(a)", "[", "a{99999}", "\\\\p{L}+"]
    {
        let word = "a".repeat(40);
        let text = format!("{{\"type\":\"string\",\"pattern\":\"{pattern}\",\"enum\":[\"{word}!\",\"b\"]}}");
        match of(text) {
            Ok(_) => {}
            Err(message) => assert!(message.starts_with("invalid-schema"), "{pattern}: {message}"),
        }
        let text = format!(
            "{{\"patternProperties\":{{\"{pattern}\":{{\"type\":\"string\"}}}},\"properties\":{{\"{word}\":true}}}}"
        );
        match of(text) {
            Ok(_) => {}
            Err(message) => assert!(message.starts_with("invalid-schema"), "{pattern}: {message}"),
        }
    }
}

#[test]
fn keywords_of_the_wrong_kind() {
    for text in [
        "{\"type\": \"text\"}",
        "{\"type\": 1}",
        "{\"properties\": []}",
        "{\"properties\": {\"a\": 1}}",
        "{\"required\": \"a\"}",
        "{\"required\": [1]}",
        "{\"items\": 1}",
        "{\"anyOf\": {}}",
        "{\"anyOf\": []}",
        "{\"enum\": 1}",
        "{\"minLength\": -1}",
        "{\"minLength\": 1.5}",
        "{\"minimum\": \"1\"}",
        "{\"multipleOf\": -1}",
        "{\"pattern\": 1}",
        "{\"uniqueItems\": 1}",
        "{\"not\": null}",
        "{\"dependentRequired\": {\"a\": \"b\"}}",
        "1",
        "[]",
        "null",
        "\"a\"",
    ] {
        refused(text.as_bytes(), "invalid-schema");
    }
}
