//! The kernels file: TOML, written readably, and read at compile time.
//!
//! Every group of [`layout`](super::layout) is a table `[name]` with the arrays `middle` and `end`, in
//! centipawns with one digit after the point. Files that people bring are read by a TOML library, above
//! this crate (`reti::field::read_kernels`), which says what is wrong in which line. The committed file
//! is read here by `embedded`, by hand because no library reads TOML at compile time; it trusts the
//! shape that [`write()`] gives, and a test compares the two readers.

use std::fmt::Write as _;

use super::{
    Kernels,
    layout::{COUNT, GROUPS, offset},
};

const HALVES: [&str; 2] = ["middle", "end"];

/// Writes kernels as a file; `about` becomes a comment at the top.
pub fn write(kernels: &Kernels, about: &str) -> String {
    let mut out = String::new();
    for line in about.lines() {
        let _ = writeln!(out, "{}", format!("# {line}").trim_end());
    }
    for (place, group) in GROUPS.iter().enumerate() {
        let _ = writeln!(out, "\n# {}\n[{}]", group.meaning, group.name);
        for (half, name) in HALVES.iter().enumerate() {
            let value = |index: usize| {
                let (middle, end) = kernels.weight(offset(place) + index);
                f64::from([middle, end][half]) / 10.0
            };
            let row = |row: usize| {
                let numbers: Vec<String> =
                    (0..group.columns).map(|column| format!("{:>6.1}", value(row * group.columns + column))).collect();
                numbers.join(", ")
            };
            if group.rows == 1 {
                let _ = writeln!(out, "{name} = [{}]", row(0).trim_start());
                continue;
            }
            let _ = writeln!(out, "{name} = [");
            for index in 0..group.rows {
                let _ = writeln!(out, "    [{}],", row(index));
            }
            out.push_str("]\n");
        }
    }
    out
}

/// The weights of a file that [`write`] wrote, at compile time: all numbers in order.
pub(super) const fn embedded(text: &str) -> [(i32, i32); COUNT] {
    let bytes = text.as_bytes();
    let mut weights = [(0, 0); COUNT];
    let (mut at, mut group, mut first, mut half, mut index) = (0, 0, 0, 0, 0);
    let mut is_start = true;
    while at < bytes.len() {
        let byte = bytes[at];
        if is_start && (byte == b'#' || byte == b'[') {
            while at < bytes.len() && bytes[at] != b'\n' {
                at += 1;
            }
            continue;
        }
        is_start = byte == b'\n';
        if byte != b'-' && !byte.is_ascii_digit() {
            at += 1;
            continue;
        }
        let sign = if byte == b'-' { -1 } else { 1 };
        let mut tenths = 0;
        while at < bytes.len() && (bytes[at] == b'-' || bytes[at] == b'.' || bytes[at].is_ascii_digit()) {
            if bytes[at].is_ascii_digit() {
                tenths = tenths * 10 + (bytes[at] - b'0') as i32;
            }
            at += 1;
        }
        if half == 0 {
            weights[first + index].0 = sign * tenths;
        } else {
            weights[first + index].1 = sign * tenths;
        }
        index += 1;
        if index == GROUPS[group].len() {
            index = 0;
            half += 1;
            if half == 2 {
                half = 0;
                first += GROUPS[group].len();
                group += 1;
            }
        }
    }
    assert!(group == GROUPS.len(), "the kernels file is not complete");
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Kernels {
        Kernels::new(&std::array::from_fn(|index| (index as i32 - 300, 7 * (index as i32 % 50) - 99)))
    }

    fn all(kernels: &Kernels) -> Vec<(i32, i32)> {
        (0..COUNT).map(|index| kernels.weight(index)).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        let text = write(&sample(), "one\n\ntwo");
        assert!(text.starts_with("# one\n#\n# two\n"));
        assert_eq!(embedded(&text).to_vec(), all(&sample()));
    }
}
