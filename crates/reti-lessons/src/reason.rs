//! Reasons: checked answers to "why this move?".
//!
//! Each reason is a fact about the board, the line or a proof that another program can replay, and each
//! must *tell*: what half of the other legal moves do too is no reason to play this one. The checks live in
//! files of their own: what the move wins or trades, what it threatens, what it parries, what it prepares,
//! and what it improves. The list below is the order in which they are told.

mod evades;
mod improves;
mod line;
mod material;
mod parries;
mod perpetual;
mod prepares;
mod pressure;
mod room;
mod threatens;

use reti_core::{
    chess::{Move, PieceType, Position, Square},
    exchange::Arena,
    tactic::Tactic,
};
use reti_search::{advice::Look, opportunity::Opportunity, proof::Payoff};

use crate::{
    budget::{Budget, Level},
    claim::{Claim, Evidence, View, What},
    desk::Desk,
};

pub use evades::Evasion;
pub use improves::{exposure, reach};
pub use parries::How;
pub use prepares::Aid;

/// Why a move is good.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
    /// It wins this, or mates.
    Wins(Payoff),
    /// It takes back what the opponent's last move took.
    Recaptures(Square),
    /// It prevents what was threatened.
    Parries {
        /// The threat's first move, from the position after a pass.
        threat: Move,
        /// What it would win.
        payoff: Payoff,
        /// By what.
        how: How,
    },
    /// If the opponent passed, this move would win.
    Threatens {
        /// The move.
        m: Move,
        /// What it would win.
        payoff: Payoff,
    },
    /// A piece that would be lost by an exchange is brought to safety.
    Saves(Square),
    /// Every other move is much worse.
    Only {
        /// By how many points of winning chances the best of the others is worse.
        by: f64,
    },
    /// A piece of the opponent could be won by an exchange next.
    Attacks(Square),
    /// An own piece that an exchange would have lost is guarded.
    Guards(Square),
    /// It takes a man that an exchange does not win back.
    Takes(Square),
    /// What the opponent would play after a pass is not possible any more, or loses something.
    Prevents(Move),
    /// The check of this piece is answered.
    Evades {
        /// The piece.
        checker: Square,
        /// By what.
        way: Evasion,
    },
    /// Checks that go on until a position comes again: a draw.
    Perpetual,
    /// The king castles.
    Castles,
    /// A move of the line that was not possible before.
    Prepares {
        /// The move.
        m: Move,
        /// What makes it possible.
        aid: Aid,
        /// Where it stands in the line.
        ply: usize,
    },
    /// Pieces of equal worth are exchanged.
    Trades(PieceType),
    /// A feature of the position that the move creates: an outpost, an open file, a weakness of the enemy.
    Creates(Tactic),
    /// A knight or bishop leaves its first square.
    Develops(PieceType),
    /// A passed pawn goes forward.
    Advances(Square),
    /// A piece newly bears on the squares around the enemy king.
    Aims {
        /// The piece, where it stands after the move.
        piece: Square,
        /// The king.
        king: Square,
    },
    /// A piece reaches more squares than before.
    Reaches {
        /// The piece, where it stands after the move.
        piece: Square,
        /// How many squares it reached before.
        before: usize,
        /// How many it reaches now.
        after: usize,
    },
    /// A pawn keeps a piece of the opponent from a square.
    Denies {
        /// The piece.
        piece: Square,
        /// The square.
        square: Square,
    },
    /// A piece of the opponent reaches fewer squares than before.
    Restricts {
        /// The piece.
        piece: Square,
        /// How many squares it reached before.
        before: usize,
        /// How many it reaches now.
        after: usize,
    },
    /// Fewer squares around the own king are attacked.
    Safer {
        /// How many were attacked.
        before: usize,
        /// How many are.
        after: usize,
    },
    /// All own pieces together reach more squares.
    Mobility {
        /// How many they reached.
        before: usize,
        /// How many they reach.
        after: usize,
    },
    /// A pawn takes space in the centre.
    Centre(Square),
    /// The king comes nearer to the middle of the board, where few pieces are left.
    KingActive,
    /// There is no other legal move.
    OnlyLegal,
    /// A check that makes the enemy king move, which so may not castle any more.
    Uncastles,
    /// A pin of an own piece ends; squares are those before the move.
    Unpins {
        /// The enemy piece.
        pinner: Square,
        /// The own piece.
        pinned: Square,
        /// What stood behind it.
        behind: Square,
    },
    /// A pawn attacks this enemy pawn.
    Challenges(Square),
    /// Pieces of one kind can be traded: this is the enemy's.
    Offers(Square),
    /// A piece stands in front of this passed pawn.
    Bars(Square),
    /// The king here gets a way off its first rank.
    Airs(Square),
    /// An attacked own man is guarded once more.
    Backs(Square),
    /// An enemy man, guarded no more often than attacked, is attacked by the moved piece.
    Presses(Square),
    /// A pawn of the opponent would now be lost on a square that it could have gone to.
    Restrains {
        /// The pawn.
        pawn: Square,
        /// The square.
        square: Square,
    },
    /// A pawn now stands before this enemy pawn, which could have gone forward.
    Fixes(Square),
    /// The moved piece could have been traded for this one of its kind, and cannot any more.
    Avoids(Square),
    /// The king or queen leaves the line of this piece, which looked at it through a single man.
    Sidesteps(Square),
    /// A square in the own half is guarded that nobody guarded and this piece of the opponent could go to.
    Covers {
        /// The piece.
        piece: Square,
        /// The square.
        square: Square,
    },
    /// The king comes nearer to this pawn.
    Approaches(Square),
    /// A pawn goes at the king here.
    Storms(Square),
    /// A pawn takes space on a wing.
    Space(Square),
    /// The rooks guard each other.
    Connects,
    /// The moved rook or queen stands on one file with this one, and nothing between them.
    Doubles {
        /// The moved one, where it stands after the move.
        piece: Square,
        /// The other.
        other: Square,
    },
    /// A piece that was shut in gets out: a line of this one is opened.
    Opens(Square),
    /// The moved bishop or knight could have been exchanged for this knight or bishop, and cannot any more.
    Dodges {
        /// The moved one, where it stands after the move.
        piece: Square,
        /// The enemy piece.
        other: Square,
    },
    /// The moved piece attacks a piece of about its worth, and takes it in the line.
    Hunts(Square),
    /// The moved man attacks a piece of at least its worth, which moves away in the line.
    Chases(Square),
    /// The moved rook or queen stands behind a passed pawn of its side.
    Escorts {
        /// The piece, where it stands after the move.
        piece: Square,
        /// The pawn.
        pawn: Square,
    },
    /// The moved rook or bishop stands on one line with the enemy king or queen, a man or two between them.
    Faces {
        /// The piece, where it stands after the move.
        piece: Square,
        /// The king or queen.
        target: Square,
    },
    /// No other move puts the mate off so long.
    Resists,
    /// The line trades a pair of these.
    LineTrades(PieceType),
    /// All own pieces together reach more squares at the end of the line.
    Unfolds {
        /// How many they reach now.
        before: usize,
        /// How many they reach there.
        after: usize,
    },
    /// The moved piece goes on to a square in the line.
    Heads {
        /// The piece, where it stands after the move.
        piece: Square,
        /// Where it goes.
        square: Square,
    },
}

impl Reason {
    /// Its permanent name.
    pub const fn name(&self) -> &'static str {
        match self {
            Reason::Wins(_) => "wins",
            Reason::Recaptures(_) => "recaptures",
            Reason::Parries { .. } => "parries",
            Reason::Threatens { .. } => "threatens",
            Reason::Saves(_) => "saves",
            Reason::Only { .. } => "only",
            Reason::Attacks(_) => "attacks",
            Reason::Guards(_) => "guards",
            Reason::Takes(_) => "takes",
            Reason::Prevents(_) => "prevents",
            Reason::Evades { .. } => "evades",
            Reason::Perpetual => "perpetual",
            Reason::Castles => "castles",
            Reason::Prepares { .. } => "prepares",
            Reason::Trades(_) => "trades",
            Reason::Creates(_) => "creates",
            Reason::Develops(_) => "develops",
            Reason::Advances(_) => "advances",
            Reason::Aims { .. } => "aims",
            Reason::Reaches { .. } => "improves",
            Reason::Denies { .. } => "denies",
            Reason::Restricts { .. } => "restricts",
            Reason::Safer { .. } => "safer",
            Reason::Mobility { .. } => "mobility",
            Reason::Centre(_) => "centre",
            Reason::KingActive => "king-active",
            Reason::OnlyLegal => "only-legal",
            Reason::Uncastles => "uncastles",
            Reason::Unpins { .. } => "unpins",
            Reason::Challenges(_) => "challenges",
            Reason::Offers(_) => "offers",
            Reason::Bars(_) => "bars",
            Reason::Airs(_) => "airs",
            Reason::Backs(_) => "backs",
            Reason::Presses(_) => "presses",
            Reason::Heads { .. } => "heads",
            Reason::Restrains { .. } => "restrains",
            Reason::Fixes(_) => "fixes",
            Reason::Avoids(_) => "avoids",
            Reason::Sidesteps(_) => "sidesteps",
            Reason::Covers { .. } => "covers",
            Reason::Approaches(_) => "approaches",
            Reason::Storms(_) => "storms",
            Reason::Space(_) => "space",
            Reason::Connects => "connects",
            Reason::Doubles { .. } => "doubles",
            Reason::Opens(_) => "opens",
            Reason::Dodges { .. } => "dodges",
            Reason::Hunts(_) => "hunts",
            Reason::Chases(_) => "chases",
            Reason::Escorts { .. } => "escorts",
            Reason::Faces { .. } => "faces",
            Reason::Resists => "resists",
            Reason::LineTrades(_) => "line-trades",
            Reason::Unfolds { .. } => "unfolds",
        }
    }

    /// Whether it is about the game that goes on, not about material, a mate or what the line needs. Beside a piece
    /// that is won it says little.
    pub const fn is_positional(&self) -> bool {
        !matches!(
            self,
            Reason::Wins(_)
                | Reason::Recaptures(_)
                | Reason::Parries { .. }
                | Reason::Threatens { .. }
                | Reason::Saves(_)
                | Reason::Only { .. }
                | Reason::OnlyLegal
                | Reason::Attacks(_)
                | Reason::Guards(_)
                | Reason::Takes(_)
                | Reason::Evades { .. }
                | Reason::Perpetual
                | Reason::Hunts(_)
                | Reason::Resists
                | Reason::Prepares { aid: Aid::MakesWay, .. }
        )
    }

    /// The squares that it is about.
    pub fn squares(&self) -> Vec<Square> {
        match self {
            Reason::Recaptures(square)
            | Reason::Saves(square)
            | Reason::Attacks(square)
            | Reason::Guards(square)
            | Reason::Takes(square)
            | Reason::Advances(square)
            | Reason::Challenges(square)
            | Reason::Offers(square)
            | Reason::Bars(square)
            | Reason::Airs(square)
            | Reason::Backs(square)
            | Reason::Presses(square)
            | Reason::Fixes(square)
            | Reason::Avoids(square)
            | Reason::Sidesteps(square)
            | Reason::Approaches(square)
            | Reason::Storms(square)
            | Reason::Space(square)
            | Reason::Opens(square)
            | Reason::Hunts(square)
            | Reason::Chases(square)
            | Reason::Centre(square) => vec![*square],
            Reason::Unpins { pinner, pinned, behind } => vec![*pinner, *pinned, *behind],
            Reason::Parries { threat, .. } => vec![threat.to()],
            Reason::Threatens { m, .. } | Reason::Prepares { m, .. } | Reason::Prevents(m) => vec![m.to()],
            Reason::Creates(tactic) => tactic.cast.squares().into_iter().collect(),
            Reason::Aims { piece, king } => vec![*piece, *king],
            Reason::Doubles { piece, other }
            | Reason::Dodges { piece, other }
            | Reason::Escorts { piece, pawn: other }
            | Reason::Faces { piece, target: other } => vec![*piece, *other],
            Reason::Heads { piece, square }
            | Reason::Denies { piece, square }
            | Reason::Covers { piece, square }
            | Reason::Restrains { pawn: piece, square } => vec![*piece, *square],
            Reason::Reaches { piece, .. } | Reason::Restricts { piece, .. } => vec![*piece],
            Reason::Evades { checker, .. } => vec![*checker],
            _ => Vec::new(),
        }
    }
}

/// A move whose reasons are looked for.
pub struct Case<'c> {
    /// The position before it.
    pub position: &'c Position,
    /// The move.
    pub m: Move,
    /// The position after it.
    pub after: Position,
    /// What an advisor says about it, with the line behind it; the line begins with the move.
    pub look: &'c Look,
    /// What the best of the other moves leads to, if that is known.
    pub second: Option<&'c Look>,
    /// What the opponent would do after a pass.
    pub threats: &'c [Claim],
    /// What the opponent would play after a pass, threat or not.
    pub free_move: Option<Move>,
    /// What is proven about the side to move's own moves.
    pub opportunities: &'c [Opportunity],
    /// The opponent's last move, if it is known.
    pub last: Option<Move>,
}

impl<'c> Case<'c> {
    /// A case; the look must be about the move.
    pub fn new(position: &'c Position, m: Move, look: &'c Look) -> Case<'c> {
        Case {
            position,
            m,
            after: position.play(m),
            look,
            second: None,
            threats: &[],
            free_move: None,
            opportunities: &[],
            last: None,
        }
    }

    /// The line behind the move.
    pub fn line(&self) -> &'c [Move] {
        self.look.line()
    }

    /// The other legal moves.
    pub fn others(&self) -> impl Iterator<Item = Move> + '_ {
        self.position.legal_moves().into_iter().filter(|other| *other != self.m)
    }

    /// Whether something holds for at most this share of the other legal moves, in per cent.
    pub fn is_rare(&self, most: usize, mut holds: impl FnMut(Move) -> bool) -> bool {
        let others: Vec<Move> = self.others().collect();
        let count = others.iter().filter(|other| holds(**other)).count();
        count * 100 <= others.len() * most
    }

    /// Whether captures alone do not win the moved man where it stands now.
    fn stays(&self) -> bool {
        is_safe(&self.after, self.m.to())
    }

    fn claim(&self, reason: Reason, evidence: Evidence) -> Claim {
        let plies = shown_plies(self.position, self.line(), 8);
        Claim::of_line(self.position, &self.line()[..plies], What::Reason(reason), evidence)
    }

    fn on_board(&self, reason: Reason) -> Claim {
        Claim::of_line(self.position, &[self.m], What::Reason(reason), Evidence::Board)
    }
}

/// Whether the side to move wins nothing by captures on a square.
fn is_safe(position: &Position, square: Square) -> bool {
    Arena::new(position.board()).capture_on(square, position.turn()).unwrap_or(0) <= 0
}

/// Whether no enemy pawn stands before a pawn on its file or beside it.
fn is_passed(position: &Position, pawn: Square) -> bool {
    let board = position.board();
    let Some(side) = board.color_at(pawn) else { return false };
    let ahead = |other: Square| side.fold_wb(other.rank() > pawn.rank(), other.rank() < pawn.rank());
    let near = |other: Square| (other.file() as i32 - pawn.file() as i32).abs() <= 1;
    !(board.pawns() & board.by_color(!side)).into_iter().any(|other| ahead(other) && near(other))
}

/// How many plies more than usual a line may show.
const MAX_MORE: usize = 6;

/// How many plies of a line are shown if so many usually are: it does not end amid checks and captures.
pub fn shown_plies(position: &Position, line: &[Move], usual: usize) -> usize {
    let mut here = position.clone();
    for (index, &m) in line.iter().enumerate() {
        let next = here.play(m);
        let forcing = m.is_capture() || m.is_promotion() || next.is_check() || here.is_check();
        if index >= usual && (!forcing || index >= usual + MAX_MORE) {
            return index;
        }
        here = next;
    }
    line.len()
}

/// At which share of the other moves a fact stops being a reason, in per cent.
const TELLING: usize = 50;

/// At which share a positional fact stops being a reason, in per cent.
const REMARKABLE: usize = 20;

/// The reasons for a move, the strongest first.
pub fn reasons(case: &Case<'_>, desk: &mut Desk<'_>, budget: Budget, level: Level) -> Vec<Claim> {
    let mut found = Vec::new();
    found.extend(material::wins(case, level));
    // Whoever has no choice needs no further reason.
    if case.others().next().is_none() {
        found.push(case.on_board(Reason::OnlyLegal));
        return found;
    }
    found.extend(material::recaptures(case));
    let decided = case.after.legal_moves().is_empty();
    if !decided {
        found.extend(parries::parries(case, desk, budget));
        found.extend(perpetual::perpetual(case));
        found.extend(threatens::threatens(case, desk, budget, level));
        let saves = material::saves(case).filter(|claim| !is_said(&found, claim));
        found.extend(saves);
        found.extend(only(case, ONLY));
        let attacks = material::attacks(case).filter(|claim| !is_said(&found, claim));
        found.extend(attacks);
        let guards = material::guards(case).filter(|claim| !is_said(&found, claim));
        found.extend(guards);
        let evades = evades::evades(case);
        // A piece that gives check and is taken is told once.
        let is_taken = evades
            .as_ref()
            .is_some_and(|claim| matches!(claim.what, What::Reason(Reason::Evades { way: Evasion::Takes, .. })));
        if found.is_empty() && !is_taken {
            found.extend(material::takes(case));
        }
        found.extend(evades);
        found.extend(improves::castles(case));
        found.extend(prepares::prepares(case));
        found.extend(material::trades(case));
        let prevents = parries::prevents(case).filter(|claim| !is_said(&found, claim));
        found.extend(prevents);
        let pressure: Vec<Claim> =
            pressure::pressure(case).into_iter().filter(|claim| !is_said(&found, claim)).collect();
        found.extend(pressure);
        let improves: Vec<Claim> =
            improves::improves(case).into_iter().filter(|claim| !is_said(&found, claim)).collect();
        found.extend(improves);
        let room: Vec<Claim> = room::room(case).into_iter().filter(|claim| !is_said(&found, claim)).collect();
        found.extend(room);
        let line: Vec<Claim> = line::line(case).into_iter().filter(|claim| !is_said(&found, claim)).collect();
        found.extend(line);
        if found.is_empty() {
            found.extend(only(case, AT_LEAST).or_else(|| line::later(case)));
        }
    }
    found
}

/// Whether a reason says only what was said before: an attack what was said to be threatened, guarding or
/// preventing what was said to be parried.
fn is_said(found: &[Claim], claim: &Claim) -> bool {
    let What::Reason(reason) = &claim.what else { return false };
    if let Reason::Saves(_) = reason {
        let leaves = |said: &Claim| matches!(said.what, What::Reason(Reason::Parries { how: How::Leaves, .. }));
        return found.iter().any(leaves);
    }
    if let Reason::Sidesteps(piece) = reason {
        let ends = |said: &Claim| matches!(said.what, What::Reason(Reason::Unpins { pinner, .. }) if pinner == *piece);
        return found.iter().any(ends);
    }
    if let Reason::Opens(piece) = reason {
        let reaches =
            |said: &Claim| matches!(said.what, What::Reason(Reason::Reaches { piece: told, .. }) if told == *piece);
        return found.iter().any(reaches);
    }
    let square = match reason {
        Reason::Attacks(square)
        | Reason::Guards(square)
        | Reason::Presses(square)
        | Reason::Backs(square)
        | Reason::Hunts(square)
        | Reason::Chases(square)
        | Reason::Covers { square, .. }
        | Reason::Restrains { square, .. }
        | Reason::Denies { square, .. } => *square,
        Reason::Prevents(m) => m.to(),
        _ => return false,
    };
    found.iter().any(|said| match &said.what {
        What::Reason(Reason::Threatens { m, .. } | Reason::Prevents(m)) => m.to() == square,
        What::Reason(Reason::Parries { threat, .. }) => threat.to() == square,
        What::Reason(Reason::Attacks(other) | Reason::Guards(other) | Reason::Denies { square: other, .. }) => {
            *other == square
        }
        _ => false,
    })
}

/// Points by which the best of the other moves must be worse for a move to be the only one.
const ONLY: f64 = 15.0;

/// The same where nothing else can be said.
const AT_LEAST: f64 = 5.0;

fn only(case: &Case<'_>, least: f64) -> Option<Claim> {
    let second = case.second?;
    let by = case.look.score.chance() - second.score.chance();
    let tells = by >= least && (least < ONLY || case.look.score.chance() >= 25.0);
    tells.then(|| case.claim(Reason::Only { by }, Evidence::of(second)))
}

/// What is proven about a move, as a claim.
pub fn proven(position: &Position, found: &Opportunity, view: View, level: Level) -> Option<Claim> {
    let proof = found.proof()?;
    let what = What::Wins { view, payoff: proof.claim };
    let claim = Claim::of_line(position, &proof.line(), what, Evidence::Proven(Box::new(proof.clone())));
    Some(claim.using(&found.tactics, level.max_points()))
}
