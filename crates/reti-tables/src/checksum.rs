//! Checksums of blocks, and the digest by which one table names another.
//!
//! They notice accidents, not attackers: who wants to can make a false table with a true digest.
//! That a table is *right* is for the verifier to say; a digest only says that it is the same one.

use std::fmt;

use crate::format::Section;
use crate::material::Material;
use crate::table::{Metric, Table};

/// A checksum that any change of eight neighbouring bytes changes for certain.
///
/// Each step is one-to-one in the state and in the eight bytes taken in.
pub fn checksum(seed: u64, bytes: &[u8]) -> u64 {
    let mut state = seed ^ 0x9E37_79B9_7F4A_7C15;
    let mut step = |word: u64| {
        state = (state ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        state ^= state >> 32;
    };
    let (words, rest) = bytes.as_chunks::<8>();
    for word in words {
        step(u64::from_le_bytes(*word));
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    step(u64::from_le_bytes(last));
    step(bytes.len() as u64);
    state
}

/// What identifies the contents of a table: endgame, metric, and all values and ranks.
///
/// It does not depend on how the table is compressed, so the same table has the same digest in
/// every file and in the program itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest(pub [u8; 16]);

impl Digest {
    /// The digest of a table in memory.
    pub fn of_table(table: &Table) -> Digest {
        Digest::of_blocks(table.material(), table.metric(), &crate::format::block_sums(table, Section::Codes))
    }

    /// The digest of a table whose blocks of codes have these checksums.
    pub(crate) fn of_blocks(material: Material, metric: Metric, blocks: &[u64]) -> Digest {
        let mut bytes = material.to_string().into_bytes();
        bytes.push(crate::format::metric_byte(metric));
        bytes.extend(blocks.iter().flat_map(|sum| sum.to_le_bytes()));
        let mut digest = [0; 16];
        for (half, seed) in digest.as_chunks_mut::<8>().0.iter_mut().zip([1, 2]) {
            *half = checksum(seed, &bytes).to_le_bytes();
        }
        Digest(digest)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A table that another one rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest {
    /// Its endgame.
    pub material: Material,
    /// Which table of that endgame.
    pub digest: Digest,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::Memory;
    use reti_core::chess::Color;

    #[test]
    fn a_digest_changes_with_every_code_and_with_nothing_else() {
        let mut memory = Memory::new();
        let table = memory.make("KRvK".parse().unwrap(), Metric::Mate).unwrap();
        let digest = Digest::of_table(&table);
        assert_eq!(digest, Digest::of_table(&table.as_ref().clone()));
        assert_eq!(digest.to_string().len(), 32);
        let place = table.codes(Color::White).iter().position(|&code| code > 1).unwrap();
        let mut other = table.as_ref().clone();
        other.codes_mut(Color::White)[place] -= 1;
        assert_ne!(digest, Digest::of_table(&other));
    }
}
