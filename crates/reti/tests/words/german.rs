//! German says the same as English, in the same order; whole lessons as people read them.
//!
//! `testdata/lessons-de.txt` holds German lessons word for word: run with `RETI_BLESS=1` to write it again,
//! and read the difference aloud.

use std::{env, fmt::Write as _, fs, path::Path};

use reti::{
    annotate, exchange,
    explain::{self, Words},
    geometry, proof,
    tactics::{self, Wanted},
};

use super::{GAMES, LESSONS, POSITIONS, annotated, position, read};

/// The squares and moves of a text, sorted: both languages may name them in an order of their own.
fn facts(text: &str) -> Vec<String> {
    let words = text.split(|ch: char| !(ch.is_ascii_alphanumeric() || "+#=".contains(ch)));
    let is_fact = |word: &&str| word.is_ascii() && word.chars().any(|ch| ch.is_ascii_digit()) && word.len() > 1;
    let mut facts: Vec<String> = words.filter(is_fact).map(str::to_owned).collect();
    facts.sort();
    facts
}

#[test]
fn both_languages_make_the_same_claims_in_the_same_order() {
    for (fen, m, lesson) in LESSONS.iter() {
        let [english, german] = [Words::english(), Words::german()].map(|words| words.lesson(lesson));
        assert_eq!(english.len(), german.len(), "{fen} {m:?}");
        for (one, other) in english.iter().zip(&german) {
            assert_eq!(one.heading.is_some(), other.heading.is_some());
            assert_eq!(one.paragraphs.len(), other.paragraphs.len(), "{one:?} {other:?}");
            for (one, other) in one.paragraphs.iter().zip(&other.paragraphs) {
                assert_eq!(facts(&one.text), facts(&other.text), "{}\n{}", one.text, other.text);
                assert_ne!(one.text, other.text);
            }
        }
    }
}

#[test]
fn games_get_the_same_comments_in_both_languages() {
    for game in read(GAMES) {
        let [english, german] = [Words::english(), Words::german()].map(|words| annotated(&game, words, false));
        for (one, other) in english.moves.iter().zip(&german.moves) {
            assert_eq!(facts(&one.comment), facts(&other.comment), "{}\n{}", one.comment, other.comment);
        }
        assert_eq!(english.summary.turning_points.len(), german.summary.turning_points.len());
    }
}

#[test]
fn names_are_bent_as_the_sentence_wants() {
    let see = |fen: &str, m: &str| {
        let position = position(fen);
        exchange::text(&position, position.parse_move(m).unwrap(), Words::german())
    };
    assert_eq!(
        see("4k3/8/2p5/3p4/8/1B6/8/3QK3 w - - 0 1", "Bxd5"),
        "Bxd5 von Weiß auf d5\n  \
           1. Weiß schlägt mit dem Läufer auf b3 den Bauern auf d5: Bilanz +1 Bauerneinheit (der Zug selbst)\n  \
           2. Schwarz schlägt mit dem Bauern auf c6 den Läufer auf d5: Bilanz -2 Bauerneinheiten (um 2 Bauerneinheiten besser als aufzuhören)\n  \
           3. Weiß schlägt mit der Dame auf d1 den Bauern auf d5: Bilanz -1 Bauerneinheit (um 1 Bauerneinheit besser als aufzuhören)\n  \
           Schwarz kann auf d5 nicht regelgerecht schlagen: Der Abtausch ist zu Ende.\n\
         Wert: -1 Bauerneinheit für Weiß (-100 Hundertstel).\n"
    );
    assert!(see("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=N").contains("und wandelt den Bauern in einen Springer um"));
}

/// The positions whose lessons are in the snapshot: a trap, a pin, an opening, a middlegame, endings.
const SHOWN: [&str; 9] = [
    POSITIONS[0].0,
    POSITIONS[3].0,
    POSITIONS[6].0,
    POSITIONS[7].0,
    POSITIONS[9].0,
    POSITIONS[10].0,
    POSITIONS[16].0,
    POSITIONS[18].0,
    POSITIONS[20].0,
];

/// The texts of the snapshot: a heading each.
fn told() -> String {
    let words = Words::german();
    let mut out = String::from(
        "# German lessons word for word. Source: written by Reti itself (crates/reti/tests/words says how), read by\n\
         # people before it is committed.\n\n",
    );
    for (fen, m, lesson) in LESSONS.iter().filter(|told| SHOWN.contains(&told.0)) {
        let text = explain::text(lesson, &[], &[], words, false);
        // The board is tested elsewhere.
        let lines: Vec<&str> = text.lines().skip(10).collect();
        let _ = writeln!(out, "== {fen} {}\n{}\n", m.unwrap_or_default(), lines.join("\n"));
    }
    for game in read(GAMES) {
        let _ = writeln!(out, "== {}\n{}", game.name(), annotate::text(&annotated(&game, words, false), words, false));
    }
    let fen = "r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1";
    let wanted = Wanted { core: true, interactions: true, observations: true };
    let _ = writeln!(out, "== reti tactics {fen}\n{}", tactics::text(&position(fen), wanted, words, false));
    let fen = "6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37";
    let answer = proof::prove(&position(fen), &proof::Question::default(), None, &|| false);
    let _ = writeln!(out, "== reti prove {fen}\n{}", proof::text(&position(fen), &answer, words));
    let fen = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";
    let solution = geometry::solve(&position(fen), reti::Tier::Sound, reti::Forecast::Fitted, &reti::ThreeMen);
    let story = geometry::solved_text(&position(fen), &solution, words);
    let story: Vec<&str> = story.lines().take(30).collect();
    let _ = writeln!(out, "== reti solve {fen}\n{}", story.join("\n"));
    out
}

#[test]
fn german_lessons_read_as_they_did() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/lessons-de.txt");
    let now = told();
    if env::var_os("RETI_BLESS").is_some() {
        fs::write(&path, now).unwrap();
    } else {
        let file = fs::read_to_string(&path).unwrap();
        assert_eq!(now, file.replace("\r\n", "\n"), "RETI_BLESS=1 writes testdata/lessons-de.txt again");
    }
}
