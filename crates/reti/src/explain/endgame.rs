//! What tables and the geometry of the board say when few men are left.
//!
//! Where a table knows the position, its word is the truth: the value, the only move that keeps it, and
//! zugzwang, which is a position that would be better if one could pass. Without a table the zone search
//! may find a move with two purposes, as in Réti's study; then the text says that it is not proven. The
//! square of a pawn is geometry and needs neither *[Seed 001; Seed 002]*.

use reti_core::{
    chess::{Bitboard, Color, Move, PieceType, Position, Rank, Square},
    line::Line,
    value::Value,
};
use reti_search::{bitbase::ThreeMen, probe::Exact, zone_search::Tier};

use super::{Context, Draft, proven::numbered, standing};
use crate::{proof::san_line, sentence::Filling, wire};

/// With more men nothing is asked.
const MOST_MEN: usize = 6;

/// With more men the zone search is not asked.
const MOST_MEN_FOR_ZONES: usize = 5;

pub(super) fn claims(context: &Context<'_>, position: &Position) -> Vec<Draft> {
    if position.board().occupied().count() > MOST_MEN || position.legal_moves().is_empty() {
        return Vec::new();
    }
    let mut drafts = match exact(context, position) {
        Some(exact) => by_table(context, position, exact),
        None => by_zones(context, position).into_iter().collect(),
    };
    drafts.extend(squares_of_pawns(context, position));
    drafts
}

fn exact(context: &Context<'_>, position: &Position) -> Option<Exact> {
    use reti_search::probe::Probe as _;
    context.probe.and_then(|probe| probe.probe(position)).or_else(|| ThreeMen.probe(position))
}

/// The value for the side that is *not* to move.
fn value_for_mover(context: &Context<'_>, after: &Position) -> Option<Value> {
    if after.is_checkmate() {
        return Some(Value::Win);
    }
    if after.is_stalemate() || after.is_dead() {
        return Some(Value::Draw);
    }
    exact(context, after).map(|exact| -exact.value)
}

fn by_table(context: &Context<'_>, position: &Position, exact: Exact) -> Vec<Draft> {
    let words = context.words;
    let side = position.turn();
    let filling = || Filling::new().with("side", words.side(side)).with("other", words.side(!side));
    let mate = exact.mate_in.map_or(0, |plies| plies.div_ceil(2));
    let mut sentences = vec![match exact.value {
        Value::Draw => words.say("endgames/table-draw", Filling::new()),
        Value::Win => words.say("endgames/table-win", filling().with("mate", mate)),
        Value::Loss => {
            words.say("endgames/table-win", Filling::new().with("side", words.side(!side)).with("mate", mate))
        }
    }];
    let zugzwang = position.pass().and_then(|passed| value_for_mover(context, &passed)).and_then(|waiting| {
        match (exact.value, waiting) {
            (Value::Loss, Value::Draw) => Some("endgames/zugzwang-loss"),
            (Value::Loss, Value::Win) => Some("endgames/zugzwang-both"),
            (Value::Draw, Value::Win) => Some("endgames/zugzwang-draw"),
            _ => None,
        }
    });
    if let Some(template) = zugzwang {
        sentences.push(words.say(template, filling()));
        if has_opposition(position) {
            let filling = Filling::new().with("side", words.side(!side)).with("other", words.side(side));
            sentences.push(words.say("endgames/opposition", filling));
        }
    }
    let mut drafts = vec![draft("observation", None, sentences.join(" "))];
    drafts.extend(only_move(context, position, exact.value));
    drafts
}

/// The only move that keeps a win or a draw.
fn only_move(context: &Context<'_>, position: &Position, value: Value) -> Option<Draft> {
    let moves = position.legal_moves();
    let values = moves.iter().map(|&m| value_for_mover(context, &position.play(m)).map(|value| (m, value)));
    let values: Vec<(Move, Value)> = values.collect::<Option<_>>()?;
    let keeping: Vec<Move> = values.iter().filter(|(_, kept)| *kept == value).map(|(m, _)| *m).collect();
    let template = match value {
        Value::Win => "endgames/only-move-wins",
        Value::Draw => "endgames/only-move-draws",
        Value::Loss => return None,
    };
    let ([m], true) = (&keeping[..], values.len() > 1) else {
        return None;
    };
    let mut text = context.words.say(template, Filling::new().with("move", position.san(*m)));
    let more = underpromotion(context, position, &[*m]).into_iter().chain(two_ends(context, position, *m));
    for sentence in more {
        text.push(' ');
        text.push_str(&sentence);
    }
    Some(draft("opportunity", Some((position, *m)), text))
}

/// Kings that face each other with one square between, and nothing else but pawns.
fn has_opposition(position: &Position) -> bool {
    let board = position.board();
    let (one, other) = (position.king(Color::White), position.king(Color::Black));
    let files = (one.file() as i32 - other.file() as i32).abs();
    let ranks = (one.rank() as i32 - other.rank() as i32).abs();
    (files, ranks) == (0, 2) && (board.occupied() & !board.kings() & !board.pawns()).is_empty()
        || (files, ranks) == (2, 0) && (board.occupied() & !board.kings() & !board.pawns()).is_empty()
}

/// What the zone search finds for the side to move where it has a pawn race to think about.
fn by_zones(context: &Context<'_>, position: &Position) -> Option<Draft> {
    let board = position.board();
    let only_pawns = (board.occupied() & !board.kings() & !board.pawns()).is_empty();
    if !only_pawns || board.occupied().count() > MOST_MEN_FOR_ZONES {
        return None;
    }
    let probe = context.probe.unwrap_or(&ThreeMen);
    let solution = crate::geometry::solve(position, Tier::Sound, probe);
    let (key, value) = (solution.key?, solution.value?);
    let template = match (value, solution.decided) {
        (Value::Win, true) => "endgames/zones-win",
        (Value::Draw, true) => "endgames/zones-draw",
        (Value::Win, false) => "endgames/zones-win-unproven",
        (Value::Draw, false) => "endgames/zones-draw-unproven",
        (Value::Loss, _) => return None,
    };
    let mut text = context.words.say(template, Filling::new().with("move", position.san(key)));
    if let Some(sentence) = two_ends(context, position, key) {
        text.push(' ');
        text.push_str(&sentence);
    }
    let mut draft = draft("opportunity", Some((position, key)), text);
    draft.claim.verdict = Some(if solution.decided { "proven" } else { "unknown" });
    Some(draft)
}

/// A king step that comes nearer to an own pawn and to an enemy pawn at once.
fn two_ends(context: &Context<'_>, position: &Position, m: Move) -> Option<String> {
    let (board, side) = (position.board(), position.turn());
    let from = m.from().filter(|_| m.role() == PieceType::King && !m.is_castle())?;
    let nearer = |pawn: &Square| distance(m.to(), *pawn) < distance(from, *pawn);
    let nearest = |color: Color| {
        let pawns = (board.pawns() & board.by_color(color)).into_iter().filter(nearer);
        pawns.min_by_key(|pawn| distance(m.to(), *pawn))
    };
    let (own, enemy) = (nearest(side)?, nearest(!side)?);
    let filling = Filling::new()
        .with("move", position.san(m))
        .with("own", context.words.piece(PieceType::Pawn, own))
        .with("enemy", context.words.piece(PieceType::Pawn, enemy));
    Some(context.words.say("endgames/two-ends", filling))
}

fn distance(one: Square, other: Square) -> i32 {
    let files = (one.file() as i32 - other.file() as i32).abs();
    files.max((one.rank() as i32 - other.rank() as i32).abs())
}

/// Whether kings catch free pawns, where nothing but kings and pawns is left.
fn squares_of_pawns(context: &Context<'_>, position: &Position) -> Vec<Draft> {
    let board = position.board();
    if (board.occupied() & !board.kings() & !board.pawns()).any() {
        return Vec::new();
    }
    let mut drafts = Vec::new();
    for pawn in board.pawns() {
        let Some(side) = board.color_at(pawn) else { continue };
        let last = if side.is_white() { Rank::Eighth } else { Rank::First };
        let goal = Square::from_coords(pawn.file(), last);
        let way: Bitboard = reti_core::chess::attacks::between(pawn, goal).with(goal);
        let hostile = board.pawns() & board.by_color(!side);
        let rivals = hostile.into_iter().any(|other| (other.file() as i32 - pawn.file() as i32).abs() <= 1);
        if (way & board.occupied()).any() || rivals {
            continue;
        }
        let king = position.king(!side);
        let start = if side.is_white() { Rank::Second } else { Rank::Seventh };
        let steps = distance(pawn, goal) - i32::from(pawn.rank() == start);
        let reach = steps + i32::from(position.turn() != side);
        let template =
            if distance(king, goal) <= reach { "endgames/in-the-square" } else { "endgames/outside-the-square" };
        let words = context.words;
        let filling =
            Filling::new().with("king", words.pieces(board, &[king])).with("pawn", words.pieces(board, &[pawn]));
        let mut draft = draft("observation", None, words.say(template, filling));
        draft.claim.verdict = None;
        let roles = vec![("king", vec![king.to_string()]), ("pawn", vec![pawn.to_string()])];
        draft.claim.roles = wire::Roles(roles);
        draft.claim.shapes = standing::rings(&draft.claim.roles);
        drafts.push(draft);
    }
    drafts
}

/// Why a pawn of the line does not become a queen: the reply after which taking is stalemate.
pub(super) fn underpromotion(context: &Context<'_>, position: &Position, moves: &[Move]) -> Option<String> {
    let line = Line::new(position, moves, reti_core::line::SetUp::Absent);
    let step = line.solver_steps().find(|step| step.m.promotion().is_some_and(|kind| kind != PieceType::Queen))?;
    let (before, m) = (&line.positions()[step.ply], step.m);
    let legal = before.legal_moves();
    let queen = *legal
        .iter()
        .find(|other| (other.from(), other.to(), other.promotion()) == (m.from(), m.to(), Some(PieceType::Queen)))?;
    let after = before.play(queen);
    let mut told = None;
    if after.is_stalemate() {
        told = Some(vec![queen]);
    }
    for reply in after.legal_moves() {
        let later = after.play(reply);
        let stalemates = |answer: &&Move| later.play(**answer).is_stalemate();
        if told.is_none()
            && let Some(&answer) = later.legal_moves().iter().find(stalemates)
            && later.is_check()
        {
            told = Some(vec![queen, reply, answer]);
        }
    }
    let sans = san_line(before, &told?);
    let filling =
        Filling::new().with("queen", before.san(queen)).with("line", numbered(before, before.fullmoves(), &sans));
    Some(context.words.say("endgames/queen-stalemates", filling))
}

fn draft(kind: &'static str, trigger: Option<(&Position, Move)>, text: String) -> Draft {
    let arrow = trigger.and_then(|(_, m)| {
        let meaning = "attacker";
        m.from().map(|from| wire::Shape { from: from.to_string(), to: Some(m.to().to_string()), meaning })
    });
    let claim = wire::Claim {
        kind,
        motifs: Vec::new(),
        roles: wire::Roles::default(),
        trigger: trigger.map(|(position, m)| position.uci(m)),
        verdict: Some("proven"),
        gain: None,
        mate: None,
        line: trigger.map(|(position, m)| position.uci(m)).into_iter().collect(),
        text,
        shapes: arrow.into_iter().collect(),
    };
    Draft { claim, proof: None }
}
