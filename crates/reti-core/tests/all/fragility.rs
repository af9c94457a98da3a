//! Fragility against the reference on five famous games, in both modes, on every ply.

use crate::support;

use reti_core::{
    chess::{Bitboard, Position, Symmetry},
    fragility::{Digraph, Mode, betweenness, betweenness_simple, fragility_of},
    relation::Relations,
};

const GAMES: [&str; 5] = [
    "anderssen_kieseritzky_1851",
    "botvinnik_capablanca_1938",
    "byrne_fischer_1956",
    "kasparov_topalov_1999",
    "morphy_opera_1858",
];

#[test]
fn famous_games_have_the_reference_curve() {
    for game in GAMES {
        let golden = support::json(&format!("cpdg/fragility_{game}.json"));
        let mut position = Position::start();
        for row in golden["plies"].as_array().unwrap() {
            if let Some(text) = row["uci"].as_str() {
                position = position.play(position.parse_move(text).unwrap());
            }
            for mode in [Mode::Standard, Mode::AuthorCode] {
                let expected = row[mode.name()].as_array().unwrap();
                let found = fragility_of(&position, mode);
                let close = |found: f64, expected: &serde_json::Value| {
                    assert!((found - expected.as_f64().unwrap()).abs() < 1e-6, "{game} {mode:?} {row}: {found}");
                };
                close(found.total, &expected[0]);
                close(found.white, &expected[1]);
                close(found.black, &expected[2]);
                let key =
                    found.key.map(|square| format!("{}{square}", position.board().piece_at(square).unwrap().char()));
                assert_eq!(key.as_deref(), expected[3].as_str(), "{game} {mode:?} {row}");
            }
        }
    }
}

#[test]
fn bit_set_betweenness_equals_the_definition() {
    for position in support::positions().iter().step_by(29) {
        let relations = Relations::new(position);
        let occupied = position.board().occupied();
        let mut forward = [Bitboard::EMPTY; 64];
        for square in occupied {
            forward[square.to_usize()] = relations.attacks_from(square) & occupied;
        }
        let graph = Digraph::new(occupied, forward);
        let (fast, slow) = (betweenness(&graph), betweenness_simple(&graph));
        assert!(fast.iter().zip(slow).all(|(a, b)| (a - b).abs() < 1e-12), "{}", position.fen());
    }
}

#[test]
fn fragility_follows_the_symmetries() {
    for position in support::positions() {
        for mode in [Mode::Standard, Mode::AuthorCode] {
            let here = fragility_of(&position, mode);
            for symmetry in Symmetry::ALL {
                let Some(image) = symmetry.position(&position) else { continue };
                let there = fragility_of(&image, mode);
                assert!((here.total - there.total).abs() < 1e-9, "{symmetry:?} {mode:?} {}", position.fen());
                let (white, black) = match symmetry {
                    Symmetry::Mirror => (there.black, there.white),
                    Symmetry::Flip => (there.white, there.black),
                };
                assert!((here.white - white).abs() < 1e-9 && (here.black - black).abs() < 1e-9);
            }
        }
    }
}
