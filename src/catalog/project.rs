//! A project: the directory that holds schemagate.toml.

use super::codes::{CONFIGURATION_UNREADABLE, INVALID_CONFIGURATION, NO_PROJECT};
use super::config::{CONFIG_FILE, Config};
use crate::graph::{Diagnostic, Error};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// An opened project.
#[derive(Debug, Clone)]
pub struct Project {
    /// Its root directory, absolute and without links.
    pub root: PathBuf,
    /// Its configuration.
    pub config: Config,
    /// The text the configuration was read from.
    pub text: String,
}

impl Project {
    /// Opens the project in `dir`, or the nearest one from the current directory upward.
    ///
    /// # Errors
    /// `no-project`, `configuration-unreadable`, `invalid-configuration`.
    pub fn open(dir: Option<&Path>) -> Result<Project, Error> {
        let root = match dir {
            Some(dir) => root_at(dir)?,
            None => root_above()?,
        };
        let file = root.join(CONFIG_FILE);
        if !file.metadata().is_ok_and(|metadata| metadata.is_file()) {
            return Err(unreadable("it is not a regular file".to_owned()));
        }
        let bytes = std::fs::read(file).map_err(|error| unreadable(error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|error| {
            unreadable(format!("found a byte that is not UTF-8 at offset {}", error.utf8_error().valid_up_to()))
        })?;
        let config = Config::parse(&text).map_err(|error| error.in_file(CONFIG_FILE))?;
        Ok(Project { root, config, text })
    }

    /// The text of schemagate.toml with `[format] finalized` set; comments and order stay as they are.
    ///
    /// # Errors
    /// `invalid-configuration` when the file cannot be edited that way.
    pub fn with_finalized(&self, version: u64) -> Result<String, Error> {
        let refuse = |message: String| -> Error {
            Diagnostic::new(&INVALID_CONFIGURATION, message).in_file(CONFIG_FILE).at("format.finalized").into()
        };
        let text = self.text.strip_prefix('\u{feff}').unwrap_or(&self.text);
        let mut document: toml_edit::DocumentMut =
            text.parse().map_err(|error: toml_edit::TomlError| refuse(format!("is not TOML: {}", error.message())))?;
        let value = i64::try_from(version)
            .map_err(|_| refuse(format!("format version {version} is beyond what TOML holds")))?;
        let Some(format) = document.get_mut("format").and_then(toml_edit::Item::as_table_like_mut) else {
            return Err(refuse("has no table `format`".to_owned()));
        };
        match format.get_mut("finalized").and_then(toml_edit::Item::as_value_mut) {
            Some(old) => {
                let decor = old.decor().clone();
                *old = toml_edit::Value::from(value);
                *old.decor_mut() = decor;
            }
            None => {
                format.insert("finalized", toml_edit::value(value));
            }
        }
        Ok(document.to_string())
    }
}

fn unreadable(message: String) -> Error {
    Diagnostic::new(&CONFIGURATION_UNREADABLE, message).in_file(CONFIG_FILE).into()
}

fn root_at(dir: &Path) -> Result<PathBuf, Error> {
    let none = |why: String| Error::from(Diagnostic::new(&NO_PROJECT, why).in_file(dir.display().to_string()));
    let root = dir.canonicalize().map_err(|error| none(error.to_string()))?;
    match std::fs::symlink_metadata(root.join(CONFIG_FILE)) {
        Ok(_) => Ok(root),
        Err(error) if error.kind() == ErrorKind::NotFound => Err(none(format!("has no {CONFIG_FILE}"))),
        Err(error) => Err(none(error.to_string())),
    }
}

fn root_above() -> Result<PathBuf, Error> {
    let start = std::env::current_dir().and_then(|dir| dir.canonicalize());
    let start =
        start.map_err(|error| Error::new(&NO_PROJECT, format!("the current directory cannot be read: {error}")))?;
    let found = start.ancestors().find(|dir| std::fs::symlink_metadata(dir.join(CONFIG_FILE)).is_ok());
    found.map(Path::to_path_buf).ok_or_else(|| {
        Error::new(&NO_PROJECT, format!("found no {CONFIG_FILE} in the current directory or any above it"))
    })
}
