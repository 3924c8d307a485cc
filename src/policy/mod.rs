//! The rules that use recorded reader promises: attribution, reserved fields, payload versions.
//!
//! A promise counts only where both sides record it; nothing is inferred. Whether a recorded promise is legal where it
//! stands is checked when schemas are read (`graph`).

pub mod attribution;
pub mod payload_version;
pub mod reserved;
