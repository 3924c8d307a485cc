//! Sources, from a project on disk to its bundle.

#![allow(clippy::unwrap_used, reason = "a test fails where something is missing")]

use schemagate::catalog::{Bundle, Catalog, Loaded, Project};
use schemagate::graph::Error;
use std::path::Path;
use tempfile::TempDir;

/// A project with these files.
fn project(files: &[(&str, &str)]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = dir.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    dir
}

fn load(dir: &Path, linked: Option<&Catalog>) -> Result<Loaded, Error> {
    Project::open(Some(dir))?.load(linked)
}

fn refused(files: &[(&str, &str)]) -> String {
    let dir = project(files);
    load(dir.path(), None).unwrap_err().diagnostics().map(|d| format!("{d}\n")).collect()
}

const FORMAT: &str = "[format]\nname = 'notes'\n";

mod configuration {
    use super::*;
    use schemagate::catalog::{Config, SourceConfig, VersionAt};
    use schemagate::compare::ChangeKind;
    use std::time::Duration;

    fn problems(text: &str) -> Vec<String> {
        let error = Config::parse(text).unwrap_err();
        error.diagnostics().map(|d| d.message.clone()).collect()
    }

    #[test]
    fn every_key_is_read() {
        let config = Config::parse(
            "\u{feff}[format]\r\nname = 'n'\r\nversion = 'H#/ver~1sion'\r\nbody = 'data'\r\nevent-tag = 'kind'\r\n\
             payload-version = 'v'\r\nreserved-kinds = ['b', 'a']\r\nundeclared = 'kept'\r\nfinalized = 3\r\n\
             [source]\r\ncommand = ['x', 'y z']\r\ntimeout = '500ms'\r\nexternal-references = 'opaque'\r\nannotations = ['a']\r\n\
             [rules]\r\nroot-added = 'version-bump'\r\n",
        )
        .unwrap();
        let property = VersionAt::Property { root: "H".into(), property: "ver/sion".into() };
        assert_eq!(config.version, Some(property));
        assert_eq!((config.rules.body.as_str(), config.rules.event_tag.as_str()), ("data", "kind"));
        assert!(config.rules.undeclared_kept && config.finalized == Some(3));
        let argv = vec!["x".to_owned(), "y z".to_owned()];
        assert_eq!(config.source, SourceConfig::Command { argv, timeout: Duration::from_millis(500) });
        assert!(config.raised.contains(&ChangeKind::RootAdded));
    }

    #[test]
    fn everything_wrong_is_named_with_the_nearest_key() {
        let found = problems(
            "surprise = 1\n[format]\nnmae = 'n'\nversion = 'H'\nundeclared = 'no'\nevent-tag = ''\nfinalized = -1\n\
             [source]\nlinked = 'x'\ncomand = ['y']\ntimeout = '1s'\n[rules]\nroot-aded = 'version-bump'\nroot-removed = 'same-version'\n\
             [[root]]\nfile = 'x.json'\nkind = 'header'\n",
        );
        for expected in [
            "`surprise` is not a key of the configuration",
            "`format.nmae` is not a key of the configuration; did you mean `name`?",
            "`format.name` is missing",
            "`format.version` is `H`",
            "`format.undeclared` is `no`, expected `never-written` or `kept`",
            "`format.event-tag` is empty",
            "`format.finalized` is of type integer, expected an integer that is not negative",
            "`source.comand` is not a key of the configuration; did you mean `command`?",
            "`source.timeout` stands beside no `command`",
            "`source` has a `[[root]]`",
            "`rules.root-aded` is not a key of the configuration; did you mean `root-added`?",
            "`rules.root-removed` is `same-version`, expected `version-bump`",
            "`root[1].key` is missing",
        ] {
            assert!(found.iter().any(|f| f.starts_with(expected)), "{expected}\n{found:#?}");
        }
    }

    #[test]
    fn exactly_one_source() {
        for source in ["", "linked = 'a'\nfiles = ['b']", "files = 3"] {
            let found = problems(&format!("{FORMAT}[source]\n{source}\n"));
            assert!(found.iter().any(|f| f.contains("expected exactly one")), "{source}: {found:?}");
        }
        let found = problems(&format!("{FORMAT}[source]\ncommand = []\n"));
        assert!(found[0].contains("is empty"), "{found:?}");
        for timeout in ["", "0s", "5", "5 s", "-1s", "1d", "99999999999999999999h"] {
            let found = problems(&format!("{FORMAT}[source]\ncommand = ['x']\ntimeout = '{timeout}'\n"));
            assert!(found[0].contains("`source.timeout` is"), "{timeout}: {found:?}");
        }
    }

    #[test]
    fn what_asserts_is_never_an_annotation() {
        for keyword in ["if", "minimum", "$ref", "x-persistence-source", "x-kubernetes-validations"] {
            let found = problems(&format!("{FORMAT}[source]\nfiles = ['a']\nannotations = ['unit', '{keyword}']\n"));
            assert_eq!(
                found,
                [format!(
                    "`source.annotations` names `{keyword}`, which asserts something: it can never be an annotation"
                )]
            );
        }
    }

    #[test]
    fn projects_are_found_and_failures_named() {
        let dir = project(&[("schemagate.toml", "[format]\nname = 'n'\n[source]\nlinked = 'x'\n")]);
        assert!(Project::open(Some(dir.path())).is_ok());
        let code = |dir: &Path| Project::open(Some(dir)).unwrap_err().first.code.name;
        let empty = tempfile::tempdir().unwrap();
        assert_eq!(code(empty.path()), "no-project");
        assert_eq!(code(&empty.path().join("missing")), "no-project");
        std::fs::create_dir(empty.path().join("schemagate.toml")).unwrap();
        assert_eq!(code(empty.path()), "configuration-unreadable");
        for (text, expected) in [
            (&b"\xff"[..], "configuration-unreadable"),
            (b"[format", "invalid-configuration"),
            (b"", "invalid-configuration"),
        ] {
            let dir = tempfile::tempdir().unwrap();
            std::fs::write(dir.path().join("schemagate.toml"), text).unwrap();
            assert_eq!(code(dir.path()), expected);
        }
    }

    #[test]
    fn finalized_is_set_and_comments_stay() {
        let text = "# why\n[format] # the format\nname = 'n'\nfinalized = 3 # latest\n\n[source]\nlinked = 'x'\n";
        let dir = project(&[("schemagate.toml", text)]);
        let opened = Project::open(Some(dir.path())).unwrap();
        assert_eq!(opened.with_finalized(4).unwrap(), text.replace("= 3", "= 4"));
        let dir = project(&[("schemagate.toml", &text.replace("finalized = 3 # latest\n", ""))]);
        let opened = Project::open(Some(dir.path())).unwrap();
        assert_eq!(opened.with_finalized(4).unwrap(), text.replace("finalized = 3 # latest", "finalized = 4"));
    }
}

mod files {
    use super::*;

    const EVENT: &str = r##"{"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
        "properties": {"type": {"const": "note"}, "of": {"$ref": "../types/t.json#/$defs/T"}}, "required": ["type"]}"##;
    const TYPES: &str =
        r#"{"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": {"T": {"type": "string"}}}"#;

    #[test]
    fn globs_roots_and_splits() {
        let config = format!(
            "{FORMAT}version = 2\n[source]\nfiles = ['schemas/*.json']\n[[root]]\nkey = 'Header'\nfile = './types/t.json'\npointer = '/$defs/T'\n\
             [[root]]\nfile = 'union.json'\nsplit = 'type'\nsurface = true\n"
        );
        let union = r#"{"$schema": "https://json-schema.org/draft/2020-12/schema",
            "oneOf": [{"properties": {"type": {"const": "a"}}}, {"properties": {"type": {"const": "b/c"}}}]}"#;
        let dir = project(&[
            ("schemagate.toml", &config),
            ("schemas/note.json", EVENT),
            ("schemas/deep/other.json", "nothing"),
            ("types/t.json", TYPES),
            ("union.json", union),
        ]);
        let Bundle { roots, defs, format, dialect, .. } = load(dir.path(), None).unwrap().bundle;
        assert_eq!(roots.keys().collect::<Vec<_>>(), ["Header", "event:a", "event:b/c", "event:note"]);
        assert!(roots["event:a"].surface && !roots["event:note"].surface);
        assert_eq!(roots["event:note"].source.as_deref(), Some("schemas/note.json"));
        assert_eq!(defs.keys().collect::<Vec<_>>(), ["T"]);
        assert_eq!((format.version, dialect.as_deref()), (Some(2), Some("2020-12")));
    }

    #[test]
    fn definitions_alone_are_roots_each() {
        let config = format!("{FORMAT}[source]\nfiles = ['*.json']\n");
        let dir = project(&[
            ("schemagate.toml", &config),
            ("t.json", r#"{"$defs": {"a": {}, "v2": {"b": {"type": "null"}}}}"#),
        ]);
        let loaded = load(dir.path(), None).unwrap();
        assert_eq!(loaded.bundle.roots.keys().collect::<Vec<_>>(), ["event:a", "event:v2/b"]);
    }

    #[test]
    fn own_files_are_no_source() {
        let config = format!("{FORMAT}[source]\nfiles = ['**/*.json']\n");
        let dir = project(&[
            ("schemagate.toml", &config),
            ("a.json", "{}"),
            ("catalog/schema.json", "{"),
            ("acknowledgements/x.schema.json", "{"),
        ]);
        assert_eq!(load(dir.path(), None).unwrap().bundle.roots.keys().collect::<Vec<_>>(), ["event:a"]);
    }

    #[test]
    fn every_failure_is_named() {
        let with = |source: &str, files: &[(&str, &str)]| {
            let config = format!("{FORMAT}[source]\n{source}\n");
            let mut all = vec![("schemagate.toml", config.as_str())];
            all.extend(files);
            refused(&all)
        };
        for (source, files, expected) in [
            ("files = ['x/*.json']", vec![], "no-roots: schemagate.toml#source.files: `x/*.json` matches no file"),
            ("files = ['../*.json']", vec![], "outside-project: schemagate.toml#source.files"),
            ("files = ['/etc/*.json']", vec![], "outside-project"),
            ("files = ['[']", vec![], "invalid-configuration: schemagate.toml#source.files: `[` is no glob"),
            ("files = ['*.json']", vec![("a.json", "{")], "invalid-json: a.json#1:2"),
            ("files = ['*.json']", vec![("a.json", "")], "invalid-json: a.json#1:1"),
            ("files = ['*.json']", vec![("a.json", r#"{"schemagate": 1}"#)], "invalid-root: a.json: is a bundle"),
            ("files = ['**/a.json']", vec![("a.json", "{}"), ("b/a.json", "{}")], "duplicate-root: b/a.json"),
            ("files = ['*.json']", vec![("a.json", r#"{"$ref": "https://x.y"}"#)], "remote-reference: a.json#/$ref"),
            ("files = ['*.json']", vec![("a.json", r#"{"$ref": "b.jsn"}"#)], "unresolved-reference: a.json#/$ref"),
            ("files = ['a/*.json']", vec![("a/a.json", r#"{"$ref": "../../b"}"#)], "remote-reference: a/a.json#/$ref"),
            ("[[root]]\nfile = 'none.json'", vec![], "source-unreadable: none.json: there is no such file"),
            ("[[root]]\nfile = 'd'", vec![("d/x", "")], "source-unreadable: d: is a directory"),
            ("[[root]]\nfile = 'a.json'\npointer = '/x'", vec![("a.json", "{}")], "invalid-root: a.json#/x"),
            (
                "[[root]]\nfile = 'a.json'\nsplit = 'type'",
                vec![("a.json", "{}")],
                "invalid-root: a.json#: has an alternative",
            ),
        ] {
            let found = with(source, &files);
            assert!(found.starts_with(expected), "{source} {files:?}\n{found}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_that_leave_the_project_are_refused() {
        let outside = project(&[("secret.json", "{}")]);
        let config = format!("{FORMAT}[source]\nfiles = ['*.json']\n");
        let dir = project(&[("schemagate.toml", &config)]);
        std::os::unix::fs::symlink(outside.path().join("secret.json"), dir.path().join("a.json")).unwrap();
        assert!(load(dir.path(), None).unwrap_err().to_string().starts_with("outside-project: a.json"));
        std::fs::remove_file(dir.path().join("a.json")).unwrap();
        std::os::unix::fs::symlink(outside.path(), dir.path().join("d")).unwrap();
        std::fs::write(dir.path().join("b.json"), r#"{"$ref": "d/secret.json"}"#).unwrap();
        assert!(load(dir.path(), None).unwrap_err().to_string().starts_with("outside-project: d/secret.json"));
    }

    #[test]
    fn external_references_may_be_opaque() {
        let config = format!("{FORMAT}[source]\nfiles = ['*.json']\nexternal-references = 'opaque'\n");
        let dir = project(&[("schemagate.toml", &config), ("a.json", r#"{"items": {"$ref": "https://x.y/z"}}"#)]);
        let loaded = load(dir.path(), None).unwrap();
        assert_eq!(loaded.bundle.roots["event:a"].schema.compact(), r#"{"items":{"$ref":"https://x.y/z"}}"#);
    }

    #[test]
    fn bytes_do_not_depend_on_spelling() {
        let config = format!("{FORMAT}[source]\nfiles = ['*.json']\n");
        let one = project(&[("schemagate.toml", &config), ("a.json", r#"{"type": "object", "minProperties": 1.0}"#)]);
        let two = project(&[
            ("schemagate.toml", &config.replace('\n', "\r\n")),
            ("a.json", "\u{feff}{\r\n\"minProperties\": 1,\r\n\"type\": \"object\"}\r\n"),
        ]);
        let bytes = |dir: &TempDir| load(dir.path(), None).unwrap().bundle.bytes();
        assert_eq!(bytes(&one), bytes(&two));
    }
}

#[cfg(unix)]
mod command {
    use super::*;

    #[test]
    fn bundle_takes_its_rules_from_the_configuration() {
        let config = "[format]\nname = 'n'\nbody = 'data'\nversion = 'H#/v'\n[source]\ncommand = ['./print', 'x']\n";
        let with = |format: &str| {
            let script = format!(
                "#!/bin/sh\ncat <<'END'\n{{\"schemagate\": 1, \"format\": {format}, \"roots\": {{\"H\": {{\"kind\": \"header\",\n\"schema\": {{\"properties\": {{\"v\": {{\"const\": 7}}}}}}}}}}}}\nEND\n"
            );
            let dir = project(&[("schemagate.toml", config), ("print", &script)]);
            let print = dir.path().join("print");
            std::fs::set_permissions(&print, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
            load(dir.path(), None).map(|loaded| loaded.bundle.format).map_err(|error| error.to_string())
        };
        let format = with(r#"{"name": "other"}"#).unwrap();
        assert_eq!((format.name.as_str(), format.rules.body.as_str(), format.version), ("n", "data", Some(7)));
        assert!(with(r#"{"name": "n", "body": "data"}"#).is_ok());
        assert!(
            with(r#"{"name": "n", "body": "load"}"#)
                .unwrap_err()
                .starts_with("invalid-bundle: standard output of `./print x`#/format")
        );
    }
}
