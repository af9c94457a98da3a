//! How good a position or a move is: an advisor's word, with a margin on both sides.
//!
//! A score is a guess. What is said is true or false only where the score is clearly on one side of what the
//! word means (DESIGN, "Units"); near the border it is *cannot tell*.

use reti_core::{
    chess::{Color, Move, PieceType},
    exchange::see_exact,
    value::Value,
};
use reti_search::{
    advice::{Look, exact_score},
    score::Score,
};

use super::{
    super::{MoveText, Rest, Ruling, Standing, Verdict},
    Checker, Decision, Note, NoteValue, Scene,
};
use crate::{claim::Evidence, judge::loss};

/// Points of winning chances that make a move clearly worse.
const CLEAR: f64 = 15.0;

/// Points that a blunder throws away, with a margin.
const BLUNDER: f64 = 12.0;

/// Points within which two moves are alike.
const ALIKE: f64 = 5.0;

/// Points by which an only move must be better than all others.
const ONLY: f64 = 15.0;

/// The verdict of a number that is clearly below or above a border, in centipawns.
fn beyond(score: i32, border: i32, margin: i32) -> Verdict {
    match score {
        _ if score >= border + margin => Verdict::True,
        _ if score <= border - margin => Verdict::False,
        _ => Verdict::CannotTell,
    }
}

/// Both, as `and` would say it.
fn both(one: Verdict, other: Verdict) -> Verdict {
    match (one, other) {
        (Verdict::False, _) | (_, Verdict::False) => Verdict::False,
        (Verdict::True, Verdict::True) => Verdict::True,
        _ => Verdict::CannotTell,
    }
}

/// Whether a score for a side means this standing.
fn stands(score: Score, standing: Standing) -> Verdict {
    let exact_draw = score == Score::Exact(Value::Draw);
    let cp = score.rank();
    match standing {
        Standing::Equal => both(beyond(cp, -60, 25), beyond(-cp, -60, 25)),
        Standing::SlightlyBetter => both(beyond(cp, 30, 20), beyond(-cp, -150, 40)),
        Standing::Better => beyond(cp, 45, 30),
        Standing::MuchBetter => beyond(cp, 150, 50),
        Standing::Winning => beyond(cp, 220, 60),
        Standing::Worse => beyond(-cp, 45, 30),
        Standing::Lost => beyond(-cp, 220, 60),
        Standing::Drawn if exact_draw => Verdict::True,
        // A score near zero is no proof of a draw.
        Standing::Drawn if cp.abs() >= 300 => Verdict::False,
        Standing::Drawn => Verdict::CannotTell,
    }
}

impl Checker<'_> {
    pub(super) fn evaluation(&mut self, scene: &Scene, standing: Standing, color: Option<Color>) -> Decision {
        let here = &scene.position;
        let look = self.look(here, None)?;
        let side = color.unwrap_or(here.turn());
        let for_side = |side: Color| if side == here.turn() { look.score } else { look.score.turned() };
        let verdict = stands(for_side(side), standing);
        let note = match look.score {
            Score::MateIn(_) | Score::MatedIn(_) => {
                Note::new("mate-seen").with("moves", NoteValue::Moves(look.line().to_vec()))
            }
            _ => Note::new("evaluated").with("score", NoteValue::Score(for_side(Color::White))),
        };
        let ruling = Ruling::board(verdict, here, note).line(look.line());
        Ok(if verdict == Verdict::CannotTell { ruling } else { ruling.by(Evidence::of(&look)) })
    }

    pub(super) fn table_value(&mut self, scene: &Scene, value: Rest, color: Option<Color>) -> Ruling {
        let here = &scene.position;
        let Some(score) = exact_score(self.desk.tables(), here) else {
            return Ruling::unsure(here, Note::new("needs-table"));
        };
        let side = color.unwrap_or(here.turn());
        let score = if side == here.turn() { score } else { score.turned() };
        let known = match score {
            Score::MateIn(_) | Score::Exact(Value::Win) => Rest::Win,
            Score::MatedIn(_) | Score::Exact(Value::Loss) => Rest::Loss,
            _ => Rest::Draw,
        };
        let name = match known {
            Rest::Win => "table-win",
            Rest::Draw => "table-draw",
            Rest::Loss => "table-loss",
        };
        Ruling::if_so(known == value, here, Note::new(name).side(side)).by(Evidence::Exact(score))
    }

    pub(super) fn best_move(&mut self, scene: &Scene, text: &MoveText) -> Decision {
        let here = &scene.position;
        let m = scene.find_move(text)?;
        let best = self.look(here, None)?;
        if best.best() == Some(m) {
            return Ok(told(scene, Verdict::True, "best", &best));
        }
        let own = self.desk.best_after(here, m, self.nodes)?;
        let clearly = loss(best.score, own.score) >= CLEAR;
        let verdict = if clearly { Verdict::False } else { Verdict::CannotTell };
        Ok(told(scene, verdict, if clearly { "best-is" } else { "as-good" }, &best))
    }

    pub(super) fn better_than(&mut self, scene: &Scene, one: &MoveText, other: &MoveText) -> Decision {
        let here = &scene.position;
        let (one, other) = (scene.find_move(one)?, scene.find_move(other)?);
        let first = self.desk.best_after(here, one, self.nodes)?;
        let second = self.desk.best_after(here, other, self.nodes)?;
        let difference = first.score.chance() - second.score.chance();
        Ok(match difference {
            _ if difference >= ALIKE => told(scene, Verdict::True, "better", &first),
            _ if difference <= -ALIKE => told(scene, Verdict::False, "better", &second),
            _ => told(scene, Verdict::CannotTell, "as-good", &first),
        })
    }

    pub(super) fn only_move(&mut self, scene: &Scene, text: &MoveText) -> Decision {
        let here = &scene.position;
        let m = scene.find_move(text)?;
        let others: Vec<Move> = here.legal_moves().iter().copied().filter(|other| *other != m).collect();
        if others.is_empty() {
            let note = Note::new("only-legal").count(1).with("moves", NoteValue::Moves(vec![m]));
            return Ok(Ruling::yes(here, note).line(&[m]));
        }
        let own = self.desk.best_after(here, m, self.nodes)?;
        let second = self.desk.advisor().best_of(here, &others, self.nodes)?;
        let ahead = own.score.chance() - second.score.chance();
        Ok(match ahead {
            _ if ahead >= ONLY => told(scene, Verdict::True, "only", &own),
            _ if ahead <= ALIKE => told(scene, Verdict::False, "also-good", &second),
            _ => told(scene, Verdict::CannotTell, "as-good", &second),
        })
    }

    pub(super) fn blunder(&mut self, scene: &Scene, text: &MoveText) -> Decision {
        let here = &scene.position;
        let m = scene.find_move(text)?;
        let best = self.look(here, None)?;
        if best.best() == Some(m) {
            return Ok(told(scene, Verdict::False, "best", &best));
        }
        let own = self.desk.best_after(here, m, self.nodes)?;
        let lost = loss(best.score, own.score);
        let verdict = match lost {
            _ if lost >= BLUNDER => Verdict::True,
            _ if lost <= ALIKE => Verdict::False,
            _ => Verdict::CannotTell,
        };
        Ok(told(scene, verdict, "instead", &own))
    }
}

/// A ruling by an advisor's line.
fn told(scene: &Scene, verdict: Verdict, name: &'static str, look: &Look) -> Ruling {
    let here = &scene.position;
    let score = if here.turn().is_white() { look.score } else { look.score.turned() };
    let note = Note::new(name).with("moves", NoteValue::Moves(look.line().to_vec()));
    let ruling = Ruling::board(verdict, here, note.with("score", NoteValue::Score(score))).line(look.line());
    if verdict == Verdict::CannotTell { ruling } else { ruling.by(Evidence::of(look)) }
}

impl Scene {
    pub(super) fn sacrifice(&self, text: &MoveText, kind: Option<PieceType>) -> Decision {
        let here = &self.position;
        let m = self.find_move(text)?;
        let gain = see_exact(here, m);
        let note = |name| {
            let note = Note::new(name).with("moves", NoteValue::Moves(vec![m]));
            note.with("gain", NoteValue::Sum(-gain))
        };
        if gain <= -100 {
            let right = kind.is_none_or(|kind| kind == m.role());
            let ruling = Ruling::if_so(right, here, note("offers")).line(&[m]);
            return Ok(ruling.by(Evidence::Exchange { square: m.to(), gain }));
        }
        let after = Scene::new(&here.play(m));
        let side = here.turn();
        let left = (after.board().by_color(side))
            .into_iter()
            .any(|own| after.relations.price(own).is_some_and(|gain| gain > 0));
        Ok(if left {
            Ruling::unsure(here, note("offers-elsewhere"))
        } else {
            Ruling::no(here, note("offers-nothing")).line(&[m])
        })
    }
}
