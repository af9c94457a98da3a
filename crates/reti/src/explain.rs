//! What is going on here: opportunities, threats and what stands on the board, in words.
//!
//! An explanation is a list of claims (DESIGN, "One result type"). What the side to move can win, and
//! what the other side would win if it were to move, is *proven*: a tree with an answer to every
//! reply, accepted by the checker. What is merely there, a pin or a passed pawn, is said as it stands
//! on the board and promises nothing. Where nothing is proven, the text says so (seed 000, section 6;
//! seed 003, "Rendering"; decision D-75). [`lesson_of_move`] asks the same questions about a move:
//! what it allows, what it missed and what it changes.
//!
//! Every sentence comes from a template and is read back by the checker in `tests/faithful.rs`, which
//! shares no code with the rest.

pub mod bench;
mod candidate;
mod defence;
mod endgame;
mod played;
mod points;
mod proven;
mod standing;
mod text;

use reti_core::{
    chess::{Move, Position},
    motif::Kind,
    relation::Relations,
    tactic,
};
use reti_search::{
    opportunity::Effort,
    probe::Probe,
    proof::{Certificate, Prover},
};

use crate::{sentence::Words, wire, words};

pub(crate) use proven::numbered;
pub(crate) use text::wrapped;
pub use text::{svg, text};

/// A position that shows what an explanation is: the trap of Légal, after the queen was taken.
pub const SAMPLE: &str = "rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq - 0 6";

/// For whom an explanation is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Small gains are told too, positional terms are not.
    Beginner,
    /// Pins, forks and weaknesses.
    #[default]
    Club,
    /// Only tactics that win a pawn or more, but every observation and every theme of a line.
    Expert,
}

impl Level {
    /// From how many centipawns on an estimate is worth a sentence (seed 003, "Configuration").
    fn threshold(self) -> i32 {
        match self {
            Level::Beginner => 20,
            Level::Club => 50,
            Level::Expert => 100,
        }
    }

    /// How many sentences say what a line uses.
    fn points(self) -> usize {
        match self {
            Level::Beginner => 2,
            Level::Club => 3,
            Level::Expert => usize::MAX,
        }
    }
}

/// What to explain, and how hard to try.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// For whom.
    pub level: Level,
    /// What the search for proofs may spend.
    pub effort: Effort,
}

/// What explanations are made of besides the position: the language, and exact values if there are any.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    /// The sentences.
    pub words: &'a Words,
    /// Tables, such as `tables::Embedded`; without them endings of three men are known.
    pub probe: Option<&'a dyn Probe>,
    /// Nodes for the engine where nothing is proven; none if it shall not be asked.
    pub engine_nodes: Option<u64>,
}

impl Default for Sources<'_> {
    fn default() -> Self {
        Sources { words: Words::english(), probe: None, engine_nodes: None }
    }
}

/// An explanation with the proofs behind it.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// What is told.
    pub told: wire::Explanation,
    /// The proof of each claim, in the same order; none for what is simply there.
    pub proofs: Vec<Option<Certificate>>,
}

/// A claim on its way into a lesson.
struct Draft {
    claim: wire::Claim,
    proof: Option<Certificate>,
}

/// What every part of an explanation needs.
struct Context<'a> {
    options: Options,
    words: &'a Words,
    probe: Option<&'a dyn Probe>,
    engine_nodes: Option<u64>,
}

impl<'a> Context<'a> {
    fn new(options: Options, sources: Sources<'a>) -> Context<'a> {
        let Sources { words, probe, engine_nodes } = sources;
        Context { options, words, probe, engine_nodes }
    }

    /// Proofs stand on the board alone: a fork that wins a rook is told so also where a table calls the
    /// ending won. What tables know of the position is told beside it.
    fn prover() -> Prover<'static> {
        Prover::new(4 << 20)
    }
}

/// Explains a position in English.
pub fn explain(position: &Position, options: Options) -> wire::Explanation {
    lesson(position, options, Sources::default()).told
}

/// Explains a position.
pub fn lesson(position: &Position, options: Options, sources: Sources<'_>) -> Lesson {
    let context = Context::new(options, sources);
    // A game that is over has no threats any more; a mate is told by its name.
    if position.is_stalemate() {
        return finished(position, None, Vec::new());
    }
    let relations = Relations::new(position);
    let found = tactic::tactics(&relations);
    let mut drafts = Vec::new();
    if !found.iter().any(|tactic| tactic.motif.kind == Kind::Mate) {
        // Two questions that know nothing of each other.
        let (opportunities, threats) =
            rayon::join(|| opportunities(&context, position), || threats(&context, position));
        drafts.extend(opportunities);
        drafts.extend(threats);
    }
    drafts.extend(standing::claims(&context, &relations, &found));
    finished(position, None, drafts)
}

/// What the side to move can do.
fn opportunities(context: &Context<'_>, position: &Position) -> Vec<Draft> {
    let mut drafts = endgame::claims(context, position);
    // The engine thinks meanwhile: its choice is told if nothing is proven.
    let (proven, choice) = rayon::join(
        || proven::claims(context, position, proven::View::Opportunity),
        || candidate::search(context, position, None),
    );
    drafts.extend(proven);
    if drafts.is_empty() {
        let moves = choice.map(|(_, moves)| moves).unwrap_or_default();
        drafts.extend(candidate::choice(context, position, &moves));
    }
    drafts
}

/// What the other side would do if it were to move.
fn threats(context: &Context<'_>, position: &Position) -> Vec<Draft> {
    let passed = position.pass();
    passed.map(|passed| proven::claims(context, &passed, proven::View::Threat)).unwrap_or_default()
}

/// Explains a legal move: what it wins, what it allows, what was missed and what it changes.
pub fn lesson_of_move(position: &Position, m: Move, options: Options, sources: Sources<'_>) -> Lesson {
    let context = Context::new(options, sources);
    finished(position, Some(m), played::claims(&context, position, m))
}

/// Puts claims together; a sentence that was said is not said again.
fn finished(position: &Position, played: Option<Move>, drafts: Vec<Draft>) -> Lesson {
    let mut told: Vec<wire::Claim> = Vec::new();
    let mut proofs = Vec::new();
    for Draft { claim, proof } in drafts {
        if !claim.text.is_empty() && told.iter().all(|earlier| earlier.text != claim.text) {
            told.push(claim);
            proofs.push(proof);
        }
    }
    let side = words::color(position.turn());
    let played = played.map(|m| position.uci(m));
    let told =
        wire::Explanation { schema: wire::SCHEMA, fen: position.fen(), side, played, claims: told, tables: Vec::new() };
    Lesson { told, proofs }
}

#[cfg(test)]
mod tests;
