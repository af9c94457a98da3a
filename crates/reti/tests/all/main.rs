//! The library's commands, one module for each part. Lessons, words, moments and the readers have their own binaries.

mod annotate;
mod certificates;
mod exercises;
mod tables_in_search;
mod uci;
mod uci_sessions;
