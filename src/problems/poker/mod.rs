//! The problem poker: being written.
