//! Lines against a king: on the kingside, or through the square f2 or f7.
//!
//! # Roles
//! - `king`: the king under attack, where it stands when the solution begins.
//! - `attacker`: the piece whose move shows it.
//!
//! # Predicate
//! - *Attacking f2 or f7*: the solver takes on f7 (White) or f2 (Black) while the king is on its home
//!   square next to it.
//! - *Kingside attack*: many men are left (20), the king is at home on the g- or h-file, and the
//!   solver checks it and captures or checks within two squares of it.
//!
//! # Source
//! Lichess themes "attackingF2F7", "kingsideAttack". The last is a matter of degree:
//! the label weighs several things, we ask for one clear one.

use super::{Line, Moment, Step, Theme};
use crate::chess::{Color, File, Rank, Square};
use crate::motif::{BLANK, Label, Motif, Role};

pub(crate) static ATTACKING_F2_F7: Motif = Motif {
    name: "attacking-f2-f7",
    number: 81,
    family: "attacking-f2-f7",
    summary: "A capture next to the king on its home square.",
    theme: Some(Theme::only(&[Role::King, Role::Attacker], attacking_f2_f7)),
    played: &[("1R2k3/5n2/5pK1/p4P2/P7/1P6/7r/8 b - - 6 53", "Ke7 Rb7+ Ke8 Rxf7", "Rxf7 white: attacker=f7 king=e8")],
    label: Some(Label::same(&["attackingF2F7"])),
    source: include_str!("king_attacks.rs"),
    ..BLANK
};

pub(crate) static KINGSIDE_ATTACK: Motif = Motif {
    name: "kingside-attack",
    number: 80,
    family: "kingside-attack",
    summary: "Checks and captures around a castled king.",
    theme: Some(Theme::only(&[Role::King, Role::Attacker], kingside_attack)),
    played: &[("r4rk1/ppp2ppp/1b6/1Nq5/7R/3Q4/PPP3PP/R6K b - - 0 18", "Qe5 Qxh7#", "Qxh7# white: attacker=h7 king=g8")],
    label: Some(Label::same(&["kingsideAttack"])),
    source: include_str!("king_attacks.rs"),
    ..BLANK
};

fn used(step: &Step, king: Square) -> Moment {
    Moment::common(step.ply, vec![(Role::King, king), (Role::Attacker, step.to())])
}

fn attacking_f2_f7(line: &Line) -> Vec<Moment> {
    let (target, home) = match line.solver() {
        Color::White => (Square::F7, Square::E8),
        Color::Black => (Square::F2, Square::E1),
    };
    let takes = |step: &Step| step.m.is_capture() && step.to() == target && step.before.king(!step.mover()) == home;
    line.solver_steps().filter(takes).map(|step| used(&step, home)).collect()
}

fn kingside_attack(line: &Line) -> Vec<Moment> {
    const MANY: usize = 20;
    let Some(position) = line.positions().get(line.first()) else {
        return Vec::new();
    };
    let king = position.king(!line.solver());
    let at_home = (!line.solver()).relative_rank(king.rank()) == Rank::First && king.file() >= File::G;
    if !at_home || position.board().occupied().count() < MANY || !line.solver_steps().any(|step| step.gives_check()) {
        return Vec::new();
    }
    let sharp = |step: &Step| step.to().distance(king) <= 2 && (step.m.is_capture() || step.gives_check());
    let both = line.solver_steps().filter(|step| step.m.is_capture() || sharp(step)).count();
    let shown = line.solver_steps().find(sharp).filter(|_| both > 0);
    shown.map(|step| used(&step, king)).into_iter().collect()
}
