//! Where text goes: standard output, standard error, a file.

use super::codes::OUTPUT_FAILED;
use super::options::{Format, Global};
use crate::gate::Answer;
use crate::graph::{Diagnostic, Error};
use std::io::{ErrorKind, Write};
use std::path::Path;

/// Prints an answer: what was found to standard output or `--output`, the rest to standard error.
///
/// # Errors
/// `output-failed`. A reader that stops reading is no error: it has what it wanted.
pub(super) fn print(global: &Global, answer: &Answer) -> Result<(), Error> {
    let renderer = global.renderer();
    diagnostics(global, &renderer.diagnostics(answer));
    let findings = renderer.findings(answer);
    match global.output.as_deref() {
        Some(path) if path != Path::new("-") => {
            let plain = anstream::adapter::strip_str(&findings).to_string();
            // Text of another program is taken as it is: it holds no styles of ours.
            let text = if global.format == Format::Human { plain } else { findings };
            file(path, text.as_bytes())
                .map_err(|error| failed(error.to_string()).in_file(path.display().to_string()).into())
        }
        Some(_) | None => {
            let mut stream = anstream::AutoStream::new(std::io::stdout().lock(), global.color.into());
            match stream.write_all(findings.as_bytes()).and_then(|()| stream.flush()) {
                Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(failed(error.to_string()).into()),
                Ok(()) | Err(_) => Ok(()),
            }
        }
    }
}

/// Prints text to standard error; nobody can be told when that fails.
pub(super) fn diagnostics(global: &Global, text: &str) {
    let mut stream = anstream::AutoStream::new(std::io::stderr().lock(), global.color.into());
    let _ = stream.write_all(text.as_bytes()).and_then(|()| stream.flush());
}

fn failed(message: String) -> Diagnostic {
    Diagnostic::new(&OUTPUT_FAILED, format!("the output could not be written: {message}"))
}

/// Replaces a file as a whole. What is no regular file (a device, a pipe) is written to; a link keeps pointing.
pub(super) fn file(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let target = match path.canonicalize() {
        Ok(target) if !target.is_file() => {
            return std::fs::OpenOptions::new().write(true).open(target)?.write_all(bytes);
        }
        Ok(target) => target,
        Err(error) if error.kind() == ErrorKind::NotFound => path.to_path_buf(),
        Err(error) => return Err(error),
    };
    let directory = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut temporary = builder.prefix(".schemagate-").tempfile_in(directory)?;
    temporary.write_all(bytes)?;
    temporary.as_file().sync_all()?;
    temporary.persist(target).map_err(|error| error.error)?;
    Ok(())
}
