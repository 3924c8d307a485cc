//! What every event has around its data.

use super::declare::record;
use super::literal::True;
use super::value::Num;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An event type of the format; the macro `event!` of this module implements it.
pub trait Event {
    /// The name in the member `type`.
    const NAME: &'static str;
    /// Whether it takes part in the conversation surface.
    const SURFACE: bool;
    /// The file that declares it.
    const FILE: &'static str;
}

/// How an event changes the conversation surface.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "a surface operation is \"append\" or a replacement with `startSeq` and `endSeq`")]
pub enum SurfaceOp {
    /// It becomes the last of the surface.
    Append(Append),
    /// It takes the place of a span of the surface.
    Replace(Replace),
}

/// The operation that needs no more than its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum Append {
    /// `"append"`.
    Append,
}

record! {
    /// Takes the place of a span of the surface.
    #[schemars(inline)]
    pub struct Replace {
        op: "replace",
        /// The first event of the span.
        start_seq: Num,
        /// The last event of the span.
        end_seq: Num,
    }
}

/// Every event without its data and with any type: what readers must know to pass over an event they do not know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "an event has `type`, `seq` and `time`, and on the surface `surfaceOp`")]
pub enum SessionEventEnvelope {
    /// An event of the surface.
    Surface(SurfaceEnvelope),
    /// An event of the surface that was made from no single events.
    SurfaceWithoutSources(UnsourcedEnvelope),
    /// An event of the log only.
    Log(LogEnvelope),
}

record! {
    /// The envelope of a surface event.
    pub struct SurfaceEnvelope {
        /// The event type.
        r#type: String,
        /// Its number in the log, from 0 without gaps.
        seq: Num,
        /// When it was recorded, in milliseconds since the epoch.
        time: Num,
        /// Present when a reader that does not know the event may pass over it.
        ignorable?: True,
        /// Where the event stands on the surface.
        surface_op: SurfaceOp,
        /// The earlier events that it was made from.
        source_event_seqs?: Vec<Num>,
    }
}

record! {
    /// The envelope of a surface event that was made from no single events.
    pub struct UnsourcedEnvelope {
        /// The event type.
        r#type: String,
        /// Its number in the log, from 0 without gaps.
        seq: Num,
        /// When it was recorded, in milliseconds since the epoch.
        time: Num,
        /// Present when a reader that does not know the event may pass over it.
        ignorable?: True,
        /// Where the event stands on the surface.
        surface_op: SurfaceOp,
    }
}

record! {
    /// The envelope of an event of the log only.
    pub struct LogEnvelope {
        /// The event type.
        r#type: String,
        /// Its number in the log, from 0 without gaps.
        seq: Num,
        /// When it was recorded, in milliseconds since the epoch.
        time: Num,
        /// Present when a reader that does not know the event may pass over it.
        ignorable?: True,
    }
}
