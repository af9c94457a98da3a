//! Two pieces give check at once, so only the king can move.
//!
//! # Roles
//! - `checker`: each of the two pieces that give check.
//! - `king`: the king in check.
//!
//! # Predicate
//! Two pieces of the other side attack the king of the side to move (D-26).
//!
//! # Value
//! None by itself.
//!
//! # Source
//! Seed 000, section 3.4.

use super::{Cast, Kind, Motif, PatternEdge, Role, TacticValue};
use crate::relation::Relations;

pub(super) static DOUBLE_CHECK: Motif = Motif {
    name: "double-check",
    family: "double-check",
    kind: Kind::Tactic,
    summary: "Two pieces give check at once; only the king can move.",
    roles: &[Role::Checker, Role::King],
    victims: &[],
    detect,
    pattern,
    price: |_, _| TacticValue::none(),
    examples: &[("4k3/8/3N4/8/8/8/8/4RK2 b - - 0 1", "white: checker=e1 checker=d6 king=e8")],
    near_misses: &[("4k3/8/8/4N3/8/8/8/4RK2 b - - 0 1", "the knight shields the king and gives no check")],
    source: include_str!("double_check.rs"),
};

fn detect(relations: &Relations) -> Vec<Cast> {
    let turn = relations.position().turn();
    let safety = relations.safety(turn);
    if safety.checkers.count() != 2 {
        return Vec::new();
    }
    let checkers = safety.checkers.into_iter().map(|checker| (Role::Checker, checker));
    vec![Cast::new(!turn, checkers.chain([(Role::King, safety.king)]))]
}

fn pattern(_: &Relations, cast: &Cast) -> Vec<PatternEdge> {
    let king = cast.one(Role::King);
    cast.all(Role::Checker).map(|checker| (checker, "attack", king)).collect()
}
