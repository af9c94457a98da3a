//! Exercises from games: a position, the one good answer, and why it is good.
//!
//! A fault, even a small one, leaves two positions behind in which something could be found: the one before
//! it, where a better move was missed, and the one after it, where a punishment was allowed. Both become
//! exercises if a tactic is there and exactly one move is good: by [`MARGIN`] points of winning chances better than every
//! other one, which three looks must confirm with something to spare, each longer than the last. The solution
//! goes on as long as the solver's answers stay the only ones.
//!
//! The difficulty is a guess on the scale of ratings, from what makes solving hard ([`Exercise::difficulty`]);
//! it is not fitted to solvers.

use reti_core::{
    chess::{Move, Position},
    exchange::see_exact,
};
use reti_search::{
    advice::{Look, Silence, Stop},
    opportunity::Opportunity,
    probe::Probe,
    score::Score,
};

use crate::{
    budget::{Budget, Level},
    claim::{Claim, Evidence, View, What},
    desk::Desk,
    reason,
    review::Review,
};

/// Points of winning chances by which the solution is better than every other move.
pub const MARGIN: f64 = 15.0;

/// What a look of ours must see for that: a stronger engine sees less of a difference now and then.
const SEEN_MARGIN: f64 = 22.0;

/// Winning chances that a solver must have after the solution.
const WORTH_IT: f64 = 50.0;

/// Winning chances above which a second move would be good as well.
const ALSO_GOOD: f64 = 80.0;

/// Moves of the solver, at most.
const MAX_MOVES: usize = 6;

/// Where an exercise comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The solution was not played, and that was a fault.
    Missed,
    /// The move before was the fault; what was played then is good.
    Allowed,
}

/// A position with one good answer.
#[derive(Clone, Debug)]
pub struct Exercise {
    /// The position; the side to move solves it.
    pub position: Position,
    /// How many plies of the game led to it.
    pub ply: usize,
    /// Whether the game missed the solution.
    pub origin: Origin,
    /// The solution: the solver's move, the best reply, and so on; it ends with a move of the solver.
    pub solution: Vec<Move>,
    /// Why the first move is good.
    pub claim: Claim,
    /// By how many points of winning chances every other first move is worse, at least.
    pub margin: f64,
    /// What a solver has to cope with.
    pub difficulty: Difficulty,
}

/// What makes an exercise hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// Moves of the solver.
    pub moves: usize,
    /// Legal moves in the position.
    pub legal: usize,
    /// Whether the first move neither takes nor checks.
    pub quiet: bool,
    /// Whether the first move loses material by its exchange.
    pub sacrifice: bool,
    /// How many moves a shallow look prefers.
    pub rank: usize,
}

/// Nodes of the look that stands for what is seen at once.
const AT_ONCE: u64 = 1_000;

/// Moves that a shallow look names.
const SEEN: usize = 6;

impl Difficulty {
    /// One number on the scale of ratings: 700, 160 for each further move, 5 for each legal move up to 60,
    /// 250 for a quiet move, 200 for a sacrifice, 80 for each move that a shallow look prefers.
    pub fn rating(&self) -> u32 {
        let flag = |is: bool, points: usize| if is { points } else { 0 };
        let sum = 700
            + 160 * self.moves.saturating_sub(1)
            + 5 * self.legal.min(60)
            + flag(self.quiet, 250)
            + flag(self.sacrifice, 200)
            + 80 * self.rank.min(SEEN);
        sum as u32
    }
}

impl Exercise {
    /// The names of its motifs, each once.
    pub fn motifs(&self) -> Vec<&'static str> {
        self.claim.motifs()
    }

    /// Moves to mate, if the solution ends in it.
    pub fn mate(&self) -> Option<usize> {
        let last = self.solution.iter().fold(self.position.clone(), |here, &m| here.play(m));
        last.is_checkmate().then(|| self.solution.len().div_ceil(2))
    }
}

/// The exercises of a reviewed game, in its order.
pub fn exercises(
    positions: &[Position],
    moves: &[Move],
    review: &Review,
    tables: &dyn Probe,
    (budget, level): (Budget, Level),
    stop: Stop<'_>,
) -> Result<Vec<Exercise>, Silence> {
    let is_fault = |ply: usize| review.moves.get(ply).is_some_and(|found| found.fault.is_some());
    let mut found = Vec::new();
    for (ply, position) in positions.iter().enumerate() {
        let missed = is_fault(ply);
        let allowed = ply.checked_sub(1).is_some_and(is_fault);
        let origin = match (missed, allowed) {
            (true, _) => Origin::Missed,
            (false, true) => Origin::Allowed,
            (false, false) => continue,
        };
        let last = ply.checked_sub(1).map(|before| moves[before]);
        let mut setter = Setter { desk: Desk::own_until(position, tables, stop), budget, level };
        found.extend(setter.exercise(position, last)?.map(|made| Exercise { ply, origin, ..made }));
    }
    Ok(found)
}

/// Who sets exercises.
struct Setter<'a> {
    desk: Desk<'a>,
    budget: Budget,
    level: Level,
}

/// The only good move.
struct Only {
    look: Look,
    margin: f64,
}

impl Setter<'_> {
    fn exercise(&mut self, position: &Position, last: Option<Move>) -> Result<Option<Exercise>, Silence> {
        let legal = position.legal_moves().len();
        if legal < 2 {
            return Ok(None);
        }
        // The shallow look comes first, before anything is known.
        let seen = self.desk.advisor().best(position, AT_ONCE, SEEN)?;
        let Some(only) = self.only(position)? else { return Ok(None) };
        let Some(&first) = only.look.line().first() else { return Ok(None) };
        if takes_back(position, first, last) {
            return Ok(None);
        }
        let found = self.desk.opportunities(position, self.budget.effort());
        let Some(claim) = self.claim(position, first, &only.look, &found) else { return Ok(None) };
        // The long look comes last, for what is left.
        let Some(long) = self.look(position, self.budget.nodes)?.filter(|long| long.look.best() == Some(first)) else {
            return Ok(None);
        };
        let only = Only { margin: only.margin.min(long.margin), ..only };
        let solution = self.solution(position, &claim, &only.look)?;
        let rank = seen.lines.iter().position(|line| line.moves.first() == Some(&first)).unwrap_or(SEEN);
        let after = position.play(first);
        let difficulty = Difficulty {
            moves: solution.len().div_ceil(2),
            legal,
            quiet: !first.is_capture() && !after.is_check(),
            sacrifice: see_exact(position, first) < 0,
            rank,
        };
        let (position, margin) = (position.clone(), only.margin);
        Ok(Some(Exercise { position, ply: 0, origin: Origin::Missed, solution, claim, margin, difficulty }))
    }

    /// The move that is much better than every other one, if two looks agree on it.
    fn only(&mut self, position: &Position) -> Result<Option<Only>, Silence> {
        let nodes = self.budget.nodes / 6;
        let Some(first) = self.look(position, nodes)? else { return Ok(None) };
        let Some(second) = self.look(position, 2 * nodes)? else { return Ok(None) };
        if first.look.best() != second.look.best() {
            return Ok(None);
        }
        let margin = first.margin.min(second.margin);
        Ok(Some(Only { margin, ..second }))
    }

    fn look(&mut self, position: &Position, nodes: u64) -> Result<Option<Only>, Silence> {
        let look = self.desk.advisor().best(position, nodes, 1)?;
        let Some(best) = look.best().filter(|_| look.score.chance() >= WORTH_IT) else { return Ok(None) };
        let others: Vec<Move> = position.legal_moves().into_iter().filter(|m| *m != best).collect();
        if others.is_empty() {
            return Ok(Some(Only { look, margin: 100.0 }));
        }
        let second = self.desk.advisor().best_of(position, &others, nodes)?;
        let margin = look.score.chance() - second.score.chance();
        let is_only = margin >= SEEN_MARGIN && second.score.chance() <= ALSO_GOOD;
        Ok(is_only.then_some(Only { look, margin }))
    }

    /// Why the move is good: what is proven about it, or else what its line uses; none if it uses nothing.
    fn claim(&self, position: &Position, first: Move, look: &Look, found: &[Opportunity]) -> Option<Claim> {
        let tried = found.iter().find(|found| found.trigger == first);
        let proven = tried.and_then(|found| reason::proven(position, found, View::Opportunity, self.level));
        proven.or_else(|| {
            let tactics = tried.map_or(&[][..], |found| &found.tactics);
            let claim = Claim::of_line(position, look.line(), What::Best { score: look.score }, Evidence::of(look));
            let claim = claim.using(tactics, self.level.max_points());
            let decides = matches!(look.score, Score::MateIn(_));
            (decides || !claim.motifs().is_empty()).then_some(claim)
        })
    }

    /// The line while every move of the solver is the only one; replies are those of the proof, or else the
    /// advisor's.
    fn solution(&mut self, position: &Position, claim: &Claim, look: &Look) -> Result<Vec<Move>, Silence> {
        let expected = if claim.evidence.proof().is_some() { claim.line.clone() } else { look.line().to_vec() };
        let mut line: Vec<Move> = expected.iter().copied().take(1).collect();
        let mut here = line.iter().fold(position.clone(), |here, &m| here.play(m));
        while line.len() < 2 * MAX_MOVES - 1 && !here.legal_moves().is_empty() {
            let follows = expected.len() > line.len() && expected.starts_with(&line);
            let reply = match expected.get(line.len()).filter(|_| follows) {
                Some(&reply) => Some(reply),
                None => self.desk.advisor().best(&here, self.budget.second(), 1)?.best(),
            };
            let Some(reply) = reply else { break };
            let next = here.play(reply);
            let Some(answer) = self.answer(&next)? else { break };
            line.extend([reply, answer]);
            here = next.play(answer);
        }
        Ok(line)
    }

    /// The only good move in a later position of a solution.
    fn answer(&mut self, position: &Position) -> Result<Option<Move>, Silence> {
        Ok(self.only(position)?.and_then(|only| only.look.best()))
    }
}

/// Whether a move only takes back what the last one took.
fn takes_back(position: &Position, m: Move, last: Option<Move>) -> bool {
    let taken = last.filter(|last| last.is_capture() && last.to() == m.to());
    taken.is_some() && m.is_capture() && !position.play(m).is_check()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use reti_search::bitbase::ThreeMen;

    use super::*;

    fn set(fen: &str) -> Option<Exercise> {
        let position = Position::from_fen(fen).unwrap();
        let budget = Budget { nodes: 60_000 };
        let mut setter = Setter { desk: Desk::own(&position, &ThreeMen), budget, level: Level::CLUB };
        setter.exercise(&position, None).unwrap()
    }

    #[test]
    fn a_fork_is_an_exercise_and_a_level_position_is_none() {
        let made = set("4k3/8/8/3N4/6r1/8/5P2/4K3 w - - 0 1").unwrap();
        assert_eq!(made.position.san(made.solution[0]), "Nf6+");
        assert!(made.motifs().contains(&"fork"), "{:?}", made.motifs());
        assert!(made.margin >= MARGIN && made.solution.len() % 2 == 1);
        assert!(set("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").is_none());
        // Several moves win.
        assert!(set("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1").is_none());
        // There is no choice.
        assert!(set("7k/8/8/8/8/8/6q1/7K w - - 0 1").is_none());
    }

    #[test]
    fn mirrored_positions_are_mirrored_exercises() {
        let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
        let made = set(fen).unwrap();
        let mirror = reti_core::chess::Symmetry::Mirror;
        let mirrored = set(&mirror.position(&made.position).unwrap().fen()).unwrap();
        let turned: Vec<Move> = made.solution.iter().map(|&m| mirror.apply_to_move(m)).collect();
        assert_eq!((mirrored.solution, mirrored.difficulty), (turned, made.difficulty));
        assert_eq!(made.mate(), Some(1));
    }

    #[test]
    fn harder_is_more() {
        let easy = Difficulty { moves: 1, legal: 20, quiet: false, sacrifice: false, rank: 0 };
        assert_eq!(easy.rating(), 800);
        let hard = Difficulty { moves: 4, legal: 90, quiet: true, sacrifice: true, rank: 9 };
        assert_eq!(hard.rating(), 700 + 480 + 300 + 250 + 200 + 480);
    }
}
