//! The part of a request that stays the same from call to call.

use super::declare::{event, record};
use super::literal::True;
use super::llm::LlmCallConfig;
use super::tool::ToolSchema;
use super::value::Reserved;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

event! {
    /// The settings or the tools of the requests that follow.
    log RequestHeaderEvent = "request/header"(RequestHeader)
}

record! {
    /// What the requests that follow have in common, and why it is recorded.
    pub struct RequestHeader {
        /// The common part.
        header: EpochHeader,
        /// Why it is recorded.
        reason: RequestHeaderReason,
        /// Present when a new series of requests starts with it.
        starts_series?: True,
    }
}

/// Why a request header is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RequestHeaderReason {
    /// It is the first of the session.
    Initial,
    /// The session was taken up again.
    Resume,
    /// Settings or tools changed.
    Change,
    /// A new series of requests starts.
    Series,
}

record! {
    /// What all requests of a series have in common.
    pub struct EpochHeader {
        /// The settings.
        config: LlmCallConfig,
        /// Which settings were filled in by the adapter of the provider.
        adapter_defaults?: AdapterDefaults,
        /// The tools that the model may use.
        tools?: Vec<ToolSchema>,
        /// Never a system prompt: it is a message of the surface.
        system?: Reserved,
    }
}

record! {
    /// Which settings were filled in by the adapter of the provider.
    pub struct AdapterDefaults {
        /// The reasoning effort.
        reasoning_effort?: True,
        /// The limit of what the model may write.
        max_tokens?: True,
    }
}
