//! Clients that mean harm, or cannot do better: none costs a crash or a place.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    thread,
    time::{Duration, Instant},
};

use reti::requests::ENDPOINTS;
use reti_server::Options;

use crate::client::{Answer, Running, request};

/// A request that cannot be answered, as bytes; whether the client then waits for an answer.
fn malformed(server: &Running, dice: &mut fastrand::Rng) -> (Vec<u8>, bool) {
    let json = ("Content-Type", "application/json");
    let name = dice.choice(ENDPOINTS).unwrap().name;
    let path = format!("/api/v1/{name}");
    let post = |headers: &[(&str, &str)], body: &[u8]| request(server.address, "POST", &path, headers, body);
    let broken = [
        "{",
        "[]",
        "null",
        "{\"fen\": 7}",
        "{\"fen\"",
        "\u{0}",
        "{\"moves\": \"e4\"}",
        "{\"nonsense\": 1}",
        "{\"pgn\": []}",
    ];
    let wrong = [
        "k7/8/8/8/8/8/8/8 w",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "x",
        "",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0 0 0 0",
    ];
    match dice.u8(0..14) {
        0 => (post(&[json], dice.choice(broken).unwrap().as_bytes()), true),
        1 => {
            let fen = dice.choice(wrong).unwrap();
            (post(&[json], format!("{{\"fen\": \"{fen}\", \"pgn\": 3}}").as_bytes()), true)
        }
        2 => (post(&[json], &(0..dice.usize(1..300)).map(|_| dice.u8(..)).collect::<Vec<u8>>()), true),
        3 => (post(&[json, ("Content-Length", "104857600")], b"{"), true),
        4 => (post(&[json, ("Content-Length", "50")], b"{"), false),
        5 => (post(&[json, ("Host", "evil.example")], b"{}"), true),
        6 => (post(&[json, ("Origin", "http://evil.example")], b"{}"), true),
        7 => (post(&[("Content-Type", "text/plain")], b"{}"), true),
        8 => (request(server.address, "PUT", &path, &[json], b"{}"), true),
        9 => (request(server.address, "GET", "/api/v1/%00/../..", &[], b""), true),
        10 => ((0..dice.usize(1..2_000)).map(|_| dice.u8(..)).collect(), false),
        11 => (post(&[json, ("X-Long", &"x".repeat(100_000))], b"{}"), false),
        12 => (post(&[json], format!("{{\"fen\": {}1{}}}", "[".repeat(5_000), "]".repeat(5_000)).as_bytes()), true),
        _ => {
            let mut bytes = post(&[json, ("Transfer-Encoding", "chunked"), ("Content-Length", "5")], b"");
            bytes.extend_from_slice(b"zz\r\n{}\r\n");
            (bytes, false)
        }
    }
}

/// What the server says to it: nothing, or what is wrong.
fn check(server: &Running, bytes: &[u8], waits: bool) {
    let mut stream = server.connect();
    // The server may have closed the connection while we still write.
    let written = stream.write_all(bytes);
    if !waits || written.is_err() {
        return;
    }
    if let Ok(answer) = Answer::read(&mut stream) {
        assert!((400..500).contains(&answer.status), "{}: {answer:?}", String::from_utf8_lossy(bytes));
    }
}

fn survives(count: u64) {
    let server = Running::with(Options { slowness: Duration::from_millis(500), ..Options::default() });
    // Some clients never get on; they hold a connection, and nothing else.
    let slow: Vec<TcpStream> = (0..50)
        .map(|index| {
            let mut stream = server.connect();
            let part: &[u8] = if index % 2 == 0 { b"POST /api/v1/expl" } else { b"POST /api/v1/explain HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{" };
            stream.write_all(part).unwrap();
            stream
        })
        .collect();
    thread::scope(|scope| {
        for part in 0..4 {
            let server = &server;
            scope.spawn(move || {
                let mut dice = fastrand::Rng::with_seed(part);
                for _ in 0..count / 4 {
                    let (bytes, waits) = malformed(server, &mut dice);
                    check(server, &bytes, waits);
                }
            });
        }
    });
    server.wait_for("every place is free again", |load| load == [(0, 0); 4]);
    let good = server.post("explain", r#"{"fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "budget": {"nodes": 1000}}"#);
    assert_eq!(good.status, 200, "{}", good.body);
    // The slow ones were told so, or left.
    for mut stream in slow {
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
        let text = String::from_utf8_lossy(&rest);
        assert!(text.is_empty() || text.starts_with("HTTP/1.1 408"), "{text}");
    }
}

#[test]
fn malformed_requests_cost_no_crash_and_no_place() {
    survives(800);
}

#[test]
#[ignore = "slow: ten thousand requests"]
fn ten_thousand_malformed_requests_cost_no_crash_and_no_place() {
    survives(10_000);
}

#[test]
fn a_body_that_is_too_large_is_refused_before_it_is_read() {
    let server = Running::start();
    let mut stream = server.connect();
    let headers = [("Content-Type", "application/json"), ("Content-Length", "104857600")];
    stream.write_all(&request(server.address, "POST", "/api/v1/explain", &headers, b"")).unwrap();
    let began = Instant::now();
    let answer = Answer::read(&mut stream).unwrap();
    assert_eq!(answer.status, 413);
    assert!(began.elapsed() < Duration::from_secs(5));
    // Without a length the limit holds all the same.
    let mut stream = server.connect();
    let headers = [("Content-Type", "application/json"), ("Transfer-Encoding", "chunked")];
    stream.write_all(&request(server.address, "POST", "/api/v1/explain", &headers, b"")).unwrap();
    let chunk = [b"10000\r\n".as_slice(), &vec![b' '; 0x10000], b"\r\n"].concat();
    let all = (0..200).try_for_each(|_| stream.write_all(&chunk));
    if all.is_ok() {
        assert_eq!(Answer::read(&mut stream).unwrap().status, 413);
    }
}

#[test]
fn a_client_that_takes_nothing_in_is_left() {
    let server = Running::with(Options { slowness: Duration::from_millis(300), ..Options::default() });
    // Many large answers on one connection, and nobody reads them.
    let mut stream = server.connect();
    let one = format!("GET /api/v1/openapi.json HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    let began = Instant::now();
    stream.set_write_timeout(Some(Duration::from_millis(200))).unwrap();
    let mut left = false;
    while began.elapsed() < Duration::from_secs(20) && !left {
        if let Err(error) = stream.write_all(one.as_bytes()) {
            left = matches!(error.kind(), std::io::ErrorKind::ConnectionReset | std::io::ErrorKind::BrokenPipe);
        }
    }
    assert!(left, "the server still waits");
}

#[test]
fn strangers_are_refused() {
    let server = Running::start();
    let ask = |headers: &[(&str, &str)]| {
        let headers = [&[("Content-Type", "application/json")], headers].concat();
        server.send("POST", "/api/v1/tactics", &headers, b"{}").status
    };
    let here = server.address.to_string();
    assert_eq!(ask(&[]), 200);
    assert_eq!(ask(&[("Host", &here), ("Origin", &format!("http://{here}"))]), 200);
    assert_eq!(ask(&[("Host", "evil.example")]), 403);
    assert_eq!(ask(&[("Origin", "http://evil.example")]), 403);
    assert_eq!(ask(&[("Origin", "null")]), 403);
    assert_eq!(ask(&[("Sec-Fetch-Site", "cross-site")]), 403);
    assert_eq!(server.send("GET", "/", &[("Host", "evil.example")], b"").status, 403);
    assert_eq!(server.send("OPTIONS", "/api/v1/tactics", &[("Origin", "http://evil.example")], b"").status, 403);
}
