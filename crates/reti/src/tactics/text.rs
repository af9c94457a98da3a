//! Tactics as text: the board with the players of roles marked, then one paragraph a side.

use std::fmt::Write as _;

use reti_core::{
    chess::{Bitboard, Board, Color, Move, Position, Square},
    motif::Kind,
    relation::Relations,
    tactic::{self, Tactic, core},
};
use reti_lessons::words::{Filling, Words};

use super::Wanted;
use crate::{draw, exchange::note_sentence, words::figure};

/// The tactics of a position, told for a terminal.
pub fn text(position: &Position, wanted: Wanted, words: &Words, color: bool) -> String {
    let relations = Relations::new(position);
    let found = tactic::tactics(&relations);
    let marked = roles(&found);
    let mut out = draw::text::board(position.board(), draw::text::Style { color, marked, ..Default::default() });
    // Writing to a string cannot fail.
    let _ = writeln!(out, "\n{} {}", to_move(position, words), order_sentence(&found, None, words));
    for owner in Color::ALL {
        paragraph(&mut out, &relations, &found, owner, words, |_, _| {});
    }
    if wanted.observations {
        let _ = writeln!(out, "\n{}", say("observations", Filling::new(), words));
        for observation in tactic::observations(&relations) {
            let _ = writeln!(out, "  {}", owned(position.board(), &observation, words));
        }
    }
    if wanted.interactions {
        interactions(&mut out, &found, words);
    }
    if wanted.core {
        cores(&mut out, position, &relations, &found, words);
    }
    out
}

/// What a move creates and resolves, told for a terminal.
pub fn change_text(position: &Position, m: Move, words: &Words) -> String {
    let after = position.play(m);
    let (old, new) = (Relations::new(position), Relations::new(&after));
    let (before, later) = (tactic::tactics(&old), tactic::tactics(&new));
    let found = tactic::change((&old, &before), (&new, &later));
    let filling = Filling::new()
        .with("move", position.san(m))
        .with("before", tactic::order(&before).total)
        .with("after", tactic::order(&later).total);
    let mut out = format!("{}\n", say("change", filling, words));
    let parts = [("created", &new, &later, &found.created), ("resolved", &old, &before, &found.resolved)];
    for (heading, relations, tactics, indices) in parts {
        let _ = writeln!(out, "\n{}", say(heading, Filling::new(), words));
        if indices.is_empty() {
            let _ = writeln!(out, "  {}", fill("nothing", Filling::new(), words));
        }
        for tactic in indices.iter().map(|&index| &tactics[index]) {
            let told = owned(relations.board(), tactic, words);
            let _ = writeln!(out, "  {told}{}", value(relations, tactic, words));
        }
    }
    out
}

pub(super) fn say(template: &str, filling: Filling, words: &Words) -> String {
    words.say(&format!("tactics/{template}"), filling)
}

pub(super) fn fill(template: &str, filling: Filling, words: &Words) -> String {
    words.fill(&format!("tactics/{template}"), filling)
}

/// Who is to move.
pub(super) fn to_move(position: &Position, words: &Words) -> String {
    say("to-move", Filling::new().with("side", words.side(position.turn())), words)
}

/// The squares of all roles.
pub(super) fn roles(found: &[Tactic]) -> Bitboard {
    found.iter().fold(Bitboard::EMPTY, |all, tactic| all | tactic.cast.squares())
}

/// The owner in a column, then the sentence.
fn owned(board: &Board, tactic: &Tactic, words: &Words) -> String {
    let width = Color::ALL.map(|side| words.side(side).chars().count()).into_iter().max().unwrap_or(0) + 1;
    format!("{:<width$} {}", words.side(tactic.cast.owner), words.tactic(board, tactic))
}

/// How many tactics there are, and how many of them are sound if that is known.
pub(super) fn order_sentence(found: &[Tactic], sound: Option<usize>, words: &Words) -> String {
    let order = tactic::order(found);
    if order.total == 0 {
        return say("no-tactics", Filling::new(), words);
    }
    let reduced = if order.reduced == order.total { String::new() } else { order.reduced.to_string() };
    let filling = Filling::new()
        .with("order", order.total)
        .with("reduced", reduced)
        .with("sound", sound.map_or(String::new(), |sound| sound.to_string()))
        .with("white", order.white)
        .with("black", order.black);
    say("order", filling, words)
}

/// The tactics of one side; `then` adds what there is to say about each by its place in the list.
pub(super) fn paragraph(
    out: &mut String,
    relations: &Relations,
    found: &[Tactic],
    owner: Color,
    words: &Words,
    then: impl Fn(&mut String, usize),
) {
    let mut own = found.iter().enumerate().filter(|(_, tactic)| tactic.cast.owner == owner).peekable();
    if own.peek().is_some() {
        let _ = writeln!(out, "\n{}", say("for", Filling::new().with("side", words.side(owner)), words));
    }
    for (index, tactic) in own {
        let sentence = words.tactic(relations.board(), tactic);
        let _ = writeln!(out, "  {:>2}. {sentence}{}", index + 1, value(relations, tactic, words));
        for note in tactic.value(relations).notes {
            let _ = writeln!(out, "      {}", note_sentence(relations.board(), note, words));
        }
        then(out, index);
    }
}

fn value(relations: &Relations, tactic: &Tactic, words: &Words) -> String {
    let value = tactic.value(relations);
    if tactic.motif.kind != Kind::Tactic || !value.is_sound {
        return String::new();
    }
    let template = if value.source.name() == "see" { "by-exchange" } else { "by-thumb" };
    format!(" {}", fill(template, Filling::new().with("sum", words.balance(value.material_delta)), words))
}

fn interactions(out: &mut String, found: &[Tactic], words: &Words) {
    let _ = writeln!(out, "\n{}", say("interactions", Filling::new(), words));
    let components = tactic::components(found);
    if components.is_empty() {
        let _ = writeln!(out, "  {}", fill("nothing-interacts", Filling::new(), words));
    }
    for (index, component) in components.iter().enumerate() {
        let name = |&tactic: &usize| format!("{} ({})", words.motif(found[tactic].motif.name), tactic + 1);
        let names: Vec<String> = component.iter().map(name).collect();
        let kind = if component.len() > 1 { "compound" } else { "single" };
        let told = fill(kind, Filling::new().with("names", names.join(", ")), words);
        let _ = writeln!(out, "  {}. {told}", index + 1);
    }
    for (one, other) in tactic::interactions(found) {
        let shared = found[one].cast.squares().intersect(found[other].cast.squares());
        let shared: Vec<String> = shared.into_iter().map(|square| square.to_string()).collect();
        let filling = Filling::new().with("one", one + 1).with("other", other + 1).with("squares", shared.join(", "));
        let _ = writeln!(out, "     {}", fill("share", filling, words));
    }
}

fn cores(out: &mut String, position: &Position, relations: &Relations, found: &[Tactic], words: &Words) {
    let player = |square: Square| match position.board().piece_at(square) {
        Some(piece) => format!("{}{square}", figure(piece)),
        None => square.to_string(),
    };
    let list = |squares: Bitboard| {
        let players: Vec<String> = squares.into_iter().map(player).collect();
        if players.is_empty() { fill("nothing", Filling::new(), words) } else { players.join(" ") }
    };
    let core = roles(found);
    let context = core::core(relations, found).squares & !core;
    let rows = [("core-roles", core), ("core-context", context), ("core-stable", core::stable_core(position))];
    let rows = rows.map(|(name, squares)| (fill(name, Filling::new(), words), squares));
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let _ = writeln!(out, "\n{}", say("core", Filling::new(), words));
    for (name, squares) in rows {
        let _ = writeln!(out, "  {name:<width$}  {}", list(squares));
    }
}
