//! What a line uses: its themes, the tactics that its first move creates, and the mate at its end.
//!
//! A theme holds on the boards of the line itself, so a sentence about it can be replayed there. The
//! tactics that the first move creates are told where no theme says more; a mate is told by its names.

use reti_core::{
    chess::{Board, Move, PieceType, Position, Square},
    exchange::simple::victim_square,
    line::{self, Line, Use},
    motif::Motif,
    relation::Relations,
    tactic::{self, Tactic},
    value::balance,
};

use super::{Context, standing};
use crate::{
    sentence::{Filling, OTHER_BOARDS},
    tactics::wire_tactic,
    wire, words,
};

/// Something that a line uses, in a sentence.
pub(super) struct Point {
    /// Its name; a mate may have several.
    pub(super) names: Vec<&'static str>,
    pub(super) text: String,
    pub(super) roles: wire::Roles,
    /// Whether it belongs to the last board of the line.
    pub(super) at_end: bool,
    /// Whether its squares are those of the board after the first move.
    pub(super) on_first_board: bool,
}

/// How many of the tactics that a move creates are told where the line shows no theme.
const MOST_CREATED: usize = 2;

/// What is worth saying about a line that begins in `position`; `created` is what its first move creates.
pub(super) fn points(context: &Context<'_>, line: &Line, position: &Position, created: &[Tactic]) -> Vec<Point> {
    let mut told = themes(context, line);
    told.truncate(context.options.level.points());
    let mate = mate(context, line);
    if told.is_empty() && mate.is_none() {
        told = created_points(context, position, line, created);
    }
    told.extend(mate);
    told
}

/// The themes of a line that have a sentence, each once, by ply.
fn themes(context: &Context<'_>, line: &Line) -> Vec<Point> {
    let has_words = |used: &Use| context.words.has(&format!("themes/{}", used.motif.name));
    let all: Vec<Use> = line::uses(line).into_iter().filter(has_words).collect();
    let mut found: Vec<&[Use]> = all.chunk_by(|one, next| one.motif == next.motif).collect();
    found.sort_by_key(|uses| uses[0].ply);
    let also: Vec<&str> = found.iter().map(|uses| uses[0].motif.name).collect();
    let told = found.iter().map(|uses| point(context, line, uses, &also));
    // A template may leave it to another theme to say the same and more.
    told.filter(|point| !point.text.is_empty()).collect()
}

fn point(context: &Context<'_>, line: &Line, uses: &[Use], also: &[&str]) -> Point {
    let used = &uses[0];
    let motif: &Motif = used.motif;
    // Checks by another piece than the one that moved; none if the use that is told gives no such check.
    let uncovers = |used: &Use| line.positions()[used.ply + 1].checkers().without(line.moves()[used.ply].to()).any();
    let checks = if uncovers(used) { uses.iter().filter(|used| uncovers(used)).count() } else { 0 };
    let positions = line.positions();
    let board = |offset: usize| positions.get(used.ply + offset).unwrap_or(line.end()).board();
    let start = positions[line.first()].board();
    let boards: [&Board; 4] = [start, board(0), board(2), board(3)];
    let others: Vec<(&'static str, &Board)> = OTHER_BOARDS.into_iter().zip(boards).collect();
    let mut roles = Vec::new();
    let m = line.moves()[used.ply];
    let solver = line.solver();
    let balance = |position: &Position| balance(position.board(), solver);
    let given = balance(&positions[line.first()]) - balance(&positions[used.ply + 1]);
    let kind = m.promotion().map_or(String::new(), |kind| promoted(context, kind));
    let mut filling = Filling::new()
        .with("move", positions[used.ply].san(m))
        .with("side", context.words.side(solver))
        .with("given", context.words.sum(given))
        .with("kind", kind)
        .with("checks", checks)
        .with("also", also.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>());
    for &role in motif.theme.as_ref().map_or(motif.roles, |theme| theme.roles) {
        let squares: Vec<Square> = used.cast.all(role).collect();
        filling = filling.with(role.name(), context.words.pieces_on(board(1), &others, &squares));
        if !squares.is_empty() {
            roles.push((role.name(), squares.iter().map(ToString::to_string).collect()));
        }
    }
    Point {
        names: vec![motif.name],
        text: context.words.say(&format!("themes/{}", motif.name), filling),
        roles: wire::Roles(roles),
        at_end: false,
        on_first_board: used.ply == line.first(),
    }
}

fn promoted(context: &Context<'_>, kind: PieceType) -> String {
    context.words.fill(&format!("words/a-{}", words::piece_type(kind)), Filling::new())
}

/// What the first move creates there that wins most.
fn created_points(context: &Context<'_>, position: &Position, line: &Line, created: &[Tactic]) -> Vec<Point> {
    let Some(&trigger) = line.moves().get(line.first()) else {
        return Vec::new();
    };
    if let Some(square) = victim_square(trigger) {
        let piece = context.words.pieces(position.board(), &[square]);
        let filling = Filling::new().with("move", position.san(trigger)).with("piece", piece);
        let roles = wire::Roles(vec![("piece", vec![square.to_string()])]);
        let text = context.words.say("claims/takes", filling);
        return vec![Point { names: Vec::new(), text, roles, at_end: false, on_first_board: false }];
    }
    let relations = Relations::new(&position.play(trigger));
    let mut told: Vec<&Tactic> = created.iter().filter(|tactic| !tactic::is_repetition(tactic, created)).collect();
    told.sort_by_key(|tactic| std::cmp::Reverse(tactic.value(&relations).material_delta));
    let told = told.into_iter().take(MOST_CREATED).map(|tactic| wire_tactic(&relations, tactic));
    told.map(|tactic| Point {
        names: vec![tactic.motif],
        text: context.words.tactic(relations.board(), &tactic),
        roles: tactic.roles,
        at_end: false,
        on_first_board: true,
    })
    .collect()
}

/// The mate at the end of a line, by all its names.
fn mate(context: &Context<'_>, line: &Line) -> Option<Point> {
    let relations = Relations::new(line.end());
    let tactic = wire_tactic(&relations, &tactic::mate(&relations)?);
    let mut names = vec![tactic.motif];
    names.extend(tactic.properties.names.iter().flatten());
    Some(Point {
        names,
        text: context.words.tactic(relations.board(), &tactic),
        roles: tactic.roles,
        at_end: true,
        on_first_board: false,
    })
}

/// The first move as an arrow, and the squares of what it does at once.
pub(super) fn shapes(position: &Position, trigger: Move, told: &[Point]) -> Vec<wire::Shape> {
    let mut all = Vec::new();
    if let Some(from) = trigger.from() {
        all.push(wire::Shape { from: from.to_string(), to: Some(trigger.to().to_string()), meaning: "attacker" });
    }
    let after = position.play(trigger);
    let occupied = |square: &str| square.parse::<Square>().is_ok_and(|square| after.board().piece_at(square).is_some());
    for point in told.iter().filter(|point| point.on_first_board) {
        all.extend(standing::rings(&point.roles).into_iter().filter(|shape| occupied(&shape.from)));
    }
    all.dedup();
    all
}
