//! One endgame of six men without pawns on the processor, by slices on disk: its certificate.
//!
//! With the feature `six-men`; without it, or where the kernels were not built for the host, this says so.

use std::path::Path;

use reti_tables::material::Material;

use crate::gpu::Certified;
use crate::tables::TablesError;

/// What a run tells.
#[derive(Clone, Debug)]
pub enum Progress {
    /// A table of one side's wins is begun, or gone on with: what it will take.
    Begun(Estimate),
    /// A round is done, of all that are needed nobody knows how many.
    Round(u32),
    /// The share of the table that is certified and counted.
    Certified(f64),
}

/// What one side's table will take.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// Whose men against whose, such as `KRN-KNN`.
    pub roles: String,
    /// Positions of the table, both sides to move, symmetric ones once.
    pub positions: u64,
    /// Seconds, from those that smaller tables took in this run; the first table of a run has none before it.
    pub seconds: Option<f64>,
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes on disk.
    pub disk: u64,
    /// Whether an earlier run has begun it.
    pub resumed: bool,
}

/// Makes, ranks, counts and certifies an endgame in a scratch folder, with so many MiB of memory.
#[cfg(not(feature = "six-men"))]
pub fn certify(_: Material, _: &Path, _: u64, _: &mut dyn FnMut(Progress)) -> Result<Certified, TablesError> {
    Err(TablesError::Other(
        "this program was built without endgames of six men (cargo build --features six-men)".to_owned(),
    ))
}

/// Makes, ranks, counts and certifies an endgame in a scratch folder, with so many MiB of memory.
#[cfg(feature = "six-men")]
pub fn certify(
    endgame: Material,
    folder: &Path,
    memory: u64,
    each: &mut dyn FnMut(Progress),
) -> Result<Certified, TablesError> {
    use reti_tables_gpu::sliced;
    let start = std::time::Instant::now();
    let mut watch = |progress: sliced::Progress| {
        match progress {
            sliced::Progress::Begun(thought) => each(Progress::Begun(Estimate {
                roles: thought.roles.to_string(),
                positions: 2 * 64 * thought.words,
                seconds: thought.seconds,
                memory: thought.memory,
                disk: thought.disk,
                resumed: thought.resumed,
            })),
            sliced::Progress::Round(round, 1) => each(Progress::Round(round)),
            sliced::Progress::Round(..) => {}
            sliced::Progress::Counted(slices) => each(Progress::Certified(f64::from(slices) / 462.0)),
        }
        true
    };
    let other = |error: reti_tables_gpu::engine::EngineError| TablesError::Other(error.to_string());
    let mut maker = sliced::Sliced::new(folder, memory << 20, &mut watch).map_err(other)?;
    let made = maker.certify(endgame).map_err(other)?;
    // The folder is empty now; that it may be somebody's own does not matter.
    let _ = std::fs::remove_dir(folder);
    Ok(Certified::new(&made, start.elapsed().as_secs_f64()))
}
