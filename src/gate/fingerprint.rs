//! Files named on a command line, and their fingerprints.

use super::answer::Fingerprinted;
use crate::catalog::{Model, load_input};
use crate::graph::{Error, External};
use std::path::Path;

/// Key of the root that a plain schema is.
const PLAIN: &str = "schema";

/// Reads a bundle, a plain schema or a directory of them. With `definitions`, the definitions of a plain schema are
/// roots too. References that leave the file (or the directory) are taken as they are.
///
/// # Errors
/// What inputs and schemas are refused with, with the file.
pub fn read_input(path: &Path, definitions: bool) -> Result<Model, Error> {
    Model::from_bundle(load_input(path, definitions)?, External::Opaque)
        .map_err(|error| error.in_file(&path.display().to_string()))
}

/// The fingerprint of every root of an input, by key. The keys of a directory's roots are paths below it.
pub fn fingerprints(path: &Path, model: &Model) -> Vec<Fingerprinted> {
    let directory = path.is_dir();
    let lines = model.roots.iter().map(|(key, root)| {
        let file = if directory { path.join(key) } else { path.to_path_buf() };
        Fingerprinted {
            fingerprint: root.fingerprint.to_string(),
            file: file.display().to_string(),
            root: (!directory && key != PLAIN).then(|| key.clone()),
        }
    });
    lines.collect()
}
