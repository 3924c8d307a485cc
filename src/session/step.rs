//! Steps of a turn: one answer of the model, with the tools that it asked for.

use super::declare::{event, record};
use super::value::Num;

event! {
    /// A step begins.
    log StepStartEvent = "step/start"(Step)
}

event! {
    /// A step ends.
    log StepEndEvent = "step/end"(Step)
}

record! {
    /// A step of a turn.
    pub struct Step {
        /// The turn, from 1.
        turn: Num,
        /// The step within the turn, from 1.
        step: Num,
    }
}
