//! Moves as text: SAN as players write it, UCI as programs do.

use shakmaty::{
    CastlingMode, Position as _,
    san::{SanError, SanPlus},
    uci::UciMove,
};

use super::{Move, Position};

/// A move text that could not be understood or is not legal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem}: '{text}'")]
pub struct MoveError {
    /// The text as it was given.
    pub text: String,
    /// What is wrong with it.
    pub problem: MoveProblem,
}

/// What can be wrong with a move text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveProblem {
    /// Neither SAN nor UCI.
    #[error("not a move (expected SAN such as Nf3 or UCI such as g1f3)")]
    Unreadable,
    /// Well-formed, but the rules do not allow it here.
    #[error("illegal move")]
    Illegal,
    /// SAN that fits several legal moves.
    #[error("ambiguous move")]
    Ambiguous,
}

impl Position {
    /// Reads a legal move in UCI (`e2e4`, `e7e8q`) or SAN (`Nf3`, `exd8=Q+`, `O-O`).
    pub fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let fail = |problem| MoveError { text: text.to_owned(), problem };
        let trimmed = text.trim();
        if let Ok(uci) = trimmed.parse::<UciMove>() {
            return uci.to_move(&self.rules).map_err(|_| fail(MoveProblem::Illegal));
        }
        // Annotation glyphs are not part of the move.
        let san: SanPlus = trimmed.trim_end_matches(['!', '?']).parse().map_err(|_| fail(MoveProblem::Unreadable))?;
        san.san.to_move(&self.rules).map_err(|error| {
            fail(match error {
                SanError::AmbiguousSan => MoveProblem::Ambiguous,
                SanError::IllegalSan => MoveProblem::Illegal,
            })
        })
    }

    /// The move in standard algebraic notation, with `+` or `#`.
    pub fn san(&self, m: Move) -> String {
        SanPlus::from_move(self.rules.clone(), m).to_string()
    }

    /// The move in UCI notation.
    pub fn uci(&self, m: Move) -> String {
        m.to_uci(self.castling_mode()).to_string()
    }

    /// The move in UCI notation with castling as king takes rook, as Chess960 writes it.
    pub fn uci_960(&self, m: Move) -> String {
        m.to_uci(CastlingMode::Chess960).to_string()
    }

    fn castling_mode(&self) -> CastlingMode {
        self.rules.castles().mode()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str, text: &str, expected: Result<&str, MoveProblem>) {
        let position = Position::from_fen(fen).unwrap();
        let found = position.parse_move(text).map(|m| position.san(m)).map_err(|e| e.problem);
        assert_eq!(found, expected.map(str::to_owned));
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn san_and_uci_are_both_read() {
        check(START, "g1f3", Ok("Nf3"));
        check(START, " Nf3!? ", Ok("Nf3"));
        check("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", Ok("O-O"));
        check("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "O-O-O", Ok("O-O-O"));
        check("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1", "e8=N+", Ok("e8=N+"));
    }

    #[test]
    fn castling_is_written_in_both_ways() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
        let m = position.parse_move("e1h1").unwrap();
        assert_eq!((position.uci(m), position.uci_960(m)), ("e1g1".to_owned(), "e1h1".to_owned()));
    }

    #[test]
    fn problems_are_told_apart() {
        check(START, "hello", Err(MoveProblem::Unreadable));
        check(START, "", Err(MoveProblem::Unreadable));
        check(START, "e2e5", Err(MoveProblem::Illegal));
        check(START, "Qh5", Err(MoveProblem::Illegal));
        check("4k3/8/8/8/8/8/8/R3KR2 w - - 0 1", "Rd1", Ok("Rd1"));
        check("R6R/8/8/8/8/8/1k6/4K3 w - - 0 1", "Rd8", Err(MoveProblem::Ambiguous));
    }
}
