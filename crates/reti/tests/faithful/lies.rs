//! Lies that the reader must notice: at least three for every sentence.
//!
//! True sentences of real lessons are changed in one place at a time so that they become false: a piece of
//! another kind, a square that is empty, another number, sum, side or move. Sentences that leave nothing to
//! change are told where they do not hold.

use std::collections::{BTreeMap, BTreeSet};

use reti::explain::{Budget, Desk};
use reti_core::{
    chess::{Move, PieceType, Position, Square},
    ending::ENDINGS,
    motif::CATALOGUE,
    relation::Relations,
    tactic,
};
use reti_lessons::{
    claim::{Calculation, Claim, Evidence, View, What},
    knowledge::Known,
    reason::Reason,
    words::Words,
};
use reti_search::{
    advice::Source,
    bitbase::ThreeMen,
    proof::{Goal, Payoff, Prover},
    score::Score,
};

use super::{
    Tally, Truth,
    by_hand::{BY_HAND, CALM, PAWNS, ROOK, START},
    check_alternatives, check_lesson,
    claims::{Around, Scene},
    game_positions,
    grammar::{KINDS, Material, Read, SUMS, TIMES, Token, readings},
    holds, patterns, puzzles, read_all, repository,
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
    // Sentences begin with a capital, the later ones of a pattern too.
    let text = text.replace(". the ", ". The ");
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
        Read::KindName(kind) => name(*kind).to_owned(),
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
                for (_, other) in KINDS.iter().filter(|(_, other)| *other != pieces[index].0) {
                    let mut kind = pieces.clone();
                    kind[index].0 = *other;
                    lies.push(Read::Pieces(kind));
                }
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
            let touched =
                |square: &Square| truth.scene.line.iter().any(|m| m.to() == *square || m.from() == Some(*square));
            let free = Square::ALL
                .into_iter()
                .rev()
                .filter(|square| !squares.contains(square) && board.piece_at(*square).is_none() && !touched(square));
            free.take(3).map(|square| Read::Squares(vec![square])).collect()
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
                "Kxa1#".clone_into(san);
            }
            longer.push(Token::San("Kxa1#".to_owned()));
            vec![Read::Line(later), Read::Line(other), Read::Line(longer)]
        }
        Read::Side(side) => vec![Read::Side(!*side)],
        Read::Kind(kind) => {
            KINDS.iter().filter(|(_, other)| other != kind).map(|(_, other)| Read::Kind(*other)).collect()
        }
        Read::KindName(kind) => {
            KINDS.iter().filter(|(_, other)| other != kind).map(|(_, other)| Read::KindName(*other)).collect()
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

/// Lines of which little is true.
const ELSEWHERE: [(&str, &str); 4] =
    [(START, "a2a3 a7a6 h2h3"), (START, "h2h3 h7h6 a2a3"), (ROOK, "a1d4 a8a1 e1e2"), (PAWNS, "a2a3")];

/// Ways that the conditions of a template allow and its motif does not: a battery has one aim.
const IMPOSSIBLE: [&str; 2] = [
    "{} and {} behind it aim along one line.",
    "{} and {} behind it aim along one line at {} at {}, next to the king.",
];

/// The scene of a board and moves as they are written above.
fn scene(fen: &str, moves: &str, (best, score): (Score, Score)) -> Scene {
    let root = Position::from_fen(fen).unwrap();
    let mut base = root.clone();
    let mut line = Vec::new();
    let mut set_up = None;
    let mut here = root.clone();
    for word in moves.split_whitespace() {
        match word {
            "|" => {
                set_up = line.pop().map(|m| (base.clone(), m));
                base = here.clone();
            }
            "pass" => {
                here = here.pass().unwrap();
                base = here.clone();
            }
            uci => {
                let m = here.parse_move(uci).unwrap();
                here = here.play(m);
                line.push(m);
            }
        }
    }
    let looked = Calculation { by: Source::Reti, nodes: 1, depth: 1, score };
    let mut claim = Claim::of_line(&base, &line, What::Best { score }, Evidence::Calculated(looked));
    claim.set_up = set_up;
    let first = claim.set_up.as_ref().map(|(_, m)| *m).or(claim.trigger());
    let best = first.filter(|m| root.is_legal(*m)).map(|m| (m, best));
    let around = Around { root, played: None, best, last: None };
    Scene::new(&claim, &around).unwrap()
}

/// Proven wins told from every point of view: the position before, the move that allows it.
fn proven() -> Vec<Truth> {
    let mut found = Vec::new();
    let mut answers = Vec::new();
    for (fen, first, played) in [
        ("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3", "d1h5", "g8f6"),
        ("rn1qkbnr/ppp2p1p/3p2p1/4p3/2B1P1b1/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 5", "f3e5", "g4d1"),
        ("4k3/8/8/3N4/r7/8/5P2/5K2 w - - 0 1", "f1e1", "a4g4"),
        ("4k3/8/8/3N4/r5P1/8/5P2/5K2 w - - 0 1", "f1e1", "a4g4"),
        ("8/2P5/8/8/7r/1K6/8/k7 w - - 0 1", "b3c2", "h4d4"),
        // The rook can be taken, and the pawn ending is won by the tables.
        ("8/8/7P/8/3k4/2r5/1K6/8 w - - 0 1", "b2b1", "c3c1"),
    ] {
        let earlier = Position::from_fen(fen).unwrap();
        let first = earlier.parse_move(first).unwrap();
        let before = earlier.play(first);
        let m = before.parse_move(played).unwrap();
        let base = before.play(m);
        let mut desk = Desk::own(&base, &ThreeMen);
        let opportunities = desk.opportunities(&base, Budget::FAST.effort());
        let by_table = Prover::new(1 << 20).with_probe(&ThreeMen).prove(&base, Goal::Gain(500), None, 20_000);
        let by_table = by_table.proof().filter(|proof| proof.claim == Payoff::Win).cloned();
        let found_by_search = opportunities.iter().find_map(|found| found.proof());
        let Some(proof) = by_table.as_ref().or(found_by_search) else { continue };
        let mut add = |root: &Position, set_up: Option<(Position, Move)>, view: View| {
            let what = What::Wins { view, payoff: proof.claim };
            let mut claim = Claim::of_line(&base, &proof.line(), what, Evidence::Proven(Box::new(proof.clone())));
            claim.set_up = set_up;
            let around = Around { root: root.clone(), played: Some(m), best: None, last: None };
            let text = Words::english().claim(&claim);
            found.extend(
                read_all(&Scene::new(&claim, &around).unwrap(), &text).unwrap_or_else(|error| panic!("{error}")),
            );
        };
        let punishes = format!("This punishes {}.", Words::numbered(&before, before.fullmoves(), &[m]));
        let what = What::IfTaken { payoff: Some(proof.claim) };
        let line = [&[first, m][..], &proof.line()].concat();
        let answer = Claim::of_line(&earlier, &line, what, Evidence::Proven(Box::new(proof.clone())));
        let around = Around { root: earlier.clone(), played: None, best: Some((first, CALM)), last: None };
        let text = Words::english().claim(&answer);
        let told = Scene::new(&answer, &around).and_then(|scene| read_all(&scene, &text));
        answers.extend(told.unwrap_or_else(|error| panic!("{error}")));
        let won =
            Claim::of_line(&base, &proof.line(), What::Best { score: CALM }, Evidence::Proven(Box::new(proof.clone())));
        let told = Scene::new(&won.set_up_by(&before, m), &around).and_then(|scene| read_all(&scene, &punishes));
        answers.extend(told.unwrap_or_else(|error| panic!("{error}")));
        add(&base, None, View::Opportunity);
        add(&base, None, View::Missed);
        add(&before, Some((before.clone(), m)), View::Allowed(m));
        if let Some(passed) = base.pass() {
            add(&passed, None, View::Threat);
        }
    }
    answers.extend(threatened());
    found.extend(answers);
    found
}

/// Mates that the recommended move threatens.
fn threatened() -> Vec<Truth> {
    let mut found = Vec::new();
    for (fen, best) in [("6k1/8/8/8/R7/1R6/8/6K1 w - - 0 1", "b3b5"), ("6k1/8/8/8/R7/1R6/8/6K1 w - - 0 1", "b3b7")] {
        let root = Position::from_fen(fen).unwrap();
        let m = root.parse_move(best).unwrap();
        let waiting = root.play(m).pass().unwrap();
        let opportunities = Desk::own(&waiting, &ThreeMen).opportunities(&waiting, Budget::FAST.effort());
        let proof = opportunities.iter().find_map(|found| found.proof()).unwrap();
        let what = What::Reason(Reason::Threatens { m: proof.first, payoff: proof.claim });
        let claim = Claim::of_line(&waiting, &proof.line(), what, Evidence::Proven(Box::new(proof.clone())));
        let around = Around { root, played: None, best: Some((m, CALM)), last: None };
        let text = Words::english().claim(&claim);
        let told = Scene::new(&claim, &around).and_then(|scene| read_all(&scene, &text));
        found.extend(told.unwrap_or_else(|error| panic!("{error}")));
    }
    found
}

/// What stands on the boards of the catalogue's examples, and what the lines of puzzles use.
fn boards_and_lines() -> Vec<Truth> {
    let words = Words::english();
    let mut found = Vec::new();
    let mut add = |claim: &Claim, text: &str| {
        let around = Around { root: claim.base.clone(), played: None, best: None, last: None };
        let truths = Scene::new(claim, &around).and_then(|scene| read_all(&scene, text));
        found.extend(truths.unwrap_or_else(|error| panic!("{}: {error}", claim.base.fen())));
    };
    for motif in CATALOGUE {
        for (fen, _) in motif.examples {
            let position = Position::from_fen(fen).unwrap();
            let relations = Relations::new(&position);
            let all = tactic::tactics(&relations).into_iter().chain(tactic::observations(&relations));
            for tactic in all.filter(|tactic| tactic.motif.name == motif.name) {
                let claim = Claim::on_board(&position, What::Stands(tactic));
                add(&claim, &words.claim(&claim));
            }
        }
    }
    for line in puzzles(20) {
        let (before, base) = (&line.positions()[0], &line.positions()[1]);
        let what = What::Best { score: CALM };
        let claim = Claim::of_line(base, &line.moves()[1..], what, Evidence::Board).set_up_by(before, line.moves()[0]);
        let claim = claim.using(&[], usize::MAX);
        add(&claim, &words.uses(&claim).unwrap_or_default());
    }
    found
}

/// What the examples of the named endings are told.
fn named_endings() -> Vec<Truth> {
    let mut found = Vec::new();
    for ending in ENDINGS {
        for (fen, _) in ending.examples {
            let position = Position::from_fen(fen).unwrap();
            for instance in ending.find(&position) {
                let claim = Claim::on_board(&position, What::Known(Known::Ending(instance)));
                let around = Around { root: position.clone(), played: None, best: None, last: None };
                let text = Words::english().claim(&claim);
                let truths = Scene::new(&claim, &around).and_then(|scene| read_all(&scene, &text));
                found.extend(truths.unwrap_or_else(|error| panic!("{fen}: {error}")));
            }
        }
    }
    found
}

/// True sentences of many kinds.
fn truths() -> Vec<Truth> {
    let mut found = proven();
    found.extend(named_endings());
    let mut wrong = Vec::new();
    for (fen, moves, scores, text) in BY_HAND {
        match read_all(&scene(fen, moves, *scores), text) {
            Ok(truths) => found.extend(truths),
            Err(error) => wrong.push(error),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    found.extend(boards_and_lines());
    let mut tally = Tally { quickly: true, truths: Some(Vec::new()), ..Tally::default() };
    let text = std::fs::read_to_string(repository().join("testdata/lessons.txt")).unwrap();
    let headings = text.lines().filter_map(|line| line.strip_prefix("== "));
    for heading in headings.filter(|heading| heading.contains('/')).take(10) {
        let mut parts = heading.split(" | ");
        let position = Position::from_fen(parts.next().unwrap()).unwrap();
        let played = parts.next().filter(|m| *m != "-").map(|m| position.parse_move(m).unwrap());
        tally.positions = 5;
        check_lesson(&position, None, played, &mut tally);
    }
    for (position, last, m) in game_positions(1_499) {
        check_lesson(&position, last, None, &mut tally);
        check_lesson(&position, last, Some(m), &mut tally);
        check_alternatives(&position, &mut tally);
    }
    found.extend(tally.truths.unwrap_or_default());
    found
}

/// Templates that are names or numbers inside of other sentences, or that say nothing about chess.
const NO_SENTENCES: [&str; 10] = [
    "heading-",
    "mark-",
    "report-",
    "evaluation-",
    "material-",
    "more",
    "own-engine",
    "other-engine",
    "turning-point",
    "tables-used",
];

/// The sentences of a file of templates, without what fills them: every way that its conditions allow.
fn skeletons(file: &str) -> Vec<(String, Vec<String>)> {
    let path = repository().join("crates/reti-lessons/lessons/en").join(file);
    let text = std::fs::read_to_string(path).unwrap().replace("\n  ", " ");
    let named = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" = "));
    named.map(|(name, template)| (name.to_owned(), expanded(template))).collect()
}

fn expanded(template: &str) -> Vec<String> {
    let Some(open) = template.find('{') else { return vec![template.to_owned()] };
    let (before, rest) = template.split_at(open);
    let close = rest.find(if rest.starts_with("{{") { "}}" } else { "%}" }).unwrap() + 2;
    let (inside, after) = (&rest[2..close - 2], &rest[close..]);
    let before = if inside.starts_with('-') { before.trim_end() } else { before };
    let mut ways: Vec<String> = Vec::new();
    if rest.starts_with("{{") {
        let choices: Vec<&str> = inside.split('"').skip(1).step_by(2).collect();
        let choices = if choices.is_empty() { vec!["{}"] } else { choices };
        for choice in choices {
            ways.extend(expanded(after).into_iter().map(|tail| format!("{before}{choice}{tail}")));
        }
        return ways;
    }
    // A condition: each branch up to its own end, and nothing at all unless one of them is for all else.
    let mut depth = 1;
    let mut at = 0;
    let mut branches: Vec<String> = Vec::new();
    let mut begin = 0;
    let mut trims = inside.trim_end().ends_with('-');
    let mut complete = false;
    while depth > 0 {
        let next = at + after[at..].find("{%").unwrap();
        let end = next + after[next..].find("%}").unwrap() + 2;
        let tag = &after[next + 2..end - 2];
        let word = tag.trim_matches(['-', ' ']);
        at = end;
        if word.starts_with("if ") {
            depth += 1;
            continue;
        }
        if word == "endif" {
            depth -= 1;
        }
        if depth == 0 || depth == 1 && word.starts_with("el") {
            let mut guarded = &after[begin..next];
            guarded = if trims { guarded.trim_start() } else { guarded };
            branches.push(if tag.starts_with('-') { guarded.trim_end() } else { guarded }.to_owned());
            begin = end;
            trims = tag.trim_end().ends_with('-');
            complete |= word == "else";
        }
    }
    if !complete {
        branches.push(String::new());
    }
    for tail in expanded(&after[at..]) {
        for branch in &branches {
            ways.extend(expanded(branch).into_iter().map(|guarded| format!("{before}{guarded}{tail}")));
        }
    }
    ways
}

/// A pattern without the names of its places.
fn skeleton(pattern: &str) -> String {
    let mut text = String::new();
    for (index, part) in pattern.split(['{', '}']).enumerate() {
        text.push_str(if index % 2 == 0 { part } else { "{}" });
    }
    text.to_lowercase()
}

#[test]
fn every_sentence_is_read_and_three_lies_about_it_are_noticed() {
    let mut noticed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut believed = Vec::new();
    let truths = truths();
    for truth in &truths {
        // What is written is what was read, so that a lie is written well, too.
        assert_eq!(written(truth.pattern, &truth.reads), truth.text);
        let name = skeleton(truth.pattern);
        if noticed.get(&name).is_some_and(|lies| lies.len() >= 30) {
            continue;
        }
        for reads in lies(truth) {
            let text = written(truth.pattern, &reads);
            let known = readings(truth.pattern, &text);
            if known.into_iter().any(|(reads, rest)| rest.is_empty() && holds(&truth.scene, truth.pattern, &reads)) {
                believed.push(format!("{}: {text} (true is: {})", truth.scene.base.fen(), truth.text));
            } else {
                noticed.entry(name.clone()).or_default().insert(text);
            }
        }
    }
    // What has no place to change, or only a side, is said where it is false.
    for truth in truths.iter().filter(|truth| truth.reads.iter().all(|read| matches!(read, Read::Side(_)))) {
        for (fen, moves) in ELSEWHERE {
            if holds(&scene(fen, moves, (CALM, CALM)), truth.pattern, &truth.reads) {
                believed.push(format!("{fen} {moves}: {}", truth.text));
            } else {
                noticed.entry(skeleton(truth.pattern)).or_default().insert(format!("{fen} {moves}"));
            }
        }
    }
    for (fen, moves) in ELSEWHERE {
        let scene = scene(fen, moves, (CALM, CALM));
        for pattern in patterns().filter(|pattern| !pattern.contains('{')) {
            if holds(&scene, pattern, &[]) {
                believed.push(format!("{fen} {moves}: {pattern}"));
            } else {
                noticed.entry(skeleton(pattern)).or_default().insert(format!("{fen} {moves}"));
            }
        }
    }
    let lies: usize = noticed.values().map(BTreeSet::len).sum();
    println!("{} sentences, {lies} lies noticed", noticed.len());
    let known: BTreeSet<String> = patterns().map(skeleton).collect();
    let mut missing = Vec::new();
    for file in
        ["lesson.txt", "claims.txt", "endgames.txt", "endings.txt", "motifs.txt", "themes.txt", "annotations.txt"]
    {
        for (name, ways) in skeletons(file) {
            if NO_SENTENCES.iter().any(|start| name.starts_with(start))
                || file == "annotations.txt" && !is_comment(&name)
            {
                continue;
            }
            for way in ways.into_iter().map(|way| way.trim().to_lowercase()).filter(|way| !way.is_empty()) {
                if IMPOSSIBLE.contains(&way.as_str()) {
                    continue;
                }
                let named: Vec<String> = if way.starts_with("{}") && file == "annotations.txt" {
                    ["inaccuracy", "mistake", "blunder"].map(|fault| way.replacen("{}", fault, 1)).to_vec()
                } else {
                    vec![way]
                };
                for way in named {
                    let count = noticed.get(&way).map_or(0, BTreeSet::len);
                    if !known.contains(&way) && !is_framed(&way) {
                        missing.push(format!("{file} {name}: nobody reads '{way}'"));
                    } else if count < 3 && !is_framed(&way) {
                        missing.push(format!("{file} {name}: {count} lies about '{way}'"));
                    }
                }
            }
        }
    }
    assert!(believed.is_empty(), "{} lies are believed:\n{}", believed.len(), believed.join("\n"));
    assert!(missing.is_empty(), "{} sentences:\n{}", missing.len(), missing.join("\n"));
}

/// Frames around board sentences, which are read with every one of them.
fn is_framed(way: &str) -> bool {
    ["then {}", "{} brings this: {}", "{} ends this: {}"].contains(&way)
}

/// The sentences of a review that are comments on moves.
fn is_comment(name: &str) -> bool {
    ["fault", "lets-mate-slip", "punishes", "mate"].contains(&name)
}
