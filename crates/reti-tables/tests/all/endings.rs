//! What named endings claim, compared with exact tables.
//!
//! An ending that says "wins" or "draws" must be right in every position in which it is found. With three
//! and four men every legal position is asked. For rook endings with five men the ordinary test asks
//! a committed sample of positions with their values (`testdata/endings/krpkr.txt`), and a slow one asks
//! every position of the table.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::{collections::BTreeMap, fmt::Write as _, path::PathBuf};

use rayon::prelude::*;
use reti_core::{
    chess::{Color, PieceType, Position},
    ending::{Claim, ENDINGS, Ending},
    value::Value,
};
use reti_tables::{
    build::{self, Options},
    chain::Memory,
    material::Material,
    store::Store,
    table::{Code, Metric, Table},
};

/// Every ending with a verdict, the endgames in which it is found, and how often: the signature of its
/// condition. Positions are counted up to symmetry, as the table has them, both sides to move.
const CONFIRMED: &[(&str, &[(&str, u64)])] = &[
    ("insufficient-material", &[("KvK", 1_128), ("KNvK", 67_056), ("KBvK", 65_155), ("KBvKB", 1_826_889)]),
    ("minor-against-minor", &[("KBvKB", 1_861_941), ("KBvKN", 3_804_835), ("KNvKN", 3_913_498)]),
    ("two-knights", &[("KNNvK", 3_927_946)]),
    ("queen-mate", &[("KQvK", 53_912)]),
    ("rook-mate", &[("KRvK", 58_821)]),
    ("two-bishops", &[("KBBvK", 1_366_302)]),
    ("bishop-and-knight", &[("KBNvK", 2_426_714)]),
    ("outside-the-square", &[("KPvK", 81_788)]),
    ("key-squares", &[("KPvK", 9_399)]),
    ("opposition", &[("KPvK", 39)]),
    ("rook-pawn", &[("KPvK", 9_586)]),
    ("trebuchet", &[("KPvKP", 60)]),
    ("wrong-rook-pawn", &[("KBPvK", 116_418)]),
    ("knight-and-rook-pawn", &[("KNPvK", 10_370)]),
    ("queen-against-pawn", &[("KQvKP", 27_131)]),
    ("rook-against-pawn", &[("KRvKP", 380_871)]),
];

/// The same for rook and pawn against rook.
const CONFIRMED_FIVE: &[(&str, u64)] =
    &[("lucena", 130_192), ("philidor", 44_182), ("vancura", 264), ("short-side", 634)];

/// Endings that name a feature or a tendency and claim nothing, so that no table can refute them.
const WITHOUT_VERDICT: &[&str] = &[
    "inside-the-square",
    "opposite-bishops",
    "outside-passed-pawn",
    "protected-passed-pawn",
    "queen-against-rook",
    "reti-maneuver",
    "rook-against-minor",
];

/// Whether a claim is true of a value for the side to move; `None` for a claim that says nothing.
fn is_true(claim: Claim, turn: Color, value: Value) -> Option<bool> {
    match claim {
        Claim::Wins(winner) => Some(value == if winner == turn { Value::Win } else { Value::Loss }),
        Claim::Draws => Some(value == Value::Draw),
        Claim::Drawish | Claim::Depends => None,
    }
}

/// Asks an ending about every position of a table; the number of verdicts, all of them true.
fn confirm(ending: &Ending, table: &Table) -> u64 {
    let asked = |turn: Color, index: usize| {
        let value = Code(table.codes(turn)[index]).value();
        value.zip(table.position(turn, index)).map_or(0, |(value, position)| ask(ending, &position, value))
    };
    let verdicts =
        |turn: Color| (0..table.codes(turn).len()).into_par_iter().map(|index| asked(turn, index)).sum::<u64>();
    verdicts(Color::White) + verdicts(Color::Black)
}

#[track_caller]
fn ask(ending: &Ending, position: &Position, value: Value) -> u64 {
    let mut verdicts = 0;
    for found in ending.find(position) {
        if let Some(is_true) = is_true(found.claim, position.turn(), value) {
            assert!(is_true, "{} in {}: {found}, but it is a {value:?}", ending.name, position.fen());
            verdicts += 1;
        }
    }
    verdicts
}

#[test]
fn every_ending_with_a_verdict_is_confirmed() {
    let mut names: Vec<&str> = CONFIRMED.iter().map(|row| row.0).collect();
    names.extend(CONFIRMED_FIVE.iter().map(|row| row.0));
    names.extend(WITHOUT_VERDICT);
    names.sort_unstable();
    let mut all: Vec<&str> = ENDINGS.iter().map(|ending| ending.name).collect();
    all.sort_unstable();
    assert_eq!(names, all);
    for name in WITHOUT_VERDICT {
        let ending = Ending::named(name).unwrap();
        for (fen, _) in ending.examples {
            let found = ending.find(&Position::from_fen(fen).unwrap());
            assert!(found.iter().all(|found| is_true(found.claim, Color::White, Value::Win).is_none()), "{name}");
        }
    }
}

/// All legal positions with three and four men in which an ending gives its verdict.
#[test]
fn verdicts_with_up_to_four_men_are_true() {
    let mut memory = Memory::new();
    let (mut expected, mut questions) = (Vec::new(), Vec::new());
    for (name, endgames) in CONFIRMED {
        let ending = Ending::named(name).unwrap();
        for (material, verdicts) in *endgames {
            let table = memory.make(material.parse().unwrap(), Metric::Mate).unwrap();
            expected.push(format!("{name} {material} {verdicts}"));
            questions.push((ending, material, table));
        }
    }
    let counted: Vec<String> = questions
        .par_iter()
        .map(|(ending, material, table)| format!("{} {material} {}", ending.name, confirm(ending, table)))
        .collect();
    assert_eq!(counted, expected, "the condition of an ending has changed: is it meant?");
}

fn sample_path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/endings/krpkr.txt")
}

#[test]
fn verdicts_of_rook_endings_are_true_in_the_sample() {
    let text = std::fs::read_to_string(sample_path()).unwrap();
    let mut verdicts: BTreeMap<&str, u64> = BTreeMap::new();
    let mut without = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (fen, value) = line.split_once('|').unwrap();
        let position = Position::from_fen(fen.trim()).unwrap();
        let value = match value.trim() {
            "win" => Value::Win,
            "draw" => Value::Draw,
            "loss" => Value::Loss,
            other => panic!("{other} is no value"),
        };
        let mut said = 0;
        for (name, _) in CONFIRMED_FIVE {
            let count = ask(Ending::named(name).unwrap(), &position, value);
            *verdicts.entry(name).or_default() += count;
            said += count;
        }
        without += u64::from(said == 0);
    }
    // The sample has positions of every kind, and near ones in which nothing may be claimed.
    assert!(CONFIRMED_FIVE.iter().all(|(name, _)| verdicts[name] >= 50), "{verdicts:?}");
    assert!(without >= 50, "{without}");
}

/// The table of rook and pawn against rook, from the folder that `RETI_TABLES` names.
fn rook_endings() -> Option<(Store, Material)> {
    let folder = std::env::var_os("RETI_TABLES").map(PathBuf::from)?;
    let store = Store::open(&folder, 4 << 30).unwrap();
    let material: Material = "KRPvKR".parse().unwrap();
    build::build(&store, &[material], &Options::default(), &mut |_| {}).unwrap();
    Some((store, material))
}

#[test]
#[ignore = "slow: the table of KRPvKR takes a few processor minutes, and asking all of it some more"]
fn verdicts_of_rook_endings_are_true_in_the_whole_table() {
    let Some((store, material)) = rook_endings() else {
        println!("skipped: set RETI_TABLES to a folder for the tables");
        return;
    };
    let table = store.load(material).unwrap();
    let mut kinds = vec![Vec::new(); CONFIRMED_FIVE.len() + 1];
    for turn in Color::ALL {
        let places = (0..table.codes(turn).len()).into_par_iter();
        let found: Vec<_> = places.flat_map_iter(|index| five_men(&table, turn, index)).collect();
        for (kind, fen, value) in found {
            kinds[kind].push((fen, value));
        }
    }
    let others = kinds.pop().unwrap();
    let counted: Vec<u64> = kinds.iter().map(|positions| positions.len() as u64).collect();
    let expected: Vec<u64> = CONFIRMED_FIVE.iter().map(|row| row.1).collect();
    println!("{CONFIRMED_FIVE:?}: found {counted:?}");
    if std::env::var_os("RETI_WRITE").is_some() {
        write_sample(&kinds, &others);
    }
    assert_eq!(counted, expected, "the condition of an ending has changed: is it meant?");
}

/// Which endings give a verdict on a position, all true; some positions without come last.
fn five_men(table: &Table, turn: Color, index: usize) -> Vec<(usize, String, Value)> {
    let Some(value) = Code(table.codes(turn)[index]).value() else { return Vec::new() };
    let spread = (index as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
    // Of the positions that cannot matter one in 64 is asked too, to see that they do not.
    let can_matter = can_matter(table, index);
    let is_sampled = spread < 8;
    if !can_matter && !is_sampled && !spread.is_multiple_of(64) {
        return Vec::new();
    }
    let Some(position) = table.position(turn, index) else { return Vec::new() };
    let mut kinds: Vec<usize> = Vec::new();
    for (kind, (name, _)) in CONFIRMED_FIVE.iter().enumerate() {
        if ask(Ending::named(name).unwrap(), &position, value) > 0 {
            assert!(can_matter, "{name} in {}", position.fen());
            kinds.push(kind);
        }
    }
    // One position in two million, spread by a multiplicative hash.
    if kinds.is_empty() && is_sampled {
        kinds.push(CONFIRMED_FIVE.len());
    }
    kinds.into_iter().map(|kind| (kind, position.fen(), value)).collect()
}

/// What is seen without setting up a board: a king in front of a pawn on the seventh rank, a pawn on the
/// sixth with its king on the seventh, or a defending rook on the sixth.
fn can_matter(table: &Table, index: usize) -> bool {
    let layout = table.layout();
    let squares = layout.squares(index);
    let rank_and_file = |color: Color, kind: PieceType| {
        let slot = layout.men().iter().position(|man| man.color == color && man.kind == kind).unwrap();
        (squares[slot] / 8 + 1, squares[slot] % 8)
    };
    let pawn = rank_and_file(Color::White, PieceType::Pawn);
    let king = rank_and_file(Color::White, PieceType::King);
    let rook = rank_and_file(Color::Black, PieceType::Rook);
    (pawn.0 == 7 && king == (8, pawn.1)) || (pawn.0 == 6 && king.0 == 7) || rook.0 == 6
}

/// Writes the committed sample anew: seventy positions of every ending, and as many others.
fn write_sample(endings: &[Vec<(String, Value)>], others: &[(String, Value)]) {
    let mut text = String::from(
        "# Rook and pawn against rook: FEN | value for the side to move.\n\
         # Source: Reti's own table of KRPvKR, certified by its verifier; positions in which an ending of\n\
         # `reti_core::ending` gives a verdict, evenly spread over the table, and others.\n\
         # Made by: RETI_TABLES=DIR RETI_WRITE=1 cargo test --release -p reti-tables --test all endings -- --ignored\n",
    );
    for list in endings.iter().map(Vec::as_slice).chain([others]) {
        for (fen, value) in list.iter().step_by((list.len() / 70).max(1)).take(70) {
            writeln!(text, "{fen} | {}", format!("{value:?}").to_lowercase()).unwrap();
        }
    }
    std::fs::write(sample_path(), text).unwrap();
}
