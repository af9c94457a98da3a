//! Lines against a king: on the kingside, on the queenside, or through the square f2 or f7.
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
//! - *Queenside attack*: the same with 18 men and the king at home on the a-, b- or c-file.
//!
//! # Source
//! Lichess themes "attackingF2F7", "kingsideAttack", "queensideAttack". The last two are a matter of degree:
//! the labels weigh several things, we ask for one clear one.

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

pub(crate) static QUEENSIDE_ATTACK: Motif = Motif {
    name: "queenside-attack",
    number: 90,
    family: "queenside-attack",
    summary: "Checks and captures around a king that castled long.",
    theme: Some(Theme::only(&[Role::King, Role::Attacker], queenside_attack)),
    played: &[(
        "2r5/pp3pkp/4bpp1/8/4P3/P4P2/1P2B1PP/1K1R4 w - - 0 22",
        "Rc1 Ba2+ Kxa2 Rxc1",
        "Ba2+ black: attacker=a2 king=b1",
    )],
    label: Some(Label::same(&["queensideAttack"])),
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
    attack(line, 20, |file| file >= File::G)
}

fn queenside_attack(line: &Line) -> Vec<Moment> {
    attack(line, 18, |file| file <= File::C)
}

/// Checks and captures around a king at home on one wing, while so many men are left.
fn attack(line: &Line, men: usize, is_wing: fn(File) -> bool) -> Vec<Moment> {
    let Some(position) = line.positions().get(line.first()) else {
        return Vec::new();
    };
    let king = position.king(!line.solver());
    let at_home = (!line.solver()).relative_rank(king.rank()) == Rank::First && is_wing(king.file());
    if !at_home || position.board().occupied().count() < men || !line.solver_steps().any(|step| step.gives_check()) {
        return Vec::new();
    }
    let sharp = |step: &Step| step.to().distance(king) <= 2 && (step.m.is_capture() || step.gives_check());
    let shown = line.solver_steps().find(sharp);
    shown.map(|step| used(&step, king)).into_iter().collect()
}
