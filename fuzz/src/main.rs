//! One program for all fuzz targets; the variable `RETI_TARGET` says which. `fuzz/run` builds and runs it.
//!
//! There is a target for each text that a user can type and each file that a user can open. What must
//! hold stands in `checks.rs`, which the ordinary tests run too, on thousands of damaged inputs.
#![no_main]

#[path = "../checks.rs"]
mod checks;

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;

type Target = fn(&[u8]);

/// Runs a check of texts on bytes that are one.
macro_rules! text {
    ($check:ident) => {
        |bytes| {
            if let Ok(text) = std::str::from_utf8(bytes) {
                checks::$check(text);
            }
        }
    };
}

const TARGETS: &[(&str, Target)] = &[
    ("certificate", text!(certificate)),
    ("engine_reply", text!(engine_reply)),
    ("epd", text!(epd)),
    ("fen", text!(fen)),
    ("kernels", text!(kernels)),
    ("labelled", text!(labelled)),
    ("move_text", text!(position_and_move)),
    ("openings", text!(openings)),
    ("pgn", checks::pgn),
    ("puzzles", checks::puzzles),
    ("request", checks::request),
    ("syzygy", checks::syzygy),
    ("table", checks::table),
    ("templates", text!(templates)),
    ("uci", text!(uci)),
    ("weights", text!(weights)),
    ("zstd", checks::zstd),
];

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let wanted = std::env::var("RETI_TARGET").unwrap_or_default();
    let found = TARGETS.iter().find(|(name, _)| *name == wanted);
    let names: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    found.unwrap_or_else(|| panic!("RETI_TARGET is one of {}", names.join(", "))).1
});

fuzz_target!(|bytes: &[u8]| TARGET(bytes));
