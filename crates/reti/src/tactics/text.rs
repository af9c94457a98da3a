//! Tactics as text: the board with the players of roles marked, then one paragraph a side.

use std::fmt::Write as _;

use reti_core::{
    chess::{Bitboard, Board, Move, Position, Square},
    relation::Relations,
    tactic,
};
use reti_lessons::words::Words;

use super::{Wanted, change, tactics};
use crate::{draw, wire, words};

/// The tactics of a position, told for a terminal.
pub fn text(position: &Position, wanted: Wanted, color: bool) -> String {
    let found = tactics(position, wanted);
    let marked: Bitboard = found.core.iter().filter_map(|square| square.parse::<Square>().ok()).collect();
    let mut out = draw::text::board(position.board(), draw::text::Style { color, marked, ..Default::default() });
    // Writing to a string cannot fail.
    let _ = writeln!(out, "\n{} to move. {}", words::side(position.turn()), order_sentence(&found));
    let relations = Relations::new(position);
    let said = sentences(position.board(), &tactic::tactics(&relations));
    for owner in ["white", "black"] {
        paragraph(&mut out, &said, owner, &found.tactics);
    }
    if wanted.observations {
        out.push_str("\nObservations (not counted)\n");
        let said = sentences(position.board(), &tactic::observations(&relations));
        for (observation, sentence) in found.observations.iter().flatten().zip(said) {
            let _ = writeln!(out, "  {:<6} {sentence}", observation.owner);
        }
    }
    if wanted.interactions {
        interactions(&mut out, &found);
    }
    if wanted.core {
        cores(&mut out, position.board(), &found);
    }
    out
}

/// What a move creates and resolves, told for a terminal.
pub fn change_text(position: &Position, m: Move) -> String {
    let told = change(position, m);
    let after = position.play(m);
    let (old, new) = (Relations::new(position), Relations::new(&after));
    let (before, later) = (tactic::tactics(&old), tactic::tactics(&new));
    let found = tactic::change((&old, &before), (&new, &later));
    let chosen = |all: &[tactic::Tactic], indices: &[usize]| -> Vec<tactic::Tactic> {
        indices.iter().map(|&index| all[index].clone()).collect()
    };
    let created = sentences(after.board(), &chosen(&later, &found.created));
    let resolved = sentences(position.board(), &chosen(&before, &found.resolved));
    let mut out = format!("{}: order {} -> {}.\n", told.san, told.order_before, told.order_after);
    for (heading, said, list) in [("Created", created, &told.created), ("Resolved", resolved, &told.resolved)] {
        let _ = writeln!(out, "\n{heading}");
        if list.is_empty() {
            out.push_str("  nothing\n");
        }
        for (tactic, sentence) in list.iter().zip(said) {
            let _ = writeln!(out, "  {:<6} {sentence}{}", tactic.owner, value(tactic));
        }
    }
    out
}

fn sentences(board: &Board, found: &[tactic::Tactic]) -> Vec<String> {
    found.iter().map(|tactic| Words::english().tactic(board, tactic)).collect()
}

fn order_sentence(found: &wire::Tactics) -> String {
    match found.order {
        0 => "No tactics.".to_owned(),
        order => {
            let reduced = if found.order_reduced == order {
                String::new()
            } else {
                format!(", {} without saying losses twice", found.order_reduced)
            };
            format!(
                "Tactical order {order}{reduced}: {} for White, {} for Black.",
                found.order_white, found.order_black
            )
        }
    }
}

fn paragraph(out: &mut String, said: &[String], owner: &str, all: &[wire::Tactic]) {
    let mut own = all.iter().enumerate().filter(|(_, tactic)| tactic.owner == owner).peekable();
    if own.peek().is_some() {
        let _ = writeln!(out, "\nFor {}", if owner == "white" { "White" } else { "Black" });
    }
    for (index, tactic) in own {
        let _ = writeln!(out, "  {:>2}. {}{}", index + 1, said[index], value(tactic));
        for note in tactic.value.iter().flat_map(|value| &value.notes) {
            let _ = writeln!(out, "      {}", crate::exchange::note_sentence(note));
        }
    }
}

fn player(board: &Board, name: &str) -> String {
    match name.parse::<Square>().ok().and_then(|square| board.piece_at(square)) {
        Some(piece) => format!("{}{name}", words::figure(piece)),
        None => name.to_owned(),
    }
}

fn value(tactic: &wire::Tactic) -> String {
    let Some(value) = &tactic.value else {
        return String::new();
    };
    if tactic.class == wire::MotifClass::Mate || !value.sound {
        return String::new();
    }
    let source = if value.source == wire::GainSource::See { "by exchange" } else { "as a rule of thumb" };
    format!(" {} {source}.", words::pawns(value.gain))
}

fn interactions(out: &mut String, found: &wire::Tactics) {
    out.push_str("\nInteractions\n");
    if found.components.is_empty() {
        out.push_str("  nothing interacts\n");
    }
    for (index, component) in found.components.iter().enumerate() {
        let names: Vec<String> =
            component.iter().map(|&tactic| format!("{} ({})", found.tactics[tactic].motif, tactic + 1)).collect();
        let kind = if component.len() > 1 { "compound" } else { "single" };
        let _ = writeln!(out, "  {}. {kind}: {}", index + 1, names.join(", "));
    }
    for &(one, other) in &found.interactions {
        let shared: Vec<String> = squares(&found.tactics[one])
            .intersect(squares(&found.tactics[other]))
            .into_iter()
            .map(|square| square.to_string())
            .collect();
        let _ = writeln!(out, "     {} and {} share {}", one + 1, other + 1, shared.join(", "));
    }
}

fn squares(tactic: &wire::Tactic) -> Bitboard {
    tactic.roles.0.iter().flat_map(|(_, squares)| squares).filter_map(|name| name.parse::<Square>().ok()).collect()
}

fn cores(out: &mut String, board: &Board, found: &wire::Tactics) {
    let list = |names: &[String]| match names {
        [] => "nothing".to_owned(),
        names => names.iter().map(|name| player(board, name)).collect::<Vec<_>>().join(" "),
    };
    let _ = writeln!(out, "\nCore");
    let _ = writeln!(out, "  roles        {}", list(&found.core));
    let _ = writeln!(out, "  context      {}", list(&found.core_context));
    if let Some(stable) = &found.stable_core {
        let _ = writeln!(out, "  stable core  {}", list(stable));
    }
}
