//! Where questions are asked: an advisor that knows tables, and a prover that does not.
//!
//! Proofs stand on the board alone: a fork that wins a rook is told so also where a table calls the ending
//! won. What tables know is told beside it.
//!
//! A lesson asks at two desks at once. Each has its own memory and answers its questions in a fixed
//! order, so a lesson is the same however many cores there are.

use reti_core::chess::{Move, Position};
use reti_search::{
    advice::{Advisor, Informed, Look, Own, Silence, Stop},
    opportunity::{Effort, Opportunity, opportunities},
    probe::Probe,
    proof::Prover,
};

use crate::budget::Budget;

/// How much a desk remembers: in large memories much is cleared for little where few nodes are spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Mebibytes of our own advisor.
    table: usize,
    /// Bytes of the prover.
    prover: usize,
}

impl Size {
    /// As much as any lesson needs.
    const WHOLE: Size = Size { table: 16, prover: 4 << 20 };

    /// For a lesson that spends so much; all of it from 600,000 nodes on.
    pub fn of(budget: Budget) -> Size {
        let part = (budget.nodes / 37_500).clamp(1, 16) as usize;
        Size { table: Size::WHOLE.table * part / 16, prover: Size::WHOLE.prover / 16 * part }
    }
}

/// Points within which two looks say the same.
const STEADY: f64 = 2.0;

/// An advisor and a prover.
pub struct Desk<'a> {
    advisor: Box<dyn Advisor + 'a>,
    prover: Prover<'a>,
    tables: &'a dyn Probe,
}

impl<'a> Desk<'a> {
    /// A desk with our own engine, for a lesson about this position.
    pub fn own(position: &Position, tables: &'a dyn Probe) -> Desk<'a> {
        Desk::own_until(position, tables, &|| false)
    }

    /// The same, whose searches end when nobody wants to know any more.
    pub fn own_until(position: &Position, tables: &'a dyn Probe, stop: Stop<'a>) -> Desk<'a> {
        Desk::own_with(Size::WHOLE, position, tables, stop)
    }

    /// The same with less memory.
    pub fn own_with(size: Size, position: &Position, tables: &'a dyn Probe, stop: Stop<'a>) -> Desk<'a> {
        let own = Own::new(size.table, position.turn()).until(stop);
        Desk::remembering(size, Box::new(own), tables).until(stop)
    }

    /// A desk with another advisor.
    pub fn with(advisor: Box<dyn Advisor + 'a>, tables: &'a dyn Probe) -> Desk<'a> {
        Desk::remembering(Size::WHOLE, advisor, tables)
    }

    fn remembering(size: Size, advisor: Box<dyn Advisor + 'a>, tables: &'a dyn Probe) -> Desk<'a> {
        let advisor = Box::new(Informed { tables, otherwise: advisor });
        Desk { advisor, prover: Prover::new(size.prover), tables }
    }

    /// Its proofs end when nobody wants to know any more.
    #[must_use]
    pub fn until(mut self, stop: Stop<'a>) -> Desk<'a> {
        self.prover = self.prover.with_stop(stop);
        self
    }

    /// The advisor.
    pub fn advisor(&mut self) -> &mut (dyn Advisor + 'a) {
        &mut *self.advisor
    }

    /// The prover.
    pub fn prover(&mut self) -> &mut Prover<'a> {
        &mut self.prover
    }

    /// The tables.
    pub fn tables(&self) -> &'a dyn Probe {
        self.tables
    }

    /// The best move, looked for until two looks agree: a third of the nodes, two thirds, and if the move or
    /// its chances still change, as many again. What is clear costs little, what is not gets more.
    pub fn best(&mut self, position: &Position, nodes: u64) -> Result<Look, Silence> {
        let early = self.advisor.best(position, nodes / 3, 1)?;
        let late = self.advisor.best(position, nodes * 2 / 3, 1)?;
        let changed = (early.score.chance() - late.score.chance()).abs() >= STEADY;
        let steady = late.is_exact() || early.best() == late.best() && !changed;
        if steady { Ok(late) } else { self.advisor.best(position, nodes, 1) }
    }

    /// The same after a legal move, seen by its mover.
    pub fn best_after(&mut self, position: &Position, m: Move, nodes: u64) -> Result<Look, Silence> {
        Ok(self.best(&position.play(m), nodes)?.before(m))
    }

    /// What happens after a legal move.
    pub fn after(&mut self, position: &Position, m: Move, nodes: u64) -> Result<Look, Silence> {
        self.advisor.after(position, m, nodes)
    }

    /// The same look with a line of at least so many plies, unless the game ends: an engine's own line may
    /// break off where its memory did.
    pub fn lengthened(
        &mut self,
        position: &Position,
        mut look: Look,
        plies: usize,
        nodes: u64,
    ) -> Result<Look, Silence> {
        let Some(first) = look.lines.first_mut() else { return Ok(look) };
        let mut here = first.moves.iter().fold(position.clone(), |here, &m| here.play(m));
        while first.moves.len() < plies && !here.legal_moves().is_empty() {
            let next = self.advisor.best(&here, nodes, 1)?;
            let wanted = plies - first.moves.len();
            let more: Vec<Move> = next.line().iter().copied().take(wanted.max(1)).collect();
            if more.is_empty() {
                break;
            }
            here = more.iter().fold(here, |here, &m| here.play(m));
            first.moves.extend(more);
        }
        Ok(look)
    }

    /// What the side to move is proven to win, the advisor not doubting it.
    pub fn opportunities(&mut self, position: &Position, effort: Effort) -> Vec<Opportunity> {
        opportunities(position, &mut self.prover, Some(&mut *self.advisor), effort)
    }
}
