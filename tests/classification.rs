//! The classification, sentence by sentence: two schemas, and exactly the changes that come out.

#![allow(clippy::unwrap_used, reason = "a test fails where something is missing")]

mod classify;

use classify::{Case, changes, compare_cases, lines, model};
use schemagate::compare::{ChangeKind, Options, Verdict, compare_root, obligations};

/// An object with these properties (JSON text), those whose name ends in `!` required.
fn object(properties: &[(&str, &str)], rest: &str) -> String {
    let name = |name: &str| format!("\"{}\"", name.trim_end_matches('!'));
    let declared: Vec<String> = properties.iter().map(|(n, schema)| format!("{}:{schema}", name(n))).collect();
    let required: Vec<String> =
        properties.iter().filter(|(name, _)| name.ends_with('!')).map(|(n, _)| name(n)).collect();
    let comma = if rest.is_empty() { "" } else { "," };
    format!(
        r#"{{"type":"object","properties":{{{}}},"required":[{}]{comma}{rest}}}"#,
        declared.join(","),
        required.join(",")
    )
}

fn any_of(alternatives: &[String]) -> String {
    format!(r#"{{"anyOf":[{}]}}"#, alternatives.join(","))
}

fn in_v(schema: &str) -> String {
    object(&[("v", schema)], "")
}

const STRING: &str = r#"{"type":"string"}"#;
const NUMBER: &str = r#"{"type":"number"}"#;
const CLOSED: &str = r#""additionalProperties":false"#;

fn constant(text: &str) -> String {
    format!(r#"{{"const":"{text}"}}"#)
}

#[test]
fn scopes_of_both_rules_the_stricter_one() {
    let before = object(&[("data!", &object(&[("a", STRING)], ""))], "");
    let inside = object(&[("data!", &object(&[("a", STRING), ("b", STRING)], ""))], "");
    let outside = object(&[("data!", &object(&[("a", STRING)], "")), ("b", STRING)], "");
    let all = Case::default();
    let data = Case { body: "data", ..all };
    let other = Case { body: "payload", ..all };
    let run = |b: Case, after: &str, a: Case| lines(&compare_cases((&before, b), (after, a)));
    assert_eq!(run(data, &inside, data), ["optional-property-added $.data.b same-version"]);
    assert_eq!(run(data, &outside, data), ["optional-property-added $.b version-bump"]);
    assert_eq!(run(all, &outside, all), ["optional-property-added $.b same-version"]);
    let format = "format-changed $ version-bump";
    assert_eq!(run(all, &inside, data), [format, "optional-property-added $.data.b same-version"]);
    assert_eq!(run(all, &outside, data), [format, "optional-property-added $.b version-bump"]);
    assert_eq!(run(data, &inside, other), [format, "optional-property-added $.data.b version-bump"]);
    let header = Case { header: true, ..all };
    assert_eq!(run(header, &inside, header), ["optional-property-added $.data.b version-bump"]);
}

#[test]
fn writers_that_keep_undeclared_properties() {
    let before = object(&[("a", STRING)], "");
    let kept = Case { kept: true, ..Case::default() };
    let run =
        |schema: &str| lines(&compare_cases((&before, kept), (&object(&[("a", STRING), ("b", schema)], ""), kept)));
    assert_eq!(run(STRING), ["optional-property-added $.b version-bump"]);
    assert_eq!(run("true"), ["optional-property-added $.b same-version"]);
    assert_eq!(run(r#"{"not":{},"x-persistence-reserved":true}"#), ["property-reserved $.b version-bump"]);
}

#[test]
fn a_reservation_of_a_name_that_could_be_written() {
    let reserved = r#"{"not":{},"x-persistence-reserved":true}"#;
    let map = |properties: &[(&str, &str)]| object(properties, r#""additionalProperties":{"type":"string"}"#);
    assert_eq!(changes(&map(&[]), &map(&[("b", reserved)])), ["property-reserved $.b version-bump"]);
    let declared = object(&[("a", STRING), ("b", STRING)], "");
    assert_eq!(
        changes(&declared, &object(&[("a", STRING), ("b", reserved)], "")),
        ["property-reserved $.b version-bump"]
    );
    let unmarked = object(&[("a", STRING), ("b", "false")], "");
    assert_eq!(
        changes(&object(&[("a", STRING), ("b", reserved)], ""), &unmarked),
        ["reservation-removed $.b version-bump"]
    );
    assert_eq!(changes(&unmarked, &declared), ["type-changed $.b version-bump"]);
}

#[test]
fn effective_types_of_undeclared_names() {
    let with = |rest: &str, b: &[(&str, &str)]| object(&[&[("a", STRING)], b].concat(), rest);
    let run = |rest: &str, schema: &str| changes(&with(rest, &[]), &with(rest, &[("b", schema)]));
    assert_eq!(
        run(r#""additionalProperties":{"type":"string"}"#, STRING),
        ["optional-property-added $.b same-version"]
    );
    assert_eq!(run(r#""additionalProperties":{"type":"string"}"#, NUMBER), ["type-changed $.b version-bump"]);
    assert_eq!(
        run(r#""patternProperties":{"^b":{"type":"string"}}"#, STRING),
        ["optional-property-added $.b same-version"]
    );
    assert_eq!(
        run(
            r#""patternProperties":{"^b":{"type":"string"}},"additionalProperties":false"#,
            r#"{"type":"string","minLength":1}"#
        ),
        ["length-changed $.b version-bump"]
    );
    assert_eq!(run(CLOSED, STRING), ["optional-property-added-to-closed $.b version-bump"]);
    assert_eq!(run(r#""propertyNames":{"maxLength":1}"#, STRING), ["optional-property-added $.b same-version"]);
    // A pattern that cannot be evaluated may refuse.
    assert_eq!(
        run(r#""patternProperties":{"^(?!b)":{"type":"string"}}"#, STRING).first().map(String::as_str),
        Some("optional-property-added-to-closed $.b version-bump")
    );
}

#[test]
fn names_that_writers_must_write_undeclared() {
    let id = [("id", STRING)];
    let with = |ty| [("id", STRING), ("b", ty)];
    for rule in [
        r#""anyOf":[{"required":["x"]},{"required":["b"]}]"#,
        r#""oneOf":[{"required":["x"]},{"required":["b"]}]"#,
        r#""dependentRequired":{"id":["b"]}"#,
        r#""dependentRequired":{"b":["id"]}"#,
    ] {
        let typed = changes(&object(&id, rule), &object(&with(NUMBER), rule));
        assert_eq!(typed, ["type-changed $.b version-bump"], "{rule}");
        let any = changes(&object(&id, rule), &object(&with("{}"), rule));
        assert_eq!(any, ["optional-property-added $.b same-version"], "{rule}");
        let other = changes(&object(&id, rule), &object(&[("id", STRING), ("c", NUMBER)], rule));
        assert_eq!(other, ["optional-property-added $.c same-version"], "{rule}");
    }
    let more = r#""minProperties":2"#;
    assert_eq!(changes(&object(&id, more), &object(&with(NUMBER), more)), ["map-changed $ version-bump"]);
    let enough = r#""minProperties":1"#;
    let found = changes(&object(&id, enough), &object(&with(NUMBER), enough));
    assert_eq!(found, ["optional-property-added $.b same-version"]);
}

#[test]
fn a_nested_map_type_is_compared_with_the_new_property() {
    let item = |extra: &[(&str, &str)]| object(&[&[("x!", STRING)], extra].concat(), "");
    let before = object(&[], &format!(r#""additionalProperties":{}"#, item(&[])));
    let after = object(&[("n", &item(&[("y", STRING)]))], &format!(r#""additionalProperties":{}"#, item(&[])));
    assert_eq!(changes(&before, &after), ["optional-property-added $.n.y same-version"]);
    let required = object(&[("n!", &item(&[("y", STRING)]))], &format!(r#""additionalProperties":{}"#, item(&[])));
    assert_eq!(
        changes(&before, &required),
        ["required-property-added $.n version-bump", "optional-property-added $.n.y same-version"]
    );
}

#[test]
fn free_maps() {
    let free = object(&[], "");
    assert_eq!(changes(&free, &object(&[("n!", NUMBER)], "")), ["required-property-added $.n version-bump"]);
    assert_eq!(changes(&free, &object(&[("n", "true")], "")), ["map-changed $ version-bump"]);
    let patterned = |n: &[(&str, &str)]| object(n, r#""patternProperties":{"^n":{"type":"number"}}"#);
    assert_eq!(changes(&patterned(&[]), &patterned(&[("n", NUMBER)])), ["optional-property-added $.n same-version"]);
}

#[test]
fn rules_for_other_names() {
    let with = |rest: &str| object(&[("a", STRING)], rest);
    let typed = r#""additionalProperties":{"type":"string"}"#;
    assert_eq!(changes(&with(""), &with(typed)), ["map-changed $ version-bump"]);
    assert_eq!(changes(&with(typed), &with(CLOSED)), ["map-changed $ version-bump"]);
    assert_eq!(
        changes(&with(typed), &with(r#""additionalProperties":{"type":"number"}"#)),
        ["type-changed ${*} version-bump"]
    );
    let pattern = |ty: &str| with(&format!(r#""patternProperties":{{"^x/":{{"type":"{ty}"}}}}"#));
    assert_eq!(changes(&with(""), &pattern("string")), ["map-changed $ version-bump"]);
    assert_eq!(changes(&pattern("string"), &pattern("number")), ["type-changed ${/^x\\//} version-bump"]);
    assert_eq!(changes(&with(""), &with(r#""propertyNames":{"maxLength":3}"#)), ["map-changed ${} version-bump"]);
    assert_eq!(changes(&with(r#""minProperties":2"#), &with(r#""minProperties":3"#)), ["count-changed $ version-bump"]);
}

#[test]
fn renames_need_an_alias() {
    let before = object(&[("a!", STRING)], "");
    let alias = r#"{"type":"string","x-persistence-aliases":["a"]}"#;
    assert_eq!(changes(&before, &object(&[("b!", alias)], "")), ["property-renamed $.b version-bump"]);
    assert_eq!(
        changes(&before, &object(&[("b", r#"{"type":"number","x-persistence-aliases":["a","z"]}"#)], "")),
        [
            "property-renamed $.b version-bump",
            "property-made-optional $.b same-version",
            "alias-added $.b same-version",
            "type-changed $.b version-bump"
        ]
    );
}

#[test]
fn what_may_not_become_optional() {
    let alternative = |kind: &str, sort: &str, name: &str| {
        object(&[("kind!", &constant(kind)), (name, &constant(sort)), (kind, STRING)], "")
    };
    let before = any_of(&[alternative("a", "x", "sort!"), alternative("b", "y", "sort!")]);
    let after = any_of(&[alternative("a", "x", "sort"), alternative("b", "y", "sort!")]);
    assert_eq!(changes(&before, &after), [r#"property-made-optional $<kind="a">.sort version-bump"#]);
    let body = |name: &str| object(&[(name, r#"{"const":1}"#), ("a", STRING)], "");
    let case = Case { payload_version: Some("version"), ..Case::default() };
    let run = |before: &str, after: &str, case: Case| lines(&compare_cases((before, case), (after, case)));
    assert_eq!(run(&body("version!"), &body("version"), case), ["property-made-optional $.version version-bump"]);
    assert_eq!(
        run(&body("version!"), &body("version"), Case::default()),
        ["property-made-optional $.version same-version"]
    );
    // Deeper in the body the name means nothing.
    let nested = |name: &str| in_v(&body(name));
    assert_eq!(run(&nested("version!"), &nested("version"), case), ["property-made-optional $.v.version same-version"]);
    let event = |name: &str| object(&[("data!", &body(name))], "");
    let in_data = Case { body: "data", ..case };
    assert_eq!(
        run(&event("version!"), &event("version"), in_data),
        ["property-made-optional $.data.version version-bump"]
    );
}

#[test]
fn defaults_without_members_that_are_new() {
    let with = |extra: &[(&str, &str)], default: &str| {
        let inner = object(&[&[("x", STRING)], extra].concat(), "");
        in_v(&format!(r#"{},"default":{default}}}"#, inner.trim_end_matches('}')))
    };
    let before = with(&[], r#"{"x":"1"}"#);
    assert_eq!(
        changes(&before, &with(&[("y", STRING)], r#"{"x":"1","y":"2"}"#)),
        ["optional-property-added $.v.y same-version"]
    );
    assert_eq!(
        changes(&before, &with(&[("y", STRING)], r#"{"x":"2","y":"2"}"#)),
        ["default-changed $.v version-bump", "optional-property-added $.v.y same-version"]
    );
    assert_eq!(changes(&before, &with(&[], r#"{"x":"1","y":"2"}"#)), ["default-changed $.v version-bump"]);
}

#[test]
fn literals_and_types() {
    let v = |before: &str, after: &str| changes(&in_v(before), &in_v(after));
    assert_eq!(v(r#"{"enum":["a","b"]}"#, STRING), ["type-changed $.v version-bump"]);
    assert_eq!(
        v(STRING, r#"{"enum":["a","b",null]}"#),
        ["type-changed $.v version-bump", "nullability-changed $.v version-bump"]
    );
    assert_eq!(v(r#"{"const":"a"}"#, r#"{"enum":["a","b"]}"#), [r#"enum-value-added $.v<"b"> version-bump"#]);
    assert_eq!(
        v(r#"{"enum":["a",1]}"#, r#"{"anyOf":[{"const":"b"},{"type":"number"}]}"#),
        [
            "type-changed $.v version-bump",
            r#"enum-value-removed $.v<"a"> version-bump"#,
            r#"enum-value-added $.v<"b"> version-bump"#
        ]
    );
    assert_eq!(v(r#"{"type":"null"}"#, STRING), ["type-changed $.v version-bump"]);
    assert_eq!(v(STRING, r#"{"type":"array"}"#), ["type-changed $.v version-bump"]);
    assert_eq!(
        v(r#"{"type":["string","null"]}"#, r#"{"type":"string","minLength":1}"#),
        ["nullability-changed $.v version-bump", "length-changed $.v version-bump"]
    );
}

#[test]
fn alternatives_of_different_types() {
    let v = |before: &str, after: &str| changes(&in_v(before), &in_v(after));
    let point = object(&[("x!", NUMBER)], "");
    let or = |types: &[&str]| any_of(&types.iter().map(|ty| (*ty).to_owned()).collect::<Vec<_>>());
    assert_eq!(v(STRING, &or(&[STRING, &point])), ["alternative-added $.v<object> version-bump"]);
    assert_eq!(v(&or(&[STRING, r#"{"type":"array"}"#]), STRING), ["alternative-removed $.v<array> version-bump"]);
    // One scalar and one object on both sides: no selector.
    let wider = object(&[("x!", NUMBER), ("y", NUMBER)], "");
    assert_eq!(
        v(&or(&[STRING, &point]), &or(&[NUMBER, &wider])),
        ["type-changed $.v version-bump", "optional-property-added $.v.y same-version"]
    );
    let strings = |min: u64| format!(r#"{{"type":"string","minLength":{min}}}"#);
    assert_eq!(v(&or(&[NUMBER, STRING]), &or(&[NUMBER, &strings(1)])), ["length-changed $.v<string> version-bump"]);
    // Two of one type cannot be told apart.
    let range = |from: u64| format!(r#"{{"type":"integer","minimum":{from},"maximum":{}}}"#, from + 1);
    assert_eq!(
        v(&or(&[&range(0), &range(10)]), &or(&[&range(0), &range(10), &range(20)])),
        ["union-changed $.v version-bump"]
    );
    let shifted = v(&or(&[&range(0), &range(10)]), &or(&[&range(0), &range(20)]));
    assert!(shifted.len() == 1 && shifted[0].starts_with("range-changed $.v<#"), "{shifted:?}");
}

#[test]
fn names_of_object_alternatives() {
    let alternative = |properties: &[(&str, &str)]| object(properties, "");
    let (left, right) = (constant("left"), constant("right"));
    // `type` before `role`, both before the alphabet.
    let two = |x: &str| {
        any_of(&[
            alternative(&[("type!", &left), ("role!", &left), ("a", x)]),
            alternative(&[("type!", &right), ("role!", &right)]),
        ])
    };
    assert_eq!(changes(&two(STRING), &two(NUMBER)), [r#"type-changed $<type="left">.a version-bump"#]);
    // A discriminator that is absent from one.
    let absent = |x: &str| {
        any_of(&[alternative(&[("sort!", &left)]), alternative(&[("sort!", &right)]), alternative(&[("a!", x)])])
    };
    assert_eq!(changes(&absent(STRING), &absent(NUMBER)), ["type-changed $<sort=->.a version-bump"]);
    // A residual is named by its base.
    let residual = |x: &str| {
        let with_not = object(&[("kind!", &left), ("a", x)], r#""not":{"required":["z","y"]}"#);
        any_of(&[with_not, alternative(&[("kind!", &right)])])
    };
    assert_eq!(changes(&residual(STRING), &residual(NUMBER)), [r#"type-changed $<kind="left">.a version-bump"#]);
    // A closed alternative that holds its discriminator alone has no external tag.
    let unit = |names: &[&str]| {
        any_of(&names.iter().map(|name| object(&[("kind!", &constant(name))], CLOSED)).collect::<Vec<_>>())
    };
    assert_eq!(changes(&unit(&["a", "b"]), &unit(&["a", "b", "c"])), [r#"alternative-added $<kind="c"> version-bump"#]);
}

#[test]
fn unnamed_alternatives() {
    let alternative = |name: &str, extra: &[(&str, &str)]| object(&[&[(name, STRING)], extra].concat(), "");
    let before = any_of(&[alternative("a!", &[]), alternative("b!", &[])]);
    // A compatible pairing is found, whatever the order.
    let allowed = any_of(&[alternative("b!", &[("x", STRING)]), alternative("a!", &[("y", STRING)])]);
    let found = changes(&before, &allowed);
    assert!(
        found.len() == 2
            && found.iter().all(|line| line.ends_with(".x same-version") || line.ends_with(".y same-version")),
        "{found:?}"
    );
    // One more cannot be told from the others.
    let more = any_of(&[alternative("a!", &[]), alternative("b!", &[]), alternative("c!", &[])]);
    assert_eq!(changes(&before, &more), ["union-changed $ version-bump"]);
    // Equal numbers are paired by the fewest changes of the pair itself.
    let retyped = any_of(&[alternative("a!", &[]), object(&[("b!", NUMBER)], "")]);
    let found = changes(&before, &retyped);
    assert!(
        found.len() == 1 && found[0].starts_with("type-changed $<#") && found[0].ends_with(">.b version-bump"),
        "{found:?}"
    );
}

#[test]
fn too_many_unnamed_alternatives_are_one_change() {
    let many = |extra: &[(&str, &str)]| {
        let one = |i: usize| object(&[&[(format!("p{i}").as_str(), STRING)], extra].concat(), "");
        any_of(&(0..513).map(one).collect::<Vec<_>>())
    };
    assert_eq!(changes(&many(&[]), &many(&[("x", STRING)])), ["union-changed $ version-bump"]);
}

#[test]
fn places_that_are_not_monotone_are_units() {
    let v = |before: &str, after: &str| changes(&in_v(before), &in_v(after));
    let inner = |extra: &[(&str, &str)]| object(&[&[("a", STRING)], extra].concat(), "");
    let (small, large) = (inner(&[]), inner(&[("b", STRING)]));
    let not = |schema: &str| format!(r#"{{"type":"object","not":{schema}}}"#);
    assert_eq!(v(&not(&small), &not(&large)), ["constraint-changed $.v version-bump"]);
    let contains = |schema: &str, more: &str| format!(r#"{{"type":"array","contains":{schema}{more}}}"#);
    assert_eq!(v(&contains(&small, ""), &contains(&large, "")), ["optional-property-added $.v[?].b same-version"]);
    assert_eq!(
        v(&contains(&small, r#","maxContains":2"#), &contains(&large, r#","maxContains":2"#)),
        ["contains-changed $.v version-bump"]
    );
    let exclusive = |schema: &str| {
        format!(r#"{{"oneOf":[{schema},{{"type":"object","properties":{{"z":{{"type":"string"}}}}}}]}}"#)
    };
    assert_eq!(v(&exclusive(&small), &exclusive(&large)), ["union-changed $.v version-bump"]);
    // A type that `unevaluatedProperties` cannot see through.
    let open = |schema: &str| {
        format!(
            r#"{{"anyOf":[{schema},{{"type":"object","properties":{{"z":{{"type":"string"}}}},"required":["z"]}}],"unevaluatedProperties":false}}"#
        )
    };
    assert_eq!(v(&open(&small), &open(&large)), ["constraint-changed $.v version-bump"]);
}

#[test]
fn tuples_and_their_bounds() {
    let v = |before: &str, after: &str| changes(&in_v(before), &in_v(after));
    let tuple = |count: usize, rest: &str| {
        let items = vec![STRING; count].join(",");
        format!(r#"{{"type":"array","prefixItems":[{items}]{rest}}}"#)
    };
    assert_eq!(
        v(&tuple(1, r#","items":false,"minItems":1"#), &tuple(2, r#","items":false,"minItems":2"#)),
        ["tuple-changed $.v version-bump"]
    );
    assert_eq!(
        v(&tuple(1, r#","items":false,"minItems":1"#), &tuple(2, r#","items":false"#)),
        ["length-changed $.v version-bump", "tuple-changed $.v version-bump"]
    );
    assert_eq!(v(&tuple(1, ""), &tuple(1, r#","items":false"#)), ["tuple-changed $.v version-bump"]);
    assert_eq!(
        v(&tuple(1, r#","items":{"type":"string"}"#), &tuple(1, r#","items":{"type":"number"}"#)),
        ["type-changed $.v[*] version-bump"]
    );
}

#[test]
fn what_writers_write() {
    let read = object(&[("a", STRING), ("n", NUMBER)], "");
    let case = |writes: &'static str| Case { writes: Some(writes), ..Case::default() };
    let optional = r#"{"type":"object","properties":{"a":{"type":"string"},"n":{"type":"number"}},"required":["a"]}"#;
    let required =
        r#"{"type":"object","properties":{"a":{"type":"string"},"n":{"type":"number"}},"required":["a","n"]}"#;
    let run = |b: Case, a: Case| lines(&compare_cases((&read, b), (&read, a)));
    assert_eq!(run(case(optional), case(required)), ["property-made-required writes:$.n same-version"]);
    assert_eq!(run(case(required), case(optional)), ["property-made-optional writes:$.n version-bump"]);
    // Absent is the read schema.
    assert_eq!(run(Case::default(), case(optional)), ["property-made-required writes:$.a same-version"]);
    // What the read side reports at the same path is left out.
    let wider = object(&[("a", STRING), ("n", STRING)], "");
    let texts = r#"{"type":"object","properties":{"a":{"type":"string"},"n":{"type":"string"}},"required":["a","n"]}"#;
    assert_eq!(
        lines(&compare_cases((&read, case(required)), (&wider, case(texts)))),
        ["type-changed $.n version-bump"]
    );
}

#[test]
fn recursion_is_walked_once() {
    let list = |extra: &str| {
        format!(
            r##"{{"$defs":{{"List":{{"type":"object","properties":{{"value":{{"type":"string"}},"next":{{"anyOf":[{{"$ref":"#/$defs/List"}},{{"type":"null"}}]}}{extra}}},"required":["value"]}}}},"$ref":"#/$defs/List"}}"##
        )
    };
    let comparison = compare_cases((&list(""), Case::default()), (&list(r#","x":{"type":"string"}"#), Case::default()));
    assert_eq!(lines(&comparison), ["optional-property-added $.x same-version"]);
    assert_eq!(comparison.changes[0].paths, 2);
    assert_eq!(comparison.changes[0].via, ["List"]);
}

#[test]
fn a_shared_type_is_named_and_counted_through_unions() {
    let schema = |extra: &[(&str, &str)]| {
        let at = object(&[&[("kind!", constant("at").as_str()), ("time", NUMBER)], extra].concat(), "");
        let every = object(&[("kind!", &constant("every"))], "");
        let root = object(
            &[
                ("first", r##"{"$ref":"#/$defs/Schedule"}"##),
                ("second", r##"{"$ref":"#/$defs/Schedule"}"##),
                ("third", r##"{"anyOf":[{"$ref":"#/$defs/Schedule"},{"type":"null"}]}"##),
            ],
            "",
        );
        format!(r#"{{"$defs":{{"Schedule":{}}},{}"#, any_of(&[at, every]), &root[1..])
    };
    let comparison = compare_cases((&schema(&[]), Case::default()), (&schema(&[("title", STRING)]), Case::default()));
    assert_eq!(lines(&comparison), [r#"optional-property-added $.first<kind="at">.title same-version"#]);
    assert_eq!(comparison.changes[0].paths, 3);
    assert_eq!(comparison.changes[0].via, ["Schedule"]);
}

/// Forty levels of unions whose unnamed alternatives share everything below: two to the fortieth paths.
#[test]
fn nested_unions_are_not_exponential() {
    let nested = |leaf: &str| {
        let mut defs = vec![format!(r#""d0":{}"#, object(&[("z", leaf)], ""))];
        for i in 0..40 {
            let below = format!(r##"{{"$ref":"#/$defs/d{i}"}}"##);
            let alternatives = [object(&[("a!", &below)], ""), object(&[("b!", &below), ("c", STRING)], "")];
            defs.push(format!(r#""d{}":{}"#, i + 1, any_of(&alternatives)));
        }
        format!(r##"{{"$defs":{{{}}},"$ref":"#/$defs/d40"}}"##, defs.join(","))
    };
    let found = changes(&nested(STRING), &nested(NUMBER));
    assert!(found.len() == 1 && found[0].starts_with("type-changed $<#"), "{found:?}");
}

/// Cycles through unions: assumptions about pairs must not leak into answers.
#[test]
fn a_refuted_pair_refutes_what_leans_on_it() {
    let tree = |leaf: &str, extra: &str| {
        format!(
            r##"{{"$defs":{{"T":{{"anyOf":[
                {{"type":"object","properties":{{"left":{{"$ref":"#/$defs/T"}},"right":{{"$ref":"#/$defs/T"}}{extra}}},"required":["left"]}},
                {{"type":"object","properties":{{"leaf":{{"type":"{leaf}"}}}},"required":["leaf"]}}]}}}},"$ref":"#/$defs/T"}}"##
        )
    };
    let retyped = changes(&tree("string", ""), &tree("number", ""));
    assert!(retyped.len() == 1 && retyped[0].ends_with(">.leaf version-bump"), "{retyped:?}");
    let allowed = changes(&tree("string", ""), &tree("string", r#","note":{"type":"string"}"#));
    assert!(allowed.len() == 1 && allowed[0].ends_with(">.note same-version"), "{allowed:?}");
    let both = changes(&tree("string", ""), &tree("number", r#","note":{"type":"string"}"#));
    assert!(both.len() == 2, "{both:?}");
}

#[test]
fn roots_and_options() {
    let plain = object(&[("a", STRING)], "");
    let wider = object(&[("a", STRING), ("b", STRING)], "");
    let (old, new) = (model(&plain, &Case::default()), model(&wider, &Case::default()));
    let run = |options: &Options<'_>| {
        let comparison = compare_root("schema", old.side("schema"), new.side("schema"), options);
        (comparison.verdict, lines(&comparison))
    };
    let added = |verdict: &str| vec![format!("optional-property-added $.b {verdict}")];
    assert_eq!(run(&Options::default()), (Verdict::SameVersion, added("same-version")));
    let frame = Options { frame: true, ..Options::default() };
    assert_eq!(run(&frame), (Verdict::VersionBump, added("version-bump")));
    let raised = Options { raised: [ChangeKind::OptionalPropertyAdded].into(), ..Options::default() };
    assert_eq!(run(&raised), (Verdict::VersionBump, added("version-bump")));
    let gone = compare_root("schema", old.side("schema"), None, &Options::default());
    assert_eq!(lines(&gone), ["root-removed $ version-bump"]);
    let header = Case { header: true, ..Case::default() };
    assert_eq!(
        lines(&compare_cases((&plain, Case::default()), (&plain, header))),
        ["root-classification-changed $ version-bump"]
    );
}

#[test]
fn a_name_that_comes_back() {
    let nested = |extra: &[(&str, &str)]| {
        let inner = object(&[&[("kind!", constant("x").as_str()), ("a", STRING)], extra].concat(), "");
        let other = object(&[("kind!", &constant("y"))], "");
        in_v(&any_of(&[inner, other]))
    };
    let case = Case::default();
    let models: Vec<_> = [nested(&[("b", NUMBER)]), nested(&[]), nested(&[("b", STRING)]), nested(&[("b", NUMBER)])]
        .iter()
        .map(|schema| model(schema, &case))
        .collect();
    let options = Options {
        earlier: models[..1].iter().filter_map(|model| model.side("schema")).collect(),
        ..Options::default()
    };
    let against =
        |at: usize| lines(&compare_root("schema", models[1].side("schema"), models[at].side("schema"), &options));
    assert_eq!(against(2), [r#"property-reintroduced $.v<kind="x">.b version-bump"#]);
    assert_eq!(against(3), [r#"optional-property-added $.v<kind="x">.b same-version"#]);
}

#[test]
fn promises_by_kind() {
    let promise = r#""x-persistence-source":{"version":1,"policy":"attribution-only","binding":"test.source","owner":{"role":"user"},"discriminator":"kind","unknown":"preserve"}"#;
    let kind = |kind: &str, form: &str, marked: bool| {
        let mark = if marked { r#""x-persistence-attribution":true"# } else { "" };
        object(&[("kind!", &constant(kind)), ("form!", &constant(form))], mark)
    };
    let bound = |kinds: &[String]| {
        let source = format!(r#"{{{promise},"anyOf":[{}]}}"#, kinds.join(","));
        object(&[("role!", &constant("user")), ("source!", &source)], "")
    };
    let before = bound(&[kind("typed", "a", false), kind("typed", "b", false)]);
    // Two forms of a new kind are one change.
    let qualified =
        [kind("typed", "a", false), kind("typed", "b", false), kind("pane", "a", true), kind("pane", "b", true)];
    assert_eq!(changes(&before, &bound(&qualified)), [r#"attribution-kind-added $.source<kind="pane"> same-version"#]);
    let unqualified =
        [kind("typed", "a", false), kind("typed", "b", false), kind("pane", "a", false), kind("pane", "b", false)];
    assert_eq!(changes(&before, &bound(&unqualified)), [r#"alternative-added $.source<kind="pane"> version-bump"#]);
    // A new form of an old kind is named by the kind.
    let form = [kind("typed", "a", false), kind("typed", "b", false), kind("typed", "c", false)];
    assert_eq!(changes(&before, &bound(&form)), [r#"alternative-added $.source<kind="typed"> version-bump"#]);
}

#[test]
fn an_alias_of_a_name_that_could_be_written() {
    let map = |property: &str| object(&[("a", property)], r#""additionalProperties":{"type":"number"}"#);
    let alias = r#"{"type":"string","x-persistence-aliases":["b"]}"#;
    assert_eq!(changes(&map(STRING), &map(alias)), ["alias-added $.a version-bump"]);
    let open = |property: &str| object(&[("a", property)], "");
    assert_eq!(changes(&open(STRING), &open(alias)), ["alias-added $.a same-version"]);
}

#[test]
fn questions_that_changes_raise() {
    let alternative = |name: &str, extra: &[(&str, &str)]| object(&[&[(name, STRING)], extra].concat(), "");
    let names = |before: &str, after: &str| -> Vec<&'static str> {
        let comparison = compare_cases((before, Case::default()), (after, Case::default()));
        obligations([&comparison], []).into_iter().map(|raised| raised.question.name).collect()
    };
    let plain = object(&[("a!", STRING)], "");
    assert_eq!(names(&plain, &object(&[("a!", STRING), ("b", STRING)], "")), ["optional-property-added"]);
    assert_eq!(names(&plain, &object(&[("a", STRING)], "")), ["property-made-optional"]);
    assert_eq!(
        names(&plain, &object(&[("a!", NUMBER), ("b", STRING)], "")),
        ["optional-property-added", "version-bump"]
    );
    assert_eq!(names(&plain, &plain), [] as [&str; 0]);
    // A record with both names fits both alternatives.
    let before = any_of(&[alternative("a!", &[]), alternative("b!", &[])]);
    let after = any_of(&[alternative("a!", &[("x", STRING)]), alternative("b!", &[])]);
    assert_eq!(names(&before, &after), ["ambiguous-alternatives", "optional-property-added"]);
    let tagged = |extra: &[(&str, &str)]| {
        let left = object(&[&[("kind!", constant("left").as_str())], extra].concat(), "");
        any_of(&[left, object(&[("kind!", &constant("right"))], "")])
    };
    assert_eq!(names(&tagged(&[]), &tagged(&[("x", STRING)])), ["optional-property-added"]);
}

#[test]
fn a_shared_type_that_is_nullable_itself_is_named() {
    let schema = |rest: &str| {
        format!(
            r##"{{"$defs":{{"Alias":{{"type":["object","null"],"properties":{{"ip":{{"type":"string"}}{rest}}}}}}},
                "type":"object","properties":{{"all":{{"type":"array","items":{{"$ref":"#/$defs/Alias"}}}}}}}}"##
        )
    };
    let comparison =
        compare_cases((&schema(""), Case::default()), (&schema(r#","host":{"type":"string"}"#), Case::default()));
    assert_eq!(lines(&comparison), ["optional-property-added $.all[*].host same-version"]);
    assert_eq!(comparison.changes[0].via, ["Alias"]);
}

/// Changes of a schema whose types of one form go by two names: what they say, and by which names they go.
fn of_names(before: (&str, &str), after: (&str, &str)) -> Vec<(String, Vec<String>)> {
    let whole = |(a, b): (&str, &str)| {
        let properties = [("a!", r##"{"$ref":"#/$defs/A"}"##), ("b!", r##"{"$ref":"#/$defs/B"}"##)];
        object(&properties, &format!(r#""$defs":{{"A":{a},"B":{b}}}"#))
    };
    let found = compare_cases((&whole(before), Case::default()), (&whole(after), Case::default()));
    found.changes.into_iter().map(|change| (change.message, change.via)).collect()
}

#[test]
fn flat_types_of_several_names_are_described() {
    let either = r#"{"type":["string","integer"]}"#;
    let found = of_names((either, either), (either, r#"{"type":"boolean"}"#));
    assert!(!found.is_empty());
    for (message, _) in found {
        assert!(!message.contains("`A`") && !message.contains("`B`"), "{message}");
    }
}

#[test]
fn objects_of_several_names_are_shown_with_all() {
    let one = object(&[("x!", STRING)], "");
    let array = format!(r#"{{"type":"array","items":{STRING}}}"#);
    let found = of_names((&one, &one), (&one, &array));
    assert!(found.iter().any(|(message, _)| message.contains("`A` (= `B`)")), "{found:?}");
    // What was split off from its equal goes by its own name.
    let two = object(&[("x!", STRING), ("y", STRING)], "");
    let found = of_names((&one, &one), (&one, &two));
    assert_eq!(found.iter().map(|(_, via)| via.clone()).collect::<Vec<_>>(), [["B"]], "{found:?}");
}
