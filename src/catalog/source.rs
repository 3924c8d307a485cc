//! From a project to its bundle: whichever source the configuration names.

use super::builder::{Catalog, Reader};
use super::bundle::{Bundle, Format};
use super::codes::{CATALOG_NOT_LINKED, INVALID_BUNDLE, NO_ROOTS};
use super::config::{Config, SourceConfig};
use super::project::Project;
use super::{command, files, linked, version};
use crate::graph::{Diagnostic, Error, FormatRules};
use std::collections::BTreeMap;

/// What a source yields.
#[derive(Debug, Clone, Default)]
pub struct Loaded {
    /// All roots and shared types, as authored.
    pub bundle: Bundle,
    /// The real readers of the roots that have one.
    pub readers: BTreeMap<String, Reader>,
    /// Shared types that are unions of events, with the keys of the roots they were split into.
    pub unions: BTreeMap<String, Vec<String>>,
    /// Samples given as stored records that neither schema nor reader accepts any more.
    pub refused: Vec<RefusedSample>,
}

/// A sample given as a stored record that neither schema nor reader accepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedSample {
    /// Key of its root.
    pub root: String,
    /// Its number among the samples of the root, from 1.
    pub number: usize,
    /// What the reader says.
    pub error: String,
}

impl Project {
    /// Loads the bundle of the project's source; `linked` is the catalog of the running program, if it has one.
    ///
    /// # Errors
    /// Every code of the source stage, `format-version-unresolved`, and those of reading schemas.
    pub fn load(&self, linked: Option<&Catalog>) -> Result<Loaded, Error> {
        let mut loaded = match &self.config.source {
            SourceConfig::Linked(name) => linked::load(find_linked(name, linked)?, &self.config.rules)?,
            SourceConfig::Command { argv, timeout } => command::load(&self.root, argv, *timeout)?,
            SourceConfig::Files { globs, roots } => files::load(&self.root, globs, roots, &self.config)?,
        };
        if loaded.bundle.roots.is_empty() {
            return Err(Error::new(&NO_ROOTS, "the source yields no root at all"));
        }
        if let Some((key, _)) = loaded.bundle.roots.iter().find(|(_, root)| root.synthetic) {
            let message = format!("the root `{key}` is synthetic, which only the inputs of `diff` are");
            let diagnostic = Diagnostic::new(&INVALID_BUNDLE, message).at("/roots");
            return Err(loaded.bundle.origins.locate(diagnostic).into());
        }
        let printed = std::mem::take(&mut loaded.bundle.format);
        loaded.bundle.format =
            format(&self.config, printed).map_err(|error| loaded.bundle.origins.locate_error(error))?;
        loaded.bundle.annotations.extend(self.config.annotations.iter().cloned());
        loaded.bundle.annotations.sort();
        loaded.bundle.annotations.dedup();
        if let Some(at) = &self.config.version {
            loaded.bundle.format.version = Some(version::resolve(at, &loaded.bundle)?);
        }
        Ok(loaded)
    }
}

fn find_linked<'a>(name: &str, linked: Option<&'a Catalog>) -> Result<&'a Catalog, Error> {
    match linked {
        Some(catalog) if catalog.name() == name => Ok(catalog),
        Some(catalog) => {
            let message = format!("`[source] linked` is `{name}`, but this program contains `{}`", catalog.name());
            Err(Error::new(&CATALOG_NOT_LINKED, message))
        }
        None => Err(Error::new(
            &CATALOG_NOT_LINKED,
            format!("`[source] linked` is `{name}`, but this program contains none"),
        )),
    }
}

/// The format of the configuration; rules that a command prints must not say anything else.
fn format(config: &Config, printed: Format) -> Result<Format, Error> {
    if printed.rules != FormatRules::default() && printed.rules != config.rules {
        let message = "the rules in `format` differ from `[format]` in schemagate.toml";
        let help = "Make them equal, or leave them out of the bundle.";
        return Err(Diagnostic::new(&INVALID_BUNDLE, message).at("/format").help(help).into());
    }
    Ok(Format { name: config.name.clone(), version: printed.version, rules: config.rules.clone() })
}
