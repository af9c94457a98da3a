//! Questions that players ask: where is a pattern, what does a player miss, how do openings end.

use std::{collections::BTreeMap, fmt::Write as _, ops::RangeInclusive};

use arrow::array::{Array, Float64Array, Int32Array, Int64Array, StringArray};
use reti::{
    annotate::{self, player::Player},
    pgn::{Game, Outcome},
    tables::Embedded,
    wire::{self as documents, PlayerReport},
};
use reti_core::chess::{Move, Position};
use reti_lessons::words::Words;

use crate::{
    CorpusError,
    pattern::Pattern,
    sql::{Answer, Corpus},
    table::Table,
    wire::{FoundPosition, FoundTactic},
};

/// A column of an answer, by name and type.
fn column<'a, T: 'static>(answer: &'a Answer, batch: usize, name: &str) -> Result<&'a T, CorpusError> {
    let column = answer.batches[batch].column_by_name(name).and_then(|column| column.as_any().downcast_ref::<T>());
    column.ok_or_else(|| CorpusError::Usage(format!("the answer has no column {name} of the type expected")))
}

/// A game of the corpus with its number, played again from its columns.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Its number.
    pub number: i64,
    /// Tags and moves.
    pub game: Game,
}

/// The games that a condition on the table of games selects, in order.
pub fn games(corpus: &Corpus, condition: &str) -> Result<Vec<Kept>, CorpusError> {
    const TAGS: [&str; 10] =
        ["Event", "Site", "Date", "White", "Black", "Result", "WhiteElo", "BlackElo", "ECO", "Opening"];
    let columns: Vec<String> = TAGS.iter().map(|tag| format!("CAST(\"{tag}\" AS VARCHAR) AS \"{tag}\"")).collect();
    let query = format!("SELECT game, fen, moves, {} FROM games WHERE {condition} ORDER BY game", columns.join(", "));
    let answer = corpus.ask(&query)?;
    let mut found = Vec::new();
    for batch in 0..answer.batches.len() {
        let numbers: &Int64Array = column(&answer, batch, "game")?;
        let fens: &StringArray = column(&answer, batch, "fen")?;
        let moves: &StringArray = column(&answer, batch, "moves")?;
        let tags = TAGS.iter().map(|tag| Ok((*tag, column::<StringArray>(&answer, batch, tag)?)));
        let tags = tags.collect::<Result<Vec<_>, CorpusError>>()?;
        for row in 0..numbers.len() {
            let start = if fens.is_null(row) { Position::start() } else { reti::read_position(fens.value(row))? };
            let given = tags.iter().filter(|(_, column)| !column.is_null(row));
            let tags: Vec<(String, String)> =
                given.map(|(tag, column)| ((*tag).to_owned(), column.value(row).to_owned())).collect();
            let outcome = tags.iter().find(|(tag, _)| tag == "Result").and_then(|(_, value)| Outcome::read(value));
            let moves = replay(&start, moves.value(row))?;
            let outcome = outcome.unwrap_or_default();
            let game = Game { number: found.len() + 1, tags, start, moves, outcome, ..Game::default() };
            found.push(Kept { number: numbers.value(row), game });
        }
    }
    Ok(found)
}

fn replay(start: &Position, moves: &str) -> Result<Vec<Move>, CorpusError> {
    let mut here = start.clone();
    let mut played = Vec::new();
    for word in moves.split_whitespace() {
        let m = reti::read_move(&here, word)?;
        here = here.play(m);
        played.push(m);
    }
    Ok(played)
}

/// Positions where a pattern holds, the first so many.
pub fn find(corpus: &Corpus, pattern: &Pattern, limit: Option<usize>) -> Result<Vec<FoundPosition>, CorpusError> {
    let places = places(corpus, pattern, limit)?;
    let mut found = Vec::new();
    // Games are asked for in portions, so that a query does not become endless.
    let mut wanted: Vec<i64> = places.iter().map(|(game, _)| *game).collect();
    wanted.dedup();
    for portion in wanted.chunks(500) {
        let numbers: Vec<String> = portion.iter().map(i64::to_string).collect();
        let games = games(corpus, &format!("game IN ({})", numbers.join(", ")))?;
        let games: BTreeMap<i64, Game> = games.into_iter().map(|kept| (kept.number, kept.game)).collect();
        for (number, ply) in places.iter().filter(|(game, _)| portion.binary_search(game).is_ok()) {
            let Some(game) = games.get(number) else { continue };
            found.push(found_position(pattern, *number, *ply, game));
        }
    }
    Ok(found)
}

/// Game and ply of every position where a pattern holds.
pub fn places(corpus: &Corpus, pattern: &Pattern, limit: Option<usize>) -> Result<Vec<(i64, i32)>, CorpusError> {
    let answer = corpus.ask(&pattern.sql(&corpus.folder.manifest, limit)?)?;
    let mut places = Vec::new();
    for batch in 0..answer.batches.len() {
        let games: &Int64Array = column(&answer, batch, "game")?;
        let plies: &Int32Array = column(&answer, batch, "ply")?;
        places.extend(games.values().iter().copied().zip(plies.values().iter().copied()));
    }
    Ok(places)
}

fn found_position(pattern: &Pattern, number: i64, ply: i32, game: &Game) -> FoundPosition {
    let played = game.moves.iter().take(ply as usize);
    let position = played.fold(game.start.clone(), |here, &m| here.play(m));
    let matched = pattern.named(&position).into_iter().map(|tactic| {
        let mut roles: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (role, square) in &tactic.cast.parts {
            let letter = position.board().piece_at(*square).map_or('-', reti_core::chess::Piece::char);
            roles.entry(role.name().to_owned()).or_default().push(format!("{letter}{square}"));
        }
        FoundTactic { motif: tactic.motif.name.to_owned(), owner: tactic.cast.owner.into(), roles }
    });
    FoundPosition {
        schema: documents::SCHEMA,
        kind: documents::Kind::new(),
        pattern: pattern.text.clone(),
        game: number,
        ply,
        fen: position.fen(),
        white: game.tag("White").map(str::to_owned),
        black: game.tag("Black").map(str::to_owned),
        matched: matched.collect(),
    }
}

/// The games of found positions as PGN, each position marked by a comment that names the pattern.
pub fn pgn(corpus: &Corpus, found: &[FoundPosition]) -> Result<String, CorpusError> {
    let mut out = String::new();
    let mut rest = found;
    while let Some(first) = rest.first() {
        let count = rest.iter().take_while(|one| one.game == first.game).count();
        let (these, later) = rest.split_at(count);
        rest = later;
        for kept in games(corpus, &format!("game = {}", first.game))? {
            let game = &kept.game;
            for (tag, value) in &game.tags {
                // Writing to a string cannot fail.
                let _ = writeln!(out, "[{tag} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
            }
            if game.start != Position::start() {
                let _ = writeln!(out, "[SetUp \"1\"]\n[FEN \"{}\"]", game.start.fen());
            }
            let mut here = game.start.clone();
            let mut words = Vec::new();
            for ply in 0..=game.moves.len() {
                if these.iter().any(|one| one.ply as usize == ply) {
                    words.push(format!("{{{}}}", first.pattern.replace(['{', '}'], "")));
                }
                if let Some(&m) = game.moves.get(ply) {
                    words.push(format!("{} {}", game.move_number(ply), here.san(m)));
                    here = here.play(m);
                }
            }
            words.push(game.outcome.text().to_owned());
            let _ = writeln!(out, "\n{}\n", words.join(" "));
        }
    }
    Ok(out)
}

/// What a player misses and allows, by the library's own aggregation over so many games, the latest first; only
/// those against opponents of a range of ratings, if there is one.
pub fn player(
    corpus: &Corpus,
    name: &str,
    most: usize,
    against: Option<&RangeInclusive<i32>>,
) -> Result<PlayerReport, CorpusError> {
    let quoted = name.trim().to_lowercase().replace('\'', "''");
    let plays = |own: &str, other: &str| {
        let rated = against.map(|range| format!(" AND \"{other}Elo\" BETWEEN {} AND {}", range.start(), range.end()));
        format!("(lower(\"{own}\") = '{quoted}'{})", rated.unwrap_or_default())
    };
    let mut games = games(corpus, &format!("{} OR {}", plays("White", "Black"), plays("Black", "White")))?;
    if games.is_empty() {
        let message = match against {
            Some(range) => {
                format!("'{name}' has no game here against opponents rated {} to {}", range.start(), range.end())
            }
            None => format!("nobody in this corpus is called '{name}'"),
        };
        return Err(CorpusError::Usage(message));
    }
    games.reverse();
    games.truncate(most);
    add_clocks(corpus, &mut games)?;
    let mut player = Player::new(name);
    let mut advisor = annotate::own_advisor(2);
    let options = annotate::Options { effort: annotate::Effort::FAST, ..annotate::Options::default() };
    for kept in &games {
        let annotated = annotate::annotate(&kept.game, &mut advisor, &Embedded, &options);
        let annotated = annotated.map_err(|silence| CorpusError::Usage(silence.why.clone()))?;
        player.add(&annotated);
    }
    Ok(player.report(Words::english()))
}

/// Gives games their clocks back, as the comments that the library reads, where the corpus has positions.
fn add_clocks(corpus: &Corpus, games: &mut [Kept]) -> Result<(), CorpusError> {
    if !corpus.has(Table::Positions) {
        return Ok(());
    }
    let numbers: Vec<String> = games.iter().map(|kept| kept.number.to_string()).collect();
    let answer = corpus.ask(&format!(
        "SELECT game, ply, clock FROM positions WHERE clock IS NOT NULL AND game IN ({}) ORDER BY game, ply",
        numbers.join(", ")
    ))?;
    for batch in 0..answer.batches.len() {
        let numbers: &Int64Array = column(&answer, batch, "game")?;
        let plies: &Int32Array = column(&answer, batch, "ply")?;
        let clocks: &Float64Array = column(&answer, batch, "clock")?;
        for row in 0..numbers.len() {
            if let Some(kept) = games.iter_mut().find(|kept| kept.number == numbers.value(row)) {
                let comment = format!("[%clk {}]", clocks.value(row));
                kept.game.comments.push((plies.value(row) as usize, comment));
            }
        }
    }
    Ok(())
}

/// The query behind `reti-corpus openings`.
pub fn openings_query(corpus: &Corpus, least: usize) -> String {
    let per_game = if corpus.has(Table::Positions) {
        ", round(avg(p.peak), 2) AS peak_order, round(avg(p.f), 3) AS mean_fragility"
    } else {
        ""
    };
    let join = if per_game.is_empty() {
        ""
    } else {
        " JOIN (SELECT game, max(\"order\") AS peak, avg(fragility) AS f FROM positions GROUP BY game) p ON p.game = g.game"
    };
    format!(
        "SELECT g.\"ECO\" AS eco, max(g.\"Opening\") AS opening, count(*) AS games, \
         round(100.0 * avg(CASE g.\"Result\" WHEN '1-0' THEN 1.0 WHEN '1/2-1/2' THEN 0.5 WHEN '0-1' THEN 0.0 END), 1) \
         AS white_percent, round(avg(g.plies) / 2, 1) AS moves{per_game} FROM games g{join} \
         WHERE g.\"ECO\" IS NOT NULL GROUP BY g.\"ECO\" HAVING count(*) >= {least} ORDER BY games DESC, eco"
    )
}
