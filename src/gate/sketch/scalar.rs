//! Numbers, strings and counts in words.

use crate::graph::{Bound, Count, Json, NumberNode, StringNode};
use std::collections::BTreeSet;

/// Longer literals are cut.
const LITERAL: usize = 120;

/// Ranges that have a name everybody knows.
const INTEGERS: [(&str, &str, &str); 8] = [
    ("int8", "-128", "127"),
    ("uint8", "0", "255"),
    ("int16", "-32768", "32767"),
    ("uint16", "0", "65535"),
    ("int32", "-2147483648", "2147483647"),
    ("uint32", "0", "4294967295"),
    ("int64", "-9223372036854775808", "9223372036854775807"),
    ("uint64", "0", "18446744073709551615"),
];

/// A JSON value.
pub(super) fn literal(value: &Json) -> String {
    let text = value.compact();
    match text.char_indices().nth(LITERAL) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// A number type.
pub(super) fn number(node: &NumberNode) -> String {
    let NumberNode { integer, minimum, maximum, multiple_of, formats, excluded } = node;
    let mut words = Vec::new();
    match (integer, known(*integer, minimum.as_ref(), maximum.as_ref())) {
        (_, Some(name)) => words.push(name.to_owned()),
        (integer, None) => {
            words.push(if *integer { "integer" } else { "number" }.to_owned());
            if let Some(Bound { value, exclusive }) = minimum {
                words.push(format!("{} {value}", if *exclusive { ">" } else { ">=" }));
            }
            if let Some(Bound { value, exclusive }) = maximum {
                words.push(format!("{} {value}", if *exclusive { "<" } else { "<=" }));
            }
        }
    }
    words.extend(multiple_of.iter().map(|divisor| format!("multiple of {divisor}")));
    words.extend(formats.iter().cloned());
    words.extend(except(excluded));
    words.join(" ")
}

fn known(integer: bool, minimum: Option<&Bound>, maximum: Option<&Bound>) -> Option<&'static str> {
    let (Some(minimum), Some(maximum)) = (minimum, maximum) else { return None };
    let plain = integer && !minimum.exclusive && !maximum.exclusive;
    let (low, high) = (minimum.value.to_string(), maximum.value.to_string());
    INTEGERS.iter().find(|(_, least, most)| plain && low == *least && high == *most).map(|(name, _, _)| *name)
}

/// A string type.
pub(super) fn string(node: &StringNode) -> String {
    let StringNode { length, patterns, formats, excluded } = node;
    let mut words = vec!["string".to_owned()];
    words.extend(formats.iter().cloned());
    words.extend(patterns.iter().map(|pattern| format!("/{pattern}/")));
    words.extend(count(length, "length"));
    words.extend(except(excluded));
    words.join(" ")
}

fn except(excluded: &BTreeSet<Json>) -> Option<String> {
    let list: Vec<String> = excluded.iter().map(literal).collect();
    (!list.is_empty()).then(|| format!("except {}", list.join(", ")))
}

/// A count in words, such as `length 1..20`; nothing where it constrains nothing.
pub(super) fn count(count: &Count, what: &str) -> Option<String> {
    match (count.min, count.max) {
        (0, None) => None,
        (min, None) => Some(format!("{what} {min}..")),
        (min, Some(max)) if min == max => Some(format!("{what} {min}")),
        (min, Some(max)) => Some(format!("{what} {min}..{max}")),
    }
}

/// A name as it goes into a path: bare, or as a JSON string.
pub(super) fn name(name: &str) -> String {
    let mut bytes = name.bytes();
    let starts = bytes.next().is_some_and(|b| b.is_ascii_alphabetic() || b == b'_');
    if starts && bytes.all(|b| b.is_ascii_alphanumeric() || b == b'_') {
        name.to_owned()
    } else {
        Json::from(name).compact()
    }
}
