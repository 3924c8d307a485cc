//! One writer at a time: a lock of the operating system, which ends with its process.

use super::codes::{PROJECT_LOCKED, WRITE_FAILED};
use crate::graph::{Diagnostic, Error};
use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long another writer is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// Name of the file that is locked where a directory cannot be.
const LOCK_FILE: &str = ".schemagate.lock";

/// The lock of a project; dropping it lets the next writer in.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock, waiting for another writer to end.
    ///
    /// # Errors
    /// `project-locked` when the other writer does not end, `write-failed` where nothing can be locked.
    pub fn take(root: &Path) -> Result<Lock, Error> {
        // The directory itself leaves no file behind; where it cannot be locked, a file beside schemagate.toml is.
        let directory = File::open(root).and_then(|file| try_until(file, Instant::now() + PATIENCE));
        let locked = directory.or_else(|_| {
            let file = OpenOptions::new().create(true).truncate(false).write(true).open(root.join(LOCK_FILE))?;
            try_until(file, Instant::now() + PATIENCE)
        });
        match locked {
            Ok(Some(file)) => Ok(Lock { _file: file }),
            Ok(None) => Err(Error::new(&PROJECT_LOCKED, "another command holds the lock of this project")),
            Err(error) => Err(Diagnostic::new(&WRITE_FAILED, format!("the project cannot be locked: {error}")).into()),
        }
    }
}

/// `None` where somebody else still holds the lock at that time.
fn try_until(file: File, end: Instant) -> std::io::Result<Option<File>> {
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) if Instant::now() >= end => return Ok(None),
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
        }
    }
}
