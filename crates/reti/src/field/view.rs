//! What the learned kernels see on one position.
//!
//! The learned evaluation is a sum that can be read: every term belongs to a group of weights with a
//! meaning. Here it is taken apart for both sides (`Kernels::by_side`), and beside it stands what the counts
//! are about, piece by piece: the safe squares that an officer reaches, the enemies that a piece attacks and
//! whether a pawn protects them, the squares of a king's ring that are hit, weak pawns, and what a piece is
//! worth here, which is the score less the score without it.

use std::fmt::Write as _;

use reti_core::{
    chess::{Bitboard, Board, Color, PieceType, Position, Square, attacks},
    field::score::{self, Evaluation},
    motif::Role,
    relation::Relations,
    tactic,
};

use crate::{
    draw::{
        self,
        svg::{Arrow, Circle, Label, Legend, Picture, Stroke, Tint, palette},
    },
    markup::escape,
    wire, words,
};

/// The motifs that make a pawn weak.
const WEAK: [&str; 3] = ["weak-pawn", "isolated-pawn", "doubled-pawn"];

/// What an evaluation by learned kernels sees on a position; `None` if it has no learned kernels.
pub fn view(position: &Position, evaluation: &'static Evaluation) -> Option<wire::KernelView> {
    let kernels = evaluation.kernels()?;
    let board = position.board();
    let terms = kernels.by_side(board, None, score::phase(board)).into_iter();
    let terms = terms.map(|term| wire::SideTerm {
        name: term.group.name.to_owned(),
        meaning: term.group.meaning.to_owned(),
        white: rounded(term.white),
        black: rounded(term.black),
    });
    let pieces = board.into_iter().map(|(square, piece)| {
        let seen = board.attacks_from(square);
        let enemies = seen & board.by_color(!piece.color) & !board.kings();
        let (guarded, targets) = split(enemies, by_pawns(board, !piece.color));
        wire::SeenPiece {
            piece: wire::Piece { square: square.to_string(), color: piece.color.into(), piece_type: piece.role.into() },
            worth: worth(board, square, evaluation),
            reach: names(reach(board, square, piece.color, piece.role)),
            targets: names(targets),
            guarded_targets: names(guarded),
            ring: names(seen & ring(board, !piece.color)),
        }
    });
    let relations = Relations::new(position);
    let mut weak: Vec<Square> = tactic::observations(&relations)
        .iter()
        .filter(|found| WEAK.contains(&found.motif.name))
        .flat_map(|found| found.cast.all(Role::Pawn).collect::<Vec<_>>())
        .collect();
    weak.sort_unstable();
    weak.dedup();
    Some(wire::KernelView {
        schema: wire::SCHEMA,
        kind: wire::Kind::new(),
        fen: position.fen(),
        kernels: evaluation.name.to_owned(),
        score: wire::Score::centipawns(evaluation.score(board)),
        side: wire::Color::White,
        terms: terms.collect(),
        pieces: pieces.collect(),
        weak_pawns: weak.iter().map(ToString::to_string).collect(),
    })
}

fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|square| square.to_string()).collect()
}

/// The squares of a set that are also in another, and the rest.
fn split(squares: Bitboard, inside: Bitboard) -> (Bitboard, Bitboard) {
    (squares & inside, squares & !inside)
}

fn by_pawns(board: &Board, color: Color) -> Bitboard {
    let pawns = board.pawns() & board.by_color(color);
    pawns.into_iter().fold(Bitboard::EMPTY, |all, pawn| all | attacks::pawn_attacks(color, pawn))
}

/// The safe squares that an officer reaches: not held by its own side, not attacked by an enemy pawn.
fn reach(board: &Board, square: Square, color: Color, kind: PieceType) -> Bitboard {
    match kind {
        PieceType::Pawn | PieceType::King => Bitboard::EMPTY,
        _ => board.attacks_from(square) & !board.by_color(color) & !by_pawns(board, !color),
    }
}

/// A king's neighbourhood, one rank further ahead.
fn ring(board: &Board, color: Color) -> Bitboard {
    let Some(king) = board.king_of(color) else { return Bitboard::EMPTY };
    let around = attacks::king_attacks(king).with(king);
    around | Bitboard(color.fold_wb(around.0 << 8, around.0 >> 8))
}

/// What a piece is worth here: the score less the score without it; none for a king.
fn worth(board: &Board, square: Square, evaluation: &'static Evaluation) -> Option<i32> {
    let piece = board.piece_at(square).filter(|piece| piece.role != PieceType::King)?;
    let mut without = board.clone();
    without.discard_piece_at(square);
    let difference = evaluation.score(board) - evaluation.score(&without);
    Some(piece.color.fold_wb(difference, -difference))
}

/// The view in words: the board, the terms of both sides, and what each piece does.
pub fn view_text(position: &Position, view: &wire::KernelView, color: bool) -> String {
    let mut out = draw::text::board(position.board(), draw::text::Style { color, ..Default::default() });
    // Writing to a string cannot fail.
    let _ = writeln!(out, "\nWhat the kernels '{}' see: {} centipawns for White.\n", view.kernels, total(view));
    let _ = writeln!(out, "{:<20} {:>8} {:>8} {:>8}  meaning", "term", "White", "Black", "balance");
    for term in &view.terms {
        let balance = term.white - term.black;
        let _ =
            writeln!(out, "{:<20} {:>8.0} {:>8.0} {balance:>8.0}  {}", term.name, term.white, term.black, term.meaning);
    }
    for side in Color::ALL {
        let _ = writeln!(out, "\n{}", words::color_name(side));
        for seen in view.pieces.iter().filter(|seen| seen.piece.color == wire::Color::from(side)) {
            let _ = writeln!(out, "  {}", sentence(seen, view));
        }
    }
    out
}

fn total(view: &wire::KernelView) -> i32 {
    view.score.cp.unwrap_or_default()
}

/// What one piece does.
fn sentence(seen: &wire::SeenPiece, view: &wire::KernelView) -> String {
    let mut told = vec![format!("{} {}", seen.piece.piece_type, seen.piece.square)];
    if let Some(worth) = seen.worth {
        told.push(format!("worth {worth}"));
    }
    if !seen.reach.is_empty() {
        told.push(format!("reaches {} safe squares", seen.reach.len()));
    }
    let lists = [("attacks", &seen.targets), ("attacks what a pawn protects:", &seen.guarded_targets)];
    for (what, squares) in lists {
        if !squares.is_empty() {
            told.push(format!("{what} {}", squares.join(" ")));
        }
    }
    if !seen.ring.is_empty() {
        told.push(format!("hits {} squares around the king", seen.ring.len()));
    }
    if view.weak_pawns.contains(&seen.piece.square) {
        told.push("weak".to_owned());
    }
    told.join(", ")
}

/// The board with targets, hit rings, weak pawns and worths, and the terms of both sides as bars.
pub fn view_svg(position: &Position, view: &wire::KernelView) -> String {
    let mut picture = Picture::new(position.board(), format!("What learned kernels see of {}", view.fen));
    picture.description = format!("{} centipawns for White.", total(view));
    let square = |name: &String| name.parse::<Square>().ok();
    for seen in &view.pieces {
        let Some(from) = square(&seen.piece.square) else { continue };
        let color = if seen.piece.color == wire::Color::White { palette::BLUE } else { palette::YELLOW };
        for (targets, stroke) in [(&seen.targets, Stroke::Solid), (&seen.guarded_targets, Stroke::Dashed)] {
            for to in targets.iter().filter_map(square) {
                picture.arrows.push(Arrow { stroke, width: 3.0, ..Arrow::new(from, to, color) });
            }
        }
        if let Some(worth) = seen.worth {
            picture.labels.push(Label { square: from, text: format!("{:.1}", f64::from(worth) / 100.0) });
        }
    }
    for at in Square::ALL {
        let name = at.to_string();
        let hits = view.pieces.iter().filter(|seen| seen.ring.contains(&name)).count();
        if hits > 0 {
            let opacity = (0.18 * hits as f64).min(0.7);
            picture.tints.push(Tint { square: at, color: palette::VERMILION.to_owned(), opacity });
        }
    }
    picture.circles.extend(view.weak_pawns.iter().filter_map(square).map(|pawn| Circle::new(pawn, palette::PURPLE)));
    picture.legend = [
        ("White attacks", palette::BLUE, Stroke::Solid),
        ("Black attacks", palette::YELLOW, Stroke::Solid),
        ("a pawn protects", palette::GRAY, Stroke::Dashed),
        ("hit around a king", palette::VERMILION, Stroke::Solid),
        ("weak pawn", palette::PURPLE, Stroke::Solid),
    ]
    .into_iter()
    .map(|(text, color, stroke)| Legend { text: text.to_owned(), color: color.to_owned(), stroke })
    .collect();
    beside(&picture.svg(), &bars(view))
}

const BAR: f64 = 15.0;
const HALF: f64 = 110.0;
const NAMES: f64 = 130.0;

/// The terms as bars: White's to the right in blue, Black's to the left in orange, on one scale without the
/// tables, whose sums are the material and would drown the rest.
fn bars(view: &wire::KernelView) -> (f64, f64, String) {
    let terms: Vec<&wire::SideTerm> = view.terms.iter().filter(|term| !term.name.ends_with("-table")).collect();
    let largest = terms.iter().flat_map(|term| [term.white.abs(), term.black.abs()]).fold(1.0, f64::max);
    let (middle, mut top) = (NAMES + HALF, 40.0);
    let mut body = format!(
        "<text x=\"8\" y=\"18\" font-size=\"13\" font-weight=\"bold\">Terms in centipawns: {} for White</text>\
         <text x=\"{:.0}\" y=\"34\" font-size=\"11\" text-anchor=\"end\">Black</text>\
         <text x=\"{:.0}\" y=\"34\" font-size=\"11\">White</text>\n",
        total(view),
        middle - 6.0,
        middle + 6.0
    );
    for term in terms {
        let _ = write!(body, "<text x=\"8\" y=\"{:.1}\" font-size=\"11\">{}</text>", top + 11.0, escape(&term.name));
        for (value, color, sign) in [(term.white, "#0072b2", 1.0), (term.black, "#e6a700", -1.0)] {
            // A negative part is drawn hollow: it speaks against its side.
            let width = HALF * value.abs() / largest;
            let left = if sign > 0.0 { middle } else { middle - width };
            let fill = if value < 0.0 { "none" } else { color };
            let _ = write!(
                body,
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{:.1}\" fill=\"{fill}\" \
                 stroke=\"{color}\"/>",
                BAR - 3.0
            );
        }
        let _ = writeln!(
            body,
            "<text x=\"{:.0}\" y=\"{:.1}\" font-size=\"11\">{:+.0}</text>",
            middle + HALF + 6.0,
            top + 11.0,
            term.white - term.black
        );
        top += BAR;
    }
    (middle + HALF + 50.0, top + 10.0, body)
}

/// A picture with bars to its right.
fn beside(board: &str, (width, height, bars): &(f64, f64, String)) -> String {
    const BOARD: f64 = 400.0;
    let (whole, tall) = (BOARD + width, height.max(480.0));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole:.0} {tall:.0}\" width=\"{whole:.0}\" \
         height=\"{tall:.0}\" font-family=\"sans-serif\">\n<rect width=\"{whole:.0}\" height=\"{tall:.0}\" \
         fill=\"#ffffff\"/>\n{board}<g transform=\"translate({BOARD} 0)\">\n{bars}</g>\n</svg>\n"
    )
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn the_terms_of_both_sides_add_up_to_the_score() {
        for fen in
            ["r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4", "8/5k2/8/3p4/3P4/2K5/8/8 w - - 0 1"]
        {
            let position = crate::read_position(fen).unwrap();
            let seen = view(&position, &score::LEARNED).unwrap();
            let sum: f64 = seen.terms.iter().map(|term| term.white - term.black).sum();
            assert!((sum - f64::from(total(&seen))).abs() < 3.0, "{sum} {}", total(&seen));
        }
    }

    #[test]
    fn pieces_and_pictures_tell_what_is_seen() {
        let position = crate::read_position("4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1").unwrap();
        let seen = view(&position, &score::LEARNED).unwrap();
        let pawn = seen.pieces.iter().find(|seen| seen.piece.square == "d5").unwrap();
        assert_eq!(pawn.targets, ["e4"]);
        assert!(seen.weak_pawns.contains(&"d5".to_owned()));
        let told = view_text(&position, &seen, false);
        assert!(told.contains("pawn d5, worth") && told.contains("knight e4"), "{told}");
        let drawn = view_svg(&position, &seen);
        assert!(drawn.contains("weak-pawns") && drawn.matches("<svg").count() == 2, "{drawn}");
        assert!(view(&position, &score::SEED).is_none());
    }
}
