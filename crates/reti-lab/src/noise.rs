//! How much the detectors say on ordinary positions.
//!
//! A catalogue that finds a dozen tactics in every quiet position explains nothing. This counts, over
//! many positions, what is reported by motif and by the soundness flag of its estimate.

use reti_core::{
    chess::Position,
    motif::{CATALOGUE, Kind},
    relation::Relations,
    tactic,
};

use crate::wire;

/// Counts tactics over positions.
#[derive(Clone, Debug, Default)]
pub struct Noise {
    positions: usize,
    reduced: usize,
    /// Reported and sound, for each motif of the catalogue.
    counts: Vec<(usize, usize)>,
    /// How many positions have each order.
    orders: Vec<usize>,
}

impl Noise {
    /// Looks at one position.
    pub fn add(&mut self, position: &Position) {
        let relations = Relations::new(position);
        let found = tactic::tactics(&relations);
        self.counts.resize(CATALOGUE.len(), (0, 0));
        self.orders.resize(self.orders.len().max(found.len() + 1), 0);
        self.orders[found.len()] += 1;
        self.positions += 1;
        self.reduced += tactic::order(&found).reduced;
        for tactic in &found {
            let index = CATALOGUE.iter().position(|motif| *motif == tactic.motif);
            let count = &mut self.counts[index.expect("a tactic's motif is in the catalogue")];
            count.0 += 1;
            count.1 += usize::from(tactic.value(&relations).is_sound);
        }
    }

    /// Adds what was counted elsewhere.
    pub fn merge(&mut self, other: &Noise) {
        self.positions += other.positions;
        self.reduced += other.reduced;
        self.counts.resize(CATALOGUE.len(), (0, 0));
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count = (count.0 + more.0, count.1 + more.1);
        }
        self.orders.resize(self.orders.len().max(other.orders.len()), 0);
        for (count, more) in self.orders.iter_mut().zip(&other.orders) {
            *count += more;
        }
    }

    /// The counts as wire data.
    pub fn report(&self) -> wire::Noise {
        let each = |count: usize| if self.positions == 0 { 0.0 } else { count as f64 / self.positions as f64 };
        let motifs = CATALOGUE.iter().zip(&self.counts).filter(|(motif, _)| motif.kind != Kind::Observation);
        let total: usize = self.counts.iter().map(|count| count.0).sum();
        wire::Noise {
            schema: wire::SCHEMA,
            kind: wire::Kind::new(),
            positions: self.positions,
            order: each(total),
            order_reduced: each(self.reduced),
            orders: self.orders.clone(),
            motifs: motifs
                .filter(|(_, count)| count.0 > 0)
                .map(|(motif, &(reported, sound))| wire::MotifNoise {
                    motif: motif.name.to_owned(),
                    reported,
                    sound,
                    per_position: each(reported),
                    sound_per_position: each(sound),
                })
                .collect(),
        }
    }
}

/// The counts as a table.
pub fn text(noise: &wire::Noise) -> String {
    use std::fmt::Write as _;
    let mut out = format!(
        "{} positions, {:.3} tactics a position, {:.3} without saying losses twice\n\n",
        noise.positions, noise.order, noise.order_reduced
    );
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{:<24} {:>9} {:>12} {:>9} {:>12}", "motif", "reported", "a position", "sound", "a position");
    for row in &noise.motifs {
        let _ = writeln!(
            out,
            "{:<24} {:>9} {:>12.4} {:>9} {:>12.4}",
            row.motif, row.reported, row.per_position, row.sound, row.sound_per_position
        );
    }
    let shares = noise
        .orders
        .iter()
        .enumerate()
        .take(8)
        .map(|(order, &count)| format!("{order}: {:.1} %", 100.0 * count as f64 / noise.positions.max(1) as f64));
    let _ = writeln!(out, "\npositions by order  {}", shares.collect::<Vec<_>>().join("  "));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up_to_the_whole() {
        let fens = ["r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1", "4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1"];
        let positions = fens.map(|fen| Position::from_fen(fen).unwrap());
        let mut whole = Noise::default();
        for position in &positions {
            whole.add(position);
        }
        let mut merged = Noise::default();
        for position in &positions {
            let mut part = Noise::default();
            part.add(position);
            merged.merge(&part);
        }
        assert_eq!(whole.report(), merged.report());
        assert!((whole.report().order - 2.5).abs() < f64::EPSILON);
    }

    #[test]
    fn nothing_is_counted_without_positions() {
        assert!(text(&Noise::default().report()).starts_with("0 positions, 0.000 tactics"));
    }
}
