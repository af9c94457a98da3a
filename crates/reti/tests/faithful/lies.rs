//! Lies that the reader must notice: at least three for every sentence.
//!
//! True sentences of real lessons are changed in one place at a time so that they become false: a piece of
//! another kind, a square that is empty, another number, sum, side or move. Sentences that leave nothing to
//! change are told where they do not hold.

use std::collections::{BTreeMap, BTreeSet};

use reti_core::chess::{PieceType, Position, Square};

use super::{
    Tally, Truth, check_alternatives, check_lesson,
    grammar::{KINDS, Material, Read, SUMS, TIMES, Token, readings},
    holds, patterns, repository,
};

/// A pattern with something else in its places, as text.
fn written(pattern: &str, reads: &[Read]) -> String {
    let mut parts = pattern.split(['{', '}']);
    let mut text = parts.next().unwrap_or_default().to_owned();
    for read in reads {
        let _place = parts.next();
        text.push_str(&word(read));
        text.push_str(parts.next().unwrap_or_default());
    }
    let mut chars = text.chars();
    let first = chars.next().unwrap_or_default();
    if text.starts_with("the ") { first.to_uppercase().chain(chars).collect() } else { text }
}

fn list(words: &[String]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => words.concat(),
    }
}

fn name(kind: PieceType) -> &'static str {
    KINDS.iter().find(|(_, known)| *known == kind).map_or("", |(name, _)| *name)
}

fn some(pieces: &[(PieceType, usize)]) -> String {
    const NUMBERS: [&str; 9] = ["no", "a", "two", "three", "four", "five", "six", "seven", "eight"];
    let each = pieces
        .iter()
        .map(|&(kind, count)| format!("{} {}{}", NUMBERS[count.min(8)], name(kind), if count == 1 { "" } else { "s" }));
    list(&each.collect::<Vec<_>>())
}

/// What was read, as it is written.
fn word(read: &Read) -> String {
    let piece = |&(kind, square): &(PieceType, Square)| match kind {
        PieceType::Pawn => format!("the {square}-pawn"),
        kind => format!("the {} on {square}", name(kind)),
    };
    let token = |token: &Token| match token {
        Token::Number(number, black) => format!("{number}{}", if *black { "..." } else { "." }),
        Token::San(san) => san.clone(),
    };
    match read {
        Read::Pieces(pieces) => list(&pieces.iter().map(piece).collect::<Vec<_>>()),
        Read::Squares(squares) => list(&squares.iter().map(ToString::to_string).collect::<Vec<_>>()),
        Read::Move(san) => san.clone(),
        Read::Sum(step) => SUMS.iter().find(|(_, least)| least == step).map_or("", |(name, _)| name).to_owned(),
        Read::Score(score) => {
            format!("{}{}.{:02}", if *score < 0 { '-' } else { '+' }, score.abs() / 100, score.abs() % 100)
        }
        Read::Times(times) => TIMES.iter().find(|(_, known)| known == times).map_or("", |(name, _)| name).to_owned(),
        Read::Number(number) => number.to_string(),
        Read::Line(tokens) => tokens.iter().map(token).collect::<Vec<_>>().join(" "),
        Read::Side(side) => format!("{side:?}"),
        Read::Kind(kind) => format!("a {}", name(*kind)),
        Read::Text(text) => text.clone(),
        Read::Material(told) => match told {
            Material { side: None, .. } => "Material is level".to_owned(),
            Material { side: Some(side), more, less, exchange: true } => {
                let and = if more.is_empty() { String::new() } else { format!(" and {}", some(more)) };
                let price = if less.is_empty() { String::new() } else { format!(" for {}", some(less)) };
                format!("{side:?} is the exchange{and} up{price}")
            }
            Material { side: Some(side), more, less, .. } if less.is_empty() => {
                format!("{side:?} is {} up", some(more))
            }
            Material { side: Some(side), more, less, .. } => format!("{side:?} has {} for {}", some(more), some(less)),
        },
    }
}

/// False things to say instead of what was read.
fn instead(truth: &Truth, read: &Read) -> Vec<Read> {
    let board = truth.scene.base.board();
    match read {
        Read::Pieces(pieces) => {
            let mut lies = Vec::new();
            for index in 0..pieces.len() {
                let mut kind = pieces.clone();
                kind[index].0 = if kind[index].0 == PieceType::Knight { PieceType::Rook } else { PieceType::Knight };
                lies.push(Read::Pieces(kind));
                // A square on which nothing stands in the whole line.
                let all = &truth.scene.positions;
                let empty = Square::ALL.into_iter().find(|&square| {
                    let before = truth
                        .scene
                        .set_up
                        .as_ref()
                        .is_some_and(|(before, _)| before.board().piece_at(square).is_some());
                    !before && all.iter().all(|position| position.board().piece_at(square).is_none())
                });
                if let Some(empty) = empty {
                    let mut moved = pieces.clone();
                    moved[index].1 = empty;
                    lies.push(Read::Pieces(moved));
                }
            }
            lies
        }
        Read::Squares(squares) => {
            let corner = Square::ALL
                .into_iter()
                .rev()
                .find(|square| !squares.contains(square) && board.piece_at(*square).is_none());
            corner.map(|square| Read::Squares(vec![square])).into_iter().collect()
        }
        Read::Move(san) => ["Kxa1#", "O-O-O#", "h9"]
            .into_iter()
            .filter(|other| other != san)
            .map(|san| Read::Move(san.to_owned()))
            .collect(),
        Read::Sum(step) => SUMS.iter().filter(|(_, least)| least != step).map(|(_, least)| Read::Sum(*least)).collect(),
        Read::Score(score) => vec![Read::Score(score + 25), Read::Score(score - 150), Read::Score(score + 400)],
        Read::Times(times) => (0..=8).filter(|other| other != times).map(Read::Times).collect(),
        Read::Number(number) => vec![Read::Number(number + 1), Read::Number(number + 7), Read::Number(number + 30)],
        Read::Line(tokens) => {
            let mut later = tokens.clone();
            let mut other = tokens.clone();
            let mut longer = tokens.clone();
            if let Some(Token::Number(number, _)) = later.first_mut() {
                *number += 1;
            }
            if let Some(Token::San(san)) = other.last_mut() {
                *san = "Kxa1#".to_owned();
            }
            longer.push(Token::San("Kxa1#".to_owned()));
            vec![Read::Line(later), Read::Line(other), Read::Line(longer)]
        }
        Read::Side(side) => vec![Read::Side(!*side)],
        Read::Kind(kind) => {
            KINDS.iter().filter(|(_, other)| other != kind).map(|(_, other)| Read::Kind(*other)).collect()
        }
        Read::Text(_) => vec![Read::Text("Nobody's mate".to_owned())],
        Read::Material(told) => {
            let mut swapped = told.clone();
            let mut more = told.clone();
            swapped.side = Some(told.side.map_or(reti_core::chess::Color::White, |side| !side));
            if told.side.is_none() {
                swapped.more = vec![(PieceType::Pawn, 1)];
            }
            more.side = told.side.or(Some(reti_core::chess::Color::Black));
            more.more.insert(0, (PieceType::Queen, 5));
            let level = Material { side: None, more: Vec::new(), less: Vec::new(), exchange: false };
            let mut lies = vec![Read::Material(swapped), Read::Material(more)];
            if told.side.is_some() {
                lies.push(Read::Material(level));
            }
            lies
        }
    }
}

/// The lies about a true sentence, each with the reads that make it false.
fn lies(truth: &Truth) -> Vec<Vec<Read>> {
    let mut found = Vec::new();
    for (index, read) in truth.reads.iter().enumerate() {
        for lie in instead(truth, read) {
            let mut reads = truth.reads.clone();
            reads[index] = lie;
            found.push(reads);
        }
    }
    found
}

/// True sentences of many kinds.
fn truths() -> Vec<Truth> {
    let mut tally = Tally { quickly: true, truths: Some(Vec::new()), ..Tally::default() };
    let text = std::fs::read_to_string(repository().join("testdata/lessons.txt")).unwrap();
    for heading in text.lines().filter_map(|line| line.strip_prefix("== ")) {
        let mut parts = heading.split(" | ");
        let position = Position::from_fen(parts.next().unwrap()).unwrap();
        let played = parts.next().filter(|m| *m != "-").map(|m| position.parse_move(m).unwrap());
        tally.positions = 5;
        check_lesson(&position, None, played, &mut tally);
    }
    for (position, last, m) in super::game_positions(997) {
        check_lesson(&position, last, None, &mut tally);
        check_lesson(&position, last, Some(m), &mut tally);
        check_alternatives(&position, &mut tally);
    }
    tally.truths.unwrap_or_default()
}

#[test]
fn a_changed_sentence_is_noticed() {
    let mut noticed: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut believed = Vec::new();
    for truth in truths() {
        // What is written is what was read, so that a lie is written well, too.
        assert!(truth.pattern.starts_with('{') || written(truth.pattern, &truth.reads) == truth.text, "{}", truth.text);
        if noticed.get(truth.pattern).is_some_and(|lies| lies.len() >= 30) {
            continue;
        }
        for reads in lies(&truth) {
            let text = written(truth.pattern, &reads);
            let known = readings(truth.pattern, &text);
            if known.into_iter().any(|(reads, rest)| rest.is_empty() && holds(&truth.scene, truth.pattern, &reads)) {
                believed.push(format!("{}: {text} (true is: {})", truth.scene.base.fen(), truth.text));
            } else {
                noticed.entry(truth.pattern).or_default().insert(text);
            }
        }
    }
    println!(
        "{} sentences were changed, {} lies noticed",
        noticed.len(),
        noticed.values().map(BTreeSet::len).sum::<usize>()
    );
    let few: Vec<&str> = noticed.iter().filter(|(_, lies)| lies.len() < 3).map(|(pattern, _)| *pattern).collect();
    let never: Vec<&str> = patterns()
        .filter(|pattern| !noticed.contains_key(pattern) && pattern.contains('{') && !pattern.contains("this: "))
        .collect();
    println!("few: {few:#?}\nnever: {never:#?}");
    assert!(believed.is_empty(), "{} lies are believed:\n{}", believed.len(), believed.join("\n"));
}
