//! All integration tests, in one program: each of its own would link the whole
//! library again, and compile again what is generic over problems.
//!
//! One file a subject; `cargo test --test it FILE::` runs one of them.

mod check;
mod cli;
mod cli_edges;
mod common;
mod crash_safety;
mod exhaust;
mod file_io;
mod findings;
mod fishing;
mod fuzz_glue;
mod house;
mod json;
mod left_behind;
mod minimize;
mod mutate;
mod once;
mod own_program;
mod pigs;
mod poker;
mod process;
mod properties;
mod repeats;
mod replay;
mod reporters;
mod seven_items;
mod sources;
mod split;
mod strategy;
mod summary;
mod terminal;
