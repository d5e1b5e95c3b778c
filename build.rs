//! The corpus is part of the program: a new fixture makes a new program.

fn main() {
    println!("cargo:rerun-if-changed=corpus");
    println!("cargo:rerun-if-changed=build.rs");
}
