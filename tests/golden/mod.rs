//! Comparison with files of the repository.

#![allow(clippy::unwrap_used)]

use std::path::Path;

/// Asserts that a file of the repository is what it must be; writes it when SCHEMAGATE_BLESS is set.
pub fn assert_current(path: &str, expected: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("SCHEMAGATE_BLESS").is_some() {
        std::fs::write(&file, expected).unwrap();
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default().replace("\r\n", "\n");
    assert!(
        found == expected,
        "{path} is not current; `SCHEMAGATE_BLESS=1 cargo test` writes it.\n--- expected\n{expected}\n--- found\n{found}"
    );
}
