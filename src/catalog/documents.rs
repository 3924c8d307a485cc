//! Reading documents under a directory: never outside it, every failure named.

use super::codes::{OUTSIDE_PROJECT, SOURCE_UNREADABLE};
use crate::graph::{Code, Diagnostic, Error, Json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The documents under one directory, each read once.
pub(super) struct Documents {
    root: PathBuf,
    unreadable: &'static Code,
    read: RefCell<BTreeMap<String, Option<Arc<Json>>>>,
}

impl Documents {
    /// `root` is absolute and without links.
    pub fn under(root: &Path, unreadable: &'static Code) -> Self {
        Documents { root: root.to_owned(), unreadable, read: RefCell::default() }
    }

    /// The document at a normalised relative path; `None` where there is no such file.
    ///
    /// # Errors
    /// `outside-project`, the code for what cannot be read, `invalid-json`.
    pub fn get(&self, path: &str) -> Result<Option<Arc<Json>>, Error> {
        if let Some(known) = self.read.borrow().get(path) {
            return Ok(known.clone());
        }
        let document = match self.bytes(path)? {
            None => None,
            Some(bytes) => Some(Arc::new(Json::parse(&bytes).map_err(|error| error.in_file(path))?)),
        };
        self.read.borrow_mut().insert(path.to_owned(), document.clone());
        Ok(document)
    }

    /// The document at a path that must be there.
    ///
    /// # Errors
    /// As [`Documents::get`].
    pub fn demand(&self, path: &str) -> Result<Arc<Json>, Error> {
        self.get(path)?.ok_or_else(|| self.refuse(self.unreadable, path, "there is no such file"))
    }

    fn bytes(&self, path: &str) -> Result<Option<Vec<u8>>, Error> {
        let real = match self.root.join(path).canonicalize() {
            Ok(real) => real,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(None),
            Err(error) => return Err(self.refuse(self.unreadable, path, &error.to_string())),
        };
        if !real.starts_with(&self.root) {
            return Err(self.refuse(&OUTSIDE_PROJECT, path, "leads outside through a link"));
        }
        if !real.is_file() {
            let what = if real.is_dir() { "is a directory" } else { "is no regular file" };
            return Err(self.refuse(self.unreadable, path, &format!("{what}, expected a JSON file")));
        }
        std::fs::read(&real).map(Some).map_err(|error| self.refuse(self.unreadable, path, &error.to_string()))
    }

    fn refuse(&self, code: &'static Code, path: &str, message: &str) -> Error {
        Diagnostic::new(code, message).in_file(path).into()
    }
}

/// Every regular file under a directory as a `/`-separated path relative to `root`, sorted. Links to directories are not followed; names
/// that `enter` refuses are not entered.
///
/// # Errors
/// The code given, for a directory that cannot be read and for a name that is not UTF-8.
pub(super) fn walk(
    root: &Path,
    start: &str,
    unreadable: &'static Code,
    enter: &dyn Fn(&str) -> bool,
) -> Result<Vec<String>, Error> {
    let mut files = Vec::new();
    let mut open = vec![start.to_owned()];
    while let Some(dir) = open.pop() {
        let refuse = |error: String| Error::from(Diagnostic::new(unreadable, error).in_file(shown(&dir)));
        let entries = match std::fs::read_dir(root.join(&dir)) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound && dir == start => return Ok(files),
            Err(error) => return Err(refuse(error.to_string())),
        };
        for entry in entries {
            let entry = entry.map_err(|error| refuse(error.to_string()))?;
            let kind = entry.file_type().map_err(|error| refuse(error.to_string()))?;
            let Some(name) = entry.file_name().to_str().map(str::to_owned) else {
                return Err(refuse(format!("holds a name that is not UTF-8: {:?}", entry.file_name())));
            };
            let path = if dir.is_empty() { name } else { format!("{dir}/{name}") };
            if kind.is_dir() {
                if enter(&path) {
                    open.push(path);
                }
            } else if kind.is_file() || (kind.is_symlink() && !entry.path().is_dir()) {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

fn shown(dir: &str) -> &str {
    if dir.is_empty() { "." } else { dir }
}

/// The documents of a project.
pub(super) fn project_documents(root: &Path) -> Documents {
    Documents::under(root, &SOURCE_UNREADABLE)
}
