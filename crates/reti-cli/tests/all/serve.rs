//! `reti serve` and `reti ask`: the same documents as the commands give, and an orderly end.
#![allow(clippy::unwrap_used, reason = "tests")]

use crate::support;

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    process::Child,
    time::{Duration, Instant},
};

use support::{reti, start};

const FORK: &str = "r3k3/5p2/8/3N4/8/8/5PP1/6K1 w - - 0 1";

#[test]
fn asking_gives_the_documents_of_the_commands() {
    let check = |name: &str, request: &str, command: &[&str]| {
        let (asked, told) = (reti(&["ask", name, request]), reti(command));
        assert_eq!((asked.code, asked.err.as_str()), (Some(0), ""), "{name}");
        assert_eq!(asked.out, told.out, "{name}");
    };
    let fen = format!("{{\"fen\": \"{FORK}\"}}");
    check("tactics", &fen, &["tactics", FORK, "--format", "json"]);
    check("graph", &fen, &["graph", FORK, "--format", "json"]);
    check("field", &fen, &["field", FORK, "--format", "json"]);
    check("zones", &fen, &["zones", FORK, "--format", "json"]);
    check("prove", &fen, &["prove", FORK, "--format", "json"]);
    let lesson =
        format!("{{\"fen\": \"{FORK}\", \"move\": \"Nb6\", \"budget\": {{\"nodes\": 20000}}, \"language\": \"de\"}}");
    let command = ["explain", FORK, "--move", "Nb6", "--nodes", "20000", "--language", "de", "--format", "json"];
    check("explain", &lesson, &command);
}

#[test]
fn a_wrong_request_is_shown_with_a_caret() {
    let run = reti(&["ask", "tactics", "{\"fen\": \"k7/8/8/8/8/8/8/K7 x\"}"]);
    assert_eq!(run.code, Some(3));
    assert!(run.err.starts_with("fen: bad FEN: ") && run.err.contains('^'), "{}", run.err);
    assert_eq!(reti(&["ask", "tactics", "{\"fem\": 1}"]).code, Some(3));
    assert_eq!(reti(&["ask", "explain", "{\"elo\": 1}"]).code, Some(3));
    assert_eq!(reti(&["ask", "poem"]).code, Some(2));
}

/// A server, and the address that it printed.
fn serving(arguments: &[&str]) -> (Child, String) {
    let mut server = start(&[&["serve", "--port", "0", "--no-open"], arguments].concat());
    let mut line = String::new();
    BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://").unwrap().to_owned();
    (server, address)
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[cfg(unix)]
#[test]
fn the_page_is_served_until_somebody_ends_it() {
    let (mut server, address) = serving(&[]);
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    assert!(get(&address, "/").contains("<title>Reti"));
    assert!(get(&address, "/api/v1/openapi.json").contains("\"openapi\": \"3.1.0\""));
    // A second one cannot have the same address, and says so.
    let taken = reti(&["serve", "--no-open", "--port", address.rsplit(':').next().unwrap()]);
    assert_eq!(taken.code, Some(1));
    assert!(taken.err.contains(&address), "{}", taken.err);
    let ended = std::process::Command::new("kill").args(["-INT", &server.id().to_string()]).status().unwrap();
    assert!(ended.success());
    let began = Instant::now();
    while server.try_wait().unwrap().is_none() {
        assert!(began.elapsed() < Duration::from_secs(10), "it goes on after Ctrl-C");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(server.wait().unwrap().code(), Some(0));
}

#[test]
fn other_addresses_are_warned_about() {
    let (mut server, address) = serving(&["--listen", "0.0.0.0"]);
    assert!(address.starts_with("127.0.0.1:"), "the address that can be opened here: {address}");
    assert!(get(&address, "/api/v1/health").starts_with("HTTP/1.1 200"));
    server.kill().unwrap();
    let mut told = String::new();
    server.stderr.as_mut().unwrap().read_to_string(&mut told).unwrap();
    server.wait().unwrap();
    assert!(told.starts_with("warning: ") && told.contains("0.0.0.0"), "{told}");
}
