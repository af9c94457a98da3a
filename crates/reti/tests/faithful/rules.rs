//! Rules of thumb read back: what they demand is looked for on the board, and the positions that they speak
//! of are counted again. Three men are counted one by one; of more a sample is counted, which must agree with
//! the numbers within the bounds of chance, and the numbers must stand in the file of the endgame.

use std::{cell::RefCell, collections::HashMap};

use reti::tables::Embedded;
use reti_core::chess::{Board, Color, Piece, PieceType, Position, Square};
use reti_core::value::Value;
use reti_search::probe::Probe;

use super::{
    board::{attacks, king_distance},
    claims::{Scene, SceneCheck},
    endgames::Outcome,
    endings::outcome,
    grammar::{KINDS, Read},
};

pub const RULES: &[(&str, SceneCheck)] = &[("A rule of thumb: where {T}.", |scene, reads| {
    let Read::Text(text) = &reads[0] else { return false };
    Told::read(text).is_some_and(|told| told.holds(scene))
})];

/// A rule as it is told.
#[derive(Debug)]
struct Told {
    conditions: Vec<Condition>,
    winner: Option<Color>,
    right: u64,
    positions: u64,
    follows: Option<bool>,
    /// What the count depends on.
    key: String,
}

type Man = (Color, PieceType);

/// Something that may hold on a board.
#[derive(Clone, Debug, PartialEq)]
enum Condition {
    Turn(Color),
    Check(bool),
    Stuck(bool),
    /// The best capture: none, loses, draws, wins.
    Capture(i32, i32),
    Promotes(bool),
    Distance(Man, Man, i32, i32),
    Rank(Man, Color, i32, i32),
    File(Man, i32, i32),
    Ahead(Man, Man, i32, i32),
    Goal(Man, Man, i32, i32),
    Outside(Man, Man, bool),
    Attacks(Man, Man, bool),
    Opposed(bool),
    Key(Man, Man, bool),
    Cuts(Man, Man, bool),
}

/// How the parts of a condition are written: `{m}` a man, `{r}` a range, `{n}` a number, `{c}` a side.
type Pattern = (&'static str, fn(&[Part]) -> Condition);

#[derive(Clone, Copy, Debug)]
enum Part {
    Man(Man),
    Range(i32, i32),
    Side(Color),
}

impl Part {
    fn man(self) -> Man {
        if let Part::Man(man) = self { man } else { (Color::White, PieceType::King) }
    }

    fn least(self) -> i32 {
        if let Part::Range(least, _) = self { least } else { 0 }
    }

    fn most(self) -> i32 {
        if let Part::Range(_, most) = self { most } else { 0 }
    }

    fn side(self) -> Color {
        if let Part::Side(side) = self { side } else { Color::White }
    }
}

const FAR: i32 = 99;

const PATTERNS: &[Pattern] = &[
    ("{c} is to move", |p| Condition::Turn(p[0].side())),
    ("the side to move is in check", |_| Condition::Check(true)),
    ("the side to move is not in check", |_| Condition::Check(false)),
    ("the side to move has no legal move", |_| Condition::Stuck(true)),
    ("the side to move has a legal move", |_| Condition::Stuck(false)),
    ("there is nothing to capture", |_| Condition::Capture(0, 0)),
    ("no capture saves the game", |_| Condition::Capture(0, 1)),
    ("no capture wins", |_| Condition::Capture(0, 2)),
    ("there is a capture and every capture loses", |_| Condition::Capture(1, 1)),
    ("there is a capture and none wins", |_| Condition::Capture(1, 2)),
    ("there is something to capture", |_| Condition::Capture(1, 3)),
    ("the best capture draws", |_| Condition::Capture(2, 2)),
    ("some capture does not lose", |_| Condition::Capture(2, 3)),
    ("some capture wins", |_| Condition::Capture(3, 3)),
    ("a pawn can promote without capturing", |_| Condition::Promotes(true)),
    ("no pawn can promote without capturing", |_| Condition::Promotes(false)),
    ("the distance from {m} to the queening square of {m} is {r}", |p| {
        Condition::Goal(p[0].man(), p[1].man(), p[2].least(), p[2].most())
    }),
    ("the distance from {m} to {m} is {r}", |p| Condition::Distance(p[0].man(), p[1].man(), p[2].least(), p[2].most())),
    ("the rank of {m} as {c}'s pawns go is {r}", |p| {
        Condition::Rank(p[0].man(), p[1].side(), p[2].least(), p[2].most())
    }),
    ("the distance in files from {m} to the edge of the board is {r}", |p| {
        Condition::File(p[0].man(), p[1].least(), p[1].most())
    }),
    ("{m} is a rook's pawn", |p| Condition::File(p[0].man(), 0, 0)),
    ("{m} is no rook's pawn", |p| Condition::File(p[0].man(), 1, FAR)),
    ("{m} is ahead of {m} in rank by at most {n} or not ahead of it", |p| {
        Condition::Ahead(p[0].man(), p[1].man(), -FAR, p[2].most())
    }),
    ("{m} is behind {m} in rank by at most {n} or not behind it", |p| {
        Condition::Ahead(p[0].man(), p[1].man(), -p[2].most(), FAR)
    }),
    ("{m} is in rank at most {n} behind {m} and at most {n} ahead of it", |p| {
        Condition::Ahead(p[0].man(), p[2].man(), -p[1].most(), p[3].most())
    }),
    ("{m} is ahead of {m} in rank by {r}", |p| {
        Condition::Ahead(p[0].man(), p[1].man(), p[2].least().max(1), p[2].most())
    }),
    ("{m} is behind {m} in rank by {r}", |p| {
        Condition::Ahead(p[0].man(), p[1].man(), -p[2].most(), -p[2].least().max(1))
    }),
    ("{m} is ahead of {m} in rank", |p| Condition::Ahead(p[0].man(), p[1].man(), 1, FAR)),
    ("{m} is behind {m} in rank", |p| Condition::Ahead(p[0].man(), p[1].man(), -FAR, -1)),
    ("{m} is not ahead of {m} in rank", |p| Condition::Ahead(p[0].man(), p[1].man(), -FAR, 0)),
    ("{m} is not behind {m} in rank", |p| Condition::Ahead(p[0].man(), p[1].man(), 0, FAR)),
    ("{m} is on the same rank as {m}", |p| Condition::Ahead(p[0].man(), p[1].man(), 0, 0)),
    ("{m} is outside the square of {m}", |p| Condition::Outside(p[0].man(), p[1].man(), true)),
    ("{m} is inside the square of {m}", |p| Condition::Outside(p[0].man(), p[1].man(), false)),
    ("{m} attacks {m}", |p| Condition::Attacks(p[0].man(), p[1].man(), true)),
    ("{m} does not attack {m}", |p| Condition::Attacks(p[0].man(), p[1].man(), false)),
    ("{m} protects {m}", |p| Condition::Attacks(p[0].man(), p[1].man(), true)),
    ("{m} does not protect {m}", |p| Condition::Attacks(p[0].man(), p[1].man(), false)),
    ("the kings face each other with one square between them", |_| Condition::Opposed(true)),
    ("the kings do not face each other with one square between them", |_| Condition::Opposed(false)),
    ("{m} stands on a key square of {m}", |p| Condition::Key(p[0].man(), p[1].man(), true)),
    ("{m} stands on no key square of {m}", |p| Condition::Key(p[0].man(), p[1].man(), false)),
    ("the file or the rank of {m} lies between {m} and a pawn", |p| Condition::Cuts(p[0].man(), p[1].man(), true)),
    ("neither the file nor the rank of {m} lies between {m} and a pawn", |p| {
        Condition::Cuts(p[0].man(), p[1].man(), false)
    }),
];

fn number(text: &str) -> Option<(i32, &str)> {
    let end = text.find(|ch: char| !ch.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok().map(|number| (number, &text[end..]))
}

fn part<'t>(kind: &str, text: &'t str) -> Option<(Part, &'t str)> {
    match kind {
        "m" => {
            let (color, rest) = [("the white ", Color::White), ("the black ", Color::Black)]
                .into_iter()
                .find_map(|(name, color)| text.strip_prefix(name).map(|rest| (color, rest)))?;
            let (name, kind) = KINDS.iter().find(|(name, _)| rest.starts_with(name))?;
            Some((Part::Man((color, *kind)), &rest[name.len()..]))
        }
        "c" => [("White", Color::White), ("Black", Color::Black)]
            .into_iter()
            .find_map(|(name, side)| text.strip_prefix(name).map(|rest| (Part::Side(side), rest))),
        "n" => number(text).map(|(number, rest)| (Part::Range(0, number), rest)),
        _ => {
            if let Some(rest) = text.strip_prefix("at most ") {
                return number(rest).map(|(most, rest)| (Part::Range(-FAR, most), rest));
            }
            if let Some(rest) = text.strip_prefix("at least ") {
                return number(rest).map(|(least, rest)| (Part::Range(least, FAR), rest));
            }
            let (least, rest) = number(text)?;
            match rest.strip_prefix(" to ").and_then(number) {
                Some((most, rest)) => Some((Part::Range(least, most), rest)),
                None => Some((Part::Range(least, least), rest)),
            }
        }
    }
}

fn parts<'t>(pattern: &str, text: &'t str) -> Option<(Vec<Part>, &'t str)> {
    let Some(open) = pattern.find('{') else { return text.strip_prefix(pattern).map(|rest| (Vec::new(), rest)) };
    let rest = text.strip_prefix(&pattern[..open])?;
    let (read, rest) = part(&pattern[open + 1..open + 2], rest)?;
    let (mut others, rest) = parts(&pattern[open + 3..], rest)?;
    others.insert(0, read);
    Some((others, rest))
}

/// `a`, `a and b`, `a, b and c`.
fn conditions(text: &str) -> Option<Vec<Condition>> {
    PATTERNS.iter().find_map(|(pattern, make)| {
        let (parts, rest) = parts(pattern, text)?;
        let first = make(&parts);
        if rest.is_empty() {
            return Some(vec![first]);
        }
        let rest = rest.strip_prefix(", ").or_else(|| rest.strip_prefix(" and "))?;
        let mut found = conditions(rest)?;
        found.insert(0, first);
        Some(found)
    })
}

impl Told {
    fn read(text: &str) -> Option<Told> {
        let (rule, follows) = match text.split_once("; this one is ") {
            Some((rule, "no exception")) => (rule, Some(true)),
            Some((rule, "an exception")) => (rule, Some(false)),
            Some(_) => return None,
            None => (text, None),
        };
        let count = |text: &str| text.replace(',', "").parse::<u64>().ok();
        let (rest, positions) = rule.strip_suffix(" positions")?.rsplit_once(" of ")?;
        let (rest, right) = rest.rsplit_once(" in ")?;
        let (told, outcome) = rest.rsplit_once(", ")?;
        let winner = match outcome {
            "White wins" => Some(Color::White),
            "Black wins" => Some(Color::Black),
            "it is a draw" => None,
            _ => return None,
        };
        let (right, positions) = (count(right)?, count(positions)?);
        Some(Told { conditions: conditions(told)?, winner, right, positions, follows, key: rule.to_owned() })
    }

    fn holds(&self, scene: &Scene) -> bool {
        let position = &scene.base;
        let known = outcome(position);
        let follows = known.map(|winner| winner == self.winner);
        self.right <= self.positions
            && self.conditions.iter().all(|condition| condition.holds(position))
            && follows == self.follows
            && self.stands_in_file(position)
            && self.is_counted(position)
    }

    /// The numbers of the endgame's file.
    fn stands_in_file(&self, position: &Position) -> bool {
        let (name, first) = endgame(position);
        let path = super::repository().join(format!("crates/reti-tables/rules/{name}.txt"));
        let place = match self.winner {
            Some(winner) if winner == first => 0,
            Some(_) => 2,
            None => 1,
        };
        std::fs::read_to_string(path).unwrap_or_default().lines().any(|line| {
            let numbers = line.split_once(": ").map_or("", |(_, numbers)| numbers).split(' ');
            let numbers: Vec<u64> = numbers.filter_map(|number| number.parse().ok()).collect();
            numbers.len() == 3 && numbers.iter().sum::<u64>() == self.positions && numbers[place] == self.right
        })
    }

    /// Counts the positions of the endgame for which the rule is meant.
    fn is_counted(&self, position: &Position) -> bool {
        thread_local! {
            static COUNTED: RefCell<HashMap<String, bool>> = RefCell::default();
        }
        let key = format!("{} {}", endgame(position).0, self.key);
        if let Some(known) = COUNTED.with_borrow(|counted| counted.get(&key).copied()) {
            return known;
        }
        let counted = self.count(position);
        COUNTED.with_borrow_mut(|known| known.insert(key, counted));
        counted
    }

    fn count(&self, position: &Position) -> bool {
        let men: Vec<Man> = Square::ALL
            .into_iter()
            .filter_map(|square| position.board().piece_at(square))
            .map(|piece| (piece.color, piece.role))
            .collect();
        let every = match men.len() {
            3 => 1,
            4 => 499,
            _ => 60_013,
        };
        let (mut met, mut right) = (0u64, 0u64);
        for placement in (0..2 << (6 * men.len() as u64)).step_by(every) {
            let Some(position) = placed(&men, placement) else { continue };
            if self.conditions.iter().all(|condition| condition.holds(&position)) {
                met += 1;
                right += u64::from(winner_of(&position) == Some(self.winner));
            }
        }
        // Left and right are both met here; the rule counts them once.
        let expected = |told: u64| 2.0 * told as f64 / every as f64;
        let fits = |met: u64, told: u64| {
            if every == 1 {
                return met == 2 * told;
            }
            (met as f64 - expected(told)).abs() <= 6.0 * expected(told).sqrt() + 3.0
        };
        let knows_values = men.len() <= 4;
        let wrong = |met: u64, right: u64| met - right;
        fits(met, self.positions)
            && (!knows_values || fits(right, self.right) && fits(wrong(met, right), wrong(self.positions, self.right)))
    }
}

/// The position of a number: the side to move, then a square for each man.
fn placed(men: &[Man], placement: u64) -> Option<Position> {
    let mut board = Board::empty();
    for (slot, &(color, role)) in men.iter().enumerate() {
        let square = Square::new((placement >> (1 + 6 * slot) & 63) as u32);
        let rank = u32::from(square) / 8;
        if board.piece_at(square).is_some() || role == PieceType::Pawn && (rank == 0 || rank == 7) {
            return None;
        }
        board.set_piece_at(square, Piece { color, role });
    }
    Position::from_board(board, if placement & 1 == 0 { Color::White } else { Color::Black })
}

fn winner_of(position: &Position) -> Option<Outcome> {
    Embedded.probe(position).map(|exact| match exact.value {
        Value::Win => Some(position.turn()),
        Value::Draw => None,
        Value::Loss => Some(!position.turn()),
    })
}

/// The name of the endgame, and the side that it names first: the one with more men, else the stronger one.
fn endgame(position: &Position) -> (String, Color) {
    let letters = |side: Color| {
        let kinds = [PieceType::King, PieceType::Queen, PieceType::Rook, PieceType::Pawn];
        let of = |kind: PieceType| (position.board().by_color(side) & position.board().by_role(kind)).count();
        kinds.iter().map(|&kind| kind.upper_char().to_string().repeat(of(kind))).collect::<String>()
    };
    let (white, black) = (letters(Color::White), letters(Color::Black));
    // Of the endgames with rules, only queen against pawn has as many men on both sides.
    let first = white.len() > black.len() || white.len() == black.len() && white.contains('Q');
    if first { (format!("{white}v{black}"), Color::White) } else { (format!("{black}v{white}"), Color::Black) }
}

fn is_in(least: i32, answer: i32, most: i32) -> bool {
    least <= answer && answer <= most
}

fn rank(square: Square, up: Color) -> i32 {
    let rank = i32::from(square.rank()) + 1;
    if up == Color::White { rank } else { 9 - rank }
}

fn file(square: Square) -> i32 {
    i32::from(square.file())
}

fn goal(pawn: Square, up: Color) -> Square {
    Square::new((file(pawn) + if up == Color::White { 56 } else { 0 }) as u32)
}

impl Condition {
    fn holds(&self, position: &Position) -> bool {
        let board = position.board();
        // Every endgame with rules has each man once.
        let at = |(color, kind): Man| (board.by_color(color) & board.by_role(kind)).into_iter().next();
        let pair = |a: Man, b: Man| at(a).zip(at(b));
        match *self {
            Condition::Turn(side) => position.turn() == side,
            Condition::Check(is) => position.is_check() == is,
            Condition::Stuck(is) => position.legal_moves().is_empty() == is,
            Condition::Capture(least, most) => is_in(least, best_capture(position), most),
            Condition::Promotes(is) => {
                position.legal_moves().iter().any(|m| m.promotion().is_some() && !m.is_capture()) == is
            }
            Condition::Distance(a, b, least, most) => {
                pair(a, b).is_some_and(|(a, b)| is_in(least, king_distance(a, b), most))
            }
            Condition::Rank(a, up, least, most) => at(a).is_some_and(|a| is_in(least, rank(a, up), most)),
            Condition::File(a, least, most) => at(a).is_some_and(|a| is_in(least, file(a).min(7 - file(a)), most)),
            Condition::Ahead(a, b, least, most) => {
                pair(a, b).is_some_and(|(man, pawn)| is_in(least, rank(man, b.0) - rank(pawn, b.0), most))
            }
            Condition::Goal(a, b, least, most) => {
                pair(a, b).is_some_and(|(king, pawn)| is_in(least, king_distance(king, goal(pawn, b.0)), most))
            }
            Condition::Outside(a, b, is) => pair(a, b).is_some_and(|(king, pawn)| {
                // The pawn runs alone; the king follows and takes it on the last square at the latest.
                let steps = king_distance(pawn, goal(pawn, b.0)) - i32::from(rank(pawn, b.0) == 2);
                let moves = steps + i32::from(position.turn() == a.0);
                (king_distance(king, goal(pawn, b.0)) > moves) == is
            }),
            Condition::Attacks(a, b, is) => pair(a, b).is_some_and(|(a, b)| attacks(board, a, b) == is),
            Condition::Opposed(is) => {
                let kings = pair((Color::White, PieceType::King), (Color::Black, PieceType::King));
                kings.is_some_and(|(a, b)| {
                    let (files, ranks) =
                        ((file(a) - file(b)).abs(), (rank(a, Color::White) - rank(b, Color::White)).abs());
                    matches!((files, ranks), (0, 2) | (2, 0)) == is
                })
            }
            Condition::Key(a, b, is) => pair(a, b).is_some_and(|(king, pawn)| is_key(king, pawn, b.0) == is),
            Condition::Cuts(a, b, is) => pair(a, b).is_some_and(|(piece, king)| {
                let between = |x: i32, y: i32, z: i32| (x - y) * (z - x) > 0;
                let pawns = board.by_role(PieceType::Pawn).into_iter();
                let cuts = pawns.into_iter().any(|pawn| {
                    let ranks = [piece, king, pawn].map(|square| rank(square, Color::White));
                    between(file(piece), file(king), file(pawn)) || between(ranks[0], ranks[1], ranks[2])
                });
                cuts == is
            }),
        }
    }
}

fn is_key(king: Square, pawn: Square, up: Color) -> bool {
    let (own, ahead) = (rank(pawn, up), rank(king, up) - rank(pawn, up));
    let files = (file(king) - file(pawn)).abs();
    let is_rooks_pawn = file(pawn) == 0 || file(pawn) == 7;
    match own {
        _ if is_rooks_pawn => files == 1 && rank(king, up) >= 7,
        7 => files <= 1 && (ahead == 1 || ahead == 0),
        5 | 6 => files <= 1 && (ahead == 1 || ahead == 2),
        _ => files <= 1 && ahead == 2,
    }
}

/// 0 without a capture; else what the best one gives: 1 a loss, 2 a draw, 3 a win.
fn best_capture(position: &Position) -> i32 {
    let captures = position.legal_moves().into_iter().filter(|m| m.is_capture());
    let worth = captures.map(|m| match winner_of(&position.play(m)) {
        Some(Some(winner)) if winner == position.turn() => 3,
        Some(None) => 2,
        _ => 1,
    });
    worth.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use reti_lessons::{
        claim::{Claim, What},
        knowledge::{self, Known},
        words::Words,
    };

    use super::super::claims::Around;
    use super::*;

    /// Positions with rules: a king outside the square, on a key square, far away; queen and pawn; rooks.
    const WITH_RULES: [&str; 8] = [
        "8/8/8/7k/1P6/8/8/K7 w - - 0 1",
        "8/8/8/8/1k6/8/5p2/K7 w - - 0 1",
        "4k3/8/4K3/8/4P3/8/8/8 w - - 0 1",
        "8/8/8/8/1P6/2k5/8/7K b - - 0 1",
        "8/8/8/8/3k4/p7/8/4K2Q w - - 0 1",
        "8/2q5/8/8/8/5K2/4P3/3k4 b - - 0 1",
        "8/8/8/8/Q7/1K6/2p5/1k6 w - - 0 1",
        "6k1/8/8/8/8/r7/4P3/4K2R w - - 0 1",
    ];

    fn told(fen: &str) -> Option<(Scene, String, bool)> {
        let position = Position::from_fen(fen).unwrap();
        let claim: Claim = knowledge::rule(&position, &Embedded)?;
        let What::Known(Known::Rule { follows, .. }) = claim.what else { return None };
        let around = Around { root: position, played: None, best: None, last: None };
        let text = Words::english().claim(&claim);
        Some((Scene::new(&claim, &around).unwrap(), text, follows == Some(true)))
    }

    #[test]
    fn rules_are_read_and_lies_about_them_noticed() {
        let mut read = 0;
        for fen in WITH_RULES {
            let Some((scene, text, _)) = told(fen) else { continue };
            let inner = text
                .strip_prefix("A rule of thumb: where ")
                .and_then(|text| text.strip_suffix('.'))
                .unwrap()
                .to_owned();
            let holds = |text: &str| Told::read(text).is_some_and(|told| told.holds(&scene));
            assert!(holds(&inner), "{fen}: {text}");
            read += 1;
            let told = Told::read(&inner).unwrap();
            let commas = |number: u64| Words::english().count(number);
            let lies = [
                inner.replace(
                    &format!("of {} positions", commas(told.positions)),
                    &format!("of {} positions", commas(told.positions + 1)),
                ),
                inner.replace(
                    &format!("in {} of", commas(told.right)),
                    &format!("in {} of", commas(told.right.saturating_sub(1))),
                ),
                inner
                    .replace("White", "Nobody")
                    .replace("Black", "White")
                    .replace("Nobody", "Black")
                    .replace("it is a draw", "White wins"),
                inner.replace("white", "nobody").replace("black", "white").replace("nobody", "black"),
                inner
                    .replace("no exception", "an-exception")
                    .replace("an exception", "no exception")
                    .replace("an-exception", "an exception"),
                inner.replace("outside", "inside-").replace("inside ", "outside ").replace("inside-", "inside"),
            ];
            for lie in lies.iter().filter(|lie| **lie != inner) {
                assert!(!holds(lie), "{fen}: {lie} (true is: {inner})");
            }
        }
        assert!(read >= 5, "only {read} rules are told");
    }
}
