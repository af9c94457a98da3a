//! All 35 endgames of three and four men: generated once, and held against every known number.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use reti_core::chess::{Color, Position};
use reti_core::value::Value;
use reti_tables::chain::Memory;
use reti_tables::forge::forge;
use reti_tables::layout::Convention;
use reti_tables::material::Material;
use reti_tables::simple::{best_code, generate_simple};
use reti_tables::stats::{Histogram, Zugzwangs};
use reti_tables::table::{Code, Metric, Table, Tables};
use reti_tables::verify::cqd::Category;
use reti_tables::verify::peel::peel;
use reti_tables::verify::{certified, cqd};

static SMALL: LazyLock<Memory> = LazyLock::new(|| {
    let mut memory = Memory::new();
    for material in (2..=4).flat_map(Material::all) {
        memory.make(material, Metric::Mate).unwrap();
    }
    memory
});

fn table(name: &str) -> Arc<Table> {
    SMALL.table(name.parse().unwrap()).unwrap()
}

fn small() -> impl Iterator<Item = Material> {
    (3..=4).flat_map(Material::all)
}

/// The rows of a file of golden numbers, without comments and the line of column names.
fn rows(file: &str) -> Vec<Vec<String>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/tables").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let rows = text.lines().filter(|line| line.starts_with('K'));
    rows.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
}

const SIDES: [Color; 2] = [Color::White, Color::Black];
const VALUES: [Value; 3] = [Value::Win, Value::Draw, Value::Loss];

#[test]
fn totals_equal_the_published_statistics() {
    let mut compared = 0;
    for row in rows("wdl_totals.tsv") {
        let Some(table) = SMALL.table(row[0].parse().unwrap()) else { continue };
        let histograms = SIDES.map(|turn| Histogram::new(&table, turn));
        let found: Vec<String> = histograms
            .iter()
            .flat_map(|h| VALUES.map(|value| h.with_value(value, Convention::OrbitsOrdered).to_string()))
            .collect();
        assert_eq!(found, row[1..], "{}", row[0]);
        compared += 1;
    }
    assert_eq!(compared, 35);
}

#[test]
fn moves_to_mate_equal_the_golden_histograms() {
    let rows = rows("dtm_hist_3_4.txt");
    let mut counted = std::collections::HashMap::new();
    for material in small() {
        let table = SMALL.table(material).unwrap();
        for turn in SIDES {
            let side = if turn.is_white() { "w" } else { "b" };
            let histogram = Histogram::new(&table, turn);
            for code in (1..=255).map(Code) {
                let key = match (code.value().unwrap(), code.plies()) {
                    (Value::Win, Some(plies)) => format!("W{plies}"),
                    (Value::Loss, Some(plies)) => format!("L{plies}"),
                    _ => "D".to_owned(),
                };
                let counts = [Convention::Orbits, Convention::C462, Convention::Full]
                    .map(|convention| histogram.with_code(code, convention).to_string());
                if counts[2] != "0" {
                    counted.insert([material.to_string(), side.to_owned(), key], counts);
                }
            }
        }
    }
    assert_eq!(counted.len(), rows.len());
    for row in rows {
        let key = [row[0].clone(), row[1].clone(), row[2].clone()];
        assert_eq!(counted.get(&key).map(<[String; 3]>::as_slice), Some(&row[3..]), "{key:?}");
    }
}

#[test]
fn longest_wins_are_the_known_ones() {
    let rows = rows("longest.tsv");
    assert_eq!(rows.len(), small().count());
    for row in rows {
        let table = table(&row[0]);
        for (turn, expected) in SIDES.into_iter().zip(&row[1..]) {
            let longest = Histogram::new(&table, turn).longest(Value::Win).and_then(Code::plies);
            let found = longest.map_or("-".to_owned(), |plies| plies.to_string());
            assert_eq!(found, *expected, "{} {turn}", row[0]);
        }
    }
}

#[test]
fn mutual_zugzwangs_are_the_known_ones() {
    let rows = rows("zugzwangs.tsv");
    for material in small() {
        let found = Zugzwangs::new(&SMALL.table(material).unwrap());
        let listed = rows.iter().find(|row| row[0] == material.to_string());
        let expected = listed.map_or([0; 3], |row| [1, 2, 3].map(|i| row[i].parse::<u64>().unwrap()));
        assert_eq!([found.for_white, found.for_black, found.full_point], expected, "{material}");
    }
}

#[test]
fn every_table_is_certified() {
    for material in (2..=4).flat_map(Material::all) {
        let report = certified::certify(&SMALL.table(material).unwrap(), &*SMALL).unwrap();
        assert!(report.is_certified(), "{material}: {:?}", report.first);
    }
}

#[test]
fn conversion_ranks_are_certified_too_and_give_the_same_values() {
    let mut memory = Memory::new();
    for name in ["KQvKR", "KPvKP", "KBNvK", "KNvKP"] {
        let other = memory.make(name.parse().unwrap(), Metric::Conversion).unwrap();
        assert!(certified::certify(&other, &memory).unwrap().is_certified(), "{name}");
        let table = table(name);
        for turn in SIDES {
            let same = |(a, b): (&u8, &u8)| Code(*a).value() == Code(*b).value();
            assert!(table.codes(turn).iter().zip(other.codes(turn)).all(same), "{name}");
        }
    }
}

/// Percentages as the seed prints them.
fn percent(part: u64, whole: u64) -> String {
    format!("{:.1}", 100.0 * part as f64 / whole as f64)
}

#[test]
fn the_seeds_first_table_is_reproduced() {
    let mut total = 0;
    for row in rows("seed_table_1.tsv") {
        let table = table(&row[0]);
        let report = cqd::verify(&table, &*SMALL).unwrap();
        // The published row of KPvK keeps the white king in the triangle, as if there were no pawn.
        let counts = match report.as_published {
            Some(published) => published,
            None => Category::ALL.map(|category| report.positions(category, Convention::C462)),
        };
        let [mate, stalemate, capture, promotion, quiet] = counts;
        let all: u64 = counts.iter().sum();
        let parts = [mate + stalemate, capture + promotion, quiet];
        assert_eq!(all.to_string(), row[1], "{}", row[0]);
        assert_eq!(parts.map(|part| percent(part, all)), row[2..5], "{}", row[0]);
        // True labels have no violations; the paper's 121,188 and 4 come from its decision trees.
        assert_eq!(report.all_violations(Convention::C462), 0, "{}", row[0]);
        assert_eq!(report.baseline_violations(Convention::C462), 0, "{}", row[0]);
        total += all;
    }
    assert_eq!(total, 42_036_972);
}

#[test]
fn categories_have_the_known_counts() {
    for row in rows("categories.tsv") {
        let table = table(&row[0]);
        let report = cqd::verify(&table, &*SMALL).unwrap();
        let found = Category::ALL.map(|category| report.positions(category, Convention::C462).to_string());
        assert_eq!(found, row[3..], "{}", row[0]);
        let sides = SIDES.map(|turn| {
            let histogram = Histogram::new(&table, turn);
            VALUES.iter().map(|&value| histogram.with_value(value, Convention::C462)).sum::<u64>().to_string()
        });
        assert_eq!(sides, row[1..3], "{}", row[0]);
    }
}

#[test]
fn the_published_row_of_kpvk_is_a_quarter_of_the_positions() {
    let report = cqd::verify(&table("KPvK"), &*SMALL).unwrap();
    assert_eq!(report.as_published, Some([0, 0, 2376, 3500, 36662]));
    assert_eq!(report.all(Convention::C462), 165_676);
}

#[test]
fn forgeries_pass_the_seeds_check_and_fail_the_certified_one() {
    let conventions = [Convention::C462, Convention::Orbits, Convention::Full];
    for row in rows("forgeries.tsv") {
        let truth = table(&row[0]);
        let winner = if row[1] == "white" { Color::White } else { Color::Black };
        let forgery = forge(&truth, winner, &*SMALL).unwrap();
        let mut wrong = forgery.wrong[0];
        wrong += forgery.wrong[1];
        let found = conventions.map(|convention| wrong.number(truth.layout(), convention).to_string());
        assert_eq!(found, row[2..], "{} {}", row[0], row[1]);
        let report = cqd::verify(&forgery.table, &*SMALL).unwrap();
        assert_eq!(report.all_violations(Convention::Full), 0, "{}", row[0]);
        assert_eq!(report.baseline_violations(Convention::Full), 0, "{}", row[0]);
        // Peeling leaves exactly the forged labels without a possible rank.
        let peeled = peel(&forgery.table, &*SMALL).unwrap();
        assert_eq!(peeled.unsupported, wrong, "{} {}", row[0], row[1]);
        assert!(!certified::certify(&peeled.table, &*SMALL).unwrap().is_certified(), "{}", row[0]);
    }
}

#[test]
fn thirteen_endgames_cannot_be_forged() {
    let unique = "KQvK KRvK KQQvK KQRvK KQBvK KQNvK KRRvK KRBvK KRNvK KBNvK KQvKB KQPvK KRPvK";
    for material in small() {
        let truth = SMALL.table(material).unwrap();
        let wrong: u64 = SIDES
            .into_iter()
            .flat_map(|winner| forge(&truth, winner, &*SMALL).unwrap().wrong)
            .map(|count| count.number(truth.layout(), Convention::Full))
            .sum();
        let listed = unique.split(' ').any(|name| name == material.to_string());
        assert_eq!(wrong == 0, listed, "{material}");
    }
}

#[test]
fn the_ten_forged_positions_of_queen_against_knight() {
    let truth = table("KQvKN");
    let forged = forge(&truth, Color::White, &*SMALL).unwrap().table;
    let wins = ["8/8/8/8/8/Qn6/2k5/K7 w - - 0 1", "8/8/8/8/8/nk6/8/1KQ5 w - - 0 1"];
    let losses = [
        "8/8/8/8/8/Q7/2k5/K1n5 b - - 0 1",
        "8/8/8/8/8/Q7/2kn4/K7 b - - 0 1",
        "8/8/8/8/3n4/Q7/2k5/K7 b - - 0 1",
        "8/8/8/n7/8/Q7/2k5/K7 b - - 0 1",
        "8/8/8/2n5/8/Q7/2k5/K7 b - - 0 1",
        "8/8/8/8/8/1k6/2n5/1KQ5 b - - 0 1",
        "8/8/8/8/2n5/1k6/8/1KQ5 b - - 0 1",
        "8/8/8/1n6/8/1k6/8/1KQ5 b - - 0 1",
    ];
    let claims = wins.map(|fen| (fen, Value::Win)).into_iter().chain(losses.map(|fen| (fen, Value::Loss)));
    for (fen, claim) in claims {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(truth.code(&position), Some(Code::DRAW), "{fen}");
        assert_eq!(forged.code(&position).and_then(Code::value), Some(claim), "{fen}");
    }
}

#[test]
fn peeled_ranks_certify_true_labels() {
    for name in ["KQvK", "KPvK", "KQvKR", "KPvKP"] {
        let peeled = peel(&table(name), &*SMALL).unwrap();
        assert_eq!(peeled.unsupported.number(table(name).layout(), Convention::Full), 0, "{name}");
        assert!(certified::certify(&peeled.table, &*SMALL).unwrap().is_certified(), "{name}");
        let generated = Memory::new().make(name.parse().unwrap(), Metric::Conversion).unwrap();
        assert!(peeled.table == *generated, "{name}");
    }
}

#[test]
fn the_plain_generator_agrees_on_three_men() {
    for material in Material::all(3) {
        let simple = generate_simple(material, &*SMALL).unwrap();
        assert!(simple == *SMALL.table(material).unwrap(), "{material}");
    }
}

#[test]
fn the_rules_agree_on_samples_of_four_men() {
    for material in Material::all(4) {
        let table = SMALL.table(material).unwrap();
        for turn in SIDES {
            for index in (0..table.layout().len()).step_by(2_503) {
                let Some(position) = table.position(turn, index) else {
                    assert_eq!(table.codes(turn)[index], 0);
                    continue;
                };
                let expected = best_code(&position, &table, &*SMALL).unwrap();
                assert_eq!(table.codes(turn)[index], expected.0, "{position:?}");
            }
        }
    }
}

#[test]
fn symmetric_endgames_are_the_same_for_both_sides() {
    for name in ["KQvKQ", "KRvKR", "KPvKP"] {
        let table = table(name);
        let [white, black] = SIDES.map(|turn| Histogram::new(&table, turn));
        for code in (1..=255).map(Code) {
            let numbers = [&white, &black].map(|h| h.with_code(code, Convention::Full));
            assert_eq!(numbers[0], numbers[1], "{name} {code:?}");
        }
    }
}
