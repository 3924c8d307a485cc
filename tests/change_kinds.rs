//! Every row of the table of change kinds, run on its own example.

#![allow(clippy::unwrap_used, reason = "a test fails where something is missing")]

mod classify;

use classify::{Case, model};
use schemagate::compare::{ChangeKind, FURTHER, Options, Setting, compare_root, obligation_names};

/// Exactly the kind of the row comes out, both ways it is looked at: by itself, and with the same schema on both sides.
#[test]
fn an_example_of_a_kind_gives_exactly_that_kind() {
    for kind in ChangeKind::ALL {
        let example = kind.row().example;
        assert_eq!(kind.row().kind, *kind, "{} has its own row", kind.name());
        let mut case = Case { payload_version: Some("version"), ..Case::default() };
        let earlier = example.earlier.map(|schema| model(schema, &case));
        let before = example.before.map(|schema| model(schema, &case));
        match example.setting {
            Setting::Same => {}
            Setting::BecomesSurface => case.surface = true,
            Setting::KeepsUndeclared => case.kept = true,
        }
        let after = example.after.map(|schema| model(schema, &case));
        let side = |model: &'_ Option<schemagate::catalog::Model>| model.is_some();
        assert!(side(&before) || side(&after), "{} compares something", kind.name());
        let options = Options {
            earlier: earlier.iter().filter_map(|model| model.side("schema")).collect(),
            ..Options::default()
        };
        let (old, new) = (
            before.as_ref().and_then(|model| model.side("schema")),
            after.as_ref().and_then(|model| model.side("schema")),
        );
        let comparison = compare_root("schema", old, new, &options);
        let found: Vec<&str> = comparison.changes.iter().map(|change| change.kind.name()).collect();
        assert_eq!(found, [kind.name()]);
        assert!(comparison.changes.iter().all(|change| !change.message.is_empty() && change.paths > 0));
        for same in [old, new].into_iter().flatten() {
            assert!(compare_root("schema", Some(same), Some(same), &options).changes.is_empty());
        }
    }
}

#[test]
fn a_kind_is_found_by_its_name_and_documented() {
    for kind in ChangeKind::ALL {
        assert_eq!(ChangeKind::from_name(kind.name()), Some(*kind));
        let row = kind.row();
        for text in [row.when, row.means, row.action] {
            assert!(text.ends_with('.') && !text.contains("  "), "{}: {text}", kind.name());
        }
    }
    assert_eq!(ChangeKind::from_name("no-such-kind"), None);
}

#[test]
fn obligations_have_distinct_names() {
    let kinds = ChangeKind::ALL.iter().filter(|kind| kind.row().question.is_some()).count();
    assert_eq!(obligation_names().len(), kinds + FURTHER.len());
}
