//! What the documents say is so: links lead somewhere, and the quoted run of the gate is today's.

#![allow(clippy::unwrap_used, reason = "a test fails where something is missing")]

use schemagate::catalog::Project;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn documents() -> Vec<PathBuf> {
    let markdown = |directory: &Path| {
        let entries = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect::<Vec<_>>()
    };
    [markdown(root()), markdown(&root().join("docs"))].concat()
}

#[test]
fn links_lead_to_files() {
    let mut checked = 0;
    for document in documents() {
        let text = std::fs::read_to_string(&document).unwrap();
        for (at, _) in text.match_indices("](") {
            let target = text[at + 2..].split(')').next().unwrap();
            let file = target.split('#').next().unwrap();
            if file.is_empty() || target.contains("://") {
                continue;
            }
            assert!(document.parent().unwrap().join(file).exists(), "{} links to {target}", document.display());
            checked += 1;
        }
    }
    assert!(checked > 8, "{checked} links");
}

/// What pages cite and quote in code: `schemagate …` to the end of the quotation, or of the line where it is indented.
fn invocations(text: &str) -> Vec<String> {
    let joined = text.replace("\\\n", " ");
    let mut found = Vec::new();
    for line in joined.lines() {
        let indented = line.strip_prefix("    ").map(|code| code.trim_start_matches("$ "));
        let quoted = line.split('`').skip(1).step_by(2);
        let commands = indented.into_iter().chain(quoted).filter_map(|code| code.strip_prefix("schemagate "));
        found.extend(commands.map(|command| command.split(" # ").next().unwrap().trim().to_owned()));
    }
    found
}

#[test]
fn quoted_commands_exist() {
    let mut checked = 0;
    for document in documents() {
        for command in invocations(&std::fs::read_to_string(&document).unwrap()) {
            let name = command.split(' ').next().unwrap();
            let help = Command::new(env!("CARGO_BIN_EXE_schemagate")).args([name, "--help"]).output().unwrap();
            assert!(help.status.success(), "{} quotes `schemagate {command}`", document.display());
            let help = String::from_utf8(help.stdout).unwrap();
            // Texts of options may hold anything, so only what stands outside of quotes is an option.
            let bare: String = command.split('"').step_by(2).collect();
            for option in bare.split(' ').filter(|word| word.starts_with("--")) {
                let option = option.split('=').next().unwrap();
                let known = help.split([' ', ',', '\n', '=']).any(|word| word == option);
                assert!(known, "{}: `schemagate {command}`: there is no `{option}`", document.display());
            }
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked} commands");
}

#[test]
fn cited_pages_exist() {
    let mut open = vec![root().join("src"), root().join("tests")];
    let mut checked = 0;
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            for (at, _) in text.match_indices("docs/") {
                let name = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
                let cited = text[at..].split(|c| !name(c)).next().unwrap().trim_end_matches('.');
                if cited.ends_with(".md") {
                    assert!(root().join(cited).is_file(), "{} cites {cited}", path.display());
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 20, "{checked} citations");
}

#[test]
fn the_quoted_check_is_what_check_says() {
    let project = Project::open(Some(root())).unwrap();
    let outcome = schemagate::gate::check(&project, Some(&schemagate::session::catalog())).unwrap();
    assert!(outcome.ok, "{:?}", outcome.findings);
    let readme = std::fs::read_to_string(root().join("README.md")).unwrap();
    assert!(
        readme.contains(&format!("ok: {}", outcome.message)),
        "README.md quotes another run than: {}",
        outcome.message
    );
}
