//! The header of a session, as a value and as the first line of a file.

use super::declare::record;
use super::value::Num;

record! {
    /// What is known of a session before its first event.
    pub struct SessionHeader {
        version: 4,
        /// Identity of the session.
        id: String,
        /// When it was created, in milliseconds since the epoch.
        created_at: Num,
        /// The directory it works in, as an absolute path.
        cwd?: String,
        /// The session that it was forked from or works for.
        parent_session?: String,
        /// Whether it starts with events that it inherited from its parent.
        is_seeded: bool,
        /// Present when another agent started it.
        origin?: "subagent",
        /// How many delegations lie between it and a person, 0 for a session that a person started.
        delegation_depth?: Num,
        /// The preset that it was started with.
        agent_preset?: String,
    }
}

record! {
    /// The first line of a session's file.
    #[schemars(rename = "HeaderLine")]
    pub struct JsonlHeaderLine {
        r#type: "session",
        /// The format version; looked at before anything else, and therefore any number.
        version: Num,
        /// Identity of the session.
        id: String,
        /// When it was created, in milliseconds since the epoch.
        created_at: Num,
        /// The directory it works in, as an absolute path.
        cwd?: String,
        /// The session that it was forked from or works for.
        parent_session?: String,
        /// Whether it starts with events that it inherited from its parent.
        is_seeded: bool,
        /// Present when another agent started it.
        origin?: "subagent",
        /// How many delegations lie between it and a person, 0 for a session that a person started.
        delegation_depth: Num,
        /// The preset that it was started with.
        agent_preset?: String,
    }
}
