//! Why tables could not be made.

use reti_tables::material::Material;

use crate::device::DeviceError;
use crate::engine::MOST_ROUNDS;
use crate::roles::Roles;

/// Why a table could not be made.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The device failed.
    #[error(transparent)]
    Device(#[from] DeviceError),
    /// What was made could not be written down.
    #[error(transparent)]
    Output(#[from] std::io::Error),
    /// More rounds than ranks can tell.
    #[error("{0} has wins longer than {MOST_ROUNDS} moves, more than ranks can tell")]
    TooLong(Roles),
    /// An endgame that is not made by slices.
    #[error("{0} is made on a graphics card only: slices are for four to six men without pawns")]
    NotBySlices(Material),
    /// The memory does not suffice for slices, either.
    #[error("{endgame} takes at least {needed} MiB of memory by slices, the limit is {limit} MiB")]
    TooLittle {
        /// The endgame.
        endgame: Material,
        /// MiB that suffice.
        needed: u64,
        /// MiB that may be used.
        limit: u64,
    },
    /// Who watched a run wanted it to end.
    #[error("stopped; the same command goes on from here")]
    Stopped,
    /// A table that was made again is another one.
    #[error("{0} was made twice, with different checksums")]
    Unstable(Roles),
}
