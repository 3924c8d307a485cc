//! Asking a person for text in their editor.

use crate::gate::EDITOR_FAILED;
use crate::graph::Error;
use std::io::{IsTerminal as _, Write as _};
use std::process::{Command, Stdio};

/// Lets a person edit a text in `$VISUAL` or `$EDITOR`. `None` where nobody is at a terminal or no editor is set.
///
/// # Errors
/// `editor-failed` where the editor cannot be run, ends with a failure, or leaves no readable text.
pub(super) fn edit(template: &str) -> Result<Option<String>, Error> {
    let set = |name| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    let Some(editor) = set("VISUAL").or_else(|| set("EDITOR")).filter(|_| std::io::stdin().is_terminal()) else {
        return Ok(None);
    };
    let failed = |why: String| Error::new(&EDITOR_FAILED, format!("`{editor}`: {why}"));
    let mut file = tempfile::Builder::new()
        .prefix("schemagate-")
        .suffix(".toml")
        .tempfile()
        .and_then(|mut file| file.write_all(template.as_bytes()).map(|()| file))
        .map_err(|error| failed(error.to_string()))?;
    file.flush().map_err(|error| failed(error.to_string()))?;
    let path = file.into_temp_path();
    // The value may hold arguments, as in `code --wait`.
    let mut words = editor.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).arg(&path);
    if !std::io::stdout().is_terminal() {
        // Standard output is for what the command finds.
        command.stdout(Stdio::from(std::io::stderr()));
    }
    let status = command.status().map_err(|error| failed(error.to_string()))?;
    if !status.success() {
        return Err(failed(format!("ended with {status}")));
    }
    std::fs::read_to_string(&path).map(Some).map_err(|error| failed(error.to_string()))
}
