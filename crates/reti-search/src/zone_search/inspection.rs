//! Inspection: what was lost below, and who could have been there.
//!
//! After a failure the tree below a node is a list of reasons. Every square where the enemy took one
//! of our men, or made a queen, is a place where one more piece of ours might have changed the
//! exchange. A control zone leads such a piece there. Steps that also come closer to intercepting an
//! enemy pawn, or to attacking something, gain time and go first.

use reti_core::{
    chess::{Move, Position, Square},
    geometry::{Bundle, ComplexSystem, Gait, chess_profile::point},
};

use super::{
    candidates::{Geometry, ends, on_attack_path, potential_negation},
    events::Event,
};

/// A first step of a control zone.
#[derive(Clone, Copy, Debug)]
pub struct ControlStep {
    /// The move.
    pub m: Move,
    /// The place of the loss.
    pub goal: Square,
    /// How many other goals it serves, weighted.
    pub rank: u32,
}

impl ControlStep {
    /// The step as an event.
    pub fn event(&self, position: &Position) -> Event {
        let (from, step) = ends(self.m);
        Event::Inspect { side: position.turn(), from, to: self.goal, step, gains_time: self.rank > 0 }
    }
}

/// The untried first steps towards the places of loss, best first: nearest loss first, then those
/// that gain time.
pub fn control_steps(
    position: &Position,
    geometry: &Geometry,
    losses: &[Square],
    tried: &[Move],
    horizon: u32,
) -> Vec<ControlStep> {
    let us = position.turn();
    let legal = position.legal_moves();
    let mut steps: Vec<ControlStep> = Vec::new();
    for &goal in losses {
        let mut here: Vec<ControlStep> = Vec::new();
        for element in geometry.system.elements() {
            let piece = element.kind;
            if piece.color != us || element.at == point(goal) {
                continue;
            }
            let Some(bundle) = Bundle::shortest(&geometry.system, piece, Gait::Strike, element.at, point(goal)) else {
                continue;
            };
            // A piece that already controls the square waits; it cannot come closer.
            if bundle.length < 2 || bundle.length > horizon {
                continue;
            }
            let first = bundle.stops(&geometry.system, 1);
            for &m in &legal {
                let (from, to) = ends(m);
                if point(from) != element.at || !first.contains(point(to)) || tried.contains(&m) {
                    continue;
                }
                let rank = 2 * u32::from(potential_negation(geometry, us, piece, to))
                    + u32::from(on_attack_path(geometry, us, from, to));
                here.push(ControlStep { m, goal, rank });
            }
        }
        here.sort_by_key(|step| {
            let (_, to) = ends(step.m);
            let seen = if us.is_white() { to } else { to.flip_vertical() };
            (std::cmp::Reverse(step.rank), seen)
        });
        for step in here {
            if steps.iter().all(|known| known.m != step.m) {
                steps.push(step);
            }
        }
    }
    steps
}
