//! The codes that commands which write can be refused with.

use crate::graph::codes;

codes! {
    "command" 1 {
        PROJECT_EXISTS = "project-exists", "A file that `init` would write is there already.",
            "Run `init` where there is no project yet, or remove the file that is named.";
        RECORD_EXISTS = "record-exists", "There is a record of that name already.",
            "Choose another name, or use `--update` to refresh it.";
        BASELINE_EXISTS = "baseline-exists", "There is a baseline already.",
            "Acknowledge changes without `--baseline`.";
        NOTHING_TO_ACKNOWLEDGE = "nothing-to-acknowledge", "No root differs from the last acknowledged state.",
            "Change a type first; `schemagate check` says whether anything is pending.";
        RECORD_NOT_UPDATABLE = "record-not-updatable", "The record cannot be refreshed.",
            "Only a record that nothing builds on and no checkpoint accepts is refreshed; write a new one instead.";
        ALREADY_FINALIZED = "already-finalized", "That format version, or a later one, is finalized already.",
            "Nothing is to be done; raise the format version before the next `finalize`.";
        CHECK_NOT_CLEAN = "check-not-clean", "A format version is finalized only when `check` passes.",
            "Mend what is named, then run `schemagate finalize` again.";
        PROJECT_LOCKED = "project-locked", "Another command is writing to this project.",
            "Wait until it ends, then run this one again.";
        CHANGED_MEANWHILE = "changed-meanwhile", "What this command decided from was changed while it ran; nothing was written.",
            "Run it again.";
        OUTSIDE_OF_PROJECT = "outside-of-project", "A file to write lies behind a link that leaves the project.",
            "Replace the link by a directory of the project.";
        INTERRUPTED = "interrupted", "The command was stopped while it wrote.",
            "Run `schemagate check`: it says what to do.";
    }
    "tree" 1 {
        STORED_SAMPLE_REFUSED = "stored-sample-refused", "A stored record that the source registers as a sample is readable no more.",
            "Undo what makes it unreadable; where that is meant and acknowledged, correct or remove the sample.";
    }
    "input" 2 {
        NOTHING_COMPARED = "nothing-compared", "There was no root to compare, so the run says nothing about any.",
            "Name inputs that hold roots, and a root that they hold.";
        UNKNOWN_SUBJECT = "unknown-subject", "Nothing in the project has the name that was given.",
            "Name a root, a shared type, a record, at least six digits of a fingerprint, or a kind of change.";
        INVALID_PROSE_FILE = "invalid-prose-file", "The file or text with the prose of a record is not what it must be.",
            "Write TOML with `summary`, `compatibility`, `verification` and [[answer]] tables alone.";
        VERSION_UNKNOWN = "version-unknown", "There is no format version to finalize.",
            "Set `[format] version` in schemagate.toml, or give `--version N`.";
    }
    "io" 2 {
        WRITE_FAILED = "write-failed", "A file of the project cannot be written.",
            "Make room and check permissions, then run the command again.";
        EDITOR_FAILED = "editor-failed", "The editor could not be run or failed.",
            "Set $VISUAL or $EDITOR, or give the prose with `--from FILE` or flags.";
    }
}
