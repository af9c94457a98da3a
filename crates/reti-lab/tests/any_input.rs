//! Nothing that a user can type panics: the checks of the fuzz targets on thousands of damaged
//! inputs, from a fixed seed, as an ordinary test.
#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "../../../fuzz/checks.rs"]
mod checks;

use std::fmt::Write as _;

use reti::chess::Position;

/// Damage by chance, always from the same seed.
struct Dice(fastrand::Rng);

/// Characters that mean something in FEN, moves or PGN.
const SYNTAX: &[u8] = b" /-wbKQkqpPnNrRB0123456789x=+#()[]{};$.*\"\n%";

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice(fastrand::Rng::with_seed(seed))
    }

    fn roll(&mut self, sides: usize) -> usize {
        self.0.usize(..sides.max(1))
    }

    /// The text with one to four places changed, removed, doubled, or exchanged for another's.
    fn damage(&mut self, bytes: &[u8], other: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..=self.roll(4) {
            let at = self.roll(bytes.len());
            let end = (at + 1 + self.roll(8)).min(bytes.len());
            match self.roll(7) {
                0 if !bytes.is_empty() => bytes[at] = self.roll(256) as u8,
                1 if !bytes.is_empty() => bytes[at] = SYNTAX[self.roll(SYNTAX.len())],
                2 => drop(bytes.drain(at..end)),
                3 => {
                    let piece = bytes[at..end].to_vec();
                    bytes.splice(at..at, piece);
                }
                4 => bytes.truncate(at),
                5 => {
                    let start = self.roll(other.len());
                    let stop = (start + self.roll(20)).min(other.len());
                    bytes.splice(at..at, other[start..stop].iter().copied());
                }
                _ => drop(bytes.splice(at..at, "é♞\u{0}\u{feff}".bytes())),
            }
        }
        bytes
    }
}

/// Positions and moves of the committed games.
fn material() -> Vec<(String, String)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/games/lichess-2025-05.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let mut found = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')).step_by(4) {
        let mut position = Position::start();
        for text in line.split(' ').skip(2) {
            let m = position.parse_move(text).unwrap();
            found.push((position.fen(), position.san(m)));
            position = position.play(m);
        }
    }
    found
}

#[test]
fn any_fen_is_read_or_explained() {
    let (material, mut dice) = (material(), Dice::new(0x5eed));
    for _ in 0..20_000 {
        let (fen, _) = &material[dice.roll(material.len())];
        let (other, _) = &material[dice.roll(material.len())];
        checks::fen(&String::from_utf8_lossy(&dice.damage(fen.as_bytes(), other.as_bytes())));
    }
}

#[test]
fn any_move_text_is_read_or_explained() {
    let (material, mut dice) = (material(), Dice::new(0xfeed));
    for _ in 0..2_000 {
        let (fen, san) = &material[dice.roll(material.len())];
        let (_, other) = &material[dice.roll(material.len())];
        checks::move_text(fen, san);
        checks::move_text(fen, other);
        checks::move_text(fen, &String::from_utf8_lossy(&dice.damage(san.as_bytes(), other.as_bytes())));
    }
}

#[test]
fn any_game_file_is_read_or_explained() {
    let (material, mut dice) = (material(), Dice::new(0xdeed));
    let start = Position::start().fen();
    let starts: Vec<usize> = (0..material.len()).filter(|&index| material[index].0 == start).collect();
    let game = |dice: &mut Dice| {
        let first = starts[dice.roll(starts.len())];
        let mut text = String::from("[Event \"A \\\"B\\\"\"]\n[Result \"1-0\"]\n\n");
        for (ply, (_, san)) in material[first..].iter().take(40).enumerate() {
            if ply > 0 && material[first + ply].0 == start {
                break;
            }
            let _ = write!(text, "{}. {san} {{c [%eval 0.3]}} (1. e4 (d4)) $1 ", ply / 2 + 1);
        }
        text + "1-0\n\n"
    };
    for _ in 0..3_000 {
        let (one, two) = (game(&mut dice), game(&mut dice));
        let whole = format!("{one}{two}");
        checks::pgn(&dice.damage(whole.as_bytes(), one.as_bytes()));
    }
}

#[test]
fn any_suite_is_read_or_explained() {
    let (material, mut dice) = (material(), Dice::new(0xcafe));
    for _ in 0..10_000 {
        let (fen, san) = &material[dice.roll(material.len())];
        let (other, _) = &material[dice.roll(material.len())];
        let fields: Vec<&str> = fen.split(' ').take(4).collect();
        let line = format!("{} bm {san}; am Kh8; id \"a;b\"; c8 \"10 2\"; c9 \"{san} e2e4\";\n", fields.join(" "));
        checks::epd(&String::from_utf8_lossy(&dice.damage(line.as_bytes(), other.as_bytes())));
    }
}

#[test]
fn any_kernels_file_is_read_or_explained() {
    let (file, mut dice) = (reti_core::field::learned::EMBEDDED, Dice::new(0xfee1));
    checks::kernels(file);
    for _ in 0..500 {
        checks::kernels(&String::from_utf8_lossy(&dice.damage(file.as_bytes(), b"[nan] = [1e99, inf]")));
    }
}

#[test]
fn any_labelled_positions_are_read_or_explained() {
    let (material, mut dice) = (material(), Dice::new(0xda7a));
    for _ in 0..5_000 {
        let (fen, _) = &material[dice.roll(material.len())];
        let (other, _) = &material[dice.roll(material.len())];
        let lines = format!("{fen} | 31 | 0000 | 0000 | 0.5\n{other} | -20 | 0000 | 0000 | -1\n");
        checks::labelled(&String::from_utf8_lossy(&dice.damage(lines.as_bytes(), fen.as_bytes())));
    }
}

#[test]
fn any_conversation_leaves_the_engine_ready() {
    let (material, mut dice) = (material(), Dice::new(0xbeed));
    for _ in 0..1_000 {
        let (fen, _) = &material[dice.roll(material.len())];
        let talk = format!(
            "uci\nsetoption name MultiPV value 2\nposition fen {fen} moves e2e4\ngo depth 1 searchmoves e2e4 d2d4\n\
             go wtime 10 btime 10 winc 1 binc 1 movestogo 2\nponderhit\neval\nd\nucinewgame\ngo infinite\n"
        );
        checks::uci(&String::from_utf8_lossy(&dice.damage(talk.as_bytes(), fen.as_bytes())));
    }
}

#[test]
fn games_read_as_they_were_written() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/games/lichess-2025-05.txt");
    let text = std::fs::read_to_string(path).unwrap();
    let (mut pgn, mut expected) = (String::new(), Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut position = Position::start();
        let mut moves = Vec::new();
        let _ = write!(pgn, "[Site \"{}\"]\n\n", line.split(' ').next().unwrap());
        for (ply, text) in line.split(' ').skip(2).enumerate() {
            let m = position.parse_move(text).unwrap();
            if ply % 2 == 0 {
                let _ = write!(pgn, "{}. ", ply / 2 + 1);
            }
            let _ = write!(pgn, "{} ", position.san(m));
            moves.push(m);
            position = position.play(m);
        }
        let _ = writeln!(pgn, "{}\n", line.split(' ').nth(1).unwrap());
        expected.push(moves);
    }
    let found: Vec<_> = reti::pgn::games(pgn.as_bytes()).map(Result::unwrap).collect();
    assert!(found.iter().all(|game| game.problem.is_none()));
    assert_eq!(found.into_iter().map(|game| game.moves).collect::<Vec<_>>(), expected);
}

#[test]
fn any_puzzle_table_is_read_or_explained() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/puzzles/disagreements.csv");
    let text = std::fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let mut dice = Dice::new(0xc5f);
    for _ in 0..1_500 {
        let mut table = vec![lines[0]];
        table.extend((0..dice.roll(5)).map(|_| lines[1 + dice.roll(lines.len() - 1)]));
        let other = lines[dice.roll(lines.len())];
        let bytes = dice.damage(table.join("\n").as_bytes(), other.as_bytes());
        checks::puzzles(&bytes);
    }
    checks::puzzles(text.as_bytes());
    checks::puzzles(b"");
}

#[test]
fn any_certificate_is_accepted_or_faulted() {
    let fens = ["r3k3/8/8/1N6/8/8/8/4K2R w - - 0 1", reti::explain::SAMPLE];
    let proofs = fens.map(|fen| {
        let position = reti::read_position(fen).unwrap();
        let answer = reti::proof::prove(&position, &reti::proof::Question::default(), None, &|| false);
        answer.certificate.unwrap().to_string()
    });
    let mut dice = Dice::new(0xce57);
    for round in 0..3_000 {
        let [one, other] = [&proofs[round % 2], &proofs[1 - round % 2]];
        checks::certificate(&String::from_utf8_lossy(&dice.damage(one.as_bytes(), other.as_bytes())));
    }
    assert!(proofs.iter().all(|proof| reti::proof::check_certificate(proof, None).accepted));
}

/// Runs a check on damaged copies of some originals.
fn check_damaged(originals: &[Vec<u8>], count: usize, seed: u64, check: impl Fn(&[u8])) {
    let mut dice = Dice::new(seed);
    for original in originals {
        check(original);
    }
    for round in 0..count {
        let (one, other) = (&originals[round % originals.len()], &originals[dice.roll(originals.len())]);
        check(&dice.damage(one, other));
    }
}

fn text(check: impl Fn(&str)) -> impl Fn(&[u8]) {
    move |bytes| check(&String::from_utf8_lossy(bytes))
}

#[test]
fn any_packed_file_unpacks_within_bounds() {
    let pgn = zstd::encode_all(&b"[White \"A\"]\n\n1. e4 e5 2. Nf3 {good} Nc6 1-0\n"[..], 3).unwrap();
    let bomb = zstd::encode_all(std::io::Read::take(std::io::repeat(b'x'), 8 << 20), 3).unwrap();
    check_damaged(&[pgn, bomb], 400, 0x257d, checks::zstd);
}

#[test]
fn any_weights_openings_and_sentences_are_read_or_explained() {
    let weights = b"# comment\nfork = 1.5\n[motifs]\npin = 2\n".to_vec();
    check_damaged(&[weights, b"".to_vec()], 2_000, 0x3e1, text(checks::weights));
    let openings = [
        b"e4 e5 Nf3\nd4 d5\n".to_vec(),
        b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"x\";\n".to_vec(),
        b"[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n".to_vec(),
    ];
    check_damaged(&openings, 2_000, 0x09e, text(checks::openings));
    let claims = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../reti-lessons/lessons/en/claims.txt")).unwrap();
    check_damaged(&[claims], 60, 0x7e9, text(checks::templates));
}

#[test]
fn any_request_is_answered_or_explained() {
    let requests: Vec<Vec<u8>> = reti::requests::ENDPOINTS
        .iter()
        .map(|endpoint| format!("{}\n{}", endpoint.name, endpoint.example).into_bytes())
        .collect();
    check_damaged(&requests, 4_000, 0xa5c, checks::request);
}

#[test]
fn any_reply_of_an_engine_is_read_within_bounds() {
    let replies = [
        b"info depth 7 seldepth 9 multipv 2 score cp -31 nodes 400 pv e2e4 e7e5 g1f3\nbestmove e2e4".to_vec(),
        b"info depth 99999999999 multipv -5 score mate -9223372036854775808 pv a1a1\ninfo string x".to_vec(),
    ];
    check_damaged(&replies, 5_000, 0x3e9, text(checks::engine_reply));
}

#[test]
fn any_table_file_is_asked_or_refused() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/tables/syzygy");
    let syzygy = std::fs::read(format!("{folder}/KQvK.rtbw")).unwrap();
    let other = std::fs::read(format!("{folder}/KRvK.rtbw")).unwrap();
    check_damaged(&[syzygy, other, b"RETI".to_vec()], 300, 0x57a, checks::syzygy);
    check_damaged(&[b"RETI table".to_vec(), vec![0; 4096]], 100, 0x7ab, checks::table);
}
