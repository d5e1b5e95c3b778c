//! The problem fishing: being written.
