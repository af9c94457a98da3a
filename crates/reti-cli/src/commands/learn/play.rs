//! `reti learn --self-play` and `--evolve`: kernels from the engine's own games.

use std::fmt::Write as _;

use clap::Args;
use reti_lab::learn::{self, Course, Evolution, Kernels, Returns, Round, Taught};

use crate::{arguments, failure::Failure, terminal};

/// How own games teach.
#[derive(Debug, Args)]
pub struct OwnGames {
    /// Learn from the engine's own games: scores of its searches and results (temporal differences)
    #[arg(long, conflicts_with_all = ["data", "from_games", "network", "evolve"])]
    pub(super) self_play: bool,
    /// Learn from the results of own games alone: one number for each group of weights (evolution)
    #[arg(long, conflicts_with_all = ["data", "from_games", "network"])]
    pub(super) evolve: bool,
    /// Rounds of games
    #[arg(long, value_name = "N", default_value_t = Course::default().rounds, help_heading = "Own games")]
    rounds: usize,
    /// Games against the start after every round, and ten times as many at the end, at most
    #[arg(long, value_name = "N", default_value_t = Course::default().test_games, help_heading = "Own games")]
    test_games: usize,
    /// How much of a position's worth is told by what came later, ply by ply, from 0 to 1
    #[arg(long, value_name = "X", default_value_t = Returns::default().lambda, help_heading = "Own games")]
    lambda: f64,
}

/// The evaluation to begin with unless another is named.
const START: &str = "seed";

impl super::Arguments {
    /// Plays, learns, tells after every round, and writes kernels and curve.
    pub(super) fn learn_by_playing(&self) -> Result<(), Failure> {
        if !(0.0..=1.0).contains(&self.play.lambda) {
            return Err(Failure::Usage(format!("--lambda {}: expected a number from 0 to 1", self.play.lambda)));
        }
        let name = self.evaluation.as_deref().unwrap_or(START);
        let start = arguments::evaluation(name)?.as_kernels().ok_or_else(|| {
            Failure::Usage(format!("--evaluation {name}: expected tables or kernels, such as seed or learned"))
        })?;
        let defaults = Course::default();
        let course = Course {
            rounds: self.play.rounds.max(1),
            games: self.games.unwrap_or(defaults.games).max(2),
            nodes: self.nodes.unwrap_or(defaults.nodes).max(1),
            test_games: self.play.test_games.max(2),
            seed: self.seed,
        };
        let (taught, how) = if self.play.evolve { evolve(&start, course) } else { self.by_self_play(&start, course) };
        if let Some(path) = &self.curve {
            terminal::write(Some(path), learn::of_rounds(&taught.rounds).as_bytes())?;
        }
        let about = about(&taught, &course, name, &how);
        terminal::report(&format!("{about}\n"));
        terminal::write(Some(&self.out), taught.file(&about).as_bytes())
    }

    fn by_self_play(&self, start: &Kernels, course: Course) -> (Taught, String) {
        let defaults = Returns::default();
        let mut how = Returns { course, lambda: self.play.lambda, ..defaults };
        how.fit.epochs = self.epochs.unwrap_or(how.fit.epochs).max(1);
        how.fit.rate = self.rate.filter(|rate| *rate > 0.0).unwrap_or(how.fit.rate);
        let about = format!("own games, lambda {}, {} passes, rate {}", how.lambda, how.fit.epochs, how.fit.rate);
        (learn::by_self_play(start, &how, |round| tell(round, course.rounds)), about)
    }
}

fn evolve(start: &Kernels, course: Course) -> (Taught, String) {
    let how = Evolution { course, ..Evolution::default() };
    let evolved = learn::evolve(start, &how, |round| tell(round, course.rounds));
    let mut about = format!("evolution, {} pairs a step, turn {}, rate {}; dials:", how.pairs, how.turn, how.rate);
    for (name, value) in &evolved.dials {
        // Writing to a string cannot fail.
        let _ = write!(about, "\n  {name} {value:+.2}");
    }
    (evolved.taught, about)
}

/// A line for each round.
fn tell(round: &Round, rounds: usize) -> bool {
    terminal::report(&format!(
        "{:>3} of {rounds}  {} games  Elo above the start {}\n",
        round.number, round.games, round.advantage
    ));
    true
}

/// What the head of the file says.
fn about(taught: &Taught, course: &Course, start: &str, how: &str) -> String {
    let test = taught.decision.map_or("undecided", |decision| decision.decision().as_str());
    format!(
        "Kernels of Reti, in centipawns, learned by playing; middle and end are mixed by the officers that are left.\n\
         Made by `reti learn` with seed {} from `{start}`: {} rounds of {} games at {} nodes a move.\n\
         Elo above the start: {}; stronger by 10 points rather than 0: {test}.\n\
         {how}",
        course.seed,
        taught.rounds.len(),
        course.games,
        course.nodes,
        taught.last
    )
}
