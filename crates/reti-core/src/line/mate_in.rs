//! How many moves the solver needs to mate.
//!
//! # Roles
//! - `checker`: each piece that gives check in the end.
//! - `king`: the mated king.
//!
//! # Predicate
//! The line ends with mate, and the solver made one, two, three, four, or five and more moves.
//!
//! # Source
//! Lichess themes "mateIn1" to "mateIn5".

use super::{Line, Reading, Theme, Use, mate::Mate};

pub(super) static MATE_IN_1: Theme = mate_in("mate-in-1", &["mateIn1"], |line| mate_after(line, 1..=1));
pub(super) static MATE_IN_2: Theme = mate_in("mate-in-2", &["mateIn2"], |line| mate_after(line, 2..=2));
pub(super) static MATE_IN_3: Theme = mate_in("mate-in-3", &["mateIn3"], |line| mate_after(line, 3..=3));
pub(super) static MATE_IN_4: Theme = mate_in("mate-in-4", &["mateIn4"], |line| mate_after(line, 4..=4));
pub(super) static MATE_IN_5: Theme = mate_in("mate-in-5", &["mateIn5"], |line| mate_after(line, 5..=usize::MAX));

const fn mate_in(name: &'static str, labels: &'static [&'static str], find: fn(&Line) -> Vec<Use>) -> Theme {
    Theme { name, labels, summary: "The line mates in this many moves.", roles: &["checker", "king"], find }
}

fn mate_after(line: &Line, moves: std::ops::RangeInclusive<usize>) -> Vec<Use> {
    match Mate::of(line) {
        Some(mate) if moves.contains(&line.solver_steps().count()) => {
            mate.used(mate.checkers.into_iter().map(|square| ("checker", square)).collect(), Reading::Common)
        }
        _ => Vec::new(),
    }
}
