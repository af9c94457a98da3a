//! One piece attacks two or more at once, and no single reply saves them all.
//!
//! # Roles
//! - `forker`: the attacking piece.
//! - `target`: each piece that it would win, and the king if it is in check.
//!
//! # Predicate
//! `forker` attacks at least two enemy pieces that count as threatened: the king, or a piece whose
//! capture by `forker` wins material. And for every legal reply the forker still stands and still
//! wins one of the other targets. A check given by the reply is ignored for this question, otherwise
//! every harmless check would refute a fork. A side that is itself in check forks nothing (D-25).
//!
//! # Value
//! The second-best capture, or the best one if the king is among the targets, less what capturing
//! the forker wins.
//!
//! # Source
//! Seed 000, section 3.4; seed 003, "Forks".

use super::{BLANK, Bonus, Cast, Kind, Label, Motif, PatternEdge, Property, Role, TacticValue, Teaching};
use crate::{
    chess::{Bitboard, Board, Color, Square},
    exchange::Arena,
    legality::board_after,
    line,
    relation::Relations,
};

pub(super) static FORK: Motif = Motif {
    name: "fork",
    number: 4,
    family: "fork",
    kind: Kind::Tactic,
    summary: "One piece attacks two or more, and no single reply saves them all.",
    teaching: Some(Teaching { word: "fork", base: 3.0, bonus: Bonus::None }),
    roles: &[Role::Forker, Role::Target],
    victims: &[Role::Target],
    detect,
    pattern,
    price,
    examples: &[
        ("r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1", "white: forker=c7 target=a8 target=e8"),
        ("4k3/8/8/2n1n3/3P4/8/8/4K3 b - - 0 1", "white: forker=d4 target=c5 target=e5"),
    ],
    near_misses: &[
        ("r2qk3/2N5/8/8/8/8/8/4K3 b - - 0 1", "the queen takes the knight"),
        ("4k3/8/3p4/2p1p3/8/3N4/8/4K3 w - - 0 1", "both pawns are protected: nothing is threatened"),
    ],
    theme: Some(line::fork::THEME),
    played: &[("2NK4/8/2q5/2k5/8/8/8/8 b - - 13 69", "Kd5 Ne7+ Kc5 Nxc6", "Ne7+ white: forker=e7 target=d5 target=c6")],
    label: Some(Label::same(&["fork"])),
    source: include_str!("fork.rs"),
    ..BLANK
};

fn detect(relations: &Relations) -> Vec<Cast> {
    let board = relations.board();
    let turn = relations.position().turn();
    let mut casts = Vec::new();
    for forker in board.occupied() {
        let Some(owner) = board.color_at(forker) else { continue };
        let attacked = relations.attacks_from(forker) & board.by_color(!owner);
        if !attacked.more_than_one() || (turn == owner && relations.safety(owner).checkers.any()) {
            continue;
        }
        let king = attacked & board.kings();
        let prey = winnable(Arena::new(board), forker, attacked & !king);
        if !(prey | king).more_than_one() || (turn == owner && king.any()) {
            continue;
        }
        if let Some(value) = worst_reply(relations, forker, prey) {
            let targets = (prey | king).into_iter().map(|target| (Role::Target, target));
            casts.push(Cast::new(owner, targets.chain([(Role::Forker, forker)])).with(Property::Value(value)));
        }
    }
    casts
}

/// The pieces among `candidates` that `forker` would win.
fn winnable(arena: Arena<'_>, forker: Square, candidates: Bitboard) -> Bitboard {
    let wins = |&target: &Square| arena.wins_from(forker, target);
    candidates.into_iter().filter(wins).collect()
}

/// The best capture that the forker keeps against the best reply; `None` if a reply resolves the
/// fork, or there is no reply at all.
fn worst_reply(relations: &Relations, forker: Square, prey: Bitboard) -> Option<i32> {
    let board = relations.board();
    let owner = board.color_at(forker)?;
    let safety = relations.safety(!owner);
    if relations.attackers(forker, !owner).into_iter().any(|from| safety.allows(board, from, forker)) {
        return None;
    }
    let mut worst = None;
    for from in board.by_color(!owner) {
        for m in relations.moves_from(from) {
            let after = board_after(board, m);
            let kept = best_kept(&after, owner, forker, prey & after.by_color(!owner), worst);
            if kept <= 0 {
                return None;
            }
            worst = Some(worst.map_or(kept, |worst: i32| worst.min(kept)));
        }
    }
    worst
}

/// The best capture of the forker after a reply, a check given by the reply ignored; once it is no worse than what
/// another reply leaves, it does not matter how much better it is.
fn best_kept(after: &Board, owner: Color, forker: Square, prey: Bitboard, enough: Option<i32>) -> i32 {
    let arena = Arena::new(after);
    let mut best = 0;
    for target in prey {
        if enough.is_some_and(|enough| best >= enough) {
            break;
        }
        let gain = arena.capture_from(forker, target).or_else(|| {
            let king = after.king_of(owner);
            let checkers = king.map_or(Bitboard::EMPTY, |king| after.attacks_to(king, !owner, after.occupied()));
            let unchecked = checkers.without(target).into_iter().fold(arena, Arena::without);
            unchecked.capture_from(forker, target).filter(|_| checkers.any())
        });
        best = best.max(gain.unwrap_or(0));
    }
    best
}

fn pattern(_: &Relations, cast: &Cast) -> Vec<PatternEdge> {
    let forker = cast.one(Role::Forker);
    cast.all(Role::Target).map(|target| (forker, "attack", target)).collect()
}

fn price(relations: &Relations, cast: &Cast) -> TacticValue {
    let board = relations.board();
    let arena = Arena::new(board);
    let forker = cast.one(Role::Forker);
    let mut gains: Vec<i32> = cast.all(Role::Target).filter_map(|target| arena.capture_from(forker, target)).collect();
    gains.sort_unstable_by(|a, b| b.cmp(a));
    let is_check = cast.all(Role::Target).any(|target| board.kings().contains(target));
    let kept = gains.get(usize::from(!is_check)).copied().unwrap_or(0);
    let lost = relations.price(forker).unwrap_or(0).max(0);
    TacticValue::see(kept - lost).noting(relations, cast.all(Role::Target))
}
