//! The order of a report: changes, questions, findings, what to do, and one line that says how it ended.

use super::style::{self, ERROR, FAINT, GOOD, HELP, NAME, WARNING, count, data, names, paint};
use super::{changes, detail};
use crate::compare::Verdict;
use crate::gate::{Answer, Detail, Outcome};
use crate::graph::Diagnostic;
use crate::report::{Renderer, escape};
use std::fmt::Write as _;

/// Findings of one code and questions shown unless everything is asked for.
const FINDINGS: usize = 3;
const QUESTIONS: usize = 6;

/// Renders text for people, with terminal styles that the sink may strip.
#[derive(Debug, Clone, Copy, Default)]
pub struct Human {
    /// Only findings and the last line.
    pub quiet: bool,
    /// Everything: no root, change or character is left out.
    pub verbose: bool,
}

impl Renderer for Human {
    fn findings(&self, answer: &Answer) -> String {
        let mut out = String::new();
        if could_not_run(&answer.outcome) {
            return out;
        }
        if let (Detail::Text(text), 0) = (&answer.detail, answer.outcome.compared) {
            return text.clone();
        }
        if !self.quiet || matches!(answer.detail, Detail::Fingerprints(_)) {
            detail::write(&mut out, &answer.detail, self.verbose);
            if explains(&answer.detail) {
                changes::write(&mut out, &answer.outcome.roots, self.verbose);
                self.questions(&mut out, &answer.outcome);
            }
        }
        self.blocks(&mut out, ("error", ERROR), &answer.outcome.findings);
        if !matches!(answer.detail, Detail::Fingerprints(_)) {
            self.end(&mut out, &answer.outcome);
        }
        out
    }

    fn diagnostics(&self, answer: &Answer) -> String {
        let mut out = String::new();
        if !self.quiet {
            self.blocks(&mut out, ("warning", WARNING), &answer.outcome.warnings);
        }
        if could_not_run(&answer.outcome) {
            self.blocks(&mut out, ("error", ERROR), &answer.outcome.findings);
            self.end(&mut out, &answer.outcome);
        } else if matches!(answer.detail, Detail::Fingerprints(_)) && !self.quiet {
            self.end(&mut out, &answer.outcome);
        }
        out
    }
}

impl Human {
    /// Findings as blocks, neighbours of one code together.
    fn blocks(self, out: &mut String, label: (&str, anstyle::Style), all: &[Diagnostic]) {
        for same in all.chunk_by(|a, b| a.code == b.code) {
            let shown = if self.verbose { same.len() } else { FINDINGS.min(same.len()) };
            for (i, diagnostic) in same.iter().take(shown).enumerate() {
                let next = same.get(i + 1).filter(|_| i + 1 < shown);
                self.block(out, label, diagnostic, next.is_some_and(|next| next.help == diagnostic.help));
            }
            let hidden = same.len() - shown;
            if hidden > 0 {
                let _ = writeln!(
                    out,
                    "{}",
                    paint(FAINT, &format!("{}; -v shows all", count(hidden, &format!("more {}", label.0))))
                );
            }
        }
    }

    /// Code and message, place, remedy. A remedy stands once behind neighbours that share it.
    fn block(
        self,
        out: &mut String,
        (word, style): (&str, anstyle::Style),
        diagnostic: &Diagnostic,
        help_follows: bool,
    ) {
        let label = paint(style, &format!("{word}[{}]", diagnostic.code.name));
        let _ = writeln!(out, "{label}: {}", data(&diagnostic.message, self.verbose));
        if let Some(place) = place(diagnostic) {
            let _ = writeln!(out, "  {} {place}", paint(FAINT, "-->"));
        }
        if !help_follows && !diagnostic.help.is_empty() && !self.quiet {
            let _ = writeln!(out, "  {}: {}", paint(HELP, "help"), data(&diagnostic.help, true));
        }
    }

    fn questions(self, out: &mut String, outcome: &Outcome) {
        let open: Vec<_> = outcome.obligations.iter().filter(|o| self.verbose || !o.answered).collect();
        let shown = if self.verbose { open.len() } else { QUESTIONS };
        for obligation in open.iter().take(shown) {
            let state = if obligation.answered { "answered" } else { "question" };
            let label = paint(HELP, &format!("{state}[{}]", data(&obligation.name, false)));
            let roots: Vec<&str> = obligation.roots.iter().map(String::as_str).collect();
            let roots = names(&roots, if self.verbose { roots.len() } else { 3 });
            let _ =
                writeln!(out, "{label}: {} {}", data(&obligation.question, true), paint(FAINT, &format!("({roots})")));
        }
        let hidden = open.len().saturating_sub(shown);
        if hidden > 0 {
            let _ = writeln!(out, "{}", paint(FAINT, &format!("{}; -v shows all", count(hidden, "more question"))));
        }
        if !open.is_empty() {
            out.push('\n');
        }
    }

    /// Files, next commands, the result, and how many roots were compared.
    fn end(self, out: &mut String, outcome: &Outcome) {
        if !self.quiet {
            for file in &outcome.files {
                let _ = writeln!(out, "  {} {}", paint(FAINT, "file"), data(file, true));
            }
            for next in &outcome.next {
                let _ = writeln!(out, "{}: {}", paint(HELP, "help"), data(next, true));
            }
        }
        let state = match outcome.code {
            // A difference is not `ok` by itself, even where nothing is refused.
            _ if outcome.ok && outcome.verdict != Verdict::Identical => {
                paint(style::of(outcome.verdict), outcome.verdict.name())
            }
            _ if outcome.ok => paint(GOOD, "ok"),
            Some(code) => paint(ERROR, &format!("{}[{}]", if code.exit == 1 { "refused" } else { "error" }, code.name)),
            None => paint(ERROR, "refused"),
        };
        if !outcome.message.is_empty() && !repeats(outcome) {
            let _ = writeln!(out, "{state}: {}", data(&outcome.message, true));
        }
        // A command that compares nothing and is content (`man`) has no such line; all others have.
        if !outcome.ok || outcome.compared > 0 {
            let _ = writeln!(out, "{}", paint(NAME, &compared(outcome)));
        }
    }
}

/// Whether the one finding has said already what the result says.
fn repeats(outcome: &Outcome) -> bool {
    matches!(outcome.findings.as_slice(), [only] if only.message == outcome.message)
}

/// `62 roots compared: 60 identical, 1 same-version, 1 version-bump`
fn compared(outcome: &Outcome) -> String {
    let mut line = format!("{} compared", count(outcome.compared, "root"));
    let mut separator = ':';
    for verdict in [Verdict::Identical, Verdict::SameVersion, Verdict::VersionBump] {
        let number = outcome.roots.iter().filter(|root| root.comparison.verdict == verdict).count();
        if number > 0 {
            let _ = write!(line, "{separator} {number} {}", verdict.name());
            separator = ',';
        }
    }
    line
}

/// `file#/pointer`, `file:line:column`, or what there is of it.
fn place(diagnostic: &Diagnostic) -> Option<String> {
    let place = match (&diagnostic.file, &diagnostic.pointer) {
        (Some(file), Some(pointer)) if pointer.starts_with('/') || pointer.is_empty() => format!("{file}#{pointer}"),
        (Some(file), Some(pointer)) => format!("{file}:{pointer}"),
        (Some(file), None) => file.clone(),
        (None, Some(pointer)) => pointer.clone(),
        (None, None) => return None,
    };
    Some(escape::line(&place))
}

fn could_not_run(outcome: &Outcome) -> bool {
    !outcome.ok && outcome.code.is_some_and(|code| code.exit > 1)
}

/// Whether the roots' changes are shown: not where the detail has said them by cause.
fn explains(detail: &Detail) -> bool {
    match detail {
        Detail::None => true,
        Detail::Pending(_) | Detail::Page(_) | Detail::Fingerprints(_) | Detail::History(_) | Detail::Text(_) => false,
    }
}
