//! Tools: their definitions, their calls, and what goes wrong with them.

use super::declare::{event, record};
use super::forms::Bare;
use super::literal::True;
use super::registry::{Alternative, Producer};
use super::value::Num;
use serde_json::{Map, Value};

/// Tells the model, in developer messages, which tools it has.
pub(super) const TOOL_REGISTRY: Producer = Producer::new("tool-registry", &[Alternative::of::<Bare>()]);

record! {
    /// The definition of a tool.
    pub struct ToolSchema {
        /// Its name.
        name: String,
        /// What it does, in words for the model.
        description: String,
        /// Its parameters as JSON Schema.
        parameters: Map<String, Value>,
        /// Asks a provider to load the definition only when the tool is needed.
        defer_loading?: True,
    }
}

event! {
    /// A tool starts to run.
    log ToolCallEvent = "tool/call"(ToolCall)
}

record! {
    /// Which tool runs, and with what.
    pub struct ToolCall {
        /// The turn.
        turn: Num,
        /// The step within the turn.
        step: Num,
        /// Identity of the call, as the model gave it.
        call_id: String,
        /// Name of the tool.
        name: String,
        /// The arguments as the JSON text that the model wrote.
        arguments: String,
    }
}

record! {
    /// Why a tool has no result.
    pub struct ToolError {
        /// The class of error.
        name: String,
        /// The error as a stable name.
        code: String,
        /// More about it.
        reason?: String,
    }
}
