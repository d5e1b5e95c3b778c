//! The problem strategy: being written.
