//! Exercises in the columns of Lichess's puzzle database.
//!
//! A puzzle there begins with the opponent's move: its FEN is the position before that move, which is the
//! first of `Moves`. So an exercise at the very start of a game has no row. Ratings are our guess, with the
//! widest deviation; nobody has played the puzzle yet.

use reti_core::{chess::Position, motif::Motif};

use crate::wire::Exercise;

/// The columns.
pub const HEADER: &str = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n";

/// The deviation of a rating that nothing is known about.
const UNKNOWN: u32 = 500;

/// Plies after which Lichess names no opening.
const OPENING_ENDS: usize = 40;

/// An exercise as a row; `None` if no move led to it.
pub fn row(exercise: &Exercise) -> Option<String> {
    let before = exercise.source.before.as_ref()?;
    let moves: Vec<&str> =
        [before.first.as_str()].into_iter().chain(exercise.solution.iter().map(String::as_str)).collect();
    let url = exercise.source.url.as_ref().map(|url| format!("{url}#{}", exercise.source.ply));
    let opening = exercise.source.opening.as_ref().filter(|_| exercise.source.ply <= OPENING_ENDS);
    let columns = [
        id(exercise),
        before.fen.clone(),
        moves.join(" "),
        exercise.difficulty.to_string(),
        UNKNOWN.to_string(),
        "0".to_owned(),
        "0".to_owned(),
        themes(exercise).join(" "),
        url.unwrap_or_default(),
        opening.map_or_else(String::new, |opening| opening_tags(&opening.name)),
    ];
    Some(columns.map(|column| quoted(&column)).join(",") + "\n")
}

/// A name that depends on the position only.
fn id(exercise: &Exercise) -> String {
    const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut key = Position::from_fen(&exercise.fen).map_or(0, |position| position.key());
    let mut letters = String::new();
    for _ in 0..8 {
        letters.push(char::from(LETTERS[(key % 62) as usize]));
        key /= 62;
    }
    letters
}

/// What Lichess calls the motifs, the length and the mate.
fn themes(exercise: &Exercise) -> Vec<String> {
    let labels = exercise.motifs.iter().filter_map(|name| Motif::named(name)?.label.as_ref()?.names.first());
    let mut themes: Vec<String> = labels.map(|label| (*label).to_owned()).collect();
    let moves = exercise.solution.len().div_ceil(2);
    themes.push(["oneMove", "short", "long", "veryLong"][moves.clamp(1, 4) - 1].to_owned());
    if let Some(mate) = exercise.mate {
        themes.extend(["mate".to_owned(), format!("mateIn{}", mate.min(5))]);
    }
    themes.sort();
    themes.dedup();
    themes
}

/// `Sicilian_Defense Sicilian_Defense_Najdorf_Variation` of `Sicilian Defense: Najdorf Variation`.
fn opening_tags(name: &str) -> String {
    let tag = |text: &str| {
        let kept = text.chars().filter(|ch| ch.is_alphanumeric() || matches!(ch, ' ' | '-'));
        kept.collect::<String>().split_whitespace().collect::<Vec<_>>().join("_")
    };
    let family = tag(name.split(':').next().unwrap_or(name));
    let whole = tag(name.split(',').next().unwrap_or(name));
    if family == whole { family } else { format!("{family} {whole}") }
}

fn quoted(column: &str) -> String {
    if column.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", column.replace('"', "\"\""))
    } else {
        column.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_tagged_as_lichess_tags_them() {
        assert_eq!(
            opening_tags("Sicilian Defense: Najdorf Variation, English Attack"),
            "Sicilian_Defense Sicilian_Defense_Najdorf_Variation"
        );
        assert_eq!(opening_tags("King's Pawn Game"), "Kings_Pawn_Game");
    }

    #[test]
    fn a_column_with_a_comma_is_quoted() {
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(quoted("a b"), "a b");
    }
}
