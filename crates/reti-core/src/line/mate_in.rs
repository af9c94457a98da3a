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

use super::{Line, Moment, Theme, mating_ply};
use crate::motif::{BLANK, Label, Motif, Role};

pub(crate) static MATE_IN_1: Motif = Motif {
    name: "mate-in-1",
    played: &[("8/8/8/8/8/4K3/1k3Q2/1q6 b - - 5 53", "Kc1 Qd2#", "Qd2# white: checker=d2 king=c1")],
    number: 82,
    label: Some(Label::same(&["mateIn1"])),
    ..mate_in(|line| mate_after(line, 1..=1))
};
pub(crate) static MATE_IN_2: Motif = Motif {
    name: "mate-in-2",
    played: &[("8/5K1k/8/7r/8/8/5R2/8 b - - 1 77", "Rg5 Rh2+ Rh5 Rxh5#", "Rxh5# white: checker=h5 king=h7")],
    number: 83,
    label: Some(Label::same(&["mateIn2"])),
    ..mate_in(|line| mate_after(line, 2..=2))
};
pub(crate) static MATE_IN_3: Motif = Motif {
    name: "mate-in-3",
    played: &[(
        "8/8/8/8/8/7K/4Q1p1/5r1k b - - 4 77",
        "g1=Q Qe4+ Rf3+ Qxf3+ Qg2+ Qxg2#",
        "Qxg2# white: checker=g2 king=h1",
    )],
    number: 84,
    label: Some(Label::same(&["mateIn3"])),
    ..mate_in(|line| mate_after(line, 3..=3))
};
pub(crate) static MATE_IN_4: Motif = Motif {
    name: "mate-in-4",
    played: &[(
        "1Q6/3N4/8/8/6n1/3P1K2/8/6kq w - - 0 59",
        "Ke2 Qg2+ Ke1 Qf2+ Kd1 Ne3+ Kc1 Qc2#",
        "Qc2# black: checker=c2 king=c1",
    )],
    number: 85,
    label: Some(Label::same(&["mateIn4"])),
    ..mate_in(|line| mate_after(line, 4..=4))
};
pub(crate) static MATE_IN_5: Motif = Motif {
    name: "mate-in-5",
    played: &[(
        "8/8/8/1p6/1P6/P5k1/7p/6K1 w - - 0 63",
        "Kh1 Kh3 a4 bxa4 b5 a3 b6 a2 b7 a1=Q#",
        "a1=Q# black: checker=a1 king=h1",
    )],
    number: 86,
    label: Some(Label::same(&["mateIn5"])),
    ..mate_in(|line| mate_after(line, 5..=usize::MAX))
};

const fn mate_in(find: fn(&Line) -> Vec<Moment>) -> Motif {
    Motif {
        family: "mate-in",
        summary: "The line mates in this many moves.",
        theme: Some(Theme::only(&[Role::Checker, Role::King], find)),
        source: include_str!("mate_in.rs"),
        ..BLANK
    }
}

fn mate_after(line: &Line, moves: std::ops::RangeInclusive<usize>) -> Vec<Moment> {
    match mating_ply(line) {
        Some(ply) if moves.contains(&line.solver_steps().count()) => {
            let checkers = line.end().checkers().into_iter().map(|square| (Role::Checker, square));
            let king = (Role::King, line.end().king(line.end().turn()));
            vec![Moment::common(ply, checkers.chain([king]).collect())]
        }
        _ => Vec::new(),
    }
}
