//! Automation, in Rust so that it runs wherever the project builds.
//!
//! `cargo xtask tidy` checks the walls between the crates; the same check is a test.

mod tidy;

use std::{path::PathBuf, process::ExitCode};

/// The top folder of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn main() -> ExitCode {
    let task = std::env::args().nth(1).unwrap_or_default();
    if task == "tidy" {
        return run_tidy();
    }
    eprintln!("cargo xtask tidy    check the walls between the crates");
    ExitCode::from(2)
}

fn run_tidy() -> ExitCode {
    let complaints = tidy::check(&root());
    for complaint in &complaints {
        eprintln!("{complaint}");
    }
    if !complaints.is_empty() {
        return ExitCode::FAILURE;
    }
    println!("tidy: the walls stand");
    ExitCode::SUCCESS
}
