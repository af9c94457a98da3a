//! One side's view of an endgame: who attacks with what, who defends with what.
//!
//! Tables here are one-sided and know no colours: the attacker plays up the board. An endgame has two
//! of them, one if both sides have the same men, and none for a bare king, which cannot win.

use std::fmt;

use reti_core::chess::{Color, PieceType};
use reti_tables::material::Material;

/// Kinds in the order of the kernels.
pub const KINDS: [PieceType; 5] =
    [PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen, PieceType::Pawn];

/// The place of pawns in [`KINDS`].
pub const PAWN: usize = 4;

/// The men of attacker and defender besides their kings, counted in the order of [`KINDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Roles {
    /// Of the attacker, then of the defender.
    pub men: [[u8; 5]; 2],
}

impl Roles {
    /// The roles in which a colour attacks.
    pub fn of(material: Material, attacker: Color) -> Roles {
        let side = |color| KINDS.map(|kind| material.count(color, kind) as u8);
        Roles { men: [side(attacker), side(!attacker)] }
    }

    /// How many men there are, kings included.
    pub fn count(&self) -> usize {
        2 + self.men.iter().flatten().map(|&n| usize::from(n)).sum::<usize>()
    }

    /// How many pawns there are.
    pub fn pawns(&self) -> usize {
        usize::from(self.men[0][PAWN] + self.men[1][PAWN])
    }

    /// Whether the attacker has nothing to win with.
    pub fn is_bare(&self) -> bool {
        self.men[0] == [0; 5]
    }

    /// The men that are no pawns as (kind, side), in the order of the fields after the kings.
    pub fn pieces(&self) -> Vec<(u8, u8)> {
        let mut men = Vec::new();
        for kind in 0..4u8 {
            for side in 0..2u8 {
                let count = self.men[usize::from(side)][usize::from(kind)];
                men.extend(std::iter::repeat_n((kind, side), usize::from(count)));
            }
        }
        men
    }

    /// The sides of the pawns, the attacker's first.
    pub fn pawn_sides(&self) -> Vec<u8> {
        (0..2u8).flat_map(|side| std::iter::repeat_n(side, usize::from(self.men[usize::from(side)][PAWN]))).collect()
    }

    /// Words of each of its two sets: arrangements of pawns, mirror images once, or pairs of kings, and
    /// places of the other men but the last.
    pub fn words(&self) -> u64 {
        let pieces = self.pieces().len() as u32;
        if self.pawns() == 0 {
            return 462 << (6 * pieces.saturating_sub(1));
        }
        let choose = |n: u64, k: u64| (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1));
        let [own, other] = [0, 1].map(|side| u64::from(self.men[side][PAWN]));
        let all = choose(48, own) * choose(48 - own, other);
        let mirrored = |own: u64, other: u64| choose(24, own / 2) * choose(24 - own / 2, other / 2);
        let symmetric = if own % 2 + other % 2 == 0 { mirrored(own, other) } else { 0 };
        u64::midpoint(all, symmetric) << (6 * (pieces + 1))
    }

    /// Without one man.
    #[must_use]
    pub fn without(mut self, kind: usize, side: usize) -> Roles {
        self.men[side][kind] -= 1;
        self
    }

    /// With one man more.
    #[must_use]
    pub fn with(mut self, kind: usize, side: usize) -> Roles {
        self.men[side][kind] += 1;
        self
    }

    /// In how many orders identical pieces, and identical pawns, can be listed.
    pub fn orderings(&self) -> (u64, u64) {
        let orders = |n: u8| (1..=u64::from(n)).product::<u64>();
        let pieces = self.men.iter().flat_map(|side| &side[..PAWN]).map(|&n| orders(n)).product();
        (pieces, self.men.iter().map(|side| orders(side[PAWN])).product())
    }
}

impl fmt::Display for Roles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (side, men) in self.men.iter().enumerate() {
            f.write_str(if side == 0 { "K" } else { "-K" })?;
            for kind in [3, 2, 1, 0, 4] {
                for _ in 0..men[kind] {
                    write!(f, "{}", KINDS[kind].upper_char())?;
                }
            }
        }
        Ok(())
    }
}
