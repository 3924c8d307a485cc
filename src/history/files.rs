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
/// `read-failed`, also for a directory, a pipe or a device.
pub(crate) fn read(root: &Path, path: &str) -> Result<Vec<u8>, Error> {
    let full = root.join(path);
    let metadata = full.metadata().map_err(|error| failed(path, &error.to_string()))?;
    if !metadata.is_file() {
        return Err(failed(path, "it is not a regular file"));
    }
    std::fs::read(full).map_err(|error| failed(path, &error.to_string()))
}

/// The error of a file that cannot be read.
pub(crate) fn failed(path: &str, why: &str) -> Error {
    Diagnostic::new(&READ_FAILED, format!("cannot be read: {why}")).in_file(path).into()
}
