//! `reti bench truth`: what an engine says about what we call proven.

use std::fmt::Write as _;

use std::path::PathBuf;

use clap::Args;
use reti::{
    advice::{Advisor as _, Silence},
    chess::Position,
    proof::Effort,
    score::Score,
    uci::advisor::UciAdvisor,
};
use reti_lab::{
    proofs::{ProvenClaim, claims, prover, sample_key},
    puzzle, wire,
};

use crate::{
    arguments::{self, Report},
    failure::Failure,
    terminal,
};

/// Whether a UCI engine confirms the gains that we call proven
///
/// The best proven claim of each position is put to the engine once, with the same nodes for every
/// claim. It is confirmed strictly if the engine's evaluation after the trigger is above its
/// evaluation before the opponent's last move by the claimed gain minus 100, or a mate; and confirmed
/// in some way if it is so with gains above a rook counted as a rook, or if the evaluation reaches what
/// the material says with the gain, minus 100 (leads above a rook count with two fifths of the rest,
/// because engine units do not grow with material), or is above the evaluation after a pass where the
/// trigger is the engine's choice too. A mate must be a mate, or decisive. Everything else is listed.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  reti bench truth --engine /usr/games/stockfish --puzzles puzzles.csv.zst --games games.pgn --sample 1000")]
pub struct Arguments {
    /// The engine's program; `reti` is this one
    #[arg(long, value_name = "PATH")]
    engine: PathBuf,
    /// Puzzles: positions after the opponent's first move
    #[arg(long, value_name = "FILE")]
    puzzles: Option<PathBuf>,
    /// Positions before the puzzle's blunder, instead of after it
    #[arg(long, requires = "puzzles")]
    before: bool,
    /// Games as PGN: every position is a candidate
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// How many positions of each file, taken at random
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    sample: usize,
    /// Which random sample
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The engine's nodes for each evaluation
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    engine_nodes: u64,
    /// Our positions to test for each proof
    #[arg(long, value_name = "N", default_value_t = Effort::default().proof_nodes)]
    nodes: u64,
    #[command(flatten)]
    report: Report,
}

/// Scores beyond this are mates, as [`reti::score::Score::rank`] counts.
const MATE: i32 = 25_000;

/// Up to this an engine's score grows as material does, in centipawns.
const ROOK: i32 = 500;

/// What a lead of material is worth to an engine. Stockfish 15.1 gives a median of 452 to leads of 500,
/// 494 to 700, 597 to 900 and 630 to 1,000 (positions of master games, some perturbed); this asks for
/// more.
fn in_engine_units(lead: i32) -> i32 {
    let rest = lead.abs() - ROOK;
    if rest <= 0 { lead } else { lead.signum() * (ROOK + rest * 2 / 5) }
}

/// A position with where it is from and what was before it.
struct Sample {
    id: String,
    position: Position,
    before: Option<Position>,
}

/// What the engine said.
struct Opinion {
    after: Score,
    before: Option<Score>,
    strict: bool,
    confirmed: bool,
}

impl Arguments {
    /// Measures and writes the answer.
    pub fn run(self) -> Result<(), Failure> {
        let samples = self.samples()?;
        let mut engine = arguments::start_engine(&self.engine)?;
        let mut prover = prover(4 << 20);
        let effort = Effort { proof_nodes: self.nodes, ..Effort::default() };
        let mut report = wire::TruthBench { positions: samples.len(), ..wire::TruthBench::default() };
        for sample in &samples {
            let found = claims(&sample.position, sample.before.as_ref(), &mut prover, effort);
            let (new, old): (Vec<_>, Vec<_>) = found.into_iter().partition(|claim| claim.net >= effort.threshold);
            report.claims += new.len();
            report.recaptures += old.len();
            let Some(claim) = new.first() else {
                continue;
            };
            let opinion = Arguments::ask(&mut engine, claim, sample.before.as_ref(), self.engine_nodes)?;
            report.checked += 1;
            report.confirmed += usize::from(opinion.confirmed);
            report.confirmed_strictly += usize::from(opinion.strict);
            if !opinion.confirmed {
                report.disagreements.push(wire::Disagreement {
                    id: sample.id.clone(),
                    fen: claim.position.fen(),
                    turn: claim.position.turn().into(),
                    trigger: claim.trigger.clone(),
                    san: claim.san.clone(),
                    gain: claim.claim.gain(),
                    after: reti::explain::score(opinion.after),
                    before: opinion.before.map(reti::explain::score),
                    side: claim.position.turn().into(),
                    line: claim.line.clone(),
                    line_san: claim.line_san.clone(),
                });
            }
        }
        report.claims_per_position = report.claims as f64 / report.positions.max(1) as f64;
        let share = |part: usize| part as f64 / report.checked.max(1) as f64;
        (report.share_strict, report.share) = (share(report.confirmed_strictly), share(report.confirmed));
        self.report.write(|| text(&report), || wire::to_json(&report))
    }

    fn ask(
        engine: &mut UciAdvisor,
        claim: &ProvenClaim,
        before: Option<&Position>,
        nodes: u64,
    ) -> Result<Opinion, Silence> {
        let mut worth = |position: &Position| -> Result<Score, Silence> {
            engine.forget();
            Ok(engine.best(position, nodes, 1)?.score)
        };
        let told = worth(&claim.after)?.turned();
        let after = told.rank();
        let Some(gain) = claim.claim.gain() else {
            let confirmed = after > MATE;
            return Ok(Opinion {
                after: told,
                before: None,
                strict: confirmed,
                confirmed: confirmed || after >= 1_000,
            });
        };
        let needed = gain.min(ROOK) - 100;
        let by_count = after >= in_engine_units(claim.lead + gain).min(claim.lead + gain.min(ROOK)) - 100;
        let earlier = match before {
            Some(before) => Some(worth(before)?.turned()),
            None => None,
        };
        let mate = after > MATE;
        let strict = mate || earlier.is_some_and(|earlier| after >= earlier.rank() + claim.net - 100);
        let by_earlier = earlier.is_some_and(|earlier| after >= earlier.rank() + claim.net.min(ROOK) - 100);
        if strict || by_earlier || by_count {
            return Ok(Opinion { after: told, before: earlier, strict, confirmed: true });
        }
        // Is it at least the engine's own choice, and much better than doing nothing?
        let root = worth(&claim.position)?.rank();
        let confirmed = after >= root - 50
            && match claim.position.pass() {
                Some(passed) => {
                    let passed = worth(&passed)?.turned().rank();
                    after >= passed + needed || after >= 500 && passed >= 300
                }
                None => true,
            };
        Ok(Opinion { after: told, before: earlier, strict, confirmed })
    }

    fn samples(&self) -> Result<Vec<Sample>, Failure> {
        let mut all = Vec::new();
        if let Some(path) = &self.puzzles {
            let mut samples = Vec::new();
            for record in puzzle::records(terminal::open(path)?)? {
                let record = record?;
                let line = record.line()?;
                let after = line.positions()[line.first()].clone();
                let start = line.positions()[0].clone();
                samples.push(if self.before {
                    Sample { id: record.id.clone(), position: start, before: None }
                } else {
                    Sample { id: record.id.clone(), position: after, before: Some(start) }
                });
            }
            all.extend(self.choose(samples));
        }
        if let Some(path) = &self.games {
            let mut samples = Vec::new();
            for game in terminal::games(path)? {
                let game = game.map_err(|error| Failure::File(path.display().to_string(), error))?;
                let positions = game.positions();
                for (ply, pair) in positions.windows(2).enumerate().skip(12) {
                    let [before, position] = pair else {
                        continue;
                    };
                    let id = format!("game {} ply {}", game.number, ply + 1);
                    samples.push(Sample { id, position: position.clone(), before: Some(before.clone()) });
                }
            }
            all.extend(self.choose(samples));
        }
        Ok(all)
    }

    fn choose(&self, mut samples: Vec<Sample>) -> Vec<Sample> {
        samples.sort_by_cached_key(|sample| sample_key(&sample.id, self.seed));
        samples.truncate(self.sample);
        samples
    }
}

fn text(report: &wire::TruthBench) -> String {
    let mut out = format!(
        "{} positions, {} claims ({:.3} per position), {} recaptures left out\n{} checked: {} confirmed strictly ({:.2} %), {} in any of the ways ({:.2} %)\n",
        report.positions,
        report.claims,
        report.claims_per_position,
        report.recaptures,
        report.checked,
        report.confirmed_strictly,
        100.0 * report.share_strict,
        report.confirmed,
        100.0 * report.share
    );
    let told = |score: &reti::wire::Score| match (score.cp, score.mate) {
        (_, Some(moves)) => format!("mate {moves}"),
        (cp, None) => cp.unwrap_or(0).to_string(),
    };
    for item in &report.disagreements {
        let gain = item.gain.map_or("mate".to_owned(), |gain| gain.to_string());
        let before = item.before.as_ref().map_or("-".to_owned(), told);
        let _ = writeln!(
            out,
            "{}: {} {} claims {gain}, engine {} after, {before} before\n  {}",
            item.id,
            item.fen,
            item.san,
            told(&item.after),
            item.line_san.join(" ")
        );
    }
    out
}
