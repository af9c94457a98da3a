//! A proof as data that can be walked: the attacker's move, every reply, and so on to the ends.

use reti_core::chess::{Move, Position};
use reti_search::proof::{Attack, Certificate, Defense};

use crate::wire::{ProofEnd, ProofReply, ProofStep};

/// Larger proofs are cut where this many positions are told.
const MAX_POSITIONS: usize = 4_000;

/// The tree of a proof. A very large one is cut; whoever wants to see more asks again from there.
pub fn walk(certificate: &Certificate) -> ProofStep {
    let mut room = MAX_POSITIONS;
    step(&certificate.position, certificate.first, &certificate.then, &mut room)
}

/// The attacker's move and what follows.
fn step(position: &Position, m: Move, then: &Defense, room: &mut usize) -> ProofStep {
    let after = position.play(m);
    let mut told = ProofStep {
        played: Some(position.uci(m)),
        san: Some(position.san(m)),
        fen: after.fen(),
        size: 1,
        end: None,
        gain: None,
        replies: Vec::new(),
        cut: false,
    };
    match then {
        Defense::Mated => told.end = Some(ProofEnd::Checkmate),
        Defense::Table => told.end = Some(ProofEnd::Table),
        Defense::Replies(replies) => {
            told.size += replies.iter().map(|(_, attack)| size(attack)).sum::<usize>();
            if *room < replies.len() {
                told.cut = true;
                return told;
            }
            *room -= replies.len();
            told.replies = replies.iter().map(|(reply, attack)| answered(&after, *reply, attack, room)).collect();
            // The sort is stable, so that equal replies stay in the order of the certificate.
            told.replies.sort_by_key(|reply| std::cmp::Reverse(reply.then.size));
        }
    }
    told
}

fn answered(position: &Position, reply: Move, attack: &Attack, room: &mut usize) -> ProofReply {
    let after = position.play(reply);
    let ended = |end: ProofEnd, gain: Option<i32>, m: Option<Move>| ProofStep {
        played: m.map(|m| after.uci(m)),
        san: m.map(|m| after.san(m)),
        fen: m.map_or_else(|| after.fen(), |m| after.play(m).fen()),
        size: 1,
        end: Some(end),
        gain,
        replies: Vec::new(),
        cut: false,
    };
    let then = match attack {
        Attack::Play(m, then) => step(&after, *m, then, room),
        Attack::Settled(gain) => ended(ProofEnd::Settled, Some(*gain), None),
        Attack::Kept(m, gain) => ended(ProofEnd::Kept, Some(*gain), Some(*m)),
        Attack::Table => ended(ProofEnd::Table, None, None),
    };
    ProofReply { played: position.uci(reply), san: position.san(reply), fen: after.fen(), then }
}

fn size(attack: &Attack) -> usize {
    match attack {
        Attack::Play(_, Defense::Replies(replies)) => 1 + replies.iter().map(|(_, attack)| size(attack)).sum::<usize>(),
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::{Question, prove};

    /// Every reply of the tree is legal and none is missing, and every end is one.
    fn check(step: &ProofStep) {
        let position = crate::read_position(&step.fen).unwrap();
        if step.end == Some(ProofEnd::Checkmate) {
            assert!(position.is_checkmate(), "{}", step.fen);
        }
        if step.end.is_some() {
            return;
        }
        let mut legal: Vec<String> = position.legal_moves().iter().map(|&m| position.uci(m)).collect();
        let mut told: Vec<String> = step.replies.iter().map(|reply| reply.played.clone()).collect();
        legal.sort();
        told.sort();
        assert_eq!(told, legal, "{}", step.fen);
        step.replies.iter().for_each(|reply| check(&reply.then));
    }

    #[test]
    fn the_tree_answers_every_reply() {
        for fen in ["6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "r3k3/5p2/8/3N4/8/8/5PP1/6K1 w - - 0 1"] {
            let position = crate::read_position(fen).unwrap();
            let found = prove(&position, &Question::default(), None, &|| false);
            let certificate = found.certificate.unwrap();
            let tree = walk(&certificate);
            assert_eq!(tree.san, found.wire.san);
            check(&tree);
        }
    }
}
