//! The guard of a piece can itself be captured.
//!
//! # Roles
//! - `attacker`: the cheapest piece that can take the defender without loss; all of them, if
//!   several pieces of the same worth can.
//! - `defender`: the guard, not a king.
//! - `protected`: the piece, at least a minor one, that falls without it.
//!
//! # Predicate
//! `defender` guards `protected` (it may legally recapture, the piece is attacked, safe now, and
//! lost without the defender), and a legal capture of `defender` loses nothing (D-30). The capturers
//! of `protected` are the context.
//!
//! # Value
//! The exchange on the defender plus the worth of the protected piece; a rule of thumb, because the
//! opponent moves in between.
//!
//! # Source
//! Seed 000, section 3.4; seed 003, "Capturable defenders".

use super::{BLANK, Bonus, Cast, Kind, Motif, PatternEdge, Role, TacticValue, Teaching, duty};
use crate::{
    chess::{Bitboard, PieceType, Square},
    exchange::Arena,
    relation::Relations,
    value::worth,
};

pub(super) static CAPTURABLE_DEFENDER: Motif = Motif {
    name: "capturable-defender",
    number: 12,
    family: "capturable-defender",
    kind: Kind::Tactic,
    summary: "The only guard of a piece can itself be captured without loss.",
    teaching: Some(Teaching { word: "capturable_defender", base: 2.0, bonus: Bonus::Moderate }),
    roles: &[Role::Attacker, Role::Defender, Role::Protected],
    detect,
    pattern,
    price,
    examples: &[("4k3/6p1/5n2/3r4/7B/8/8/3R2K1 w - - 0 1", "white: attacker=h4 defender=f6 protected=d5")],
    near_misses: &[
        ("4k3/6p1/5n2/3r4/7R/8/8/3R2K1 w - - 0 1", "nothing can take the knight"),
        ("4k3/6p1/5n2/3p4/7B/8/8/3R2K1 w - - 0 1", "only a pawn is protected"),
    ],
    source: include_str!("capturable_defender.rs"),
    ..BLANK
};

fn detect(relations: &Relations) -> Vec<Cast> {
    let board = relations.board();
    let mut casts = Vec::new();
    for defender in board.occupied() & !board.kings() {
        let Some(color) = board.color_at(defender) else { continue };
        if relations.attackers(defender, !color).is_empty() {
            continue;
        }
        let guarded = duty::duties(relations, defender) & !board.pawns();
        let takers = if guarded.any() { cheapest_takers(relations, defender) } else { Bitboard::EMPTY };
        for protected in guarded.into_iter().filter(|_| takers.any()) {
            let attackers = takers.into_iter().map(|attacker| (Role::Attacker, attacker));
            let parts = attackers.chain([(Role::Defender, defender), (Role::Protected, protected)]);
            let context = duty::capturers(relations, defender, protected);
            casts.push(Cast::new(!color, parts).with_context(context));
        }
    }
    casts.sort_by(|a, b| a.parts.cmp(&b.parts));
    casts
}

/// The cheapest pieces whose capture on `square` loses nothing.
///
/// One of them would do, but which? The lowest square is not the lowest square in the mirror.
fn cheapest_takers(relations: &Relations, square: Square) -> Bitboard {
    let board = relations.board();
    let arena = Arena::new(board);
    let Some(color) = board.color_at(square) else {
        return Bitboard::EMPTY;
    };
    let price = |from: Square| board.role_at(from).map_or(0, worth);
    let mut takers = relations.attackers(square, !color);
    takers =
        takers.into_iter().filter(|&from| arena.capture_from(from, square).is_some_and(|gain| gain >= 0)).collect();
    let cheapest = takers.into_iter().map(price).min();
    takers.into_iter().filter(|&from| Some(price(from)) == cheapest).collect()
}

fn pattern(_: &Relations, cast: &Cast) -> Vec<PatternEdge> {
    let (defender, protected) = (cast.one(Role::Defender), cast.one(Role::Protected));
    let mut edges: Vec<PatternEdge> = cast.all(Role::Attacker).map(|attacker| (attacker, "attack", defender)).collect();
    edges.push((defender, "defend", protected));
    edges.extend(cast.context.into_iter().map(|capturer| (capturer, "attack", protected)));
    edges
}

fn price(relations: &Relations, cast: &Cast) -> TacticValue {
    let board = relations.board();
    let (defender, protected) = (cast.one(Role::Defender), cast.one(Role::Protected));
    debug_assert!(board.role_at(defender) != Some(PieceType::King));
    let first = relations.price(defender).unwrap_or(0);
    let second = if first >= 0 { board.role_at(protected).map_or(0, worth) } else { 0 };
    TacticValue::heuristic(first + second).noting(relations, [defender, protected])
}
