//! Requests that search: proofs, studies, the engine.

use std::time::Duration;

use reti_core::chess::{Color, Move, Position, Symmetry};
use reti_search::{
    engine::{self, Engine, Game, Report, Watch},
    probe::Until,
};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Ask, Budget, Call, Event, Place, Refusal, place::about_a_position, told};
use crate::{
    engine as named, explain, geometry,
    proof::{self, Question, san_line, uci_line},
    read_move, syzygy, tables, tactics,
    uci::Strength,
    wire,
};

about_a_position! {
    /// Looks for what can be won.
    Opportunities {
        /// How much it may cost: the engine's nodes for each tactic, 60,000 if nothing is said.
        budget: Budget,
        /// Also the proofs of sound tactics, as texts that can be checked.
        certificates: bool,
    }
}

impl Ask for Opportunities {
    fn answer(self, call: &Call<'_>) -> Result<String, Refusal> {
        let position = self.place(call.limits)?.position;
        let budget = self.budget.checked(call.limits)?;
        let deadline = budget.deadline(call);
        let stop = || (call.stop)() || (call.clock)() >= deadline;
        let effort = budget.nodes.map_or_else(tactics::Effort::default, tactics::Effort::of);
        Ok(told(&tactics::prove_until(&position, effort, &stop).document(self.certificates)))
    }
}

about_a_position! {
    /// Proves that something is won.
    Prove {
        /// Only this first move, in SAN or UCI.
        #[serde(rename = "move")]
        only: Option<String>,
        /// What to prove: `mate`, `mate=N` (in N moves) or `gain=CP`; the best there is if nothing is said. With
        /// `eval=CP` the engine calculates, and nothing is proven.
        goal: Option<String>,
        /// How much it may cost: positions to test for each goal, 100,000 if nothing is said.
        budget: Budget,
        /// Ask the exact tables of up to four men.
        exact: bool,
        /// Also the proof as a tree.
        tree: bool,
        /// Also the proof as a text that can be checked.
        certificate: bool,
    }
}

impl Ask for Prove {
    fn answer(self, call: &Call<'_>) -> Result<String, Refusal> {
        let position = self.place(call.limits)?.position;
        let budget = self.budget.checked(call.limits)?;
        let only = self.only.as_deref().map(|text| read_move(&position, text)).transpose();
        let only = only.map_err(Refusal::of("move"))?;
        let deadline = budget.deadline(call);
        let stop = || (call.stop)() || (call.clock)() >= deadline;
        if let Some(goal) = self.goal.as_deref().and_then(proof::calculated::read_goal) {
            let nodes = budget.nodes.unwrap_or(Question::default().nodes);
            return Ok(told(&proof::calculated::calculate(&position, goal, only, nodes, &stop).wire));
        }
        let goal = self.goal.as_deref().map(|text| {
            let expected = "expected mate, mate=N, gain=CP or eval=CP, with numbers from 1";
            let wrong = || Refusal::wrong("goal", format!("'{text}' is no goal: {expected}"));
            proof::read_goal(text).ok_or_else(wrong)
        });
        let usual = Question::default();
        let question = Question { goal: goal.transpose()?, only, nodes: budget.nodes.unwrap_or(usual.nodes), ..usual };
        let found = proof::prove(&position, &question, exact(self.exact), &stop);
        let mut document = found.wire;
        if let Some(certificate) = &found.certificate {
            document.tree = self.tree.then(|| proof::walk(certificate));
            document.certificate = self.certificate.then(|| certificate.to_string());
        }
        Ok(told(&document))
    }
}

fn exact(wanted: bool) -> Option<&'static dyn crate::Probe> {
    wanted.then_some(&tables::Embedded)
}

/// Checks a proof.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Verify {
    /// The certificate's text.
    pub certificate: String,
    /// Ask the exact tables of up to four men, where the proof cites them.
    #[serde(default)]
    pub exact: bool,
}

impl Ask for Verify {
    fn answer(self, call: &Call<'_>) -> Result<String, Refusal> {
        Ok(told(&proof::check_certificate_until(&self.certificate, exact(self.exact), call.stop)))
    }
}

about_a_position! {
    /// Solves a study.
    Solve {
        /// Which knowledge may end a branch: `sound` for exact tables only, `pioneer` for rules of thumb too.
        tier: Option<wire::Tier>,
        /// What orders the moves of a pawn race: `none` for zones alone, `fitted` for a small network.
        forecast: Option<wire::Forecast>,
        /// Lay the moves tried beside those of alpha-beta.
        compare: bool,
        /// How much it may cost: branches of the tree for each question, 200,000 if nothing is said.
        budget: Budget,
    }
}

impl Ask for Solve {
    fn answer(self, call: &Call<'_>) -> Result<String, Refusal> {
        let position = self.place(call.limits)?.position;
        let tier = match self.tier {
            Some(wire::Tier::Pioneer) => crate::Tier::Pioneer,
            _ => crate::Tier::Sound,
        };
        let forecast = match self.forecast {
            Some(wire::Forecast::Fitted) => crate::Forecast::Fitted,
            _ => crate::Forecast::None,
        };
        let budget = self.budget.checked(call.limits)?;
        let deadline = budget.deadline(call);
        let stop = || (call.stop)() || (call.clock)() >= deadline;
        let probe = Until { probe: &tables::Embedded, stop: &stop };
        let most = budget.nodes.map(|nodes| usize::try_from(nodes).unwrap_or(usize::MAX));
        let solution = geometry::solve_within(&position, tier, forecast, &probe, most);
        let mut solved = geometry::solved(&position, tier, &solution);
        if self.compare {
            solved.compared = vec![geometry::beside_alpha_beta(&position, tier, &probe, &solution)];
        }
        Ok(told(&solved))
    }
}

about_a_position! {
    /// Lets the engine think.
    Analysis {
        /// How many lines are wanted, from 1 to 20; 1 if nothing is said.
        lines: Option<usize>,
        /// The last depth in plies.
        depth: Option<u32>,
        /// How much it may cost; without nodes and depth it goes on until time is up or nobody listens.
        budget: Budget,
    }
}

/// Mebibytes of the engine's memory.
const MEMORY: usize = 32;

/// So many lines are looked for at once.
const MAX_LINES: usize = 20;

impl Ask for Analysis {
    fn answer(self, call: &Call<'_>) -> Result<String, Refusal> {
        let place = self.place(call.limits)?;
        let budget = self.budget.checked(call.limits)?;
        let count = self.lines.unwrap_or(1);
        if !(1..=MAX_LINES).contains(&count) {
            return Err(Refusal::wrong("lines", format!("{count} is not from 1 to {MAX_LINES}")));
        }
        let sight = Sight::of(&place);
        let mut engine = Engine::new(named::DEFAULT, MEMORY);
        engine.set_tables(Some(syzygy::embedded()));
        engine.set_line_count(count);
        let began = (call.clock)();
        let limit = engine::Budget { depth: self.depth, nodes: budget.nodes, ..engine::Budget::default() };
        let mut teller = Teller { call, deadline: budget.deadline(call), began, place: &place, sight: &sight };
        let answer = engine.search(&sight.game, &limit, &mut teller);
        let document = teller.document(answer.depth, answer.nodes, &answer.lines, true);
        (call.tell)(&Event::Document(wire::to_line(&document)));
        Ok(told(&document))
    }
}

/// The game as the engine sees it: its side to move is White, so that mirrored games have mirrored answers.
struct Sight {
    game: Game,
    mirror: Option<Symmetry>,
}

impl Sight {
    fn of(place: &Place) -> Sight {
        let mirror = (place.position.turn() == Color::Black).then_some(Symmetry::Mirror);
        let start = mirror.and_then(|mirror| mirror.position(&place.start));
        match (start, mirror) {
            (Some(start), Some(mirror)) => {
                let mut game = Game::new(start);
                place.moves.iter().for_each(|&m| game.play(mirror.apply_to_move(m)));
                Sight { game, mirror: Some(mirror) }
            }
            _ => Sight { game: place.played(), mirror: None },
        }
    }

    fn turned(&self, line: &[Move]) -> Vec<Move> {
        line.iter().map(|&m| self.mirror.map_or(m, |mirror| mirror.apply_to_move(m))).collect()
    }
}

/// Tells what is found, and ends a search in time.
struct Teller<'a> {
    call: &'a Call<'a>,
    deadline: Duration,
    began: Duration,
    place: &'a Place,
    sight: &'a Sight,
}

impl Teller<'_> {
    fn document(&self, depth: u32, nodes: u64, lines: &[engine::Line], done: bool) -> wire::Analysis {
        let position = &self.place.position;
        let line = |line: &engine::Line| {
            let moves = self.sight.turned(&line.moves);
            let score = line.score.usual(named::DEFAULT, position.board());
            let score = if position.turn().is_white() { score } else { score.turned() };
            wire::AnalysisLine {
                score: explain::score(score),
                side: wire::Color::White,
                line: uci_line(position, &moves),
                line_san: san_line(position, &moves),
            }
        };
        wire::Analysis {
            schema: wire::SCHEMA,
            kind: wire::Kind::new(),
            fen: position.fen(),
            turn: position.turn().into(),
            depth,
            nodes,
            time_ms: (self.call.clock)().saturating_sub(self.began).as_millis() as u64,
            done,
            lines: lines.iter().map(line).collect(),
        }
    }
}

impl Watch for Teller<'_> {
    fn is_over(&self) -> bool {
        (self.call.stop)() || (self.call.clock)() >= self.deadline
    }

    fn report(&mut self, report: &Report<'_>) -> bool {
        let document = self.document(report.depth, report.nodes, report.lines, false);
        (self.call.tell)(&Event::Document(wire::to_line(&document)));
        !self.is_over()
    }
}

about_a_position! {
    /// Lets the engine play.
    Play {
        /// A rating from 800 to 2800; full strength if nothing is said.
        elo: Option<u32>,
        /// What decides about a weaker player's slips; the position itself if nothing is said.
        seed: Option<u64>,
        /// How much it may cost; 200,000 nodes if nothing is said.
        budget: Budget,
    }
}

/// Nodes of a move at full strength.
const PLAY_NODES: u64 = 200_000;

impl Ask for Play {
    fn answer(self, call: &Call<'_>) -> Result<String, Refusal> {
        let place = self.place(call.limits)?;
        let budget = self.budget.checked(call.limits)?;
        let (low, high) = Strength::RATINGS;
        if let Some(elo) = self.elo.filter(|elo| !(low..=high).contains(elo)) {
            return Err(Refusal::wrong("elo", format!("{elo} is no rating from {low} to {high}")));
        }
        let strength = Strength::of_rating(self.elo);
        let nodes = budget.nodes.unwrap_or(PLAY_NODES).min(strength.nodes().unwrap_or(u64::MAX));
        let sight = Sight::of(&place);
        let mut engine = Engine::new(named::DEFAULT, MEMORY);
        engine.set_tables(Some(syzygy::embedded()));
        engine.set_line_count(strength.candidates());
        let mut quiet = Quiet { call, deadline: budget.deadline(call) };
        let limit = engine::Budget { nodes: Some(nodes), ..engine::Budget::default() };
        let answer = engine.search(&sight.game, &limit, &mut quiet);
        let seed = self.seed.unwrap_or_else(|| sight.game.position().key());
        let picked = strength.pick(sight.game.position(), &answer.lines, seed).or(answer.best());
        let position = &place.position;
        let m = picked.map(|m| sight.turned(&[m])[0]);
        Ok(told(&wire::EngineMove {
            schema: wire::SCHEMA,
            kind: wire::Kind::new(),
            fen: position.fen(),
            played: m.map(|m| position.uci(m)),
            san: m.map(|m| position.san(m)),
            after: m.map_or_else(|| position.clone(), |m| Position::play(position, m)).fen(),
            elo: self.elo,
            nodes: answer.nodes,
        }))
    }
}

/// Ends a search in time.
struct Quiet<'a> {
    call: &'a Call<'a>,
    deadline: Duration,
}

impl Watch for Quiet<'_> {
    fn is_over(&self) -> bool {
        (self.call.stop)() || (self.call.clock)() >= self.deadline
    }

    fn report(&mut self, _: &Report<'_>) -> bool {
        !self.is_over()
    }
}
