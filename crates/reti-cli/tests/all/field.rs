//! `reti field` as its users meet it.
#![allow(clippy::unwrap_used, reason = "tests")]

use crate::support;

use support::{reti, reti_with};

fn json(arguments: &[&str]) -> serde_json::Value {
    let run = reti(arguments);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    serde_json::from_str(&run.out).unwrap()
}

#[test]
fn the_data_has_all_fields_and_their_sums() {
    let found = json(&["field", "startpos", "--format", "json"]);
    assert_eq!((&found["schema"], &found["territory"]), (&"reti/2".into(), &0.into()));
    for side in ["white", "black"] {
        for piece in ["pawn", "knight", "bishop", "rook", "queen", "king"] {
            assert_eq!(found[side][piece].as_array().map(Vec::len), Some(8), "{side} {piece}");
        }
    }
    // Two knights at b1 and g1, each clipped to 19.
    assert_eq!(found["norms"]["white"][1], 38.0);
    for row in 0..8 {
        for column in 0..8 {
            let at = |name: &str| found["sums"][name][row][column].as_f64().unwrap();
            assert_eq!((at("white") - at("black"), at("white") + at("black")), (at("balance"), at("strength")));
        }
    }
    let names: Vec<&str> =
        found["evaluations"].as_array().unwrap().iter().map(|score| score["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        ["network", "learned", "classical", "seed", "seed-territory", "seed-literal", "occluded", "material"]
    );
}

#[test]
fn occlusion_makes_a_difference_only_behind_pieces() {
    let plain = json(&["field", "startpos", "--format", "json"]);
    let occluded = json(&["field", "startpos", "--kernels", "occluded", "--format", "json"]);
    assert_eq!(plain["white"]["knight"], occluded["white"]["knight"]);
    // The rook on a1 looks through its pawn only in the plain field.
    assert_eq!((&plain["white"]["rook"][5][0], &occluded["white"]["rook"][5][0]), (&2.0.into(), &0.0.into()));
}

#[test]
fn text_and_picture_answer_and_bad_input_is_told() {
    let run = reti(&["field", "7k/8/3N4/8/8/8/8/K7 w - - 0 1", "--side", "white", "--piece", "knight"]);
    assert_eq!(run.code, Some(0));
    assert!(run.out.contains("10^") && run.out.contains("Territory: White controls"), "{}", run.out);
    let run = reti(&["field", "startpos", "--format", "svg"]);
    assert!(run.out.starts_with("<svg") && run.out.ends_with("</svg>\n"));
    assert_eq!(reti(&["field", "8/8 w"]).code, Some(3));
    assert_eq!(reti(&["field"]).code, Some(2));
    assert_eq!(reti_with(&["field", "-"], b"").code, Some(3));
    assert_eq!(reti_with(&["field", "-"], &vec![b'k'; 1 << 20]).code, Some(3));
}
