//! The problem split: being written.
