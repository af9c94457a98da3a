//! Every kind is tried on its own examples, in both colours, and reads back what it writes.

use reti_core::chess::{Position, Symmetry};
use reti_search::bitbase::ThreeMen;

use super::{Checker, KINDS, Kind, Man, Said, Statement, Verdict, from_fields, from_text, read, to_fields};
use crate::words::Words;

const NODES: u64 = 60_000;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn ruled(fen: &str, said: &Said) -> Verdict {
    let position = position(fen);
    let ruling = Checker::new(&position, &ThreeMen, NODES).rule(&position, said).unwrap();
    for words in [Words::english(), Words::german()] {
        let why = words.why(&ruling);
        assert!(why.ends_with('.') && !why.contains("  "), "{}: {why:?}", ruling.note.name);
    }
    ruling.verdict
}

#[test]
fn every_kind_holds_and_fails_where_its_examples_say() {
    for Kind { name, holds, fails, .. } in KINDS {
        for ((fen, fields), expected) in [(holds, Verdict::True), (fails, Verdict::False)] {
            let said = from_text(name, fields).unwrap_or_else(|error| panic!("{name} {fields}: {error}"));
            assert_eq!(ruled(fen, &said), expected, "{name} {fields} in {fen}");
            let denied = Said { not: true, ..said };
            assert_eq!(ruled(fen, &denied), expected.denied(), "not {name} {fields} in {fen}");
        }
    }
}

#[test]
fn what_is_written_is_read_back() {
    for Kind { name, holds, fails, .. } in KINDS {
        for (_, fields) in [holds, fails] {
            let mut said = from_text(name, fields).unwrap();
            said.after = vec!["e4".to_owned()];
            let written = to_fields(&said).into_iter().map(|(name, term)| (name.to_owned(), term)).collect();
            assert_eq!(from_fields(name, written), Ok(said), "{name} {fields}");
        }
    }
}

#[test]
fn names_of_kinds_are_unique_and_told() {
    for (index, kind) in KINDS.iter().enumerate() {
        assert!(KINDS[..index].iter().all(|other| other.name != kind.name), "{}", kind.name);
        assert!(kind.about.ends_with('.'), "{}", kind.name);
        assert!(kind.name.chars().all(|ch| ch.is_ascii_lowercase() || ch == '_'), "{}", kind.name);
    }
}

/// The statement about the mirrored board.
fn mirrored(text: &str) -> String {
    let turned = |part: &str| {
        let (name, value) = part.split_once('=').unwrap();
        let value = value.split(',').map(|value| value.split('_').map(mirrored_word).collect::<Vec<_>>().join("_"));
        format!("{name}={}", value.collect::<Vec<_>>().join(","))
    };
    text.split_whitespace().map(turned).collect::<Vec<_>>().join(" ")
}

fn mirrored_word(word: &str) -> String {
    match word {
        "white" => return "black".to_owned(),
        "black" => return "white".to_owned(),
        _ => {}
    }
    // A rank in a square or a move.
    let mut out = String::new();
    let mut before = ' ';
    for ch in word.chars() {
        let rank = ch.to_digit(10).filter(|rank| (1..=8).contains(rank) && matches!(before, 'a'..='h'));
        out.push(rank.and_then(|rank| char::from_digit(9 - rank, 10)).unwrap_or(ch));
        before = ch;
    }
    out
}

#[test]
fn mirrored_statements_have_mirrored_verdicts() {
    for Kind { name, holds, fails, .. } in KINDS {
        for ((fen, fields), expected) in [(holds, Verdict::True), (fails, Verdict::False)] {
            let turned = Symmetry::Mirror.position(&position(fen)).unwrap();
            let said = from_text(name, &mirrored(fields)).unwrap();
            assert_eq!(ruled(&turned.fen(), &said), expected, "{name} {fields} mirrored: {}", turned.fen());
        }
    }
}

#[test]
fn a_denial_needs_what_it_speaks_of() {
    let fen = "4k3/8/8/3n4/8/8/8/4K3 w - - 0 1";
    let knight = Man {
        square: Some(reti_core::chess::Square::F6),
        kind: Some(reti_core::chess::PieceType::Knight),
        color: None,
    };
    let said = Said { not: true, ..Statement::Pinned { piece: knight, by: None, to: None }.into() };
    assert_eq!(ruled(fen, &said), Verdict::False);
    let said =
        Said { after: vec!["Kd3".to_owned()], ..Statement::ToMove { color: reti_core::chess::Color::Black }.into() };
    assert_eq!(ruled(fen, &said), Verdict::False, "Kd3 cannot be played");
}

/// What a text says: the verdicts of what was read, and what was not.
fn check(fen: &str, text: &str, verdicts: &[Verdict], unread: &[&str]) {
    let here = position(fen);
    let reading = read::read(&here, text);
    let found: Vec<Verdict> = reading.claims.iter().map(|(said, _)| ruled(fen, said)).collect();
    assert_eq!(found, verdicts, "{text}: {:?}", reading.claims);
    let missed: Vec<&str> = reading.unread.iter().map(|span| &text[span.clone()]).collect();
    assert_eq!(missed, unread, "{text}");
}

#[test]
fn sentences_are_read() {
    use Verdict::{False, True};
    let pin = "rnbqkb1r/pppp1ppp/5n2/4p1B1/4P3/8/PPPP1PPP/RN1QKBNR b KQkq - 3 3";
    check(pin, "The knight on f6 is pinned to the queen.", &[True], &[]);
    check(pin, "The knight on f6 is not pinned.", &[False], &[]);
    check(pin, "It is not true that the knight on f6 is pinned.", &[False], &[]);
    check(pin, "The Bg5 pins the f6-knight against the queen on d8.", &[True], &[]);
    check(pin, "White's bishop on g5 attacks the knight on f6, and it is Black to move.", &[True, True], &[]);
    check(pin, "After Be7, the knight on f6 isn't pinned.", &[True], &[]);
    check(pin, "After Be7 the knight on f6 is no longer pinned to the queen.", &[True], &[]);
    check(pin, "After Nxe4 the bishop on g5 attacks the queen.", &[True], &[]);
    check(pin, "The bishop on g5 attacks the knight on f6 but is undefended.", &[True, True], &[]);
}

#[test]
fn what_is_not_understood_is_not_checked() {
    let fen = "rnbqkb1r/pppp1ppp/5n2/4p1B1/4P3/8/PPPP1PPP/RN1QKBNR b KQkq - 3 3";
    for text in [
        "If the bishop leaves g5, the knight on f6 hangs",
        "The knight on f6 would be pinned",
        "The knight on f6 was pinned",
        "The knight on f6 is almost pinned",
        "Perhaps the knight on f6 is pinned",
        "It is hard to say that the knight on f6 is pinned",
        "The knight on f6 is neither pinned nor attacked",
        "One might think the knight on f6 is pinned",
        "The knight on f6 will be pinned",
        "Unless Black castles, the knight on f6 is pinned",
        "The knight on f6 seems pinned",
        "The knight on f6 is rarely pinned",
    ] {
        check(fen, text, &[], &[text]);
    }
    check(fen, "Is the knight on f6 pinned?", &[], &["Is the knight on f6 pinned"]);
    check(fen, "The knight is pinned.", &[Verdict::CannotTell], &[]);
}

/// What is read in a text about a position where the knight on f6 is pinned.
fn claims(text: &str) -> Vec<Said> {
    let here = position("rnbqkb1r/pppp1ppp/4pn2/6B1/3P4/8/PPP1PPPP/RN1QKBNR w KQkq - 0 3");
    let reading = read::read(&here, text);
    if reading.unread.is_empty() { reading.claims.into_iter().map(|(said, _)| said).collect() } else { Vec::new() }
}

#[test]
fn another_order_says_the_same() {
    for (turned, plain) in [
        ("It is the bishop on g5 that pins the knight on f6.", "The bishop on g5 pins the knight on f6."),
        ("What pins the knight on f6 is the bishop on g5.", "The bishop on g5 pins the knight on f6."),
        ("The piece pinning the knight on f6 is the bishop on g5.", "The bishop on g5 pins the knight on f6."),
        ("There is a bishop on g5 attacking the knight on f6.", "The bishop on g5 attacks the knight on f6."),
        ("White has a bishop on g5 pinning the knight on f6.", "White's bishop on g5 pins the knight on f6."),
        ("White is the side with the bishop pair.", "White has the bishop pair."),
        (
            "White's rooks on a1 and h1 are undefended.",
            "White's rook on a1 is undefended. White's rook on h1 is undefended.",
        ),
        (
            "Neither the knight on f6 nor the bishop on f8 is pinned.",
            "The knight on f6 is not pinned. The bishop on f8 is not pinned.",
        ),
        (
            "The bishop on g5 attacks the knight on f6, which is pinned.",
            "The bishop on g5 attacks the knight on f6. The knight on f6 is pinned.",
        ),
        ("White plays Bxf6, and it is not mate.", "Bxf6 is not mate."),
    ] {
        let (turned_says, plain_says) = (claims(turned), claims(plain));
        assert!(!plain_says.is_empty(), "{plain}");
        assert_eq!(turned_says, plain_says, "{turned}");
    }
}

#[test]
fn what_may_mean_something_else_is_not_read() {
    for text in [
        "The knight on f6 or the pawn on e6 is attacked.",
        "The only piece that attacks e4 is the knight on f6.",
        "The knight on f6 is the only piece that attacks e4.",
        "It is probably the bishop on g5 that pins the knight.",
        "Apparently, the knight on f6 is pinned.",
        "The bishop on g5 attacks the knight on f6 and the queen defends it.",
        "The bishop on g5 attacks neither the queen nor the rook.",
        "There is hardly a piece attacking the knight on f6.",
        "White could fork the king and queen with Nc7 if the pawn moved.",
    ] {
        assert_eq!(claims(text), [], "{text}");
    }
}
