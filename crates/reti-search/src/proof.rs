//! Proofs: does this move really win something?
//!
//! PARADISE's idea on today's machines: patterns propose, a focused search over forcing lines
//! disposes, and what it returns is evidence that anyone can replay (seed 000, section 6; decisions
//! D-40 to D-46). [`prove`] searches, writes the proof down as a [`Certificate`] and hands it to the
//! [checker](check()); only what the checker accepts is called proven. Running out of budget is never a
//! refutation.

pub mod certificate;
pub mod check;
pub mod degree;
mod dfpn;
pub mod forcing;
pub mod goal;
mod table;

use reti_core::chess::{Move, Position};

use crate::probe::Probe;
pub use certificate::{Attack, Certificate, CertificateError, Defense, Payoff};
pub use check::{Fault, FaultKind, check, check_until, check_within};
use dfpn::{End, Search};
use forcing::Width;
pub use goal::Goal;
use goal::{GoalTest, is_out_of_moves};
use table::Table;

/// The limits of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Positions for which the goal is tested (decision D-46).
    pub nodes: u64,
    /// Bytes of the table.
    pub table_bytes: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { nodes: 100_000, table_bytes: 16 << 20 }
    }
}

/// What a search found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The checker has accepted this proof.
    Proven(Box<Certificate>),
    /// No line of forcing moves reaches the goal; the reply that shows it, if one move was asked for.
    Refuted(Option<Move>),
    /// The budget was spent first.
    Unknown,
}

/// A verdict with what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What was found out.
    pub verdict: Verdict,
    /// Positions for which the goal was tested.
    pub nodes: u64,
    /// The deepest ply that was looked at.
    pub deepest: u32,
    /// The proof number of the claim where the search ended: how many positions must at least still be won
    /// for it to be proven, 0 if it is; none if the tree of the last width is exhausted without a proof.
    pub proof_number: Option<u32>,
    /// Whether the search ended because its nodes, or the time of who asked, were spent. An unknown verdict
    /// without that means that lines longer than a proof may be would be needed.
    pub is_spent: bool,
}

impl Outcome {
    /// Nothing was looked at.
    pub const NOTHING: Outcome =
        Outcome { verdict: Verdict::Unknown, nodes: 0, deepest: 0, proof_number: Some(1), is_spent: false };

    /// The proof, if there is one.
    pub fn proof(&self) -> Option<&Certificate> {
        if let Verdict::Proven(certificate) = &self.verdict { Some(certificate) } else { None }
    }
}

/// A prover: a table that is reused from search to search, and exact values if there are any.
pub struct Prover<'a> {
    table: Table,
    probe: Option<&'a dyn Probe>,
    stop: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Prover<'a> {
    /// A prover with a table of so many bytes.
    pub fn new(table_bytes: usize) -> Prover<'a> {
        Prover { table: Table::new(table_bytes), probe: None, stop: &|| false }
    }

    /// Uses exact values at the leaves.
    #[must_use]
    pub fn with_probe(mut self, probe: &'a dyn Probe) -> Prover<'a> {
        self.probe = Some(probe);
        self
    }

    /// Asks now and then whether to stop early, as after Ctrl-C.
    #[must_use]
    pub fn with_stop(mut self, stop: &'a (dyn Fn() -> bool + Sync)) -> Prover<'a> {
        self.stop = stop;
        self
    }

    /// Tries to prove a goal for the side to move, with any first move or only with `only`.
    pub fn prove(&mut self, position: &Position, goal: Goal, only: Option<Move>, nodes: u64) -> Outcome {
        let stages: &[(Width, u64)] = match goal {
            Goal::Mate { .. } => &[(Width::Checks, 4), (Width::Threats, 4), (Width::All, 1)],
            Goal::Gain(_) => &[(Width::Forcing, 4), (Width::Threats, 2), (Width::All, 1)],
        };
        let mut outcome = Outcome::NOTHING;
        self.table.clear();
        for &(width, share) in stages {
            // The first stage may not spend everything: the next one sees more.
            let left = nodes.saturating_sub(outcome.nodes);
            self.table.keep_proofs();
            let stage = self.search(position, goal, only, width, left / share);
            outcome.nodes += stage.nodes;
            outcome.deepest = outcome.deepest.max(stage.deepest);
            outcome.proof_number = stage.proof_number;
            outcome.is_spent = stage.is_spent;
            // What the forcing moves cannot do stays refuted if a wider search only runs out of nodes.
            if stage.verdict != Verdict::Unknown {
                outcome.verdict = stage.verdict;
            }
            if matches!(outcome.verdict, Verdict::Proven(_)) {
                break;
            }
        }
        outcome
    }

    /// One search at one width.
    pub fn stage(&mut self, position: &Position, goal: Goal, only: Option<Move>, width: Width, nodes: u64) -> Outcome {
        self.table.clear();
        self.search(position, goal, only, width, nodes)
    }

    fn search(&mut self, position: &Position, goal: Goal, only: Option<Move>, width: Width, nodes: u64) -> Outcome {
        if !goal.is_possible() || is_out_of_moves(position) {
            return Outcome::NOTHING;
        }
        let test = GoalTest::new(position, goal, self.probe).within(nodes, self.stop);
        let mut search = Search::new(&test, width, &mut self.table, nodes, self.stop);
        search.only = only;
        let end = search.run(position);
        let mut proof_number = match end {
            End::Proven => Some(0),
            End::Disproven { .. } => None,
            End::OutOfBudget { proof } => Some(proof),
        };
        let verdict = match end {
            End::OutOfBudget { .. } => Verdict::Unknown,
            // A mate that is only too far away, or outside a narrow search, is not refuted.
            End::Disproven { limited } => match goal {
                Goal::Mate { within: None } if limited || width != Width::All => Verdict::Unknown,
                Goal::Mate { .. } if width != Width::All => Verdict::Unknown,
                Goal::Gain(_) if limited || width < Width::Threats => Verdict::Unknown,
                _ => Verdict::Refuted(only.and_then(|m| search.refutation(position, m))),
            },
            End::Proven => {
                // Writing the proof down may need nodes again where the table has forgotten.
                search.limit = search.nodes.saturating_add(nodes.max(1000));
                let tree = search.tree(position);
                tree.map(|(first, then)| Certificate::new(position.clone(), goal, first, then))
                    .filter(|certificate| check_within(certificate, self.probe, self.stop, checking(nodes)).is_ok())
                    .map_or(Verdict::Unknown, |certificate| Verdict::Proven(Box::new(certificate)))
            }
        };
        if proof_number == Some(0) && verdict == Verdict::Unknown {
            // The tree was too large to be written down, or the checker refused it: one position is open.
            proof_number = Some(1);
        }
        let is_spent = matches!(end, End::OutOfBudget { .. });
        Outcome { verdict, nodes: search.nodes, deepest: search.deepest, proof_number, is_spent }
    }
}

/// Positions that the checker may look at behind the leaves of a proof, for each node that its search may cost: a
/// proof that takes far longer to check than to find is of no use to who wanted it within a budget. Set by hand on
/// four positions of a rated game, in which checking took most of ten processor seconds.
const CHECKED_PER_NODE: u64 = 200;
/// The same at least.
const CHECKED_AT_LEAST: u64 = 100_000;

fn checking(nodes: u64) -> u64 {
    nodes.saturating_mul(CHECKED_PER_NODE).max(CHECKED_AT_LEAST)
}

/// Tries to prove a goal for the side to move; see [`Prover`] for more choices.
pub fn prove(position: &Position, goal: Goal, only: Option<Move>, budget: Budget) -> Outcome {
    Prover::new(budget.table_bytes).prove(position, goal, only, budget.nodes)
}
