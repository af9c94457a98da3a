//! One game between two engines.

use std::{fmt::Write as _, time::Duration};

use reti_core::{
    chess::{Color, Move, Position, color_index},
    value::Value,
};

use reti::{Probe, pgn::Outcome, uci::client::Fault};

use super::{Limit, Opening, player::Player};

/// When games end before the rules of chess end them, and how strict the clock is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// A draw is given after this full move at the earliest.
    pub draw_after: u32,
    /// And when both sides' scores stay this small, in centipawns.
    pub draw_score: i32,
    /// For so many moves of each side; 0 for never.
    pub draw_count: u32,
    /// A game is lost when the loser's score stays this low and the winner agrees.
    pub resign_score: i32,
    /// For so many moves of each side; 0 for never.
    pub resign_count: u32,
    /// The game is a draw after so many plies.
    pub most_plies: usize,
    /// A flag falls so many milliseconds after zero, to allow for the delay between processes.
    pub margin: u64,
    /// Ask tables with so many men or fewer, if there are any.
    pub table_men: usize,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            draw_after: 40,
            draw_score: 10,
            draw_count: 8,
            resign_score: 800,
            resign_count: 4,
            most_plies: 600,
            margin: 50,
            table_men: 5,
        }
    }
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Mate.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// The same position for the third time.
    Repetition,
    /// Fifty moves without a capture or pawn move.
    FiftyMoves,
    /// Nobody can mate.
    DeadPosition,
    /// Both sides saw nothing for long, or both saw the same winner.
    Agreement,
    /// Tables know the result.
    Tables,
    /// The game got too long.
    TooLong,
    /// A move that is none here.
    IllegalMove(String),
    /// The flag fell.
    TimeLoss,
    /// The process ended.
    Crash,
    /// The process stayed silent.
    Hang,
    /// The process could not be started.
    NoStart(String),
}

impl Ending {
    /// Whether an engine did something that engines must not do.
    pub fn is_fault(&self) -> bool {
        matches!(self, Ending::IllegalMove(_) | Ending::TimeLoss | Ending::Crash | Ending::Hang | Ending::NoStart(_))
    }

    /// The reason in words.
    pub fn text(&self) -> String {
        match self {
            Ending::Checkmate => "checkmate".to_owned(),
            Ending::Stalemate => "stalemate".to_owned(),
            Ending::Repetition => "threefold repetition".to_owned(),
            Ending::FiftyMoves => "fifty-move rule".to_owned(),
            Ending::DeadPosition => "dead position".to_owned(),
            Ending::Agreement => "adjudication by scores".to_owned(),
            Ending::Tables => "adjudication by tables".to_owned(),
            Ending::TooLong => "adjudication by length".to_owned(),
            Ending::IllegalMove(text) => format!("illegal move '{text}'"),
            Ending::TimeLoss => "loss on time".to_owned(),
            Ending::Crash => "crash".to_owned(),
            Ending::Hang => "no answer".to_owned(),
            Ending::NoStart(message) => format!("no start: {message}"),
        }
    }
}

/// A move as it was played.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The move.
    pub played: Move,
    /// How long it took.
    pub time: Duration,
    /// The mover's score in centipawns, if it told one.
    pub score: Option<i32>,
    /// The mover's depth.
    pub depth: u32,
    /// The mover's nodes.
    pub nodes: u64,
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Record {
    /// Who had the white and who the black pieces, by number in the plan.
    pub players: [usize; 2],
    /// The number of the opening.
    pub opening: usize,
    /// Where the game began.
    pub start: Position,
    /// Moves of the opening, which nobody thought about.
    pub book: Vec<Move>,
    /// The moves after the opening.
    pub steps: Vec<Step>,
    /// The result.
    pub outcome: Outcome,
    /// Why.
    pub ending: Ending,
    /// Who caused the ending, if it is a fault.
    pub guilty: Option<usize>,
}

impl Record {
    /// White's points.
    pub fn white_points(&self) -> f64 {
        match self.outcome {
            Outcome::Win(Color::White) => 1.0,
            Outcome::Win(Color::Black) => 0.0,
            _ => 0.5,
        }
    }

    /// The start and all moves as one text.
    pub(super) fn fingerprint(&self) -> String {
        let mut text = self.start.fen();
        for m in self.book.iter().copied().chain(self.steps.iter().map(|step| step.played)) {
            let _ = write!(text, " {m}");
        }
        text
    }
}

struct Clock {
    limit: Limit,
    left: u64,
    moves_left: Option<u32>,
}

impl Clock {
    fn new(limit: Limit) -> Clock {
        match limit {
            Limit::Clock { base, moves, .. } => Clock { limit, left: base, moves_left: moves },
            _ => Clock { limit, left: 0, moves_left: None },
        }
    }

    /// The longest that a move may take.
    fn most(&self) -> Duration {
        match self.limit {
            Limit::Clock { .. } => Duration::from_millis(self.left),
            Limit::MoveTime(time) => Duration::from_millis(time),
            // A search by nodes or depth may take long on a slow machine.
            Limit::Nodes(_) | Limit::Depth(_) => Duration::from_mins(2),
        }
    }

    /// Takes the time of a move from the clock; false if the flag fell.
    fn press(&mut self, elapsed: Duration, margin: u64) -> bool {
        let used = elapsed.as_millis() as u64;
        match self.limit {
            Limit::Clock { base, increment, moves } => {
                if used > self.left + margin {
                    return false;
                }
                self.left = self.left.saturating_sub(used) + increment;
                if let Some(left) = &mut self.moves_left {
                    *left -= 1;
                    if *left == 0 {
                        self.left += base;
                        self.moves_left = moves;
                    }
                }
                true
            }
            Limit::MoveTime(time) => used <= time + margin,
            Limit::Nodes(_) | Limit::Depth(_) => true,
        }
    }
}

fn go(clocks: &[Clock; 2], side: usize) -> String {
    match clocks[side].limit {
        Limit::Nodes(nodes) => format!("go nodes {nodes}"),
        Limit::Depth(depth) => format!("go depth {depth}"),
        Limit::MoveTime(time) => format!("go movetime {time}"),
        Limit::Clock { .. } => {
            let increment = |clock: &Clock| match clock.limit {
                Limit::Clock { increment, .. } => increment,
                _ => 0,
            };
            // An opponent without a clock is told to have as much as the mover.
            let left = |clock: &Clock| if clock.left == 0 { clocks[side].left } else { clock.left };
            let [white, black] = clocks;
            let mut text = format!(
                "go wtime {} btime {} winc {} binc {}",
                left(white),
                left(black),
                increment(white),
                increment(black)
            );
            if let Some(moves) = clocks[side].moves_left {
                let _ = write!(text, " movestogo {moves}");
            }
            text
        }
    }
}

/// What both sides say about the game, for adjudication.
#[derive(Default)]
struct Opinions {
    quiet: u32,
    /// Plies in a row in which both saw White, or Black, winning.
    winning: [u32; 2],
}

impl Opinions {
    fn add(&mut self, side: Color, score: Option<i32>, rules: &Rules) {
        let Some(score) = score else {
            *self = Opinions::default();
            return;
        };
        self.quiet = if score.abs() <= rules.draw_score { self.quiet + 1 } else { 0 };
        let white = side.fold_wb(score, -score);
        for (index, good) in [white, -white].into_iter().enumerate() {
            self.winning[index] = if good >= rules.resign_score { self.winning[index] + 1 } else { 0 };
        }
    }

    fn verdict(&self, full_move: u32, rules: &Rules) -> Option<Outcome> {
        if rules.resign_count > 0 {
            for (index, outcome) in Color::ALL.map(Outcome::Win).into_iter().enumerate() {
                if self.winning[index] >= 2 * rules.resign_count {
                    return Some(outcome);
                }
            }
        }
        let is_draw = rules.draw_count > 0 && full_move >= rules.draw_after && self.quiet >= 2 * rules.draw_count;
        is_draw.then_some(Outcome::Draw)
    }
}

/// Plays a game; `players` and `names` are White's and Black's.
pub(super) fn play(
    mut players: [&mut Result<Player, Fault>; 2],
    names: [usize; 2],
    limits: [Limit; 2],
    opening: &Opening,
    number: usize,
    rules: &Rules,
    tables: Option<&(dyn Probe + Send + Sync)>,
) -> Record {
    let mut record = Record {
        players: names,
        opening: number,
        start: opening.start.clone(),
        book: opening.moves.clone(),
        steps: Vec::new(),
        outcome: Outcome::Unknown,
        ending: Ending::TooLong,
        guilty: None,
    };
    let mut position = opening.position();
    let mut keys: Vec<u64> = opening.keys();
    let mut text = opening.command();
    let mut clocks = limits.map(Clock::new);
    let mut opinions = Opinions::default();
    for (side, player) in players.iter_mut().enumerate() {
        let ready = match player {
            Ok(player) => player.new_game(),
            Err(fault) => Err(fault.clone()),
        };
        if let Err(fault) = ready {
            return lose(record, side, ending_of(fault));
        }
    }
    loop {
        if let Some((outcome, ending)) = over(&position, &keys) {
            return Record { outcome, ending, ..record };
        }
        if let Some(outcome) = opinions.verdict(position.fullmoves(), rules) {
            return Record { outcome, ending: Ending::Agreement, ..record };
        }
        if let Some(outcome) = ask(tables, &position, rules) {
            return Record { outcome, ending: Ending::Tables, ..record };
        }
        if record.steps.len() >= rules.most_plies {
            return Record { outcome: Outcome::Draw, ending: Ending::TooLong, ..record };
        }
        let turn = position.turn();
        let side = color_index(turn);
        let most = clocks[side].most();
        let reply = match players[side] {
            Ok(player) => player.think(&text, &go(&clocks, side), most),
            Err(fault) => Err(fault.clone()),
        };
        let reply = match reply {
            Ok(reply) => reply,
            Err(fault) => return lose(record, side, ending_of(fault)),
        };
        let played = position.parse_move(&reply.best).ok().filter(|_| looks_like_uci(&reply.best));
        let Some(played) = played else {
            return lose(record, side, Ending::IllegalMove(reply.best));
        };
        let in_time = clocks[side].press(reply.elapsed, rules.margin);
        record.steps.push(Step {
            played,
            time: reply.elapsed,
            score: reply.score,
            depth: reply.depth,
            nodes: reply.nodes,
        });
        if !in_time {
            return lose(record, side, Ending::TimeLoss);
        }
        opinions.add(turn, reply.score, rules);
        let _ = write!(text, "{}{}", if text.contains(" moves ") { " " } else { " moves " }, reply.best);
        position = position.play(played);
        keys.push(position.key());
    }
}

/// SAN is not an answer in this protocol.
fn looks_like_uci(text: &str) -> bool {
    matches!(text.len(), 4 | 5) && text.as_bytes()[1].is_ascii_digit() && text.as_bytes()[3].is_ascii_digit()
}

fn ending_of(fault: Fault) -> Ending {
    match fault {
        Fault::NoStart(message) | Fault::Refusal(message) => Ending::NoStart(message),
        Fault::Crash => Ending::Crash,
        Fault::Hang => Ending::Hang,
    }
}

fn lose(record: Record, side: usize, ending: Ending) -> Record {
    let outcome = Outcome::Win(if side == 0 { Color::Black } else { Color::White });
    let guilty = Some(record.players[side]);
    Record { outcome, ending, guilty, ..record }
}

/// The end of the game by the rules of chess; `keys` are those of all its positions, the last one included.
pub(crate) fn over(position: &Position, keys: &[u64]) -> Option<(Outcome, Ending)> {
    if position.is_checkmate() {
        return Some((Outcome::Win(!position.turn()), Ending::Checkmate));
    }
    let ending = if position.is_stalemate() {
        Ending::Stalemate
    } else if position.is_dead() {
        Ending::DeadPosition
    } else if position.halfmoves() >= 100 {
        Ending::FiftyMoves
    } else {
        let last = *keys.last()?;
        if keys.iter().filter(|&&key| key == last).count() < 3 {
            return None;
        }
        Ending::Repetition
    };
    Some((Outcome::Draw, ending))
}

fn ask(tables: Option<&(dyn Probe + Send + Sync)>, position: &Position, rules: &Rules) -> Option<Outcome> {
    let tables = tables.filter(|_| position.board().occupied().count() <= rules.table_men)?;
    // Right after a capture or pawn move, so that the fifty-move rule rarely matters.
    if position.halfmoves() > 0 {
        return None;
    }
    Some(match tables.probe(position)?.value {
        Value::Win => Outcome::Win(position.turn()),
        Value::Loss => Outcome::Win(!position.turn()),
        Value::Draw => Outcome::Draw,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::player::MATE;

    #[test]
    fn clocks_run_and_fall() {
        let mut clock = Clock::new(Limit::Clock { base: 1_000, increment: 20, moves: Some(2) });
        assert!(clock.press(Duration::from_millis(400), 0));
        assert_eq!((clock.left, clock.moves_left), (620, Some(1)));
        assert!(clock.press(Duration::from_millis(620), 0));
        assert_eq!((clock.left, clock.moves_left), (1_020, Some(2)));
        assert!(!clock.press(Duration::from_millis(1_071), 50) && clock.press(Duration::from_millis(1_070), 50));
        assert!(!Clock::new(Limit::MoveTime(10)).press(Duration::from_millis(11), 0));
    }

    #[test]
    fn both_sides_must_agree() {
        let rules = Rules { draw_after: 1, draw_count: 2, resign_count: 2, ..Rules::default() };
        let verdict = |scores: &[i32]| {
            let mut opinions = Opinions::default();
            for (index, &score) in scores.iter().enumerate() {
                opinions.add(if index % 2 == 0 { Color::White } else { Color::Black }, Some(score), &rules);
            }
            opinions.verdict(50, &rules)
        };
        assert_eq!(verdict(&[900, -900, 900, -900]), Some(Outcome::Win(Color::White)));
        assert_eq!(verdict(&[900, -900, 900, -100]), None);
        assert_eq!(verdict(&[-900, MATE, -900, MATE]), Some(Outcome::Win(Color::Black)));
        assert_eq!(verdict(&[5, 0, -7, 10]), Some(Outcome::Draw));
        assert_eq!(verdict(&[5, 0, -7, 11]), None);
    }

    #[test]
    fn the_rules_end_games() {
        let check = |fen: &str, expected| {
            let position = Position::from_fen(fen).unwrap();
            let key = position.key();
            assert_eq!(over(&position, &[key]), expected);
            assert!(over(&position, &[key, 1, key, 2, key]).is_some());
        };
        check("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Some((Outcome::Win(Color::White), Ending::Checkmate)));
        check("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some((Outcome::Draw, Ending::Stalemate)));
        check("7k/8/8/8/8/8/R7/K7 w - - 100 80", Some((Outcome::Draw, Ending::FiftyMoves)));
        check("7k/8/8/8/8/8/B7/K7 w - - 0 80", Some((Outcome::Draw, Ending::DeadPosition)));
        check("7k/8/8/8/8/8/R7/K7 w - - 99 80", None);
    }
}
