//! Messages of the five roles, and the events that put them on the surface.

use super::content::ContentBlock;
use super::declare::{event, record};
use super::literal::True;
use super::llm::TokenUsage;
use super::source::MessageSource;
use super::stream::AssistantStreamRecord;
use super::tool::ToolError;
use super::value::{JsonValue, Num};
use serde_json::{Value, json};

/// What the source of a message of `role` promises: a kind that qualifies says who sent a message and nothing more,
/// so a reader without its producer keeps the message and every member of the source.
fn attribution(role: &str) -> Value {
    json!({
        "version": 1,
        "policy": "attribution-only",
        "binding": format!("session.{role}-message.source"),
        "owner": {"role": role},
        "discriminator": "kind",
        "unknown": "preserve",
    })
}

event! {
    /// A system prompt.
    surface SystemMessageEvent = "system/message"(SystemMessageData)
}

record! {
    /// A system message and where it stands.
    pub struct SystemMessageData {
        /// The turn.
        turn: Num,
        /// The step within the turn.
        step: Num,
        /// The message.
        message: SystemMessage,
    }
}

record! {
    /// Instructions to the model.
    pub struct SystemMessage {
        role: "system",
        /// Identity of the message.
        id: String,
        /// What it says.
        content: Vec<ContentBlock>,
        /// Who made it.
        source: SystemPromptSource,
    }
}

record! {
    /// The system prompt of the program.
    pub struct SystemPromptSource {
        kind: "system-prompt",
    }
}

event! {
    /// A record of what changed for the model between two requests, such as its tools.
    surface DeveloperMessageEvent = "developer/message"(DeveloperMessageData)
}

record! {
    /// A developer message and where it stands.
    pub struct DeveloperMessageData {
        /// The turn.
        turn: Num,
        /// The step within the turn.
        step: Num,
        /// The message.
        message: DeveloperMessage,
        /// The request header that holds the definitions of the tools that the message adds.
        header_seq?: Num,
    }
}

record! {
    /// A structured record of a change, never prose.
    pub struct DeveloperMessage {
        role: "developer",
        /// Identity of the message.
        id: String,
        /// The changes, in order.
        content: Vec<ContentBlock>,
        /// Who made it.
        #[schemars(extend("x-persistence-source" = attribution("developer")))]
        source: MessageSource,
    }
}

event! {
    /// A message to the model: of the user, or of a part of the program that speaks in the user's place.
    surface UserMessageEvent = "user/message"(UserMessage)
}

record! {
    /// A message of the user, or of a part of the program that speaks in the user's place.
    pub struct UserMessage {
        role: "user",
        /// Identity of the message.
        id: String,
        /// What it says.
        content: Vec<ContentBlock>,
        /// Who made it.
        #[schemars(extend("x-persistence-source" = attribution("user")))]
        source: MessageSource,
    }
}

event! {
    /// An answer of the model.
    surface without sources AssistantMessageEvent = "assistant/message"(AssistantMessageData)
}

record! {
    /// An answer of the model, how it came, and what it cost.
    pub struct AssistantMessageData {
        /// The turn.
        turn: Num,
        /// The step within the turn.
        step: Num,
        /// The message.
        message: AssistantMessage,
        /// The stream that it was made from.
        stream: Vec<AssistantStreamRecord>,
        /// What the call used.
        usage?: TokenUsage,
        /// Present when the stream ended before the message was complete.
        interrupted?: True,
    }
}

record! {
    /// What the model said.
    pub struct AssistantMessage {
        role: "assistant",
        /// Identity of the message.
        id: String,
        /// What it says.
        content: Vec<ContentBlock>,
        /// Which model said it.
        source: ModelSource,
    }
}

record! {
    /// A model.
    pub struct ModelSource {
        kind: "model",
        /// Who serves it.
        provider: String,
        /// The model.
        model: String,
        /// What the provider needs to see again when the conversation goes on.
        replay_state?: Value,
    }
}

event! {
    /// The result of a tool.
    surface ToolResultEvent = "tool/result"(ToolResultData)
}

record! {
    /// The result of a tool and where it stands.
    pub struct ToolResultData {
        /// The turn.
        turn: Num,
        /// The step within the turn.
        step: Num,
        /// The message.
        message: ToolResultMessage,
        /// Why there is no result.
        error?: ToolError,
        /// What the tool tells programs, not the model.
        meta?: JsonValue,
    }
}

record! {
    /// What a tool answers.
    pub struct ToolResultMessage {
        role: "tool",
        /// Identity of the message.
        id: String,
        /// What it says.
        content: Vec<ContentBlock>,
        /// Which call it answers.
        source: ToolSource,
        /// The call it answers, as in the source.
        tool_call_id: String,
        /// Whether the call failed.
        is_error?: bool,
    }
}

record! {
    /// A call of a tool.
    pub struct ToolSource {
        kind: "tool",
        /// Identity of the call.
        call_id: String,
    }
}
