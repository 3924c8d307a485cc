//! What a command decides from: the bytes of the project's own files, and leftovers of interrupted writes.

use crate::graph::{Digest, Error};
use crate::history::files::{list, read};
use std::collections::BTreeMap;
use std::path::Path;

/// Directories that commands write to, relative to the project; the empty one is the project itself.
const DIRECTORIES: [&str; 4] = ["", "acknowledgements", "acknowledgements/finalized", "catalog"];

/// How names of temporary files start and end.
pub(super) const TEMPORARY: (&str, &str) = (".schemagate-", ".tmp");

/// Digests of the files that commands decide from, by path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stamp(BTreeMap<String, Digest>);

impl Stamp {
    /// Reads them.
    ///
    /// # Errors
    /// `read-failed`.
    pub fn take(root: &Path) -> Result<Stamp, Error> {
        let mut files = BTreeMap::new();
        for directory in DIRECTORIES {
            for path in list(root, directory)? {
                // The project's own directory holds whatever else the user has.
                if (directory.is_empty() && path != crate::catalog::CONFIG_FILE) || is_temporary(&path) {
                    continue;
                }
                if root.join(&path).is_file() {
                    let digest = Digest::of(&read(root, &path)?);
                    files.insert(path, digest);
                }
            }
        }
        Ok(Stamp(files))
    }

    /// The files that differ between two stamps.
    pub fn differences(&self, other: &Stamp) -> Vec<String> {
        let all = self.0.keys().chain(other.0.keys().filter(|path| !self.0.contains_key(*path)));
        let mut differ: Vec<String> = all.filter(|path| self.0.get(*path) != other.0.get(*path)).cloned().collect();
        differ.sort();
        differ
    }
}

/// Temporary files that an interrupted command left behind, sorted.
///
/// # Errors
/// `read-failed`.
pub(super) fn leftovers(root: &Path) -> Result<Vec<String>, Error> {
    let mut found = Vec::new();
    for directory in DIRECTORIES {
        found.extend(list(root, directory)?.into_iter().filter(|path| is_temporary(path)));
    }
    Ok(found)
}

fn is_temporary(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.starts_with(TEMPORARY.0) && name.ends_with(TEMPORARY.1)
}
