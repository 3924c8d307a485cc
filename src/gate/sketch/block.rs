//! Text of a type: one line, or some.

/// Wider types take several lines.
const WIDTH: usize = 72;

/// Text of a type: one line, or some.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Block(pub Vec<String>);

impl Block {
    /// One line.
    pub fn one(line: impl Into<String>) -> Block {
        Block(vec![line.into()])
    }

    /// The line, where there is only one.
    pub fn single(&self) -> Option<&str> {
        match self.0.as_slice() {
            [one] => Some(one),
            _ => None,
        }
    }

    /// With text before the first line.
    pub fn prefixed(mut self, text: &str) -> Block {
        if let Some(first) = self.0.first_mut() {
            first.insert_str(0, text);
        }
        self
    }

    /// With text behind the last line.
    pub fn suffixed(mut self, text: &str) -> Block {
        if let Some(last) = self.0.last_mut() {
            last.push_str(text);
        }
        self
    }

    /// Members between brackets: in one line where they fit, else one a line.
    pub fn enclosed(open: &str, members: Vec<Block>, close: &str, pad: &str) -> Block {
        let line = join(&members, ", ").map(|line| format!("{open}{pad}{line}{pad}{close}"));
        if let Some(line) = line.filter(|line| line.len() <= WIDTH) {
            return Block::one(line);
        }
        Block::broken(open, members, close)
    }

    /// Members between brackets, one a line.
    pub fn broken(open: &str, members: Vec<Block>, close: &str) -> Block {
        let mut lines = vec![open.to_owned()];
        lines.extend(members.into_iter().flat_map(|member| member.0).map(|line| format!("  {line}")));
        lines.push(close.to_owned());
        Block(lines)
    }

    /// Alternatives: in one line where they fit, else one a line behind a bar.
    pub fn alternatives(members: Vec<Block>) -> Block {
        match join(&members, " | ") {
            Some(line) if line.len() <= WIDTH => Block::one(line),
            Some(_) | None => {
                let barred = members.into_iter().flat_map(|member| {
                    let mut lines = member.0.into_iter();
                    let first = lines.next().map(|line| format!("| {line}"));
                    first.into_iter().chain(lines.map(|line| format!("  {line}"))).collect::<Vec<_>>()
                });
                Block(barred.collect())
            }
        }
    }

    /// Whether it starts with a bar, so that whatever stands before it needs a line of its own.
    pub fn barred(&self) -> bool {
        self.0.len() > 1 && self.0.first().is_some_and(|first| first.starts_with("| "))
    }

    /// Behind a label such as `name: `; alternatives start on the next line.
    pub fn labelled(self, label: &str) -> Block {
        if !self.barred() {
            return self.prefixed(label);
        }
        let mut lines = vec![label.trim_end().to_owned()];
        lines.extend(self.0.into_iter().map(|line| format!("  {line}")));
        Block(lines)
    }
}

fn join(members: &[Block], separator: &str) -> Option<String> {
    let lines: Option<Vec<&str>> = members.iter().map(Block::single).collect();
    lines.map(|lines| lines.join(separator))
}
