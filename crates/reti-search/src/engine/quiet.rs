//! The leaves: captures that do not lose, until nothing is left to take.
//!
//! The side to move may stand still and take the evaluation, unless it is in check: then it must
//! answer, and the first answers are tried whatever they are.

use reti_core::value::worth;

use super::{
    code::Code,
    order::{Before, NO_ARRIVAL, Picker},
    place::Place,
    score::{INFINITE, MATE, NEAR_WIN},
    swap,
    table::{Bound, Finding},
    tree::{Best, Tree},
};

impl Tree<'_> {
    /// The score once nothing is left to take.
    pub(super) fn quiet(&mut self, place: &Place<'_>, alpha: i32, beta: i32, ply: usize) -> i32 {
        let is_principal = beta - alpha > 1;
        if is_principal {
            self.clear_line(ply);
        }
        if !self.enter(ply) {
            return 0;
        }
        if let Some(score) = self.end_of_game(place, ply) {
            return score;
        }
        let known = self.shared.table.get(place.key);
        if let Some(entry) = known
            && !is_principal
            && entry.decides(ply, alpha, beta)
        {
            return entry.score(ply);
        }
        let (raw, evaluation) = self.judge(place, known, ply);
        let mut best = Best { score: -INFINITE, code: Code::NONE, alpha };
        if !place.in_check() {
            if evaluation >= beta {
                return evaluation;
            }
            best.is_raised_by(evaluation, Code::NONE);
        }
        let known_code = known.map_or(Code::NONE, |entry| entry.code);
        let mut picker = if place.in_check() {
            Picker::new(place, known_code, self.experience, ply, Before { arrivals: [NO_ARRIVAL; 3] }, &self.moves)
        } else {
            Picker::captures(place, known_code, 0, &self.moves)
        };
        let mut count = 0;
        while let Some(code) = picker.next(place, &mut self.moves, self.experience, None) {
            count += 1;
            if best.score > -NEAR_WIN && !place.in_check() && !code.is_promotion() {
                // Not even the captured piece for nothing would reach the window.
                let most = evaluation + 160 + place.captured(code).map_or(0, worth);
                if most <= best.alpha {
                    best.score = best.score.max(most);
                    continue;
                }
                if evaluation + 160 <= best.alpha && !swap::is_worth(place, code, 1) {
                    best.score = best.score.max(evaluation + 160);
                    continue;
                }
            }
            let after = place.after(code);
            self.shared.table.touch(after.key);
            self.keys.push(after.key);
            let score = -self.quiet(&after, -beta, -best.alpha, ply + 1);
            self.keys.pop();
            if self.stopped {
                self.moves.truncate(picker.start());
                return 0;
            }
            if best.is_raised_by(score, code) {
                if is_principal {
                    self.extend_line(ply, code);
                }
                if score >= beta {
                    break;
                }
            }
        }
        self.moves.truncate(picker.start());
        if count == 0 && place.in_check() {
            return ply as i32 - MATE;
        }
        let bound = Bound::of(best.score, alpha, beta);
        let finding =
            Finding { code: best.code, score: best.score, evaluation: raw, depth: 0, bound, was_principal: false };
        self.shared.table.put(place.key, finding, ply);
        best.score
    }
}
