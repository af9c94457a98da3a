//! Scores from fields, and the classical score beside them.
//!
//! *[Seed 004, section 2.4]* sums `w * |I|` over the kinds of pieces and adds `alpha * T(B)`. By the
//! identity in [`fast`] the first part is a piece-square table; taken literally it counts material
//! twice. So every evaluation here is a pair of [tables](Evaluation) for middlegame and endgame,
//! mixed by the material that is left, plus at most one part that is not linear. [`Accumulator`]
//! keeps all of it up to date move by move; [`terms`] tells where a score comes from; [`literal`],
//! [`additive`] and [`attention`] follow the seed's formulas on ordinary fields.
//!
//! Scores are centipawns for White.

use super::{
    Influence, attention, channel,
    fast::{self, Balance},
    flow, grid_index,
    learned::{self, Kernels},
    network::{self, Network},
    occluded,
    tables::{self, Tables},
};
use crate::chess::{Board, CastlingSide, Color, Move, Piece, PieceType, Square, type_index};

/// A way to score a position.
pub struct Evaluation {
    /// A permanent name.
    pub name: &'static str,
    /// One line for listings.
    pub summary: &'static str,
    tables: &'static Tables,
    rest: Rest,
}

/// The part of an evaluation that is no table.
#[derive(Clone, Copy)]
enum Rest {
    Nothing,
    /// Centipawns for each square of T(B).
    Territory(i32),
    /// The norms of occluded fields above their usual size.
    Occluded,
    /// The norms of fields above their means, weighed by attention.
    Attention,
    /// How steep the opponent's field is where pieces stand.
    Flow,
    /// Learned kernels; tables and kernels count in tenths of centipawns.
    Learned(&'static Kernels),
    /// A neural network, which counts everything: the tables beside it are not used.
    Network(&'static Network),
}

/// The evaluations that exist.
pub static EVALUATIONS: &[&Evaluation] = &[
    &NETWORK,
    &LEARNED,
    &CLASSICAL,
    &SEED,
    &SEED_TERRITORY,
    &SEED_SCALES,
    &SEED_ATTENTION,
    &SEED_FLOW,
    &SEED_LITERAL,
    &OCCLUDED,
    &MATERIAL,
];

/// Learned kernels.
pub static LEARNED: Evaluation = Evaluation {
    name: "learned",
    summary: "Learned tables and occluded kernels: reach, targets, king ring, passed pawns.",
    tables: &learned::TABLES,
    rest: Rest::Learned(&learned::KERNELS),
};

/// The neural network.
pub static NETWORK: Evaluation = Evaluation {
    name: "network",
    summary: "A small neural network: judges best, cannot be read.",
    tables: &tables::MATERIAL,
    rest: Rest::Network(&network::NETWORK),
};

/// Material and piece-square tables.
pub static CLASSICAL: Evaluation = Evaluation {
    name: "classical",
    summary: "Material and hand-made piece-square tables.",
    tables: &tables::CLASSICAL,
    rest: Rest::Nothing,
};

/// The additive reading of the seed.
pub static SEED: Evaluation = Evaluation {
    name: "seed",
    summary: "Material plus the seed's influence above its mean, 2.5 centipawns a unit.",
    tables: &tables::SEED,
    rest: Rest::Nothing,
};

/// The same with territory.
pub static SEED_TERRITORY: Evaluation = Evaluation {
    name: "seed-territory",
    summary: "The same plus 3 centipawns for each square of territory.",
    tables: &tables::SEED,
    rest: Rest::Territory(3),
};

/// Kernels of several sizes (section 9.1).
pub static SEED_SCALES: Evaluation = Evaluation {
    name: "seed-scales",
    summary: "Material plus influence above its mean by kernels of sides 3, 5 and 7 together.",
    tables: &tables::SEED_SCALES,
    rest: Rest::Nothing,
};

/// Attention (section 9.2).
pub static SEED_ATTENTION: Evaluation = Evaluation {
    name: "seed-attention",
    summary: "Material plus influence above its mean, more of the kinds of pieces that have most.",
    tables: &tables::MATERIAL,
    rest: Rest::Attention,
};

/// Flow (section 3.3).
pub static SEED_FLOW: Evaluation = Evaluation {
    name: "seed-flow",
    summary: "The same as seed, less where the opponent's field pushes the king away.",
    tables: &tables::SEED,
    rest: Rest::Flow,
};

/// The seed's formula as it stands.
pub static SEED_LITERAL: Evaluation = Evaluation {
    name: "seed-literal",
    summary: "The seed's formula as it stands: material weight times L1 norm.",
    tables: &tables::SEED_LITERAL,
    rest: Rest::Nothing,
};

/// Material and occluded influence.
pub static OCCLUDED: Evaluation = Evaluation {
    name: "occluded",
    summary: "Material plus influence that stops at pieces.",
    tables: &tables::SEED_BASE,
    rest: Rest::Occluded,
};

/// Material alone, to compare with.
pub static MATERIAL: Evaluation =
    Evaluation { name: "material", summary: "Material alone.", tables: &tables::MATERIAL, rest: Rest::Nothing };

/// The evaluation with a name.
pub fn evaluation(name: &str) -> Option<&'static Evaluation> {
    EVALUATIONS.iter().copied().find(|evaluation| evaluation.name == name)
}

impl Evaluation {
    /// An evaluation by learned kernels that are not the committed ones. It lives as long as the program, as all
    /// evaluations do: a program reads few kernels files.
    pub fn from_kernels(name: &str, kernels: Kernels) -> &'static Evaluation {
        let tables = Box::leak(Box::new(kernels.tables()));
        let kernels = Box::leak(Box::new(kernels));
        let name = Box::leak(name.to_owned().into_boxed_str());
        let summary = "Learned kernels from a file.";
        Box::leak(Box::new(Evaluation { name, summary, tables, rest: Rest::Learned(kernels) }))
    }

    /// Its learned kernels, if it has any.
    pub fn kernels(&self) -> Option<&'static Kernels> {
        if let Rest::Learned(kernels) = self.rest { Some(kernels) } else { None }
    }

    /// The same evaluation as learned kernels, to go on learning from: of one that consists of tables alone, those
    /// tables with all other weights zero. `None` for what kernels cannot say.
    pub fn as_kernels(&self) -> Option<Kernels> {
        match self.rest {
            Rest::Nothing => Some(Kernels::from_tables(self.tables)),
            Rest::Learned(kernels) => Some(Kernels::new(&std::array::from_fn(|index| kernels.weight(index)))),
            Rest::Territory(_) | Rest::Occluded | Rest::Attention | Rest::Flow | Rest::Network(_) => None,
        }
    }

    /// An evaluation by a network that is not the committed one. It lives as long as the program.
    pub fn from_network(name: &str, network: Box<Network>) -> &'static Evaluation {
        let name = Box::leak(name.to_owned().into_boxed_str());
        let rest = Rest::Network(Box::leak(network));
        Box::leak(Box::new(Evaluation { name, summary: "A network from a file.", tables: &tables::MATERIAL, rest }))
    }

    /// The tables that hold on a board: learned ones depend on where the kings stand.
    #[inline]
    fn tables_of(&self, board: &Board) -> &'static Tables {
        if let Rest::Learned(kernels) = self.rest { kernels.tables_of(board) } else { self.tables }
    }

    /// Its tables, if they are all that it has or if the rest is [added](Evaluation::beside_tables) to them.
    pub(super) fn fixed_tables(&self) -> Option<&'static Tables> {
        (!matches!(self.rest, Rest::Learned(_) | Rest::Network(_))).then_some(self.tables)
    }

    /// Whether it is tables alone.
    pub(super) fn is_linear(&self) -> bool {
        matches!(self.rest, Rest::Nothing)
    }

    /// What is added to [fixed tables](Evaluation::fixed_tables), for White; `phase` runs from 24 to 0.
    pub(super) fn beside_tables(&self, board: &Board, phase: i32) -> i32 {
        match self.rest {
            Rest::Territory(factor) => factor * fast::territory_of(board),
            Rest::Occluded => occluded_score(board),
            Rest::Attention => attention::score(board, phase),
            Rest::Flow => flow::score(board, phase),
            Rest::Nothing | Rest::Learned(_) | Rest::Network(_) => 0,
        }
    }

    /// Its network, if it is one.
    #[inline]
    pub fn network(&self) -> Option<&'static Network> {
        if let Rest::Network(network) = self.rest { Some(network) } else { None }
    }

    /// A search's score with this evaluation in the centipawns that chess programs tell, on a board where the game has
    /// this [`phase`].
    pub fn usual(&self, score: i32, phase: f64) -> i32 {
        match self.rest {
            Rest::Network(network) if std::ptr::eq(network, &raw const network::NETWORK) => {
                network::usual(score, 1.0 - phase)
            }
            _ => score,
        }
    }

    /// The score of a board for White, from scratch.
    pub fn score(&'static self, board: &Board) -> i32 {
        Accumulator::new(self, board).score(board)
    }

    /// The score for the side to move, from scratch.
    pub fn score_for(&'static self, turn: Color, board: &Board) -> i32 {
        Accumulator::new(self, board).score_for(turn, board)
    }
}

/// What a piece adds to the phase: 24 at the start of a game, 0 with kings and pawns only.
pub(super) const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
pub(super) const FULL_PHASE: i32 = 24;

/// The same in whole steps, from 24 to 0.
fn steps(board: &Board) -> i32 {
    board.into_iter().map(|(_, piece)| PHASE[type_index(piece.role)]).sum::<i32>().min(FULL_PHASE)
}

/// The phase of the game from 0 (all officers on the board) to 1 (none).
pub fn phase(board: &Board) -> f64 {
    f64::from(FULL_PHASE - steps(board)) / f64::from(FULL_PHASE)
}

/// A score that is kept up to date while moves are played.
#[derive(Clone, Copy)]
pub struct Accumulator {
    evaluation: &'static Evaluation,
    /// The evaluation's tables that hold on the present board.
    tables: &'static Tables,
    middle: i32,
    end: i32,
    phase: i32,
    balance: Balance,
}

impl Accumulator {
    /// The sums of a board, from scratch.
    pub fn new(evaluation: &'static Evaluation, board: &Board) -> Accumulator {
        let tables = evaluation.tables_of(board);
        let mut sums = Accumulator { evaluation, tables, middle: 0, end: 0, phase: 0, balance: Balance::EMPTY };
        for piece in Color::ALL.into_iter().flat_map(|color| PieceType::ALL.map(|role| Piece { color, role })) {
            for square in board.by_piece(piece) {
                sums.add(piece, square);
            }
        }
        sums
    }

    /// The evaluation that is kept.
    pub fn evaluation(&self) -> &'static Evaluation {
        self.evaluation
    }

    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        self.count(piece, square, 1);
        if matches!(self.evaluation.rest, Rest::Territory(_)) {
            self.balance.add(piece, square);
        }
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.count(piece, square, -1);
        if matches!(self.evaluation.rest, Rest::Territory(_)) {
            self.balance.remove(piece, square);
        }
    }

    #[inline]
    fn count(&mut self, piece: Piece, square: Square, sign: i32) {
        let (channel, place) = (channel(piece), grid_index(square));
        let signed = piece.color.fold_wb(sign, -sign);
        self.middle += signed * self.tables.middle[channel][place];
        self.end += signed * self.tables.end[channel][place];
        self.phase += sign * PHASE[type_index(piece.role)];
    }

    /// The sums after a legal move of `side`; `board` is the one after the move.
    #[inline]
    pub fn play(&mut self, side: Color, m: Move, board: &Board) {
        // A network adds up on its own.
        if self.evaluation.network().is_some() {
            return;
        }
        // Other tables hold: everything is added up anew.
        if !std::ptr::eq(self.tables, self.evaluation.tables_of(board)) {
            *self = Accumulator::new(self.evaluation, board);
            return;
        }
        match m {
            Move::Normal { role, from, capture, to, promotion } => {
                self.remove(Piece { color: side, role }, from);
                if let Some(captured) = capture {
                    self.remove(Piece { color: !side, role: captured }, to);
                }
                self.add(Piece { color: side, role: promotion.unwrap_or(role) }, to);
            }
            Move::EnPassant { from, to } => {
                self.remove(side.pawn(), from);
                self.remove((!side).pawn(), Square::from_coords(to.file(), from.rank()));
                self.add(side.pawn(), to);
            }
            Move::Castle { king, rook } => {
                let wing = CastlingSide::from_king_side(king < rook);
                self.remove(side.king(), king);
                self.remove(side.rook(), rook);
                self.add(side.king(), wing.king_to(side));
                self.add(side.rook(), wing.rook_to(side));
            }
            Move::Put { role, to } => self.add(Piece { color: side, role }, to),
        }
    }

    /// The score for White, whoever is to move; `board` is the one that the sums belong to.
    #[inline]
    pub fn score(&self, board: &Board) -> i32 {
        self.score_at(board, None)
    }

    /// The score for the side to move; `board` is the one that the sums belong to.
    ///
    /// Learned kernels know what the right to move is worth; for the others it is the score alone.
    #[inline]
    pub fn score_for(&self, turn: Color, board: &Board) -> i32 {
        let white = self.score_at(board, Some(turn));
        turn.fold_wb(white, -white)
    }

    #[inline]
    fn score_at(&self, board: &Board, turn: Option<Color>) -> i32 {
        let phase = self.phase.min(FULL_PHASE);
        let blend = |middle, end| middle * phase + end * (FULL_PHASE - phase);
        let linear = || blend(self.middle, self.end) / FULL_PHASE;
        match self.evaluation.rest {
            Rest::Nothing => linear(),
            Rest::Territory(factor) => linear() + factor * self.balance.territory(),
            Rest::Occluded => linear() + occluded_score(board),
            Rest::Attention => linear() + attention::score(board, phase),
            Rest::Flow => linear() + flow::score(board, phase),
            Rest::Network(network) => {
                let seen_by = |turn: Color| network.score_for(turn, board) * turn.fold_wb(1, -1);
                turn.map_or_else(|| i32::midpoint(seen_by(Color::White), seen_by(Color::Black)), seen_by)
            }
            Rest::Learned(kernels) => {
                let (middle, end) = kernels.rest(board, turn);
                blend(self.middle + middle, self.end + end) / (FULL_PHASE * learned::UNITS)
            }
        }
    }
}

/// The usual norm of a knight, bishop, rook and queen in an occluded field, in halves: the means
/// over the positions of `testdata/games`, rounded (a test repeats the count).
const USUAL: [i32; 6] = [0, 55, 36, 41, 82, 0];

fn occluded_of(piece: Piece, square: Square, board: &Board) -> i32 {
    match piece.role {
        PieceType::Pawn | PieceType::King => 0,
        _ => occluded::norm(piece, square, board.occupied()) - USUAL[type_index(piece.role)],
    }
}

fn occluded_score(board: &Board) -> i32 {
    let officers = board.occupied() & !board.pawns() & !board.kings();
    let mut halves = 0;
    for square in officers {
        if let Some(piece) = board.piece_at(square) {
            let own = occluded_of(piece, square, board);
            halves += piece.color.fold_wb(own, -own);
        }
    }
    // 2.5 centipawns a unit are 5 for four halves.
    halves * 5 / 4
}

/// A part of a score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// A kind of piece, `territory`, `occluded`, `attention` or `flow`.
    pub name: &'static str,
    /// Centipawns for White; the parts add up to the score, which is rounded once.
    pub value: f64,
}

const NAMES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// Where the score of a board comes from.
pub fn terms(evaluation: &'static Evaluation, board: &Board) -> Vec<Term> {
    let t = phase(board);
    let units = if matches!(evaluation.rest, Rest::Learned(_)) { f64::from(learned::UNITS) } else { 1.0 };
    let mut values = [0.0; 6];
    for (square, piece) in board {
        let (channel, place) = (channel(piece), grid_index(square));
        let [middle, end] = [&evaluation.tables.middle, &evaluation.tables.end].map(|table| table[channel][place]);
        let own = ((1.0 - t) * f64::from(middle) + t * f64::from(end)) / units;
        values[type_index(piece.role)] += piece.color.fold_wb(own, -own);
    }
    let mut terms: Vec<Term> = NAMES.into_iter().zip(values).map(|(name, value)| Term { name, value }).collect();
    match evaluation.rest {
        Rest::Nothing => {}
        Rest::Network(_) => {
            let rest = f64::from(evaluation.score(board)) - terms.iter().map(|term| term.value).sum::<f64>();
            terms.push(Term { name: "network", value: rest });
        }
        Rest::Territory(_) | Rest::Occluded | Rest::Attention | Rest::Flow => {
            let name = match evaluation.rest {
                Rest::Territory(_) => "territory",
                Rest::Occluded => "occluded",
                Rest::Attention => "attention",
                _ => "flow",
            };
            terms.push(Term { name, value: f64::from(evaluation.beside_tables(board, steps(board))) });
        }
        Rest::Learned(kernels) => terms.extend(kernels.parts(board).map(|(name, middle, end)| Term {
            name,
            value: ((1.0 - t) * f64::from(middle) + t * f64::from(end)) / units,
        })),
    }
    terms
}

/// The seed's E(B) as it stands: worth in pawns times L1 norm, plus `alpha` times T(B).
pub fn literal(influence: &Influence, alpha: f64) -> f64 {
    weighted(&influence.norms()) + alpha * f64::from(influence.territory())
}

/// Material in pawns, plus `scale` pawns for each unit of the L1 norms, plus `alpha` times T(B).
pub fn additive(board: &Board, influence: &Influence, scale: f64, alpha: f64) -> f64 {
    let material: i32 = board
        .into_iter()
        .map(|(_, piece)| {
            let worth = tables::WEIGHTS[type_index(piece.role)];
            piece.color.fold_wb(worth, -worth)
        })
        .sum();
    let norms = influence.norms();
    let difference = norms[..6].iter().sum::<f64>() - norms[6..].iter().sum::<f64>();
    f64::from(material) / 100.0 + scale * difference + alpha * f64::from(influence.territory())
}

/// The temperature of attention unless another is named, in units of influence.
pub const TEMPERATURE: f64 = attention::TEMPERATURE;

/// The share of attention that each kind of piece has, a softmax over all twelve norms (section 9.2), by [`channel`].
/// Without a temperature the softmax of norms of this size gives all attention to one kind of piece; norms are divided
/// by `temperature` first.
pub fn shares(influence: &Influence, temperature: f64) -> [f64; 12] {
    let norms = influence.norms();
    let largest = norms.iter().copied().fold(0.0, f64::max);
    let shares = norms.map(|norm| ((norm - largest) / temperature).exp());
    // Kinds of one type first, so that a mirrored board has the same sum to the last bit.
    let whole: f64 = (0..6).map(|index| shares[index] + shares[index + 6]).sum();
    shares.map(|share| share / whole)
}

/// The literal score with each kind of piece weighed by its [share](shares()) of attention.
pub fn attention(influence: &Influence, temperature: f64) -> f64 {
    let (norms, shares) = (influence.norms(), shares(influence, temperature));
    weighted(&std::array::from_fn(|index| norms[index] * shares[index]))
}

/// The sum over White's kinds of pieces less that over Black's, each by its worth in pawns.
fn weighted(parts: &[f64; 12]) -> f64 {
    let [white, black] = [&parts[..6], &parts[6..]].map(|side| {
        side.iter().zip(tables::WEIGHTS).map(|(&part, weight)| f64::from(weight) / 100.0 * part).sum::<f64>()
    });
    white - black
}

/// The literal score by tables instead of fields.
pub fn literal_by_tables(board: &Board, alpha: f64) -> f64 {
    let norms = fast::norms_of(board).map(|halves| f64::from(halves) / 2.0);
    weighted(&norms) + alpha * f64::from(Balance::new(board).territory())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{chess::Position, field::SEED as KERNELS};

    #[test]
    fn names_are_unique_and_found() {
        for (index, known) in EVALUATIONS.iter().enumerate() {
            assert!(EVALUATIONS[..index].iter().all(|other| other.name != known.name));
            assert!(evaluation(known.name).is_some_and(|found| std::ptr::eq(found, *known)));
        }
        assert!(evaluation("oracle").is_none());
    }

    #[test]
    fn attention_without_temperature_sees_one_kind_of_piece() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/Q3K2N w - - 0 1").unwrap();
        let influence = Influence::new(position.board(), &KERNELS);
        // The queen's norm on a1 is 37.5 and its worth 9; the kings' norms are smaller.
        assert!((attention(&influence, 0.1) - 9.0 * 37.5).abs() < 1e-9);
        assert!(attention(&influence, 1e9) < 9.0 * 37.5 / 6.0);
    }

    #[test]
    fn tables_and_kernels_can_be_learned_on_from() {
        for (evaluation, other) in [
            (&SEED, "seed again"),
            (&SEED_SCALES, "scales again"),
            (&CLASSICAL, "classical again"),
            (&LEARNED, "learned again"),
        ] {
            let again = Evaluation::from_kernels(other, evaluation.as_kernels().unwrap());
            for fen in [
                "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
                "4k3/1p6/8/8/3N4/8/5PPP/2R3K1 w - - 0 1",
            ] {
                let board = Position::from_fen(fen).unwrap().board().clone();
                assert!((evaluation.score(&board) - again.score(&board)).abs() <= 1, "{other} {fen}");
            }
        }
        let others = [&NETWORK, &OCCLUDED, &SEED_TERRITORY, &SEED_ATTENTION, &SEED_FLOW];
        assert!(others.iter().all(|evaluation| evaluation.as_kernels().is_none()));
    }

    #[test]
    fn usual_centipawns_keep_order_and_sides() {
        for phase in [0.0, 0.3, 1.0] {
            let told: Vec<i32> = (-3_000..=3_000).map(|score| NETWORK.usual(score, phase)).collect();
            assert!(told.is_sorted() && told.iter().zip(told.iter().rev()).all(|(one, other)| *one == -other));
        }
        // More where there are officers, and nothing for what is decided or for what can be read.
        assert!(NETWORK.usual(150, 0.0) > 170 && NETWORK.usual(150, 1.0) == 150);
        assert_eq!([NETWORK.usual(24_900, 0.0), LEARNED.usual(150, 0.0)], [24_900, 150]);
    }

    #[test]
    fn the_phase_runs_from_start_to_bare_kings() {
        assert_eq!(phase(Position::start().board()), 0.0);
        assert_eq!(phase(Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap().board()), 1.0);
    }
}
