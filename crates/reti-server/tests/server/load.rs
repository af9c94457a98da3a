//! Many clients at once, and clients that go away.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::{
    io::Write as _,
    thread,
    time::{Duration, Instant},
};

use reti_server::Options;
use serde_json::json;

use crate::client::{Answer, Running, request};

/// A middlegame in which a search does not end by itself.
const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9";

#[test]
fn two_hundred_lessons_at_once_are_given_or_refused_in_time() {
    let server = Running::start();
    let body = json!({ "fen": MIDDLEGAME, "budget": { "nodes": 20_000 } }).to_string();
    let answers: Vec<(u16, Duration)> = thread::scope(|scope| {
        let asked: Vec<_> = (0..200)
            .map(|_| {
                scope.spawn(|| {
                    let began = Instant::now();
                    let answer = server.post("explain", &body);
                    if answer.status == 503 {
                        assert_eq!(answer.header("retry-after"), Some("1"));
                    }
                    (answer.status, began.elapsed())
                })
            })
            .collect();
        asked.into_iter().map(|asked| asked.join().unwrap()).collect()
    });
    let (good, bad): (Vec<_>, Vec<_>) = answers.iter().partition(|(status, _)| *status == 200);
    assert!(!good.is_empty() && bad.iter().all(|(status, _)| *status == 503), "{bad:?}");
    let slowest = answers.iter().map(|(_, time)| *time).max().unwrap();
    assert!(slowest < Duration::from_secs(10), "{slowest:?}");
    server.wait_for("every place is free again", |load| load == [(0, 0); 4]);
}

/// Asks for more than anybody wants to wait for.
fn endless(server: &Running, name: &str) -> std::net::TcpStream {
    let body = json!({ "fen": MIDDLEGAME, "budget": { "nodes": 100_000_000 } }).to_string();
    let mut stream = server.connect();
    let headers = [("Content-Type", "application/json")];
    stream.write_all(&request(server.address, "POST", &format!("/api/v1/{name}"), &headers, body.as_bytes())).unwrap();
    stream
}

#[test]
fn who_goes_away_gives_the_place_back() {
    let server = Running::start();
    for name in ["explain", "prove", "play", "solve", "analysis"] {
        let pool = usize::from(name == "analysis");
        let stream = endless(&server, name);
        server.wait_for("it runs", |load| load[pool].0 == 1);
        thread::sleep(Duration::from_millis(200));
        drop(stream);
        let took = server.wait_for("the place is free again", |load| load[pool] == (0, 0));
        assert!(took < Duration::from_secs(2), "{name}: {took:?}");
    }
}

/// Tables are made one at a time; the next is begun when the one before it is done or given up.
#[test]
fn one_table_is_made_at_a_time() {
    // A table of four men takes longer than this on any machine.
    let server = Running::with(Options { patience: Duration::from_millis(300), ..Options::default() });
    let ask = || {
        let mut stream = server.connect();
        let headers = [("Content-Type", "application/json")];
        let body = br#"{"endgame": "KPvKP"}"#;
        stream.write_all(&request(server.address, "POST", "/api/v1/build", &headers, body)).unwrap();
        stream
    };
    let first = ask();
    server.wait_for("it runs", |load| load[3].0 == 1);
    let second = ask();
    server.wait_for("the second waits", |load| load[3] == (1, 1));
    drop(first);
    let took = server.wait_for("the second runs", |load| load[3] == (1, 0));
    assert!(took < Duration::from_secs(2), "{took:?}");
    let third = Answer::read(&mut ask()).unwrap();
    assert_eq!((third.status, third.header("retry-after")), (503, Some("1")), "{}", third.body);
    drop(second);
    server.wait_for("the place is free again", |load| load[3] == (0, 0));
}

#[test]
fn who_goes_away_need_not_wait_for_others() {
    let server = Running::with(Options { threads: 2, ..Options::default() });
    let _stays = endless(&server, "explain");
    server.wait_for("it runs", |load| load[0].0 == 1);
    let leaves = endless(&server, "explain");
    server.wait_for("both run", |load| load[0].0 == 2);
    thread::sleep(Duration::from_millis(200));
    drop(leaves);
    let took = server.wait_for("one runs", |load| load[0].0 == 1);
    assert!(took < Duration::from_secs(2), "{took:?}");
}

#[test]
fn a_cancelled_review_ends_at_once() {
    let server = Running::start();
    let pgn = reti::annotate::SAMPLE;
    let mut times = Vec::new();
    for (nodes, wait) in [(5_000_000, 100), (5_000_000, 400), (20_000, 2_000)] {
        let job = server.post("annotate", &json!({ "pgn": pgn, "nodes": nodes, "exercises": true }).to_string()).json();
        server.wait_for("it runs", |load| load[2].0 == 1);
        thread::sleep(Duration::from_millis(wait));
        let path = format!("/api/v1/annotate/{}", job["id"].as_str().unwrap());
        assert_eq!(server.send("DELETE", &path, &[], b"").status, 204);
        times.push(server.wait_for("the thread is free again", |load| load[2].0 == 0));
        assert_eq!(server.get(&path).status, 404);
    }
    times.sort();
    // A busy machine may be late once.
    assert!(times[1] < Duration::from_millis(200) && times[2] < Duration::from_secs(2), "{times:?}");
}

#[test]
fn time_that_is_up_ends_a_request() {
    let server = Running::start();
    let budget = json!({ "nodes": 100_000_000, "milliseconds": 200 });
    let ask = |name: &str| server.post(name, &json!({ "fen": MIDDLEGAME, "budget": budget }).to_string());
    let began = Instant::now();
    let lesson = ask("explain");
    assert_eq!((lesson.status, lesson.json()["type"].as_str().unwrap()), (503, "/api/v1/docs#out-of-time"));
    assert_ne!(ask("prove").json()["verdict"], "proven");
    assert!(ask("play").json()["san"].is_string());
    assert!(ask("analysis").events().iter().any(|(_, data)| data["done"] == true));
    assert!(began.elapsed() < Duration::from_secs(10));
}

#[test]
fn a_server_that_ends_lets_go_of_everything() {
    let server = Running::start();
    let _streams = [endless(&server, "explain"), endless(&server, "analysis")];
    server.post("annotate", &json!({ "pgn": reti::annotate::SAMPLE, "nodes": 5_000_000 }).to_string());
    server.wait_for("they run", |load| load[0].0 == 1 && load[1].0 == 1 && load[2].0 == 1);
    let began = Instant::now();
    drop(server);
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
}
