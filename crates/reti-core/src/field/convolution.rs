//! Convolution in two plain forms: by the formula, and by the kernel's support.
//!
//! The formula of *[Seed 004, section 2.2]* sums `B[i - m, j - n] * K[m, n]` over the kernel, so a
//! piece spreads its kernel as it is written (a correlation would turn it round and send a pawn's
//! influence backwards). Beyond the edge there is nothing: no wrapping, unlike the seed's
//! appendix B.1. [`reference()`] is the oracle; [`sparse()`] visits only pieces and weights that are
//! not zero. Both add in the same order of kernel rows, so they agree to the last bit.

use super::{Field, Grid, Kernel};

/// The convolution by its formula: every square looks at every weight.
pub fn reference(channel: &Field, kernel: &Kernel) -> Field {
    let radius = kernel.radius();
    Grid::from_fn(|row, column| {
        let mut sum = 0.0;
        for down in -radius..=radius {
            for right in -radius..=radius {
                let piece = channel.get(row - down, column - right).unwrap_or(0.0);
                sum += piece * kernel.weight(down, right);
            }
        }
        sum
    })
}

/// The same by shifting the channel once for every weight that is not zero (appendix B.1 without
/// the wrap-around of `roll`).
pub fn sparse(channel: &Field, kernel: &Kernel) -> Field {
    let mut sums = Grid::default();
    for (down, right, weight) in kernel.support() {
        for (row, column, piece) in channel.cells().filter(|(.., piece)| *piece != 0.0) {
            if let Some(sum) = sums.get_mut(row + down, column + right) {
                *sum += piece * weight;
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        chess::{Color, PieceType, Square},
        field::SEED,
    };

    fn one(square: Square) -> Field {
        let mut channel = Grid::default();
        *channel.at_mut(square) = 1.0;
        channel
    }

    #[test]
    fn the_knight_of_the_seed() {
        // Section 6.3 draws a knight with its 10 on d6, one rank squeezed; the kernel itself rules.
        let field = reference(&one(Square::D4), SEED.kernel(Color::White, PieceType::Knight));
        assert_eq!((field.at(Square::D4), field.at(Square::C6), field.at(Square::B3)), (10.0, 3.0, 3.0));
        assert_eq!((field.at(Square::D6), field.get(4, 3)), (0.0, Some(10.0)));
    }

    #[test]
    fn pawns_look_forward() {
        let white = reference(&one(Square::E4), SEED.kernel(Color::White, PieceType::Pawn));
        assert_eq!([Square::D5, Square::E5, Square::E4, Square::E3].map(|s| white.at(s)), [2.0, 4.0, 5.0, 0.0]);
        let black = reference(&one(Square::E4), SEED.kernel(Color::Black, PieceType::Pawn));
        assert_eq!([Square::D3, Square::E3, Square::E4, Square::E5].map(|s| black.at(s)), [2.0, 4.0, 5.0, 0.0]);
    }

    #[test]
    fn nothing_wraps_around() {
        let field = sparse(&one(Square::H1), SEED.kernel(Color::White, PieceType::Rook));
        assert_eq!([Square::A1, Square::H8, Square::A8].map(|s| field.at(s)), [0.0; 3]);
        assert_eq!(field, reference(&one(Square::H1), SEED.kernel(Color::White, PieceType::Rook)));
    }
}
