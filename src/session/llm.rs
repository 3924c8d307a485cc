//! What a call of a model asks for, uses up and fails with.

use super::declare::record;
use super::value::Num;

record! {
    /// The settings of a call of a model.
    pub struct LlmCallConfig {
        /// Who serves the model.
        provider: String,
        /// The model.
        model: String,
        /// How hard the model is to think.
        reasoning_effort?: String,
        /// How much it may write.
        max_tokens?: Num,
        /// How freely it chooses its words.
        temperature?: Num,
        /// Texts at which it stops.
        stop?: Vec<String>,
    }
}

record! {
    /// How many tokens a call used.
    pub struct TokenUsage {
        /// Read by the model.
        input_tokens: Num,
        /// Written by the model.
        output_tokens: Num,
        /// Both together, as the provider counts them.
        total_tokens?: Num,
        /// Of those read, taken from a cache.
        cache_read_tokens?: Num,
        /// Of those read, put into a cache.
        cache_write_tokens?: Num,
        /// Of those written, spent on reasoning.
        reasoning_tokens?: Num,
    }
}

record! {
    /// Why a call of a model failed.
    pub struct LlmFailure {
        /// The reason in words.
        message: String,
        /// The reason as a stable name.
        code: String,
        /// The status of the provider's answer.
        status?: Num,
        /// How long the provider asks to wait, in milliseconds.
        provider_retry_after_ms?: Num,
        /// The provider's name for the request.
        request_id?: String,
        /// How many images a next attempt is to leave out.
        offload_images?: Num,
    }
}
