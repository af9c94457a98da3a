//! Who says what a position is worth.
//!
//! An [`Advisor`] answers three questions: what is a position worth, what is best in it, and what happens
//! after a move. Our engine is one ([`Own`]), any engine that speaks UCI is another, and tables overrule
//! both where they know the truth ([`Informed`]). Everything that Reti calls *calculated* comes through
//! here, with who looked, how many nodes and how deep. An advisor keeps what it found out from question
//! to question, so that a lesson does not search the same position twice; with the same questions in the
//! same order our own gives the same answers.

use std::sync::Arc;

use reti_core::{
    chess::{Color, Move, PieceType, Position, Symmetry},
    ending,
    exchange::see_fast,
    field::score::{Evaluation, NETWORK},
    value::{Value, balance},
};

pub use crate::engine::{Game, Line};
use crate::{
    engine::{Budget, Engine, Report, Tables, Unwatched, Watch},
    probe::{Exact, NamedDraws, Probe},
    score::Score,
};

/// Who looked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Reti's own engine.
    Reti,
    /// Another engine, by the name it gives itself.
    Engine(String),
    /// Endgame tables.
    Tables,
    /// The rules of the game, where it is over.
    Rules,
}

impl Source {
    /// The name in documents and text.
    pub fn name(&self) -> &str {
        match self {
            Source::Reti => "reti",
            Source::Engine(name) => name,
            Source::Tables => "tables",
            Source::Rules => "rules",
        }
    }
}

/// What an advisor is asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'q> {
    /// The position, with the game that led to it as far as repetitions need it.
    pub game: &'q Game,
    /// Nodes that the answer may cost.
    pub nodes: u64,
    /// How many lines are wanted.
    pub lines: usize,
    /// Only these moves are considered; all legal ones if empty.
    pub only: &'q [Move],
}

/// What an advisor found: who looked how far, and the best lines, the best first, each with its score for
/// the side to move. No line if there is no legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// Who looked.
    pub by: Source,
    /// At how many positions.
    pub nodes: u64,
    /// How many plies deep.
    pub depth: u32,
    /// For the side to move.
    pub score: Score,
    /// The lines.
    pub lines: Vec<Line>,
}

impl Look {
    /// What the rules say about a game that is over.
    pub fn of_finished(position: &Position) -> Option<Look> {
        let score = match () {
            () if position.is_checkmate() => Score::MatedIn(0),
            () if position.is_stalemate() || position.is_dead() => Score::Exact(Value::Draw),
            () => return None,
        };
        Some(Look { by: Source::Rules, nodes: 0, depth: 0, score, lines: Vec::new() })
    }

    /// The best move.
    pub fn best(&self) -> Option<Move> {
        self.lines.first().and_then(|line| line.moves.first()).copied()
    }

    /// The best line; empty if there is none.
    pub fn line(&self) -> &[Move] {
        self.lines.first().map_or(&[], |line| &line.moves)
    }

    /// Whether it is the truth and no guess.
    pub fn is_exact(&self) -> bool {
        matches!(self.by, Source::Tables | Source::Rules)
    }

    /// The same seen from before the move that led here: the score turned, the move in front of the line.
    #[must_use]
    pub fn before(mut self, m: Move) -> Look {
        // One move more to the own mate.
        let turned = |score: Score| match score.turned() {
            Score::MateIn(moves) => Score::MateIn(moves + 1),
            other => other,
        };
        self.score = turned(self.score);
        for line in &mut self.lines {
            line.score = turned(line.score);
            line.moves.insert(0, m);
        }
        if self.lines.is_empty() {
            self.lines.push(Line { score: self.score, moves: vec![m] });
        }
        self
    }
}

/// An advisor that gave no answer: which one, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{who} gave no answer: {why}")]
pub struct Silence {
    /// The advisor.
    pub who: String,
    /// What happened.
    pub why: String,
}

/// Someone who says what a position is worth.
pub trait Advisor: Send {
    /// Who it is.
    fn source(&self) -> Source;

    /// A new game or lesson begins; what was found out may be forgotten.
    fn forget(&mut self);

    /// Answers a question about a position whose game is not over.
    fn look(&mut self, question: &Question<'_>) -> Result<Look, Silence>;

    /// What the position is worth and what is best there.
    fn best(&mut self, position: &Position, nodes: u64, lines: usize) -> Result<Look, Silence> {
        if let Some(over) = Look::of_finished(position) {
            return Ok(over);
        }
        self.look(&Question { game: &Game::new(position.clone()), nodes, lines, only: &[] })
    }

    /// What happens after a legal move, seen by its mover: the move stands in front of the line.
    fn after(&mut self, position: &Position, m: Move, nodes: u64) -> Result<Look, Silence> {
        Ok(self.best(&position.play(m), nodes, 1)?.before(m))
    }

    /// The best among some moves.
    fn best_of(&mut self, position: &Position, only: &[Move], nodes: u64) -> Result<Look, Silence> {
        self.look(&Question { game: &Game::new(position.clone()), nodes, lines: 1, only })
    }
}

impl<T: Advisor + ?Sized> Advisor for Box<T> {
    fn source(&self) -> Source {
        self.as_ref().source()
    }

    fn forget(&mut self) {
        self.as_mut().forget();
    }

    fn look(&mut self, question: &Question<'_>) -> Result<Look, Silence> {
        self.as_mut().look(question)
    }
}

impl<A: Advisor + ?Sized> Advisor for &mut A {
    fn source(&self) -> Source {
        (**self).source()
    }

    fn forget(&mut self) {
        (**self).forget();
    }

    fn look(&mut self, question: &Question<'_>) -> Result<Look, Silence> {
        (**self).look(question)
    }
}

/// Reti's own engine.
///
/// A search that ends at a node count depends on the order of moves, and that on colours. So the engine
/// sees the board with one side as White throughout, and mirrored lessons ask mirrored questions.
pub struct Own<'w> {
    engine: Engine,
    facing: Color,
    watch: Box<dyn Watch + 'w>,
}

/// Whether nobody wants to know any more: asked now and then.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// Ends a search when nobody wants to know any more.
struct Until<'a>(Stop<'a>);

impl Watch for Until<'_> {
    fn is_over(&self) -> bool {
        (self.0)()
    }

    fn report(&mut self, _: &Report<'_>) -> bool {
        !(self.0)()
    }
}

impl<'w> Own<'w> {
    /// An engine with a table of so many mebibytes that sees `facing` as White. It knows the drawn endings that
    /// have names.
    pub fn new(mebibytes: usize, facing: Color) -> Own<'w> {
        let mut engine = Engine::new(&NETWORK, mebibytes);
        let men = ending::MAX_COMPARED as u32;
        engine.set_tables(Some(Tables { probe: Arc::new(NamedDraws), men, everywhere: true }));
        Own { engine, facing, watch: Box::new(Unwatched) }
    }

    /// The same engine with another evaluation.
    #[must_use]
    pub fn evaluating(mut self, evaluation: &'static Evaluation) -> Own<'w> {
        self.engine.set_evaluation(evaluation);
        self
    }

    /// Someone who may end its searches early, as after Ctrl-C.
    #[must_use]
    pub fn watched(mut self, watch: Box<dyn Watch + 'w>) -> Own<'w> {
        self.watch = watch;
        self
    }

    /// Its searches end when nobody wants to know any more; one that has no answer by then is silent.
    #[must_use]
    pub fn until(self, stop: Stop<'w>) -> Own<'w> {
        self.watched(Box::new(Until(stop)))
    }

    /// Sees another side as White from now on, and forgets what it knew if that changes anything.
    pub fn face(&mut self, facing: Color) {
        if self.facing != facing {
            self.facing = facing;
            self.engine.clear();
        }
    }
}

impl Advisor for Own<'_> {
    fn source(&self) -> Source {
        Source::Reti
    }

    fn forget(&mut self) {
        self.engine.clear();
    }

    fn look(&mut self, question: &Question<'_>) -> Result<Look, Silence> {
        self.engine.set_line_count(question.lines);
        let mirror = (self.facing == Color::Black).then_some(Symmetry::Mirror);
        let turn = |m: &Move| mirror.map_or(*m, |mirror| mirror.apply_to_move(*m));
        let mirrored = mirror.and_then(|mirror| mirror.position(question.game.position())).map(Game::new);
        let game = mirrored.as_ref().unwrap_or(question.game);
        let moves = question.only.iter().map(turn).collect();
        let budget = Budget { nodes: Some(question.nodes), moves, ..Budget::default() };
        let mut answer = self.engine.search(game, &budget, self.watch.as_mut());
        let board = question.game.position().board();
        for line in &mut answer.lines {
            line.moves = line.moves.iter().map(turn).collect();
            line.score = line.score.usual(self.engine.evaluation(), board);
        }
        if ending::is_drawn(question.game.position()) {
            level(&mut answer.lines);
        }
        let score = answer.lines.first().map(|line| line.score).ok_or_else(|| Silence {
            who: Source::Reti.name().to_owned(),
            why: "the search was stopped before its first answer".to_owned(),
        })?;
        Ok(Look { by: Source::Reti, nodes: answer.nodes, depth: answer.depth, score, lines: answer.lines })
    }
}

/// The lines of a drawn position: the best one holds the draw, and no other is better than that.
fn level(lines: &mut [Line]) {
    for (index, line) in lines.iter_mut().enumerate() {
        if index == 0 || line.score.rank() > 0 {
            line.score = Score::Centipawns(0);
        }
    }
}

/// Tables where they know the position, another advisor elsewhere.
pub struct Informed<'t, A> {
    /// The tables.
    pub tables: &'t dyn Probe,
    /// Who is asked otherwise.
    pub otherwise: A,
}

/// How many plies of a table's line are shown.
const MAX_TABLE_LINE: usize = 12;

impl<A> Informed<'_, A> {
    /// The exact score of each move with the best first; none if some are not known.
    fn exact(&self, position: &Position, only: &[Move]) -> Option<Vec<Line>> {
        let mut lines = Vec::new();
        for m in position.legal_moves() {
            if only.is_empty() || only.contains(&m) {
                let score = exact_score(self.tables, &position.play(m))?;
                let look = Look { by: Source::Tables, nodes: 0, depth: 0, score, lines: Vec::new() };
                lines.extend(look.before(m).lines);
            }
        }
        // The sort is stable, so that equal moves stay in the order of generation. Among moves that hold a draw
        // one that goes on is better than stalemate, and one that keeps its men better than one that does not.
        let tie = |line: &Line| if line.score.rank() == 0 { kept(position, line.moves[0]) } else { 0 };
        lines.sort_by_cached_key(|line| std::cmp::Reverse((line.score.rank(), tie(line))));
        Some(lines)
    }

    /// The move that a line goes on with, of moves with the best first: the best; but whoever is mated anyway plays
    /// what a person would try: a move that no capture and no new queen answers, if there is one, then the one that
    /// leaves the fewest ways to win, and of equals the one that lasts longest. Where the way to the mate is not
    /// known, a line could go in circles so.
    fn resisting(&self, position: &Position, lines: Vec<Line>) -> Option<Move> {
        let first = lines.first()?;
        if !matches!(first.score, Score::MatedIn(_)) {
            return Some(first.moves[0]);
        }
        let easily = |m: Move| m.is_capture() || m.promotion() == Some(PieceType::Queen);
        let ways = |line: &Line| -> (bool, usize) {
            let answers = self.exact(&position.play(line.moves[0]), &[]).unwrap_or_default();
            let winning: Vec<Move> =
                answers.iter().filter(|answer| answer.score.rank() > 0).map(|answer| answer.moves[0]).collect();
            (winning.iter().any(|m| easily(*m)), winning.len())
        };
        lines.into_iter().min_by_key(ways).map(|line| line.moves[0])
    }
}

/// Material that the mover has after a move and the best capture in reply, in centipawns; little if the game
/// ends with it.
fn kept(position: &Position, m: Move) -> i32 {
    let after = position.play(m);
    let replies = after.legal_moves();
    if replies.is_empty() {
        return i32::MIN;
    }
    let captures = replies.iter().filter(|reply| reply.is_capture()).map(|reply| see_fast(&after, *reply));
    balance(after.board(), position.turn()) - captures.max().unwrap_or(0).max(0)
}

/// What tables or the rules know about a position, for the side to move.
pub fn exact_score(tables: &dyn Probe, position: &Position) -> Option<Score> {
    if let Some(over) = Look::of_finished(position) {
        return Some(over.score);
    }
    let Exact { value, mate_in } = tables.probe(position)?;
    Some(match (value, mate_in) {
        (Value::Win, Some(plies)) => Score::MateIn(plies.div_ceil(2)),
        (Value::Loss, Some(plies)) => Score::MatedIn(plies / 2),
        (value, _) => Score::Exact(value),
    })
}

impl<A: Advisor> Advisor for Informed<'_, A> {
    fn source(&self) -> Source {
        self.otherwise.source()
    }

    fn forget(&mut self) {
        self.otherwise.forget();
    }

    fn look(&mut self, question: &Question<'_>) -> Result<Look, Silence> {
        let position = question.game.position();
        let known = self.tables.probe(position).and_then(|_| self.exact(position, question.only));
        let Some(mut lines) = known.filter(|lines| !lines.is_empty()) else {
            return self.otherwise.look(question);
        };
        lines.truncate(question.lines.max(1));
        for line in &mut lines {
            let mut here = position.play(line.moves[0]);
            while line.moves.len() < MAX_TABLE_LINE
                && let Some(next) = self.exact(&here, &[]).and_then(|lines| self.resisting(&here, lines))
            {
                here = here.play(next);
                line.moves.push(next);
            }
        }
        Ok(Look { by: Source::Tables, nodes: 0, depth: 0, score: lines[0].score, lines })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use super::*;
    use crate::bitbase::ThreeMen;

    #[test]
    fn mirrored_questions_have_mirrored_answers() {
        let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4";
        let position = Position::from_fen(fen).unwrap();
        let mirrored = Symmetry::Mirror.position(&position).unwrap();
        let look = |position: &Position| Own::new(4, position.turn()).best(position, 20_000, 2).unwrap();
        let (one, other) = (look(&position), look(&mirrored));
        assert_eq!((one.score, one.nodes, one.depth), (other.score, other.nodes, other.depth));
        let turned: Vec<Move> = one.line().iter().map(|m| Symmetry::Mirror.apply_to_move(*m)).collect();
        assert_eq!(turned, other.line());
        assert_eq!(one.lines.len(), 2);
    }

    #[test]
    fn a_finished_game_needs_no_engine() {
        let mated = Position::from_fen("3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1").unwrap();
        let look = Own::new(1, Color::White).best(&mated, 10, 1).unwrap();
        assert_eq!((look.by, look.score, look.lines.len()), (Source::Rules, Score::MatedIn(0), 0));
        let before = Position::from_fen("6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1").unwrap();
        let look = Own::new(1, Color::White).after(&before, before.parse_move("Rd8#").unwrap(), 10).unwrap();
        assert_eq!((look.score, look.line().len()), (Score::MateIn(1), 1));
    }

    #[test]
    fn drawn_endings_with_names_are_known() {
        // One move before Philidor's defence stands, that defence, and Vančura's.
        let drawn = [
            "4k3/R7/8/3KP3/8/1r6/8/8 b - - 0 1",
            "4k3/7R/r7/3KP3/8/8/8/8 w - - 0 1",
            "R7/6k1/P4r2/8/1K6/8/8/8 w - - 0 1",
        ];
        for fen in drawn {
            let position = Position::from_fen(fen).unwrap();
            let look = Own::new(4, position.turn()).best(&position, 100_000, 2).unwrap();
            assert_eq!(look.score, Score::Centipawns(0), "{fen}");
            assert!(look.lines[1].score.rank() <= 0, "{fen}");
        }
        let won = Position::from_fen("1K6/1P1k4/8/8/8/8/r7/2R5 w - - 0 1").unwrap();
        assert!(Own::new(4, Color::White).best(&won, 100_000, 1).unwrap().score.rank() > 250);
    }

    #[test]
    fn tables_overrule_the_engine() {
        let position = Position::from_fen("8/3k4/8/3K4/3P4/8/8/8 w - - 0 1").unwrap();
        let mut advisor = Informed { tables: &ThreeMen, otherwise: Own::new(1, Color::White) };
        let look = advisor.best(&position, 1_000, 1).unwrap();
        assert_eq!((look.by.clone(), look.score), (Source::Tables, Score::Exact(Value::Draw)));
        assert!(look.is_exact() && !look.line().is_empty());
        let start = advisor.best(&Position::start(), 1_000, 1).unwrap();
        assert_eq!(start.by, Source::Reti);
    }
}
