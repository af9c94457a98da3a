//! Facts about chess positions that can be replayed on the board.
//!
//! This is the library that people use: text or positions in, plain structs out. It decides
//! nothing about chess itself; it asks `reti-core` and shapes the answers for readers, programs
//! and pictures. What leaves as JSON is defined in [`wire`] and nowhere else.
//!
//! ```
//! let position = reti::read_position("4k3/8/3p4/2p5/3P4/8/8/4K3 w - - 0 1")?;
//! let capture = reti::read_move(&position, "dxc5")?;
//! let exchange = reti::exchange::exchange(&position, capture);
//! assert_eq!((exchange.gain, exchange.line_san), (0, vec!["dxc5".to_owned(), "dxc5".to_owned()]));
//! # Ok::<(), reti::Problem>(())
//! ```

mod markup;
mod problem;
mod words;

pub mod annotate;
pub mod check;
pub mod draw;
pub mod endings;
pub mod engine;
pub mod exchange;
pub mod exercises;
pub mod explain;
pub mod field;
pub mod fragility;
pub mod geometry;
pub mod gpu;
pub mod graph;
pub mod limits;
pub mod line;
pub mod motifs;
pub mod packed;
pub mod pgn;
pub mod prompt;
pub mod proof;
pub mod requests;
pub mod rules;
pub mod slices;
pub mod syzygy;
pub mod tables;
pub mod tactics;
pub mod uci;
pub mod wire;
pub mod documents;

pub use problem::{Problem, for_terminal, read_move, read_position};
pub use reti_core::{chess, fragility::Mode};
pub use reti_search::{
    advice,
    bitbase::ThreeMen,
    probe::Probe,
    score,
    zone_search::{Forecast, Tier},
};
