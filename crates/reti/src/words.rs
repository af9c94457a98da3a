//! How pieces and squares are called in data, graphs and boards; sentences are made by `reti_lessons::words`.

use reti_core::chess::{Board, Color, Piece, Square};

pub(crate) use reti_lessons::words::{color_name, type_name};

pub(crate) fn side(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
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

/// A text in lines of 96 letters at most, unless a word is longer; `first` and `rest` stand before them.
pub(crate) fn wrapped(text: &str, first: &str, rest: &str) -> String {
    let options = textwrap::Options::new(96)
        .initial_indent(first)
        .subsequent_indent(rest)
        .break_words(false)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    textwrap::fill(text, options)
}
