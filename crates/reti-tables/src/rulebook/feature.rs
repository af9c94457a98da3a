//! What is asked about a position: questions that a player can answer by looking at the board.
//!
//! Every answer is a small number or yes and no (1 and 0), and none changes when the board is reflected in a
//! way that keeps the rules: squares are told by distances, edges and ranks. Identical men are not told
//! apart; a question about them is about the nearest, or about any of them. The only question that looks
//! beyond the board is what the best capture gives, which smaller tables know: captures are where an endgame
//! is anchored. [CQD, definition 3]

use std::{fmt, str::FromStr};

use reti_core::chess::{Color, PieceType, Position};

use crate::layout::{Layout, Squares};
use crate::material::{COUNTED, MAX_MEN, Man, Material};
use crate::{embedded, rules};

/// The men that a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Who {
    /// Whose men.
    pub color: Color,
    /// Their kind; without one, all but king and pawns.
    pub kind: Option<PieceType>,
}

/// What is asked. `a` and `b` are the men of a [`Feature`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ask {
    /// White is to move.
    Turn,
    /// The side to move is in check.
    Check,
    /// The side to move has no legal move.
    Stuck,
    /// The best capture: 0 there is none, 1 it loses, 2 it draws, 3 it wins.
    Capture,
    /// A pawn can become something else without capturing.
    Promotes,
    /// Moves of a king from `a` to `b`, the nearest of each.
    Distance,
    /// Squares between `a` and the edge of the board.
    Edge,
    /// Moves of a king from `a` to the nearest corner.
    Corner,
    /// The rank of `a`, from 1 to 8, as the pawns of its side go if it is a pawn, else as those of `b` go.
    Rank,
    /// Files between the pawn and the edge: 0 is a rook's pawn.
    File,
    /// How many ranks `a` stands ahead of the pawn `b`, as the pawn goes; negative behind it.
    Ahead,
    /// How many files `a` stands beside the pawn `b`.
    Beside,
    /// Moves of the king `a` to the square where the pawn `b` becomes a queen.
    Goal,
    /// The king `a` is outside the square of the pawn `b`: alone it cannot catch it.
    Outside,
    /// `a` attacks `b`, or protects it if they are of one side.
    Attacks,
    /// The kings face each other with one square between them.
    Opposed,
    /// The kings are an even number of files and of ranks apart.
    Even,
    /// The king `a` stands on a key square of its pawn `b`.
    Key,
    /// The bishop `a` moves on squares of the colour of the pawn's queening square.
    Shade,
    /// The file or the rank of `a` lies between the king `b` and a pawn.
    Cuts,
    /// Squares that the king `a` could step on.
    Room,
    /// The pieces `a` include a queen, a rook, a bishop or a knight: for trees that endgames share.
    Has(PieceType),
}

/// All questions but [`Ask::Has`], by their permanent names.
const NAMES: [(Ask, &str); 21] = [
    (Ask::Turn, "turn"),
    (Ask::Check, "check"),
    (Ask::Stuck, "stuck"),
    (Ask::Capture, "capture"),
    (Ask::Promotes, "promotes"),
    (Ask::Distance, "distance"),
    (Ask::Edge, "edge"),
    (Ask::Corner, "corner"),
    (Ask::Rank, "rank"),
    (Ask::File, "file"),
    (Ask::Ahead, "ahead"),
    (Ask::Beside, "beside"),
    (Ask::Goal, "goal"),
    (Ask::Outside, "outside"),
    (Ask::Attacks, "attacks"),
    (Ask::Opposed, "opposed"),
    (Ask::Even, "even"),
    (Ask::Key, "key"),
    (Ask::Shade, "shade"),
    (Ask::Cuts, "cuts"),
    (Ask::Room, "room"),
];

const PIECES: [(PieceType, &str); 6] = [
    (PieceType::King, "king"),
    (PieceType::Queen, "queen"),
    (PieceType::Rook, "rook"),
    (PieceType::Bishop, "bishop"),
    (PieceType::Knight, "knight"),
    (PieceType::Pawn, "pawn"),
];

impl Ask {
    /// Its permanent name.
    pub fn name(self) -> &'static str {
        match self {
            Ask::Has(PieceType::Queen) => "has-queen",
            Ask::Has(PieceType::Rook) => "has-rook",
            Ask::Has(PieceType::Bishop) => "has-bishop",
            Ask::Has(_) => "has-knight",
            ask => NAMES.iter().find(|(named, _)| *named == ask).map_or("", |(_, name)| name),
        }
    }

    /// Whether the answer is yes or no.
    pub fn is_yes_or_no(self) -> bool {
        matches!(
            self,
            Ask::Turn
                | Ask::Check
                | Ask::Stuck
                | Ask::Promotes
                | Ask::Outside
                | Ask::Attacks
                | Ask::Opposed
                | Ask::Even
                | Ask::Key
                | Ask::Shade
                | Ask::Cuts
                | Ask::Has(_)
        )
    }

    /// The least and the greatest answer.
    pub fn range(self) -> (i8, i8) {
        match self {
            Ask::Capture | Ask::Edge | Ask::Corner | Ask::File => (0, 3),
            Ask::Distance => (1, 7),
            Ask::Rank => (1, 8),
            Ask::Ahead => (-7, 7),
            Ask::Beside | Ask::Goal => (0, 7),
            Ask::Room => (0, 8),
            _ => (0, 1),
        }
    }
}

impl FromStr for Ask {
    type Err = ();

    fn from_str(text: &str) -> Result<Ask, ()> {
        if let Some(kind) = text.strip_prefix("has-") {
            return PIECES.iter().find(|(_, name)| *name == kind).map(|(kind, _)| Ask::Has(*kind)).ok_or(());
        }
        NAMES.iter().find(|(_, name)| *name == text).map(|(ask, _)| *ask).ok_or(())
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = PIECES.iter().find(|(kind, _)| Some(*kind) == self.kind).map_or("piece", |(_, name)| name);
        write!(f, "{}-{kind}", if self.color.is_white() { "white" } else { "black" })
    }
}

impl FromStr for Who {
    type Err = ();

    fn from_str(text: &str) -> Result<Who, ()> {
        let (color, kind) = text.split_once('-').ok_or(())?;
        let color = match color {
            "white" => Color::White,
            "black" => Color::Black,
            _ => return Err(()),
        };
        let found = PIECES.iter().find(|(_, name)| *name == kind).map(|(kind, _)| *kind);
        if found.is_none() && kind != "piece" {
            return Err(());
        }
        Ok(Who { color, kind: found })
    }
}

/// A question about men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Feature {
    /// What is asked.
    pub ask: Ask,
    /// About whom.
    pub a: Option<Who>,
    /// And in relation to whom.
    pub b: Option<Who>,
}

/// `distance white-king white-pawn`.
impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.ask.name())?;
        self.a.iter().chain(&self.b).try_for_each(|who| write!(f, " {who}"))
    }
}

impl Feature {
    const fn plain(ask: Ask) -> Feature {
        Feature { ask, a: None, b: None }
    }

    const fn of(ask: Ask, a: Who) -> Feature {
        Feature { ask, a: Some(a), b: None }
    }

    const fn with(ask: Ask, a: Who, b: Who) -> Feature {
        Feature { ask, a: Some(a), b: Some(b) }
    }

    /// Whether textbooks ask this about endgames with pawns: the square of the pawn, key squares, opposition, who
    /// is in front and who is nearer. Trees for lessons ask nothing else.
    pub fn is_taught(&self) -> bool {
        let is = |who: Option<Who>, kind| who.is_some_and(|who| who.kind == Some(kind));
        match self.ask {
            Ask::Even | Ask::Beside | Ask::Edge | Ask::Corner | Ask::Room => false,
            Ask::Distance => is(self.a, PieceType::King) && is(self.b, PieceType::Pawn),
            Ask::Rank => is(self.a, PieceType::Pawn),
            _ => true,
        }
    }

    /// Everything that can be asked about an endgame. A shared tree asks about pieces without their kind.
    pub fn all(material: Material, shared: bool) -> Vec<Feature> {
        let men = who(material, shared);
        let of = |kind| men.iter().copied().filter(move |who| who.kind == Some(kind));
        let has_pawns = material.pawns() > 0;
        let mut found: Vec<Feature> =
            [Ask::Turn, Ask::Check, Ask::Stuck, Ask::Capture, Ask::Opposed, Ask::Even].map(Feature::plain).to_vec();
        if has_pawns {
            found.push(Feature::plain(Ask::Promotes));
        }
        for (i, &a) in men.iter().enumerate() {
            found.extend(men[i + 1..].iter().map(|&b| Feature::with(Ask::Distance, a, b)));
            if twins(material, a) {
                found.push(Feature::with(Ask::Distance, a, a));
            }
            match (a.kind, of(PieceType::Pawn).next()) {
                (Some(PieceType::Pawn), _) => found.push(Feature::of(Ask::Rank, a)),
                (_, Some(pawn)) => found.extend([Feature::of(Ask::Edge, a), Feature::with(Ask::Rank, a, pawn)]),
                _ => found.extend([Feature::of(Ask::Edge, a), Feature::of(Ask::Corner, a)]),
            }
            let targets = men.iter().filter(|b| a != **b && b.kind != Some(PieceType::King));
            found.extend(
                targets
                    .filter(|b| b.color != a.color || b.kind.is_none_or(|_| a.kind != b.kind))
                    .map(|&b| Feature::with(Ask::Attacks, a, b)),
            );
            if shared && a.kind.is_none() {
                found.extend(COUNTED[..4].iter().map(|&kind| Feature::of(Ask::Has(kind), a)));
            }
        }
        for king in of(PieceType::King) {
            found.push(Feature::of(Ask::Room, king));
        }
        for pawn in of(PieceType::Pawn) {
            about_pawn(&men, pawn, &mut found);
        }
        found
    }
}

fn about_pawn(men: &[Who], pawn: Who, found: &mut Vec<Feature>) {
    found.push(Feature::of(Ask::File, pawn));
    for &man in men.iter().filter(|man| **man != pawn) {
        found.push(Feature::with(Ask::Ahead, man, pawn));
        found.push(Feature::with(Ask::Beside, man, pawn));
        match man.kind {
            Some(PieceType::King) => {
                found.push(Feature::with(Ask::Goal, man, pawn));
                let ask = if man.color == pawn.color { Ask::Key } else { Ask::Outside };
                found.push(Feature::with(ask, man, pawn));
            }
            Some(PieceType::Bishop) => found.push(Feature::with(Ask::Shade, man, pawn)),
            Some(PieceType::Rook | PieceType::Queen) | None => {
                let king = Who { color: !man.color, kind: Some(PieceType::King) };
                let cuts = Feature::with(Ask::Cuts, man, king);
                if !found.contains(&cuts) {
                    found.push(cuts);
                }
            }
            _ => {}
        }
    }
}

/// The kinds of men of an endgame, kings first.
fn who(material: Material, shared: bool) -> Vec<Who> {
    let mut men = Vec::new();
    for color in [Color::White, Color::Black] {
        men.push(Who { color, kind: Some(PieceType::King) });
    }
    for man in material.pieces() {
        let kind = if shared && man.kind != PieceType::Pawn { None } else { Some(man.kind) };
        let who = Who { color: man.color, kind };
        if !men.contains(&who) {
            men.push(who);
        }
    }
    men
}

fn twins(material: Material, who: Who) -> bool {
    material.pieces().iter().filter(|man| is(**man, who)).count() > 1
}

fn is(man: Man, who: Who) -> bool {
    let any = who.kind.is_none() && !matches!(man.kind, PieceType::King | PieceType::Pawn);
    man.color == who.color && (any || who.kind == Some(man.kind))
}

/// A feature prepared for a layout: which men it is about.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    ask: Ask,
    a: u8,
    b: u8,
    up: Color,
}

impl Question {
    /// Prepares a feature.
    pub fn new(feature: Feature, layout: &Layout) -> Question {
        let slots = |who: Option<Who>| {
            let men = layout.men().iter().enumerate();
            who.map_or(0, |who| men.filter(|(_, man)| is(**man, who)).fold(0, |set, (slot, _)| set | 1 << slot))
        };
        // Ranks are counted as the pawns go.
        let pawn = |who: &Who| who.kind == Some(PieceType::Pawn);
        let up = feature.b.filter(pawn).or(feature.a.filter(pawn)).map_or(Color::White, |who| who.color);
        Question { ask: feature.ask, a: slots(feature.a), b: slots(feature.b), up }
    }
}

/// A position as questions see it.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The men, in the order of their layout.
    pub men: &'a [Man],
    /// Their squares.
    pub squares: Squares,
    /// All of them as a set.
    pub occupied: u64,
    /// The side to move.
    pub turn: Color,
    /// Whether it is in check.
    pub check: bool,
    /// Whether it has no legal move.
    pub stuck: bool,
    /// What its best capture gives, as [`Ask::Capture`].
    pub capture: i8,
    /// Whether a pawn can promote without capturing.
    pub promotes: bool,
}

fn distance(a: u8, b: u8) -> i8 {
    (a % 8).abs_diff(b % 8).max((a / 8).abs_diff(b / 8)) as i8
}

fn from_edge(line: u8) -> i8 {
    line.min(7 - line) as i8
}

/// The rank from 1 to 8, as pawns of a colour go.
fn rank(square: u8, up: Color) -> i8 {
    1 + if up.is_white() { square / 8 } else { 7 - square / 8 } as i8
}

fn goal(pawn: u8, up: Color) -> u8 {
    pawn % 8 + if up.is_white() { 56 } else { 0 }
}

impl Scene<'_> {
    /// The answer to a question.
    pub fn answer(&self, question: &Question) -> i8 {
        let Question { ask, up, .. } = *question;
        match ask {
            Ask::Turn => i8::from(self.turn.is_white()),
            Ask::Check => i8::from(self.check),
            Ask::Stuck => i8::from(self.stuck),
            Ask::Capture => self.capture,
            Ask::Promotes => i8::from(self.promotes),
            Ask::Opposed => self.kings(|files, ranks| files.min(ranks) == 0 && files.max(ranks) == 2),
            Ask::Even => self.kings(|files, ranks| files % 2 == 0 && ranks % 2 == 0),
            Ask::Distance => self.pairs(question).map(|(a, b)| distance(a, b)).min().unwrap_or(7),
            Ask::Edge => self.some(question.a).map(|a| from_edge(a % 8).min(from_edge(a / 8))).min().unwrap_or(0),
            Ask::Corner => self.some(question.a).map(|a| from_edge(a % 8).max(from_edge(a / 8))).min().unwrap_or(0),
            Ask::Rank => self.some(question.a).map(|a| rank(a, up)).max().unwrap_or(1),
            Ask::File => self.some(question.a).map(|a| from_edge(a % 8)).min().unwrap_or(0),
            Ask::Ahead => self.pairs(question).map(|(a, b)| rank(a, up) - rank(b, up)).max().unwrap_or(0),
            Ask::Beside => self.pairs(question).map(|(a, b)| (a % 8).abs_diff(b % 8) as i8).min().unwrap_or(0),
            Ask::Goal => self.pairs(question).map(|(a, b)| distance(a, goal(b, up))).min().unwrap_or(0),
            Ask::Outside => i8::from(self.pairs(question).any(|(king, pawn)| self.is_outside(king, pawn, up))),
            Ask::Attacks => i8::from(self.attacks(question)),
            Ask::Key => i8::from(self.pairs(question).any(|(king, pawn)| is_key(king, pawn, up))),
            Ask::Shade => {
                let shade = |square: u8| (square / 8 + square % 8) % 2;
                i8::from(self.pairs(question).any(|(a, b)| shade(a) == shade(goal(b, up))))
            }
            Ask::Cuts => i8::from(self.pairs(question).any(|(a, king)| self.is_cut(a, king))),
            Ask::Room => self.some(question.a).map(|king| self.room(king)).min().unwrap_or(0),
            Ask::Has(kind) => i8::from(slots(question.a).any(|slot| self.men[slot].kind == kind)),
        }
    }

    fn some(&self, set: u8) -> impl Iterator<Item = u8> {
        let squares = self.squares;
        slots(set).map(move |slot| squares[slot])
    }

    fn pairs(&self, question: &Question) -> impl Iterator<Item = (u8, u8)> {
        let (squares, b) = (self.squares, question.b);
        let pairs = slots(question.a).flat_map(move |a| slots(b).map(move |b| (a, b)));
        pairs.filter(|(a, b)| a != b).map(move |(a, b)| (squares[a], squares[b]))
    }

    fn kings(&self, test: impl Fn(u8, u8) -> bool) -> i8 {
        let king = |color| {
            let is_king = |man: &Man| man.kind == PieceType::King && man.color == color;
            self.men.iter().position(is_king).map_or(0, |slot| self.squares[slot])
        };
        let (a, b) = (king(Color::White), king(Color::Black));
        i8::from(test((a % 8).abs_diff(b % 8), (a / 8).abs_diff(b / 8)))
    }

    /// The king arrives too late on the queening square, the pawn's double step and the move counted.
    fn is_outside(&self, king: u8, pawn: u8, up: Color) -> bool {
        let moves = 8 - rank(pawn, up) - i8::from(rank(pawn, up) == 2);
        distance(king, goal(pawn, up)) > moves + i8::from(self.turn != up)
    }

    fn attacks(&self, question: &Question) -> bool {
        let targets = self.some(question.b).fold(0, |set, square| set | rules::bit(square.into()));
        slots(question.a)
            .any(|slot| rules::attacks_of(self.men[slot], self.squares[slot].into(), self.occupied) & targets != 0)
    }

    fn is_cut(&self, a: u8, king: u8) -> bool {
        let between = |x: u8, one: u8, two: u8| one.min(two) < x && x < one.max(two);
        let pawns = self.men.iter().zip(self.squares).filter(|(man, _)| man.kind == PieceType::Pawn);
        pawns.map(|(_, pawn)| pawn).any(|pawn| between(a % 8, king % 8, pawn % 8) || between(a / 8, king / 8, pawn / 8))
    }

    fn room(&self, king: u8) -> i8 {
        let Some(slot) = self.squares[..self.men.len()].iter().position(|&square| square == king) else { return 0 };
        let color = self.men[slot].color;
        let without = self.occupied & !rules::bit(king.into());
        let (mut own, mut attacked) = (0, 0);
        for (man, square) in self.men.iter().zip(self.squares) {
            if man.color == color {
                own |= rules::bit(square.into());
            } else {
                attacked |= rules::attacks_of(*man, square.into(), without);
            }
        }
        (rules::attacks_of(self.men[slot], king.into(), 0) & !own & !attacked).count_ones() as i8
    }
}

fn slots(set: u8) -> impl Iterator<Item = usize> {
    (0..MAX_MEN).filter(move |slot| set >> slot & 1 != 0)
}

/// Two ranks ahead on the pawn's file and beside it, and one rank ahead from the fifth rank on; for a rook's
/// pawn the two squares next to its queening square.
fn is_key(king: u8, pawn: u8, up: Color) -> bool {
    let files = (king % 8).abs_diff(pawn % 8);
    let (own, ranks) = (rank(pawn, up), rank(king, up) - rank(pawn, up));
    if from_edge(pawn % 8) == 0 {
        return files == 1 && rank(king, up) >= 7;
    }
    let near = match own {
        7 => ranks == 0 || ranks == 1,
        5 | 6 => ranks == 1 || ranks == 2,
        _ => ranks == 2,
    };
    files <= 1 && near && king != pawn
}

/// What a capture gives, as [`Ask::Capture`]; 0 is no capture.
pub(super) fn capture_answer(code: u8) -> i8 {
    match code {
        0 => 0,
        1..=127 => 1,
        128 => 2,
        129.. => 3,
    }
}

/// A position of up to five men without rights to castle or to take en passant, colours exchanged where the
/// endgame's name wants it; captures are asked of the tables in the program.
pub fn scene_of<'a>(position: &Position, layout: &'a Layout) -> Option<Scene<'a>> {
    let (material, exchanged) = Material::of_board(position.board());
    if material != layout.material() || position.has_castling_rights() || position.en_passant_square().is_some() {
        return None;
    }
    let squares = layout.squares_of_board(position.board(), exchanged)?;
    let moves = position.legal_moves();
    let mut capture = 0;
    for m in moves.iter().filter(|m| m.is_capture()) {
        let code = embedded::probe(&position.play(*m))?;
        capture = capture.max(4 - capture_answer(code.0));
    }
    let men = layout.men();
    Some(Scene {
        men,
        squares,
        occupied: squares[..men.len()].iter().fold(0, |set, &square| set | rules::bit(square.into())),
        turn: if exchanged { !position.turn() } else { position.turn() },
        check: position.is_check(),
        stuck: moves.is_empty(),
        capture,
        promotes: moves.iter().any(|m| m.promotion().is_some() && !m.is_capture()),
    })
}
