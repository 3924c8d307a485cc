//! What the documents say is so: links lead somewhere, and the quoted run of the gate is today's.

#![allow(clippy::unwrap_used, reason = "a test fails where something is missing")]

use schemagate::catalog::Project;
use std::path::{Path, PathBuf};

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
