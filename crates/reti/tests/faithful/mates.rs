//! The names of mates, read from their definitions and not from the detectors.
//!
//! Each definition speaks of a *net*: mating pieces of which one gives check and the others guard the
//! squares around the king that its own men do not block, none of them spare. Here the nets are found by
//! trying all small sets of pieces, and every name asks its question in plain files and ranks, counted
//! from the mated king and from its side of the board. A mate without a reader is not believed.

use reti_core::chess::{Board, Color, PieceType, Position, Square};

use super::board::{attackers, attacks, king_distance};

/// A mated king and what is around it.
struct Mated<'a> {
    board: &'a Board,
    /// The board without the king, on which guards look through it.
    lifted: Board,
    side: Color,
    king: Square,
    move_number: u32,
}

/// Some pieces that hold the king, one of which gives check.
struct Net<'a> {
    mated: &'a Mated<'a>,
    checker: Square,
    others: Vec<Square>,
}

/// The most pieces that a net may have.
const MOST: usize = 5;

impl<'a> Mated<'a> {
    fn new(position: &'a Position) -> Option<Mated<'a>> {
        let (board, side) = (position.board(), position.turn());
        let king = board.king_of(side).filter(|_| position.is_checkmate())?;
        let mut lifted = board.clone();
        lifted.discard_piece_at(king);
        Some(Mated { board, lifted, side, king, move_number: position.fullmoves() })
    }

    fn ring(&self) -> Vec<Square> {
        Square::ALL.into_iter().filter(|&square| king_distance(self.king, square) == 1).collect()
    }

    fn is_blocked(&self, square: Square) -> bool {
        self.board.color_at(square) == Some(self.side)
    }

    fn blocked(&self) -> usize {
        self.ring().into_iter().filter(|&square| self.is_blocked(square)).count()
    }

    fn flights(&self) -> Vec<Square> {
        self.ring().into_iter().filter(|&square| !self.is_blocked(square)).collect()
    }

    /// File and rank of a square, rank 0 being the mated side's first.
    fn place(&self, square: Square) -> (i32, i32) {
        let rank = square.rank() as i32;
        (square.file() as i32, if self.side == Color::White { rank } else { 7 - rank })
    }

    /// The way from the king to a square, in files and in ranks.
    fn step(&self, square: Square) -> (i32, i32) {
        let (king, there) = (self.place(self.king), self.place(square));
        (there.0 - king.0, there.1 - king.1)
    }

    fn is_first_rank(&self) -> bool {
        self.place(self.king).1 == 0
    }

    fn is_edge(&self) -> bool {
        self.ring().len() < 8
    }

    fn is_corner(&self) -> bool {
        self.ring().len() == 3
    }

    fn checkers(&self) -> Vec<Square> {
        attackers(self.board, self.king, !self.side)
    }

    /// All nets with one checker: sets from which nothing can be left out.
    fn nets(&self) -> Vec<Net<'_>> {
        let mut tasks = vec![self.checkers()];
        tasks.extend(self.flights().into_iter().map(|flight| attackers(&self.lifted, flight, !self.side)));
        let mut useful: Vec<Square> = tasks.concat();
        useful.sort_unstable();
        useful.dedup();
        let holds = |set: &[Square]| tasks.iter().all(|task| task.iter().any(|piece| set.contains(piece)));
        let mut nets = Vec::new();
        for bits in 1u32..1 << useful.len() {
            let set: Vec<Square> = (0..useful.len()).filter(|i| bits >> i & 1 == 1).map(|i| useful[i]).collect();
            let spare = |piece: &Square| {
                let rest: Vec<Square> = set.iter().copied().filter(|other| other != piece).collect();
                holds(&rest)
            };
            if set.len() > MOST || !holds(&set) || set.iter().any(spare) {
                continue;
            }
            let (checkers, others): (Vec<Square>, Vec<Square>) =
                set.iter().copied().partition(|piece| tasks[0].contains(piece));
            if let [checker] = checkers[..] {
                nets.push(Net { mated: self, checker, others });
            }
        }
        nets
    }
}

impl Net<'_> {
    fn letter(&self, square: Square) -> char {
        self.mated.board.role_at(square).map_or(' ', PieceType::upper_char)
    }

    /// Whether one of `checkers` gives check and the others are `helpers`, as letters in alphabetical order.
    fn is(&self, checkers: &str, helpers: &str) -> bool {
        let mut others: Vec<char> = self.others.iter().map(|&square| self.letter(square)).collect();
        others.sort_unstable();
        checkers.contains(self.letter(self.checker)) && others.into_iter().collect::<String>() == helpers
    }

    /// The helper with this letter.
    fn the(&self, letter: char) -> Square {
        self.others.iter().copied().find(|&square| self.letter(square) == letter).unwrap()
    }

    fn near(&self, square: Square) -> bool {
        king_distance(self.mated.king, square) == 1
    }

    fn guards(&self, piece: Square, square: Square) -> bool {
        attacks(&self.mated.lifted, piece, square)
    }

    fn way(&self) -> (i32, i32) {
        self.mated.step(self.checker)
    }

    fn along_rank(&self) -> bool {
        self.way().1 == 0
    }

    fn along_file(&self) -> bool {
        self.way().0 == 0
    }

    fn along_edge(&self) -> bool {
        let (file, rank) = self.mated.place(self.mated.king);
        self.along_rank() && (rank == 0 || rank == 7) || self.along_file() && (file == 0 || file == 7)
    }

    fn on_diagonal(&self) -> bool {
        slope(self.checker, self.mated.king) != 0
    }

    fn flights_of(&self, piece: Square) -> usize {
        self.mated.flights().into_iter().filter(|&flight| self.guards(piece, flight)).count()
    }

    /// A queen next to the king that leaves two of eight squares to others, both blocked.
    fn has_tail(&self) -> bool {
        let left = |&square: &Square| square != self.checker && !self.guards(self.checker, square);
        let tail: Vec<Square> = self.mated.ring().into_iter().filter(left).collect();
        let queen = self.is_checked_by('Q') && self.others.len() == 1 && !self.mated.is_edge();
        queen && tail.len() == 2 && tail.into_iter().all(|square| self.mated.is_blocked(square))
    }

    fn is_checked_by(&self, letter: char) -> bool {
        self.letter(self.checker) == letter
    }

    /// The slopes of the diagonals on which the second bishop alone guards flights.
    fn second_slopes(&self) -> Vec<i32> {
        let second = self.others[0];
        let alone = |&flight: &Square| self.guards(second, flight) && !self.guards(self.checker, flight);
        self.mated.flights().into_iter().filter(alone).map(|flight| slope(second, flight)).collect()
    }
}

/// 1 on a diagonal that rises to the right, -1 on one that falls, 0 on none.
fn slope(one: Square, other: Square) -> i32 {
    let (files, ranks) = (one.file() as i32 - other.file() as i32, one.rank() as i32 - other.rank() as i32);
    if files.abs() == ranks.abs() { (files * ranks).signum() } else { 0 }
}

fn straight(one: Square, other: Square) -> bool {
    one.file() == other.file() || one.rank() == other.rank()
}

fn size((files, ranks): (i32, i32)) -> (i32, i32) {
    (files.abs().min(ranks.abs()), files.abs().max(ranks.abs()))
}

type Question = fn(&Net, &Mated) -> bool;

/// What each name says of one net.
const NAMES: [(&str, Question); 37] = [
    ("fools-mate", |net, mated| {
        let home = mated.place(mated.king) == (4, 0) && mated.move_number <= 4;
        home && net.is("Q", "") && net.on_diagonal() && !net.near(net.checker) && mated.blocked() >= 3
    }),
    ("scholars-mate", |net, mated| {
        let home = mated.place(mated.king) == (4, 0) && mated.move_number <= 8;
        home && net.is("Q", "B") && net.way() == (1, 1) && net.guards(net.the('B'), net.checker) && mated.blocked() >= 2
    }),
    ("legal-mate", |net, mated| {
        net.is("N", "BN") && net.near(net.the('B')) && net.guards(net.the('N'), net.the('B')) && mated.blocked() >= 2
    }),
    ("reti-mate", |net, mated| {
        net.is("B", "R") && net.near(net.checker) && net.guards(net.the('R'), net.checker) && mated.blocked() >= 3
    }),
    ("hook-mate", |net, _| {
        let kind = |letter: char| net.others.iter().copied().filter(move |&square| net.letter(square) == letter);
        let hook = |knight: Square| {
            let pawn = kind('P').any(|pawn| net.guards(pawn, knight));
            net.near(knight) && net.guards(knight, net.checker) && pawn
        };
        net.is_checked_by('R') && net.near(net.checker) && kind('N').any(hook)
    }),
    ("vukovic-mate", |net, mated| {
        let protector = if net.is("R", "KN") { 'K' } else { 'P' };
        (net.is("R", "KN") || net.is("R", "NP"))
            && mated.is_edge()
            && net.near(net.checker)
            && net.guards(net.the(protector), net.checker)
            && !net.guards(net.the('N'), net.checker)
            && net.flights_of(net.the('N')) >= 2
    }),
    ("blackburne-mate", |net, _| net.is("B", "BN") && net.near(net.checker) && net.guards(net.the('N'), net.checker)),
    ("stamma-mate", |net, mated| net.is("N", "K") && mated.is_corner() && mated.blocked() >= 1),
    ("arabian-mate", |net, mated| {
        net.is("R", "N")
            && mated.is_corner()
            && net.near(net.checker)
            && size(mated.step(net.the('N'))) == (2, 2)
            && net.guards(net.the('N'), net.checker)
    }),
    ("anastasia-mate", |net, mated| {
        let straight_in = |square: Square| match mated.step(square) {
            (_, 0) => net.along_file(),
            (0, _) => net.along_rank(),
            _ => false,
        };
        net.is("QR", "N")
            && net.along_edge()
            && !mated.is_corner()
            && !net.near(net.checker)
            && mated.ring().into_iter().any(|square| mated.is_blocked(square) && straight_in(square))
            && net.flights_of(net.the('N')) >= 2
    }),
    ("boden-mate", |net, mated| {
        let check = slope(net.checker, mated.king);
        net.is("B", "B") && net.second_slopes().into_iter().any(|slope| slope != check)
    }),
    ("double-bishop-mate", |net, mated| {
        let check = slope(net.checker, mated.king);
        net.is("B", "B") && net.second_slopes().into_iter().all(|slope| slope == check)
    }),
    ("balestra-mate", |net, mated| {
        net.is("B", "Q") && mated.is_edge() && mated.blocked() == 0 && size(mated.step(net.the('Q'))) == (1, 2)
    }),
    ("max-lange-mate", |net, mated| {
        net.is("Q", "B")
            && net.near(net.checker)
            && mated.place(net.checker).1 == 0
            && mated.place(mated.king).1 == 1
            && net.guards(net.the('B'), net.checker)
            && mated.blocked() >= 1
    }),
    ("lolli-mate", |net, mated| {
        let pawn = |net: &Net| matches!(mated.step(net.the('P')), (-1 | 1, 2));
        net.is("Q", "P") && mated.is_first_rank() && net.way() == (0, 1) && pawn(net)
    }),
    ("damiano-mate", |net, mated| {
        let queen = matches!(net.way(), (-1 | 1, 1));
        net.is("Q", "P") && mated.is_first_rank() && queen && mated.step(net.the('P')) == (0, 2)
    }),
    ("cozio-mate", |net, _| net.has_tail() && matches!(net.way(), (-1 | 1, -1))),
    ("dovetail-mate", |net, _| net.has_tail() && matches!(net.way(), (-1 | 1, 1))),
    ("swallows-tail-mate", |net, _| net.has_tail() && size(net.way()) == (0, 1)),
    ("epaulette-mate", |net, mated| {
        let shoulder = |square: &Square| match mated.step(*square) {
            (_, 0) => net.along_file(),
            (0, _) => net.along_rank(),
            _ => false,
        };
        let blocked = mated.ring().into_iter().filter(shoulder).filter(|&square| mated.is_blocked(square));
        (net.is_checked_by('Q') || net.is_checked_by('R')) && blocked.count() == 2
    }),
    ("morphy-mate", |net, mated| {
        net.is("B", "R") && mated.is_corner() && !net.near(net.checker) && mated.blocked() == 1
    }),
    ("pillsbury-mate", |net, mated| {
        net.is("QR", "B")
            && net.along_file()
            && (1..=6).contains(&mated.place(mated.king).0)
            && mated.is_first_rank()
            && !net.near(net.checker)
            && mated.blocked() >= 2
    }),
    ("greco-mate", |net, mated| {
        net.is("QR", "B")
            && net.along_file()
            && [0, 7].contains(&mated.place(mated.king).0)
            && mated.is_first_rank()
            && !net.near(net.checker)
            && mated.blocked() >= 1
    }),
    ("opera-mate", |net, mated| {
        next_on_first_rank(net, mated)
            && net.is("R", "B")
            && (2..=5).contains(&mated.place(mated.king).0)
            && net.guards(net.the('B'), net.checker)
            && mated.blocked() >= 1
    }),
    ("anderssen-mate", |net, mated| {
        let pawn = |&piece: &Square| net.letter(piece) == 'P' && net.guards(piece, net.checker);
        next_on_first_rank(net, mated)
            && (net.is_checked_by('R') || net.is_checked_by('Q'))
            && net.others.len() == 2
            && net.others.iter().any(pawn)
    }),
    ("mayet-mate", |net, mated| {
        next_on_first_rank(net, mated)
            && net.is("R", "B")
            && [0, 1, 6, 7].contains(&mated.place(mated.king).0)
            && net.guards(net.the('B'), net.checker)
    }),
    ("blind-swine-mate", |net, mated| {
        let second = |square: Square| mated.place(square).1 == 1;
        net.is("R", "R")
            && mated.is_first_rank()
            && net.near(net.checker)
            && second(net.checker)
            && second(net.the('R'))
    }),
    ("triangle-mate", |net, _| {
        net.is("Q", "R")
            && net.near(net.checker)
            && net.on_diagonal()
            && king_distance(net.the('R'), net.checker) == 2
            && straight(net.the('R'), net.checker)
            && net.guards(net.the('R'), net.checker)
    }),
    ("kill-box-mate", |net, _| {
        net.is("R", "Q")
            && net.near(net.checker)
            && net.guards(net.the('Q'), net.checker)
            && slope(net.the('Q'), net.checker) != 0
            && king_distance(net.the('Q'), net.checker) == 2
    }),
    ("corner-mate", |net, mated| net.is("N", "R") && mated.is_corner() && mated.blocked() >= 1),
    ("suffocation-mate", |net, mated| net.is("N", "B") && mated.blocked() >= 1),
    ("smothered-mate", |net, mated| net.is("N", "") && mated.flights().is_empty()),
    ("back-rank-mate", |net, mated| {
        let front: Vec<Square> = mated.ring().into_iter().filter(|&square| mated.step(square).1 == 1).collect();
        net.is("QR", "")
            && mated.is_first_rank()
            && net.along_rank()
            && front.iter().all(|&square| mated.is_blocked(square))
            && front.iter().any(|&square| mated.board.role_at(square) == Some(PieceType::Pawn))
    }),
    ("david-and-goliath-mate", |net, _| net.is_checked_by('P')),
    ("ladder-mate", |net, mated| {
        let major = net.is("QR", "R") || net.is("QR", "Q");
        let beside = |square: Square| {
            let (files, ranks) = mated.step(square);
            net.along_rank() && ranks.abs() == 1 || net.along_file() && files.abs() == 1
        };
        major && net.along_edge() && !net.near(net.checker) && mated.blocked() == 0 && beside(net.others[0])
    }),
    ("opposition-mate", |net, mated| net.is("R", "K") && mated.is_edge()),
    ("support-mate", |net, mated| net.is("Q", "K") && net.near(net.checker) && mated.blocked() == 0),
];

/// A check from the next square of the first rank.
fn next_on_first_rank(net: &Net, mated: &Mated) -> bool {
    mated.is_first_rank() && net.along_rank() && net.near(net.checker)
}

/// All names that the reader knows.
pub fn known() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(|(name, _)| *name).chain(["double-check-mate"])
}

/// The names of a mate, by their definitions; none without checkmate.
pub fn names(position: &Position) -> Vec<&'static str> {
    let Some(mated) = Mated::new(position) else { return Vec::new() };
    let nets = mated.nets();
    let fits = |question: &Question| nets.iter().any(|net| question(net, &mated));
    let mut found: Vec<&str> = NAMES.iter().filter(|(_, question)| fits(question)).map(|(name, _)| *name).collect();
    if mated.checkers().len() == 2 {
        found.push("double-check-mate");
    }
    found
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, env, path::Path};

    use reti_core::{
        line::uses,
        motif::{CATALOGUE, Kind, Motif},
    };

    use super::super::{grammar::readings, motifs::MOTIFS, puzzles_of, repository};
    use super::*;

    fn catalogue() -> impl Iterator<Item = &'static Motif> {
        let is_named = |motif: &&Motif| motif.kind == Kind::Mate && motif.name != "unnamed-mate";
        CATALOGUE.iter().copied().filter(is_named)
    }

    /// Whether the reader believes a sentence about a mate.
    fn is_believed(position: &Position, name: &str) -> bool {
        let king = position.board().king_of(position.turn()).unwrap();
        let sentence = format!("The king on {king} is checkmated: {}.", name.replace('-', " "));
        let (pattern, check) = MOTIFS.iter().find(|(pattern, _)| *pattern == "{P} is checkmated: {T}.").unwrap();
        let reads = readings(pattern, &sentence);
        assert!(!reads.is_empty(), "{sentence}");
        reads.iter().any(|(reads, _)| check(position, reads))
    }

    #[test]
    fn every_mate_of_the_catalogue_has_a_reader_and_the_reader_knows_no_other() {
        let mut known: Vec<&str> = known().collect();
        let mut listed: Vec<&str> = catalogue().map(|motif| motif.name).collect();
        known.sort_unstable();
        listed.sort_unstable();
        assert_eq!(known, listed);
    }

    #[test]
    fn false_names_of_mates_are_rejected() {
        for motif in catalogue() {
            for (fen, _) in motif.examples {
                let position = Position::from_fen(fen).unwrap();
                assert!(is_believed(&position, motif.name), "{} in {fen}", motif.name);
                let others = catalogue().filter(|other| other != &motif);
                let believed: Vec<&str> =
                    others.map(|other| other.name).filter(|name| is_believed(&position, name)).collect();
                assert_eq!(believed, Vec::<&str>::new(), "in {fen}, a {}", motif.name);
            }
            for (fen, why) in motif.near_misses {
                let position = Position::from_fen(fen).unwrap();
                assert!(!names(&position).contains(&motif.name), "{} in {fen}: {why}", motif.name);
            }
        }
    }

    /// Reader and catalogue on the mates of puzzles; how many there were.
    fn compare(path: &Path) -> usize {
        let mut mates = 0;
        for line in puzzles_of(path, 1) {
            if !line.end().is_checkmate() {
                continue;
            }
            mates += 1;
            let told = uses(&line).into_iter().filter(|used| used.motif.kind == Kind::Mate);
            let mut told: BTreeSet<&str> = told.map(|used| used.motif.name).collect();
            let read: BTreeSet<&str> = names(line.end()).into_iter().collect();
            assert_eq!(told.remove("unnamed-mate"), read.is_empty(), "{}", line.end().fen());
            assert_eq!(told, read, "{}", line.end().fen());
        }
        mates
    }

    #[test]
    fn the_reader_and_the_catalogue_agree_on_every_mate_of_the_sample() {
        assert!(compare(&repository().join("testdata/puzzles/sample.csv.zst")) >= 1_000);
    }

    #[test]
    #[ignore = "slow: needs the puzzle file of RETI_DATA"]
    fn the_reader_and_the_catalogue_agree_on_every_mate_of_the_whole_file() {
        match env::var_os("RETI_DATA") {
            Some(folder) => println!("{} mates", compare(&Path::new(&folder).join("puzzles.csv.zst"))),
            None => println!("skipped: RETI_DATA names no folder"),
        }
    }
}
