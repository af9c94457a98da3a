//! `reti solve`, `reti zones` and `reti trajectories` as their users meet them.
#![allow(clippy::unwrap_used, reason = "tests")]

use crate::support;

use support::reti;

const RETI: &str = "7K/8/k1P5/7p/8/8/8/8 w - - 0 1";

#[test]
fn a_solution_says_what_ordered_it_and_which_zones_brought_its_moves() {
    let solved = |forecast: &str| -> serde_json::Value {
        let run = reti(&["solve", RETI, "--forecast", forecast, "--format", "json"]);
        assert_eq!(run.code, Some(0), "{}", run.err);
        serde_json::from_str(&run.out).unwrap()
    };
    for (forecast, most) in [("none", 54), ("fitted", 54)] {
        let json = solved(forecast);
        assert_eq!((&json["schema"], &json["kind"]), (&"reti/2".into(), &"solution".into()));
        assert_eq!((&json["key"], &json["value"]), (&"h8g7".into(), &"draw".into()));
        assert_eq!((&json["forecast"], &json["decided"]), (&forecast.into(), &false.into()));
        assert!(json["edges"].as_u64().unwrap() <= most && json["probes"].as_u64().unwrap() > 0);
    }
    let tree = &solved("none")["tree"];
    let first = tree.as_array().unwrap().iter().find(|branch| branch["move"] == "h8g7").unwrap();
    assert_eq!((&first["zone"]["from"], &first["zone"]["to"]), (&"h8".into(), &"e5".into()));
}

#[test]
fn the_story_is_short_and_the_rest_is_there() {
    let story = reti(&["solve", RETI, "--language", "en"]).out;
    assert!(story.lines().count() <= 40, "{story}");
    assert!(story.contains("Kg7: White's king heads for e5: from there it is in time for both pawns"), "{story}");
    let all = reti(&["solve", RETI, "--language", "en", "--events", "all"]).out;
    assert!(all.lines().count() > 40, "{all}");
}

#[test]
fn trajectories_bend_and_are_pictured() {
    let obstacles = "d3,d4,d5,d6,e3,e4,e5,e6,f7,g7";
    let bent = reti(&["trajectories", "K", "h8", "c6", "--obstacles", obstacles, "--degree", "2"]).out;
    assert!(bent.contains("a(h8)a(h7)a(g6)a(f6)a(e7)a(d7)a(c6)"), "{bent}");
    assert_eq!(bent.lines().count(), 10, "{bent}");
    let table = reti(&["trajectories", "N", "a1", "b2", "--table", "t15"]).out;
    assert_eq!(table.lines().nth(7).unwrap().split_whitespace().next(), Some("5"), "{table}");
    let picture = reti(&["trajectories", "K", "f6", "h1", "--format", "svg"]).out;
    assert!(picture.starts_with("<svg"), "{picture}");
    assert_eq!(reti(&["trajectories", "K", "f6", "h1", "--degree", "3"]).code, Some(2));
}

#[test]
fn zones_are_printed_as_the_draft_does() {
    let legacy = reti(&["zones", RETI, "--legacy"]).out;
    assert!(legacy.contains("t(P, a(c6)a(c7)a(c8), 2)"), "{legacy}");
    assert!(reti(&["zones", RETI]).out.contains("t(P, a(c6)a(c7)a(c8), 3)"));
}

#[test]
fn zones_are_carried_over_a_move() {
    let text = reti(&["zones", RETI, "--after", "Kg7"]).out;
    assert!(text.starts_with("after Kg7: 8/6K1/k1P5/7p/8/8/8/8 b"), "{text}");
    assert!(text.contains("white attack g7-h5: shortened\n  shortened t(K, a(g7)a(g6)a(h5), 3)"), "{text}");
    assert!(text.contains("frozen    t(K, a(h8)a(h7)a(h6)a(h5), 4) (gone)"), "{text}");
    // The pawn steps into the king's reach; the king's step beside it closes nothing but brings a new zone.
    let after: serde_json::Value =
        serde_json::from_str(&reti(&["zones", RETI, "--after", "c7", "--format", "json"]).out).unwrap();
    let zones = after["after"]["zones"].as_array().unwrap();
    let fates: Vec<&str> = zones.iter().map(|zone| zone["fate"].as_str().unwrap()).collect();
    assert_eq!(after["after"]["san"], "c7");
    assert!(fates.contains(&"shortened") && fates.contains(&"frozen") && fates.contains(&"new"), "{fates:?}");
    let left = zones.iter().find(|zone| zone["from"] == "a6" && zone["fate"] == "frozen").unwrap();
    assert_eq!((&left["to"], &left["reason"]), (&"c6".into(), &"target-left".into()));
    let picture = reti(&["zones", RETI, "--after", "Kg7", "--format", "svg"]).out;
    assert!(picture.starts_with("<svg") && picture.contains("set aside"), "{picture}");
    assert_eq!(reti(&["zones", RETI, "--after", "Kg6"]).code, Some(3));
}
