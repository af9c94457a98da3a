//! FEN, read field by field so that an error can point at the place.
//!
//! The rules library reads FEN too, but tells only *that* a text is wrong. People paste FENs with
//! nine ranks, two white kings or the wrong side to move; the reader below finds the span of the
//! offending part, and a caret goes under it. Leniency is limited to what is common and harmless:
//! missing counters, missing castling and en passant fields, and surrounding white space.

use std::{num::NonZeroU32, ops::Range};

use shakmaty::{PositionErrorKinds, Setup};

use super::{Bitboard, Board, Color, File, Piece, PieceType, Position, Rank, Square};

/// A FEN that is not a legal position: what was read, where it is wrong, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct FenError {
    /// The text as it was given.
    pub fen: String,
    /// The bytes of the text that are wrong; empty and at the end when something is missing.
    pub span: Range<usize>,
    /// What is wrong there.
    pub problem: FenProblem,
}

/// What can be wrong with a FEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenProblem {
    /// Nothing but white space.
    #[error("empty FEN: expected a placement such as rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")]
    Empty,
    /// The placement has not eight ranks.
    #[error("expected 8 ranks separated by '/', found {0}")]
    RankCount(usize),
    /// A rank does not add up to eight files.
    #[error("rank {rank} has {found} squares, expected 8")]
    RankLength {
        /// The rank's number, 8 for the first in the text.
        rank: u8,
        /// How many squares the text describes.
        found: usize,
    },
    /// A character that is neither a piece nor a digit.
    #[error("'{0}' is not a piece (PNBRQK for White, pnbrqk for Black) or a number of empty squares")]
    NotAPiece(char),
    /// A side without a king.
    #[error("{} has no king", name(*.0))]
    NoKing(Color),
    /// A side with several kings.
    #[error("{} has {} kings, expected one", name(*.0), .1)]
    ManyKings(Color, usize),
    /// A pawn where none can stand.
    #[error("a pawn cannot stand on rank {0}")]
    PawnOnBackRank(u8),
    /// No side to move.
    #[error("the side to move is missing: expected 'w' or 'b' after the placement")]
    NoTurn,
    /// Something else than `w` or `b`.
    #[error("'{0}' is not a side to move: expected 'w' or 'b'")]
    BadTurn(String),
    /// A castling field that cannot be read.
    #[error("'{0}' are not castling rights: expected '-' or some of KQkq")]
    BadCastling(String),
    /// Castling rights without king or rook on their squares.
    #[error("castling rights '{0}' do not fit: king and rook must stand on their home squares")]
    ImpossibleCastling(String),
    /// An en passant field that is no square.
    #[error("'{0}' is not an en passant square: expected '-' or a square such as e3")]
    BadEnPassant(String),
    /// An en passant square without a pawn that has just passed it.
    #[error("no pawn can have just made a double step over {0}")]
    ImpossibleEnPassant(Square),
    /// A move counter that is no number.
    #[error("'{0}' is not a number of moves")]
    BadCounter(String),
    /// More than six fields.
    #[error("'{0}' is too much: a FEN has six fields")]
    TrailingText(String),
    /// The side that has just moved is in check.
    #[error("{} is in check, but it is {}'s move", name(!*.0), name(*.0))]
    OppositeCheck(Color),
    /// Anything else that the rules forbid.
    #[error("this is not a legal position")]
    Illegal,
}

fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// A field of the text and where it stands.
#[derive(Clone)]
struct Field<'a> {
    text: &'a str,
    span: Range<usize>,
}

struct Reader<'a> {
    fen: &'a str,
}

pub(super) fn read(fen: &str) -> Result<Position, FenError> {
    Reader { fen }.read()
}

impl<'a> Reader<'a> {
    fn read(&self) -> Result<Position, FenError> {
        let fields = self.fields();
        let field = |index: usize| fields.get(index).cloned();
        let Some(placement) = field(0) else {
            return Err(self.error(0..self.fen.len(), FenProblem::Empty));
        };
        if let (Some(extra), Some(last)) = (fields.get(6), fields.last()) {
            let span = extra.span.start..last.span.end;
            return Err(self.error(span.clone(), FenProblem::TrailingText(self.fen[span].to_owned())));
        }
        let mut setup = Setup::empty();
        setup.board = self.placement(&placement)?;
        setup.turn = self.turn(field(1))?;
        let castling = field(2);
        if let Some(field) = &castling {
            setup.castling_rights = self.castling(field, &setup.board)?;
        }
        let en_passant = field(3);
        if let Some(field) = &en_passant {
            setup.ep_square = self.en_passant(field)?;
        }
        if let Some(field) = field(4) {
            setup.halfmoves = self.counter(&field)?;
        }
        if let Some(field) = field(5) {
            // Some programs count from zero.
            setup.fullmoves = NonZeroU32::new(self.counter(&field)?).unwrap_or(NonZeroU32::MIN);
        }
        let (turn, ep_square) = (setup.turn, setup.ep_square);
        Position::from_setup(setup).map_err(|kinds| {
            if kinds.contains(PositionErrorKinds::OPPOSITE_CHECK) {
                let span = field(1).map_or(0..0, |f| f.span);
                return self.error(span, FenProblem::OppositeCheck(turn));
            }
            if let (true, Some(field)) = (kinds.contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS), castling) {
                return self.error(field.span, FenProblem::ImpossibleCastling(field.text.to_owned()));
            }
            if let (true, Some(field), Some(square)) =
                (kinds.contains(PositionErrorKinds::INVALID_EP_SQUARE), en_passant, ep_square)
            {
                return self.error(field.span, FenProblem::ImpossibleEnPassant(square));
            }
            self.error(placement.span, FenProblem::Illegal)
        })
    }

    fn error(&self, span: Range<usize>, problem: FenProblem) -> FenError {
        FenError { fen: self.fen.to_owned(), span, problem }
    }

    fn fields(&self) -> Vec<Field<'a>> {
        let start_of = |text: &str| text.as_ptr() as usize - self.fen.as_ptr() as usize;
        let mut fields = Vec::with_capacity(6);
        let words = self.fen.split_whitespace();
        fields.extend(words.map(|text| Field { text, span: start_of(text)..start_of(text) + text.len() }));
        fields
    }

    fn placement(&self, field: &Field<'_>) -> Result<Board, FenError> {
        let ranks = || field.text.split('/').count();
        let mut read = 0;
        let mut board = Board::empty();
        let mut start = field.span.start;
        for (index, text) in field.text.split('/').enumerate() {
            let span = start..start + text.len();
            start = span.end + 1;
            if index >= 8 {
                return Err(self.error(span.start..field.span.end, FenProblem::RankCount(ranks())));
            }
            read += 1;
            self.rank(&mut board, index, Field { text, span })?;
        }
        if read != 8 {
            return Err(self.error(field.span.clone(), FenProblem::RankCount(ranks())));
        }
        for color in Color::ALL {
            match (board.by_color(color) & board.kings()).count() {
                0 => return Err(self.error(field.span.clone(), FenProblem::NoKing(color))),
                1 => {}
                n => return Err(self.error(field.span.clone(), FenProblem::ManyKings(color, n))),
            }
        }
        Ok(board)
    }

    /// Reads the `index`-th rank of the text (0 is rank 8) onto the board.
    fn rank(&self, board: &mut Board, index: usize, field: Field<'_>) -> Result<(), FenError> {
        let rank = Rank::new(7 - index as u32);
        let mut files = 0;
        for (offset, ch) in field.text.char_indices() {
            let here = field.span.start + offset..field.span.start + offset + ch.len_utf8();
            match (ch.to_digit(10), Piece::from_char(ch)) {
                (Some(empty @ 1..=8), _) => files += empty as usize,
                (_, Some(piece)) => {
                    if piece.role == PieceType::Pawn && matches!(rank, Rank::First | Rank::Eighth) {
                        return Err(self.error(here, FenProblem::PawnOnBackRank(8 - index as u8)));
                    }
                    if files < 8 {
                        board.set_piece_at(Square::from_coords(File::new(files as u32), rank), piece);
                    }
                    files += 1;
                }
                _ => return Err(self.error(here, FenProblem::NotAPiece(ch))),
            }
        }
        if files == 8 {
            Ok(())
        } else {
            Err(self.error(field.span, FenProblem::RankLength { rank: 8 - index as u8, found: files }))
        }
    }

    fn turn(&self, field: Option<Field<'_>>) -> Result<Color, FenError> {
        match field {
            None => Err(self.error(self.fen.len()..self.fen.len(), FenProblem::NoTurn)),
            Some(Field { text: "w", .. }) => Ok(Color::White),
            Some(Field { text: "b", .. }) => Ok(Color::Black),
            Some(field) => Err(self.error(field.span, FenProblem::BadTurn(field.text.to_owned()))),
        }
    }

    /// Rook squares of the castling rights: `KQkq` mean the outermost rook on that side of the
    /// king, a file letter means the rook on that file.
    fn castling(&self, field: &Field<'_>, board: &Board) -> Result<Bitboard, FenError> {
        let mut rooks = Bitboard::EMPTY;
        if field.text == "-" {
            return Ok(rooks);
        }
        for ch in field.text.chars() {
            let color = Color::from_white(ch.is_ascii_uppercase());
            let back_rank = Bitboard::from_rank(color.relative_rank(Rank::First));
            let own_rooks = board.rooks() & board.by_color(color) & back_rank;
            let king = (board.kings() & board.by_color(color) & back_rank).single_square();
            let rook = match (ch.to_ascii_lowercase(), king) {
                ('k', Some(king)) => own_rooks.last().filter(|&rook| rook > king),
                ('q', Some(king)) => own_rooks.first().filter(|&rook| rook < king),
                (file @ 'a'..='h', Some(_)) => {
                    File::from_char(file).and_then(|file| (own_rooks & Bitboard::from_file(file)).first())
                }
                ('k' | 'q' | 'a'..='h', None) => None,
                _ => {
                    return Err(self.error(field.span.clone(), FenProblem::BadCastling(field.text.to_owned())));
                }
            };
            match rook {
                Some(square) => rooks.add(square),
                None => {
                    return Err(self.error(field.span.clone(), FenProblem::ImpossibleCastling(field.text.to_owned())));
                }
            }
        }
        Ok(rooks)
    }

    fn en_passant(&self, field: &Field<'_>) -> Result<Option<Square>, FenError> {
        if field.text == "-" {
            return Ok(None);
        }
        field
            .text
            .parse()
            .map(Some)
            .map_err(|_| self.error(field.span.clone(), FenProblem::BadEnPassant(field.text.to_owned())))
    }

    fn counter(&self, field: &Field<'_>) -> Result<u32, FenError> {
        let digits = field.text.bytes().all(|b| b.is_ascii_digit());
        match field.text.parse() {
            Ok(number) if digits && number <= 9999 => Ok(number),
            _ => Err(self.error(field.span.clone(), FenProblem::BadCounter(field.text.to_owned()))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The FEN is rejected, with the caret under `part`.
    #[track_caller]
    fn check(fen: &str, part: &str, message: &str) {
        let error = Position::from_fen(fen).expect_err(fen);
        assert_eq!(&fen[error.span.clone()], part, "span");
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn errors_point_at_the_place() {
        check("", "", "empty FEN: expected a placement such as rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
        check("8/8/8/8/8/8/8/8/k1K5 w - - 0 1", "k1K5", "expected 8 ranks separated by '/', found 9");
        check("k7/8/8/8/8/8/K7 w - - 0 1", "k7/8/8/8/8/8/K7", "expected 8 ranks separated by '/', found 7");
        check("k8/8/8/8/8/8/8/K7 w - - 0 1", "k8", "rank 8 has 9 squares, expected 8");
        check("k7/8/8/7/8/8/8/K7 w - - 0 1", "7", "rank 5 has 7 squares, expected 8");
        check(
            "k7/8/8/3x4/8/8/8/K7 w - - 0 1",
            "x",
            "'x' is not a piece (PNBRQK for White, pnbrqk for Black) or a number of empty squares",
        );
        check("8/8/8/8/8/8/8/K7 w - - 0 1", "8/8/8/8/8/8/8/K7", "Black has no king");
        check("k7/8/8/8/8/8/8/K1K5 w - - 0 1", "k7/8/8/8/8/8/8/K1K5", "White has 2 kings, expected one");
        check("k6P/8/8/8/8/8/8/K7 w - - 0 1", "P", "a pawn cannot stand on rank 8");
        check("k7/8/8/8/8/8/8/K7", "", "the side to move is missing: expected 'w' or 'b' after the placement");
        check("k7/8/8/8/8/8/8/K7 x", "x", "'x' is not a side to move: expected 'w' or 'b'");
        check("k7/8/8/8/8/8/8/K7 w X", "X", "'X' are not castling rights: expected '-' or some of KQkq");
        check(
            "k7/8/8/8/8/8/8/K7 w KQ",
            "KQ",
            "castling rights 'KQ' do not fit: king and rook must stand on their home squares",
        );
        check(
            "k7/8/8/8/8/8/8/K7 w - e9",
            "e9",
            "'e9' is not an en passant square: expected '-' or a square such as e3",
        );
        check("k7/8/8/8/8/8/8/K7 w - e6", "e6", "no pawn can have just made a double step over e6");
        check("k7/8/8/8/8/8/8/K7 w - - x 1", "x", "'x' is not a number of moves");
        check("k7/8/8/8/8/8/8/K7 w - - 0 -1", "-1", "'-1' is not a number of moves");
        check("k7/8/8/8/8/8/8/K7 w - - 0 1 bm Qh5", "bm Qh5", "'bm Qh5' is too much: a FEN has six fields");
        check("k6R/8/8/8/8/8/8/K7 w - - 0 1", "w", "Black is in check, but it is White's move");
        check("kK6/8/8/8/8/8/8/8 w - - 0 1", "w", "Black is in check, but it is White's move");
    }

    #[test]
    fn harmless_omissions_are_read() {
        let full = Position::from_fen("k7/8/8/8/8/8/8/K7 w - - 0 1").unwrap();
        assert_eq!(Position::from_fen("  k7/8/8/8/8/8/8/K7 w\n").unwrap(), full);
        assert_eq!(Position::from_fen("k7/8/8/8/8/8/8/K7 w - - 0 0").unwrap(), full);
    }

    #[test]
    fn chess960_castling_rights_are_read_and_printed() {
        for fen in ["1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"] {
            let position = Position::from_fen(fen).unwrap();
            assert!(position.has_castling_rights());
            assert_eq!(Position::from_fen(&position.fen()).unwrap(), position);
        }
    }
}
