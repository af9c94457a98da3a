//! The plain generator: one position at a time, straight from the rules. The oracle of the fast one.
//!
//! Every legal position starts as a draw. In each round every position looks at all its legal
//! moves, and its code becomes what the best of them gives; when a round changes nothing, the
//! codes are the truth. It counts moves to mate and knows nothing of lanes, slices or symmetry
//! beyond asking a [`Table`] for a code. Good for three men in a test, and for four in patience.

use reti_core::chess::{Color, Move, PieceType, Position};

use crate::layout::Layout;
use crate::material::Material;
use crate::table::{Code, Metric, Table, Tables};

/// Makes the table of an endgame, counting moves to mate; `None` if a needed table is missing.
pub fn generate_simple(material: Material, tables: &dyn Tables) -> Option<Table> {
    let layout = Layout::new(material);
    let mut positions = Vec::new();
    let mut codes = [vec![0; layout.len()], vec![0; layout.len()]];
    for (side, turn) in [Color::White, Color::Black].into_iter().enumerate() {
        for (index, code) in codes[side].iter_mut().enumerate() {
            let board = layout.board(&layout.squares(index));
            if let Some(position) = board.and_then(|board| Position::from_board(board, turn)) {
                *code = Code::DRAW.0;
                positions.push((side, index, position));
            }
        }
    }
    let mut table = Table::from_codes(layout, Metric::Mate, codes);
    loop {
        let mut new = Vec::new();
        for (side, index, position) in &positions {
            let turn = if *side == 0 { Color::White } else { Color::Black };
            let code = best_code(position, &table, tables)?;
            if table.codes(turn)[*index] != code.0 {
                new.push((turn, *index, code));
            }
        }
        if new.is_empty() {
            return Some(table);
        }
        for (turn, index, code) in new {
            table.codes_mut(turn)[index] = code.0;
        }
    }
}

/// What the best legal move gives, en passant included.
pub fn best_code(position: &Position, table: &Table, tables: &dyn Tables) -> Option<Code> {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return Some(if position.is_check() { Code::loss(0) } else { Code::DRAW });
    }
    let mut best = Code::ILLEGAL;
    for &m in &moves {
        let next = position.play(m);
        let code = if changes_material(m) {
            let (material, _) = Material::of_board(next.board());
            tables.table(material)?.code(&next)?
        } else if next.en_passant_square().is_some() {
            // The table does not know en passant rights: look one move further.
            best_code(&next, table, tables)?
        } else {
            table.code(&next)?
        };
        best = best.max(before(code));
    }
    Some(best)
}

/// Whether a move leads to another endgame.
fn changes_material(m: Move) -> bool {
    m.is_capture() || m.promotion().is_some_and(|kind| kind != PieceType::Pawn)
}

/// What a position is worth to the side that moves into it.
fn before(code: Code) -> Code {
    match (code.value(), code.rank()) {
        (Some(reti_core::value::Value::Loss), Some(rank)) => Code::win(rank + 1),
        (Some(reti_core::value::Value::Win), Some(rank)) => Code::loss(rank),
        (Some(_), _) => Code::DRAW,
        (None, _) => Code::ILLEGAL,
    }
}
