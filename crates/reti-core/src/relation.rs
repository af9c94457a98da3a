//! Relations: who attacks, defends, blocks, pins and x-rays whom.
//!
//! [`Relations`] holds the base facts of one position: the attack set of every piece, who attacks
//! each square, what restrains each side, and the *ray triples*. A triple (slider, blocker, target)
//! says that the first two pieces a slider meets in one direction are the blocker and the target;
//! blocks, pins, x-rays and all line motifs are read off it (seed 000, sections 1-2; decisions D-05
//! to D-08). [`graph`] turns the facts into the labelled multigraph of the seed.
//!
//! Attack sets are pseudo-legal: a pinned piece still attacks, and an edge says whether the capture
//! would be legal. No x-rays through two pieces.

pub mod graph;

use std::cell::OnceCell;

use crate::{
    chess::{Bitboard, Board, Color, MoveList, PieceType, Position, Square, attacks, color_index},
    exchange::Arena,
    legality::{KingSafety, moves_as},
};

/// The first two pieces that a slider meets in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RayTriple {
    /// The bishop, rook or queen that looks along the line.
    pub slider: Square,
    /// The first piece on the line, which stops it.
    pub blocker: Square,
    /// The second piece on the line.
    pub target: Square,
}

impl RayTriple {
    /// The whole line through slider and target, edge to edge.
    pub fn line(self) -> Bitboard {
        attacks::ray(self.slider, self.target)
    }
}

/// The base facts about the pieces of one position.
#[derive(Clone, Debug)]
pub struct Relations {
    position: Position,
    attacks: [Bitboard; 64],
    attackers: [Bitboard; 64],
    triples: Vec<RayTriple>,
    safety: [KingSafety; 2],
    prices: OnceCell<[Option<i32>; 64]>,
}

impl Relations {
    /// Looks at a position.
    pub fn new(position: &Position) -> Relations {
        let board = position.board();
        let occupied = board.occupied();
        let mut relations = Relations {
            position: position.clone(),
            attacks: [Bitboard::EMPTY; 64],
            attackers: [Bitboard::EMPTY; 64],
            triples: Vec::with_capacity(32),
            safety: Color::ALL.map(|color| KingSafety::new(board, color).expect("a legal position has both kings")),
            prices: OnceCell::new(),
        };
        let sliders = board.sliders();
        for square in occupied {
            let seen = board.attacks_from(square);
            relations.attacks[square.to_usize()] = seen;
            for hit in seen & occupied {
                relations.attackers[hit.to_usize()].add(square);
            }
            if sliders.contains(square) {
                relations.add_triples(square, seen & occupied);
            }
        }
        relations
    }

    /// Lifts all first pieces at once: what the slider then meets are the second pieces.
    fn add_triples(&mut self, slider: Square, first: Bitboard) {
        let board = self.position.board();
        let rest = board.occupied() & !first;
        let seen = match board.role_at(slider) {
            Some(PieceType::Bishop) => attacks::bishop_attacks(slider, rest),
            Some(PieceType::Rook) => attacks::rook_attacks(slider, rest),
            _ => attacks::queen_attacks(slider, rest),
        };
        let start = self.triples.len();
        for target in seen & rest {
            if let Some(blocker) = (attacks::between(slider, target) & first).first() {
                self.triples.push(RayTriple { slider, blocker, target });
            }
        }
        self.triples[start..].sort_unstable();
    }

    /// The position that was looked at.
    #[inline]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Its placement.
    #[inline]
    pub fn board(&self) -> &Board {
        self.position.board()
    }

    /// The squares that the piece on `square` attacks, pins ignored; empty for an empty square.
    #[inline]
    pub fn attacks_from(&self, square: Square) -> Bitboard {
        self.attacks[square.to_usize()]
    }

    /// The pieces of `color` that attack the *piece* on `square`; empty for an empty square.
    #[inline]
    pub fn attackers(&self, square: Square, color: Color) -> Bitboard {
        self.attackers[square.to_usize()] & self.board().by_color(color)
    }

    /// All ray triples, sorted.
    #[inline]
    pub fn triples(&self) -> &[RayTriple] {
        &self.triples
    }

    /// What restrains the pieces of a side.
    #[inline]
    pub fn safety(&self, color: Color) -> &KingSafety {
        &self.safety[color_index(color)]
    }

    /// Whether the piece on `from` could capture on `to` with its own king safe afterwards, were it
    /// its side's move (decision D-04).
    pub fn is_legal_capture(&self, from: Square, to: Square) -> bool {
        match self.board().color_at(from) {
            Some(color) => self.safety(color).allows(self.board(), from, to),
            None => false,
        }
    }

    /// The best value for the enemy of capturing the piece on `square`, as if it were the enemy's
    /// move; `None` where there is no legal capture, and for kings. En passant is not considered.
    pub fn price(&self, square: Square) -> Option<i32> {
        self.prices.get_or_init(|| self.all_prices())[square.to_usize()]
    }

    fn all_prices(&self) -> [Option<i32>; 64] {
        let arena = Arena::new(self.board());
        let mut prices = [None; 64];
        for color in Color::ALL {
            for square in self.board().by_color(color) {
                if self.attackers(square, !color).any() {
                    prices[square.to_usize()] = arena.capture_on(square, !color);
                }
            }
        }
        prices
    }

    /// All moves of the piece on `from` that leave its own king safe, as if its side were to move.
    pub fn moves_from(&self, from: Square) -> MoveList {
        match self.board().color_at(from) {
            Some(color) => moves_as(&self.position, self.safety(color), from),
            None => MoveList::new(),
        }
    }

    /// The pawn that could be captured en passant now, and the pawns that could legally do it.
    pub fn en_passant(&self) -> Option<(Square, Bitboard)> {
        let target = self.position.en_passant_square()?;
        let mut capturers = Bitboard::EMPTY;
        let mut victim = None;
        for m in self.position.legal_moves().iter().filter(|m| m.is_en_passant()) {
            let from = m.from()?;
            capturers.add(from);
            victim = Some(crate::exchange::en_passant_victim(from, target));
        }
        victim.map(|victim| (victim, capturers))
    }
}

/// The readable way to the same facts, square by square; the oracle of [`Relations::new`].
pub mod simple {
    use super::RayTriple;
    use crate::chess::{Bitboard, Board, Color, File, PieceType, Rank, Square};

    const STRAIGHT: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
    const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    const JUMPS: [(i32, i32); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

    fn step(square: Square, (files, ranks): (i32, i32)) -> Option<Square> {
        let file: File = square.file().offset(files)?;
        let rank: Rank = square.rank().offset(ranks)?;
        Some(Square::from_coords(file, rank))
    }

    fn directions(piece_type: PieceType) -> Vec<(i32, i32)> {
        match piece_type {
            PieceType::Rook => STRAIGHT.to_vec(),
            PieceType::Bishop => DIAGONAL.to_vec(),
            PieceType::Queen => [STRAIGHT, DIAGONAL].concat(),
            _ => Vec::new(),
        }
    }

    /// The squares that the piece on `square` attacks, walked step by step.
    pub fn attacks_from(board: &Board, square: Square) -> Bitboard {
        let Some(piece) = board.piece_at(square) else {
            return Bitboard::EMPTY;
        };
        let single = |steps: &[(i32, i32)]| steps.iter().filter_map(|&delta| step(square, delta)).collect();
        match piece.role {
            PieceType::Pawn => {
                let forward = if piece.color == Color::White { 1 } else { -1 };
                single(&[(-1, forward), (1, forward)])
            }
            PieceType::Knight => single(&JUMPS),
            PieceType::King => single(&[STRAIGHT, DIAGONAL].concat()),
            slider => {
                let mut seen = Bitboard::EMPTY;
                for delta in directions(slider) {
                    let mut here = square;
                    while let Some(next) = step(here, delta) {
                        seen.add(next);
                        if board.piece_at(next).is_some() {
                            break;
                        }
                        here = next;
                    }
                }
                seen
            }
        }
    }

    /// All ray triples, walked step by step.
    pub fn triples(board: &Board) -> Vec<RayTriple> {
        let mut found = Vec::new();
        for (slider, piece) in board {
            for delta in directions(piece.role) {
                let mut met = Vec::new();
                let mut here = slider;
                while let (Some(next), true) = (step(here, delta), met.len() < 2) {
                    if board.piece_at(next).is_some() {
                        met.push(next);
                    }
                    here = next;
                }
                if let [blocker, target] = met[..] {
                    found.push(RayTriple { slider, blocker, target });
                }
            }
        }
        found.sort_unstable();
        found
    }
}
