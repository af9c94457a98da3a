//! Ctrl-C: the first one asks to come to an end, the second one is the end.

use std::{
    process,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// The exit code of a program that was ended by Ctrl-C, as shells write it.
const INTERRUPTED: i32 = 130;

/// Becomes true when somebody presses Ctrl-C. Where no handler can be set Ctrl-C simply ends the program.
pub fn signal() -> Arc<AtomicBool> {
    let pressed = Arc::new(AtomicBool::new(false));
    let handler = Arc::clone(&pressed);
    let _ = ctrlc::set_handler(move || {
        if handler.swap(true, Ordering::Relaxed) {
            process::exit(INTERRUPTED);
        }
    });
    pressed
}
