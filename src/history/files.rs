//! Files of a project: listing and reading.

use super::codes::READ_FAILED;
use crate::graph::{Diagnostic, Error};
use std::io::ErrorKind;
use std::path::Path;

/// Paths of everything in a directory of the project, relative to the project, sorted; none where it is not there.
///
/// # Errors
/// `read-failed`.
pub(crate) fn list(root: &Path, directory: &str) -> Result<Vec<String>, Error> {
    stays_inside(root, directory)?;
    let entries = match std::fs::read_dir(root.join(directory)) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(failed(directory, &error.to_string())),
    };
    let mut paths = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| failed(directory, &error.to_string()))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        paths.push(if directory.is_empty() { name } else { format!("{directory}/{name}") });
    }
    paths.sort();
    Ok(paths)
}

/// The bytes of a regular file of the project.
///
/// # Errors
/// `read-failed`, also for a directory, a pipe, a device, or a link that leads outside the project.
pub(crate) fn read(root: &Path, path: &str) -> Result<Vec<u8>, Error> {
    let full = root.join(path);
    stays_inside(root, path)?;
    let metadata = full.metadata().map_err(|error| failed(path, &error.to_string()))?;
    if !metadata.is_file() {
        return Err(failed(path, "it is not a regular file"));
    }
    std::fs::read(full).map_err(|error| failed(path, &error.to_string()))
}

/// Refuses what a link leads out of the project: a check rests on the checkout alone.
fn stays_inside(root: &Path, path: &str) -> Result<(), Error> {
    let (Ok(root), Ok(full)) = (root.canonicalize(), root.join(path).canonicalize()) else { return Ok(()) };
    if full.starts_with(&root) { Ok(()) } else { Err(failed(path, "a link leads outside the project")) }
}

/// The error of a file that cannot be read.
pub(crate) fn failed(path: &str, why: &str) -> Error {
    Diagnostic::new(&READ_FAILED, format!("cannot be read: {why}")).in_file(path).into()
}
