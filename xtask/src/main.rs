//! Automation, in Rust so that it runs wherever the project builds.
//!
//! `cargo xtask tidy` checks the walls between the crates; the same check is a test. `cargo xtask
//! docs` writes what is generated under `docs/`: the pages of motifs and endings, the JSON Schemas, the
//! page about JSON and the figures of all pages. `cargo xtask tables` makes the endgame tables that the
//! program brings along, `cargo xtask signature` prints lines that change exactly when behaviour does,
//! `cargo xtask figures` measures documented figures again.

mod docs;
mod figures;
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
        "figures" => run_figures(std::env::args().nth(2).as_deref()),
        "signature" => run_signature(std::env::args().nth(2).as_deref()),
        "tables" => run_tables(),
        _ => {
            eprintln!("cargo xtask tidy    check the walls between the crates");
            eprintln!("cargo xtask docs    write what is generated under docs/ anew");
            eprintln!("cargo xtask figures [NAME]    measure figures again and say what moved");
            eprintln!(
                "cargo xtask signature [--check|--write]    print behaviour as lines, compare them, write them down"
            );
            eprintln!("cargo xtask tables  generate, certify and pack the tables in the program anew; takes minutes");
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

fn run_tables() -> ExitCode {
    let path = root().join("crates/reti-tables/embedded/four-men.bin");
    let made = reti::tables::embedded_archive().map_err(|error| error.to_string());
    match made.and_then(|bytes| fs::write(&path, &bytes).map(|()| bytes.len()).map_err(|error| error.to_string())) {
        Ok(len) => {
            println!("tables: {len} bytes in {}", path.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            ExitCode::FAILURE
        }
    }
}

fn run_docs() -> ExitCode {
    let written = root().canonicalize().and_then(|root| docs::write(&root)).map_err(|error| error.to_string());
    match written.and_then(|written| write_figures().map(|pages| (written, pages))) {
        Ok((written, pages)) => {
            println!("docs: {}, figures of {pages} pages", written.join(", "));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("docs: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write_figures() -> Result<usize, String> {
    let root = root();
    let pages = figures::pages(&root, &figures::read(&root)?)?;
    for (path, text) in &pages {
        fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(pages.len())
}

fn run_figures(wanted: Option<&str>) -> ExitCode {
    match figures::run(&root(), wanted) {
        Ok(lines) => {
            println!("{}", lines.join("\n"));
            if lines.iter().any(|line| line.contains("MOVED")) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}
