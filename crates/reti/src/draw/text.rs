//! A board for the terminal: Unicode figures, coordinates, and colours if wanted.

use std::fmt::Write as _;

use anstyle::Ansi256Color;
use reti_core::chess::{Bitboard, Board, Color, File, Rank, Square};

use crate::words;

/// How to draw.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Whether to tint the squares with ANSI colours.
    pub color: bool,
    /// Whether Black's side is at the bottom.
    pub flipped: bool,
    /// Squares that stand out, by colour or, without colours, by brackets.
    pub marked: Bitboard,
}

/// The board, nine lines with a final newline.
///
/// ```
/// use reti::{chess::Position, draw::text};
/// let drawn = text::board(Position::start().board(), text::Style::default());
/// assert_eq!(drawn.lines().next(), Some("8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜ "));
/// ```
pub fn board(board: &Board, style: Style) -> String {
    let mut files: Vec<File> = File::ALL.to_vec();
    let mut ranks: Vec<Rank> = Rank::ALL.to_vec();
    if style.flipped {
        files.reverse();
    } else {
        ranks.reverse();
    }
    let mut out = String::new();
    for &rank in &ranks {
        // Writing to a string cannot fail.
        let _ = write!(out, "{}  ", rank.char());
        for &file in &files {
            out.push_str(&cell(board, Square::from_coords(file, rank), style));
        }
        out.push('\n');
    }
    out.push_str("   ");
    for file in files {
        let _ = if style.color { write!(out, " {} ", file.char()) } else { write!(out, "{} ", file.char()) };
    }
    out.push('\n');
    out
}

fn cell(board: &Board, square: Square, style: Style) -> String {
    let marked = style.marked.contains(square);
    if !style.color {
        let figure = board.piece_at(square).map_or('·', words::figure);
        return if marked { format!("{figure}*") } else { format!("{figure} ") };
    }
    // Filled figures in two tones read better on tinted squares than outlines.
    let (figure, tone) = match board.piece_at(square) {
        None => (' ', 232),
        Some(piece) => {
            let tone = if piece.color == Color::White { 231 } else { 16 };
            (words::figure(reti_core::chess::Piece { color: Color::Black, role: piece.role }), tone)
        }
    };
    let ground = match (marked, square.is_light()) {
        (true, true) => 179,
        (true, false) => 136,
        (false, true) => 110,
        (false, false) => 67,
    };
    let tint = Ansi256Color(tone).on(Ansi256Color(ground));
    format!("{tint} {figure} {tint:#}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use reti_core::chess::Position;

    #[test]
    fn the_board_can_be_turned_and_tinted() {
        let start = Position::start();
        let turned = board(start.board(), Style { flipped: true, ..Style::default() });
        assert_eq!(turned.lines().next(), Some("1  ♖ ♘ ♗ ♔ ♕ ♗ ♘ ♖ "));
        assert_eq!(turned.lines().last(), Some("   h g f e d c b a "));
        let tinted = board(start.board(), Style { color: true, ..Style::default() });
        assert_eq!(tinted.lines().count(), 9);
        assert!(tinted.lines().next().is_some_and(|line| line.ends_with("\x1b[0m")));
    }
}
