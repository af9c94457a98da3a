//! What the device sums up over a table, and what it means in each way of counting.

use crate::roles::Roles;

/// Sums over one table, as `item_count` of the kernels numbers them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums(pub [u64; 20]);

/// Won, legal with the attacker to move, lost, legal with the defender to move.
pub type Counted = [u64; 4];

impl Sums {
    /// Counts with identical men unordered on the full board.
    pub fn full(&self, roles: &Roles) -> Counted {
        let (pieces, _) = roles.orderings();
        let weight = if roles.pawns() == 0 { (8, 4) } else { (2, 1) };
        std::array::from_fn(|i| (weight.0 * self.0[i] + weight.1 * self.0[4 + i]) / pieces)
    }

    /// Counts of classes under board symmetries.
    pub fn orbits(&self, roles: &Roles) -> Counted {
        let full = self.full(roles);
        if roles.pawns() > 0 {
            return full.map(|n| n / 2);
        }
        let (pieces, _) = roles.orderings();
        // Symmetric placements are stored in every order of their identical men.
        std::array::from_fn(|i| (full[i] + 4 * self.0[12 + i] / pieces) / 8)
    }

    /// The same with identical men told apart, as in the published statistics.
    pub fn ordered(&self, roles: &Roles) -> Counted {
        let (pieces, pawns) = roles.orderings();
        if roles.pawns() > 0 {
            return self.full(roles).map(|n| n * pieces * pawns / 2);
        }
        std::array::from_fn(|i| self.0[i] + u64::midpoint(self.0[4 + i], self.0[8 + i]))
    }

    /// The 462 king pairs, nothing else reduced.
    pub fn c462(&self, roles: &Roles) -> Counted {
        if roles.pawns() > 0 {
            return self.full(roles).map(|n| n / 2);
        }
        let (pieces, _) = roles.orderings();
        std::array::from_fn(|i| (self.0[i] + self.0[4 + i]) / pieces)
    }

    /// Checksums of the labels (open, lost) and of the ranks.
    pub fn checksums(&self) -> [u64; 4] {
        [self.0[16], self.0[17], self.0[18], self.0[19]]
    }
}
