//! The Session format: a log of a conversation between people, models and tools, as this repository persists it.
//!
//! The types say exactly what the format says, no more and no less: reading them is reading a record, and their schemas
//! are what the catalog is made of. Rules that no schema can say, such as which numbers are integers, are not theirs.

mod catalog;
mod content;
mod declare;
mod envelope;
mod forms;
mod header;
mod literal;
mod llm;
mod message;
mod producers;
mod registry;
mod request;
mod source;
mod step;
mod stream;
mod tool;
mod turn;
mod value;

pub use catalog::{SAMPLES, catalog};
pub use content::{
    ContentBlock, ContentBlockType, FileAttachmentRef, ImageAttachmentRef, ImageDimensions, ImageMediaType, OtherBlock,
};
pub use envelope::{
    Append, Event, LogEnvelope, Replace, SessionEventEnvelope, SurfaceEnvelope, SurfaceOp, UnsourcedEnvelope,
};
pub use forms::{Bare, Catalog, FORMED, Instructions, Notice, Recall, Relay, Snapshot, SnapshotSection};
pub use header::{JsonlHeaderLine, SessionHeader};
pub use literal::{Literal, Literals, True, TrueLiteral};
pub use llm::{LlmCallConfig, LlmFailure, TokenUsage};
pub use message::{
    AssistantMessage, AssistantMessageData, AssistantMessageEvent, DeveloperMessage, DeveloperMessageData,
    DeveloperMessageEvent, ModelSource, SystemMessage, SystemMessageData, SystemMessageEvent, SystemPromptSource,
    ToolResultData, ToolResultEvent, ToolResultMessage, ToolSource, UserMessage, UserMessageEvent,
};
pub use producers::{
    AgentInstructions, AgentMessage, CompactCheckpoint, Goal, InstructionAction, InstructionChange, PRODUCERS,
    ReferencedSession, SessionReference, SkillCatalog, SkillEntry, SkillInvocation, SubagentSettled, TeamMessage,
    UserRequest, Webhook,
};
pub use registry::{Alternative, BANNED_KINDS, MessageSources, Producer, RESERVED_KINDS, Refusal};
pub use request::{AdapterDefaults, EpochHeader, RequestHeader, RequestHeaderEvent, RequestHeaderReason};
pub use source::MessageSource;
pub use step::{Step, StepEndEvent, StepStartEvent};
pub use stream::{AssistantStreamRecord, FinishReason, ReplayState, StreamChunk};
pub use tool::{ToolCall, ToolCallEvent, ToolError, ToolSchema};
pub use turn::{AbortReason, TurnEnd, TurnEndEvent, TurnEndReason, TurnStart, TurnStartEvent};
pub use value::{JsonValue, Nullable, Num, Optional, Reserved, Undeclared};
