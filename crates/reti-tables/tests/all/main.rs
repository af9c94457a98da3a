//! Endgame tables, one module for each part.

mod baseline;
mod damage;
mod embedded;
mod endings;
mod files;
mod five_men;
mod folders;
mod quiet;
mod rulebooks;
mod small_endgames;
mod syzygy;
