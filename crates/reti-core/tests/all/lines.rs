//! What lines use, on puzzles drawn at random, as given and mirrored, and against their labels.
//!
//! `docs/line-themes.md` has the figures of the whole file that the sample was drawn from. On the
//! sample each theme must come near them: below by no more than two standard deviations of a share
//! measured on so many puzzles, and a hundredth. Themes with fewer than twenty labels in the sample
//! are left to the slow test, which measures the whole file anew and compares every figure.
#![allow(clippy::unwrap_used, reason = "a test may fail on bad test data")]

use crate::support;

use std::{collections::BTreeMap, fs, path::PathBuf};

use reti_core::{
    chess::{Position, Symmetry},
    line::{Line, SetUp, Use, labels, uses},
    motif::{CATALOGUE, Kind, Label, Motif},
    relation::Relations,
    tactic,
};
use support::{read, testdata};

struct Puzzle {
    id: String,
    line: Line,
    labels: Vec<String>,
    ours: String,
}

/// The puzzles of a table, its columns found by name.
fn puzzles(table: &str) -> impl Iterator<Item = Puzzle> + '_ {
    let mut rows = table.lines().filter(|line| !line.starts_with('#'));
    let header: Vec<&str> = rows.next().unwrap().split(',').collect();
    let place = move |name: &str| header.iter().position(|cell| *cell == name);
    let places = ["PuzzleId", "FEN", "Moves", "Themes", "Ours"].map(place);
    rows.map(move |row| {
        let cells: Vec<&str> = row.split(',').collect();
        let [id, fen, moves, themes, ours] = places.map(|place| place.map_or("", |place| cells[place]));
        let start = Position::from_fen(fen).unwrap();
        Puzzle {
            id: id.to_owned(),
            line: Line::read(&start, moves, SetUp::Included).unwrap(),
            labels: themes.split(' ').map(str::to_owned).collect(),
            ours: ours.to_owned(),
        }
    })
}

fn unpacked(path: PathBuf) -> String {
    String::from_utf8(zstd::decode_all(fs::File::open(path).unwrap()).unwrap()).unwrap()
}

fn sample() -> Vec<Puzzle> {
    let sample: Vec<Puzzle> = puzzles(&unpacked(testdata("puzzles/sample.csv.zst"))).collect();
    assert!(sample.len() >= 2_000);
    sample
}

fn labelled() -> impl Iterator<Item = (&'static Motif, &'static Label)> {
    CATALOGUE.iter().filter_map(|motif| motif.label.as_ref().map(|label| (*motif, label)))
}

fn has_label(puzzle: &Puzzle, label: &Label) -> bool {
    puzzle.labels.iter().any(|theirs| label.names.contains(&theirs.as_str()))
}

fn mirrored(line: &Line) -> Line {
    let start = Symmetry::Mirror.position(&line.positions()[0]).unwrap();
    let moves: Vec<_> = line.moves().iter().map(|&m| Symmetry::Mirror.apply_to_move(m)).collect();
    Line::new(&start, &moves, SetUp::Included)
}

/// Puzzles with the label, with our tag, with both; and with our tag on the board, with that and the label.
#[derive(Clone, Copy, Default)]
struct Counts {
    labelled: usize,
    tagged: usize,
    both: usize,
    on_board: usize,
    both_on_board: usize,
}

impl Counts {
    /// Precision, recall, F1 and the F1 on the board.
    fn figures(&self) -> [f64; 4] {
        let share = |part: usize, all: usize| part as f64 / all as f64;
        let f1 = |both: usize, ours: usize| share(2 * both, self.labelled + ours);
        [
            share(self.both, self.tagged),
            share(self.both, self.labelled),
            f1(self.both, self.tagged),
            f1(self.both_on_board, self.on_board),
        ]
    }
}

fn count<'a>(puzzles: impl Iterator<Item = &'a Puzzle>) -> BTreeMap<&'static str, Counts> {
    let mut counts: BTreeMap<&str, Counts> = BTreeMap::new();
    for puzzle in puzzles {
        let (named, used) = (labels(&puzzle.line), uses(&puzzle.line));
        for (motif, label) in labelled() {
            let theirs = has_label(puzzle, label);
            let ours = named.contains(&motif);
            let true_here = used.iter().any(|used| used.motif == motif);
            let counts = counts.entry(label.names[0]).or_default();
            counts.labelled += usize::from(theirs);
            counts.tagged += usize::from(ours);
            counts.both += usize::from(theirs && ours);
            counts.on_board += usize::from(true_here);
            counts.both_on_board += usize::from(theirs && true_here);
        }
    }
    counts
}

/// The rows of the documented table: how many labels, and precision, recall, F1, F1 on the board.
fn documented() -> BTreeMap<String, (usize, [f64; 4])> {
    let page = fs::read_to_string(testdata("../docs/line-themes.md")).unwrap();
    let table = page.split("\n## ").next().unwrap();
    let rows = table.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let number = |index: usize| cells.get(index)?.parse::<f64>().ok();
        let n = cells.get(2)?.parse().ok()?;
        Some((cells[1].to_owned(), (n, [number(3)?, number(4)?, number(5)?, number(6)?])))
    });
    rows.collect()
}

/// Fewer labels than this say little.
const FEW: usize = 20;

#[test]
fn the_sample_agrees_with_its_labels_as_well_as_the_whole_file_does() {
    let sample = sample();
    let whole = documented();
    let mut judged = 0;
    for (label, counts) in count(sample.iter()) {
        if counts.labelled < FEW {
            continue;
        }
        let (_, figures) = whole.get(label).unwrap_or_else(|| panic!("{label} is not documented"));
        judged += 1;
        let expected = figures[2];
        let deviation = (expected * (1.0 - expected) / counts.labelled as f64).sqrt();
        let floor = expected - 2.0 * deviation - 0.01;
        let f1 = counts.figures()[2];
        assert!(f1 >= floor, "{label}: F1 {f1:.4} of {} puzzles, expected {floor:.4} at least", counts.labelled);
    }
    assert!(judged >= 35, "{judged}");
}

/// The mirrored line has the mirrored uses, and the same labels.
fn check_mirrored(puzzle: &Puzzle) {
    let image = mirrored(&puzzle.line);
    let sorted = |mut uses: Vec<Use>| {
        uses.sort_by_key(|used| (used.motif.number, used.ply, used.cast.parts.clone()));
        uses
    };
    let theirs = uses(&image).into_iter().map(|used| Use { cast: used.cast.mapped(Symmetry::Mirror), ..used });
    assert_eq!(sorted(uses(&puzzle.line)), sorted(theirs.collect()), "{}", puzzle.id);
    assert_eq!(labels(&puzzle.line), labels(&image), "{}", puzzle.id);
}

#[test]
fn mirrored_lines_have_mirrored_casts() {
    sample().iter().for_each(check_mirrored);
}

#[test]
fn documented_disagreements_are_as_documented() {
    let table = read("puzzles/disagreements.csv");
    let documented: Vec<Puzzle> = puzzles(&table).collect();
    assert!(documented.len() >= 20);
    for puzzle in documented {
        let (sign, label) = puzzle.ours.split_at(1);
        let motif = Motif::labelled(label).unwrap();
        let claimed = uses(&puzzle.line).iter().any(|used| used.motif == motif);
        assert_eq!(claimed, sign == "+", "{label} in {}", puzzle.id);
        assert_ne!(claimed, has_label(&puzzle, motif.label.as_ref().unwrap()), "{label} in {}", puzzle.id);
    }
}

#[test]
fn every_cast_uses_the_roles_of_its_motif() {
    let mut found: BTreeMap<&str, usize> = BTreeMap::new();
    for puzzle in sample() {
        for used in uses(&puzzle.line) {
            *found.entry(used.motif.name).or_default() += 1;
            assert!(used.ply < puzzle.line.moves().len());
            assert_eq!(used.cast.owner, puzzle.line.solver());
            let roles = used.motif.theme.as_ref().map_or(used.motif.roles, |theme| theme.roles);
            let known = |part: &(reti_core::motif::Role, _)| roles.contains(&part.0);
            assert!(used.cast.parts.iter().all(known), "{}: {:?}", puzzle.id, used);
        }
    }
    for motif in CATALOGUE.iter().filter(|motif| motif.theme.is_some()) {
        assert!(found.contains_key(motif.name), "{} is never used in the sample", motif.name);
    }
}

/// Names that cannot both be true of one mate: their definitions say so.
const EXCLUSIVE: [[&str; 2]; 12] = [
    ["boden-mate", "double-bishop-mate"],
    ["dovetail-mate", "cozio-mate"],
    ["dovetail-mate", "swallows-tail-mate"],
    ["opera-mate", "mayet-mate"],
    ["pillsbury-mate", "greco-mate"],
    ["lolli-mate", "damiano-mate"],
    ["smothered-mate", "suffocation-mate"],
    ["smothered-mate", "corner-mate"],
    ["back-rank-mate", "ladder-mate"],
    ["back-rank-mate", "anderssen-mate"],
    ["arabian-mate", "corner-mate"],
    ["opposition-mate", "support-mate"],
];

/// The names of the mate at the end of a line, after checking that line and position agree, that
/// *unnamed* is said exactly where no other name fits, and that no two names exclude each other.
fn checked_names(puzzle: &Puzzle) -> Vec<&'static str> {
    let relations = Relations::new(puzzle.line.end());
    let fits = |motif: &&&Motif| motif.kind == Kind::Mate && !(motif.detect)(&relations).is_empty();
    let fitting: Vec<&str> = CATALOGUE.iter().filter(fits).map(|motif| motif.name).collect();
    let mates = uses(&puzzle.line).into_iter().filter(|used| used.motif.kind == Kind::Mate);
    let names: Vec<&str> = mates.map(|used| used.motif.name).collect();
    assert_eq!(names, fitting, "{}", puzzle.id);
    let told = tactic::mate(&relations).unwrap();
    assert_eq!(names[0], told.motif.name, "{}", puzzle.id);
    assert!(names == ["unnamed-mate"] || !names.contains(&"unnamed-mate"), "{}: {names:?}", puzzle.id);
    for [one, other] in EXCLUSIVE {
        assert!(!(names.contains(&one) && names.contains(&other)), "{}: {names:?}", puzzle.id);
    }
    names
}

#[test]
fn no_mate_of_the_sample_has_two_contradicting_names() {
    let sample = sample();
    let mates: Vec<&Puzzle> = sample.iter().filter(|puzzle| puzzle.line.end().is_checkmate()).collect();
    assert!(mates.len() >= 1_000, "{}", mates.len());
    for puzzle in mates {
        checked_names(puzzle);
    }
}

#[test]
fn a_label_may_be_wider_than_the_board_and_is_not_told() {
    // Labels call this Morphy's mate; ours is a king in the corner.
    let start = Position::from_fen("4kb2/4pp2/8/8/8/8/8/3RKB2 w - - 0 1").unwrap();
    let line = Line::read(&start, "Bb5#", SetUp::Absent).unwrap();
    let morphy = Motif::labelled("morphysMate").unwrap();
    assert!(labels(&line).contains(&morphy));
    let names: Vec<&str> = uses(&line).iter().map(|used| used.motif.name).collect();
    assert_eq!(names, ["unnamed-mate", "mate-in-1"]);
}

#[test]
fn a_line_without_moves_uses_nothing() {
    for set_up in [SetUp::Included, SetUp::Absent] {
        let line = Line::new(&Position::start(), &[], set_up);
        assert!(uses(&line).is_empty() && labels(&line).is_empty());
    }
}

#[test]
#[ignore = "slow: needs the puzzle file of RETI_DATA"]
fn the_whole_file_has_the_documented_figures_and_no_contradiction() {
    let Some(folder) = std::env::var_os("RETI_DATA") else {
        println!("skipped: RETI_DATA names no folder");
        return;
    };
    let table = unpacked(PathBuf::from(folder).join("puzzles.csv.zst"));
    let all: Vec<Puzzle> = puzzles(&table).collect();
    all.iter().for_each(check_mirrored);
    let mates: Vec<&Puzzle> = all.iter().filter(|puzzle| puzzle.line.end().is_checkmate()).collect();
    let unnamed = mates.iter().filter(|puzzle| checked_names(puzzle) == ["unnamed-mate"]).count();
    println!("{} mates, none with contradicting names, {unnamed} unnamed", mates.len());
    let documented = documented();
    let found = count(all.iter());
    for (label, counts) in &found {
        let figures: Vec<String> = counts.figures().iter().map(|figure| format!("{figure:.4}")).collect();
        println!("| {label} | {} | {} |", counts.labelled, figures.join(" | "));
    }
    for (label, counts) in found {
        let (n, expected) = documented[label];
        assert_eq!(counts.labelled, n, "{label}");
        for (figure, expected) in counts.figures().into_iter().zip(expected) {
            assert!((figure - expected).abs() < 0.000_051, "{label}: {figure:.4}, documented {expected:.4}");
        }
    }
}
