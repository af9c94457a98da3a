//! The kernels file: a small part of TOML, read strictly and written readably.
//!
//! Every group of [`layout`](super::layout) is a table `[name]` with the arrays `middle` and `end`, in
//! centipawns with one digit after the point. Whatever is missing, unknown, of another shape, not a
//! number or far too large is an error with its line. The committed file is read a second time at
//! compile time by `embedded`, which trusts its shape; a test compares the two readers.

use std::fmt::Write as _;

use super::{
    Kernels,
    layout::{COUNT, GROUPS, Group, offset},
};

/// The largest weight that makes sense, in centipawns.
const MOST: f64 = 3_000.0;

/// Why a kernels file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct KernelsError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: KernelsProblem,
}

/// What can be wrong with a kernels file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KernelsProblem {
    /// A heading or key that does not exist.
    #[error("'{0}' is not known here: expected a group such as [pawn-table], or middle or end in one")]
    Unknown(String),
    /// The same weights twice.
    #[error("{1} of '{0}' is given twice")]
    Twice(String, &'static str),
    /// Not a number that can be a weight.
    #[error("'{0}' is not a weight: expected a finite number of centipawns up to {MOST} in size")]
    Number(String),
    /// Another shape than the group has.
    #[error("'{name}' needs {rows} x {columns} numbers, found {found}")]
    Shape {
        /// The group.
        name: &'static str,
        /// Its rows.
        rows: usize,
        /// Its columns.
        columns: usize,
        /// The rows and columns that were found.
        found: String,
    },
    /// Brackets do not match.
    #[error("a bracket is missing or out of place")]
    Bracket,
    /// A part is not there.
    #[error("{1} of '{0}' is missing")]
    Missing(&'static str, &'static str),
}

const HALVES: [&str; 2] = ["middle", "end"];

/// An array while it is read.
struct Array {
    half: usize,
    rows: Vec<Vec<f64>>,
    depth: usize,
}

/// Reads a kernels file.
pub fn parse(text: &str) -> Result<Kernels, KernelsError> {
    let mut weights = [(0, 0); COUNT];
    let mut seen = vec![[false; 2]; GROUPS.len()];
    let (mut group, mut open): (Option<usize>, Option<Array>) = (None, None);
    let mut last = 0;
    for (number, line) in text.lines().enumerate() {
        last = number + 1;
        let fail = |problem| KernelsError { line: number + 1, problem };
        let mut rest = line.split('#').next().unwrap_or_default().trim();
        if rest.is_empty() {
            continue;
        }
        if open.is_none() {
            if let Some(name) = rest.strip_prefix('[') {
                let name = name.strip_suffix(']').ok_or_else(|| fail(KernelsProblem::Bracket))?.trim();
                let found = GROUPS.iter().position(|group| group.name == name);
                group = Some(found.ok_or_else(|| fail(KernelsProblem::Unknown(name.to_owned())))?);
                continue;
            }
            let (key, value) = rest.split_once('=').ok_or_else(|| fail(KernelsProblem::Unknown(rest.to_owned())))?;
            let unknown = || fail(KernelsProblem::Unknown(key.trim().to_owned()));
            let half = HALVES.iter().position(|half| *half == key.trim()).ok_or_else(unknown)?;
            let place = group.ok_or_else(unknown)?;
            if std::mem::replace(&mut seen[place][half], true) {
                return Err(fail(KernelsProblem::Twice(GROUPS[place].name.to_owned(), HALVES[half])));
            }
            rest = value.trim();
            open = Some(Array { half, rows: Vec::new(), depth: 0 });
        }
        if let (Some(array), Some(place)) = (&mut open, group)
            && array.read(rest).map_err(fail)?
        {
            let values = array.check(&GROUPS[place]).map_err(fail)?;
            for (weight, value) in weights[offset(place)..].iter_mut().zip(values) {
                let tenths = (value * 10.0).round() as i32;
                *(if array.half == 0 { &mut weight.0 } else { &mut weight.1 }) = tenths;
            }
            open = None;
        }
    }
    let fail = |problem| KernelsError { line: last.max(1), problem };
    if open.is_some() {
        return Err(fail(KernelsProblem::Bracket));
    }
    for (group, seen) in GROUPS.iter().zip(seen) {
        if let Some(half) = seen.iter().position(|seen| !seen) {
            return Err(fail(KernelsProblem::Missing(group.name, HALVES[half])));
        }
    }
    Ok(Kernels::new(&weights))
}

impl Array {
    /// Reads on; true when the array is closed.
    fn read(&mut self, text: &str) -> Result<bool, KernelsProblem> {
        let mut word = String::new();
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            if matches!(letter, '[' | ']' | ',') || letter.is_whitespace() {
                self.number(&mut word)?;
            }
            match letter {
                '[' if self.depth < 2 => {
                    self.depth += 1;
                    if self.depth == 2 || self.rows.is_empty() {
                        self.rows.push(Vec::new());
                    }
                }
                ']' if self.depth > 0 => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        let rest = letters.as_str().trim();
                        return if rest.is_empty() { Ok(true) } else { Err(KernelsProblem::Unknown(rest.to_owned())) };
                    }
                }
                '[' | ']' => return Err(KernelsProblem::Bracket),
                ',' => {}
                letter if letter.is_whitespace() => {}
                letter => word.push(letter),
            }
        }
        self.number(&mut word)?;
        Ok(false)
    }

    fn number(&mut self, word: &mut String) -> Result<(), KernelsProblem> {
        if word.is_empty() {
            return Ok(());
        }
        let text = std::mem::take(word);
        let value: Option<f64> = text.parse().ok().filter(|value: &f64| value.is_finite() && value.abs() <= MOST);
        let value = value.ok_or(KernelsProblem::Number(text))?;
        let row = self.rows.last_mut().ok_or(KernelsProblem::Bracket)?;
        row.push(value);
        Ok(())
    }

    /// The values in order, if there are as many as the group has.
    fn check(&self, group: &'static Group) -> Result<Vec<f64>, KernelsProblem> {
        // The outer bracket opens a row of its own, which stays empty when rows have brackets.
        let rows: Vec<&Vec<f64>> = self.rows.iter().filter(|row| !row.is_empty()).collect();
        if rows.len() == group.rows && rows.iter().all(|row| row.len() == group.columns) {
            return Ok(rows.into_iter().flatten().copied().collect());
        }
        let lengths: Vec<String> = rows.iter().map(|row| row.len().to_string()).collect();
        let found = format!("{} rows of length {}", rows.len(), lengths.join(", "));
        Err(KernelsProblem::Shape { name: group.name, rows: group.rows, columns: group.columns, found })
    }
}

/// Writes kernels so that [`parse`] reads them; `about` becomes a comment at the top.
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
        assert_eq!(all(&parse(&text).unwrap()), all(&sample()));
        assert_eq!(embedded(&text).to_vec(), all(&sample()));
    }

    #[test]
    fn both_readers_agree_on_the_committed_file() {
        let text = super::super::EMBEDDED;
        assert_eq!(all(&parse(text).unwrap()), embedded(text).to_vec());
    }

    #[track_caller]
    fn check(change: impl Fn(&str) -> String, line: usize, part: &str) {
        let error = parse(&change(&write(&sample(), ""))).err().unwrap();
        assert_eq!(error.line, line, "{error}");
        assert!(error.to_string().contains(part), "{error}");
    }

    #[test]
    fn damage_is_told_with_its_line() {
        check(|text| text.replacen("-30.0", "NaN", 1), 5, "'NaN' is not a weight");
        check(|text| text.replacen("-30.0", "inf", 1), 5, "'inf' is not a weight");
        check(|text| text.replacen("-30.0", "1e9", 1), 5, "'1e9' is not a weight");
        check(|text| text.replacen("-30.0,", "", 1), 13, "needs 8 x 4 numbers, found 8 rows of length 3, 4");
        check(|text| text.replacen("[pawn-table]", "[paw-table]", 1), 3, "'paw-table' is not known");
        check(|text| text.replacen("end =", "late =", 1), 14, "'late' is not known");
        check(|text| text.replacen("end =", "middle =", 1), 14, "given twice");
        check(|text| text.replacen("]\nend", "]]\nend", 1), 13, "']'");
        check(|text| text.lines().take(11).collect::<Vec<_>>().join("\n"), 11, "bracket");
        check(|text| text.lines().take(13).collect::<Vec<_>>().join("\n"), 13, "end of 'pawn-table' is missing");
        check(|_| String::new(), 1, "middle of 'pawn-table' is missing");
    }
}
