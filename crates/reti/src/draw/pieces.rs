//! The six pieces as vector shapes on a square of 45 units, drawn for Reti.
//!
//! Fonts differ from machine to machine, so pictures do not use them for pieces. Every piece is a
//! closed outline that is filled in its side's colour, and a few inner lines. The shapes are kept
//! plain: they must be told apart at twenty pixels.

use reti_core::chess::{Color, Piece, PieceType};

/// Outline and inner lines of a piece, as SVG path data.
struct Shape {
    outline: &'static str,
    lines: &'static str,
}

const PAWN: Shape = Shape {
    outline: "M12.5 38 V35.5 C12.5 30.5 18 29.5 18.8 22.5 H16.5 V20 H19.2 A5.6 5.6 0 1 1 25.8 20 H28.5 V22.5 H26.2 \
              C27 29.5 32.5 30.5 32.5 35.5 V38 Z",
    lines: "M13 35.2 H32",
};

const KNIGHT: Shape = Shape {
    outline: "M13.5 38 C13.5 30 21 27.5 20.5 22.5 C17.5 25 15.5 24.5 13.5 26.5 C12 28 9.2 26.8 9.6 24.4 \
              C11.5 20.5 12.5 18 14.2 15 C15 12.5 17 11.4 17.6 10.6 L17.2 6.2 L21.4 9.6 C30 10 35.5 17.5 34.5 38 Z",
    lines: "M15.6 16.4 L16.9 15.6 M23.5 13 C28.5 16 30.3 23 29.8 34.5 M11.3 24.2 L12.2 23.6",
};

const BISHOP: Shape = Shape {
    outline: "M11.5 38 V35 C15 34.6 18 33.6 19 31 H16.5 V28.3 H18 C12.6 22 15.5 14.5 21.2 10.6 \
              A2.4 2.4 0 1 1 23.8 10.6 C29.5 14.5 32.4 22 27 28.3 H28.5 V31 H26 C27 33.6 30 34.6 33.5 35 V38 Z",
    lines: "M22.5 15.5 V23 M19 19 H26 M18 28.3 H27",
};

const ROOK: Shape = Shape {
    outline: "M11 38 V34.5 H14 V31 L16.3 17.5 H13 V9.5 H17.2 V12.6 H20.4 V9.5 H24.6 V12.6 H27.8 V9.5 H32 V17.5 \
              H28.7 L31 31 V34.5 H34 V38 Z",
    lines: "M16.3 17.5 H28.7 M14 31 H31 M14 34.5 H31",
};

const QUEEN: Shape = Shape {
    outline: "M12 38 V35 L13.5 31 L8.8 16.6 A2.3 2.3 0 1 1 11.2 15.8 L16.4 22.4 L15.8 12.3 A2.3 2.3 0 1 1 18.2 12 \
              L22.5 21 L26.8 12 A2.3 2.3 0 1 1 29.2 12.3 L28.6 22.4 L33.8 15.8 A2.3 2.3 0 1 1 36.2 16.6 L31.5 31 \
              L33 35 V38 Z",
    lines: "M13.5 31 C19 29.4 26 29.4 31.5 31 M12 35 C18.5 33.4 26.5 33.4 33 35",
};

const KING: Shape = Shape {
    outline: "M12 38 V34.8 L13 31 C6.5 26.5 7.5 17.5 14.5 17 C18 16.8 20.3 18.6 21.3 20.4 V11.2 H18.3 V8.8 H21.3 V5.8 \
              H23.7 V8.8 H26.7 V11.2 H23.7 V20.4 C24.7 18.6 27 16.8 30.5 17 C37.5 17.5 38.5 26.5 32 31 L33 34.8 V38 Z",
    lines: "M22.5 20.4 V29.6 M13 31 C19 29.2 26 29.2 32 31 M12 34.8 C18.5 33 26.5 33 33 34.8",
};

/// The piece as an SVG group at the origin of its square.
pub(super) fn svg(piece: Piece) -> String {
    let shape = match piece.role {
        PieceType::Pawn => PAWN,
        PieceType::Knight => KNIGHT,
        PieceType::Bishop => BISHOP,
        PieceType::Rook => ROOK,
        PieceType::Queen => QUEEN,
        PieceType::King => KING,
    };
    let (fill, edge, inner) = match piece.color {
        Color::White => ("#fffdf7", "#1b1b1b", "#1b1b1b"),
        Color::Black => ("#2b2b2b", "#0b0b0b", "#ededed"),
    };
    format!(
        "<path d=\"{}\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.4\" stroke-linejoin=\"round\"/>\
         <path d=\"{}\" fill=\"none\" stroke=\"{inner}\" stroke-width=\"1.2\" stroke-linecap=\"round\"/>",
        shape.outline, shape.lines
    )
}
