//! What a model wrote, piece by piece and in time.

use super::content::{ContentBlock, ContentBlockType};
use super::declare::{record, union};
use super::llm::{LlmFailure, TokenUsage};
use super::value::Num;
use serde_json::Value;

union! {
    /// One entry of a recorded stream; runs of equal pieces are packed.
    pub enum AssistantStreamRecord by "type" {
        /// One piece.
        Chunk = "chunk" {
            /// When it came.
            time: Num,
            /// The piece.
            chunk: StreamChunk,
        },
        /// A run of pieces of text.
        TextChunks = "text-chunks" {
            /// When the first came.
            time0: Num,
            /// The time from each to the next.
            dt: Vec<Num>,
            /// The block they belong to.
            index: Num,
            /// The pieces.
            texts: Vec<String>,
        },
        /// A run of pieces of reasoning.
        ReasoningChunks = "reasoning-chunks" {
            /// When the first came.
            time0: Num,
            /// The time from each to the next.
            dt: Vec<Num>,
            /// The block they belong to.
            index: Num,
            /// The pieces.
            texts: Vec<String>,
        },
        /// A run of pieces of a tool call's arguments.
        ToolCallChunks = "tool-call-chunks" {
            /// When the first came.
            time0: Num,
            /// The time from each to the next.
            dt: Vec<Num>,
            /// The block they belong to.
            index: Num,
            /// Identity of the call.
            id: String,
            /// Name of the tool.
            name?: String,
            /// The pieces.
            args: Vec<String>,
        },
    }
}

union! {
    /// One piece of a stream.
    pub enum StreamChunk by "type" {
        /// A block begins.
        BlockStart = "block-start" {
            /// Its place among the blocks of the message.
            index: Num,
            /// What it is.
            block_type: ContentBlockType,
        },
        /// More text.
        TextDelta = "text-delta" {
            /// The block it belongs to.
            index: Num,
            /// The text.
            text: String,
        },
        /// More reasoning.
        ReasoningDelta = "reasoning-delta" {
            /// The block it belongs to.
            index: Num,
            /// The text.
            text: String,
        },
        /// More of a tool call.
        ToolCallDelta = "tool-call-delta" {
            /// The block it belongs to.
            index: Num,
            /// Identity of the call.
            id: String,
            /// Name of the tool.
            name?: String,
            /// More of the arguments' JSON text.
            arguments_delta: String,
        },
        /// A block is complete.
        BlockEnd = "block-end" {
            /// Its place among the blocks of the message.
            index: Num,
            /// The whole block.
            block: ContentBlock,
        },
        /// What the call has used so far.
        Usage = "usage" {
            /// The count.
            usage: TokenUsage,
        },
        /// The stream is complete.
        Finish = "finish" {
            /// Why it ended.
            reason: FinishReason,
            /// What the provider needs to see again when the conversation goes on.
            replay_state?: ReplayState,
        },
    }
}

record! {
    /// What a provider needs to see again when the conversation goes on.
    pub struct ReplayState {
        /// About the answer as a whole.
        response: Value,
        /// About each block.
        blocks?: Vec<Value>,
    }
}

union! {
    /// Why a stream ended.
    pub enum FinishReason by "kind" {
        /// The model had said all.
        Stop = "stop" {},
        /// The model waits for tools.
        ToolCalls = "tool-calls" {},
        /// The model may write no more.
        MaxTokens = "max-tokens" {},
        /// Somebody stopped it.
        Aborted = "aborted" {
            /// How.
            failure: LlmFailure,
        },
        /// The call failed.
        Error = "error" {
            /// Why.
            failure: LlmFailure,
        },
    }
}
