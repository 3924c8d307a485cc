//! What a change demands.

/// The verdict on a change, a root or a whole comparison; ordered by severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// Nothing changed.
    Identical,
    /// Old data stays readable under the same format version.
    SameVersion,
    /// The format version must be raised.
    VersionBump,
}

impl Verdict {
    /// Its stable name.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Identical => "identical",
            Verdict::SameVersion => "same-version",
            Verdict::VersionBump => "version-bump",
        }
    }
}
