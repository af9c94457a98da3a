//! Line themes against a committed sample of labelled puzzles, as given and mirrored.
#![allow(clippy::unwrap_used, reason = "a test may fail on bad test data")]

mod support;

use reti_core::{
    chess::{Position, Symmetry},
    line::{Line, Reading, SetUp, THEMES, Theme, Use, theme},
};
use support::read;

struct Puzzle {
    id: String,
    line: Line,
    labels: Vec<String>,
    ours: String,
}

fn puzzles(path: &str) -> Vec<Puzzle> {
    read(path)
        .lines()
        .filter(|line| !line.starts_with('#'))
        .skip(1)
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            let start = Position::from_fen(cells[1]).unwrap();
            Puzzle {
                id: cells[0].to_owned(),
                line: Line::read(&start, cells[2], SetUp::Included).unwrap(),
                labels: cells[3].split(' ').map(str::to_owned).collect(),
                ours: cells.get(4).copied().unwrap_or_default().to_owned(),
            }
        })
        .collect()
}

fn mirrored(line: &Line) -> Line {
    let start = Symmetry::Mirror.position(&line.positions()[0]).unwrap();
    let moves: Vec<_> = line.moves().iter().map(|&m| Symmetry::Mirror.apply_to_move(m)).collect();
    Line::new(&start, &moves, SetUp::Included)
}

fn is_labelled(puzzle: &Puzzle, theme: &Theme) -> bool {
    puzzle.labels.iter().any(|label| theme.labels.contains(&label.as_str()))
}

/// The themes with a target: the committed sample agrees on all of them.
const TARGETS: [&str; 20] = [
    "fork",
    "pin",
    "skewer",
    "discoveredAttack",
    "doubleCheck",
    "hangingPiece",
    "trappedPiece",
    "capturingDefender",
    "xRayAttack",
    "backRankMate",
    "smotheredMate",
    "arabianMate",
    "hookMate",
    "anastasiaMate",
    "bodenMate",
    "doubleBishopMate",
    "dovetailMate",
    "epauletteMate",
    "operaMate",
    "pillsburysMate",
];

#[test]
fn tags_equal_the_labels_of_the_sample_in_both_colours() {
    let sample = puzzles("puzzles/labelled.csv");
    for label in TARGETS {
        let theme = theme(label).unwrap();
        let mut counts = [0, 0];
        for puzzle in &sample {
            let expected = is_labelled(puzzle, theme);
            counts[usize::from(expected)] += 1;
            for line in [puzzle.line.clone(), mirrored(&puzzle.line)] {
                let tagged = (theme.find)(&line).iter().any(|used| used.reading.is_labelled());
                assert_eq!(tagged, expected, "{label} in {}", puzzle.id);
            }
        }
        assert!(counts[1] >= 9 && counts[0] >= 9, "{label}: {counts:?}");
    }
}

#[test]
fn mirrored_lines_have_mirrored_casts() {
    for puzzle in puzzles("puzzles/labelled.csv") {
        let image = mirrored(&puzzle.line);
        for theme in THEMES {
            let sorted = |uses: Vec<Use>, symmetry: Option<Symmetry>| -> Vec<Use> {
                let mut uses: Vec<Use> = uses
                    .into_iter()
                    .map(|mut used| {
                        for (_, square) in &mut used.cast {
                            *square = symmetry.map_or(*square, |symmetry| symmetry.square(*square));
                        }
                        used.cast.sort_unstable();
                        used
                    })
                    .collect();
                uses.sort_unstable();
                uses
            };
            let (ours, theirs) = ((theme.find)(&puzzle.line), (theme.find)(&image));
            assert_eq!(ours.len(), theirs.len(), "{} in {}", theme.name, puzzle.id);
            let pairs = sorted(ours, None).into_iter().zip(sorted(theirs, Some(Symmetry::Mirror)));
            for (left, right) in pairs {
                assert_eq!(left, right, "{} in {}", theme.name, puzzle.id);
            }
        }
    }
}

#[test]
fn documented_disagreements_are_as_documented() {
    let documented = puzzles("puzzles/disagreements.csv");
    assert!(documented.len() >= 20);
    for puzzle in documented {
        let (sign, label) = puzzle.ours.split_at(1);
        let theme = theme(label).unwrap();
        let claimed = (theme.find)(&puzzle.line).iter().any(|used| used.reading.is_true());
        assert_eq!(claimed, sign == "+", "{label} in {}", puzzle.id);
        assert_ne!(claimed, is_labelled(&puzzle, theme), "{label} in {}", puzzle.id);
    }
}

#[test]
fn every_cast_uses_the_roles_of_its_theme() {
    let lines: Vec<Line> = puzzles("puzzles/labelled.csv").into_iter().map(|puzzle| puzzle.line).collect();
    for theme in THEMES {
        let mut found = 0;
        for line in &lines {
            for used in (theme.find)(line) {
                found += 1;
                assert!(used.ply < line.moves().len());
                assert!(used.cast.iter().all(|(role, _)| theme.roles.contains(role)), "{}: {used:?}", theme.name);
            }
        }
        assert!(found > 0, "{} is never used in the sample", theme.name);
    }
}

#[test]
fn names_and_labels_are_unique() {
    let mut names: Vec<&str> = THEMES.iter().map(|theme| theme.name).collect();
    names.extend(THEMES.iter().flat_map(|theme| theme.labels).filter(|label| !label.chars().all(char::is_lowercase)));
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn a_line_without_moves_uses_nothing() {
    for set_up in [SetUp::Included, SetUp::Absent] {
        let line = Line::new(&Position::start(), &[], set_up);
        assert!(THEMES.iter().all(|theme| (theme.find)(&line).is_empty()));
    }
    assert!(Reading::Common.is_true() && !Reading::Wide.is_true() && !Reading::Board.is_labelled());
}
