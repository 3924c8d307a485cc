//! The codes that records, the chain, checkpoints and the tree can be refused with.

use crate::graph::codes;

codes! {
    "history" 1 {
        UNFINISHED_WRITE = "unfinished-write", "A command was interrupted and left temporary files behind.",
            "Run the interrupted command again, or `schemagate generate`: both remove the leftovers.";
        RECORD_UNPARSABLE = "record-unparsable", "A record is not readable as TOML.",
            "Correct the file at the given line and column.";
        RECORD_UNKNOWN_KEY = "record-unknown-key", "A record has a key that no record has.",
            "Remove the key, or correct its spelling.";
        RECORD_MISSING_KEY = "record-missing-key", "A record lacks a key that every record has.",
            "Add the key; `schemagate acknowledge` writes all of them.";
        RECORD_INVALID_VALUE = "record-invalid-value", "A key of a record holds a value of the wrong type or range.",
            "Give the key a value as the message says.";
        RECORD_SCHEMA = "record-schema", "A record has a schema number this build does not read.",
            "Use schema = 1, or a newer schemagate.";
        RECORD_RULES = "record-rules", "A record was written under rules this build does not know.",
            "Use a schemagate that knows these rules.";
        RECORD_NAME = "record-name", "The name of a record is not YYYY-MM-DD-slug.",
            "Name it by its date and a slug of a-z, 0-9 and single hyphens, such as `2026-09-18-optional-title`.";
        RECORD_DATE = "record-date", "The date in the name of a record is not in the calendar.",
            "Name the record by a date that exists.";
        RECORD_ID = "record-id", "The id in a record is not the name of its file.",
            "Make `id` equal to the file name without `.toml`.";
        RECORD_EMPTY = "record-empty", "A record lists no change.",
            "Remove the record, or list the changed roots as [[change]].";
        RECORD_DUPLICATE_ROOT = "record-duplicate-root", "A record lists one root twice.",
            "Keep one [[change]] for each root.";
        RECORD_FINGERPRINT = "record-fingerprint", "A fingerprint in a record is not 64 lowercase hexadecimal digits.",
            "Restore the value that `schemagate acknowledge` wrote.";
        RECORD_DECISION = "record-decision", "A decision is none of `same-version` and `version-bump`.",
            "Write one of the two.";
        RECORD_MIXED_DECISIONS = "record-mixed-decisions", "The changes of one record carry different decisions.",
            "A record has one decision: write version-bump for all of its changes if any of them needs it.";
        PROSE_BLANK = "prose-blank", "A text that a person must write is blank.",
            "Write it: the next reader has nothing else.";
        PROSE_PLACEHOLDER = "prose-placeholder", "A text that a person must write is still a placeholder.",
            "Replace the placeholder by what is true of this change.";
        PROSE_TOO_SHORT = "prose-too-short", "A text that a person must write is shorter than 20 characters.",
            "Say it in a whole sentence.";
        SNAPSHOT_MISSING = "snapshot-missing", "A record has no snapshot beside it.",
            "Restore ID.schema.json from version control, or run `schemagate acknowledge --update ID`.";
        SNAPSHOT_WITHOUT_RECORD = "snapshot-without-record", "A snapshot has no record beside it.",
            "Run `schemagate acknowledge ID` to finish the record, or remove the file.";
        SNAPSHOT_INVALID = "snapshot-invalid", "A snapshot is not a readable bundle.",
            "Restore the file from version control, or run `schemagate acknowledge --update ID`.";
        SNAPSHOT_NOT_CANONICAL = "snapshot-not-canonical", "A snapshot is not in canonical bytes.",
            "Restore the file as `schemagate acknowledge` wrote it.";
        SNAPSHOT_ROOTS = "snapshot-roots", "A snapshot does not hold exactly the roots that its record lists with an `after`.",
            "Restore both files as `schemagate acknowledge` wrote them, or run `schemagate acknowledge --update ID`.";
        SNAPSHOT_FINGERPRINT = "snapshot-fingerprint", "A root of a snapshot has another fingerprint than its record says.",
            "Restore both files as `schemagate acknowledge` wrote them, or run `schemagate acknowledge --update ID`.";
        BASELINE_MISSING = "baseline-missing", "There is no baseline.",
            "Start the history: `schemagate acknowledge --baseline ID`.";
        BASELINE_DUPLICATE = "baseline-duplicate", "There are two baselines.",
            "Keep the one that the other records build on.";
        BASELINE_NOT_INITIAL = "baseline-not-initial", "The baseline names a predecessor or removes a root.",
            "A baseline only lists roots with their fingerprints.";
        RECORD_DUPLICATE_ID = "record-duplicate-id", "Two records have one id.",
            "Rename one of them.";
        PREDECESSOR_MISSING = "predecessor-missing", "A change names a predecessor that is not there.",
            "Restore the missing record, or run `schemagate acknowledge --update ID`.";
        PREDECESSOR_WITHOUT_ROOT = "predecessor-without-root", "A change names a predecessor that does not list its root.",
            "Run `schemagate acknowledge --update ID`.";
        CHAIN_CYCLE = "chain-cycle", "Records name each other as predecessors in a circle.",
            "Restore the records from version control.";
        CHAIN_FORK = "chain-fork", "Two records follow one predecessor for the same root.",
            "Run `schemagate acknowledge --update ID` on the one that is not accepted elsewhere.";
        ROOT_STARTS_TWICE = "root-starts-twice", "Two records start the same root.",
            "Run `schemagate acknowledge --update ID` on the later one.";
        REMOVED_ROOT_RESTARTED = "removed-root-restarted", "A removed root comes back, but not from the record that removed it.",
            "Name the record that removed it as `previous`; `schemagate acknowledge --update ID` does.";
        CHANGES_NOTHING = "changes-nothing", "A change ends in the state it starts from.",
            "Remove the change, or the record with its snapshot.";
        VERSION_BUMP_REQUIRED = "version-bump-required", "A decision is below the verdict on the change.",
            "Undo the change, or raise the format version and decide version-bump.";
        VERSION_TRANSITION_REQUIRED = "version-transition-required",
            "A version-bump is not accompanied by an increase of the format version in the same record.",
            "Raise the format version together with the change, then acknowledge both in one record.";
        FORMAT_VERSION_MISPLACED = "format-version-misplaced", "A record carries `format-version`, but a header root holds the format version.",
            "Remove the key: the header's own change is the transition.";
        FORMAT_VERSION_BEHIND = "format-version-behind", "The format version in schemagate.toml is below what the history has reached.",
            "Set `[format] version` to the version of the latest record.";
        OBLIGATION_UNANSWERED = "obligation-unanswered", "A change raises a question that its record does not answer.",
            "Answer it in an [[answer]] that lists the obligation and every root that raises it.";
        OBLIGATION_UNKNOWN = "obligation-unknown", "A record answers a question that its changes do not raise.",
            "Remove the answer, or the roots that do not raise it.";
    }
    "checkpoint" 1 {
        CHECKPOINT_NAME = "checkpoint-name", "A file among the checkpoints is not named vN.toml.",
            "Name it by its format version, or move it elsewhere.";
        CHECKPOINT_INVALID = "checkpoint-invalid", "A checkpoint is not readable, or has unknown, missing or malformed keys.",
            "Restore the file as `schemagate finalize` wrote it.";
        CHECKPOINT_MISSING = "checkpoint-missing", "`[format] finalized` has no checkpoint.",
            "Restore the file from version control.";
        CHECKPOINT_ABOVE_FINALIZED = "checkpoint-above-finalized", "A checkpoint is above `[format] finalized`.",
            "Run `schemagate finalize` to finish it, or remove the file.";
        CHECKPOINT_VERSION = "checkpoint-version", "The format version of a checkpoint is not that of its name or of the records it accepts.",
            "Restore the file as `schemagate finalize` wrote it.";
        CHECKPOINT_RECORD_MISSING = "checkpoint-record-missing", "A record that a checkpoint accepted is gone.",
            "Restore the record and its snapshot from version control.";
        CHECKPOINT_RECORD_CHANGED = "checkpoint-record-changed", "A record that a checkpoint accepted means something else now.",
            "Restore the record and its snapshot from version control; only its prose may be mended.";
        CHECKPOINT_INCOMPLETE = "checkpoint-incomplete", "The records that a checkpoint accepts lack the baseline, a predecessor, or what an earlier checkpoint accepted.",
            "Restore the file as `schemagate finalize` wrote it.";
        CHECKPOINT_ROOTS = "checkpoint-roots", "The roots of a checkpoint are not those that its records end in.",
            "Restore the file as `schemagate finalize` wrote it.";
        WRITER_BELOW_FINALIZED = "writer-below-finalized", "The current format version is below the finalized one.",
            "Set the format version to the finalized one or above.";
        FINALIZED_FORMAT_CHANGED = "finalized-format-changed", "The current types break a format version that is finalized.",
            "Undo the change, or raise the format version above the finalized one.";
    }
    "tree" 1 {
        CATALOG_MISSING = "catalog-missing", "A generated file of the catalog is missing.",
            "Run `schemagate generate`.";
        CATALOG_STALE = "catalog-stale", "A generated file of the catalog is not what the source yields.",
            "Run `schemagate generate`.";
        UNACKNOWLEDGED_CHANGES = "unacknowledged-changes", "The current types differ from the last acknowledged ones.",
            "Run `schemagate acknowledge YYYY-MM-DD-slug`.";
    }
    "io" 2 {
        READ_FAILED = "read-failed", "A file of the project cannot be read.",
            "Make it a readable file.";
    }
}
