//! Sixty-four codes at a time: sets of lanes as bytes, and bytes as sets.
//!
//! Loops over bytes without branches become a few instructions for sixteen or more of them. These are shared
//! by those who make tables, check them and write them; they know nothing about chess.

/// For each row of eight lanes, a byte of ones for each lane of the set.
static ROWS: [u64; 256] = rows();

const fn rows() -> [u64; 256] {
    let mut rows = [0u64; 256];
    let mut set = 0;
    while set < 256 {
        let mut lane = 0;
        while lane < 8 {
            if set >> lane & 1 != 0 {
                rows[set] |= 0xFF << (8 * lane);
            }
            lane += 1;
        }
        set += 1;
    }
    rows
}

/// A byte of ones for each lane of a set.
#[inline]
pub fn bytes(set: u64) -> [u8; 64] {
    let mut out = [0; 64];
    for (row, part) in set.to_le_bytes().into_iter().zip(out.as_chunks_mut::<8>().0) {
        *part = ROWS[usize::from(row)].to_le_bytes();
    }
    out
}

/// The lanes whose bytes pass a test.
#[inline]
pub fn passing(codes: &[u8; 64], test: impl Fn(u8) -> bool) -> u64 {
    let mut flags = [0; 64];
    for (flag, &code) in flags.iter_mut().zip(codes) {
        *flag = u8::from(test(code));
    }
    gather(&flags)
}

/// The lanes in which two lists pass a test.
#[inline]
pub fn passing_both(codes: &[u8; 64], others: &[u8; 64], test: impl Fn(u8, u8) -> bool) -> u64 {
    let mut flags = [0; 64];
    for (flag, (&code, &other)) in flags.iter_mut().zip(codes.iter().zip(others)) {
        *flag = u8::from(test(code, other));
    }
    gather(&flags)
}

/// One bit for each byte, which is 0 or 1.
#[inline]
fn gather(flags: &[u8; 64]) -> u64 {
    let mut set = [0; 8];
    for (out, row) in set.iter_mut().zip(flags.as_chunks::<8>().0) {
        *out = (u64::from_le_bytes(*row).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8;
    }
    u64::from_le_bytes(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_become_bytes_and_bytes_sets() {
        for set in [0, !0, 1, 1 << 63, 0x0123_4567_89AB_CDEF, 0x8040_2010_0804_0201] {
            let wide = bytes(set);
            for (lane, byte) in wide.iter().enumerate() {
                assert_eq!(*byte == 255, set >> lane & 1 != 0);
            }
            assert_eq!(passing(&wide, |byte| byte != 0), set);
            assert_eq!(passing_both(&wide, &bytes(!set), |a, b| a > b), set);
        }
    }
}
