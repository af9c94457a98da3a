//! What is proven at each position of a game.
//!
//! The narrow door to the rest of Reti: opportunities come from `reti_search::opportunity`, sentences
//! about them from `sentence`. Comments are made of nothing else, so what these learn to say better,
//! annotations say better.

use reti_core::{
    chess::{Move, PieceType, Position},
    exchange::see_exact,
    motif::Kind,
    relation::Relations,
    tactic::{self, Tactic},
    value::worth,
};
use reti_search::{
    opportunity::{Effort, Opportunity, opportunities},
    probe::Probe,
    proof::{Certificate, Claim, Prover},
};

use crate::{
    proof::uci_line,
    sentence::{Filling, Words},
    tactics::{meaning_of_role, wire_tactic},
    wire, words,
};

/// A proven opportunity of the side to move.
#[derive(Clone, Debug)]
pub(super) struct Proven {
    position: Position,
    opportunity: Opportunity,
    proof: Certificate,
}

/// The proven opportunities of the side to move, best first.
pub(super) fn scan(position: &Position, effort: Effort, tables: &dyn Probe) -> Vec<Proven> {
    let mut prover = Prover::new(1 << 20);
    // Where every move leads into a table, "it wins by the table" is no news, but a mate is.
    if tables.probe(position).is_none() {
        prover = prover.with_probe(tables);
    }
    let found = opportunities(position, &mut prover, effort);
    let proven = found.into_iter().filter_map(|opportunity| {
        let proof = opportunity.proof()?.clone();
        Some(Proven { position: position.clone(), opportunity, proof })
    });
    proven.take(3).collect()
}

impl Proven {
    pub fn trigger(&self) -> Move {
        self.opportunity.trigger
    }

    pub fn claim(&self) -> Claim {
        self.proof.claim
    }

    /// Whether the first exchange already brings it all: nothing that had to be found.
    pub fn is_obvious(&self) -> bool {
        self.claim().gain().is_some_and(|gain| see_exact(&self.position, self.trigger()) >= gain)
    }

    /// The line in which the defender holds out best.
    pub fn line(&self) -> Vec<Move> {
        self.proof.line()
    }

    /// The claim as data.
    pub fn wire(&self, words: &Words) -> wire::Claim {
        let (claim, trigger) = (self.claim(), self.trigger());
        let (_, created) = self.created();
        let mut shapes = Vec::new();
        if let Some(from) = trigger.from() {
            let to = Some(trigger.to().to_string());
            shapes.push(wire::Shape { from: from.to_string(), to, meaning: "attacker" });
        }
        // The squares of a mate belong to the last board of the line, not to this one.
        for (role, squares) in created.iter().filter(|_| claim.mate().is_none()).flat_map(|tactic| &tactic.roles.0) {
            let meaning = meaning_of_role(role);
            shapes.extend(squares.iter().map(|square| wire::Shape { from: square.clone(), to: None, meaning }));
        }
        let promise = Filling::new().with("move", self.numbered()).with("promise", self.promise(words));
        let mut text = words.say("annotations/claim", promise);
        for point in self.points(words) {
            text.push(' ');
            text.push_str(&point);
        }
        wire::Claim {
            kind: "opportunity",
            motifs: created.iter().map(|tactic| tactic.motif).collect(),
            roles: created.first().map(|tactic| tactic.roles.clone()).unwrap_or_default(),
            trigger: Some(self.position.uci(trigger)),
            verdict: Some("proven"),
            gain: claim.gain(),
            mate: claim.mate(),
            line: uci_line(&self.position, &self.line()),
            text,
            shapes,
        }
    }

    /// `12. Nc7+`, by the number of the position.
    pub fn numbered(&self) -> String {
        numbered(&self.position, self.trigger())
    }

    /// What the trigger does: `wins the rook`, `wins at least 5 pawns`, `forces mate in 2`.
    pub fn promise(&self, words: &Words) -> String {
        let filling = Filling::new();
        // The exchange keeps all that the capture takes.
        let won =
            self.trigger().capture().filter(|&piece| self.is_obvious() && self.claim().gain() == Some(worth(piece)));
        let (template, filling) = match (self.claim(), won) {
            (_, Some(piece)) => ("wins-piece", filling.with("piece", kind(words, piece))),
            (Claim::Mate(1), _) => ("is-mate", filling),
            (Claim::Mate(moves), _) => ("forces-mate", filling.with("mate", moves)),
            (Claim::Gain(gain), _) => ("wins", filling.with("gain", words.sum(gain))),
            (Claim::Win, _) => ("wins-by-table", filling),
        };
        words.fill(&format!("annotations/{template}"), filling)
    }

    /// Why: a sentence for each tactic that carries it, true on the board after the trigger or, for a
    /// mate, at the end of the line. What one exchange brings needs no reason.
    pub fn points(&self, words: &Words) -> Vec<String> {
        if self.is_obvious() {
            return Vec::new();
        }
        let (after, created) = self.created();
        created.iter().map(|tactic| words.tactic(after.board(), tactic)).collect()
    }

    /// The tactics that the claim rests on, and the position that shows them.
    fn created(&self) -> (Position, Vec<wire::Tactic>) {
        if self.claim().mate().is_some() {
            let end = self.line().iter().fold(self.position.clone(), |position, &m| position.play(m));
            let relations = Relations::new(&end);
            let named = |tactic: &Tactic| tactic.motif.kind == Kind::Mate && !tactic.motif.name.starts_with("unnamed");
            let mates = tactic::tactics(&relations).into_iter().filter(named);
            let told = mates.take(1).map(|tactic| wire_tactic(&relations, &tactic)).collect();
            return (end, told);
        }
        let after = self.position.play(self.trigger());
        let relations = Relations::new(&after);
        let all = &self.opportunity.tactics;
        let counts = |tactic: &&Tactic| {
            let value = tactic.value(&relations);
            value.is_sound && value.material_delta >= LEAST_POINT && !tactic::is_repetition(tactic, all)
        };
        let mut created: Vec<&Tactic> = all.iter().filter(counts).collect();
        created.sort_by_key(|tactic| std::cmp::Reverse(tactic.value(&relations).material_delta));
        let told = created.into_iter().take(MOST_POINTS).map(|tactic| wire_tactic(&relations, tactic)).collect();
        (after, told)
    }
}

/// How many of the tactics that a move creates are told with it.
const MOST_POINTS: usize = 2;
/// What a tactic must be worth to be a reason, in centipawns.
const LEAST_POINT: i32 = 200;

/// A move with its number: `12. Nc7+`, `12... Qd7`.
pub(super) fn numbered(position: &Position, m: Move) -> String {
    let dots = if position.turn().is_white() { "." } else { "..." };
    format!("{}{dots} {}", position.fullmoves(), position.san(m))
}

/// A kind of piece by its bare name.
pub(super) fn kind(words: &Words, piece: PieceType) -> String {
    words.fill(&format!("annotations/kind-{}", words::piece_type(piece)), Filling::new())
}

/// What a move takes or promotes to, in centipawns.
pub(super) fn taken(m: Move) -> i32 {
    let promoted = m.promotion().map_or(0, |piece| worth(piece) - worth(PieceType::Pawn));
    m.capture().map_or(0, worth) + promoted
}
