//! The king has no pawns around it, and checks drive it.
//!
//! # Roles
//! - `king`: the king under attack, where it stands when the solution begins.
//! - `attacker`: the piece whose move shows it.
//!
//! # Predicate
//! The king stands on its first three ranks with no pawn of its own beside or in front of it, and a
//! check between the solver's first and last move drives it.
//!
//! # Source
//! Lichess theme "exposedKing".

use super::{Line, Moment, Step, Theme};
use crate::{
    chess::{Rank, Square, attacks},
    motif::Role,
};

pub(crate) const THEME: Theme =
    Theme { roles: &[Role::King, Role::Attacker], find, source: Some(include_str!("exposed_king.rs")) };

fn find(line: &Line) -> Vec<Moment> {
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
    middle
        .filter(Step::gives_check)
        .map(|step| Moment::common(step.ply, vec![(Role::King, king), (Role::Attacker, step.to())]))
        .collect()
}
