//! Who makes messages: every producer registers its kind in [`PRODUCERS`], with the members it declares.

use super::declare::record;
use super::forms::{Bare, FORMED};
use super::literal::True;
use super::message::{ModelSource, SystemPromptSource, ToolSource};
use super::registry::{Alternative, Producer};
use super::tool::TOOL_REGISTRY;
use super::value::{Nullable, Num};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Every producer, by kind.
pub const PRODUCERS: &[Producer] = &[
    Producer::new("agent-instructions", &[Alternative::of::<AgentInstructions>()]),
    Producer::new("agent-message", &[Alternative::of::<AgentMessage>()]),
    Producer::new("compact-checkpoint", &[Alternative::of::<CompactCheckpoint>()]),
    Producer::new("cordis-host-runner", &[Alternative::of::<Bare>()]),
    Producer::new("dsh-session-title-llm", FORMED),
    Producer::new("goal", &[Alternative::of::<Goal>()]),
    Producer::new("hooks-claude-code", FORMED),
    Producer::new("hooks-codex", FORMED),
    Producer::new("model", &[Alternative::of::<ModelSource>()]),
    Producer::new("model-selection", FORMED),
    Producer::new("plan-mode", FORMED),
    Producer::new("ptc-mode", &[Alternative::of::<Bare>()]),
    Producer::new("repeat-tool-reminder", FORMED),
    Producer::new("runtime-context", FORMED),
    Producer::new("schedule", FORMED),
    Producer::new("session-reference", &[Alternative::of::<SessionReference>()]),
    Producer::new("skill-catalog", &[Alternative::of::<SkillCatalog>()]),
    Producer::new("skill-invocation", &[Alternative::of::<SkillInvocation>()]),
    Producer::new("subagent-settled", &[Alternative::of::<SubagentSettled>()]),
    Producer::new("system-prompt", &[Alternative::of::<SystemPromptSource>()]),
    Producer::new("team-message", &[Alternative::of::<TeamMessage>()]),
    Producer::new("time-context", FORMED),
    // The producer reads its own messages so as not to repeat itself; nobody else does anything with them.
    Producer::new("tmux-context", FORMED).attribution_only(),
    Producer::new("tool", &[Alternative::of::<ToolSource>()]),
    Producer::new("tool-goal", FORMED),
    Producer::new("tool-jobs", FORMED),
    TOOL_REGISTRY,
    Producer::new("user", &[Alternative::of::<Bare>(), Alternative::of::<UserRequest>()]),
    Producer::new("user-approval", FORMED),
    Producer::new("webhook", &[Alternative::of::<Webhook>()]),
];

record! {
    /// The user, through a client that names its requests.
    pub struct UserRequest {
        /// Identity of the client's request.
        rpc_id: String,
        /// The time zone that the client is in.
        client_time_zone?: String,
    }
}

record! {
    /// Instructions for agents, as files of the workspace give them.
    pub struct AgentInstructions {
        form: "instructions",
        /// What changed.
        changes: Vec<InstructionChange>,
        /// Present when these are all instructions and not changes.
        baseline?: True,
        /// Which set of instructions the changes start from.
        baseline_identity?: String,
    }
}

record! {
    /// A change of the instructions of one file.
    pub struct InstructionChange {
        /// What happened to them.
        action: InstructionAction,
        /// What they apply to.
        scope: String,
        /// The file.
        path: String,
        /// A hash of what the file says.
        digest?: String,
    }
}

/// What happens to instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InstructionAction {
    /// They are new.
    Set,
    /// They are gone.
    Remove,
    /// They are others.
    Replace,
}

record! {
    /// Another agent.
    pub struct AgentMessage {
        form: "relay",
        /// The session of the sender.
        sender_session_id: String,
    }
}

record! {
    /// A compaction, which continues the conversation from a summary.
    pub struct CompactCheckpoint {
        /// The compaction.
        compaction_id: String,
        /// The command that asked for it.
        source_command_id?: String,
    }
}

record! {
    /// The goal that the agent works for.
    pub struct Goal {
        /// The goal.
        goal_id: String,
        /// Its revision.
        revision: Num,
        /// The round of work.
        round: Num,
    }
}

record! {
    /// Parts of other sessions.
    pub struct SessionReference {
        form: "recall",
        version: 1,
        /// The sessions.
        references: Vec<ReferencedSession>,
    }
}

record! {
    /// What a message quotes of another session.
    pub struct ReferencedSession {
        /// The session.
        session_id: String,
        /// How the user calls it.
        label: String,
        /// Where in the input it is named.
        input_index: Num,
        /// The last event that was looked at, null for none.
        captured_through_seq: Nullable<Num>,
        /// The format version of the session.
        captured_format_version?: Num,
        /// Whether it is a summary.
        compacted: bool,
        /// Whether it was cut.
        truncated: bool,
        /// How many messages there were.
        original_messages: Num,
        /// How many of them are quoted.
        retained_messages: Num,
        /// How many of them are left out.
        omitted_messages: Num,
        /// How many bytes are left out.
        omitted_bytes: Num,
    }
}

record! {
    /// The skills that there are.
    pub struct SkillCatalog {
        form: "catalog",
        /// The skills.
        entries: Vec<SkillEntry>,
        /// Present when these are changes of an earlier catalog.
        update?: True,
    }
}

record! {
    /// A skill.
    pub struct SkillEntry {
        /// Its name.
        name: String,
        /// What it does.
        description: String,
    }
}

record! {
    /// A skill that is used.
    pub struct SkillInvocation {
        form: "instructions",
        /// Its name.
        name: String,
    }
}

record! {
    /// An agent that worked for this one and is done.
    pub struct SubagentSettled {
        form: "notice",
        /// The session of the agent.
        sender_session_id: String,
        /// How it went, in one line.
        summary: String,
    }
}

record! {
    /// A member of a team.
    pub struct TeamMessage {
        /// The team.
        team_id: String,
        /// The message.
        message_id: String,
        /// The member.
        sender_id: String,
        /// The name of the member.
        sender_name: String,
    }
}

record! {
    /// A call from outside.
    pub struct Webhook {
        form: "notice",
        /// Who calls.
        provider: String,
        /// The rule that let the call in.
        rule_id: String,
        /// The call.
        delivery_id: String,
        /// What the call is about.
        source: String,
        /// It in one line.
        summary: String,
    }
}
