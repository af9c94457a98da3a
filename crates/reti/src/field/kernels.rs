//! Learned kernels for readers: heat maps of their weights.
//!
//! Tables are boards seen from their owner's side, all other groups rows of cells, middlegame and
//! endgame beside each other. Blue speaks for the owner and orange against, as for fields. The
//! constant part of a table, the piece's worth, would drown its shape, so colours show the difference
//! from the table's mean; the numbers are the weights.

use std::{fmt::Write as _, ops::Range};

use anstyle::{Ansi256Color, RgbColor};
use reti_core::field::learned::{
    Kernels,
    layout::{COUNT, GROUPS, Group, offset},
};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use crate::{Problem, wire};

/// The largest weight that makes sense, in centipawns.
const MAX_WEIGHT: f64 = 3_000.0;

/// The names of a group's arrays.
const HALVES: [&str; 2] = ["middle", "end"];

/// What is wrong with a file, and where.
type Fault = (Range<usize>, String);

/// Reads a kernels file; the problem points at what is wrong. Whatever is missing, unknown, of another
/// shape, not a number or far too large is refused.
pub fn read_kernels(name: &str, source: &str) -> Result<Kernels, Problem> {
    read_weights(source).map(|weights| Kernels::new(&weights)).map_err(|(span, message)| {
        let start = source[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let end = source[start..].find('\n').map_or(source.len(), |at| start + at);
        Problem {
            subject: format!("{name}, line {}", 1 + source[..start].matches('\n').count()),
            message,
            text: source[start..end].to_owned(),
            span: span.start - start..span.end.min(end).max(span.start) - start,
        }
    })
}

fn read_weights(source: &str) -> Result<[(i32, i32); COUNT], Fault> {
    let file = DeTable::parse(source)
        .map_err(|error| (floor(source, error.span().unwrap_or_default()), error.message().to_owned()))?;
    let known = |name: &str| GROUPS.iter().any(|group| group.name == name);
    if let Some((key, _)) = file.get_ref().iter().find(|(key, _)| !known(key.get_ref())) {
        return Err((key.span(), format!("'{}' is not known: expected a group such as [pawn-table]", key.get_ref())));
    }
    let mut weights = [(0, 0); COUNT];
    for (place, group) in GROUPS.iter().enumerate() {
        let found = member(file.get_ref(), group.name).ok_or_else(|| missing(source, group.name))?;
        let table =
            found.get_ref().as_table().ok_or_else(|| (found.span(), format!("'{}' must be a table", group.name)))?;
        if let Some((key, _)) = table.iter().find(|(key, _)| !HALVES.contains(&key.get_ref().as_ref())) {
            return Err((key.span(), format!("'{}' is not known here: expected middle and end", key.get_ref())));
        }
        for (half, name) in HALVES.iter().enumerate() {
            let array = member(table, name).ok_or_else(|| {
                let (_, message) = missing(source, name);
                (found.span(), format!("{message} in '{}'", group.name))
            })?;
            for (weight, tenths) in weights[offset(place)..].iter_mut().zip(tenths(group, array)?) {
                *(if half == 0 { &mut weight.0 } else { &mut weight.1 }) = tenths;
            }
        }
    }
    Ok(weights)
}

fn member<'t, 's>(table: &'t DeTable<'s>, name: &str) -> Option<&'t Spanned<DeValue<'s>>> {
    table.iter().find(|(key, _)| key.get_ref() == name).map(|(_, value)| value)
}

fn missing(source: &str, name: &str) -> Fault {
    (floor(source, source.len()..source.len()), format!("'{name}' is missing"))
}

/// A range within the text; libraries may point behind its end.
fn floor(source: &str, span: Range<usize>) -> Range<usize> {
    let start = source.floor_char_boundary(span.start.min(source.trim_end().len()));
    start..source.ceil_char_boundary(span.end.clamp(start, source.len()))
}

/// The weights of an array in tenths of centipawns, if it has the shape of its group.
fn tenths(group: &Group, array: &Spanned<DeValue<'_>>) -> Result<Vec<i32>, Fault> {
    let rows = match array.get_ref().as_array() {
        Some(rows) if group.rows > 1 => rows.iter().map(numbers).collect::<Result<Vec<_>, Fault>>()?,
        _ => vec![numbers(array)?],
    };
    if rows.len() == group.rows && rows.iter().all(|row| row.len() == group.columns) {
        return Ok(rows.into_iter().flatten().map(|value| (value * 10.0).round() as i32).collect());
    }
    let lengths: Vec<String> = rows.iter().map(|row| row.len().to_string()).collect();
    let message = format!(
        "'{}' needs {} x {} numbers, found {} rows of length {}",
        group.name,
        group.rows,
        group.columns,
        rows.len(),
        lengths.join(", ")
    );
    Err((array.span(), message))
}

/// The numbers of a row.
fn numbers(row: &Spanned<DeValue<'_>>) -> Result<Vec<f64>, Fault> {
    let cells = row.get_ref().as_array().ok_or_else(|| (row.span(), "expected a row of numbers".to_owned()))?;
    let number = |cell: &Spanned<DeValue<'_>>| {
        let value = match cell.get_ref() {
            DeValue::Float(float) => float.as_str().parse().ok(),
            DeValue::Integer(integer) => integer.as_str().parse().ok(),
            _ => None,
        };
        value.filter(|value: &f64| value.abs() <= MAX_WEIGHT).ok_or_else(|| {
            (cell.span(), format!("not a weight: expected a finite number of centipawns up to {MAX_WEIGHT} in size"))
        })
    };
    cells.iter().map(number).collect()
}

/// The kernels as data.
pub fn kernels_data(kernels: &Kernels) -> wire::LearnedKernels {
    let groups = GROUPS.iter().enumerate().map(|(place, group)| wire::KernelGroup {
        name: group.name.to_owned(),
        meaning: group.meaning.to_owned(),
        middle: rows(kernels, place, group, 0),
        end: rows(kernels, place, group, 1),
    });
    wire::LearnedKernels { schema: wire::SCHEMA, kind: wire::Kind::new(), groups: groups.collect() }
}

fn rows(kernels: &Kernels, place: usize, group: &Group, half: usize) -> Vec<Vec<f64>> {
    let value = |index: usize| {
        let (middle, end) = kernels.weight(offset(place) + index);
        f64::from([middle, end][half]) / 10.0
    };
    (0..group.rows).map(|row| (0..group.columns).map(|column| value(row * group.columns + column)).collect()).collect()
}

fn is_table(group: &wire::KernelGroup) -> bool {
    group.name.ends_with("-table")
}

/// What a row stands for: a rank, with the piece's letter where a group has ranks for several kinds of piece.
fn label(group: &wire::KernelGroup, row: usize) -> String {
    let rank = 8 - row % 8;
    match group.middle.len() {
        8 if is_table(group) => rank.to_string(),
        40 | 48 => format!("{}{rank}", ["P", "N", "B", "R", "Q", "K"][row / 8]),
        _ => String::new(),
    }
}

/// A table as a whole board; other groups as they are.
fn cells(group: &wire::KernelGroup, half: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let mirrored = |row: &Vec<f64>| row.iter().chain(row.iter().rev()).copied().collect();
    if is_table(group) { half.iter().map(mirrored).collect() } else { half.to_vec() }
}

/// The mean that colours start from: a table's own (without ranks where no pawn stands), or nothing.
fn middle_of(group: &wire::KernelGroup, cells: &[Vec<f64>]) -> f64 {
    if !is_table(group) {
        return 0.0;
    }
    let used = if group.name == "pawn-table" { 1..7 } else { 0..8 };
    let values: Vec<f64> = cells[used].iter().flatten().copied().collect();
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// How far the colours reach: the largest difference from the mean, and not less than a pawn's tenth.
fn reach(group: &wire::KernelGroup, halves: &[Vec<Vec<f64>>; 2]) -> f64 {
    let differences = halves.iter().flat_map(|cells| {
        let middle = middle_of(group, cells);
        cells.iter().flatten().map(move |value| (value - middle).abs())
    });
    differences.fold(10.0, f64::max)
}

/// The colour of a value: towards blue for the owner, towards orange against.
fn tint(value: f64, reach: f64) -> (u8, u8, u8) {
    let full = if value < 0.0 { (230.0, 140.0, 30.0) } else { (70.0, 160.0, 225.0) };
    let share = (value.abs() / reach).min(1.0).sqrt();
    let mix = |end: f64| (246.0 + (end - 246.0) * share).round() as u8;
    (mix(full.0), mix(full.1), mix(full.2))
}

/// The kernels as text, tinted if colours are wanted.
pub fn kernels_text(kernels: &Kernels, color: bool) -> String {
    let mut out = String::from("Learned kernels in centipawns; tables are seen from their owner's side.\n");
    for group in &kernels_data(kernels).groups {
        let _ = writeln!(out, "\n{}: {}", group.name, group.meaning);
        let halves = [cells(group, &group.middle), cells(group, &group.end)];
        let reach = reach(group, &halves);
        let means = [middle_of(group, &halves[0]), middle_of(group, &halves[1])];
        let line = |out: &mut String, half: usize, row: &[f64]| {
            for &value in row {
                let cell = format!("{value:>6.0}").replace("    -0", "     0");
                if color {
                    let (red, green, blue) = tint(value - means[half], reach);
                    let style = Ansi256Color(16).on(RgbColor(red, green, blue));
                    let _ = write!(out, "{style}{cell}{style:#}");
                } else {
                    out.push_str(&cell);
                }
            }
        };
        let wide = halves[0].first().map_or(0, Vec::len) > 9;
        for (row, (middle, end)) in halves[0].iter().zip(&halves[1]).enumerate() {
            let label = label(group, row);
            let _ = write!(out, "{label:>2}");
            line(&mut out, 0, middle);
            out.push_str(if wide { "  middle\n  " } else { "   |" });
            line(&mut out, 1, end);
            out.push_str(if wide { "  end\n" } else { "\n" });
        }
    }
    out
}

const CELL: f64 = 30.0;
const MARGIN: f64 = 20.0;

/// The kernels as one SVG picture.
pub fn kernels_svg(kernels: &Kernels) -> String {
    let data = kernels_data(kernels);
    let mut body = String::new();
    let mut top = MARGIN + 10.0;
    let mut width: f64 = 0.0;
    for group in &data.groups {
        let halves = [cells(group, &group.middle), cells(group, &group.end)];
        let reach = reach(group, &halves);
        let columns = halves[0].first().map_or(0, Vec::len);
        // Long rows stand above each other.
        let beside = columns <= 9;
        let _ = writeln!(
            body,
            "<text x=\"{MARGIN}\" y=\"{:.0}\" font-size=\"13\" font-weight=\"bold\">{}</text>\
             <text x=\"{:.0}\" y=\"{:.0}\" font-size=\"12\">{}</text>",
            top,
            group.name,
            MARGIN + 170.0,
            top,
            group.meaning
        );
        top += 8.0;
        for (half, cells) in halves.iter().enumerate() {
            let left = if beside && half == 1 { MARGIN + (columns as f64 + 1.0) * CELL } else { MARGIN };
            let above = if beside || half == 0 { top } else { top + (cells.len() as f64 + 0.4) * CELL * 0.7 };
            squares(&mut body, group, cells, reach, left, above);
            width = width.max(left + columns as f64 * CELL);
        }
        let height = halves[0].len() as f64 * CELL * 0.7;
        top += if beside { height } else { 2.0 * height + 0.4 * CELL * 0.7 } + 28.0;
    }
    let width = width.max(860.0) + MARGIN;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {top:.0}\" width=\"{width:.0}\" \
         height=\"{top:.0}\" font-family=\"sans-serif\" role=\"img\">\n<title>Learned kernels</title>\n\
         <desc>Weights in centipawns, the middlegame left or above, the endgame right or below; blue for the owner, \
         orange against.</desc>\n<rect width=\"{width:.0}\" height=\"{top:.0}\" fill=\"#ffffff\"/>\n{body}</svg>\n"
    )
}

fn squares(body: &mut String, group: &wire::KernelGroup, cells: &[Vec<f64>], reach: f64, left: f64, top: f64) {
    let middle = middle_of(group, cells);
    for (row, values) in cells.iter().enumerate() {
        for (column, &value) in values.iter().enumerate() {
            let (x, y) = (left + column as f64 * CELL, top + row as f64 * CELL * 0.7);
            let (red, green, blue) = tint(value - middle, reach);
            let _ = writeln!(
                body,
                "<rect x=\"{x:.0}\" y=\"{y:.1}\" width=\"{CELL}\" height=\"{:.1}\" fill=\"#{red:02x}{green:02x}{blue:02x}\" \
                 stroke=\"#ffffff\"/><text x=\"{:.0}\" y=\"{:.1}\" font-size=\"11\" text-anchor=\"middle\">{}</text>",
                CELL * 0.7,
                x + CELL / 2.0,
                y + CELL * 0.49,
                format!("{value:.0}").replace("-0", if value <= -0.5 { "-0" } else { "0" })
            );
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use reti_core::field::learned::{EMBEDDED, KERNELS, layout::COUNT};

    use super::*;

    #[test]
    fn every_group_is_shown() {
        let plain = kernels_text(&KERNELS, false);
        let drawn = kernels_svg(&KERNELS);
        for group in GROUPS {
            assert!(plain.contains(group.meaning) && drawn.contains(group.meaning), "{}", group.name);
        }
        assert!(!plain.contains('\x1b') && kernels_text(&KERNELS, true).contains('\x1b'));
        assert!(plain.contains("\nP8") && plain.contains("\nK1"));
        // Tables are drawn as whole boards.
        assert_eq!(drawn.matches("<rect").count(), 1 + 2 * (COUNT + 6 * 32));
    }

    fn all(kernels: &Kernels) -> Vec<(i32, i32)> {
        (0..COUNT).map(|index| kernels.weight(index)).collect()
    }

    #[test]
    fn the_committed_file_is_read_as_at_compile_time() {
        assert_eq!(all(&read_kernels("k.toml", EMBEDDED).unwrap()), all(&KERNELS));
    }

    #[test]
    fn what_is_written_is_read() {
        let kernels = Kernels::new(&std::array::from_fn(|index| (index as i32 - 300, 7 * (index as i32 % 50) - 99)));
        let text = reti_core::field::learned::text::write(&kernels, "one\n\ntwo");
        assert!(text.starts_with("# one\n#\n# two\n"));
        assert_eq!(all(&read_kernels("k.toml", &text).unwrap()), all(&kernels));
    }

    #[track_caller]
    fn check(change: impl Fn(&str) -> String, line: usize, part: &str) {
        let kernels = Kernels::new(&std::array::from_fn(|index| (index as i32 - 300, 0)));
        let text = reti_core::field::learned::text::write(&kernels, "");
        let problem = read_kernels("k.toml", &change(&text)).err().unwrap();
        let report = problem.report();
        assert_eq!(problem.subject, format!("k.toml, line {line}"), "{report}");
        assert!(report.contains(part), "{report}");
    }

    #[test]
    fn damage_is_told_with_its_line() {
        check(|text| text.replacen("-30.0", "NaN", 1), 5, "NaN");
        check(|text| text.replacen("-30.0", "nan", 1), 5, "not a weight");
        check(|text| text.replacen("-30.0", "inf", 1), 5, "not a weight");
        check(|text| text.replacen("-30.0", "1e9", 1), 5, "not a weight");
        check(|text| text.replacen("-30.0", "\"a\"", 1), 5, "not a weight");
        check(|text| text.replacen("-30.0,", "", 1), 4, "needs 8 x 4 numbers, found 8 rows of length 3, 4");
        check(|text| text.replacen("[pawn-table]", "[paw-table]", 1), 3, "'paw-table' is not known");
        check(|text| text.replacen("end =", "late =", 1), 14, "'late' is not known");
        check(|text| text.replacen("end =", "middle =", 1), 14, "duplicate key");
        check(|text| text.replacen("]\nend", "]]\nend", 1), 13, "]]");
        check(|text| text.lines().take(11).collect::<Vec<_>>().join("\n"), 11, "array");
        check(|text| text.lines().take(13).collect::<Vec<_>>().join("\n"), 3, "'end' is missing in 'pawn-table'");
        check(|_| String::new(), 1, "'pawn-table' is missing");
    }
}
