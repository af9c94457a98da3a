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
        [
            "network",
            "learned",
            "classical",
            "seed",
            "seed-territory",
            "seed-scales",
            "seed-attention",
            "seed-flow",
            "seed-literal",
            "occluded",
            "material"
        ]
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

#[test]
fn several_scales_attention_and_flow_are_data_text_and_pictures() {
    const FEN: &str = "4k3/8/8/8/4r3/8/5K2/8 w - - 0 1";
    let run = |options: &[&str]| json(&[&["field", FEN, "--format", "json"], options].concat());
    let plain = run(&[]);
    assert!(["scales", "attention", "flow"].into_iter().all(|name| plain[name].is_null()));
    // A rook on e4 radiates 2.5 to e5, 2 to e6 and 1.5 to e7; rings count all sizes that reach them.
    let scaled = run(&["--scales", "3:0.5,5:0.3,7:-0.2"]);
    let rook = |row: usize| scaled["black"]["rook"][row][4].as_f64().unwrap();
    for (row, expected) in [(3, 2.5 * 0.6), (2, 2.0 * 0.1), (1, 1.5 * -0.2), (0, 0.0)] {
        assert!((rook(row) - expected).abs() < 1e-12, "{row}");
    }
    assert_eq!(scaled["scales"][2]["size"], 7);
    let attended = run(&["--attention"]);
    assert_eq!(attended["attention"]["temperature"], 80.0);
    let share = |side: &str, piece: usize| attended["attention"]["shares"][side][piece].as_f64().unwrap();
    assert!(share("black", 3) > share("white", 5) && share("white", 5) > share("white", 3));
    assert_eq!((&attended["black"], &attended["sums"]), (&plain["black"], &plain["sums"]));
    assert_ne!(attended["shown"]["values"], plain["shown"]["values"]);
    let flow = run(&["--flow"]);
    assert_eq!(flow["flow"]["white"]["pieces"][0]["square"], "f2");
    assert_eq!(flow["flow"]["black"]["pieces"].as_array().map(Vec::len), Some(2));
    let text = reti(&["field", FEN, "--flow", "--attention", "40", "--scales", "3,5"]).out;
    for part in ["sizes 3 x 0.500 + 5 x 0.500", "temperature 40", "share White", "White: king f2 to g"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let picture = reti(&["field", FEN, "--flow", "--attention", "40", "--format", "svg"]).out;
    assert!(picture.contains(">White drifts</text>") && picture.contains(">rook ") && picture.ends_with("</svg>\n"));
}

#[test]
fn bad_scales_and_temperatures_are_pointed_at() {
    let run = reti(&["field", "startpos", "--scales", "3,4"]);
    assert_eq!(run.code, Some(3));
    assert!(run.err.contains("'4' is no size of a kernel") && run.err.contains("\n    ^"), "{}", run.err);
    let run = reti(&["field", "startpos", "--attention", "warm"]);
    assert_eq!(run.code, Some(3));
    assert!(run.err.contains("'warm' is not a number"), "{}", run.err);
    assert_eq!(reti(&["field", "startpos", "--kernels", "learned", "--flow"]).code, Some(2));
    assert_eq!(reti(&["field", "--kernels", "--flow"]).code, Some(2));
}
