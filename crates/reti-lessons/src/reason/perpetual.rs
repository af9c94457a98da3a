//! Perpetual check: the mover gives check with every move until a position comes again, and neither side has better.

use reti_search::score::Score;

use super::{Case, Reason};
use crate::claim::{Claim, Evidence, What};

pub(super) fn perpetual(case: &Case<'_>) -> Option<Claim> {
    if case.look.score != Score::Centipawns(0) || case.look.is_exact() {
        return None;
    }
    let plies = repeating_checks(case)?;
    let line = &case.line()[..plies];
    Some(Claim::of_line(case.position, line, What::Reason(Reason::Perpetual), Evidence::of(case.look)))
}

/// After how many plies of the line a position comes again, if the mover gives check with every move until then.
fn repeating_checks(case: &Case<'_>) -> Option<usize> {
    let mut seen = Vec::new();
    let mut here = case.position.clone();
    for (index, &m) in case.line().iter().enumerate() {
        here = here.play(m);
        if index % 2 == 0 && !here.is_check() {
            return None;
        }
        let board = (here.board().clone(), here.turn());
        if seen.contains(&board) {
            return Some(index + 1);
        }
        seen.push(board);
    }
    None
}
