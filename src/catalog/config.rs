//! schemagate.toml as a value (docs/sources.md, schemagate.toml).

use super::codes::INVALID_CONFIGURATION;
use super::config_table::{Table, parse};
use crate::compare::ChangeKind;
use crate::graph::{Diagnostic, Error, External, FormatRules, RootKind, may_be_annotation};
use std::collections::BTreeSet;
use std::time::Duration;

/// Name of the configuration file.
pub const CONFIG_FILE: &str = "schemagate.toml";

/// How long a command source may run unless `timeout` says otherwise.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(120);

/// The whole configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// `[format] name`.
    pub name: String,
    /// `[format] version`.
    pub version: Option<VersionAt>,
    /// The rules of `[format]` that enter fingerprints.
    pub rules: FormatRules,
    /// `[format] finalized`.
    pub finalized: Option<u64>,
    /// `[source]`.
    pub source: SourceConfig,
    /// `[source] external-references`.
    pub external: External,
    /// `[source] annotations`.
    pub annotations: BTreeSet<String>,
    /// Kinds that `[rules]` raises to version-bump.
    pub raised: BTreeSet<ChangeKind>,
}

/// Where the format version stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VersionAt {
    /// In the configuration itself.
    Here(u64),
    /// `"ROOT#/property"`: the literal integer of that property of that root.
    Property {
        /// Key of the root.
        root: String,
        /// Name of the property.
        property: String,
    },
}

/// Where schemas come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SourceConfig {
    /// A catalog linked into the program, by its name.
    Linked(String),
    /// A command that prints a bundle.
    Command {
        /// Program and arguments; no shell.
        argv: Vec<String>,
        /// How long it may run.
        timeout: Duration,
    },
    /// JSON Schema files.
    Files {
        /// Globs relative to the project root.
        globs: Vec<String>,
        /// `[[root]]` tables.
        roots: Vec<RootConfig>,
    },
}

/// One `[[root]]` of a file source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RootConfig {
    /// Key; `event:STEM` unless given. With `split` the keys come from the alternatives.
    pub key: Option<String>,
    /// File, relative to the project root.
    pub file: String,
    /// JSON pointer of the schema in the file, `""` for the whole.
    pub pointer: String,
    /// Kind; follows from the key unless given: `event:` is an event, anything else a header.
    pub kind: RootKind,
    /// Whether it is a surface event.
    pub surface: bool,
    /// Discriminator by which a union is split into one event root per alternative.
    pub split: Option<String>,
}

impl Config {
    /// Reads the text of a schemagate.toml.
    ///
    /// # Errors
    /// `invalid-configuration`, one diagnostic for each key that is wrong.
    ///
    /// ```
    /// use schemagate::catalog::{Config, SourceConfig};
    /// let config = Config::parse("[format]\nname = 'notes'\n[source]\nlinked = 'notes'\n")?;
    /// assert_eq!(config.source, SourceConfig::Linked("notes".into()));
    /// # Ok::<(), schemagate::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<Config, Error> {
        let mut top = parse(text)?;
        let mut problems = Vec::new();
        let mut format = top.table("format");
        let mut source = top.table("source");
        let rules_table = top.table("rules");
        let root_tables = top.tables("root");

        let name = format.string("name");
        if name.is_none() {
            format.problem("name", "is missing; it is the name of the format in reports");
        }
        let version = version(&mut format);
        let rules = rules(&mut format);
        let finalized = format.integer("finalized");
        let external = external(&mut source);
        let annotations: BTreeSet<String> = source.strings("annotations").unwrap_or_default().into_iter().collect();
        for keyword in annotations.iter().filter(|keyword| !may_be_annotation(keyword)) {
            source.problem(
                "annotations",
                format!("names `{keyword}`, which asserts something: it can never be an annotation"),
            );
        }
        let roots = root_tables.into_iter().map(|table| root(table, &mut problems)).collect();
        let source_config = source_config(&mut source, roots);
        let raised = raised(rules_table, &mut problems);
        format.finish(&mut problems);
        source.finish(&mut problems);
        top.finish(&mut problems);
        Error::check(problems)?;
        let (Some(name), Some(source)) = (name, source_config) else {
            return Err(Error::new(&INVALID_CONFIGURATION, "found no `[format] name` or no `[source]`"));
        };
        Ok(Config { name, version, rules, finalized, source, external, annotations, raised })
    }
}

fn version(format: &mut Table) -> Option<VersionAt> {
    if format.holds_string("version") {
        let text = format.string("version")?;
        let parts = text.split_once("#/").filter(|(root, property)| !root.is_empty() && !property.is_empty());
        let Some((root, property)) = parts else {
            format.problem("version", format!("is `{text}`, expected an integer or `\"ROOT#/property\"`"));
            return None;
        };
        let property = crate::graph::unescape_token(property);
        return Some(VersionAt::Property { root: root.to_owned(), property });
    }
    format.integer("version").map(VersionAt::Here)
}

fn rules(format: &mut Table) -> FormatRules {
    let default = FormatRules::default();
    let event_tag = format.string("event-tag").unwrap_or(default.event_tag);
    if event_tag.is_empty() {
        format.problem("event-tag", "is empty, expected the name of the property that names the event");
    }
    let payload_version = format.string("payload-version");
    if payload_version.as_deref() == Some("") {
        format.problem(
            "payload-version",
            "is empty, expected the name of a property; leave the key out if there is none",
        );
    }
    FormatRules {
        body: format.string("body").unwrap_or(default.body),
        event_tag,
        payload_version,
        reserved_kinds: format.strings("reserved-kinds").unwrap_or_default().into_iter().collect(),
        undeclared_kept: format.one_of("undeclared", &["never-written", "kept"]) == Some(1),
    }
}

fn external(source: &mut Table) -> External {
    match source.one_of("external-references", &["refuse", "opaque"]) {
        Some(1) => External::Opaque,
        _ => External::Refuse,
    }
}

fn source_config(source: &mut Table, roots: Vec<RootConfig>) -> Option<SourceConfig> {
    let linked = source.string("linked");
    let argv = source.strings("command");
    let globs = source.strings("files");
    let timeout = source.string("timeout");
    let given = usize::from(linked.is_some())
        + usize::from(argv.is_some())
        + usize::from(globs.is_some() || (linked.is_none() && argv.is_none() && !roots.is_empty()));
    if given != 1 {
        source.problem("", format!("has {given} of `linked`, `command` and `files`, expected exactly one"));
        return None;
    }
    if argv.is_none() && timeout.is_some() {
        source.problem("timeout", "stands beside no `command`");
    }
    if !roots.is_empty() && (linked.is_some() || argv.is_some()) {
        source.problem("", "has a `[[root]]`, which belongs to a file source only");
    }
    if let Some(name) = linked {
        return Some(SourceConfig::Linked(name));
    }
    if let Some(argv) = argv {
        if argv.first().is_none_or(String::is_empty) {
            source.problem("command", "is empty, expected a program and its arguments");
        }
        let timeout = match timeout {
            None => DEFAULT_TIMEOUT,
            Some(text) => duration(&text).unwrap_or_else(|| {
                source.problem("timeout", format!("is `{text}`, expected such as `\"120s\"`, `\"500ms\"` or `\"2m\"`"));
                DEFAULT_TIMEOUT
            }),
        };
        return Some(SourceConfig::Command { argv, timeout });
    }
    Some(SourceConfig::Files { globs: globs.unwrap_or_default(), roots })
}

/// A positive whole number with a unit: `ms`, `s`, `m` or `h`.
fn duration(text: &str) -> Option<Duration> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let number: u64 = digits.parse().ok().filter(|number| *number > 0)?;
    let seconds = |factor: u64| number.checked_mul(factor).map(Duration::from_secs);
    match &text[digits.len()..] {
        "ms" => Some(Duration::from_millis(number)),
        "s" => seconds(1),
        "m" => seconds(60),
        "h" => seconds(3600),
        _ => None,
    }
}

fn root(mut table: Table, problems: &mut Vec<Diagnostic>) -> RootConfig {
    let key = table.string("key");
    if key.as_deref().is_some_and(|key| key.is_empty() || key == "event:") {
        table.problem("key", "is empty, expected `event:NAME` or the plain name of a header or envelope");
    }
    let file = table.string("file").unwrap_or_default();
    if file.is_empty() {
        table.problem("file", "is missing, expected a file in the project");
    }
    let pointer = table.string("pointer").unwrap_or_default();
    if !pointer.is_empty() && !pointer.starts_with('/') {
        table.problem("pointer", format!("is `{pointer}`, expected a JSON pointer such as `/$defs/NAME`"));
    }
    let by_key = if key.as_deref().is_some_and(|key| !key.starts_with("event:")) { 0 } else { 2 };
    let said = table.one_of("kind", &["header", "envelope", "event"]);
    let kind = match said.unwrap_or(by_key) {
        0 => RootKind::Header,
        1 => RootKind::Envelope,
        _ => RootKind::Event,
    };
    if said.is_some_and(|said| (said == 2) != (by_key == 2)) && key.is_some() {
        table.problem("kind", "does not fit the key: events have keys `event:NAME`, headers and envelopes plain names");
    }
    if kind != RootKind::Event && key.is_none() {
        table.problem("key", "is missing; a header or envelope needs a plain name");
    }
    let surface = table.boolean("surface").unwrap_or(false);
    let split = table.string("split");
    if kind != RootKind::Event && (surface || split.is_some()) {
        table.problem("kind", "is not event, but `surface` or `split` is given");
    }
    if split.is_some() && key.is_some() {
        table.problem("key", "stands beside `split`; the alternatives give the keys");
    }
    table.finish(problems);
    RootConfig { key, file, pointer, kind, surface, split }
}

fn raised(mut table: Table, problems: &mut Vec<Diagnostic>) -> BTreeSet<ChangeKind> {
    let mut raised = BTreeSet::new();
    for kind in ChangeKind::ALL {
        if let Some(verdict) = table.string(kind.name()) {
            if verdict == "version-bump" {
                raised.insert(*kind);
            } else {
                table.problem(
                    kind.name(),
                    format!("is `{verdict}`, expected `version-bump`: rules are tightened, never relaxed"),
                );
            }
        }
    }
    table.finish(problems);
    raised
}
