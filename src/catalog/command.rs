//! Command source: a program that prints a bundle (docs/sources.md, Command).

use super::bundle::Bundle;
use super::codes::{COMMAND_FAILED, COMMAND_TIMEOUT};
use super::origins::Origins;
use super::source::Loaded;
use crate::graph::{Code, Error};
use std::collections::VecDeque;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// Lines of standard error that an error quotes.
const LINES: usize = 10;

/// Bytes of standard error that are kept for that.
const KEPT: usize = 16 * 1024;

/// What a command may print at most.
const LIMIT: usize = 256 * 1024 * 1024;

/// How often a running command is looked at.
const TICK: Duration = Duration::from_millis(20);

/// Runs the command in the project root and reads the bundle it prints.
///
/// # Errors
/// `command-failed`, `command-timeout`, and those of reading a bundle.
pub(super) fn load(root: &Path, argv: &[String], timeout: Duration) -> Result<Loaded, Error> {
    let mut run = Run { shown: argv.join(" "), printed: Vec::new(), said: VecDeque::new() };
    let status = run.follow(start(root, argv, &run.shown)?, timeout)?;
    if !status.success() {
        return Err(run.refuse(&COMMAND_FAILED, format!("ended with {status}")));
    }
    let output = format!("standard output of `{}`", run.shown);
    match Bundle::parse(&run.printed) {
        Ok(mut bundle) => {
            bundle.origins = Origins::read_from(output);
            Ok(Loaded { bundle, ..Loaded::default() })
        }
        Err(mut error) => {
            let said = run.last_lines();
            error.first.message.push_str(&said);
            Err(error.in_file(&output))
        }
    }
}

fn start(root: &Path, argv: &[String], shown: &str) -> Result<Child, Error> {
    let Some((program, arguments)) = argv.split_first() else {
        return Err(Error::new(&COMMAND_FAILED, "is empty"));
    };
    // A path of a program is relative to the project, as everything in the configuration is.
    let relative = program.contains('/') && !program.starts_with('/');
    let mut command = if relative { Command::new(root.join(program)) } else { Command::new(program) };
    command.args(arguments).current_dir(root).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn().map_err(|error| Error::new(&COMMAND_FAILED, format!("`{shown}` cannot be started: {error}")))
}

enum Piece {
    Out(Vec<u8>),
    OutEnd,
    Err(Vec<u8>),
    ErrEnd,
}

struct Run {
    shown: String,
    printed: Vec<u8>,
    said: VecDeque<u8>,
}

impl Run {
    /// Reads both streams until they end and the program has ended; stops it when the time is over.
    fn follow(&mut self, mut child: Child, timeout: Duration) -> Result<ExitStatus, Error> {
        let end = Instant::now() + timeout;
        let pieces = pump(&mut child);
        let (mut out_open, mut err_open) = (true, true);
        let mut ended: Option<(ExitStatus, Instant)> = None;
        loop {
            match pieces.recv_timeout(TICK) {
                Ok(Piece::Out(bytes)) => self.printed.extend(bytes),
                Ok(Piece::Err(bytes)) => self.hear(&bytes),
                Ok(Piece::OutEnd) => out_open = false,
                Ok(Piece::ErrEnd) => err_open = false,
                Err(RecvTimeoutError::Timeout) => {}
                // Both ends were reported: only the program itself is left to wait for.
                Err(RecvTimeoutError::Disconnected) => std::thread::sleep(TICK),
            }
            if self.printed.len() > LIMIT {
                stop(&mut child);
                return Err(self.refuse(&COMMAND_FAILED, format!("printed more than {LIMIT} bytes")));
            }
            if ended.is_none() {
                match child.try_wait() {
                    Ok(status) => ended = status.map(|status| (status, Instant::now())),
                    Err(error) => return Err(self.refuse(&COMMAND_FAILED, format!("cannot be waited for: {error}"))),
                }
            }
            if let Some((status, since)) = ended {
                // Something it left running may hold standard error open; its own words are here by now.
                let heard = !err_open || since.elapsed() > TICK * 10;
                if heard && !(status.success() && out_open) {
                    return Ok(status);
                }
            }
            if Instant::now() >= end {
                stop(&mut child);
                return Err(self.refuse(&COMMAND_TIMEOUT, format!("did not end within {timeout:?} and was stopped")));
            }
        }
    }

    /// Passes standard error through and keeps its end.
    fn hear(&mut self, bytes: &[u8]) {
        // Whoever closed our standard error does not want to hear it.
        let _ = std::io::stderr().write_all(bytes);
        self.said.extend(bytes);
        let over = self.said.len().saturating_sub(KEPT);
        self.said.drain(..over);
    }

    fn last_lines(&self) -> String {
        let bytes: Vec<u8> = self.said.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        if lines.is_empty() {
            return String::new();
        }
        let last = &lines[lines.len().saturating_sub(LINES)..];
        format!("\nlast lines of its standard error:\n{}", last.join("\n"))
    }

    fn refuse(&self, code: &'static Code, message: String) -> Error {
        Error::new(code, format!("`{}` {message}{}", self.shown, self.last_lines()))
    }
}

/// One thread for each stream, so that neither can block the other. They end with their streams.
fn pump(child: &mut Child) -> Receiver<Piece> {
    let (sender, receiver) = channel();
    if let Some(out) = child.stdout.take() {
        let sender = sender.clone();
        std::thread::spawn(move || forward(out, &sender, Piece::Out, Piece::OutEnd));
    }
    if let Some(err) = child.stderr.take() {
        std::thread::spawn(move || forward(err, &sender, Piece::Err, Piece::ErrEnd));
    }
    receiver
}

fn forward(mut stream: impl Read, sender: &Sender<Piece>, piece: fn(Vec<u8>) -> Piece, end: Piece) {
    let mut buffer = vec![0; 64 * 1024];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => {
                if sender.send(piece(buffer[..count].to_vec())).is_err() {
                    return;
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    let _ = sender.send(end);
}

/// Ends the program and, where process groups exist, everything it started.
fn stop(child: &mut Child) {
    #[cfg(unix)]
    {
        let group = format!("-{}", child.id());
        let quiet = || Stdio::null();
        let kill = Command::new("kill").args(["-KILL", "--", &group]).stdout(quiet()).stderr(quiet()).status();
        // Without a `kill` program the child alone is ended below.
        let _ = kill;
    }
    let _ = child.kill();
    let _ = child.wait();
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn run(script: &str, timeout: u64) -> Result<usize, String> {
        let argv = ["sh", "-c", script].map(str::to_owned);
        let loaded = load(&std::env::temp_dir(), &argv, Duration::from_millis(timeout));
        loaded.map(|loaded| loaded.bundle.roots.len()).map_err(|error| error.to_string())
    }

    const BUNDLE: &str =
        r#"{"schemagate": 1, "format": {"name": "n"}, "roots": {"H": {"kind": "header", "schema": true}}}"#;

    #[test]
    fn reads_what_is_printed() {
        assert_eq!(run(&format!("echo '{BUNDLE}'"), 10_000), Ok(1));
        let noisy = "head -c 200000 /dev/zero | tr '\\0' ' '";
        assert_eq!(run(&format!("{noisy}; {noisy} >&2; echo '{BUNDLE}'"), 20_000), Ok(1));
        assert_eq!(run(&format!("sleep 5 >&2 & echo '{BUNDLE}'"), 4_000), Ok(1));
    }

    #[test]
    fn failures_quote_standard_error() {
        let failed = run("echo one >&2; echo two >&2; exit 3", 10_000).unwrap_err();
        assert!(failed.contains("command-failed") && failed.contains("exit status: 3"), "{failed}");
        assert!(failed.ends_with("one\ntwo"), "{failed}");
        let broken = run("echo why >&2; echo '{'", 10_000).unwrap_err();
        assert!(broken.contains("invalid-json") && broken.contains("why"), "{broken}");
        assert!(run("true", 10_000).unwrap_err().contains("invalid-json"));
        let missing = load(&std::env::temp_dir(), &["./no-such-program".to_owned()], Duration::from_secs(1));
        assert!(missing.unwrap_err().to_string().contains("cannot be started"));
    }

    #[test]
    fn time_is_limited_for_the_whole_group() {
        let before = Instant::now();
        let late = run("echo slow >&2; sleep 30 & sleep 30", 300).unwrap_err();
        assert!(late.contains("command-timeout") && late.contains("slow"), "{late}");
        assert!(before.elapsed() < Duration::from_secs(10));
    }
}
