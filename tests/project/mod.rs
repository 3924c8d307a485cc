//! A small project in a directory of its own, and what tests do with it.
#![allow(dead_code, clippy::unwrap_used, reason = "each test uses a part of it")]

use schemagate::Error;
use schemagate::catalog::Project;
use schemagate::gate::{self, Acknowledge, Answer, Mode, Outcome, WriteStep};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

pub const BASE: &str = "2026-09-11-initial";

const CONFIG: &str = r#"[format]
name = "notes"
version = "Header#/version"
body = "data"

[source]
files = ["events/*.json"]

[[root]]
key = "Header"
file = "header.json"
"#;

const HEADER: &str = r#"{"type": "object", "required": ["version"], "properties": {"version": {"const": 3}}}"#;

/// An event of that name whose body has these properties.
pub fn event(name: &str, properties: &str, required: &str) -> String {
    format!(
        r#"{{"type": "object", "required": ["type", "data"], "properties": {{"type": {{"const": "{name}"}},
            "data": {{"type": "object", "properties": {{{properties}}}, "required": [{required}]}}}}}}"#
    )
}

pub struct Sandbox {
    dir: TempDir,
}

/// Continues with every step.
pub fn on(_: &WriteStep) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Nobody is there to edit.
pub fn nobody(_: &str) -> Result<Option<String>, Error> {
    Ok(None)
}

/// A person who answers everything.
pub fn somebody(template: &str) -> Result<Option<String>, Error> {
    Ok(Some(template.replace("TODO: ", "Looked at with care: ")))
}

pub fn code(outcome: &Outcome) -> &'static str {
    outcome.code.map_or("", |code| code.name)
}

/// Codes of the findings, each once, in order.
pub fn codes(outcome: &Outcome) -> Vec<&'static str> {
    let mut codes: Vec<&'static str> = outcome.findings.iter().map(|finding| finding.code.name).collect();
    codes.dedup();
    codes
}

impl Sandbox {
    /// A header and two events, with nothing generated and no history.
    pub fn bare() -> Sandbox {
        let sandbox = Sandbox { dir: tempfile::tempdir().unwrap() };
        sandbox.write("schemagate.toml", CONFIG);
        sandbox.write("header.json", HEADER);
        sandbox.write("events/note.json", &event("note", r#""text": {"type": "string"}"#, r#""text""#));
        sandbox.write("events/list.json", &event("list", r#""title": {"type": "string"}"#, ""));
        sandbox
    }

    /// The same with its baseline.
    pub fn new() -> Sandbox {
        let sandbox = Sandbox::bare();
        let outcome = sandbox.acknowledge(BASE, Mode::Baseline).unwrap();
        assert!(outcome.ok, "{outcome:?}");
        sandbox
    }

    /// The same with an optional property that nobody acknowledged yet.
    pub fn changed() -> Sandbox {
        let sandbox = Sandbox::new();
        sandbox.add_optional();
        sandbox
    }

    pub fn add_optional(&self) {
        let properties = r#""text": {"type": "string"}, "label": {"type": "string"}"#;
        self.write("events/note.json", &event("note", properties, r#""text""#));
    }

    pub fn make_required(&self) {
        self.write("events/list.json", &event("list", r#""title": {"type": "string"}"#, r#""title""#));
    }

    pub fn raise_version(&self, from: u64, to: u64) {
        self.edit("header.json", &format!(r#""const": {from}"#), &format!(r#""const": {to}"#));
    }

    pub fn root(&self) -> &Path {
        self.dir.path()
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.dir.path().join(path)
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.path(path)).unwrap()
    }

    pub fn remove(&self, path: &str) {
        std::fs::remove_file(self.path(path)).unwrap();
    }

    pub fn edit(&self, path: &str, from: &str, to: &str) {
        let text = self.read(path);
        assert!(text.contains(from), "{path} lacks {from}:\n{text}");
        self.write(path, &text.replacen(from, to, 1));
    }

    /// Every file with its bytes.
    pub fn tree(&self) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut open = vec![self.root().to_path_buf()];
        while let Some(directory) = open.pop() {
            for entry in std::fs::read_dir(directory).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    open.push(path);
                } else {
                    let name = path.strip_prefix(self.root()).unwrap().to_string_lossy().replace('\\', "/");
                    files.insert(name, std::fs::read(&path).unwrap());
                }
            }
        }
        files
    }

    /// Makes the tree hold exactly these files.
    pub fn restore(&self, tree: &BTreeMap<String, Vec<u8>>) {
        for path in self.tree().keys().filter(|path| !tree.contains_key(*path)) {
            self.remove(path);
        }
        for (path, bytes) in tree {
            let path = self.path(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
    }

    pub fn project(&self) -> Project {
        Project::open(Some(self.root())).unwrap()
    }

    pub fn check(&self) -> Outcome {
        gate::check(&self.project(), None).unwrap()
    }

    pub fn generate(&self) -> Outcome {
        gate::generate(&self.project(), None, false, &mut on).unwrap()
    }

    pub fn finalize(&self, version: Option<u64>) -> Result<Outcome, Error> {
        gate::finalize(&self.project(), None, version, &mut on)
    }

    /// Acknowledges with all texts written by a person.
    pub fn acknowledge(&self, id: &str, mode: Mode) -> Result<Outcome, Error> {
        let request = Acknowledge { id: id.to_owned(), mode, ..Acknowledge::default() };
        self.acknowledge_as(&request).map(|answer| answer.outcome)
    }

    pub fn acknowledge_as(&self, request: &Acknowledge) -> Result<Answer, Error> {
        gate::acknowledge(&self.project(), None, request, &mut somebody, &mut on)
    }
}

/// A request for a new record.
pub fn request(id: &str) -> Acknowledge {
    Acknowledge { id: id.to_owned(), ..Acknowledge::default() }
}

/// A check after an interruption says what it said before, or passes because everything is done, or names what is left
/// with a command.
pub fn explained(sandbox: &Sandbox, before: &[&'static str]) -> Outcome {
    let outcome = sandbox.check();
    let found = codes(&outcome);
    let known = [
        "unfinished-write",
        "snapshot-without-record",
        "snapshot-fingerprint",
        "snapshot-roots",
        "checkpoint-above-finalized",
    ];
    let left = found.iter().all(|code| known.contains(code))
        && outcome.findings.iter().all(|found| found.help.contains("`schemagate "));
    // Generated files may be new already: that is one complaint less, not another state of the history.
    let as_before = !found.is_empty() && found.iter().all(|code| before.contains(code));
    assert!(outcome.ok || left || as_before, "{outcome:?}");
    outcome
}
