//! A zone search in words: the verdict, and what the search did, in the order in which it happened.
//!
//! Source: seed 001, *Reti endgame search*, which tells the first thirty events of PIONEER's tree.

use std::fmt::Write as _;

use reti_core::{
    chess::{Color, Move, Position},
    geometry::chess_profile::square,
    value::Value,
};
use reti_lessons::words::{Filling, Words};
use reti_search::zone_search::{Event, Forecast, Solution, WON, along::Aim};

use crate::wire;

/// How plain alpha-beta is named among those that are compared.
pub const ALPHA_BETA: &str = "alpha-beta, same library";

pub(super) fn fill(template: &str, filling: Filling, words: &Words) -> String {
    words.fill(&format!("geometry/{template}"), filling)
}

/// A value in words.
pub(super) fn value(value: Option<Value>, words: &Words) -> String {
    let name = match value {
        Some(Value::Win) => "value-win",
        Some(Value::Draw) => "value-draw",
        Some(Value::Loss) => "value-loss",
        None => "value-unknown",
    };
    fill(name, Filling::new(), words)
}

/// A score in words, for the side that has it.
pub(super) fn score(score: i32, words: &Words) -> String {
    match score {
        WON.. => value(Some(Value::Win), words),
        0 => value(Some(Value::Draw), words),
        score if score <= -WON => value(Some(Value::Loss), words),
        score => format!("{:+.1}", f64::from(score) / 100.0),
    }
}

/// What titles say about a solution.
pub(super) fn verdict(position: &Position, solution: &Solution, words: &Words) -> Filling {
    let key = solution.key.map_or_else(|| fill("key-none", Filling::new(), words), |m| position.san(m));
    let sure = if solution.decided { "sure-proven" } else { "sure-found" };
    let forecast = if solution.forecast == Forecast::Fitted { "forecast-fitted" } else { "forecast-none" };
    Filling::new()
        .with("forecast", fill(forecast, Filling::new(), words))
        .with("value", value(solution.value, words))
        .with("side", words.side(position.turn()))
        .with("sure", fill(sure, Filling::new(), words))
        .with("key", key)
        .with("tried", solution.edges())
        .with("depth", solution.tree.depth())
}

/// A solution as text: the verdict, and the search as it can be told.
pub fn solved_text(position: &Position, solution: &Solution, words: &Words) -> String {
    let title = fill("solved", verdict(position, solution, words), words);
    format!("{title}\n\n{}", narrated(position, &solution.events, words))
}

/// Most lines of a story.
const STORY: usize = 40;
/// Most first moves that a story tells one by one.
const TOLD_MOVES: usize = 20;
/// Most plies of the line that settles the matter.
const TOLD_LINE: usize = 12;

/// A solution as a story: the verdict, what the key move is for, how the other first moves ended, and
/// the line that settles the matter; at most 40 lines.
pub fn story_text(position: &Position, solution: &Solution, words: &Words) -> String {
    let mut lines = vec![fill("solved", verdict(position, solution, words), words), String::new()];
    lines.extend(intention(position, solution, words));
    let tree = &solution.tree;
    // A move may have been tried several times; the last attempt is the one that counts.
    let mut firsts: Vec<(usize, Move)> = Vec::new();
    for (id, branch) in tree.children(0) {
        firsts.retain(|(_, m)| *m != branch.transition);
        firsts.push((id, branch.transition));
    }
    for &(id, m) in firsts.iter().filter(|(_, m)| Some(*m) != solution.key).take(TOLD_MOVES) {
        let after = position.play(m);
        let value = tree.get(id).and_then(|branch| branch.value).unwrap_or(0);
        let answer = tree.children(id).max_by_key(|(number, son)| (son.value, std::cmp::Reverse(*number)));
        let answer = answer.map_or_else(String::new, |(_, son)| after.san(son.transition));
        let filling =
            Filling::new().with("move", position.san(m)).with("score", score(value, words)).with("answer", answer);
        lines.push(fill("story-other", filling, words));
    }
    let line = settling_line(position, solution);
    if line.len() > 1 {
        lines.push(fill("story-line", Filling::new().with("line", line.join(" ")), words));
    }
    lines.truncate(STORY - 1);
    lines.push(fill("story-rest", Filling::new().with("events", solution.events.len()), words));
    lines.join("\n") + "\n"
}

/// What the key move is for: the squares for which it heads.
fn intention(position: &Position, solution: &Solution, words: &Words) -> Option<String> {
    let key = solution.key?;
    let branch = solution.tree.children(0).filter(|(_, branch)| branch.transition == key).last()?.0;
    let purposes = solution.purposes.get(branch - 1)?;
    let target = |aim: Aim| {
        let purpose = purposes.iter().find(|purpose| purpose.aim == aim)?;
        Some(square(purpose.to).to_string())
    };
    let (stop, support) = (target(Aim::Stop), target(Aim::Support));
    if stop.is_none() && support.is_none() {
        return None;
    }
    let filling = Filling::new()
        .with("side", words.side(position.turn()))
        .with("move", position.san(key))
        .with("stop", stop.unwrap_or_default())
        .with("support", support.unwrap_or_default());
    Some(fill("story-key", filling, words))
}

/// The moves from the key on along best moves, in SAN.
fn settling_line(position: &Position, solution: &Solution) -> Vec<String> {
    let tree = &solution.tree;
    let mut at = tree.children(0).filter(|(_, branch)| Some(branch.transition) == solution.key).last();
    let (mut before, mut line) = (position.clone(), Vec::new());
    while let Some((id, branch)) = at.filter(|_| line.len() < TOLD_LINE) {
        line.push(before.san(branch.transition));
        before = before.play(branch.transition);
        let best = tree.children(id).filter_map(|(_, son)| son.value).max();
        at = tree.children(id).find(|(_, son)| son.value == best);
    }
    line
}

/// The events, one line each; `position` is the root.
fn narrated(position: &Position, events: &[Event], words: &Words) -> String {
    let mut text = String::new();
    let mut line: Vec<(usize, Position)> = vec![(0, position.clone())];
    // How every branch is written; the root has no name.
    let mut known: Vec<String> = vec![String::new()];
    for event in events {
        let told = match event {
            Event::Play { branch, m, class } => {
                let (_, before) = &line[line.len() - 1];
                let dots = if before.turn() == Color::White { "." } else { "..." };
                let name = format!("{}{dots}{}", before.fullmoves(), before.san(*m));
                let after = before.play(*m);
                line.push((*branch, after));
                known.push(name.clone());
                let class = fill(&format!("class-{}", class.name()), Filling::new(), words);
                fill("play", Filling::new().with("move", name).with("class", class), words)
            }
            Event::Cut { white_score, reason, .. } => {
                let reason = fill(&format!("reason-{}", reason.name()), Filling::new(), words);
                let filling = Filling::new().with("score", for_white(*white_score, words)).with("reason", reason);
                fill("cut", filling, words)
            }
            Event::Climb { branch } => {
                while line.len() > 1 && line[line.len() - 1].0 != *branch {
                    line.pop();
                }
                match branch {
                    0 => fill("climb-start", Filling::new(), words),
                    branch => fill("climb", Filling::new().with("move", known[*branch].clone()), words),
                }
            }
            Event::Inspect { from, to, step, gains_time, .. } => {
                let filling = Filling::new()
                    .with("from", from.to_string())
                    .with("to", to.to_string())
                    .with("step", step.to_string())
                    .with("gains_time", *gains_time);
                fill("inspect", filling, words)
            }
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{told}");
    }
    text
}

fn for_white(score: i32, words: &Words) -> String {
    match score {
        WON.. => fill("score-white", Filling::new(), words),
        score if score <= -WON => fill("score-black", Filling::new(), words),
        0 => fill("score-draw", Filling::new(), words),
        score => {
            let number = format!("{:+.1}", f64::from(score) / 100.0);
            fill("score-material", Filling::new().with("number", number), words)
        }
    }
}

/// The numbers of moves tried side by side.
pub fn compared_text(position: &Position, solution: &Solution, compared: &[wire::Compared], words: &Words) -> String {
    let mut text = format!("{}\n\n", fill("compared", verdict(position, solution, words), words));
    let name = |who: &str| if who == ALPHA_BETA { fill("alpha-beta", Filling::new(), words) } else { who.to_owned() };
    let own = fill("zone-search", Filling::new(), words);
    let zone = (own, solution.edges() as u64, solution.tree.depth() as u64, true);
    let others = compared.iter().map(|other| (name(&other.who), other.nodes, other.depth, other.agrees));
    let rows: Vec<_> = std::iter::once(zone).chain(others).collect();
    let width = rows.iter().map(|row| row.0.chars().count()).max().unwrap_or(0);
    for (who, nodes, depth, agrees) in rows {
        let row = Filling::new().with("nodes", format!("{nodes:>9}")).with("depth", format!("{depth:>2}"));
        let note = if agrees { String::new() } else { format!("  {}", fill("disagrees", Filling::new(), words)) };
        let _ = writeln!(text, "{who:width$}  {}{note}", fill("row", row, words));
    }
    text
}
