//! Tables from a card, by the kernels' twin on the host, one module for each part.

mod certificates;
mod planted;
mod resume;
mod sliced;
mod twin;
