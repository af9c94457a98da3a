//! Why the natural defence fails: who cannot take, and what happens to those who can.

use reti_core::{
    chess::{Bitboard, Move, PieceType, Position},
    legality::attackers,
    line::{Line, SetUp},
    relation::Relations,
    value::worth,
};
use reti_search::proof::{Attack, Certificate, Defense};

use super::{
    Context,
    points::{Point, points},
    proven::numbered,
};
use crate::{proof::san_line, sentence::Filling};

/// The enemy pieces that look at the moved piece and may not take it, with the reason.
pub(super) fn cannot_take(context: &Context<'_>, position: &Position, trigger: Move) -> Vec<String> {
    let after = position.play(trigger);
    let relations = Relations::new(&after);
    let (board, square, side) = (after.board(), trigger.to(), after.turn());
    if trigger.is_castle() || after.is_checkmate() {
        return Vec::new();
    }
    let legal = after.legal_moves();
    let mut told = Vec::new();
    for piece in relations.attackers(square, side) {
        if legal.iter().any(|m| m.from() == Some(piece) && m.to() == square) {
            continue;
        }
        let filling = Filling::new()
            .with("piece", context.words.pieces(board, &[piece]))
            .with("square", context.words.squares(&[square]));
        if board.role_at(piece) == Some(PieceType::King) {
            let lifted = board.occupied() & !Bitboard::from_square(piece);
            let guards: Vec<_> = attackers(board, square, !side, lifted).without(square).into_iter().collect();
            if !guards.is_empty() {
                let filling = filling.with("guard", context.words.pieces(board, &guards));
                told.push(context.words.say("claims/cannot-take-guarded", filling));
            }
        } else if let Some(pinner) = relations.safety(side).pinner_of(board, piece) {
            let filling = filling
                .with("pinner", context.words.pieces(board, &[pinner]))
                .with("king", context.words.pieces(board, &[after.king(side)]));
            told.push(context.words.say("claims/cannot-take-pinned", filling));
        }
    }
    told
}

/// How many plies of a side line are shown.
const SIDE_LINE: usize = 9;

/// The answer to taking a piece that was offered or exchanged, if the main line does not show it, and
/// what that answer uses.
pub(super) fn if_taken(
    context: &Context<'_>,
    position: &Position,
    proof: &Certificate,
    number: u32,
    told: &[Point],
) -> Option<String> {
    let (first, main) = (proof.first, proof.line());
    let offered = worth(first.promotion().unwrap_or(first.role())) >= first.capture().map_or(0, worth);
    let Defense::Replies(replies) = &proof.then else {
        return None;
    };
    let is_taking = |m: &Move| m.is_capture() && m.to() == first.to();
    if !offered || main.get(1).is_some_and(is_taking) {
        return None;
    }
    let mut taking: Vec<&(Move, Attack)> = replies.iter().filter(|(reply, _)| is_taking(reply)).collect();
    taking.sort_by_key(|(reply, _)| worth(reply.role()));
    let (reply, attack) = taking.first()?;
    let mut moves = vec![first, *reply];
    follow(attack, &mut moves);
    if moves.len() < 3 {
        return None;
    }
    moves.truncate(SIDE_LINE);
    let sans = san_line(position, &moves);
    let (after, later) = (position.play(first), position.play(first).play(*reply));
    // The reply is Black's with the same number, or White's with the next one.
    let reply_number = number + u32::from(position.turn().is_black());
    let next_number = number + 1;
    let filling = Filling::new()
        .with("reply", numbered(&after, reply_number, &sans[1..2]))
        .with("line", numbered(&later, if later.turn().is_black() { reply_number } else { next_number }, &sans[2..]));
    let points = points(context, &Line::new(position, &moves, SetUp::Absent), position, &[]);
    let is_new = |point: &&Point| {
        !point.at_end
            && !point.on_first_board
            && !point.names.is_empty()
            && told.iter().all(|told| told.text != point.text)
    };
    let mut sentences = vec![context.words.say("claims/if-taken", filling)];
    sentences.extend(points.iter().find(is_new).map(|point| point.text.clone()));
    Some(sentences.join(" "))
}

/// The longest way down.
fn follow(attack: &Attack, moves: &mut Vec<Move>) {
    match attack {
        Attack::Play(m, then) => {
            moves.push(*m);
            if let Defense::Replies(replies) = then {
                let longest = replies.iter().max_by_key(|(_, attack)| depth(attack));
                if let Some((reply, attack)) = longest
                    && matches!(attack, Attack::Play(..) | Attack::Kept(..))
                {
                    moves.push(*reply);
                    follow(attack, moves);
                }
            }
        }
        Attack::Kept(m, _) => moves.push(*m),
        Attack::Settled(_) | Attack::Table => {}
    }
}

fn depth(attack: &Attack) -> usize {
    match attack {
        Attack::Play(_, Defense::Replies(replies)) => {
            2 + replies.iter().map(|(_, attack)| depth(attack)).max().unwrap_or(0)
        }
        Attack::Play(..) | Attack::Kept(..) => 1,
        Attack::Settled(_) | Attack::Table => 0,
    }
}
