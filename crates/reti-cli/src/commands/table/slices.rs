//! `reti table build ENDGAME` of six men without a graphics card: the certificate, made by slices on disk.

use std::io::{self, IsTerminal as _};

use reti::{
    slices::{self, Estimate, Progress},
    tables::Material,
};

use super::{Build, failure};
use crate::{failure::Failure, terminal::report};

impl Build {
    /// Certifies endgames of six men, one after the other; each begun one goes on where it was stopped.
    pub(super) fn certify_by_slices(&self, wanted: &[Material]) -> Result<(), Failure> {
        let shown = io::stderr().is_terminal();
        let mut out = String::new();
        let mut wrong = 0;
        for &endgame in wanted {
            let folder = self.place.folder().join(format!("{endgame}.slices"));
            let made = slices::certify(endgame, &folder, self.place.memory, &mut |progress| match progress {
                Progress::Begun(thought) => report(&begun(&thought, &folder.display().to_string())),
                Progress::Round(round) if shown => report(&format!("\r\x1b[K{endgame}: round {round}")),
                Progress::Certified(share) if shown => {
                    report(&format!("\r\x1b[K{endgame}: {:.0}% certified", 100.0 * share));
                }
                _ => {}
            });
            let made = made.map_err(failure)?;
            if shown {
                report("\r\x1b[K");
            }
            wrong += made.violations;
            out += &self.told(&made);
        }
        self.output.write(out)?;
        if wrong > 0 { Err(Failure::Refuted(format!("{wrong} positions are wrong"))) } else { Ok(()) }
    }
}

/// What a table will take, in a line.
fn begun(thought: &Estimate, folder: &str) -> String {
    let time = match thought.seconds {
        Some(seconds) if seconds >= 90.0 => format!("about {:.0} minutes", seconds / 60.0),
        Some(seconds) => format!("about {seconds:.0} s"),
        None => "nobody knows how long".to_owned(),
    };
    let again = if thought.resumed { ", of which an earlier run has done a part" } else { "" };
    format!(
        "\r\x1b[K{}: {} positions, {time} by the rate of the smaller tables{again}; up to {} MiB of memory and about {} MiB on disk in {folder}, which a later run goes on from; no table is written, only its certificate\n",
        thought.roles,
        thought.positions,
        thought.memory >> 20,
        thought.disk >> 20,
    )
}
