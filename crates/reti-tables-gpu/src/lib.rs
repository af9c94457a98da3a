//! Endgame tables of up to six men on a graphics card: generated, ranked, counted and certified.
//!
//! The kernels (`kernels/*.h`) are CUDA C++ that also compiles as plain C++. A card is used through
//! `cudarc` with the feature `gpu`; nothing of CUDA is needed to build the rest. The host build of the
//! same kernels, [`host::Host`], is the slow twin: tests compare it with the generator of
//! [`reti_tables`], position by position.

pub mod certificate;
#[cfg(feature = "gpu")]
pub mod cuda;
pub mod device;
pub mod engine;
mod error;
pub mod files;
pub mod geometry;
pub mod host;
pub mod job;
pub mod memory;
pub mod plan;
pub mod roles;
pub mod sliced;
pub mod store;
pub mod sums;
pub mod table;
