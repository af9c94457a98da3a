//! Where pieces drift: down the slope of the opponent's influence.
//!
//! *[Seed 004, section 3.3]* lets pieces flow towards squares where the opponent is weak. Pawns and their captures do not
//! go where they like, so this is told of officers and kings.

use std::{f64::consts::FRAC_PI_4, fmt::Write as _};

use reti_core::{
    chess::{Color, Position, Square},
    field::{Influence, cell, square, topology},
};

use super::{rows, short};
use crate::{wire, words};

/// The arrows of the eight directions, clockwise from the right, as steps down and to the right with their signs.
const DIRECTIONS: [(i32, i32, char); 8] =
    [(0, 1, '→'), (1, 1, '↘'), (1, 0, '↓'), (1, -1, '↙'), (0, -1, '←'), (-1, -1, '↖'), (-1, 0, '↑'), (-1, 1, '↗')];

/// The direction that is nearest to a slope; none on a plain.
fn direction(down: f64, right: f64) -> Option<(i32, i32, char)> {
    if down == 0.0 && right == 0.0 {
        return None;
    }
    let turn = (down.atan2(right) / FRAC_PI_4).round().rem_euclid(8.0);
    Some(DIRECTIONS[turn as usize % 8])
}

/// The neighbour in that direction and its arrow; at the edge along it, and none where the slope leads only beyond.
fn towards(from: Square, down: f64, right: f64) -> Option<(Square, char)> {
    let (row, column) = cell(from);
    let (rows, columns, _) = direction(down, right)?;
    let inside = |rows, columns| square(row + rows, column + columns).is_some();
    let (rows, columns) = (if inside(rows, 0) { rows } else { 0 }, if inside(0, columns) { columns } else { 0 });
    let (.., sign) = DIRECTIONS.into_iter().find(|&(down, right, _)| (down, right) == (rows, columns))?;
    Some((square(row + rows, column + columns)?, sign))
}

/// The flow of both sides, as data.
pub(super) fn data(position: &Position, influence: &Influence) -> wire::Flow {
    let of = |color: Color| {
        let flow = topology::flow(&influence.side(!color));
        let own = position.board().by_color(color) & !position.board().pawns();
        let drifts = own.into_iter().filter_map(|from| {
            let kind = position.board().piece_at(from)?.role;
            let drift = flow.at(from);
            let to = towards(from, drift.down, drift.right);
            Some(wire::Drift {
                square: from.to_string(),
                piece_type: kind.into(),
                down: drift.down,
                right: drift.right,
                push: drift.down.abs() + drift.right.abs(),
                to: to.map(|(to, _)| to.to_string()),
            })
        });
        wire::SideFlow {
            down: rows(&flow.map(|_, _, slope| slope.down)),
            right: rows(&flow.map(|_, _, slope| slope.right)),
            pieces: drifts.collect(),
        }
    };
    wire::Flow { white: of(Color::White), black: of(Color::Black) }
}

/// A side's drifting pieces, those that are pushed hardest first.
fn strongest(side: &wire::SideFlow) -> Vec<&wire::Drift> {
    let mut pieces: Vec<&wire::Drift> = side.pieces.iter().filter(|drift| drift.to.is_some()).collect();
    pieces.sort_by(|one, other| other.push.total_cmp(&one.push).then_with(|| one.square.cmp(&other.square)));
    pieces
}

/// A board of letters with arrows, and the pieces by how hard they are pushed.
pub(super) fn text(out: &mut String, position: &Position, flow: &wire::Flow) {
    out.push_str("\nFlow: where pieces drift, down the opponent's influence\n");
    let mut signs = [[None; 8]; 8];
    for side in [&flow.white, &flow.black] {
        for drift in &side.pieces {
            let Ok(at) = drift.square.parse::<Square>() else { continue };
            let (row, column) = cell(at);
            let Some(piece) = position.board().piece_at(at) else { continue };
            let letter = piece.char();
            let arrow = towards(at, drift.down, drift.right).map_or('·', |(_, arrow)| arrow);
            signs[row as usize][column as usize] = Some((letter, arrow));
        }
    }
    for (row, squares) in signs.iter().enumerate() {
        let _ = write!(out, "{} ", 8 - row);
        for sign in squares {
            let _ = match sign {
                Some((letter, arrow)) => write!(out, " {letter}{arrow}"),
                None => write!(out, " . "),
            };
        }
        out.truncate(out.trim_end().len());
        out.push('\n');
    }
    out.push_str("   a  b  c  d  e  f  g  h\n");
    for (color, side) in [(Color::White, &flow.white), (Color::Black, &flow.black)] {
        let told: Vec<String> = strongest(side).into_iter().map(sentence).collect();
        let told = if told.is_empty() { "nothing is pushed".to_owned() } else { told.join(", ") };
        let _ = writeln!(out, "{}: {told}", words::side(color));
    }
}

fn sentence(drift: &wire::Drift) -> String {
    let to = drift.to.as_deref().unwrap_or(&drift.square);
    format!("{} {} to {to} ({})", drift.piece_type, drift.square, short(drift.push))
}

/// From, to, and how hard compared with the hardest push of both sides, for arrows; pushes over the edge have none.
pub(super) fn arrows(flow: &wire::Flow) -> Vec<(Color, Square, Square, f64)> {
    let both = [(Color::White, &flow.white), (Color::Black, &flow.black)];
    let hardest = both.iter().flat_map(|(_, side)| &side.pieces).fold(0.0_f64, |most, drift| most.max(drift.push));
    let arrows = both.iter().flat_map(|(color, side)| {
        side.pieces.iter().filter_map(move |drift| {
            let (from, to) = (drift.square.parse().ok()?, drift.to.as_ref()?.parse().ok()?);
            Some((*color, from, to, drift.push / hardest))
        })
    });
    arrows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use reti_core::field::SEED;

    fn of(fen: &str) -> (Position, wire::Flow) {
        let position = crate::read_position(fen).unwrap();
        let flow = data(&position, &Influence::new(position.board(), &SEED));
        (position, flow)
    }

    #[test]
    fn directions_are_those_of_the_board() {
        let signs: String = DIRECTIONS.iter().map(|(.., sign)| *sign).collect();
        let again: String = DIRECTIONS
            .iter()
            .map(|(down, right, _)| direction(f64::from(*down), f64::from(*right)).map_or(' ', |(.., sign)| sign))
            .collect();
        assert_eq!(signs, again);
        assert_eq!(direction(0.0, 0.0), None);
        assert_eq!(direction(1.0, 100.0).map(|(.., sign)| sign), Some('→'));
        assert_eq!(towards(Square::A8, -1.0, 1.0), Some((Square::B8, '→')));
        assert_eq!(towards(Square::A8, -1.0, 0.0), None);
    }

    #[test]
    fn a_king_drifts_away_from_the_enemy_rook() {
        // Black's rook on e4 is strongest on the e-file; the white king stands beside it, on f2.
        let (position, flow) = of("k7/8/8/8/4r3/8/5K2/8 w - - 0 1");
        let king = &flow.white.pieces[0];
        assert_eq!((king.square.as_str(), king.right > 0.0), ("f2", true));
        assert!(king.to.as_deref().is_some_and(|to| to.starts_with('g')), "{king:?}");
        let mut told = String::new();
        text(&mut told, &position, &flow);
        assert!(told.contains("White: king f2 to g") && told.contains("Flow: where pieces drift"), "{told}");
    }

    #[test]
    fn mirrored_positions_drift_alike() {
        let (_, flow) = of("r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5");
        let pushes = |side: &wire::SideFlow| strongest(side).iter().map(|drift| drift.push).collect::<Vec<_>>();
        assert_eq!(pushes(&flow.white), pushes(&flow.black));
        assert!(!arrows(&flow).is_empty());
    }
}
