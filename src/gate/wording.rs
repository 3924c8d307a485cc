//! What a person says about a record: from flags, a file, an editor, the record that is refreshed, or nowhere yet.

use super::codes::INVALID_PROSE_FILE;
use super::outcome::Obligation;
use crate::graph::{Diagnostic, Error};
use crate::history::table::{Codes, Keys, parse as parse_table, quote};
use crate::history::{Answer, OBLIGATION_UNANSWERED, PLACEHOLDER, Prose, check_prose, judge_answers};
use std::collections::BTreeSet;

const CODES: Codes = Codes {
    unparsable: &INVALID_PROSE_FILE,
    unknown: &INVALID_PROSE_FILE,
    missing: &INVALID_PROSE_FILE,
    invalid: &INVALID_PROSE_FILE,
};

/// What has been said so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wording {
    /// What changed and why.
    pub summary: Option<String>,
    /// Why old and new readers and data get along.
    pub compatibility: Option<String>,
    /// What was checked.
    pub verification: Option<String>,
    /// Answers to obligations.
    pub answers: Vec<Said>,
}

/// An answer as a person gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// Name of the obligation.
    pub obligation: String,
    /// The roots it answers for; `None` for all that raise it and are not answered otherwise.
    pub roots: Option<Vec<String>>,
    /// The text.
    pub text: String,
}

impl Wording {
    /// Reads a TOML text with `summary`, `compatibility`, `verification` and `[[answer]]`, all of them optional.
    ///
    /// # Errors
    /// `invalid-prose-file` for every key that is wrong.
    ///
    /// ```
    /// use schemagate::gate::Wording;
    /// let wording = Wording::parse(b"summary = 'Adds a title.'\n[[answer]]\nobligation = 'root-added'\ntext = 'It skips it.'\n")?;
    /// assert_eq!(wording.answers[0].roots, None);
    /// # Ok::<(), schemagate::Error>(())
    /// ```
    pub fn parse(bytes: &[u8]) -> Result<Wording, Error> {
        let table = parse_table(bytes, &CODES)?;
        let mut found = Vec::new();
        let text = |value: &toml::Value| value.as_str().map(str::to_owned);
        let mut keys = Keys::new(table, &CODES, "", &mut found);
        let [summary, compatibility, verification] =
            ["summary", "compatibility", "verification"].map(|key| keys.optional(key, "a string", text));
        let tables = keys.tables("answer").unwrap_or_default();
        let mut answers = Vec::new();
        for (at, table) in tables.into_iter().enumerate() {
            let mut keys = Keys::new(table, &CODES, &format!("answer[{at}]"), keys.found());
            let (obligation, text) = (keys.string("obligation"), keys.string("text"));
            let roots = keys.optional("roots", "a list of strings", |value| {
                value.as_array()?.iter().map(|item| item.as_str().map(str::to_owned)).collect()
            });
            keys.finish();
            if let (Some(obligation), Some(text)) = (obligation, text) {
                answers.push(Said { obligation, roots, text });
            }
        }
        keys.finish();
        Error::check(found)?;
        // Answers that name their roots come first: the others take what is left.
        answers.sort_by_key(|said: &Said| said.roots.is_none());
        Ok(Wording { summary, compatibility, verification, answers })
    }

    /// What a record says already; placeholders were never said.
    pub(super) fn of(prose: &Prose, answers: &[Answer]) -> Wording {
        let said = |text: &String| Some(text.clone()).filter(|text| !text.starts_with(PLACEHOLDER));
        let answers = answers.iter().filter_map(|answer| {
            Some(Said {
                obligation: answer.obligation.clone(),
                roots: Some(answer.roots.clone()),
                text: said(&answer.text)?,
            })
        });
        Wording {
            summary: said(&prose.summary),
            compatibility: said(&prose.compatibility),
            verification: said(&prose.verification),
            answers: answers.collect(),
        }
    }

    /// This, and for whatever it does not say, the other.
    #[must_use]
    pub fn or(mut self, other: Wording) -> Wording {
        self.summary = self.summary.or(other.summary);
        self.compatibility = self.compatibility.or(other.compatibility);
        self.verification = self.verification.or(other.verification);
        self.answers.extend(other.answers);
        self
    }

    /// Answers for obligations: every pair of obligation and root is answered once, by whoever said it first. Unknown
    /// obligations and roots stay, so that they are refused; kept answers of a refreshed record are reduced before
    /// ([`Wording::still_raised`]).
    pub(super) fn answers(&self, raised: &[Obligation]) -> Vec<Answer> {
        let mut answered: BTreeSet<(&str, String)> = BTreeSet::new();
        let mut answers = Vec::new();
        for said in &self.answers {
            let all = raised.iter().find(|obligation| obligation.name == said.obligation);
            let mut roots = said.roots.clone().or_else(|| Some(all?.roots.clone())).unwrap_or_default();
            let nowhere = roots.is_empty();
            roots.retain(|root| answered.insert((&said.obligation, root.clone())));
            roots.sort();
            if !roots.is_empty() || nowhere {
                answers.push(Answer { obligation: said.obligation.clone(), roots, text: said.text.clone() });
            }
        }
        answers.sort_by(|a, b| (&a.obligation, &a.roots).cmp(&(&b.obligation, &b.roots)));
        answers
    }

    /// Drops what answers obligations that are not raised any more.
    #[must_use]
    pub(super) fn still_raised(mut self, raised: &[Obligation]) -> Wording {
        for said in &mut self.answers {
            let all = raised.iter().find(|obligation| obligation.name == said.obligation);
            let roots = said.roots.take().unwrap_or_default();
            let kept = roots.into_iter().filter(|root| all.is_some_and(|all| all.roots.contains(root)));
            said.roots = Some(kept.collect());
        }
        self.answers.retain(|said| said.roots.as_ref().is_some_and(|roots| !roots.is_empty()));
        self
    }

    /// Whether nothing is left to say.
    pub(super) fn complete(&self, raised: &[Obligation]) -> bool {
        let said = self.summary.is_some() && self.compatibility.is_some() && self.verification.is_some();
        said && self.open(raised).is_empty()
    }

    /// The obligations with the roots that nothing answers yet.
    pub(super) fn open(&self, raised: &[Obligation]) -> Vec<Obligation> {
        let answers = self.answers(raised);
        let answered: BTreeSet<(&str, &str)> = answers
            .iter()
            .flat_map(|answer| answer.roots.iter().map(|root| (answer.obligation.as_str(), root.as_str())))
            .collect();
        let rest = raised.iter().map(|obligation| {
            let roots = obligation.roots.iter();
            let roots = roots.filter(|root| !answered.contains(&(obligation.name.as_str(), root.as_str())));
            Obligation { roots: roots.cloned().collect(), ..obligation.clone() }
        });
        rest.filter(|obligation| !obligation.roots.is_empty()).collect()
    }

    /// What is wrong with what was said: texts that are too short, answers to what nothing raises.
    pub(super) fn faults(&self, raised: &[Obligation]) -> Vec<Diagnostic> {
        let texts =
            [("summary", &self.summary), ("compatibility", &self.compatibility), ("verification", &self.verification)];
        let texts = texts.into_iter().filter_map(|(key, text)| Some((key, text.as_ref()?)));
        let answers = self.answers.iter().map(|said| ("answer", &said.text));
        let mut found: Vec<Diagnostic> =
            texts.chain(answers).filter_map(|(key, text)| Some(check_prose(text).err()?.at(key))).collect();
        let asked = raised.iter().map(|asked| (asked.name.clone(), asked.roots.iter().cloned().collect())).collect();
        found.extend(judge_answers(&self.answers(raised), &asked));
        found.retain(|finding| finding.code != &OBLIGATION_UNANSWERED);
        found
    }

    /// Prose and answers, with placeholders that `check` refuses for what nobody has said.
    pub(super) fn fill(&self, raised: &[Obligation]) -> (Prose, Vec<Answer>) {
        let draft = |text: &Option<String>, ask: &str| text.clone().unwrap_or_else(|| format!("{PLACEHOLDER}: {ask}"));
        let prose = Prose {
            summary: draft(&self.summary, SUMMARY),
            compatibility: draft(&self.compatibility, COMPATIBILITY),
            verification: draft(&self.verification, VERIFICATION),
        };
        let mut answers = self.answers(raised);
        answers.extend(self.open(raised).into_iter().map(|open| Answer {
            text: format!("{PLACEHOLDER}: {}", open.question),
            obligation: open.name,
            roots: open.roots,
        }));
        answers.sort_by(|a, b| (&a.obligation, &a.roots).cmp(&(&b.obligation, &b.roots)));
        (prose, answers)
    }

    /// The text that an editor opens: what has been said, and questions for the rest. `facts` are lines about the
    /// change, shown as comments.
    pub(super) fn template(&self, raised: &[Obligation], facts: &[String]) -> String {
        let mut out = String::new();
        for line in facts {
            out += &comment(line);
        }
        out += "#\n# Fill in every text below, in at least 20 characters each, then save and close. Texts that still start\n";
        out += &format!("# with {PLACEHOLDER} are kept as a draft that `schemagate check` refuses.\n");
        let (prose, answers) = self.fill(raised);
        let texts = [
            ("summary", &prose.summary, SUMMARY),
            ("compatibility", &prose.compatibility, COMPATIBILITY),
            ("verification", &prose.verification, VERIFICATION),
        ];
        for (key, text, question) in texts {
            out += &format!("\n{}{key} = {}\n", comment(question), quote(text));
        }
        for answer in answers {
            let roots = answer.roots.iter().map(|root| quote(root)).collect::<Vec<_>>().join(", ");
            let question = raised.iter().find(|obligation| obligation.name == answer.obligation);
            out += &format!(
                "\n{}[[answer]]\n",
                question.map_or(String::new(), |obligation| comment(&obligation.question))
            );
            out += &format!(
                "obligation = {}\nroots = [{roots}]\ntext = {}\n",
                quote(&answer.obligation),
                quote(&answer.text)
            );
        }
        out
    }

    /// Drops placeholders that came back from an editor.
    #[must_use]
    pub(super) fn without_placeholders(mut self) -> Wording {
        let said = |text: &String| !text.trim_start().starts_with(PLACEHOLDER);
        self.summary = self.summary.filter(said);
        self.compatibility = self.compatibility.filter(said);
        self.verification = self.verification.filter(said);
        self.answers.retain(|answer| said(&answer.text));
        self
    }
}

const SUMMARY: &str = "what changed, and why?";
const COMPATIBILITY: &str = "why do old records and old readers get along with it, or how are they brought to?";
const VERIFICATION: &str = "which code, test or stored data did you check?";

/// A line of a comment; control characters, which TOML does not allow there, become spaces.
fn comment(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    format!("# {line}\n")
}

/// Says in the text of a template why it was refused.
pub(super) fn refused(text: &str, error: &Error) -> String {
    let lines: String =
        error.diagnostics().map(|diagnostic: &Diagnostic| comment(&format!("REFUSED: {diagnostic}"))).collect();
    let rest: Vec<&str> = text.lines().filter(|line| !line.starts_with("# REFUSED: ")).collect();
    format!("{lines}{}\n", rest.join("\n"))
}
