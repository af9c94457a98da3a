//! Automation, in Rust so that it runs wherever the project builds.
//!
//! `cargo xtask tidy` checks the walls between the crates; the same check is a test. `cargo xtask
//! docs` writes what is generated under `docs/`: the pages of the motifs, the JSON Schemas and the page about JSON. `cargo xtask signature`
//! prints lines that change exactly when behaviour does.

mod docs;
mod signature;
mod tidy;

use std::{fs, path::PathBuf, process::ExitCode};

/// The top folder of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn main() -> ExitCode {
    let task = std::env::args().nth(1).unwrap_or_default();
    match task.as_str() {
        "tidy" => run_tidy(),
        "docs" => run_docs(),
        "signature" => run_signature(std::env::args().nth(2).as_deref()),
        _ => {
            eprintln!("cargo xtask tidy    check the walls between the crates");
            eprintln!("cargo xtask docs    write docs/motifs/, docs/schema/ and docs/json.md anew");
            eprintln!(
                "cargo xtask signature [--check|--write]    print behaviour as lines, compare them, write them down"
            );
            ExitCode::from(2)
        }
    }
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

fn run_signature(option: Option<&str>) -> ExitCode {
    let root = root();
    let lines = match signature::lines(&root) {
        Ok(lines) => lines,
        Err(problem) => {
            eprintln!("signature: {problem}");
            return ExitCode::FAILURE;
        }
    };
    match option {
        Some("--check") => {
            let committed = fs::read_to_string(root.join(signature::FILE)).unwrap_or_default();
            let moved = signature::differences(&committed, &lines);
            for line in &moved {
                println!("{line}");
            }
            if !moved.is_empty() {
                return ExitCode::FAILURE;
            }
            println!("{}, as committed", lines.last().map_or("", String::as_str));
        }
        Some("--write") => {
            if let Err(error) = signature::write(&root, &lines) {
                eprintln!("{}: {error}", signature::FILE);
                return ExitCode::FAILURE;
            }
        }
        _ => println!("{}", lines.join("\n")),
    }
    ExitCode::SUCCESS
}

fn run_docs() -> ExitCode {
    match root().canonicalize().and_then(|root| docs::write(&root)) {
        Ok(written) => {
            println!("docs: {}", written.join(", "));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("docs: {error}");
            ExitCode::FAILURE
        }
    }
}
