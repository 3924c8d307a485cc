//! Paths of changes: their steps, their text, and an arena of linked paths (a chain of pairs shares its beginning).

use crate::graph::{Name, write_string};
use std::collections::BTreeSet;

/// One step from a type to a part of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Step {
    Property(Name),
    Items,
    Position(usize),
    Contains,
    Tail,
    Pattern(String),
    Names,
    Alternative(Selector),
}

/// How an alternative is told from the others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Selector {
    /// By its JSON type.
    Type(&'static str),
    /// A literal, by its JSON text.
    Value(String),
    /// An externally tagged one, by its one property.
    Tag(Name),
    /// By the literals of its discriminators.
    Group(Vec<Discriminator>),
    /// By its position in canonical order, from 1.
    Position(usize),
}

/// A required property with the JSON texts of its literals; `None`: the alternative has no such literal.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Discriminator {
    pub property: Name,
    pub values: Option<BTreeSet<String>>,
}

fn write_name(out: &mut String, name: &str) {
    let bare = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && name.bytes().next().is_some_and(|b| !b.is_ascii_digit());
    if bare {
        out.push_str(name);
    } else {
        write_string(out, name);
    }
}

impl Step {
    /// Appends its text.
    pub fn write(&self, out: &mut String) {
        match self {
            Step::Property(name) => {
                let mut text = String::new();
                write_name(&mut text, name);
                if text.starts_with('"') {
                    out.push_str(&format!("[{text}]"));
                } else {
                    out.push('.');
                    out.push_str(&text);
                }
            }
            Step::Items => out.push_str("[*]"),
            Step::Position(at) => out.push_str(&format!("[{at}]")),
            Step::Contains => out.push_str("[?]"),
            Step::Tail => out.push_str("{*}"),
            Step::Pattern(pattern) => out.push_str(&format!("{{/{}/}}", pattern.replace('/', "\\/"))),
            Step::Names => out.push_str("{}"),
            Step::Alternative(selector) => {
                out.push('<');
                selector.write(out);
                out.push('>');
            }
        }
    }
}

impl Selector {
    fn write(&self, out: &mut String) {
        match self {
            Selector::Type(name) => out.push_str(name),
            Selector::Value(json) => out.push_str(json),
            Selector::Tag(name) => write_string(out, name),
            Selector::Position(at) => out.push_str(&format!("#{at}")),
            Selector::Group(discriminators) => {
                for (i, Discriminator { property, values }) in discriminators.iter().enumerate() {
                    if i > 0 {
                        out.push(',');
                    }
                    write_name(out, property);
                    out.push('=');
                    match values {
                        None => out.push('-'),
                        Some(values) => {
                            let values: Vec<&str> = values.iter().map(String::as_str).collect();
                            out.push_str(&values.join("|"));
                        }
                    }
                }
            }
        }
    }
}

/// Index of a path in its [`Paths`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PathId(usize);

#[derive(Debug)]
struct Link {
    parent: Option<PathId>,
    steps: Vec<Step>,
    text: String,
    length: usize,
}

/// Arena of linked paths.
#[derive(Debug)]
pub(super) struct Paths(Vec<Link>);

impl Paths {
    /// The path `$`.
    pub const ROOT: PathId = PathId(0);

    pub fn new() -> Paths {
        Paths(vec![Link { parent: None, steps: Vec::new(), text: "$".to_owned(), length: 1 }])
    }

    /// The path of some steps from `parent`.
    pub fn extend(&mut self, parent: PathId, steps: Vec<Step>) -> PathId {
        let mut text = String::new();
        steps.iter().for_each(|step| step.write(&mut text));
        let length = self.0[parent.0].length + text.len();
        self.0.push(Link { parent: Some(parent), steps, text, length });
        PathId(self.0.len() - 1)
    }

    /// Length of its text in bytes.
    pub fn length(&self, path: PathId) -> usize {
        self.0[path.0].length
    }

    fn links(&self, path: PathId) -> Vec<&Link> {
        let mut links: Vec<&Link> =
            std::iter::successors(Some(&self.0[path.0]), |link| link.parent.map(|parent| &self.0[parent.0])).collect();
        links.reverse();
        links
    }

    /// Its text.
    pub fn text(&self, path: PathId) -> String {
        let mut out = String::with_capacity(self.length(path));
        self.links(path).iter().for_each(|link| out.push_str(&link.text));
        out
    }

    /// Its steps from the root.
    pub fn steps(&self, path: PathId) -> Vec<Step> {
        self.links(path).iter().flat_map(|link| link.steps.iter().cloned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Discriminator, Paths, Selector, Step};

    #[test]
    fn text_of_every_step() {
        let mut paths = Paths::new();
        let pane = Discriminator { property: "kind".into(), values: Some(["\"pane\"".to_owned()].into()) };
        let form = Discriminator { property: "the form".into(), values: None };
        let set = ["\"block\"".to_owned(), "\"edit\"".to_owned()];
        let edit = Discriminator { property: "op".into(), values: Some(set.into()) };
        let steps = vec![
            Step::Property("data".into()),
            Step::Property("odd name".into()),
            Step::Property("1st".into()),
            Step::Items,
            Step::Position(1),
            Step::Contains,
            Step::Tail,
            Step::Pattern("^a/b".into()),
            Step::Names,
            Step::Alternative(Selector::Type("number")),
            Step::Alternative(Selector::Value("\"c\"".into())),
            Step::Alternative(Selector::Tag("Native".into())),
            Step::Alternative(Selector::Group(vec![pane, form])),
            Step::Alternative(Selector::Group(vec![edit])),
            Step::Alternative(Selector::Position(2)),
        ];
        let path = paths.extend(Paths::ROOT, steps);
        let text = r##"$.data["odd name"]["1st"][*][1][?]{*}{/^a\/b/}{}<number><"c"><"Native"><kind="pane","the form"=-><op="block"|"edit"><#2>"##;
        assert_eq!(paths.text(path), text);
        assert_eq!(paths.length(path), text.len());
    }
}
