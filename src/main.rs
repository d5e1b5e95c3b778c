//! The command line over our own problems; everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    duipai::cli::main(duipai::problems::PROBLEMS)
}
