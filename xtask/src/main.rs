//! Automation, in Rust so that it runs wherever the project builds.
//!
//! `cargo xtask tidy` checks the walls between the crates; the same check is a test. `cargo xtask
//! docs` writes the pages of `docs/motifs/` from the motifs' source files, `cargo xtask tables` the
//! endgame tables that the program brings along.

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
        "tables" => run_tables(),
        _ => {
            eprintln!("cargo xtask tidy    check the walls between the crates");
            eprintln!("cargo xtask docs    write docs/motifs/ anew");
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
    match write_motif_pages() {
        Ok(count) => {
            println!("docs: {count} pages in docs/motifs");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("docs/motifs: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Replaces the folder, so that pages of removed motifs go too.
fn write_motif_pages() -> io::Result<usize> {
    let folder = root().join("docs/motifs");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let pages = reti::motifs::pages();
    for (name, text) in &pages {
        fs::write(folder.join(name), text)?;
    }
    Ok(pages.len())
}
