//! The codes that configuration, sources and bundles can end with.

use crate::graph::codes;

codes! {
    "configuration" 2 {
        NO_PROJECT = "no-project", "There is no schemagate.toml here or in any directory above.",
            "Run `schemagate init`, or name the project with `--project DIR`.";
        INVALID_CONFIGURATION = "invalid-configuration", "schemagate.toml is not what it must be.",
            "Correct the key that is named.";
        CONFIGURATION_UNREADABLE = "configuration-unreadable", "schemagate.toml cannot be read.",
            "Make it a readable UTF-8 file.";
        FORMAT_VERSION_UNRESOLVED = "format-version-unresolved", "`[format] version` does not lead to a literal integer.",
            "Write an integer, or `\"ROOT#/property\"` where that property of that root is a literal integer.";
    }
    "source" 2 {
        INVALID_BUNDLE = "invalid-bundle", "A bundle is not what a bundle must be.",
            "Correct what stands at the given pointer; docs/sources.md describes bundles.";
        NO_ROOTS = "no-roots", "A source yields no root at all, so nothing would be guarded.",
            "Correct the source: a glob that matches no file, an empty catalog and an empty bundle are never a pass.";
        DUPLICATE_ROOT = "duplicate-root", "Two roots have the same key.",
            "Give one of them another name, or drop it.";
        INVALID_ROOT = "invalid-root", "A root of the source is not where or what the configuration says.",
            "Correct the [[root]] that is named, or the file it points into.";
        SOURCE_UNREADABLE = "source-unreadable", "A file of the source cannot be read.",
            "Make it a readable file inside the project.";
        OUTSIDE_PROJECT = "outside-project", "A path of the source leads outside the project.",
            "Copy the file into the project; links that leave it are not followed.";
        COMMAND_FAILED = "command-failed", "The command of the source failed or did not print a bundle.",
            "Run the command by itself in the project root and correct what it reports.";
        COMMAND_TIMEOUT = "command-timeout", "The command of the source did not end in time and was stopped.",
            "Make it faster, or raise `timeout` under [source].";
        CATALOG_NOT_LINKED = "catalog-not-linked", "`[source] linked` names a catalog that this program does not contain.",
            "Run the binary that links the catalog (usually `cargo run -- check`), or correct the name.";
        INVALID_SAMPLE = "invalid-sample", "A registered sample is refused by its schema or reader, or is written back differently.",
            "Correct the type, its schema or the sample: the three must say the same.";
        UNREADABLE_WRITES = "unreadable-writes", "A type writes what it cannot read.",
            "Make the reader accept it, for example with `#[serde(default)]` beside `skip_serializing_if`.";
    }
    "input" 2 {
        INPUT_UNREADABLE = "input-unreadable", "A file or directory named on the command line cannot be read.",
            "Name a readable JSON file, or a directory of such files.";
    }
}
