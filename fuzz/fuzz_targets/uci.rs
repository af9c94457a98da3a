//! Any lines as a conversation with the engine: nothing panics, and it stays ready.
#![no_main]

#[path = "../checks.rs"]
mod checks;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| checks::uci(text));
