//! A position as the search keeps it.
//!
//! The rules library's positions are checked and complete; a search wants one that is small, cheap
//! to copy, and carries what every node needs: the key, the pieces that give check, the sums of the
//! evaluation. So a [`Place`] has the library's board and our own rest. Moves are made on a copy.
//! The library stays the judge: tests compare moves, keys and counts with it.

use reti_core::{
    chess::{
        Bitboard, Board, CastlingSide, Color, Move, Piece, PieceType, Position, Rank, Square, attacks, color_index,
        type_index,
    },
    field::{network::Memory, score::Accumulator},
};

use super::{
    code::{Code, Kind},
    score::LARGEST,
};

/// What castling means in this game; the same from the root to the leaves.
#[derive(Clone, Debug)]
pub(super) struct Castling {
    /// By colour and wing: the rook's square, and the squares that must be empty.
    pub wings: [[Option<(Square, Bitboard)>; 2]; 2],
    /// The rights that are left when something moves from or to a square.
    kept: [u8; 64],
}

/// The wings in the order of their bits.
pub(super) const WINGS: [CastlingSide; 2] = [CastlingSide::KingSide, CastlingSide::QueenSide];

/// The bit of a castling right.
pub(super) const fn right(color: usize, wing: usize) -> u8 {
    1 << (2 * color + wing)
}

impl Castling {
    pub fn new(position: &Position) -> Castling {
        let mut castling = Castling { wings: [[None; 2]; 2], kept: [15; 64] };
        for color in Color::ALL {
            let side = color_index(color);
            for (wing, castling_side) in WINGS.into_iter().enumerate() {
                if let Some((rook, path)) = position.castling_path(color, castling_side) {
                    castling.wings[side][wing] = Some((rook, path));
                    castling.kept[rook as usize] &= !right(side, wing);
                    castling.kept[position.king(color) as usize] &= !right(side, wing);
                }
            }
        }
        castling
    }

    fn rights(&self) -> u8 {
        let mut rights = 0;
        for (side, wings) in self.wings.iter().enumerate() {
            for (wing, known) in wings.iter().enumerate() {
                rights |= if known.is_some() { right(side, wing) } else { 0 };
            }
        }
        rights
    }
}

/// Random numbers for keys, made at compile time.
struct Keys {
    pieces: [[u64; 64]; 12],
    castles: [u64; 16],
    files: [u64; 8],
    turn: u64,
}

static KEYS: Keys = keys();

const fn keys() -> Keys {
    // SplitMix64 by Sebastiano Vigna; in the public domain.
    const fn next(state: u64) -> u64 {
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut keys = Keys { pieces: [[0; 64]; 12], castles: [0; 16], files: [0; 8], turn: next(STEP) };
    let mut state = STEP;
    let mut index = 0;
    while index < 768 {
        state = state.wrapping_add(STEP);
        keys.pieces[index / 64][index % 64] = next(state);
        index += 1;
    }
    index = 1;
    while index < 16 {
        state = state.wrapping_add(STEP);
        keys.castles[index] = next(state);
        index += 1;
    }
    index = 0;
    while index < 8 {
        state = state.wrapping_add(STEP);
        keys.files[index] = next(state);
        index += 1;
    }
    keys
}

#[inline]
fn piece_key(piece: Piece, square: Square) -> u64 {
    KEYS.pieces[color_index(piece.color) * 6 + type_index(piece.role)][square as usize]
}

/// The key of a position: placement, side to move, castling rights, legal en passant.
pub(super) fn key_of(position: &Position) -> u64 {
    let mut key = KEYS.castles[usize::from(Castling::new(position).rights())];
    for (square, piece) in position.board() {
        key ^= piece_key(piece, square);
    }
    if let Some(square) = position.en_passant_square() {
        key ^= KEYS.files[square.file() as usize];
    }
    if position.turn() == Color::Black { key ^ KEYS.turn } else { key }
}

/// A position with what the search keeps beside it.
#[derive(Clone)]
pub(super) struct Place<'c> {
    pub board: Board,
    types: [Option<PieceType>; 64],
    sums: Accumulator,
    pub castling: &'c Castling,
    pub key: u64,
    /// The key of the pawns alone.
    pub pawn_key: u64,
    /// The keys of each side's king and officers.
    pub officer_keys: [u64; 2],
    pub checkers: Bitboard,
    pub turn: Color,
    /// Castling rights, by [`right`].
    pub rights: u8,
    /// Where an en passant capture would land, if one is legal.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmoves: u16,
}

impl<'c> Place<'c> {
    pub fn new(position: &Position, castling: &'c Castling, sums: Accumulator) -> Place<'c> {
        let board = position.board().clone();
        let mut place = Place {
            types: std::array::from_fn(|index| board.role_at(Square::new(index as u32))),
            board,
            sums,
            castling,
            key: key_of(position),
            pawn_key: 0,
            officer_keys: [0; 2],
            checkers: position.checkers(),
            turn: position.turn(),
            rights: castling.rights(),
            en_passant: position.en_passant_square(),
            halfmoves: position.halfmoves().min(1_000) as u16,
        };
        for (square, piece) in position.board() {
            place.turn_part_keys(piece, piece_key(piece, square));
        }
        place
    }

    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    #[inline]
    pub fn type_at(&self, square: Square) -> Option<PieceType> {
        self.types[square as usize]
    }

    /// The pieces of the side to move.
    #[inline]
    pub fn own(&self) -> Bitboard {
        self.board.by_color(self.turn)
    }

    #[inline]
    pub fn enemies(&self) -> Bitboard {
        self.board.by_color(!self.turn)
    }

    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.board.king_of(color).expect("both kings are on the board")
    }

    /// What a move captures.
    #[inline]
    pub fn captured(&self, code: Code) -> Option<PieceType> {
        match code.kind() {
            Kind::Castle => None,
            Kind::EnPassant => Some(PieceType::Pawn),
            _ => self.types[code.to() as usize],
        }
    }

    /// Whether a move neither captures nor promotes.
    #[inline]
    pub fn is_quiet(&self, code: Code) -> bool {
        !code.is_promotion() && self.captured(code).is_none()
    }

    /// The moving piece and its destination as one number below 768.
    #[inline]
    pub fn arrival(&self, code: Code) -> usize {
        let moving = self.types[code.from() as usize].map_or(0, type_index);
        (color_index(self.turn) * 6 + moving) * 64 + code.to() as usize
    }

    /// The evaluation for the side to move; a network remembers boards by ply.
    #[inline]
    pub fn evaluate(&self, boards: &mut Memory, ply: usize) -> i32 {
        let score = match self.sums.evaluation().network() {
            Some(network) => boards.score_for(network, self.turn, &self.board, ply),
            None => self.sums.score_for(self.turn, &self.board),
        };
        score.clamp(-LARGEST, LARGEST)
    }

    /// Whether the side to move has more than king and pawns.
    #[inline]
    pub fn has_officers(&self) -> bool {
        (self.own() & !self.board.pawns() & !self.board.kings()).any()
    }

    /// Whether nobody can mate: bare kings, or one minor piece in all.
    #[inline]
    pub fn is_dead(&self) -> bool {
        let heavy = self.board.pawns() | self.board.rooks_and_queens();
        heavy.is_empty() && self.board.occupied().count() <= 3
    }

    fn lift(&mut self, piece: Piece, square: Square) {
        self.board.discard_piece_at(square);
        self.types[square as usize] = None;
        self.turn_keys(piece, square);
    }

    fn put(&mut self, piece: Piece, square: Square) {
        self.board.set_piece_at(square, piece);
        self.types[square as usize] = Some(piece.role);
        self.turn_keys(piece, square);
    }

    #[inline]
    fn turn_keys(&mut self, piece: Piece, square: Square) {
        let key = piece_key(piece, square);
        self.key ^= key;
        self.turn_part_keys(piece, key);
    }

    #[inline]
    fn turn_part_keys(&mut self, piece: Piece, key: u64) {
        match piece.role {
            PieceType::Pawn => self.pawn_key ^= key,
            _ => self.officer_keys[color_index(piece.color)] ^= key,
        }
    }

    /// The place after a legal move.
    pub fn after(&self, code: Code) -> Place<'c> {
        let mut next = self.clone();
        let (us, from, to) = (self.turn, code.from(), code.to());
        next.leave_turn();
        let Some(role) = self.types[from as usize] else { return next };
        let moving = Piece { color: us, role };
        let mut capture = None;
        if code.is_castle() {
            let wing = CastlingSide::from_king_side(from < to);
            next.lift(moving, from);
            next.lift(us.rook(), to);
            next.put(moving, wing.king_to(us));
            next.put(us.rook(), wing.rook_to(us));
        } else {
            capture = self.captured(code);
            if let Some(role) = capture {
                let victim = if code.is_en_passant() { Square::from_coords(to.file(), from.rank()) } else { to };
                next.lift(Piece { color: !us, role }, victim);
            }
            next.lift(moving, from);
            next.put(Piece { color: us, role: promoted(code).unwrap_or(role) }, to);
        }
        if capture.is_some() || role == PieceType::Pawn {
            next.halfmoves = 0;
        }
        let rights = self.rights & self.castling.kept[from as usize] & self.castling.kept[to as usize];
        if rights != self.rights {
            next.key ^= KEYS.castles[usize::from(self.rights)] ^ KEYS.castles[usize::from(rights)];
            next.rights = rights;
        }
        next.sums.play(us, library_move(code, role, capture), &next.board);
        next.checkers = next.board.attacks_to(next.king(!us), us, next.board.occupied());
        if role == PieceType::Pawn && (from as i32 - to as i32).abs() == 16 {
            next.set_en_passant(Square::from_coords(from.file(), us.fold_wb(Rank::Third, Rank::Sixth)));
        }
        next
    }

    /// The place after passing; only outside check.
    pub fn after_pass(&self) -> Place<'c> {
        let mut next = self.clone();
        next.leave_turn();
        next
    }

    fn leave_turn(&mut self) {
        self.turn = !self.turn;
        self.key ^= KEYS.turn;
        if let Some(square) = self.en_passant.take() {
            self.key ^= KEYS.files[square.file() as usize];
        }
        self.halfmoves += 1;
    }

    /// After a double step: the right exists only if it can be used.
    fn set_en_passant(&mut self, target: Square) {
        let capturers = attacks::pawn_attacks(!self.turn, target) & self.board.pawns() & self.own();
        if capturers.into_iter().any(|from| self.is_en_passant_safe(from, target)) {
            self.en_passant = Some(target);
            self.key ^= KEYS.files[target.file() as usize];
        }
    }

    /// Whether the own king is safe after an en passant capture.
    pub fn is_en_passant_safe(&self, from: Square, to: Square) -> bool {
        let victim = Square::from_coords(to.file(), from.rank());
        let occupied = self.board.occupied().without(from).without(victim).with(to);
        let attackers = self.board.attacks_to(self.king(self.turn), !self.turn, occupied);
        attackers.without(victim).is_empty()
    }

    /// The place as an ordinary position, for tables; `None` with rights to castle or en passant.
    pub fn position(&self) -> Option<Position> {
        if self.rights != 0 || self.en_passant.is_some() {
            return None;
        }
        Position::from_board(self.board.clone(), self.turn)
    }
}

/// What a pawn becomes.
#[inline]
pub(super) fn promoted(code: Code) -> Option<PieceType> {
    match code.kind() {
        Kind::Promotion(piece_type) => Some(piece_type),
        _ => None,
    }
}

/// The move in the rules library's words.
#[inline]
fn library_move(code: Code, role: PieceType, capture: Option<PieceType>) -> Move {
    let (from, to) = (code.from(), code.to());
    match code.kind() {
        Kind::Castle => Move::Castle { king: from, rook: to },
        Kind::EnPassant => Move::EnPassant { from, to },
        Kind::Normal => Move::Normal { role, from, capture, to, promotion: None },
        Kind::Promotion(piece_type) => Move::Normal { role, from, capture, to, promotion: Some(piece_type) },
    }
}
