//! The documentation of one kind of change.

use super::answer::{DiffLine, Page};
use super::difference::difference;
use crate::compare::{ChangeKind, Example, Row, Rule, Setting};
use crate::graph::Json;

/// Equal lines of an example are all shown: more than any example has.
const EVERYTHING: usize = 1_000;

/// Wider parts of an example take several lines.
const WIDTH: usize = 80;

/// What a kind of change is, what it demands, what it means and what to do, with an example.
pub fn kind_page(kind: ChangeKind) -> Page {
    let Row { kind: _, frame, body, when, means, action, example, question } = kind.row();
    let mut facts = vec![("frame", rule_words(*frame)), ("body", rule_words(*body))];
    facts.push(("means", (*means).to_owned()));
    facts.push(("do", (*action).to_owned()));
    facts.extend(question.map(|question| ("the acknowledgement answers", question.to_owned())));
    Page {
        subject: "change-kind",
        name: kind.name().to_owned(),
        summary: (*when).to_owned(),
        facts,
        sections: vec![("Example", example_lines(example))],
        groups: Vec::new(),
    }
}

fn example_lines(example: &Example) -> Vec<String> {
    let Example { earlier, before, after, setting } = example;
    let mut lines: Vec<String> = setting_words(*setting).map(str::to_owned).into_iter().collect();
    if let Some(earlier) = earlier {
        lines.push("earlier:".to_owned());
        lines.extend(pretty(earlier));
        lines.push(String::new());
    }
    let (before, after) = (before.map(pretty), after.map(pretty));
    if before.is_none() {
        lines.push("(no such root before)".to_owned());
    }
    if after.is_none() {
        lines.push("(no such root after)".to_owned());
    }
    let diff = difference(&before.unwrap_or_default(), &after.unwrap_or_default(), EVERYTHING);
    lines.extend(diff.into_iter().map(|line| match line {
        DiffLine::Both(text) => format!("  {text}"),
        DiffLine::Before(text) => format!("- {text}"),
        DiffLine::After(text) => format!("+ {text}"),
        DiffLine::Gap => "  …".to_owned(),
    }));
    lines
}

/// A schema of the table, each part on one line where it fits.
fn pretty(schema: &str) -> Vec<String> {
    let mut lines = Vec::new();
    match Json::parse(schema.as_bytes()) {
        Ok(json) => write(&mut lines, 0, "", &json, ""),
        Err(_) => lines.push(schema.to_owned()),
    }
    lines
}

/// The recursion is as deep as the table's own examples.
fn write(lines: &mut Vec<String>, indent: usize, before: &str, json: &Json, behind: &str) {
    let pad = " ".repeat(indent);
    let line = format!("{pad}{before}{}{behind}", json.compact());
    let parts: Vec<(String, &Json)> = match json {
        Json::Object(members) => {
            members.iter().map(|(k, v)| (format!("{}: ", Json::from(k.as_str()).compact()), v)).collect()
        }
        Json::Array(items) => items.iter().map(|item| (String::new(), item)).collect(),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) => Vec::new(),
    };
    // The outermost level is always broken, so that the lines of both sides stand against each other.
    if parts.is_empty() || (indent > 0 && line.len() <= WIDTH) {
        lines.push(line);
        return;
    }
    let (open, close) = if matches!(json, Json::Object(_)) { ('{', '}') } else { ('[', ']') };
    lines.push(format!("{pad}{before}{open}"));
    let last = parts.len() - 1;
    for (i, (label, part)) in parts.into_iter().enumerate() {
        write(lines, indent + 2, &label, part, if i < last { "," } else { "" });
    }
    lines.push(format!("{pad}{close}{behind}"));
}

/// A rule in words.
pub fn rule_words(rule: Rule) -> String {
    match rule {
        Rule::Absent => "does not arise".to_owned(),
        Rule::Always(verdict) => verdict.name().to_owned(),
        Rule::Except { usual, when, then } => format!("{}; {} where {when}", usual.name(), then.name()),
    }
}

/// What differs between the sides of an example beside the schemas, in words.
pub fn setting_words(setting: Setting) -> Option<&'static str> {
    match setting {
        Setting::Same => None,
        Setting::BecomesSurface => Some("The event becomes a surface event."),
        Setting::KeepsUndeclared => Some("`[format] undeclared` becomes `\"kept\"`."),
    }
}
