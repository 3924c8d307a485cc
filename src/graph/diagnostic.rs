//! What goes wrong, as values: a [`Code`] from a published table, and a [`Diagnostic`] that says where and what to do.

use std::fmt;

/// One row of the published table of codes (docs/codes.md). Each module lists its own rows.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// Stable kebab-case name.
    pub name: &'static str,
    /// Where in a run it arises: `usage`, `configuration`, `source`, `schema`, `input`, `history`, `checkpoint`, `tree`, `command`, `io`.
    pub stage: &'static str,
    /// Exit code of a run that ends with it: 1 the gate refuses, 2 it could not run.
    pub exit: u8,
    /// What the code means, one sentence.
    pub meaning: &'static str,
    /// What to do about it, one sentence.
    pub remedy: &'static str,
}

/// Declares the codes of a module, grouped by stage and exit code, and its table `CODES`.
macro_rules! codes {
    ($($stage:literal $exit:literal { $($ident:ident = $name:literal, $meaning:literal, $remedy:literal;)* })*) => {
        $($(#[doc = $meaning] pub const $ident: $crate::graph::Code = $crate::graph::Code {
            name: $name, stage: $stage, exit: $exit, meaning: $meaning, remedy: $remedy,
        };)*)*
        /// The table of this module, in order.
        pub const CODES: &[&$crate::graph::Code] = &[$($(&$ident),*),*];
    };
}
pub(crate) use codes;

/// One finding or failure: code, place, and what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Row of the table of codes.
    pub code: &'static Code,
    /// What was found and what was expected. May quote input verbatim: renderers escape it.
    pub message: String,
    /// File it stands in, relative to the project where possible.
    pub file: Option<String>,
    /// JSON pointer into the file, or `line:column` for text that is not JSON, or a TOML key.
    pub pointer: Option<String>,
    /// What to do; the code's own remedy where nothing finer is known.
    pub help: String,
}

impl Diagnostic {
    /// A diagnostic without a place, with the code's own remedy.
    pub fn new(code: &'static Code, message: impl Into<String>) -> Self {
        Diagnostic { code, message: message.into(), file: None, pointer: None, help: code.remedy.to_owned() }
    }

    /// Sets the file, unless one is set.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.file.get_or_insert_with(|| file.into());
        self
    }

    /// Sets the pointer, unless one is set.
    #[must_use]
    pub fn at(mut self, pointer: impl Into<String>) -> Self {
        self.pointer.get_or_insert_with(|| pointer.into());
        self
    }

    /// Replaces the remedy by a finer one.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.code.name)?;
        match (&self.file, &self.pointer) {
            (Some(file), Some(pointer)) => write!(f, "{file}#{pointer}: ")?,
            (Some(file), None) => write!(f, "{file}: ")?,
            (None, Some(pointer)) => write!(f, "{pointer}: ")?,
            (None, None) => {}
        }
        f.write_str(&self.message)
    }
}

/// Why something could not be done: every diagnostic of the stage that failed, never empty.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{first}")]
pub struct Error {
    /// The first diagnostic; decides the exit code.
    pub first: Box<Diagnostic>,
    /// The others of the same stage.
    pub rest: Vec<Diagnostic>,
}

impl Error {
    /// An error of one diagnostic without a place.
    pub fn new(code: &'static Code, message: impl Into<String>) -> Self {
        Diagnostic::new(code, message).into()
    }

    /// `Err` with all of them, or `Ok` when there is none.
    pub fn check(mut all: Vec<Diagnostic>) -> Result<(), Error> {
        if all.is_empty() {
            return Ok(());
        }
        let first = Box::new(all.remove(0));
        Err(Error { first, rest: all })
    }

    /// All diagnostics, the deciding one first.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        std::iter::once(&*self.first).chain(&self.rest)
    }

    /// Takes the error apart.
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        let mut all = vec![*self.first];
        all.extend(self.rest);
        all
    }

    /// The error with every diagnostic replaced.
    #[must_use]
    pub fn map(self, mut replace: impl FnMut(Diagnostic) -> Diagnostic) -> Self {
        let first = Box::new(replace(*self.first));
        Error { first, rest: self.rest.into_iter().map(replace).collect() }
    }

    /// Names the file in every diagnostic that has none.
    #[must_use]
    pub fn in_file(self, file: &str) -> Self {
        self.map(|diagnostic| diagnostic.in_file(file))
    }
}

impl From<Diagnostic> for Error {
    fn from(first: Diagnostic) -> Self {
        Error { first: Box::new(first), rest: Vec::new() }
    }
}
