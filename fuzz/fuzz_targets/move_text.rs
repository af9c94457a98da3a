//! Any text as a move in any position: read it or explain it.
#![no_main]

#[path = "../checks.rs"]
mod checks;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|texts: (&str, &str)| checks::move_text(texts.0, texts.1));
