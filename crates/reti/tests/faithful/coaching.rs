//! What is said about alternatives, read back: evaluations, what appears along a line, and the line.

use reti::{
    coaching::{OwnEngine, Plan, TeachabilityWeights, coach},
    sentence::Words,
    wire::Alternative,
};
use reti_core::chess::Position;

use super::{
    Tally,
    annotations::{motif, reading},
    claims::Scene,
    grammar::Read,
};

/// Coaches a position with little effort and reads every alternative.
pub fn check_alternatives(position: &Position, tally: &mut Tally) {
    let plan = Plan { screen_nodes: 4_000, deep_nodes: 2_000, ..Plan::default() };
    let weights = TeachabilityWeights::default();
    let told = coach(position, None, plan, &weights, &mut OwnEngine::default(), Words::english());
    tally.positions += 1;
    for alternative in &told.alternatives {
        match read(position, alternative) {
            Ok(sentences) => tally.sentences += sentences,
            Err(rest) => tally.complaints.push(format!("{}: {rest}\n    {}", position.fen(), alternative.text)),
        }
    }
}

/// The number of sentences, or where reading stops.
pub fn read(position: &Position, alternative: &Alternative) -> Result<usize, String> {
    let mut positions = vec![position.clone()];
    let mut sans = Vec::new();
    for uci in &alternative.line {
        let here = &positions[positions.len() - 1];
        let m = here.parse_move(uci).map_err(|_| format!("{uci} is not legal"))?;
        sans.push(here.san(m));
        positions.push(here.play(m));
    }
    let text = evaluation(position, alternative).ok_or_else(|| alternative.text.clone())?;
    let (mut text, mut sentences) = (text.trim_start(), 1);
    let mut boards: Vec<Position> = Vec::new();
    loop {
        if let Some((reads, "")) = reading("Continuation: {L}.", text) {
            let Read::Line(tokens) = &reads[0] else { return Err(text.to_owned()) };
            let played = Scene::plays(tokens, position, position.fullmoves());
            let whole = played.is_some_and(|moves| moves.len() == alternative.line.len());
            return if whole { Ok(sentences + 1) } else { Err(text.to_owned()) };
        }
        // What follows is about the boards after this move.
        if let Some((reads, rest)) = reading("After {M}: ", text) {
            let named = |san: &&String| reads[0] == Read::Move((**san).clone());
            boards = (0..sans.len()).filter(|&ply| named(&&sans[ply])).map(|ply| positions[ply + 1].clone()).collect();
            text = rest;
        }
        text = motif(&boards, text).ok_or_else(|| text.to_owned())?.trim_start();
        sentences += 1;
    }
}

/// The first sentence; the rest of the text if it is true.
fn evaluation<'t>(position: &Position, alternative: &'t Alternative) -> Option<&'t str> {
    let text = alternative.text.strip_prefix(&alternative.san)?;
    let trigger = position.parse_move(&alternative.trigger).ok().filter(|&m| position.san(m) == alternative.san);
    trigger.filter(|_| alternative.line.first() == Some(&alternative.trigger))?;
    if let Some(text) = text.strip_prefix(", evaluated as being mated.") {
        return (alternative.evaluation < -9_000).then_some(text);
    }
    if let Some((reads, rest)) = reading(", evaluated as mate in {N}.", text) {
        // A mate in n plies is 10,000 - n, and the student makes every second of them.
        let plies = u32::try_from(10_000 - alternative.evaluation).ok().filter(|&plies| plies < 1_000)?;
        return (reads[0] == Read::Number(plies.div_ceil(2).max(1))).then_some(rest);
    }
    let number = text.strip_prefix(", evaluated at ")?;
    let (number, rest) = number.split_at(number.find(". ")?);
    let pawns: f64 = number.parse().ok()?;
    let same = (100.0 * pawns).round() as i32 == alternative.evaluation && number.starts_with(['+', '-']);
    same.then(|| &rest[1..])
}
