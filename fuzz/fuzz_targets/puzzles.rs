//! Any bytes as a table of puzzles: rows are compared, or come with a problem.
#![no_main]

#[path = "../checks.rs"]
mod checks;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| checks::puzzles(bytes));
