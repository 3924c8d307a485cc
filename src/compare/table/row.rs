//! What a row of the table holds.

use crate::compare::{ChangeKind, Verdict};

/// Everything that is said about one kind of change.
#[derive(Debug)]
pub struct Row {
    /// The kind.
    pub kind: ChangeKind,
    /// What it demands in frame scope.
    pub frame: Rule,
    /// What it demands in body scope.
    pub body: Rule,
    /// When it is reported.
    pub when: &'static str,
    /// What it means for stored records and for readers already deployed.
    pub means: &'static str,
    /// What to do about it.
    pub action: &'static str,
    /// Two schemas between which it is the only change.
    pub example: Example,
    /// The question that the acknowledgement of a same-version change must answer; its name is the kind's.
    pub question: Option<&'static str>,
}

/// The verdict of a kind in one scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// The kind does not arise in this scope.
    Absent,
    /// One verdict.
    Always(Verdict),
    /// One verdict with a stated exception.
    Except {
        /// The usual verdict.
        usual: Verdict,
        /// When the other one holds.
        when: &'static str,
        /// The verdict then.
        then: Verdict,
    },
}

impl Rule {
    pub(super) const SAME: Rule = Rule::Always(Verdict::SameVersion);
    pub(super) const BUMP: Rule = Rule::Always(Verdict::VersionBump);

    /// The verdict, given whether the row's exception holds. A kind that cannot arise gets the strictest.
    pub fn verdict(self, exception: bool) -> Verdict {
        match self {
            Rule::Absent => Verdict::VersionBump,
            Rule::Always(verdict) => verdict,
            Rule::Except { usual, when: _, then } => {
                if exception {
                    then
                } else {
                    usual
                }
            }
        }
    }
}

/// Two JSON Schemas that differ by one change, compared as an ordinary event whose whole record is body and whose
/// payload version is the property `version`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// An earlier schema of the same root, where the kind looks back.
    pub earlier: Option<&'static str>,
    /// The schema before; `None`: no such root.
    pub before: Option<&'static str>,
    /// The schema after; `None`: no such root.
    pub after: Option<&'static str>,
    /// What differs beside the schemas.
    pub setting: Setting,
}

/// What differs between the sides of an example beside their schemas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Setting {
    /// Nothing.
    Same,
    /// The event becomes a surface event.
    BecomesSurface,
    /// The format's `undeclared` rule becomes `"kept"`.
    KeepsUndeclared,
}

impl Example {
    pub(super) const fn of(before: &'static str, after: &'static str) -> Example {
        Example { earlier: None, before: Some(before), after: Some(after), setting: Setting::Same }
    }
}
