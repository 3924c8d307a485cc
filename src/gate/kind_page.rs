//! The documentation of one kind of change.

use super::answer::{DiffLine, Page};
use super::difference::difference;
use crate::compare::{ChangeKind, Example, Row, Rule, Setting};
use crate::graph::Json;

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
    let diff = difference(&before.unwrap_or_default(), &after.unwrap_or_default());
    lines.extend(diff.into_iter().map(|line| match line {
        DiffLine::Both(text) => format!("  {text}"),
        DiffLine::Before(text) => format!("- {text}"),
        DiffLine::After(text) => format!("+ {text}"),
        DiffLine::Gap => "  …".to_owned(),
    }));
    lines
}

fn pretty(schema: &str) -> Vec<String> {
    let text = Json::parse(schema.as_bytes()).map_or_else(|_| schema.to_owned(), |json| json.pretty());
    text.lines().map(str::to_owned).collect()
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
