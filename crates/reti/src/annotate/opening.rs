//! The names of openings.
//!
//! The table is Lichess's collection of named lines (`openings/README.md`). A game's opening is the last
//! of its positions that ends one of the lines, by whatever moves it was reached. What the game's own tags
//! say is not contradicted: a given code asks for the last position with that code.

use std::{collections::HashMap, sync::LazyLock};

use reti_core::chess::Position;

use crate::{pgn::Game, wire};

const TABLES: [&str; 5] = [
    include_str!("../../openings/a.tsv"),
    include_str!("../../openings/b.tsv"),
    include_str!("../../openings/c.tsv"),
    include_str!("../../openings/d.tsv"),
    include_str!("../../openings/e.tsv"),
];

/// Code and name of an opening.
type Name = (&'static str, &'static str);

/// Longer than any line of the table, in plies.
const LONGEST: usize = 40;

/// The lines of the tables: name and moves.
fn lines() -> impl Iterator<Item = (Name, &'static str)> {
    TABLES.iter().flat_map(|table| table.lines().skip(1)).filter_map(|line| {
        let mut columns = line.split('\t');
        Some(((columns.next()?, columns.next()?), columns.next()?))
    })
}

fn words(moves: &str) -> impl Iterator<Item = &str> {
    moves.split(' ').filter(|word| !word.ends_with('.'))
}

/// Every named position. Lines are walked in the order of their moves, so that what two neighbours share
/// is played once: the whole table costs a few thousand moves, and only when a game asks.
static BY_POSITION: LazyLock<HashMap<u64, Name>> = LazyLock::new(|| {
    let mut sorted: Vec<(&str, Name)> = lines().map(|(name, moves)| (moves, name)).collect();
    sorted.sort_unstable();
    let mut named = HashMap::with_capacity(sorted.len());
    let mut way: Vec<(&str, Position)> = Vec::new();
    for (moves, name) in sorted {
        let shared = words(moves).zip(&way).take_while(|(word, (walked, _))| word == walked).count();
        way.truncate(shared);
        let legal = words(moves).skip(shared).all(|word| {
            let here = way.last().map_or_else(Position::start, |(_, here)| here.clone());
            let read = here.parse_move(word);
            way.extend(read.iter().map(|&m| (word, here.play(m))));
            read.is_ok()
        });
        if let Some((_, last)) = way.last().filter(|_| legal) {
            named.insert(last.key(), name);
        }
    }
    named
});

/// The named positions of a game, the deepest first, with the number of plies that led to each.
fn named(positions: &[Position]) -> impl Iterator<Item = (usize, Name)> {
    let reached = positions.iter().take(LONGEST).enumerate().skip(1).rev();
    reached.filter_map(|(plies, position)| Some((plies, *BY_POSITION.get(&position.key())?)))
}

fn told((plies, (eco, name)): (usize, Name)) -> wire::Opening {
    wire::Opening { eco: eco.to_owned(), name: name.to_owned(), plies }
}

/// The opening of a game that went through these positions.
pub fn opening(positions: &[Position]) -> Option<wire::Opening> {
    named(positions).next().map(told)
}

/// What to call the opening of a game: the deepest named position that agrees with the tags which the game
/// has, or else what those tags say themselves; nothing if that is too little.
pub fn opening_of(game: &Game, positions: &[Position]) -> Option<wire::Opening> {
    let given = |tag: &str| game.tag(tag).map(str::trim).filter(|value| !value.is_empty() && !value.starts_with('?'));
    let (code, name) = (given("ECO").map(plain_code), given("Opening"));
    let agrees = |found: &Name| code.as_ref().is_none_or(|code| code == found.0);
    let same = |found: &Name| name.is_none_or(|name| name == found.1);
    let found = named(positions).find(|(_, found)| agrees(found) && same(found));
    found.map(told).or_else(|| {
        let plies = || named(positions).find(|(_, found)| agrees(found)).map_or(0, |(plies, _)| plies);
        match (&code, name) {
            (Some(code), Some(name)) => {
                Some(wire::Opening { eco: code.clone(), name: name.to_owned(), plies: plies() })
            }
            _ => None,
        }
    })
}

/// `B90` of `B90j`: some programs write more than the code.
fn plain_code(code: &str) -> String {
    code.chars().take(3).collect::<String>().to_uppercase()
}

#[cfg(test)]
mod tests {
    use std::{fs, time::Instant};

    use super::*;
    use crate::pgn::games;

    #[test]
    fn every_line_is_legal_and_ends_in_a_position_of_its_own() {
        let mut seen: HashMap<u64, Name> = HashMap::new();
        for (name, moves) in lines() {
            let position = slowly(moves);
            assert!(words(moves).count() < LONGEST, "{name:?}");
            assert_eq!(seen.insert(position.key(), name), None, "{name:?} is reached by two lines");
            let (eco, title) = name;
            let (letter, number) = eco.split_at(1);
            assert!("ABCDE".contains(letter) && number.len() == 2 && number.parse::<u8>().is_ok(), "{eco} {title}");
            assert!(!title.is_empty() && !title.contains(char::is_control), "{title}");
        }
        assert_eq!(seen.len(), 3_807);
        assert_eq!(*BY_POSITION, seen);
    }

    fn slowly(moves: &str) -> Position {
        let play = |here: Position, word: &str| here.play(here.parse_move(word).unwrap());
        words(moves).fold(Position::start(), play)
    }

    const CATALAN: &str = "Nf3 Nf6 c4 e6 g3 d5 Bg2 dxc4";

    fn walked(moves: &str) -> Vec<Position> {
        let mut positions = vec![Position::start()];
        for word in moves.split(' ') {
            let last = positions.last().unwrap();
            positions.push(last.play(last.parse_move(word).unwrap()));
        }
        positions
    }

    fn by(moves: &str) -> (String, String, usize) {
        opening(&walked(moves)).map(|found| (found.eco, found.name, found.plies)).unwrap()
    }

    #[test]
    fn transpositions_are_recognised() {
        assert_eq!(by("e4 e5 Nf3 d6 Bc4 Bg4 h3").0, "C41");
        assert_eq!(by("d4 Nf6 Nf3 e6 c4 d5 Nc3 Be7"), by("d4 d5 c4 e6 Nc3 Nf6 Nf3 Be7"));
        // The English by way of Réti's first moves, which alone would be A05.
        assert_eq!(by("Nf3 Nf6").0, "A05");
        assert_eq!(by(CATALAN).0, "A13");
        assert_eq!(by("a3 h6 a4 h5"), ("A00".to_owned(), "Anderssen's Opening".to_owned(), 1));
        assert!(opening(&[Position::start()]).is_none());
    }

    #[track_caller]
    fn check(tags: &str, expected: Option<(&str, &str)>) {
        let text = format!("[Event \"x\"]\n{tags}\n\n1. Nf3 Nf6 2. c4 e6 3. g3 d5 4. Bg2 dxc4 *\n");
        let game = games(text.as_bytes()).next().unwrap().unwrap();
        let found = opening_of(&game, &game.positions());
        let found = found.as_ref().map(|found| (found.eco.as_str(), found.name.as_str()));
        assert_eq!(found.map(|(eco, _)| eco), expected.map(|(eco, _)| eco), "{tags}");
        assert_eq!(found.map(|(_, name)| name), expected.map(|(_, name)| name), "{tags}");
    }

    #[test]
    fn given_tags_are_not_contradicted() {
        let (a05, a13) = (by("Nf3 Nf6"), by(CATALAN));
        check("", Some(("A13", &a13.1)));
        check("[ECO \"?\"]", Some(("A13", &a13.1)));
        check("[ECO \"A05\"]", Some(("A05", &a05.1)));
        check("[ECO \"A13b\"]", Some(("A13", &a13.1)));
        check("[ECO \"E99\"]", None);
        check("[Opening \"My own\"]", None);
        check("[ECO \"E99\"]\n[Opening \"My own\"]", Some(("E99", "My own")));
    }

    /// Every position of the game against every line of the table, by what stands on the board.
    fn by_replay(table: &[(String, Name)], positions: &[Position]) -> Option<(usize, Name)> {
        let of = |position: &Position| {
            let fen = same(position);
            table.iter().find(|(named, _)| *named == fen).map(|(_, name)| *name)
        };
        (1..positions.len().min(60)).rev().find_map(|plies| Some((plies, of(&positions[plies])?)))
    }

    /// A position without its counters.
    fn same(position: &Position) -> String {
        position.fen().split(' ').take(4).collect::<Vec<_>>().join(" ")
    }

    fn table() -> Vec<(String, Name)> {
        lines().map(|(name, moves)| (same(&slowly(moves)), name)).collect()
    }

    #[track_caller]
    fn compare(table: &[(String, Name)], positions: &[Position]) {
        let expected = by_replay(table, positions).map(told);
        assert_eq!(opening(positions), expected);
    }

    #[test]
    fn the_names_of_the_committed_games_are_those_of_a_slow_replay() {
        let table = table();
        let games = include_str!("../../../../testdata/games/lichess-2025-05.txt");
        let games = games.lines().filter(|line| !line.starts_with('#'));
        let mut named = 0;
        let mut count = 0;
        for game in games {
            let moves: Vec<&str> = game.split(' ').skip(2).take(60).collect();
            let positions = walked(&moves.join(" "));
            compare(&table, &positions);
            named += usize::from(opening(&positions).is_some());
            count += 1;
        }
        assert!(count >= 100 && named * 100 >= count * 95, "{named} of {count}");
    }

    #[test]
    #[ignore = "slow: 10,000 games of RETI_DATA"]
    fn the_names_of_ten_thousand_games_are_those_of_a_slow_replay() {
        let Some(folder) = std::env::var_os("RETI_DATA") else {
            println!("skipped: RETI_DATA names no folder");
            return;
        };
        let start = Instant::now();
        let known = BY_POSITION.len();
        println!("{known} names known after {:?}", start.elapsed());
        let file = fs::File::open(std::path::Path::new(&folder).join("pgn/masters.pgn.zst")).unwrap();
        let by_board: HashMap<String, Name> = table().into_iter().collect();
        let mut count = 0;
        for game in games(zstd::Decoder::new(file).unwrap()).take(10_000) {
            let positions = game.unwrap().positions();
            let mut reached = (1..positions.len().min(60)).rev();
            let expected = reached.find_map(|plies| Some((plies, *by_board.get(&same(&positions[plies]))?)));
            let expected = expected.map(told);
            assert_eq!(opening(&positions), expected);
            count += 1;
        }
        println!("{count} games");
        assert_eq!(count, 10_000);
    }
}
