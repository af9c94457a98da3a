//! `reti doctor`: what this installation can do.

use std::{env, fmt::Write as _, path::PathBuf};

use clap::Parser;
use reti::tables::{Folder, Limits};

use super::Run;
use crate::{failure::Failure, terminal};

/// What this installation can do, and which optional tools it finds
#[derive(Debug, Parser)]
#[command(name = "doctor")]
pub struct Arguments {}

impl Run for Arguments {
    fn run(self) -> Result<(), Failure> {
        let mut out = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(out, "reti {} ({} {})", env!("CARGO_PKG_VERSION"), env::consts::OS, env::consts::ARCH);
        let build = if cfg!(debug_assertions) { "debug build: slow; use --release" } else { "release build" };
        let _ = writeln!(out, "  build        {build}");
        let names: Vec<String> = super::COMMANDS.iter().map(|entry| (entry.command)().get_name().to_owned()).collect();
        let _ = writeln!(out, "  commands     {}", names.join(" "));
        let _ = writeln!(out, "  self-test    {}", self_test());
        let (tables, bytes) = reti::tables::embedded_size();
        let _ = writeln!(out, "  tables       {tables} endgames of up to four men, in the program ({bytes} bytes)");
        out.push_str("Optional, nothing above needs them:\n");
        for (label, value) in optional() {
            let _ = writeln!(out, "  {label:<12} {value}");
        }
        terminal::write(None, out.as_bytes())
    }
}

/// One exchange and one graph whose answers are known.
fn self_test() -> &'static str {
    let known = || {
        let position = reti::read_position("4k3/4n3/8/3p4/8/1B6/8/4R1K1 w - - 0 1").ok()?;
        let played = reti::read_move(&position, "Bxd5").ok()?;
        let pins = reti::graph::Selection { relation: Some("pin"), legal_only: false };
        Some((reti::exchange::exchange(&position, played).gain, reti::graph::graph(&position, pins).links.len()))
    };
    if known() == Some((100, 1)) { "passed" } else { "FAILED: please report this" }
}

fn optional() -> Vec<(&'static str, String)> {
    let program = |name: &str| find_program(name).map_or("not found".to_owned(), |path| path.display().to_string());
    vec![
        ("tables", folder_tables()),
        ("gpu", reti::gpu::cards().map_or_else(|error| error.to_string(), |cards| cards.join("; "))),
        ("stockfish", program("stockfish")),
        ("syzygy", variable("SYZYGY_PATH")),
        ("test data", variable("RETI_DATA")),
        ("python3", program("python3")),
    ]
}

/// Tables that `reti table build` put into the cache folder.
fn folder_tables() -> String {
    let folder = super::table::cache_folder();
    let opened = Folder::open(&folder, &Limits::default()).and_then(|folder| folder.endgames());
    match opened {
        Ok(found) if found.is_empty() => "none built (reti table build)".to_owned(),
        Ok(found) => {
            let names: Vec<String> = found.iter().map(ToString::to_string).collect();
            format!("{} in {}: {}", found.len(), folder.display(), names.join(" "))
        }
        Err(error) => error.to_string(),
    }
}

fn variable(name: &str) -> String {
    match env::var_os(name) {
        None => format!("not set ({name})"),
        Some(value) => {
            let missing = env::split_paths(&value).filter(|path| !path.is_dir()).count();
            let note = if missing > 0 { " (not a folder)" } else { "" };
            format!("{}{note}", value.to_string_lossy())
        }
    }
}

fn find_program(name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    let usual = ["/usr/games", "/usr/local/bin"].map(PathBuf::from);
    let folders = env::var_os("PATH").map(|path| env::split_paths(&path).collect::<Vec<_>>()).unwrap_or_default();
    folders.into_iter().chain(usual).map(|folder| folder.join(&file)).find(|path| path.is_file())
}
