//! A positional goal: does the readable evaluation improve by so much?
//!
//! The seed's advantage has a third part beside mate and material (section 6.1): a composite evaluation
//! that improves beyond a threshold. No tree of moves proves such a thing, so nothing here is called
//! proven: the engine searches with the learned evaluation at the leaves, and what comes out at the end of
//! its best line is compared with what the same evaluation says about the position as it stands.

use reti_core::{
    chess::{Color, Move, Position},
    field::score::LEARNED,
};
use reti_lessons::words::{Filling, Words};
use reti_search::{
    advice::{Advisor as _, Own, Stop},
    score::Score,
};

use super::{san_line, uci_line};
use crate::wire;

/// A mate in these figures.
const MATE: i32 = 10_000;

/// Reads such a goal: `eval=N`, in centipawns.
pub fn read_goal(text: &str) -> Option<i32> {
    let (name, gain) = text.split_once('=')?;
    gain.parse().ok().filter(|gain| name == "eval" && (1..=MATE).contains(gain))
}

/// A calculated answer.
#[derive(Clone, Debug)]
pub struct Calculated {
    position: Position,
    goal: i32,
    line: Vec<Move>,
    /// The same as plain data.
    pub wire: wire::Proof,
}

/// Calculates whether the side to move can improve the evaluation by so much, with any first move or only one.
/// Nothing is known if the search was stopped before its first answer.
pub fn calculate(position: &Position, goal: i32, only: Option<Move>, nodes: u64, stop: Stop<'_>) -> Calculated {
    let turn = position.turn();
    let before = LEARNED.score_for(turn, position.board());
    let mut advisor = Own::new(16, turn).until(stop);
    let look = match only {
        Some(m) => advisor.after(position, m, nodes),
        None => advisor.best(position, nodes, 1),
    };
    let look = look.ok();
    let after = look.as_ref().map(|look| match look.score {
        Score::MateIn(_) => MATE,
        Score::MatedIn(_) => -MATE,
        score => score.rank().clamp(-MATE, MATE),
    });
    let line = look.as_ref().map_or(Vec::new(), |look| look.line().to_vec());
    let is_reached = after.is_some_and(|after| after - before >= goal);
    let first = only.or(line.first().copied());
    let wire = wire::Proof {
        schema: wire::SCHEMA,
        kind: wire::Kind::new(),
        fen: position.fen(),
        turn: turn.into(),
        verdict: if is_reached { wire::Verdict::Calculated } else { wire::Verdict::Unknown },
        goal: format!("eval {goal}"),
        first: first.map(|m| position.uci(m)),
        san: first.map(|m| position.san(m)),
        gain: None,
        mate: None,
        nodes: look.as_ref().map_or(0, |look| look.nodes),
        spent: !is_reached,
        tree_size: 0,
        line: uci_line(position, &line),
        line_san: san_line(position, &line),
        refutation: None,
        refutation_san: None,
        motifs: Vec::new(),
        evaluation: after.map(|after| wire::CalculatedGain { before, after }),
        tree: None,
        certificate: None,
    };
    Calculated { position: position.clone(), goal, line, wire }
}

impl Calculated {
    /// In words: always *calculated*, never *proven*.
    pub fn text(&self, words: &Words) -> String {
        let sum = |value: i32| words.balance(value);
        let nodes = words.fill("proofs/nodes", Filling::new().with("count", self.wire.nodes));
        let filling = Filling::new()
            .with("side", words.side(self.position.turn()))
            .with("move", self.wire.san.clone().unwrap_or_default())
            .with("goal", words.amount(self.goal))
            .with("nodes", nodes)
            .with("before", self.wire.evaluation.map_or(String::new(), |found| sum(found.before)))
            .with("after", self.wire.evaluation.map_or(String::new(), |found| sum(found.after)))
            .with("line", Words::numbered(&self.position, self.position.fullmoves(), &self.line));
        let is_reached = self.wire.verdict == wire::Verdict::Calculated;
        let template = if is_reached { "calculated" } else { "not-calculated" };
        words.say(&format!("proofs/{template}"), filling) + "\n"
    }

    /// The side that asks.
    pub fn side(&self) -> Color {
        self.position.turn()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fork_improves_the_evaluation_and_a_quiet_move_does_not() {
        let position = crate::read_position("r3k3/5p2/8/3N4/8/8/5PP1/6K1 w - - 0 1").unwrap();
        let found = calculate(&position, 100, position.parse_move("Nc7+").ok(), 20_000, &|| false);
        assert_eq!(found.wire.verdict, wire::Verdict::Calculated);
        let quiet = calculate(&position, 100, position.parse_move("Kh1").ok(), 20_000, &|| false);
        assert_eq!((quiet.wire.verdict, quiet.wire.spent), (wire::Verdict::Unknown, true));
        let told = found.text(Words::english());
        assert!(told.starts_with("Calculated, not proven: Nc7+"), "{told}");
    }

    #[test]
    fn goals_are_read() {
        assert_eq!(["eval=150", "eval=0", "gain=100", "eval"].map(read_goal), [Some(150), None, None, None]);
    }
}
