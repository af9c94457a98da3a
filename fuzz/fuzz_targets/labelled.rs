//! Any text as labelled positions: they are read, or the line is named.
#![no_main]

#[path = "../checks.rs"]
mod checks;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| checks::labelled(text));
