//! The real program, killed at random moments, against rivals, on a full disk.
#![allow(clippy::unwrap_used)]

mod project;

use project::{Sandbox, code, codes, explained};
use schemagate::gate::Mode;
use std::process::{Command, Stdio};
use std::time::Instant;

const NEXT: &str = "2026-09-18-label";

fn binary(sandbox: &Sandbox, id: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_schemagate"));
    let text = "A text of more than twenty characters.";
    command.arg("--project").arg(sandbox.root()).args(["acknowledge", id]);
    for flag in ["--summary", "--compatibility", "--verification"] {
        command.args([flag, text]);
    }
    command.arg("--answer").arg(format!("optional-property-added={text}"));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

#[test]
fn killed_at_random_moments() {
    let sandbox = Sandbox::changed();
    let start = sandbox.tree();
    let before = codes(&sandbox.check());
    let begin = Instant::now();
    assert!(binary(&sandbox, NEXT).status().unwrap().success());
    let whole = begin.elapsed();
    assert!(sandbox.check().ok);
    let mut seed: u64 = 0x9e37_79b9_7f4a_7c15;
    let (mut finished, mut left) = (0, 0);
    for _ in 0..200 {
        sandbox.restore(&start);
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let share = (seed >> 40) as f64 / (1u64 << 24) as f64;
        let mut child = binary(&sandbox, NEXT).spawn().unwrap();
        std::thread::sleep(whole.mul_f64(share * 1.2));
        child.kill().unwrap();
        child.wait().unwrap();
        let outcome = explained(&sandbox, &before);
        if outcome.ok {
            finished += 1;
            continue;
        }
        left += usize::from(code(&outcome) != before[0]);
        let outcome = sandbox.acknowledge(NEXT, Mode::New).unwrap();
        assert!(outcome.ok, "{outcome:?}");
        assert!(sandbox.check().ok);
    }
    println!("200 kills: {finished} after the end, {left} with something left");
}

#[test]
fn two_at_once() {
    for round in 0..10 {
        let sandbox = Sandbox::changed();
        let ids = ["2026-09-18-one", "2026-09-18-two"];
        let children = ids.map(|id| binary(&sandbox, id).spawn().unwrap());
        let mut codes = children.map(|mut child| child.wait().unwrap().code());
        codes.sort();
        assert_eq!(codes, [Some(0), Some(1)], "round {round}");
        assert!(sandbox.check().ok);
    }
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_old_state() {
    let sandbox = Sandbox::changed();
    let before = sandbox.tree();
    let command = binary(&sandbox, NEXT);
    let line = std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| format!("'{}'", word.to_string_lossy()));
    let script = format!("trap '' XFSZ; ulimit -f 0; exec {}", line.collect::<Vec<_>>().join(" "));
    let output = Command::new("sh").args(["-c", &script]).stdin(Stdio::null()).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("write-failed"), "{said}");
    assert_eq!(sandbox.tree(), before);
}
