//! The problem pigs: being written.
