//! Which motifs carry a proof, and which are only there?
//!
//! A pin on the far side of the board is a pin, but it does not matter. A motif is *causal* if the
//! proof breaks when what the motif gives is taken away: the pinner is lifted so that the pinned
//! piece is free, the fork's second target is gone, the overloaded piece has one duty less. The
//! board without that piece is searched again for the same goal and the same first move; if the goal
//! can no longer be proven with the same effort, the motif carried it. Others are *incidental*.

use reti_core::{
    chess::{Board, Color, Move, PieceType, Position, Square},
    motif::{Kind, Role},
    relation::Relations,
    tactic::{Tactic, tactics},
};

use crate::proof::{Certificate, Prover, Verdict};

/// A tactic of a proof's line, and whether the proof needs it.
#[derive(Clone, Debug)]
pub struct Relevance {
    /// The tactic, on the board after the first move or at the end of the line.
    pub tactic: Tactic,
    /// Whether the proof breaks without it.
    pub causal: bool,
}

/// The roles whose piece is lifted to take away what a motif gives, dearest idea first.
const KEYS: [Role; 12] = [
    Role::Target,
    Role::Pinner,
    Role::Behind,
    Role::Duty,
    Role::Protected,
    Role::Slider,
    Role::Beyond,
    Role::Piece,
    Role::Checker,
    Role::Defended,
    Role::Attacker,
    Role::Front,
];

/// The attacker's tactics after the first move of a proof and the mate at its end, each with
/// whether the proof needs it; causal ones first.
pub fn relevance(certificate: &Certificate, prover: &mut Prover<'_>, nodes: u64) -> Vec<Relevance> {
    let position = &certificate.position;
    let attacker = position.turn();
    let after = position.play(certificate.first);
    let mut found = Vec::new();
    for tactic in tactics(&Relations::new(&after)) {
        if tactic.cast.owner == attacker {
            let causal = tactic.motif.kind == Kind::Mate || is_causal(certificate, &tactic, prover, nodes);
            found.push(Relevance { tactic, causal });
        }
    }
    let mut end = position.clone();
    for m in certificate.line() {
        end = end.play(m);
    }
    if end.is_checkmate() && end != after {
        let mates = tactics(&Relations::new(&end)).into_iter().filter(|tactic| tactic.motif.kind == Kind::Mate);
        found.extend(mates.map(|tactic| Relevance { tactic, causal: true }));
    }
    found.sort_by_key(|relevance| !relevance.causal);
    found
}

/// Whether the proof breaks when one of the motif's key pieces is lifted.
fn is_causal(certificate: &Certificate, tactic: &Tactic, prover: &mut Prover<'_>, nodes: u64) -> bool {
    let Some(&key) = KEYS.iter().find(|&&key| tactic.cast.all(key).any(|square| is_liftable(certificate, square)))
    else {
        return false;
    };
    let squares: Vec<Square> = tactic.cast.all(key).filter(|&square| is_liftable(certificate, square)).collect();
    squares.into_iter().any(|square| {
        let without = lifted(&certificate.position, square, certificate.first);
        without.is_some_and(|(position, first)| {
            let outcome = prover.prove(&position, certificate.goal, Some(first), nodes);
            !matches!(outcome.verdict, Verdict::Proven(_))
        })
    })
}

/// A piece that stood on the same square before the first move, and is no king.
fn is_liftable(certificate: &Certificate, square: Square) -> bool {
    let board = certificate.position.board();
    certificate.first.to() != square && board.role_at(square).is_some_and(|piece_type| piece_type != PieceType::King)
}

/// The position without the piece on `square`, and the first move as it reads there.
fn lifted(position: &Position, square: Square, first: Move) -> Option<(Position, Move)> {
    let mut board: Board = position.board().clone();
    board.remove_piece_at(square)?;
    let turn: Color = position.turn();
    let without = Position::from_board(board, turn)?;
    let same = without
        .legal_moves()
        .into_iter()
        .find(|m| (m.from(), m.to(), m.promotion()) == (first.from(), first.to(), first.promotion()))?;
    Some((without, same))
}
