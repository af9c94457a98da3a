//! Automation, in Rust so that it runs wherever the project builds.
//!
//! `cargo xtask tidy` checks the walls between the crates; the same check is a test. `cargo xtask
//! docs` writes the pages of `docs/motifs/` and `docs/endings/` from the source files of motifs and endings.

mod tidy;

use std::{fs, io, path::PathBuf, process::ExitCode};

/// The top folder of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn main() -> ExitCode {
    let task = std::env::args().nth(1).unwrap_or_default();
    match task.as_str() {
        "tidy" => run_tidy(),
        "docs" => run_docs(),
        _ => {
            eprintln!("cargo xtask tidy    check the walls between the crates");
            eprintln!("cargo xtask docs    write docs/motifs/ and docs/endings/ anew");
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

fn run_docs() -> ExitCode {
    for (folder, pages) in [("docs/motifs", reti::motifs::pages()), ("docs/endings", reti::endings::pages())] {
        match write_pages(folder, &pages) {
            Ok(()) => println!("docs: {} pages in {folder}", pages.len()),
            Err(error) => {
                eprintln!("{folder}: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

/// Replaces the folder, so that pages of what was removed go too.
fn write_pages(folder: &str, pages: &[(String, String)]) -> io::Result<()> {
    let folder = root().join(folder);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for (name, text) in pages {
        fs::write(folder.join(name), text)?;
    }
    Ok(())
}
