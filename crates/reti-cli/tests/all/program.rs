//! The program as its users meet it: answers, errors and exit codes.

use crate::support;

use std::io::Read as _;

use support::{OPERA, reti, reti_with, scratch, words};

const PIN: &str = "4k3/4n3/8/3p4/8/1B6/8/4R1K1 w - - 0 1";

#[test]
fn bare_reti_prints_examples_that_work() {
    let run = reti(&[]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let examples: Vec<&str> = run.out.lines().filter_map(|line| line.strip_prefix("  reti ")).collect();
    assert_eq!(examples.len(), 3, "{}", run.out);
    for example in examples {
        let mut words = words(example);
        if let Some(position) = words.iter().position(|word| word == "-o") {
            words[position + 1] = scratch("example.out").display().to_string();
        }
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let run = reti(&words);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{example}");
    }
}

#[test]
fn help_groups_the_commands() {
    let run = reti(&["--help"]);
    assert_eq!(run.code, Some(0));
    let place = |text: &str| run.out.find(text).unwrap_or_else(|| panic!("no {text:?} in {}", run.out));
    assert!(place("Understand:") < place("  graph") && place("  see") < place("House:"));
    assert!(!run.out.contains("Endgames:\n\n"), "headings without commands are not shown");
    assert_eq!(reti(&["see", "--help"]).code, Some(0));
    assert!(reti(&["--version"]).out.starts_with("reti 0."));
}

#[test]
fn an_exchange_is_told_and_given_as_data() {
    let run = reti(&["see", PIN, "Bxd5"]);
    assert_eq!(run.code, Some(0));
    assert!(run.out.contains("Black knight e7 does not defend d5: the rook on e1 pins it to its king."), "{}", run.out);
    let run = reti(&["see", PIN, "b3d5", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((json["gain"].as_i64(), json["fast_gain"].as_i64()), (Some(100), Some(100)));
    assert_eq!(json["line"], serde_json::json!(["b3d5"]));
    assert_eq!((&json["schema"], &json["kind"]), (&"reti/2".into(), &"exchange".into()));
}

#[test]
fn answers_come_in_german() {
    let run = reti(&["see", PIN, "Bxd5", "--language", "de"]);
    let pinned =
        "Schwarz deckt d5 mit dem Springer auf e7 nur scheinbar: Der Turm auf e1 fesselt diese Figur an ihren König.";
    assert!(run.out.contains(pinned), "{}", run.out);
    let run = reti(&["tactics", "r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1", "--language", "de"]);
    assert!(run.out.contains("Der Springer auf c7 gabelt den Turm auf a8 und den König auf e8."), "{}", run.out);
    let run = reti(&["prove", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "--goal", "mate", "--language", "de"]);
    assert!(run.out.starts_with("Bewiesen: Ra8# setzt matt ("), "{}", run.out);
    assert_eq!(reti(&["see", PIN, "Bxd5", "--language", "fr"]).code, Some(2));
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../reti-lessons/lessons/de");
    let run = reti(&["see", PIN, "Bxd5", "--templates", folder]);
    assert!(run.out.contains(pinned), "{}", run.out);
}

#[test]
fn all_known_exchanges_come_out_right() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/cpdg/see_cases.json");
    let cases: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let cases = cases.as_array().or_else(|| cases["cases"].as_array()).unwrap();
    assert_eq!(cases.len(), 123);
    for case in cases.iter().step_by(10) {
        let (fen, played) = (case["fen"].as_str().unwrap(), case["move"].as_str().or(case["uci"].as_str()).unwrap());
        let run = reti(&["see", fen, played, "--format", "json"]);
        let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(json["gain"], case["expected"], "{case}");
    }
}

#[test]
fn a_bad_fen_gets_a_caret_and_exit_code_3() {
    let run = reti(&["graph", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1"]);
    assert_eq!((run.code, run.out.as_str()), (Some(3), ""));
    assert_eq!(
        run.err,
        "bad FEN: 'x' is not a side to move: expected 'w' or 'b'\n  \
           rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1\n                                              ^\n"
    );
    for bad in ["", " ", "hello", "8/8/8/8/8/8/8/8 w", "\u{0}", "é", "k7/8/8/8/8/8/8/K7 w - - 0 1 junk"] {
        if !bad.contains('\0') {
            assert_eq!(reti(&["graph", bad]).code, Some(3), "{bad:?}");
        }
        assert_eq!(reti_with(&["graph", "-"], bad.as_bytes()).code, Some(3), "{bad:?}");
    }
}

#[test]
fn a_bad_move_is_explained() {
    let run = reti(&["see", "startpos", "Qh5"]);
    assert_eq!(run.code, Some(3));
    assert_eq!(run.err, "bad move: illegal move; no legal move goes to h5\n  Qh5\n  ^^^\n");
    assert_eq!(reti(&["see", "startpos", ""]).code, Some(3));
}

#[test]
fn wrong_usage_is_exit_code_2() {
    for arguments in [
        &["nonsense"][..],
        &["graph"],
        &["see", "startpos"],
        &["graph", "startpos", "--format", "nonsense"],
        &["graph", "startpos", "--format", "npz"],
        &["graph", "startpos", "--relation", "love"],
        &["graph", "startpos", "--fragility", "x.pgn"],
        &["man", "nonsense"],
    ] {
        let run = reti(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}");
        assert!(!run.err.is_empty() && run.out.is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_fen_without_quotes_gets_a_tip() {
    let run = reti(&["graph", "4k3/8/8/8/8/8/8/4K3", "w", "-", "-", "0", "1"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.ends_with("tip: a FEN has spaces, so put it in quotes\n"), "{}", run.err);
}

#[test]
fn colours_follow_flag_and_variable() {
    let plain = reti(&["graph", "startpos"]);
    assert!(!plain.out.contains('\x1b'), "no colours in a pipe");
    assert!(reti(&["graph", "startpos", "--color", "always"]).out.contains('\x1b'));
    assert!(!reti(&["graph", "startpos", "--color", "never"]).out.contains('\x1b'));
}

#[test]
fn positions_come_from_standard_input() {
    let run = reti_with(&["graph", "-", "--format", "json"], format!("{PIN}\n").as_bytes());
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["directed"], true);
    let links = json["links"].as_array().unwrap();
    assert!(links.iter().any(|link| link["relation"] == "pin" && link["shielded"] == "e8"));
}

#[test]
fn the_curve_of_a_game_has_the_promised_fields() {
    let run = reti_with(&["graph", "--fragility", "-", "--format", "json"], OPERA.as_bytes());
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(json["mode"], "standard");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/cpdg/fragility_morphy_opera_1858.json");
    let golden: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    for (found, expected) in json["plies"].as_array().unwrap().iter().zip(golden["plies"].as_array().unwrap()) {
        assert_eq!((&found["ply"], &found["san"]), (&expected["ply"], &expected["san"]));
        let close = |field: &str, index: usize| {
            let (a, b) = (found[field].as_f64().unwrap(), expected["standard"][index].as_f64().unwrap());
            assert!((a - b).abs() < 1e-6, "{found} {expected}");
        };
        close("f", 0);
        close("f_white", 1);
        close("f_black", 2);
        assert_eq!(found["key"], expected["standard"][3]);
    }
    let code = reti_with(&["graph", "--fragility", "-", "--mode", "author-code"], OPERA.as_bytes());
    assert!(code.out.contains("Peak 0.4369 after 13.Rxd7"), "{}", code.out);
}

#[test]
fn games_with_problems_are_reported_and_the_rest_is_used() {
    let games = format!("1. e4 e5 2. Ke3 *\n\n{OPERA}");
    let run = reti_with(&["graph", "--fragility", "-", "--format", "csv"], games.as_bytes());
    assert_eq!(run.code, Some(3));
    assert!(!run.out.contains("-0.0"), "{}", run.out);
    assert!(run.out.lines().any(|line| line.starts_with("2,standard,33,17.,Rd8#,")), "{}", run.out);
    assert_eq!(
        run.err,
        "game 1, move 2. (line 1): illegal move; no legal move goes to e3\n  1. e4 e5 2. Ke3 *\n              ^^^\n"
    );
    let two = reti_with(&["graph", "--fragility", "-", "--format", "svg"], format!("{OPERA}\n{OPERA}").as_bytes());
    assert_eq!(two.code, Some(2));
    let one = reti_with(
        &["graph", "--fragility", "-", "--format", "svg", "--game", "2"],
        format!("{OPERA}\n{OPERA}").as_bytes(),
    );
    assert_eq!(one.code, Some(0), "{}", one.err);
    assert_eq!(reti_with(&["graph", "--fragility", "-", "--game", "3"], OPERA.as_bytes()).code, Some(3));
}

#[test]
fn empty_missing_and_odd_files_are_errors_not_panics() {
    assert_eq!(reti_with(&["graph", "--fragility", "-"], b"").code, Some(3));
    assert_eq!(reti(&["graph", "--fragility", "no-such-file.pgn"]).code, Some(3));
    assert_eq!(reti(&["graph", "--dataset", env!("CARGO_MANIFEST_DIR"), "-o", "-"]).code, Some(3));
    let noise: Vec<u8> = (0..50_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    assert_eq!(reti_with(&["graph", "--fragility", "-"], &noise).code, Some(3));
    assert_eq!(reti(&["graph", "startpos", "-o", "/no/such/folder/file"]).code, Some(1));
}

#[test]
fn huge_input_is_fine() {
    let many = OPERA.repeat(300);
    let run = reti_with(&["graph", "--fragility", "-", "--format", "csv"], many.as_bytes());
    assert_eq!((run.code, run.out.lines().count()), (Some(0), 1 + 300 * 34));
    let junk = "x".repeat(3_000_000);
    let run = reti_with(&["graph", "-"], junk.as_bytes());
    assert_eq!(run.code, Some(3));
    assert!(run.err.len() < 2000);
    let deep = format!("1. e4 {}", "(".repeat(2_000_000));
    let run = reti_with(&["graph", "--fragility", "-"], deep.as_bytes());
    assert_eq!(run.code, Some(3));
    assert!(run.err.contains("this variation is never closed") && run.err.len() < 2000, "{}", run.err);
    // Knights out and back, two thousand moves.
    let long: String = (0..1000).map(|_| "Nf3 Nf6 Ng1 Ng8 ").collect();
    assert_eq!(reti_with(&["graph", "--fragility", "-"], long.as_bytes()).code, Some(0));
}

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = support::start(&["graph", "--dataset", "-", "--format", "jsonl"]);
    let mut stdin = child.stdin.take().unwrap();
    let feeder = std::thread::spawn(move || {
        let _ = std::io::Write::write_all(&mut stdin, OPERA.repeat(50).as_bytes());
    });
    let mut first = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    // The pipe is dropped here: the program sees that nobody reads on.
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn completions_man_page_and_doctor_answer() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = reti(&["completions", shell]);
        assert!(run.code == Some(0) && run.out.contains("fragility"), "{shell}");
    }
    assert!(reti(&["man"]).out.contains(".TH reti 1"));
    assert!(reti(&["man", "graph"]).out.contains("fragility"));
    let doctor = reti(&["doctor"]);
    assert!(doctor.code == Some(0) && doctor.out.contains("self-test    passed"), "{}", doctor.out);
}

#[test]
fn a_certificate_that_is_not_written_is_an_error_with_its_reason() {
    let fork = "r3k3/5p2/8/3N4/8/8/5PP1/6K1 w - - 0 1";
    let file = scratch("no.proof").display().to_string();
    let _ = std::fs::remove_file(&file);
    let asked = |goal: &str, nodes: &str| {
        reti(&["prove", fork, "--move", "Nc7+", "--goal", goal, "--nodes", nodes, "--certificate", &file])
    };
    // The king comes back and shuts the knight in: the rook is not won for good.
    let refuted = asked("gain=500", "100000");
    assert_eq!(refuted.code, Some(1), "{}{}", refuted.out, refuted.err);
    assert!(refuted.out.starts_with("Refuted: after 1. Nc7+ K"), "{}", refuted.out);
    assert!(refuted.err.contains("not written, because the claim is refuted"), "{}", refuted.err);
    assert!(!std::path::Path::new(&file).exists());
    // A budget that is spent says so.
    let spent = reti(&["prove", "startpos", "--goal", "mate", "--nodes", "50", "--certificate", &file]);
    assert_eq!(spent.code, Some(1), "{}", spent.err);
    assert!(spent.out.starts_with("Unknown: the budget is spent; "), "{}", spent.out);
    let written = asked("gain=200", "100000");
    assert_eq!((written.code, written.err.as_str()), (Some(0), ""));
    assert!(written.out.contains("Line: 1. Nc7+ K") && std::path::Path::new(&file).exists(), "{}", written.out);
    let calculated = reti(&["prove", fork, "--move", "Nc7+", "--goal", "eval=100", "--nodes", "20000"]);
    assert!(calculated.out.starts_with("Calculated, not proven: Nc7+ improves the evaluation"), "{}", calculated.out);
}

#[test]
fn what_cannot_be_proven_is_told_for_a_side() {
    // The knight forks; the king has nothing.
    let fork = "r3k3/2N5/8/8/8/8/8/4K3 b - - 0 1";
    for (language, told) in [
        ("en", "Nothing is proven to win material or to mate for Black."),
        ("de", "Für Schwarz ist kein Materialgewinn und kein Matt bewiesen."),
    ] {
        let run = reti(&["tactics", fork, "--prove", "--language", language]);
        assert!(run.out.lines().last() == Some(told), "{}", run.out);
    }
    for goal in ["mate=0", "gain=0", "eval=0", "mate=x"] {
        let run = reti(&["prove", fork, "--goal", goal]);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{goal}");
        assert!(run.err.contains("with numbers from 1"), "{}", run.err);
    }
}

#[test]
fn the_readme_shows_what_the_program_says() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let readme = std::fs::read_to_string(format!("{root}/README.md")).unwrap();
    let transcripts: Vec<&str> = readme.split("```console\n$ reti ").skip(1).collect();
    assert!(transcripts.len() >= 4);
    for transcript in transcripts {
        let (command, rest) = transcript.split_once('\n').unwrap();
        let expected = rest.split("```").next().unwrap();
        let command = command.replace("examples/", &format!("{root}/examples/"));
        let command = words(&command);
        let run = reti(&command.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(format!("{}{}", run.out, run.err), expected, "{command:?}");
    }
}
