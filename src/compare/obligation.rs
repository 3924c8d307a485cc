//! Obligations: questions that changes raise and that only a person can answer.

use super::{ChangeKind, RootComparison, Verdict};
use std::collections::{BTreeMap, BTreeSet};

/// A question and its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    /// A change kind, or one of the further names of [`FURTHER`].
    pub name: &'static str,
    /// What the acknowledgement must answer.
    pub text: &'static str,
}

/// Raised by every root whose verdict is version-bump.
pub const VERSION_BUMP: Question = Question {
    name: "version-bump",
    text: "Which migration reads the old records, and which test runs it on stored ones?",
};

/// Raised by evidence: a same-version root whose new records old readers refuse, or may refuse.
pub const OLD_READERS_BREAK: Question =
    Question { name: "old-readers-break", text: "Which readers can meet this record, and what happens?" };

/// Raised by an allowed change inside alternatives that may overlap.
pub const AMBIGUOUS_ALTERNATIVES: Question =
    Question { name: "ambiguous-alternatives", text: "Which alternative does a first-match reader take now?" };

/// The questions that are not of one change kind.
pub const FURTHER: &[Question] = &[OLD_READERS_BREAK, AMBIGUOUS_ALTERNATIVES, VERSION_BUMP];

/// A question and the roots that raise it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raised {
    /// The question.
    pub question: Question,
    /// Every root that raises it, sorted.
    pub roots: Vec<String>,
}

/// Every name that an answer may bear, sorted.
pub fn obligation_names() -> BTreeSet<&'static str> {
    let kinds = ChangeKind::ALL.iter().filter(|kind| kind.row().question.is_some()).map(|kind| kind.name());
    kinds.chain(FURTHER.iter().map(|question| question.name)).collect()
}

/// The questions that `comparisons` raise, by name.
///
/// A kind asks only where its change is allowed under the same version: a version-bump asks for the migration
/// instead. `further` are questions that evidence raised, with the keys of their roots.
pub fn obligations<'a>(
    comparisons: impl IntoIterator<Item = &'a RootComparison>,
    further: impl IntoIterator<Item = (Question, &'a str)>,
) -> Vec<Raised> {
    let mut all: BTreeMap<&'static str, (Question, BTreeSet<&str>)> = BTreeMap::new();
    let mut raise = |question: Question, root: &'a str| {
        all.entry(question.name).or_insert_with(|| (question, BTreeSet::new())).1.insert(root);
    };
    for comparison in comparisons {
        if comparison.verdict == Verdict::VersionBump {
            raise(VERSION_BUMP, &comparison.key);
        }
        for change in comparison.changes.iter().filter(|change| change.verdict == Verdict::SameVersion) {
            if change.overlapping {
                raise(AMBIGUOUS_ALTERNATIVES, &comparison.key);
            }
            if let Some(text) = change.kind.row().question {
                raise(Question { name: change.kind.name(), text }, &comparison.key);
            }
        }
    }
    for (question, root) in further {
        raise(question, root);
    }
    all.into_values()
        .map(|(question, roots)| Raised { question, roots: roots.into_iter().map(str::to_owned).collect() })
        .collect()
}
