//! Boards as text and as pictures.
//!
//! [`text`] draws for terminals; [`svg`] draws a board with arrows, circles, tinted squares and a
//! legend, and `png` (a cargo feature) turns that into pixels. They know nothing about what the shapes mean: whoever finds something on the board
//! says which shapes show it.

mod pieces;
#[cfg(feature = "png")]
pub mod png;
pub mod svg;
pub mod text;
