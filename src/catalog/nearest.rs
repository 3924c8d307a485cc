//! The nearest of some known names, for messages about an unknown one.

/// The known name with the fewest edits, if it is near enough to be meant; the first in order of several.
pub(crate) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A name that long is no typing error, and comparing it would be work for nothing.
    if name.chars().count() > 64 {
        return None;
    }
    let allowed = (name.chars().count() / 3).max(1);
    let scored = known.into_iter().map(|candidate| (edits(name, candidate), candidate));
    scored.filter(|(edits, _)| *edits <= allowed).min_by_key(|(edits, _)| *edits).map(|(_, candidate)| candidate)
}

/// Edit distance where swapping two neighbours is one edit.
fn edits(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replace = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replace.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_what_was_meant() {
        let known = ["linked", "command", "files", "timeout"];
        assert_eq!(nearest("file", known), Some("files"));
        assert_eq!(nearest("comand", known), Some("command"));
        assert_eq!(nearest("timeuot", known), Some("timeout"));
        assert_eq!(nearest("banana", known), None);
        assert_eq!(nearest("", known), None);
        assert_eq!(nearest(&"x".repeat(100_000), known), None);
    }
}
