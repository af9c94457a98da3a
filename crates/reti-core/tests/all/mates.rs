//! The mate patterns against the 38 pictures of the golden file, in all orientations, and on games.
#![allow(clippy::unwrap_used, reason = "tests, and helpers of tests")]

use crate::support;

use std::collections::BTreeSet;

use reti_core::{
    chess::{Bitboard, Color, Position, Square, Symmetry},
    motif::{CATALOGUE, Kind, Motif, Property, Role},
    relation::Relations,
    tactic::{Tactic, tactics},
};
use serde_json::Value;

fn pictures() -> Vec<Value> {
    let file = support::json("cpdg/mates.json");
    let pictures = file["patterns"].as_array().unwrap().clone();
    assert_eq!(pictures.len(), 38);
    pictures
}

/// The golden file writes names in snake case.
fn name(value: &Value) -> String {
    value.as_str().unwrap().replace('_', "-")
}

fn squares(value: &Value) -> Bitboard {
    value.as_array().unwrap().iter().map(|square| square.as_str().unwrap().parse::<Square>().unwrap()).collect()
}

fn patterns() -> impl Iterator<Item = &'static Motif> {
    CATALOGUE.iter().copied().filter(|motif| motif.kind == Kind::Mate)
}

fn mate(position: &Position) -> Option<Tactic> {
    let mut mates = tactics(&Relations::new(position)).into_iter().filter(|tactic| tactic.motif.kind == Kind::Mate);
    let first = mates.next();
    assert_eq!(mates.next(), None, "one mate at most in {position:?}");
    first
}

fn all_names(mate: &Tactic) -> BTreeSet<String> {
    let further = mate.cast.properties.iter().flat_map(|property| match property {
        Property::Names(names) => names.clone(),
        _ => Vec::new(),
    });
    further.chain([mate.motif]).map(|motif| motif.name.to_owned()).collect()
}

#[test]
fn the_catalogue_keeps_the_golden_order_and_ends_with_the_unnamed() {
    let mut pictures = pictures();
    pictures.sort_by_key(|picture| picture["priority"].as_u64().unwrap());
    let mut expected: Vec<String> = pictures.iter().map(|picture| name(&picture["name"])).collect();
    expected.push("unnamed-mate".to_owned());
    assert_eq!(patterns().map(|motif| motif.name).collect::<Vec<_>>(), expected);
}

#[test]
fn every_picture_has_its_names_its_king_and_its_net() {
    for picture in pictures() {
        let fen = picture["fen"].as_str().unwrap();
        let mate = mate(&Position::from_fen(fen).unwrap()).unwrap();
        assert_eq!(mate.motif.name, name(&picture["name"]), "{fen}");
        let names: BTreeSet<String> = picture["all_names"].as_array().unwrap().iter().map(name).collect();
        assert_eq!(all_names(&mate), names, "{fen}");
        assert_eq!(mate.cast.one(Role::King).to_string(), picture["king"].as_str().unwrap());
        let owner = if picture["mated"] == "white" { Color::Black } else { Color::White };
        assert_eq!(mate.cast.owner, owner, "{fen}");
        let net = squares(&picture["net"][0]["squares"]) | squares(&picture["checkers"]);
        assert_eq!(mate.cast.context, net, "{fen}");
    }
}

#[test]
fn every_picture_keeps_its_name_in_all_orientations() {
    for picture in pictures() {
        let position = Position::from_fen(picture["fen"].as_str().unwrap()).unwrap();
        let expected = mate(&position).unwrap();
        let mirrored = mate(&Symmetry::Mirror.position(&position).unwrap()).unwrap();
        assert_eq!(mirrored.motif, expected.motif);
        assert_eq!(mirrored.cast, expected.cast.mapped(Symmetry::Mirror), "{position:?}");
        if picture["mirror_invariant"].as_bool().unwrap() {
            let flipped = mate(&Symmetry::Flip.position(&position).unwrap()).unwrap();
            assert_eq!(flipped.motif, expected.motif);
            assert_eq!(flipped.cast, expected.cast.mapped(Symmetry::Flip), "{position:?}");
        }
    }
}

#[test]
fn nothing_but_a_mate_is_called_one() {
    for position in support::positions() {
        let relations = Relations::new(&position);
        for motif in patterns() {
            assert_eq!((motif.detect)(&relations), [], "{} in {position:?}", motif.name);
        }
    }
}

#[test]
fn every_mate_that_ends_a_game_is_told_once_and_alike_for_both_colors() {
    let mut mates = 0;
    for game in support::games() {
        let Some((before, last)) = game.last() else { continue };
        let position = before.play(*last);
        assert_eq!(mate(&position).is_some(), position.is_checkmate(), "{position:?}");
        let Some(found) = mate(&position) else { continue };
        let image = mate(&Symmetry::Mirror.position(&position).unwrap()).unwrap();
        assert_eq!(all_names(&image), all_names(&found), "{position:?}");
        assert_eq!(image.cast.context, found.cast.mapped(Symmetry::Mirror).context, "{position:?}");
        mates += 1;
    }
    assert!(mates >= 10, "{mates}");
}
