//! Influence fields for readers: a heat map, its shape, and what evaluations make of it.
//!
//! The numbers come from `reti_core::field` *[Seed 004]*; here one field is chosen to be shown and
//! becomes data, text or a picture. White's influence is blue and Black's is orange, two colours
//! that people with any kind of colour vision can tell apart; the numbers say the same.

mod attention;
mod flow;
mod kernels;
mod picture;
mod scales;
mod text;
mod view;

use reti_core::{
    chess::{Color, PieceType, Position},
    field::{
        Field, Influence, KernelSet, SEED, SEED_ENDGAME, cell, occluded,
        score::{self, EVALUATIONS},
        topology,
    },
};

use schemars::JsonSchema;
use serde::Deserialize;

use crate::{wire, words};

pub use attention::{TEMPERATURE, read_temperature};
pub use kernels::{kernels_data, kernels_svg, kernels_text, read_kernels};
pub use picture::svg;
pub use reti_core::field::learned::KERNELS;
pub use scales::Scales;
pub use text::text;
pub use view::{view, view_svg, view_text};

/// Whose influence is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// One side's.
    Of(Color),
    /// White's less Black's.
    #[default]
    Balance,
    /// Both added up.
    Strength,
}

/// Which kernels are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kernels {
    /// The seed's, with a sheltered king.
    #[default]
    Seed,
    /// The seed's, with an active king.
    Endgame,
    /// Between the two, by the material that is left.
    Phase,
    /// The seed's, with sliders that stop at pieces.
    Occluded,
}

/// What to show.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Selection {
    /// Whose influence.
    pub side: Side,
    /// Of which pieces; all if none is named.
    pub piece: Option<PieceType>,
    /// By which kernels.
    pub kernels: Kernels,
    /// Kernels of several sizes added up; the whole ones if nothing is said.
    pub scales: Option<Scales>,
    /// The shown field weighed by attention with this temperature.
    pub attention: Option<f64>,
    /// Where pieces drift.
    pub flow: bool,
}

impl Selection {
    fn influence(self, position: &Position) -> Influence {
        let board = position.board();
        let whole = match self.kernels {
            Kernels::Seed | Kernels::Occluded => SEED.clone(),
            Kernels::Endgame => SEED_ENDGAME.clone(),
            Kernels::Phase => KernelSet::at_phase(score::phase(board)),
        };
        let kernels = self.scales.map_or(whole.clone(), |scales| scales.of(&whole));
        if self.kernels == Kernels::Occluded {
            occluded::influence_by(board, &kernels)
        } else {
            Influence::new(board, &kernels)
        }
    }

    fn name(self) -> String {
        let side = match self.side {
            Side::Of(color) => words::color_name(color),
            Side::Balance => "balance",
            Side::Strength => "strength",
        };
        match self.piece {
            None => side.to_owned(),
            Some(piece_type) => format!("{side} {}", words::type_name(piece_type)),
        }
    }

    fn field(self, influence: &Influence) -> Field {
        let of = |color| match self.piece {
            None => influence.side(color),
            Some(piece_type) => influence.field(color, piece_type).clone(),
        };
        match self.side {
            Side::Of(color) => of(color),
            Side::Balance => of(Color::White).minus(&of(Color::Black)),
            Side::Strength => of(Color::White).plus(&of(Color::Black)),
        }
    }

    fn kernel_name(self) -> &'static str {
        match self.kernels {
            Kernels::Seed | Kernels::Occluded => SEED.name,
            Kernels::Endgame => SEED_ENDGAME.name,
            Kernels::Phase => "seed-phase",
        }
    }
}

/// The influence of every kind of piece: White's pawns to king, then Black's; rows are ranks from 8 to 1,
/// columns files from a to h.
pub fn planes(position: &Position, kernels: Kernels) -> [wire::Rows; 12] {
    let influence = Selection { kernels, ..Selection::default() }.influence(position);
    std::array::from_fn(|index| {
        let color = if index < 6 { Color::White } else { Color::Black };
        rows(influence.field(color, PieceType::ALL[index % 6]))
    })
}

/// The fields of a position, as data.
pub fn fields(position: &Position, selection: Selection) -> wire::Fields {
    let influence = selection.influence(position);
    let side = |color| {
        let of = |piece_type| rows(influence.field(color, piece_type));
        wire::PieceFields {
            pawn: of(PieceType::Pawn),
            knight: of(PieceType::Knight),
            bishop: of(PieceType::Bishop),
            rook: of(PieceType::Rook),
            queen: of(PieceType::Queen),
            king: of(PieceType::King),
        }
    };
    let norms = influence.norms();
    let weighed = selection.attention.map(|temperature| attention::weighed(&influence, temperature));
    let shown_of = selection.field(weighed.as_ref().unwrap_or(&influence));
    wire::Fields {
        schema: wire::SCHEMA,
        kind: wire::Kind::new(),
        fen: position.fen(),
        kernels: selection.kernel_name().to_owned(),
        occluded: selection.kernels == Kernels::Occluded,
        scales: selection.scales.map(|scales| scales.data()),
        white: side(Color::White),
        black: side(Color::Black),
        sums: wire::FieldSums {
            white: rows(&influence.side(Color::White)),
            black: rows(&influence.side(Color::Black)),
            strength: rows(&influence.strength()),
            balance: rows(&influence.balance()),
        },
        norms: wire::SideNorms {
            white: std::array::from_fn(|index| norms[index]),
            black: std::array::from_fn(|index| norms[index + 6]),
        },
        territory: influence.territory(),
        attention: selection.attention.map(|temperature| attention::data(&influence, temperature)),
        flow: selection.flow.then(|| flow::data(position, &influence)),
        shown: shown(&shown_of, selection.name()),
        evaluations: EVALUATIONS.iter().map(|evaluation| scored(evaluation, position)).collect(),
    }
}

fn shown(field: &Field, name: String) -> wire::ShownField {
    let slope = topology::gradient(field);
    let points = topology::critical_points(field).into_iter().map(|point| wire::CriticalPoint {
        square: point.square.to_string(),
        kind: point.kind.into(),
        value: point.value,
    });
    wire::ShownField {
        name,
        values: rows(field),
        slope_down: rows(&slope.map(|_, _, slope| slope.down)),
        slope_right: rows(&slope.map(|_, _, slope| slope.right)),
        laplacian: rows(&topology::laplacian(field)),
        critical_points: points.collect(),
    }
}

fn scored(evaluation: &'static score::Evaluation, position: &Position) -> wire::FieldScore {
    let terms = score::terms(evaluation, position.board());
    wire::FieldScore {
        name: evaluation.name.to_owned(),
        score: wire::Score::centipawns(evaluation.score(position.board())),
        side: wire::Color::White,
        terms: terms
            .into_iter()
            .map(|term| wire::ScoreTerm { name: term.name.to_owned(), value: term.value })
            .collect(),
    }
}

fn rows(field: &Field) -> wire::Rows {
    std::array::from_fn(|row| std::array::from_fn(|column| field.values()[row * 8 + column]))
}

/// The row and column of a critical point's square, and the sign that text and pictures share.
fn mark(point: &wire::CriticalPoint) -> Option<(usize, usize, char)> {
    let (row, column) = cell(point.square.parse().ok()?);
    let sign = match point.kind {
        wire::CriticalKind::Maximum => '^',
        wire::CriticalKind::Minimum => 'v',
        wire::CriticalKind::Saddle => 'x',
    };
    Some((row as usize, column as usize, sign))
}

/// A number with at most one digit after the point: `10`, `1.5`, `-3`.
fn short(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    if rounded.fract() == 0.0 { format!("{rounded:.0}").replace("-0", "0") } else { format!("{rounded:.1}") }
}

/// How strong a value is compared with the largest of its field, from 0 to 1.
fn share(value: f64, values: &wire::Rows) -> f64 {
    let largest = values.iter().flatten().fold(0.0_f64, |largest, value| largest.max(value.abs()));
    if largest > 0.0 { value.abs() / largest } else { 0.0 }
}

/// Whether a value of the shown field speaks for Black.
fn is_black(selection: Selection, value: f64) -> bool {
    selection.side == Side::Of(Color::Black) || value < 0.0
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "sums of halves are exact")]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [10.0, 1.5, -3.0, 0.0, -0.0, 2.25, -0.04, -20.0].map(short),
            ["10", "1.5", "-3", "0", "0", "2.3", "0", "-20"]
        );
    }

    #[test]
    fn the_choice_decides_what_is_shown() {
        let position = crate::read_position("4k3/8/8/3n4/3N4/8/8/4K3 w - - 0 1").unwrap();
        let knight = Some(PieceType::Knight);
        let shown = |side, piece| fields(&position, Selection { side, piece, ..Selection::default() }).shown;
        let white = shown(Side::Of(Color::White), knight);
        assert_eq!((white.name.as_str(), white.values[4][3], white.values[3][3]), ("white knight", 10.0, 0.0));
        assert_eq!(shown(Side::Balance, knight).values[3][3], -10.0);
        assert_eq!(shown(Side::Strength, knight).values[3][3], 10.0);
        assert_eq!(shown(Side::Balance, None).name, "balance");
    }
}
