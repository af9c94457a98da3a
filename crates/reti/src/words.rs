//! How pieces, squares and sums are called in text.

use reti_core::chess::{Board, Color, Piece, PieceType, Square};

pub(crate) fn color(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

pub(crate) fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

pub(crate) fn piece_type(piece_type: PieceType) -> &'static str {
    match piece_type {
        PieceType::Pawn => "pawn",
        PieceType::Knight => "knight",
        PieceType::Bishop => "bishop",
        PieceType::Rook => "rook",
        PieceType::Queen => "queen",
        PieceType::King => "king",
    }
}

/// The chess figure of a piece.
pub(crate) fn figure(piece: Piece) -> char {
    let figures = match piece.color {
        Color::White => ['♙', '♘', '♗', '♖', '♕', '♔'],
        Color::Black => ['♟', '♞', '♝', '♜', '♛', '♚'],
    };
    figures[reti_core::chess::type_index(piece.role)]
}

/// A piece and its square in short: `Nf3`, pawns included as `Pe4`.
pub(crate) fn short(board: &Board, square: Square) -> String {
    match board.role_at(square) {
        Some(piece_type) => format!("{}{square}", piece_type.upper_char()),
        None => square.to_string(),
    }
}

/// A number of things: `1 node`, `2 nodes`.
pub(crate) fn count(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Centipawns as pawns, with a sign: `+3`, `-0.5`, `0`.
pub(crate) fn pawns(centipawns: i32) -> String {
    let sign = match centipawns {
        0 => "",
        1.. => "+",
        _ => "-",
    };
    let (whole, rest) = (centipawns.unsigned_abs() / 100, centipawns.unsigned_abs() % 100);
    let unit = if centipawns.unsigned_abs() == 100 { "pawn" } else { "pawns" };
    match rest {
        0 => format!("{sign}{whole} {unit}"),
        rest => format!("{sign}{whole}.{} {unit}", format!("{rest:02}").trim_end_matches('0')),
    }
}

/// A text in lines of 96 letters at most, unless a word is longer; `first` and `rest` stand before them.
pub(crate) fn wrapped(text: &str, first: &str, rest: &str) -> String {
    let options = textwrap::Options::new(96)
        .initial_indent(first)
        .subsequent_indent(rest)
        .break_words(false)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(text, options)
}

#[cfg(test)]
mod tests {
    #[test]
    fn sums_read_naturally() {
        let told = [0, 100, -100, 350, -905].map(super::pawns);
        assert_eq!(told, ["0 pawns", "+1 pawn", "-1 pawn", "+3.5 pawns", "-9.05 pawns"]);
    }
}
