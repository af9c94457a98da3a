//! What is known about endings: by tables, and by name.
//!
//! Where a table knows the position, its word is the truth: the value, the only move that keeps it, and
//! zugzwang, which is a position that would be better if one could pass *[Seed 001; Seed 002]*. A pawn
//! that must not become a queen is told with the stalemate that it would allow.

use reti_core::{
    chess::{Color, Move, PieceType, Position, Square},
    ending::{self, Found},
    line::{Line, SetUp},
    motif::Role,
    value::{Value, balance},
};
use reti_search::{advice::exact_score, probe::Probe, score::Score};
use reti_tables::{
    material::Material,
    rulebook::{
        Outcome,
        text::{self, Rule},
    },
};

use crate::claim::{Claim, Evidence, What};

/// Something known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// An ending with a name.
    Ending(Found),
    /// The only move that keeps the value.
    Only {
        /// The move.
        m: Move,
        /// What it keeps, for the mover.
        value: Value,
    },
    /// Having to move costs something.
    Zugzwang(Zugzwang),
    /// A rule of thumb that the position falls under.
    Rule {
        /// The rule.
        rule: Rule,
        /// The side that the endgame names first.
        first: Color,
        /// Whether the position follows the rule, where its value is known.
        follows: Option<bool>,
    },
    /// A pawn of the line must not become a queen.
    Stalemates {
        /// The position before the promotion.
        before: Box<Position>,
        /// The promotion to a queen, and the moves to stalemate after it.
        moves: Vec<Move>,
        /// The promotion that is played instead, if nothing else tells it.
        instead: Option<Move>,
    },
}

/// What having to move costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zugzwang {
    /// A draw becomes a loss.
    Loss,
    /// A win becomes a draw.
    Draw,
    /// Whoever moves loses.
    Both,
}

impl Known {
    /// The squares that it is about.
    pub fn squares(&self) -> Vec<Square> {
        match self {
            Known::Ending(found) => found.parts.iter().map(|(_, square)| *square).collect(),
            Known::Only { m, .. } => vec![m.to()],
            _ => Vec::new(),
        }
    }
}

/// How many names of an ending are told.
const MAX_NAMES: usize = 2;

/// The names of an ending. A claim about the value is left out where the score of an advisor, or a table,
/// contradicts it: then the name would mislead.
pub fn named(position: &Position, score: Score) -> Vec<Claim> {
    let fits = |found: &Found| match found.claim {
        ending::Claim::Wins(side) => {
            let for_side = if side == position.turn() { score } else { score.turned() };
            for_side.rank() > 0
        }
        ending::Claim::Draws | ending::Claim::Drawish => !score.is_decided() || score == Score::Exact(Value::Draw),
        ending::Claim::Depends => true,
    };
    let mut found: Vec<Found> =
        ending::endings(position).into_iter().filter(|found| fits(found) && applies(found)).collect();
    // An ending that is about moves says most.
    found.sort_by_key(|found| found.moves.is_empty());
    found.truncate(MAX_NAMES);
    found.into_iter().map(|found| Claim::on_board(position, What::Known(Known::Ending(found)))).collect()
}

/// The ending with a verdict that a move reaches: a draw for whoever has no more material, or a win for the mover. The
/// position before it has none.
pub fn reached(position: &Position, m: Move, score: Score) -> Option<Claim> {
    let (side, after) = (position.turn(), position.play(m));
    let helps = |claim: &Claim| match &claim.what {
        What::Known(Known::Ending(found)) => match found.claim {
            ending::Claim::Wins(winner) => winner == side,
            ending::Claim::Draws => balance(position.board(), side) <= 0,
            _ => false,
        },
        _ => false,
    };
    if m.is_capture() || after.is_dead() || named(position, score).iter().any(has_verdict) {
        return None;
    }
    named(&after, score.turned()).into_iter().find(helps).map(|claim| claim.set_up_by(position, m))
}

/// Whether a claim names an ending that is won or drawn.
pub fn has_verdict(claim: &Claim) -> bool {
    let What::Known(Known::Ending(found)) = &claim.what else { return false };
    matches!(found.claim, ending::Claim::Wins(_) | ending::Claim::Draws)
}

/// Whether what is said about an ending can still happen: a queen's king that has arrived comes no nearer.
fn applies(found: &Found) -> bool {
    let one = |role: Role| found.all(role).next();
    let (Some(king), Some(square)) = (one(Role::King), one(Role::Square)) else { return true };
    let distance = king.distance(square);
    found.ending.name != "queen-against-pawn" || distance >= 2
}

/// What tables know about a position besides its value.
pub fn known(position: &Position, tables: &dyn Probe) -> Vec<Claim> {
    let Some(score) = exact_score(tables, position) else { return Vec::new() };
    let claim =
        |known: Known, line: &[Move]| Claim::of_line(position, line, What::Known(known), Evidence::Exact(score));
    let mut claims = Vec::new();
    if let Some(zugzwang) = zugzwang(position, tables, value_of(score)) {
        claims.push(claim(Known::Zugzwang(zugzwang), &[]));
    }
    if let Some((m, value)) = only_move(position, tables, value_of(score)) {
        claims.push(claim(Known::Only { m, value }, &[m]));
    }
    claims
}

/// The rule of thumb that a position falls under, where the program has counted its endgame, and whether the
/// position is an exception, where a table knows its value.
pub fn rule(position: &Position, tables: &dyn Probe) -> Option<Claim> {
    let rule = text::rule_for(position)?;
    let first = if Material::of_board(position.board()).1 { Color::Black } else { Color::White };
    let score = exact_score(tables, position);
    let follows = score.map(|score| {
        let winner = match value_of(score) {
            Value::Win => Some(position.turn()),
            Value::Draw => None,
            Value::Loss => Some(!position.turn()),
        };
        let said = match rule.outcome {
            Outcome::White => Some(first),
            Outcome::Draw => None,
            Outcome::Black => Some(!first),
        };
        winner == said
    });
    let evidence = score.map_or(Evidence::Board, Evidence::Exact);
    Some(Claim::of_line(position, &[], What::Known(Known::Rule { rule, first, follows }), evidence))
}

/// The value behind a score that is no guess.
fn value_of(score: Score) -> Value {
    match score.rank() {
        1.. => Value::Win,
        0 => Value::Draw,
        _ => Value::Loss,
    }
}

fn zugzwang(position: &Position, tables: &dyn Probe, value: Value) -> Option<Zugzwang> {
    let waiting = -value_of(exact_score(tables, &position.pass()?)?);
    match (value, waiting) {
        (Value::Loss, Value::Draw) => Some(Zugzwang::Loss),
        (Value::Loss, Value::Win) => Some(Zugzwang::Both),
        (Value::Draw, Value::Win) => Some(Zugzwang::Draw),
        _ => None,
    }
}

fn only_move(position: &Position, tables: &dyn Probe, value: Value) -> Option<(Move, Value)> {
    if value == Value::Loss {
        return None;
    }
    let moves = position.legal_moves();
    let values: Option<Vec<(Move, Value)>> =
        moves.iter().map(|&m| Some((m, -value_of(exact_score(tables, &position.play(m))?)))).collect();
    let keeping: Vec<Move> = values?.into_iter().filter(|(_, kept)| *kept == value).map(|(m, _)| m).collect();
    match keeping[..] {
        [m] if moves.len() > 1 => Some((m, value)),
        _ => None,
    }
}

/// How many plies of a line lead up to its first promotion to something else than a queen; none if there is no
/// such move.
pub fn promotes_at(line: &[Move]) -> usize {
    let under = |m: &Move| m.promotion().is_some_and(|kind| kind != PieceType::Queen);
    line.iter().position(under).map_or(0, |ply| ply + 1)
}

/// Why a pawn of the line does not become a queen: the reply after which taking is stalemate; `is_told` says that
/// the promotion itself is told elsewhere.
pub fn underpromotion(position: &Position, moves: &[Move], is_told: bool) -> Option<Claim> {
    let line = Line::new(position, moves, SetUp::Absent);
    let step = line.solver_steps().find(|step| step.m.promotion().is_some_and(|kind| kind != PieceType::Queen))?;
    let (before, m) = (&line.positions()[step.ply], step.m);
    let same =
        |other: &&Move| (other.from(), other.to(), other.promotion()) == (m.from(), m.to(), Some(PieceType::Queen));
    let queen = *before.legal_moves().iter().find(same)?;
    let after = before.play(queen);
    let told = if after.is_stalemate() { Some(vec![queen]) } else { stalemate_after(&after, queen) };
    let instead = (!is_told).then_some(m);
    let what = What::Known(Known::Stalemates { before: Box::new(before.clone()), moves: told?, instead });
    Some(Claim::of_line(position, &moves[..=step.ply], what, Evidence::Board))
}

/// A check after the promotion whose capture is stalemate.
fn stalemate_after(after: &Position, queen: Move) -> Option<Vec<Move>> {
    after.legal_moves().into_iter().find_map(|reply| {
        let later = after.play(reply);
        let stalemates = |answer: &&Move| later.play(**answer).is_stalemate();
        let answer = later.is_check().then(|| later.legal_moves().iter().find(stalemates).copied()).flatten()?;
        Some(vec![queen, reply, answer])
    })
}
