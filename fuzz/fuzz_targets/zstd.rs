//! Any bytes as a packed file: it unpacks within its bounds, or is refused.
#![no_main]

#[path = "../checks.rs"]
mod checks;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| checks::zstd(bytes));
