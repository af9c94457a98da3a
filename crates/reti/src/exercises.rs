//! Exercises from games as documents: data, PGN, rows of puzzles, and a sheet to print.
//!
//! `reti_lessons::exercise` decides what is an exercise; here it gets its words and its forms. Every form
//! is a function of [`wire::Exercise`].

mod puzzle;
pub mod sheet;

use std::fmt::Write as _;

use reti_core::chess::Position;
use reti_lessons::{
    exercise::{self, Exercise},
    review::{self, Played, Review, Watch},
    words::{Filling, Words},
};
use reti_search::{
    advice::{Informed, Own, Silence, Stop},
    probe::Probe,
};

use crate::{
    annotate::{Effort, opening},
    explain,
    pgn::{
        Game,
        edit::{Addition, Additions, edit, ended},
    },
    proof::{san_line, uci_line},
    wire::{self, AnnotationRole, ExerciseSetUp, ExerciseSource},
};

pub use puzzle::{HEADER, row};

/// The game that Sire de Légal won in Paris, 1750: what `--sample` makes exercises of.
pub const SAMPLE: &str = "[Event \"Casual game\"]\n[Site \"Paris\"]\n[Date \"1750.??.??\"]\n[Round \"?\"]\n\
    [White \"Sire de L\u{e9}gal\"]\n[Black \"Saint Brie\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0\n";

/// The exercises of a game, as far as it could be read. The advisor sees the side that moved first as White,
/// so that mirrored games give mirrored exercises.
pub fn exercises(
    game: &Game,
    advisor: &mut Own<'_>,
    tables: &dyn Probe,
    effort: &Effort,
    words: &Words,
) -> Result<Vec<wire::Exercise>, Silence> {
    let positions = game.positions();
    let book = opening::opening(&positions).map_or(0, |opening| opening.plies);
    advisor.face(game.start.turn());
    let effort = Effort { praise: false, ..*effort };
    let mut informed = Informed { tables, otherwise: advisor };
    let played = Played { positions: &positions, moves: &game.moves, book };
    let review = review::review(played, &mut informed, tables, true, &effort, Watch::default())?;
    of_review(game, &positions, &review, tables, &effort, words, &|| false)
}

/// The exercises of a game that is reviewed already.
pub fn of_review(
    game: &Game,
    positions: &[Position],
    review: &Review,
    tables: &dyn Probe,
    effort: &Effort,
    words: &Words,
    stop: Stop<'_>,
) -> Result<Vec<wire::Exercise>, Silence> {
    let wanted = (effort.besides(), effort.level);
    let made = exercise::exercises(positions, &game.moves, review, tables, wanted, stop)?;
    Ok(made.iter().map(|made| document(game, positions, made, words)).collect())
}

fn document(game: &Game, positions: &[Position], made: &Exercise, words: &Words) -> wire::Exercise {
    wire::Exercise {
        schema: wire::SCHEMA,
        kind: wire::Kind::new(),
        fen: made.position.fen(),
        solution: uci_line(&made.position, &made.solution),
        san: san_line(&made.position, &made.solution),
        motifs: made.motifs().into_iter().map(str::to_owned).collect(),
        hint: words.exercise_hint(made),
        reason: reason(game, positions, made, words),
        evidence: explain::evidence(&made.claim.evidence),
        margin: (made.margin * 10.0).round() / 10.0,
        difficulty: made.difficulty.rating(),
        mate: made.mate(),
        source: source(game, positions, made),
    }
}

/// Why the solution is good, and what it has to do with the game.
fn reason(game: &Game, positions: &[Position], made: &Exercise, words: &Words) -> String {
    let numbered = |ply: usize| Words::numbered(&positions[ply], positions[ply].fullmoves(), &[game.moves[ply]]);
    let say = |template: &str, filling: Filling| words.say(&format!("exercises/{template}"), filling);
    let mut sentences = vec![words.claim(&made.claim)];
    sentences.push(say("only", Filling::new().with("points", format!("{:.0}", made.margin.floor()))));
    match made.origin {
        exercise::Origin::Missed => {
            sentences.push(say("missed", Filling::new().with("played", numbered(made.ply))));
        }
        exercise::Origin::Allowed => {
            let before = made.ply.checked_sub(1).map(numbered);
            sentences.extend(before.map(|mistake| say("allowed", Filling::new().with("mistake", mistake))));
        }
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences.join(" ")
}

fn source(game: &Game, positions: &[Position], made: &Exercise) -> ExerciseSource {
    let ply = made.ply;
    let known = |name: &&str| game.tag(name).is_some_and(|value| !value.is_empty());
    ExerciseSource {
        game: game.number,
        ply,
        number: game.move_number(ply),
        name: game.name(),
        role: match made.origin {
            exercise::Origin::Missed => AnnotationRole::Missed,
            exercise::Origin::Allowed => AnnotationRole::Allowed,
        },
        played: game.moves.get(ply).map(|&m| positions[ply].uci(m)),
        before: ply.checked_sub(1).map(|before| ExerciseSetUp {
            fen: positions[before].fen(),
            first: positions[before].uci(game.moves[before]),
        }),
        url: game.tag("Site").filter(|site| site.contains("://")).map(str::to_owned),
        opening: opening::opening_of(game, positions),
        tags: ["White", "Black", "Date"]
            .into_iter()
            .filter(known)
            .map(|name| (name.to_owned(), game.tag(name).unwrap_or_default().to_owned()))
            .collect(),
    }
}

/// An exercise as a game that begins with its position: the task before the first move, the reason behind it.
pub fn pgn(exercise: &wire::Exercise, words: &Words) -> String {
    let source = &exercise.source;
    let tag = |name: &str| source.tags.iter().find(|(known, _)| known == name).map_or("?", |(_, value)| value);
    let title = words.fill("exercises/title", Filling::new());
    let plain = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"").replace(char::is_control, " ");
    let mut text = String::new();
    for (name, value) in [
        ("Event", title.as_str()),
        ("Site", source.url.as_deref().unwrap_or("?")),
        ("Date", source.tags.iter().find(|(known, _)| known == "Date").map_or("????.??.??", |(_, value)| value)),
        ("Round", "?"),
        ("White", tag("White")),
        ("Black", tag("Black")),
        ("Result", "*"),
        ("SetUp", "1"),
        ("FEN", &exercise.fen),
    ] {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{}\"]", plain(value));
    }
    let Ok(position) = Position::from_fen(&exercise.fen) else { return text };
    let _ = writeln!(text, "\n{} *\n", crate::annotate::variation(&position, &exercise.san, &[]));
    let Some(Ok(game)) = crate::pgn::games(text.as_bytes()).next() else { return text };
    let preface = format!("{} {} {}.", task(exercise, words), exercise.hint, difficulty(exercise, words));
    let first = Addition { comment: exercise.reason.clone(), ..Addition::default() };
    ended(edit(&game, &Additions { preface, moves: vec![first], ..Additions::default() }))
}

/// Who is to move.
fn task(exercise: &wire::Exercise, words: &Words) -> String {
    let side = Position::from_fen(&exercise.fen).map(|position| words.side(position.turn())).unwrap_or_default();
    words.say("exercises/task", Filling::new().with("side", side))
}

fn difficulty(exercise: &wire::Exercise, words: &Words) -> String {
    words.say("exercises/difficulty", Filling::new().with("rating", exercise.difficulty))
}
