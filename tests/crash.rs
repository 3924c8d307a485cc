//! Writing is all or nothing, or names what is left: stops at every step, real kills, rivals, a full disk, links.
#![allow(clippy::unwrap_used)]

mod project;

use project::{BASE, Sandbox, codes, explained, on, request, somebody};
use schemagate::Error;
use schemagate::gate::{self, Acknowledge, Mode, WriteStep};
use std::ops::ControlFlow;
use std::time::Duration;

const NEXT: &str = "2026-09-18-label";

/// Runs with a stop before that step; whether it got that far.
fn stopped_at(step: usize, run: impl FnOnce(&mut gate::Observe<'_>)) -> bool {
    let mut seen = 0;
    run(&mut |_: &WriteStep| {
        seen += 1;
        if seen > step { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    seen > step
}

#[test]
fn acknowledge_stopped_at_every_step() {
    let sandbox = Sandbox::changed();
    let start = sandbox.tree();
    let before = codes(&sandbox.check());
    let mut steps = 0;
    while stopped_at(steps, |observe| {
        drop(gate::acknowledge(&sandbox.project(), None, &request(NEXT), &mut somebody, observe))
    }) {
        explained(&sandbox, &before);
        if sandbox.path(&format!("acknowledgements/{NEXT}.toml")).exists() {
            assert!(sandbox.check().ok, "the record is the commit point");
        } else {
            let outcome = sandbox.acknowledge(NEXT, Mode::New).unwrap();
            assert!(outcome.ok, "the same command finishes: {outcome:?}");
        }
        let outcome = sandbox.check();
        assert!(outcome.ok, "{outcome:?}");
        sandbox.restore(&start);
        steps += 1;
    }
    assert!(steps >= 10, "lock, five files twice, done: {steps}");
}

#[test]
fn generate_removes_what_an_interrupted_command_left() {
    let sandbox = Sandbox::changed();
    stopped_at(3, |observe| drop(gate::acknowledge(&sandbox.project(), None, &request(NEXT), &mut somebody, observe)));
    let outcome = sandbox.check();
    assert_eq!(codes(&outcome), ["unfinished-write"]);
    assert!(outcome.findings[0].help.contains("`schemagate generate`"));
    sandbox.generate();
    assert_eq!(codes(&sandbox.check()), ["unacknowledged-changes"]);
}

#[test]
fn update_stopped_at_every_step() {
    let sandbox = Sandbox::changed();
    sandbox.acknowledge(NEXT, Mode::New).unwrap();
    sandbox.write(
        "events/list.json",
        &project::event("list", r#""title": {"type": "string"}, "size": {"type": "number"}"#, ""),
    );
    let start = sandbox.tree();
    let before = codes(&sandbox.check());
    let update = Acknowledge { mode: Mode::Update, ..request(NEXT) };
    let mut steps = 0;
    while stopped_at(steps, |observe| {
        drop(gate::acknowledge(&sandbox.project(), None, &update, &mut somebody, observe))
    }) {
        explained(&sandbox, &before);
        if !sandbox.check().ok {
            assert!(sandbox.acknowledge(NEXT, Mode::Update).unwrap().ok);
        }
        assert!(sandbox.check().ok);
        sandbox.restore(&start);
        steps += 1;
    }
    assert!(steps >= 10, "{steps}");
}

#[test]
fn finalize_stopped_at_every_step() {
    let sandbox = Sandbox::new();
    let start = sandbox.tree();
    let mut steps = 0;
    while stopped_at(steps, |observe| drop(gate::finalize(&sandbox.project(), None, None, observe))) {
        explained(&sandbox, &[]);
        if sandbox.project().config.finalized.is_none() {
            sandbox.generate();
            assert!(sandbox.finalize(None).unwrap().ok);
        }
        assert!(sandbox.check().ok);
        sandbox.restore(&start);
        steps += 1;
    }
    assert_eq!(steps, 6);
}

#[test]
fn init_stopped_at_every_step() {
    let source = gate::InitSource::Files(vec!["events/*.json".to_owned()]);
    let mut steps = 0;
    loop {
        let sandbox = Sandbox::bare();
        sandbox.remove("schemagate.toml");
        let more = stopped_at(steps, |observe| drop(gate::init(sandbox.root(), None, &source, BASE, observe)));
        if !more {
            break;
        }
        if sandbox.path("schemagate.toml").exists() {
            explained(
                &sandbox,
                &["catalog-missing", "baseline-missing", "unfinished-write", "snapshot-without-record"],
            );
            sandbox.generate();
            if !sandbox.path(&format!("acknowledgements/{BASE}.toml")).exists() {
                assert!(sandbox.acknowledge(BASE, Mode::Baseline).unwrap().ok);
            }
        } else {
            let outcome = gate::init(sandbox.root(), None, &source, BASE, &mut on).unwrap();
            assert!(outcome.ok, "{outcome:?}");
        }
        let outcome = sandbox.check();
        assert!(outcome.ok, "{outcome:?}");
        steps += 1;
    }
    assert!(steps >= 15, "{steps}");
}

#[test]
fn who_decided_from_an_older_state_does_not_write() {
    let sandbox = Sandbox::changed();
    let mut rival = false;
    let error = gate::acknowledge(&sandbox.project(), None, &request(NEXT), &mut somebody, &mut |step| {
        if *step == WriteStep::Lock {
            rival = sandbox.acknowledge("2026-09-17-rival", Mode::New).unwrap().ok;
        }
        ControlFlow::Continue(())
    })
    .unwrap_err();
    assert!(rival);
    assert_eq!(error.first.code.name, "changed-meanwhile");
    assert!(error.first.message.contains("acknowledgements/2026-09-17-rival.toml"), "{error}");
    let text = kept(&error);
    assert!(text.contains("summary = \"Looked at with care"), "{text}");
    assert!(sandbox.check().ok);
    assert!(!sandbox.path(&format!("acknowledgements/{NEXT}.toml")).exists());
}

#[test]
fn a_rival_waits_for_the_lock() {
    let sandbox = Sandbox::changed();
    let rival = std::thread::scope(|scope| {
        let mut rival = None;
        gate::acknowledge(&sandbox.project(), None, &request(NEXT), &mut somebody, &mut |step| {
            if matches!(step, WriteStep::Replace(_)) && rival.is_none() {
                let sandbox = &sandbox;
                let (decided, waits) = std::sync::mpsc::channel();
                rival = Some(scope.spawn(move || {
                    let request = request("2026-09-17-rival");
                    gate::acknowledge(&sandbox.project(), None, &request, &mut somebody, &mut |step| {
                        if *step == WriteStep::Lock {
                            decided.send(()).unwrap();
                        }
                        ControlFlow::Continue(())
                    })
                }));
                waits.recv().unwrap();
                std::thread::sleep(Duration::from_millis(50));
            }
            ControlFlow::Continue(())
        })
        .unwrap();
        rival.unwrap().join().unwrap()
    });
    let error = rival.unwrap_err();
    assert_eq!(error.first.code.name, "changed-meanwhile");
    kept(&error);
    assert!(sandbox.check().ok);
}

#[cfg(unix)]
#[test]
fn links_do_not_lead_out_of_the_project() {
    for directory in ["acknowledgements", "catalog"] {
        let outside = tempfile::tempdir().unwrap();
        let sandbox = Sandbox::changed();
        let elsewhere = outside.path().join(directory);
        std::fs::rename(sandbox.path(directory), &elsewhere).unwrap();
        std::os::unix::fs::symlink(&elsewhere, sandbox.path(directory)).unwrap();
        let files = || std::fs::read_dir(&elsewhere).unwrap().count();
        let before = files();
        let error = sandbox.acknowledge(NEXT, Mode::New).unwrap_err();
        assert_eq!(error.first.code.name, "read-failed", "{error}");
        assert_eq!(files(), before);
        assert!(!sandbox.path(&format!("acknowledgements/{NEXT}.toml")).exists());
    }
    // A link inside the project is followed.
    let sandbox = Sandbox::changed();
    std::fs::rename(sandbox.path("catalog"), sandbox.path("elsewhere")).unwrap();
    std::os::unix::fs::symlink("elsewhere", sandbox.path("catalog")).unwrap();
    assert!(sandbox.acknowledge(NEXT, Mode::New).unwrap().ok);
    assert!(sandbox.path("catalog").is_symlink() && sandbox.check().ok);
}

/// What a person wrote in an editor before the command was refused; it is in a file that the refusal names.
fn kept(error: &Error) -> String {
    let path = error.first.help.split('`').find_map(|part| part.strip_prefix("--from ")).unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    std::fs::remove_file(path).unwrap();
    text
}

#[test]
fn written_files_are_readable_by_others() {
    let sandbox = Sandbox::changed();
    gate::acknowledge(&sandbox.project(), None, &request(NEXT), &mut somebody, &mut on).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &str| sandbox.path(path).metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&format!("acknowledgements/{NEXT}.toml")), mode("header.json"));
    }
}
