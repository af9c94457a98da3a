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

use super::{BLANK, Bonus, Cast, Kind, Label, Motif, PatternEdge, Role, Teaching};
use crate::{line, relation::Relations};

pub(super) static DOUBLE_CHECK: Motif = Motif {
    name: "double-check",
    number: 6,
    family: "double-check",
    kind: Kind::Tactic,
    summary: "Two pieces give check at once; only the king can move.",
    teaching: Some(Teaching { word: "double_check", base: 3.0, bonus: Bonus::High }),
    roles: &[Role::Checker, Role::King],
    detect,
    pattern,
    examples: &[("4k3/8/3N4/8/8/8/8/4RK2 b - - 0 1", "white: checker=e1 checker=d6 king=e8")],
    near_misses: &[("4k3/8/8/4N3/8/8/8/4RK2 b - - 0 1", "the knight shields the king and gives no check")],
    theme: Some(line::double_check::THEME),
    played: &[("8/8/5kp1/7p/5P1r/6K1/8/5R2 b - - 1 39", "g5 fxg5+", "fxg5+ white: checker=f1 checker=g5 king=f6")],
    label: Some(Label::same(&["doubleCheck"])),
    source: include_str!("double_check.rs"),
    ..BLANK
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
