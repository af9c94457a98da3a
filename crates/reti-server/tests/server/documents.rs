//! Every answer is the library's document.

#![allow(clippy::unwrap_used, reason = "tests")]

use reti::{
    explain::{self, Budget, Level, Words},
    requests::{Call, Cost, ENDPOINTS},
    wire,
};
use serde_json::{Value, json};

use crate::client::{Answer, Running};

const FORK: &str = "r3k3/5p2/8/3N4/8/8/5PP1/6K1 w - - 0 1";

#[test]
fn every_request_is_answered_as_the_library_answers_it() {
    let server = Running::start();
    for endpoint in ENDPOINTS.iter().filter(|endpoint| matches!(endpoint.cost, Cost::Light | Cost::Heavy)) {
        let answer = server.post(endpoint.name, endpoint.example);
        assert_eq!(answer.status, 200, "{}: {}", endpoint.name, answer.body);
        assert_eq!(answer.header("content-type"), Some("application/json"));
        let expected = endpoint.answer(endpoint.example.as_bytes(), &Call::default()).unwrap();
        assert_eq!(answer.body, expected, "{}", endpoint.name);
        let kind = reti::documents::kind_of(&answer.json()).unwrap().to_owned();
        assert!(endpoint.answers.contains(&kind.as_str()), "{}: {kind}", endpoint.name);
    }
}

#[test]
fn a_lesson_is_the_library_s_in_both_languages() {
    let server = Running::start();
    let position = reti::read_position(FORK).unwrap();
    for (language, words) in [("en", Words::english()), ("de", Words::german())] {
        let explainer = explain::explainer().budget(Budget { nodes: 30_000 }).level(Level::EXPERT);
        let expected = wire::to_json(&explain::document(&explainer.explain(&position).unwrap(), words, &[]));
        let body = json!({ "fen": FORK, "budget": { "nodes": 30_000 }, "level": "expert", "language": language });
        assert_eq!(server.post("explain", &body.to_string()).body, expected);
    }
    let m = reti::read_move(&position, "Nb6").unwrap();
    let explainer = explain::explainer().budget(Budget { nodes: 30_000 });
    let expected = explain::document(&explainer.explain_move(&position, m).unwrap(), Words::english(), &[]);
    let body = json!({ "fen": FORK, "move": "Nb6", "budget": { "nodes": 30_000 } });
    assert_eq!(server.post("explain", &body.to_string()).body, wire::to_json(&expected));
}

#[test]
fn a_position_is_read_however_it_is_given() {
    let server = Running::start();
    let read = |body: Value| {
        let answer = server.post("position", &body.to_string());
        assert_eq!(answer.status, 200, "{body}: {}", answer.body);
        answer.json()
    };
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    for body in [
        json!({ "fen": fen }),
        json!({ "moves": ["e4", "e7e5", "Nf3"] }),
        json!({ "text": "e4 e5 Nf3" }),
        json!({ "text": "1. e4 e5 2. Nf3" }),
        json!({ "text": format!(" {fen}\n") }),
        json!({ "pgn": "1. e4 e5 2. Nf3 Nc6 *", "ply": 3 }),
        json!({ "pgn": "1. d4 * 1. e4 e5 *", "game": 2, "moves": ["g1f3"] }),
        json!({ "text": "[White \"https://a/b/c/d/e/f/g/h\"]\n\n1. e4 e5 2. Nf3 *" }),
    ] {
        assert_eq!(read(body)["fen"], fen);
    }
    let found = read(json!({ "fen": fen }));
    assert_eq!(found["legal"].as_array().unwrap().len(), 29);
    assert_eq!((&found["turn"], &found["check"], &found["over"]), (&json!("black"), &json!(false), &Value::Null));
    assert!(found["board"].as_str().unwrap().starts_with("8  ♜"));
    let mate = read(json!({ "text": "1. f3 e5 2. g4 Qh4# 0-1" }));
    assert_eq!((&mate["over"], &mate["check"], &mate["legal"]), (&json!("checkmate"), &json!(true), &json!([])));
    assert_eq!(mate["line_san"], json!(["f3", "e5", "g4", "Qh4#"]));
    let promotion = read(json!({ "fen": "8/P7/8/8/8/8/8/k1K5 w - - 0 1" }));
    let promoted = promotion["legal"].as_array().unwrap().iter().filter(|m| m["from"] == "a7" && m["to"] == "a8");
    assert_eq!(promoted.count(), 4);
    let tree = read(json!({ "pgn": "1. e4 {a} e5 (1... c5 $1 2. Nf3) 2. Nc3 (2. f4 (2. d4)) *" }));
    assert_eq!(tree["game"]["moves"][0]["comments"], json!(["a"]));
    assert_eq!(tree["game"]["moves"][1]["variations"][0][1]["san"], "Nf3");
    assert_eq!(tree["game"]["moves"][2]["variations"][0][0]["variations"][0][0]["san"], "d4");
    let two = read(json!({ "pgn": "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 d5 1-0\n" }));
    assert_eq!(two["games"][1], json!({ "game": 2, "name": "B - ?", "plies": 2, "result": "1-0" }));
    let half = read(json!({ "pgn": "1. e4 e5 2. Ke3 *" }));
    assert_eq!(
        (&half["game"]["problem"]["text"], half["line"].as_array().unwrap().len()),
        (&json!("1. e4 e5 2. Ke3 *"), 2)
    );
}

#[test]
fn many_games_are_listed() {
    let server = Running::start();
    let games = "[White \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n".repeat(3_000);
    let answer = server.post("position", &json!({ "text": games, "game": 2_999 }).to_string());
    assert_eq!(answer.status, 200);
    let found = answer.json();
    assert_eq!((found["games"].as_array().unwrap().len(), &found["game"]["game"]), (3_000, &json!(2_999)));
}

/// What is wrong: status, field and the wrong characters.
#[track_caller]
fn refused(server: &Running, name: &str, body: &str, status: u16, field: Option<&str>, bad: Option<&str>) -> Value {
    let answer = server.post(name, body);
    assert_eq!(answer.status, status, "{body}: {}", answer.body);
    assert_eq!(answer.header("content-type"), Some("application/problem+json"));
    let told = answer.json();
    assert_eq!(told["status"], status);
    assert_eq!(told["field"].as_str(), field, "{told}");
    if let Some(bad) = bad {
        let place = |name: &str| told[name].as_u64().unwrap() as usize;
        let text: Vec<char> = told["text"].as_str().unwrap().chars().collect();
        assert_eq!(text[place("start")..place("end")].iter().collect::<String>(), bad, "{told}");
    }
    told
}

#[test]
fn a_problem_says_which_characters_are_wrong() {
    let server = Running::start();
    let check = |name: &str, body: &str, status: u16, field: Option<&str>, bad: Option<&str>| {
        refused(&server, name, body, status, field, bad)
    };
    check("explain", r#"{"fen": "k7/8/8/8/8/8/8/K7 x"}"#, 422, Some("fen"), Some("x"));
    check("tactics", r#"{"moves": ["e4", "Ké9"]}"#, 422, Some("moves/1"), Some("Ké9"));
    check("see", r#"{"move": "Qxf7"}"#, 422, Some("move"), Some("Qxf7"));
    check("position", r#"{"text": "hello"}"#, 422, Some("text"), None);
    check("position", r#"{"text": ""}"#, 422, Some("text"), None);
    check("position", r#"{"pgn": "1. e4 *", "game": 7}"#, 422, Some("game"), None);
    check("position", r#"{"pgn": "1. e4 *", "ply": 7}"#, 422, Some("ply"), None);
    check("position", r#"{"ply": 7}"#, 422, Some("ply"), None);
    check("explain", r#"{"budget": {"nodes": 999999999999}}"#, 422, Some("budget/nodes"), None);
    check("explain", r#"{"elo": 9000}"#, 422, Some("elo"), None);
    check("prove", r#"{"goal": "draw"}"#, 422, Some("goal"), None);
    check("table", r#"{"fen": "startpos"}"#, 422, Some("fen"), None);
    check("analysis", r#"{"lines": 0}"#, 422, Some("lines"), None);
    check("build", r#"{"endgame": "KQRvKR"}"#, 422, Some("endgame"), None);
    check("build", r#"{"endgame": "rook"}"#, 422, Some("endgame"), None);
    check("build", "{}", 400, None, None);
    check("annotate", r#"{"pgn": "nothing"}"#, 422, Some("pgn"), None);
    check("annotate", "{}", 422, Some("pgn"), None);
    let unknown = check("tactics", "{\n \"fem\": 1\n}", 400, None, None);
    assert!(unknown["detail"].as_str().unwrap().contains("`fem`"), "{unknown}");
    assert_eq!(unknown["line"], 2);
    check("tactics", "{", 400, None, None);
    let report = check("explain", r#"{"fen": "k7/8/8/8/8/8/8/K7 x"}"#, 422, Some("fen"), None);
    assert!(report["report"].as_str().unwrap().ends_with("                    ^\n"));
}

fn last(answer: &Answer) -> Value {
    let events = answer.events();
    let told: Vec<&(String, Value)> = events.iter().filter(|(name, _)| name == "analysis").collect();
    assert!(told.len() > 2 && events.last().unwrap().0 == "end", "{events:?}");
    let depths: Vec<u64> = told.iter().map(|(_, data)| data["depth"].as_u64().unwrap()).collect();
    assert!(depths.is_sorted(), "{depths:?}");
    told.last().unwrap().1.clone()
}

#[test]
fn an_analysis_comes_depth_by_depth_and_mirrored_ones_are_mirrored() {
    let server = Running::start();
    let budget = json!({ "nodes": 20_000 });
    let ask = |fen: &str| server.post("analysis", &json!({ "fen": fen, "lines": 2, "budget": budget }).to_string());
    let white = last(&ask("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"));
    let black = last(&ask("r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1"));
    assert_eq!((&white["done"], &white["lines"][0]["score"]["mate"]), (&json!(true), &json!(1)));
    assert_eq!((&white["lines"][0]["line_san"], &black["lines"][0]["line_san"]), (&json!(["Ra8#"]), &json!(["Ra1#"])));
    assert_eq!(black["lines"][0]["score"]["mate"], -1);
    assert_eq!(white["nodes"], black["nodes"]);
    assert_eq!(white["lines"].as_array().unwrap().len(), 2);
    let over = server.post("analysis", r#"{"fen": "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"}"#);
    assert_eq!(over.events()[0].1["lines"], json!([]));
}

/// What the certificate of a table has, and what is told on the way to it.
#[test]
fn a_table_is_built_step_by_step() {
    let server = Running::start();
    let answer = server.post("build", r#"{"endgame": "KRvK"}"#);
    assert_eq!(answer.header("content-type"), Some("text/event-stream"), "{}", answer.body);
    let events = answer.events();
    let names: Vec<&str> = events.iter().map(|(name, _)| name.as_str()).collect();
    assert!(names.ends_with(&["progress", "table-certificate", "end"]), "{names:?}");
    let told: Vec<&Value> = events.iter().filter(|(name, _)| name == "progress").map(|(_, data)| data).collect();
    let shares: Vec<f64> = told.iter().map(|data| data["progress"].as_f64().unwrap()).collect();
    assert!(shares.is_sorted() && shares.iter().all(|share| (0.0..=1.0).contains(share)), "{shares:?}");
    let rounds: Vec<u64> = told.iter().filter_map(|data| data["table"]["round"]["round"].as_u64()).collect();
    assert_eq!(rounds.iter().max(), Some(&17), "a mate in 16 moves, and a round that finds nothing more: {rounds:?}");
    for stage in ["generating", "certifying", "counting"] {
        assert!(
            told.iter().any(|data| data["table"]["stage"] == stage && data["table"]["endgame"] == "KRvK"),
            "{stage}"
        );
    }
    let certificate = &events[events.len() - 2].1;
    assert_eq!((&certificate["endgame"], &certificate["violations"]), (&json!("KRvK"), &json!(0)));
    assert_eq!(certificate["longest"], json!({ "white": 16 }));
    let longest = certificate["longest_positions"]["white"].as_str().unwrap();
    let probe = server.post("table", &json!({ "fen": longest }).to_string()).json();
    assert_eq!((&probe["value"], &probe["rank"]), (&json!("win"), &json!(16)));
    let expected = reti::requests::named("build").unwrap().answer(br#"{"endgame": "KRvK"}"#, &Call::default());
    assert_eq!(*certificate, serde_json::from_str::<Value>(&expected.unwrap()).unwrap());
}

#[test]
fn a_job_tells_how_far_it_is_and_keeps_its_result() {
    let server = Running::start();
    let pgn = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0";
    let asked = json!({ "pgn": pgn, "effort": "fast", "exercises": true, "order": true }).to_string();
    let begun = server.post("annotate", &asked);
    assert_eq!(begun.status, 202, "{}", begun.body);
    let job = begun.json();
    let path = begun.header("location").unwrap().to_owned();
    let events = server.get(job["events"].as_str().unwrap());
    assert_eq!(events.header("content-type"), Some("text/event-stream"));
    let events = events.events();
    let shares: Vec<f64> = events.iter().map(|(_, data)| data["progress"].as_f64().unwrap()).collect();
    assert!(shares.is_sorted() && shares.last() == Some(&1.0), "{shares:?}");
    assert_eq!(server.get(&path).json()["state"], "done");
    let result = server.get(job["result"].as_str().unwrap());
    let endpoint = reti::requests::named("annotate").unwrap();
    assert_eq!(result.body, endpoint.answer(asked.as_bytes(), &Call::default()).unwrap());
    assert_eq!(result.json()["kind"], "annotated-game");
    let annotated = server.get(&format!("{path}/pgn"));
    assert!(annotated.body.contains("Qxf7#") && annotated.body.contains("$4"), "{}", annotated.body);
    assert_eq!(server.send("DELETE", &path, &[], b"").status, 204);
    assert_eq!(server.get(&path).status, 404);
}

#[test]
fn the_catalogue_the_schemas_and_the_page_are_served() {
    let server = Running::start();
    assert_eq!(server.get("/api/v1/motifs").body, wire::to_json(&reti::motifs::catalogue()));
    assert_eq!(server.get("/api/v1/motifs/fork").json()["name"], "fork");
    assert_eq!(server.get("/api/v1/motifs/spoon").status, 404);
    for document in wire::DOCUMENTS {
        assert_eq!(server.get(&format!("/api/v1/schema/{}", document.kind)).body, document.schema());
    }
    assert_eq!(server.get("/api/v1/schema/poem").status, 404);
    let page = server.get("/");
    assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
    assert!(page.body.contains("<title>Reti"));
    let again = server.send("GET", "/", &[("If-None-Match", page.header("etag").unwrap())], b"");
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/src/lib.rs",
        "/\\..\\x",
    ] {
        let answer = server.get(path);
        assert!(matches!(answer.status, 400 | 404), "{path}: {answer:?}");
    }
    for answer in [page, server.get("/api/v1/health"), server.get("/nothing"), server.post("tactics", "{")] {
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert!(answer.header("set-cookie").is_none() && answer.header("access-control-allow-origin").is_none());
    }
}
