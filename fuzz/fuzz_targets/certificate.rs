//! Any text as a certificate of a proof: it is accepted, or a fault is named.
#![no_main]

#[path = "../checks.rs"]
mod checks;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| checks::certificate(text));
