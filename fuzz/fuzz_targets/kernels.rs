//! Any text as a kernels file: it is read, or the line is named.
#![no_main]

#[path = "../checks.rs"]
mod checks;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| checks::kernels(text));
