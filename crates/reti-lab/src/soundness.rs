//! What another engine says about the soundness of tactics.
//!
//! Every tactic of a position is judged as `reti tactics --prove` judges it; the engine then looks at each
//! with a fixed number of nodes. A *sound* tactic is confirmed if the engine's score after its first move (or
//! of the position, where the other side is to move) reaches what the material says with the proven gain, less
//! a pawn; gains and leads above a rook count less, because engine units do not grow with material; or if the
//! move is the engine's own choice and better than a pass by the gain less a pawn. A *refuted* tactic is real
//! if the engine, made to begin it, finds a line that wins material by it and a score that shows it, and the
//! move does not waste more than it wins: the count by which verdicts are found, with another engine and more
//! nodes.

use reti_core::{
    chess::{Move, Position},
    value::balance,
};
use reti_search::{
    advice::{Advisor, Look, Silence},
    proof::{Payoff, check},
    score::Score,
    soundness::{Judged, Survey, Verdict, first_moves, is_advantage, won_by},
};

/// Up to this an engine's score grows as material does, in centipawns.
const ROOK: i32 = 500;
/// What a confirmation may miss, in centipawns.
const MISSED: i32 = 100;
/// Scores beyond this are mates.
const MATE: i32 = 25_000;
/// A claimed mate is also confirmed by a score like this.
const DECISIVE: i32 = 1_000;
/// The least gain that counts.
const THRESHOLD: i32 = 100;

/// Counts of verdicts and of what became of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// Positions.
    pub positions: usize,
    /// Tactics on their boards.
    pub tactics: usize,
    /// Tactics that proven moves make.
    pub made: usize,
    /// Verdicts on the tactics of the boards: sound, likely, refuted, unknown.
    pub verdicts: [usize; 4],
    /// Sound verdicts, made tactics included, that the engine was asked about.
    pub sound_checked: usize,
    /// Those that it does not confirm.
    pub sound_wrong: usize,
    /// Refuted verdicts that the engine was asked about.
    pub refuted_checked: usize,
    /// Those that are real to it.
    pub refuted_real: usize,
    /// Certificates of sound tactics.
    pub certificates: usize,
    /// Those that the checker accepted again from their text.
    pub accepted: usize,
    /// Puzzles.
    pub puzzles: usize,
    /// Puzzles in which a tactic of the solution is sound.
    pub solutions_sound: usize,
    /// Puzzles in which the solution is proven, with or without a tactic.
    pub solutions_proven: usize,
    /// Every verdict that the engine does not share: kind, place, what.
    pub notes: Vec<(String, String)>,
}

impl Tally {
    /// Counts the verdicts on a position; `solution` is the first move of a puzzle.
    pub fn add(&mut self, survey: &Survey, position: &Position, solution: Option<Move>) {
        self.positions += 1;
        self.tactics += survey.tactics.len();
        for judged in &survey.tactics {
            self.verdicts[judged.soundness.verdict as usize] += 1;
        }
        let made = || survey.made.iter().flat_map(|made| &made.tactics);
        self.made += made().count();
        let proofs = made().chain(&survey.tactics).flat_map(|judged| &judged.soundness.certificates);
        for proof in proofs {
            self.certificates += 1;
            let read = proof.to_string().parse();
            self.accepted += usize::from(read.is_ok_and(|read| read == *proof && check(&read, None).is_ok()));
        }
        let Some(solution) = solution else { return };
        self.puzzles += 1;
        let mates = |m: Move| position.play(m).is_checkmate();
        let solves = |m: &Move| *m == solution || mates(solution) && mates(*m);
        let is_sound = |judged: &Judged| judged.soundness.verdict == Verdict::Sound;
        let begins = |judged: &&Judged| is_sound(judged) && judged.soundness.line.first().is_some_and(solves);
        let on_board = survey.tactics.iter().any(|judged| begins(&judged));
        let solving = || survey.made.iter().filter(|made| solves(&made.opportunity.trigger));
        let sound = on_board || solving().flat_map(|made| &made.tactics).any(is_sound);
        self.solutions_sound += usize::from(sound);
        self.solutions_proven += usize::from(sound || solving().next().is_some());
    }

    /// Puts the verdicts on a position to the engine.
    pub fn ask(
        &mut self,
        id: &str,
        survey: &Survey,
        position: &Position,
        engine: &mut dyn Advisor,
        nodes: u64,
    ) -> Result<(), Silence> {
        let mut bench = Bench { position, engine, nodes, standing: None, known: Vec::new() };
        let on_board = survey.tactics.iter().map(|judged| (judged, None));
        let made = survey.made.iter();
        let made = made.flat_map(|made| made.tactics.iter().map(|judged| (judged, Some(made.opportunity.trigger))));
        for (judged, trigger) in on_board.chain(made) {
            let told = || {
                let soundness = &judged.soundness;
                let line: Vec<String> = soundness.line.iter().map(ToString::to_string).collect();
                let motif = judged.tactic.motif.name;
                format!("{} {motif} {} {:?}: {}", position.fen(), judged.tactic.cast, soundness.payoff, line.join(" "))
            };
            match judged.soundness.verdict {
                Verdict::Sound => {
                    self.sound_checked += 1;
                    if !bench.confirms(judged, trigger)? {
                        self.sound_wrong += 1;
                        self.notes.push((format!("sound {id}"), told()));
                    }
                }
                Verdict::Refuted if trigger.is_none() => {
                    self.refuted_checked += 1;
                    if let Some(line) = bench.finds_real(judged)? {
                        self.refuted_real += 1;
                        self.notes.push((format!("real {id}"), format!("{} | {line}", told())));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// One position before the engine.
struct Bench<'b, 'a> {
    position: &'b Position,
    engine: &'b mut (dyn Advisor + 'a),
    nodes: u64,
    /// What it says about the position, once it was asked.
    standing: Option<Look>,
    /// What it said after first moves.
    known: Vec<(Move, Score)>,
}

impl Bench<'_, '_> {
    fn stand(&mut self) -> Result<Look, Silence> {
        if self.standing.is_none() {
            self.engine.forget();
            self.standing = Some(self.engine.best(self.position, self.nodes, 1)?);
        }
        Ok(self.standing.clone().expect("just asked"))
    }

    fn after(&mut self, m: Move) -> Result<Score, Silence> {
        if let Some((_, score)) = self.known.iter().find(|(known, _)| *known == m) {
            return Ok(*score);
        }
        self.engine.forget();
        let score = self.engine.after(self.position, m, self.nodes)?.score;
        self.known.push((m, score));
        Ok(score)
    }

    /// Whether the engine agrees that a tactic wins what is proven; `trigger` is the move that makes it.
    fn confirms(&mut self, judged: &Judged, trigger: Option<Move>) -> Result<bool, Silence> {
        let owner = judged.tactic.cast.owner;
        let own_move = trigger.is_some() || owner == self.position.turn();
        let first = trigger.or(judged.soundness.line.first().copied());
        let score = match first.filter(|_| own_move) {
            Some(m) => self.after(m)?,
            None if own_move => self.stand()?.score,
            None => self.stand()?.score.turned(),
        };
        let score = score.rank();
        let Some(Payoff::Gain(gain)) = judged.soundness.payoff else {
            return Ok(score > MATE || score >= DECISIVE);
        };
        let lead = balance(self.position.board(), owner);
        let by_count = score >= in_engine_units(lead + gain).min(lead + gain.min(ROOK)) - MISSED;
        if by_count || !own_move {
            return Ok(by_count);
        }
        let root = self.stand()?.score.rank();
        if score < root - 50 {
            return Ok(false);
        }
        let Some(passed) = self.position.pass() else { return Ok(true) };
        self.engine.forget();
        let passed = self.engine.best(&passed, self.nodes, 1)?.score.turned().rank();
        Ok(score >= passed + gain.min(ROOK) - MISSED || score >= 500 && passed >= 300)
    }

    /// The line by which the engine wins something with a tactic that we call refuted.
    fn finds_real(&mut self, judged: &Judged) -> Result<Option<String>, Silence> {
        let tactic = &judged.tactic;
        let look = if tactic.cast.owner == self.position.turn() {
            let first = first_moves(self.position, tactic);
            if first.is_empty() {
                return Ok(None);
            }
            self.engine.forget();
            let look = self.engine.best_of(self.position, &first, self.nodes)?;
            if won_by(self.position, tactic, &look, THRESHOLD).is_none()
                || !is_advantage(look.score, self.stand()?.score)
            {
                return Ok(None);
            }
            look
        } else {
            self.stand()?
        };
        let line: Vec<String> = look.line().iter().map(ToString::to_string).collect();
        let told = |won: Payoff| format!("{won:?} {} {}", look.score, line.join(" "));
        Ok(won_by(self.position, tactic, &look, THRESHOLD).map(told))
    }
}

/// What a lead of material is worth to an engine, as `reti bench truth` counts.
fn in_engine_units(lead: i32) -> i32 {
    let rest = lead.abs() - ROOK;
    if rest <= 0 { lead } else { lead.signum() * (ROOK + rest * 2 / 5) }
}
