//! Any bytes as a table of our own: opened and asked, or refused.
#![no_main]

#[path = "../checks.rs"]
mod checks;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| checks::table(bytes));
