//! Learned kernels for readers: heat maps of their weights.
//!
//! Tables are boards seen from their owner's side, all other groups rows of cells, middlegame and
//! endgame beside each other. Blue speaks for the owner and orange against, as for fields. The
//! constant part of a table, the piece's worth, would drown its shape, so colours show the difference
//! from the table's mean; the numbers are the weights.

use std::fmt::Write as _;

use reti_core::field::learned::{
    Kernels,
    layout::{GROUPS, Group, offset},
    text,
};

use crate::{Problem, wire};

/// Reads a kernels file; the problem names its line.
pub fn read_kernels(name: &str, source: &str) -> Result<Kernels, Problem> {
    text::parse(source).map_err(|error| {
        let line = source.lines().nth(error.line.saturating_sub(1)).unwrap_or_default().to_owned();
        let span = 0..line.len();
        Problem {
            subject: format!("{name}, line {}", error.line),
            message: error.problem.to_string(),
            text: line,
            span,
        }
    })
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
                    let _ = write!(out, "\x1b[48;2;{red};{green};{blue}m\x1b[38;5;16m{cell}\x1b[0m");
                } else {
                    out.push_str(&cell);
                }
            }
        };
        let wide = halves[0].first().map_or(0, Vec::len) > 9;
        for (row, (middle, end)) in halves[0].iter().zip(&halves[1]).enumerate() {
            let label = if is_table(group) { (8 - row).to_string() } else { String::new() };
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
        // Tables are drawn as whole boards.
        assert_eq!(drawn.matches("<rect").count(), 1 + 2 * (COUNT + 6 * 32));
    }

    #[test]
    fn a_damaged_file_is_told_with_its_line() {
        let damaged = EMBEDDED.replacen("middle = [", "middle = [ NaN,", 1);
        let line = EMBEDDED.lines().position(|line| line.starts_with("middle")).unwrap() + 1;
        let problem = read_kernels("k.toml", &damaged).err().unwrap();
        assert_eq!(problem.subject, format!("k.toml, line {line}"));
        assert!(problem.report().contains("NaN"));
        assert!(read_kernels("k.toml", EMBEDDED).is_ok());
    }
}
