//! The Session format: the types say exactly what format says, and reading is what the schemas say.

mod notation;
mod reading;
mod roots;
mod sources;
