//! Sentences about moves, lines and proofs, and what must be true of them.

use reti_core::chess::{Color, Move, PieceType, Position, Square};
use reti_lessons::claim::{Claim as Told, Evidence};
use reti_search::{
    bitbase::ThreeMen,
    proof::{Attack, Certificate, Defense, Goal, Payoff, Prover, Verdict, check, forcing::Width},
    score::Score,
};

use super::{
    board::{attackers, attacks, looks_through, material, worth},
    grammar::{Read, Token, is_sum},
    motifs::{all, all_stand, color, is_pawn, is_pin, is_skewer, is_trapped, one, same_side},
};

/// What a lesson or a game says around a claim.
#[derive(Clone)]
pub struct Around {
    /// The position that is explained.
    pub root: Position,
    /// The move that is judged, or that was played.
    pub played: Option<Move>,
    /// The recommended move, and what it leads to for the mover.
    pub best: Option<(Move, Score)>,
    /// The opponent's last move.
    pub last: Option<Move>,
}

/// A claim with the boards on which its sentences must hold. What the claim *says* is only in its
/// sentences: the scene has its base, its line and its evidence.
#[derive(Clone)]
pub struct Scene {
    pub around: Around,
    pub evidence: Evidence,
    /// Where the claim's line begins.
    pub base: Position,
    pub line: Vec<Move>,
    /// The base and the positions after each move.
    pub positions: Vec<Position>,
    /// The position before the base, and the move between them.
    pub set_up: Option<(Position, Move)>,
}

impl Scene {
    /// The scene of a claim; an error if its line cannot be played.
    pub fn new(claim: &Told, around: &Around) -> Result<Scene, String> {
        let mut positions = vec![claim.base.clone()];
        for &m in &claim.line {
            let here = &positions[positions.len() - 1];
            if !here.is_legal(m) {
                return Err(format!("{} is not legal in {}", here.uci(m), here.fen()));
            }
            positions.push(here.play(m));
        }
        if let Some((before, m)) = &claim.set_up
            && (!before.is_legal(*m) || before.play(*m) != claim.base)
        {
            return Err("the move before does not lead to the line".to_owned());
        }
        Ok(Scene {
            around: around.clone(),
            evidence: claim.evidence.clone(),
            base: claim.base.clone(),
            line: claim.line.clone(),
            positions,
            set_up: claim.set_up.clone(),
        })
    }

    /// The proof, if there is one.
    pub fn proof(&self) -> Option<&Certificate> {
        self.evidence.proof()
    }

    /// What an advisor or a table says for the side to move at the base.
    pub fn score(&self) -> Option<Score> {
        match &self.evidence {
            Evidence::Calculated(looked) => Some(looked.score),
            Evidence::Exact(score) => Some(*score),
            Evidence::Proven(proof) => proof.claim.mate().map(Score::MateIn),
            _ => None,
        }
    }

    /// The position after the first move.
    pub fn after(&self) -> Option<&Position> {
        self.positions.get(1)
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

    pub fn trigger(&self) -> Option<Move> {
        self.line.first().copied()
    }

    pub fn is_trigger(&self, read: &Read) -> bool {
        let Read::Move(san) = read else { return false };
        self.trigger().is_some_and(|m| self.base.san(m) == *san)
    }

    /// Whether the move that was read is the one that led to the base.
    fn is_played(&self, read: &Read) -> bool {
        let Read::Move(san) = read else { return false };
        self.set_up.as_ref().is_some_and(|(before, m)| before.san(*m) == *san)
    }

    /// What a proof of this first move shows, if the checker accepts it.
    pub fn proven(&self) -> Option<Payoff> {
        // Through its text, as another program would read it.
        let proof: Certificate = self.proof()?.to_string().parse().ok()?;
        let holds = check(&proof, Some(&ThreeMen)).is_ok()
            && proof.position == self.base
            && Some(proof.first) == self.trigger()
            && proof.supported_claim() == proof.claim;
        holds.then_some(proof.claim)
    }

    /// Whether what was read is proven to be won by the first move.
    pub fn wins(&self, reads: &[Read], at: usize, sum: usize) -> bool {
        let Read::Sum(step) = reads[sum] else { return false };
        self.is_trigger(&reads[at]) && self.proven().and_then(Payoff::gain).is_some_and(|gain| is_sum(step, gain))
    }

    /// Whether the first move is proven to mate in so many moves, or was seen to.
    pub fn mates(&self, reads: &[Read], at: usize, moves: Option<usize>) -> bool {
        let moves = match moves.map(|index| &reads[index]) {
            Some(Read::Number(moves)) => *moves,
            _ => 1,
        };
        let known = match self.proof() {
            Some(_) => self.proven() == Some(Payoff::Mate(moves)),
            None => self.score() == Some(Score::MateIn(moves)),
        };
        let at_once = self.trigger().is_some_and(|m| self.base.play(m).is_checkmate());
        self.is_trigger(&reads[at]) && known && (moves == 1) == at_once
    }

    fn wins_by_table(&self, read: &Read) -> bool {
        self.is_trigger(read) && self.proven() == Some(Payoff::Win)
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

    /// Whether the base comes about by a pass: of the opponent now, or after the recommended move.
    pub fn is_after_pass(&self) -> bool {
        let here = self.around.root.pass();
        let later = self.around.best.and_then(|(m, _)| self.around.root.play(m).pass());
        self.set_up.is_none() && [here, later].into_iter().flatten().any(|passed| passed == self.base)
    }

    pub fn first_number(&self) -> u32 {
        // White's move after a pass of Black would be played at the next number.
        self.base.fullmoves() + u32::from(self.is_after_pass() && self.base.turn().is_white())
    }

    pub fn is_whole_line(&self, read: &Read) -> bool {
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
    ("{M} allows {M}, which wins at least {G}.", |scene, reads| {
        let took = scene.set_up.as_ref().is_some_and(|(_, m)| m.is_capture());
        scene.is_played(&reads[0]) && scene.wins(reads, 1, 2) && !took
    }),
    ("{M} allows {M}, which wins at least {G} for {G}.", |scene, reads| {
        let Read::Sum(price) = reads[3] else { return false };
        let taken = scene.set_up.as_ref().and_then(|(_, m)| m.capture()).map(worth);
        scene.is_played(&reads[0])
            && scene.wins(reads, 1, 2)
            && taken.is_some_and(|taken| is_sum(price, taken))
            && scene.proven().and_then(Payoff::gain) >= taken.map(|taken| taken + 100)
    }),
    ("{M} wins: tables know the endings that it leads to.", |scene, reads| scene.wins_by_table(&reads[0])),
    ("Instead {M} won: tables know the endings that it leads to.", |scene, reads| scene.wins_by_table(&reads[0])),
    ("{C} threatens {M}: tables know the endings that it leads to as won.", |scene, reads| {
        is_side(scene, &reads[0]) && scene.wins_by_table(&reads[1])
    }),
    ("{M} allows {M}, which wins: tables know the endings that it leads to.", |scene, reads| {
        scene.is_played(&reads[0]) && scene.wins_by_table(&reads[1])
    }),
    ("After {M}, if {L}, then {L} is mate.", |scene, reads| {
        scene.line.len() == 3 && is_answered(scene, reads, |claim| claim == Payoff::Mate(1))
    }),
    ("After {M}, if {L}, then {L} forces mate in {N}.", |scene, reads| {
        let Read::Number(moves) = reads[3] else { return false };
        is_answered(scene, reads, |claim| claim == Payoff::Mate(moves))
    }),
    ("After {M}, if {L}, then {L} wins back at least {G}.", |scene, reads| {
        let Read::Sum(step) = reads[3] else { return false };
        is_answered(scene, reads, |claim| claim.gain().is_some_and(|gain| is_sum(step, gain)))
    }),
    ("Best defence: {L}.", |scene, reads| {
        scene.is_whole_line(&reads[0])
            && scene.proof().map_or(scene.score().is_some(), |proof| in_proof(proof, &scene.line))
    }),
    ("If {L}, then {L}.", |scene, reads| are_replies(scene, &reads[0], &reads[1])),
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
            let played = scene.set_up.as_ref().is_some_and(|(_, m)| m.to() == square && m.is_capture());
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
            let (Some(&next), Some(after)) = (scene.line.get(ply + 2), scene.positions.get(ply + 1)) else {
                return false;
            };
            let way = super::board::between(user, next.to()).unwrap_or_default();
            all_stand(after.board(), &reads[2..])
                && scene.line[ply].from() == Some(square)
                && next.from() == Some(user)
                && (next.to() == square || way.contains(&square))
        })
    }),
    ("It is a sacrifice: after {M} {C} has given up {G}.", |scene, reads| {
        let (Read::Side(side), Read::Sum(given)) = (&reads[1], &reads[2]) else { return false };
        let balance = |position: &Position| material(position.board(), *side) - material(position.board(), !*side);
        *side == scene.base.turn()
            && at(scene, &reads[0], |ply| {
                let down = balance(&scene.base) - balance(&scene.positions[ply + 1]);
                is_sum(*given, down) && down >= 200
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
            all_stand(board, reads)
                && board.role_at(king) == Some(PieceType::King)
                && !(board.by_color(side) & board.pawns()).into_iter().any(near)
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

/// Whether a new prover shows the goal for this first move, and the checker accepts it.
pub fn can_be_proven(position: &Position, only: Move, goal: Goal, nodes: u64) -> bool {
    let mut prover = Prover::new(1 << 20).with_probe(&ThreeMen);
    [Width::Forcing, Width::Threats].into_iter().any(|width| {
        match prover.stage(position, goal, Some(only), width, nodes).verdict {
            Verdict::Proven(proof) => check(&proof, Some(&ThreeMen)).is_ok(),
            _ => false,
        }
    })
}

/// Whether the moves are those of the claim, and the proof of the answer shows this.
fn is_answered(scene: &Scene, reads: &[Read], shows: impl Fn(Payoff) -> bool) -> bool {
    let Some(proof) = scene.proof() else { return false };
    scene.is_trigger(&reads[0])
        && are_replies(scene, &reads[1], &reads[2])
        && check(proof, Some(&ThreeMen)).is_ok()
        && Some(&proof.position) == scene.positions.get(2)
        && in_proof(proof, &scene.line[2..])
        && shows(proof.claim)
}

/// Whether a reply and the answer to it are the claim's moves after the first, as the evidence has them.
fn are_replies(scene: &Scene, reply: &Read, answer: &Read) -> bool {
    let (Read::Line(reply), Read::Line(answer)) = (reply, answer) else { return false };
    let [_, second, rest @ ..] = &scene.line[..] else { return false };
    let (after, later) = (&scene.positions[1], &scene.positions[2]);
    let shown = match scene.proof() {
        Some(proof) if proof.position == scene.base => {
            second.is_capture() && second.to() == scene.line[0].to() && in_proof(proof, &scene.line)
        }
        Some(proof) => proof.position == *later && in_proof(proof, rest),
        // An advisor is content with the answer.
        None => second.is_capture() && scene.score().is_some_and(|score| score.rank() >= 0),
    };
    !rest.is_empty()
        && shown
        && Scene::plays(reply, after, after.fullmoves()).as_deref() == Some(&[*second][..])
        && Scene::plays(answer, later, later.fullmoves()).as_deref() == Some(rest)
}

fn is_side(scene: &Scene, read: &Read) -> bool {
    *read == Read::Side(scene.base.turn())
}

/// Whether the check holds at a ply of the winning side at which the move is played.
pub fn at(scene: &Scene, read: &Read, holds: impl Fn(usize) -> bool) -> bool {
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
