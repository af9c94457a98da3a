//! Any text as a FEN: read it or explain it, and what is read prints and reads the same.
#![no_main]

#[path = "../checks.rs"]
mod checks;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| checks::fen(text));
