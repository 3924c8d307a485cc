//! Turns: from an input to the point where the agent waits again.

use super::declare::{event, record, union};
use super::llm::LlmFailure;
use super::value::Num;

event! {
    /// A turn begins.
    log TurnStartEvent = "turn/start"(TurnStart)
}

record! {
    /// Which turn begins.
    pub struct TurnStart {
        /// Its number, from 1.
        turn: Num,
    }
}

event! {
    /// A turn ends.
    log TurnEndEvent = "turn/end"(TurnEnd)
}

record! {
    /// Which turn ends, and why.
    pub struct TurnEnd {
        /// Its number.
        turn: Num,
        /// Why it ends.
        reason: TurnEndReason,
    }
}

union! {
    /// Why a turn ended.
    pub enum TurnEndReason by "kind" {
        /// The agent had done what it could.
        Completed = "completed" {},
        /// A hook let the input not through.
        Blocked = "blocked" {},
        /// The model may write no more.
        MaxTokens = "max-tokens" {},
        /// The process ended in the middle of it.
        Interrupted = "interrupted" {},
        /// The session was forked in the middle of it.
        Forked = "forked" {},
        /// A call of a model failed.
        Error = "error" {
            /// How.
            error: LlmFailure,
        },
        /// Somebody stopped it.
        Aborted = "aborted" {
            /// Who.
            reason: AbortReason,
        },
    }
}

union! {
    /// Who stopped a turn.
    pub enum AbortReason by "kind" {
        /// The user.
        User = "user" {},
        /// The agent that this one works for.
        Parent = "parent" {},
        /// A hook.
        Hook = "hook" {
            /// What the hook said.
            reason: String,
        },
        /// The session was closed.
        Disposed = "disposed" {},
        /// An older program that did not say.
        Legacy = "legacy" {},
    }
}
