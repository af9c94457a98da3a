//! Any lines as what an engine says: numbers stay within bounds, lines are legal.
#![no_main]

#[path = "../checks.rs"]
mod checks;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| checks::engine_reply(text));
