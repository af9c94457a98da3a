//! The file of a network: a word that names it, its weights as whole numbers, and a checksum.
//!
//! Numbers have 16 bits, the lower byte first: the sums' weights input by input, where the sums start, the last
//! step's weights by stage and view, and its constants. The limits that exact arithmetic needs are checked when a
//! file is read: a weight of the last step times a whole sum, and all sums of 32 pieces, fit into 16 bits.

use super::{HIDDEN, INPUTS, Network, ONE, STAGES, Sums};

/// What every file begins with.
pub const MAGIC: [u8; 8] = *b"reti-nn1";
/// Numbers of a file.
pub const NUMBERS: usize = INPUTS * HIDDEN + HIDDEN + STAGES * 2 * HIDDEN + STAGES;
/// The size of a file.
pub const BYTES: usize = MAGIC.len() + 2 * NUMBERS + 8;

/// The largest weight of a sum: 32 pieces and the start stay within 16 bits.
pub const MAX_INPUT: i16 = (i16::MAX as i32 / 33) as i16;
/// The largest weight of the last step: its product with a whole sum stays within 16 bits.
pub const MAX_OUTPUT: i16 = (i16::MAX as i32 / ONE) as i16;

/// Why a file is no network.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// Another length.
    #[error("a network has {BYTES} bytes, this file has {0}")]
    Size(usize),
    /// Another word at the beginning.
    #[error("a network begins with 'reti-nn1'")]
    Magic,
    /// The checksum is another.
    #[error("the checksum is wrong: the file is damaged")]
    Damaged,
    /// A weight is too large for exact arithmetic.
    #[error("number {0} of the network is too large")]
    Large(usize),
}

/// The number that tells whether a file is whole (FNV-1a).
const fn checksum(bytes: &[u8], until: usize) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut at = 0;
    while at < until {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0100_0000_01b3);
        at += 1;
    }
    hash
}

/// The file of a network with these numbers.
pub fn write(numbers: &[i16]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    let sum = checksum(&bytes, bytes.len());
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// The numbers of a network's file.
pub fn numbers(bytes: &[u8]) -> Result<Vec<i16>, FormatError> {
    Network::from_bytes(bytes)?;
    let pairs = bytes[MAGIC.len()..][..2 * NUMBERS].chunks(2);
    Ok(pairs.map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect())
}

/// The largest number that may stand somewhere.
const fn most(index: usize) -> i16 {
    let outputs = INPUTS * HIDDEN + HIDDEN;
    match index {
        _ if index < outputs => MAX_INPUT,
        _ if index < outputs + STAGES * 2 * HIDDEN => MAX_OUTPUT,
        _ => i16::MAX,
    }
}

impl Network {
    /// No weights at all.
    #[allow(clippy::large_stack_arrays, reason = "it is a constant; what is filled stands in the program or in a box")]
    const EMPTY: Network = Network {
        inputs: [Sums::ZERO; INPUTS],
        start: Sums::ZERO,
        outputs: [[Sums::ZERO; 2]; STAGES],
        constants: [0; STAGES],
    };

    /// A network from its file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Box<Network>, FormatError> {
        let mut network = Box::new(Network::EMPTY);
        network.fill(bytes)?;
        Ok(network)
    }

    /// The network that the program brings.
    pub(super) const fn embedded(bytes: &[u8]) -> Network {
        let mut network = Network::EMPTY;
        assert!(network.fill(bytes).is_ok(), "the embedded network is damaged");
        network
    }

    const fn fill(&mut self, bytes: &[u8]) -> Result<(), FormatError> {
        if bytes.len() != BYTES {
            return Err(FormatError::Size(bytes.len()));
        }
        let mut at = 0;
        while at < MAGIC.len() {
            if bytes[at] != MAGIC[at] {
                return Err(FormatError::Magic);
            }
            at += 1;
        }
        let sum = checksum(bytes, BYTES - 8).to_le_bytes();
        at = 0;
        while at < 8 {
            if bytes[BYTES - 8 + at] != sum[at] {
                return Err(FormatError::Damaged);
            }
            at += 1;
        }
        let mut index = 0;
        while index < NUMBERS {
            at = MAGIC.len() + 2 * index;
            let number = i16::from_le_bytes([bytes[at], bytes[at + 1]]);
            if number > most(index) || number < -most(index) {
                return Err(FormatError::Large(index + 1));
            }
            self.set(index, number);
            index += 1;
        }
        Ok(())
    }

    const fn set(&mut self, index: usize, number: i16) {
        let (row, column) = (index / HIDDEN, index % HIDDEN);
        match row {
            _ if row < INPUTS => self.inputs[row].0[column] = number,
            INPUTS => self.start.0[column] = number,
            _ if row <= INPUTS + 2 * STAGES => {
                self.outputs[(row - INPUTS - 1) / 2][(row - INPUTS - 1) % 2].0[column] = number;
            }
            _ => self.constants[column] = number as i32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_file_is_refused() {
        let mut numbers = vec![0; NUMBERS];
        assert!(Network::from_bytes(&write(&numbers)).is_ok());
        let mut bytes = write(&numbers);
        bytes[1000] ^= 1;
        assert_eq!(Network::from_bytes(&bytes).err(), Some(FormatError::Damaged));
        assert_eq!(Network::from_bytes(&bytes[1..]).err(), Some(FormatError::Size(BYTES - 1)));
        bytes[0] = b'R';
        assert_eq!(Network::from_bytes(&bytes).err(), Some(FormatError::Magic));
        numbers[17] = MAX_INPUT + 1;
        assert_eq!(Network::from_bytes(&write(&numbers)).err(), Some(FormatError::Large(18)));
    }
}
