//! The JSON document (docs/output.schema.json describes it): exactly one, whatever happened.

use super::{Renderer, escape};
use crate::compare::Change;
use crate::gate::{Answer, Detail, DiffLine, Group, Obligation, Outcome, Page, RootOutcome, Step};
use crate::graph::{Code, Diagnostic, Digest, Json, Members, Number, RootKind};

/// Number of the document's schema: fields are added under it, never renamed.
pub const SCHEMA: u64 = 1;

/// Renders the JSON document; everything stands in it, so nothing goes elsewhere.
#[derive(Debug, Clone, Copy)]
pub struct JsonDocument;

impl Renderer for JsonDocument {
    fn findings(&self, answer: &Answer) -> String {
        escape::json(&document(answer).pretty())
    }

    fn diagnostics(&self, _: &Answer) -> String {
        String::new()
    }
}

/// The document as a value.
pub fn document(answer: &Answer) -> Json {
    let Outcome {
        command,
        ok,
        code,
        message,
        format,
        catalog,
        verdict,
        roots,
        compared,
        obligations,
        findings,
        warnings,
        files,
        next,
    } = &answer.outcome;
    let mut members = object([
        ("schema", number(SCHEMA)),
        ("tool", Json::from(concat!("schemagate ", env!("CARGO_PKG_VERSION")))),
        ("command", Json::from(*command)),
        ("ok", Json::from(*ok)),
        ("code", code.map_or(Json::Null, |code: &Code| Json::from(code.name))),
        ("message", Json::from(message.as_str())),
        // Where nothing was compared there is no verdict to mistake for a pass.
        ("verdict", if *compared == 0 { Json::Null } else { Json::from(verdict.name()) }),
        ("compared", number(*compared as u64)),
        ("roots", list(roots, root)),
        ("obligations", list(obligations, obligation)),
        ("findings", list(findings, diagnostic)),
        ("warnings", list(warnings, diagnostic)),
        ("files", strings(files)),
        ("next", strings(next)),
    ]);
    if let Some(format) = format {
        members.insert(
            "format".to_owned(),
            Json::from([
                ("name", Json::from(format.name.as_str())),
                ("version", format.version.map_or(Json::Null, number)),
                ("finalized", format.finalized.map_or(Json::Null, number)),
            ]),
        );
    }
    if let Some(catalog) = catalog {
        let digests = [("before", digest(catalog.before.as_ref())), ("after", digest(catalog.after.as_ref()))];
        members.insert("catalog".to_owned(), Json::from(digests));
    }
    if let Some((name, value)) = detail(&answer.detail) {
        members.insert(name.to_owned(), value);
    }
    Json::Object(members)
}

fn root(root: &RootOutcome) -> Json {
    let RootOutcome { kind, surface, comparison, before, after } = root;
    let kind = match kind {
        RootKind::Header => "header",
        RootKind::Envelope => "envelope",
        RootKind::Event => "event",
    };
    let changes = comparison.changes.iter().enumerate().map(|(i, item)| change(item, before.get(i), after.get(i)));
    Json::from([
        ("root", Json::from(comparison.key.as_str())),
        ("kind", Json::from(kind)),
        ("surface", Json::from(*surface)),
        ("before", digest(comparison.before.as_ref())),
        ("after", digest(comparison.after.as_ref())),
        ("verdict", Json::from(comparison.verdict.name())),
        ("changes", Json::Array(changes.collect())),
    ])
}

fn change(change: &Change, before: Option<&Option<Json>>, after: Option<&Option<Json>>) -> Json {
    // `owner` is for grouping inside the program; `before` and `after` are node numbers of graphs nobody else has.
    let Change { kind, path, verdict, before: _, after: _, message, via, owner: _, paths, overlapping: _ } = change;
    let fragment = |json: Option<&Option<Json>>| json.cloned().flatten().unwrap_or(Json::Null);
    Json::from([
        ("kind", Json::from(kind.name())),
        ("path", Json::from(path.as_str())),
        ("verdict", Json::from(verdict.name())),
        ("before", fragment(before)),
        ("after", fragment(after)),
        ("via", strings(via)),
        ("paths", number(*paths as u64)),
        ("message", Json::from(message.as_str())),
    ])
}

fn obligation(obligation: &Obligation) -> Json {
    let Obligation { name, roots, question, answered } = obligation;
    Json::from([
        ("obligation", Json::from(name.as_str())),
        ("roots", strings(roots)),
        ("question", Json::from(question.as_str())),
        ("answered", Json::from(*answered)),
    ])
}

fn diagnostic(diagnostic: &Diagnostic) -> Json {
    let Diagnostic { code, message, file, pointer, help } = diagnostic;
    let mut members = object([
        ("code", Json::from(code.name)),
        ("message", Json::from(message.as_str())),
        ("help", Json::from(help.as_str())),
    ]);
    for (name, value) in [("file", file), ("pointer", pointer)] {
        if let Some(value) = value {
            members.insert(name.to_owned(), Json::from(value.as_str()));
        }
    }
    Json::Object(members)
}

fn detail(detail: &Detail) -> Option<(&'static str, Json)> {
    Some(match detail {
        Detail::None => return None,
        Detail::Pending(groups) => ("groups", list(groups, group)),
        Detail::Page(shown) => ("page", page(shown)),
        Detail::Fingerprints(lines) => (
            "fingerprints",
            list(lines, |line| {
                Json::from([
                    ("fingerprint", Json::from(line.fingerprint.as_str())),
                    ("file", Json::from(line.file.as_str())),
                    ("root", string(line.root.as_deref())),
                ])
            }),
        ),
        Detail::History(steps) => ("history", list(steps, step)),
        Detail::Text(text) => ("text", Json::from(text.as_str())),
    })
}

fn step(step: &Step) -> Json {
    let Step { record, root, previous, after, decision, version, checkpoint, summary } = step;
    Json::from([
        ("record", Json::from(record.as_str())),
        ("root", Json::from(root.as_str())),
        ("previous", string(previous.as_deref())),
        ("after", string(after.as_deref())),
        ("decision", Json::from(decision.as_str())),
        ("version", version.map_or(Json::Null, number)),
        ("checkpoint", checkpoint.map_or(Json::Null, number)),
        ("summary", Json::from(summary.as_str())),
    ])
}

fn group(group: &Group) -> Json {
    let Group { shared, verdict, changes, roots, diff } = group;
    Json::from([
        ("shared", string(shared.as_deref())),
        ("verdict", Json::from(verdict.name())),
        (
            "changes",
            list(changes, |change| {
                Json::from([
                    ("kind", Json::from(change.kind.name())),
                    ("verdict", Json::from(change.verdict.name())),
                    ("path", Json::from(change.path.as_str())),
                    ("message", Json::from(change.message.as_str())),
                    ("means", Json::from(change.kind.row().means)),
                    ("action", Json::from(change.kind.row().action)),
                ])
            }),
        ),
        (
            "roots",
            list(roots, |reach| {
                Json::from([("root", Json::from(reach.root.as_str())), ("paths", strings(&reach.paths))])
            }),
        ),
        (
            "diff",
            list(diff, |line| {
                Json::from(
                    match line {
                        DiffLine::Both(text) => format!(" {text}"),
                        DiffLine::Before(text) => format!("-{text}"),
                        DiffLine::After(text) => format!("+{text}"),
                        DiffLine::Gap => "@".to_owned(),
                    }
                    .as_str(),
                )
            }),
        ),
    ])
}

fn page(page: &Page) -> Json {
    let Page { subject, name, summary, facts, sections, groups } = page;
    let facts = facts.iter().map(|(name, value)| ((*name).to_owned(), Json::from(value.as_str()))).collect();
    Json::from([
        ("subject", Json::from(*subject)),
        ("name", Json::from(name.as_str())),
        ("summary", Json::from(summary.as_str())),
        ("facts", Json::Object(facts)),
        (
            "sections",
            list(sections, |(heading, lines)| {
                Json::from([("heading", Json::from(*heading)), ("lines", strings(lines))])
            }),
        ),
        ("groups", list(groups, group)),
    ])
}

fn object<const N: usize>(members: [(&str, Json); N]) -> Members {
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

fn list<T>(items: &[T], render: impl Fn(&T) -> Json) -> Json {
    Json::Array(items.iter().map(render).collect())
}

fn strings(items: &[String]) -> Json {
    list(items, |item| Json::from(item.as_str()))
}

fn string(text: Option<&str>) -> Json {
    text.map_or(Json::Null, Json::from)
}

fn digest(digest: Option<&Digest>) -> Json {
    digest.map_or(Json::Null, |digest| Json::from(digest.to_string().as_str()))
}

fn number(value: u64) -> Json {
    Json::Number(Number::from(i128::from(value)))
}
