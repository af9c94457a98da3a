//! Any bytes as a game file: games come out legal, or with a problem.
#![no_main]

#[path = "../checks.rs"]
mod checks;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| checks::pgn(bytes));
