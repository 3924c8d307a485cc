//! `init`: a project with its configuration, first catalog and baseline.

use super::codes::PROJECT_EXISTS;
use super::outcome::Outcome;
use super::stamp::Stamp;
use super::workspace::{Workspace, count};
use super::write::{Observe, Plan};
use crate::catalog::{CONFIG_FILE, Catalog, Config, Project};
use crate::graph::{Diagnostic, Error};
use crate::history::files::read;
use crate::history::table::quote;
use crate::history::{Decision, Ignore, Prose, Record, RootChange, check_id};
use std::path::Path;

/// Where schemas will come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InitSource {
    /// The catalog that is linked into the program.
    Linked,
    /// A command that prints a bundle.
    Command(Vec<String>),
    /// JSON Schema files.
    Files(Vec<String>),
}

/// Writes schemagate.toml with comments, .gitattributes, the first catalog and the baseline into `dir`.
///
/// `baseline` is the name of the first record.
///
/// # Errors
/// `project-exists` where one of these files is there (.gitattributes is added to), what the source fails with, and
/// what writing fails with.
pub fn init(
    dir: &Path,
    catalog: Option<&Catalog>,
    source: &InitSource,
    baseline: &str,
    observe: &mut Observe<'_>,
) -> Result<Outcome, Error> {
    check_id(baseline)?;
    let root = dir
        .canonicalize()
        .map_err(|error| crate::history::files::failed(&dir.display().to_string(), &error.to_string()))?;
    let text = configuration(&root, catalog, source);
    let config = Config::parse(&text).map_err(|error| error.in_file(CONFIG_FILE))?;
    let project = Project { root, config, text };
    let taken = project.root.join(CONFIG_FILE).symlink_metadata().is_ok();
    if taken {
        return Err(Diagnostic::new(&PROJECT_EXISTS, "is there already; nothing was written")
            .in_file(CONFIG_FILE)
            .into());
    }
    let stamp = Stamp::take(&project.root)?;
    let workspace = Workspace::open(&project, catalog, |_| Ignore::default())?;
    let record = first(&workspace, baseline);
    let snapshot = workspace.current.bundle.snapshot(workspace.current.roots.keys().map(String::as_str))?.bytes();
    let mut plan = Plan::default();
    plan.add(CONFIG_FILE.to_owned(), project.text.clone().into_bytes());
    plan.add(ATTRIBUTES.to_owned(), attributes(&project.root)?);
    for (path, bytes) in &workspace.generated {
        plan.add(path.clone(), bytes.clone());
    }
    plan.add(Record::snapshot_path(baseline), snapshot.clone());
    plan.add(Record::path(baseline), record.render().into_bytes());
    let taken = plan
        .paths()
        .into_iter()
        .filter(|path| path != ATTRIBUTES && project.root.join(path).symlink_metadata().is_ok());
    let taken =
        taken.map(|path| Diagnostic::new(&PROJECT_EXISTS, "is there already; nothing was written").in_file(path));
    Error::check(taken.collect())?;
    Error::check(workspace.history.would_refuse(&project.config, &record, &snapshot))?;
    let plan = plan.settle(&project.root)?;
    plan.write(&project.root, &stamp, observe)?;
    let mut outcome = super::generate::plain("init", &project, &workspace.current);
    outcome.files = plan.paths();
    outcome.message =
        format!("{} acknowledged in `{baseline}` as baseline", count(workspace.current.roots.len(), "root"));
    outcome.next = vec!["schemagate check".to_owned()];
    Ok(outcome)
}

/// The baseline: what there is, and nothing to compare it with.
fn first(workspace: &Workspace<'_>, id: &str) -> Record {
    let roots = workspace.current.roots.iter();
    let changes = roots.map(|(key, root)| RootChange {
        root: key.clone(),
        previous: None,
        after: Some(root.fingerprint),
        decision: Decision::SameVersion,
    });
    let changes: Vec<RootChange> = changes.collect();
    let what = count(changes.len(), "root");
    Record {
        id: id.to_owned(),
        baseline: true,
        raised: workspace.project.config.raised.clone(),
        format_version: None,
        prose: Prose {
            summary: format!("First acknowledged state of `{}`: {what}.", workspace.project.config.name),
            compatibility: "There is no earlier state that this one could break.".to_owned(),
            verification: "Written by `schemagate init` from the source as it stood; no stored data was read."
                .to_owned(),
        },
        changes,
        answers: Vec::new(),
    }
}

const ATTRIBUTES: &str = ".gitattributes";

/// Lines of .gitattributes: reviews fold what is generated.
const GENERATED: [&str; 2] =
    ["/catalog/* linguist-generated=true", "/acknowledgements/*.schema.json linguist-generated=true"];

/// The old lines, and ours where they are missing.
fn attributes(root: &Path) -> Result<Vec<u8>, Error> {
    let mut text = Vec::new();
    if root.join(ATTRIBUTES).exists() {
        text = read(root, ATTRIBUTES)?;
    }
    for line in GENERATED {
        let there = text.split(|byte| *byte == b'\n').any(|old| old.trim_ascii() == line.as_bytes());
        if !there {
            if text.last().is_some_and(|last| *last != b'\n') {
                text.push(b'\n');
            }
            text.extend_from_slice(line.as_bytes());
            text.push(b'\n');
        }
    }
    Ok(text)
}

/// schemagate.toml: its comments are its documentation.
fn configuration(root: &Path, catalog: Option<&Catalog>, source: &InitSource) -> String {
    let directory = root.file_name().map_or("events".to_owned(), |name| name.to_string_lossy().into_owned());
    let list = |items: &[String]| items.iter().map(|item| quote(item)).collect::<Vec<_>>().join(", ");
    let linked = catalog.map_or(directory.as_str(), Catalog::name);
    let (name, line) = match source {
        InitSource::Linked => (linked, format!("linked = {}", quote(linked))),
        InitSource::Command(argv) => (directory.as_str(), format!("command = [{}]\ntimeout = \"120s\"", list(argv))),
        InitSource::Files(globs) => (directory.as_str(), format!("files = [{}]", list(globs))),
    };
    TEMPLATE.replace("{name}", &quote(name)).replace("{source}", &line)
}

const TEMPLATE: &str = r##"# Configuration of schemagate. Unknown keys are refused.

[format]
# Name in reports.
name = {name}

# Version that writers write now. A change that breaks readers is acknowledged only together with an increase of it.
# Either an integer here, or where the literal stands in a header root:
#     version = "FileHeader#/version"
version = 1

# Property of an event that holds its body; changes outside the body are judged more strictly. "": all of it is body.
body = ""

# Property that names the event; required, with the event's name as a literal.
event-tag = "type"

# Property of a body that holds a payload version: such a body may gain versions.
#     payload-version = "version"

# Kinds of producers that may never qualify for attribution.
#     reserved-kinds = ["user"]

# Whether writers may write properties that a type does not declare: "never-written" or "kept".
undeclared = "never-written"

# `schemagate finalize` sets `finalized`, the latest format version that must not break any more.

[source]
# Exactly one of
#     linked = "NAME"                a catalog of Rust types, linked into this program
#     command = ["npm", "run", …]    a program that prints a bundle; `timeout = "120s"`
#     files = ["schemas/*.json"]     JSON Schema files, one root each
{source}

# What a reference to something that is not in the project means: "refuse" or "opaque".
#     external-references = "opaque"
# Further keywords that say nothing about which records are valid.
#     annotations = ["x-internal-note"]

# Roots of a file source that globs do not describe:
#     [[root]]
#     key = "event:note/added"    # or the plain name of a header or envelope
#     file = "schemas/notes.json"
#     pointer = "/$defs/NoteAdded"
#     kind = "event"                # "header", "envelope" or "event"
#     surface = true                # the event takes part in the conversation surface
#     split = "type"                # instead of `key`: one event root for each alternative

[rules]
# Kinds of changes that need a new format version in this project although they would not otherwise;
# `schemagate explain KIND` documents each kind.
#     optional-property-added = "version-bump"
"##;
