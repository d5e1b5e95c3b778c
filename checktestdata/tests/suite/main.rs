//! One binary: each links the whole library.

mod command;
mod errors;
mod language;
mod properties;
