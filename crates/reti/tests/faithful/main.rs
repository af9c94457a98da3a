//! Is every sentence of a lesson true? Each one is read back and checked on the board.
//!
//! The checker knows sentences, not templates: it reads pieces, squares, moves, sums and lines out of the
//! text and asks the board, the proof or the rules about them, with code that the renderer does not use.
//! A sentence that it cannot read is as bad as a false one, so a new template needs a pattern here.

#![allow(clippy::unwrap_used, reason = "tests")]

mod annotations;
mod board;
mod by_hand;
mod claims;
mod endgames;
mod endings;
mod grammar;
mod lesson;
mod lies;
mod line;
mod mates;
mod motifs;
mod room;
mod rules;
mod tension;

use std::{env, fs, fs::File, path::Path};

use reti::{
    chess::{Move, Position},
    explain::{Budget, Desk, Explainer, Level, TeachabilityWeights, coach},
};
use reti_core::line::{Line, SetUp};
use reti_lessons::{
    claim::{Claim, What},
    explain::Lesson,
    words::Words,
};
use reti_search::bitbase::ThreeMen;

use annotations::ANNOTATIONS;
use claims::{Around, CLAIMS, Scene, SceneCheck};
use endgames::ENDGAMES;
use endings::ENDINGS;
use grammar::{Read, readings};
use lesson::LESSON;
use line::LINE;
use motifs::{MOTIFS, all_stand};
use room::ROOM;
use rules::RULES;
use tension::TENSION;

/// A sentence that was read and holds.
#[derive(Clone)]
struct Truth {
    scene: Scene,
    pattern: &'static str,
    reads: Vec<Read>,
    text: String,
}

/// The words for a claim where a lesson or a comment tells it; another move was judged before it or not.
fn text_in(claim: &Claim, judged: bool) -> String {
    let words = Words::english();
    match &claim.what {
        What::Best { .. } if judged => words.better(claim),
        What::WhyNot(temptation) if judged => words.reply(claim, temptation),
        _ => words.claim(claim),
    }
}

/// How paragraphs say how they are known.
fn mark(claim: &Claim) -> &'static str {
    match claim.evidence.name() {
        "exchange" => "by exchange",
        "board" => "on the board",
        other => other,
    }
}

/// What surrounds the claims of a lesson.
fn around(lesson: &Lesson, last: Option<Move>) -> Around {
    let judged = lesson.judgement();
    let best = lesson.best.iter().find_map(|claim| match claim.what {
        What::Best { score } => Some((claim.trigger()?, judged.map_or(score, |judged| judged.best))),
        _ => None,
    });
    let best = best.or_else(|| judged.map(|judged| (judged.played, judged.best)));
    Around { root: lesson.position.clone(), played: judged.map(|judged| judged.played), best, last }
}

/// Reads a lesson to its end: the sentences, and what the reader has against it.
fn read_lesson(lesson: &Lesson, last: Option<Move>) -> (Vec<Truth>, Vec<String>) {
    let judged = lesson.judgement().is_some();
    let around = around(lesson, last);
    let (mut truths, mut complaints) = (Vec::new(), Vec::new());
    let told: Vec<(&Claim, String)> =
        lesson.claims().into_iter().map(|claim| (claim, text_in(claim, judged))).collect();
    for (claim, text) in &told {
        match Scene::new(claim, &around).and_then(|scene| read_all(&scene, text)) {
            Ok(found) => truths.extend(found),
            Err(error) => {
                let played = around.played.map(|m| around.root.uci(m));
                complaints.push(format!("{} {played:?}: {error}\n    {text}", around.root.fen()));
            }
        }
    }
    // The paragraphs are these sentences in this order, each under its own mark.
    let mut told = told.iter().filter(|(_, text)| !text.is_empty());
    for section in Words::english().lesson(lesson) {
        for paragraph in section.paragraphs {
            let mut rest = paragraph.text.as_str();
            while !rest.is_empty() {
                let next = told
                    .next()
                    .and_then(|(claim, text)| rest.strip_prefix(text).filter(|_| mark(claim) == paragraph.mark));
                let Some(more) = next else {
                    complaints.push(format!("{}: nobody claims [{}] {rest}", around.root.fen(), paragraph.mark));
                    break;
                };
                rest = more.trim_start();
            }
        }
    }
    complaints.extend(told.map(|(_, text)| format!("{}: not told: {text}", around.root.fen())));
    (truths, complaints)
}

/// Reads a text to its end; the sentences, or the first that does not hold.
fn read_all(scene: &Scene, text: &str) -> Result<Vec<Truth>, String> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let mut known = false;
    let mut deepest = String::new();
    for pattern in patterns() {
        for (reads, rest) in readings(pattern, text) {
            known = true;
            if !ends(rest) || !holds(scene, pattern, &reads) {
                continue;
            }
            let said = text[..text.len() - rest.len()].to_owned();
            match read_all(scene, rest.trim_start()) {
                Ok(mut found) => {
                    found.insert(0, Truth { scene: scene.clone(), pattern, reads, text: said });
                    return Ok(found);
                }
                Err(error) => deepest = error,
            }
        }
    }
    match (known, deepest.is_empty()) {
        (_, false) => Err(deepest),
        (true, true) => Err(format!("not true: {text}")),
        (false, true) => Err(format!("cannot be read: {text}")),
    }
}

/// Sentences that say where another one holds: after the recommended move, or on one side of a judged one.
const FRAMES: [&str; 3] = ["Then ", "{M} brings this: ", "{M} ends this: "];

/// The sentences about a whole scene, each with what must hold.
fn scenes() -> impl Iterator<Item = &'static (&'static str, SceneCheck)> {
    LESSON
        .iter()
        .chain(CLAIMS)
        .chain(TENSION)
        .chain(ROOM)
        .chain(LINE)
        .chain(ENDGAMES)
        .chain(RULES)
        .chain(ENDINGS)
        .chain(ANNOTATIONS)
}

/// All sentences that can be read, the longer ones of two that begin alike first.
fn patterns() -> impl Iterator<Item = &'static str> {
    scenes().map(|(pattern, _)| *pattern).chain(MOTIFS.iter().map(|(pattern, _)| *pattern)).chain(framed())
}

/// Every board sentence in every frame.
fn framed() -> impl Iterator<Item = &'static str> {
    static ALL: std::sync::LazyLock<Vec<String>> = std::sync::LazyLock::new(|| {
        let each = FRAMES.iter().flat_map(|frame| MOTIFS.iter().map(move |(pattern, _)| format!("{frame}{pattern}")));
        each.collect()
    });
    ALL.iter().map(String::as_str)
}

/// Whether what was read with a pattern is true of a scene.
fn holds(scene: &Scene, pattern: &str, reads: &[Read]) -> bool {
    if scenes().filter(|(known, _)| *known == pattern).any(|(_, check)| check(scene, reads)) {
        return true;
    }
    let stands = |position: &Position, pattern: &str, reads: &[Read]| {
        let found = MOTIFS.iter().find(|(known, _)| *known == pattern);
        found.is_some_and(|(_, check)| all_stand(position.board(), reads) && check(position, reads))
    };
    if let Some(inner) = pattern.strip_prefix(FRAMES[0]) {
        let Some(after) = scene.after() else { return false };
        // A piece that was taken there was another one.
        let same = reads.iter().all(|read| match read {
            Read::Pieces(pieces) => {
                pieces.iter().all(|(_, at)| scene.base.board().color_at(*at) == after.board().color_at(*at))
            }
            _ => true,
        });
        return stands(after, inner, reads) && !(same && stands(&scene.base, inner, reads));
    }
    for (frame, created) in [(FRAMES[1], true), (FRAMES[2], false)] {
        if let Some(inner) = pattern.strip_prefix(frame) {
            let Some((before, m)) = &scene.set_up else { return false };
            let named = reads[0] == Read::Move(before.san(*m));
            let (here, there) = if created { (&scene.base, before) } else { (before, &scene.base) };
            return named && stands(here, inner, &reads[1..]) && !stands(there, inner, &reads[1..]);
        }
    }
    scene.boards().into_iter().any(|position| stands(position, pattern, reads))
}

fn ends(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(' ')
}

/// The lesson of a position or of a move in it, at another level each time.
fn check_lesson(position: &Position, last: Option<Move>, played: Option<Move>, tally: &mut Tally) {
    const LEVELS: [Level; 3] = [Level::BEGINNER, Level::CLUB, Level::EXPERT];
    let budget = Budget { nodes: if tally.quickly { 40_000 } else { 120_000 } };
    let level = LEVELS[tally.positions % 3];
    let explainer = Explainer::new().level(level).budget(budget).everything(tally.positions.is_multiple_of(5));
    tally.positions += 1;
    let told = match played {
        Some(m) => explainer.explain_move(position, m),
        None => explainer.explain_after(position, last),
    };
    let (truths, complaints) = read_lesson(&told.unwrap(), last);
    tally.add_truths(truths);
    tally.complaints.extend(complaints);
}

/// The alternatives of a position.
fn check_alternatives(position: &Position, tally: &mut Tally) {
    let mut desk = Desk::own(position, &ThreeMen);
    let asked = (Budget { nodes: 60_000 }, Level::CLUB);
    let found = coach(&mut desk, position, None, 3, &TeachabilityWeights::default(), asked).unwrap();
    tally.positions += 1;
    for alternative in found {
        let text = Words::english().alternative(&alternative.claim, alternative.score);
        let around = Around { root: position.clone(), played: None, best: None, last: None };
        match Scene::new(&alternative.claim, &around).and_then(|scene| read_all(&scene, &text)) {
            Ok(truths) => tally.add_truths(truths),
            Err(error) => tally.complaints.push(format!("{}: {error}\n    {text}", position.fen())),
        }
    }
}

#[derive(Default)]
struct Tally {
    /// Less effort: fewer claims, many more positions.
    quickly: bool,
    positions: usize,
    sentences: usize,
    complaints: Vec<String>,
    /// The sentences themselves, where they are wanted.
    truths: Option<Vec<Truth>>,
}

impl Tally {
    fn add_truths(&mut self, truths: Vec<Truth>) {
        self.sentences += truths.len();
        if let Some(kept) = &mut self.truths {
            kept.extend(truths);
        }
    }

    #[track_caller]
    fn finish(self) {
        let positions = self.positions;
        self.finish_with(positions);
    }

    /// No complaint, and more sentences than this.
    #[track_caller]
    fn finish_with(self, least: usize) {
        println!("{} positions, {} sentences, {} complaints", self.positions, self.sentences, self.complaints.len());
        let shown = self.complaints.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
        assert!(self.complaints.is_empty(), "{} complaints, such as\n{shown}", self.complaints.len());
        assert!(self.sentences > least, "too little was said to mean anything");
    }
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap()
}

/// The positions of the committed games, with the moves that led there and that were played in them.
fn game_positions(every: usize) -> Vec<(Position, Option<Move>, Move)> {
    let text = fs::read_to_string(repository().join("testdata/games/lichess-2025-05.txt")).unwrap();
    let mut found = Vec::new();
    for game in text.lines().filter(|line| !line.starts_with('#')) {
        let mut position = Position::start();
        let mut last = None;
        for uci in game.split(' ').skip(2) {
            let m = position.parse_move(uci).unwrap();
            found.push((position.clone(), last, m));
            position = position.play(m);
            last = Some(m);
        }
    }
    found.into_iter().step_by(every).collect()
}

#[test]
fn lessons_of_ordinary_positions_are_true() {
    let mut tally = Tally::default();
    for (position, last, m) in game_positions(311) {
        let even = tally.positions.is_multiple_of(2);
        check_lesson(&position, last, even.then_some(m), &mut tally);
    }
    tally.finish();
}

/// Every n-th puzzle of the committed sample, the opponent's first move included.
fn puzzles(every: usize) -> Vec<Line> {
    puzzles_of(&repository().join("testdata/puzzles/sample.csv.zst"), every)
}

/// Every n-th puzzle of a packed file.
fn puzzles_of(path: &Path, every: usize) -> Vec<Line> {
    let file = File::open(path).unwrap();
    let bytes = reti::packed::read_at_most(reti::packed::unpacked(file).unwrap(), 1 << 26).unwrap();
    let table = String::from_utf8(bytes).unwrap();
    let mut rows = table.lines().filter(|line| !line.starts_with('#'));
    let header: Vec<&str> = rows.next().unwrap().split(',').collect();
    let column = |name: &str| header.iter().position(|found| *found == name).unwrap();
    let (fen, moves) = (column("FEN"), column("Moves"));
    // No cell of this table has quotes.
    let read = |row: &str| {
        let cells: Vec<&str> = row.split(',').collect();
        Line::read(&Position::from_fen(cells[fen]).unwrap(), cells[moves], SetUp::Included).unwrap()
    };
    rows.step_by(every).map(read).collect()
}

#[test]
fn lessons_of_puzzles_are_true() {
    let mut tally = Tally::default();
    for line in puzzles(312) {
        check_lesson(&line.positions()[0], None, Some(line.moves()[0]), &mut tally);
        check_lesson(&line.positions()[1], Some(line.moves()[0]), None, &mut tally);
    }
    tally.finish();
}

#[test]
fn lessons_of_endings_are_true() {
    let mut tally = Tally::default();
    for fen in [
        "8/3k4/8/3K4/3P4/8/8/8 b - - 0 1",
        "8/3k4/8/3K4/3P4/8/8/8 w - - 0 1",
        "8/8/8/8/4k3/8/2P5/K7 w - - 0 1",
        "8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1",
        "7K/8/k1P5/7p/8/8/8/8 w - - 0 1",
        "8/8/8/8/8/5k2/6p1/6K1 b - - 0 1",
        "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
        "8/8/8/8/5k2/8/4Q3/7K b - - 0 1",
        // The king takes a pawn that it could have come nearer to.
        "3k4/ppp4R/2n1p3/2P1K3/8/r7/8/8 w - - 4 35",
    ] {
        let position = Position::from_fen(fen).unwrap();
        let first = position.legal_moves()[0];
        check_lesson(&position, None, None, &mut tally);
        check_lesson(&position, None, Some(first), &mut tally);
    }
    tally.finish();
}

#[test]
fn alternatives_are_told_truly() {
    let mut tally = Tally::default();
    for (position, ..) in game_positions(397) {
        check_alternatives(&position, &mut tally);
    }
    tally.finish();
}

#[test]
fn comments_of_annotated_games_are_true() {
    let mut tally = Tally::default();
    let text = fs::read_to_string(repository().join("testdata/games/lichess-2025-05.txt")).unwrap();
    for line in text.lines().filter(|line| !line.starts_with('#')).step_by(23).take(6) {
        let mut position = Position::start();
        let mut pgn = String::new();
        for uci in line.split(' ').skip(2) {
            let m = position.parse_move(uci).unwrap();
            pgn.push_str(&position.san(m));
            pgn.push(' ');
            position = position.play(m);
        }
        let game = reti::pgn::games(pgn.as_bytes()).next().unwrap().unwrap();
        annotations::check_game(&game, &mut tally);
    }
    tally.finish_with(10);
}

/// The comments of fifty annotated master games, and of as many games of amateurs, where more is said.
#[test]
#[ignore = "slow: needs RETI_DATA and some minutes"]
fn comments_of_many_annotated_games_are_true() {
    let Some(data) = env::var_os("RETI_DATA") else {
        println!("skipped: RETI_DATA does not name the folder with the games");
        return;
    };
    let mut tally = Tally::default();
    for file in ["masters.pgn.zst", "lichess_sample.pgn"] {
        let file = File::open(Path::new(&data).join("pgn").join(file)).unwrap();
        for game in reti::pgn::games(reti::packed::unpacked(file).unwrap()).take(50).map(Result::unwrap) {
            annotations::check_game(&game, &mut tally);
        }
        println!("{} moves, {} sentences, {:?}", tally.positions, tally.sentences, tally.complaints);
    }
    tally.finish_with(100);
}

/// The whole measure: a thousand positions of rated games and all positions of fifty master games. The
/// variables `RETI_GAMES`, `RETI_EVERY` and `RETI_MASTERS` make it smaller.
#[test]
#[ignore = "slow: needs RETI_DATA and some minutes"]
fn lessons_of_many_positions_are_true() {
    let Some(data) = env::var_os("RETI_DATA") else {
        println!("skipped: RETI_DATA does not name the folder with the games");
        return;
    };
    let number = |name: &str, usual: usize| env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let mut tally = Tally::default();
    let mut add = |file: &str, games: usize, every: usize, quickly: bool| {
        tally.quickly = quickly;
        let file = File::open(Path::new(&data).join("pgn").join(file)).unwrap();
        let source = reti::packed::unpacked(file).unwrap();
        let games = reti::pgn::games(source).take(games).map(Result::unwrap);
        let all = games.flat_map(|game| {
            let last = std::iter::once(None).chain(game.moves.clone().into_iter().map(Some));
            game.positions().into_iter().zip(last).zip(game.moves.clone()).collect::<Vec<_>>()
        });
        for ((position, last), m) in all.skip(every / 2).step_by(every) {
            // Every second position is asked about the move that was played.
            let even = tally.positions.is_multiple_of(2);
            check_lesson(&position, last, even.then_some(m), &mut tally);
            if tally.positions.is_multiple_of(100) {
                println!("{} lessons, {} sentences, {:?}", tally.positions, tally.sentences, tally.complaints);
            }
        }
    };
    add("lichess_sample.pgn", number("RETI_GAMES", 438), number("RETI_EVERY", 25), false);
    add("masters.pgn.zst", number("RETI_MASTERS", 50), 1, true);
    tally.finish();
}
