//! The search in words: play, cut, climb, inspect, in the order in which it happened.
//!
//! Source: seed 001, *Reti endgame search*, which tells the first thirty events of PIONEER's tree.

use std::fmt::Write as _;

use reti_core::chess::{Color, Move, Position, Square};

use super::{Class, WON};

/// Something that the search did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A move was tried.
    Play {
        /// The branch.
        branch: usize,
        /// The move.
        m: Move,
        /// Why it came into question.
        class: Class,
    },
    /// A branch was ended.
    Cut {
        /// The branch that leads to the position, 0 for the root.
        branch: usize,
        /// The score, for White.
        white_score: i32,
        /// What ended it.
        reason: &'static str,
    },
    /// The search went back to the position after a branch.
    Climb {
        /// The branch, 0 for the root.
        branch: usize,
    },
    /// Inspection brought in a control zone.
    Inspect {
        /// Who asked.
        side: Color,
        /// The piece that could take part, and where something was lost.
        from: Square,
        /// The place of the loss.
        to: Square,
        /// The first step.
        step: Square,
        /// Whether the step serves another goal as well.
        gains_time: bool,
    },
}

/// The events as text, one line each; `position` is the root.
pub fn narrate(position: &Position, events: &[Event]) -> String {
    let mut text = String::new();
    let mut line: Vec<(usize, Position)> = vec![(0, position.clone())];
    // The position after every branch, and how the branch is written.
    let mut known: Vec<(Position, String)> = vec![(position.clone(), "the start".to_owned())];
    for event in events {
        match event {
            Event::Play { branch, m, class } => {
                let (_, before) = &line[line.len() - 1];
                let number = before.fullmoves();
                let dots = if before.turn() == Color::White { "." } else { "..." };
                let name = format!("{number}{dots}{}", before.san(*m));
                let _ = writeln!(text, "play {name}: {}", class.words());
                let after = before.play(*m);
                known.push((after.clone(), name));
                line.push((*branch, after));
            }
            Event::Cut { white_score, reason, .. } => {
                let _ = writeln!(text, "cut, {}: {reason}", score_words(*white_score));
            }
            Event::Climb { branch } => {
                while line.len() > 1 && line[line.len() - 1].0 != *branch {
                    line.pop();
                }
                let place = if *branch == 0 { "the start".to_owned() } else { format!("after {}", known[*branch].1) };
                let _ = writeln!(text, "climb to {place}");
            }
            Event::Inspect { from, to, step, gains_time, .. } => {
                let bonus = if *gains_time { ", which gains time" } else { "" };
                let _ = writeln!(text, "inspect: control zone {from} to {to}, first step {step}{bonus}");
            }
        }
    }
    text
}

fn score_words(white_score: i32) -> String {
    match white_score {
        WON.. => "White wins".to_owned(),
        ..=-20_000 => "Black wins".to_owned(),
        0 => "draw".to_owned(),
        score => format!("material {:+.1}", f64::from(score) / 100.0),
    }
}
