//! Lessons as people read them, word for word.
//!
//! `testdata/lessons.txt` holds positions and the texts that they give. A change of a template or of a
//! search changes it: run with `RETI_BLESS=1` to write it again, and read the difference.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::{env, fmt::Write as _, fs, path::Path};

use reti::{
    chess::Position,
    explain::{self, Budget, Explainer, Level, Words},
    tables::Embedded,
};

/// A position by its FEN, or by the moves that lead to it.
fn position(text: &str) -> Position {
    if text.contains('/') {
        return Position::from_fen(text).unwrap();
    }
    text.split(' ').fold(Position::start(), |here, san| here.play(here.parse_move(san).unwrap()))
}

/// The text for a heading such as `FEN | move | level | kind of position`; `-` is no move.
fn told(heading: &str) -> String {
    let parts: Vec<&str> = heading.split(" | ").collect();
    let position = position(parts[0]);
    let level = match parts.get(2) {
        Some(&"beginner") => Level::BEGINNER,
        Some(&"expert") => Level::EXPERT,
        _ => Level::CLUB,
    };
    let explainer = Explainer::new().tables(&Embedded).budget(Budget::FAST).level(level);
    let lesson = match parts.get(1).filter(|m| **m != "-") {
        Some(m) => explainer.explain_move(&position, position.parse_move(m).unwrap()),
        None => explainer.explain(&position),
    };
    let text = explain::text(&lesson.unwrap(), &[], &[], Words::english(), false);
    // The board is tested elsewhere.
    let lines: Vec<&str> = text.lines().skip(10).collect();
    lines.join("\n") + "\n"
}

#[test]
fn lessons_read_as_they_did() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/lessons.txt");
    let file = fs::read_to_string(&path).unwrap();
    let mut sections = file.split("== ");
    let mut now = sections.next().unwrap().to_owned();
    for section in sections {
        let heading = section.lines().next().unwrap();
        let _ = write!(now, "== {heading}\n{}\n", told(heading));
    }
    if env::var_os("RETI_BLESS").is_some() {
        fs::write(&path, now).unwrap();
    } else {
        assert_eq!(
            now.replace("\r\n", "\n"),
            file.replace("\r\n", "\n"),
            "RETI_BLESS=1 writes testdata/lessons.txt again"
        );
    }
}
