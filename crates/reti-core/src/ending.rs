//! Endings with names: positions about which endgame theory has a verdict, and features that decide
//! endings.
//!
//! An ending is data and one function, like a motif, so it is a struct in a list. What is different is
//! the verdict: an ending may *claim* that a side wins or that nobody does. Nothing is searched here, so a
//! claim is made only where a condition on the squares is enough. Every such condition with up to five
//! men has been compared with exact tables, position by position (`docs/endings/`, and the tests of
//! `reti-tables`); where theory says "usually", the claim says no more than that.

mod bishop_and_knight;
mod inside_the_square;
mod insufficient_material;
mod key_squares;
mod knight_and_rook_pawn;
mod lucena;
mod minor_against_minor;
mod opposite_bishops;
mod opposition;
mod outside_passed_pawn;
mod outside_the_square;
mod philidor;
mod protected_passed_pawn;
mod queen_against_pawn;
mod queen_against_rook;
mod queen_mate;
mod reti_maneuver;
mod rook_against_minor;
mod rook_against_pawn;
mod rook_mate;
mod rook_pawn;
mod short_side;
mod trebuchet;
mod two_bishops;
mod two_knights;
mod vancura;
mod wrong_rook_pawn;

mod view;

use std::fmt;

use crate::{
    chess::{Color, Move, Position, Square, Symmetry},
    motif::Role,
};

/// Every ending, in the order of listings: what is decided by material first, then by squares, then
/// features.
pub static ENDINGS: &[&Ending] = &[
    &insufficient_material::INSUFFICIENT_MATERIAL,
    &minor_against_minor::MINOR_AGAINST_MINOR,
    &two_knights::TWO_KNIGHTS,
    &queen_mate::QUEEN_MATE,
    &rook_mate::ROOK_MATE,
    &two_bishops::TWO_BISHOPS,
    &bishop_and_knight::BISHOP_AND_KNIGHT,
    &outside_the_square::OUTSIDE_THE_SQUARE,
    &inside_the_square::INSIDE_THE_SQUARE,
    &key_squares::KEY_SQUARES,
    &opposition::OPPOSITION,
    &rook_pawn::ROOK_PAWN,
    &trebuchet::TREBUCHET,
    &reti_maneuver::RETI_MANEUVER,
    &wrong_rook_pawn::WRONG_ROOK_PAWN,
    &knight_and_rook_pawn::KNIGHT_AND_ROOK_PAWN,
    &lucena::LUCENA,
    &philidor::PHILIDOR,
    &vancura::VANCURA,
    &short_side::SHORT_SIDE,
    &queen_against_pawn::QUEEN_AGAINST_PAWN,
    &queen_against_rook::QUEEN_AGAINST_ROOK,
    &rook_against_pawn::ROOK_AGAINST_PAWN,
    &rook_against_minor::ROOK_AGAINST_MINOR,
    &opposite_bishops::OPPOSITE_BISHOPS,
    &outside_passed_pawn::OUTSIDE_PASSED_PAWN,
    &protected_passed_pawn::PROTECTED_PASSED_PAWN,
];

/// What an ending says about the value of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// This side wins with best play.
    Wins(Color),
    /// Nobody can force a win.
    Draws,
    /// Often drawn; nothing is promised about this position.
    Drawish,
    /// Nothing is said about the value.
    Depends,
}

impl Claim {
    /// The claim's name in output.
    pub const fn name(self) -> &'static str {
        match self {
            Claim::Wins(_) => "wins",
            Claim::Draws => "draws",
            Claim::Drawish => "drawish",
            Claim::Depends => "depends",
        }
    }

    /// The image under a symmetry.
    #[must_use]
    fn mapped(self, symmetry: Symmetry) -> Claim {
        match self {
            Claim::Wins(color) => Claim::Wins(symmetry.color(color)),
            other => other,
        }
    }
}

/// A named ending or ending feature.
pub struct Ending {
    /// Kebab-case, equal to the file's name; permanent, because data stores it.
    pub name: &'static str,
    /// One line for listings.
    pub summary: &'static str,
    /// The roles, in display order.
    pub roles: &'static [Role],
    /// All instances in canonical order; asked through [`Ending::find`].
    detect: fn(&Position) -> Vec<Found>,
    /// Positions with exactly the instances that they contain.
    pub examples: &'static [(&'static str, &'static str)],
    /// Positions that look like the ending, and why they are not.
    pub near_misses: &'static [(&'static str, &'static str)],
    /// The file itself; its header is the definition.
    pub source: &'static str,
}

impl Ending {
    /// The ending with a name.
    pub fn named(name: &str) -> Option<&'static Ending> {
        ENDINGS.iter().find(|ending| ending.name == name).copied()
    }

    /// The instances in a position. A game that is over, or in which somebody may still castle, has no
    /// ending.
    pub fn find(&self, position: &Position) -> Vec<Found> {
        let found = (self.detect)(position);
        let is_over = || position.has_castling_rights() || position.legal_moves().is_empty();
        if found.is_empty() || is_over() { Vec::new() } else { found }
    }

    /// The definition: the header of the ending's file.
    pub fn definition(&self) -> String {
        self.source
            .lines()
            .map_while(|line| line.strip_prefix("//!"))
            .map(|line| line.strip_prefix(' ').unwrap_or(line))
            .collect::<Vec<_>>()
            .join("\n")
    }
}

impl PartialEq for Ending {
    fn eq(&self, other: &Ending) -> bool {
        self.name == other.name
    }
}

impl Eq for Ending {}

impl fmt::Debug for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ending({})", self.name)
    }
}

/// One ending found in one position: what it claims, for whom, and who plays which role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Which ending.
    pub ending: &'static Ending,
    /// The side that profits; `None` where neither does.
    pub owner: Option<Color>,
    /// What is said about the value of the position.
    pub claim: Claim,
    /// Who plays what, sorted by role and square. `square` names the squares that carry the idea.
    pub parts: Vec<(Role, Square)>,
    /// The moves that carry the idea, where the ending is about moves.
    pub moves: Vec<Move>,
}

impl Found {
    fn new(
        ending: &'static Ending,
        owner: Option<Color>,
        claim: Claim,
        parts: impl IntoIterator<Item = (Role, Square)>,
    ) -> Found {
        let mut parts: Vec<_> = parts.into_iter().collect();
        parts.sort_unstable();
        parts.dedup();
        Found { ending, owner, claim, parts, moves: Vec::new() }
    }

    /// The same with squares that carry the idea.
    #[must_use]
    fn at(mut self, squares: impl IntoIterator<Item = Square>) -> Found {
        self.parts.extend(squares.into_iter().map(|square| (Role::Square, square)));
        self.parts.sort_unstable();
        self.parts.dedup();
        self
    }

    /// The squares of a role.
    pub fn all(&self, role: Role) -> impl Iterator<Item = Square> + '_ {
        self.parts.iter().filter(move |part| part.0 == role).map(|part| part.1)
    }

    /// The image under a symmetry.
    #[must_use]
    pub fn mapped(&self, symmetry: Symmetry) -> Found {
        let parts = self.parts.iter().map(|&(role, square)| (role, symmetry.square(square)));
        let owner = self.owner.map(|owner| symmetry.color(owner));
        let mut image = Found::new(self.ending, owner, self.claim.mapped(symmetry), parts);
        image.moves = self.moves.iter().map(|&m| symmetry.apply_to_move(m)).collect();
        image
    }
}

/// With so many men every position that an ending has a verdict about was compared with an exact table.
pub const MAX_COMPARED: usize = 5;

/// Whether an ending with a name says that nobody can force a win, with so few men that this is exact.
pub fn is_drawn(position: &Position) -> bool {
    let draws = |ending: &&Ending| ending.find(position).iter().any(|found| found.claim == Claim::Draws);
    position.board().occupied().count() <= MAX_COMPARED && ENDINGS.iter().any(draws)
}

/// `wins white: king=g8 rook=f1`; the moves are left out.
impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.claim.name())?;
        match self.owner {
            Some(Color::White) => f.write_str(" white:")?,
            Some(Color::Black) => f.write_str(" black:")?,
            None => f.write_str(":")?,
        }
        for (role, square) in &self.parts {
            write!(f, " {}={square}", role.name())?;
        }
        Ok(())
    }
}

/// Every ending found in a position, in the order of [`ENDINGS`].
pub fn endings(position: &Position) -> Vec<Found> {
    ENDINGS.iter().flat_map(|ending| ending.find(position)).collect()
}

#[cfg(test)]
mod tests;
