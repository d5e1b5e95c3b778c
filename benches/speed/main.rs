//! `cargo bench [-- PROBLEM…]`: prints ratios.
//!
//! What matters here are ratios between programs that run in turn on the same
//! instances, and shares of a campaign's time. The usual libraries time each
//! function on its own, minutes apart on a busy machine, and print no ratios;
//! so this is a small timing loop of our own: samples of all programs in turn,
//! the best of each, and a median to show how busy the machine was.
//! `docs/performance.md` has the results and what they mean.

mod baselines;
mod campaign;
mod mutants;
mod solvers;
mod table;
mod timing;

use duipai::campaign::{Config, Origins};
use duipai::problem::Scope;
use duipai::subject::{LimitOverrides, SubjectSpec};
use std::path::Path;

/// The seed of all instances.
const SEED: u64 = 20_260_101;

fn main() {
    // Cargo adds options of its own.
    let names: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let chosen = |name: &str| names.is_empty() || names.iter().any(|other| other == name);
    let out = match tempfile::tempdir() {
        Ok(out) => out,
        Err(error) => panic!("no folder for findings: {error}"),
    };
    solvers::run(&chosen);
    campaign::run(&chosen, out.path());
    mutants::run(&chosen, out.path());
}

/// A campaign of one thread at Small scope.
fn config(subject: SubjectSpec, seed: u64, cases: u64, out: &Path) -> Config {
    Config {
        subject,
        limits: LimitOverrides::default(),
        seed,
        from: 0,
        cases: Some(cases),
        origins: Origins::Generator(Scope::Small),
        layout: None,
        threads: 1,
        keep_going: 0,
        minimize: None,
        out: out.to_owned(),
    }
}
