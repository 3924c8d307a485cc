//! Writing several files as one step: everything is rendered before, the last file is the commit point.

use super::codes::{CHANGED_MEANWHILE, INTERRUPTED, OUTSIDE_OF_PROJECT, WRITE_FAILED};
use super::lock::Lock;
use super::stamp::{Stamp, TEMPORARY, leftovers};
use crate::graph::{Diagnostic, Error};
use std::fs::File;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// What a writing command is about to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WriteStep {
    /// Take the lock of the project.
    Lock,
    /// Write the temporary file that will become this one.
    Prepare(String),
    /// Put the temporary file in place of this one.
    Replace(String),
    /// Everything is in place.
    Done,
}

/// Told of every step before it is taken. `Break` stops there and leaves everything as a killed process would.
pub type Observe<'a> = dyn FnMut(&WriteStep) -> ControlFlow<()> + 'a;

/// Files to write, relative to the project, in the order in which they are put in place. The last is the commit point:
/// it is written even where nothing in it changes.
#[derive(Debug, Clone, Default)]
pub(super) struct Plan {
    files: Vec<(String, Vec<u8>)>,
}

impl Plan {
    /// Adds a file.
    pub fn add(&mut self, path: String, bytes: Vec<u8>) {
        self.files.push((path, bytes));
    }

    /// Drops the files that hold these bytes already.
    ///
    /// # Errors
    /// `outside-of-project`.
    pub fn settle(mut self, root: &Path) -> Result<Plan, Error> {
        let mut changed = Vec::new();
        for (path, bytes) in self.files.drain(..) {
            let same = std::fs::read(resolve(root, &path)?).is_ok_and(|old| old == bytes);
            if !same {
                changed.push((path, bytes));
            }
        }
        Ok(Plan { files: changed })
    }

    /// Paths of its files, in order.
    pub fn paths(&self) -> Vec<String> {
        self.files.iter().map(|(path, _)| path.clone()).collect()
    }

    /// Writes all of it, or nothing: an error before the first file is in place leaves the old state. `seen` is what the
    /// plan was made from.
    ///
    /// # Errors
    /// `project-locked`, `changed-meanwhile`, `outside-of-project`, `write-failed`, `interrupted`.
    pub fn write(&self, root: &Path, seen: &Stamp, observe: &mut Observe<'_>) -> Result<(), Error> {
        step(observe, WriteStep::Lock)?;
        let _lock = Lock::take(root)?;
        let changed = Stamp::take(root)?.differences(seen);
        if !changed.is_empty() {
            let message = format!("`{}` changed while this command ran", changed.join("`, `"));
            return Err(Error::new(&CHANGED_MEANWHILE, message));
        }
        for path in leftovers(root)? {
            std::fs::remove_file(root.join(&path)).map_err(|error| failed(&path, &error))?;
        }
        let mut prepared = Vec::new();
        for (path, bytes) in &self.files {
            let target = resolve(root, path)?;
            let stopped = step(observe, WriteStep::Prepare(path.clone()));
            let temporary = stopped.and_then(|()| prepare(&target, bytes).map_err(|error| failed(path, &error)));
            match temporary {
                Ok(temporary) => prepared.push((path, target, temporary)),
                Err(error) => return Err(abandon(error, prepared.into_iter().map(|(_, _, temporary)| temporary))),
            }
        }
        let mut waiting = prepared.into_iter();
        while let Some((path, target, temporary)) = waiting.next() {
            if let Err(error) = step(observe, WriteStep::Replace(path.clone())) {
                let rest = waiting.map(|(_, _, temporary)| temporary);
                return Err(abandon(error, std::iter::once(temporary).chain(rest)));
            }
            temporary.persist(&target).map_err(|error| failed(path, &error.error))?;
            sync_directory(&target);
        }
        step(observe, WriteStep::Done)
    }
}

fn step(observe: &mut Observe<'_>, step: WriteStep) -> Result<(), Error> {
    match observe(&step) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Error::new(&INTERRUPTED, format!("stopped before {step:?}"))),
    }
}

/// Leaves temporary files behind when stopped, as a killed process does; otherwise they go with their handles.
fn abandon(error: Error, temporaries: impl Iterator<Item = NamedTempFile>) -> Error {
    if error.first.code == &INTERRUPTED {
        for temporary in temporaries {
            // Where a file cannot be kept it is gone, which is one of the states a killed process can leave.
            let _ = temporary.keep();
        }
    }
    error
}

fn failed(path: &str, error: &std::io::Error) -> Error {
    Diagnostic::new(&WRITE_FAILED, format!("cannot be written: {error}")).in_file(path).into()
}

fn prepare(target: &Path, bytes: &[u8]) -> std::io::Result<NamedTempFile> {
    let directory = target.parent().unwrap_or(target);
    std::fs::create_dir_all(directory)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY.0).suffix(TEMPORARY.1);
    // Temporary files are private by default; these become files of the project.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut temporary = builder.tempfile_in(directory)?;
    temporary.write_all(bytes)?;
    temporary.as_file().sync_all()?;
    Ok(temporary)
}

/// Makes a rename durable where directories can be synchronised; elsewhere there is nothing to do.
fn sync_directory(target: &Path) {
    if let Some(Ok(directory)) = target.parent().map(File::open) {
        let _ = directory.sync_all();
    }
}

/// The place of a file behind all links; refused where that is outside the project.
pub(super) fn resolve(root: &Path, path: &str) -> Result<PathBuf, Error> {
    let outside = |at: &Path| -> Error {
        Diagnostic::new(&OUTSIDE_OF_PROJECT, format!("leads to {}, outside the project", at.display()))
            .in_file(path)
            .into()
    };
    let root = root.canonicalize().map_err(|error| failed(path, &error))?;
    let mut at = root.clone();
    for part in path.split('/') {
        at.push(part);
        if at.symlink_metadata().is_ok() {
            at = at.canonicalize().map_err(|error| failed(path, &error))?;
        }
        if !at.starts_with(&root) {
            return Err(outside(&at));
        }
    }
    Ok(at)
}
