//! What must hold for any input. The fuzz targets and the ordinary tests both run these checks.
#![allow(dead_code, reason = "each fuzz target runs one of them")]

use std::{
    path::Path,
    sync::{Arc, Mutex},
};

use reti::{
    Problem,
    chess::Position,
    pgn::{
        Game,
        edit::{Addition, Additions, edit},
        games,
    },
    uci::{Flow, Session, client::Info},
};

/// A problem can be shown, whatever it quotes.
fn check_report(problem: &Problem) {
    let report = problem.report();
    assert!(report.lines().count() <= 3 || report.contains('\u{2028}'), "{report:?}");
    assert!(!problem.message.is_empty());
}

/// What is printed reads as the same position, and its graph can be written in every format.
fn check_position(position: &Position) {
    let fen = position.fen();
    assert_eq!(&Position::from_fen(&fen).expect("our own FEN is a FEN"), position, "{fen}");
}

/// Any text as a FEN.
pub fn fen(text: &str) {
    match reti::read_position(text) {
        Ok(position) => {
            check_position(&position);
            let graph = reti::graph::graph(&position, reti::graph::Selection::default());
            assert_eq!(graph.nodes.len(), position.board().occupied().count());
            let wanted = reti::tactics::Wanted { observations: true, ..Default::default() };
            let found = reti::tactics::tactics(&position, wanted);
            assert_eq!(found.order, found.order_white + found.order_black);
            assert_eq!(found.components.iter().map(Vec::len).sum::<usize>(), found.order);
        }
        Err(problem) => check_report(&problem),
    }
}

/// A position on the first line, a move on the second.
pub fn position_and_move(text: &str) {
    let (fen, m) = text.split_once('\n').unwrap_or(("", text));
    move_text(fen, m);
}

/// Any text as a move in any position.
pub fn move_text(fen: &str, text: &str) {
    let position = reti::read_position(fen).unwrap_or_default();
    match reti::read_move(&position, text) {
        Ok(m) => {
            assert!(position.is_legal(m), "{text} in {}", position.fen());
            assert_eq!(reti::read_move(&position, &position.san(m)), Ok(m));
            assert_eq!(reti::read_move(&position, &position.uci(m)), Ok(m));
            assert!(reti::exchange::text(&position, m, reti::explain::Words::english()).contains("Value: "));
            check_position(&position.play(m));
        }
        Err(problem) => check_report(&problem),
    }
}

/// Any bytes as a game file.
pub fn pgn(bytes: &[u8]) {
    for (index, game) in games(bytes).enumerate() {
        let game = game.expect("memory can be read");
        assert_eq!(game.number, index + 1);
        if let Some(problem) = &game.problem {
            check_report(problem);
        }
        // Playing the moves checks that each is legal.
        let mut position = game.start.clone();
        for &m in &game.moves {
            assert!(position.is_legal(m));
            position = position.play(m);
        }
        check_position(&position);
        assert!(game.comments.iter().all(|(ply, _)| *ply <= game.moves.len()));
        check_edit(&game);
    }
}

/// Adding nothing changes nothing but closes what was left open; what is added shifts no move.
fn check_edit(game: &Game) {
    let plain = edit(game, &Additions::default());
    if game.layout.unclosed.is_empty() {
        assert_eq!(plain, game.text);
    }
    let addition = Addition { glyph: Some(2), comment: "said {x}".to_owned(), variations: vec!["1. e4".to_owned()] };
    let moves = vec![addition; game.moves.len()];
    let tags = vec![("Opening", "A \"b\"".to_owned())];
    let edited = edit(game, &Additions { tags, preface: "before".to_owned(), moves, problem: "stop".to_owned() });
    // A space may have become the end of a line.
    let mut rest = edited.chars();
    assert!(
        game.text.chars().filter(|ch| *ch != ' ').all(|ch| rest.any(|other| other == ch)),
        "{edited:?} lost something of {:?}",
        game.text
    );
    if game.problem.is_none() {
        let again = games(edited.as_bytes()).next().expect("a game stays a game").expect("memory can be read");
        assert_eq!(again.moves, game.moves, "{edited:?}");
        assert_eq!(again.comments.len(), game.comments.len() + game.moves.len() + 1, "{edited:?}");
    }
}

/// Any bytes as a table of puzzles.
pub fn puzzles(bytes: &[u8]) {
    match reti_lab::puzzle::records(std::io::Cursor::new(bytes.to_vec())) {
        Ok(records) => {
            let (comparisons, problems) = reti_lab::puzzle::compare(records, None, 2);
            assert!(comparisons.iter().all(|found| found.all.f1().is_none_or(|f1| (0.0..=1.0).contains(&f1))));
            problems.iter().for_each(check_report);
        }
        Err(problem) => check_report(&problem),
    }
}

/// Any text as a certificate: it is accepted, or a fault is named.
pub fn certificate(text: &str) {
    let answer = reti::proof::check_certificate(text, None);
    assert_eq!(answer.accepted, answer.fault.is_none());
}

/// Any text as a test suite.
pub fn epd(text: &str) {
    match reti_lab::epd::read(text) {
        Ok(entries) => entries.iter().for_each(|entry| check_position(&entry.position)),
        Err(problem) => check_report(&problem),
    }
}

/// Any text as a kernels file: it is read, written and read again, or the line is named.
pub fn kernels(text: &str) {
    match reti::field::read_kernels("any", text) {
        Ok(kernels) => assert!(!reti::field::kernels_text(&kernels, false).contains("NaN")),
        Err(problem) => check_report(&problem),
    }
}

/// Any text as labelled positions.
pub fn labelled(text: &str) {
    if let Err(error) = reti_lab::learn::read(&[("any".to_owned(), text.to_owned())]) {
        assert!(error.line >= 1 && error.line <= text.lines().count());
    }
}

/// Any bytes as a packed file: it unpacks to games, or to an error, within its bounds.
pub fn zstd(bytes: &[u8]) {
    const MOST: usize = 1 << 20;
    if let Ok(source) = reti::packed::unpacked(std::io::Cursor::new(bytes.to_vec())) {
        for game in games(source).with_limit(MOST) {
            assert!(game.is_err() || game.is_ok_and(|game| game.text.len() <= MOST + 1));
        }
    }
    if let Ok(source) = reti::packed::unpacked(std::io::Cursor::new(bytes.to_vec())) {
        let read = reti::packed::read_at_most(source, MOST as u64);
        assert!(read.is_err() || read.is_ok_and(|read| read.len() <= MOST));
    }
}

/// Any text as weights of teachability.
pub fn weights(text: &str) {
    if let Err(problem) = reti::explain::read_weights("any", text) {
        check_report(&problem);
    }
}

/// Any bytes as requests: the first line says which, the rest is its body. Nobody wants the answers, so that
/// what is read is soon over; what only looks is done to its end.
pub fn request(bytes: &[u8]) {
    use reti::requests::{Call, Cost, named};
    let (name, body) = bytes.iter().position(|&byte| byte == b'\n').map_or((bytes, &[][..]), |end| bytes.split_at(end));
    let Some(endpoint) = std::str::from_utf8(name).ok().and_then(named) else { return };
    let is_over = endpoint.cost != Cost::Light;
    let stop = || is_over;
    match endpoint.answer(body, &Call { stop: &stop, ..Call::default() }) {
        Ok(document) => assert!(document.starts_with('{') && document.ends_with('\n'), "{document}"),
        Err(refusal) => {
            let told = refusal.problem();
            assert!((400..600).contains(&told.status) && !told.detail.is_empty(), "{told:?}");
            assert!(told.start <= told.end, "{told:?}");
        }
    }
}

/// Any text as openings of a match.
pub fn openings(text: &str) {
    if let Err(problem) = reti_lab::matches::read_openings(text, 8) {
        check_report(&problem);
    }
}

/// Any lines as what an engine says: numbers stay within bounds, lines are legal.
pub fn engine_reply(text: &str) {
    let start = Position::start();
    for info in text.lines().filter_map(Info::read) {
        assert!((1..=1_000).contains(&info.place) && info.depth.is_none_or(|depth| depth <= 1_000));
        let mut position = start.clone();
        for m in info.moves(&start) {
            assert!(position.is_legal(m));
            position = position.play(m);
        }
    }
}

/// A folder of this process, with one file in it.
fn with_file(name: &str, bytes: &[u8], check: impl FnOnce(&Path)) {
    let folder = std::env::temp_dir().join(format!("reti-fuzz-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("there is room for a folder");
    std::fs::write(folder.join(name), bytes).expect("there is room for a file");
    check(&folder);
    let _ = std::fs::remove_dir_all(&folder);
}

/// Any text as a file of sentences, beside the English ones.
pub fn templates(text: &str) {
    // The fuzz targets and the tests lie in different folders of the repository.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().find(|folder| folder.join("fuzz/checks.rs").exists());
    let english = root.expect("this file is there").join("crates/reti-lessons/lessons/en");
    let read = reti::explain::Words::read("any", |file| match file {
        "claims.txt" => Ok(text.to_owned()),
        _ => std::fs::read_to_string(english.join(file)),
    });
    if let Err(problem) = read {
        assert!(!problem.to_string().is_empty());
    }
}

/// Any bytes as a table of our own: opened and asked, or refused.
pub fn table(bytes: &[u8]) {
    with_file("KQvK.reti", bytes, |folder| {
        if let Ok(tables) = reti::tables::ExactValues::with_folder(folder) {
            ask(&tables);
        }
    });
}

/// Any bytes as a Syzygy table: opened and asked, or refused.
pub fn syzygy(bytes: &[u8]) {
    with_file("KQvK.rtbw", bytes, |folder| {
        if let Ok(tables) = reti::syzygy::Shelf::open(&folder.to_string_lossy()).map(|shelf| shelf.patient()) {
            ask(&*tables.probe);
        }
    });
}

/// Asks about queen against king with both sides to move.
fn ask(probe: &dyn reti::Probe) {
    for fen in ["8/8/8/3k4/8/8/1K2Q3/8 w - - 0 1", "8/8/8/3k4/8/8/1K2Q3/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]
    {
        let position = Position::from_fen(fen).expect("this is a FEN");
        let _ = probe.probe(&position);
    }
}

/// Any lines as a conversation with the engine: every answer is one line, `isready` is answered, and
/// every search that was asked for has its move.
pub fn uci(text: &str) {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ears = Arc::clone(&heard);
    let mut session = Session::new(Arc::new(move |line: &str| {
        ears.lock().expect("nobody panics while listening").push(line.to_owned());
    }));
    // A large table is legal and only slow, and so are many threads; searches are stopped in the end.
    let is_slow = |line: &&str| ["hash", "threads"].iter().any(|word| line.to_ascii_lowercase().contains(word));
    let mut searches = 0;
    for line in text.lines().filter(|line| !is_slow(line)) {
        if session.line(line) == Flow::Quit {
            return;
        }
        searches += usize::from(line.split_whitespace().next() == Some("go"));
    }
    session.line("stop");
    session.line("isready");
    session.end();
    let heard = heard.lock().expect("nobody panics while listening");
    assert!(heard.iter().any(|line| line == "readyok"), "{heard:?}");
    assert!(heard.iter().all(|line| !line.contains('\n')), "{heard:?}");
    assert_eq!(heard.iter().filter(|line| line.starts_with("bestmove ")).count(), searches, "{text:?}: {heard:?}");
}
