//! An exchange for readers: who captures what, who had better stop, and which defender is none.
//!
//! The facts come from `reti_core::exchange`; here they become wire data and sentences
//! (seed 003; decisions D-11 to D-14).

use std::fmt::Write as _;

use reti_core::{
    chess::{Bitboard, Board, Color, Move, Piece, Position, Square},
    exchange::{self as core, NoDefense, simple::victim_square},
    value::balance,
};

use reti_lessons::words::{Filling, Phrase, Words};

use crate::wire;

/// The exchange that a legal move begins.
pub fn exchange(position: &Position, m: Move) -> wire::Exchange {
    let told = core::narrate(position, m);
    let board = position.board();
    let after = position.play(m);
    let goal = m.to();
    let mut steps: Vec<wire::ExchangeStep> = Vec::with_capacity(told.steps.len());
    let mut here = position.clone();
    for (index, step) in told.steps.iter().enumerate() {
        let fits =
            |other: &Move| other.from() == Some(step.from) && other.to() == goal && other.promotion() == step.promotion;
        let next = if index == 0 { Some(m) } else { here.legal_moves().into_iter().find(fits) };
        let next = next.expect("an exchange consists of legal captures");
        steps.push(wire::ExchangeStep {
            played: here.uci(next),
            san: here.san(next),
            piece: wire_piece(Piece { color: step.side, role: step.piece_type }, step.from),
            promotion: step.promotion.map(Into::into),
            captured: step.captured.map(Into::into),
            balance: step.balance,
            better_by: step.better_by,
        });
        here = here.play(next);
    }
    wire::Exchange {
        schema: wire::SCHEMA,
        kind: wire::Kind::new(),
        fen: position.fen(),
        played: position.uci(m),
        san: position.san(m),
        gain: told.value,
        fast_gain: told.fast,
        line: steps.iter().map(|step| step.played.clone()).collect(),
        line_san: steps.iter().map(|step| step.san.clone()).collect(),
        steps,
        declined: told.declined.iter().filter_map(|&square| piece_on(board, square)).collect(),
        notes: told.notes.iter().filter_map(|note| defense_note(after.board(), *note)).collect(),
        everywhere: everywhere(position, m),
    }
}

/// The fight that a move begins if both sides may capture anywhere; `None` if it is too large.
fn everywhere(position: &Position, m: Move) -> Option<wire::ExchangeEverywhere> {
    let after = position.play(m);
    let found = core::several(&after, Bitboard::FULL)?;
    let taken = balance(after.board(), position.turn()) - balance(position.board(), position.turn());
    let (mut line, mut line_san) = (vec![position.uci(m)], vec![position.san(m)]);
    let mut here = after;
    for step in found.line {
        line.push(step.map_or("0000".to_owned(), |m| here.uci(m)));
        line_san.push(step.map_or("--".to_owned(), |m| here.san(m)));
        here = match step {
            Some(m) => here.play(m),
            None => here.pass()?,
        };
    }
    let bonuses = found.bonuses.into_iter();
    let bonuses = bonuses.map(|bonus| wire::ExchangeBonus { motif: bonus.motif.name.to_owned(), value: -bonus.value });
    Some(wire::ExchangeEverywhere { gain: taken - found.value, line, line_san, bonuses: bonuses.collect() })
}

fn wire_piece(piece: Piece, square: Square) -> wire::Piece {
    wire::Piece { square: square.to_string(), color: piece.color.into(), piece_type: piece.role.into() }
}

fn piece_on(board: &Board, square: Square) -> Option<wire::Piece> {
    board.piece_at(square).map(|piece| wire_piece(piece, square))
}

pub(crate) fn defense_note(board: &Board, note: core::DefenseNote) -> Option<wire::DefenseNote> {
    let pinner = match note.reason {
        NoDefense::PinnedAbsolute { pinner, .. } => piece_on(board, pinner),
        NoDefense::MustAnswerCheck | NoDefense::KingCannotCapture => None,
    };
    Some(wire::DefenseNote {
        target: note.target.to_string(),
        defender: piece_on(board, note.defender)?,
        reason: note.reason.into(),
        pinner,
    })
}

/// The exchange in words.
pub fn text(position: &Position, m: Move, words: &Words) -> String {
    let told = core::narrate(position, m);
    let (mover, goal) = (position.turn(), m.to());
    let say = |template: &str, filling: Filling| words.say(&format!("exchanges/{template}"), filling);
    let of = |side: Color| Filling::new().with("side", words.side(side)).with("square", goal.to_string());
    let title = of(mover).with("move", position.san(m));
    let value = say("value", of(mover).with("sum", words.balance(told.value)).with("centipawns", told.value));
    let mut out = String::new();
    // Writing to a string cannot fail.
    if m.is_castle() {
        let _ = writeln!(out, "{}", say("title-castling", title));
        let _ = writeln!(out, "  {}\n{value}", say("castling", Filling::new()));
        return out;
    }
    let _ = writeln!(out, "{}", say("title", title));
    for (index, step) in told.steps.iter().enumerate() {
        // Only a first move can be en passant; its victim stands beside the capturer.
        let passing = (index == 0 && m.is_en_passant()).then(|| victim_square(m)).flatten();
        let _ = writeln!(out, "  {}. {}", index + 1, sentence(step, goal, passing, words));
    }
    let next = if told.steps.len() % 2 == 1 { !mover } else { mover };
    let _ = writeln!(out, "  {}", ending(position.board(), &told, next, goal, words));
    let after = position.play(m);
    for note in &told.notes {
        let _ = writeln!(out, "  {}", note_sentence(after.board(), *note, words));
    }
    let _ = writeln!(out, "{value}");
    if let Some(found) = everywhere(position, m).filter(|found| found.gain != told.value) {
        let filling = of(mover).with("sum", words.balance(found.gain)).with("line", found.line_san.join(" "));
        let _ = writeln!(out, "{}", say("everywhere", filling));
    }
    if told.fast != told.value {
        let filling = Filling::new().with("sum", words.balance(told.fast));
        let _ = writeln!(out, "{}", say("order-matters", filling));
    }
    out
}

fn sentence(step: &core::Step, goal: Square, passing: Option<Square>, words: &Words) -> String {
    let fill = |template: &str, filling: Filling| words.fill(&format!("exchanges/{template}"), filling);
    let filling = Filling::new().with("side", words.side(step.side)).with("man", words.man(step.piece_type, step.from));
    let mut told = match (step.captured, passing) {
        (_, Some(victim)) => fill("takes-en-passant", filling.with("square", victim.to_string())),
        (Some(captured), None) => {
            fill("takes", filling.with("kind", words.kind(captured)).with("square", goal.to_string()))
        }
        (None, None) => fill("goes", filling.with("square", goal.to_string())),
    };
    if let Some(promotion) = step.promotion {
        told = fill("promotes", Filling::new().with("step", told).with("kind", words.a(promotion)));
    }
    let filling = Filling::new().with("step", told).with("sum", words.balance(step.balance));
    match step.better_by {
        None => fill("first", filling),
        Some(gain) => fill("next", filling.with("gain", words.amount(gain))),
    }
}

fn ending(board: &Board, told: &core::Exchange, next: Color, goal: Square, words: &Words) -> String {
    let filling = Filling::new().with("side", words.side(next)).with("square", goal.to_string());
    let man = |&square: &Square| board.role_at(square).map(|kind| words.man(kind, square));
    let pieces: Vec<Phrase> = told.declined.iter().filter_map(man).collect();
    if pieces.is_empty() {
        words.say("exchanges/no-capture", filling)
    } else {
        words.say("exchanges/stops", filling.with("pieces", words.choice(&pieces)))
    }
}

/// Why a defender is none.
pub(crate) fn note_sentence(board: &Board, note: core::DefenseNote, words: &Words) -> String {
    let Some(defender) = board.piece_at(note.defender) else { return String::new() };
    let filling = Filling::new()
        .with("side", words.side(defender.color))
        .with("man", words.man(defender.role, note.defender))
        .with("square", note.target.to_string());
    match note.reason {
        NoDefense::PinnedAbsolute { pinner, .. } => {
            words.say("exchanges/not-pinned", filling.with("pinner", words.pieces(board, &[pinner])))
        }
        NoDefense::KingCannotCapture => words.say("exchanges/not-covered", filling),
        NoDefense::MustAnswerCheck => words.say("exchanges/not-check", filling),
    }
}

#[cfg(test)]
mod tests {
    #[track_caller]
    fn check(fen: &str, m: &str, expected: &str) {
        let position = crate::read_position(fen).unwrap();
        let m = crate::read_move(&position, m).unwrap();
        assert_eq!(super::text(&position, m, reti_lessons::words::Words::english()), expected);
    }

    #[test]
    fn a_pinned_defender_is_explained() {
        check(
            "4k3/4r3/2n5/8/1b1Q4/8/8/R3R1K1 b - - 0 1",
            "Nxd4",
            "Nxd4 for Black on d4\n  \
               1. Black knight c6 takes the queen on d4: balance +9 pawns (the move itself)\n  \
               White has no legal capture on d4: the exchange ends.\n\
             Value: +9 pawns for Black (900 centipawns).\n",
        );
        check(
            "4k3/8/8/3p4/1b6/2N5/3R4/4K3 w - - 0 1",
            "Rxd5",
            "Rxd5 for White on d5\n  \
               1. White rook d2 takes the pawn on d5: balance +1 pawn (the move itself)\n  \
               Black has no legal capture on d5: the exchange ends.\n\
             Value: +1 pawn for White (100 centipawns).\n\
             With captures on all squares, where either side may wait (--): -2 pawns for White: Rxd5 Bxc3+\n",
        );
        check(
            "4k3/4n3/8/3p4/8/1B6/8/4R1K1 w - - 0 1",
            "Bxd5",
            "Bxd5 for White on d5\n  \
               1. White bishop b3 takes the pawn on d5: balance +1 pawn (the move itself)\n  \
               Black has no legal capture on d5: the exchange ends.\n  \
               Black knight e7 does not defend d5: the rook on e1 pins it to its king.\n\
             Value: +1 pawn for White (100 centipawns).\n",
        );
    }

    #[test]
    fn special_moves_are_told_as_they_are_played() {
        check(
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "exd6",
            "exd6 for White on d6\n  \
               1. White pawn e5 takes the pawn on d5 en passant: balance +1 pawn (the move itself)\n  \
               Black has no legal capture on d6: the exchange ends.\n\
             Value: +1 pawn for White (100 centipawns).\n",
        );
        check(
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
            "O-O",
            "O-O for White\n  The king never arrives on an attacked square, so there is no exchange.\n\
             Value: 0 pawns for White (0 centipawns).\n",
        );
        check(
            "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1",
            "a8=N",
            "a8=N for White on a8\n  \
               1. White pawn a7 goes to a8 and becomes a knight: balance +2 pawns (the move itself)\n  \
               Black has no legal capture on a8: the exchange ends.\n\
             Value: +2 pawns for White (200 centipawns).\n",
        );
    }

    #[test]
    fn stopping_is_told() {
        check(
            "4k3/8/2p5/3p4/8/1B6/8/3QK3 w - - 0 1",
            "Bxd5",
            "Bxd5 for White on d5\n  \
               1. White bishop b3 takes the pawn on d5: balance +1 pawn (the move itself)\n  \
               2. Black pawn c6 takes the bishop on d5: balance -2 pawns (better than stopping by 2 pawns)\n  \
               3. White queen d1 takes the pawn on d5: balance -1 pawn (better than stopping by 1 pawn)\n  \
               Black has no legal capture on d5: the exchange ends.\n\
             Value: -1 pawn for White (-100 centipawns).\n",
        );
    }
}
