//! Sentences about moves, lines and proofs, and what must be true of them.

use reti::{chess::Move, wire};
use reti_core::chess::{Color, PieceType, Position, Square};
use reti_search::proof::{Attack, Certificate, Claim, Defense, Goal, check};

use super::{
    board::{after_capture, attackers, attacks, best_capture, is_in_check, looks_through, material},
    grammar::{Read, Token},
    motifs::{all, all_stand, color, is_pawn, is_pin, is_skewer, is_trapped, one, price, same_side},
};

/// A claim with the boards on which its sentences must hold.
pub struct Scene<'a> {
    pub claim: &'a wire::Claim,
    pub proof: Option<&'a Certificate>,
    /// The position that is explained.
    pub root: &'a Position,
    /// The move that is explained.
    pub played: Option<Move>,
    /// Where the claim's line begins.
    pub base: Position,
    pub line: Vec<Move>,
    /// The base and the positions after each move.
    pub positions: Vec<Position>,
}

impl<'a> Scene<'a> {
    /// The scene of a claim; an error if its line cannot be played.
    pub fn new(
        claim: &'a wire::Claim,
        proof: Option<&'a Certificate>,
        root: &'a Position,
        played: Option<Move>,
    ) -> Result<Scene<'a>, String> {
        let base = match (claim.kind, played) {
            ("threat", Some(m)) => root.play(m),
            ("threat", None) => root.pass().ok_or("a threat in check")?,
            _ => root.clone(),
        };
        let mut positions = vec![base.clone()];
        let mut line = Vec::new();
        for uci in &claim.line {
            let here = positions.last().expect("there is a base");
            let m = here.parse_move(uci).map_err(|_| format!("{uci} is not legal"))?;
            line.push(m);
            positions.push(here.play(m));
        }
        Ok(Scene { claim, proof, root, played, base, line, positions })
    }

    /// The scene of a line of the proof in which the first move's piece is taken: the reply, and the rest.
    pub fn side_line(&self, reads: &[Read]) -> Option<Scene<'a>> {
        let [Read::Line(reply), Read::Line(rest)] = reads else { return None };
        let (first, proof) = (self.trigger()?, self.proof?);
        let after = self.base.play(first);
        let number = self.first_number() + u32::from(self.base.turn().is_black());
        let [reply] = Scene::plays(reply, &after, number)?[..] else { return None };
        let later = after.play(reply);
        let rest = Scene::plays(rest, &later, number + u32::from(after.turn().is_black()))?;
        let line = [&[first, reply][..], &rest].concat();
        if !reply.is_capture() || reply.to() != first.to() || !in_proof(proof, &line) {
            return None;
        }
        let mut positions = vec![self.base.clone()];
        for &m in &line {
            positions.push(positions[positions.len() - 1].play(m));
        }
        Some(Scene { base: self.base.clone(), line, positions, ..*self })
    }

    /// The boards that a sentence without a move may be about.
    pub fn boards(&self) -> Vec<&Position> {
        match self.line.len() {
            0 => vec![&self.base],
            // After the moves of the side that wins, and at the end.
            count => (1..=count).filter(|ply| ply % 2 == 1 || *ply == count).map(|ply| &self.positions[ply]).collect(),
        }
    }

    /// The plies of the line at which this move is played.
    fn plies(&self, san: &str) -> Vec<usize> {
        (0..self.line.len()).filter(|&ply| self.positions[ply].san(self.line[ply]) == san).collect()
    }

    fn trigger(&self) -> Option<Move> {
        self.claim.trigger.as_ref().and_then(|uci| self.base.parse_move(uci).ok())
    }

    fn is_trigger(&self, read: &Read) -> bool {
        let Read::Move(san) = read else { return false };
        self.trigger().is_some_and(|m| self.base.san(m) == *san)
    }

    fn is_played(&self, read: &Read) -> bool {
        let Read::Move(san) = read else { return false };
        self.played.is_some_and(|m| self.root.san(m) == *san)
    }

    /// Whether a proof that the checker accepts shows this.
    fn is_proven(&self, wanted: Claim) -> bool {
        let Some(proof) = self.proof else { return false };
        // Through its text, as another program would read it.
        let read: Result<Certificate, _> = proof.to_string().parse();
        read.is_ok_and(|proof| {
            check(&proof, None).is_ok()
                && proof.position == self.base
                && Some(proof.first) == self.trigger()
                && proof.supported_claim() == wanted
                && proof.claim == wanted
                && self.claim.gain == wanted.gain()
                && self.claim.mate == wanted.mate()
                && self.claim.verdict == Some("proven")
        })
    }

    fn wins(&self, reads: &[Read], at: usize, sum: usize) -> bool {
        let Read::Sum(gain) = reads[sum] else { return false };
        self.is_trigger(&reads[at]) && self.is_proven(Claim::Gain(gain))
    }

    fn mates(&self, reads: &[Read], at: usize, moves: Option<usize>) -> bool {
        let moves = match moves.map(|index| &reads[index]) {
            Some(Read::Number(moves)) => *moves,
            _ => 1,
        };
        self.is_trigger(&reads[at]) && self.is_proven(Claim::Mate(moves))
    }

    /// Whether the numbered moves are the beginning of this play, numbers included.
    pub fn plays(tokens: &[Token], start: &Position, first_number: u32) -> Option<Vec<Move>> {
        let mut here = start.clone();
        let mut number = first_number;
        let mut announced = false;
        let mut moves = Vec::new();
        for token in tokens {
            match token {
                Token::Number(said, black) => {
                    if *said != number || *black != here.turn().is_black() || *black && !moves.is_empty() {
                        return None;
                    }
                    announced = true;
                }
                Token::San(san) => {
                    if !announced && (here.turn().is_white() || moves.is_empty()) {
                        return None;
                    }
                    let m = here.parse_move(san).ok().filter(|&m| here.san(m) == *san)?;
                    number += u32::from(here.turn().is_black());
                    here = here.play(m);
                    moves.push(m);
                    announced = false;
                }
            }
        }
        Some(moves)
    }

    fn first_number(&self) -> u32 {
        // White's threat while Black is to move would be played at the next move.
        let late = self.claim.kind == "threat" && self.played.is_none() && self.base.turn().is_white();
        self.base.fullmoves() + u32::from(late)
    }

    fn is_whole_line(&self, read: &Read) -> bool {
        let Read::Line(tokens) = read else { return false };
        Scene::plays(tokens, &self.base, self.first_number()).is_some_and(|moves| moves == self.line)
    }
}

pub type SceneCheck = fn(&Scene, &[Read]) -> bool;

pub const CLAIMS: &[(&str, SceneCheck)] = &[
    ("{M} is mate.", |scene, reads| scene.mates(reads, 0, None)),
    ("{M} forces mate in {N}.", |scene, reads| scene.mates(reads, 0, Some(1))),
    ("{M} wins at least {G}.", |scene, reads| scene.wins(reads, 0, 1)),
    ("Instead {M} was mate.", |scene, reads| scene.mates(reads, 0, None)),
    ("Instead {M} forced mate in {N}.", |scene, reads| scene.mates(reads, 0, Some(1))),
    ("Instead {M} won at least {G}.", |scene, reads| scene.wins(reads, 0, 1)),
    ("{C} threatens {M}, with mate.", |scene, reads| is_side(scene, &reads[0]) && scene.mates(reads, 1, None)),
    ("{C} threatens {M}, with mate in {N}.", |scene, reads| {
        is_side(scene, &reads[0]) && scene.mates(reads, 1, Some(2))
    }),
    ("{C} threatens {M}, winning at least {G}.", |scene, reads| is_side(scene, &reads[0]) && scene.wins(reads, 1, 2)),
    ("{M} allows {M}, which is mate.", |scene, reads| scene.is_played(&reads[0]) && scene.mates(reads, 1, None)),
    ("{M} allows {M}, which forces mate in {N}.", |scene, reads| {
        scene.is_played(&reads[0]) && scene.mates(reads, 1, Some(2))
    }),
    ("{M} allows {M}, which wins at least {G}.", |scene, reads| scene.is_played(&reads[0]) && scene.wins(reads, 1, 2)),
    ("{M} seems to allow {M}: the best reply that was found, but no win is proven.", |scene, reads| {
        scene.is_played(&reads[0])
            && scene.is_trigger(&reads[1])
            && scene.proof.is_none()
            && scene.claim.verdict == Some("unknown")
    }),
    ("The same was threatened before {M}.", |scene, reads| {
        let goal = match (scene.claim.gain, scene.claim.mate) {
            (Some(gain), _) => Goal::Gain(gain),
            (_, moves) => Goal::Mate { within: moves },
        };
        scene.is_played(&reads[0])
            && scene.root.pass().is_some_and(|passed| {
                let uci = scene.claim.trigger.clone().unwrap_or_default();
                passed.parse_move(&uci).is_ok_and(|only| can_be_proven(&passed, only, goal))
            })
    }),
    ("The engine would play {M}; nothing is proven about it.", |scene, reads| {
        scene.is_trigger(&reads[0]) && scene.proof.is_none() && scene.claim.verdict == Some("unknown")
    }),
    ("After {M}, if {L}, the engine would answer {L}; nothing is proven about it.", |scene, reads| {
        are_three_moves(scene, reads)
    }),
    ("After {M}, if {L}, then {L} is mate.", |scene, reads| is_answered(scene, reads, Goal::Mate { within: Some(1) })),
    ("After {M}, if {L}, then {L} forces mate in {N}.", |scene, reads| {
        let Read::Number(moves) = reads[3] else { return false };
        is_answered(scene, reads, Goal::Mate { within: Some(moves) })
    }),
    ("After {M}, if {L}, then {L} wins back at least {G}.", |scene, reads| {
        let Read::Sum(gain) = reads[3] else { return false };
        is_answered(scene, reads, Goal::Gain(gain))
    }),
    ("{M} leaves {PS} unguarded.", |scene, reads| {
        let Some(m) = scene.played.filter(|_| scene.is_played(&reads[0])) else { return false };
        let (before, after) = (scene.root, scene.root.play(m));
        let Some(from) = m.from() else { return false };
        all_stand(after.board(), reads)
            && all(reads, 1).iter().all(|&piece| {
                attacks(before.board(), from, piece)
                    && !attacks(after.board(), m.to(), piece)
                    && best_capture(after.board(), piece, after.turn()).is_some_and(|gain| gain > 0)
            })
    }),
    ("Best defence: {L}.", |scene, reads| {
        scene.is_whole_line(&reads[0]) && scene.proof.is_some_and(|proof| in_proof(proof, &scene.line))
    }),
    ("The line that was looked at: {L}.", |scene, reads| scene.is_whole_line(&reads[0]) && scene.proof.is_none()),
    ("If {L}, then {L}.", |scene, reads| scene.side_line(reads).is_some()),
    ("{P} cannot take on {S}: {P} pins it to {P}.", |scene, reads| {
        let Some(position) = scene.positions.get(1) else { return false };
        let (board, piece, square) = (position.board(), one(reads, 0), one(reads, 1));
        let (pinner, king) = (one(reads, 2), one(reads, 3));
        all_stand(board, reads)
            && scene.line[0].to() == square
            && attacks(board, piece, square)
            && looks_through(board, pinner, piece, king)
            && board.role_at(king) == Some(PieceType::King)
            && same_side(board, piece, king)
            && !position.legal_moves().iter().any(|m| m.from() == Some(piece) && m.to() == square)
    }),
    ("{P} cannot take on {S}: {PS} guards it.", is_guarded),
    ("{P} cannot take on {S}: {PS} guard it.", is_guarded),
    ("{P} cannot recapture on {S}: {P} pins it to {P}.", |scene, reads| {
        let (piece, pinner, king) = (one(reads, 0), one(reads, 2), one(reads, 3));
        all_stand(scene.base.board(), reads)
            && after_best_captures(scene, piece, one(reads, 1), |board| {
                board.role_at(king) == Some(PieceType::King)
                    && same_side(board, piece, king)
                    && looks_through(board, pinner, piece, king)
            })
    }),
    ("{P} cannot recapture on {S}: the square is covered.", |scene, reads| {
        let (piece, square) = (one(reads, 0), one(reads, 1));
        all_stand(scene.base.board(), reads)
            && after_best_captures(scene, piece, square, |board| board.role_at(piece) == Some(PieceType::King))
    }),
    ("{P} cannot recapture on {S}: it would not answer the check.", |scene, reads| {
        let piece = one(reads, 0);
        all_stand(scene.base.board(), reads)
            && after_best_captures(scene, piece, one(reads, 1), |board| is_in_check(board, color(board, piece)))
    }),
    ("This pin leaves {P} hanging, worth about {G}.", |scene, reads| {
        let Read::Sum(gain) = reads[1] else { return false };
        let pinner = scene
            .claim
            .roles
            .0
            .iter()
            .find(|(role, _)| *role == "pinner")
            .and_then(|(_, squares)| squares[0].parse().ok());
        let Some(pinner) = pinner else { return false };
        let mut freed = scene.base.board().clone();
        freed.discard_piece_at(pinner);
        let piece = one(reads, 0);
        all_stand(scene.base.board(), reads)
            && price(&scene.base, piece) == Some(gain)
            && best_capture(&freed, piece, color(scene.base.board(), pinner)).unwrap_or(0) <= 0
    }),
    ("{M} takes {P}.", |scene, reads| {
        let Some(&m) = scene.line.first() else { return false };
        let square = one(reads, 1);
        let passing = m.is_en_passant()
            && m.to().file() == square.file()
            && m.from().is_some_and(|from| from.rank() == square.rank());
        scene.is_trigger(&reads[0])
            && all_stand(scene.base.board(), reads)
            && m.is_capture()
            && (m.to() == square || passing)
    }),
    // Themes of a line.
    ("{M} forks {PS}.", |scene, reads| {
        at(scene, &reads[0], |ply| {
            let (board, forker) = (scene.positions[ply + 1].board(), scene.line[ply].to());
            all_stand(board, reads)
                && all(reads, 1).len() >= 2
                && all(reads, 1)
                    .iter()
                    .all(|&target| attacks(board, forker, target) && !same_side(board, forker, target))
        })
    }),
    ("{P} skewers {P} with {P} behind it.", |scene, reads| {
        scene.boards().iter().any(|position| all_stand(position.board(), reads) && is_skewer(position.board(), reads))
    }),
    ("{M} uncovers {P} against {P}: a discovered attack.", |scene, reads| {
        at(scene, &reads[0], |ply| {
            let (before, after) = (scene.positions[ply].board(), scene.positions[ply + 1].board());
            let (slider, target) = (one(reads, 1), one(reads, 2));
            all_stand(after, reads)
                && attacks(after, slider, target)
                && !attacks(before, slider, target)
                && !same_side(after, slider, target)
        })
    }),
    (
        "{M} uncovers {P} against {P}: a discovered attack, and not the only one: a windmill of {N} discovered checks.",
        |scene, reads| {
            let Read::Number(wanted) = reads[3] else { return false };
            let is_discovered = |ply: &usize| {
                let after = &scene.positions[ply + 1];
                let others = attackers(after.board(), after.king(after.turn()), !after.turn());
                others.into_iter().any(|from| from != scene.line[*ply].to())
            };
            let checks = (0..scene.line.len()).step_by(2).filter(is_discovered).count();
            wanted >= 2
                && checks == wanted as usize
                && at(scene, &reads[0], |ply| is_discovered(&ply) && all_stand(scene.positions[ply + 1].board(), reads))
        },
    ),
    ("{M} is a double check by {PS}.", |scene, reads| {
        at(scene, &reads[0], |ply| {
            let after = &scene.positions[ply + 1];
            let king = after.king(after.turn());
            all_stand(after.board(), reads)
                && all(reads, 1).len() == 2
                && all(reads, 1).iter().all(|&from| attacks(after.board(), from, king))
        })
    }),
    ("{P} was unprotected: a hanging piece.", |scene, reads| {
        // The first move takes it, and nothing could have taken back through the capturer's square.
        let Some(&m) = scene.line.first() else { return false };
        let (board, square) = (scene.base.board(), one(reads, 0));
        let mut lifted = board.clone();
        lifted.discard_piece_at(m.from().unwrap_or(square));
        all_stand(board, reads)
            && m.to() == square
            && m.is_capture()
            && attackers(&lifted, square, color(board, square)).is_empty()
    }),
    ("{P} is trapped: each of its moves loses material.", |scene, reads| {
        scene.boards().iter().any(|position| all_stand(position.board(), reads) && is_trapped(position, reads))
    }),
    ("{M} removes {P}, the defender of {P}.", |scene, reads| {
        at(scene, &reads[0], |ply| {
            let (board, m) = (scene.positions[ply].board(), scene.line[ply]);
            all_stand(board, reads)
                && m.is_capture()
                && m.to() == one(reads, 1)
                && attacks(board, one(reads, 1), one(reads, 2))
        })
    }),
    ("{P} supports {S} through {P}: an x-ray.", |scene, reads| {
        scene.boards().iter().any(|position| {
            let board = position.board();
            let (slider, square, through) = (one(reads, 0), one(reads, 1), one(reads, 2));
            all_stand(board, reads)
                && looks_through(board, slider, through, square)
                && !same_side(board, slider, through)
        })
    }),
    ("{M} is a deflection: {P} leaves its guard of {S}.", |scene, reads| {
        at(scene, &reads[0], |ply| {
            let (board, guard, goal) = (scene.positions[ply + 1].board(), one(reads, 1), one(reads, 2));
            let Some(&reply) = scene.line.get(ply + 1) else { return false };
            let after = scene.positions[ply + 2].board();
            all_stand(board, reads)
                && reply.from() == Some(guard)
                && attacks(board, guard, goal)
                && !attacks(after, reply.to(), goal)
        })
    }),
    ("{M} is a decoy: it is taken, and then {P} attacks {P}.", |scene, reads| {
        at(scene, &reads[0], |ply| {
            let Some(after) = scene.positions.get(ply + 3) else { return false };
            let (attacker, drawn) = (one(reads, 1), one(reads, 2));
            let taken = scene.line[ply + 1].to() == scene.line[ply].to() && scene.line[ply + 1].is_capture();
            taken
                && drawn == scene.line[ply].to()
                && all_stand(after.board(), reads)
                && attacks(after.board(), attacker, drawn)
        })
    }),
    ("{M} is a move in between, before taking back on {S}.", |scene, reads| {
        at(scene, &reads[0], |ply| {
            let square = one(reads, 1);
            let played = scene.played.is_some_and(|m| m.to() == square && m.is_capture());
            ply == 0 && played && scene.line.get(2).is_some_and(|m| m.is_capture() && m.to() == square)
        })
    }),
    ("{M} is an interference: it cuts {P} off from {P}.", |scene, reads| {
        at_any(scene, &reads[0], |ply| {
            let (before, after) = (scene.positions[ply].board(), scene.positions[ply + 1].board());
            let (defender, goal) = (one(reads, 1), one(reads, 2));
            all_stand(before, reads)
                && attacks(before, defender, goal)
                && same_side(before, defender, goal)
                && !attacks(after, defender, goal)
        })
    }),
    ("{M} is a clearance: it makes way on {S} for {P}.", |scene, reads| {
        at(scene, &reads[0], |ply| {
            let (square, user) = (one(reads, 1), one(reads, 2));
            let (Some(&next), Some(later)) = (scene.line.get(ply + 2), scene.positions.get(ply + 3)) else {
                return false;
            };
            let from = next.from().unwrap_or(user);
            let way = super::board::between(from, user).unwrap_or_default();
            all_stand(later.board(), &reads[2..])
                && scene.line[ply].from() == Some(square)
                && next.to() == user
                && (user == square || way.contains(&square))
        })
    }),
    ("It is a sacrifice: after {M} {C} is {G} down on the start of the line.", |scene, reads| {
        let (Read::Side(side), Read::Sum(given)) = (&reads[1], &reads[2]) else { return false };
        let balance = |position: &Position| material(position.board(), *side) - material(position.board(), !*side);
        *side == scene.base.turn()
            && at(scene, &reads[0], |ply| {
                balance(&scene.base) - balance(&scene.positions[ply + 1]) == *given && *given >= 200
            })
    }),
    ("{M} is a promotion.", |scene, reads| at(scene, &reads[0], |ply| scene.line[ply].promotion().is_some())),
    ("{M} is an underpromotion to {K}.", |scene, reads| {
        let Read::Kind(kind) = reads[1] else { return false };
        kind != PieceType::Queen && at(scene, &reads[0], |ply| scene.line[ply].promotion() == Some(kind))
    }),
    ("{M} takes en passant.", |scene, reads| at(scene, &reads[0], |ply| scene.line[ply].is_en_passant())),
    ("{M} brings an advanced pawn one step from promotion.", |scene, reads| {
        at(scene, &reads[0], |ply| {
            let (board, to) = (scene.positions[ply + 1].board(), scene.line[ply].to());
            let rank = if color(board, to) == Color::White { to.rank() as i32 } else { 7 - to.rank() as i32 };
            is_pawn(board, to) && rank == 6
        })
    }),
    ("{P} is exposed: it has no pawn of its own beside it or in front of it.", |scene, reads| {
        scene.positions.iter().any(|position| {
            let (board, king) = (position.board(), one(reads, 0));
            let side = color(board, king);
            let near = |pawn: Square| {
                let files = (pawn.file() as i32 - king.file() as i32).abs();
                let ranks = pawn.rank() as i32 - king.rank() as i32;
                files <= 1 && (0..=1).contains(&if side == Color::White { ranks } else { -ranks })
            };
            all_stand(board, reads) && !(board.by_color(side) & board.pawns()).into_iter().any(near)
        })
    }),
    ("{M} strikes on {S}, next to the king.", |scene, reads| {
        at(scene, &reads[0], |ply| {
            let (m, after) = (scene.line[ply], &scene.positions[ply]);
            m.to() == one(reads, 1) && super::board::king_distance(m.to(), after.king(!after.turn())) == 1
        })
    }),
    ("{P} pins {P} to {P}.", |scene, reads| {
        scene.boards().iter().any(|position| all_stand(position.board(), reads) && is_pin(position.board(), reads))
    }),
];

/// Whether a fresh search proves the goal for this first move, and the checker accepts it.
fn can_be_proven(position: &Position, only: Move, goal: Goal) -> bool {
    let question =
        reti::proof::Question { goal: Some(goal), only: Some(only), motifs: false, ..reti::proof::Question::default() };
    let answer = reti::proof::prove(position, &question, None, &|| false);
    answer.certificate.is_some_and(|proof| check(&proof, None).is_ok())
}

/// Whether the three moves are those of the claim, and the last one reaches the goal.
fn is_answered(scene: &Scene, reads: &[Read], goal: Goal) -> bool {
    are_three_moves(scene, reads) && can_be_proven(&scene.positions[2], scene.line[2], goal)
}

fn are_three_moves(scene: &Scene, reads: &[Read]) -> bool {
    let (Read::Line(reply), Read::Line(answer)) = (&reads[1], &reads[2]) else { return false };
    let [first, second, third] = scene.line[..] else { return false };
    let (after, later) = (&scene.positions[1], &scene.positions[2]);
    scene.is_trigger(&reads[0])
        && scene.trigger() == Some(first)
        && Scene::plays(reply, after, after.fullmoves()) == Some(vec![second])
        && Scene::plays(answer, later, later.fullmoves()) == Some(vec![third])
}

fn is_side(scene: &Scene, read: &Read) -> bool {
    *read == Read::Side(scene.base.turn())
}

/// Whether the check holds at a ply of the winning side at which the move is played.
fn at(scene: &Scene, read: &Read, holds: impl Fn(usize) -> bool) -> bool {
    let Read::Move(san) = read else { return false };
    scene.plies(san).into_iter().any(|ply| ply % 2 == 0 && holds(ply))
}

/// The same at any ply.
fn at_any(scene: &Scene, read: &Read, holds: impl Fn(usize) -> bool) -> bool {
    let Read::Move(san) = read else { return false };
    scene.plies(san).into_iter().any(holds)
}

fn is_guarded(scene: &Scene, reads: &[Read]) -> bool {
    let Some(position) = scene.positions.get(1) else { return false };
    let (board, king, square) = (position.board(), one(reads, 0), one(reads, 1));
    let mut lifted = board.clone();
    lifted.discard_piece_at(king);
    all_stand(board, reads)
        && scene.line[0].to() == square
        && board.role_at(king) == Some(PieceType::King)
        && attacks(board, king, square)
        && all(reads, 2).iter().all(|&guard| same_side(board, guard, square) && attacks(&lifted, guard, square))
}

/// Whether, after each best capture on the square, the piece looks at it, may not take, and the reason holds.
fn after_best_captures(
    scene: &Scene,
    piece: Square,
    square: Square,
    reason: impl Fn(&reti_core::chess::Board) -> bool,
) -> bool {
    let board = scene.base.board();
    let by = !color(board, square);
    let Some(best) = best_capture(board, square, by) else { return false };
    let capturers: Vec<Square> = attackers(board, square, by)
        .into_iter()
        .filter(|&from| super::board::capture(board, from, square) == Some(best))
        .collect();
    !capturers.is_empty()
        && capturers.into_iter().all(|from| {
            let Some(after) = after_capture(board, from, square, None) else { return false };
            attacks(&after, piece, square) && after_capture(&after, piece, square, None).is_none() && reason(&after)
        })
}

/// Whether the moves can be followed in the proof: its own moves where the attacker chooses.
fn in_proof(proof: &Certificate, moves: &[Move]) -> bool {
    fn defended(defense: &Defense, moves: &[Move]) -> bool {
        match (defense, moves) {
            (_, []) => true,
            (Defense::Replies(replies), [reply, rest @ ..]) => {
                replies.iter().find(|(known, _)| known == reply).is_some_and(|(_, attack)| attacked(attack, rest))
            }
            _ => false,
        }
    }
    fn attacked(attack: &Attack, moves: &[Move]) -> bool {
        match (attack, moves) {
            (_, []) => true,
            (Attack::Play(m, then), [first, rest @ ..]) => m == first && defended(then, rest),
            (Attack::Kept(m, _), [first]) => m == first,
            _ => false,
        }
    }
    moves.split_first().is_some_and(|(first, rest)| *first == proof.first && defended(&proof.then, rest))
}
