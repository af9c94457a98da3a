//! The names of openings.
//!
//! A modest table of well-known openings, written for Reti: code of the Encyclopaedia of Chess
//! Openings, name, moves. A game's opening is the last of its positions that ends one of the lines, by
//! whatever moves it was reached.

use std::{collections::HashMap, sync::LazyLock};

use reti_core::chess::Position;

use crate::wire;

const TABLE: &str = include_str!("../../openings/openings.tsv");

/// Code and name of an opening.
type Name = (&'static str, &'static str);

/// Longer than any line of the table, in plies.
const LONGEST: usize = 40;

static BY_POSITION: LazyLock<HashMap<u64, Name>> =
    LazyLock::new(|| lines().filter_map(|(name, moves)| Some((last_position(moves)?.key(), name))).collect());

/// The lines of the table: name and moves.
fn lines() -> impl Iterator<Item = (Name, &'static str)> {
    TABLE.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).filter_map(|line| {
        let mut columns = line.split('\t');
        Some(((columns.next()?, columns.next()?), columns.next()?))
    })
}

/// The position after the moves; `None` if one is illegal.
fn last_position(moves: &str) -> Option<Position> {
    let mut position = Position::start();
    for word in moves.split(' ').filter(|word| !word.ends_with('.')) {
        position = position.play(position.parse_move(word).ok()?);
    }
    Some(position)
}

/// The opening of a game that went through these positions.
pub fn opening(positions: &[Position]) -> Option<wire::Opening> {
    let found = positions.iter().take(LONGEST).enumerate().rev();
    found.filter(|(plies, _)| *plies > 0).find_map(|(plies, position)| {
        let (eco, name) = *BY_POSITION.get(&position.key())?;
        Some(wire::Opening { eco: eco.to_owned(), name: name.to_owned(), plies })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_legal_and_ends_in_a_position_of_its_own() {
        let mut seen: HashMap<u64, Name> = HashMap::new();
        let mut count = 0;
        for (name, moves) in lines() {
            let position = last_position(moves).unwrap_or_else(|| panic!("{name:?}: {moves} is not legal"));
            assert!(moves.split(' ').count() < LONGEST, "{name:?}");
            let twice = seen.insert(position.key(), name);
            assert_eq!(twice, None, "{name:?} is reached by two lines");
            let (eco, title) = name;
            let (letter, number) = eco.split_at(1);
            assert!("ABCDE".contains(letter) && number.len() == 2 && number.parse::<u8>().is_ok(), "{eco} {title}");
            assert!(!title.is_empty() && title.is_ascii(), "{title}");
            count += 1;
        }
        let written = TABLE.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).count();
        assert_eq!(count, written);
        assert!(count >= 300, "{count}");
    }

    #[test]
    fn transpositions_are_recognised() {
        let by = |moves: &str| {
            let mut positions = vec![Position::start()];
            for word in moves.split(' ') {
                let last = positions.last().unwrap();
                positions.push(last.play(last.parse_move(word).unwrap()));
            }
            opening(&positions).map(|found| (found.eco, found.name, found.plies))
        };
        assert_eq!(by("e4 e5 Nf3 d6 Bc4 Bg4"), Some(("C41".to_owned(), "Philidor Defense".to_owned(), 4)));
        assert_eq!(by("d4 Nf6 Nf3 e6 c4 d5 Nc3 Be7"), by("d4 d5 c4 e6 Nc3 Nf6 Nf3 Be7"));
        assert_eq!(by("a3 h6 a4 h5"), Some(("A00".to_owned(), "Anderssen Opening".to_owned(), 1)));
    }
}
