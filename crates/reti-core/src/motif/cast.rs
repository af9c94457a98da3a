//! Casts: who plays which role in a found motif.

use std::fmt;

use super::Motif;
use crate::chess::{Bitboard, Color, Move, Square, Symmetry};

/// The part a piece or square plays in a motif. The order is the order of display, and the place in
/// it is the role's number in datasets: new roles come last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Attacks several targets at once.
    Forker,
    /// Holds a piece in front of a dearer one.
    Pinner,
    /// May not or should not leave the line.
    Pinned,
    /// Stands behind the pinned piece.
    Shielded,
    /// Begins a skewer, takes a defender, or bears on a king.
    Attacker,
    /// The dearer piece of a skewer, which must step aside; the first piece of a battery.
    Front,
    /// The piece behind the front.
    Behind,
    /// Stands in the way of its own side: of a slider that it can uncover, or of its king.
    Blocker,
    /// Looks along a line through one piece.
    Slider,
    /// The piece that a slider looks through.
    Intervening,
    /// What a slider looks at behind the intervening piece.
    Beyond,
    /// What an x-ray defence protects.
    Defended,
    /// What is attacked.
    Target,
    /// Gives check.
    Checker,
    /// The king that is checked, mated or weak.
    King,
    /// The piece that the motif is about.
    Piece,
    /// Guards something.
    Defender,
    /// What an overloaded defender guards.
    Duty,
    /// What a capturable defender guards.
    Protected,
    /// A pawn that the observation is about.
    Pawn,
    /// A bishop that the observation is about.
    Bishop,
    /// A rook or queen that the observation is about.
    Rook,
    /// A square that the motif is about.
    Square,
    /// A piece that a pinned one would take if it could.
    Spared,
    /// The piece that left a line, where it stands afterwards.
    Mover,
    /// Where a move went that makes a defender leave.
    Lure,
    /// The square or piece that a line is after.
    Goal,
    /// Where a move in between went.
    Between,
    /// Where a capture was put off.
    Postponed,
    /// The square between a defender and what it defends.
    Cut,
    /// The square that a piece left for another.
    Cleared,
    /// The piece that uses a cleared square or line.
    User,
}

impl Role {
    /// All roles, in the order of display.
    pub const ALL: [Role; 32] = [
        Role::Forker,
        Role::Pinner,
        Role::Pinned,
        Role::Shielded,
        Role::Attacker,
        Role::Front,
        Role::Behind,
        Role::Blocker,
        Role::Slider,
        Role::Intervening,
        Role::Beyond,
        Role::Defended,
        Role::Target,
        Role::Checker,
        Role::King,
        Role::Piece,
        Role::Defender,
        Role::Duty,
        Role::Protected,
        Role::Pawn,
        Role::Bishop,
        Role::Rook,
        Role::Square,
        Role::Spared,
        Role::Mover,
        Role::Lure,
        Role::Goal,
        Role::Between,
        Role::Postponed,
        Role::Cut,
        Role::Cleared,
        Role::User,
    ];

    /// The role's name in text and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Forker => "forker",
            Role::Pinner => "pinner",
            Role::Pinned => "pinned",
            Role::Shielded => "shielded",
            Role::Attacker => "attacker",
            Role::Front => "front",
            Role::Behind => "behind",
            Role::Blocker => "blocker",
            Role::Slider => "slider",
            Role::Intervening => "intervening",
            Role::Beyond => "beyond",
            Role::Defended => "defended",
            Role::Target => "target",
            Role::Checker => "checker",
            Role::King => "king",
            Role::Piece => "piece",
            Role::Defender => "defender",
            Role::Duty => "duty",
            Role::Protected => "protected",
            Role::Pawn => "pawn",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Square => "square",
            Role::Spared => "spared",
            Role::Mover => "mover",
            Role::Lure => "lure",
            Role::Goal => "goal",
            Role::Between => "between",
            Role::Postponed => "postponed",
            Role::Cut => "cut",
            Role::Cleared => "cleared",
            Role::User => "user",
        }
    }
}

/// What else a detector found out about an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Property {
    /// The worst case over all replies of the best capture that a fork leaves, in centipawns.
    Value(i32),
    /// The value of the best capture, in centipawns.
    See(i32),
    /// Whether the side that could capture is to move.
    EnPriseNow(bool),
    /// Whether the uncovered target is the king.
    Check(bool),
    /// The moves that uncover the line with effect.
    Moves(Vec<Move>),
    /// Further names of a mate.
    Names(Vec<&'static Motif>),
}

/// The assignment of roles to squares in one found motif, and its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cast {
    /// The side that profits.
    pub owner: Color,
    /// Who plays what, sorted by role and square.
    pub parts: Vec<(Role, Square)>,
    /// Pieces that the instance needs besides its roles, such as the capturers of a hanging piece.
    /// Not part of its identity (decision D-19).
    pub context: Bitboard,
    /// What else was found out.
    pub properties: Vec<Property>,
}

impl Cast {
    /// A cast without context and properties.
    pub fn new(owner: Color, parts: impl IntoIterator<Item = (Role, Square)>) -> Cast {
        let mut parts: Vec<_> = parts.into_iter().collect();
        parts.sort_unstable();
        Cast { owner, parts, context: Bitboard::EMPTY, properties: Vec::new() }
    }

    /// The same with context.
    #[must_use]
    pub fn with_context(mut self, context: Bitboard) -> Cast {
        self.context = context;
        self
    }

    /// The same with a property.
    #[must_use]
    pub fn with(mut self, property: Property) -> Cast {
        self.properties.push(property);
        self
    }

    /// The squares of a role.
    pub fn all(&self, role: Role) -> impl Iterator<Item = Square> + '_ {
        self.parts.iter().filter(move |part| part.0 == role).map(|part| part.1)
    }

    /// The square of a role that is cast once.
    ///
    /// # Panics
    /// If the motif has no such role.
    pub fn one(&self, role: Role) -> Square {
        self.all(role).next().expect("the motif casts this role")
    }

    /// The squares of all roles.
    pub fn squares(&self) -> Bitboard {
        self.parts.iter().map(|part| part.1).collect()
    }

    /// The image under a symmetry, properties left out.
    #[must_use]
    pub fn mapped(&self, symmetry: Symmetry) -> Cast {
        let parts = self.parts.iter().map(|&(role, square)| (role, symmetry.square(square)));
        let context = self.context.into_iter().map(|square| symmetry.square(square)).collect();
        Cast::new(symmetry.color(self.owner), parts).with_context(context)
    }
}

/// `white: forker=c7 target=a8 target=e8`
impl fmt::Display for Cast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.owner {
            Color::White => "white:",
            Color::Black => "black:",
        })?;
        for (role, square) in &self.parts {
            write!(f, " {}={square}", role.name())?;
        }
        Ok(())
    }
}
