//! Which men are on the board: the name of an endgame.
//!
//! `KQvKR` and `KRvKQ` are the same endgame with the colours exchanged. One of the two is the
//! *normal* one: the side with more men is white; with equally many men the stronger one, compared
//! man by man in the order queen, rook, bishop, knight, pawn. Tables exist for normal material
//! only; a position whose colours are the other way round is looked up mirrored.

use std::fmt;
use std::str::FromStr;

use reti_core::chess::{Board, Color, PieceType};

/// Piece types that material counts, strongest first.
pub const COUNTED: [PieceType; 5] =
    [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];

/// What a pawn may become, in the order of `COUNTED`.
pub const PROMOTIONS: [PieceType; 4] = [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

/// One man of an endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Man {
    /// Whose man it is.
    pub color: Color,
    /// What it is.
    pub kind: PieceType,
}

/// The men of an endgame, kings included, in normal order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    sides: [[u8; 5]; 2],
}

/// Text that does not name an endgame.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MaterialError {
    /// Not of the form `K…vK…`.
    #[error("{text:?} is not an endgame: expected two sides such as KQvKR, letters K Q R B N P")]
    Syntax {
        /// What was read.
        text: String,
    },
    /// More men than tables are made for.
    #[error("{text} has {men} men; tables are made for up to {most}")]
    TooMany {
        /// What was read.
        text: String,
        /// Its number of men.
        men: usize,
        /// The limit.
        most: usize,
    },
}

/// The most men a table may have.
pub const MAX_MEN: usize = 5;

fn slot(kind: PieceType) -> Option<usize> {
    COUNTED.iter().position(|&counted| counted == kind)
}

impl Material {
    /// Two bare kings.
    pub const KINGS: Material = Material { sides: [[0; 5]; 2] };

    /// The normal material of a list of men, and whether their colours had to be exchanged.
    pub fn of_men(men: &[Man]) -> (Material, bool) {
        let mut sides = [[0u8; 5]; 2];
        for man in men {
            if let Some(slot) = slot(man.kind) {
                sides[usize::from(man.color.is_black())][slot] += 1;
            }
        }
        Material::normal(sides)
    }

    /// The normal material of a board, and whether its colours had to be exchanged.
    pub fn of_board(board: &Board) -> (Material, bool) {
        let sides = [Color::White, Color::Black]
            .map(|color| COUNTED.map(|kind| (board.by_color(color) & board.by_role(kind)).count().min(255) as u8));
        Material::normal(sides)
    }

    fn normal(sides: [[u8; 5]; 2]) -> (Material, bool) {
        let men = |side: &[u8; 5]| side.iter().map(|&n| usize::from(n)).sum::<usize>();
        let rank = |side: &[u8; 5]| (men(side), *side);
        if rank(&sides[0]) >= rank(&sides[1]) {
            (Material { sides }, false)
        } else {
            (Material { sides: [sides[1], sides[0]] }, true)
        }
    }

    /// How many men there are, kings included.
    pub fn men(&self) -> usize {
        2 + self.sides.iter().flatten().map(|&n| usize::from(n)).sum::<usize>()
    }

    /// How many men of one kind a side has.
    pub fn count(&self, color: Color, kind: PieceType) -> usize {
        match slot(kind) {
            Some(slot) => usize::from(self.sides[usize::from(color.is_black())][slot]),
            None => 1,
        }
    }

    /// How many pawns are on the board.
    pub fn pawns(&self) -> usize {
        self.count(Color::White, PieceType::Pawn) + self.count(Color::Black, PieceType::Pawn)
    }

    /// Whether a side has nothing but its king.
    pub fn is_bare(&self, color: Color) -> bool {
        self.sides[usize::from(color.is_black())] == [0; 5]
    }

    /// Whether both sides have the same men.
    pub fn is_symmetric(&self) -> bool {
        self.sides[0] == self.sides[1]
    }

    /// The endgame with the kinds of pieces forgotten: pieces and pawns of White, of Black.
    pub fn class(&self) -> [[usize; 2]; 2] {
        self.sides.map(|side| [side[..4].iter().map(|&n| usize::from(n)).sum(), usize::from(side[4])])
    }

    /// In how many orders the identical men can be listed.
    pub fn orderings(&self) -> u64 {
        self.sides.iter().flatten().map(|&n| (1..=u64::from(n)).product::<u64>()).product()
    }

    /// All men except the kings: white before black, strongest first.
    pub fn pieces(&self) -> Vec<Man> {
        let mut men = Vec::new();
        for color in [Color::White, Color::Black] {
            for kind in COUNTED {
                men.extend(std::iter::repeat_n(Man { color, kind }, self.count(color, kind)));
            }
        }
        men
    }

    /// All endgames with a number of men, in the order in which their tables can be made.
    pub fn all(men: usize) -> Vec<Material> {
        let mut found = Vec::new();
        let extra = men.saturating_sub(2);
        for white in 0..=extra {
            for strong in sides_with(white) {
                for weak in sides_with(extra - white) {
                    let (material, _) = Material::normal([strong, weak]);
                    found.push(material);
                }
            }
        }
        found.sort_by_key(|material| (material.pawns(), std::cmp::Reverse(*material)));
        found.dedup();
        found
    }

    /// The endgames that one capture or promotion can lead to.
    pub fn successors(&self) -> Vec<Material> {
        let mut found: Vec<Material> = self.successor_sides().into_iter().map(|(material, _)| material).collect();
        found.dedup();
        found
    }

    /// As `successors`, with the sides that are to move there: of each endgame the side that a capture or
    /// promotion leaves to move. Nobody asks for the other one.
    pub fn successor_sides(&self) -> Vec<(Material, Color)> {
        let men = self.pieces();
        let mut found = Vec::new();
        let mut add = |men: &[Man], turn: Color| {
            let (material, exchanged) = Material::of_men(men);
            found.push((material, if exchanged { !turn } else { turn }));
        };
        for (i, man) in men.iter().enumerate() {
            let mut left = men.clone();
            left.remove(i);
            // Whose man was taken is to move.
            add(&left, man.color);
            for kind in PROMOTIONS.into_iter().filter(|_| man.kind == PieceType::Pawn) {
                let mut promoted = men.clone();
                promoted[i].kind = kind;
                add(&promoted, !man.color);
                for j in (0..men.len()).filter(|&j| men[j].color != man.color) {
                    let mut captured = promoted.clone();
                    captured.remove(j);
                    add(&captured, !man.color);
                }
            }
        }
        found.sort_unstable_by_key(|&(material, turn)| (material, turn.is_black()));
        found.dedup();
        found
    }

    /// The endgames that must be known before this one, and itself last, in a workable order.
    pub fn closure(&self) -> Vec<Material> {
        let mut done = Vec::new();
        self.collect_closure(&mut done);
        done
    }

    fn collect_closure(&self, done: &mut Vec<Material>) {
        if done.contains(self) {
            return;
        }
        for next in self.successors() {
            next.collect_closure(done);
        }
        done.push(*self);
    }
}

/// All ways to give one side a number of men besides its king.
fn sides_with(men: usize) -> Vec<[u8; 5]> {
    fn extend(side: [u8; 5], slot: usize, left: usize, out: &mut Vec<[u8; 5]>) {
        if slot == 4 {
            let mut side = side;
            side[4] = left as u8;
            out.push(side);
            return;
        }
        for n in (0..=left).rev() {
            let mut side = side;
            side[slot] = n as u8;
            extend(side, slot + 1, left - n, out);
        }
    }
    let mut out = Vec::new();
    extend([0; 5], 0, men, &mut out);
    out
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, side) in self.sides.iter().enumerate() {
            f.write_str(if i == 0 { "K" } else { "vK" })?;
            for (kind, &n) in COUNTED.iter().zip(side) {
                for _ in 0..n {
                    write!(f, "{}", kind.upper_char())?;
                }
            }
        }
        Ok(())
    }
}

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Material, MaterialError> {
        Material::named(text, MAX_MEN)
    }
}

impl Material {
    /// The endgame that a text names, of up to `most` men.
    pub fn named(text: &str, most: usize) -> Result<Material, MaterialError> {
        let syntax = || MaterialError::Syntax { text: text.to_owned() };
        let (white, black) = text.split_once(['v', 'V']).ok_or_else(syntax)?;
        let mut sides = [[0u8; 5]; 2];
        let mut men = 0;
        for (side, letters) in sides.iter_mut().zip([white, black]) {
            let letters = letters.strip_prefix(['K', 'k']).ok_or_else(syntax)?;
            for letter in letters.chars() {
                let slot = PieceType::from_char(letter).and_then(slot).ok_or_else(syntax)?;
                side[slot] = side[slot].saturating_add(1);
                men += 1;
            }
        }
        if men + 2 > most {
            return Err(MaterialError::TooMany { text: text.to_owned(), men: men + 2, most });
        }
        Ok(Material::normal(sides).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, normal: &str) {
        assert_eq!(text.parse::<Material>().unwrap().to_string(), normal);
    }

    #[test]
    fn either_order_is_accepted() {
        check("KQvKR", "KQvKR");
        check("KRvKQ", "KQvKR");
        check("kvkpp", "KPPvK");
        check("KNvKB", "KBvKN");
        check("KQvKPP", "KPPvKQ");
        check("KvK", "KvK");
    }

    #[test]
    fn bad_names_are_errors() {
        for text in ["", "KQ", "QvK", "KXvK", "KKvK", "KQQQQvK", "KQv", "vK", "KQvKRvK"] {
            assert!(text.parse::<Material>().is_err(), "{text}");
        }
    }

    #[test]
    fn there_are_5_30_and_110_endgames() {
        let counts: Vec<usize> = (2..=5).map(|men| Material::all(men).len()).collect();
        assert_eq!(counts, [1, 5, 30, 110]);
    }

    #[test]
    fn names_round_trip() {
        for material in (2..=5).flat_map(Material::all) {
            assert_eq!(material.to_string().parse(), Ok(material));
        }
    }

    #[test]
    fn a_closure_ends_with_the_endgame_and_starts_with_bare_kings() {
        let names: Vec<String> =
            "KPvK".parse::<Material>().unwrap().closure().iter().map(ToString::to_string).collect();
        assert_eq!(names.first().map(String::as_str), Some("KvK"));
        assert_eq!(names.last().map(String::as_str), Some("KPvK"));
        assert_eq!(names.len(), 6);
    }
}
