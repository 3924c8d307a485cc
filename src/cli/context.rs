//! What commands run in.

use super::options::Global;
use crate::catalog::{Catalog, Project};
use crate::gate::WriteStep;
use crate::graph::Error;
use std::ops::ControlFlow;

/// What commands run in.
pub(super) struct Context<'a> {
    /// Options of every command.
    pub global: &'a Global,
    /// The catalog that the binary links.
    pub linked: &'a Catalog,
}

impl<'a> Context<'a> {
    /// The project that was named, or the nearest one upward.
    ///
    /// # Errors
    /// `no-project`, and what its configuration is refused with.
    pub fn project(&self) -> Result<Project, Error> {
        Project::open(self.global.project.as_deref())
    }

    /// The linked catalog, as the use cases take it.
    pub fn catalog(&self) -> Option<&'a Catalog> {
        Some(self.linked)
    }
}

/// Writes without being watched.
pub(super) fn quietly(_: &WriteStep) -> ControlFlow<()> {
    ControlFlow::Continue(())
}
