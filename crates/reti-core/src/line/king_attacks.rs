//! Lines against a king: exposed, on the kingside, or through the square f2 or f7.
//!
//! # Roles
//! - `king`: the king under attack, where it stands when the solution begins.
//! - `attacker`: the piece whose move shows it.
//!
//! # Predicate
//! - *Exposed king*: the king stands on its first three ranks with no pawn of its own beside or in
//!   front of it, and a check between the solver's first and last move drives it.
//! - *Attacking f2 or f7*: the solver takes on f7 (White) or f2 (Black) while the king is on its home
//!   square next to it.
//! - *Kingside attack*: many men are left (20), the king is at home on the g- or h-file, and the
//!   solver checks it and captures or checks within two squares of it.
//!
//! # Source
//! Lichess themes "exposedKing", "attackingF2F7", "kingsideAttack". The last is a matter of degree:
//! the label weighs several things, we ask for one clear one.

use super::{Line, Step, Theme, Use};
use crate::chess::{Color, File, Rank, Square, attacks};

pub(super) static EXPOSED_KING: Theme = Theme {
    name: "exposed-king",
    labels: &["exposedKing"],
    summary: "A king without pawns in front of it is driven by checks.",
    roles: &["king", "attacker"],
    find: exposed_king,
};

pub(super) static ATTACKING_F2_F7: Theme = Theme {
    name: "attacking-f2-f7",
    labels: &["attackingF2F7"],
    summary: "A capture next to the king on its home square.",
    roles: &["king", "attacker"],
    find: attacking_f2_f7,
};

pub(super) static KINGSIDE_ATTACK: Theme = Theme {
    name: "kingside-attack",
    labels: &["kingsideAttack"],
    summary: "Checks and captures around a castled king.",
    roles: &["king", "attacker"],
    find: kingside_attack,
};

fn used(step: &Step, king: Square) -> Use {
    Use::common(step.ply, vec![("king", king), ("attacker", step.to())])
}

fn exposed_king(line: &Line) -> Vec<Use> {
    let Some(position) = line.positions().get(line.first()) else {
        return Vec::new();
    };
    let side = !line.solver();
    let king = position.king(side);
    let height = |square: Square| side.relative_rank(square.rank());
    let pawns = attacks::king_attacks(king) & position.board().by_color(side) & position.board().pawns();
    let sheltered = pawns.into_iter().any(|pawn| height(pawn) >= height(king));
    if sheltered || height(king) > Rank::Third {
        return Vec::new();
    }
    let last = line.moves().len().saturating_sub(1);
    let middle = line.solver_steps().skip(1).filter(|step| step.ply < last);
    middle.filter(Step::gives_check).map(|step| used(&step, king)).collect()
}

fn attacking_f2_f7(line: &Line) -> Vec<Use> {
    let (target, home) = match line.solver() {
        Color::White => (Square::F7, Square::E8),
        Color::Black => (Square::F2, Square::E1),
    };
    let takes = |step: &Step| step.m.is_capture() && step.to() == target && step.before.king(!step.mover()) == home;
    line.solver_steps().filter(takes).map(|step| used(&step, home)).collect()
}

fn kingside_attack(line: &Line) -> Vec<Use> {
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
